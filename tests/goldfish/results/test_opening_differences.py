"""Games with and without a card in the opening hand: what differs, and what only looks so."""

from __future__ import annotations

import random
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.goldfish.results.document import result_document
from riftcheck.goldfish.results.opening_differences import LEAST_GAMES
from riftcheck.goldfish.results.run_info import RunInfo
from riftcheck.goldfish.simulation.facts import GameFacts, TurnFacts
from riftcheck.goldfish.stats.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NAMES = ("Swift", "Slow", *(f"Plain {number}" for number in range(18)))
ABOUT = RunInfo(kinds=(*NAMES, "Rare"), copies=(2,) * 21, turns=10, victory=2)


def game(index: int, opening: Sequence[int], turn: int | None, *, lost: bool = False) -> GameFacts:
    facts = GameFacts(index, first=index % 2 == 0, finished=turn is not None or lost, won=turn is not None)
    facts.opening = list(opening)
    facts.turns = [TurnFacts() for _ in range(turn or ABOUT.turns)]
    facts.point_turns = [] if turn is None else [1, turn]
    return facts


def games_of(number: int, *, losses: bool, seed: int = 3) -> list[GameFacts]:
    """Return games that are a turn faster with the first card and a turn slower with the second; the last is rare."""
    rng = random.Random(seed)
    found = []
    for index in range(number):
        opening = rng.sample(range(20), 4) + [20] * (index < LEAST_GAMES - 1)
        turn = rng.choice((5, 6, 6, 7)) - (0 in opening) + (1 in opening)
        lost = losses and turn > 6
        found.append(game(index, opening, None if lost else turn, lost=lost))
    return found


def cards_of(games: Iterable[GameFacts]) -> tuple[dict[str, Any], dict[str, Any]]:
    tally = Tally()
    for facts in games:
        tally.add(facts)
    document = result_document(tally, ABOUT)
    return document, {card["name"]: card["all"]["opening_difference"] for card in document["cards"]}


def test_the_difference_is_that_of_the_games_themselves() -> None:
    games = games_of(600, losses=False)
    document, found = cards_of(games)
    assert document["measure"] == "turn"
    for kind, name in enumerate(NAMES):
        turns = {has: [len(one.turns) for one in games if (kind in one.opening) is has] for has in (True, False)}
        assert found[name]["value"] == pytest.approx(fmean(turns[True]) - fmean(turns[False]), abs=5e-5)
        assert found[name]["n"] == 600
        assert found[name]["low"] < found[name]["value"] < found[name]["high"]


@pytest.mark.parametrize("losses", [False, True])
def test_planted_cards_are_found_and_others_are_not(losses: bool) -> None:
    document, found = cards_of(games_of(600, losses=losses))
    assert document["measure"] == ("won" if losses else "turn")
    answers = {name: one["answer"] for name, one in found.items() if one["answer"] != "not known"}
    assert answers == {"Swift": "better", "Slow": "worse"}
    assert (found["Swift"]["value"] > 0) is losses  # more games won, or fewer turns
    assert [name for name in NAMES if found[name]["chance"] < 0.05] == ["Swift", "Slow"]


def test_chances_are_corrected_for_the_number_of_cards() -> None:
    lucky = 0
    for seed in range(4):
        _, found = cards_of(games_of(600, losses=False, seed=seed))
        plain = [one for name, one in found.items() if name.startswith("Plain")]
        beyond = [one for one in plain if not one["low"] <= 0 <= one["high"]]
        assert all(one["answer"] == "not known" and one["chance"] > 0.05 for one in beyond)
        lucky += len(beyond)
    assert lucky  # of 72 cards that do nothing some look like something


def test_too_few_games_say_nothing() -> None:
    nothing = {"value": None, "low": None, "high": None, "n": 0, "chance": None, "answer": "not known"}
    _, found = cards_of(games_of(600, losses=False))
    assert found["Rare"] == nothing  # 29 games have it
    enough = [*games_of(600, losses=False), game(600, [20], 6)]
    assert cards_of(enough)[1]["Rare"]["n"] == 601
    # And of 190 games won and 10 lost: a card in the opening hand of 40 would have two of these.
    document, found = cards_of(
        [*games_of(190, losses=False), *(game(index, [0], None, lost=True) for index in range(190, 200))]
    )
    assert document["measure"] == "won"
    assert all(one == nothing for one in found.values())


def test_a_few_games_lost_do_not_silence_what_the_turn_tells() -> None:
    """One in a hundred games lost is too few for games won to tell anything; the turn of the others does."""
    lost = [game(index, [2, 3, 4, 5], None, lost=True) for index in range(600, 606)]
    document, found = cards_of([*games_of(600, losses=False), *lost])
    assert document["measure"] == "turn"
    assert (found["Swift"]["answer"], found["Slow"]["answer"]) == ("better", "worse")
    more = [game(index, [2, 3, 4, 5], None, lost=True) for index in range(600, 640)]
    assert cards_of([*games_of(600, losses=False), *more])[0]["measure"] == "won"


def test_a_victory_score_that_was_not_reached_is_the_turn_after_the_last() -> None:
    games = [game(index, [0] if index < 40 else [1], 6 if index % 2 else None) for index in range(80)]
    assert cards_of(games)[1]["Swift"]["value"] == 0
    games[0] = game(0, [0], 6)
    assert cards_of(games)[1]["Swift"]["value"] == pytest.approx((6 - 11) / 40, abs=1e-4)
