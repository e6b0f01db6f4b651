"""The result of a study: printed, written to the files that were asked for, and ended with its exit code."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from riftcheck.cli import csv_file
from riftcheck.cli.options import Refused
from riftcheck.cli.output_files import write_page
from riftcheck.cli.terminal import Page
from riftcheck.goldfish.report.figure_rows import FIGURE_COLUMNS
from riftcheck.goldfish.results.document import to_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from riftcheck.cli.run_options import RunOptions
    from riftcheck.goldfish.execution.runner import JobOutcome

_INTERRUPTED: Final = 130
_CUT_SHORT: Final = 4  # who plays the games failed when some were counted


def show_result(
    asked: RunOptions,
    document: Mapping[str, Any],
    *,
    html: Callable[[], str],
    rows: Iterable[Mapping[str, Any]],
    lines: Callable[[int, bool], Sequence[str]],
) -> None:
    """Write the result of a study to the files that were asked for, and print it.

    `html` returns its page and `rows` are those of its table; `lines` returns what is printed where JSON was not asked
    for, by the width and whether only signs of ASCII are used.

    :raises Refused: if a file cannot be written; the result is printed all the same.
    """
    refusals = []
    for write in (partial(write_page, asked.page, html), partial(_write_table, asked, rows)):
        try:
            write()
        except Refused as error:
            refusals.append(error.message)
    if asked.as_json:
        click.echo(to_text(document), nl=False)
    else:
        page = Page()
        print_lines(page, lines(page.width, only_ascii(page)))
    if refusals:
        raise Refused("\n".join(refusals))


def exit_if_stopped(played: JobOutcome) -> None:
    """Leave with the exit code of Ctrl-C if a run was stopped by it, with another if who played its games failed."""
    if played.stopped:
        click.get_current_context().exit(_INTERRUPTED if played.failure is None else _CUT_SHORT)


def print_lines(page: Page, lines: Sequence[str]) -> None:
    """Write lines that fit already, the titles of tables, after empty lines, in bold."""
    before = "."
    for line in lines:
        page.parts([(line, "" if before else "bold")], whole_line=True)
        before = line


def only_ascii(page: Page) -> bool:
    """Return True if characters beyond ASCII should be left out."""
    return page.sign("\N{PLUS-MINUS SIGN}", "+") == "+"


def _write_table(asked: RunOptions, rows: Iterable[Mapping[str, Any]]) -> None:
    if asked.table is not None:
        csv_file.write(asked.table, FIGURE_COLUMNS, rows)
