"""The reason why an ability cannot be activated, a unit not move, or a card not be hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from drills.random_games import RandomGame
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.model import constants as w
from riftcheck.scenario.setup.cards import Pools
from riftcheck.scenario.steps.refusals import TIMINGS
from riftcheck.scenario.steps.refused_actions import ability_reason
from tests.scenario.scenario_runs import message_of_failure

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

CARDS = """
own-cards:
  - {name: Fast, energy: 0, keywords: [action], do: [{draw: 1}]}
  - {name: Bell, type: Gear, abilities: [{cost: {exhaust: me}, do: [{draw: 1}]}]}
  - {name: Mine, type: Gear, abilities: [{cost: {energy: 2, power: mind}, do: [{draw: 1}]}]}
  - {name: Altar, type: Gear, abilities: [{cost: {kill: a friendly unit}, do: [{draw: 1}]}]}
  - {name: Bow, type: Gear, abilities: [{cost: {exhaust: me}, do: [{deal: 1, to: choose an enemy unit}]}]}
  - {name: Odd, type: Gear, abilities: [{cost: {energy: 0}, once: each turn, do: [{draw: 1}]}]}
  - {name: Late, type: Gear, abilities: [{cost: {energy: 0}, only: you control 2 or more units, do: [{draw: 1}]}]}
  - {name: Hider, might: 2, keywords: [hidden]}
