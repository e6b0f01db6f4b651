"""Actions that change an object where it is: ready, exhaust, stun, buff, empower, control, recall, contest, attach.

An action that can be replaced builds events and gives them to `perform`: it returns False if a frame was left, and
what it happened to is in `s.result`. The others return what they happened to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.ability_index import TIMES_EMPOWERED, forbidden, get_index, rule_value
from riftcheck.engine.board.as_abilities import start_as
from riftcheck.engine.board.events import DOING, emit, heard, item_id, publish_all
from riftcheck.engine.board.layers import add_mod, end_until_detached, settle_control
from riftcheck.engine.board.replacements import perform
from riftcheck.engine.board.triggers import queue_attached
from riftcheck.engine.board.zones import base_of, changed, displace, place, relocate, set_exhausted, touch
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.constants import M_CONTROL
from riftcheck.engine.model.objects import Event, Mod, Obj

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State


# --- statuses ---------------------------------------------------------------------------------------------------------


def ready(s: State, refs: list[int], player: int) -> list[int]:
    """Ready objects at once (CR 416); a ready object does not become ready."""
    if w.E_READY not in get_index(s).cannots and not heard(s, w.E_READY):
        return [ref for ref in refs if ref in s.board and set_exhausted(s, s.board[ref], exhausted=False)]
    events: list[Event] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is None or not o.exhausted:
            continue
        event = Event(w.E_READY, player, ref, -1, o.loc, -1, 0, item_id(s), None)
        if not forbidden(s, w.E_READY, event):
            events.append(event)
    for event in events:
        set_exhausted(s, s.board[event.subject], exhausted=False)
    if heard(s, w.E_READY):
        publish_all(s, events)
    return [event.subject for event in events]


def exhaust(s: State, refs: list[int], player: int) -> list[int]:
    """Exhaust objects at once (CR 415); what is exhausted does not become so (CR 415.1.c)."""
    done = [ref for ref in refs if (o := s.board.get(ref)) is not None and set_exhausted(s, o, exhausted=True)]
    for ref in done:
        emit(s, w.E_EXHAUST, player, ref, loc=s.board[ref].loc)
    return done


def stun(s: State, refs: list[int], player: int) -> bool:
    """Stun units at once (CR 424); of a stunned unit that is no event (CR 424.1.a.1, VFAQ 21)."""
    possible = stunnable(s, refs, player)
    item = item_id(s)
    return perform(
        s, [Event(w.E_STUN, player, ref, -1, s.board[ref].loc, -1, len(possible), item, None) for ref in possible]
    )


def stunnable(s: State, refs: list[int], player: int) -> list[int]:
    """Return the units that a player may stun: none that is stunned, and none that a `can't` protects."""
    return [
        ref
        for ref in dict.fromkeys(refs)
        if (o := s.board.get(ref)) is not None and not o.stunned and o.d.types & w.UNIT
        if not forbidden(s, w.E_STUN, Event(w.E_STUN, player, ref, -1, o.loc, -1, 1, item_id(s), None))
    ]


def do_stun(s: State, events: list[Event]) -> list[int]:
    """Mark the units as stunned, and see what that triggers."""
    for event in events:
        o = s.board[event.subject]
        o.stunned = True
        s.dirty |= w.DIRTY_STATUS
        touch(s, o)
    if heard(s, w.E_STUN):
        publish_all(s, events)
    return [event.subject for event in events]


DOING[w.E_STUN] = do_stun


def buff(s: State, refs: list[int], player: int) -> list[int]:
    """Place buffs (CR 427): one on each unit that may have another."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is None or not o.d.types & w.UNIT:
            continue
        if o.buffs and o.buffs >= rule_value(s, "buffs on me", 1, ref):
            continue
        o.buffs += 1
        s.dirty |= w.DIRTY_STATUS
        touch(s, o)
        done.append(ref)
        emit(s, w.E_BUFF, player, ref, loc=o.loc)
    return done


def spend_buffs(s: State, refs: list[int], player: int) -> int:
    """Remove one buff for each reference (CR 702.2.b); return how many were removed."""
    count = 0
    for ref in refs:
        o = s.board.get(ref)
        if o is None or not o.buffs:
            continue
        o.buffs -= 1
        count += 1
        s.dirty |= w.DIRTY_STATUS | w.DIRTY_DAMAGE
        touch(s, o)
        emit(s, w.E_SPEND_BUFF, player, ref, loc=o.loc)
    return count


