"""A report as text: what was validated, then each issue with its rules and the offending lines of the decklist."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from riftcheck.carddb.printable import clean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from riftcheck.decks.simulation import Simulation
    from riftcheck.validator.report import Issue, ProvisionalCard, Report, RuleCitation

Tone = Literal["", "error", "warning", "info", "quote"]
WIDTH: Final = 80
SIGNS: Final = {
    "legal": ("\N{CHECK MARK}", "+"),
    "illegal": ("\N{MULTIPLICATION X}", "x"),
    "undetermined": ("?", "?"),
    "unreadable": ("!", "!"),
}
_SHOWN_LINES: Final = 12
_LONGEST_QUOTE: Final = 200


class TextLine(NamedTuple):
    """A line of text in parts. A terminal may show the tone of a part as a colour. `indent`: spaces before the line."""

    parts: tuple[tuple[str, Tone], ...]
    indent: int = 2


def report_text(report: Report) -> str:
    """Return the text that `riftcheck validate` prints, without the name of the deck and without colours."""
    lines = [f"{SIGNS[report.verdict][0]} {report.verdict}"]
    for line in report_lines(report):
        lines += textwrap.wrap(
            clean("".join(text for text, _ in line.parts)),
            WIDTH,
            initial_indent=" " * line.indent,
            subsequent_indent=" " * (line.indent + 2),
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(lines)


def report_lines(report: Report) -> Iterator[TextLine]:
    """Yield the lines of a report below its verdict."""
    yield _line(f"{report.format_name} on {report.day}, level {report.level}, Core Rules {report.rules}")
    yield _line(_what_it_is(report))
    if report.doubt:
        yield _line(report.doubt)
    texts = {line.number: line.text for line in report.lines}
    for issue in report.shown:
        yield from issue_lines(issue, texts)
    yield from _provisional_lines(report.provisional)
    yield from _simulation_lines(report.simulation)
    told = {line for issue in report.shown for line in issue.lines}
    for problem in report.problems or ():
        if problem.line not in told:
            yield TextLine((("note: ", "info"), (f"line {problem.line}: {problem.message}", "")))


def issue_lines(issue: Issue, texts: Mapping[int, str]) -> Iterator[TextLine]:
    """Yield the lines of an issue. `texts` has the lines of the decklist by number; it is empty without a text."""
    rules = f" ({cited(issue.rules)})" if issue.rules else ""
    severity = f"{issue.severity}, in doubt: " if issue.doubtful else f"{issue.severity}: "
    yield TextLine(((severity, issue.severity), (issue.message, ""), (rules, "quote")))
    quoted = [number for number in issue.lines if number in texts]
    for number in quoted[:_SHOWN_LINES]:
        yield _quote(f"line {number}: {_cut(texts[number].strip())}")
    if len(quoted) > _SHOWN_LINES:
        yield _quote(f"and {len(quoted) - _SHOWN_LINES} more lines")


def cited(rules: Sequence[RuleCitation]) -> str:
    """Return rule numbers as they are written: `CR 1.5 103.3.b; TR 2026-07-16 601.2.a, 601.2.c`."""
    numbers: dict[str, list[str]] = {}
    for rule in rules:
        document = "the text of" if rule.document == "card" else f"{rule.document} {rule.version}"
        numbers.setdefault(document, []).append(rule.number)
    return "; ".join(f"{document} {', '.join(found)}" for document, found in numbers.items())


def _line(text: str) -> TextLine:
    return TextLine(((text, ""),))


def _cut(text: str) -> str:
    """Return the beginning of a line if it is too long to quote, as JSON without line breaks is."""
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}..."


def _quote(text: str) -> TextLine:
    return TextLine(((text, "quote"),), indent=4)


def _provisional_lines(facts: Sequence[ProvisionalCard]) -> Iterator[TextLine]:
    """Yield a line for each card with uncertain data on which the verdict depends."""
    by_card: dict[str, dict[str, list[str]]] = {}
    for fact in facts:
        by_card.setdefault(fact.name, {}).setdefault(fact.reason, []).append(fact.field)
    for name, reasons in by_card.items():
        told = "; ".join(f"{', '.join(fields)} ({reason})" for reason, fields in reasons.items())
        yield TextLine((("not sure: ", "info"), (f"{name}: {told}", "")))


def _simulation_lines(simulation: Simulation) -> Iterator[TextLine]:
    """Yield the cards that the engine cannot simulate, grouped by reason. They are no error of the deck."""
    if not simulation.unsupported:
        return
    playable = "the deck can be played, but not its sideboard" if simulation.playable else "this list cannot be played"
    yield TextLine((("simulation: ", "info"), (f"{playable}; this is no matter of legality", "")))
    for reason, names in simulation.by_reason().items():
        yield _quote(f"{reason}: {'; '.join(names)}")


def _what_it_is(report: Report) -> str:
    legends = [entry.get("full_name", entry["name"]) for entry in report.deck["legend"]]
    champion = report.deck["champion"]
    who = f"{' and '.join(legends) or 'No legend'}; {f'champion {champion}' if champion else 'no chosen champion'}"
    zones = ("main", "runes", "battlefields", "sideboard")
    counted = [(report.counts[zone], zone) for zone in zones]
    parts = [f"{count} {zone.removesuffix('s') if count == 1 else zone}" for count, zone in counted]
    extra = [entry.get("full_name", entry["name"]) for entry in report.deck.get("extra_legends", ())]
    if extra:
        noun = "extra legend" if report.counts["extra_legends"] == 1 else "extra legends"
        parts.append(f"{report.counts['extra_legends']} {noun} ({'; '.join(extra)})")
    return f"{who}: {', '.join(parts)}"
