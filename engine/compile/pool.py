"""The pool of a database: every card and token that the engine can meet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.loader import abilities_of, place_in
from riftcheck.engine.compile.cards import Facts, build
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import CardAbilities
    from riftcheck.carddb.database import CardDatabase
    from riftcheck.carddb.errors import DataProblem
    from riftcheck.carddb.model import Card
    from riftcheck.engine.model.definitions import Pool


def facts_of(card: Card, abilities: CardAbilities | None) -> Facts:
    """Return a card of the database as the engine takes it."""
    return Facts(
        card.name,
        card.types,
        card.supertypes,
        card.domains,
        card.energy or 0,
        card.power or 0,
        card.might or 0,
        card.might_bonus or 0,
        card.tags,
        equipment=card.equipment,
        abilities=abilities,
        unsupported=card.unsupported or "",
        champion_tag=card.champion_tag or "",
    )


def refusal(db: CardDatabase, card: Card) -> DataProblem | None:
    """Return why the engine cannot play a card that says what it does, with file, line and path; None where it can.

    :raises CardDataError: if the abilities of the card cannot be read.
    """
    abilities = abilities_of(db, card)
    if abilities is None:
        return None
    pool = build([facts_of(card, abilities)])
    made = pool.defs[pool.by_name[card.name]]
    return place_in(db, card, pool.refused[card.name], made.unsupported) if made.unsupported else None


REFUSE: Final = "refuse"
SKIP: Final = "skip"
VANILLA: Final = "vanilla"
UNSUPPORTED: Final = (REFUSE, SKIP, VANILLA)


def pool_of(db: CardDatabase, own_power_is_own: bool = True, *, unsupported: str = REFUSE) -> Pool:
    """Return the pool of all cards of a database.

    `unsupported` says what becomes of cards that cannot be executed: `refuse` (no game takes them), `skip` (they are
    let in, never playable, and a legend or battlefield does nothing), `vanilla` (units are cost, domains and Might,
    without abilities or keywords; whatever is no unit, and a unit of which a number is unknown, is skipped).

    :raises CardDataError: if the abilities of a card cannot be read.
    """
    facts = [facts_of(card, abilities_of(db, card)) for card in db.cards]
    pool = build(facts, own_power_is_own)
    if unsupported == VANILLA:
        unknown = {card.name for card in db.cards if card.unknown_numbers}
        plain = {d.name for d in pool.defs if d.unsupported and d.types & w.UNIT} - unknown
        pool = build(
            (replace(one, abilities=None, unsupported="") if one.name in plain else one for one in facts),
            own_power_is_own,
        )
        pool.plain = frozenset(pool.by_name[name] for name in plain)
    if unsupported != REFUSE:
        pool.inert = frozenset(d.index for d in pool.defs if d.unsupported)
    return pool
