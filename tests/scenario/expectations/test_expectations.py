"""Each kind of expectation: it holds where it is right and fails where it is wrong, with what was found instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml

from riftcheck.scenario.expectations.cards import OF_CARD, OF_OBJECT
from riftcheck.scenario.expectations.judge import GAME, NUMBERS, OF_PLAYER, PILES
from riftcheck.scenario.format.reader import read_scenarios
from riftcheck.scenario.runner import FAILS, FAULTY, HOLDS, Outcome, run
from riftcheck.scenario.setup.cards import Pools

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

BASE = """
own-cards:
  - {name: Bruiser, might: 4, tags: [Brute], keywords: [assault 2, tank]}
  - name: Zap
    energy: 2
    keywords: [action]
    do: [{deal: 3, to: choose a unit at a battlefield}]
  - {name: Sword, type: Gear, equipment: true, might_bonus: 2}
  - name: Bell
    type: Gear
    abilities:
      - cost: {exhaust: this}
        do: [{draw: 1}]
scenarios:
  - name: one
    rules: [100]
    setup:
      p1:
        points: 2
        xp: 3
        hand: [Zap, Filler]
        deck: [Vanilla 9, Vanilla 8]
        rune-deck: [Fury Rune, Calm Rune]
        trash: [Vanilla 7]
        banished: [Vanilla 6]
        champion: [Bare Champion]
        legend: {card: Bare Legend, as: chief}
        extra-legends: [{card: Bare Legend, as: guest}]
        runes: [Fury, Fury, Calm, Calm exhausted]
        pool: {energy: 1, mind: 2}
        base:
          - {card: Bruiser, as: big, buffs: 1, equipped: [{card: Sword, as: sword}]}
          - {card: Recruit, count: 2}
          - {card: Bell, exhausted: true}
      p2:
        trash: [Vanilla 7]
        base: [{card: Vanilla 3, as: away, owner: p1}]
      battlefields:
        - units: {p2: [{card: Vanilla 4, as: foe, damage: 1, stunned: true}]}
          facedown: {p2: [{card: Filler, as: secret}]}
          scored: [p2]
    steps:
      - play: Zap
        targets: foe
        expect: STEP
    EXPECT
