"""A report as a person reads it: the verdict first, then each fault with its rule and the lines it stands on."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from riftcheck.cli.validation.judged import named
from riftcheck.validator.text import SIGNS, issue_lines, report_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from riftcheck.cli.terminal import Page
    from riftcheck.cli.validation.judged import JudgedTeam
    from riftcheck.decks.model import Line, Outcome
    from riftcheck.validator.report import Issue, Report
    from riftcheck.validator.text import TextLine
    from riftcheck.validator.timeline import Stretch

_STYLES: Final = {
    "legal": "bold green",
    "illegal": "bold red",
    "undetermined": "bold yellow",
    "unreadable": "bold red",
    "error": "red",
    "warning": "yellow",
    "info": "blue",
    "quote": "dim",
    "": "",
}
_SHOWN_LINES: Final = 12
_OUTCOMES: Final[dict[Outcome, str]] = {
    "used": "used",
    "note": "note",
    "doubt": "in doubt",
    "set-aside": "set aside",
}


def show(page: Page, source: str, report: Report) -> None:
    """Write a report."""
    _headline(page, source, report.verdict)
    _write(page, report_lines(report))


def show_lines(page: Page, lines: Sequence[Line]) -> None:
    """Write the account of the lines of a text: how many have each outcome, then how each was read."""
    if not lines:
        page.line("Lines: none, because this deck is no text.", indent=2)
        return
    page.line(f"Lines: {_outcomes(lines)}", indent=2)
    rows = [(line.number, line.text.strip(), _OUTCOMES[line.outcome], *_read_as(line)) for line in lines]
    page.table(["Line", "Text", "Outcome", "Read as", "Section"], rows, numbers=(0,))


def show_unreadable(page: Page, source: str, detail: str) -> None:
    """Write why a list cannot be read."""
    _headline(page, source, "unreadable")
    page.line(detail, indent=2)


def show_team(page: Page, team: JudgedTeam) -> None:
    """Write the verdict on a team, and what only both lists together have; each list is written before."""
    _headline(page, f"team {team.name}", team.outcome)
    if team.detail:
        page.line(team.detail, indent=2)
    for issue in team.issues:
        _write(page, issue_lines(issue, {}))
    if team.outcome in {"illegal", "undetermined"} and not team.issues and not team.detail:
        page.line("The allies share nothing that they may not; the verdict is that of their lists.", indent=2)


def show_timeline(page: Page, stretches: Sequence[Stretch]) -> None:
    """Write the days on which the verdict changes, and what begins and ends with each."""
    page.line("Timeline:", "bold", indent=2)
    for stretch in stretches:
        verdict = (stretch.verdict, _STYLES[stretch.verdict])
        page.parts([(f"from {stretch.day}: ", ""), verdict, (f" (Core Rules {stretch.rules})", "")], indent=4)
        for line in _changes(stretch):
            page.line(line, indent=6)
        if stretch.doubt:
            page.line(stretch.doubt, indent=6)


def show_summary(page: Page, found: Sequence[tuple[str, str, Report | None]]) -> None:
    """Write a table with a line for each list, and how many of each verdict there are."""
    rows = [
        (
            f"{page.sign(*SIGNS[verdict])} {verdict}",
            "" if report is None else _number(report, "error"),
            "" if report is None else _number(report, "warning"),
            named(source),
        )
        for source, verdict, report in found
    ]
    page.table(["Verdict", "errors", "warnings", "List"], rows, numbers=(1, 2))
    show_counts(page, [verdict for _, verdict, _ in found], "lists")


def show_counts(page: Page, verdicts: Sequence[str], noun: str) -> None:
    """Write how many of each verdict there are."""
    page.line(counted(verdicts, noun))


def counted(verdicts: Sequence[str], noun: str) -> str:
    """Return how many of each verdict there are: `3 lists: 2 legal, 1 illegal`."""
    counts = Counter(verdicts)
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in SIGNS if counts[verdict])
    return f"{len(verdicts)} {noun.removesuffix('s') if len(verdicts) == 1 else noun}: {told or 'none'}"


def _write(page: Page, lines: Iterable[TextLine]) -> None:
    for line in lines:
        page.parts([(text, _STYLES[tone]) for text, tone in line.parts], indent=line.indent)


def _headline(page: Page, source: str, verdict: str) -> None:
    """Write verdict and source on one line however long, so that other programs find both."""
    sign = f"{page.sign(*SIGNS[verdict])} {verdict}"
    page.parts([(sign, _STYLES[verdict]), (f": {named(source)}", "bold")], whole_line=True)


def _outcomes(lines: Sequence[Line]) -> str:
    """Return how many lines have each outcome: `33 used, 2 notes, 0 set aside, 1 in doubt (line 9)`."""
    counts = Counter(line.outcome for line in lines)
    notes = f"{counts['note']} {'note' if counts['note'] == 1 else 'notes'}"
    doubtful = [str(line.number) for line in lines if line.outcome == "doubt"]
    more = ["..."] if doubtful[_SHOWN_LINES:] else []
    numbers = ", ".join([*doubtful[:_SHOWN_LINES], *more])
    where = f" (line{'s' if doubtful[1:] else ''} {numbers})" if doubtful else ""
    return f"{counts['used']} used, {notes}, {counts['set-aside']} set aside, {len(doubtful)} in doubt{where}"


def _read_as(line: Line) -> tuple[str, str]:
    """Return how a line was read, and its sections: those of its cards, or the one that a header opens."""
    zones = [card.zone for card in line.cards] or [line.zone]
    sections = "; ".join(dict.fromkeys(zone.replace("_", " ") for zone in zones if zone is not None))
    if line.cards and line.outcome != "doubt":
        named = (f"{card.count} {card.name}{' (unknown)' if card.unknown else ''}" for card in line.cards)
        return "; ".join(named), sections
    return {"header": "a header", "card": "a deck code"}.get(line.kind, ""), sections


def _changes(stretch: Stretch) -> list[str]:
    """Return the changes of a stretch of days as lines; an issue that only lost cards is named with those."""
    ended = list(stretch.ended)
    told = []
    for issue in stretch.begun:
        before = next((one for one in ended if _is_changed(one, issue)), None)
        if before is None:
            told.append(f"new: {issue.message}")
            continue
        ended.remove(before)
        cards, cards_before = ({card.name for card in each.cards} for each in (issue, before))
        gone = [card.name for card in before.cards if card.name not in cards]
        if gone:
            told.append(f"over for {'; '.join(gone)} ({issue.code})")
        if not gone or cards - cards_before:
            told.append(f"now: {issue.message}")
    return told + [f"over: {issue.message}" for issue in ended]


def _is_changed(before: Issue, issue: Issue) -> bool:
    """Return True if an issue that ended and one that began share a card, so that one line can show both."""
    if (before.code, before.zone) != (issue.code, issue.zone):
        return False
    cards, cards_before = ({card.name for card in each.cards} for each in (issue, before))
    return not cards or not cards_before or not cards.isdisjoint(cards_before)


def _number(report: Report, severity: str) -> int:
    return sum(issue.severity == severity for issue in report.issues)
