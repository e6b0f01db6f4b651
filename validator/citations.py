"""Citations of rules: a number with its document and edition.

Checks and card data name rules by the numbers of the newest editions: Core Rules 1.5 (`CR`) and the Tournament Rules of
2026-10-09 (`TR`). A citation names the edition in force on the date of the deck and the number that the rule has there
(docs/decisions/0003-citations-by-version.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from riftcheck.carddb import legality
from riftcheck.validator.report import RuleCitation

if TYPE_CHECKING:
    from datetime import date

    from riftcheck.carddb import CardDatabase
    from riftcheck.carddb.model import Edition, Source


NUMBERED_AS: Final = "1.5"  # the Core Rules whose numbers the checks and the shipped data use


@dataclass(frozen=True, slots=True)
class Citations:
    """The editions to cite on a date: `core` and `tournament`; `newest_core` has the rules that `core` lacks."""

    core: Edition
    newest_core: Edition
    tournament: Edition

    def __call__(self, *rules: str) -> tuple[RuleCitation, ...]:
        """Return the citations of rules such as `CR 103.3.b` or `TR 402.1`, by the numbers of the newest editions.

        A Core Rule that an older version lacks is cited from the newest version. A Tournament Rule that the edition in
        force on the date lacks is omitted.
        """
        return _cited(self.core, self.newest_core, self.tournament, rules)

    def source(self, source: Source) -> tuple[RuleCitation, ...]:
        """Return the citations of a source in the data.

        A Core Rule of an older version and any other document stay as they are.
        """
        if source.document == "TR" or (source.document, source.version) == ("CR", self.newest_core.version):
            return self(f"{source.document} {source.number}")
        return (RuleCitation(source.document, source.version, source.number),)


@lru_cache(maxsize=4096)  # the same rules are cited for most decks
def _cited(
    core: Edition, newest_core: Edition, tournament: Edition, rules: tuple[str, ...]
) -> tuple[RuleCitation, ...]:
    cited = []
    for rule in rules:
        document, _, number = rule.partition(" ")
        edition = tournament if document == "TR" else core
        own = edition.number(number)
        if own is None and document == "CR":
            edition, own = newest_core, number
        if own is not None:
            cited.append(RuleCitation(document, edition.version, own))
    return tuple(cited)


def citations(db: CardDatabase, cited_as: str, day: date) -> Citations:
    """Return the citations for a date; `cited_as` is the version of the Core Rules whose numbers it uses."""
    newest = db.editions["CR", NUMBERED_AS]
    return Citations(db.editions["CR", cited_as], newest, legality.tournament_rules_on(db, day))
