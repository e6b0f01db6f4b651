"""Reading the contents of Riot's API: strict on what is used, blind to everything else.

The shape (types, required keys) is checked by marshmallow, and one fault refuses the catalogue. The words in it are
read afterwards, card by card: a word that is not known, such as a new rarity, is kept in `unread` for others to judge.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, get_args

from marshmallow import EXCLUDE, ValidationError

from riftcheck.carddb import names
from riftcheck.carddb.errors import CatalogueError
from riftcheck.carddb.model import CARD_TYPES, DOMAINS, CardType, Domain, Rarity, Supertype, Variant
from riftcheck.schema import StrictSchema, checks, fields, located

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

SUPERTYPES: Final[tuple[Supertype, ...]] = get_args(Supertype)

_API_ID: Final = re.compile(
    r"([a-z][a-z0-9]?[a-z])-((?:r|sp|t)?[0-9]{1,3}[ab]?)(\*|-star)?(?:[-/]([0-9]{1,3}))?", re.IGNORECASE | re.ASCII
)
_SET_CODE: Final = re.compile(r"[A-Z][A-Z0-9]?[A-Z]")
_COLORLESS: Final = frozenset({"colorless", "colourless", "neutral"})
_BETWEEN_DOMAINS: Final = re.compile(r"[,/;&|]")
_PLAIN_QUOTES: Final = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " "})
_NOT_IN_CITATION: Final = re.compile(r"[^A-Za-z0-9.:_-]+")
_SHOWN_FAULTS: Final = 5


class CatalogueText(fields.String):
    """A string that can be written down: JSON can spell halves of characters, which no file can hold."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        return _whole(text)


class _Words(fields.Field[list[str]]):
    """One string or a list of them; null stands for nothing said, and nulls in the list are passed over."""

    def __init__(self) -> None:
        super().__init__(allow_none=True, load_default=None)

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> list[str]:
        words = [word for word in (value if isinstance(value, list) else [value]) if word is not None]
        if not all(isinstance(word, str) for word in words):
            raise ValidationError("must be a string, a list of strings, or null")
        return [_whole(word) for word in words]


def small() -> fields.Whole:
    """Return a field for a small whole number; null stands for nothing said."""
    return fields.Whole(0, 99, allow_none=True, load_default=None)


def _whole(text: str) -> str:
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValidationError("holds half of a character")
    return text


class Tolerant(StrictSchema):
    """A schema that is blind to keys that it does not know."""

    class Meta:
        """Keys that are not known are passed over."""

        unknown = EXCLUDE


class _StatsSchema(Tolerant):
    energy = small()
    might = small()
    power = small()


class _CardSchema(Tolerant):
    id = CatalogueText(required=True)
    name = CatalogueText(required=True, validate=checks.characters(1, names.MAX_NAME))
    description = CatalogueText(allow_none=True, load_default=None)
    type = _Words()
    supertype = _Words()
    rarity = CatalogueText(allow_none=True, load_default=None)
    faction = _Words()
    stats = fields.Nested(_StatsSchema, allow_none=True, load_default=None)
    keywords = _Words()
    tags = _Words()


class _SetSchema(Tolerant):
    id = CatalogueText(required=True)
    name = CatalogueText(allow_none=True, load_default=None)
    cards = fields.List(fields.Nested(_CardSchema), required=True, allow_none=True)


class _ContentSchema(Tolerant):
    version = CatalogueText(allow_none=True, load_default=None)
    lastUpdated = CatalogueText(allow_none=True, load_default=None)  # noqa: N815 (the API's own key)
    sets = fields.List(fields.Nested(_SetSchema), required=True)


@dataclass(frozen=True, slots=True)
class ContentCard:
    """One printing in the catalogue. None stands for what the catalogue does not say, an empty tuple for none.

    `id` is the printing id in the database's spelling without a total, None where `raw_id` cannot be read; `unread`
    holds, by field, words that could not be read, and the field itself is then None. `variant` is None where the id
    tells it; `same_as` are printing ids of the card that this is a printing of.
    """

    raw_id: str
    id: str | None
    total: str | None
    name: str
    text: str | None
    types: tuple[CardType, ...] | None
    supertypes: tuple[Supertype, ...]
    domains: tuple[Domain, ...] | None
    rarity: Rarity | None
    energy: int | None
    power: int | None
    might: int | None
    keywords: tuple[str, ...]
    tags: tuple[str, ...] | None
    unread: dict[str, str] = field(default_factory=dict)
    variant: Variant | None = None
    same_as: tuple[str, ...] = ()

    @property
    def set(self) -> str:
        """The code of the set that the id names; empty where the id cannot be read."""
        return "" if self.id is None else self.id.partition("-")[0]

    @property
    def spelled(self) -> str:
        """The id with its total where it has one."""
        return f"{self.id}/{self.total}" if self.total else str(self.id)


@dataclass(frozen=True, slots=True)
class ContentSet:
    """A set in the catalogue. `size` is what the totals in its printing ids agree on, None where they say nothing."""

    code: str
    name: str
    size: int | None
    legal_from: date | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """The catalogue. `sets` and `cards` stand in the order of their codes and ids, whatever order they came in.

    `source` is what a set of it cites; `whole` is false for a catalogue that says nothing by what it lacks.
    """

    version: str
    updated: str
    sets: tuple[ContentSet, ...]
    cards: tuple[ContentCard, ...]
    source: str
    whole: bool = True


