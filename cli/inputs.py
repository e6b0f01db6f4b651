"""LIST on the command line: a file, a folder, `-` for standard input, or a deck code."""

from __future__ import annotations

import json
import os
import re
import sys
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riftcheck.cli.options import Refused
from riftcheck.cli.terminal import warn
from riftcheck.decks.document import KEYS, DeckFieldError
from riftcheck.decks.model import DeckReadError, OtherGameError, Parsed
from riftcheck.decks.precons import deck_of
from riftcheck.decks.reader import code_in, read_list
from riftcheck.decks.tables import Columns, columns_of, read_rows, reject_table
from riftcheck.decks.text import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO

    from riftcheck.carddb import CardDatabase

STANDARD_INPUT: Final = "-"
SUFFIXES: Final = (".txt", ".json")
_SKIPPED: Final = (
    f"This file was not read: in a folder, a list is a file that ends in {' or '.join(SUFFIXES)} and is not hidden. "
    "Name the file itself to read it, or a table of many decks with --table."
)
# Hidden files of systems and editors, which no person takes for a list.
_SYSTEM_FILE: Final = re.compile(
    r"\.(?:DS_Store|localized|directory|_.*|git\w+|editorconfig|~lock\..*|.*\.sw[a-z]|nfs\w+|fuse_hidden\w+)"
)
_MOST_TABLE: Final = 64 * 1024 * 1024  # bytes of a table of decks
_OWN_KEYS: Final = KEYS | {"text", "code"}
_CODE: Final = re.compile(r"[A-Za-z2-7]{8,}")


@dataclass(frozen=True, slots=True)
class ListRead:
    """A list that was read, and where it came from: the path, the code, or `-`.

    `player` is the name of the player in the row of a table.
    """

    source: str
    parsed: Parsed
    player: str = ""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An input that could not be read as a list, with the reason as a sentence.

    `skipped` is True for a file in a folder that does not end like a list.
    """

    source: str
    detail: str
    player: str = ""
    skipped: bool = False


class _UnreadableError(Exception):
    """Why a list cannot be read."""


def read_all(
    arguments: Sequence[str], db: CardDatabase, written: Sequence[Path] = ()
) -> Iterator[ListRead | Unreadable]:
    """Yield each list that the arguments name, those of a folder in the order of their names.

    The other files of a folder follow as skipped, except those in `written`, which this run writes.
    """
    taken = False
    for argument in arguments:
        if argument == STANDARD_INPUT and taken:
            yield Unreadable(argument, "Standard input was read already; give - once.")
        elif is_folder(argument):
            yield from _folder(argument, db, written)
        else:
            yield _attempt(argument, db)
        taken = taken or argument == STANDARD_INPUT


def read_products(ids: Sequence[str], db: CardDatabase) -> list[ListRead]:
    """Return preconstructed decks as decklists; the source of each is the product's name.

    Case does not matter, and a space is a hyphen: `Lee Sin` is `lee-sin`.

    :raises Refused: if an id is unknown; the message lists the known ids.
    """
    found = []
    for given in ids:
        precon = db.precons.get("-".join(given.casefold().split()))
        if precon is None:
            raise Refused(f"--product: there is no product {given!r}; the products are {', '.join(db.precons)}.")
        found.append(ListRead(precon.title, Parsed(deck_of(precon))))
    return found


@dataclass(frozen=True, slots=True)
class TableRead:
    """A table of decks: its path, its columns, and the list of each row."""

    source: str
    columns: Columns
    lists: list[ListRead | Unreadable]

    def summary(self) -> str:
        """Return the number of rows and the columns that were read as text."""
        columns, rows = self.columns, len(self.lists)
        player = "none" if columns.player is None else f'"{columns.names[columns.player]}"'
        unused = ", ".join(f'"{name}"' for name in columns.unused()) or "none"
        return (
            f"Table {self.source}: {rows} {'row' if rows == 1 else 'rows'}. Column of decklists: "
            f'"{columns.names[columns.decklist]}". Column of players: {player}. Columns not used: {unused}.'
        )

    def to_json(self) -> dict[str, Any]:
        """Return the columns and the number of rows."""
        columns = self.columns
        return {
            "source": self.source,
            "rows": len(self.lists),
            "columns": {
                "decklist": columns.names[columns.decklist],
                "player": None if columns.player is None else columns.names[columns.player],
            },
            "unused": columns.unused(),
        }


def read_table(path: Path, db: CardDatabase) -> TableRead:
    """Return the lists in a table of decks, a CSV file with a header row.

    :raises Refused: if the file cannot be read, has no column of decklists, no rows, or over 10,000 rows.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(_MOST_TABLE + 1)
        if len(data) > _MOST_TABLE:
            raise Refused(f"--table: {path} is over {_MOST_TABLE // 1024 // 1024} MB. Divide it into several files.")
        text = _decoded(data)
        columns = columns_of(text)
        if columns is None:
            raise Refused(
                f"--table: {path} has no column of decklists. The first row of the table must have the names of its "
                "columns, such as Player and Decklist."
            )
        rows = read_rows(text, columns)
        if not rows:
            raise Refused(f"--table: {path} has no deck: after the header row, the table has no rows.")
    except OSError as error:
        raise Refused(f"--table: {path} cannot be read: {error.strerror}.") from None
    except (_UnreadableError, DeckReadError) as error:
        raise Refused(f"--table: {path}: {error}") from None
    lists: list[ListRead | Unreadable] = []
    for row in rows:
        source = f"{path}, row {row.number}" + (f": {row.player}" if row.player else "")
        read = partial(_read_text, row.decklist, db)
        found = Unreadable(source, row.error) if row.error else _attempted(source, read)
        lists.append(replace(found, player=row.player))
    return TableRead(str(path), columns, lists)


