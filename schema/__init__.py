"""What every schema of a document shares: fields, checks, one wording of faults, and how a value is written out."""

from riftcheck.schema import checks, fields
from riftcheck.schema.base import StrictSchema
from riftcheck.schema.faults import located

__all__ = ["StrictSchema", "checks", "fields", "located"]
