"""The words of verdicts: closed lists that reports are made of."""

from __future__ import annotations

from typing import Final, Literal, get_args

from riftcheck.schema import Vocabulary
from riftcheck.validator.codes import CODES

Severity = Literal["error", "warning", "info"]
Verdict = Literal["legal", "illegal", "undetermined"]
Level = Literal["low", "high"]
IssueZone = Literal["legend", "champion", "main", "runes", "battlefields", "sideboard", "extra_legends", "deck", "team"]

VERDICT: Final = Vocabulary(
    "Verdict",
    get_args(Verdict),
    "`undetermined`: the only errors are names that are unknown here and may be cards that are out.",
)
LEVEL: Final = Vocabulary(
    "Level", get_args(Level), "`low`: casual organized play. `high`: competitive and professional."
)
SEVERITY: Final = Vocabulary(
    "Severity", get_args(Severity), "How much an issue weighs; an `error` makes a list illegal."
)
ISSUE_CODE: Final = Vocabulary("IssueCode", tuple(CODES), "What is wrong, for programs; `/v1/issue-codes` says when.")
ISSUE_ZONE: Final = Vocabulary(
    "IssueZone", get_args(IssueZone), "Where: a section, the `champion`, the whole `deck` or the `team`."
)
