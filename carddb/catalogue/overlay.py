"""The overlay of one catalogue: official texts, new cards, new printings and new sets in one file.

What is in the shipped data is never in it, so that no fact of a known card is replaced, and the same catalogue makes
the same bytes again.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import yaml
from marshmallow import ValidationError

from riftcheck.carddb import sources, strict_yaml
from riftcheck.carddb.catalogue import newcards
from riftcheck.carddb.catalogue.diff import Aside, EntryMatch, Own, match
from riftcheck.carddb.errors import CardDataError, CatalogueError
from riftcheck.carddb.layers import merge
from riftcheck.carddb.names import loose_key
from riftcheck.carddb.schemas import FileSchema
from riftcheck.carddb.snapshot import load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riftcheck.carddb.catalogue.content import Content, ContentCard, ContentSet
    from riftcheck.carddb.database import CardDatabase
    from riftcheck.carddb.model import Card, Variant

    NewCards = Callable[[Sequence[EntryMatch], CardDatabase, Own], tuple[list[dict[str, Any]], list[Aside]]]

# Why two entries with one id are both left out.
DISPUTED: Final = "the catalogue gives its id to several cards"
_SHOWN_FAULTS: Final = 3
_NO_SET: Final = "its id names the set {}, which neither the database nor the catalogue has"


class _Dumper(yaml.CSafeDumper):
    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 (the base class's signature)
        return True


@dataclass(slots=True)
class Overlay:
    """An overlay to be written, the entries of the catalogue that it leaves out, and notes for a person."""

    texts: list[dict[str, str]] = field(default_factory=list)
    cards: list[dict[str, Any]] = field(default_factory=list)
    printings: list[dict[str, Any]] = field(default_factory=list)
    sets: list[dict[str, Any]] = field(default_factory=list)
    aside: list[Aside] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def counts(self) -> dict[str, int]:
        """Return the number of entries of each list of the file."""
        return {kind: len(entries) for kind, entries in self._lists().items()}

    def to_bytes(self, header: str) -> bytes:
        """Return the file, which begins with a header of comments."""
        plain = {kind: entries for kind, entries in self._lists().items() if entries}
        body = yaml.dump(plain, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=120)
        return (header + body).encode()

    def _lists(self) -> dict[str, list[Any]]:
        return {"sets": self.sets, "cards": self.cards, "printings": self.printings, "texts": self.texts}


def beneath(place: Path) -> CardDatabase:
    """Return the shipped data with the other files of an overlay's folder, or alone where these do not fit."""
    try:
        return load(synced=place.parent if place.parent.is_dir() else None, without=place)
    except CardDataError:
        return load()


def own(place: Path) -> Own:
    """Return the entries that an overlay adds to the data beneath it; none where it cannot be read."""
    try:
        document = strict_yaml.read(place.read_bytes(), place.name)
        old = FileSchema().load(document.value if isinstance(document.value, Mapping) else {})
    except (OSError, CardDataError, ValidationError):
        return Own()
    known = beneath(place)
    cards = old.get("cards", [])
    printings = [printing for card in cards for printing in card["printings"]] + old.get("printings", [])
    return Own(
        cards=frozenset(card["name"] for card in cards) - known.by_name.keys(),
        printings=frozenset(printing["id"] for printing in printings) - known.by_printing.keys(),
        sets=frozenset(card_set["code"] for card_set in old.get("sets", [])) - known.sets.keys(),
    )


def build(content: Content, db: CardDatabase, place: Path, new_cards: NewCards = newcards.build) -> Overlay:
    """Return the overlay for a catalogue over a database, which may hold what the overlay at `place` added before.

    `new_cards` makes the entries of the cards that are not known.
    """
    return _Builder(content, db, place, new_cards).build()


