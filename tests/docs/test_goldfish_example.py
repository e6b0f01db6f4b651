"""The worked example of docs/goldfish.md: its numbers are those that its commands give."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

import pytest

from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import DeckZones, Run, aligned
from riftcheck.goldfish.report.comparisons import compare_lines
from riftcheck.goldfish.report.text import result_lines
from riftcheck.goldfish.results.document import result_document
from riftcheck.goldfish.results.run_info import run_info
from riftcheck.goldfish.simulation.game import play_game
from riftcheck.goldfish.simulation.game_rows import GameRows
from riftcheck.goldfish.stats.tally import Tally
from riftcheck.goldfish.studies.comparison import compare
from riftcheck.validator.check import check
from riftcheck.validator.report import Options
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

CHAPTER = (ROOT / "docs" / "goldfish.md").read_text("utf-8").partition("## A worked example")[2]
BLOCKS = re.findall(r"```text\n(.*?)```", CHAPTER, re.DOTALL)
COMMANDS = re.findall(r"^\$ (.*)$", CHAPTER, re.MULTILINE)


def named(option: str, command: str) -> str:
    found = re.search(rf"--{option} (\S+)", command)
    assert found is not None
    return found[1]


def listed(text: str, db: CardDatabase) -> DeckZones:
    """Return a list, which is legal on the day that the commands name."""
    deck = resolve(read_list({"text": text}, db).deck, db)
    report = check(deck, db, Options(date.fromisoformat(named("date", COMMANDS[0]))))
    assert report.legal
    return DeckZones.of(zones_for_play(deck), report.list_hash)


@pytest.fixture(scope="module")
def shown(db: CardDatabase) -> tuple[str, str]:
    """What the two commands of the example print."""
    goldfish, change, versus = COMMANDS
    assert {named("games", one) for one in (goldfish, versus)} == {"1000"}
    for option in ("seed", "date", "policy"):
        assert named(option, goldfish) == named(option, versus)
    before = (ROOT / goldfish.split()[2]).read_text("utf-8")
    after = before
    for old, new in re.findall(r"s/(.*?)/(.*?)/", change):
        after = re.sub(old, new, after, flags=re.MULTILINE)
    assert named("policy", goldfish) == named("policy", versus)
    a = listed(before, db)
    seed = int(named("seed", goldfish))
    policy = named("policy", goldfish)
    tables = [prepare(Run(one, seed=seed, policy=policy), db) for one in (a, aligned(a, listed(after, db)))]
    abouts = [run_info(table, (), db, date=named("date", goldfish)) for table in tables]
    tally = Tally()
    lines = [GameRows(one.turns, one.victory) for one in abouts]
    for index in range(1000):
        facts = [play_game(table, index) for table in tables]
        tally.add(facts[0])
        for one, counted in zip(facts, lines, strict=True):
            counted.add(one)
    result = result_lines(result_document(tally, abouts[0]))
    compared = compare(lines[0], lines[1], abouts[0], abouts[1])
    return "\n".join(result), "\n".join(compare_lines(compared, names=versus.split()[2:4]))


def test_the_tables_of_the_example_are_what_is_printed(shown: tuple[str, str]) -> None:
    assert len(BLOCKS) == 5
    for block, printed in zip(BLOCKS, [shown[0]] * 4 + [shown[1]], strict=True):
        for part in block.split("...\n\n"):
            assert part.strip("\n") in printed


def test_the_words_of_the_example_say_numbers_of_the_tables() -> None:
    tables = "".join(BLOCKS)
    words = re.sub(r"```.*?```", "", CHAPTER, flags=re.DOTALL)
    said = [one for one in re.findall(r"\b\d+\.\d+\b", words) if one not in ("99.6", "0.055", "0.016", "31.9", "37.8")]
    assert len(said) > 8
    for number in said:
        assert number in tables
