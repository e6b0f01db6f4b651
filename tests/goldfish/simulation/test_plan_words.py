"""The words of a plan say when what it does otherwise comes, and what that brings in a unit that players know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.flow.loop import advance, submit
from riftcheck.engine.model import constants as w
from riftcheck.goldfish.plan.run import DeckZones, Opponent
from riftcheck.goldfish.policies.deviations import Deviation
from riftcheck.goldfish.policies.greedy import GreedyPolicy
from riftcheck.goldfish.policies.planner import Plan, PlannerPolicy
from riftcheck.goldfish.policies.playouts import LineStep, Playouts
from riftcheck.goldfish.policies.seat_view import SeatView
from riftcheck.goldfish.simulation.game import game_seed, new_game
from riftcheck.goldfish.simulation.plan_words import LATER, main_acts, plan_words
from tests.goldfish.game_lists import BLANK, PLAIN, RUNE, real, table

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.plan.prepared_run import PreparedRun
    from riftcheck.goldfish.policies.playouts import LineOfPlay

# A spell of the domain of the runes that costs 1, and a unit that costs 4.
SPELL = "Stacked Deck"
LARGE = "Ember Monk"


def at_main(ready: PreparedRun, turn: int) -> State:
    """Return a game at the player's first question of a turn's main phase."""
    s = new_game(ready, 0)
    minds = [GreedyPolicy(ready.run.mulligan, ready.polarities) for _ in range(2)]
    advance(s)
    while s.decision is not None:
        decision = s.decision
        if decision.kind == w.D_MAIN and decision.player == 0 and s.players[0].turns == turn:
            return s
        submit(s, minds[decision.player].answer(SeatView(s, decision.player)))
    raise AssertionError("the game was over before")


class Lines:
    """Lines from one question: that of a greedy player, and what deviates from it."""

    def __init__(self, ready: PreparedRun, s: State) -> None:
        self.s = s
        self.playouts = Playouts(0, s.players[0].turns + 1, ready.run.mulligan, ready.polarities)
        self.usual = self.playouts.play(s.clone(), [], frozenset(), copies=True)

    def deviating(self, line: LineOfPlay, one: Deviation) -> LineOfPlay:
        before, step = line.state_at(one.place), line.steps[one.place]
        plan = [] if one.answer is None else [LineStep(step.decision, one.answer)]
        found = self.playouts.play(before.clone(), plan, line.left_out | one.left_out, copies=False)
        found.steps[0].state = before
        found.steps = line.steps[: one.place] + found.steps
        return found

    def plan(self, *taken: tuple[LineOfPlay, Deviation], best: LineOfPlay) -> Plan:
        plan = Plan(self.usual)
        plan.best, plan.taken = best, list(taken)
        return plan


def option(line: LineOfPlay, place: int, kind: int, name: str = "") -> list[int]:
    """Return the answer that takes an option of a kind, about a card of a name, at a step of a line."""
    seat = SeatView(line.state_at(place), 0)
    options = line.steps[place].decision.options
    return [next(n for n, one in enumerate(options) if one[0] == kind and (not name or seat.card(one).name == name))]


def end_of(line: LineOfPlay) -> int:
    """Return the step at which a line ends the turn."""
    return next(
        place
        for place, step in enumerate(line.steps)
        if step.decision.kind == w.D_MAIN and step.decision.options[step.answer[0]][0] == w.O_END
    )


def of_turn(db: CardDatabase, turn: int, beside: str) -> Lines:
    """Return the lines of a turn with units that cost 3 and another card in hand; there are twice as many runes."""
    listed = DeckZones((*(PLAIN,) * 20, *(beside,) * 20), (RUNE,) * 12, (BLANK,))
    ready = table(db, listed, first="play", seed=3)
    return Lines(ready, at_main(ready, turn))


@pytest.fixture
def lines(db: CardDatabase) -> Lines:
    return of_turn(db, 4, SPELL)


def test_what_is_the_answer_now_is_told_without_a_time_and_what_comes_later_with_it(lines: Lines) -> None:
    usual = lines.usual
    acts = [act.says for act in main_acts(usual)]
    assert acts
    end = end_of(usual)
    hides = Deviation(0, 0, option(usual, 0, w.O_END), frozenset())
    now = lines.plan((usual, hides), best=lines.deviating(usual, hides))
    assert plan_words(now).startswith(f"Plan: End the turn instead of {acts[0]}. ")
    other = next(n for n, one in enumerate(usual.steps[end].decision.options) if one[0] in (w.O_PLAY, w.O_MOVE))
    late = Deviation(0, end, [other], frozenset())
    later = lines.plan((usual, late), best=lines.deviating(usual, late))
    assert plan_words(later).startswith(f"Plan: {LATER}")
    assert " before the end of the turn. " in plan_words(later)


def test_what_is_left_out_and_done_in_the_end_is_told_as_one_thing(lines: Lines) -> None:
    usual = lines.usual
    spell = next(act for act in main_acts(usual) if act.card == SPELL)
    out = Deviation(0, spell.place, None, frozenset({spell.key}))
    without = lines.deviating(usual, out)
    assert spell.key not in [act.key for act in main_acts(without)]
    left_out = plan_words(lines.plan((usual, out), best=without))
    assert left_out.startswith(f"Plan: not {spell.says} this turn. ")
    end = end_of(without)
    back = Deviation(0, end, option(without, end, w.O_PLAY, SPELL), frozenset())
    done = lines.deviating(without, back)
    told = plan_words(lines.plan((usual, out), (without, back), best=done))
    assert told.startswith(f"Plan: {spell.says} last. ")
    assert "not " not in told.partition(". ")[0]


def test_what_is_left_out_and_done_before_something_else_is_told_as_that(lines: Lines) -> None:
    usual = lines.usual
    spell, *_, move = [act for act in main_acts(usual) if act.card != PLAIN]
    out = Deviation(0, spell.place, None, frozenset({spell.key}))
    without = lines.deviating(usual, out)
    put_off = next(act for act in main_acts(without) if act.key == move.key)
    back = Deviation(0, put_off.place, option(without, put_off.place, w.O_PLAY, SPELL), frozenset())
    told = plan_words(lines.plan((usual, out), (without, back), best=lines.deviating(without, back)))
    assert told.startswith(f"Plan: {LATER}{spell.says} before {move.says}. ")


@pytest.mark.parametrize(
    ("beside", "now", "says"),
    [
        (LARGE, PLAIN, f"Plan: Play {PLAIN} instead of Play {LARGE}. "),
        (SPELL, SPELL, f"Plan: Play {SPELL} before Play {PLAIN}. "),
    ],
)
def test_an_act_that_is_not_done_any_more_is_told_as_what_it_was_done_instead_of(
    db: CardDatabase, beside: str, now: str, says: str
) -> None:
    lines = of_turn(db, 2, beside)
    usual = lines.usual
    one = Deviation(0, 0, option(usual, 0, w.O_PLAY, now), frozenset())
    assert plan_words(lines.plan((usual, one), best=lines.deviating(usual, one))).startswith(says)


def test_of_two_copies_the_other_is_told_as_a_second_one(lines: Lines) -> None:
    usual = lines.usual
    assert [act.card for act in main_acts(usual)][:2] == [PLAIN, PLAIN]
    one = Deviation(0, 0, usual.steps[0].answer, frozenset())
    told = plan_words(lines.plan((usual, one), best=usual))
    assert told.startswith(f"Plan: Play {PLAIN} before Play a second {PLAIN}. ")


def test_the_plans_of_games_are_told_with_what_comes_at_once_apart(db: CardDatabase) -> None:
    ready = table(db, real(db), Opponent("list", list=real(db)), policy="planner", seed=9)
    seen = {True: 0, False: 0}
    for plan, told in plans_told(ready, 6):
        answered = {one.place == 0 for _, one in plan.taken if one.answer is not None}
        before, _, after = told.partition(LATER)
        if answered == {True}:
            assert not after
            seen[True] += 1
        elif answered == {False} and all(one.answer is not None for _, one in plan.taken):
            assert before == "Plan: "
            assert after
            seen[False] += 1
    assert min(seen.values()) > 0


def plans_told(ready: PreparedRun, games: int) -> list[tuple[Plan, str]]:
    """Return the plans of the first games, each with its words."""
    found: list[tuple[Plan, str]] = []
    for index in range(games):
        s = new_game(ready, index)
        minds = ready.policies(game_seed(ready.run.seed, index))
        assert isinstance(minds[0], PlannerPolicy)
        minds[0].tell = lambda plan: found.append((plan, plan_words(plan)))
        advance(s)
        while s.winner < 0 and s.players[0].turns < 6:
            assert s.decision is not None
            submit(s, minds[s.decision.player].answer(SeatView(s, s.decision.player)))
    return found


@pytest.mark.parametrize(
    ("gained", "says"),
    [
        (60, "Worth 10 Might more than on curve (in Might: "),
        (9, "Worth 1.5 Might more than on curve (in Might: "),
        (1, "Worth 0.2 Might more than on curve (in Might: "),
    ],
)
def test_a_gain_is_told_in_might(lines: Lines, gained: int, says: str) -> None:
    one = Deviation(0, 0, option(lines.usual, 0, w.O_END), frozenset())
    plan = lines.plan((lines.usual, one), best=lines.deviating(lines.usual, one))
    plan.usual.value, plan.best.value = 50, 50 + gained
    told = plan_words(plan)
    assert says in told
    assert "sixth" not in told
    parts = re.findall(r"[a-z ]+ [+-][\d.]+(?=[,)])", told)
    assert len(parts) == sum(a != b for a, b in zip(plan.best.parts, plan.usual.parts, strict=True))
