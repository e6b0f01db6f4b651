"""The table that `validate --csv` writes: a row for each list, for the register of an event."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, Final

from riftcheck.cli.options import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from riftcheck.validator.report import Report

COLUMNS: Final = (
    "source",
    "verdict",
    "legal",
    "format",
    "date",
    "errors",
    "warnings",
    "legend",
    "champion",
    "main",
    "runes",
    "battlefields",
    "sideboard",
    "list_hash",
    "problem",
)
# What spreadsheets take for the beginning of a formula, or skip before one.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def check_target(path: Path) -> None:
    """Refuse to write over a file that is no such table: `--csv *.txt` would lose a list.

    :raises Refused: if the file is there and something else, or its folder is not there.
    """
    if not path.parent.is_dir():
        raise Refused(f"--csv {path}: there is no folder {path.parent}.")
    try:
        if not path.is_file() or not path.stat().st_size:
            return
        with path.open("rb") as stream:
            first = stream.readline(1000)
    except OSError as error:
        raise Refused(f"--csv {path}: {error.strerror}.") from None
    if first.rstrip(b"\r\n") != ",".join(COLUMNS).encode():
        raise Refused(f"--csv {path}: this file is there and holds something else; choose another name.")


def write(path: Path, found: Iterable[tuple[str, Report | None, str]]) -> None:
    """Write a row for each (source, report, problem); the report is None where the list could not be read.

    :raises Refused: if the file cannot be written.
    """
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    rows.writerows(_row(source, report, problem) for source, report, problem in found)
    try:
        path.write_text(text.getvalue(), encoding="utf-8", errors="backslashreplace", newline="")
    except OSError as error:
        raise Refused(f"--csv {path} cannot be written: {error.strerror}.") from None


def _row(source: str, report: Report | None, problem: str) -> Sequence[Any]:
    cells = {"source": source, "verdict": "unreadable", "problem": problem}
    if report is not None:
        cells = {"source": source, **_facts(report)}
    return [guarded(cells.get(column, "")) for column in COLUMNS]


def _facts(report: Report) -> dict[str, Any]:
    return {
        "verdict": report.verdict,
        "legal": "true" if report.legal else "false",
        "format": report.format,
        "date": report.day.isoformat(),
        "errors": _codes(report, "error"),
        "warnings": _codes(report, "warning"),
        "legend": "; ".join(entry.get("full_name", entry["name"]) for entry in report.deck["legend"]),
        "champion": report.deck["champion"] or "",
        **{zone: report.counts[zone] for zone in ("main", "runes", "battlefields", "sideboard")},
        "list_hash": report.list_hash,
    }


def _codes(report: Report, severity: str) -> str:
    """Return the codes of a severity, each once, with `;` between."""
    return ";".join(dict.fromkeys(issue.code for issue in report.issues if issue.severity == severity))


def guarded(value: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula: a text that begins like one gets an apostrophe first."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
