"""Deck legality: one rule, one small function, one citation."""

from riftcheck.validator.case import UnknownOptionError
from riftcheck.validator.check import check
from riftcheck.validator.report import CardCount, Issue, Options, Report, RuleCitation

__all__ = ["CardCount", "Issue", "Options", "Report", "RuleCitation", "UnknownOptionError", "check"]