class _Builder:
    def __init__(self, content: Content, db: CardDatabase, place: Path, new_cards: NewCards) -> None:
        self.content = content
        self.db = db
        self.new_cards = new_cards
        self.before = before = own(place)
        self.beneath = beneath(place)
        self.matches = _undisputed(match(content, db, before))
        self.sizes: dict[str, int | None] = {
            code: card_set.size for code, card_set in db.sets.items() if code not in before.sets
        }
        self.unknown = [card_set for card_set in content.sets if card_set.code not in self.sizes]
        self.series = {code for code, size in self.sizes.items() if not size}
        self.sizes |= {card_set.code: card_set.size for card_set in self.unknown}
        self.overlay = Overlay()

    def build(self) -> Overlay:
        overlay = self.overlay
        overlay.aside += [_aside(found.entry, found.reason) for found in self.matches if found.reason]
        for card_set in self.unknown:
            self._add_set(card_set)
        cards, aside = self.new_cards(self.matches, self.db, self.before)
        overlay.aside += aside
        for card in cards:
            self._add_card(card)
        for found in self.matches:
            if found.card is not None and found.printing is None:
                self._add_printing(found.card, found.entry)
        self._add_texts()
        overlay.cards.sort(key=lambda card: str(card["printings"][0]["id"]))
        overlay.aside.sort(key=lambda aside: (aside.name, aside.ids))
        return overlay

    def _add_set(self, card_set: ContentSet) -> None:
        entry: dict[str, Any] = {"code": card_set.code, "name": card_set.name, "size": card_set.size or 0}
        if card_set.legal_from is not None:
            entry["legal_from"] = card_set.legal_from
        self.overlay.sets.append({**entry, "source": self.content.source})
        if card_set.legal_from is not None:
            return
        lacking = "the day from which it is legal"
        if card_set.size is None:
            lacking += " and its size"
        self.overlay.notes.append(
            f"{card_set.code} ({card_set.name}) is a set that the database does not know. The catalogue does not say"
            f" {lacking}: give it by hand. Until then the set makes none of its cards legal in constructed formats"
        )

    def _add_card(self, card: dict[str, Any]) -> None:
        entries: tuple[ContentCard, ...] = card.pop("entries")
        lost = [entry for entry in entries if entry.set not in self.sizes]
        self.overlay.aside += [_aside(entry, _NO_SET.format(entry.set)) for entry in lost]
        printings = {entry.spelled: self._printing(entry) for entry in entries if entry not in lost}
        if not printings:
            return
        ordered = sorted(printings.values(), key=lambda printing: (printing["variant"] != "base", printing["id"]))
        rarities = [printing["rarity"] for printing in ordered if "rarity" in printing]
        card["rarity"] = rarities[0] if rarities else card["rarity"]
        does: dict[str, Any] = {key: card.pop(key) for key in ("abilities", "reason") if key in card}
        self.overlay.cards.append({**card, "printings": ordered, **does})

    def _add_printing(self, card: Card, entry: ContentCard) -> None:
        if self.beneath.find_known_id(entry.spelled).printing is not None:
            return  # the database at hand lacks it, because an overlay of an older version hides the shipped card
        if card.name not in self.beneath.by_name:
            self.overlay.aside.append(_aside(entry, "the card is in a file of your own; add the printing there"))
        elif entry.set not in self.sizes:
            self.overlay.aside.append(_aside(entry, _NO_SET.format(entry.set)))
        else:
            printing = {"card": card.name, **self._printing(entry)}
            if all(printing["id"] != other["id"] for other in self.overlay.printings):
                self.overlay.printings.append(printing)

    def _printing(self, entry: ContentCard) -> dict[str, str]:
        """Return a printing; as in the shipped data, the id has a total where the set has no numbers of its own."""
        own_numbers = bool(self.sizes[entry.set])
        printing = {"id": str(entry.id) if own_numbers else entry.spelled, "variant": self._variant(entry)}
        return printing | ({"rarity": entry.rarity} if entry.rarity else {})

    def _variant(self, entry: ContentCard) -> Variant:
        if entry.variant is not None:
            return entry.variant
        number = str(entry.id).partition("-")[2]
        kind = number.rstrip("0123456789ab*")
        if kind == "R":
            return "rune" if number[-1].isdigit() else "rune_alt"
        if kind:
            return "token" if kind == "T" else "special"
        if not number[-1].isdigit():
            marks: dict[str, Variant] = {"a": "alt_art", "b": "alt_art_b", "*": "signature"}
            return marks[number[-1]]
        if entry.set in self.series:
            return "promo"
        size = self.sizes[entry.set]
        return "base" if size is None or int(number) <= size else "overnumbered"

    def _add_texts(self) -> None:
        texts: dict[str, tuple[tuple[int, str], str]] = {}
        names = {entry["id"]: card["name"] for card in self.overlay.cards for entry in card["printings"]}
        for found in self.matches:
            entry = found.entry
            name = names.get(entry.spelled) or names.get(str(entry.id)) if found.is_new else self._named(found)
            if name is None or entry.text is None:
                continue
            rank = (_rank(found), entry.spelled)
            if name not in texts or rank < texts[name][0]:
                texts[name] = (rank, entry.text)
        self.overlay.texts = [{"card": name, "text": texts[name][1]} for name in sorted(texts)]

    def _named(self, found: EntryMatch) -> str | None:
        """Return the name of a known card if the entry calls it so: an entry that does not may be another card's."""
        card = found.card
        return card.name if card is not None and card in _cards(self.db, found.entry.name) else None