"""
# What is right, and what is wrong with the words that the message must hold.
CASES = {
    "zone": ("p1 Vanilla 7: trash", "p1 Vanilla 7: hand", "the zone of p1 Vanilla 7 is trash"),
    "owner": ("away: {owner: p1}", "away: {owner: p2}", "owner of away is p1"),
    "position": ("Vanilla 9: {position: top}", "Vanilla 8: {position: 1}", "is 2"),
    "at": ("foe: {at: battlefield 1}", "foe: {at: base}", "the place of foe is battlefield 1"),
    "controller": ("away: {controller: p2}", "away: {controller: p1}", "controller of away is p2"),
    "keywords": ("big: {keywords: [tank, assault 2]}", "big: {keywords: [assault 3]}", "assault 2, tank"),
    "no-keywords": ("big: {no-keywords: [shield]}", "big: {no-keywords: [tank]}", "assault 2, tank"),
    "equipped": ("big: {equipped: [Sword]}", "big: {equipped: []}", "[Sword]"),
    "attached-to": ("sword: {attached-to: big}", "sword: {attached-to: nobody}", "false"),
    "tags": ("big: {tags: [Brute]}", "big: {tags: [Poro]}", "[Brute]"),
    "named": ("big: {named: Bruiser}", "big: {named: Zap}", "is Bruiser"),
    "might": ("big: {might: 7}", "big: {might: 4}", "the Might of big is 7"),
    "damage": ("foe: {damage: 1}", "foe: {damage: 0}", "the damage of foe is 1"),
    "buffs": ("big: {buffs: 1}", "big: {buffs: 0}", "buffs of big is 1"),
    "empowered": ("big: {empowered: 0}", "big: {empowered: 1}", "is 0"),
    "exhausted": ("Bell: {exhausted: true}", "big: {exhausted: true}", "whether big is exhausted is false"),
    "ready": ("big: {ready: true}", "Bell: {ready: true}", "whether Bell is ready is false"),
    "stunned": ("foe: {stunned: true}", "big: {stunned: true}", "whether big is stunned is false"),
    "facedown": ("secret: {facedown: true}", "big: {facedown: true}", "whether big is facedown is false"),
    "attacking": ("big: {attacking: false}", "big: {attacking: true}", "whether big is attacking is false"),
    "defending": ("big: {defending: false}", "big: {defending: true}", "whether big is defending is false"),
    "count": ("Recruit: {count: 2, at: base}", "Recruit: {count: 1}", "the number of such Recruit is 2"),
    "points": ("p1: {points: 2}", "p1: {points: 3}", "points of p1 is 2"),
    "xp": ("p1: {xp: 3}", "p1: {xp: 0}", "xp of p1 is 3"),
    "hand": ("p1: {hand: [Filler]}", "p1: {hand: [Filler, Zap]}", "hand of p1 is [Filler]"),
    "deck": ("p1: {deck: 2}", "p1: {deck: 3}", "deck of p1 is 2"),
    "trash": ("p1: {trash: [Vanilla 7]}", "p1: {trash: []}", "trash of p1 is [Vanilla 7]"),
    "banished": ("p1: {banished: 1}", "p1: {banished: [Zap]}", "banished of p1 is [Vanilla 6]"),
    "rune-deck": ("p1: {rune-deck: [Calm Rune, Fury Rune]}", "p1: {rune-deck: 0}", "is 2"),
    "champion": ("p1: {champion: [Bare Champion]}", "p1: {champion: 0}", "is 1"),
    "extra-legends": ("p1: {extra-legends: [guest]}", "p1: {extra-legends: 0}", "is 1"),
    "legends": ("p1: {legends: [chief]}", "p1: {legends: []}", "[Bare Legend]"),
    "runes": (
        "p1: {runes: {ready: 2, exhausted: 2, calm: 2}}",
        "p1: {runes: {ready: 3}}",
        "the number of ready runes of p1 is 2",
    ),
    "pool": ("p1: {pool: {mind: 2}}", "p1: {pool: {}}", "'mind': 2"),
    "base": ("p1: {base: [big, Bell, Recruit, Recruit]}", "p1: {base: [big]}", "Recruit"),
    "deck-top": ("p1: {deck-top: [Vanilla 9, Vanilla 8]}", "p1: {deck-top: [Vanilla 8]}", "is [Vanilla 9]"),
    "out": ("p1: {out: false}", "p1: {out: true}", "whether p1 is out of the game is false"),
    "scored": ("p2: {scored: [battlefield 1]}", "p2: {scored: []}", "p2 has scored [battlefield 1]"),
    "control": ("battlefield 1: {control: p2}", "battlefield 1: {control: nobody}", "is p2"),
    "contested": ("battlefield 1: {contested: nobody}", "battlefield 1: {contested: p1}", "is nobody"),
    "units": ("battlefield 1: {units: {p1: 0, p2: [foe]}}", "battlefield 1: {units: []}", "[Vanilla 4]"),
    "facedown there": ("battlefield 1: {facedown: {p2: [secret]}}", "battlefield 1: {facedown: 0}", "is 1"),
    "named there": ("battlefield 1: {named: Bare Battlefield}", "battlefield 1: {named: Zap}", "Bare Battlefield"),
    "a place alone": ("foe: battlefield 1", "foe: p2 base", "the place of foe is battlefield 1"),
    "the own base alone": ("big: base", "foe: base", "the place of foe is battlefield 1"),
    "a place off the board": ("Zap: chain", "Zap: p1 base", "Zap is not on the board; its zone is chain"),
    "chain": ("chain: [Zap]", "chain: []", "the chain is [Zap]"),
    "turn": ("turn: 3", "turn: 4", "the turn is 3"),
    "turn-player": ("turn-player: p1", "turn-player: p2", "the turn player is p1"),
    "phase": ("phase: main", "phase: draw", "the phase is main"),
    "priority": ("priority: p1", "priority: p2", "who has priority is p1"),
    "focus": ("focus: nobody", "focus: p1", "who has focus is nobody"),
    "action": ("action: nobody", "action: p1", "in the main phase is nobody"),
    "showdown": ("showdown: none", "showdown: battlefield 1", "the showdown is none"),
    "combat": ("combat: false", "combat: true", "whether there is a combat is false"),
    "attacker": ("attacker: nobody", "attacker: p1", "the attacker is nobody"),
    "defender": ("defender: nobody", "defender: p2", "the defender is nobody"),
    "winner": ("winner: nobody", "winner: p1", "the winner is nobody"),
    "offered": ("offered: [pass]", "offered: [use Bell]", "offered are: pass"),
    "not-offered": ("not-offered: [use Bell]", "not-offered: [pass]", "offered are: pass"),
    "question": ("question: none", "question: {kind: target}", "no question is open; now: p1 is asked (priority"),
    "asked": ("asked: [target, {kind: priority, by: p1}]", "asked: [mode]", "p1 target"),
    "not-asked": ("not-asked: [mode]", "not-asked: [target]", "p1 target"),
    "events": (
        "events: [{finalize: Zap}, {choose: foe, by: p1}]",
        "events: [{choose: foe}, {finalize: Zap}]",
        "the events were",
    ),
    "no-events": ("no-events: [{damage: any}]", "no-events: [{spend: any, amount: 2}]", "the events were"),
}


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


def judged(pools: Pools, expectation: str, *, at_step: bool) -> Outcome:
    step = f"{{{expectation}}}" if at_step else "{turn: 3}"
    text = BASE.replace("STEP", step).replace("EXPECT", "" if at_step else f"expect: {{{expectation}}}")
    (scenario,) = read_scenarios(text.encode(), "here.yaml")
    return run(scenario, pools)


@pytest.mark.parametrize("at_step", [True, False], ids=["step", "end"])
@pytest.mark.parametrize("kind", CASES)
def test_an_expectation_holds_where_it_is_right_and_fails_where_it_is_wrong(
    pools: Pools, kind: str, at_step: bool
) -> None:
    right, wrong, words = CASES[kind]
    outcome = judged(pools, right, at_step=at_step)
    assert outcome.result == HOLDS, outcome.message
    outcome = judged(pools, wrong, at_step=at_step)
    assert outcome.result == FAILS
    assert words in outcome.message
    assert wrong in outcome.text
    assert any("Player 1" in line for line in outcome.picture)


def test_what_was_spent_on_a_permanent_that_came_without_a_stop_is_told_of_its_card(pools: Pools) -> None:
    text = """
