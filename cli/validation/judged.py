"""Lists and teams as they were judged, or why they could not be: what every form of the answer is made from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, Literal

from riftcheck.cli.inputs import STANDARD_INPUT, SUFFIXES, ListRead, TableRead, Unreadable
from riftcheck.decks.resolve import resolve
from riftcheck.validator.check import check
from riftcheck.validator.teams import check_team
from riftcheck.validator.timeline import timeline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.cli.validation.event import JudgedBy
    from riftcheck.validator.report import Issue, Options, Report
    from riftcheck.validator.timeline import Stretch

Outcome = Literal["legal", "illegal", "undetermined", "unreadable"]
# The worst first: a run, and a team, is as its worst list.
EXIT_CODES: Final[dict[Outcome, int]] = {"unreadable": 2, "illegal": 1, "undetermined": 3, "legal": 0}
TEAM_SIZE: Final = 2
_UNREAD: Final = "A list of this team cannot be read."
_NO_TEAM: Final = "A team is two lists in a folder of their own, no more and no fewer."


@dataclass(frozen=True, slots=True)
class Judged:
    """The report on one list, or why it could not be read. `player` is the name of the player in the row of a table."""

    source: str
    report: Report | None = None
    detail: str = ""
    stretches: tuple[Stretch, ...] | None = None
    player: str = ""

    @property
    def outcome(self) -> Outcome:
        """The verdict, or that there is none."""
        return "unreadable" if self.report is None else self.report.verdict

    @property
    def label(self) -> str:
        """The player of a table, or the name of the file without its ending; empty for any other source."""
        if self.player:
            return self.player
        path = PurePath(self.source)
        return path.stem if path.suffix.lower() in SUFFIXES else ""

    @property
    def texts(self) -> dict[int, str]:
        """The lines of the list by number, empty if it was not a text."""
        return {} if self.report is None else {line.number: line.text for line in self.report.lines}

    @property
    def issues(self) -> tuple[Issue, ...]:
        """The issues of the list that are shown to people, errors first."""
        return () if self.report is None else self.report.shown

    def legends(self, section: Literal["legend", "extra_legends"] = "legend") -> list[str]:
        """Return the legends of the list, or its extra ones, by their full names."""
        entries = () if self.report is None else self.report.deck.get(section, ())
        return [entry.get("full_name", entry["name"]) for entry in entries]

    def codes(self, severity: str) -> list[str]:
        """Return the codes of a severity, each once."""
        return list(dict.fromkeys(issue.code for issue in self.issues if issue.severity == severity))

    def quoted(self, numbers: Iterable[int]) -> list[tuple[int, str]]:
        """Return lines of the list as they were written, by number; those that there was no text for are left out."""
        texts = self.texts
        return [(number, texts[number].strip()) for number in numbers if number in texts]

    def doubts(self) -> list[str]:
        """Return the facts that the verdict leans on and that are not known for sure, a sentence for each card."""
        facts: dict[str, list[str]] = {}
        for fact in () if self.report is None else self.report.provisional:
            facts.setdefault(fact.name, []).append(f"{fact.field} ({fact.reason})")
        return [f"Not sure of {name}: {'; '.join(reasons)}." for name, reasons in facts.items()]

    def to_json(self, *, lines: bool) -> dict[str, Any]:
        """Return the report with its source, or the problem. It has the account of the lines if `lines` is true."""
        if self.report is None:
            return {"source": self.source, "problem": {"detail": self.detail}}
        shown = {"source": self.source, **self.report.to_json(lines=lines)}
        if self.stretches is not None:
            shown["timeline"] = [stretch.to_json() for stretch in self.stretches]
        return shown


@dataclass(frozen=True, slots=True)
class JudgedTeam:
    """Two lists of allies as judged together; `detail` says why they are no team, where they are `unreadable`."""

    name: str
    members: tuple[Judged, ...]
    outcome: Outcome = "unreadable"
    issues: tuple[Issue, ...] = ()
    detail: str = ""

    def to_json(self, *, lines: bool) -> dict[str, Any]:
        """Return the verdict on the team with the issues that only both lists together have, and each list's report.

        The reports have the account of the lines if `lines` is true.
        """
        shown: dict[str, Any] = {
            "team": self.name,
            "legal": self.outcome == "legal",
            "verdict": self.outcome,
            "issues": [issue.to_json() for issue in self.issues],
            "reports": [member.to_json(lines=lines) for member in self.members],
        }
        if self.detail:
            shown["problem"] = {"detail": self.detail}
        return shown


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """All that one run judged: the lists in their order and, where teams were judged, the teams that they are in.

    The lists of teams come first. Files that belong to no team, because they are not lists, come after them.
    """

    by: JudgedBy
    lists: tuple[Judged, ...]
    teams: tuple[JudgedTeam, ...] | None = None
    table: TableRead | None = None

    @property
    def apart(self) -> tuple[Judged, ...]:
        """The lists and files that are in no team."""
        return self.lists[sum(len(team.members) for team in self.teams or ()) :]

    def team_of(self, position: int) -> str:
        """Return the name of the team of the list at a position; empty where lists were judged for themselves."""
        before = 0
        for team in self.teams or ():
            before += len(team.members)
            if position < before:
                return team.name
        return ""


def worst(outcomes: Iterable[Outcome]) -> Outcome:
    """Return the outcome that counts for several: what cannot be read, then illegal, then undetermined."""
    found = set(outcomes)
    return next(outcome for outcome in EXIT_CODES if outcome in found)


def named(source: str) -> str:
    """Return a source as a person reads it."""
    return "standard input" if source == STANDARD_INPUT else source


def judge_lists(
    lists: Iterable[ListRead | Unreadable], db: CardDatabase, options: Options, *, with_timeline: bool
) -> Iterator[Judged]:
    """Yield each list as judged, as soon as it is."""
    for one in lists:
        if isinstance(one, Unreadable):
            yield Judged(one.source, detail=one.detail, player=one.player)
            continue
        deck = resolve(one.parsed.deck, db)
        report = check(deck, db, options, one.parsed)
        stretches = timeline(deck, db, options) if with_timeline else None
        yield Judged(one.source, report, stretches=stretches, player=one.player)


def judge_team(
    name: str,
    lists: Sequence[ListRead | Unreadable],
    db: CardDatabase,
    options: Options,
    *,
    with_timeline: bool,
) -> JudgedTeam:
    """Return two lists as judged together; where they are not two that can be read, each is judged for itself."""
    read = [one for one in lists if isinstance(one, ListRead)]
    if len(lists) != TEAM_SIZE or len(read) != TEAM_SIZE:
        members = tuple(judge_lists(lists, db, options, with_timeline=with_timeline))
        return JudgedTeam(name, members, detail=_UNREAD if len(lists) == TEAM_SIZE else _NO_TEAM)
    first, second = (resolve(one.parsed.deck, db) for one in read)
    decks = (first, second)
    found = check_team(decks, db, options, [one.parsed for one in read])
    members = tuple(
        Judged(one.source, report, stretches=timeline(deck, db, options) if with_timeline else None, player=one.player)
        for one, deck, report in zip(read, decks, found.reports, strict=True)
    )
    return JudgedTeam(name, members, found.verdict, found.issues)
