"""The files that `--csv` writes: rows by column (RFC 4180, UTF-8, a header), safe in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any, Final

from riftcheck.cli import output_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

# Where a cell begins with what spreadsheets take for a formula, or skip before one; one that reads the file as if
# semicolons stood between the cells, as in many countries, begins a cell after each.
_FORMULA: Final = re.compile(
    "(?:^|(?<=;))(?=[-=+@\t\r\n"
    "\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}])"
)
_LONGEST: Final = 32_000  # characters of a cell; spreadsheets break one of over 32,767


def check_target(path: Path, *headers: Sequence[str]) -> None:
    """Refuse to write over a file that has none of these headers.

    :raises Refused: if the file is there and something else, or its folder is not there.
    """
    lines = {",".join(columns).encode() for columns in headers}
    output_files.check_target("--csv", path, lambda first: first.rstrip(b"\r\n") in lines)


def write(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows by column; a column that a row lacks is an empty cell.

    :raises Refused: if the file cannot be written.
    """
    text = io.StringIO(newline="")
    table = csv.writer(text)
    table.writerow(columns)
    table.writerows([guarded(row.get(column, "")) for column in columns] for row in rows)
    output_files.write_text("--csv", path, text.getvalue())


def guarded(value: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula or breaks.

    A text that begins like a formula gets an apostrophe first; one that is too long ends with an ellipsis.
    """
    if not isinstance(value, str):
        return value
    # A NUL ends a cell, or the whole reading, in other programs.
    safe = _FORMULA.sub("'", value.replace("\0", "\N{REPLACEMENT CHARACTER}"))
    return safe if len(safe) <= _LONGEST else f"{safe[:_LONGEST]}\N{HORIZONTAL ELLIPSIS}"
