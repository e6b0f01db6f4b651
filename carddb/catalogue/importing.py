"""`cards import`: a file of cards, or of the contents of Riot's API, laid over the database in a file of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.catalogue import card_file, gate, json_text, overlay
from riftcheck.carddb.catalogue import content as contents
from riftcheck.carddb.catalogue.diff import Aside, Diff, match
from riftcheck.carddb.catalogue.newcards import build as riot_cards
from riftcheck.carddb.catalogue.stated_cards import StatedCards
from riftcheck.carddb.errors import CatalogueError
from riftcheck.carddb.snapshot import user_overlay

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from riftcheck.carddb.catalogue.content import Content
    from riftcheck.carddb.database import CardDatabase

MAX_BYTES: Final = 32_000_000  # as an answer of the API
MOST_DIFFERENT: Final = 0.1  # of the known cards in a file
FEW_DIFFERENT: Final = 5  # so many may always differ

_FIRST_LINE: Final = b"# Written by `riftcheck cards import`"
_HEADER: Final = f"""\
{_FIRST_LINE.decode()}; importing a file of the same name replaces it. Texts in it
# belong to Riot Games: keep them to yourself. To correct something, put a file of your own into a folder named in
# RIFTCHECK_CARDS.
"""
_NOT_IN_NAME: Final = re.compile(r"[^a-z0-9]+")
_LONGEST_NAME: Final = 60
_NAMED: Final = 5


@dataclass(frozen=True, slots=True)
class ImportResult(gate.OverlayOutcome):
    """The outcome of an import, with the file that was read."""

    file: str

    def lines(self) -> list[str]:
        """Return the result for people, a line each."""
        return [f"Cards of {self.file}", *self.found()]


class ImportRefusedError(CatalogueError):
    """A file that differs too much to be believed; nothing was written. `result` holds the difference."""

    def __init__(self, result: ImportResult) -> None:
        self.result = result
        reasons = "; ".join(result.refusals)
        super().__init__(f"{reasons}. Nothing was written; look at the difference, and force it if it is right")


def place_of(file: Path, folder: Path | None = None) -> Path:
    """Return the overlay that a file is imported into: `imported-NAME.yaml` in a folder, by default the user's own."""
    name = _NOT_IN_NAME.sub("-", file.stem.casefold())[:_LONGEST_NAME].strip("-")
    return (user_overlay() if folder is None else folder) / f"imported-{name or 'cards'}.yaml"


def import_cards(
    file: Path, db: CardDatabase, *, folder: Path | None = None, force: bool = False, dry_run: bool = False
) -> ImportResult:
    """Read a file of cards, compare it with a database and write what is new to a folder.

    The file is JSON: an object with `set` and `cards`, or the contents of Riot's API, with `sets`. `folder` is by
    default the user's own, which `carddb.load_default` reads. `db` should hold the other files of that folder.
    `force` uses a file that would be refused, and a dry run does everything but write.

    :raises ImportRefusedError: if the file contradicts the database or itself, and `force` is not set.
    :raises CatalogueError: if the file cannot be read, or the overlay cannot be written.
    """
    document = json_text.read(_bytes(file), "the file", CatalogueError)
    place = place_of(file, folder)
    _check_place(place)
    aside: list[Aside] = []
    new_cards: overlay.NewCards = riot_cards
    if isinstance(document, dict) and "sets" in document:
        content = contents.read(document)
    else:
        found = card_file.read(document, file.stem)
        content, new_cards = found.content, StatedCards(found.stated).build
        aside = [Aside("a card without a name", (one,), "nobody knows its name") for one in found.unnamed]
    outcome = gate.lay_over(
        content,
        db,
        place,
        _HEADER,
        force=force,
        dry_run=dry_run,
        new_cards=new_cards,
        doubts=lambda diff, built: () if content.whole else tuple(_doubts(content, db, diff, built)),
        aside=aside,
    )
    told: dict[str, Any] = {field.name: getattr(outcome, field.name) for field in fields(outcome)}
    result = ImportResult(**told, file=str(file))
    if result.refusals and not result.forced:
        raise ImportRefusedError(result)
    return result


def _bytes(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise CatalogueError(f"{file} cannot be read: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise CatalogueError(f"the file is larger than {MAX_BYTES / 1e6:g} MB; the cards of a set are a few MB at most")
    return data


def _check_place(place: Path) -> None:
    """Refuse to replace a file that no import wrote."""
    try:
        with place.open("rb") as stream:
            mine = stream.read(len(_FIRST_LINE)) == _FIRST_LINE
    except FileNotFoundError:
        return
    except OSError as error:
        raise CatalogueError(f"{place} cannot be read: {error.strerror or error}") from None
    if not mine:
        raise CatalogueError(f"{place} was not written by an import, and would be replaced; move it away")


def _doubts(content: Content, db: CardDatabase, diff: Diff, built: overlay.Overlay) -> Iterator[str]:
    """Yield why a file of cards is not to be believed beside what is asked of every catalogue."""
    renamed = [f"{change.theirs} is {change.card} here" for change in diff.changes if change.field == "name"]
    if renamed:
        yield f"the file gives the ids of {len(renamed)} known cards to others ({_few(renamed)})"
    matches = match(content, db)
    odd = [f"{one.entry.name}: {one.reason}" for one in matches if one.reason is not None and one.entry.id is not None]
    if odd:
        yield f"the file contradicts {len(odd)} known cards ({_few(odd)})"
    twice = sorted({one.ids[0] for one in built.aside if one.reason == overlay.DISPUTED})
    if twice:
        yield f"the file gives {len(twice)} ids to several cards ({_few(twice)})"
    known = {one.card.name for one in matches if one.card is not None}
    differing = sorted({change.card for change in diff.changes})
    if len(differing) > max(FEW_DIFFERENT, MOST_DIFFERENT * len(known)):
        yield (
            f"{len(differing)} of the {len(known)} known cards in the file differ ({_few(differing)});"
            f" at most {MOST_DIFFERENT:.0%} may"
        )


def _few(texts: list[str]) -> str:
    more = f" and {len(texts) - _NAMED} more" if len(texts) > _NAMED else ""
    return ", ".join(texts[:_NAMED]) + more
