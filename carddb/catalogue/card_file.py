"""Reading a file of cards with a confidence for each fact: strict on what is used, blind to everything else.

An object with `set`, `cards` and perhaps `extra`, whose lists are further printings and tokens. Null stands for what is
not known, or for a text that a card has not, where its confidence is not `none`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Final, get_args

from marshmallow import ValidationError

from riftcheck.carddb import names
from riftcheck.carddb.catalogue.content import (
    CatalogueText,
    Content,
    ContentCard,
    ContentSet,
    Tolerant,
    citation,
    in_order,
    line,
    misshapen,
    small,
)
from riftcheck.carddb.model import CARD_TYPES, DOMAINS, Rarity, Supertype, Variant
from riftcheck.carddb.schemas import PRINTING_ID, SET_CODE
from riftcheck.schema import checks, fields

CONFIDENCES: Final = ("high", "medium", "low", "none", "n/a")

Listed = tuple[tuple[str | int, ...], dict[str, Any]]  # the path of an entry in the file, and the entry

_LONGEST_TEXT: Final = 4000  # characters


def _words(*known: str) -> Any:
    """Return a field for a list of texts, perhaps only of known ones; null stands for nothing said."""
    inner = (
        CatalogueText(validate=checks.one_of(known))
        if known
        else CatalogueText(validate=checks.characters(1, names.MAX_NAME))
    )
    return fields.List(inner, allow_none=True, load_default=None)


def _text(longest: int = names.MAX_NAME) -> CatalogueText:
    return CatalogueText(allow_none=True, load_default=None, validate=checks.characters(1, longest))


def _one_of(literal: Any) -> CatalogueText:
    return CatalogueText(allow_none=True, load_default=None, validate=checks.one_of(get_args(literal)))


def _flag() -> Any:
    return fields.Boolean(allow_none=True, load_default=None)


class _Confidence(CatalogueText):
    """The confidence in a fact: a known word, and perhaps a note after it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        told = line(super()._deserialize(value, attr, data, **kwargs))
        if told.partition(" ")[0] not in CONFIDENCES or not told.isprintable():
            raise ValidationError(f"must begin with one of {', '.join(CONFIDENCES)}")
        return told


