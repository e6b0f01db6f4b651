"""The shape of card data as marshmallow schemas: what a YAML file may say, and nothing else.

A file is a mapping with any of the keys of `FileSchema`. Unknown keys are refused everywhere.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any, ClassVar, Final, get_args

from marshmallow import ValidationError, post_load, validates_schema

from riftcheck.carddb.model import (
    CARD_TYPES,
    DOMAINS,
    Confidence,
    Covered,
    DeckKind,
    FormatKind,
    HeaderPlace,
    Rarity,
    Supertype,
    Variant,
)
from riftcheck.schema import StrictSchema, checks, fields

if TYPE_CHECKING:
    from marshmallow.validate import OneOf

_CODE: Final = "[A-Z][A-Z0-9]?[A-Z]"
PRINTING_ID: Final = checks.spelt(
    rf"{_CODE}-(?:R|SP|T)?[0-9]{{1,3}}[ab*]?(?:/[0-9]{{1,3}})?", "a printing id such as OGN-007a"
)
SET_CODE: Final = checks.spelt(_CODE, "the code of a set such as OGN")
_ID: Final = checks.spelt("[a-z0-9-]{1,40}", "an id of at most 40 letters a-z, digits and hyphens")
# Field -> the key of an ability in the file of a card; riftcheck.carddb.abilities reads their values.
ABILITY_KEYS: Final = {
    "keywords": "keywords",
    "do": "do",
    "abilities": "abilities",
    "effect": "effect",
    "effect_keywords": "effect-keywords",
}
# The facts of a card that may be provisional, by their keys; `text` is its official text, which is not stored here, and
# `abilities` what we make of it where rules that are not at hand may say otherwise.
PROVISIONAL: Final = (
    *("name", "type", "supertypes", "champion_tag", "domains", "energy", "power", "might", "might_bonus", "unique"),
    *("copies", "extra_legends", "tags", "printed_keywords", "rarity", "printings", "text", "abilities"),
)
_VERSION: Final = checks.spelt(r"[0-9]+(?:\.[0-9]+){1,2}", "a version such as 1.5 or 1.4.1")


class Text(fields.String):
    """A line of text: not empty, no control characters, no space at its ends."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        if not text or text != text.strip() or not text.isprintable():
            raise ValidationError("must be printable text without space at its ends")
        return text


class Day(fields.Field[dt.date]):
    """A day, which YAML has already read as one."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dt.date:  # noqa: ARG002
        if type(value) is not dt.date:
            raise ValidationError(f"must be a day such as 2026-07-16, not {value!r}")
        return value


class Citation(fields.Field[list[str]]):
    """A source: document, version and number in one line, such as `TR 2026-07-16 402.1`."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[str]:  # noqa: ARG002
        parts = value.split(" ") if isinstance(value, str) else []
        if len(parts) != 3 or not all(parts):  # noqa: PLR2004 (the three parts that the docstring names)
            raise ValidationError("must be a document, its version and a number, such as `TR 2026-07-16 402.1`")
        return parts


class Copies(fields.Field[str]):
    """The word `any`: the card's own text lifts the limit."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:  # noqa: ARG002
        if value != "any":
            raise ValidationError("must be the word any; leave it out where the limit is three")
        return "any"


class OneOrMore(fields.Field[list[str]]):
    """A card type, or a list of them where a card has two."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[str]:  # noqa: ARG002
        types = value if isinstance(value, list) else [value]
        if not types or any(kind not in CARD_TYPES for kind in types):
            raise ValidationError(f"must be one or more of {', '.join(CARD_TYPES)}")
        return types


def _one_of(literal: Any) -> OneOf:
    return checks.one_of(get_args(literal))


def _count(**more: Any) -> fields.Whole:
    return fields.Whole(0, 99, **more)


class PrintingSchema(StrictSchema):
    """One printing in a card's list."""

    id = fields.String(required=True, validate=PRINTING_ID)
    variant = fields.String(required=True, validate=_one_of(Variant))
    rarity = fields.String(validate=_one_of(Rarity))


