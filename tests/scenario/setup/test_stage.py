"""Setups of scenarios: what the rules would not let stand, or would change at once, is a fault where it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.scenario.format.reader import read_scenarios
from riftcheck.scenario.runner import FAULTY, HOLDS, Outcome, run
from riftcheck.scenario.setup.cards import Pools

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

OWN = """
own-cards:
  - {name: Hero, supertypes: Champion, might: 3}
  - {name: Other, supertypes: Champion, might: 3}
  - {name: Wide, type: Battlefield, abilities: [{rule: facedown cards here, change: 1}]}
  - {name: Beyond, might: 1, abilities: [{when: you play me, do: [{draw: 1}, {stun: choose a unit at each location}]}]}
"""


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


def ran(pools: Pools, setup: str, expect: str = "{turn: 3}") -> Outcome:
    (scenario,) = read_scenarios(f"name: a\nrules: [100]\nsetup: {setup}\nexpect: {expect}{OWN}".encode(), "here.yaml")
    return run(scenario, pools)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ("{p3: {}}", "duel has 2 players"),
        ("{p1: {hand: [Nobody]}}", 'no card "Nobody"'),
        ("{p1: {hand: [Bare Battlefield]}}", "only units, gear and spells"),
        ("{p1: {hand: [{card: Filler, damage: 1}]}}", "damage has no meaning in hand"),
        ("{p1: {base: [{card: Bare Gear, damage: 1}]}}", "only a unit has damage"),
        ("{p1: {base: [{card: Filler, as: Filler}]}}", "means something else already"),
        ("{p1: {base: [{card: Filler, as: turn}]}}", "means something else already: it is a word of scenarios"),
        ("{p1: {base: [{card: Filler, as: none}]}}", "means something else already: it is a word of scenarios"),
        ("{p1: {base: [{card: Filler, as: p2}]}}", "means something else already: it means a player"),
        ("{p1: {base: [{card: Filler, as: battlefield 2}]}}", "means something else already: it means a place"),
        ("{p1: {base: [{card: Filler, as: one (2)}]}}", "means something else already: it means a thing"),
        ("{battlefields: [{as: winner}]}", "means something else already: it is a word of scenarios"),
        ("{p1: {base: [{card: Filler, as: x}], hand: [{card: Filler, as: x}]}}", "is given twice"),
        ("{p1: {base: [{card: Filler, as: x, count: 2}]}}", "cannot have one name"),
        ("{p1: {base: [{as: x}]}}", "names no card"),
        ("{p1: {legend: Filler}}", "only a legend"),
        ("{p1: {runes: [Furry]}}", "no domain 'Furry' (Fury?)"),
        ("{p1: {pool: {gold: 1}}}", 'unknown key "gold"'),
        ("{p1: {hand: [Beyond]}}", '"Beyond" cannot be executed: abilities/0/do/1: a number that must be'),
        ("{phase: lunch}", "must be one of awaken"),
        ("{turn-player: p3}", "there is no p3 in a game of 2"),
        ("{battlefields: [{units: {p1: [Filler], p2: [Filler]}}]}", "say who has control"),
        ("{battlefields: [Filler]}", "Filler is no battlefield"),
        ("{battlefields: [{owner: p3}]}", "there is no p3"),
        ("{battlefields: [{scored: [p3]}]}", "there is no p3"),
        ("{battlefields: [{contested: p4}]}", "there is no p4"),
        ("{battlefields: [{control: p3}]}", "there is no p3"),
        ("{battlefields: [{control: }]}", "must be a player"),
        ("{p1: {base: [{card: Filler, owner: p3}]}}", "there is no p3"),
        # Tokens are on the board, face up.
        ("{p1: {hand: [Recruit]}}", "Recruit is a token"),
        ("{p1: {trash: [Recruit]}}", "Recruit is a token"),
        ("{p1: {deck: [Recruit]}}", "Recruit is a token"),
        ("{battlefields: [{units: {p1: [Filler]}, facedown: {p1: [Recruit]}}]}", "Recruit is a token"),
        # The chosen champion is one Champion unit.
        ("{p1: {champion: [Vanilla 2]}}", "Vanilla 2 is no Champion unit"),
        ("{p1: {base: [{card: Vanilla 2, chosen-champion: true}]}}", "Vanilla 2 is no Champion unit"),
        ("{p1: {champion: [Hero, Hero]}}", "one card lies in a champion zone"),
        ("{p1: {champion: [{card: Hero, count: 2}]}}", "one card lies in a champion zone"),
        ("{p1: {champion: [Hero], trash: [{card: Other, chosen-champion: true}]}}", "is Other already"),
        # Equipment is attached to units.
        ("{p1: {base: [{card: Filler, equipped: [Bare Gear]}]}}", "Bare Gear cannot stand here: only Equipment"),
        ("{p1: {base: [{card: Bare Gear, equipped: [Bare Equipment]}]}}", "only a unit can be equipped"),
        # What the first cleanup would change.
        ("{p1: {base: [{card: Filler, buffs: 2}]}}", "Filler can have 1 buff; it has 2"),
        ("{p1: {base: [{card: Vanilla 2, damage: 2}]}}", "do not let Vanilla 2 live with 2 damage"),
        ("{phase: beginning, p1: {base: [{card: Vanilla 2, damage: 2}]}}", "do not let Vanilla 2 live with 2 damage"),
        (
            "{p1: {base: [{card: Vanilla 2, damage: 4, equipped: [Shady Spectacles]}, Vanilla 3, Vanilla 4]}}",
            "do not let Vanilla 2 live with 4 damage",
        ),
        ("{battlefields: [{control: p1}]}", "do not let p1 control battlefield 1: who controls it has a unit there"),
        ("{battlefields: [{control: p1, units: {p2: [Filler]}}]}", "do not let p1 control battlefield 1"),
        ("{battlefields: [{control: nobody, units: {p2: [Filler]}}]}", "would be contested by p2 at once"),
        ("{battlefields: [{control: p1, units: {p1: [Filler], p2: [Filler]}}]}", "contested by p2 at once; say so: c"),
        ("{battlefields: [{facedown: {p1: [Filler]}}]}", "do not let Filler lie facedown at battlefield 1"),
        ("{battlefields: [{units: {p2: [Filler]}, facedown: {p1: [Vanilla 1]}}]}", "do not let Vanilla 1 lie facedown"),
        (
            "{battlefields: [{units: {p1: [Filler]}, facedown: {p1: [Filler, Vanilla 1]}}]}",
            "not let Vanilla 1 lie",
        ),
        ("{p1: {points: 8}}", "the game would be over at once: 8 points win"),
    ],
)
def test_a_setup_that_cannot_be_is_faulty(pools: Pools, setup: str, words: str) -> None:
    outcome = ran(pools, setup)
    assert outcome.result == FAULTY, outcome.message
    assert words in outcome.message
    assert outcome.message.startswith("setup")
    assert outcome.line == 3


@pytest.mark.parametrize(
    ("setup", "expect"),
    [
        ("{battlefields: [{control: p1, contested: p2, units: {p1: [Filler], p2: [Hero]}}]}", "{attacker: p2}"),
        ("{battlefields: [{control: nobody, contested: p2, units: {p2: [Filler]}}]}", "{focus: p2}"),
        ("{battlefields: [{units: {p1: [Filler]}, facedown: {p1: [Hero]}}]}", "{Hero: facedown}"),
        ("{battlefields: [{card: Wide, units: {p1: [Filler]}, facedown: {p1: [Hero, Other]}}]}", "{Other: facedown}"),
        ("{p1: {base: [{card: Hero, buffs: 1, damage: 3}]}}", "{Hero: {damage: 3, at: p1 base}}"),
        ("{p1: {champion: [Bare Champion]}}", "{p1: {champion: [Bare Champion]}}"),
        ("{p1: {trash: [{card: Hero, chosen-champion: true}], champion: [Hero]}}", "{p1: {champion: 1}}"),
    ],
)
def test_a_setup_that_can_be(pools: Pools, setup: str, expect: str) -> None:
    outcome = ran(pools, setup, expect)
    assert outcome.result == HOLDS, outcome.message
