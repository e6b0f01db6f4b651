"""Sequential halving: its rounds, who leaves, how often it errs, and that the way of playing makes no difference."""

from __future__ import annotations

import random
from functools import partial
from math import comb, erfc
from typing import TYPE_CHECKING

import pytest

from riftcheck.goldfish.execution.jobs import PartialResult
from riftcheck.goldfish.plan.run import Run
from riftcheck.goldfish.simulation.game_rows import GameRow, GameRows
from riftcheck.goldfish.stats.significance import (
    LEANS,
    LEAST_CHANGED,
    LEAST_LOST,
    paired_chance,
    plain_chance,
    spent,
    wins_decide,
)
from riftcheck.goldfish.studies.arms import Arm, elimination_document
from riftcheck.goldfish.studies.comparison import main_measure
from riftcheck.goldfish.studies.elimination import BUDGET, FINALISTS, LEVEL, Elimination, Round, least_budget
from tests.goldfish.game_lists import plain
from tests.goldfish.made_up_games import ABOUT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riftcheck.goldfish.studies.elimination import ArmRanking

WON = [GameRow(won=bool(won), lost=not won, turn=9, points=1, pace=1) for won in (0, 1)]
TURN = [GameRow(won=True, lost=False, turn=turn, points=8, pace=4 * turn) for turn in range(30)]


def won_or_lost(rng: random.Random, effects: Sequence[float], rate: float, change: float) -> list[GameRow]:
    """Return a game of the base and of each arm: `change` of the games differ, the arm wins by its effect more."""
    base = rng.random() < rate
    rows = [WON[base]]
    for effect in effects:
        down, up = (change - effect) / 2 / rate, (change + effect) / 2 / (1 - rate)
        rows.append(WON[rng.random() >= down if base else rng.random() < up])
    return rows


def skewed_turns(rng: random.Random, effects: Sequence[float]) -> list[GameRow]:
    """Return a game of the base and of each arm: often a turn sooner, seldom three turns later; an effect is sooner."""
    base = rng.randint(5, 9)
    rows = [TURN[base]]
    for effect in effects:
        chance = rng.random()
        rows.append(TURN[base + (3 if chance < 0.03 else -1 if chance > 0.91 - effect else 0)])
    return rows


def played(
    race: Elimination, game: Callable[[Sequence[float]], list[GameRow]], effects: Sequence[float]
) -> tuple[ArmRanking, list[GameRows]]:
    """Play a race of made-up games; return how it ends, and the rows of the base and of the arms."""
    rows = [GameRows(30, 8) for _ in range(len(effects) + 1)]
    while not (ranking := race.ranking(rows[0], rows[1:])).over:
        one = race.rounds[ranking.played]
        for index in range(one.start, one.stop):
            found = game(effects)
            for place in (0, *(arm + 1 for arm in ranking.playing)):
                rows[place].by_index[index] = found[place]
    return ranking, rows


