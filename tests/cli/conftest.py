"""Commands that are run one after another in this process share the cards and what is compiled of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from riftcheck import carddb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb import CardDatabase

_load = carddb.load_default
_DATABASES: dict[str, CardDatabase] = {}


def load_shared(*args: Any) -> CardDatabase:
    """Return the cards as a command loads them; those of the same sources are one database."""
    db = _load(*args)
    return _DATABASES.setdefault(db.version, db)


@pytest.fixture(scope="module", autouse=True)
def _shared_cards() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(carddb, "load_default", load_shared)
        yield
