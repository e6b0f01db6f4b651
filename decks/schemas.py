"""Lists as documents: as read, their changes, what of them can be played."""

from __future__ import annotations

from typing import Final, get_args

from riftcheck.carddb.model import DOMAINS
from riftcheck.decks.model import LineKind, Outcome, Zone
from riftcheck.schema import StrictSchema, Vocabulary, fields

ZONE: Final = Vocabulary("Zone", get_args(Zone), "A part of a list: a section, or the `champion`.")
DOMAIN: Final = Vocabulary("Domain", DOMAINS, "A domain (CR 134).")
LINE_KIND: Final = Vocabulary("LineKind", get_args(LineKind), "What a line of a text was read as.")
OUTCOME: Final = Vocabulary(
    "LineOutcome",
    get_args(Outcome),
    "`used`: read as cards or as a header. `note`: it names no card. `doubt`: it has two readings, or a part of it was "
    "not read; it counts as one unreadable card. `set-aside`: its cards are in no zone.",
)


class EntryAnswerSchema(StrictSchema):
    """Copies of a card in one section."""

    name = fields.text("The name, as in the database where it is known.")
    count = fields.number("The number of copies.")
    id = fields.text("The printing; for an unknown name the id given beside it.", left_out=None)
    full_name = fields.text("The full name, where it is another.", left_out=None, attribute="other_name")
    unknown = fields.flag("True where the name is unknown or fits several cards.", left_out=False)  # type: ignore[assignment]


class DeckAnswerSchema(StrictSchema):
    """A list with its cards looked up; it can be sent in again."""

    legend = fields.objects(EntryAnswerSchema, "The champion legend.")
    main = fields.objects(EntryAnswerSchema, "The main deck, the champion's copy among it.")
    runes = fields.objects(EntryAnswerSchema, "The rune deck.")
    battlefields = fields.objects(EntryAnswerSchema, "The battlefields.")
    sideboard = fields.objects(EntryAnswerSchema, "The sideboard.")
    champion = fields.text("The chosen champion as read, null where there is none.", allow_none=True)
    champion_id = fields.text("The printing of the champion, null where there is none.", allow_none=True)
    champion_apart = fields.flag("Always false: all copies are in `main`.")
    extra_legends = fields.objects(EntryAnswerSchema, "Legends besides the one that it starts with.", left_out=[])
    choices = fields.Dict(keys=fields.String(), values=fields.List(fields.String()), left_out={})


class CountsSchema(StrictSchema):
    """The number of cards in each section."""

    legend = fields.number("In the legend zone.")
    main = fields.number("In the main deck, with the champion.")
    runes = fields.number("In the rune deck.")
    battlefields = fields.number("Battlefields.")
    sideboard = fields.number("In the sideboard.")
    extra_legends = fields.number("Extra legends; left out where there are none.", left_out=0)


class LineProblemSchema(StrictSchema):
    """A line that could not be read."""

    line = fields.number("The line, 1-based.")
    text = fields.text("What stands there.")
    message = fields.text("What would be right.")


class LineCardSchema(StrictSchema):
    """Copies of one card that a line names."""

    name = fields.text("The name of the card; if it is unknown, as written.")
    full_name = fields.text("The full name, if it is different from the name.", left_out=None, attribute="other_name")
    count = fields.number("The number of copies.")
    zone = fields.word(ZONE, "The zone, null for a card that is set aside.", allow_none=True)
    unknown = fields.flag("True if the name is unknown or fits several cards.", left_out=False)  # type: ignore[assignment]


class LineSchema(StrictSchema):
    """The account of one line of a text."""

    line = fields.number("The line, 1-based.", attribute="number")
    text = fields.text("What stands there.")
    kind = fields.word(LINE_KIND, "What it was read as.")
    zone = fields.word(ZONE, "Where its cards went, else null.", allow_none=True)
    outcome = fields.word(OUTCOME, "How the line was used.")
    cards = fields.objects(LineCardSchema, "Each card that the line names, with its count and zone.")


class UnplayableCardSchema(StrictSchema):
    """A card that no simulation can play where it stands."""

    card = fields.text("The name.")
    full_name = fields.text("The full name, if it is different from the name.", left_out=None, attribute="other_name")
    zone = fields.word(ZONE, "Where.")
    reason = fields.text("Why, in words for people.")


class SimulationSchema(StrictSchema):
    """The cards that a simulation could not play by the book; this has no part in the verdict."""

    playable = fields.flag("Whether a game can be played with this list; its sideboard stays at home.")
    unsupported = fields.objects(
        UnplayableCardSchema, "The cards that cannot be played, the sideboard's too; the first 100.", attribute="told"
    )
    more = fields.number("Only where there are more: how many are not listed.", left_out=0)


class CountChangeSchema(StrictSchema):
    """A card whose count differs."""

    name = fields.text("The name.")
    full_name = fields.text("The full name, if it is different from the name.", left_out=None, attribute="other_name")
    id = fields.text("The printing, null where the name is unknown.", allow_none=True)
    before = fields.number("Copies in the first list.")
    after = fields.number("Copies in the second list.")
    unknown = fields.flag("True where the name is unknown.", left_out=False)  # type: ignore[assignment]


class SectionDiffSchema(StrictSchema):
    """The differences of one section."""

    added = fields.objects(CountChangeSchema, "Cards only in the second list.")
    removed = fields.objects(CountChangeSchema, "Cards only in the first list.")
    changed = fields.objects(CountChangeSchema, "Cards in both, in another number.")


class NamesChangeSchema(StrictSchema):
    """Names before and after."""

    before = fields.texts("In the first list.")
    after = fields.texts("In the second list.")


class DiffSchema(StrictSchema):
    """The differences between two lists."""

    same = fields.flag("Whether nothing differs.")
    champion = fields.Nested(NamesChangeSchema, required=True, allow_none=True)
    sections = fields.Dict(keys=fields.String(), values=fields.Nested(SectionDiffSchema), required=True)
    choices = fields.Dict(keys=fields.String(), values=fields.Nested(NamesChangeSchema), required=True)
