"""LIST on the command line: a file, a folder, `-` for standard input, or a deck code."""

from __future__ import annotations

import json
import os
import re
import sys
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riftcheck.cli.options import Refused
from riftcheck.cli.terminal import warn
from riftcheck.decks.document import KEYS, DeckFieldError
from riftcheck.decks.model import DeckReadError, OtherGameError, Parsed
from riftcheck.decks.precons import deck_of
from riftcheck.decks.reader import code_in, read_list
from riftcheck.decks.text import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from riftcheck.carddb import CardDatabase

STANDARD_INPUT: Final = "-"
SUFFIXES: Final = (".txt", ".json")
_OWN_KEYS: Final = KEYS | {"text", "code"}
_CODE: Final = re.compile(r"[A-Za-z2-7]{8,}")


@dataclass(frozen=True, slots=True)
class ListRead:
    """A list that was read, and where it came from: the path, the code, or `-`."""

    source: str
    parsed: Parsed


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An input that could not be read as a list, with the reason as a sentence."""

    source: str
    detail: str


class _UnreadableError(Exception):
    """Why a list cannot be read."""


def read_all(arguments: Sequence[str], db: CardDatabase) -> Iterator[ListRead | Unreadable]:
    """Yield each list that the arguments name, those of a folder in the order of their names."""
    taken = False
    for argument in arguments:
        if argument == STANDARD_INPUT and taken:
            yield Unreadable(argument, "Standard input was read already; give - once.")
        elif is_folder(argument):
            yield from _folder(argument, db)
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
    try:
        return ListRead(argument, _read(argument, db))
    except (_UnreadableError, DeckReadError, DeckFieldError) as error:
        return Unreadable(argument, _sentence(str(error)))


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _folder(folder: str, db: CardDatabase) -> Iterator[ListRead | Unreadable]:
    paths, closed = _files(folder)
    if not paths and not closed:
        yield _without_list(folder)
    for error in closed:
        yield Unreadable(str(error.filename), f"The folder cannot be read: {error.strerror}.")
    for path in paths:
        yield _attempt(path, db)


def empty_folders(folder: str) -> Iterator[Unreadable]:
    """Yield the folders below a folder that hold neither a list nor another folder, but for those beside lists."""
    for top, folders, files in os.walk(folder):
        beside_lists = any(Path(name).suffix.lower() in SUFFIXES for name in files)
        folders[:] = [] if beside_lists else [name for name in folders if not name.startswith(".")]
        if top != folder and not folders and not any(_files(top)):
            yield _without_list(top)


def _without_list(folder: str) -> Unreadable:
    return Unreadable(folder, f"There is no list in this folder: no file that ends in {' or '.join(SUFFIXES)}.")


def _files(folder: str) -> tuple[list[str], list[OSError]]:
    """Return the lists in a folder and below by name, and the folders that cannot be read. Hidden ones are skipped."""
    paths: list[Path] = []
    closed: list[OSError] = []
    for top, folders, files in os.walk(folder, onerror=closed.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        listed = [Path(top, name) for name in files if not name.startswith(".")]
        lists = [path for path in listed if path.suffix.lower() in SUFFIXES]
        paths += [path for path in lists if path.is_file() or not path.exists()]  # a link to nothing is told, too
    return [str(path) for path in sorted(paths, key=lambda path: path.parts)], closed


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
    text = _decoded(data)
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
