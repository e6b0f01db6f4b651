"""Two lists of one 2v2 team: each judged for itself, and what allies may not share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from riftcheck.schema import LazySchema
from riftcheck.validator.case import ruleset_of
from riftcheck.validator.check import check
from riftcheck.validator.suggestions import Suggestions
from riftcheck.validator.wording import issue, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.carddb.model import DeckKind
    from riftcheck.decks.model import Parsed, ResolvedDeck, Slot
    from riftcheck.validator.report import Issue, Options, Report
    from riftcheck.validator.words import Verdict


@dataclass(frozen=True, slots=True)
class TeamReport:
    """The verdict on a team: its own issues, with lines of the second list, and each list's report, in order."""

    issues: tuple[Issue, ...]
    reports: tuple[Report, ...]

    @property
    def verdict(self) -> Verdict:
        """That of the worse list, and illegal where the allies share what they may not."""
        found = {report.verdict for report in self.reports}
        if self.issues or "illegal" in found:
            return "illegal"
        return "undetermined" if "undetermined" in found else "legal"

    @property
    def legal(self) -> bool:
        """True when every list is legal and the allies share nothing that they may not."""
        return self.verdict == "legal"

    def to_json(self, *, lines: bool = False) -> dict[str, Any]:
        """Return the response as the contract's JSON object.

        Each report has the account of its lines if `lines` is true.
        """
        reports = self.reports if lines else tuple(replace(report, lines=()) for report in self.reports)
        shown: dict[str, Any] = _TEAM.dump(replace(self, reports=reports))
        return shown


_TEAM: Final = LazySchema("riftcheck.validator.schemas", "TeamReportSchema")


def check_team(
    decks: tuple[ResolvedDeck, ResolvedDeck],
    db: CardDatabase,
    options: Options,
    reads: Sequence[Parsed | None] = (None, None),
) -> TeamReport:
    """Validate the two decks of a team. `reads` are the results of reading the two decks, for their reports.

    :raises UnknownOptionError: for a format, version of the rules or day that is not known.
    """
    cite = ruleset_of(db, options).cite
    found: list[Issue] = []
    legends = _shared(decks[0].legend, decks[1].legend, "legend")
    if legends:
        message = f"Both allies have {_names(legends)} as their legend; teammates need different ones."
        found.append(issue("team-legend", "team", message, legends, cite("CR 491.8.h")))
    fields = _shared(decks[0].battlefields, decks[1].battlefields, "battlefield")
    if fields:
        message = f"Both allies have {_names(fields)} among their battlefields; teammates need different ones."
        found.append(issue("team-battlefield", "team", message, fields, cite("CR 491.8.i")))
    shared = Suggestions()
    reports = tuple(check(deck, db, options, read, shared) for deck, read in zip(decks, reads, strict=True))
    return TeamReport(tuple(found), reports)


def _shared(ours: list[Slot], theirs: list[Slot], kind: DeckKind) -> list[Slot]:
    """Return the cards of a kind in the second list that the first has too, by name (CR 132.3)."""
    names = {slot.card.name for slot in ours if slot.card is not None and slot.card.kind == kind}
    return [slot for slot in theirs if slot.card is not None and slot.card.name in names]


def _names(slots: list[Slot]) -> str:
    return listed(list(dict.fromkeys(slot.card.full_name for slot in slots if slot.card is not None)))
