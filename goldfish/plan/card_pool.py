"""The card pool that all runs with a database share, and the polarities that policies read."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

from riftcheck.carddb.abilities.reader.card import read_abilities
from riftcheck.engine.compile.cards import Facts, add, compiled, enter
from riftcheck.engine.compile.pool import pool_of
from riftcheck.engine.model.definitions import Pool
from riftcheck.goldfish.opponents.scripted import script_cards
from riftcheck.goldfish.policies.base import FILLER
from riftcheck.goldfish.policies.polarity import PolarityTable

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import CardDef


def pool_for(db: CardDatabase, unsupported: str) -> Pool:
    """Return the pool that all runs with a database share: its cards, followed by the cards of scripts.

    No other game can meet or name the cards of a script. The pool contains them from the start, because hidden cards
    are dealt again in the order of the pool. This order must not depend on earlier runs.

    :raises CardDataError: if the abilities of a token cannot be read.
    """
    return db.derived(("pool of runs", unsupported), lambda: _with_scripts(Pool(pool_of(db, unsupported=unsupported))))


def _with_scripts(pool: Pool) -> Pool:
    add(pool, Facts(FILLER, ("Unit",), ("Token",), unsupported="it is only drawn"))
    texts = {enter(pool, facts).index: (facts, text) for facts, text in script_cards()}
    below, lock = pool.compiler, Lock()

    def complete(d: CardDef) -> None:
        if d.index in texts:
            facts, text = texts[d.index]
            with lock:
                if d.text is None:
                    d.complete(compiled(pool, d, replace(facts, abilities=read_abilities(d.name, text))))
        elif below is not None:
            below(d)

    pool.compiler = complete
    return pool


def polarities_of(db: CardDatabase) -> PolarityTable:
    """Return the polarities of the texts of a database, shared by all runs."""
    return db.derived("polarities", lambda: PolarityTable(db))
