"""Loading: from a compiled snapshot where one fits the sources, else from the sources, leaving a snapshot behind.

A snapshot is JSON in the user's cache folder (RIFTCHECK_CACHE moves it), named by the hash of the sources and of the
code that read them. Nothing in it is run, a damaged one is made anew, and a folder that cannot be written is no fault.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import platformdirs

from carddb import names, sources
from carddb.database import CardDatabase

if TYPE_CHECKING:
    from collections.abc import Sequence

_CODE: Final = ("names.py", "schemas.py", "snapshot.py", "sources.py", "strict_yaml.py")


def load(folders: Sequence[Path | str] = ()) -> CardDatabase:
    """Return the shipped database with the YAML of further folders laid over it, in their order.

    :raises CardDataError: if a folder or a file in it cannot be used; it lists every fault.
    """
    layers = sources.files([sources.SHIPPED, *map(Path, folders)])
    version = sources.fingerprint(layers)
    place = _place(version)
    compiled = _read(place)
    if compiled is None:
        plain = sources.merge(layers)
        compiled = {"plain": plain, "index": names.index(plain["cards"])}
        _write(place, compiled)
    return CardDatabase(compiled["plain"], compiled["index"], version[:12])


def user_overlay() -> Path:
    """Return the folder into which `cards sync` writes, in the user's data folder."""
    return Path(platformdirs.user_data_dir("riftcheck", appauthor=False)) / "cards"


def default_folders() -> list[Path]:
    """Return the folders that lie over the shipped data by default: what was synced, then RIFTCHECK_CARDS."""
    synced = user_overlay()
    folders = [synced] if synced.is_dir() else []
    return folders + [Path(folder) for folder in os.environ.get("RIFTCHECK_CARDS", "").split(os.pathsep) if folder]


def cache_folder() -> Path:
    """Return the folder of compiled snapshots."""
    return Path(os.environ.get("RIFTCHECK_CACHE") or platformdirs.user_cache_dir("riftcheck", appauthor=False))


def _place(version: str) -> Path:
    digest = hashlib.sha256(version.encode())
    for name in _CODE:
        path = sources.SHIPPED / name
        digest.update(path.read_bytes() if path.is_file() else name.encode())
    return cache_folder() / f"cards-{digest.hexdigest()[:32]}.json"


def _read(place: Path) -> dict[str, Any] | None:
    try:
        compiled = json.loads(place.read_bytes())
    except (OSError, ValueError):
        return None
    return compiled if isinstance(compiled, dict) and compiled.keys() == {"plain", "index"} else None


def _write(place: Path, compiled: dict[str, Any]) -> None:
    """Write a snapshot whole or not at all, so that two processes that start at once do not hurt each other."""
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", dir=place.parent, suffix=".tmp", delete=False, encoding="utf-8"
        ) as stream:
            json.dump(compiled, stream, ensure_ascii=False, separators=(",", ":"))
        Path(stream.name).replace(place)
