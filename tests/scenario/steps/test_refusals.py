"""The reason why a card cannot be played: each kind of reason, and that there is one for every refused play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from drills.random_games import RandomGame
from riftcheck.engine.model import constants as w
from riftcheck.engine.playing.plays import WAY_STEP
from riftcheck.scenario.runner import HOLDS
from riftcheck.scenario.setup.cards import Pools
from riftcheck.scenario.steps.refusals import TIMINGS, play_reason, ways_to_play
from tests.scenario.scenario_runs import message_of_failure, ran

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

CARDS = """
own-cards:
  - {name: Zap, energy: 2, keywords: [action], do: [{deal: 3, to: choose a unit at a battlefield}]}
  - {name: Pair, energy: 0, do: [{deal: 1, to: choose 2 enemy units}]}
  - {name: Slow, energy: 0, do: [{draw: 1}]}
  - {name: Quick, energy: 0, keywords: [reaction], do: [{draw: 1}]}
  - {name: Fast, energy: 0, keywords: [action], do: [{draw: 1}]}
  - {name: Mindful, energy: 1, power: 1, domains: [Mind], do: [{draw: 1}]}
  - {name: Either, energy: 0, power: 2, domains: [Mind, Calm], do: [{draw: 1}]}
  - {name: Dear, energy: 5, power: 1, domains: [Fury], do: [{draw: 1}]}
  - {name: Cruel, energy: 0, abilities: [{additional-cost: {kill: a friendly unit}}], do: [{draw: 1}]}
  - {name: Duel, energy: 0, do: [{deal: 1, to: choose a friendly unit}, {deal: 1, to: choose an enemy unit}]}
  - {name: Burn, energy: 0, power: 1, domains: [Fury], do: [{deal: 1, to: choose an enemy unit}]}
  - {name: Greedy, energy: 2, abilities: [{additional-cost: {kill: a friendly unit}}], do: [{draw: 1}]}
  - {name: Picky, might: 2, abilities: [{cannot: you play me except to a battlefield you conquered this turn}]}
  - name: Shedder
    energy: 1
    might: 2
    abilities:
      - {additional-cost: {discard: 1}, optional: true, as: shed}
      - {when: you play me, if: shed is paid, do: [{draw: 1}]}
  - {name: Slippery, might: 2, keywords: [deflect 2]}
  - {name: Lurker, might: 2, keywords: [ambush]}
  - {name: Hider, might: 2, keywords: [hidden]}
  - {name: Sprinter, energy: 1, might: 2, keywords: [accelerate]}
  - {name: Guard, energy: 1, might: 2}
  - {name: Ban, might: 1, abilities: [{cannot: opponents play spells}]}
  - name: Choice
    energy: 0
    do: [{choose-one: [{do: [{kill: choose a gear}]}, {do: [{deal: 1, to: choose an enemy unit}]}]}]
