"""Steps of scenarios: what cannot be done fails with what can; faults have their line; a blank card turns it red."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.compile.pool import pool_of
from riftcheck.engine.flow.loop import advance
from riftcheck.engine.model import constants as w
from riftcheck.scenario import runner
from riftcheck.scenario.expectations.events import EVENT_WORDS
from riftcheck.scenario.format.reader import (
    CARD_KEYS,
    FIELD_KEYS,
    MORE,
    SCENARIO_KEYS,
    SETUP_KEYS,
    SIDE_KEYS,
    VERBS,
    read_scenarios,
)
from riftcheck.scenario.runner import FAILS, FAULTY, HOLDS, Outcome, run
from riftcheck.scenario.setup import arrangement
from riftcheck.scenario.setup.cards import Pools
from riftcheck.scenario.steps import answers
from riftcheck.scenario.steps.questions import KINDS
from tests.paths import ROOT
from tests.scenario.scenario_runs import ran

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.state import State

PAGE = (ROOT / "docs" / "scenarios.md").read_text("utf-8")

BASE = """
name: one
rules: [100]
own-cards:
  - {name: Bruiser, might: 4}
  - name: Zap
    energy: 2
    keywords: [action]
    do: [{deal: 3, to: choose a unit at a battlefield}]
  - name: Two
    do: [{deal: 1, to: choose up to 2 units}]
  - {name: Sprinter, might: 2, keywords: [accelerate]}
  - name: Bell
    type: Gear
    abilities:
      - cost: {exhaust: this}
        do: [{draw: 1}]
      - cost: {energy: 1}
        do: [{draw: 2}]
  - {name: Maybe, energy: 0, do: [{may: [{xp: 1}]}]}
  - {name: Costly, power: 1, domains: [Fury, Calm], might: 3}
  - {name: Hider, might: 1, keywords: [hidden]}
  - {name: Dear, power: 1, might: 3}
  - {name: Asker, energy: 0, abilities: [{when: your turn ends, do: [{discard: 1}]}]}
  - {name: Again, energy: 0, keywords: [{flow: {energy: 1}}], do: [{draw: 1}]}
setup:
  p1:
    hand: [Zap, Two, Sprinter, Costly, Hider, Dear, Again, Asker, Maybe]
    base: [Vanilla 3, {card: Vanilla 2, as: tired, exhausted: true}, Bell, {card: Recruit, count: 2}]
    runes: [Fury, Fury, Fury, Calm, Calm, Calm]
  p2: {hand: [Zap]}
  battlefields:
    - {units: {p2: [Bruiser, Vanilla 1]}}
    - {units: {p1: [Vanilla 6]}}
