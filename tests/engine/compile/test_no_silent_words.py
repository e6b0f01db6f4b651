"""No word of the language is without effect in silence: each example of docs/abilities.md, and every mutant of it.

A mutant that still loads must mean something else to the engine, in what it compiles, unless the words that differ are
fillers or synonyms of the page; and every field of every node must be read while the card is compiled.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from riftcheck.carddb.abilities.instructions import Draw
from riftcheck.carddb.abilities.loader import load_abilities
from riftcheck.carddb.abilities.phrases import STATES
from riftcheck.carddb.abilities.problems import AbilityError
from riftcheck.carddb.abilities.reader.card import read_abilities
from riftcheck.engine.compile.cards import Facts, add
from riftcheck.engine.compile.keywords import define_keywords
from riftcheck.engine.compile.pool import facts_of
from riftcheck.engine.model.definitions import Pool
from tests.docs import test_ability_docs as page
from tests.engine.compile.compiled_meaning import meaning
from tests.engine.compile.mutants import mutants
from tests.engine.compile.watched_nodes import forget, unread, watched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb import CardDatabase

# The meaning of a card is read from the closures that it is compiled into.
pytestmark = pytest.mark.interpreted_only
MOST = 30
OF_BATTLEFIELDS = frozenset({"occupied", "open", "controlled", "uncontrolled"})
# Read by descriptions only: the words of a way, which are ours, and those of deck building, which the checker reads.
SAID_ONLY = frozenset({"Either.labels", "DeckRule.text"})


ROWS = [tuple(page._codes(row[0])) for row in page._rows("Fillers and synonyms")]


def _examples() -> Iterator[dict[str, Any]]:
    """Yield every example of the page as a card."""
    for table in (page._NODES, page._PLACES, page._COSTS):
        # A rule of deck building is nothing to the engine.
        yield from (page._card(example) for name, example in table if name != "DeckRule")
    yield from (page._of_event(example) for _, example in page._EVENTS)
    yield from (yaml.safe_load(whole) for whole in page._WHOLE)
    yield from ({"keywords": [yaml.safe_load(code)], "do": [{"draw": 1}]} for _, code in page._table("Keywords"))
    until = [page._codes(row[0])[0] for row in page._rows("Durations")]
    yield from ({"do": [{"give": "choose a unit", "might": 1, "until": word}]} for word in until)
    for word in STATES:
        if word in OF_BATTLEFIELDS:
            there = f"{_a(word)} battlefield is there"
            yield {"abilities": [{"when": "you conquer", "do": [{"draw": 1, "if": there}]}]}
        elif word != "owned":
            yield {"do": [{"kill": f"choose {_a(word)} unit"}]}


def _a(word: str) -> str:
    return f"an {word}" if word[0] in "aeio" else f"a {word}"


@dataclass
class Findings:
    """What was found: examples that do not run, words without effect, and fields that nothing reads."""

    not_run: list[str] = field(default_factory=list)
    silent: list[tuple[str, str, str]] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)
    mutants: int = 0


class Compiler:
    """Compiles a card again and again as the same one, and tells its meaning and what of it was read."""

    def __init__(self) -> None:
        self.pool = Pool()
        define_keywords(self.pool)
        self.found = dict(self.pool.found)

    def compiled(self, card: dict[str, Any]) -> tuple[Any, list[str]] | str:
        """Return the meaning of a card and its fields that are not read, or why it is refused."""
        try:
            abilities = read_abilities("Example", card)
        except AbilityError as error:
            return str(error)
        facts = Facts(
            "Example", ("Spell",) if "do" in card else ("Unit",), domains=("Fury", "Mind"), abilities=abilities
        )
        self.pool.found, self.pool.tokens = dict(self.found), frozenset()
        forget()
        d = add(self.pool, facts)
        left = [at for at in unread(abilities) if at.rpartition("/")[2] not in SAID_ONLY]
        self.pool.defs.pop()
        return d.unsupported or ((meaning(d), sorted(self.pool.tokens)), left)


@pytest.fixture(scope="module")
def findings() -> Findings:
    found, compiler = Findings(), Compiler()
    with watched():
        for whole in _examples():
            example = {key: value for key, value in whole.items() if key != "name"}
            first = compiler.compiled(example)
            if isinstance(first, str):
                found.not_run.append(f"{example}: {first}")
                continue
            found.unread |= {f"{at} of {example}" for at in first[1]}
            for mutant in mutants(example):
                again = compiler.compiled(mutant.card)
                found.mutants += 1
                if isinstance(again, str):
                    continue
                found.unread |= {f"{at} of {mutant.card}" for at in again[1]}
                if again[0] == first[0]:
                    found.silent.append((mutant.old, mutant.new, str(mutant.card)))
    return found


def _row(old: str, new: str) -> tuple[str, ...] | None:
    """Return the row of fillers and synonyms that says why two wordings mean the same."""
    return next((row for row in ROWS if {old, new} - {""} <= {*row, *(f"{word}s" for word in row)}), None)


def test_every_example_of_the_page_is_a_card_that_the_engine_plays(findings: Findings) -> None:
    assert findings.not_run == []


def test_every_word_and_number_has_an_effect_or_is_refused_or_listed(findings: Findings) -> None:
    assert findings.mutants > 5000
    assert [one for one in findings.silent if _row(one[0], one[1]) is None] == []


def test_every_field_is_read_as_its_card_is_compiled(findings: Findings) -> None:
    assert findings.unread == set()


def test_fillers_and_synonyms_are_few_and_each_is_one(findings: Findings) -> None:
    assert sum(len(row) for row in ROWS) <= MOST
    used = {_row(old, new) for old, new, _ in findings.silent}
    assert [row for row in ROWS if row not in used] == []


def test_every_field_of_the_shipped_cards_is_read_as_they_are_compiled(db: CardDatabase) -> None:
    pool = Pool()
    define_keywords(pool)
    left: dict[str, list[str]] = {}
    known = load_abilities(db)
    with watched():
        for name, abilities in known.items():
            forget()
            add(pool, facts_of(db.by_name[name], abilities))
            left[name] = [at for at in unread(abilities) if at.rpartition("/")[2] not in SAID_ONLY]
    assert {name: found for name, found in left.items() if found} == {}


def test_a_field_that_nothing_reads_is_noticed() -> None:
    abilities = read_abilities("Example", {"do": [{"draw": 2}]})
    with watched():
        forget()
        assert isinstance(abilities.do[0], Draw)
        assert abilities.do[0].amount is not None
        assert unread(abilities.do) == ["/0/Draw.amount/Number.value"]
