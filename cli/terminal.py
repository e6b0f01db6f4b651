"""Writing for people: lines that fit the terminal, tables without boxes, and JSON for programs.

Everything reads without colour. Nothing from a list or a card reaches the terminal as a control character.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from riftcheck.carddb.printable import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_WIDEST: Final = 100  # columns; longer lines are hard to follow
_NARROWEST: Final = 20  # columns that a line has at least, whatever stands before it


def print_json(value: Any) -> None:
    """Print a JSON value, in ASCII, so that it survives any encoding of the terminal."""
    click.echo(json.dumps(value, indent=2))


def warn(text: str) -> None:
    """Write a warning to standard error."""
    click.echo(f"Warning: {clean(text)}", err=True)


class _Console(Console):
    """A console that leaves a broken pipe to `riftcheck.cli.main` instead of ending the program."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Page:
    """Writes to standard output."""

    def __init__(self) -> None:
        self._console = _Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
        self.width = min(self._console.width, _WIDEST)

    def sign(self, sign: str, plain: str) -> str:
        """Return a sign, or its plain form where the terminal's encoding lacks it."""
        try:
            sign.encode(self._console.encoding)
        except UnicodeEncodeError:
            return plain
        return sign

    def line(self, text: str = "", style: str = "", *, indent: int = 0, hang: int = 2) -> None:
        """Write a line, wrapped at the width; its further lines are indented by `hang` more.

        A word that is longer than the width, such as a path or a deck code, stays whole, so that it can be copied.
        """
        self.parts([(text, style)], indent=indent, hang=hang)

    def parts(
        self, parts: Iterable[tuple[str, str]], *, indent: int = 0, hang: int = 2, whole_line: bool = False
    ) -> None:
        """Write a line of parts, each with its style; with `whole_line` it is not wrapped."""
        whole = Text.assemble(*((clean(text), style) for text, style in parts))
        padded = Text(" " * indent).append_text(whole)
        if whole_line or padded.cell_len <= self.width:
            self._write(padded)
            return
        # The first line may be longer by what the further ones are indented more.
        first, further = (max(self.width - before, _NARROWEST) for before in (indent, indent + hang))
        for position, part in enumerate(_wrapped(whole, first, further)):
            self._write(Text(" " * (indent + (hang if position else 0))).append_text(part))

    def pairs(self, rows: Sequence[tuple[str, str]], *, indent: int = 2) -> None:
        """Write words with their meanings, a line for each, the meanings below each other."""
        column = max(len(word) for word, _ in rows) + 2
        for word, meaning in rows:
            self.line(f"{word:<{column}}{meaning}", indent=indent, hang=column)

    def table(self, titles: Sequence[str], rows: Iterable[Sequence[Any]], *, numbers: Sequence[int] = ()) -> None:
        """Write a table; `numbers` are the positions of the columns that stand at the right."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold", show_header=any(titles))
        for position, title in enumerate(titles):
            right = position in numbers
            table.add_column(title, justify="right" if right else "left", no_wrap=right, overflow="fold")
        for row in rows:
            table.add_row(*(clean("" if cell is None else str(cell)) for cell in row))
        lines = self._console.render_lines(table, self._console.options.update(width=self.width), pad=False)
        for segments in lines:
            self._write(Text.assemble(*((part.text, part.style or "") for part in segments)))

    def _write(self, text: Text) -> None:
        text.rstrip()
        self._console.print(text, soft_wrap=True)


def _wrapped(text: Text, first: int, further: int) -> list[Text]:
    """Return the lines of a text, broken at spaces only; the first may be longer than the further ones."""
    lines: list[Text] = []
    for word in text.split(" "):
        room = first if len(lines) == 1 else further
        if lines and lines[-1].cell_len + 1 + word.cell_len <= room:
            lines[-1].append(" ").append_text(word)
        else:
            lines.append(word)
    return lines


def percent(value: float, places: int = 0) -> str:
    """Return a probability in per cent with so many places; certain and impossible only where they are exactly that."""
    step = 10.0**-places
    if 0 < value * 100 < step / 2:
        return f"<{step:.{places}f}"
    if 100 - step / 2 <= value * 100 < 100:  # noqa: PLR2004 (what would be rounded to 100)
        return f">{100 - step:.{places}f}"
    return f"{value * 100:.{places}f}"
