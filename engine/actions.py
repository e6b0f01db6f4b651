"""Game actions on objects (CR 407-444): kill, deal, heal, ready, exhaust, stun, buff, banish, return, recall, and so on.

An action that can be replaced builds events and gives them to `perform`: it returns False if a frame was left, and
what it happened to is in `s.result`. The others return what they happened to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import words as w
from engine.defs import AbilitySet
from engine.events import DOING, emit, perform, publish
from engine.index import forbidden, get_index, rule_value, texts_of
from engine.layers import M_CONTROL, add_mod, bonus_damage, might, settle_control
from engine.state import I_CARD, Event, Item, Mod, Obj
from engine.triggering import queue_card, queue_own
from engine.zones import (
    any_card,
    base_of,
    card_def,
    card_ref,
    changed,
    displace,
    find_card,
    place,
    put_card,
    recycle_cards,
    ref_card,
    relocate,
    remove,
    set_exhausted,
    snapshot,
    take_card,
    touch,
    touch_all,
)

if TYPE_CHECKING:
    from engine.state import State

# What a kill or damage is attributed to (CR 411.5, 428.5): bits of an event's amount or an object's hurt_bits.
BY_SPELL: Final = 1
BY_ABILITY: Final = 2
BY_COMBAT: Final = 4


def cause_bits(item: Item | None) -> int:
    """Return what a chain item makes an act count as: an ability of a spell counts as both (CR 428.5.d)."""
    if item is None:
        return 0
    bits = 0 if item.kind == I_CARD else BY_ABILITY
    return bits | (BY_SPELL if item.d.types & w.SPELL else 0)


def _item_id(s: State) -> int:
    return w.NOBODY if s.resolving is None else s.resolving.id


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
        Event(w.E_DIE, player, ref, w.NOBODY, s.board[ref].loc, w.NOBODY, bits, _item_id(s), None)
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
    event = Event(kind, player, o.id, w.NOBODY, o.loc, w.NOBODY, 0, _item_id(s), snap)
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
        event = Event(w.E_DISCARD, player, ref, -1, -1, -1, len(cards), _item_id(s), None)
        queue_card(s, card, player, event)
        publish(s, event)
    return done


# --- damage -----------------------------------------------------------------------------------------------------------


def deal(s: State, item: Item, amounts: list[tuple[int, int]], source: int = w.NOBODY) -> bool:
    """Deal damage at once (CR 417). `source` is a unit that deals it; else the item does, with Bonus Damage (CR 712)."""
    player = item.you
    bits = cause_bits(item)
    if source >= 0:
        dealer = s.board.get(source)
        player = item.you if dealer is None else dealer.controller
        bits = 0
    events: list[Event] = []
    for ref, amount in amounts:
        o = s.board.get(ref)
        if o is None or not o.d.types & w.UNIT or amount <= 0:
            continue
        more = bonus_damage(s, item, ref, item.id) if bits and get_index(s).statics else 0
        if item.bonus and bits:
            more += item.bonus
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
    """Let units deal damage equal to their Mights to others, at once: pairs of dealer and target (CR 417.6.b.3)."""
    events: list[Event] = []
    for dealer, target in pairs:
        one, other = s.board[dealer], s.board[target]
        amount = max(0, might(s, one))
        event = Event(w.E_DAMAGE, one.controller, target, dealer, other.loc, 0, amount, item.id, None)
        if amount > 0 and not forbidden(s, w.E_DAMAGE, event):
            events.append(event)
    return perform(s, events)


def do_damage(s: State, events: list[Event]) -> list[int]:
    """Mark damage; only positive amounts are dealt (CR 417.1.e)."""
    done: list[int] = []
    for event in events:
        o = s.board.get(event.subject)
        if o is None or event.amount <= 0:
            continue
        o.damage += event.amount
        o.hurt_by = event.player
        o.hurt_item = event.item
        o.hurt_bits = event.origin
        touch(s, o)
        done.append(o.id)
    s.dirty |= w.DIRTY_DAMAGE
    for event in events:
        if event.subject in done:
            publish(s, event)
    return done


def heal(s: State, refs: list[int]) -> list[int]:
    """Clear all damage (CR 418)."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is not None and o.damage:
            o.damage = 0
            touch(s, o)
            done.append(ref)
            emit(s, w.E_HEAL, o.controller, ref)
    return done


# --- statuses ----------------------------------------------------------------------------------------------------------


