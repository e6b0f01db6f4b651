"""One page of HTML with all that a result says: it needs no network, no scripts and no other file.

The page is well-formed XML too. Every text from a list or a card is escaped.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from riftcheck.goldfish.report.cells import Cell, clean
from riftcheck.goldfish.report.charts import Series, bar_chart, heat_table, line_chart
from riftcheck.goldfish.report.policy_words import policy_paragraphs
from riftcheck.goldfish.report.run_words import run_rows, subject, summary
from riftcheck.goldfish.report.sections import sections, warnings
from riftcheck.goldfish.results.columns import rows_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from riftcheck.goldfish.report.sections import Row, Section

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


def result_page(result: Mapping[str, Any], title: str = "") -> str:
    """Return a result of `riftcheck.goldfish.results.document` as an HTML document; it is named by its list."""
    size = f"{result['games']} games, {result['turns']} turns at most, to {result['victory']} points."
    body = [
        f"<p>{escape(clean(summary(result['run'])))}</p>",
        f"<p>{size} Beside each figure stands its 95 % interval.</p>",
        *policy_paragraphs(result),
        *_charts(result),
        *(section_html(section) for section in sections(result)),
        run_html(result["run"]),
    ]
    return document_html(title or f"Goldfish: {subject(result['run'])}", warnings(result["flags"]), body)


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
    head = "".join(f'<th scope="col">{escape(title)}</th>' if title else "<td></td>" for title in section.titles)
    rows = "".join(f"<tr>{_cells(row)}</tr>" for row in section.rows)
    return (
        f"<section><h2>{escape(section.title)}</h2>{says}"
        # Where it is wider than the screen it is scrolled, by the keyboard, too.
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(section.title)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></section>"
    )


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
    rows = "".join(
        f'<tr><th scope="row">{escape(clean(name))}</th><td>{escape(clean(words))}</td></tr>'
        for name, words in run_rows(run)
    )
    if not rows:
        return ""
    return f'<section><h2>{escape(title)}</h2><table class="run"><tbody>{rows}</tbody></table></section>'


def _charts(result: Mapping[str, Any]) -> list[str]:
    drawn = [_points_chart(result), _victory_chart(result), *_resource_charts(result), _heat(result)]
    return [f"<figure>{chart}<figcaption>{escape(says)}</figcaption></figure>" for says, chart in drawn if chart]


def _points_chart(result: Mapping[str, Any]) -> tuple[str, str]:
    rows = rows_of(result["all"]["score"]["by_turn"])
    middle = [{"value": None, "low": row["low_band"]["value"], "high": row["high_band"]["value"]} for row in rows]
    lines = [Series("all games", "line one", [row["points"] for row in rows])]
    for seat, style, name in (("first", "line two", "going first"), ("second", "line three", "going second")):
        if result[seat]["games"]:
            points = [row["points"] for row in rows_of(result[seat]["score"]["by_turn"])]
            lines.append(Series(name, style, points, band=False))
    says = "Points by turn: the mean with its interval, and the range of the middle four games in five."
    bands = [Series("four games in five", "area", middle)]
    return says, line_chart("Points by turn", says, lines, unit="points", top=result["victory"], bands=bands)


def _victory_chart(result: Mapping[str, Any]) -> tuple[str, str]:
    shares = [row["share"] for row in rows_of(result["all"]["score"]["points"][-1]["on_turn"])]
    says = "The turn on which the Victory Score was reached, in per cent of all games."
    return says, bar_chart("The turn of the Victory Score", says, shares, unit="% of games")


def _resource_charts(result: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = rows_of(result["all"]["turns"])
    drawn = []
    for name in ("energy", "power"):
        lines = [
            Series("spent", "line one", [row[f"{name}_spent"] for row in rows]),
            Series("wasted", "line two", [row[f"{name}_wasted"] for row in rows]),
            Series("produced", "line three", [row[f"{name}_produced"] for row in rows], band=False),
        ]
        if name == "energy":
            lines.append(Series("runes", "line four", [row["runes"] for row in rows], band=False))
        says = f"{name.capitalize()} of each turn, over the games that played it to its end."
        drawn.append((says, line_chart(f"{name.capitalize()} by turn", says, lines, unit=name)))
    return drawn


def _heat(result: Mapping[str, Any]) -> tuple[str, str]:
    cards = [card for card in result["cards"] if card["all"]["played"]["value"] or card["copies"]]
    turns = [row["turn"] for row in rows_of(result["all"]["score"]["by_turn"])] if cards else []
    rows = []
    for card in cards:
        played = {row["turn"]: row["played"]["value"] for row in rows_of(card["all"]["played_on"])}
        rows.append((card["name"], [played.get(turn, 0.0) for turn in turns]))
    says = "When each card was played: the per cent of all games in which it was, by turn."
    return says, heat_table("Cards by turn", says, rows, turns)