class _Day(CatalogueText):
    """A day such as 2026-10-23."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        told = super()._deserialize(value, attr, data, **kwargs)
        try:
            return date.fromisoformat(told)
        except ValueError:
            raise ValidationError("must be a day such as 2026-10-23") from None


class _PrintingSchema(Tolerant):
    id = CatalogueText(required=True, validate=checks.characters(1, names.MAX_NAME))
    variant = _one_of(Variant)
    rarity = _one_of(Rarity)


class _CardSchema(_PrintingSchema):
    name = CatalogueText(required=True, allow_none=True, validate=checks.characters(1, names.MAX_NAME))
    full_name = _text()
    types = _words(*CARD_TYPES)
    supertypes = _words(*get_args(Supertype))
    domains = _words(*DOMAINS)
    energy = small()
    power = small()
    might = small()
    might_bonus = small()
    tags = _words()
    champion_tag = _text()
    keywords = _words()
    text = _text(_LONGEST_TEXT)
    copy_limit = small()
    is_equipment = _flag()
    effect_text_missing = _flag()
    printings = fields.List(fields.Nested(_PrintingSchema), allow_none=True, load_default=None)
    same_card_as = _words()
    confidence = fields.Dict(keys=CatalogueText(), values=_Confidence(), allow_none=True, load_default=None)


class _SetSchema(Tolerant):
    code = CatalogueText(required=True, validate=SET_CODE)
    name = _text()
    released = _Day(allow_none=True, load_default=None)
    base_cards = fields.Whole(0, 999, allow_none=True, load_default=None)


class _FileSchema(Tolerant):
    set = fields.Nested(_SetSchema, required=True)
    cards = fields.List(fields.Nested(_CardSchema), required=True)
    extra = fields.Dict(keys=CatalogueText(), values=fields.Raw(), allow_none=True, load_default=None)
    made = _text()
    official_texts = _flag()


@dataclass(frozen=True, slots=True)
class Stated:
    """The entry of one card in a file, as its schema has it; `number` is its place in the file."""

    facts: dict[str, Any]
    entries: tuple[ContentCard, ...]


@dataclass(frozen=True, slots=True)
class CardFile:
    """A file of cards: its printings as those of any catalogue, and by loose name what it says of each card.

    `unnamed` are the ids of the cards whose name nobody knows.
    """

    content: Content
    stated: dict[str, Stated]
    unnamed: tuple[str, ...]


def read(document: Any, stem: str) -> CardFile:
    """Return the content of a file; `stem` is its name without folder and suffix, which its sets cite.

    :raises CatalogueError: if it has not the shape of a file of cards, or names a card twice.
    """
    try:
        loaded = _FileSchema().load(document)
        listed: list[Listed] = [(("cards", number), card) for number, card in enumerate(loaded["cards"])]
        listed += _extra(loaded["extra"] or {})
        return _card_file(loaded, listed, stem)
    except ValidationError as error:
        raise misshapen(error) from None


def _extra(extra: dict[str, Any]) -> list[Listed]:
    """Return the entries of every list; what is no list is a note."""
    found: list[Listed] = []
    for key, value in extra.items():
        if isinstance(value, list):
            try:
                entries = _CardSchema(many=True).load(value)
            except ValidationError as error:
                raise ValidationError({"extra": {key: error.messages}}) from None
            found += [(("extra", key, number), entry) for number, entry in enumerate(entries)]
    return found


def _card_file(loaded: dict[str, Any], listed: list[Listed], stem: str) -> CardFile:
    cards: list[ContentCard] = []
    stated: dict[str, Stated] = {}
    unnamed: list[str] = []
    for path, facts in listed:
        if facts["name"] is None:
            unnamed.append(line(facts["id"]))
            continue
        entries = _entries(facts, official=bool(loaded["official_texts"]))
        cards += entries
        if path[0] == "cards" or facts["types"] is not None:
            key = names.loose_key(facts["name"])
            if key in stated:
                raise ValidationError(_nested(path, "name", f"{line(facts['name'])!r} stands in the file already"))
            stated[key] = Stated(facts, entries)
    the_set, made = loaded["set"], line(loaded["made"] or "")
    name = line(the_set["name"] or the_set["code"])
    card_set = ContentSet(the_set["code"], name, the_set["base_cards"], the_set["released"])
    source = citation("catalogue", made, stem)
    return CardFile(Content(made, made, (card_set,), in_order(cards), source, whole=False), stated, tuple(unnamed))


def _nested(path: tuple[str | int, ...], key: str, message: str) -> dict[str | int, Any]:
    tree: dict[str | int, Any] = {key: [message]}
    for part in reversed(path):
        tree = {part: tree}
    return tree


def _entries(facts: dict[str, Any], *, official: bool) -> tuple[ContentCard, ...]:
    """Return the printings of a card, each once; where the file lists none, it is the card's own id."""
    printings = facts["printings"] or [{key: facts[key] for key in ("id", "variant", "rarity")}]
    found = {printing["id"]: _entry(facts, printing, official=official) for printing in printings}
    return tuple(found.values())


def _entry(facts: dict[str, Any], printing: dict[str, Any], *, official: bool) -> ContentCard:
    key = names.id_key(printing["id"])
    printing_id = key[0] if key is not None and _is_id(key[0]) and not _is_promo(printing["id"], key[0]) else None
    types = facts["types"] or (["Rune"] if printing["variant"] in ("rune", "rune_alt") else None)
    return ContentCard(
        raw_id=line(printing["id"]),
        id=printing_id,
        total=key[1] if key is not None else None,
        name=line(facts["name"]),
        text=facts["text"] if official else None,
        types=None if types is None else tuple(types),
        supertypes=tuple(facts["supertypes"] or ()),
        domains=_tuple(facts["domains"]) if facts["types"] is not None else None,
        rarity=printing["rarity"],
        energy=facts["energy"],
        power=facts["power"],
        might=facts["might"] if facts["might_bonus"] is None else facts["might_bonus"],
        keywords=tuple(facts["keywords"] or ()),
        tags=_tuple(facts["tags"]) if facts["types"] is not None else None,
        variant=printing["variant"],
        same_as=tuple(facts["same_card_as"] or ()),
    )


def _tuple(words: list[Any] | None) -> tuple[Any, ...] | None:
    return None if words is None else tuple(dict.fromkeys(words))


def _is_id(text: str) -> bool:
    try:
        PRINTING_ID(text)
    except ValidationError:
        return False
    return True


def _is_promo(raw: str, read_as: str) -> bool:
    """Tell whether an id has the mark of a promo, which `id_key` forgives: it would be the card's first printing."""
    return "p" in raw.casefold().removeprefix(read_as.partition("-")[0].casefold()).replace("sp", "")