def ready(s: State, refs: list[int], player: int) -> list[int]:
    """Ready objects (CR 415); what is ready already does not become ready."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is None or not o.exhausted:
            continue
        event = Event(w.E_READY, player, ref, -1, o.loc, -1, 0, _item_id(s), None)
        if forbidden(s, w.E_READY, event):
            continue
        set_exhausted(s, o, exhausted=False)
        done.append(ref)
        publish(s, event)
    return done


def exhaust(s: State, refs: list[int], player: int) -> list[int]:
    """Exhaust objects (CR 414)."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is not None and set_exhausted(s, o, exhausted=True):
            done.append(ref)
            emit(s, w.E_EXHAUST, player, ref, loc=o.loc)
    return done


def stun(s: State, refs: list[int], player: int) -> list[int]:
    """Stun units (CR 423); a stunned unit is not stunned again."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is None or o.stunned or not o.d.types & w.UNIT:
            continue
        o.stunned = True
        s.dirty |= w.DIRTY_STATUS
        touch(s, o)
        done.append(ref)
    for ref in done:
        emit(s, w.E_STUN, player, ref, loc=s.board[ref].loc, amount=len(done))
    return done


def buff(s: State, refs: list[int], player: int) -> list[int]:
    """Place buffs (CR 426): one on each unit that may have another."""
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
    """Empower objects (CR 441); an Empowered one only as often as a rule allows."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is None or (o.empowered and o.empowered >= rule_value(s, "times I can be empowered", 1, ref)):
            continue
        o.empowered += 1
        s.dirty |= w.DIRTY_STATUS
        touch(s, o)
        s.index = None
        done.append(ref)
        emit(s, w.E_EMPOWER, player, ref, loc=o.loc)
    return done


def disempower(s: State, refs: list[int]) -> list[int]:
    """Remove the Empowered status (CR 442)."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is None or not o.empowered:
            continue
        o.empowered = 0
        s.dirty |= w.DIRTY_STATUS | w.DIRTY_DAMAGE
        touch(s, o)
        s.index = None
        done.append(ref)
    return done


def take_control(s: State, ref: int, player: int, until: int, until_ref: int) -> bool:
    """Give a player control of an object on the board (CR 188, layer 1)."""
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


# --- places ------------------------------------------------------------------------------------------------------------


def recall(s: State, refs: list[int], player: int) -> list[int]:
    """Recall permanents to their controllers' bases (CR 454): not a move, keeps damage and statuses."""
    done: list[int] = []
    for ref in refs:
        o = s.board.get(ref)
        if o is None or not o.d.types & w.PERMANENT or o.facedown:
            continue
        origin = o.loc
        relocate(s, o, base_of(s, o.controller))
        done.append(ref)
        emit(s, w.E_RECALL, player, ref, loc=o.loc, origin=origin)
    return done


def contest(s: State, o: Obj) -> None:
    """Apply Contested where a unit has become present at a battlefield that its controller lacks (CR 190.3.a)."""
    if o.loc < len(s.players) or not o.d.types & w.UNIT or o.facedown:
        return
    at = s.locs[o.loc]
    if at.contested < 0 and at.control != o.controller:
        at.contested = o.controller
        s.dirty |= w.DIRTY_PRESENCE


# --- attachment --------------------------------------------------------------------------------------------------------


def attach(s: State, gear: int, unit: int, player: int) -> bool:
    """Attach a card to a unit (CR 434); to its present Top-Most Card nothing happens."""
    card, top = s.board.get(gear), s.board.get(unit)
    if card is None or top is None or card.attached_to == unit or not top.d.types & w.UNIT or card is top:
        return False
    if card.attached_to >= 0:
        _unlink(s, card)
    card.attached_to = unit
    top.attachments = (*top.attachments, gear)
    displace(s, card)
    place(s, card, top.loc)
    _linked(s, card, top)
    emit(s, w.E_ATTACH, player, gear, other=unit, loc=top.loc)
    return True


def detach(s: State, gear: int, player: int) -> bool:
    """Detach a card from its Top-Most Card (CR 435); it stays at that location until a cleanup recalls it."""
    card = s.board.get(gear)
    if card is None or card.attached_to < 0:
        return False
    top = card.attached_to
    _unlink(s, card)
    emit(s, w.E_DETACH, player, gear, other=top, loc=card.loc)
    return True


