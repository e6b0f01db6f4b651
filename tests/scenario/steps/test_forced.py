"""Questions with only one answer: a right one may be told, a wrong one is refused, and an illegal step proves that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.scenario.format.reader import read_scenarios
from riftcheck.scenario.runner import FAILS, FAULTY, HOLDS, Outcome, run
from riftcheck.scenario.setup.cards import Pools

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

BASE = """
name: one
rules: [100]
own-cards:
  - {name: Wall, might: 2, keywords: [tank]}
  - {name: Gate, might: 2, keywords: [tank]}
  - {name: Rear, might: 2, keywords: [backline]}
  - {name: Zap, energy: 0, keywords: [action], do: [{deal: 1, to: choose a unit at a battlefield}]}
  - {name: Pair, energy: 0, do: [{deal: 1, to: choose 2 units at battlefields}]}
  - {name: Some, energy: 0, do: [{exhaust: choose up to 2 enemy gear}, {draw: 1}]}
  - {name: Peek, energy: 0, do: [{look-at: top 3 of your deck, as: seen}, {put: seen, into: top of your deck}]}
  - {name: Eye, abilities: [{when: you play me, do: [{draw: 1}]}]}
  - name: Ear
    type: Gear
    abilities: [{when: you play a unit, do: [{xp: 1}]}]
  - name: Nose
    type: Gear
    abilities: [{when: you play a unit, do: [{draw: 1}]}]
setup:
  p1:
    hand: [Zap, Pair, Some, Peek, Eye]
    deck: [Vanilla 7, Vanilla 8, Vanilla 9, Filler, Filler]
    base: [Vanilla 4, Vanilla 6, Ear, Nose]
  battlefields:
    - {units: {p2: UNITS}}
