"""The card pool that all runs with a database share, and the polarities that policies read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.compile.cards import Facts, add
from riftcheck.engine.compile.pool import pool_of
from riftcheck.engine.model.definitions import Pool
from riftcheck.goldfish.opponents.scripted import ACTS, MIGHTS, ScriptedPlay, cards_of, spell_name, unit_name
from riftcheck.goldfish.policies.base import FILLER
from riftcheck.goldfish.policies.polarity import PolarityTable

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


def pool_for(db: CardDatabase, unsupported: str) -> Pool:
    """Return the pool of all runs with a database: its cards, and after them those of every script.

    No other game can meet or name the cards of a script. They are there from the beginning, because hidden cards are
    dealt again by their order in the pool, which must not depend on what was played before.

    :raises CardDataError: if the abilities of a token cannot be read.
    """
    return db.derived(("pool of runs", unsupported), lambda: _with_scripts(Pool(pool_of(db, unsupported=unsupported))))


def _with_scripts(pool: Pool) -> Pool:
    steps = (
        *(ScriptedPlay(1, unit_name(might), "base") for might in MIGHTS),
        *(ScriptedPlay(1, spell_name(act), None) for act in ACTS),
    )
    for facts in (Facts(FILLER, ("Unit",), ("Token",), unsupported="it is only drawn"), *cards_of(steps)):
        add(pool, facts)
    return pool


def polarities_of(db: CardDatabase) -> PolarityTable:
    """Return the polarities of the texts of a database, shared by all runs."""
    return db.derived("polarities", lambda: PolarityTable(db))