"""
ENEMY = "battlefields: [{units: {p2: [Vanilla 2]}}]"
CASES = {
    "no legal target": ("{p1: {hand: [Zap]}}", ["{play: Zap}"], "it has no legal target"),
    "too few legal targets": (
        f"{{p1: {{hand: [Pair]}}, {ENEMY}}}",
        ["{play: Pair}"],
        "it needs 2 targets, and only 1 is legal",
    ),
    "one of two different targets": (
        "{p1: {hand: [Duel], base: [Vanilla 1]}}",
        ["{play: Duel}"],
        "it has no legal second target; now:",
    ),
    "no legal target and the wrong domain": (
        "{p1: {hand: [Burn], runes: [Calm]}}",
        ["{play: Burn}"],
        "it has no legal target; also, it costs 0 energy and 1 Fury power; 1 Fury power is missing (p1 has 1 ready",
    ),
    "a mandatory cost and energy": (
        "{p1: {hand: [Greedy], runes: []}}",
        ["{play: Greedy}"],
        "cannot be paid: kill 1; also, it costs 2 energy; 2 energy are missing (p1 has 0 ready of 0 runes)",
    ),
    "no mode with a legal target": (
        "{p1: {hand: [Choice]}}",
        ["{play: Choice}"],
        "none of its modes can be chosen: it has no legal target",
    ),
    "the wrong domain": (
        "{p1: {hand: [Mindful], runes: [Fury, Fury]}}",
        ["{play: Mindful}"],
        "it costs 1 energy and 1 Mind power; 1 Mind power is missing (p1 has 2 ready of 2 runes: 2 Fury)",
    ),
    "one of two domains": (
        "{p1: {hand: [Either], runes: [Calm]}}",
        ["{play: Either}"],
        "it costs 0 energy and 2 Calm or Mind power; 1 Calm or Mind power is missing",
    ),
    "too little energy": (
        "{p1: {hand: [Dear], runes: [Fury, Fury exhausted, Calm]}}",
        ["{play: Dear}"],
        "it costs 5 energy and 1 Fury power; 3 energy are missing (p1 has 2 ready of 3 runes: 2 Fury, 1 Calm)",
    ),
    "energy and power": (
        "{p1: {hand: [Dear], runes: [Calm]}}",
        ["{play: Dear}"],
        "it costs 5 energy and 1 Fury power; 4 energy and 1 Fury power are missing",
    ),
    "Deflect": (
        "{p1: {hand: [Zap], runes: [Fury, Fury exhausted]}, battlefields: [{units: {p2: [Slippery]}}]}",
        ["{play: Zap}"],
        "it costs 2 energy; 1 energy is missing",
    ),
    "Deflect alone": (
        "{p1: {hand: [Zap], runes: [Fury], pool: {energy: 2}}, battlefields: [{units: {p2: [Slippery]}}]}",
        ["{play: Zap}"],
        "it costs 2 energy, and more with each legal choice (such as Deflect); 1 power is missing",
    ),
    "a mandatory cost": (
        "{p1: {hand: [Cruel]}}",
        ["{play: Cruel}"],
        "its mandatory additional cost cannot be paid: kill 1",
    ),
    "no Reaction": (
        "{p1: {hand: [Fast, Slow]}}",
        ["{play: Fast}", "{play: Slow}"],
        "this is no time for it: the chain is not empty, and it has no Reaction",
    ),
    "no Action": (
        f"{{p1: {{hand: [Slow], base: [Vanilla 3]}}, {ENEMY}}}",
        ["{move: Vanilla 3, to: battlefield 1}", "{play: Slow}"],
        "this is no time for it: in a showdown it needs Action or Reaction",
    ),
    "Ambush without company": (
        "{p1: {hand: [Fast, Lurker]}}",
        ["{play: Fast}", "{play: Lurker}"],
        "no place for it: at this time its Ambush lets it be played only to a battlefield where p1 has units; now",
    ),
    "Ambush with company only in the base": (
        "{p1: {hand: [Fast, Lurker], base: [Vanilla 1]}}",
        ["{play: Fast}", "{play: Lurker}"],
        "no place for it: at this time its Ambush lets it be played only to a battlefield where p1 has units; now",
    ),
    "hidden this turn": (
        "{p1: {hand: [Hider]}, battlefields: [{units: {p1: [Vanilla 2]}}]}",
        ["{hide: Hider, to: battlefield 1}", "{play: Hider}"],
        "it was hidden this turn, and may be played from the next turn on (CR 811.1.b)",
    ),
    "a prohibition": ("{p1: {hand: [Slow]}, p2: {base: [Ban]}}", ["{play: Slow}"], "Ban forbids playing it"),
    "the trash": (
        "{p1: {trash: [Slow]}}",
        ["{play: Slow}"],
        "it is in the trash of p1, and nothing lets p1 play it from there",
    ),
    "another hand": ("{p2: {hand: [Slow]}}", ["{play: Slow}"], "it is in the hand of p2, and p1 is asked now"),
    "the board": ("{p1: {base: [Guard]}}", ["{play: Guard}"], "it is on the board already"),
    "the chain": ("{p1: {hand: [Fast]}}", ["{play: Fast}", "{play: Fast}"], "it is on the chain already"),
    "another zone than told": (
        "{p1: {hand: [Slow]}}",
        ["{play: Slow, from: champion zone}"],
        "it cannot be played from there: it is in the hand of p1",
    ),
    "a token": ("{p1: {base: [Recruit]}}", ["{play: Recruit}"], "a token is not played"),
    "a place without control": (
        f"{{p1: {{hand: [Guard]}}, {ENEMY}}}",
        ["{play: Guard, to: battlefield 1}"],
        "(steps/0/to) was not asked for; p1 does not control battlefield 1, and nothing else lets it be played there; ",
    ),
    "a place among others": (
        "{p1: {hand: [Guard]}, battlefields: [{units: {p1: [Vanilla 2]}}, {units: {p2: [Vanilla 2]}}]}",
        ["{play: Guard, to: battlefield 2}"],
        "'battlefield 2' is not offered: p1 does not control battlefield 2, and nothing else lets it be played there; ",
    ),
    "the base of another player": (
        "{p1: {hand: [Guard]}}",
        ["{play: Guard, to: p2 base}"],
        "nothing is played to the base of another player",
    ),
    "a place for a spell": (
        "{p1: {hand: [Slow]}}",
        ["{play: Slow, to: base}"],
        "the answer 'base' (steps/0/to) was not asked for; no place is chosen for a spell",
    ),
    "a place for gear": (
        "{p1: {hand: [Bare Gear]}}",
        ["{play: Bare Gear, to: battlefield 1}"],
        "gear enters its controller's base",
    ),
    "a place that a spell's text gives": (
        f"{{p1: {{hand: [Charm]}}, {ENEMY}}}",
        ["{play: Charm, targets: Vanilla 2, to: base}"],
        "'base' is not offered: p1 is asked (location: Player 1: where? [Charm]); offered are: at base of player 2 [p2",
    ),
    "a unit that its text keeps from every place": (
        "{p1: {hand: [Picky]}}",
        ["{play: Picky}"],
        "forbids playing it to p1 base, battlefield 1 or battlefield 2; now:",
    ),
    "an optional cost without cards to discard": (
        "{p1: {hand: [Shedder]}}",
        ["{play: Shedder, to: base, extra: shed}"],
        "the answer 'shed' (steps/0/extra) was not asked for; shed cannot be paid: discard 1; ",
    ),
    "an optional cost": (
        "{p1: {hand: [Sprinter], runes: [Fury]}}",
        ["{play: Sprinter, to: base, extra: accelerate}"],
        "was not asked for; with accelerate, it costs 2 energy and 1 Fury power; 1 energy is missing (p1 has",
    ),
}


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


@pytest.mark.parametrize("what", CASES)
def test_a_refused_play_gives_its_reason(pools: Pools, what: str) -> None:
    assert CASES[what][2] in message_of_failure(pools, CASES[what], CARDS)


def test_an_offer_that_is_missed_gives_its_reason(pools: Pools) -> None:
    setup = "setup: {p1: {hand: [Zap, Slow, Guard]}}"
    outcome = ran(pools, f"name: a\nrules: [100]\n{setup}\nexpect: {{offered: [play Slow, play Zap]}}{CARDS}")
    assert outcome.message == "it has no legal target; offered are: play Slow; play Guard; end turn"


def test_an_illegal_play_needs_no_reason(pools: Pools, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of scenarios have illegal plays, and nobody reads their reasons."""
    monkeypatch.setattr("riftcheck.scenario.steps.actor.refused_play", lambda *_: pytest.fail("it was computed"))
    setup = "setup: {p1: {hand: [Zap]}}"
    outcome = ran(pools, f"name: a\nrules: [100]\n{setup}\nsteps: [{{play: Zap, illegal: true}}]{CARDS}")
    assert outcome.result == HOLDS, outcome.message


