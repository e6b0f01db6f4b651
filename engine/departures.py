"""What takes something off the board, the chain or a hand: kill, banish, return, recycle, put, discard, counter (CR 407-444).

An action that can be replaced builds events and gives them to `perform`: it returns False if a frame was left, and
what it happened to is in `s.result`. The others return what they happened to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import words as w
from engine.damage import cause_bits
from engine.events import DOING, emit, item_id, perform, publish
from engine.index import get_index, texts_of
from engine.items import I_CARD, Item
from engine.layers import might
from engine.objects import Event, Obj
from engine.texts import AbilitySet
from engine.triggering import queue_card, queue_own
from engine.zones import (
    any_card,
    card_ref,
    find_card,
    put_card,
    recycle_cards,
    ref_card,
    remove,
    snapshot,
    take_card,
    touch_all,
)

if TYPE_CHECKING:
    from engine.state import State


def note_snap(s: State, o: Obj) -> None:
    """Let the resolving item look back at an object that it moves away (CR 359.3.e.13)."""
    if s.resolving is not None:
        might(s, o)
        s.resolving.snaps[o.id] = snapshot(s, o)


# --- leaving the board --------------------------------------------------------------------------------------------------


def kill(s: State, refs: list[int], player: int) -> bool:
    """Kill permanents at once (CR 428); `player` is responsible."""
    item = s.resolving
    bits = cause_bits(item)
    events = [
        Event(w.E_DIE, player, ref, w.NOBODY, s.board[ref].loc, w.NOBODY, bits, item_id(s), None)
        for ref in refs
        if ref in s.board and s.board[ref].d.types & w.PERMANENT and not s.board[ref].facedown
    ]
    return perform(s, events)


def do_die(s: State, events: list[Event]) -> list[int]:
    """Put the dying into their owners' trashes, all at once, and see what that triggers."""
    dying: list[tuple[Event, Obj]] = []
    for event in events:
        o = s.board.get(event.subject)
        if o is None:
            continue
        might(s, o)
        snap = snapshot(s, o)
        full = Event(w.E_DIE, event.player, o.id, w.NOBODY, o.loc, w.NOBODY, event.amount, event.item, snap)
        # CR 428.1.a.1.b, 808.1.d.2: its own abilities are noted before it is put into the trash.
        texts = [*texts_of(s, o), *((text, this) for text, this in o.abilities if isinstance(text, AbilitySet))]
        queue_own(s, o, texts, o.controller, full, snap)
        _queue_leave(s, o, texts, full)
        dying.append((full, o))
    for event, o in dying:
        note_snap(s, o)
        remove(s, o)
        if o.card >= 0:
            put_card(s, o.card, w.Z_TRASH)
            queue_card(s, o.card, o.owner, _for_card(s, w.E_PUT_TRASH, event, o.card))
    for event, _ in dying:
        publish(s, event)
        _publish_leave(s, event)
    return [o.id for _, o in dying]


def _for_card(s: State, kind: int, event: Event, card: int) -> Event:
    return Event(
        kind, event.player, card_ref(s, card), w.NOBODY, event.loc, w.NOBODY, event.amount, event.item, event.snap
    )


def _queue_leave(s: State, o: Obj, texts: list[tuple[AbilitySet, int]], event: Event) -> None:
    if event.snap is None:
        return
    leave = Event(w.E_LEAVE, event.player, o.id, w.NOBODY, o.loc, w.NOBODY, 0, event.item, event.snap)
    queue_own(s, o, texts, o.controller, leave, event.snap)


def _publish_leave(s: State, event: Event) -> None:
    if w.E_LEAVE in s.pool.asked or get_index(s).triggers.get(w.E_LEAVE) is not None or s.log is not None:
        publish(s, Event(w.E_LEAVE, event.player, event.subject, -1, event.loc, -1, 0, event.item, event.snap))


def leave(s: State, o: Obj, kind: int, player: int, zone: int, *, bottom: bool = False) -> int:
    """Take one object off the board into a zone of its owner; return the reference to the card, or -1 (a token)."""
    might(s, o)
    snap = snapshot(s, o)
    event = Event(kind, player, o.id, w.NOBODY, o.loc, w.NOBODY, 0, item_id(s), snap)
    texts = texts_of(s, o)
    queue_own(s, o, texts, o.controller, event, snap)
    _queue_leave(s, o, texts, event)
    note_snap(s, o)
    remove(s, o)
    ref = w.NOBODY
    if o.card >= 0:
        put_card(s, o.card, zone, bottom=bottom)
        ref = card_ref(s, o.card)
    publish(s, event)
    _publish_leave(s, event)
    return ref


def banish(s: State, refs: list[int], player: int) -> list[int]:
    """Banish objects and cards (CR 427); return the references to the banished cards."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is not None:
            done.append(_new_or_old(leave(s, o, w.E_BANISH, player, w.Z_BANISHED), ref))
            continue
        item = _chain_item(s, ref)
        if item is not None:
            item.leave_to = w.Z_BANISHED
            done.append(ref)
            continue
        card = ref_card(s, ref)
        if card < 0:
            continue
        take_card(s, card, find_card(s, card))
        put_card(s, card, w.Z_BANISHED)
        emit(s, w.E_BANISH, player, card_ref(s, card))
        done.append(card_ref(s, card))
    return done


def _new_or_old(new: int, old: int) -> int:
    return new if new != w.NOBODY else old


def _chain_item(s: State, ref: int) -> Item | None:
    if ref < w.FIRST_ID:
        return None
    if s.resolving is not None and s.resolving.id == ref:
        return s.resolving
    for item in s.chain:
        if item.id == ref:
            return item
    return None


def return_to_hand(s: State, refs: list[int], player: int) -> list[int]:
    """Return objects and cards to their owners' hands (CR 056); a token ceases to exist (CR 186.1)."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is not None:
            done.append(_new_or_old(leave(s, o, w.E_RETURN, player, w.Z_HAND), ref))
            continue
        card = ref_card(s, ref)
        if card < 0:
            continue
        take_card(s, card, find_card(s, card))
        put_card(s, card, w.Z_HAND)
        emit(s, w.E_RETURN, player, card_ref(s, card))
        done.append(card_ref(s, card))
    touch_all(s)
    return done