class DeckChoiceSchema(StrictSchema):
    """The choice that a card asks at deck building."""

    count = fields.Whole(1, 9, required=True)
    type = fields.String(required=True, validate=checks.one_of(CARD_TYPES))
    apart_from_deck = fields.Boolean(load_default=False)


class CardSchema(StrictSchema):
    """One card with its facts."""

    name = Text(required=True)
    full_name = Text()
    type = OneOrMore(required=True)
    supertypes = fields.List(fields.String(validate=_one_of(Supertype)))
    champion_tag = Text()
    domains = fields.List(fields.String(validate=checks.one_of(DOMAINS)))
    energy = _count()
    power = _count()
    might = _count()
    might_bonus = _count()
    equipment = fields.Boolean()
    unique = fields.Boolean()
    copies = Copies()
    deck_choice = fields.Nested(DeckChoiceSchema)
    extra_legends = fields.Whole(1, 9)
    provisional = fields.Dict(keys=fields.String(validate=checks.one_of(PROVISIONAL)), values=Text())
    tags = fields.List(Text())
    printed_keywords = fields.List(Text())
    rarity = fields.String(required=True, validate=_one_of(Rarity))
    aliases = fields.List(Text())
    printings = fields.List(fields.Nested(PrintingSchema), required=True, validate=checks.not_empty())
    keywords = fields.Raw()
    do = fields.Raw()
    abilities = fields.Raw()
    effect = fields.Raw()
    effect_keywords = fields.Raw(data_key="effect-keywords")
    reason = Text()

    @validates_schema(skip_on_field_errors=False)
    def _says_what_it_does(self, card: dict[str, Any], **_kwargs: Any) -> None:
        if not card.keys() & ABILITY_KEYS.keys():
            missing = "is missing: `unsupported` with a reason, a list, or [] for a card without text"
            raise ValidationError({"abilities": [missing]})

    @validates_schema
    def _facts_agree(self, card: dict[str, Any], **_kwargs: Any) -> None:
        wrong: dict[str, list[str]] = {}
        if card.get("champion_tag") and card["champion_tag"] not in card.get("tags", []):
            wrong["champion_tag"] = ["must be one of the card's tags (CR 133.8.b)"]
        if "Champion" in card.get("supertypes", []) and "Unit" not in card.get("type", ["Unit"]):
            wrong["supertypes"] = ["Champion is a supertype of units only (CR 133.7.a)"]
        if {"Champion", "Signature"} & set(card.get("supertypes", [])) and not card.get("champion_tag"):
            wrong["champion_tag"] = ["a champion unit or signature card names its champion tag"]
        wrong |= _wrong_abilities(card)
        if len(set(card.get("domains", []))) != len(card.get("domains", [])):
            wrong["domains"] = ["names a domain twice"]
        if wrong:
            raise ValidationError(wrong)


def _wrong_abilities(card: dict[str, Any]) -> dict[str, list[str]]:
    """Return the faults of the keys for a card's abilities, before their values are read; empty without any."""
    given = [key for field, key in ABILITY_KEYS.items() if field in card]
    abilities = card.get("abilities", [])
    if abilities != "unsupported" and not isinstance(abilities, list):
        return {"abilities": ["must be `unsupported` with a reason, a list, or [] for a card without text"]}
    if (abilities == "unsupported") != ("reason" in card):
        return {"reason": ["belongs to `abilities: unsupported`, and only there"]}
    if abilities == "unsupported" and len(given) > 1:
        others = ", ".join(key for key in given if key != "abilities")
        return {"abilities": [f"`unsupported` does not go together with {others}"]}
    return {}


class AddedPrintingSchema(PrintingSchema):
    """A printing that an overlay adds to a card that is there."""

    card = Text(required=True)


class TextSchema(StrictSchema):
    """The official text of a card, as `cards sync` puts it into the user's own overlay."""

    card = Text(required=True)
    text = fields.String(required=True)


class NamelessCardSchema(StrictSchema):
    """A number of a set whose card has no name in any source, and the known names that bound its place in the order."""

    number = fields.Whole(1, 999, required=True)
    kind = fields.String(required=True, validate=_one_of(DeckKind))
    after = Text()
    before = Text()


