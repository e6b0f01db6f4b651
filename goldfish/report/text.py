"""A result as lines for a terminal: tables without boxes that fit the width and read without colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.printable import clean
from riftcheck.goldfish.report.about import result_about
from riftcheck.goldfish.report.cells import Cell, display_width, wrap_words
from riftcheck.goldfish.report.flag_words import warnings
from riftcheck.goldfish.report.overview import TITLE, overview
from riftcheck.goldfish.report.run_words import subject
from riftcheck.goldfish.report.sections import points_by_turn, sections

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from riftcheck.goldfish.report.sections import Row, Section

WIDTH: Final = 80
_NARROWEST: Final = 10  # columns that the words of a table have at least
_GAP: Final = 2
_INDENT: Final = 2


def result_lines(result: Mapping[str, Any], *, name: str = "", width: int = WIDTH, plain: bool = False) -> list[str]:
    """Return a result of `riftcheck.goldfish.results.document` as lines of at most `width` columns.

    `name`: what its reader calls the list, such as its file. `plain`: only signs of ASCII are used, apart from names.
    Rows whose numbers alone are wider stay whole.
    """
    lines = heading(subject(result["run"]), warnings(result["flags"]), width, result_about(result, name))
    lines += wrapped(
        "Beside each figure stands how far the farther bound of its 95 % interval is, or in brackets the interval; "
        "beside a mean of too few numbers, of equal ones or with a tail that is too rare for a bound, nothing.",
        width,
    )
    first = overview(result)
    first[1:1] = [section for section in (points_by_turn(result),) if section.rows]
    for title, shown in ((TITLE, first), ("Details", sections(result))):
        lines += ["", title.upper()]
        for section in shown:
            lines += section_lines(section, width=width, plain=plain)
    return lines


def heading(title: str, warned: Sequence[str], width: int, about: Sequence[tuple[str, str]] = ()) -> list[str]:
    """Return the title of a document, what it is about, and the warnings with which its figures have to be read."""
    lines = wrapped(title, width)
    wide = max((display_width(name) for name, _ in about), default=0)
    for name, words in about:
        first, *others = wrap_words(clean(words), max(width - _INDENT - wide - _GAP, _NARROWEST))
        lines.append(f"{' ' * _INDENT}{_padded(clean(name), wide + _GAP)}{first}")
        lines += [f"{' ' * (_INDENT + wide + _GAP)}{line}" for line in others]
    for warning in warned:
        lines += wrapped(f"* {warning}", width, hang=2)
    return lines


def section_lines(section: Section, *, width: int = WIDTH, plain: bool = False) -> list[str]:
    """Return a table with its title as lines."""
    lines = ["", section.title]
    if section.says:
        lines += wrapped(section.says, width, indent=2)
    if not section.rows:
        return lines
    sign = "+-" if plain else "\N{PLUS-MINUS SIGN}"
    rows = [list(section.titles)] if any(section.titles) else []
    rows += [_texts(row, sign) for row in section.rows]
    return lines + _table(rows, width)


def wrapped(text: str, width: int, *, indent: int = 0, hang: int = 0) -> list[str]:
    """Return a text broken into lines, the further ones indented by `hang` more."""
    first, *others = wrap_words(clean(text), width - indent - hang)
    return [" " * indent + first, *(" " * (indent + hang) + line for line in others)]


def _texts(row: Row, sign: str) -> list[str]:
    return [cell.short(sign) if isinstance(cell, Cell) else cell for cell in row]


def _table(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    widths = [max(display_width(row[place]) for row in rows) for place in range(len(rows[0]))]
    gap = _GAP
    if _INDENT + sum(widths) + gap * (len(widths) - 1) > width:
        gap = 1
    numbers = sum(widths[1:]) + gap * (len(widths) - 1)
    room = min(widths[0], max(width - _INDENT - numbers, _NARROWEST))
    lines = []
    for row in rows:
        words = [_padded(word, room) for word in wrap_words(row[0], room)]
        cells = "".join(" " * gap + _right(cell, wide) for cell, wide in zip(row[1:], widths[1:], strict=True))
        # A name that takes several lines has its numbers on the last of them.
        lines += [f"  {word}".rstrip() for word in words[:-1]]
        lines.append(f"  {words[-1]}{cells}".rstrip())
    return lines


def _padded(text: str, wide: int) -> str:
    return text + " " * (wide - display_width(text))


def _right(text: str, wide: int) -> str:
    return " " * (wide - display_width(text)) + text