def read_one(argument: str, db: CardDatabase, *, naming: bool = False) -> ListRead:
    """Return the one list that an argument names; lines of it that cannot be read are told on standard error.

    `naming`: they are told with the argument before them, as where several lists are read.

    :raises Refused: if it is a folder or cannot be read.
    """
    if is_folder(argument):
        raise Refused(f"{argument} is a folder; this command takes one list.")
    found = _attempt(argument, db)
    if isinstance(found, Unreadable):
        raise Refused(f"{found.source} cannot be read: {found.detail}")
    for problem in found.parsed.problems:
        warn(f"{f'{argument}, ' if naming else ''}line {problem.line}: {problem.message}")
    return found


def source_name(argument: str) -> str:
    """Return what a list is called by where it came from: its file as it was given, or what else it is."""
    if argument == STANDARD_INPUT:
        return "standard input"
    return argument if os.path.isfile(argument) else "a deck code"  # noqa: PTH113 (Path fails for a code that is too long for a name)


def is_folder(argument: str) -> bool:
    """Tell whether an argument names a folder."""
    return argument != STANDARD_INPUT and os.path.isdir(argument)  # noqa: PTH112 (Path fails for a code that is too long for a name)


def _attempt(argument: str, db: CardDatabase) -> ListRead | Unreadable:
    return _attempted(argument, partial(_read, argument, db))


def _attempted(source: str, read: Callable[[], Parsed]) -> ListRead | Unreadable:
    try:
        return ListRead(source, read())
    except (_UnreadableError, DeckReadError, DeckFieldError) as error:
        return Unreadable(source, _sentence(str(error)))


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _folder(folder: str, db: CardDatabase, written: Sequence[Path]) -> Iterator[ListRead | Unreadable]:
    lists, _, closed = _files(folder)
    if not lists and not closed:
        yield _without_list(folder)
    for error in closed:
        yield Unreadable(str(error.filename), f"The folder cannot be read: {error.strerror}.")
    for path in sorted(lists, key=lambda path: path.parts):
        yield _attempt(str(path), db)
    yield from skipped_files([folder], written)


def skipped_files(folders: Sequence[str], written: Sequence[Path]) -> Iterator[Unreadable]:
    """Yield the files of folders that are not read as lists, except those in `written`, which this run writes."""
    apart = frozenset(path.resolve() for path in written)
    for folder in filter(is_folder, folders):
        for path in sorted(_files(folder)[1], key=lambda path: path.parts):
            if path.resolve() not in apart:
                yield Unreadable(str(path), _SKIPPED, skipped=True)


