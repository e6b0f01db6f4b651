"""Names of cards: every spelling that a search for cards finds, what is told first, and the two names of a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.scenario.runner import FAULTY, HOLDS
from riftcheck.scenario.setup.cards import Pools
from tests.scenario.scenario_runs import ran

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

LEGEND = "Unforgiven"
FULL = "Yasuo, Unforgiven"


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


@pytest.mark.parametrize("name", [LEGEND, FULL, "yasuo unforgiven", "OGN-259"])
def test_a_legend_goes_by_every_name_that_a_search_finds(pools: Pools, db: CardDatabase, name: str) -> None:
    assert db.by_name[LEGEND].full_name == FULL
    text = (
        f"{{name: a, rules: [100], cards-proved: ['{name}'], setup: {{p1: {{legend: '{name}', base: [Vanilla 2]}}}}, "
        f"steps: [{{activate: '{name}', targets: Vanilla 2, choose: battlefield 1}}], "
        f"expect: {{'{name}': {{exhausted: true, named: '{name}'}}, chain: ['ability of {name}'], "
        f"events: [{{exhaust: '{name}'}}], not-offered: ['use {name}']}}}}"
    )
    outcome = ran(pools, text)
    assert outcome.result == HOLDS, outcome.message


def test_a_battlefield_goes_by_every_name_too(pools: Pools) -> None:
    text = (
        "{name: a, rules: [100], setup: {p1: {base: [Vanilla 2]}, battlefields: [altar to unity]}, "
        "steps: [{move: Vanilla 2, to: altar to unity}, finish-showdown], "
        "expect: {altar to unity: {control: p1, named: altar to UNITY}, Vanilla 2: {at: Altar to Unity}}}"
    )
    outcome = ran(pools, text)
    assert outcome.result == HOLDS, outcome.message


def test_the_scenarios_own_names_come_first(pools: Pools) -> None:
    text = (
        "{name: a, rules: [100], own-cards: [{name: Void-Seeker, might: 7}], "
        "setup: {p1: {base: [Void-Seeker], hand: [{card: Void Seeker, as: void seeker}]}}, expect: {WHAT}}"
    )
    for what, result in (
        ("Void-Seeker: {might: 7}", HOLDS),
        ("void seeker: hand", HOLDS),
        ("Void Seeker: hand", HOLDS),
        # It may be either.
        ("VOID SEEKER: hand", FAULTY),
        ("Voidd Seeker: hand", FAULTY),
    ):
        outcome = ran(pools, text.replace("WHAT", what))
        assert outcome.result == result, f"{what}: {outcome.message}"


COPY = """
name: a
rules: [479.1]
own-cards:
  - {name: Model, might: 5}
  - name: Mirror
    energy: 0
    do: [{become-copy: choose a friendly unit, of: choose an enemy unit, until: end of turn}]
  - {name: End, energy: 0, do: [{kill: choose a friendly unit}]}
setup:
  p1: {base: [Recruit], hand: [Mirror, End]}
  p2: {base: [Model]}
steps:
  - {play: Mirror, targets: [Recruit, p2 Model]}
  - resolve
  - expect:
      Recruit: {might: 5, named: Model}
      p1 Model: {might: 5}
      p1: {base: [Recruit]}
  - expect: {p1: {base: [Model]}}
  - {play: End, targets: Recruit}
  - {resolve: , expect: {events: [{die: WHO}]}}
expect: {turn: 3}
"""


@pytest.mark.parametrize(("who", "holds"), [("Recruit", True), ("Model", True), ("Mirror", False)])
def test_a_token_that_became_a_copy_answers_to_both_names(pools: Pools, who: str, holds: bool) -> None:
    outcome = ran(pools, COPY.replace("WHO", who))
    assert (outcome.result == HOLDS) == holds, f"{outcome.text} {outcome.message}"


def test_a_copy_that_has_ended_has_its_own_name_only(pools: Pools) -> None:
    text = COPY[: COPY.index("  - {play: End")] + "  - end-turn\nexpect: {Recruit: {might: 1, named: Recruit}, WHAT}\n"
    assert ran(pools, text.replace("WHAT", "p2 Model: {at: p2 base}")).result == HOLDS
    assert ran(pools, text.replace("WHAT", "p1 Model: {might: 5}")).result != HOLDS
