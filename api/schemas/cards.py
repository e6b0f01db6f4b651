"""Cards, sets and formats as answers show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args

from riftcheck.carddb.model import CARD_TYPES, FormatKind, Supertype, Variant
from riftcheck.decks.schemas import DOMAIN, DeckAnswerSchema
from riftcheck.schema import StrictSchema, Vocabulary, fields
from riftcheck.validator.card_legality import Status
from riftcheck.validator.words import ISSUE_CODE

if TYPE_CHECKING:
    from marshmallow import Schema

CARD_TYPE: Final = Vocabulary("CardType", CARD_TYPES, "A type of cards.")
SUPERTYPE: Final = Vocabulary("Supertype", get_args(Supertype), "A supertype of cards.")
VARIANT: Final = Vocabulary("Variant", get_args(Variant), "`base`, or the kind of art or promotion of a printing.")
STANDING: Final = Vocabulary("Status", get_args(Status), "How a card stands in a format.")
FORMAT_KIND: Final = Vocabulary("FormatKind", get_args(FormatKind), "A kind of formats.")
IDENTITY: Final = Vocabulary(
    "Identity",
    ("legend", "limited"),
    "`legend`: the legend's domains. `limited`: three domains, or one and the legend's.",
)


class Source(StrictSchema):
    """Where a fact comes from."""

    document = fields.text("`CR` Core Rules, `TR` Tournament Rules, `announcement`, or the name of another source.")
    version = fields.text("The version or the day of the document.")
    number = fields.text("The rule number, or the name of the announcement.")


class Printing(StrictSchema):
    """One printing of a card."""

    id = fields.text("The id, such as `OGN-007a`.")
    set = fields.text("The code of the set.")
    number = fields.text("The number in the set.")
    variant = fields.word(VARIANT, "What it looks like.")
    rarity = fields.text("The rarity of this printing, null where it has none of its own.", allow_none=True)


class ProvisionalFact(StrictSchema):
    """A fact of a card that is not known for sure, or not at all."""

    field = fields.text("The fact, by its key in the card data; `text` is what the card says.")
    reason = fields.text("Why it is not sure.")


class UnknownPrinting(StrictSchema):
    """A printing id that is not in the card data, and the known printing used instead."""

    id = fields.text("The requested id.")
    read_as = fields.text("The known printing of the same set and number.")


def _unknown_printing() -> fields.Nested:
    described = "Only if the requested id has a known set and number but an unknown suffix."
    return fields.Nested(UnknownPrinting, left_out=None, metadata={"description": described})


class CardInProduct(StrictSchema):
    """A product that contains a card."""

    id = fields.text("The id of the product in `/v1/products`; null if its card counts are unknown.", allow_none=True)
    name = fields.text("The name with the product line: `Jinx (Origins Champion Deck)`.")
    count = fields.number("The number of copies in the product; null if unknown.", allow_none=True)


class Card(StrictSchema):
    """The facts of a card."""

    id = fields.text("The id of the first base printing.", attribute="base_printing.id")
    name = fields.text("The name, by which the rules tell cards apart.")
    full_name = fields.text("The name with the champion before a legend's title; else the name.")
    types = fields.words(CARD_TYPE, "The types.")
    supertypes = fields.words(SUPERTYPE, "The supertypes.")
    domains = fields.words(DOMAIN, "The domains.")
    energy = fields.number("The energy cost, null where it has none.", allow_none=True)
    power = fields.number("The power cost, null where it has none.", allow_none=True)
    might = fields.number("The might of a unit, null for other cards and where it is not known.", allow_none=True)
    might_bonus = fields.number("The might that an equipment gives, else null.", allow_none=True)
    tags = fields.texts("All tags, the champion's too.")
    champion_tag = fields.text(
        "The champion's tag of a legend, champion unit or signature card, else null.", allow_none=True
    )
    keywords = fields.texts("The keywords printed on the card.")
    rarity = fields.text("The rarity.")
    equipment = fields.flag("Whether it is Equipment.")
    unique = fields.flag("Whether a deck may hold one only.")
    copy_limit = fields.number(
        "How many copies a deck may hold, null for any number.", allow_none=True, attribute="copies"
    )
    token = fields.flag("Whether it is a token, which no deck may hold.", attribute="is_token")
    printings = fields.objects(Printing, "Every printing, the first one first.")
    aliases = fields.texts("Other names by which it is found.")
    products = fields.objects(CardInProduct, "The products that are known to contain the card.")
    executable = fields.flag("Whether the engine can play all of its abilities.")
    unsupported = fields.text("Why the engine cannot, else null.", allow_none=True)
    description = fields.texts(
        "What the card does as the engine plays it, in our words: a text for each keyword and ability, none for a card "
        "without; null where the engine cannot.",
        allow_none=True,
    )
    extra_legends = fields.number(
        "Only where it is so: the most legends that a deck with it may register besides the first.", left_out=0
    )
    provisional = fields.objects(
        ProvisionalFact, "Only where there are any: facts that are not known for sure.", left_out=()
    )
    official_text = fields.text("The official text; only where it was synced.", left_out=None)
    unknown_printing = _unknown_printing()


class StandingChange(StrictSchema):
    """How a card stands in a format from a day on."""

    since = fields.day("From this day on.")
    status = fields.word(STANDING, "How it stands.")
    reason = fields.text("Why it is not legal, else null.", allow_none=True)
    source = fields.Nested(Source, required=True, allow_none=True)


class CardInFormat(StrictSchema):
    """How a card stands in a format on the day."""

    format = fields.text("The id of the format.", attribute="format.id")
    name = fields.text("The name of the format.", attribute="format.name")
    status = fields.word(STANDING, "How it stands.", attribute="now.status")
    reason = fields.text("Why it is not legal, else null.", allow_none=True, attribute="now.reason")
    source = fields.Nested(Source, required=True, allow_none=True, attribute="now.source")
    changes = fields.objects(
        StandingChange, "Each day since the first Core Rules on which that changes, also later ones."
    )


class OverdueData(StrictSchema):
    """A kind of data that ends before the day."""

    of = fields.text("`rules`, `bans` or `cards`.")
    until = fields.day("The last day that it covers.")


class CardLegality(StrictSchema):
    """One card in every format on a day, with no regard to the rest of a deck."""

    id = fields.text("The id of the first base printing.")
    name = fields.text("The name.")
    full_name = fields.text("The name with the champion before a legend's title; else the name.")
    date = fields.day("The day.")
    formats = fields.objects(CardInFormat, "Every format.")
    overdue = fields.objects(OverdueData, "Only where there are some: data that ends before the day.", left_out=())
    unknown_printing = _unknown_printing()
    data_version = fields.text("The version of the card data.")


class CardSet(StrictSchema):
    """A set or a series of printings."""

    code = fields.text("The code, such as `OGN`.")
    name = fields.text("The name.")
    size = fields.number("The number of cards in normal numbering; 0 for a series of printings.")
    known = fields.number("How many of these numbers this database knows.")
    legal_from = fields.day("The first day on which it is legal in constructed, null for a series.", allow_none=True)
    source = fields.Nested(Source, required=True)
    unlisted_from = fields.day(
        "Only for a series: from this date on, an unknown number may be a printing that no source lists.", left_out=None
    )


class FormatEntry(StrictSchema):
    """A format in the list of formats."""

    id = fields.text("The id, such as `constructed`.")
    name = fields.text("The name.")
    kind = fields.word(FORMAT_KIND, "The kind of format.")
    mode = fields.text("The mode of play.")
    teams = fields.flag("Whether it is played in teams.")
    since = fields.day(
        "The first date of the format; null if it is as old as the rules.", allow_none=True, attribute="from_date"
    )
    sources = fields.objects(Source, "The rules that make the format.")


class Size(StrictSchema):
    """How many cards a part of a deck may have, with its source."""

    exactly = fields.numbers("Any of these numbers.", left_out=())
    least = fields.number("At least so many.", left_out=None)
    most = fields.number("At most so many.", left_out=None)
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
    legal_from = fields.day("Since when.")
    source = fields.Nested(Source, required=True)


class Ban(StrictSchema):
    """A card that is banned on the day."""

    card = fields.text("The name.")
    full_name = fields.text("The name with the champion before a legend's title; else the name.")
    id = fields.text("The id of the first base printing.")
    list = fields.text("The ban list that it stands on.")
    since = fields.day("The first day of the ban.", attribute="from_date")
    until = fields.day("The first day without it, null where that is open.", allow_none=True)
    source = fields.Nested(Source, required=True)


class Release(StrictSchema):
    """A version of the Core Rules."""

    version = fields.text("The version.")
    since = fields.day("The first day on which it holds.", attribute="from_date")
    source = fields.Nested(Source, required=True)


class _Asked(StrictSchema):
    champion_required = fields.flag("Whether a chosen champion is asked for.")
    identity = fields.word(IDENTITY, "By what the domains of a list are judged.")
    copies = fields.text("Where the copies of a name are counted, null where they are not.", allow_none=True)
    battlefields_unique = fields.flag("Whether battlefields must have different names.")


class _OnADay(StrictSchema):
    date = fields.day("The day.")
    rules = fields.Nested(Release, required=True)
    sizes = fields.Nested(Sizes, required=True)


class _Cards(StrictSchema):
    sets = fields.objects(LegalSet, "The sets legal on the day, null where all cards are.", allow_none=True)
    bans = fields.objects(Ban, "The cards banned on the day.")


# Fields stand in the order of the bases from the last to the first.
class Format(_Cards, _Asked, _OnADay, FormatEntry):
    """A format on a day."""


class ProductEntry(StrictSchema):
    """A preconstructed deck, without its contents."""

    id = fields.text("The id, such as `lee-sin`.")
    name = fields.text("The name: `Lee Sin`.")
    line = fields.text("The product line: `Origins Champion Deck`.")
    set = fields.text("The code of the set that it was released with.")
    legend = fields.text("The legend.")
    legend_full_name = fields.text("The full name of the legend.")
    champions = fields.texts(
        "The chosen champion. If sources name different units, all are listed and any one of them is allowed."
    )
    source = fields.Nested(Source, required=True)


class ProductDeck(ProductEntry):
    """A preconstructed deck with its contents."""

    deck = fields.Written(DeckAnswerSchema, required=True)


class IssueCodeEntry(StrictSchema):
    """A code of an issue."""

    code = fields.word(ISSUE_CODE, "The code.")
    meaning = fields.text("When it is raised.")
    rules = fields.texts("The rules that it comes from.")


def page(of: type[Schema]) -> type[Schema]:
    """Return the schema of a collection."""
    return StrictSchema.from_dict(
        {
            "data": fields.objects(of, "The entries."),
            "has_more": fields.flag("Whether there are more."),
            "next": fields.text("The next part, as a path with its query; null at the end.", allow_none=True),
        },
        name=f"{of.__name__}Page",
    )


class Names(StrictSchema):
    """Names that fit."""

    data = fields.texts("The names, the likeliest first.")
    has_more = fields.flag("Always false.")
    next = fields.text("Always null.", allow_none=True)


class _Wanted(StrictSchema):
    index = fields.number("The place in what was asked for, from 0 on.")


# Fields stand in the order of the bases from the last to the first.
class FoundCard(Card, _Wanted):
    """A card that was asked for."""


class NotFound(_Wanted):
    """An id or name that is no card's, as it was sent."""

    id = fields.text("The id.", left_out=None)
    name = fields.text("The name.", left_out=None)


