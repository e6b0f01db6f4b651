"""The page of scenarios: its lists are those of the code, and what it says of events and showdowns is so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.model.rules_version import LATEST, VERSIONS
from riftcheck.scenario.expectations.events import EVENT_WORDS, HAVE, NOT_OF_THING, OF_FIELD, OF_PLAYER
from riftcheck.scenario.expectations.offers import KIND_WORDS
from riftcheck.scenario.format.reader import read_scenarios
from riftcheck.scenario.format.reserved_words import GAME_WORDS, taken
from riftcheck.scenario.runner import HOLDS, run
from riftcheck.scenario.setup.cards import Pools
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

PAGE = (ROOT / "docs" / "scenarios.md").read_text("utf-8")


def table(head: str) -> list[list[str]]:
    """The rows of the table with a head, as cells."""
    lines = PAGE[PAGE.index(f"| {head} |") :].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_the_page_lists_the_versions() -> None:
    rows = table("version")
    assert [words(row[0])[0] for row in rows] == list(VERSIONS)
    assert [words(row[0])[0] for row in rows if "the latest" in row[1]] == [LATEST.name]


def test_the_page_lists_the_kinds_of_question() -> None:
    told = [word for row in table("kind of question") for word in words(row[0])]
    assert sorted(told) == sorted(KIND_WORDS)


def test_the_page_lists_the_events_and_what_they_have() -> None:
    rows = table("event")
    told = [word for row in rows for word in words(row[0])]
    assert sorted(told) == sorted(EVENT_WORDS)
    for row in rows:
        for word in words(row[0]):
            about = set(row[1].split(", "))
            assert ("battlefield" in about or "any" in about) == (word in OF_FIELD), word
            assert ("player" in about or "any" in about) == (word in OF_PLAYER), word
            assert ("card" in about or "any" in about) == (word not in NOT_OF_THING and word != "phase"), word
            assert set(words(row[2])) == {key for key, kinds in HAVE.items() if word in kinds}, word


def test_the_page_lists_the_reserved_words() -> None:
    told = words(PAGE[PAGE.index("**reserved word**") : PAGE.index("## Setup")])
    beginnings = {"target", "pick", "move", "damage", "next", "choose", "at", "mulligan", "battlefield", "pay with"}
    beginnings |= {"replace for"}
    keys = {"as", "expect"}
    assert [word for word in told if not taken(word) and word not in keys | beginnings] == []
    assert [word for word in beginnings if not taken(f"{word} Poro")] == []
    assert set(told) >= GAME_WORDS


CARDS = """
own-cards:
  - {name: Hunter, might: 4, abilities: [{when: I conquer, do: [{draw: 1}]}, {when: I win a combat, do: [{xp: 1}]}]}
  - {name: Ghost, might: 1, abilities: [{when: deathknell, do: [{draw: 1}]}]}
  - {name: Zap, energy: 0, do: [{deal: 1, to: choose a unit}]}
  - {name: Not, energy: 0, keywords: [reaction], do: [{counter: choose a spell}]}
  - {name: Bell, type: Gear, abilities: [{cost: {exhaust: me}, do: [{draw: 1}]}]}
"""


# What is set up, what is done, and what is then expected, each step on its line.
SHOWN = {
    "after a combat all has resolved": """
{p1: {base: [Hunter]}, battlefields: [{units: {p2: [Ghost]}}]}
{move: Hunter, to: battlefield 1}
{finish-showdown: , expect: {chain: [], p1: {hand: 1, xp: 1}, p2: {hand: 1}}}
{expect: {events: [{damage: Ghost, amount: 4}, {die: Ghost}, {win-combat: battlefield 1}]}}
{expect: {events: [{win-combat: battlefield 1}, {score: battlefield 1}, {conquer: battlefield 1}]}}
{expect: {events: [{conquer: battlefield 1}, {combat-ends: battlefield 1}]}}
""",
    "what triggers on conquering without a combat stands on the chain": """
{p1: {base: [Hunter]}}
{move: Hunter, to: battlefield 1}
{finish-showdown: , expect: {chain: [ability of Hunter], showdown: none, p1: {hand: 0, points: 1}}}
{expect: {events: [{gain: p1}, {score: battlefield 1}, {conquer: battlefield 1}]}}
{resolve: , expect: {p1: {hand: 1}}}
""",
    "a spell has been played when it has resolved": """
{p1: {hand: [Zap], base: [Vanilla 3]}}
{play: Zap, targets: Vanilla 3, expect: {no-events: [{play: Zap}]}}
{expect: {events: [{finalize: Zap}, {choose: Vanilla 3, other: Zap}]}}
{pass: , expect: {events: [{pass: Zap, by: p1}], no-events: [{play: Zap}]}}
{pass: , expect: {events: [{damage: Vanilla 3, amount: 1}, {play: Zap, by: p1}]}}
""",
    "a unit has been played when it stands there": """
{p1: {hand: [Ghost]}}
{play: Ghost, to: base, expect: {events: [{finalize: Ghost}, {enter: Ghost}, {play: Ghost, at: p1 base}]}}
""",
    "what was countered was never played": """
{p1: {hand: [Zap], base: [Vanilla 3]}, p2: {hand: [Not]}}
{play: Zap, targets: Vanilla 3}
pass
{play: Not, targets: Zap}
{resolve: , expect: {events: [{counter: Zap, other: p1}, {play: Not}], no-events: [{play: Zap}]}}
""",
    "an ability has been used when it has resolved": """
{p1: {base: [Bell]}}
{activate: Bell, expect: {events: [{exhaust: Bell}], no-events: [use]}}
{resolve: , expect: {events: [{draw: any, by: p1}, {use: Bell}]}}
""",
    "a combat without a winner": """
{p1: {base: [{card: Vanilla 4, stunned: true}]}, battlefields: [{units: {p2: [{card: Vanilla 5, stunned: true}]}}]}
{move: Vanilla 4, to: battlefield 1}
{finish-showdown: , expect: {no-events: [win-combat, lose-combat]}}
{expect: {events: [{recall: Vanilla 4, from: battlefield 1, at: p1 base}]}}
""",
}


@pytest.mark.parametrize("what", SHOWN)
def test_what_the_page_says_of_events_is_so(db: CardDatabase, what: str) -> None:
    setup, *steps = SHOWN[what].strip().splitlines()
    told = "".join(f"  - {step}\n" for step in steps)
    text = f"name: a\nrules: [100]\nsetup: {setup}\nsteps:\n{told}expect: {{turn: 3}}{CARDS}"
    (scenario,) = read_scenarios(text.encode(), "here.yaml")
    outcome = run(scenario, Pools(db))
    assert outcome.result == HOLDS, outcome.message
