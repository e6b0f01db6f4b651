"""Which code plays: what stands for the sources of packages, so that a game can name them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


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
