"""Loading: from a compiled snapshot where one fits the sources, else from the sources, leaving a snapshot behind.

A snapshot is JSON in the user's cache folder (RIFTCHECK_CACHE moves it), named by the hash of the sources and of the
code that read them. Nothing in it is run, a damaged one is made anew, and a folder that cannot be written is no fault.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import platformdirs

from riftcheck.carddb import names, sources
from riftcheck.carddb.database import CardDatabase
from riftcheck.carddb.errors import CardDataError

if TYPE_CHECKING:
    from collections.abc import Sequence

_LOG: Final = logging.getLogger("carddb")
_CODE: Final = ("entries.py", "layers.py", "names.py", "schemas.py", "snapshot.py", "sources.py", "strict_yaml.py")


def load(
    folders: Sequence[Path | str] = (), *, synced: Path | None = None, without: Path | None = None
) -> CardDatabase:
    """Return the shipped database with the YAML of further folders laid over it, in their order.

    `synced` is a folder that `cards sync` wrote: it lies under the shipped data, which wins wherever both know a card.
    `without` is a file of these folders that is left out.

    :raises CardDataError: if a folder or a file in it cannot be used; it lists every fault.
    """
    below = [] if synced is None else [synced]
    layers = sources.files([*below, sources.SHIPPED, *map(Path, folders)])
    if without is not None:
        layers = [[source for source in layer if source.name != str(without)] for layer in layers]
    version = sources.fingerprint(layers)
    place = _place(version)
    compiled = _read(place)
    if compiled is None:
        from riftcheck.carddb.layers import merge  # noqa: PLC0415 - a snapshot needs no YAML and no schemas

        plain = merge(layers)
        compiled = {"plain": plain, "index": names.index(plain["cards"])}
        _write(place, compiled)
    return CardDatabase(compiled["plain"], compiled["index"], version[:12])


def load_default(folders: Sequence[Path | str] = ()) -> CardDatabase:
    """Return the shipped database with the synced cards, the folders of RIFTCHECK_CARDS, and further folders.

    A synced overlay that no longer fits is left out with a warning in the log: it can be fetched again.

    :raises CardDataError: if the data of a folder cannot be used.
    """
    chosen = [*setting_folders(), *map(Path, folders)]
    overlay = user_overlay()
    if overlay.is_dir():
        try:
            return load(chosen, synced=overlay)
        except CardDataError as error:
            db = load(chosen)  # a fault that is not in the synced cards is raised here
            _LOG.warning("the synced cards do not fit and are left out; sync again: %s", error.problems[0])
            return db
    return load(chosen)


def user_overlay() -> Path:
    """Return the folder into which `cards sync` writes, in the user's data folder."""
    return Path(platformdirs.user_data_dir("riftcheck", appauthor=False)) / "cards"


def setting_folders() -> list[Path]:
    """Return the folders of RIFTCHECK_CARDS."""
    return [Path(folder) for folder in os.environ.get("RIFTCHECK_CARDS", "").split(os.pathsep) if folder]


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
            stream.write(json.dumps(compiled, ensure_ascii=False, separators=(",", ":")))  # `dump` is a tenth as fast
        Path(stream.name).replace(place)
