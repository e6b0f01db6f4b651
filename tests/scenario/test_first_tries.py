"""Scenarios as people write them who have not read the page: each answer says what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.scenario.format.reader import read_scenarios
from riftcheck.scenario.runner import run
from riftcheck.scenario.setup.cards import Pools

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

TRIES = [
    # Names and setups.
    (
        "setup: {battlefields: [{units: {p2: [Jinx, Rebel]}}]}, expect: {turn: 3}",
        '"Jinx, Rebel", Loose Cannon?): a name with a comma stands in quotes',
    ),
    ("setup: {player1: {hand: Filler}}, expect: {turn: 3}", 'setup/player1: unknown key "player1": players are p1 to'),
    ("setup: {P1: {hand: Filler}}, expect: {turn: 3}", 'setup/P1: unknown key "P1": players are p1 to p4'),
    (
        "setup: {battlefields: {battlefield 1: {units: {p1: [Filler]}}}}, expect: {turn: 3}",
        "setup/battlefields: must be a list with one entry for each battlefield: [{units: {p1: [NAME]}}]",
    ),
    ("setup: {battlefields: [{units: [Filler]}]}, expect: {turn: 3}", "units: must be a mapping with some of p1, p2"),
    (
        "setup: {p1: {base: {Filler: {damage: 1}}}}, expect: {turn: 3}",
        "setup/p1/base: names no card: write its name, or {card: NAME, ...} with more",
    ),
    ("setup: {p1: {hand: 3}}, expect: {turn: 3}", "setup/p1/hand: names no card: write its name, or {card: NAME, ...}"),
    (
        "setup: {p1: {runes: [Red]}}, expect: {turn: 3}",
        "setup/p1/runes/0: no domain 'Red'; they are Fury, Calm, Mind, Body, Chaos, Order",
    ),
    ("setup: {p1: {runes: [Furry]}}, expect: {turn: 3}", "no domain 'Furry' (Fury?)"),
    # Steps.
    (
        "steps: [{attack: Filler}], expect: {turn: 3}",
        'unknown key "attack" (units attack by `move`): a step is what a p',
    ),
    ("steps: [{cast: Filler}], expect: {turn: 3}", 'steps/0/cast: unknown key "cast" (`play`)'),
    ("steps: [{channel: 2}], expect: {turn: 3}", 'unknown key "channel": a step is what a player does, one of play, a'),
    ("steps: [play Filler], expect: {turn: 3}", "no step 'play Filler' without more (`play: ...`?)"),
    ("steps: [to-turn], expect: {turn: 3}", "no step 'to-turn' without more (`to-turn: ...`?)"),
    ("steps: [end turn], expect: {turn: 3}", "no step 'end turn' without more (end-turn?)"),
    ("steps: [{play: Filler, target: p1}], expect: {turn: 3}", 'unknown key "target" (targets?)'),
    (
        "setup: {p1: {hand: [Filler], runes: [Fury exhausted]}}, steps: [{play: Filler, to: base}], expect: {turn: 3}",
        "'Filler' is not offered: it costs 2 energy; 2 energy are missing (p1 has 0 ready of 1 rune: 1 Fury); now: p1",
    ),
    (
        "setup: {p2: {hand: [Filler]}}, steps: [{play: Filler, to: base, by: p2}], expect: {turn: 3}",
        "p2 is not asked now: p1 is asked (main",
    ),
    (
        (
            "setup: {p2: {hand: [Stupefy]}, p1: {hand: [Discipline], base: [Vanilla 2]}}, "
            "steps: [{play: Discipline}, {play: Stupefy}], expect: {turn: 3}"
        ),
        "'Stupefy' is not offered: it is in the hand of p2, and p1 is asked now (p1 may `pass`); now: p1",
    ),
    (
        (
            "setup: {p1: {hand: [Discipline, Cleave], base: [Vanilla 2]}}, "
            "steps: [{play: Discipline}, {play: Cleave}], expect: {turn: 3}"
        ),
        "the chain is not empty, and it has no Reaction (`resolve` empties the chain)",
    ),
    ("steps: [{play: Gust}], expect: {turn: 3}", "never was; the setup says where it is, such as p1: {hand: [Gust]}"),
    ("steps: [{pass: p1}], expect: {turn: 3}", "stands alone, nothing may follow it; it is 'p1'; `by: p1` beside it"),
    ("steps: [{invite: p2}], expect: {turn: 3}", "'p2' is not offered: only a player with a teammate (2v2) invites"),
    (
        "setup: {p1: {hand: [Blazing Scorcher]}}, steps: [{play: Blazing Scorcher, choose: [yes]}], expect: {turn: 3}",
        "with only one answer, p1 base; `extra` does not name the optional cost accelerate of Blazing Scorcher; now",
    ),
    (
        (
            "setup: {p1: {hand: [Blast Corps Cadet]}, battlefields: [{units: {p2: [Vanilla 3]}}]}, "
            "steps: [{play: Blast Corps Cadet, targets: Vanilla 3}], expect: {turn: 3}"
        ),
        "`extra` does not name the optional cost charge of Blast Corps Cadet",
    ),
    (
        (
            "setup: {p1: {hand: [Gust]}, battlefields: [{units: {p2: [Vanilla 3, Vanilla 1]}}]}, "
            "steps: [{play: Gust, targets: p1 Vanilla 3}], expect: {turn: 3}"
        ),
        "'p1 Vanilla 3' is not offered: p1 has no Vanilla 3; now:",
    ),
    (
        (
            "setup: {p1: {hand: [Gust]}, battlefields: [{units: {p2: [Vanilla 3, Vanilla 1]}}]}, "
            "steps: [{play: Gust, choose: mode 2}], expect: {turn: 3}"
        ),
        "steps/0/choose: 'mode 2' does not answer this: p1 is asked (target",
    ),
    (
        (
            "setup: {p1: {hand: [Charm]}, p2: {base: [Vanilla 6]}}, "
            "steps: [{play: Charm, choose: [battlefield 1, Vanilla 6]}], expect: {turn: 3}"
        ),
        "(steps/0/choose/1) was not asked for; `--trace` shows which question each answer was for; now:",
    ),
    (
        "setup: {p1: {hand: [Singularity], base: [Vanilla 1]}}, steps: [{play: Singularity}], expect: {turn: 3}",
        "offered are: target Vanilla 1; none",
    ),
    # Expectations.
    ("expect: {stack: []}", 'no key and no card "stack" (chain?); keys of the game are chain, turn, '),
    ("expect: {phaze: main}", 'no key and no card "phaze" (phase?); keys'),
    (
        "setup: {p1: {base: [Vanilla 3]}, p2: {base: [{card: Vanilla 3, count: 2}]}}, expect: {Vanilla 3: {might: 3}}",
        "name with `as`, or write `Vanilla 3 (2)`, or `p1 Vanilla 3`",
    ),
    ("expect: [Filler dies]", "expect: must be a mapping, such as {p1: {points: 1}, NAME: trash}; it is a list"),
    (
        "setup: {p1: {base: [Vanilla 3]}}, steps: [{move: Vanilla 3, to: battlefield 1}], expect: {p1: {points: 1}}",
        "points of p1 is 0; a showdown is not over (`finish-showdown`)",
    ),
    (
        "setup: {p1: {hand: [Bare Spell]}}, steps: [{play: Bare Spell}], expect: {p1: {trash: [Bare Spell]}}",
        "trash of p1 is []; the chain is not empty (`resolve`)",
    ),
    ("setup: {p1: {base: [Filler]}}, expect: {Filler: dead}", "must be one of hand, deck, trash"),
    ("versions: [1.3], expect: {turn: 3}", "versions/0: no rules version 1.3; the versions are 1.0, 1.2, "),
    ("mode: 1v1, expect: {turn: 3}", "mode: must be one of duel, match, ffa3, ffa4, 2v2; it is '1v1'"),
]


@pytest.mark.parametrize(("text", "words"), TRIES)
def test_a_first_try_is_told_what_would_be_right(db: CardDatabase, text: str, words: str) -> None:
    (scenario,) = read_scenarios(f"{{name: a, rules: [100], {text}}}".encode(), "here.yaml")
    outcome = run(scenario, Pools(db))
    assert words in outcome.message
    assert outcome.where == "here.yaml:1"
