"""The file that `validate --csv` writes: the rows of a run for the register of an event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riftcheck.cli import csv_file
from riftcheck.cli.validation.report_rows import COLUMNS, FIRST_COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


def check_target(path: Path) -> None:
    """Refuse to write over a file that is no such table, of this edition or the first.

    :raises Refused: if the file is there and something else, or its folder is not there.
    """
    csv_file.check_target(path, COLUMNS, FIRST_COLUMNS)


def write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows by column; a column that a row lacks is an empty cell.

    :raises Refused: if the file cannot be written.
    """
    csv_file.write(path, COLUMNS, rows)
