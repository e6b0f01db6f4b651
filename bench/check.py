"""Resolved deck to report, and text to report, by the code that the API calls."""

from __future__ import annotations

from datetime import date
from typing import Any

from bench import lists, measure
from riftcheck import carddb
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options, check


def run() -> dict[str, Any]:
    """Return both rates over the real lists, in reports a second on one core."""
    db = carddb.load()
    options = Options(date(2026, 11, 21))
    texts = lists.texts()
    decks = [resolve(read_list({"text": text}, db).deck, db) for text in texts]

    def from_decks() -> int:
        for deck in decks:
            check(deck, db, options)
        return len(decks)

    def from_texts() -> int:
        for text in texts:
            parsed = read_list({"text": text}, db)
            check(resolve(parsed.deck, db), db, options, parsed)
        return len(texts)

    return {"resolved_to_report": measure.rate(from_decks), "text_to_report": measure.rate(from_texts)}