@pytest.mark.parametrize("seed", range(1, 5))
def test_every_refused_play_of_a_game_has_a_reason_and_no_offered_one(seed: int) -> None:
    """At every tenth window each card of the player is asked about; the engine's offers are what is true."""
    game = RandomGame(seed)
    compared = 0
    for number in range(1500):
        decision = game.game.decision
        if decision is None:
            break
        if decision.kind in TIMINGS and not number % 10:
            compared += _compare(game)
        game.step()
    assert compared > 30


def _compare(game: RandomGame) -> int:
    """Compare the reasons of all cards with the offers in a window; return how many plays were compared."""
    s, decision = game.game.state, game.game.decision
    assert decision is not None
    offered = {(card, way) for kind, card, way in decision.options if kind == w.O_PLAY}
    kinds = {(s.card_defs[card], way % WAY_STEP) for card, way in offered}
    count = 0
    for card in range(len(s.card_defs)):
        for way in ways_to_play(s, decision.player, card):
            reason = play_reason(s, decision.player, card, way, decision.kind)
            # Of equal cards only one is offered.
            equal = (s.card_defs[card], way % WAY_STEP) in kinds
            told = f"{s.pool.defs[s.card_defs[card]].name}: {reason!r} at decision {game.played} of seed {game.seed}"
            assert (reason == "") == ((card, way) in offered or equal), told
            count += 1
    return count
