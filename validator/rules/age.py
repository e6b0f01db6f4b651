"""The reach of the data: on a later day a verdict names the overdue data, which exists and is not here."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from riftcheck.validator.wording import issue, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb.model import Covered
    from riftcheck.validator.case import Case, Ruleset
    from riftcheck.validator.report import Issue

_LATER: Final[dict[Covered, tuple[str, ...]]] = {"rules": ("rules",), "bans": ("bans",), "cards": ("cards", "errata")}


def data_age(case: Case) -> Sequence[Issue]:
    """The day lies within what the data covers; if not, what is overdue is named, and nothing else."""
    return _overdue(case.ruleset)


@lru_cache(maxsize=512)
def _overdue(ruleset: Ruleset) -> tuple[Issue, ...]:
    """Return the issue that names what is overdue; it is the same for every list, and tells in several sentences."""
    overdue = ruleset.overdue
    if not overdue:
        return ()
    day = ruleset.day
    ends = listed([f"{data.of} on {data.until}" for data in overdue])
    message = f"The data ends before {day}: {ends}."
    newer = [document for data in overdue for document in data.newer if document.from_date <= day]
    for document in newer:
        known = f"{document.name}, in force from {document.from_date}, are not here"
        message += f" {known}; they may change {document.may_change}."
    unnamed = [data.of for data in overdue if not any(document in newer for document in data.newer)]
    unseen = [noun for of in unnamed for noun in _LATER[of]]
    if unseen:
        message += f" Later {listed(unseen)} are not known."
    return (issue("data-age", "deck", message, severity="warning"),)
