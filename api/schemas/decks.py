"""Lists, reports and statistics as answers show them."""

from __future__ import annotations

from marshmallow import fields

from riftcheck.api.schemas.cards import a_flag, a_number, a_text, some, some_texts
from riftcheck.api.schemas.fields import Strict


class EntryAnswer(Strict):
    """Copies of a card in one section."""

    name = a_text("The name, as in the database where it is known.")
    count = a_number("The number of copies.")
    id = fields.String(metadata={"description": "The printing; for an unknown name the id given beside it."})
    full_name = fields.String(metadata={"description": "The full name, where it is another."})
    unknown = fields.Boolean(metadata={"description": "True where the name is unknown or fits several cards."})  # type: ignore[assignment]


class DeckAnswer(Strict):
    """A list with its cards looked up; it can be sent in again."""

    legend = some(EntryAnswer, "The champion legend.")
    main = some(EntryAnswer, "The main deck, the champion's copy among it.")
    runes = some(EntryAnswer, "The rune deck.")
    battlefields = some(EntryAnswer, "The battlefields.")
    sideboard = some(EntryAnswer, "The sideboard.")
    champion = a_text("The chosen champion as read, null where there is none.", allow_none=True)
    champion_id = a_text("The printing of the champion, null where there is none.", allow_none=True)
    champion_apart = a_flag("Always false: all copies are in `main`.")
    choices = fields.Dict(keys=fields.String(), values=fields.List(fields.String()))


class Counts(Strict):
    """The number of cards in each section."""

    legend = a_number("In the legend zone.")
    main = a_number("In the main deck, with the champion.")
    runes = a_number("In the rune deck.")
    battlefields = a_number("Battlefields.")
    sideboard = a_number("In the sideboard.")


class CardCount(Strict):
    """Copies of a card that an issue is about."""

    name = a_text("The name.")
    count = a_number("The number of copies.")


class Citation(Strict):
    """A rule by its number."""

    document = a_text("`CR`, `TR` or `card`.")
    version = a_text("The version of the document.")
    number = a_text("The rule number, or the card's name.")


class Issue(Strict):
    """One broken rule, or a thing that a person should know."""

    code = a_text("A code of `/v1/issue-codes`.")
    severity = a_text("`error`, `warning` or `info`.")
    message = a_text("A sentence for people.")
    zone = a_text("Where: a section, `champion`, `deck` or `team`.")
    cards = some(CardCount, "The cards that it is about.")
    lines = fields.List(fields.Integer(), required=True, metadata={"description": "Lines of the text, 1-based."})
    rules = some(Citation, "The rules.")
    excess = fields.Integer(metadata={"description": "By how many cards a count is over."})
    suggestions = fields.List(fields.String(), metadata={"description": "Names that an unknown one may mean."})


class LineProblem(Strict):
    """A line that could not be read."""

    line = a_number("The line, 1-based.")
    text = a_text("What stands there.")
    message = a_text("What would be right.")


class UnplayableCard(Strict):
    """A card that no simulation can play where it stands."""

    card = a_text("The name.")
    zone = a_text("Where: a section, or `champion`.")
    reason = a_text("Why, in words for people.")


class Simulation(Strict):
    """Which cards a simulation could not play by the book; this has no part in the verdict."""

    playable = a_flag("Whether a game can be played with this list; its sideboard stays at home.")
    unsupported = some(UnplayableCard, "The cards that cannot be played, the sideboard's too.")


class Report(Strict):
    """The verdict on a list."""

    legal = a_flag("True exactly when no issue is an error.")
    verdict = a_text("`legal`, `illegal` or `undetermined`.")
    format = a_text("The format.")
    date = a_text("The day on which it was judged.")
    level = a_text("`low` or `high`.")
    rules = a_text("The version of the Core Rules.")
    issues = some(Issue, "Every issue, errors first.")
    deck = fields.Nested(DeckAnswer, required=True)
    counts = fields.Nested(Counts, required=True)
    list_hash = a_text("The same for the same cards in any order, spelling and printing.")
    data_version = a_text("The version of the card data.")
    simulation = fields.Nested(Simulation, required=True)
    missing_sets = fields.List(
        fields.String(),
        metadata={"description": "Only where undetermined: sets that are out and unknown here."},
    )
    problems = fields.List(
        fields.Nested(LineProblem),
        metadata={"description": "Only for a text: lines that could not be read."},
    )


class Fault(Strict):
    """One thing that is wrong with a request."""

    path = a_text("Where: the steps to it, with / between.")
    message = a_text("What would be right.")


class Problem(Strict):
    """Every refusal, after RFC 9457."""

    type = a_text("Where the kind of problem is described.")
    title = a_text("The kind of problem.")
    status = a_number("The status.")
    detail = a_text("What is wrong here.")
    instance = a_text("The path that was asked for.")
    code = a_text("The kind of problem, for programs.")
    errors = some(Fault, "Each thing that is wrong, at most 50.")


class Unread(Strict):
    """In a batch, in the place of a report: a list that could not be read."""

    problem = fields.Nested(Problem, required=True)


class TeamReport(Strict):
    """The verdict on a team."""

    legal = a_flag("Whether the team may play.")
    issues = some(Issue, "What allies may not share.")
    reports = some(Report, "One report a list.")