def empower(s: State, refs: list[int], player: int) -> list[int]:
    """Empower objects (CR 442); an Empowered one only as often as a rule allows."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is None or (o.empowered and o.empowered >= rule_value(s, TIMES_EMPOWERED, 1, ref)):
            continue
        o.empowered += 1
        s.dirty |= w.DIRTY_STATUS
        touch(s, o)
        s.index = None
        done.append(ref)
        emit(s, w.E_EMPOWER, player, ref, loc=o.loc)
    return done


def disempower(s: State, refs: list[int]) -> list[int]:
    """Remove the Empowered status (CR 443), once of what has it several times (CR 443.1.b)."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is None or not o.empowered:
            continue
        o.empowered -= 1
        s.dirty |= w.DIRTY_STATUS | w.DIRTY_DAMAGE
        touch(s, o)
        s.index = None
        done.append(ref)
    return done


def take_control(s: State, ref: int, player: int, until: int, until_ref: int) -> bool:
    """Give a player control of an object on the board (CR 188, 479.2.a)."""
    o = s.board.get(ref)
    if o is None or o.facedown:
        return False
    if until == w.U_FOREVER:
        o.home = player
        o.mods = tuple(mod for mod in o.mods if mod.kind != M_CONTROL)
    else:
        add_mod(s, o, Mod(M_CONTROL, player, None, None, until, until_ref, s.next_id))
    settle_control(s, o)
    changed(s, o)
    s.index = None
    s.stamp += 1
    s.dirty |= w.DIRTY_PRESENCE
    contest(s, o)
    emit(s, w.E_CONTROL, player, ref, loc=o.loc)
    return True


def lose_control(s: State, refs: list[int], player: int) -> list[int]:
    """End the effects by which a player controls objects; who controlled them before does so again (CR 188)."""
    done = [ref for ref in refs if ref in s.board and any(_gives(mod, player) for mod in s.board[ref].mods)]
    for ref in done:
        o = s.board[ref]
        o.mods = tuple(mod for mod in o.mods if not _gives(mod, player))
        settle_control(s, o)
        changed(s, o)
        contest(s, o)
    return done


def _gives(mod: Mod, player: int) -> bool:
    return mod.kind == M_CONTROL and mod.value == player


# --- places -----------------------------------------------------------------------------------------------------------


def recall(s: State, refs: list[int], player: int) -> list[int]:
    """Recall permanents to their controllers' bases (CR 456): not a move, keeps damage and statuses."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is None or not o.d.types & w.PERMANENT or o.facedown:
            continue
        origin, home = o.loc, base_of(o.controller)
        if origin == home:
            continue  # CR 457, 458.2: a recall changes the location
        relocate(s, o, home)
        done.append(ref)
        emit(s, w.E_RECALL, player, ref, loc=o.loc, origin=origin)
    return done


def contest(s: State, o: Obj) -> None:
    """Apply Contested where a unit has become present at a battlefield that its controller lacks (CR 190.3.a.1-2)."""
    if o.loc < len(s.players) or not o.d.types & w.UNIT or o.facedown:
        return
    at = s.locs[o.loc]
    if at.contested < 0 and at.control != o.controller:
        at.contested = o.controller
        s.dirty |= w.DIRTY_PRESENCE


# --- attachment -------------------------------------------------------------------------------------------------------


def attach(s: State, gear: int, unit: int, player: int) -> bool:
    """Attach a card to a unit (CR 435); to its present Top-Most Card nothing happens."""
    card, top = s.board.get(gear), s.board.get(unit)
    if card is None or top is None or card.attached_to == unit or not top.d.types & w.UNIT or card is top:
        return False
    if card.d.types & w.UNIT:
        return False  # CR 143.5.a: gear that is a unit as well
    if card.attached_to >= 0:
        detach(s, gear, player)  # CR 435.1.f
    card.attached_to = unit
    top.attachments = (*top.attachments, gear)
    displace(s, card)
    place(s, card, top.loc)
    _linked(s, card, top)
    emit(s, w.E_ATTACH, player, gear, other=unit, loc=top.loc)
    queue_attached(s, card, Event(w.E_ATTACH, player, gear, unit, top.loc, w.NOBODY, 0, item_id(s), None))
    if card.d.main.as_events:
        start_as(s, "attached", card.d, card.controller, gear, card.card, unit)
    return True


def detach(s: State, gear: int, player: int) -> bool:
    """Detach a card from its Top-Most Card (CR 436); it stays at that location until a cleanup recalls it."""
    card = s.board.get(gear)
    if card is None or card.attached_to < 0:
        return False
    top = card.attached_to
    _unlink(s, card)
    emit(s, w.E_DETACH, player, gear, other=top, loc=card.loc)
    return True


def _unlink(s: State, card: Obj) -> None:
    top = s.board.get(card.attached_to)
    card.attached_to = w.NOBODY
    if top is not None:
        top.attachments = tuple(other for other in top.attachments if other != card.id)
        _linked(s, card, top)
    end_until_detached(s, card.id)


def _linked(s: State, card: Obj, top: Obj) -> None:
    for o in (card, top):
        o.seen = -1
    s.index = None
    s.stamp += 1
    s.dirty |= w.DIRTY_PRESENCE | w.DIRTY_DAMAGE
