"""The files that an option asks for: what is there and something else is not written over."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import TYPE_CHECKING, Final

from riftcheck.cli.options import Refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SHEET: Final = b"<!DOCTYPE html><!-- riftcheck validate -->\n"  # the first line of a sheet of lists
RESULT: Final = b"<!DOCTYPE html><!-- riftcheck goldfish -->\n"  # and of the page of a result
_LONGEST: Final = 2000  # bytes of a first line that are looked at


def check_target(option: str, path: Path, ours: Callable[[bytes], bool]) -> None:
    """Refuse to write over a file whose first line is not `ours`: `--csv *.txt` would lose a list.

    :raises Refused: if the file is there and something else, its folder is not there, or it cannot be written.
    """
    try:
        if path.is_dir():
            raise Refused(f"{option} {path}: this is a folder; name a file.")
        if not path.parent.is_dir():
            raise Refused(f"{option} {path}: there is no folder {path.parent}.")
        if path.is_file() and path.stat().st_size:
            with path.open("rb") as stream:
                first = stream.readline(_LONGEST).removeprefix(BOM_UTF8)  # a spreadsheet may have put it there
            if not ours(first):
                raise Refused(f"{option} {path}: this file is there and holds something else; choose another name.")
        _try_to_open(path)
    except OSError as error:
        raise Refused(f"{option} {path} cannot be written: {error.strerror}.") from None


def _try_to_open(path: Path) -> None:
    """Open a file for writing and leave it as it was, so that what cannot be written is told before hours of games."""
    if path.exists():
        if path.is_file():  # to open a pipe would wait for its reader
            path.open("ab").close()
        return
    path.open("xb").close()
    path.unlink()


def check_page(path: Path, begins: bytes) -> None:
    """Refuse to write a page over a file that does not begin as pages of its kind do.

    :raises Refused: if the file is there and something else, or its folder is not there.
    """
    check_target("--html", path, lambda first: first == begins)


def check_apart(table: Path | None, page: Path | None) -> None:
    """Refuse a table and a page that are one file.

    :raises Refused: if they are.
    """
    if table is not None and page is not None and table.resolve() == page.resolve():
        raise Refused(f"--csv and --html name one file, {page}; give each its own.")


def write_text(option: str, path: Path, text: str) -> None:
    """Write a file in UTF-8, its line ends as they are; what no UTF-8 has becomes an escape.

    :raises Refused: if the file cannot be written.
    """
    try:
        path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
    except OSError as error:
        raise Refused(f"{option} {path} cannot be written: {error.strerror}.") from None


def write_page(path: Path | None, text: Callable[[], str]) -> None:
    """Write a page of HTML, if one was asked for.

    :raises Refused: if the file cannot be written.
    """
    if path is not None:
        write_text("--html", path, text())
