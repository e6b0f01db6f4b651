"""The fingerprint of the code: a digest of the sources of packages, so that a stored game can name what played it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import riftcheck.carddb.abilities
import riftcheck.engine

if TYPE_CHECKING:
    from types import ModuleType


def engine_fingerprint(cards: str) -> str:
    """Return 32 hexadecimal digits for the engine, the reader of abilities and card data of the version `cards`."""
    return of_sources(riftcheck.engine, riftcheck.carddb.abilities, data=cards)


def of_sources(*packages: ModuleType, data: str = "") -> str:
    """Return 32 hexadecimal digits that are others if a Python file of the packages is another, or `data` is.

    It is taken from the files as they are now, which may be newer than what this process runs.
    """
    found = hashlib.sha256(data.encode())
    for package in packages:
        folder = Path(package.__path__[0])
        for path in sorted(folder.rglob("*.py")):
            found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:32]
