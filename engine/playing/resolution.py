"""Resolving chain items (CR 340, 359): permanents enter, spells and abilities run their scripts.

A script that asks in the middle leaves its place in the frame: the next instruction, the execution (Repeat), and what
that instruction needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.actions.departures import leave_chain, where_noted
from riftcheck.engine.actions.status import contest
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.as_abilities import acts_within, start_as
from riftcheck.engine.board.events import COPYING, DOING, TURNING, UNDOING, emit, item_id
from riftcheck.engine.board.layers import ENTERS_EXHAUSTED, ENTERS_READY, enters, own_statics
from riftcheck.engine.board.might_changes import notice_all
from riftcheck.engine.board.replacements import perform
from riftcheck.engine.board.triggers import append_item, start_placing
from riftcheck.engine.board.zones import chain_changed, find_card, item_snap, new_object, set_exhausted, take_card
from riftcheck.engine.costs.total_cost import base_energy
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_ACTIVATED, I_CARD, Item, only_adds
from riftcheck.engine.model.decisions import Option, ask, take
from riftcheck.engine.model.frames import FinalizeFrame, ResolveFrame
from riftcheck.engine.model.objects import OWN_NAME, PLAYED, Event, Mod
from riftcheck.engine.model.references import card_ref, ref_card

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Grant
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.state import State


def start_resolve(s: State, item: Item) -> ResolveFrame:
    """Leave and return a frame that resolves an item."""
    frame = ResolveFrame(item=item)
    s.frames.append(frame)
    return frame


def step_resolve(s: State, f: ResolveFrame) -> None:
    """Go on resolving until the item is done, asks, or leaves a frame for something of its own."""
    item = f.item
    assert item is not None
    s.resolving = item
    if item.kind == I_CARD and item.d.types & w.PERMANENT:
        _enter(s, f, item)
        return
    if f.offered == 0 and not _late_offer(s, f, item):
        return
    if f.instruction and s.rules.adds_at_once and _pauses(s, item):
        return
    if _run(s, f, item):
        _finish(s, item)


def _pauses(s: State, item: Item) -> bool:
    """Let an Add ability that has triggered meanwhile be finalized and resolve first (CR 430.2, 430.2.a)."""
    for other in s.chain:
        if other.pending and other is not item and only_adds(other):
            s.frames.append(FinalizeFrame(item=other))
            return True
    return False


def _late_offer(s: State, f: ResolveFrame, item: Item) -> bool:
    """Before 1.4 a leading "you may" is asked when the trigger resolves."""
    if s.rules.may_at_finalize or item.trigger is None or not item.trigger.may or item.trigger.cost is not None:
        f.offered = 1
        return True
    if s.answer is None:
        options: list[Option] = [(w.O_YES, 0, 0), (w.O_NO, 0, 0)]
        if ask(s, item.you, w.D_YES_NO, options, 1, 1, item.id, "may"):
            return False
    f.offered = 1
    if take(s)[0][0] == w.O_NO:
        _finish(s, item)
        return False
    return True


def _run(s: State, f: ResolveFrame, item: Item) -> bool:
    """Run instructions; return whether all executions are done."""
    script = item.script
    if script is None:
        return True
    ops = script.ops
    count = len(ops)
    while f.execution < item.executions:
        while f.instruction < count and f.execution < item.executions:
            following = ops[f.instruction](s, f, item)
            if following >= 0:
                f.instruction = following
                f.step = 0
                if f.data:
                    f.data = []
                if s.crossings and s.winner < 0:
                    notice_all(s)
            if s.winner >= 0 or s.waiting or s.frames[-1] is not f:
                return False
            if s.triggered and following >= 0 and not acts_within(item):
                start_placing(s)  # CR 402.1, 337.1.b: on the chain at once, before what a later instruction triggers
                return False
        f.instruction = 0
        f.execution += 1
    return True


def _finish(s: State, item: Item) -> None:
    """Clear a resolved item from the chain, and note that it was played or used (CR 377.2.a, 420.4.a)."""
    s.frames.pop()
    s.resolving = None
    if not only_adds(item):
        s.prio = w.NOBODY
    for place, other in enumerate(s.chain):
        if other is item:
            del s.chain[place]
            break
    else:
        chain_changed(s)
        return
    leave_chain(s, item)
    if item.kind == I_CARD:
        in_trash = item.card >= 0 and item.card in s.players[s.owners[item.card]].trash
        emit(
            s,
            w.E_PLAY,
            item.you,
            item.id,
            loc=w.NOBODY,
            origin=item.zone,
            amount=item.paid_energy,
            snap=item_snap(item, card_ref(s, item.card) if in_trash else item.id),
        )
    elif item.kind == I_ACTIVATED:
        # CR 359.3.e.12: whoever waits for it still knows what it was that has paid with itself.
        waited = item.snaps and w.E_USE in get_index(s).triggers
        snap = item.snaps.get(item.me) if waited else None
        emit(s, w.E_USE, item.you, item.me, other=item.id, amount=base_energy(s, item), snap=snap)


# --- permanents -------------------------------------------------------------------------------------------------------


def _enter(s: State, f: ResolveFrame, item: Item) -> None:
    """Let a permanent enter the board (CR 359.2): a unit exhausted, gear ready, unless something says otherwise."""
    if f.step == 0:
        f.step = 1
        f.data = _arrive(s, item)
        o = s.board[f.data[0]]
        if item.d.main.as_events and start_as(s, "played", item.d, item.you, o.id, o.card):
            return
    entered, state = f.data
    o = s.board[entered]
    if state == ENTERS_READY | ENTERS_EXHAUSTED:
        # CR 372: both are replacements of its entering; its controller says which is applied last.
        if s.answer is None:
            options: list[Option] = [(w.O_YES, 0, 0), (w.O_NO, 0, 0)]
            if ask(s, item.you, w.D_YES_NO, options, 1, 1, o.id, "enter-ready"):
                return
        state = ENTERS_READY if take(s)[0][0] == w.O_YES else ENTERS_EXHAUSTED
    s.frames.pop()
    s.resolving = None
    exhausted = state == ENTERS_EXHAUSTED if state else bool(item.d.types & w.UNIT)
    if exhausted:
        set_exhausted(s, o, exhausted=True)
    contest(s, o)
    emit(s, w.E_ENTER, item.you, o.id, loc=o.loc)
    emit(s, w.E_PLAY, item.you, o.id, other=item.id, loc=o.loc, origin=item.zone, amount=item.paid_energy)


def _arrive(s: State, item: Item) -> list[int]:
    """Put a permanent on the board; return its id and how it is said to enter."""
    s.chain.remove(item)
    chain_changed(s)
    s.prio = w.NOBODY
    owner = s.owners[item.card] if item.card >= 0 else item.you
    o = new_object(s, item.card, item.d, owner, item.you, item.loc)
    if item.named:
        hand_on_names(s, item, (o.id,))
    o.mods = item.gives
    if item.gives:
        s.index = None
        s.stamp += 1
    if item.zone == w.Z_FACEDOWN:
        o.origin_loc = item.facedown_loc
    if item.extras:
        o.notes = (*o.notes, *((f"paid.{key}", (1,)) for key in item.extras))
    for extra in item.d.main.extras if item.extras else ():
        if extra.name.startswith(OWN_NAME) and extra.key in item.extras:
            # CR 394: what the cost took is known to the other abilities of the card.
            o.notes = (*o.notes, (extra.name.removeprefix(OWN_NAME), item.slots[extra.slot]))
    # A token's instruction says how it is played (CR 369.3); Accelerate and passives replace that.
    instructed = item.zone == w.Z_NOWHERE
    said = enters(s, o.id, own_statics(s, o)) | (0 if instructed else item.ready)
    return [o.id, said or item.ready]


def hand_on_names(s: State, item: Item, held: tuple[int, ...]) -> None:
    """Let the names that hold a chain item hold the permanent that it has become (CR 351.1), or nothing."""
    for holder in [*s.chain, *s.triggered, *[delayed.env for delayed in s.delayed]]:
        for slot in () if holder.script is None else holder.script.played:
            if slot < len(holder.slots) and item.id in holder.slots[slot]:
                holder.slots[slot] = _followed(holder.slots[slot], item.id, held)
                s.index = None  # what a delayed ability names may be what it applies to
                s.stamp += 1
    for o in s.board.values():
        for place, (key, refs) in enumerate(o.notes):
            if item.id in refs and key.startswith(PLAYED):
                followed = (key, _followed(refs, item.id, held))
                o.notes = (*o.notes[:place], followed, *o.notes[place + 1 :])


def _followed(refs: tuple[int, ...], item: int, held: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(new for ref in refs for new in (held if ref == item else (ref,)))


def play_token(s: State, item: Item, d: CardDef, player: int, loc: int, ready: int, gives: tuple[Mod, ...]) -> Item:
    """Put a token on the chain as a pending item (CR 185.2.a, 354.3); `loc` below 0 lets its player choose."""
    token = Item(s.next_id, I_CARD, player, w.NOBODY, w.NOBODY, w.NOBODY, d, d.script)
    s.next_id += 1
    token.slots = [()] * d.reach
    token.price = (4, 0, (), 0)
    token.limited = True
    token.only_to = loc
    token.ready = ready
    token.gives = gives
    token.zone = w.Z_NOWHERE
    token.facedown_loc = w.NOBODY
    if loc < 0 and item.facedown_loc >= 0 and d.types & w.UNIT:
        token.only_to = item.facedown_loc  # CR 811.1.d.5
    append_item(s, token, kept=True)
    return token


def perform_tokens(s: State, tokens: list[Item]) -> bool:
    """Let tokens that an effect has put on the chain be played, unless that is replaced (CR 369).

    False if a frame was left; `s.result` holds the ids of the items that are played.
    """
    return perform(
        s,
        [
            Event(w.E_PLAY, one.you, one.id, -1, max(one.only_to, w.NOBODY), w.Z_NOWHERE, 1, item_id(s), None)
            for one in tokens
        ],
    )


def _do_tokens(s: State, events: list[Event]) -> list[int]:
    waiting = {item.id for item in s.chain}
    return [event.subject for event in events if event.subject in waiting]


def _undo_token(s: State, event: Event) -> None:
    s.chain = [item for item in s.chain if item.id != event.subject]


def _copy_token(s: State, event: Event) -> Event:
    """Play one token more, in every respect like the first (CR 375)."""
    first = next(item for item in s.chain if item.id == event.subject)
    copy = first.clone()
    copy.id = s.next_id
    s.next_id += 1
    append_item(s, copy, kept=True)
    return Event(
        event.kind, event.player, copy.id, event.other, event.loc, event.origin, event.amount, event.item, None
    )


DOING[w.E_PLAY] = _do_tokens


def _turn_token(s: State, event: Event, name: str) -> None:
    """Let another token be played in place of one: as that would be, ready or with keywords, and known by its names.

    CR 375. The Might that was said of the one is its own, and no modification.
    """
    item = next(item for item in s.chain if item.id == event.subject)
    item.d = s.pool.defs[s.pool.by_name[name]]
    item.script = item.d.script
    item.slots = [()] * item.d.reach
    item.gives = tuple(mod for mod in item.gives if mod.kind != w.M_SET)


UNDOING[w.E_PLAY] = _undo_token
TURNING[w.E_PLAY] = _turn_token
COPYING[w.E_PLAY] = _copy_token


def play_from_effect(s: State, ref: int, player: int, price: tuple[int, int, tuple[int, ...], int]) -> Item | None:
    """Put a card on the chain as a pending item because an effect says so (CR 354.3, 420.3); None if it is gone."""
    card = ref_card(s, where_noted(s, ref))
    if card < 0:
        return None
    d = s.pool.defs[s.card_defs[card]]
    if d.unsupported:
        return None
    zone = find_card(s, card)
    item = Item(s.next_id, I_CARD, player, w.NOBODY, w.NOBODY, card, d, d.script)
    s.next_id += 1
    item.slots = [()] * (d.script.slots if d.script is not None else d.reach)
    item.price = price
    item.limited = True
    item.zone = zone
    take_card(s, card, zone)
    append_item(s, item, kept=True)
    return item


def play_again(s: State, item: Item, player: int, price: tuple[int, int, tuple[int, ...], int]) -> Item | None:
    """Put the card of a resolving spell on the chain as a pending item, to be played again; None if it has left.

    The card is not put into the trash then, unless that play is undone.
    """
    if item.card < 0 or item.leave_to == w.Z_HAND:
        return None
    again = Item(s.next_id, I_CARD, player, w.NOBODY, w.NOBODY, item.card, item.d, item.d.script)
    s.next_id += 1
    again.slots = [()] * (item.d.reach if item.d.script is None else item.d.script.slots)
    again.price = price
    again.limited = True
    again.zone = w.Z_TRASH
    item.card = w.NOBODY
    append_item(s, again, kept=True)
    return again


def might_mod(s: State, value: int) -> Mod:
    """Return an effect that sets a token's Might for good."""
    return Mod(1, value, None, None, w.U_FOREVER, w.NOBODY, s.next_id)


def grant_mod(s: State, grant: Grant, until: int, ref: int) -> Mod:
    """Return an effect that grants keywords or abilities."""
    return Mod(2, 0, grant, None, until, ref, s.next_id)
