"""Actions that take something off the board, the chain or a hand: kill, banish, return, discard (CR 408-445).

An action that can be replaced builds events and gives them to `perform`: it returns False if a frame was left, and
what it happened to is in `s.result`. The others return what they happened to.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from riftcheck.engine.actions.damage import cause_bits
from riftcheck.engine.board.ability_index import forbids, get_index
from riftcheck.engine.board.active_texts import texts_of
from riftcheck.engine.board.events import DOING, emit, heard, item_id, publish_all
from riftcheck.engine.board.layers import end_until_detached, end_until_left, might
from riftcheck.engine.board.replacements import goes_to, perform
from riftcheck.engine.board.triggers import queue_card, queue_own
from riftcheck.engine.board.zones import (
    DIED_ALONE,
    chain_changed,
    find_card,
    is_alone,
    item_snap,
    put_card,
    recycle_cards,
    remove,
    snapshot,
    take_card,
    touch_all,
)
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import AbilitySet
from riftcheck.engine.model.chain_items import I_CARD, Item
from riftcheck.engine.model.frames import EventFrame, ResolveFrame
from riftcheck.engine.model.objects import Event, Obj
from riftcheck.engine.model.references import card_ref, ref_card

if TYPE_CHECKING:
    from riftcheck.engine.model.objects import Snap
    from riftcheck.engine.model.state import State


def to_trash(s: State, card: int, origin: int) -> bool:
    """Put a card that is nowhere into its owner's trash; False if that was replaced, and it was banished (CR 428.2)."""
    zone = goes_to(s, card, origin)
    put_card(s, card, zone)
    if zone == w.Z_TRASH:
        return True
    emit(s, w.E_BANISH, s.owners[card], card_ref(s, card))
    return False


def note_snap(s: State, o: Obj) -> Snap | None:
    """Let the resolving item look back at an object that it moves away (CR 359.3.e.13); return its record."""
    if s.resolving is None:
        return None
    might(s, o)
    noted = s.resolving.snaps[o.id] = snapshot(o)
    for below, frame in pairwise(s.frames):
        if isinstance(frame, EventFrame) and below.item is not None:
            below.item.snaps[o.id] = noted  # CR 370.1.a.1: its act or cost is replaced by this
    return noted


def where_noted(s: State, ref: int) -> int:
    """Return the reference to the card of what has left, as the resolving item or its event noted it."""
    noted = None if s.resolving is None or ref < w.FIRST_ID else s.resolving.snaps.get(ref)
    return ref if noted is None else noted.ref


def follow_card(s: State, ref: int, card: int) -> None:
    """Let the resolving item hold on to its own card, which it has moved from where `ref` was (CR 359.3.e.13)."""
    item = s.resolving
    if item is not None and item.me == ref:
        item.me = card_ref(s, card)


# --- leaving the board ------------------------------------------------------------------------------------------------


def kill(s: State, refs: list[int], player: int) -> bool:
    """Kill permanents at once (CR 429); `player` is responsible."""
    # CR 412.6: who is told to kill by a spell of another player has not killed with a spell.
    bits = cause_bits(s.resolving) if s.resolving is not None and s.resolving.you == player else 0
    events = [
        Event(w.E_DIE, player, ref, w.NOBODY, s.board[ref].loc, w.NOBODY, bits, item_id(s), None)
        for ref in dict.fromkeys(refs)
        if ref in s.board and s.board[ref].d.types & w.PERMANENT and not s.board[ref].facedown
    ]
    return perform(s, events)


def do_die(s: State, events: list[Event]) -> list[int]:
    """Put the dying into their owners' trashes, all at once, and see what that triggers."""
    pairs = [(s.board[event.subject], event) for event in events if event.subject in s.board]
    leave_all(s, pairs, w.Z_TRASH)
    return [o.id for o, _ in pairs]


def _for_card(s: State, kind: int, event: Event, card: int) -> Event:
    return Event(
        kind, event.player, card_ref(s, card), w.NOBODY, event.loc, w.NOBODY, event.amount, event.item, event.snap
    )