def to_champion_zone(s: State, refs: list[int]) -> list[int]:
    """Put cards into their owners' champion zones where these are empty (CR 108.3.c.1)."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        card = o.card if o is not None else ref_card(s, ref)
        if card < 0 or s.players[s.owners[card]].champion:
            continue
        if o is not None:
            leave(s, o, w.E_RETURN, o.controller, w.Z_CHAMPION)
        else:
            take_card(s, card, find_card(s, card))
            put_card(s, card, w.Z_CHAMPION)
        done.append(card_ref(s, card))
    return done


def recycle(s: State, refs: list[int], player: int) -> list[int]:
    """Recycle objects and cards (CR 416): to the bottom of their owners' decks, several in random order."""
    cards: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is not None:
            if o.d.types & w.RUNE:
                _recycle_rune(s, o, player)
                continue
            new = leave(s, o, w.E_RECYCLE, player, w.Z_BANISHED)
            if new == w.NOBODY:
                continue
            card = ref_card(s, new)
            take_card(s, card, w.Z_BANISHED)
        else:
            card = ref_card(s, ref)
            if card < 0:
                continue
            take_card(s, card, find_card(s, card))
        cards.append(card)
    recycle_cards(s, cards)
    done = [card_ref(s, card) for card in cards]
    own = sum(1 for card in cards if s.owners[card] == player)
    if cards:
        # CR 416.1.c: who recycles to "your" deck is asked of the owner; `amount` counts the actor's own cards.
        emit(s, w.E_RECYCLE, player, done[0], amount=own)
        touch_all(s)
    return done


def _recycle_rune(s: State, o: Obj, player: int) -> None:
    remove(s, o)
    if o.card >= 0:
        put_card(s, o.card, w.Z_RUNE_DECK, bottom=True)
        emit(s, w.E_RECYCLE, player, card_ref(s, o.card), amount=-1)


def put(s: State, refs: list[int], zone: int, *, bottom: bool = False) -> list[int]:
    """Put cards or objects into a zone of their owners."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is not None:
            new = leave(s, o, w.E_RETURN if zone == w.Z_HAND else w.E_LEAVE, o.controller, zone, bottom=bottom)
            if new != w.NOBODY:
                done.append(new)
            continue
        card = ref_card(s, ref)
        if card < 0:
            continue
        take_card(s, card, find_card(s, card))
        put_card(s, card, zone, bottom=bottom)
        if zone == w.Z_TRASH:
            emit(s, w.E_PUT_TRASH, s.owners[card], card_ref(s, card))
        done.append(card_ref(s, card))
    touch_all(s)
    return done


def discard(s: State, cards: list[int], player: int) -> list[int]:
    """Discard cards from a hand (CR 422); return the references to them in the trash."""
    done: list[int] = []
    for card in cards:
        take_card(s, card, w.Z_HAND)
        put_card(s, card, w.Z_TRASH)
        done.append(card_ref(s, card))
    touch_all(s)
    for card, ref in zip(cards, done, strict=True):
        event = Event(w.E_DISCARD, player, ref, -1, -1, -1, len(cards), item_id(s), None)
        queue_card(s, card, player, event)
        publish(s, event)
    return done


# --- chain items ---------------------------------------------------------------------------------------------------------


def counter(s: State, ref: int, player: int, *, to_hand: bool = False) -> bool:
    """Counter a chain item (CR 425): it does nothing and leaves the chain; its card goes to the trash."""
    for place_, item in enumerate(s.chain):
        if item.id != ref:
            continue
        del s.chain[place_]
        emit(s, w.E_COUNTER, player, ref, other=item.you)
        leave_chain(s, item, w.Z_HAND if to_hand else w.NOBODY)
        return True
    return False


def leave_chain(s: State, item: Item, zone: int = w.NOBODY) -> None:
    """Put the card of an item that has left the chain where it goes: the trash unless an effect said otherwise."""
    s.dirty |= w.DIRTY_CHAIN
    if item.kind != I_CARD or item.card < 0:
        return
    target = item.leave_to if zone < 0 or item.leave_to != w.Z_TRASH else zone
    if target == w.Z_DECK:
        recycle_cards(s, [item.card])
        return
    put_card(s, item.card, target)
    if target == w.Z_BANISHED:
        emit(s, w.E_BANISH, item.you, card_ref(s, item.card))


def physical(s: State, ref: int) -> int:
    """Return the physical card behind a reference (see `engine.zones.any_card`)."""
    return any_card(s, ref)


DOING[w.E_DIE] = do_die


def kill_by_damage(s: State, refs: list[int]) -> bool:
    """Kill units for lethal damage; the kill is that of whoever dealt the damage (CR 428.5.c)."""
    return perform(
        s,
        [
            Event(w.E_DIE, o.hurt_by, o.id, w.NOBODY, o.loc, w.NOBODY, o.hurt_bits, o.hurt_item, None)
            for o in (s.board[ref] for ref in refs)
        ],
    )
