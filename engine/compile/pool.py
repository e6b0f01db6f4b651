"""The pool of a database: every card and token that the engine can meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carddb.abilities.loading import abilities_of
from engine.compile.cards import Facts, build

if TYPE_CHECKING:
    from carddb.abilities.heads import CardAbilities
    from carddb.database import CardDatabase
    from carddb.model import Card
    from engine.defs import Pool


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
    )


def pool_of(db: CardDatabase, own_power_is_own: bool = True) -> Pool:
    """Return the pool of all cards of a database.

    :raises CardDataError: if the abilities of a card cannot be read.
    """
    return build((facts_of(card, abilities_of(db, card)) for card in db.cards), own_power_is_own)
