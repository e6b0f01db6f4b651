"""The rows of a run's table: a row for each list and team, one for each issue, and the totals.

The first columns are those of the table of before there were issues in it, so that a script that takes columns by their
place finds them there.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from riftcheck.cli.validation.judged import EXIT_CODES, named
from riftcheck.validator.text import cited

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.cli.validation.event import JudgedBy
    from riftcheck.cli.validation.judged import Judged, JudgedRun, JudgedTeam
    from riftcheck.validator.report import Issue, Report

# What the table had in its first edition.
FIRST_COLUMNS: Final = (
    "source",
    "verdict",
    "legal",
    "format",
    "date",
    "errors",
    "warnings",
    "legend",
    "champion",
    "main",
    "runes",
    "battlefields",
    "sideboard",
    "list_hash",
    "problem",
)
COLUMNS: Final = (
    *FIRST_COLUMNS,
    "row",
    "label",
    "team",
    "extra_legends",
    "severity",
    "in_doubt",
    "code",
    "zone",
    "cards",
    "copies",
    "excess",
    "lines",
    "quoted",
    "citations",
    "message",
    "suggestions",
    "level",
    "core_rules",
    "tournament_rules",
    "bans_from",
    "bans_source",
    "data_version",
    "lists",
    "teams",
)
_ZONES: Final = ("main", "runes", "battlefields", "sideboard")
_ORDER: Final = tuple(reversed(EXIT_CODES))


def table_rows(run: JudgedRun) -> list[dict[str, Any]]:
    """Return the rows of a run by column, without the empty cells: lists, teams, issues, totals."""
    by = _by(run.by)
    names = [run.team_of(position) for position in range(len(run.lists))]
    rows = [_of_list(judged, team) for judged, team in zip(run.lists, names, strict=True)]
    rows += [_of_team(team) for team in run.teams or ()]
    for judged, team in zip(run.lists, names, strict=True):
        rows += _issues_of(judged, team)
    for judged_team in run.teams or ():
        about = {"source": _sources(judged_team), "team": judged_team.name, "verdict": judged_team.outcome}
        rows += [about | _of_issue(issue) for issue in judged_team.issues]
    return [row | by for row in (*rows, *_totals(run))]


def _by(by: JudgedBy) -> dict[str, Any]:
    """Return what every row was judged by. Versions stand with their document: a spreadsheet takes 1.4 for a day."""
    return {
        "format": by.format_id,
        "date": by.day.isoformat(),
        "level": by.level,
        "core_rules": f"CR {by.core_rules}",
        "tournament_rules": f"TR {by.tournament_rules}",
        "bans_from": by.bans_from.isoformat() if by.bans_from else "",
        "bans_source": "; ".join(by.bans_sources),
        "data_version": by.data_version,
    }


def _of_list(judged: Judged, team: str) -> dict[str, Any]:
    row = {"row": "list", "source": judged.source, "label": judged.label, "team": team, "verdict": judged.outcome}
    return row | ({"problem": judged.detail} if judged.report is None else _facts(judged, judged.report))


def _facts(judged: Judged, report: Report) -> dict[str, Any]:
    return {
        "legal": "true" if report.legal else "false",
        "errors": ";".join(judged.codes("error")),
        "warnings": ";".join(judged.codes("warning")),
        "legend": "; ".join(judged.legends()),
        "champion": report.deck["champion"] or "",
        **{zone: report.counts[zone] for zone in _ZONES},
        "list_hash": report.list_hash,
        "extra_legends": "; ".join(judged.legends("extra_legends")),
        "message": report.doubt,
    }


def _of_team(team: JudgedTeam) -> dict[str, Any]:
    row = {"row": "team", "source": _sources(team), "team": team.name, "verdict": team.outcome, "problem": team.detail}
    if team.outcome == "unreadable":
        return row
    codes = dict.fromkeys(issue.code for issue in team.issues)
    return row | {"legal": "true" if team.outcome == "legal" else "false", "errors": ";".join(codes)}


def _sources(team: JudgedTeam) -> str:
    return "; ".join(named(member.source) for member in team.members)


def _issues_of(judged: Judged, team: str) -> Iterator[dict[str, Any]]:
    about = {"source": judged.source, "label": judged.label, "team": team, "verdict": judged.outcome}
    for issue in judged.issues:
        quoted = "; ".join(text for _, text in judged.quoted(issue.lines))
        yield about | _of_issue(issue) | {"quoted": quoted}
    for doubt in judged.doubts():
        yield about | {"row": "issue", "severity": "note", "message": doubt}


def _of_issue(issue: Issue) -> dict[str, Any]:
    return {
        "row": "issue",
        "severity": issue.severity,
        "in_doubt": "true" if issue.doubtful else "false",
        "code": issue.code,
        "zone": issue.zone,
        "cards": "; ".join(f"{card.count} {card.name}" for card in issue.cards),
        "copies": sum(card.count for card in issue.cards) if issue.cards else "",
        "excess": "" if issue.excess is None else issue.excess,
        "lines": "; ".join(map(str, issue.lines)),
        "citations": cited(issue.rules),
        "message": issue.message,
        "suggestions": "; ".join(issue.suggestions),
    }


def _totals(run: JudgedRun) -> Iterator[dict[str, Any]]:
    """Yield a row for each verdict, those that nothing has too, and one for all."""
    lists = Counter(judged.outcome for judged in run.lists)
    teams = None if run.teams is None else Counter(team.outcome for team in run.teams)
    for outcome in _ORDER:
        yield {
            "row": "total",
            "verdict": outcome,
            "lists": lists[outcome],
            "teams": "" if teams is None else teams[outcome],
        }
    yield {"row": "total", "lists": lists.total(), "teams": "" if teams is None else teams.total()}