def leave_all(s: State, pairs: list[tuple[Obj, Event]], zone: int, *, bottom: bool = False) -> list[int]:
    """Take objects off the board at once into a zone of their owners, each by its own event, and see what triggers.

    Return the reference to each card in its new zone, -1 for a token. `zone` Z_NOWHERE leaves the cards nowhere, for
    the caller to put.
    """
    leaving: list[tuple[Obj, Event]] = []
    for o, event in pairs:
        might(s, o)
        snap = snapshot(o)
        if s.company and event.kind == w.E_DIE and is_alone(s, o):
            snap.state |= DIED_ALONE  # those that die with it are there still (CR 808.1.d.3)
        full = Event(event.kind, event.player, o.id, w.NOBODY, o.loc, w.NOBODY, event.amount, event.item, snap)
        # CR 429.1.a.1.b, 808.1.d.2: its own abilities are noted before it is put anywhere.
        texts = [*texts_of(s, o), *((text, this) for text, this in o.abilities if isinstance(text, AbilitySet))]
        queue_own(s, o, texts, o.controller, full, snap)
        if full.kind != w.E_LEAVE:
            queue_own(s, o, texts, o.controller, _as_leaving(full), snap)
        leaving.append((o, full))
    refs: list[int] = []
    for o, event in leaving:
        noted = note_snap(s, o)
        if noted is not None and event.snap is not None:
            noted.state = event.snap.state
        remove(s, o)
        _end_links(s, o)
        refs.append(_put_where(s, o, event, zone, bottom=bottom))
        if noted is not None and refs[-1] != w.NOBODY:
            noted.ref = refs[-1]
        if zone == w.Z_TRASH and event.snap is not None and refs[-1] != w.NOBODY:
            event.snap.ref = refs[-1]  # what triggers on the death may find the card where it went (CR 383.3.e.2.b)
    # Recycling is told once for all the cards of an act (CR 417), not for each.
    publish_all(s, [event for _, event in leaving if event.kind != w.E_RECYCLE])
    for o, event in leaving:
        _tell_detached(s, o, event.player)
    if heard(s, w.E_LEAVE):
        publish_all(s, [_as_leaving(event) for _, event in leaving if event.kind != w.E_LEAVE])
    return refs


def _end_links(s: State, o: Obj) -> None:
    """End the effects that last until an object leaves, or until it or the cards under it are detached."""
    end_added(s, o.id)
    end_until_left(s, o.id)
    for card in (o.id, *o.attachments) if o.attached_to >= 0 else o.attachments:
        end_until_detached(s, card)


def end_added(s: State, oid: int) -> None:
    """Take legends that were added while an object is on the board out of the Legend Zone (CR 107.4.d.2)."""
    for p in s.players:
        for o in [s.board[added] for added in p.legends]:
            if any(mod.kind == w.M_ADDED and mod.ref == oid for mod in o.mods):
                leave_all(s, [(o, departure(s, w.E_LEAVE, o.controller, o))], w.Z_LEGENDS)


def _tell_detached(s: State, o: Obj, player: int) -> None:
    """Tell that the cards under an object that has left are detached, where they are still there (CR 719.5)."""
    for card in o.attachments:
        if card in s.board:
            emit(s, w.E_DETACH, player, card, other=o.id, loc=s.board[card].loc)


def _as_leaving(event: Event) -> Event:
    return Event(w.E_LEAVE, event.player, event.subject, w.NOBODY, event.loc, w.NOBODY, 0, event.item, event.snap)


def _put_where(s: State, o: Obj, event: Event, zone: int, *, bottom: bool) -> int:
    if o.card < 0:
        return w.NOBODY
    if zone == w.Z_TRASH and event.kind != w.E_DIE:
        if not to_trash(s, o.card, w.Z_BOARD):
            return w.NOBODY
    elif zone != w.Z_NOWHERE:
        put_card(s, o.card, zone, bottom=bottom)
    if zone == w.Z_TRASH:
        queue_card(s, o.card, o.owner, _for_card(s, w.E_PUT_TRASH, event, o.card))
    return card_ref(s, o.card)


def departure(s: State, kind: int, player: int, o: Obj) -> Event:
    """Return the event of a kind with which an object leaves where it is; `player` is responsible."""
    return Event(kind, player, o.id, w.NOBODY, o.loc, w.NOBODY, 0, item_id(s), None)


