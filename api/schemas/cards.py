"""Cards, sets and formats as answers show them."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

from riftcheck.api.schemas.fields import Strict


def a_text(description: str, **more: Any) -> fields.String:
    """Return a field of text that is always there."""
    return fields.String(required=True, metadata={"description": description}, **more)


def a_number(description: str, **more: Any) -> fields.Integer:
    """Return a field with a whole number that is always there."""
    return fields.Integer(required=True, metadata={"description": description}, **more)


def a_flag(description: str) -> fields.Boolean:
    """Return a field that is true or false."""
    return fields.Boolean(required=True, metadata={"description": description})


def some_texts(description: str) -> fields.List[Any]:
    """Return a field with a list of texts."""
    return fields.List(fields.String(), required=True, metadata={"description": description})


def some(schema: type[Schema], description: str) -> fields.List[Any]:
    """Return a field with a list of objects."""
    return fields.List(fields.Nested(schema), required=True, metadata={"description": description})


class Source(Strict):
    """Where a fact comes from."""

    document = a_text("`CR` Core Rules, `TR` Tournament Rules, or `announcement`.")
    version = a_text("The version or the day of the document.")
    number = a_text("The rule number, or the name of the announcement.")


class Printing(Strict):
    """One printing of a card."""

    id = a_text("The id, such as `OGN-007a`.")
    set = a_text("The code of the set.")
    number = a_text("The number in the set.")
    variant = a_text("`base`, or the kind of art or promotion.")
    rarity = a_text("The rarity of this printing, null where it has none of its own.", allow_none=True)


class Card(Strict):
    """The facts of a card."""

    id = a_text("The id of the first base printing.")
    name = a_text("The name, by which the rules tell cards apart.")
    full_name = a_text("The name with the champion before a legend's title; else the name.")
    types = some_texts("Unit, Spell, Gear, Battlefield, Legend, Rune.")
    supertypes = some_texts("Champion, Signature, Basic, Token.")
    domains = some_texts("Fury, Calm, Mind, Body, Chaos, Order.")
    energy = a_number("The energy cost, null where it has none.", allow_none=True)
    power = a_number("The power cost, null where it has none.", allow_none=True)
    might = a_number("The might of a unit, else null.", allow_none=True)
    might_bonus = a_number("The might that an equipment gives, else null.", allow_none=True)
    tags = some_texts("All tags, the champion's too.")
    champion_tag = a_text(
        "The champion's tag of a legend, champion unit or signature card, else null.", allow_none=True
    )
    keywords = some_texts("The keywords printed on the card.")
    rarity = a_text("The rarity.")
    equipment = a_flag("Whether it is Equipment.")
    unique = a_flag("Whether a deck may hold one only.")
    copy_limit = a_number("How many copies a deck may hold, null for any number.", allow_none=True)
    token = a_flag("Whether it is a token, which no deck may hold.")
    printings = some(Printing, "Every printing, the first one first.")
    aliases = some_texts("Other names by which it is found.")
    executable = a_flag("Whether the engine can play all of its abilities.")
    unsupported = a_text("Why the engine cannot, else null.", allow_none=True)
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


class CardSet(Strict):
    """A set or a series of printings."""

    code = a_text("The code, such as `OGN`.")
    name = a_text("The name.")
    size = a_number("The number of cards in normal numbering; 0 for a series of printings.")
    known = a_number("How many of these numbers this database knows.")
    legal_from = a_text("The first day on which it is legal in constructed, null for a series.", allow_none=True)
    source = fields.Nested(Source, required=True)


class FormatEntry(Strict):
    """A format in the list of formats."""

    id = a_text("The id, such as `constructed`.")
    name = a_text("The name.")
    kind = a_text("`constructed`, `limited` or `casual`.")
    mode = a_text("The mode of play.")
    teams = a_flag("Whether it is played in teams.")
    sources = some(Source, "The rules that make the format.")


class Size(Strict):
    """How many cards a part of a deck may have, with its source."""

    exactly = fields.List(fields.Integer(), metadata={"description": "Any of these numbers."})
    least = fields.Integer(metadata={"description": "At least so many."})
    most = fields.Integer(metadata={"description": "At most so many."})
    source = fields.Nested(Source, required=True)


class Sizes(Strict):
    """The sizes of every part of a deck; null where the format sets none."""

    legend = fields.Nested(Size, required=True, allow_none=True)
    main = fields.Nested(Size, required=True, allow_none=True)
    runes = fields.Nested(Size, required=True, allow_none=True)
    battlefields = fields.Nested(Size, required=True, allow_none=True)
    sideboard = fields.Nested(Size, required=True, allow_none=True)


class LegalSet(Strict):
    """A set that is legal on the day."""

    code = a_text("The code.")
    name = a_text("The name.")
    legal_from = a_text("Since when.")
    source = fields.Nested(Source, required=True)


class Ban(Strict):
    """A card that is banned on the day."""

    card = a_text("The name.")
    id = a_text("The id of the first base printing.")
    list = a_text("The ban list that it stands on.")
    since = a_text("The first day of the ban.")
    until = a_text("The first day without it, null where that is open.", allow_none=True)
    source = fields.Nested(Source, required=True)


class Release(Strict):
    """A version of the Core Rules."""

    version = a_text("The version.")
    since = a_text("The first day on which it holds.")
    source = fields.Nested(Source, required=True)


class Format(FormatEntry):
    """A format on a day."""

    date = a_text("The day.")
    rules = fields.Nested(Release, required=True)
    sizes = fields.Nested(Sizes, required=True)
    champion_required = a_flag("Whether a chosen champion is asked for.")
    identity = a_text("`legend`: the legend's domains. `limited`: three domains, or one and the legend's.")
    copies = a_text("Where the copies of a name are counted, null where they are not.", allow_none=True)
    battlefields_unique = a_flag("Whether battlefields must have different names.")
    sets = fields.List(
        fields.Nested(LegalSet),
        required=True,
        allow_none=True,
        metadata={"description": "The sets legal on the day, null where all cards are."},
    )
    bans = some(Ban, "The cards banned on the day.")


class IssueCode(Strict):
    """A code of an issue."""

    code = a_text("The code.")
    meaning = a_text("When it is raised.")
    rules = some_texts("The rules that it comes from.")


def page(of: type[Schema]) -> type[Schema]:
    """Return the schema of a collection."""
    return Strict.from_dict(
        {
            "data": some(of, "The entries."),
            "has_more": a_flag("Whether there are more."),
            "next": a_text("The address of the next part, null at the end.", allow_none=True),
        },
        name=f"{of.__name__}Page",
    )


class Names(Strict):
    """Names that fit."""

    data = some_texts("The names, the likeliest first.")
    has_more = a_flag("Always false.")
    next = a_text("Always null.", allow_none=True)


class Found(Strict):
    """The cards that were asked for."""

    data = some(Card, "The cards found, in the order asked for.")
    not_found = fields.List(
        fields.Dict(keys=fields.String(), values=fields.String()),
        required=True,
        metadata={"description": "What names no card, or several, as it was sent."},
    )


class Bulk(Strict):
    """The whole database."""

    data_version = a_text("The version of the data, as in every report.")
    sha256 = a_text("The hash of `data`, written as JSON with sorted keys and without spaces, in UTF-8.")
    date = a_text("The day on which this was written out (UTC).")
    data = fields.Dict(
        required=True,
        metadata={"description": "Lists by kind: cards, sets, formats, rules, bans, issue_codes."},
    )
