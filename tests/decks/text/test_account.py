"""The account of the lines: outcome, cards, counts and sections of each line that is not blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.decks.text import parse

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Line


def cards(line: Line) -> list[tuple[int, str | None, str | None]]:
    return [(card.count, card.card.name if card.card else None, card.zone) for card in line.cards]


def test_each_line_has_an_outcome_and_its_cards(db: CardDatabase) -> None:
    text = "Main Deck:\n3 Charm\n# a note\n2 Defy Sideboard: 1 Gust\nOther\n3 Nobody"
    account = parse(text, db).lines
    assert [line.outcome for line in account] == ["used", "used", "note", "used", "doubt", "used"]
    assert [cards(line) for line in account] == [
        [],
        [(3, "Charm", "main")],
        [],
        [(2, "Defy", "main"), (1, "Gust", "sideboard")],
        [(1, None, "sideboard")],
        [(3, None, "sideboard")],
    ]
    assert account[4].cards[0].problem