- name: Came at once
  rules: [359.2]
  setup: {p1: {hand: [Scuttle], runes: 3}}
  own-cards: [{name: Scuttle, energy: 3}]
  steps: [{play: Scuttle, expect: {KIND: [{spend: Scuttle}]}}]
"""
    for kind, result in (("events", HOLDS), ("no-events", FAILS)):
        (scenario,) = read_scenarios(text.replace("KIND", kind).encode(), "here.yaml")
        assert run(scenario, pools).result == result


@pytest.mark.parametrize("at_step", [True, False], ids=["step", "end"])
@pytest.mark.parametrize(
    ("expectation", "words"),
    [
        # Nothing is expected.
        ("p1: {}", "p1: says nothing; it should have some of"),
        ("battlefield 1: {}", "battlefield 1: says nothing"),
        ("big: {}", "big: says nothing"),
        ("question: {}", "question: says nothing"),
        ("p1: {runes: {}}", "runes: says nothing"),
        ("p1: {deck-top: []}", "deck-top: says nothing"),
        ("p1: {hand: }", "an empty list is written []"),
        ("big: {keywords: []}", "keywords: says nothing"),
        ("big: {no-keywords: []}", "no-keywords: says nothing"),
        ("big: {tags: []}", "tags: says nothing"),
        ("big: {equipped: }", "an empty list is written []"),
        ("battlefield 1: {units: {}}", "units: says nothing"),
        ("chain: ", "an empty list is written []"),
        ("offered: []", "offered: says nothing"),
        ("not-offered: []", "not-offered: says nothing"),
        ("asked: []", "asked: says nothing"),
        ("not-asked: []", "not-asked: says nothing"),
        ("events: []", "events: says nothing"),
        ("no-events: []", "no-events: says nothing"),
        # What must not be offered is understood.
        ("not-offered: [paly Zap]", 'not-offered/0: no card "paly Zap"'),
        ("not-offered: [play Zapp]", 'no card "Zapp" (Zap'),
        ("not-offered: [play Vanilla 10]", "'Vanilla 10' is nowhere in this scenario"),
        ("not-offered: [play Zap from the moon]", 'no card "Zap from the moon"'),
        ("not-offered: [use Bel]", 'no card "Bel" (Bell'),
        ("not-offered: ['use Bell, ability 2']", "Bell has 1 abilities to use, so there is no number 2"),
        ("not-offered: [hide Zap at battlefeld 1]", "'battlefeld 1' is no battlefield"),
        ("not-offered: [hide Zap at battlefield 3]", "there is no battlefield 3; there are 2"),
        ("not-offered: [hide Zap at base]", "'base' is no battlefield"),
        ("not-offered: [move to batlefield 1]", "no place 'batlefield 1'"),
        ("not-offered: [invite p3]", "'p3' is no player of this game"),
        ("not-offered: [end the turn]", 'no card "end the turn"'),
        ("not-offered: [foe]", "no question is open that 'foe' could answer"),
        ("not-offered: [yes]", "no question is open that yes could answer"),
        # Questions and events, whether or not there was one.
        ("not-asked: [{by: p2}]", "not-asked/0: kind is missing"),
        ("not-asked: [targt]", "(target?)"),
        ("not-asked: [{kind: mode, by: p3}]", "there is no p3 in a game of 2"),
        ("question: {by: p3}", "there is no p3 in a game of 2"),
        ("question: {options: [Bruser]}", 'no card "Bruser" (Bruiser'),
        ("no-events: [dei]", "(die?)"),
        ("no-events: [{die: Bruser}]", 'no card "Bruser" (Bruiser'),
        ("no-events: [{die: Vanilla 10}]", "'Vanilla 10' is nowhere in this scenario"),
        ("no-events: [{die: }]", "no-events/0/die: must be text"),
        ("no-events: [{die: any, by: p3}]", "there is no p3 in a game of 2"),
        ("no-events: [{die: any, by: you}]", "must be a player"),
        ("no-events: [{die: any, at: batlefield 1}]", "no place 'batlefield 1' (battlefield 1?)"),
        ("no-events: [{move: any, from: batlefield 1}]", "no place 'batlefield 1' (battlefield 1?)"),
        ("no-events: [{die: any, from: base}]", "the event die has no from"),
        ("no-events: [{die: any, amount: 3}]", "the event die has no amount"),
        ("no-events: [{damage: any, amount: many}]", "must be a whole number"),
        ("no-events: [{attach: any, other: Bruser}]", 'no card "Bruser" (Bruiser'),
        ("no-events: [{draw: any, other: Bruiser}]", "the event draw has no other"),
        ("no-events: [{phase: lunch}]", "must be one of setup"),
        ("no-events: [{conquer: Bruiser}]", "the subject of conquer is a battlefield"),
        ("no-events: [{conquer: p1}]", "the subject of conquer is a battlefield"),
        ("no-events: [{gain: Bruiser}]", "the subject of gain is a player"),
        ("no-events: [{die: p1}]", "the subject of die is a card or token"),
        ("no-events: [{die: battlefield 1}]", "the subject of die is a card or token"),
        ("no-events: [{conquer: Bare Battlefield}]", "can mean battlefield 1 and battlefield 2"),
        # Names and places that mean nothing, or several things.
        ("Recruit: {count: 0, at: batlefield 1}", "no place 'batlefield 1' (battlefield 1?)"),
        ("Sand Soldier: {count: 0, at: batlefield 1}", "no place 'batlefield 1' (battlefield 1?)"),
        ("Sand Soldier: {count: 0, keywords: [tanc]}", "no keyword 'tanc' (tank?)"),
        ("Sand Soldier: {count: 0, owner: p3}", "there is no p3"),
        ("Sand Soldier: {count: 0, exhausted: maybe}", "must be true or false"),
        ("Vanilla 10: nowhere", "'Vanilla 10' is nowhere in this scenario"),
        ("Vanilla 10: {count: 0}", "'Vanilla 10' is nowhere in this scenario"),
        ("big: {keywords: [tank 2]}", "only assault, shield, deflect, hunt, disarm have a value"),
        ("big: {keywords: [assault two]}", "only assault, shield, deflect, hunt, disarm have a value"),
        ("big: {tags: [Brut]}", "no tag 'Brut' (Brute?)"),
        ("big: {named: Bruser}", 'no card "Bruser"'),
        ("big: {controller: p3}", "there is no p3"),
        ("big: {controller: }", "must be a player"),
        ("big: {might: four}", "must be a whole number"),
        ("Vanilla 8: {position: middle}", "must be one of top, bottom"),
        ("twin: hand", 'no card "twin"'),
        ("Vanilla 7: {owner: p1}", "there are 2 of 'Vanilla 7'"),
        ("Vanilla 7: trash", "there are 2 of 'Vanilla 7'"),
        ("Bare Battlefield: {control: p2}", "can mean battlefield 1 and battlefield 2"),
        ("base: {units: 2}", "what lies at a base is expected of its player"),
        ("battlefield 1: {units: {p3: 0}}", 'unknown key "p3"'),
        ("showdown: base", "'base' is no battlefield"),
        ("showdown: ", "no place nothing"),
        ("winner: p3", "there is no p3"),
    ],
)
def test_an_expectation_that_is_not_understood_is_faulty(
    pools: Pools, expectation: str, words: str, at_step: bool
) -> None:
    outcome = judged(pools, expectation, at_step=at_step)
    assert outcome.result == FAULTY, outcome.message
    assert words in outcome.message
    assert expectation.split(":", 1)[0] in outcome.message  # the path
    assert expectation in outcome.text


@pytest.mark.parametrize(
    ("expectation", "words"),
    [
        ("battlefield 1: {units: {p1: 0}}", "battlefield 1 (units) has [Vanilla 4 of p2] too"),
        ("battlefield 1: {facedown: {p1: 0}}", "battlefield 1 (facedown) has [Filler of p2] too"),
        ("p1: {base: 5}", "the number of cards at the base of p1 is 4"),
        ("Zap: {position: 1}", "Zap is in no deck; its zone is chain"),
        ("p1 Filler: {position: 1}", "p1 Filler is in no deck; its zone is hand"),
        ("Vanilla 8: {position: 1}", "is 2"),
        ("chain: [Bruiser]", "the chain is [Zap]"),
        ("not-offered: [pass]", "offered are: pass"),
        ("question: {kind: priority, by: p2}", "who is asked is p1"),
        ("question: {kind: focus}", "the kind of the question is priority"),
        ("question: {kind: priority, options: [pass, use Bell]}", "the options are: pass"),
        ("question: {kind: priority, options: [play Filler]}", "the options are: pass"),
        ("question: {by: p1}", "no question is open; now: p1 is asked (priority"),
    ],
)
def test_an_expectation_that_once_held_for_nothing(pools: Pools, expectation: str, words: str) -> None:
    outcome = judged(pools, expectation, at_step=True)
    assert (outcome.result, words in outcome.message) == (FAILS, True), outcome.message


@pytest.mark.parametrize(
    "expectation",
    [
        "p1: {base: 4}",
        "battlefield 1: {units: {p2: [foe]}}",
        "Sand Soldier: {count: 0, at: base}",
        "Sand Soldier: nowhere",
        "no-events: [{play: Sand Soldier}, {conquer: battlefield 1}, {gain: p1}, {control: battlefield 2}]",
        "not-offered: [play Zap, use Bell, hide Filler at battlefield 1, move to battlefield 2, end turn]",
        "not-offered: ['use Bell, ability 1', play Filler from facedown, play Zap with Flow]",
        "p1 Vanilla 7: trash",
        # A window is seen where its kind is told.
        "question: {kind: priority, by: p1, options: [pass], least: 1, most: 1}",
    ],
)
def test_an_expectation_that_holds(pools: Pools, expectation: str) -> None:
    outcome = judged(pools, expectation, at_step=True)
    assert outcome.result == HOLDS, outcome.message


@pytest.mark.parametrize(("player", "wins"), [("p1", True), ("p2", False), ("p3", True), ("p4", False)])
def test_who_wins_is_a_team(pools: Pools, player: str, wins: bool) -> None:
    text = "{name: a, rules: [100], mode: 2v2, steps: [{concede: p2}], expect: {KEY: [{win: WHO, by: WHO}]}}"
    for key, holds in (("events", wins), ("no-events", not wins)):
        (scenario,) = read_scenarios(text.replace("KEY", key).replace("WHO", player).encode(), "here.yaml")
        outcome = run(scenario, pools)
        assert outcome.result == (HOLDS if holds else FAILS), outcome.message


def test_what_is_expected_after_the_game_is_read_too(pools: Pools) -> None:
    text = (
        "{name: a, rules: [100], setup: {p1: {hand: [Filler]}}, steps: [{concede: p2}], expect: {not-offered: [WHAT]}}"
    )
    for what, result in (("play Filler", HOLDS), ("play Fillr", FAULTY), ("jump", FAULTY)):
        (scenario,) = read_scenarios(text.replace("WHAT", what).encode(), "here.yaml")
        assert run(scenario, pools).result == result


def test_every_kind_of_expectation_has_its_case() -> None:
    told = {*GAME, *OF_CARD, *OF_OBJECT, *NUMBERS, *PILES, *OF_PLAYER, "count", "control", "contested", "units"}
    assert told <= CASES.keys()


def test_the_cases_are_yaml() -> None:
    for right, wrong, _ in CASES.values():
        assert yaml.safe_load(f"{{{right}}}") != yaml.safe_load(f"{{{wrong}}}")


QUESTION = """
- name: asks
  rules: [100]
  own-cards:
    - {name: Zap, do: [{deal: 3, to: choose a unit}]}
  setup:
    p1: {hand: [Zap], base: [Vanilla 1, Vanilla 2]}
  steps:
    - play: Zap
  expect:
    question: WHAT
"""


@pytest.mark.parametrize(
    ("what", "result"),
    [
        ("{by: p1, kind: target, options: [Vanilla 1, Vanilla 2], least: 1, most: 1}", HOLDS),
        ("{by: p2}", FAILS),
        ("{kind: pick}", FAILS),
        ("{options: [Vanilla 1]}", FAILS),
        ("{options: [Vanilla 1, Zap]}", FAILS),
        ("{least: 0}", FAILS),
        ("{most: 2}", FAILS),
        ("none", FAILS),
    ],
)
def test_an_open_question(pools: Pools, what: str, result: str) -> None:
    (scenario,) = read_scenarios(QUESTION.replace("WHAT", what).encode(), "here.yaml")
    assert run(scenario, pools).result == result


def test_an_open_question_that_is_not_expected_fails(pools: Pools) -> None:
    text = QUESTION.replace("question: WHAT", "turn: 3")
    (scenario,) = read_scenarios(text.encode(), "here.yaml")
    outcome = run(scenario, pools)
    assert outcome.result == FAILS
    assert outcome.message.startswith("unanswered: p1 is asked (target")
