"""Tests of the zone in which a card is, or from which it is being played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.zones import find_card
from riftcheck.engine.compile.core.subjects import Unsupported, item_of, owner_of
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.references import ref_card

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb.abilities import phrases as p
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env, Item
    from riftcheck.engine.model.scripts import Legal
    from riftcheck.engine.model.state import State

ZONES = {
    "hand": w.Z_HAND,
    "trash": w.Z_TRASH,
    "deck": w.Z_DECK,
    "rune deck": w.Z_RUNE_DECK,
    "champion zone": w.Z_CHAMPION,
    "banishment": w.Z_BANISHED,
    "extra legends": w.Z_LEGENDS,
}
LISTS: dict[str, Callable[[State, int], list[int]]] = {
    "hand": lambda s, player: s.players[player].hand,
    "trash": lambda s, player: s.players[player].trash,
    "deck": lambda s, player: s.players[player].deck,
    "rune deck": lambda s, player: s.players[player].rune_deck,
    "champion zone": lambda s, player: s.players[player].champion,
    "banishment": lambda s, player: s.players[player].banished,
    "extra legends": lambda s, player: s.players[player].extra_legends,
}


def played_from_elsewhere(ctx: Context, place: p.Place) -> Legal:
    """Return the test that something is played from another zone than one (CR 354); a card elsewhere is in its own."""
    zone = ZONES.get(place.zone or "", w.NOBODY)
    who = None if place.whose == "any" else ctx.who(place.whose or "you")

    def elsewhere(s: State, env: Env, ref: int) -> bool:
        item = item_of(s, ref)
        card = ref_card(s, ref) if item is None else item.card
        if item is None and card < 0:
            return False
        found = find_card(s, card) if item is None else item.zone
        if found != zone:
            return True
        return who is not None and card >= 0 and s.owners[card] not in who(s, env) and not _taken_over(s, env, item)

    return elsewhere


def _taken_over(s: State, env: Env, item: Item | None) -> bool:
    """Return True if an item asks about itself after another player took control of it from its owner.

    CR 135.2.b.7: its present controller counts as the player who finalized it.
    """
    if item is None or item is not env or item.pending or item.card < 0:
        return False
    owner = s.players[s.owners[item.card]]
    return item.card in owner.finalized and item.card not in s.players[item.you].finalized


def in_zone_test(ctx: Context, place: p.Place) -> Legal:
    """Return the test that a card is in a zone, or is being played from it.

    :raises Unsupported: if the engine keeps no list of the zone.
    """
    who = ctx.who(place.whose or "you")
    cards = LISTS.get(place.zone or "")
    if cards is None:
        message = f"the zone {place.zone}"
        raise Unsupported(message)

    zone = ZONES[place.zone or ""]

    def in_zone(s: State, env: Env, ref: int) -> bool:
        item = item_of(s, ref)
        if item is not None:
            # While its price is reckoned a card counts where it is played from (CR 354, 356.4).
            return item.pending and item.zone == zone and owner_of(s, env, ref) in who(s, env)
        card = ref_card(s, ref)
        return card >= 0 and any(card in cards(s, player) for player in who(s, env))

    return in_zone
