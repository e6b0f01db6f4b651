"""Commands that are run one after another in this process share the cards and what is compiled of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from riftcheck import carddb
from riftcheck.engine.compile.pool import pool_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool

_load = carddb.load_default
_DATABASES: dict[str, CardDatabase] = {}
_POOLS: dict[tuple[str, str], Pool] = {}


def load_shared(*args: Any) -> CardDatabase:
    """Return the cards as a command loads them; those of the same sources are one database."""
    db = _load(*args)
    return _DATABASES.setdefault(db.version, db)


def compile_shared(db: CardDatabase, **options: Any) -> Pool:
    """Return what is compiled of the cards; it is compiled once for the same sources."""
    key = (db.version, str(options))
    if key not in _POOLS:
        _POOLS[key] = pool_of(db, **options)
    return _POOLS[key]


@pytest.fixture(scope="module", autouse=True)
def _shared_cards() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(carddb, "load_default", load_shared)
        for command in ("play", "lint"):
            patch.setattr(f"riftcheck.cli.{command}.pool_of", compile_shared)
        yield
