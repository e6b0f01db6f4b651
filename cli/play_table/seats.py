"""The seats of a game from lists on the command line, with the cards that the engine cannot execute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riftcheck.cli.inputs import STANDARD_INPUT, read_one
from riftcheck.cli.options import Refused
from riftcheck.cli.unplayable import unplayable_refusal
from riftcheck.cli.unsupported import unsupported_refusal
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import NotPlayableError, zones_for_play
from riftcheck.engine.compile.pool import REFUSE
from riftcheck.engine.flow.setup import MODES
from riftcheck.engine.game import GameDeck
from riftcheck.engine.model.definitions import refused_cards
from riftcheck.engine.registration import Registered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.simulation import PlayZones
    from riftcheck.engine.model.definitions import Pool

MATCH: Final = "match"


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of a game: a deck for each, and the substitutes of cards that cannot be executed."""

    decks: tuple[Registered, ...]
    skipped: tuple[str, ...] = ()
    vanilla: tuple[str, ...] = ()


def read_seats(sources: Sequence[str], mode: str, unsupported: str, pool: Pool, db: CardDatabase) -> Seats:
    """Return the decks of the lists by seat; fewer lists than seats go around again.

    :raises Refused: if a list cannot be read or played, or there are more lists than seats.
    """
    count = MODES[mode].players
    if not sources:
        raise Refused(f"Give a LIST to play with: one for every player, or up to {count} for each seat of {mode}.")
    if len(sources) > count:
        raise Refused(f"{mode} is played by {count} players; {len(sources)} lists were given.")
    if list(sources).count(STANDARD_INPUT) > 1:
        raise Refused("Standard input can be read once; give - once.")
    zones = [_zones(source, db) for source in sources]
    stand_ins = [_stand_ins(source, one, mode, unsupported, pool) for source, one in zip(sources, zones, strict=True)]
    decks = [_registered(one, mode) for one in zones]
    names = list(dict.fromkeys(name for found in stand_ins for name in found))
    skipped = tuple(name for name in names if pool.definition(name).unsupported)
    vanilla = tuple(name for name in names if name not in skipped)
    return Seats(tuple(decks[seat % len(decks)] for seat in range(count)), skipped, vanilla)


def _zones(source: str, db: CardDatabase) -> PlayZones:
    deck = resolve(read_one(source, db).parsed.deck, db)
    try:
        return zones_for_play(deck)
    except NotPlayableError as error:
        raise unplayable_refusal(source, error.problems, deck, db) from None


def _registered(zones: PlayZones, mode: str) -> Registered:
    deck = GameDeck(zones.main, zones.runes, zones.battlefields, zones.legend, zones.champion, zones.extra_legends)
    return Registered(deck, zones.sideboard if mode == MATCH else ())


def _stand_ins(source: str, zones: PlayZones, mode: str, unsupported: str, pool: Pool) -> list[str]:
    """Return the cards of a list that no game can execute as they are.

    :raises Refused: with each and why, where nothing was said to stand in for them.
    """
    single = [name for name in (zones.legend, zones.champion) if name is not None]
    used = [*single, *zones.extra_legends, *zones.battlefields, *zones.main]
    used += zones.sideboard if mode == MATCH else ()
    found = [name for name in dict.fromkeys(used) if _has_stand_in(pool, name)]
    if found and unsupported == REFUSE:
        raise unsupported_refusal(source, refused_cards(pool, found))
    return found


def _has_stand_in(pool: Pool, name: str) -> bool:
    d = pool.definition(name)
    return bool(d.unsupported) or d.index in pool.plain