def _leave_first(s: State, refs: list[int], kind: int, player: int, zone: int, *, bottom: bool = False) -> list[int]:
    """Take those that are on the board off it at once; return all references as they are afterwards (-1: a token)."""
    pairs = [(s.board[ref], departure(s, kind, player, s.board[ref])) for ref in refs if ref in s.board]
    new = dict(zip((o.id for o, _ in pairs), leave_all(s, pairs, zone, bottom=bottom), strict=True))
    return [new.get(ref, ref) for ref in refs]


def banish(s: State, refs: list[int], player: int) -> list[int]:
    """Banish objects and cards (CR 428); return the references to the banished cards."""
    done: list[int] = []
    refs = list(dict.fromkeys(refs))
    on_board = [ref in s.board for ref in refs]
    for old, ref, was_there in zip(
        refs, _leave_first(s, refs, w.E_BANISH, player, w.Z_BANISHED), on_board, strict=True
    ):
        if was_there:
            done.append(_new_or_old(ref, old))
            continue
        item = _chain_item(s, ref)
        if item is not None:
            item.leave_to = w.Z_BANISHED
            _cease(s, item)
            if item in s.chain and item is not s.resolving:
                s.chain.remove(item)  # CR 428.2: it goes at once, and does not resolve
                leave_chain(s, item)
            done.append(ref)
            continue
        done += _to_zone(s, ref, w.Z_BANISHED, w.E_BANISH, player)
    return done


def _to_zone(s: State, ref: int, zone: int, kind: int, player: int) -> list[int]:
    """Put a card that is not on the board into a zone, which is an event; return it as it is there, if it is a card."""
    card = ref_card(s, where_noted(s, ref))
    if card < 0:
        return []
    take_card(s, card, find_card(s, card))
    put_card(s, card, zone)
    follow_card(s, ref, card)
    emit(s, kind, player, card_ref(s, card))
    return [card_ref(s, card)]


def _new_or_old(new: int, old: int) -> int:
    return new if new != w.NOBODY else old


def _cease(s: State, item: Item) -> None:
    """Let an item that leaves the chain while it resolves do nothing more (CR 359.3.e.15)."""
    for frame in s.frames:
        if isinstance(frame, ResolveFrame) and frame.item is item:
            frame.execution = item.executions


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
    refs = list(dict.fromkeys(refs))
    on_board = [ref in s.board for ref in refs]
    for old, ref, was_there in zip(refs, _leave_first(s, refs, w.E_RETURN, player, w.Z_HAND), on_board, strict=True):
        if was_there:
            done.append(_new_or_old(ref, old))
            continue
        if s.resolving is not None and s.resolving.id == ref:
            # CR 829.1.b.1: told by its own execution, it is not banished for its Flow.
            s.resolving.leave_to = w.Z_HAND
            _cease(s, s.resolving)
            done.append(ref)
            continue
        done += _to_zone(s, ref, w.Z_HAND, w.E_RETURN, player)
    touch_all(s)
    return done


def bring_home(s: State, refs: list[int], player: int) -> bool:
    """Return objects and cards to their owners' hands as an effect does, which can be replaced (CR 370.1)."""
    if w.E_RETURN not in get_index(s).replacements:
        s.result = return_to_hand(s, refs, player)
        return True
    nothing = (w.NOBODY, w.NOBODY, w.NOBODY, 0, item_id(s), None)
    return perform(s, [Event(w.E_RETURN, player, ref, *nothing) for ref in dict.fromkeys(refs)])