"""


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


def ran(pools: Pools, units: str, *lines: str) -> Outcome:
    told = "".join(f"  - {line}\n" for line in lines)
    text = f"{BASE.replace('UNITS', units)}steps:\n{told}expect: {{turn: 3}}\n"
    (scenario,) = read_scenarios(text.encode(), "here.yaml")
    return run(scenario, pools)


@pytest.mark.parametrize(
    "lines",
    [
        # The only target, with the play, in a list of its own, or after it.
        ["{play: Zap, targets: Bare Champion}"],
        ["{play: Zap, targets: [[Bare Champion]]}"],
        ["{play: Zap}", "{answer: Bare Champion}"],
        # Nothing, where there is nothing to choose.
        ["{play: Some, targets: none}"],
        ["{play: Some, targets: [[]]}"],
        ["{play: Some}", "{answer: none}"],
        # The last of an order, with the others or after them.
        ["{play: Eye, to: base, choose: [ability of Ear, ability of Nose, ability of Eye]}"],
        ["{play: Eye, to: base, choose: [ability of Ear, ability of Nose]}"],
        ["{play: Eye, to: base, choose: [[ability of Ear, ability of Nose, ability of Eye]]}"],
        ["{play: Eye, to: base}", "{answer: [ability of Ear, ability of Nose, ability of Eye]}"],
        [
            "{play: Eye, to: base}",
            "{answer: ability of Ear}",
            "{answer: ability of Nose}",
            "{answer: ability of Eye}",
        ],
        ["{play: Peek}", "{resolve: , choose: [Vanilla 9, Vanilla 7, Vanilla 8]}"],
    ],
)
def test_a_right_answer_may_be_told(pools: Pools, lines: list[str]) -> None:
    outcome = ran(pools, "[Bare Champion]", *lines)
    assert outcome.result == HOLDS, f"{outcome.text}: {outcome.message}"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["{play: Zap, targets: Vanilla 4}"], "p1 was asked (target) with only one answer, Bare Champion"),
        (["{play: Zap, targets: [[Bare Champion, Bare Champion]]}"], ") was not asked for"),
        (["{play: Zap, targets: [[]]}"], "with only one answer, Bare Champion"),
        (["{play: Zap, targets: none}"], "with only one answer, Bare Champion"),
        (["{play: Zap}", "{answer: Vanilla 4}"], "no question is open; p1 was asked (target) with only one answer, B"),
        (["{play: Zap}", "{answer: Bare Champion}", "{answer: Bare Champion}"], "no question is open; now:"),
        (["{play: Some, targets: Ear}"], ") was not asked for"),
        (["{play: Eye, to: base, choose: [ability of Ear, ability of Nose, ability of Nose]}"], "not asked for"),
        (["{play: Eye, to: base, choose: [ability of Ear, ability of Nose, ability of Ear]}"], "not asked for"),
        (["{play: Peek}", "{resolve: , choose: [Vanilla 9, Vanilla 7, Vanilla 7]}"], "only one answer, Vanilla 8"),
    ],
)
def test_a_wrong_answer_is_refused_where_there_is_only_one(pools: Pools, lines: list[str], words: str) -> None:
    outcome = ran(pools, "[Bare Champion]", *lines)
    assert outcome.result == FAILS, outcome.message
    assert words in outcome.message
    illegal = [*lines[:-1], lines[-1].replace("}", ", illegal: true}")]
    assert ran(pools, "[Bare Champion]", *illegal).result == HOLDS


def test_an_illegal_answer_does_not_hold_where_it_was_the_only_one(pools: Pools) -> None:
    outcome = ran(pools, "[Bare Champion]", "{play: Zap}", "{answer: Bare Champion, illegal: true}")
    assert (outcome.result, outcome.message) == (FAILS, "it was allowed")


def test_of_two_that_are_both_chosen_each_is_told_once(pools: Pools) -> None:
    for told, result in (("[Wall, Rear]", HOLDS), ("[[Rear, Wall]]", HOLDS), ("[[Wall, Wall]]", FAILS)):
        outcome = ran(pools, "[Wall, Rear]", f"{{play: Pair, targets: {told}}}")
        assert outcome.result == result, outcome.message


# Four damage to units of 2, 2 and 1, or six: the latter is enough for all, so nobody is asked.
ORDERS = {
    ("Vanilla 4", "[Wall, Vanilla 1, Vanilla 2]"): (
        ["Wall, Vanilla 2", "Wall, Vanilla 1, Vanilla 2"],
        "Vanilla 2, Wall",
    ),
    ("Vanilla 4", "[Wall, Gate, Vanilla 1]"): (["Gate, Wall", "Wall, Gate"], "Wall, Vanilla 1"),
    ("Vanilla 4", "[Rear, Vanilla 1, Vanilla 2]"): (["Vanilla 2, Vanilla 1, Rear"], "Rear, Vanilla 2"),
    ("Vanilla 4", "[Wall, Vanilla 1]"): (["Wall, Vanilla 1", "Wall"], "Vanilla 1, Wall"),
    ("Vanilla 4", "[Vanilla 1, Rear]"): (["Vanilla 1, Rear"], "Rear, Vanilla 1"),
    ("Vanilla 6", "[Wall, Rear, Vanilla 1]"): (["Wall, Vanilla 1, Rear"], "Wall, Rear, Vanilla 1"),
    ("Vanilla 6", "[Vanilla 1, Vanilla 2, Vanilla 3]"): (
        ["Vanilla 1, Vanilla 2, Vanilla 3", "Vanilla 3, Vanilla 1, Vanilla 2"],
        "Vanilla 1, Vanilla 2, Vanilla 2",
    ),
}


@pytest.mark.parametrize(("attacker", "units"), ORDERS)
def test_an_order_of_assignment_is_told_and_an_illegal_one_proved(pools: Pools, attacker: str, units: str) -> None:
    """CR 467.2.c.6 to 8: Tank first, Backline last; also where the damage is enough for all and nobody is asked."""
    right, wrong = ORDERS[attacker, units]
    move = f"{{move: {attacker}, to: battlefield 1}}"
    cases = [(order, True) for order in right] + [(wrong, False)]
    for order, legal in cases:
        for told in (f"[{order}]", f"[[{order}]]"):
            outcome = ran(pools, units, move, f"{{finish-showdown: , choose: {told}}}")
            assert outcome.result == (HOLDS if legal else FAILS), f"{told}: {outcome.message}"
            illegal = f"{{finish-showdown: , choose: {told}, illegal: true}}"
            outcome = ran(pools, units, move, illegal, "finish-showdown")
            # Left unanswered, the fight of the real state may stop at its question.
            assert ("it was allowed" in outcome.message) == legal, f"{told}: {outcome.message}"


def test_a_list_in_a_list_of_answers_says_so(pools: Pools) -> None:
    outcome = ran(pools, "[Wall, Rear]", "{play: Zap}", "{answer: [[Wall]]}")
    assert outcome.result == FAULTY
    assert "must be a name, a number, yes or no; it is a list" in outcome.message
