"""The fingerprint of the code that plays goldfish games."""

from __future__ import annotations

import riftcheck.carddb.abilities
import riftcheck.engine
import riftcheck.goldfish
from riftcheck.engine.fingerprint import of_sources


def goldfish_fingerprint(cards: str = "") -> str:
    """Return 32 hexadecimal digits for the code that plays goldfish games, and for a version of the cards."""
    return of_sources(riftcheck.engine, riftcheck.goldfish, riftcheck.carddb.abilities, data=cards)
