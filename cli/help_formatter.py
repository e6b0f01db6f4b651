"""The formatter of --help for narrow terminals, where click would run over the edge or squeeze the second column."""

from __future__ import annotations

import shutil
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Iterable

_ROOMY: Final = 64  # columns from which on click's own layout can be read
_LEAST: Final = 24  # columns that text has even in a narrower terminal
_COLUMN: Final = 10  # of a narrow terminal, for what is explained: as wide as `-h, --help`
_AS_IT_STANDS: Final = "\b"  # click's mark before lines that are not to be wrapped


class HelpContext(click.Context):
    """The context of every command: it writes help that fits the terminal."""

    def make_formatter(self) -> click.HelpFormatter:
        """Return the formatter of the help, by the width of the terminal."""
        columns = shutil.get_terminal_size().columns
        if columns >= _ROOMY:
            return super().make_formatter()
        return _Narrow(width=max(columns - 1, _LEAST))


class _Narrow(click.HelpFormatter):
    """The formatter for narrow terminals: options above their meanings, lines of examples broken."""

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl(rows, min(col_max, _COLUMN), col_spacing)

    def write_text(self, text: str) -> None:
        room = self.width - self.current_indent
        super().write_text("\n\n".join(_broken(part, room) for part in text.split("\n\n")))


def _broken(paragraph: str, room: int) -> str:
    mark, *lines = paragraph.split("\n")
    if mark.strip() != _AS_IT_STANDS:
        return paragraph
    broken = [mark]
    for line in lines:
        before = line[: len(line) - len(line.lstrip())]
        broken += wrap(
            line.strip(),
            room,
            initial_indent=before,
            subsequent_indent=f"{before}    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(broken)
