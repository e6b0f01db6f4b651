"""Deck legality: one rule, one small function, one citation."""

from validator.case import UnknownOptionError
from validator.check import check
from validator.report import CardCount, Issue, Options, Report, RuleCitation

__all__ = ["CardCount", "Issue", "Options", "Report", "RuleCitation", "UnknownOptionError", "check"]