def to_champion_zone(s: State, refs: list[int]) -> list[int]:
    """Put cards into their owners' champion zones where these are empty (CR 108.3.c.1)."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        card = o.card if o is not None else ref_card(s, ref)
        if card < 0 or s.players[s.owners[card]].champion:
            continue
        if o is not None:
            leave_all(s, [(o, departure(s, w.E_LEAVE, o.controller, o))], w.Z_CHAMPION)
        else:
            take_card(s, card, find_card(s, card))
            put_card(s, card, w.Z_CHAMPION)
            follow_card(s, ref, card)
        done.append(card_ref(s, card))
    return done


def put(s: State, refs: list[int], zone: int, player: int, *, bottom: bool = False) -> list[int]:
    """Put cards or objects into a zone of their owners; no return (CR 056) to any zone."""
    done: list[int] = []
    refs = list(dict.fromkeys(refs))
    on_board = [ref in s.board for ref in refs]
    left = _leave_first(s, refs, w.E_LEAVE, player, zone, bottom=bottom)
    for old, ref, was_there in zip(refs, left, on_board, strict=True):
        if was_there:
            done.append(_new_or_old(ref, old))
            continue
        card = ref_card(s, where_noted(s, ref))
        if card < 0:
            continue
        origin = find_card(s, card)
        take_card(s, card, origin)
        if zone != w.Z_TRASH:
            put_card(s, card, zone, bottom=bottom)
            follow_card(s, ref, card)
        elif to_trash(s, card, origin):
            follow_card(s, ref, card)
            emit(s, w.E_PUT_TRASH, s.owners[card], card_ref(s, card))
        else:
            continue
        done.append(card_ref(s, card))
    touch_all(s)
    return done


def discard(s: State, cards: list[int], player: int) -> list[int]:
    """Discard cards from a hand (CR 423); return the references to those that came into the trash."""
    held = {card: card_ref(s, card) for card in cards}
    for card in cards:
        take_card(s, card, w.Z_HAND)
    cards = [card for card in cards if to_trash(s, card, w.Z_HAND)]
    for card in cards:
        follow_card(s, held[card], card)
    done = [card_ref(s, card) for card in cards]
    touch_all(s)
    events = [Event(w.E_DISCARD, player, ref, -1, -1, -1, len(cards), item_id(s), None) for ref in done]
    for card, event in zip(cards, events, strict=True):
        queue_card(s, card, player, event)
    publish_all(s, events)
    return done


# --- chain items ------------------------------------------------------------------------------------------------------


def counter(s: State, ref: int, player: int, *, to_hand: bool = False) -> bool:
    """Counter a chain item (CR 426): it does nothing and leaves the chain; its card goes to the trash."""
    for place_, item in enumerate(s.chain):
        if item.id != ref:
            continue
        if _uncounterable(s, item, player):
            return False
        del s.chain[place_]
        if s.resolving is not None:
            # CR 359.3.e.13: what counters it may ask what it was and who controlled it.
            s.resolving.snaps[ref] = item_snap(item, ref)
        emit(s, w.E_COUNTER, player, ref, other=item.you)
        finalized = s.players[item.you].finalized
        if not s.rules.countered_counts_as_played and item.kind == I_CARD and item.card in finalized:
            finalized.remove(item.card)
        leave_chain(s, item, w.Z_HAND if to_hand else w.NOBODY)
        return True
    return False


def _uncounterable(s: State, item: Item, player: int) -> bool:
    """Tell whether a `can't` keeps an item from being countered (CR 054.1): its own, or one of the board."""
    own = [(item, cannot) for cannot in item.d.main.cannots] if item.kind == I_CARD else []
    waiting = [*own, *get_index(s).cannots.get(w.E_COUNTER, ())]
    event = Event(w.E_COUNTER, player, item.id, item.you, -1, -1, 0, item_id(s), None)
    return any(cannot.kind == w.E_COUNTER and forbids(s, env, cannot, event) for env, cannot in waiting)


def leave_chain(s: State, item: Item, zone: int = w.NOBODY) -> None:
    """Put the card of an item that has left the chain where it goes: the trash unless an effect said otherwise."""
    chain_changed(s)
    if item.kind != I_CARD or item.card < 0:
        return
    target = item.leave_to if zone < 0 or item.leave_to != w.Z_TRASH else zone
    if target == w.Z_DECK:
        recycle_cards(s, [item.card])
        return
    if target == w.Z_TRASH:
        to_trash(s, item.card, w.Z_NOWHERE)
        return
    put_card(s, item.card, target)
    if target == w.Z_BANISHED:
        emit(s, w.E_BANISH, item.you, card_ref(s, item.card))


DOING[w.E_DIE] = do_die
DOING[w.E_RETURN] = lambda s, events: return_to_hand(s, [event.subject for event in events], events[0].player)
