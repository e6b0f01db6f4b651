"""What comes in: bodies and query strings."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import ValidationError, validates_schema

from riftcheck.api import responses
from riftcheck.api.request_body import LARGEST_BODY
from riftcheck.api.schemas.inputs import Branch, Day, Deck, Decks, QueryWhole
from riftcheck.carddb.names import MAX_NAME
from riftcheck.decks.export.core import TARGETS
from riftcheck.decks.stats.seats import MAX_TURNS
from riftcheck.schema import StrictSchema, Vocabulary, checks, fields
from riftcheck.validator.case import option_errors
from riftcheck.validator.report import Options
from riftcheck.validator.words import LEVEL

MOST_DECKS: Final = 100
MOST_CARDS: Final = 250
MOST_HANDS: Final = 60
MOST_LABEL: Final = 200
MOST_SEED: Final = 2**63 - 1

EXPORT_TARGET: Final = Vocabulary("ExportTarget", TARGETS, "A form in which a list can be written.")
_NAME = checks.characters(1, MAX_NAME)


def _text(description: str, *, required: bool = False, load_default: str | None = None) -> fields.String:
    metadata = {"description": description}
    if load_default is not None:
        return fields.String(load_default=load_default, metadata=metadata)
    return fields.String(required=required, metadata=metadata)


def _level() -> fields.Word:
    return fields.Word(LEVEL, load_default="high", metadata={"description": "The level of the event."})


class FormatBody(StrictSchema):
    """The format alone, where the day does not matter."""

    format = _text("A format of `/v1/formats`.", load_default="constructed")

    @validates_schema(skip_on_field_errors=False)
    def _check_options(self, data: dict[str, Any], **_more: object) -> None:
        """Reject unknown options together with the errors of all other fields."""
        day, level = data.get("date") or responses.today(), data.get("level", "high")
        chosen = Options(day, data.get("format", "constructed"), level, data.get("rules"))
        errors = option_errors(responses.state().db, chosen)
        if errors:
            raise ValidationError({option: [message] for option, message in errors.items()})


class OptionsBody(FormatBody):
    """What decides beside the list."""

    date = Day(metadata={"description": "The day on which the list is judged; today (UTC) if not given."})
    level = _level()
    rules = _text("A version of the Core Rules such as `1.4.1`; the one in force on the day if not given.")


class DeckBody(OptionsBody):
    """One list and what decides beside it."""

    deck = Deck(required=True)


class LinesBody(OptionsBody):
    """The options of a verdict, and whether its report has the account of the lines."""

    lines = fields.Boolean(
        load_default=False,
        metadata={"description": "Include `lines`: how each line of a text was read."},
    )


class ValidateBody(DeckBody, LinesBody):
    """One deck, the options of its verdict, and what the report includes."""


class BatchRow(StrictSchema):
    """One list of a batch with a label, and with options of its own over those of the batch."""

    deck = Deck(required=True)
    label = fields.String(
        validate=checks.characters(0, MOST_LABEL),
        metadata={"description": "Comes back with the report: a player's name, a file's."},
    )
    format = _text("A format of `/v1/formats`; that of the batch if not given.")
    date = Day(metadata={"description": "The day on which the list is judged; that of the batch if not given."})
    level = fields.Word(LEVEL, metadata={"description": "The level of the event; that of the batch if not given."})
    rules = _text("A version of the Core Rules; that of the batch if not given.")
    lines = fields.Boolean(metadata={"description": "Include `lines` in the report; as in the batch if not given."})


class BatchBody(LinesBody):
    """Up to 100 lists, each as it is or as a `BatchRow`, and what decides beside them."""

    most_bytes = LARGEST_BODY

    decks = Decks(MOST_DECKS, BatchRow, required=True)


def _two_decks() -> fields.List:
    two = checks.entries(2, 2, "decks")
    return fields.List(Deck(), required=True, validate=two, metadata={"description": "Two lists."})


class TeamBody(LinesBody):
    """The two lists of a team and what decides beside them."""

    format = _text("A format of `/v1/formats`.", load_default="constructed-2v2")
    decks = _two_decks()


class DiffBody(FormatBody):
    """Two lists to compare."""

    decks = _two_decks()


class ParseBody(FormatBody):
    """A text or a deck code to read."""

    branches = (
        Branch("ParseText", needs=("text",), lacks=("code",)),
        Branch("ParseCode", needs=("code",), lacks=("text",)),
    )

    # The lengths and forms are checked where every list is read.
    text = fields.Formed("ListText")
    code = fields.Formed("ListCode")
    champion = fields.Formed("CardName", metadata={"description": "The chosen champion, where the list does not say."})
    extra_legends = fields.Formed("ExtraLegends")
    choices = fields.Formed("Choices")

    @validates_schema
    def _check(self, data: dict[str, object], **_more: object) -> None:
        if ("text" in data) == ("code" in data):
            raise ValidationError("give either text or code")


class ExportBody(FormatBody):
    """A list and the form that it is wanted in."""

    deck = Deck(required=True)
    to = fields.Word(EXPORT_TARGET, required=True, metadata={"description": "The form that is wanted."})


class StatsBody(FormatBody):
    """A list to count."""

    deck = Deck(required=True)
    turns = fields.Whole(1, MAX_TURNS, load_default=10, metadata={"description": "The last turn to look at."})


class HandBody(FormatBody):
    """A list to draw hands from."""

    deck = Deck(required=True)
    seed = fields.Whole(
        0, MOST_SEED, metadata={"description": "The same seed gives the same hands; one is chosen if not given."}
    )
    count = fields.Whole(1, MOST_HANDS, load_default=5, metadata={"description": "How many hands."})


class TimelineBody(FormatBody):
    """A list to judge on every day on which something changed."""

    deck = Deck(required=True)
    level = _level()
    rules = _text("A version of the Core Rules for all days; each day's own if not given.")


class WantedCard(StrictSchema):
    """One card by its id or by its name."""

    branches = (
        Branch("CardById", needs=("id",), lacks=("name",)),
        Branch("CardByName", needs=("name",), lacks=("id",)),
    )

    id = fields.String(validate=_NAME, metadata={"description": "A printing id in any spelling."})
    name = fields.String(validate=_NAME, metadata={"description": "A name in any spelling."})

    @validates_schema
    def _check(self, data: dict[str, object], **_more: object) -> None:
        if len(data) != 1:
            raise ValidationError("must have either an id or a name")


class CollectionBody(StrictSchema):
    """Up to 250 cards to look up at once."""

    cards = fields.List(
        fields.Nested(WantedCard),
        required=True,
        validate=checks.entries(1, MOST_CARDS, "cards"),
    )


class PageQuery(StrictSchema):
    """Which part of a collection is wanted."""

    limit = QueryWhole(1, 250, load_default=50, metadata={"description": "The most entries of one answer."})
    cursor = _text("Where the answer begins: take it from `next`, do not make one up.")


class CardsQuery(PageQuery):
    """A search for cards."""

    q = _text("A search such as `t:unit d:fury e<=3`; empty lists all cards.", load_default="")


class NamedQuery(StrictSchema):
    """A card by its name."""

    exact = _text("A name in any spelling.")
    fuzzy = _text("A part of a name, or a misspelt one.")

    @validates_schema
    def _check(self, data: dict[str, object], **_more: object) -> None:
        if len(data) != 1:
            raise ValidationError("give either exact or fuzzy")


class NamedOnDayQuery(NamedQuery):
    """A card by its name, and a day."""

    date = Day(metadata={"description": "The day; today (UTC) if not given."})

    @validates_schema
    def _check(self, data: dict[str, object], **_more: object) -> None:
        if len(data.keys() - {"date"}) != 1:
            raise ValidationError("give either exact or fuzzy")


class AutocompleteQuery(StrictSchema):
    """The beginning of a name."""

    q = _text("What was typed so far.", required=True)


class FormatQuery(StrictSchema):
    """The day of a format."""

    date = Day(metadata={"description": "The day; today (UTC) if not given."})
