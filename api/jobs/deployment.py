"""What names the cards and the code that play jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import riftcheck.carddb.abilities
from riftcheck import engine, goldfish
from riftcheck.engine.fingerprint import of_sources

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


def engine_of(db: CardDatabase) -> str:
    """Return what a job hangs on: the version of the cards and the code that plays them."""
    return of_sources(riftcheck.carddb.abilities, engine, goldfish, data=db.version)