class Candidate(StrictSchema):
    """A card that a name or id may mean."""

    id = fields.text("The id of the first base printing.")
    name = fields.text("The name.")
    full_name = fields.text("The name with the champion before a legend's title; else the name.")


class Ambiguous(NotFound):
    """An id or name that fits several cards, as it was sent."""

    candidates = fields.objects(Candidate, "The cards that it fits, at most ten.")


class FoundTotals(StrictSchema):
    """How many cards there are of each kind."""

    asked = fields.number("All that were asked for.")
    found = fields.number("Those in `data`.")
    ambiguous = fields.number("Those that fit several cards.")
    not_found = fields.number("Those that there are not.")
    left_over = fields.number("Those for which there is no room.")


class Found(StrictSchema):
    """The cards that were asked for."""

    data = fields.objects(FoundCard, "The cards found, in the order asked for.")
    ambiguous = fields.objects(Ambiguous, "What fits several cards.")
    not_found = fields.objects(NotFound, "What is no card.")
    left_over = fields.numbers("The indices of those for which the answer has no room: ask for them again.")
    totals = fields.Nested(FoundTotals, required=True)


class DatedSize(Size):
    """A size with the day and the version of the Core Rules from which it holds."""

    since = fields.day("From this day on, null for ever.", allow_none=True, attribute="from_date")
    since_rules = fields.text("From this version on, null for all.", allow_none=True, attribute="from_rules")


