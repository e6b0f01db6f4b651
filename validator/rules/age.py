"""The age of the data: a verdict for a date after the last one covered has an info."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from riftcheck.validator.wording import issue, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.validator.case import Case, Ruleset
    from riftcheck.validator.report import Issue

QUIET_DAYS: Final = 60  # days after the last date covered; until then `data-age` is hidden from people


def data_age(case: Case) -> Sequence[Issue]:
    """Return an info with the last dates covered, if the date of the deck is later."""
    return _overdue(case.ruleset)


@lru_cache(maxsize=512)
def _overdue(ruleset: Ruleset) -> tuple[Issue, ...]:
    """Return the info, which is the same for every deck.

    It is hidden if the data is at most `QUIET_DAYS` old and no newer document is in force.
    """
    overdue = ruleset.overdue
    if not overdue:
        return ()
    kinds = {data.until: [other.of for other in overdue if other.until == data.until] for data in overdue}
    (until, first), *others = kinds.items()
    parts = [f"{listed(first).capitalize()} are covered up to {until}"]
    parts += [f"{listed(more)} up to {until}" for until, more in others]
    newer = [document for data in overdue for document in data.newer if document.from_date <= ruleset.day]
    parts += [f"{document.name}, in force from {document.from_date}, are not included" for document in newer]
    found = issue("data-age", "deck", f"{'; '.join(parts)}.", severity="info")
    young = all((ruleset.day - data.until).days <= QUIET_DAYS for data in overdue)
    return (replace(found, hidden=young and not newer),)
