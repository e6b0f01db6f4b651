"""One page of HTML with all that a result says: it needs no network, no scripts and no other file.

The page is well-formed XML too. Every text from a list or a card is escaped.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.printable import clean
from riftcheck.goldfish.report.about import result_about
from riftcheck.goldfish.report.cells import Cell
from riftcheck.goldfish.report.flag_words import warnings
from riftcheck.goldfish.report.overview import TITLE, overview
from riftcheck.goldfish.report.result_charts import first_charts, further_charts
from riftcheck.goldfish.report.run_words import run_rows, subject
from riftcheck.goldfish.report.sections import points_by_turn, sections

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from riftcheck.goldfish.report.result_charts import ResultChart
    from riftcheck.goldfish.report.sections import Row, Section

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


def result_page(result: Mapping[str, Any], name: str = "") -> str:
    """Return a result of `riftcheck.goldfish.results.document` as an HTML document; it is titled by its list.

    `name`: what its reader calls the list, such as its file. What matters stands first, on two pages of paper at most.
    """
    outcome, *others = [section_html(section) for section in overview(result)] or [""]
    later = [section_html(section) for section in (points_by_turn(result), *sections(result)) if section.rows]
    body = [
        pairs_html(result_about(result, name)),
        (
            "<p>Beside each figure stands its 95 % interval; beside a mean of too few numbers, of equal ones or with a "
            "tail that is too rare for a bound, nothing.</p>"
        ),
        f'<section class="first"><h2>{TITLE}</h2>',
        *[outcome, *_figures(first_charts(result)), *others],
        '</section><section class="details"><h2>Details</h2>',
        *[*_figures(further_charts(result)), *later],
        run_html(result["run"]),
        "</section>",
    ]
    return document_html(f"Goldfish: {subject(result['run'])}", warnings(result["flags"]), body)


def document_html(title: str, warned: Sequence[str], body: Sequence[str]) -> str:
    """Return a whole document: its title, the warnings with which it has to be read, and the parts of its body."""
    style = files("riftcheck.goldfish.report").joinpath("page.css").read_text(encoding="utf-8")
    name = escape(clean(title))
    told = "".join(f'<p class="warning">* {escape(warning)}</p>' for warning in warned)
    return (
        '<!DOCTYPE html><!-- riftcheck goldfish -->\n<html lang="en"><head><meta charset="utf-8"/>'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{name}</title><style>{style}</style></head>\n"
        f"<body><main><h1>{name}</h1>{told}\n" + "\n".join(body) + "\n</main></body></html>\n"
    )


def section_html(section: Section) -> str:
    """Return a table with its title."""
    says = f"<p>{escape(section.says)}</p>" if section.says else ""
    return f"<section><h3>{escape(section.title)}</h3>{says}{_table(section) if section.rows else ''}</section>"


def _table(section: Section) -> str:
    head = "".join(f'<th scope="col">{escape(title)}</th>' if title else "<td></td>" for title in section.titles)
    rows = "".join(f"<tr>{_cells(row)}</tr>" for row in section.rows)
    return _scrolled(section.title, f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")


def _scrolled(title: str, inner: str) -> str:
    """Return what is scrolled where it is wider than the screen, by the keyboard, too."""
    return f'<div class="wide" role="region" tabindex="0" aria-label="{escape(title)}">{inner}</div>'


def _cells(row: Row) -> str:
    first, *others = row
    name = first.short() if isinstance(first, Cell) else first
    return f'<th scope="row">{escape(clean(name))}</th>' + "".join(f"<td>{_cell(cell)}</td>" for cell in others)


def _cell(cell: Cell | str) -> str:
    if not isinstance(cell, Cell):
        return escape(clean(cell))
    star = "*" * cell.marked
    return f"{escape(cell.value)}{star}" + (f" <small>{escape(cell.interval)}</small>" if cell.interval else "")


def run_html(run: Mapping[str, Any], title: str = "The run") -> str:
    """Return the settings of a run as a table in HTML; empty for a document without them."""
    rows = run_rows(run)
    return f"<section><h3>{escape(title)}</h3>{pairs_html(rows)}</section>" if rows else ""


def pairs_html(pairs: Sequence[tuple[str, str]]) -> str:
    """Return titles and words as a table in HTML."""
    rows = "".join(
        f'<tr><th scope="row">{escape(clean(name))}</th><td>{escape(clean(words))}</td></tr>' for name, words in pairs
    )
    return f'<table class="words"><tbody>{rows}</tbody></table>' if rows else ""


def _figures(charts: Sequence[ResultChart]) -> list[str]:
    return [
        f"<figure>{_scrolled(f'Chart: {one.title}', one.drawn)}<figcaption>{escape(one.says)}</figcaption></figure>"
        for one in charts
        if one.drawn
    ]