"""


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


def steps(pools: Pools, *lines: str, expect: str = "{turn: 3}") -> Outcome:
    told = "\n".join(f"  - {line}" for line in lines)
    return ran(pools, f"{BASE}steps:\n{told}\nexpect: {expect}\n")


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["{play: Zap}"], "unanswered: p1 is asked (target"),
        (["{play: Zap, targets: Vanilla 3}"], "'Vanilla 3' is not offered: p1 is asked (target"),
        (["{play: Zap, targets: [Bruiser, Bruiser]}"], ") was not asked for"),
        (["{play: Zap, by: p2}"], "p2 is not asked now: p1 is asked (main"),
        (["{play: Sprinter, to: base, extra: [accelerate, accelerate]}"], ") was not asked for"),
        (["{play: Zap, targets: Bruiser, to: base}"], ") was not asked for"),
        (["{play: Zap}", "{play: Two}"], "a question is still open"),
        (["{play: p2 Zap}"], "is not offered"),
        (["{play: Vanilla 3}"], "'Vanilla 3' is not offered"),
        (["{play: Costly, to: base}"], "unanswered: p1 is asked (payment"),
        (["{play: Costly, to: base, pay: {recycle: [Mind]}}"], "{recycle: [Fury], exhaust: []}"),
        (["{move: tired, to: battlefield 1}"], "not offered"),
        (["{move: Vanilla 3, to: base}"], ") was not asked for"),
        (["{move: tired, to: p2 base}"], "a move to 'p2 base' is not offered"),
        (["{hide: Hider, to: battlefield 2, pay: {recycle: [Calm]}}"], "nothing was to be paid"),
        (["{hide: Hider, to: battlefield 1}"], "is not offered"),
        (["{answer: yes}"], "no question is open"),
        (["pass"], "is not offered"),
        (["resolve"], "the chain is empty"),
        (["finish-showdown"], "there is no showdown"),
        (["{concede: p2}", "{concede: p2}"], "'p2' is not in the game any more"),
        (["{activate: p1 Bell, ability: 1}", "{activate: Bell, ability: 1}"], "is not offered"),
        (["{play: Zap, targets: Bruiser, illegal: true}"], "it was allowed"),
        (["{move: Vanilla 3, to: battlefield 2, illegal: true}"], "it was allowed"),
        (["{invite: p2}"], "is not offered"),
        # What is left over proves nothing where no question came up that it could answer.
        (["{play: Zap, targets: Bruiser, choose: [yes], illegal: true}"], ") was not asked for"),
        (["{play: Zap, targets: Bruiser, choose: [none], illegal: true}"], ") was not asked for"),
        (["{play: Zap, targets: Bruiser, choose: [2], illegal: true}"], ") was not asked for"),
        (["{play: Zap, targets: Bruiser, to: base, illegal: true}"], ") was not asked for"),
        (["{activate: Bell, ability: 1, targets: Bruiser, illegal: true}"], ") was not asked for"),
        (["{move: Vanilla 3, to: battlefield 2, targets: Bruiser, illegal: true}"], ") was not asked for"),
        (["{end-turn: , extra: accelerate, illegal: true}"], ") was not asked for"),
        (["{activate: Bell, ability: 1, pay: {recycle: [Fury]}, illegal: true}"], "nothing was to be paid"),
        (["{hide: Hider, to: battlefield 2, pay: {recycle: [Mind]}, illegal: true}"], "nothing was to be paid"),
        (["{play: Zap, illegal: true}"], "it was allowed"),
        (["{play: Zap}", "{play: Two, illegal: true}"], "a question is still open"),
        # A payment with one way is as told, or it fails.
        (["{play: Sprinter, to: base, pay: {recycle: [Fury]}}"], "the ways are: {recycle: [], exhaust: []}"),
        (["{play: Dear, to: base, pay: {recycle: [Calm]}}"], "the ways are: {recycle: [Fury], exhaust: []}"),
        (["{play: Dear, to: base, pay: {}}"], "the ways are: {recycle: [Fury], exhaust: []}"),
        (["{play: Dear, to: base, pay: {recycle: [Fury], exhaust: [Bell]}}"], "the ways are: {recycle: [Fury]"),
        (["{play: Dear, to: base, pay: {recycle: [Fury exhausted]}}"], "the ways are: {recycle: [Fury]"),
        (["{play: Dear, to: base, pay: [{recycle: [Fury]}, {}]}"], "nothing was to be paid"),
        (["{concede: p2}", "{to-turn: p1}"], "that does not come: nothing is asked, the game is over"),
        (["{concede: p2}", "{to-phase: draw}"], "that does not come: nothing is asked, the game is over"),
        (["{expect: {not-asked: [target]}}", "{play: Zap}"], "unanswered"),
        # A payment before its question.
        (["{play: Zap, pay: {}}"], "this payment is not due yet: first p1 is asked (target"),
        (["{play: Zap, targets: Bruiser, choose: ['yes'], illegal: true}"], ") was not asked for"),
        # The question that is open is told, and the step that stopped at it.
        (["{play: Zap, expect: {turn: 4}}"], "the turn is 3; a question is still open: p1 is asked (target"),
        (["{play: Zap}", "{expect: {chain: []}}"], "the chain is [Zap]; a question is still open: p1 is asked (target"),
        (
            ["{play: Asker, to: base}", "{to-turn: p2, expect: {turn: 4}}"],
            "the turn is 3; a question is still open, `to-turn` stopped at it: p1 is asked (pick",
        ),
        (
            ["{play: Asker, to: base}", "end-turn", "resolve", "pass"],
            "a question is still open, `resolve` stopped at it: p1 is asked (pick",
        ),
        (
            ["{play: Asker, to: base}", "end-turn", "resolve"],
            "unanswered: `resolve` stopped at a question: p1 is asked (pick",
        ),
        (["{play: Zap, targets: Bruiser}", "{expect: {not-asked: [target]}}"], "the questions were [p1 target"),
        (["{play: Zap, targets: Bruiser}", "{expect: {no-events: [{choose: Bruiser}]}}"], "the events were"),
    ],
)
def test_what_cannot_be_done_fails_with_what_can(pools: Pools, lines: list[str], words: str) -> None:
    outcome = steps(pools, *lines)
    assert outcome.result == FAILS, outcome.message
    assert words in outcome.message


@pytest.mark.parametrize(
    ("lines", "expect"),
    [
        (["{play: Two, targets: [Bruiser, Vanilla 1]}", "resolve"], "{Bruiser: {damage: 1}, Vanilla 1: trash}"),
        (["{play: Two, targets: [[Bruiser]]}", "resolve"], "{Bruiser: {damage: 1}}"),
        (["{play: Two, targets: none}", "resolve"], "{p1: {trash: [Two]}}"),
        (["{play: Zap}", "{answer: Bruiser}", "{resolve: top}"], "{Bruiser: {damage: 3}}"),
        (["{play: Zap, targets: p2 Bruiser}", "pass", "{pass: , by: p2}"], "{Bruiser: {damage: 3}}"),
        (["{play: Zap, targets: target Bruiser}", "resolve"], "{Bruiser: {damage: 3}}"),
        (["{play: Two, targets: [Recruit, Recruit]}", "resolve"], "{Recruit: {count: 0}}"),
        (["{play: Two, targets: Recruit (2)}", "resolve"], "{Recruit: {count: 1}}"),
        (
            ["{move: Vanilla 3, to: battlefield 1}", "{play: Zap, targets: Bruiser}", "resolve", "finish-showdown"],
            "{Bruiser: trash, battlefield 1: {control: nobody, units: 0}, p1: {points: 0}}",
        ),
        (
            ["{move: [Vanilla 3, Recruit], to: battlefield 2}"],
            "{battlefield 2: {units: 3}, Recruit: {count: 1, at: base}}",
        ),
        (["{hide: Hider, to: battlefield 2}"], "{Hider: facedown, p1: {runes: 5}}"),
        (["{activate: Bell, ability: 1}", "resolve"], "{p1: {hand: 10}, Bell: {exhausted: true}}"),
        (["{activate: Bell, ability: 2}", "resolve"], "{p1: {hand: 11}, Bell: {exhausted: false}}"),
        (["{play: Sprinter, to: battlefield 2, extra: accelerate}"], "{Sprinter: {ready: true, at: battlefield 2}}"),
        (["{play: Sprinter, to: base, extra: Accelerate}"], "{Sprinter: {ready: true}}"),
        (["{play: Costly, to: base, pay: {recycle: [Calm]}}"], "{p1: {runes: {calm: 2, fury: 3}}}"),
        (["{play: Costly, to: base}", "{answer: {recycle: [Fury]}}"], "{p1: {runes: {calm: 3, fury: 2}}}"),
        (["{concede: p2}"], "{winner: p1, p2: {out: true}}"),
        (["{play: Zap, targets: Vanilla 3, illegal: true}"], "{Zap (1): hand, chain: []}"),
        (["{play: Zap, targets: [Bruiser, Vanilla 1], illegal: true}"], "{Zap (1): hand, chain: []}"),
        (["{play: Sprinter, to: battlefield 1, illegal: true}"], "{Sprinter: hand}"),
        (["{play: Zap, targets: Bruiser, by: p2, illegal: true}"], "{chain: []}"),
        (["{answer: Bruiser, illegal: true}"], "{chain: []}"),
        (["{play: Costly, to: base, pay: {recycle: [Mind]}, illegal: true}"], "{Costly: hand}"),
        (["{play: Dear, to: base, pay: {recycle: [Calm]}, illegal: true}"], "{Dear: hand}"),
        (["{play: Dear, to: base, pay: {recycle: [Fury]}}"], "{p1: {runes: {calm: 3, fury: 2}}}"),
        (["{play: Sprinter, to: base, pay: {}}"], "{p1: {runes: 6}}"),
        (
            ["{activate: Bell, ability: 2}", "resolve", "{play: Dear, to: base, pay: {recycle: [Fury]}}"],
            "{p1: {runes: {calm: 3, fury: 2}}}",
        ),
        (["{play: Again}", "resolve", "{play: Again, from: flow}"], "{chain: [Again]}"),
        (["{play: Zap, as: it, targets: Bruiser}", "resolve"], "{it: trash}"),
        (["{to-phase: main}"], "{turn: 4}"),
        # What needs no argument may have `true`; a yes in quotes is one.
        (["{play: Zap, targets: Bruiser}", "{resolve: true}"], "{Bruiser: {damage: 3}}"),
        (["{play: Zap, targets: Bruiser}", "{resolve: 'yes'}"], "{Bruiser: {damage: 3}}"),
        (["{end-turn: true}"], "{turn: 4}"),
        (["{move: Vanilla 3, to: battlefield 1}", "{finish-showdown: true, choose: Bruiser}"], "{showdown: none}"),
        (["{play: Maybe}", "{resolve: , choose: ['yes']}"], "{p1: {xp: 1}}"),
        (["{play: Maybe}", "resolve", "{answer: 'no'}"], "{p1: {xp: 0}}"),
        (["{play: Zap, targets: Vanilla 3, illegal: 'yes'}"], "{chain: []}"),
        (["{play: Sprinter, to: base}"], "{Sprinter: {ready: 'no'}}"),
        (["{to-turn: p1}"], "{turn: 5, action: p1}"),
    ],
)
def test_what_can_be_done(pools: Pools, lines: list[str], expect: str) -> None:
    outcome = steps(pools, *lines, expect=expect)
    assert outcome.result == HOLDS, f"{outcome.text}: {outcome.message}"


@pytest.mark.parametrize(
    ("step", "zone"), [("{play: two}", "chain"), ("{hide: two, to: battlefield 1}", "facedown")], ids=["play", "hide"]
)
def test_of_equal_cards_in_hand_the_named_one_is_used(pools: Pools, step: str, zone: str) -> None:
    outcome = ran(
        pools,
        "name: a\nrules: [419]\nown-cards: [{name: Zap, energy: 0, keywords: [hidden], do: [{draw: 1}]}]\n"
        "setup: {p1: {hand: [{card: Zap, as: one}, {card: Zap, as: two}]}, "
        "battlefields: [{units: {p1: [Vanilla 1]}}]}\n"
        f"steps: [{step}]\nexpect: {{one: hand, two: {zone}}}",
    )
    assert outcome.result == HOLDS, outcome.message


def test_a_play_that_is_undone_fails(pools: Pools, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine offers no such play that we know of; a scenario would notice one."""

    def undo(s: State) -> None:
        decision, answer = s.decision, s.answer
        if decision is not None and answer and decision.options[answer[0]][0] == w.O_PLAY:
            s.answer, s.waiting = None, True  # back where it was asked
            return
        advance(s)

    monkeypatch.setattr(answers, "advance", undo)
    assert steps(pools, "{play: Sprinter, to: base, illegal: true}", expect="{Sprinter: hand}").result == HOLDS
    outcome = steps(pools, "{play: Sprinter, to: base}")
    assert outcome.result == FAILS
    assert outcome.message == "'Sprinter' could not be played to the end, so it was undone (CR 358.5)"


