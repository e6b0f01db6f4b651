"""The card pool of a database: all cards and tokens, each card compiled when a game needs it."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.loader import abilities_of, load_abilities, overlaid_cards, place_in
from riftcheck.engine.compile.cards import Facts, build, close, compiled, empty_pool, enter
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import CardAbilities
    from riftcheck.carddb.database import CardDatabase
    from riftcheck.carddb.errors import DataProblem
    from riftcheck.carddb.model import Card
    from riftcheck.engine.model.definitions import CardDef, CardText, Pool


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
    return place_in(db, card, made.refused_at, made.unsupported) if made.unsupported else None


REFUSE: Final = "refuse"
SKIP: Final = "skip"
VANILLA: Final = "vanilla"
UNSUPPORTED: Final = (REFUSE, SKIP, VANILLA)


def pool_of(db: CardDatabase, own_power_is_own: bool = True, *, unsupported: str = REFUSE) -> Pool:
    """Return the card pool of a database; calls with the same arguments share one pool.

    A card is compiled when a game, save or scenario first needs it (`Pool.need`). Tokens are compiled at once, because
    every game keeps a history for the events that tokens count. To add cards, create a pool with this one as its base.

    `unsupported` says what becomes of cards that cannot be executed: `refuse` (no game takes them), `skip` (they are
    let in, never playable, and a legend or battlefield does nothing), `vanilla` (units are cost, domains and Might,
    without abilities or keywords; whatever is no unit, and a unit of which a number is unknown, is skipped).

    :raises CardDataError: if the abilities of a token, or of a card of an overlay folder, cannot be read.
    """
    key = ("pool", own_power_is_own, unsupported)
    return db.derived(key, lambda: _filled(db, own_power_is_own, unsupported))


def _filled(db: CardDatabase, own_power_is_own: bool, unsupported: str) -> Pool:
    """Return a pool with the facts of all cards, in the order of the database, and with their compiler."""
    load_abilities(db, overlaid_cards(db))  # reports errors whether or not a deck has the card
    pool = empty_pool()
    cards = db.cards
    for card in cards:
        enter(pool, facts_of(card, None), own_power_is_own)
    close(pool)
    lock = Lock()

    def complete(d: CardDef) -> None:
        with lock:
            if d.text is None:
                d.complete(_text(pool, d, cards[d.index], abilities_of(db, cards[d.index]), unsupported))

    pool.compiler = complete
    tokens = [d for d in pool.defs if d.types & w.TOKEN]
    pool.tokens = frozenset(d.name for d in tokens)
    pool.need(d.index for d in tokens)
    return pool


def _text(pool: Pool, d: CardDef, card: Card, abilities: CardAbilities | None, unsupported: str) -> CardText:
    """Compile a card of a database; if the engine cannot execute it, note how games accept it."""
    text = compiled(pool, d, facts_of(card, abilities))
    if not text.unsupported or unsupported == REFUSE:
        return text
    if unsupported == VANILLA and d.types & w.UNIT and not card.unknown_numbers:
        pool.plain.add(d.index)
        return compiled(pool, d, replace(facts_of(card, None), unsupported=""))
    pool.inert.add(d.index)
    return text
