"""Lists, reports and statistics as answers show them."""

from __future__ import annotations

from riftcheck.schema import StrictSchema, fields


class EntryAnswer(StrictSchema):
    """Copies of a card in one section."""

    name = fields.text("The name, as in the database where it is known.")
    count = fields.number("The number of copies.")
    id = fields.String(metadata={"description": "The printing; for an unknown name the id given beside it."})
    full_name = fields.String(metadata={"description": "The full name, where it is another."})
    unknown = fields.Boolean(metadata={"description": "True where the name is unknown or fits several cards."})  # type: ignore[assignment]


class DeckAnswer(StrictSchema):
    """A list with its cards looked up; it can be sent in again."""

    legend = fields.objects(EntryAnswer, "The champion legend.")
    main = fields.objects(EntryAnswer, "The main deck, the champion's copy among it.")
    runes = fields.objects(EntryAnswer, "The rune deck.")
    battlefields = fields.objects(EntryAnswer, "The battlefields.")
    sideboard = fields.objects(EntryAnswer, "The sideboard.")
    champion = fields.text("The chosen champion as read, null where there is none.", allow_none=True)
    champion_id = fields.text("The printing of the champion, null where there is none.", allow_none=True)
    champion_apart = fields.flag("Always false: all copies are in `main`.")
    choices = fields.Dict(keys=fields.String(), values=fields.List(fields.String()))


class Counts(StrictSchema):
    """The number of cards in each section."""

    legend = fields.number("In the legend zone.")
    main = fields.number("In the main deck, with the champion.")
    runes = fields.number("In the rune deck.")
    battlefields = fields.number("Battlefields.")
    sideboard = fields.number("In the sideboard.")


class CardCount(StrictSchema):
    """Copies of a card that an issue is about."""

    name = fields.text("The name.")
    count = fields.number("The number of copies.")


class Citation(StrictSchema):
    """A rule by its number."""

    document = fields.text("`CR`, `TR` or `card`.")
    version = fields.text("The version of the document.")
    number = fields.text("The rule number, or the card's name.")


class Issue(StrictSchema):
    """One broken rule, or a thing that a person should know."""

    code = fields.text("A code of `/v1/issue-codes`.")
    severity = fields.text("`error`, `warning` or `info`.")
    message = fields.text("A sentence for people.")
    zone = fields.text("Where: a section, `champion`, `deck` or `team`.")
    cards = fields.objects(CardCount, "The cards that it is about.")
    lines = fields.List(fields.Integer(), required=True, metadata={"description": "Lines of the text, 1-based."})
    rules = fields.objects(Citation, "The rules.")
    excess = fields.Integer(metadata={"description": "By how many cards a count is over."})
    suggestions = fields.List(fields.String(), metadata={"description": "Names that an unknown one may mean."})


class LineProblem(StrictSchema):
    """A line that could not be read."""

    line = fields.number("The line, 1-based.")
    text = fields.text("What stands there.")
    message = fields.text("What would be right.")


class UnplayableCard(StrictSchema):
    """A card that no simulation can play where it stands."""

    card = fields.text("The name.")
    zone = fields.text("Where: a section, or `champion`.")
    reason = fields.text("Why, in words for people.")


class Simulation(StrictSchema):
    """Which cards a simulation could not play by the book; this has no part in the verdict."""

    playable = fields.flag("Whether a game can be played with this list; its sideboard stays at home.")
    unsupported = fields.objects(UnplayableCard, "The cards that cannot be played, the sideboard's too.")


class Report(StrictSchema):
    """The verdict on a list."""

    legal = fields.flag("True exactly when no issue is an error.")
    verdict = fields.text("`legal`, `illegal` or `undetermined`.")
    format = fields.text("The format.")
    date = fields.text("The day on which it was judged.")
    level = fields.text("`low` or `high`.")
    rules = fields.text("The version of the Core Rules.")
    issues = fields.objects(Issue, "Every issue, errors first.")
    deck = fields.Nested(DeckAnswer, required=True)
    counts = fields.Nested(Counts, required=True)
    list_hash = fields.text("The same for the same cards in any order, spelling and printing.")
    data_version = fields.text("The version of the card data.")
    simulation = fields.Nested(Simulation, required=True)
    missing_sets = fields.List(
        fields.String(),
        metadata={"description": "Only where undetermined: sets that are out and unknown here."},
    )
    problems = fields.List(
        fields.Nested(LineProblem),
        metadata={"description": "Only for a text: lines that could not be read."},
    )


class Fault(StrictSchema):
    """One thing that is wrong with a request."""

    path = fields.text("Where: the steps to it, with / between.")
    message = fields.text("What would be right.")


class Problem(StrictSchema):
    """Every refusal, after RFC 9457."""

    type = fields.text("Where the kind of problem is described.")
    title = fields.text("The kind of problem.")
    status = fields.number("The status.")
    detail = fields.text("What is wrong here.")
    instance = fields.text("The path that was asked for.")
    code = fields.text("The kind of problem, for programs.")
    errors = fields.objects(Fault, "Each thing that is wrong, at most 50.")


class Unread(StrictSchema):
    """In a batch, in the place of a report: a list that could not be read."""

    problem = fields.Nested(Problem, required=True)


class TeamReport(StrictSchema):
    """The verdict on a team."""

    legal = fields.flag("Whether the team may play.")
    issues = fields.objects(Issue, "What allies may not share.")
    reports = fields.objects(Report, "One report a list.")