def _unlink(s: State, card: Obj) -> None:
    from engine.layers import drop_mods  # noqa: PLC0415

    top = s.board.get(card.attached_to)
    card.attached_to = w.NOBODY
    if top is not None:
        top.attachments = tuple(other for other in top.attachments if other != card.id)
        _linked(s, card, top)
    for o in list(s.board.values()):
        if o.mods:
            drop_mods(s, o, w.U_DETACHED, card.id)


def _linked(s: State, card: Obj, top: Obj) -> None:
    for o in (card, top):
        o.seen = -1
    s.index = None
    s.stamp += 1
    s.dirty |= w.DIRTY_PRESENCE | w.DIRTY_DAMAGE


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


# --- players -----------------------------------------------------------------------------------------------------------


def gain(s: State, player: int, points: int) -> bool:
    """Let a player gain points (CR 194)."""
    return perform(s, [Event(w.E_GAIN, player, player, -1, -1, -1, points, _item_id(s), None)])


def do_gain(s: State, events: list[Event]) -> list[int]:
    """Add points to the team's score, unless a `can't` forbids it."""
    done: list[int] = []
    for event in events:
        if event.amount <= 0 or forbidden(s, w.E_GAIN, event):
            continue
        add_points(s, event.player, event.amount)
        done.append(event.player)
        publish(s, event)
    return done


def add_points(s: State, player: int, points: int) -> None:
    """Change a team's points; never below 0 (CR 194.4, 489.8.d)."""
    team = s.team[player]
    s.points[team] = max(0, s.points[team] + points)
    s.dirty |= w.DIRTY_POINTS
    touch_all(s)
    if not s.rules.win_in_cleanup and s.points[team] >= victory_score(s):
        s.winner = team


def lose_points(s: State, player: int, points: int) -> bool:
    """Let a player lose points; nothing happens, and nothing triggers, at 0 points (CR 194.4)."""
    if points <= 0 or s.points[s.team[player]] == 0:
        return False
    add_points(s, player, -points)
    emit(s, w.E_LOSE, player, player, amount=points)
    return True


def victory_score(s: State) -> int:
    """Return the Victory Score in force (CR 194.3)."""
    return rule_value(s, "victory score", s.victory) if get_index(s).rules else s.victory


def gain_xp(s: State, player: int, amount: int) -> None:
    """Let a player gain XP (CR 730); XP is not shared with teammates (CR 732)."""
    if amount > 0:
        s.players[player].xp += amount
        touch_all(s)
        emit(s, w.E_XP, player, player, amount=amount)


def channel(s: State, player: int, count: int, *, exhausted: bool = False) -> list[int]:
    """Channel runes from the top of the rune deck, as many as there are (CR 430)."""
    from engine.zones import new_object  # noqa: PLC0415

    p = s.players[player]
    done: list[int] = []
    for _ in range(min(count, len(p.rune_deck))):
        card = p.rune_deck[-1]
        take_card(s, card, w.Z_RUNE_DECK)
        o = new_object(s, card, card_def(s, card), player, player, base_of(s, player))
        if exhausted:
            set_exhausted(s, o, exhausted=True)
        done.append(o.id)
    if done:
        touch_all(s)
        emit(s, w.E_CHANNEL, player, player, amount=len(done))
    return done


def add_resources(s: State, player: int, energy: int, power: tuple[int, ...], group: int) -> None:
    """Add energy and power to a pool (CR 429); [A] becomes power of any domain (CR 135.2.e.5.b)."""
    from engine.zones import DOMAIN_PLACE  # noqa: PLC0415

    pool = s.players[player].pool
    start = group * 8
    pool[start] += energy
    for mask in power:
        slot = DOMAIN_PLACE.get(mask)
        pool[start + (7 if slot is None else 1 + slot)] += 1
    emit(s, w.E_ADD, player, player, amount=energy + len(power))


def physical(s: State, ref: int) -> int:
    """Return the physical card behind a reference (see `engine.zones.any_card`)."""
    return any_card(s, ref)


DOING[w.E_DIE] = do_die
DOING[w.E_DAMAGE] = do_damage
DOING[w.E_GAIN] = do_gain


def kill_by_damage(s: State, refs: list[int]) -> bool:
    """Kill units for lethal damage; the kill is that of whoever dealt the damage (CR 428.5.c)."""
    return perform(
        s,
        [
            Event(w.E_DIE, o.hurt_by, o.id, w.NOBODY, o.loc, w.NOBODY, o.hurt_bits, o.hurt_item, None)
            for o in (s.board[ref] for ref in refs)
        ],
    )
