"""How far the data goes: a verdict for a later day says what is overdue, what exists and is not here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.validator.wording import issue, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb.model import Coverage, Covered
    from riftcheck.validator.case import Case
    from riftcheck.validator.report import Issue

_NOUNS: Final[dict[Covered, str]] = {"rules": "rules", "bans": "bans", "cards": "cards"}
_MAY_CHANGE: Final[dict[Covered, str]] = {
    "rules": "later changes of the rules",
    "bans": "later bans and unbans",
    "cards": "cards and printings that came out later, and later errata",
}


def data_age(case: Case) -> Sequence[Issue]:
    """The day lies within what the data covers; if not, what is overdue is named, and nothing else."""
    overdue = case.ruleset.overdue
    if not overdue:
        return ()
    ends = listed([f"the {_NOUNS[data.of]} on {data.until}" for data in overdue])
    message = f"What is known here ends before {case.ruleset.day}: {ends}."
    for data in overdue:
        message += f" {_missing(case, data)}"
    return (issue("data-age", "deck", message, severity="warning"),)


def _missing(case: Case, data: Coverage) -> str:
    """Return what could differ for a kind of data: by the documents that are known to be newer, else in general."""
    begun = [document for document in data.newer if document.from_date <= case.ruleset.day]
    if not begun:
        return f"Not seen are {_MAY_CHANGE[data.of]}."
    return " ".join(
        f"{document.name}, in force from {document.from_date}, are not here; they may change {document.may_change}."
        for document in begun
    )