class SetSchema(StrictSchema):
    """A set or a series of printings."""

    code = fields.String(required=True, validate=SET_CODE)
    name = Text(required=True)
    size = fields.Whole(0, 999, required=True)
    legal_from = Day()
    unlisted_from = Day()
    source = Citation(required=True)
    nameless = fields.List(fields.Nested(NamelessCardSchema))


class AnnouncedSetSchema(StrictSchema):
    """An announced set: its date and the confidence in that date. Its cards are not known."""

    name = Text(required=True)
    code = fields.String(validate=SET_CODE)
    legal_from = Day(required=True)
    confidence = fields.String(required=True, validate=_one_of(Confidence))
    source = Citation(required=True)


class SizeSchema(StrictSchema):
    """The allowed numbers of cards: exactly one of some numbers, at least, at most."""

    exactly = fields.List(fields.Whole(0, 999), validate=checks.not_empty())
    least = fields.Whole(0, 999)
    most = fields.Whole(0, 999)
    source = Citation(required=True)

    @validates_schema
    def _says_something(self, size: dict[str, Any], **_kwargs: Any) -> None:
        if not size.keys() & {"exactly", "least", "most"}:
            raise ValidationError("must say exactly, least or most")


class DatedSizeSchema(SizeSchema):
    """A size that holds from a day, or from a version of the Core Rules, on."""

    from_date = Day(data_key="from")
    from_rules = fields.String(validate=_VERSION)


class FormatSchema(StrictSchema):
    """A format with all its numbers."""

    id = fields.String(required=True, validate=_ID)
    name = Text(required=True)
    kind = fields.String(required=True, validate=_one_of(FormatKind))
    mode = Text(required=True)
    teams = fields.Boolean(required=True)
    legends = fields.Nested(SizeSchema, required=True)
    from_date = Day(data_key="from")
    main = fields.List(fields.Nested(DatedSizeSchema), required=True, validate=checks.not_empty())
    runes = fields.Nested(SizeSchema, required=True)
    battlefields = fields.List(fields.Nested(DatedSizeSchema), required=True)
    battlefields_unique = fields.Boolean(required=True)
    sideboard = fields.List(fields.Nested(DatedSizeSchema), required=True)
    champion_required = fields.Boolean(required=True)
    identity = fields.String(required=True, validate=checks.one_of(["legend", "limited"]))
    copies = fields.String(validate=checks.one_of(["main", "main+sideboard"]))
    sets = fields.Boolean(required=True)
    bans = fields.List(Text(), required=True)
    blank_battlefields = fields.Boolean(required=True)
    sources = fields.List(Citation(), required=True, validate=checks.not_empty())


class BanSchema(StrictSchema):
    """A ban from a day on."""

    card = Text(required=True)
    list = Text(required=True)
    from_date = Day(required=True, data_key="from")
    until = Day()
    source = Citation(required=True)

    @validates_schema
    def _ends_after_it_begins(self, ban: dict[str, Any], **_kwargs: Any) -> None:
        begins, ends = ban.get("from_date"), ban.get("until")
        if begins is not None and ends is not None and ends <= begins:
            message = f"must be after the day of `from`, {begins}: a ban holds up to the day before `until`"
            raise ValidationError({"until": [message]})


class RulesSchema(StrictSchema):
    """A version of the Core Rules."""

    version = fields.String(required=True, validate=_VERSION)
    from_date = Day(required=True, data_key="from")
    cited_as = fields.String(required=True, validate=_VERSION)
    source = Citation(required=True)


class EditionSchema(StrictSchema):
    """An edition of a rules document: the date on which it takes effect, and its rule numbers."""

    document = fields.String(required=True, validate=checks.one_of(["CR", "TR"]))
    version = Text(required=True)
    from_date = Day(data_key="from")
    numbers = fields.Dict(keys=Text(), values=Text(allow_none=True), load_default=dict)

    @validates_schema
    def _dates_tournament_rules(self, edition: dict[str, Any], **_kwargs: Any) -> None:
        # A version of the Core Rules has its date under `rules`.
        if (edition.get("document") == "TR") != ("from_date" in edition):
            raise ValidationError({"from": ["is required for TR, and not allowed for CR: `rules` has its dates"]})


