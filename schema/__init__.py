"""The common part of every schema of a document: fields, checks, one wording of faults, and writing a value out."""

from riftcheck.schema import checks, fields
from riftcheck.schema.base import StrictSchema
from riftcheck.schema.faults import located
from riftcheck.schema.joined import Joined
from riftcheck.schema.vocabulary import Vocabulary

__all__ = ["Joined", "StrictSchema", "Vocabulary", "checks", "fields", "located"]
