"""Lists, reports and statistics as answers show them."""

from __future__ import annotations

from riftcheck.decks.schemas import DeckAnswerSchema, LineProblemSchema, LineSchema
from riftcheck.decks.stats.schemas import HandSchema
from riftcheck.schema import StrictSchema, fields
from riftcheck.validator.schemas import StretchSchema


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


class Parsed(StrictSchema):
    """A text or code as read."""

    deck = fields.Written(DeckAnswerSchema, required=True)
    lines = fields.objects(LineSchema, "Every line that is not blank; none for a code.")
    problems = fields.objects(LineProblemSchema, "The lines that could not be read.")


class Export(StrictSchema):
    """A list in another form."""

    to = fields.text("The form.")
    content = fields.Raw(
        required=True,
        metadata={"description": "The list: a text, or an object for json.", "type": ["string", "object"]},
    )
    warnings = fields.texts("What the form cannot hold.")


class Hands(StrictSchema):
    """Sample hands."""

    seed = fields.number("The seed that gives the same hands again.")
    hands = fields.objects(HandSchema, "The hands.")


class Timeline(StrictSchema):
    """The verdicts on a list through time."""

    format = fields.text("The format.")
    level = fields.text("`low` or `high`.")
    stretches = fields.objects(StretchSchema, "In order of time; each holds until the next.")
    data_version = fields.text("The version of the card data.")


class Health(StrictSchema):
    """That the server lives."""

    status = fields.text("`ok`.")


class Ready(StrictSchema):
    """That the server can answer."""

    status = fields.text("`ready`.")
    data_version = fields.text("The version of the card data.")
    cards = fields.number("The number of cards.")