def test_the_rounds_halve_the_arms_and_keep_to_the_budget() -> None:
    for arms in (1, 2, 3, 5, 20, 57, 400):
        race = Elimination(arms)
        rounds = race.rounds
        assert rounds[0].arms == arms
        assert [one.arms for one in rounds[1:]] == [
            max(min(arms, FINALISTS), (before.arms + 1) // 2) for before in rounds[:-1]
        ]
        assert [one.start for one in rounds] == [0, *(one.stop for one in rounds[:-1])]
        assert BUDGET - (rounds[-1].arms + 1) < sum(one.games for one in rounds) <= BUDGET
        assert rounds[-1].stop == race.games
    assert Elimination(20, 10_000).rounds[0] == Round(20, 0, 129)


def test_the_least_budget_is_enough_and_no_less_is() -> None:
    for arms in (1, 2, 3, 20, 400):
        least = least_budget(arms)
        assert min(one.stop - one.start for one in Elimination(arms, least).rounds) >= 2
        with pytest.raises(ValueError, match=f"{least - 1} games are too few for {arms} to be compared; {least} is"):
            Elimination(arms, least - 1)
    with pytest.raises(ValueError, match="nothing to compare"):
        Elimination(0)
    with pytest.raises(ValueError, match="won, turn, pace, points"):
        Elimination(2, measure="speed")


def test_the_score_test_is_mcnemars() -> None:
    steps = [1] * 30 + [-1] * 12 + [0] * 500
    # (30 - 12 - 1)^2 / 42 is McNemar's chi squared; one game more that goes against it makes 43 of the 42.
    assert plain_chance(steps) == pytest.approx(erfc(17 / 84**0.5))
    assert paired_chance(steps) == pytest.approx(erfc(17 / 86**0.5))
    assert paired_chance([1] * (LEAST_CHANGED - 1)) == 1.0
    assert paired_chance([1] * LEAST_CHANGED) < 1e-6
    exact = 2 * sum(comb(42, wins) for wins in range(30, 43)) / 2**42
    assert exact == pytest.approx(plain_chance(steps), rel=0.15)
    assert exact < paired_chance(steps) < 1.25 * exact


def test_what_is_spent_adds_up_to_the_level() -> None:
    assert spent(0.04, 0) == 0
    assert spent(0.04, 0.5) == pytest.approx(0.01)
    assert spent(0.04, 1) == spent(0.04, 2) == 0.04


def test_the_best_of_the_made_up_arms_is_found_and_the_worst_known() -> None:
    rng = random.Random(3)
    found = 0
    for _ in range(20):
        effects = [rng.uniform(-0.02, 0.01) for _ in range(20)]
        effects[7], effects[11] = 0.08, -0.3
        ranking, _ = played(Elimination(20, 10_000), partial(won_or_lost, rng, rate=0.5, change=0.3), effects)
        assert ranking.answer(11) == "worse"
        assert ranking.left[11] == 0
        found += ranking.order[0] == 7 and ranking.answer(7) == "better"
    assert found >= 18


def test_a_race_that_is_decided_ends_before_its_budget() -> None:
    rng = random.Random(4)
    game = partial(won_or_lost, rng, rate=0.5, change=0.5)
    ranking, rows = played(Elimination(8, 20_000), game, [0, 0, 0.4, 0, 0, 0, 0, 0])
    assert (ranking.order[0], ranking.decided, ranking.over) == (2, True, True)
    assert sum(len(one.by_index) for one in rows) < 15_000
    worse, rows = played(Elimination(2, 20_000), game, [-0.4, -0.4])
    assert worse.decided
    assert [worse.answer(arm) for arm in (0, 1)] == ["worse", "worse"]
    assert len(rows[0].by_index) < Elimination(2, 20_000).games


def told(ranking: ArmRanking) -> bool:
    """Return whether anything is said at all, of an arm or of who is ahead."""
    return ranking.lead <= LEVEL or any(ranking.answer(arm) != "not known" for arm in ranking.order)


@pytest.mark.parametrize(
    ("arms", "game"),
    [
        (2, partial(won_or_lost, rate=0.5, change=0.3)),
        (2, partial(won_or_lost, rate=0.92, change=0.06)),
        (8, partial(won_or_lost, rate=0.5, change=0.3)),
        (2, skewed_turns),
    ],
)
def test_where_nothing_differs_hardly_ever_anything_is_said(arms: int, game: Callable[..., list[GameRow]]) -> None:
    """At 400 races the standard error of one in twenty is one in a hundred."""
    rng = random.Random(11)
    race = Elimination(arms, 100 * (arms + 1))
    wrong = sum(told(played(race, partial(game, rng), [0.0] * arms)[0]) for _ in range(400))
    assert wrong / 400 < LEVEL


def tailed_turns(rng: random.Random, effects: Sequence[float], *, sooner: float, later: int) -> list[GameRow]:
    """Return a game of the base and of each arm, of the same true mean: often a turn sooner, very seldom far later."""
    steps = rng.choices((-1, later, 0), (sooner, sooner / later, 1 - sooner - sooner / later), k=len(effects))
    return [TURN[6], *(TURN[6 + step] for step in steps)]


@pytest.mark.parametrize(("sooner", "later"), [(0.1, 10), (0.1, 22)])
def test_a_tail_that_a_game_of_any_arm_showed_makes_no_error(sooner: float, later: int) -> None:
    """Twenty arms of which none differs; sums taken as normal said something in 88 and 180 of 200 such races."""
    rng = random.Random(1)
    race, game = Elimination(20, 4000), partial(tailed_turns, rng, sooner=sooner, later=later)
    ended = [played(race, game, [0.0] * 20)[0] for _ in range(100)]
    assert sum(map(told, ended)) / 100 < LEVEL
    assert any(ranking.held_back(arm) for ranking in ended for arm in ranking.order)


def test_the_document_tells_which_arm_a_tail_alone_holds_back() -> None:
    race = Elimination(2, 3000)
    rows = [GameRows(30, 8, dict.fromkeys(range(race.rounds[0].stop), TURN[6])) for _ in range(3)]
    for index in range(100):
        rows[1].by_index[index] = TURN[5]
    rows[2].by_index[0] = TURN[28]
    part = PartialResult(0, race.rounds[0].stop, rows=rows)
    entries = elimination_document(race, part, [Arm(name, Run(plain())) for name in "xy"], ABOUT, "policies")[
        "policies"
    ]
    reasons = {entry["name"]: (entry["answer"], entry["reason"]) for entry in entries}
    assert reasons["x"] == ("not known", LEANS)
    assert "only 1 of" in reasons["y"][1]


def test_what_is_better_is_found_beside_a_tail() -> None:
    rng = random.Random(2)

    def game(effects: Sequence[float]) -> list[GameRow]:
        rows = tailed_turns(rng, effects, sooner=0.1, later=22)
        return [*rows[:-1], TURN[5 if rng.random() < 0.4 else 6]]

    for _ in range(5):
        ranking, _ = played(Elimination(8, 20_000), game, [0.0] * 8)
        assert (ranking.order[0], ranking.answer(7)) == (7, "better")


def test_games_won_decide_where_enough_were_lost() -> None:
    assert not wins_decide(10, 1000)
    assert wins_decide(50, 1000)
    assert not wins_decide(49, 1000)
    assert wins_decide(LEAST_LOST, 8)
    assert not wins_decide(LEAST_LOST - 1, 8)
    assert not wins_decide(0, 0)


def test_looking_every_time_at_the_whole_level_would_err() -> None:
    """The simulation sees what the spending prevents: the same tests, each at the whole level, err too often."""
    rng = random.Random(12)
    race = Elimination(4, 500)
    wrong = 0
    for _ in range(200):
        rows = [GameRows(30, 8) for _ in range(5)]
        for index in range(race.games):
            for one, row in zip(rows, won_or_lost(rng, [0.0] * 4, 0.5, 0.3), strict=True):
                one.by_index[index] = row
        steps = [
            [arm.by_index[index].won - rows[0].by_index[index].won for index in range(race.games)] for arm in rows[1:]
        ]
        looks = [paired_chance(one[: part.stop]) for one in steps for part in race.rounds]
        wrong += min(looks) <= LEVEL
    assert wrong / 200 > 2 * LEVEL


def test_who_leaves_is_who_did_worse_with_all_games_so_far() -> None:
    rng = random.Random(5)
    ranking, rows = played(Elimination(6, 3000), partial(won_or_lost, rng, rate=0.5, change=0.4), [0, 0.1, 0, 0, 0, 0])
    race = Elimination(6, 3000)
    first = race.rounds[0].stop
    wins = [sum(row.won for index, row in arm.by_index.items() if index < first) for arm in rows[1:]]
    left = [arm for arm, number in ranking.left.items() if number == 0]
    assert len(left) == 3
    assert max(wins[arm] for arm in left) <= min(wins[arm] for arm in range(6) if arm not in left)
    assert {len(rows[arm + 1].by_index) for arm in left} == {first}
    assert [ranking.left.get(arm, 9) for arm in ranking.order] == sorted(
        (ranking.left.get(arm, 9) for arm in ranking.order), reverse=True
    )


def test_a_race_broken_off_says_what_its_games_allow() -> None:
    rng = random.Random(6)
    race = Elimination(2, 3000)
    rows = [GameRows(30, 8) for _ in range(3)]
    for index in range(race.rounds[0].stop - 1):
        for one, row in zip(rows, won_or_lost(rng, [0.3, 0.25], 0.5, 0.4), strict=True):
            one.by_index[index] = row
    ranking = race.ranking(rows[0], rows[1:])
    assert (ranking.played, ranking.over, ranking.answer(0)) == (0, False, "better")
    nothing = race.ranking(GameRows(30, 8), [GameRows(30, 8)] * 2)
    assert (nothing.played, nothing.over, nothing.answer(0)) == (0, False, "not known")


def test_the_measure_is_chosen_by_the_first_round() -> None:
    race = Elimination(2, 300)
    rows = [GameRows(30, 8, dict.fromkeys(range(race.games), TURN[6])) for _ in range(3)]
    first = race.rounds[0].stop
    lost = 1 + 3 * first // 20
    rows[0].by_index |= dict.fromkeys(range(first, first + lost), WON[0])
    assert race.ranking(rows[0], rows[1:]).measure == "turn"
    rows[0].by_index |= dict.fromkeys(range(lost), WON[0])
    assert race.ranking(rows[0], rows[1:]).measure == "won"
    assert main_measure(rows[0], before=0) == "turn"
    assert Elimination(2, 300, "pace").ranking(rows[0], rows[1:]).measure == "pace"
