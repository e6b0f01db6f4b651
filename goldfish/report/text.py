"""A result as lines for a terminal: tables without boxes that fit the width and read without colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.goldfish.report.cells import Cell, clean, display_width, wrap_words
from riftcheck.goldfish.report.policy_words import policy_lines
from riftcheck.goldfish.report.sections import sections, warnings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from riftcheck.goldfish.report.sections import Row, Section

WIDTH: Final = 80
_NARROWEST: Final = 10  # columns that the words of a table have at least
_GAP: Final = 2
_INDENT: Final = 2


def result_lines(result: Mapping[str, Any], *, width: int = WIDTH, plain: bool = False) -> list[str]:
    """Return a result of `riftcheck.goldfish.results.document` as lines of at most `width` columns.

    `plain`: only signs of ASCII are used, apart from names. Rows whose numbers alone are wider stay whole.
    """
    lines = heading(f"{result['games']} games, {result['turns']} turns at most", result["flags"], width)
    lines += policy_text(result, width)
    lines += wrapped(
        "Beside each figure stands how far the farther bound of its 95 % interval is, or in brackets the interval.",
        width,
    )
    for section in sections(result):
        lines += section_lines(section, width=width, plain=plain)
    return lines


def heading(title: str, flags: Mapping[str, Any], width: int) -> list[str]:
    """Return the title of a document and what its figures have to be read with."""
    lines = wrapped(title, width)
    for warning in warnings(flags):
        lines += wrapped(f"* {warning}", width, hang=2)
    return lines


def policy_text(told: Mapping[str, Any], width: int) -> list[str]:
    """Return who played and what they never do (`policy_lines`) as lines."""
    return [part for line in policy_lines(told) for part in wrapped(line, width, hang=2)]


def section_lines(section: Section, *, width: int = WIDTH, plain: bool = False) -> list[str]:
    """Return a table with its title as lines."""
    lines = ["", section.title]
    if section.says:
        lines += wrapped(section.says, width, indent=2)
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