def test_a_failure_tells_file_line_text_and_state(pools: Pools) -> None:
    outcome = steps(pools, "{play: Zap, targets: Bruiser}", "resolve", expect="{Bruiser: {damage: 2}}")
    assert (outcome.result, outcome.where) == (FAILS, f"here.yaml:{BASE.count(chr(10)) + 4}")
    assert outcome.text == "expect: {Bruiser: {damage: 2}}"
    assert outcome.message == "the damage of Bruiser is 3"
    assert any("Bruiser 4 (3 damage)" in line for line in outcome.picture)
    assert outcome.picture[-1].startswith("P1 is asked (main: Player 1: main phase, what do you do?); offered are: ")
    outcome = steps(pools, "{play: Zap}", "{expect: {turn: 4}}")
    assert outcome.picture[-1].startswith("P1 is asked (target: ")
    assert steps(pools, "{concede: p2}", expect="{turn: 4}").picture[-1] == "Nothing is asked, the game is over"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["{play: Zapp}"], 'no card "Zapp"'),
        (["{move: Recruit, to: nowhere, by: p1}"], "no place 'nowhere'"),
        (["{activate: Bell}"], "can mean several: use Bell, ability 1; use Bell, ability 2"),
        (["{play: Two, targets: Vanilla 33}"], 'no card "Vanilla 33"'),
        (["{move: Vanilla 3}"], "a move needs `to`"),
        (["{to-phase: lunch}"], "must be one of"),
        (["{play: Zap, from: pocket}"], "must be one of hand"),
        (["{play: Zap, by: you}"], "must be a player"),
        (["{expect: {Bruiser: {mighty: 5}}}"], 'unknown key "mighty"'),
        (["{expect: {Vanilla 33: trash}}"], 'no card "Vanilla 33"'),
        (["{expect: {Recruit: {might: 1}}}"], "there are 2 of 'Recruit'"),
        (["{expect: {events: [{dye: Bruiser}]}}"], 'unknown key "dye"'),
        (["{play: Zap, targets: Bruiser, choose: [Brusier], illegal: true}"], 'no card "Brusier" (Bruiser'),
        (["{play: Zap, targets: [], illegal: true}"], "targets: says nothing"),
        (["{play: Zap, targets: Bruiser, choose: []}"], "choose: says nothing"),
        (["{play: Zap, targets: Bruiser, pay: []}"], "pay: says nothing"),
        (["{play: Zap, targets: Bruiser, extra: []}"], "extra: says nothing"),
        (["{play: Zap, targets: Brusier, illegal: true}"], 'no card "Brusier" (Bruiser'),
        (["{play: Zap, targets: Vanilla 9, illegal: true}"], "'Vanilla 9' is nowhere in this scenario"),
        (["{play: Zap, targets: p3 Bruiser, illegal: true}"], "there is no p3 in a game of 2"),
        (["{play: Zap, targets: ability of Brusier, illegal: true}"], 'no card "Brusier"'),
        (["{play: Zap, targets: target Brusier, illegal: true}"], 'no card "Brusier"'),
        (["{play: Zap, targets: name Hobgobblin, illegal: true}"], "no tag 'Hobgobblin'"),
        (["{play: Zap, targets: 2.5, illegal: true}"], "must be a name, a number, yes, no or none"),
        (["{play: Zap, by: p3, illegal: true}"], "there is no p3 in a game of 2"),
        (["{play: Zapp, by: p2, illegal: true}"], 'no card "Zapp"'),
        (["{play: Vanilla 9, illegal: true}"], "'Vanilla 9' is nowhere in this scenario"),
        (["{play: Sprinter, to: base, extra: [acelerate], illegal: true}"], "'acelerate' of Sprinter (accelerate?)"),
        (["{play: Zap, targets: Bruiser, extra: repeat, illegal: true}"], "no optional cost 'repeat' of Zap"),
        (["{answer: Bruiser, extra: acelerate, illegal: true}"], "no optional cost 'acelerate' (accelerate?)"),
        (["{activate: Bell, ability: 7, illegal: true}"], "Bell has 2 abilities to use"),
        (["{play: Zap, from: flow, illegal: true}"], "Zap has no Flow"),
        (["{play: Again, ability: 2, illegal: true}"], "Again has 1 Flow costs"),
        (["{answer: Foo, illegal: true}"], 'no card "Foo"'),
        (["{answer: , illegal: true}"], "an empty list is written []"),
        (["{answer: {recycle: [Furry]}, illegal: true}"], "no domain 'Furry' (Fury?)"),
        (["{play: Zap, pay: {recycle: [Furry]}, illegal: true}"], "no domain 'Furry' (Fury?)"),
        (["{play: Zap, pay: {exhaust: [Golde]}, illegal: true}"], 'no card "Golde"'),
        (["{play: Zap, pay: {recicle: []}, illegal: true}"], 'unknown key "recicle" (recycle?)'),
        (["{play: Zap, to: battlefeld 1, illegal: true}"], "no place 'battlefeld 1' (battlefield 1?)"),
        (["{play: Zap, to: battlefield 7, illegal: true}"], "there is no battlefield 7; there are 2"),
        (["{move: Vanilla 3, to: Bare Battlefield}"], "can mean battlefield 1 and battlefield 2"),
        (["{move: Vanila 3, to: base, by: p2, illegal: true}"], 'no card "Vanila 3"'),
        (["{concede: p4}"], "there is no p4 in a game of 2"),
        (["{to-turn: p3}"], "there is no p3 in a game of 2"),
        (["{invite: p3, illegal: true}"], "there is no p3 in a game of 2"),
        (["{resolve: all, illegal: true}"], "must be one of top, chain"),
        (["{pass: twice, illegal: true}"], "nothing may follow it"),
        (["{play: Zap, as: turn, targets: Bruiser}"], "it is a word of scenarios"),
        (["{play: Zap, as: battlefield 1, targets: Bruiser}"], "it means a place"),
        (["{play: Zap, as: tired, targets: Bruiser}"], "the name 'tired' is given twice"),
    ],
)
def test_what_cannot_be_understood_is_faulty(pools: Pools, lines: list[str], words: str) -> None:
    outcome = steps(pools, *lines)
    assert outcome.result == FAULTY, outcome.message
    assert words in outcome.message
    assert outcome.line == BASE.count("\n") + 2


