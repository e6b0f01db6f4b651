"""Dealing and healing damage (CR 418, 419)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import forbidden, get_index
from riftcheck.engine.board.events import DOING, emit, publish_all
from riftcheck.engine.board.layers import bonus_damage, might
from riftcheck.engine.board.replacements import perform
from riftcheck.engine.board.zones import touch
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, Item
from riftcheck.engine.model.objects import Event

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State


# The causes of a kill or damage (CR 412.5, 429.5): bits of an event's amount or an object's hurt_bits.
BY_SPELL: Final = 1
BY_ABILITY: Final = 2
BY_COMBAT: Final = 4


def cause_bits(item: Item | None) -> int:
    """Return the BY_ bits of an act by a chain item, 0 without one: an ability of a spell is of both (CR 429.5.d)."""
    if item is None:
        return 0
    bits = 0 if item.kind == I_CARD else BY_ABILITY
    return bits | (BY_SPELL if item.d.types & w.SPELL else 0)


# --- damage -----------------------------------------------------------------------------------------------------------


def deal(s: State, item: Item, amounts: list[tuple[int, int]], source: int = w.NOBODY) -> bool:
    """Deal damage at once (CR 418). `source` is a unit that deals it; else the item, with Bonus Damage (CR 712)."""
    player = item.you
    bits = cause_bits(item)
    if source >= 0:
        dealer = s.board.get(source)
        player = item.you if dealer is None else dealer.controller
        bits = 0
    asked = bits and (item.bonus or get_index(s).statics or (item.kind == I_CARD and item.d.main.statics))
    events: list[Event] = []
    for ref, amount in amounts:
        o = s.board.get(ref)
        if o is None or not o.d.types & w.UNIT or amount <= 0:
            continue
        more = bonus_damage(s, item, ref, item.id) if asked else 0
        events.append(Event(w.E_DAMAGE, player, ref, source, o.loc, bits, amount + more, item.id, None))
    return perform(s, [event for event in events if not forbidden(s, w.E_DAMAGE, event)])


def deal_exact(s: State, item: Item, amounts: list[tuple[int, int]], source: int = w.NOBODY) -> bool:
    """Deal damage in which any Bonus Damage is already counted (CR 715.3)."""
    bits = cause_bits(item) if source < 0 else 0
    dealer = s.board.get(source)
    player = item.you if dealer is None else dealer.controller
    return perform(
        s,
        [
            event
            for event in (
                Event(w.E_DAMAGE, player, ref, source, s.board[ref].loc, bits, amount, item.id, None)
                for ref, amount in amounts
                if ref in s.board and amount > 0
            )
            if not forbidden(s, w.E_DAMAGE, event)
        ],
    )


def deal_each(s: State, item: Item, pairs: list[tuple[int, int]]) -> bool:
    """Let units deal damage equal to their Mights to others, at once: pairs of dealer and target (CR 418.6.b.3)."""
    events: list[Event] = []
    for dealer, target in pairs:
        one, other = s.board[dealer], s.board[target]
        amount = max(0, might(s, one))
        event = Event(w.E_DAMAGE, one.controller, target, dealer, other.loc, 0, amount, item.id, None)
        if amount > 0 and not forbidden(s, w.E_DAMAGE, event):
            events.append(event)
    return perform(s, events)


def do_damage(s: State, events: list[Event]) -> list[int]:
    """Mark damage; only positive amounts are dealt (CR 418.1.e)."""
    done: list[int] = []
    for event in events:
        o = s.board.get(event.subject)
        if o is None or event.amount <= 0:
            continue
        o.damage += event.amount
        o.hurt_by = event.player
        o.hurt_item = event.item
        o.hurt_bits = event.origin
        if event.player >= 0:
            o.hurters |= 1 << event.player
        touch(s, o)
        done.append(o.id)
    s.dirty |= w.DIRTY_DAMAGE
    publish_all(s, [event for event in events if event.subject in done])
    return done


def dealers(s: State, event: Event) -> list[int]:
    """Return the units that are the source of damage: in combat those of the other side (CR 418.6.c)."""
    if event.other >= 0 or not event.origin & BY_COMBAT:
        return [event.other] if event.other >= 0 else []
    here = (s.board[ref] for ref in s.locs[event.loc].units)
    return [o.id for o in here if o.controller == event.player and o.role and not o.stunned and might(s, o) > 0]


def heal(s: State, refs: list[int]) -> list[int]:
    """Clear all damage (CR 419)."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is not None and o.damage:
            o.damage = 0
            o.hurters = 0
            touch(s, o)
            done.append(ref)
            emit(s, w.E_HEAL, o.controller, ref)
    return done


def kill_by_damage(s: State, refs: list[int]) -> bool:
    """Kill units for lethal damage; the kill is that of the player who dealt the damage (CR 429.5.c)."""
    return perform(
        s,
        [
            Event(w.E_DIE, o.hurt_by, o.id, w.NOBODY, o.loc, w.NOBODY, o.hurt_bits, o.hurt_item, None)
            for o in (s.board[ref] for ref in refs)
        ],
    )


DOING[w.E_DAMAGE] = do_damage