class Line(Strict):
    """What a line of a text was read as."""

    line = a_number("The line, 1-based.")
    text = a_text("What stands there.")
    kind = a_text("`card`, `header`, `comment` or `problem`.")
    zone = a_text("Where its cards went, else null.", allow_none=True)


class Parsed(Strict):
    """A text or code as read."""

    deck = fields.Nested(DeckAnswer, required=True)
    lines = some(Line, "Every line that is not blank; none for a code.")
    problems = some(LineProblem, "The lines that could not be read.")


class Export(Strict):
    """A list in another form."""

    to = a_text("The form.")
    content = fields.Raw(
        required=True,
        metadata={"description": "The list: a text, or an object for json.", "type": ["string", "object"]},
    )
    warnings = some_texts("What the form cannot hold.")


class HandCard(Strict):
    """A card in a hand."""

    name = a_text("The name.")
    id = a_text("The printing, null where the name is unknown.", allow_none=True)
    unknown = fields.Boolean(metadata={"description": "True where the name is unknown."})  # type: ignore[assignment]


class Hand(Strict):
    """A hand before the mulligan, with what follows."""

    opening = some(HandCard, "The opening hand.")
    draws = some(HandCard, "The cards after it, in order.")
    runes = some(HandCard, "The runes, in order.")


class Hands(Strict):
    """Sample hands."""

    seed = a_number("The seed that gives the same hands again.")
    hands = some(Hand, "The hands.")


class Stretch(Strict):
    """A stretch of time with one verdict."""

    date = a_text("The first day.")
    verdict = a_text("The verdict from that day on.")
    rules = a_text("The version of the Core Rules on that day.")
    begun = some(Issue, "The errors that begin.")
    ended = some(Issue, "The errors that end.")
    missing_sets = some_texts("Sets that are out and unknown here, where they make the verdict undetermined.")


class Timeline(Strict):
    """The verdicts on a list through time."""

    format = a_text("The format.")
    level = a_text("`low` or `high`.")
    stretches = some(Stretch, "In order of time; each holds until the next.")
    data_version = a_text("The version of the card data.")


class CountChange(Strict):
    """A card whose count differs."""

    name = a_text("The name.")
    id = a_text("The printing, null where the name is unknown.", allow_none=True)
    before = a_number("Copies in the first list.")
    after = a_number("Copies in the second list.")
    unknown = fields.Boolean(metadata={"description": "True where the name is unknown."})  # type: ignore[assignment]


class SectionDiff(Strict):
    """What differs in one section."""

    added = some(CountChange, "Cards only in the second list.")
    removed = some(CountChange, "Cards only in the first list.")
    changed = some(CountChange, "Cards in both, in another number.")


class NamesChange(Strict):
    """Names before and after."""

    before = some_texts("In the first list.")
    after = some_texts("In the second list.")


class Diff(Strict):
    """What differs between two lists."""

    same = a_flag("Whether nothing differs.")
    champion = fields.Nested(NamesChange, required=True, allow_none=True)
    sections = fields.Dict(keys=fields.String(), values=fields.Nested(SectionDiff), required=True)
    choices = fields.Dict(keys=fields.String(), values=fields.Nested(NamesChange), required=True)


class Room(Strict):
    """How full a section is."""

    count = a_number("The cards that are there.")
    left = a_number("How many more it may hold, null for any number.", allow_none=True)


class Rooms(Strict):
    """How full each section is."""

    main = fields.Nested(Room, required=True)
    runes = fields.Nested(Room, required=True)
    battlefields = fields.Nested(Room, required=True)
    sideboard = fields.Nested(Room, required=True)
    signatures = fields.Nested(Room, required=True)


class PoolCard(Strict):
    """A card that the legend allows."""

    name = a_text("The name.")
    id = a_text("The id of the first base printing.")
    have = a_number("The copies in the list, sideboard included where that counts.")
    left = a_number("How many more its section may hold, null for any number.", allow_none=True)
    left_sideboard = fields.Integer(
        allow_none=True,
        metadata={"description": "How many more the sideboard may hold instead, null for any number."},
    )


class PoolCards(Strict):
    """The cards that the legend allows, each in one list."""

    champions = some(PoolCard, "Units that can be the chosen champion.")
    signatures = some(PoolCard, "Signature cards of the legend's champion.")
    main = some(PoolCard, "All other cards of the main deck.")
    runes = some(PoolCard, "Runes.")
    battlefields = some(PoolCard, "Battlefields.")


class Pool(Strict):
    """What the legend allows, and what may still be added."""

    format = a_text("The format.")
    date = a_text("The day.")
    rules = a_text("The version of the Core Rules.")
    legend = a_text("The legend, null in a limited format without one.", allow_none=True)
    champion = a_text("The chosen champion as read, null where there is none.", allow_none=True)
    identity = some_texts("The domains of the deck.")
    room = fields.Nested(Rooms, required=True)
    cards = fields.Nested(PoolCards, required=True)
    data_version = a_text("The version of the card data.")


class Health(Strict):
    """That the server lives."""

    status = a_text("`ok`.")


class Ready(Strict):
    """That the server can answer."""

    status = a_text("`ready`.")
    data_version = a_text("The version of the card data.")
    cards = a_number("The number of cards.")
