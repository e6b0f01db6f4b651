"""The page of scenarios: its lists are those of the code, and what it says of events and showdowns is so."""

from __future__ import annotations

import json
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
from tests.cli.command_runs import run as command
from tests.paths import ROOT
from tests.scenario.steps.test_refusals import CASES

if TYPE_CHECKING:
    from pathlib import Path

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
    beginnings |= {"replace for", "by"}
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
  - {name: Eager, might: 1, abilities: [{when: you play me, may: true, do: [{draw: 1}]}]}
  - {name: Late, might: 1, abilities: [{when: you play me, do: [{may: [{draw: 1}]}]}]}
  - {name: Saved, might: 1, abilities: [{instead-of: I die, may: true, do: [{heal: me}]}]}
  - {name: Fast, might: 2, keywords: [accelerate]}
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
    "units and gear resolve within the step that plays them": """
{p1: {hand: [Fast, Bell]}}
{play: Fast, to: base, expect: {chain: [], Fast: {at: base}}}
{play: Bell, expect: {chain: [], Bell: {at: base}}}
""",
    "an optional cost is declined unless it is named": """
{p1: {hand: [{card: Fast, as: slow}, {card: Fast, as: fast}]}}
{play: slow, to: base, expect: {slow: {exhausted: true}}}
{play: fast, to: base, extra: accelerate, expect: {fast: {ready: true}}}
""",
    "the choice of a trigger is made as it is put on the chain": """
{p1: {hand: [Eager, Eager]}}
{play: Eager, to: base, expect: {question: {kind: yes-no, by: p1}}}
{answer: "no", expect: {chain: []}}
{play: Eager, to: base, choose: yes, expect: {chain: [ability of Eager]}}
{resolve: , expect: {p1: {hand: 1}}}
""",
    "the choice within an effect is made as it resolves": """
{p1: {hand: [Late]}}
{play: Late, to: base, expect: {chain: [ability of Late], question: none}}
{resolve: , expect: {question: {kind: yes-no, by: p1}}}
{answer: yes, expect: {p1: {hand: 1}}}
""",
    "the choice of a replacement is made when the event would happen": """
{p1: {hand: [Zap, Zap], base: [Saved]}}
{play: Zap, targets: Saved}
{resolve: , expect: {question: {kind: replace, by: p1, options: [by Saved, "no"]}}}
{answer: yes, expect: {Saved: {at: base}, events: [{heal: Saved}]}}
{play: Zap, targets: Saved}
{resolve: , choose: ["no"], expect: {Saved: trash}}
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


def first_example(folder: Path) -> None:
    """Write the first example of the page, so that its lines are those that the page shows."""
    (folder / "rulings.yaml").write_text(re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[0], "utf-8")


def test_the_trace_of_the_page_is_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first_example(tmp_path)
    monkeypatch.chdir(tmp_path)
    shown = command("scenario", "rulings.yaml", "--trace").stdout
    section = PAGE[PAGE.index("## The trace") : PAGE.index("The lines of the trace:")]
    assert "".join(line[4:] for line in section.splitlines(keepends=True) if line.startswith("    ")) == shown


def test_the_python_example_of_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first_example(tmp_path)
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(code, "page.py", "exec"), {})  # noqa: S102 - the example of our own page
    assert capsys.readouterr().out == "rulings.yaml:8 holds \n"


def test_the_trace_in_json_has_the_keys_of_the_page(tmp_path: Path) -> None:
    first_example(tmp_path)
    (told,) = json.loads(command("scenario", str(tmp_path), "--trace", "--json").stdout)["scenarios"]
    (trace,) = told["traces"]
    section = words(PAGE[PAGE.index("A scenario with several versions has one") : PAGE.index("## In Python")])
    asked = trace["steps"][0]["questions"][1]
    assert {*trace, *trace["steps"][0], *asked} <= set(section)
    assert (asked["player"], asked["kind"], asked["answers"], asked["origin"], asked["reason"]) == (
        1, "target", ["target Vanilla 2"], "steps/0/targets", ""
    )  # fmt: skip


def test_the_reasons_of_the_page_are_those_of_the_tests() -> None:
    for row in table("obstacle"):
        for said in words(row[1]):
            assert any(said in shown or shown in said for _, _, shown in CASES.values()), said