class ExemptionSchema(StrictSchema):
    """An exemption from bans of exact preconstructed decks, by level and first date."""

    level = fields.String(required=True, validate=checks.one_of(["low", "high"]))
    from_date = Day(required=True, data_key="from")
    source = Citation(required=True)


class PreconSchema(StrictSchema):
    """A preconstructed deck, by name and count."""

    id = fields.String(required=True, validate=_ID)
    name = Text(required=True)
    line = Text(required=True)
    set = fields.String(required=True, validate=SET_CODE)
    legend = Text(required=True)
    champions = fields.List(Text(), required=True, validate=checks.not_empty())
    main = fields.Dict(keys=Text(), values=fields.Whole(1, 99), required=True)
    runes = fields.Dict(keys=Text(), values=fields.Whole(1, 99), required=True)
    battlefields = fields.List(Text(), required=True)
    source = Citation(required=True)

    @validates_schema
    def _holds_its_champions(self, precon: dict[str, Any], **_kwargs: Any) -> None:
        for index, name in enumerate(precon.get("champions", [])):
            if name not in precon.get("main", {name: 1}):
                raise ValidationError({"champions": {index: ["must be one of the cards under `main`"]}})


class ProductSchema(StrictSchema):
    """A product that is sold with known contents; the copies of each card are not known, else it is a precon."""

    name = Text(required=True)
    set = fields.String(required=True, validate=SET_CODE)
    cards = fields.List(Text(), required=True, validate=checks.not_empty())
    source = Citation(required=True)


class NewerDocumentSchema(StrictSchema):
    """An official document that the data does not have."""

    name = Text(required=True)
    from_date = Day(required=True, data_key="from")
    may_change = Text(required=True)


class CoverageSchema(StrictSchema):
    """The last day that a kind of data covers."""

    of = fields.String(required=True, validate=_one_of(Covered))
    until = Day(required=True)
    newer = fields.List(fields.Nested(NewerDocumentSchema))


class HeaderSchema(StrictSchema):
    """The words of one language for the headers of one part of a decklist."""

    place = fields.String(required=True, validate=_one_of(HeaderPlace))
    language = fields.String(
        required=True, validate=checks.spelt("[a-z]{2}(?:-[A-Z][a-z]{3})?", "a language such as fr")
    )
    words = fields.List(Text(), required=True, validate=checks.not_empty())


class FileSchema(StrictSchema):
    """One file of card data: any of these lists."""

    KINDS: ClassVar = (
        "cards",
        "printings",
        "texts",
        "sets",
        "announced",
        "formats",
        "bans",
        "rules",
        "editions",
        "exemptions",
        "precons",
        "products",
        "coverage",
        "headers",
    )

    cards = fields.List(fields.Nested(CardSchema))
    printings = fields.List(fields.Nested(AddedPrintingSchema))
    texts = fields.List(fields.Nested(TextSchema))
    sets = fields.List(fields.Nested(SetSchema))
    announced = fields.List(fields.Nested(AnnouncedSetSchema))
    formats = fields.List(fields.Nested(FormatSchema))
    bans = fields.List(fields.Nested(BanSchema))
    rules = fields.List(fields.Nested(RulesSchema))
    editions = fields.List(fields.Nested(EditionSchema))
    exemptions = fields.List(fields.Nested(ExemptionSchema))
    precons = fields.List(fields.Nested(PreconSchema))
    products = fields.List(fields.Nested(ProductSchema))
    coverage = fields.List(fields.Nested(CoverageSchema))
    headers = fields.List(fields.Nested(HeaderSchema))

    @post_load
    def _dates_as_text(self, data: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
        loaded: dict[str, Any] = plain(data)
        return loaded


def plain(value: Any) -> Any:
    """Return a value with its days as ISO text, so that the snapshot can hold it as JSON."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    return value.isoformat() if isinstance(value, dt.date) else value
