"""Exporting a deck: the part that the form can carry, written, and read back for losses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from riftcheck.decks.champion import read_champion
from riftcheck.decks.codes import canonical, decode, from_code
from riftcheck.decks.document import DeckFieldError
from riftcheck.decks.export import writers
from riftcheck.decks.export.fit import fitted
from riftcheck.decks.export.readback import differences
from riftcheck.decks.model import NORMAL_MAIN, DeckReadError, Parsed, ResolvedDeck
from riftcheck.decks.resolve import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb import CardDatabase

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

    :raises DeckWriteError: where a deck code cannot hold the list: over 200 of one card, or too many cards.
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


def export_parsed(parsed: Parsed, to: Target, db: CardDatabase, least: int = NORMAL_MAIN) -> Export:
    """Return a list in another form, with the champion that it names and none that it does not.

    Exporting a canonical deck code as a code returns it unchanged. Any other code that changes has a warning.

    :raises DeckWriteError: as `export`.
    """
    if to == "code" and _comes_back(parsed, db):
        return Export(to, str(parsed.code), [])
    deck = read_champion(resolve(parsed.deck, db), least, infer=False).deck
    made = export(deck, to, db, least)
    if to == "code" and parsed.code is not None and made.content != parsed.code:
        made.warnings.append(_rewritten(parsed.code, made.content))
    return made


def _comes_back(parsed: Parsed, db: CardDatabase) -> bool:
    """Return True if a deck is a canonical deck code, without a champion or extra legends given in addition."""
    return parsed.code is not None and canonical(parsed.code) and parsed.deck == from_code(parsed.code, db).deck


def _rewritten(before: str, after: str | dict[str, Any]) -> str:
    """Return the warning that a deck code changed; it names the old and new version if these differ."""
    old, new = (decode(str(code)).version for code in (before, after))
    if old == new:
        return "This code differs from the input: it is written in the canonical form of its version."
    return f"This code differs from the input: it is written as version {new}, not {old}."


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
    """Return the differences between a deck and its export read back; one sentence where it cannot be read."""
    try:
        return differences(deck, content, to, db, least)
    except (DeckReadError, DeckFieldError) as error:
        return [f"This cannot be read back: {error}"]