def read(answer: Any) -> Content:
    """Return the content of a catalogue.

    :raises CatalogueError: if it has not the shape of the contents, or holds no cards; it names the first few faults.
    """
    try:
        loaded = _ContentSchema().load(answer)
    except ValidationError as error:
        raise misshapen(error) from None
    sets: dict[str, ContentSet] = {}
    cards: list[ContentCard] = []
    for entry in loaded["sets"]:
        here = [_card(card) for card in entry["cards"] or ()]
        cards += here
        card_set = _set(entry, here)
        if card_set is not None:
            sets.setdefault(card_set.code, card_set)
    if not cards:
        raise CatalogueError("the catalogue holds no cards")
    version, updated = line(loaded["version"] or ""), line(loaded["lastUpdated"] or "")
    source = citation("riftbound-content-v1", version, "contents")
    return Content(version, updated, tuple(sets[code] for code in sorted(sets)), in_order(cards), source)


def misshapen(error: ValidationError) -> CatalogueError:
    """Return the error for a catalogue that has not the shape of its kind, with the first few faults."""
    faults = sorted(f"{_at(path)}: {message}" for path, message in located(error.messages))
    more = f" (and {len(faults) - _SHOWN_FAULTS} more)" if len(faults) > _SHOWN_FAULTS else ""
    return CatalogueError(f"the catalogue has not the expected shape: {'; '.join(faults[:_SHOWN_FAULTS])}{more}")


def in_order(cards: list[ContentCard]) -> tuple[ContentCard, ...]:
    """Return the cards in the order of their ids, whatever order they came in."""
    return tuple(sorted(cards, key=lambda c: (c.id or "", c.total or "", c.raw_id, c.name, c.text or "")))


def citation(document: str, version: str, number: str) -> str:
    """Return a source as card data cites it: three words without space, `unknown` for what is not told."""
    return " ".join(_NOT_IN_CITATION.sub("-", part) or "unknown" for part in (document, version, number))


def _at(path: Iterable[str | int]) -> str:
    return "/".join(map(str, path)) or "the catalogue"


def _set(entry: dict[str, Any], cards: list[ContentCard]) -> ContentSet | None:
    code = entry["id"].strip().upper()
    if not _SET_CODE.fullmatch(code):
        codes = {card.set for card in cards}
        code = codes.pop() if len(codes) == 1 else ""
    if not code:
        return None
    totals = {int(card.total) for card in cards if card.id and card.total and card.set == code and _is_plain(card.id)}
    size = totals.pop() if len(totals) == 1 else 0
    name = line(entry["name"] or "")
    return ContentSet(code, name if name and name.isprintable() else code, size or None)


def _is_plain(printing_id: str) -> bool:
    """Tell whether an id is of the set's own numbers, whose total is the set's size."""
    return printing_id.partition("-")[2][0].isdigit()


def _card(entry: dict[str, Any]) -> ContentCard:
    unread: dict[str, str] = {}
    types, supertypes = _types(entry, unread)
    stats = entry["stats"] or {}
    printing_id, total = _id(entry["id"])
    return ContentCard(
        raw_id=line(entry["id"]),
        id=printing_id,
        total=total,
        name=line(entry["name"]),
        text=(entry["description"] or "").strip() or None,
        types=types,
        supertypes=supertypes,
        domains=_domains(entry["faction"], unread),
        rarity=_rarity(entry["rarity"], unread),
        energy=stats.get("energy"),
        power=stats.get("power"),
        might=stats.get("might"),
        keywords=_list(entry["keywords"]) or (),
        tags=_list(entry["tags"]),
        unread=unread,
    )


def _id(text: str) -> tuple[str | None, str | None]:
    """Return the printing id and total of the API's spelling: `ogn-299-star-298` is OGN-299* of 298."""
    found = _API_ID.fullmatch(text.strip())
    if found is None:
        return None, None
    code, number, star, total = found.groups()
    key = names.id_key(f"{code}-{number}{'*' if star else ''}")
    return (None, None) if key is None else (key[0], total)


def line(text: str) -> str:
    """Return a text as the database spells it: one line, plain quotes, single spaces."""
    return " ".join(text.translate(_PLAIN_QUOTES).split())


def _list(words: list[str] | None) -> tuple[str, ...] | None:
    if words is None:
        return None
    parts = (line(part) for word in words for part in word.split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def _types(entry: dict[str, Any], unread: dict[str, str]) -> tuple[tuple[CardType, ...] | None, tuple[Supertype, ...]]:
    said = {
        word.capitalize()
        for words in (*(entry["type"] or ()), *(entry["supertype"] or ()))
        for word in re.findall(r"[^\W_]+", words)
    }
    if not said:
        return None, ()
    types = tuple(kind for kind in CARD_TYPES if kind in said)
    supertypes = tuple(kind for kind in SUPERTYPES if kind in said)
    if not types or said - set(CARD_TYPES) - set(SUPERTYPES):
        unread["type"] = line(" ".join([*(entry["supertype"] or ()), *(entry["type"] or ())]))
        return None, ()
    if types == ("Legend",):  # CR 133.7.a: Champion is a supertype of units; sources put it on legends at random
        supertypes = tuple(kind for kind in supertypes if kind != "Champion")
    return types, supertypes


def _domains(words: list[str] | None, unread: dict[str, str]) -> tuple[Domain, ...] | None:
    said = {part.strip().casefold() for word in words or () for part in _BETWEEN_DOMAINS.split(word)} - {""}
    if not said:
        return None
    found = tuple(domain for domain in DOMAINS if domain.casefold() in said)
    colorless = said & _COLORLESS
    if len(found) + len(colorless) != len(said) or (found and colorless):
        unread["domains"] = line(", ".join(words or ()))
        return None
    return found


def _rarity(word: str | None, unread: dict[str, str]) -> Rarity | None:
    wanted = line(word or "").casefold()
    if not wanted:
        return None
    for rarity in get_args(Rarity):
        if rarity.casefold() == wanted:
            known: Rarity = rarity
            return known
    unread["rarity"] = line(word or "")
    return None
