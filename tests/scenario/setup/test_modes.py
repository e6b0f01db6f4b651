"""Modes in scenarios: one that there is not is a fault; one that may not be chosen now is not offered."""

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
  - name: Fork
    energy: 0
    do: [{choose-one: [{do: [{draw: 1}]}, {do: [{xp: 1}]}, {do: [{stun: choose an enemy unit}]}]}]
  - {name: Coin, energy: 0, do: [{either: [{do: [{draw: 1}]}, {do: [{xp: 1}]}]}]}
  - name: Rota
    type: Gear
    abilities:
      - cost: {energy: 0}
        do: [{choose-one: [{do: [{draw: 1}]}, {do: [{xp: 1}]}, {do: [{xp: 2}]}], not-chosen: this turn}]
setup: {p1: {hand: [Fork, Coin], base: [Rota]}}
expect: {turn: 3}
steps:
"""


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


def ran(pools: Pools, *lines: str) -> Outcome:
    (scenario,) = read_scenarios((BASE + "".join(f"  - {line}\n" for line in lines)).encode(), "modes.yaml")
    return run(scenario, pools)


@pytest.mark.parametrize("word", ["0", "4", "mode 4", "mode 0"])
@pytest.mark.parametrize("illegal", ["", ", illegal: true"])
def test_a_mode_that_there_is_not_is_a_fault(pools: Pools, word: str, illegal: str) -> None:
    outcome = ran(pools, f"{{play: Fork, choose: [{word}]{illegal}}}")
    assert outcome.result == FAULTY, outcome.message
    assert f"there are 3 modes, so there is no number {word[-1]}" in outcome.message


@pytest.mark.parametrize(("illegal", "result"), [("", FAILS), (", illegal: true", HOLDS)])
def test_a_mode_without_its_target_is_not_offered(pools: Pools, illegal: str, result: str) -> None:
    outcome = ran(pools, f"{{play: Fork, choose: [3]{illegal}}}")
    assert outcome.result == result, outcome.message


@pytest.mark.parametrize(
    ("last", "result"),
    [
        ("{activate: Rota, choose: [2], illegal: true}", HOLDS),
        ("{activate: Rota, choose: [3], illegal: true}", FAILS),
        ("{activate: Rota, choose: [4], illegal: true}", FAULTY),
    ],
)
def test_a_mode_chosen_before_is_one_that_there_is(pools: Pools, last: str, result: str) -> None:
    outcome = ran(pools, "{activate: Rota, choose: [2]}", "resolve", last)
    assert outcome.result == result, outcome.message


def test_a_choice_on_resolution_has_two_ways(pools: Pools) -> None:
    outcome = ran(pools, "{play: Coin}", "{resolve: top, choose: [3]}")
    assert outcome.result == FAULTY, outcome.message
    assert "there are 2 modes, so there is no number 3" in outcome.message
    assert ran(pools, "{play: Coin}", "{resolve: top, choose: [2]}").result == HOLDS
