"""Statistics and sample hands as documents."""

from __future__ import annotations

from riftcheck.decks.schemas import DOMAIN
from riftcheck.schema import StrictSchema, fields


class NamedCountSchema(StrictSchema):
    """Copies of a card by its name."""

    name = fields.text("The name.")
    count = fields.number("The number of copies.")


class SpreadSchema(StrictSchema):
    """The number of copies for each value of a number."""

    counts = fields.mapping(fields.Integer(), "Copies by value, values that occur only.", attribute="by_value")
    cards = fields.number("The copies that have the number.")
    without = fields.number("The known copies that lack it, or of which nobody knows it.")
    average = fields.decimal("Over the copies that have it, null where none has.", allow_none=True)


def _spread(description: str) -> fields.Nested:
    return fields.Nested(SpreadSchema, required=True, metadata={"description": description})


class MainCountsSchema(StrictSchema):
    """The make-up of a main deck by copies, the champion's copy among them."""

    cards = fields.number("All copies.")
    known = fields.number("The copies that are in the database; all that follows is of these.")
    energy = _spread("By energy cost.")
    power = _spread("By power cost.")
    might = _spread("By might.")
    domains = fields.mapping(fields.Integer(), "Copies by domain; one of two domains counts in each.")
    domainless = fields.number("The copies without a domain.")
    types = fields.mapping(fields.Integer(), "Copies by type; one of two types counts in each.")
    tags = fields.mapping(fields.Integer(), "Copies by tag, most first.")
    keywords = fields.mapping(fields.Integer(), "Copies by keyword, most first.")
    unknown = fields.objects(NamedCountSchema, "The cards that are not in the database.")  # type: ignore[assignment]


class DrawsSchema(StrictSchema):
    """The deck drawn from, the opening hand and mulligan, and the cards seen by seat and turn."""

    deck = fields.number("The cards that are drawn from: the main deck without the champion's copy.")
    hand = fields.number("The cards of the opening hand.")
    set_aside = fields.number("How many a mulligan sets aside at most.")
    copies = fields.numbers("The numbers of copies that `seen` asks for.")
    cards_seen = fields.mapping(
        fields.List(fields.Integer()), "The cards seen without a mulligan, by seat and turn from 1 on."
    )


def _odds_by_turn(description: str) -> fields.List:
    by_copies = fields.List(fields.Float())
    return fields.List(by_copies, required=True, metadata={"description": description})


class SeenOddsSchema(StrictSchema):
    """The odds of having seen a card: for each turn from 1 on, of at least 1, 2 and 3 copies."""

    keep = _odds_by_turn("Where the opening hand is kept.")
    mulligan = _odds_by_turn("Where cards that are not the wanted one are set aside.")


class _Identity(StrictSchema):
    name = fields.text("The name.")
    id = fields.text("A printing, null where the name is unknown.", allow_none=True)
    unknown = fields.flag("True where the name is unknown.", left_out=False)  # type: ignore[assignment]
    full_name = fields.text("The full name, where it is another.", left_out=None, attribute="other_name")


class _Drawn(StrictSchema):
    copies = fields.number("The copies that are drawn from.")
    seen = fields.mapping(fields.Nested(SeenOddsSchema), "The odds of having seen it, by seat.")


class _Cost(StrictSchema):
    energy = fields.number("The energy cost, null where it has none or is unknown.", allow_none=True)
    power = fields.number("The power cost, null where it has none or is unknown.", allow_none=True)
    domains = fields.words(DOMAIN, "Its domains.")
    payable = fields.mapping(
        fields.List(fields.Float()),
        "The odds that its cost can be paid, by seat and turn from 1 on; null for a card without a cost.",
        allow_none=True,
    )


# Fields stand in the order of the bases from the last to the first.
class ChampionStatsSchema(_Cost, _Identity):
    """The chosen champion with its cost."""


class CardStatsSchema(_Cost, _Drawn, _Identity):
    """A card that can be drawn, all its printings together."""


class MixSchema(StrictSchema):
    """A mix of domains among the runes that are channelled."""

    runes = fields.mapping(fields.Integer(), "Runes by domain.")
    odds = fields.decimal("How likely exactly this mix is.")


