"""The files of card data: a folder is read whole, every `*.yaml` in it and below, in the order of their names."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.errors import CardDataError, DataProblem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SHIPPED: Final = Path(__file__).parent
MAX_BYTES: Final = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The bytes of one file and the name under which its problems are reported."""

    name: str
    data: bytes


def files(folders: Sequence[Path]) -> list[list[SourceFile]]:
    """Return the files of each folder, in reading order.

    :raises CardDataError: if a folder is missing or a file cannot be read; it tells every such folder.
    """
    found = []
    problems = []
    for folder in folders:
        if not folder.is_dir():
            problems.append(DataProblem(str(folder), 1, "", "there is no such folder"))
            continue
        try:
            paths = sorted(path for path in folder.rglob("*.yaml") if path.is_file())
            found.append([SourceFile(_shown(path, folder), _bytes(path)) for path in paths])
        except OSError as error:
            problems.append(DataProblem(str(error.filename or folder), 1, "", f"cannot be read: {error.strerror}"))
    if problems:
        raise CardDataError(problems)
    return found


def _bytes(path: Path) -> bytes:
    """Read a file up to just past the limit, so that the reader can refuse it without holding it whole."""
    with path.open("rb") as stream:
        return stream.read(MAX_BYTES + 1)


def _shown(path: Path, folder: Path) -> str:
    if folder == SHIPPED:
        return str(path.relative_to(folder.parent))
    # A relative path that begins like that of a shipped file is written in full, so that it is not taken for one.
    return str(path.absolute() if path.parts[0] == SHIPPED.name else path)


def fingerprint(layers: Iterable[Iterable[SourceFile]]) -> str:
    """Return the SHA-256 of all sources in order, as hexadecimal."""
    digest = hashlib.sha256()
    for layer in layers:
        digest.update(b"layer\0")
        for source in layer:
            digest.update(f"{len(source.data)}\0".encode())
            digest.update(source.data)
    return digest.hexdigest()
