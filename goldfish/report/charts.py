"""Charts as inline SVG: drawn by the style of the page, so that they follow light, dark and print.

Every chart says in words what it shows (`title` and `desc`), and nothing is told by colour alone: lines differ in
their dashes and are named, cells hold their numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.printable import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

WIDE: Final = 720
HIGH: Final = 280
_LEFT: Final = 44
_RIGHT: Final = 12
_TOP: Final = 14
_BOTTOM: Final = 40
_LEGEND: Final = 18  # of it
_STEPS: Final = (0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100)
_MOST_LINES: Final = 6  # lines of the grid
MOST_TURNS: Final = 30  # of a chart; further turns stand in the tables
_NAME: Final = 230  # of the heat table: room for names
_SQUARE: Final = 26
_DARKEST: Final = 0.6  # so that numbers stay readable on it
_LONGEST_NAME: Final = 30


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a chart: its name, the style class that draws it, and a figure for each turn from 1 on."""

    name: str
    style: str
    figures: Sequence[Mapping[str, Any]]
    band: bool = True


@dataclass(frozen=True, slots=True)
class _Plane:
    """From turns and values to places in the picture."""

    turns: int
    top: float

    def x(self, turn: float) -> float:
        return _LEFT + (turn - 0.5) * (WIDE - _LEFT - _RIGHT) / max(self.turns, 1)

    def y(self, value: float) -> float:
        return HIGH - _BOTTOM - value * (HIGH - _TOP - _BOTTOM) / (self.top or 1)


def line_chart(
    title: str,
    about: str,
    lines: Sequence[Series],
    *,
    unit: str,
    turns: int = MOST_TURNS,
    top: float = 0,
    bands: Sequence[Series] = (),
) -> str:
    """Return a chart of lines by turn, each with the band of its intervals; empty where there is nothing to draw.

    `turns`: the last turn that is shown, `MOST_TURNS` at most.
    `bands` are drawn below the lines as areas from the low to the high of their figures. `top` is the least height of
    the scale.
    """
    turns = min(max((len(line.figures) for line in lines), default=0), turns, MOST_TURNS)
    if not turns:
        return ""
    highest = [figure["high"] or figure["value"] or 0 for line in (*lines, *bands) for figure in line.figures[:turns]]
    plane = _Plane(turns, max([top, *highest]))
    parts = [_grid(plane), _axis(plane, unit)]
    parts += [_area(plane, band.figures[:turns], band.style) for band in bands]
    parts += [_area(plane, line.figures[:turns], f"{line.style} band") for line in lines if line.band]
    parts += [_path(plane, line) for line in lines]
    parts.append(_legend([*bands, *lines]))
    return _svg(title, about, parts, HIGH)


def bar_chart(title: str, about: str, shares: Sequence[Mapping[str, Any]], *, unit: str) -> str:
    """Return a chart of bars with their intervals, one rate for each turn from 1 on; empty where all are nothing."""
    shown = shares[:MOST_TURNS]
    if not any(figure["value"] for figure in shown):
        return ""
    plane = _Plane(len(shown), max(figure["high"] for figure in shown))
    wide = (plane.x(2) - plane.x(1)) * 0.7
    parts = [_grid(plane, 100), _axis(plane, unit)]
    for turn, figure in enumerate(shown, start=1):
        x, y = plane.x(turn), plane.y(figure["value"])
        parts.append(
            f'<rect class="bar" x="{x - wide / 2:.1f}" y="{y:.1f}" width="{wide:.1f}"'
            f' height="{plane.y(0) - y:.1f}"><title>turn {turn}: {figure["value"] * 100:.1f} %</title></rect>'
            f'<line class="whisker" x1="{x:.1f}" x2="{x:.1f}" y1="{plane.y(figure["low"]):.1f}"'
            f' y2="{plane.y(figure["high"]):.1f}"/>'
        )
    return _svg(title, about, parts, HIGH - _LEGEND)