class Line(StrictSchema):
    """What a line of a text was read as."""

    line = fields.number("The line, 1-based.")
    text = fields.text("What stands there.")
    kind = fields.text("`card`, `header`, `comment` or `problem`.")
    zone = fields.text("Where its cards went, else null.", allow_none=True)


class Parsed(StrictSchema):
    """A text or code as read."""

    deck = fields.Nested(DeckAnswer, required=True)
    lines = fields.objects(Line, "Every line that is not blank; none for a code.")
    problems = fields.objects(LineProblem, "The lines that could not be read.")


class Export(StrictSchema):
    """A list in another form."""

    to = fields.text("The form.")
    content = fields.Raw(
        required=True,
        metadata={"description": "The list: a text, or an object for json.", "type": ["string", "object"]},
    )
    warnings = fields.texts("What the form cannot hold.")


class HandCard(StrictSchema):
    """A card in a hand."""

    name = fields.text("The name.")
    id = fields.text("The printing, null where the name is unknown.", allow_none=True)
    unknown = fields.Boolean(metadata={"description": "True where the name is unknown."})  # type: ignore[assignment]


class Hand(StrictSchema):
    """A hand before the mulligan, with what follows."""

    opening = fields.objects(HandCard, "The opening hand.")
    draws = fields.objects(HandCard, "The cards after it, in order.")
    runes = fields.objects(HandCard, "The runes, in order.")


class Hands(StrictSchema):
    """Sample hands."""

    seed = fields.number("The seed that gives the same hands again.")
    hands = fields.objects(Hand, "The hands.")


class Stretch(StrictSchema):
    """A stretch of time with one verdict."""

    date = fields.text("The first day.")
    verdict = fields.text("The verdict from that day on.")
    rules = fields.text("The version of the Core Rules on that day.")
    begun = fields.objects(Issue, "The errors that begin.")
    ended = fields.objects(Issue, "The errors that end.")
    missing_sets = fields.texts("Sets that are out and unknown here, where they make the verdict undetermined.")


class Timeline(StrictSchema):
    """The verdicts on a list through time."""

    format = fields.text("The format.")
    level = fields.text("`low` or `high`.")
    stretches = fields.objects(Stretch, "In order of time; each holds until the next.")
    data_version = fields.text("The version of the card data.")


class CountChange(StrictSchema):
    """A card whose count differs."""

    name = fields.text("The name.")
    id = fields.text("The printing, null where the name is unknown.", allow_none=True)
    before = fields.number("Copies in the first list.")
    after = fields.number("Copies in the second list.")
    unknown = fields.Boolean(metadata={"description": "True where the name is unknown."})  # type: ignore[assignment]


class SectionDiff(StrictSchema):
    """What differs in one section."""

    added = fields.objects(CountChange, "Cards only in the second list.")
    removed = fields.objects(CountChange, "Cards only in the first list.")
    changed = fields.objects(CountChange, "Cards in both, in another number.")


class NamesChange(StrictSchema):
    """Names before and after."""

    before = fields.texts("In the first list.")
    after = fields.texts("In the second list.")


class Diff(StrictSchema):
    """What differs between two lists."""

    same = fields.flag("Whether nothing differs.")
    champion = fields.Nested(NamesChange, required=True, allow_none=True)
    sections = fields.Dict(keys=fields.String(), values=fields.Nested(SectionDiff), required=True)
    choices = fields.Dict(keys=fields.String(), values=fields.Nested(NamesChange), required=True)


class Room(StrictSchema):
    """How full a section is."""

    count = fields.number("The cards that are there.")
    left = fields.number("How many more it may hold, null for any number.", allow_none=True)


class Rooms(StrictSchema):
    """How full each section is."""

    main = fields.Nested(Room, required=True)
    runes = fields.Nested(Room, required=True)
    battlefields = fields.Nested(Room, required=True)
    sideboard = fields.Nested(Room, required=True)
    signatures = fields.Nested(Room, required=True)


class PoolCard(StrictSchema):
    """A card that the legend allows."""

    name = fields.text("The name.")
    id = fields.text("The id of the first base printing.")
    have = fields.number("The copies in the list, sideboard included where that counts.")
    left = fields.number("How many more its section may hold, null for any number.", allow_none=True)
    left_sideboard = fields.Integer(
        allow_none=True,
        metadata={"description": "How many more the sideboard may hold instead, null for any number."},
    )


class PoolCards(StrictSchema):
    """The cards that the legend allows, each in one list."""

    champions = fields.objects(PoolCard, "Units that can be the chosen champion.")
    signatures = fields.objects(PoolCard, "Signature cards of the legend's champion.")
    main = fields.objects(PoolCard, "All other cards of the main deck.")
    runes = fields.objects(PoolCard, "Runes.")
    battlefields = fields.objects(PoolCard, "Battlefields.")


class Pool(StrictSchema):
    """What the legend allows, and what may still be added."""

    format = fields.text("The format.")
    date = fields.text("The day.")
    rules = fields.text("The version of the Core Rules.")
    legend = fields.text("The legend, null in a limited format without one.", allow_none=True)
    champion = fields.text("The chosen champion as read, null where there is none.", allow_none=True)
    identity = fields.texts("The domains of the deck.")
    room = fields.Nested(Rooms, required=True)
    cards = fields.Nested(PoolCards, required=True)
    data_version = fields.text("The version of the card data.")


class Health(StrictSchema):
    """That the server lives."""

    status = fields.text("`ok`.")


class Ready(StrictSchema):
    """That the server can answer."""

    status = fields.text("`ready`.")
    data_version = fields.text("The version of the card data.")
    cards = fields.number("The number of cards.")