class RuneStatsSchema(StrictSchema):
    """The rune deck and its odds."""

    size = fields.number("The runes that count.", attribute="deck.size")
    domains = fields.mapping(fields.Integer(), "Runes by domain.")
    left_out = fields.objects(NamedCountSchema, "What is unknown or no rune.", attribute="deck.left_out")
    channelled = fields.mapping(
        fields.List(fields.Integer()), "The runes that are channelled, by seat and turn from 1 on."
    )
    mixes = fields.mapping(
        fields.List(fields.Nested(MixSchema), allow_none=True),
        "Every mix by the number of channelled runes; null where there are more than 1000.",
        attribute="mixes_by_domain",
    )


class DeckStatsSchema(StrictSchema):
    """The statistics of a list; every probability is the float nearest to the exact one."""

    mode = fields.text("The mode of play.")
    turns = fields.number("The last turn that is looked at.")
    main = fields.Nested(MainCountsSchema, required=True)
    draws = fields.Nested(DrawsSchema, required=True)
    champion = fields.Nested(
        ChampionStatsSchema,
        required=True,
        allow_none=True,
        metadata={"description": "The chosen champion, null where there is none."},
    )
    cards = fields.objects(CardStatsSchema, "The cards that can be drawn.")
    runes = fields.Nested(RuneStatsSchema, required=True)
    notes = fields.texts("What was left out, in sentences.")


class HandCardSchema(StrictSchema):
    """A card in a hand."""

    name = fields.text("The name.")
    id = fields.text("The printing, null where the name is unknown.", allow_none=True)
    unknown = fields.flag("True where the name is unknown.", left_out=False)  # type: ignore[assignment]


class HandSchema(StrictSchema):
    """A hand before the mulligan, with what follows."""

    opening = fields.objects(HandCardSchema, "The opening hand.")
    draws = fields.objects(HandCardSchema, "The cards after it, in order.")
    runes = fields.objects(HandCardSchema, "The runes, in order.")


def _by_seat(description: str) -> fields.Dict:
    return fields.mapping(fields.Float(), description)


class CurveCardSchema(StrictSchema):
    """A card with its printed cost and its curve turns."""

    name = fields.text("The name.")
    id = fields.text("A printing.", allow_none=True)
    copies = fields.number("The copies in the main deck, the champion's copy among them.")
    energy = fields.number("The energy cost.")
    power = fields.number("The power cost.")
    domains = fields.words(DOMAIN, "Its domains.")
    turns = fields.mapping(
        fields.Integer(), "By seat, the first turn on which as many runes are channelled as its cost asks for."
    )


class CurveOddsSchema(StrictSchema):
    """The odds that a card is paid for on its curve turn."""

    name = fields.text("The name.")
    copies = fields.number("The copies in the main deck.")
    odds = _by_seat("By seat.")
    mean = fields.decimal("The mean over the seats.")
    loss = fields.decimal("The copies that are not paid on the curve turn, in the mean over the seats.")


class RuneSplitSchema(StrictSchema):
    """A rune deck and what it pays for on curve."""

    runes = fields.mapping(fields.Integer(), "Runes by domain.")
    own = fields.flag("True for the rune deck of the list.")
    rank = fields.number("The place among the legal rune decks, null for one that is not legal.", allow_none=True)
    by_seat = _by_seat("The mean over the copies of all cards, by seat.")
    mean = fields.decimal("The mean over the seats.")
    cards = fields.objects(CurveOddsSchema, "The cards, those that lose most first.")


class CastabilitySchema(StrictSchema):
    """How likely the rune decks of some domains pay for a list on curve; each number the nearest float."""

    mode = fields.text("The mode of play.")
    domains = fields.words(DOMAIN, "The domain identity of the list.")
    copies = fields.number("The copies that count.")
    cards = fields.objects(CurveCardSchema, "The cards that count.")
    best = fields.List(
        fields.Dict(fields.String(), fields.Integer()),
        required=True,
        attribute="best_runes",
        metadata={"description": "The best legal rune deck by the mean over the seats, or all that are equally good."},
    )
    best_by_seat = fields.mapping(
        fields.List(fields.Dict(fields.String(), fields.Integer())),
        "The best legal rune decks for each seat, as runes by domain.",
    )
    splits = fields.objects(RuneSplitSchema, "The legal rune decks, best first.")
    own = fields.Nested(
        RuneSplitSchema,
        required=True,
        allow_none=True,
        metadata={"description": "The rune deck of the list, legal or not, null where it has no known rune."},
    )
    notes = fields.texts("What was left out, in sentences.")
