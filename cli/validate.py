"""`riftcheck validate`: lists against the rules of a format."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from riftcheck.cli import inputs, options, output_files
from riftcheck.cli.terminal import Page, print_json
from riftcheck.cli.validation import register, verdict
from riftcheck.cli.validation.event import judged_by
from riftcheck.cli.validation.judged import EXIT_CODES, Judged, JudgedRun, judge_lists, judge_team, worst
from riftcheck.cli.validation.report_rows import table_rows
from riftcheck.cli.validation.teams import check_arguments, read_teams

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from riftcheck.cli.validation.event import JudgedBy
    from riftcheck.cli.validation.judged import JudgedTeam

_TEAM_FORMAT = "constructed-2v2"


@click.command(
    "validate",
    epilog="""\b
Examples:
  riftcheck validate deck.txt
  riftcheck validate deck.txt --format casual-ffa4 --date 2026-03-31
  riftcheck validate lists/ --csv register.csv --html register.html
  riftcheck validate --team mine.txt partner.txt
  riftcheck validate --table players.csv --html register.html
  riftcheck validate deck.txt --lines
  riftcheck validate --product jinx --level low --timeline
  pbpaste | riftcheck validate - --json
  riftcheck validate CMAAAAAAAAAQCAAAPYAACAIA... --timeline

