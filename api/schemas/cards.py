"""Cards, sets and formats as answers show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.schema import StrictSchema, fields

if TYPE_CHECKING:
    from marshmallow import Schema


class Source(StrictSchema):
    """Where a fact comes from."""

    document = fields.text("`CR` Core Rules, `TR` Tournament Rules, or `announcement`.")
    version = fields.text("The version or the day of the document.")
    number = fields.text("The rule number, or the name of the announcement.")


class Printing(StrictSchema):
    """One printing of a card."""

    id = fields.text("The id, such as `OGN-007a`.")
    set = fields.text("The code of the set.")
    number = fields.text("The number in the set.")
    variant = fields.text("`base`, or the kind of art or promotion.")
    rarity = fields.text("The rarity of this printing, null where it has none of its own.", allow_none=True)


class Card(StrictSchema):
    """The facts of a card."""

    id = fields.text("The id of the first base printing.")
    name = fields.text("The name, by which the rules tell cards apart.")
    full_name = fields.text("The name with the champion before a legend's title; else the name.")
    types = fields.texts("Unit, Spell, Gear, Battlefield, Legend, Rune.")
    supertypes = fields.texts("Champion, Signature, Basic, Token.")
    domains = fields.texts("Fury, Calm, Mind, Body, Chaos, Order.")
    energy = fields.number("The energy cost, null where it has none.", allow_none=True)
    power = fields.number("The power cost, null where it has none.", allow_none=True)
    might = fields.number("The might of a unit, else null.", allow_none=True)
    might_bonus = fields.number("The might that an equipment gives, else null.", allow_none=True)
    tags = fields.texts("All tags, the champion's too.")
    champion_tag = fields.text(
        "The champion's tag of a legend, champion unit or signature card, else null.", allow_none=True
    )
    keywords = fields.texts("The keywords printed on the card.")
    rarity = fields.text("The rarity.")
    equipment = fields.flag("Whether it is Equipment.")
    unique = fields.flag("Whether a deck may hold one only.")
    copy_limit = fields.number("How many copies a deck may hold, null for any number.", allow_none=True)
    token = fields.flag("Whether it is a token, which no deck may hold.")
    printings = fields.objects(Printing, "Every printing, the first one first.")
    aliases = fields.texts("Other names by which it is found.")
    executable = fields.flag("Whether the engine can play all of its abilities.")
    unsupported = fields.text("Why the engine cannot, else null.", allow_none=True)
    description = fields.List(
        fields.String(),
        required=True,
        allow_none=True,
        metadata={
            "description": "What the card does as the engine plays it, in our words: a text for each keyword and "
            "ability, none for a card without; null where the engine cannot."
        },
    )
    official_text = fields.String(metadata={"description": "The official text; only where it was synced."})


class CardSet(StrictSchema):
    """A set or a series of printings."""

    code = fields.text("The code, such as `OGN`.")
    name = fields.text("The name.")
    size = fields.number("The number of cards in normal numbering; 0 for a series of printings.")
    known = fields.number("How many of these numbers this database knows.")
    legal_from = fields.text("The first day on which it is legal in constructed, null for a series.", allow_none=True)
    source = fields.Nested(Source, required=True)


class FormatEntry(StrictSchema):
    """A format in the list of formats."""

    id = fields.text("The id, such as `constructed`.")
    name = fields.text("The name.")
    kind = fields.text("`constructed`, `limited` or `casual`.")
    mode = fields.text("The mode of play.")
    teams = fields.flag("Whether it is played in teams.")
    sources = fields.objects(Source, "The rules that make the format.")


class Size(StrictSchema):
    """How many cards a part of a deck may have, with its source."""

    exactly = fields.List(fields.Integer(), metadata={"description": "Any of these numbers."})
    least = fields.Integer(metadata={"description": "At least so many."})
    most = fields.Integer(metadata={"description": "At most so many."})
    source = fields.Nested(Source, required=True)


class Sizes(StrictSchema):
    """The sizes of every part of a deck; null where the format sets none."""

    legend = fields.Nested(Size, required=True, allow_none=True)
    main = fields.Nested(Size, required=True, allow_none=True)
    runes = fields.Nested(Size, required=True, allow_none=True)
    battlefields = fields.Nested(Size, required=True, allow_none=True)
    sideboard = fields.Nested(Size, required=True, allow_none=True)


class LegalSet(StrictSchema):
    """A set that is legal on the day."""

    code = fields.text("The code.")
    name = fields.text("The name.")
    legal_from = fields.text("Since when.")
    source = fields.Nested(Source, required=True)


class Ban(StrictSchema):
    """A card that is banned on the day."""

    card = fields.text("The name.")
    id = fields.text("The id of the first base printing.")
    list = fields.text("The ban list that it stands on.")
    since = fields.text("The first day of the ban.")
    until = fields.text("The first day without it, null where that is open.", allow_none=True)
    source = fields.Nested(Source, required=True)


class Release(StrictSchema):
    """A version of the Core Rules."""

    version = fields.text("The version.")
    since = fields.text("The first day on which it holds.")
    source = fields.Nested(Source, required=True)


class Format(FormatEntry):
    """A format on a day."""

    date = fields.text("The day.")
    rules = fields.Nested(Release, required=True)
    sizes = fields.Nested(Sizes, required=True)
    champion_required = fields.flag("Whether a chosen champion is asked for.")
    identity = fields.text("`legend`: the legend's domains. `limited`: three domains, or one and the legend's.")
    copies = fields.text("Where the copies of a name are counted, null where they are not.", allow_none=True)
    battlefields_unique = fields.flag("Whether battlefields must have different names.")
    sets = fields.List(
        fields.Nested(LegalSet),
        required=True,
        allow_none=True,
        metadata={"description": "The sets legal on the day, null where all cards are."},
    )
    bans = fields.objects(Ban, "The cards banned on the day.")


class IssueCode(StrictSchema):
    """A code of an issue."""

    code = fields.text("The code.")
    meaning = fields.text("When it is raised.")
    rules = fields.texts("The rules that it comes from.")


def page(of: type[Schema]) -> type[Schema]:
    """Return the schema of a collection."""
    return StrictSchema.from_dict(
        {
            "data": fields.objects(of, "The entries."),
            "has_more": fields.flag("Whether there are more."),
            "next": fields.text("The address of the next part, null at the end.", allow_none=True),
        },
        name=f"{of.__name__}Page",
    )


class Names(StrictSchema):
    """Names that fit."""

    data = fields.texts("The names, the likeliest first.")
    has_more = fields.flag("Always false.")
    next = fields.text("Always null.", allow_none=True)


class Found(StrictSchema):
    """The cards that were asked for."""

    data = fields.objects(Card, "The cards found, in the order asked for.")
    not_found = fields.List(
        fields.Dict(keys=fields.String(), values=fields.String()),
        required=True,
        metadata={"description": "What names no card, or several, as it was sent."},
    )


class Bulk(StrictSchema):
    """The whole database."""

    data_version = fields.text("The version of the data, as in every report.")
    sha256 = fields.text("The hash of `data`, written as JSON with sorted keys and without spaces, in UTF-8.")
    date = fields.text("The day on which this was written out (UTC).")
    data = fields.Dict(
        required=True,
        metadata={"description": "Lists by kind: cards, sets, formats, rules, bans, issue_codes."},
    )
