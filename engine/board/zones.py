"""Zones (CR 105-108, 124): the only functions that move a card or an object. They keep every index and counter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.index_updates import cards_moved, with_arrival, with_departure
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import Obj, Snap
from riftcheck.engine.model.references import FOR_NOBODY, FOR_OWNER, card_def
from riftcheck.engine.model.rng import shuffle

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.state import State

DOMAIN_PLACE: Final = {1: 0, 2: 1, 4: 2, 8: 3, 16: 4, 32: 5}
# What counts as a change into a zone whose cards not everybody may see (CR 128).
_ENTRY: Final = {w.Z_HAND: 1 + FOR_OWNER, w.Z_DECK: 1 + FOR_NOBODY, w.Z_RUNE_DECK: 1 + FOR_NOBODY}


def zone_list(s: State, player: int, zone: int) -> list[int]:
    """Return the list of cards of a player's zone off the board."""
    p = s.players[player]
    if zone == w.Z_HAND:
        return p.hand
    if zone == w.Z_DECK:
        return p.deck
    if zone == w.Z_TRASH:
        return p.trash
    if zone == w.Z_BANISHED:
        return p.banished
    if zone == w.Z_CHAMPION:
        return p.champion
    if zone == w.Z_LEGENDS:
        return p.extra_legends
    return p.rune_deck


def find_card(s: State, card: int) -> int:
    """Return the zone off the board in which a card is, or -1."""
    p = s.players[s.owners[card]]
    for zone, cards in (
        (w.Z_HAND, p.hand),
        (w.Z_TRASH, p.trash),
        (w.Z_DECK, p.deck),
        (w.Z_BANISHED, p.banished),
        (w.Z_CHAMPION, p.champion),
        (w.Z_RUNE_DECK, p.rune_deck),
        (w.Z_LEGENDS, p.extra_legends),
    ):
        if card in cards:
            return zone
    return -1


def take_card(s: State, card: int, zone: int) -> None:
    """Take a card out of its owner's zone."""
    zone_list(s, s.owners[card], zone).remove(card)
    _moved(s, card)


def take_top(s: State, deck: list[int]) -> int:
    """Take the top card out of a deck, as `take_card` does it, and return it."""
    card = deck.pop()
    _moved(s, card)
    return card


def draw_top(s: State, player: int) -> int:
    """Take the top card of a player's deck into their hand, as `take_card` and `put_card` do it, and return it."""
    p = s.players[player]
    card = p.deck.pop()
    p.hand.append(card)
    _moved(s, card, 2 + FOR_OWNER)  # two changes of zone (CR 124)
    return card


def put_card(s: State, card: int, zone: int, bottom: bool = False) -> None:
    """Put a card that is nowhere into a zone of its owner (CR 056): on top, or at the bottom of a deck."""
    cards = zone_list(s, s.owners[card], zone)
    if bottom:
        cards.insert(0, card)
    else:
        cards.append(card)
    _moved(s, card, _ENTRY.get(zone, 1))


def _moved(s: State, card: int, entry: int = 1) -> None:
    s.entries[card] += entry
    if s.wide:
        touch_game(s)  # passives may count the cards of a zone
    if s.offboard and s.index is not None and s.pool.defs[s.card_defs[card]].main.offboard:
        cards_moved(s)


# The bits of a record's state that say that the object lay facedown; that it died, and was alone then.
WAS_FACEDOWN: Final = 32
DIED_ALONE: Final = 64


def snapshot(o: Obj) -> Snap:
    """Return the record of an object as it is now, for reading after it has left."""
    state = (1 if o.exhausted else 0) | (2 if o.stunned else 0) | (4 if o.damage else 0) | (8 if o.empowered else 0)
    state |= (16 if o.attachments else 0) | (WAS_FACEDOWN if o.facedown else 0)
    return Snap(o.id, o.card, o.d, o.owner, o.controller, o.loc, o.might, o.kw, o.tags, o.buffs, o.role, state, o.notes)


def item_snap(item: Item, ref: int) -> Snap:
    """Return the record of a chain item, for reading after it has left; `ref` leads to what it is then."""
    d = item.d
    return Snap(ref, item.card, d, item.you, item.you, w.NOBODY, d.might, d.kw, d.tags, 0, 0, 0)


def new_object(s: State, card: int, d: CardDef, owner: int, controller: int, loc: int) -> Obj:
    """Make an object on the board, with a fresh id, and place it; it enters as the caller then says."""
    oid = s.next_id
    s.next_id = oid + 1
    o = Obj(oid, card, d, owner, controller, loc)
    o.turn = s.turn
    s.board[oid] = o
    types = d.types
    if types & w.RUNE:
        p = s.players[controller]
        p.runes.append(oid)
        p.rune_count[DOMAIN_PLACE[d.domains]] += 1
        p.ready_runes += 1
        if s.wide:
            touch_game(s)
    else:
        place(s, o, loc)
        s.dirty |= w.DIRTY_PRESENCE
    s.cleanup_stamp = -1
    if not with_arrival(s, o):
        changed(s, o)
    return o


def changed(s: State, o: Obj) -> None:
    """Note that an object came, left, or has other abilities than before."""
    o.seen = -1
    s.cleanup_stamp = -1
    if not o.d.main.empty or o.mods or o.attachments or not o.d.effect.abilities.empty or o.d.effect.kw:
        s.index = None
        s.stamp += 1
    elif s.index is not None and s.index.tied:
        s.stamp += 1