class DatedSizes(StrictSchema):
    """The sizes of every part of a deck through time."""

    legend = fields.Nested(Size, required=True)
    main = fields.objects(DatedSize, "In chronological order.")
    runes = fields.Nested(Size, required=True)
    battlefields = fields.objects(DatedSize, "In order of time; none where the format sets none.")
    sideboard = fields.objects(DatedSize, "In order of time; none where the format sets none.")


class WholeFormat(_Asked, FormatEntry):
    """A format with all that holds at some time."""

    sizes = fields.Nested(DatedSizes, required=True)
    restricted_to_sets = fields.flag("Whether only sets that are legal on the day are.", attribute="sets")
    ban_lists = fields.texts("The ban lists that hold.", attribute="bans")
    blank_battlefields = fields.flag("Whether blank battlefields may stand in.")


class Everything(StrictSchema):
    """The whole database by kinds; what is dated stands with its days."""

    cards = fields.objects(Card, "Every card.")
    sets = fields.objects(CardSet, "Every set and series.")
    formats = fields.objects(WholeFormat, "Every format.")
    rules = fields.objects(Release, "Every version of the Core Rules.")
    bans = fields.objects(Ban, "Every ban.")
    products = fields.objects(ProductDeck, "Every preconstructed deck.")
    issue_codes = fields.objects(IssueCodeEntry, "Every code of an issue.")


class Bulk(StrictSchema):
    """The whole database."""

    data_version = fields.text("The version of the data, as in every report.")
    sha256 = fields.text("The hash of `data`, written as JSON with sorted keys and without spaces, in UTF-8.")
    date = fields.text("The day on which this was written out (UTC).")
    data = fields.Nested(Everything, required=True)