"""
OWN = "battlefields: [{units: {p1: [Vanilla 2]}}]"
CASES = {
    "exhausted": ("{p1: {base: [{card: Bell, exhausted: true}]}}", ["{activate: Bell}"], "it is exhausted"),
    "energy and domain": (
        "{p1: {base: [Mine], runes: [Fury]}}",
        ["{activate: Mine}"],
        "it costs 2 energy and 1 Mind power; 1 energy and 1 Mind power are missing (p1 has 1 ready of 1 rune: 1 Fury)",
    ),
    "another cost": ("{p1: {base: [Altar]}}", ["{activate: Altar}"], "its cost cannot be paid: kill 1"),
    "no legal target": ("{p1: {base: [Bow]}}", ["{activate: Bow}"], "it has no legal target"),
    "once a turn": (
        "{p1: {base: [Odd]}}",
        ["{activate: Odd}", "resolve", "{activate: Odd}"],
        "it was used this turn already",
    ),
    "Empowered already": (
        '{p1: {base: [{card: "Mel, Newly Awakened", empowered: 1}]}}',
        ["{activate: Mel}"],
        "'Mel' is not offered: it is Empowered already",
    ),
    "a condition": ("{p1: {base: [Late]}}", ["{activate: Late}"], "the condition for activating it does not hold"),
    "time": (
        "{p1: {hand: [Fast], base: [Bell]}}",
        ["{play: Fast}", "{activate: Bell}"],
        "the chain is not empty, and it has no Reaction",
    ),
    "control": ("{p2: {base: [Bell]}}", ["{activate: Bell}"], "p2 controls it"),
    "no ability": ("{p1: {base: [Vanilla 2]}}", ["{activate: Vanilla 2}"], "it has no ability that can be activated"),
    "not on the board": ("{p1: {hand: [Bell]}}", ["{activate: Bell}"], "it is not on the board"),
    "a move on a chain": (
        "{p1: {hand: [Fast], base: [Vanilla 2]}}",
        ["{play: Fast}", "{move: Vanilla 2, to: battlefield 1}"],
        "units move only in the main phase of their player's turn, with an empty chain and no showdown",
    ),
    "a move without units": (
        "{p1: {base: [Bell]}}",
        ["{move: Bell, to: battlefield 1}"],
        "a move to 'battlefield 1' is not offered: only units move; now:",
    ),
    "the only unit is exhausted": (
        "{p1: {base: [{card: Vanilla 2, exhausted: true}]}}",
        ["{move: Vanilla 2, to: battlefield 1}"],
        "a move to 'battlefield 1' is not offered: it is exhausted; now:",
    ),
    "no unit can move": (
        "{p1: {base: [{card: Vanilla 2, exhausted: true}]}, p2: {base: [Vanilla 3]}}",
        ["{move: [Vanilla 2, Vanilla 3], to: battlefield 1}"],
        "a move to 'battlefield 1' is not offered: Vanilla 2: it is exhausted; Vanilla 3: p2 controls it; now:",
    ),
    "an exhausted unit": (
        "{p1: {base: [Vanilla 3, {card: Vanilla 2, exhausted: true}]}}",
        ["{move: [Vanilla 3, Vanilla 2], to: battlefield 1}"],
        "the answer [Vanilla 3, Vanilla 2] (steps/0/move) was not asked for; Vanilla 2: it is exhausted; p1 was asked",
    ),
    "an exhausted unit beside two others": (
        "{p1: {base: [Vanilla 3, Vanilla 4, {card: Vanilla 2, exhausted: true}]}}",
        ["{move: [Vanilla 3, Vanilla 2], to: battlefield 1}"],
        "'Vanilla 2' is not offered: it is exhausted; now: p1 is asked (move",
    ),
    "no Ganking": (
        f"{{p1: {{base: [Vanilla 3]}}, {OWN}}}",
        ["{move: Vanilla 2, to: battlefield 2}"],
        "only a unit with Ganking moves from battlefield to battlefield",
    ),
    "the base of another player": (
        "{p1: {base: [Vanilla 3]}}",
        ["{move: Vanilla 3, to: p2 base}"],
        "units do not move to the base of another player",
    ),
    "a unit of another player": (
        "{p1: {base: [Vanilla 3]}, p2: {base: [Vanilla 2]}}",
        ["{move: Vanilla 2, to: battlefield 1}"],
        "the answer 'Vanilla 2' (steps/0/move) was not asked for; p2 controls it; p1 was asked (move) with only one",
    ),
    "no Hidden": (
        f"{{p1: {{hand: [Fast]}}, {OWN}}}",
        ["{hide: Fast, to: battlefield 1}"],
        "'Fast' is not offered: it has no Hidden",
    ),
    "hiding without control": (
        "{p1: {hand: [Hider]}}",
        ["{hide: Hider, to: battlefield 1}"],
        "p1 does not control battlefield 1",
    ),
    "hiding in the base": (
        f"{{p1: {{hand: [Hider]}}, {OWN}}}",
        ["{hide: Hider, to: base}"],
        "cards are hidden only at battlefields",
    ),
    "no room": (
        "{p1: {hand: [Hider]}, battlefields: [{units: {p1: [Vanilla 2]}, facedown: {p1: [Hider]}}]}",
        ["{hide: Hider, to: battlefield 1}"],
        "battlefield 1 has no room for another facedown card",
    ),
    "hiding without runes": (
        f"{{p1: {{hand: [Hider], runes: []}}, {OWN}}}",
        ["{hide: Hider, to: battlefield 1}"],
        "p1 cannot pay for hiding it",
    ),
    "hiding from the trash": (
        f"{{p1: {{trash: [Hider]}}, {OWN}}}",
        ["{hide: Hider, to: battlefield 1}"],
        "it is not in the hand or the champion zone of p1",
    ),
    "another player first": (
        "{p1: {hand: [Fast]}, p2: {hand: [Fast]}}",
        ["{play: p1 Fast}", "{play: p2 Fast, by: p2}"],
        "p2 is not asked now (p1 may `pass`): p1 is asked (priority",
    ),
}


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


@pytest.mark.parametrize("what", CASES)
def test_a_refused_action_gives_its_reason(pools: Pools, what: str) -> None:
    assert CASES[what][2] in message_of_failure(pools, CASES[what], CARDS)


def test_every_refused_ability_of_a_game_has_a_reason_and_no_offered_one() -> None:
    """At every fifth window of some games; the engine's offers are what is true."""
    assert sum(_compared(RandomGame(seed)) for seed in range(1, 4)) > 50


def _compared(game: RandomGame) -> int:
    """Play a game, compare the reasons of all abilities with the offers, and return how many were compared."""
    compared = 0
    for number in range(1500):
        decision = game.game.decision
        if decision is None:
            break
        if decision.kind in TIMINGS and not number % 5:
            s = game.game.state
            offered = {detail for kind, _, detail in decision.options if kind == w.O_ACTIVATE}
            for place, (env, activated) in enumerate(get_index(s).activated):
                reason = ability_reason(s, decision.player, env, activated, decision.kind)
                told = f"{env.d.name}: {reason!r} at decision {game.played} of seed {game.seed}"
                assert (reason == "") == (place in offered), told
                compared += 1
        game.step()
    return compared