\b
Exit codes:
  0  every list is legal
  1  a list or a team is illegal
  2  a list cannot be read, or an option is wrong
  3  a list is undetermined and none is illegal""",
)
@click.argument("lists", metavar="[LIST]...", nargs=-1)
@click.option(
    "--product",
    "product_ids",
    metavar="ID",
    multiple=True,
    help="Validate a preconstructed deck by its id, such as jinx. Repeatable; can be combined with LIST.",
)
@options.format_option
@options.day_text_option
@click.option(
    "--level",
    type=options.LEVEL,
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
    help="Write a table with rows for lists, for their issues and for totals.",
)
@click.option(
    "--html",
    "page",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page to print: a summary, the legal lists, and a sheet for each other list.",
)
@click.option(
    "--team",
    "as_team",
    is_flag=True,
    help="Judge two lists as allies; of folders, the two lists in each. The format is then constructed-2v2 by default.",
)
@click.option(
    "--table",
    "deck_table",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Validate each row of a CSV table of decks, with a header row and columns such as Player and Decklist.",
)
@options.as_json
@click.option(
    "--lines",
    "with_lines",
    is_flag=True,
    help="Show how each line of a text was read: used, a note, in doubt or set aside, with its cards and section.",
)
@click.option("--timeline", "with_timeline", is_flag=True, help="Tell the days on which the verdict changes, and why.")
@options.cards_option
def command(
    *,
    lists: tuple[str, ...],
    product_ids: tuple[str, ...],
    format_id: str,
    day_text: str | None,
    level: str,
    rules: str | None,
    table: Path | None,
    page: Path | None,
    as_team: bool,
    deck_table: Path | None,
    as_json: bool,
    with_lines: bool,
    with_timeline: bool,
) -> None:
    """Check deck lists against the rules of a format on a day.

    LIST is a file, a folder (every .txt and .json below it), - for standard input, a deck code, or a link with one.
    """
    if not lists and not product_ids and deck_table is None:
        raise click.UsageError("Give at least one LIST, --product ID or --table FILE.")
    if as_team and deck_table is not None:
        raise click.UsageError("--table cannot be combined with --team.")
    if as_team:
        check_arguments(lists, len(product_ids))
        if click.get_current_context().get_parameter_source("format_id") is ParameterSource.DEFAULT:
            format_id = _TEAM_FORMAT
    db = options.load_cards()
    chosen = options.judged_options(db, format_id, day_text, level, rules)
    products = inputs.read_products(product_ids, db)
    by = judged_by(options.frame_of(db, chosen))
    _check_files(table, page)
    written = [path for path in (table, page) if path is not None]
    if as_team:
        teams = (
            judge_team(name, found, db, chosen, with_timeline=with_timeline)
            for name, found in read_teams(lists, products, db)
        )
        skipped = [Judged(one.source, detail=one.detail) for one in inputs.skipped_files(lists, written)]
        shown = teams if as_json else _teams_shown(teams, skipped, with_lines=with_lines)
        run = _run_of_teams(shown, skipped, by)
    else:
        decks = None if deck_table is None else inputs.read_table(deck_table, db)
        if decks is not None and not as_json:
            Page().line(decks.summary())
        read = chain(inputs.read_all(lists, db, written), products, decks.lists if decks is not None else ())
        judged = judge_lists(read, db, chosen, with_timeline=with_timeline)
        shown_lists = judged if as_json else _shown(judged, with_lines=with_lines)
        run = JudgedRun(by, tuple(shown_lists), table=decks)
    _write_files(run, table, page)
    if as_json:
        alone = len(lists) + len(products) == 1 + as_team and not any(map(inputs.is_folder, lists)) and not deck_table
        _print_json(run, single=alone, lines=with_lines)
    click.get_current_context().exit(exit_code(run))


def exit_code(run: JudgedRun) -> int:
    """Return the exit code of a run: what cannot be read counts most, then illegal, then undetermined."""
    return EXIT_CODES[worst([one.outcome for one in run.lists] + [team.outcome for team in run.teams or ()])]


def _run_of_teams(teams: Iterable[JudgedTeam], skipped: Iterable[Judged], by: JudgedBy) -> JudgedRun:
    found = tuple(teams)
    return JudgedRun(by, (*(member for team in found for member in team.members), *skipped), found)


def _check_files(table: Path | None, page: Path | None) -> None:
    if table is not None:
        register.check_target(table)
    if page is not None:
        output_files.check_page(page, output_files.SHEET)
    output_files.check_apart(table, page)


def _write_files(run: JudgedRun, table: Path | None, page: Path | None) -> None:
    if table is not None:
        register.write(table, table_rows(run))
    if page is not None:
        from riftcheck.cli.validation.sheet import sheet_page  # noqa: PLC0415 (no other run needs templates)

        output_files.write_page(page, lambda: sheet_page(run))


def _print_json(run: JudgedRun, *, single: bool, lines: bool) -> None:
    if run.teams is not None:
        teams = [team.to_json(lines=lines) for team in run.teams]
        apart = [one.to_json(lines=lines) for one in run.apart]
        print_json(teams[0] if single else {"teams": teams, "reports": apart})
    else:
        table: dict[str, Any] = {} if run.table is None else {"table": run.table.to_json()}
        reports = [one.to_json(lines=lines) for one in run.lists]
        print_json(reports[0] if single else {**table, "reports": reports})


def _shown(judged: Iterable[Judged], *, with_lines: bool) -> list[Judged]:
    """Write each list as soon as it is judged, and return them all."""
    page = Page()
    found: list[Judged] = []
    for one in judged:
        if found:
            page.line()
        found.append(one)
        _show(page, one, with_lines=with_lines)
    if len(found) > 1:
        page.line()
        verdict.show_summary(page, [(one.source, one.outcome, one.report) for one in found])
    return found


def _teams_shown(teams: Iterable[JudgedTeam], skipped: Sequence[Judged], *, with_lines: bool) -> list[JudgedTeam]:
    """Write the lists of each team and then the team, as soon as it is judged, and return them all."""
    page = Page()
    found: list[JudgedTeam] = []
    for team in teams:
        if found:
            page.line()
        found.append(team)
        for member in team.members:
            _show(page, member, with_lines=with_lines)
            page.line()
        verdict.show_team(page, team)
    for one in skipped:
        page.line()
        _show(page, one, with_lines=with_lines)
    if len(found) > 1 or skipped:
        page.line()
        every = [*(member for team in found for member in team.members), *skipped]
        lists = [(one.source, one.outcome, one.report) for one in every]
        verdict.show_summary(page, lists)
        verdict.show_counts(page, [team.outcome for team in found], "teams")
    return found


def _show(page: Page, one: Judged, *, with_lines: bool) -> None:
    if one.report is None:
        verdict.show_unreadable(page, one.source, one.detail)
        return
    verdict.show(page, one.source, one.report)
    if with_lines:
        verdict.show_lines(page, one.report.lines)
    if one.stretches is not None:
        verdict.show_timeline(page, one.stretches)
