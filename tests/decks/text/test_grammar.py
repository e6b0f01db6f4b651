"""Lines of a grammar: those of class `read` are read exactly, and those of class `doubt` are reported."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from riftcheck.decks.text import parse
from tests.decks.text.grammar import Grammar
from tests.examples import examples

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Line
    from tests.decks.text.grammar import Made

LINES = 50  # of an example


def fault(made: Made, db: CardDatabase) -> str | None:
    """Return how the reading of a line differs from what the grammar says, None if it does not."""
    lines = parse(f"Main Deck:\n{made.line}\n1 Gust", db).lines
    line = next(line for line in lines if line.number == 2)
    if made.cards is None:
        reported = line.outcome == "doubt" or any(card.card is None for card in line.cards)
        return None if reported else f"not reported: {made.line!r} as {shown(line)}"
    expected = [(count, name, made.zone) for count, name in made.cards]
    if line.outcome == ("used" if expected else "note") and shown(line) == expected:
        return None
    return f"{made.line!r} is {expected}, read as {shown(line)} {[card.problem for card in line.cards]}"


def shown(line: Line) -> list[tuple[int, str | None, str | None]]:
    return [(card.count, card.card.name if card.card else None, card.zone) for card in line.cards]


@given(st.lists(st.integers(0, 2**64 - 1), min_size=LINES, max_size=LINES))
@settings(max_examples=examples(40))
def test_lines_of_the_grammar_are_read_or_reported(db: CardDatabase, seeds: list[int]) -> None:
    grammar = Grammar.of(db)
    faults = [found for seed in seeds if (found := fault(grammar.make(Random(seed)), db)) is not None]
    assert faults == []


def test_every_production_makes_lines(db: CardDatabase) -> None:
    grammar = Grammar.of(db)
    made = Counter(grammar.make(Random(seed)).production for seed in range(2000))
    assert set(made) == set(grammar.productions)
    assert min(made.values()) > 20