def test_a_card_that_cannot_be_executed_is_refused_with_the_reason(pools: Pools) -> None:
    pool = pool_of(pools.db)
    pool.need_all()
    unable = next(d for d in pool.defs if d.unsupported and d.types & 1)
    outcome = ran(pools, f"name: a\nrules: [100]\nsetup: {{p1: {{hand: ['{unable.name}']}}}}\nexpect: {{turn: 3}}")
    assert outcome.result == FAULTY
    assert unable.unsupported in outcome.message


def test_the_versions_are_all_held(pools: Pools) -> None:
    text = (
        "name: a\nrules: [429]\nversions: ['1.4', '1.2']\n"
        "own-cards: [{name: Costly, power: 1, domains: [Fury, Calm]}]\n"
        "setup: {p1: {hand: [Costly], runes: [Mind, Mind]}}\n"
        "expect: {not-offered: [play Costly]}"
    )
    outcome = ran(pools, text)
    assert (outcome.result, outcome.version) == (FAILS, "1.2")  # before 1.4 its [C] is any power
    assert ran(pools, text.replace("'1.4', '1.2'", "'1.4'")).result == HOLDS


@pytest.mark.parametrize(
    ("card", "lines", "expect"),
    [
        ("Zap", ["{play: Zap, targets: Bruiser}", "resolve"], "{Bruiser: {damage: 3}}"),
        ("Sprinter", ["{play: Sprinter, to: base, extra: accelerate}"], "{Sprinter: {ready: true}}"),
        ("Bell", ["{activate: Bell, ability: 1}", "resolve"], "{p1: {hand: 10}}"),
        ("Hider", ["{hide: Hider, to: battlefield 2}"], "{Hider: facedown}"),
    ],
)
def test_a_scenario_that_proves_a_card_fails_without_its_abilities(
    pools: Pools, card: str, lines: list[str], expect: str
) -> None:
    told = "\n".join(f"  - {line}" for line in lines)
    text = f"{BASE}steps:\n{told}\nexpect: {expect}\n"
    assert ran(pools, text).result == HOLDS
    assert ran(pools, text, frozenset({card})).result == FAILS
    assert ran(pools, text, frozenset({"Costly"})).result == HOLDS


