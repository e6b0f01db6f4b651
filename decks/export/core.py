"""Exporting a deck: what the form can carry, written, and read back to see what was lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from decks import codes
from decks.champion import read_champion
from decks.export import writers
from decks.export.fit import fitted
from decks.export.readback import differences
from decks.mapping import DeckFieldError
from decks.model import NORMAL_MAIN, DeckReadError, ResolvedDeck
from decks.resolve import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from carddb import CardDatabase

Target = Literal["text", "sections", "code", "tts", "json"]
TARGETS: Final[tuple[Target, ...]] = get_args(Target)


@dataclass(frozen=True, slots=True)
class Export:
    """A deck in another form. `content` is a string, for `json` an object that is itself a deck to send in.

    `warnings` are sentences: what the form cannot hold, and whatever would differ when it is read again.
    """

    to: Target
    content: str | dict[str, Any]
    warnings: list[str]


def export(deck: ResolvedDeck, to: Target, db: CardDatabase, least: int = NORMAL_MAIN) -> Export:
    """Return a deck in another form, read back and compared.

    `deck.main` holds all copies and `deck.champion` is only a label, as `decks.champion.read_champion` leaves them.
    `least` is the least size of a main deck in the format, by which a reader tells whether the champion is among it.

    :raises DeckWriteError: where a deck code cannot hold the list: over 99 of one card, or too many cards.
    """
    carried, warnings = fitted(deck, to)
    told: list[str] = []
    content: str | dict[str, Any] = ""
    for position, written in enumerate(_ways(carried, to)):
        found = _found(carried, written, to, db, least)
        if position == 0 or len(found) < len(told):
            content, told = written, found
        if not told:
            break
    return Export(to, content, warnings + told)


def _ways(deck: ResolvedDeck, to: Target) -> Iterator[str | dict[str, Any]]:
    """Yield the ways to write a deck, the usual one first; the later ones are for lists that it misrepresents.

    They differ in whether the champion is listed apart, because readers tell that by the size of the main deck.
    """
    if to == "json":
        yield writers.to_json(deck)
    elif to == "code":
        yield writers.to_code(deck, *writers.label(deck))
        yield writers.to_code(deck, *writers.apart(deck))
    elif to == "tts":
        # A champion as a mere label would be one card more on the table.
        yield writers.to_tts(deck, *writers.apart(deck))
    else:
        write = writers.to_sections if to == "sections" else writers.to_blocks
        yield write(deck, *writers.apart(deck))
        yield write(deck, *writers.label(deck))


def _found(deck: ResolvedDeck, content: str | dict[str, Any], to: Target, db: CardDatabase, least: int) -> list[str]:
    """Return what differs when an export is read back."""
    try:
        return differences(deck, content, to, db, least)
    except (DeckReadError, DeckFieldError) as error:
        return [f"This cannot be read back: {error}"]


def returns_same(code: str, db: CardDatabase, least: int = NORMAL_MAIN) -> bool:
    """Tell whether a deck code, read as a deck and exported again, comes back the same.

    It does where it is written canonically, holds all copies of its champion and labels one of them; any other comes
    back in our form. A code that names no champion comes back the same if none is inferred for it.

    :raises DeckReadError: where the code is not one.
    """
    deck = read_champion(resolve(codes.from_code(code, db).deck, db), least, infer=False).deck
    try:
        return export(deck, "code", db, least).content == code.strip()
    except codes.DeckWriteError:
        return False
