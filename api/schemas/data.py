"""How far the data goes, as an answer shows it."""

from __future__ import annotations

from typing import Final, get_args

from riftcheck.api.schemas.cards import Source
from riftcheck.carddb.model import Confidence, Covered
from riftcheck.schema import StrictSchema, Vocabulary, fields

COVERED: Final = Vocabulary("Covered", get_args(Covered), "A kind of data.")
CONFIDENCE: Final = Vocabulary("Confidence", get_args(Confidence), "The confidence in a fact.")


class NewerDocument(StrictSchema):
    """An official document that is known and is not in this data."""

    name = fields.text("Its name.")
    from_date = fields.day("The first day on which it holds.", data_key="from")
    may_change = fields.text("What it may change.")


class Coverage(StrictSchema):
    """The last day of one kind of data."""

    of = fields.word(COVERED, "The kind of data.")
    until = fields.day("The last date covered; a verdict for a later date has the info `data-age`.")
    newer = fields.objects(NewerDocument, "Documents that are known to be newer.")


class IncompleteSet(StrictSchema):
    """A set of which numbers have no card here."""

    code = fields.text("The code.")
    name = fields.text("The name.")
    unnamed = fields.numbers("The numbers in normal numbering whose cards are not known here.")


class AnnouncedSet(StrictSchema):
    """An announced set; its cards are not known."""

    name = fields.text("The name.")
    code = fields.text("The code; null if no source has it.", allow_none=True)
    legal_from = fields.day("The announced first date on which it is legal in constructed formats.")
    confidence = fields.word(CONFIDENCE, "The confidence in the date.")
    source = fields.Nested(Source, required=True)


class Data(StrictSchema):
    """What the data is and how far it goes."""

    data_version = fields.text("The version of the data, as in every report.")
    cards = fields.number("The number of cards.")
    printings = fields.number("The number of printings.")
    coverage = fields.objects(Coverage, "The last day of each kind of data.")
    incomplete_sets = fields.objects(IncompleteSet, "Sets of which numbers have no card here.")
    announced_sets = fields.objects(
        AnnouncedSet, "Announced sets. From the date of a set on, an unknown name may be one of its cards."
    )