def heat_table(title: str, about: str, rows: Sequence[tuple[str, Sequence[float | None]]], turns: Sequence[int]) -> str:
    """Return a table of cells, the darker the greater their part of one; a row for each name, a column for a turn."""
    shown = turns[:MOST_TURNS]
    if not shown or not rows:
        return ""
    size = min((WIDE - _NAME) / len(shown), 2 * _SQUARE)
    parts = [
        f'<text class="small middle" x="{_NAME + (place + 0.5) * size:.1f}" y="16">{turn}</text>'
        for place, turn in enumerate(shown)
    ]
    for number, (name, values) in enumerate(rows):
        y = 24 + number * _SQUARE
        parts.append(f'<text class="end" x="{_NAME - 8}" y="{y + 17}">{_short(name)}</text>')
        parts += [
            _heat_cell(_NAME + place * size, y, size, value, f"{name}, turn {turn}")
            for place, (turn, value) in enumerate(zip(shown, values, strict=False))
        ]
    return _svg(title, about, parts, 24 + len(rows) * _SQUARE + 4, "named")


def _heat_cell(x: float, y: float, size: float, value: float | None, says: str) -> str:
    if value is None:
        return ""
    hundred = value * 100
    said = escape(clean(f"{says}: {hundred:.1f} %"))
    return (
        f'<rect class="heat" x="{x + 1:.1f}" y="{y + 1}" width="{size - 2:.1f}" height="{_SQUARE - 2}"'
        f' fill-opacity="{value * _DARKEST:.3f}"><title>{said}</title></rect>'
        f'<text class="small middle" x="{x + size / 2:.1f}" y="{y + 17}">{hundred:.0f}</text>'
    )


def _short(name: str) -> str:
    text = clean(name)
    if len(text) > _LONGEST_NAME:
        text = text[: _LONGEST_NAME - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
    return escape(text)


def _svg(title: str, about: str, parts: Sequence[str], high: float, style: str = "by-turn") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{style}" viewBox="0 0 {WIDE} {high:g}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(about)}</desc>{''.join(parts)}</svg>"
    )


def _grid(plane: _Plane, scale: float = 1) -> str:
    """Return lines across at round values; `scale` times the values stand beside them."""
    top = plane.top * scale
    step = next((step for step in _STEPS if top / step <= _MOST_LINES), top)
    parts = []
    for number in range(int(top / step + 1e-9) + 1):
        y = plane.y(number * step / scale)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{WIDE - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="small end" x="{_LEFT - 6}" y="{y + 4:.1f}">{number * step:g}</text>')
    return "".join(parts)


def _axis(plane: _Plane, unit: str) -> str:
    parts = [
        f'<text class="small middle" x="{plane.x(turn):.1f}" y="{HIGH - _BOTTOM + 16}">{turn}</text>'
        for turn in range(1, plane.turns + 1)
    ]
    parts.append(f'<text class="small" x="{_LEFT}" y="10">{escape(unit)}</text>')
    parts.append(f'<text class="small end" x="{WIDE - _RIGHT}" y="10">by turn</text>')
    return "".join(parts)


def _area(plane: _Plane, figures: Sequence[Mapping[str, Any]], style: str) -> str:
    there = [
        (plane.x(turn), figure)
        for turn, figure in enumerate(figures, start=1)
        if figure["low"] is not None and figure["high"] is not None
    ]
    if len(there) <= 1:
        return ""
    places = [f"{x:.1f},{plane.y(figure['high']):.1f}" for x, figure in there]
    places += [f"{x:.1f},{plane.y(figure['low']):.1f}" for x, figure in reversed(there)]
    return f'<polygon class="{style}" points="{" ".join(places)}"/>'


def _path(plane: _Plane, line: Series) -> str:
    places = [
        f"{plane.x(turn):.1f},{plane.y(figure['value']):.1f}"
        for turn, figure in enumerate(line.figures[: plane.turns], start=1)
        if figure["value"] is not None
    ]
    return f'<polyline class="{line.style}" points="{" ".join(places)}"/>'


def _legend(lines: Sequence[Series]) -> str:
    parts = []
    room = (WIDE - _LEFT - _RIGHT) / max(len(lines), 1)
    for number, line in enumerate(lines):
        x, y = _LEFT + number * room, HIGH - 8
        area = line.style.startswith("area")
        sign: Callable[..., str] = _patch if area else _dash
        parts.append(sign(x, y, line.style))
        parts.append(f'<text class="small" x="{x + 30:.1f}" y="{y}">{escape(clean(line.name))}</text>')
    return "".join(parts)


def _patch(x: float, y: float, style: str) -> str:
    return f'<rect class="{style}" x="{x:.1f}" y="{y - 9}" width="24" height="9"/>'


def _dash(x: float, y: float, style: str) -> str:
    return f'<polyline class="{style}" points="{x:.1f},{y - 4} {x + 24:.1f},{y - 4}"/>'
