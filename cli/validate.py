"""`riftcheck validate`: lists against the rules of a format."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import click

from riftcheck.cli import inputs, options, register, verdict
from riftcheck.cli.terminal import Page, print_json
from riftcheck.decks.resolve import resolve
from riftcheck.validator.check import check
from riftcheck.validator.report import Level, Options
from riftcheck.validator.timeline import timeline

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from riftcheck.carddb import CardDatabase
    from riftcheck.validator.report import Report
    from riftcheck.validator.timeline import Stretch

Outcome = Literal["legal", "illegal", "undetermined", "unreadable"]
EXIT_CODES: Final[dict[Outcome, int]] = {"unreadable": 2, "illegal": 1, "undetermined": 3, "legal": 0}


@dataclass(frozen=True, slots=True)
class Judged:
    """One list as judged, or why it could not be read. `lines` are the lines of its text by number."""

    source: str
    report: Report | None = None
    detail: str = ""
    lines: dict[int, str] | None = None
    stretches: tuple[Stretch, ...] | None = None

    @property
    def outcome(self) -> Outcome:
        """The verdict, or that there is none."""
        return "unreadable" if self.report is None else self.report.verdict

    def to_json(self) -> dict[str, Any]:
        """Return the report with its source, or the problem."""
        if self.report is None:
            return {"source": self.source, "problem": {"detail": self.detail}}
        shown = {"source": self.source, **self.report.to_json()}
        if self.stretches is not None:
            shown["timeline"] = [stretch.to_json() for stretch in self.stretches]
        return shown


@click.command(
    "validate",
    epilog="""\b
Examples:
  riftcheck validate deck.txt
  riftcheck validate deck.txt --format casual-ffa4 --date 2026-03-31
  riftcheck validate lists/ --csv register.csv
  pbpaste | riftcheck validate - --json
  riftcheck validate CMAAAAAAAAAQCAAAPYAACAIA... --timeline

\b
Exit codes:
  0  every list is legal
  1  a list is illegal
  2  a list cannot be read, or an option is wrong
  3  a list is undetermined and none is illegal""",
)
@click.argument("lists", metavar="LIST...", nargs=-1, required=True)
@options.format_option
@options.day_option
@click.option(
    "--level",
    type=click.Choice(["low", "high"]),
    default="high",
    show_default=True,
    help="The level of the event: low is casual organized play, high is competitive and professional.",
)
@click.option("--rules", metavar="R", help="A version of the Core Rules. [default: the one in force on the day]")
@click.option(
    "--csv",
    "table",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a table with a row for each list.",
)
@options.as_json
@click.option("--timeline", "with_timeline", is_flag=True, help="Tell the days on which the verdict changes, and why.")
@options.cards_option
def command(
    *,
    lists: tuple[str, ...],
    format_id: str,
    day: date | None,
    level: Level,
    rules: str | None,
    table: Path | None,
    as_json: bool,
    with_timeline: bool,
) -> None:
    """Check deck lists against the rules of a format on a day.

    LIST is a file, a folder (every .txt and .json below it), - for standard input, or a deck code.
    """
    chosen = Options(day or options.today(), format_id, level, rules)
    db = options.load_cards()
    options.frame_of(db, chosen)
    if table is not None:
        register.check_target(table)
    judged = _judge(inputs.read_all(lists, db), db, chosen, with_timeline=with_timeline)
    found = list(judged) if as_json else _shown(judged, db)
    if table is not None:
        register.write(table, [(one.source, one.report, one.detail) for one in found])
    if as_json:
        single = len(lists) == 1 and not inputs.is_folder(lists[0])
        print_json(found[0].to_json() if single else {"reports": [one.to_json() for one in found]})
    click.get_current_context().exit(exit_code(found))


def exit_code(found: Sequence[Judged]) -> int:
    """Return the exit code of a run: what cannot be read counts most, then illegal, then undetermined."""
    outcomes = {one.outcome for one in found}
    return next(code for outcome, code in EXIT_CODES.items() if outcome in outcomes)


def _judge(
    lists: Iterable[inputs.ListRead | inputs.Unreadable], db: CardDatabase, chosen: Options, *, with_timeline: bool
) -> Iterable[Judged]:
    for one in lists:
        if isinstance(one, inputs.Unreadable):
            yield Judged(one.source, detail=one.detail)
            continue
        deck = resolve(one.parsed.deck, db)
        report = check(deck, db, chosen, one.parsed.problems if deck.origin == "text" else None)
        yield Judged(
            source=one.source,
            report=report,
            lines={line.number: line.text for line in one.parsed.lines},
            stretches=timeline(deck, db, chosen) if with_timeline else None,
        )


def _shown(judged: Iterable[Judged], db: CardDatabase) -> list[Judged]:
    """Write each list as soon as it is judged, and return them all."""
    page = Page()
    found: list[Judged] = []
    for one in judged:
        if found:
            page.line()
        found.append(one)
        if one.report is None:
            verdict.show_unreadable(page, one.source, one.detail)
            continue
        verdict.show(page, one.source, one.report, one.lines or {}, db)
        if one.stretches is not None:
            verdict.show_timeline(page, one.stretches)
    if len(found) > 1:
        page.line()
        verdict.show_summary(page, [(one.source, one.outcome, one.report) for one in found])
    return found