def empty_folders(folder: str) -> Iterator[Unreadable]:
    """Yield the folders below a folder that hold neither a list nor another folder, but for those beside lists."""
    for top, folders, files in os.walk(folder):
        beside_lists = any(not name.startswith(".") and Path(name).suffix.lower() in SUFFIXES for name in files)
        folders[:] = [] if beside_lists else [name for name in folders if not name.startswith(".")]
        if top != folder and not folders and not any(_files(top)[::2]):
            yield _without_list(top)


def _without_list(folder: str) -> Unreadable:
    return Unreadable(folder, f"There is no list in this folder: no file that ends in {' or '.join(SUFFIXES)}.")


def _files(folder: str) -> tuple[list[Path], list[Path], list[OSError]]:
    """Return the lists in a folder and below, all other files, and the folders that cannot be read.

    Hidden folders, and hidden files of systems and editors, are left out.
    """
    lists: list[Path] = []
    others: list[Path] = []
    closed: list[OSError] = []
    for top, folders, files in os.walk(folder, onerror=closed.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for path in (Path(top, name) for name in files if _SYSTEM_FILE.fullmatch(name) is None):
            # A link to nothing is reported as a list that cannot be read.
            is_list = (
                not path.name.startswith(".")
                and path.suffix.lower() in SUFFIXES
                and (path.is_file() or not path.exists())
            )
            (lists if is_list else others).append(path)
    return lists, others, closed


def _read(argument: str, db: CardDatabase) -> Parsed:
    if argument == STANDARD_INPUT:
        if sys.stdin is None:
            raise _UnreadableError("There is no standard input.")
        return _read_bytes(_limited(sys.stdin.buffer), db)
    try:
        with open(argument, "rb") as stream:  # noqa: PTH123 (a path is kept as it was written)
            data = _limited(stream)
    except (FileNotFoundError, NotADirectoryError):
        return _read_code(argument, db)
    except (OSError, ValueError) as error:
        if _may_be_code(argument):  # too long for the name of a file
            return _read_code(argument, db)
        reason = error.strerror if isinstance(error, OSError) else error
        raise _UnreadableError(f"The file cannot be read: {reason}") from None
    return _read_bytes(data, db)


def _limited(stream: BinaryIO) -> bytes:
    data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        reject_table(data.decode("utf-8", "replace"))
        raise _UnreadableError(f"It is over {MAX_BYTES // 1024} KB; a deck list has one short line a card.")
    return data


def _may_be_code(argument: str) -> bool:
    try:
        return _CODE.fullmatch(argument) is not None or code_in(argument) is not None
    except DeckReadError:  # several codes, which the reader reports
        return True


def _read_code(argument: str, db: CardDatabase) -> Parsed:
    if not _may_be_code(argument):
        raise _UnreadableError("There is no such file or folder, and it is no deck code.")
    try:
        return read_list({"code": argument}, db)
    except OtherGameError:
        raise
    except DeckReadError as error:
        raise _UnreadableError(f"There is no such file or folder, and as a deck code: {error}") from None


def _read_bytes(data: bytes, db: CardDatabase) -> Parsed:
    return _read_text(_decoded(data), db)


def _read_text(text: str, db: CardDatabase) -> Parsed:
    own = _own_form(text)
    return read_list({"text": text} if own is None else own, db)


def _decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8, or what its byte order mark says."""
    encoding = "utf-8"
    if data.startswith(BOM_UTF8):
        encoding = "utf-8-sig"
    elif data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        encoding = "utf-16"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _UnreadableError(
            f"It is not in UTF-8: byte {error.start + 1} cannot be read. Save the list as UTF-8 text."
        ) from None
    if "\0" in text:
        raise _UnreadableError("It holds NUL bytes, as UTF-16 without a mark does. Save the list as UTF-8 text.")
    return text


def _own_form(text: str) -> dict[str, Any] | None:
    """Return the JSON object of a list in the project's own form; None for any other text, whose reader says more."""
    if not text.lstrip().startswith("{"):
        return None
    repeated = False

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeated
        found = dict(pairs)
        repeated = repeated or len(found) < len(pairs)
        return found

    try:
        data = json.loads(text, object_pairs_hook=unique)
    except (ValueError, RecursionError):
        return None
    return data if not repeated and data and data.keys() <= _OWN_KEYS else None
