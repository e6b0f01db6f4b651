"""The card pool that all runs with a database share, compiled once, and the polarities that policies read."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from riftcheck.engine.compile.cards import Facts, add
from riftcheck.engine.compile.pool import pool_of
from riftcheck.goldfish.opponents.scripted import ACTS, MIGHTS, ScriptedPlay, cards_of, spell_name, unit_name
from riftcheck.goldfish.policies.base import FILLER
from riftcheck.goldfish.policies.polarity import PolarityTable

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool


@lru_cache(maxsize=4)
def pool_for(db: CardDatabase, unsupported: str) -> Pool:
    """Return the pool that all runs with a database share, which nothing is added to afterwards.

    It has the cards of every script: no other game can meet or name them, and were they added with the first script
    that plays them, their order, by which hidden cards are dealt anew, would hang on what was played before.
    """
    pool = pool_of(db, unsupported=unsupported)
    steps = (
        *(ScriptedPlay(1, unit_name(might), "base") for might in MIGHTS),
        *(ScriptedPlay(1, spell_name(act), None) for act in ACTS),
    )
    for facts in (Facts(FILLER, ("Unit",), ("Token",), unsupported="it is only drawn"), *cards_of(steps)):
        add(pool, facts)
    return pool


@lru_cache(maxsize=4)
def polarities_of(db: CardDatabase) -> PolarityTable:
    """Return the polarities of the texts of a database, shared by all runs."""
    return PolarityTable(db)