def test_what_was_so_before_triggers_nothing(pools: Pools) -> None:
    text = """
name: a
rules: [383]
own-cards:
  - name: Herald
    might: 6
    abilities:
      - {when: I become mighty, do: [{draw: 1}]}
      - {when: you play me, do: [{draw: 1}]}
setup:
  p1: {base: [{card: Herald, buffs: 1}]}
  battlefields: [{control: p1, units: {p1: [{card: Herald, as: other}]}}]
expect: {chain: [], p1: {hand: 0}, no-events: [become], action: p1}
""".replace("no-events: [become]", "no-events: [becomes]")
    assert ran(pools, text).result == HOLDS


def test_a_broken_invariant_and_a_crash_fail_with_their_line(pools: Pools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "broken", lambda s: ["two and two are five"] if s.turn == 4 else [])
    outcome = steps(pools, "end-turn", expect="{turn: 4}")
    assert (outcome.result, outcome.text) == (FAILS, "- end-turn")
    assert outcome.message == "the engine broke an invariant: two and two are five"

    def crash(_state: object) -> None:
        raise KeyError("gone")

    monkeypatch.setattr(answers, "advance", crash)
    outcome = steps(pools, "end-turn")
    assert (outcome.result, outcome.text) == (FAILS, "- end-turn")
    assert outcome.message.startswith("the engine failed: KeyError: 'gone' (test_steps.py:")
    monkeypatch.setattr(arrangement, "advance", crash)
    assert steps(pools, "end-turn").message.startswith("the engine failed: KeyError")


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL), ids=["first", "second"])
def test_the_examples_of_the_page_hold(pools: Pools, text: str) -> None:
    for scenario in read_scenarios(text.encode(), "page.yaml"):
        outcome = run(scenario, pools)
        assert outcome.result == HOLDS, f"{outcome.text}: {outcome.message}"


def test_the_page_tells_every_word() -> None:
    told = set(re.findall(r"`([^`\n]+)`", PAGE))
    told |= {re.split(r"[:, ]", word)[0] for word in told}
    every = {*SCENARIO_KEYS, *SETUP_KEYS, *SIDE_KEYS, *CARD_KEYS, *FIELD_KEYS, *VERBS, *EVENT_WORDS}
    every |= {key for keys in MORE.values() for key in keys} | {"by", "illegal"}
    every |= set(KINDS.values()) - {"mulligan", "battlefield"}
    assert not every - told - {"p2", "p3"}
