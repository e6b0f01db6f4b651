"""Verdicts as documents: issues, reports on a list and on a team, the history of a verdict, what may be added."""

from __future__ import annotations

from riftcheck.decks.schemas import (
    DOMAIN,
    CountsSchema,
    DeckAnswerSchema,
    LineProblemSchema,
    LineSchema,
    SimulationSchema,
)
from riftcheck.schema import StrictSchema, fields
from riftcheck.validator.words import ISSUE_CODE, ISSUE_ZONE, LEVEL, SEVERITY, VERDICT


class CardCountSchema(StrictSchema):
    """Copies of a card that an issue is about."""

    name = fields.text("The name.")
    full_name = fields.text("The full name, if it is different from the name.", left_out=None, attribute="other_name")
    count = fields.number("The number of copies.")


class CitationSchema(StrictSchema):
    """A rule by its number."""

    document = fields.text("`CR`, `TR` or `card`.")
    version = fields.text("The version of the document.")
    number = fields.text("The rule number, or the card's name.")


class IssueSchema(StrictSchema):
    """One broken rule, or a thing that a person should know."""

    code = fields.word(ISSUE_CODE, "What is wrong, for programs.")
    severity = fields.word(SEVERITY, "How much it weighs.")
    message = fields.text("A sentence for people.")
    zone = fields.word(ISSUE_ZONE, "Where.")
    cards = fields.objects(CardCountSchema, "The cards that it is about.")
    lines = fields.numbers("Lines of the text, 1-based.")
    rules = fields.objects(CitationSchema, "The rules.")
    excess = fields.number("By how many cards a count is over.", left_out=None)
    suggestions = fields.texts("Names that an unknown one may mean.", left_out=None, attribute="meant")
    doubtful = fields.flag(
        "Only where true: it may be no error, for it rests on what is not known here.", left_out=False
    )


class ProvisionalCardSchema(StrictSchema):
    """A fact of a listed card that is not known for sure."""

    name = fields.text("The card.")
    field = fields.text("The fact, by its key in the card data.")
    reason = fields.text("Why it is not sure.")


class ReportSchema(StrictSchema):
    """The verdict on a list."""

    legal = fields.flag("True exactly when no issue is an error.")
    verdict = fields.word(VERDICT, "The verdict.")
    format = fields.text("The format.")
    date = fields.day("The day on which it was judged.", attribute="day")
    level = fields.word(LEVEL, "The level of the event.")
    rules = fields.text("The version of the Core Rules.")
    issues = fields.objects(IssueSchema, "Every issue, errors first.")
    deck = fields.Written(DeckAnswerSchema, required=True)
    counts = fields.Nested(CountsSchema, required=True)
    list_hash = fields.text("The same for the same cards in any order, spelling and printing.")
    data_version = fields.text("The version of the card data.")
    simulation = fields.Nested(SimulationSchema, required=True)
    missing_sets = fields.texts(
        "Only if undetermined: the released sets and series whose cards are not all in our card data. Each is a code, "
        "or a name if it has no code.",
        left_out=(),
    )
    unsearched = fields.number(
        "Only where there are some: unknown names without suggestions, because only the first 50 of a request are "
        "compared with known ones.",
        left_out=0,
    )
    provisional = fields.objects(
        ProvisionalCardSchema,
        "Only where there are any: facts that the verdict leans on and that are not sure.",
        left_out=(),
    )
    problems = fields.objects(LineProblemSchema, "Only for a text: lines that could not be read.", left_out=None)
    lines = fields.objects(
        LineSchema, "Only if `lines` is requested, and only for a text: how each line with text was read.", left_out=()
    )


class TeamReportSchema(StrictSchema):
    """The verdict on a team."""

    legal = fields.flag("Whether the team may play.")
    verdict = fields.word(VERDICT, "That of the worse list, and illegal where the allies share what they may not.")
    issues = fields.objects(IssueSchema, "What allies may not share; lines are those of the second list.")
    reports = fields.objects(ReportSchema, "One report a list.")


class StretchSchema(StrictSchema):
    """A stretch of time with one verdict."""

    date = fields.day("The first day.", attribute="day")
    verdict = fields.word(VERDICT, "The verdict from that day on.")
    rules = fields.text("The version of the Core Rules on that day.")
    begun = fields.objects(IssueSchema, "The errors that begin.")
    ended = fields.objects(IssueSchema, "The errors that end.")
    missing_sets = fields.texts("As in a report: released sets and series whose cards are not all in our card data.")


class RoomSchema(StrictSchema):
    """The number of cards in a section, and the number that it may still take."""

    count = fields.number("The cards that are there.")
    left = fields.number("How many more it may hold, null for any number.", allow_none=True)


class RoomsSchema(StrictSchema):
    """The room of each section, and of the signature cards together."""

    main = fields.Nested(RoomSchema, required=True)
    runes = fields.Nested(RoomSchema, required=True)
    battlefields = fields.Nested(RoomSchema, required=True)
    sideboard = fields.Nested(RoomSchema, required=True)
    signatures = fields.Nested(RoomSchema, required=True)


class PoolCardSchema(StrictSchema):
    """A card that the legend allows."""

    name = fields.text("The name.")
    id = fields.text("The id of the first base printing.", attribute="base_printing.id")
    have = fields.number("The copies in the list, sideboard included where that counts.")
    left = fields.number("How many more its section may hold, null for any number.", allow_none=True)


class MainPoolCardSchema(PoolCardSchema):
    """A card of the main deck that the legend allows."""

    left_sideboard = fields.number(
        "How many more the sideboard may hold instead, null for any number.", allow_none=True
    )


class PoolCardsSchema(StrictSchema):
    """The cards that the legend allows, each in one list."""

    champions = fields.objects(MainPoolCardSchema, "Units that can be the chosen champion.")
    signatures = fields.objects(MainPoolCardSchema, "Signature cards of the legend's champion.")
    main = fields.objects(MainPoolCardSchema, "All other cards of the main deck.")
    runes = fields.objects(PoolCardSchema, "Runes.")
    battlefields = fields.objects(PoolCardSchema, "Battlefields.")


class PoolSchema(StrictSchema):
    """The pool of a legend, with the copies of each card in the list and those that may still be added."""

    format = fields.text("The format.")
    date = fields.day("The day.")
    rules = fields.text("The version of the Core Rules.")
    legend = fields.text("The legend, null in a limited format without one.", allow_none=True)
    legend_full_name = fields.text("The full name of the legend, if it is different.", left_out=None)
    champion = fields.text("The chosen champion as read, null where there is none.", allow_none=True)
    identity = fields.words(DOMAIN, "The domains of the deck.")
    room = fields.Nested(RoomsSchema, required=True)
    cards = fields.Nested(PoolCardsSchema, required=True)
    data_version = fields.text("The version of the card data.")