def check(place: Path, data: bytes) -> None:
    """Check that the shipped data loads with a folder in which the overlay has these bytes.

    :raises CatalogueError: if it does not, with the first faults.
    """
    folder = place.parent
    try:
        shipped, *below = sources.files([sources.SHIPPED, *([folder] if folder.is_dir() else [])])
        others = [source for layer in below for source in layer if source.name != str(place)]
        merge([[*others, sources.SourceFile(str(place), data)], shipped])
    except CardDataError as error:
        faults = "; ".join(str(problem) for problem in error.problems[:_SHOWN_FAULTS])
        raise CatalogueError(f"the overlay would not load and is not written: {faults}") from None


def differs(place: Path, data: bytes) -> bool:
    """Tell whether an overlay is another than these bytes, or is not there."""
    try:
        return place.read_bytes() != data
    except OSError:
        return True


def write(place: Path, data: bytes) -> None:
    """Write the overlay whole or not at all.

    :raises CatalogueError: if it cannot be written.
    """
    temporary: Path | None = None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place.parent, prefix=place.name, suffix=".tmp", delete=False) as stream:
            temporary = Path(stream.name)
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(place)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        raise CatalogueError(f"{place} cannot be written: {error.strerror or error}") from None


def _undisputed(matches: list[EntryMatch]) -> list[EntryMatch]:
    """Set aside the entries that give one unknown printing to several cards: at most one of them is right."""
    claims: dict[str, set[str]] = {}
    for found in matches:
        claims.setdefault(found.entry.spelled, set()).add(_claimant(found))
    return [
        EntryMatch(found.entry, reason=DISPUTED)
        if found.printing is None and found.reason is None and len(claims[found.entry.spelled]) > 1
        else found
        for found in matches
    ]


def _claimant(found: EntryMatch) -> str:
    return found.card.name if found.card is not None else loose_key(found.entry.name)


def _cards(db: CardDatabase, name: str) -> tuple[Card, ...]:
    found = db.find(name)
    return found.candidates if found.card is None else (found.card,)


def _rank(found: EntryMatch) -> int:
    """Return the rank of a printing, 0 for the first: the wording of the first base printing is the one kept."""
    if found.card is None or found.printing is None:
        return len(found.card.printings) + 1 if found.card is not None else 0
    if found.printing is found.card.base_printing:
        return -1
    return found.card.printings.index(found.printing)


def _aside(entry: ContentCard, reason: str | None) -> Aside:
    return Aside(entry.name, (entry.spelled if entry.id else entry.raw_id,), reason or "")
