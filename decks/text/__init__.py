"""Deck lists from text: blocks, sections, one line, tokens, and the JSON of deck sites."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final

from riftcheck.decks.model import SECTIONS, DeckReadError, NoCardError, Parsed
from riftcheck.decks.text.characters import unfenced
from riftcheck.decks.text.items import assemble, is_doubtful
from riftcheck.decks.text.listing import Listing
from riftcheck.decks.text.sites import read_json
from riftcheck.decks.text.tables import UNCLEAR
from riftcheck.decks.text.tts import read_tokens

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

__all__ = ["MAX_BYTES", "MAX_LINES", "parse"]

MAX_BYTES: Final = 64 * 1024
MAX_LINES: Final = 1000
MAX_WORDS: Final = 3000  # of a text that is not JSON; a deck as a table of 20 columns has about 2,000
_WORD: Final = re.compile(r"[^\s,;|:*/()\[\]]+")
_NO_CARD: Final = (
    "The text has no card in it. A deck list has a line a card, such as 3 Charm, under headers such as Legend:, "
    "Champion:, Main Deck:, Battlefields:, Runes: and Sideboard:, or in blocks in that order."
)


def parse(text: str, db: CardDatabase) -> Parsed:
    """Return the deck that a text lists, what each line was read as, and the lines that could not be read.

    :raises NoCardError: if the text has no card at all, and no line in doubt about known cards.
    :raises DeckReadError: if it is JSON that cannot be read, or is over 64 KB, 1,000 lines,
        3,000 words, 300 entries or 120 lines that are no known card.
    """
    _guard(text)
    parsed = None
    if unfenced(text.removeprefix("\ufeff")).lstrip()[:1] in ("{", "["):
        parsed = read_json(text, db)
    is_json = parsed is not None
    if parsed is None:
        if len(_WORD.findall(text)) > MAX_WORDS:
            raise DeckReadError(f"The text has over {MAX_WORDS:,} words; a decklist has one short line per card.")
        rows = read_tokens(text, db)
        listing = Listing(db)
        parsed = assemble(listing.read(text) if rows is None else rows, "text")
        parsed.set_aside = listing.set_aside
    entries = chain(parsed.deck.champion, *map(parsed.deck.section, SECTIONS))
    if all(entry.unreadable for entry in entries):
        unclear = [problem.message for problem in parsed.problems if problem.message.startswith(UNCLEAR)]
        if unclear or is_json or not any(is_doubtful(card) for line in parsed.lines for card in line.cards):
            raise NoCardError(unclear[0] if unclear else _NO_CARD)
    return parsed


def _guard(text: str) -> None:
    if len(text) > MAX_BYTES or (not text.isascii() and len(text.encode(errors="surrogatepass")) > MAX_BYTES):
        raise DeckReadError(f"The text is over {MAX_BYTES // 1024} KB; a deck list has one short line a card.")
    if len(text.splitlines()) > MAX_LINES:
        raise DeckReadError(f"The text has over {MAX_LINES} lines; a deck list has one line a card.")
