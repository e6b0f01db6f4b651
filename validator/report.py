"""The answer of the checker: issues, and the report that holds them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from riftcheck.schema import LazySchema
from riftcheck.validator.text import report_text
from riftcheck.validator.words import IssueZone, Level, Severity, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from riftcheck.decks.model import Line, LineProblem
    from riftcheck.decks.simulation import Simulation

__all__ = [
    "NAMELESS",
    "CardCount",
    "Issue",
    "IssueZone",
    "Level",
    "Options",
    "ProvisionalCard",
    "Report",
    "RuleCitation",
    "Severity",
    "Verdict",
]

# The codes of a name that no card has here.
NAMELESS: Final = frozenset({"unknown-card", "misspelt-card"})


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a verdict: format, day, level of the event, and a version of the Core Rules.

    `rules` is None for the version in force on the day.
    """

    day: date
    format: str = "constructed"
    level: Level = "high"
    rules: str | None = None


@dataclass(frozen=True, slots=True)
class RuleCitation:
    """A rule by number: `document` is CR, TR or card; `version` a version or day; `number` a rule or a card's name."""

    document: str
    version: str
    number: str


@dataclass(frozen=True, slots=True)
class CardCount:
    """A card of an issue and the number of copies. `other_name` is its full name, if it is different."""

    name: str
    count: int
    other_name: str | None = field(default=None, compare=False)

    @property
    def full_name(self) -> str:
        """The name to show: that of a legend includes the champion."""
        return self.other_name or self.name


@dataclass(frozen=True, slots=True)
class Issue:
    """One broken rule, or a thing that a person should know. `code` is one of `riftcheck.validator.codes.CODES`.

    `excess` is by how many cards a count is over. `lines` are 1-based and empty if there was no text. A `doubtful`
    error is uncertain, because it depends on something that is not in the card data: `missing_sets` are the sets that
    may have its unknown names. `unsearched` counts the names that were not compared with known ones. A `hidden` issue
    is in JSON and in `Report.issues`, but is not shown to people.
    """

    code: str
    severity: Severity
    message: str
    zone: IssueZone
    cards: tuple[CardCount, ...] = ()
    lines: tuple[int, ...] = ()
    rules: tuple[RuleCitation, ...] = ()
    excess: int | None = None
    suggestions: tuple[str, ...] = ()
    doubtful: bool = False
    unsearched: int = 0
    missing_sets: tuple[str, ...] = ()
    hidden: bool = False

    @property
    def meant(self) -> tuple[str, ...] | None:
        """The suggestions for an unknown name, None where no name is unknown."""
        return self.suggestions if self.code in NAMELESS else None

    def to_json(self) -> dict[str, Any]:
        """Return the issue as the contract's JSON object."""
        shown: dict[str, Any] = _ISSUE.dump(self)
        return shown


_ISSUE: Final = LazySchema("riftcheck.validator.schemas", "IssueSchema")


@dataclass(frozen=True, slots=True)
class ProvisionalCard:
    """A fact of a card in the list that is not known for sure and that a rule of deck building asks."""

    name: str
    field: str
    reason: str


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on one list, with every issue found, errors first.

    `deck` is the list in the contract's JSON form, `counts` the cards in each section.
    `missing_sets` lists the released sets with cards missing from the card data, if they make the verdict undetermined:
    each by its code, or by its name if no code is known.
    `provisional` are the facts that the verdict leans on and that are not known for sure.
    `unsearched` counts the unknown names for which no suggestion was looked for, as in `Issue`.
    `format_name` is the display name of the format.
    `simulation` tells which cards the engine cannot play, which has no part in the verdict.
    `lines` is the account of the lines of a text: how each line that is not blank was read.
    """

    verdict: Verdict
    format: str
    day: date
    level: Level
    rules: str
    issues: tuple[Issue, ...]
    deck: dict[str, Any]
    counts: dict[str, int]
    list_hash: str
    data_version: str
    simulation: Simulation
    format_name: str
    missing_sets: tuple[str, ...] = ()
    provisional: tuple[ProvisionalCard, ...] = ()
    problems: tuple[LineProblem, ...] | None = field(default=None)
    lines: tuple[Line, ...] = ()
    unsearched: int = 0

    @property
    def legal(self) -> bool:
        """True exactly when no issue is an error."""
        return self.verdict == "legal"

    @property
    def shown(self) -> tuple[Issue, ...]:
        """The issues that are shown to people."""
        return tuple(issue for issue in self.issues if not issue.hidden)

    @property
    def doubt(self) -> str:
        """Why the verdict is undetermined, as `doubt_of` says it."""
        return doubt_of(self.missing_sets)

    def __str__(self) -> str:
        """Return the text that `riftcheck validate` prints, without the name of the deck and without colours."""
        return report_text(self)

    def to_json(self, *, lines: bool = False) -> dict[str, Any]:
        """Return the report as the contract's JSON object, with the account of the lines if `lines` is true."""
        shown: dict[str, Any] = _REPORT.dump(self if lines or not self.lines else replace(self, lines=()))
        return shown


def doubt_of(missing_sets: Sequence[str]) -> str:
    """Return a sentence that says why unknown names leave a verdict open; empty where they do not."""
    if not missing_sets:
        return ""
    *others, last = missing_sets
    named, verb, their = (f"{', '.join(others)} and {last}", "are", "their") if others else (last, "is", "its")
    return f"Undetermined: {named} {verb} released, but some of {their} cards are not in our card data."


_REPORT: Final = LazySchema("riftcheck.validator.schemas", "ReportSchema")
