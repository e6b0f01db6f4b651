"""Lists, reports and statistics as answers show them."""

from __future__ import annotations

from typing import Final

from riftcheck.api.errors import KINDS
from riftcheck.api.schemas.cards import Candidate
from riftcheck.api.schemas.requests import EXPORT_TARGET
from riftcheck.decks.schemas import DeckAnswerSchema, LineProblemSchema, LineSchema
from riftcheck.decks.stats.schemas import HandSchema
from riftcheck.schema import StrictSchema, Vocabulary, fields
from riftcheck.validator.schemas import ReportSchema, StretchSchema
from riftcheck.validator.words import LEVEL

PROBLEM_CODE: Final = Vocabulary("ProblemCode", tuple(KINDS), "The kind of a refusal, for programs.")


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
    code = fields.word(PROBLEM_CODE, "The kind of problem, for programs.")
    errors = fields.objects(Fault, "Each thing that is wrong, at most 50.")
    suggestions = fields.objects(
        Candidate,
        "Only if a card was not found by its name or id: at most ten cards that the client may mean, the likeliest "
        "first.",
        left_out=None,
    )


class _InABatch(StrictSchema):
    index = fields.number("The place of the list in the batch, from 0 on.")
    label = fields.text("The label that came with the list.", left_out=None)


# Fields stand in the order of the bases from the last to the first.
class BatchReport(ReportSchema, _InABatch):
    """In a batch, the verdict on a list."""


class Unread(_InABatch):
    """In a batch, in the place of a report: a list that could not be read, or for whose report there is no room."""

    problem = fields.Nested(Problem, required=True)


class BatchTotals(StrictSchema):
    """How many lists of a batch there are of each kind."""

    lists = fields.number("The lists of the batch.")
    legal = fields.number("Those that are legal.")
    illegal = fields.number("Those that are illegal.")
    undetermined = fields.number("Those on which the verdict is open.")
    unread = fields.number("Those that could not be read.")
    left_over = fields.number("Those for whose report there is no room: send them again, fewer at once.")


class Batch(StrictSchema):
    """The reports on the lists of a batch."""

    reports = fields.List(
        fields.Formed(BatchReport, Unread),
        required=True,
        metadata={"description": "One a list, in the order of the lists; a `problem` where there is no report."},
    )
    totals = fields.Nested(BatchTotals, required=True)


class Parsed(StrictSchema):
    """A text or code as read."""

    deck = fields.Written(DeckAnswerSchema, required=True)
    lines = fields.objects(LineSchema, "Every line that is not blank; none for a code.")
    problems = fields.objects(LineProblemSchema, "The lines that could not be read.")


class Export(StrictSchema):
    """A list in another form."""

    to = fields.word(EXPORT_TARGET, "The form.")
    content = fields.formed("string", DeckAnswerSchema, description="The list: a text, or an object for `json`.")
    warnings = fields.texts("What the form cannot hold.")


class Hands(StrictSchema):
    """Sample hands."""

    seed = fields.number("The seed that gives the same hands again.")
    hands = fields.objects(HandSchema, "The hands.")


class Timeline(StrictSchema):
    """The verdicts on a list through time."""

    format = fields.text("The format.")
    level = fields.word(LEVEL, "The level of the event.")
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