def touch(s: State, o: Obj) -> None:
    """Note a change of an object on which its Might or abilities, or those of others, may depend."""
    o.seen = -1
    s.cleanup_stamp = -1
    if s.index is None or s.index.tied:
        s.stamp += 1


def touch_all(s: State) -> None:
    """Note a change of the board or the game at large that passive abilities may read."""
    if s.index is None or s.index.wide or s.index.tied:
        s.stamp += 1


def touch_game(s: State) -> None:
    """Note a change of the game away from the board (cards elsewhere, phases) that passive abilities may read."""
    if s.wide:
        # CR 319.2, 319.7: a state that a passive ability gives a unit is a status of it (CR 124.2).
        s.dirty |= w.DIRTY_STATUS
        if s.index is None or s.index.wide:
            s.stamp += 1


def chain_changed(s: State) -> None:
    """Note that an item came onto the chain, left it, or is no longer pending."""
    s.dirty |= w.DIRTY_CHAIN
    if s.index is None or s.index.counting:
        s.stamp += 1


def place(s: State, o: Obj, loc: int) -> None:
    """Put an object among those at a location."""
    o.loc = loc
    if loc < 0:
        return
    at = s.locs[loc]
    types = o.d.types
    if o.facedown:
        at.facedown.append(o.id)
    elif types & w.UNIT:
        at.units.append(o.id)
    elif types & w.GEAR:
        at.gear.append(o.id)


def displace(s: State, o: Obj) -> None:
    """Take an object from among those at its location."""
    if o.loc < 0:
        return
    at = s.locs[o.loc]
    types = o.d.types
    if o.facedown:
        at.facedown.remove(o.id)
    elif types & w.UNIT:
        at.units.remove(o.id)
    elif types & w.GEAR:
        at.gear.remove(o.id)


def relocate(s: State, o: Obj, loc: int) -> None:
    """Put an object and its attachments at another location; not a move by itself (CR 448.1, 719.3.a)."""
    displace(s, o)
    place(s, o, loc)
    for attached in o.attachments:
        a = s.board[attached]
        displace(s, a)
        place(s, a, loc)
    s.dirty |= w.DIRTY_PRESENCE
    o.seen = -1
    s.cleanup_stamp = -1
    if s.index is None or s.index.layered:
        s.stamp += 1


def remove(s: State, o: Obj) -> None:
    """Take an object off the board; attached cards detach and stay where it was last (CR 719.5, 436.4.b)."""
    s.cleanup_stamp = -1
    if not with_departure(s, o):
        changed(s, o)
    displace(s, o)
    del s.board[o.id]
    if o.d.types & w.RUNE:
        p = s.players[o.controller]
        p.runes.remove(o.id)
        p.rune_count[DOMAIN_PLACE[o.d.domains]] -= 1
        if not o.exhausted:
            p.ready_runes -= 1
        touch_game(s)
        return
    if o.d.types & w.LEGEND:
        p = s.players[o.controller]
        p.legends = tuple(other for other in p.legends if other != o.id)
    for attached in o.attachments:
        a = s.board[attached]
        a.attached_to = w.NOBODY
        changed(s, a)
        s.index = None
    if o.attached_to >= 0:
        top = s.board.get(o.attached_to)
        if top is not None:
            top.attachments = tuple(other for other in top.attachments if other != o.id)
            touch(s, top)
            s.index = None
            s.stamp += 1
    s.dirty |= w.DIRTY_PRESENCE


def set_exhausted(s: State, o: Obj, exhausted: bool) -> bool:
    """Exhaust or ready an object; return whether that changed anything (CR 415.1.c, 416.1.c)."""
    if o.exhausted == exhausted:
        return False
    o.exhausted = exhausted
    if o.d.types & w.RUNE:
        s.players[o.controller].ready_runes += -1 if exhausted else 1
        if s.wide:
            touch_game(s)
    else:
        s.dirty |= w.DIRTY_STATUS
        touch(s, o)
    return True


def recycle_cards(s: State, cards: list[int]) -> None:
    """Put cards that are nowhere at the bottom of their owners' decks, each owner's in random order (CR 417.5)."""
    if len(cards) > 1:
        cards = cards[:]
        shuffle(s.rng, cards)
    for card in cards:
        rune = card_def(s, card).types & w.RUNE
        put_card(s, card, w.Z_RUNE_DECK if rune else w.Z_DECK, bottom=True)


def units_at(s: State, loc: int) -> list[Obj]:
    """Return the units at a location in order of arrival."""
    board = s.board
    return [board[oid] for oid in s.locs[loc].units]


def base_of(player: int) -> int:
    """Return the location that is a player's base."""
    return player


def battlefields(s: State) -> range:
    """Return the locations that are battlefields."""
    return range(len(s.players), len(s.locs))


def units_of(s: State, player: int, loc: int) -> list[int]:
    """Return the units that a player controls at a location."""
    return [oid for oid in s.locs[loc].units if s.board[oid].controller == player]


def is_alone(s: State, o: Obj) -> bool:
    """CR 740.2.a: no other friendly unit is at its location."""
    if o.loc < 0:
        return False
    team = s.team[o.controller]
    return not any(oid != o.id and s.team[s.board[oid].controller] == team for oid in s.locs[o.loc].units)


def has_units(s: State, player: int, loc: int) -> bool:
    """Tell whether a player controls a unit at a location."""
    board = s.board
    for oid in s.locs[loc].units:  # noqa: SIM110 - asked at every cleanup; a generator costs twice as much
        if board[oid].controller == player:
            return True
    return False
