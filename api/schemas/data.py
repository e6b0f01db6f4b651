"""How far the data goes, as an answer shows it."""

from __future__ import annotations

from typing import Final, get_args

from riftcheck.carddb.model import Covered
from riftcheck.schema import StrictSchema, Vocabulary, fields

COVERED: Final = Vocabulary("Covered", get_args(Covered), "A kind of data.")


class NewerDocument(StrictSchema):
    """An official document that is known and is not in this data."""

    name = fields.text("Its name.")
    from_date = fields.day("The first day on which it holds.", data_key="from")
    may_change = fields.text("What it may change.")


class Coverage(StrictSchema):
    """The last day of one kind of data."""

    of = fields.word(COVERED, "The kind of data.")
    until = fields.day("The last day that it covers; a verdict for a later day has the warning `data-age`.")
    newer = fields.objects(NewerDocument, "Documents that are known to be newer.")


class IncompleteSet(StrictSchema):
    """A set of which numbers have no card here."""

    code = fields.text("The code.")
    name = fields.text("The name.")
    unnamed = fields.numbers("The numbers in normal numbering whose cards are not known here.")


class Data(StrictSchema):
    """What the data is and how far it goes."""

    data_version = fields.text("The version of the data, as in every report.")
    cards = fields.number("The number of cards.")
    printings = fields.number("The number of printings.")
    coverage = fields.objects(Coverage, "The last day of each kind of data.")
    incomplete_sets = fields.objects(IncompleteSet, "Sets of which numbers have no card here.")
