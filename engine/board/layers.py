"""Layers (CR 475-482): what an object's traits, abilities and Might are with every effect applied.

Nothing is computed until it is read. Without passive abilities on the board an object is computed alone; with them all
objects are computed together, in `riftcheck.engine.board.layer_solver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.active_texts import env_of, in_force
from riftcheck.engine.board.layer_solver import compute_alone, recompute
from riftcheck.engine.board.shapes import reshape
from riftcheck.engine.board.zones import changed, touch
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, Delayed, Item
from riftcheck.engine.model.objects import Mod
from riftcheck.engine.model.turn_order import allies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.model.abilities import Static, Trigger
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.objects import Event, Obj
    from riftcheck.engine.model.state import State


MIGHTY: Final = 5
ENTERS_READY: Final = 1
ENTERS_EXHAUSTED: Final = 2


def might(s: State, o: Obj) -> int:
    """Return an object's Might as it is; it may be below 0 (CR 143.2.c.1)."""
    if o.seen != s.stamp or s.index is None:
        refresh(s, o)
    return o.might


def read_might(s: State, o: Obj) -> int:
    """Return an object's Might as effects read it: never below 0 (CR 143.2.c)."""
    value = might(s, o)
    return max(0, value)


def keywords(s: State, o: Obj) -> int:
    """Return an object's keywords as bits."""
    if o.seen != s.stamp or s.index is None:
        refresh(s, o)
    return o.kw


def keyword_values(s: State, o: Obj) -> dict[str, int]:
    """Return the value of each keyword that has one, 0 of those that an object has not."""
    keywords(s, o)
    return {"assault": o.assault, "shield": o.shield, "deflect": o.deflect, "hunt": o.hunt, "disarm": o.disarm}


def refresh(s: State, o: Obj) -> None:
    """Bring an object's derived fields up to date, with all others if passives are about."""
    index = s.index
    if index is None or index.granting:
        index = get_index(s)
    if o.seen == s.stamp:
        return
    if index.layered:
        # A touched object is computed alone where each depends on nothing but itself.
        recompute(s, index, o if o.seen < 0 and not index.tied else None)
    else:
        compute_alone(s, index, o)
        o.seen = s.stamp


# --- passives that are not layered ------------------------------------------------------------------------------------


def enters(s: State, ref: int, own: tuple[tuple[Env, Static], ...]) -> int:
    """Return the bits of an object's entering, 0, ENTERS_READY, ENTERS_EXHAUSTED or both, by the passives (CR 369.3).

    `own` are the passives of the entering object itself, which apply to its own entering. Each "next" one is used.
    """
    statics = get_index(s).statics
    if not own and not statics:
        return 0
    found = {static.enters for env, static in own if static.enters and static.to_me and in_force(s, env, static)}
    for env, static, delayed in statics[:]:
        brings = static.selects == "played"
        if not (static.enters or brings) or static.to_me or not in_force(s, env, static):
            continue
        if static.applies(s, env, ref):
            found.add(static.enters)
            if brings:  # it keeps what it gains (CR 801.3.a.3)
                add_mod(s, s.board[ref], Mod(w.M_GRANT, 0, static.grant, None, w.U_FOREVER, w.NOBODY, s.next_id))
            if delayed >= 0:
                use_delayed(s, delayed)
    return sum(found)


def use_delayed(s: State, delayed_id: int, number: int = 1) -> None:
    """Count a use of a delayed ability, or so much of a Prevent Value, and drop it when nothing is left."""
    for place, delayed in enumerate(s.delayed):
        if delayed.id != delayed_id:
            continue
        if 0 < delayed.uses <= number:
            del s.delayed[place]
            s.index = None
            s.stamp += 1
        elif delayed.uses:
            s.delayed[place] = Delayed(
                delayed.id, delayed.ability, delayed.env, delayed.until, delayed.ref, delayed.uses - number
            )
        return


def bonus_damage(s: State, env: Env, target: int, subject: int) -> int:
    """Return the Bonus Damage of a Deal action of a spell or ability at one target (CR 712-715).

    `subject` is the dealing chain item. What only the next one has is in it once it is finalized (`claim_bonus`).
    """
    total = env.bonus + _own_bonus(s, env) if isinstance(env, Item) else 0
    pending = isinstance(env, Item) and env.pending
    for other, static, delayed in get_index(s).statics:
        if static.bonus_damage is None or not in_force(s, other, static):
            continue
        if not pending and _counted(s, delayed):
            continue
        asked = target if static.selects == "target" else subject
        if static.applies(s, other, asked):
            total += static.bonus_damage(s, other)
    return max(0, total)


def _own_bonus(s: State, item: Item) -> int:
    """Return the Bonus Damage that a card on the chain has by its own text, as much as that is now."""
    if item.kind != I_CARD:
        return 0
    return sum(
        static.bonus_damage(s, item)
        for static in item.d.main.statics
        if static.bonus_damage is not None and static.to_me and in_force(s, item, static)
    )


def bonus_of_targets(s: State, targets: list[int]) -> list[tuple[int, frozenset[int]]]:
    """Return the Bonus Damage that only some of these targets bring: each amount, and for which of them it is."""
    found: list[tuple[int, frozenset[int]]] = []
    for env, static, _ in get_index(s).statics:
        if static.bonus_damage is None or static.selects != "target" or not in_force(s, env, static):
            continue
        theirs = frozenset(ref for ref in targets if static.applies(s, env, ref))
        value = static.bonus_damage(s, env)
        if theirs and value > 0:
            found.append((value, theirs))
    return found


def claim_bonus(s: State, item: Item) -> None:
    """Let a spell that is finalized have, and use up, the Bonus Damage of "the next spell" (CR 392)."""
    for env, static, delayed in list(get_index(s).statics):
        if static.bonus_damage is None or not _counted(s, delayed) or not in_force(s, env, static):
            continue
        if static.selects != "target" and static.applies(s, env, item.id):
            item.bonus += static.bonus_damage(s, env)
            use_delayed(s, delayed)


def _counted(s: State, delayed_id: int) -> bool:
    """Tell whether a delayed ability is for so many uses only."""
    return delayed_id >= 0 and any(delayed.id == delayed_id and delayed.uses > 0 for delayed in s.delayed)


def order_of_damage(s: State, o: Obj, ignoring: int) -> int:
    """Return the place of an object in the order of combat damage: -1 first (Tank), 1 last (Backline), 0 between.

    2 means both, of which the assigning player picks one (CR 467.2.c.8). `ignoring` are keyword bits to disregard.
    """
    kw = keywords(s, o) & ~ignoring
    first = bool(kw & w.K_TANK)
    last = bool(kw & w.K_BACKLINE)
    if not last:
        for env, static, _ in get_index(s).statics:
            if static.damage_order and in_force(s, env, static) and static.applies(s, env, o.id):
                last = last or static.damage_order > 0
                first = first or static.damage_order < 0
    if first and last:
        return 2
    return -1 if first else (1 if last else 0)


def ignored_by(s: State, player: int) -> int:
    """Return the keywords that a player ignores while assigning combat damage (CR 764-767)."""
    bits = 0
    for env, static, _ in get_index(s).statics:
        if static.ignores and env.you == player and in_force(s, env, static):
            bits |= static.ignores
    return bits


def adding(s: State) -> list[tuple[Env, Static]]:
    """Return the passives in force with which abilities of what they apply to Add more than they say (CR 430)."""
    return [(env, static) for env, static in get_index(s).adding if in_force(s, env, static)]


def times_triggered(s: State, env: Env, trigger: Trigger, event: Event, *, happened: bool) -> int:
    """Return how often a labelled effect triggers on an event: once, more often (Karthus), or not at all.

    If the event has not `happened` (CR 383.4.g.2), passives about effects of events at a place do not count.
    """
    total = 1
    label = str(trigger.label)
    for other, static, _ in get_index(s).statics:
        if not (static.extra_triggers or static.silences) or static.selects != label:
            continue
        if other.you != env.you and not (static.allied and allies(s, other.you, env.you)):
            continue
        place = _place_of(s, env, event) if happened else w.NOBODY
        if in_force(s, other, static) and static.applies(s, other, place):
            if static.silences:
                return 0
            total += static.extra_triggers
    return total


def _place_of(s: State, env: Env, event: Event) -> int:
    """Return where an event is, or what triggers on it where the event has no place."""
    if event.loc >= 0:
        return event.loc
    o = s.board.get(env.me)
    return w.NOBODY if o is None else o.loc


# --- effects that last ------------------------------------------------------------------------------------------------


def add_mod(s: State, o: Obj, mod: Mod) -> None:
    """Lay an effect on an object."""
    o.mods = (*o.mods, mod)
    if mod.kind in (w.M_MIGHT, w.M_SET):
        touch(s, o)  # a number alone makes nothing active
    else:
        changed(s, o)
    s.dirty |= w.DIRTY_STATUS | w.DIRTY_DAMAGE


def drop_mods(s: State, o: Obj, until: int, ref: int = w.NOBODY) -> None:
    """End the effects on an object whose duration is over; control and copies go back."""
    kept = tuple(mod for mod in o.mods if mod.until != until or (ref >= 0 and mod.ref != ref))
    if len(kept) == len(o.mods):
        return
    gone = [mod for mod in o.mods if mod not in kept]
    before, o.mods = o.mods, kept
    if any(mod.kind in (w.M_COPY, w.M_UNIT) for mod in gone):
        reshape(s, o, _uncopied(o, before))
    if any(mod.kind == w.M_CONTROL for mod in gone):
        settle_control(s, o)
    if any(mod.kind not in (w.M_MIGHT, w.M_SET) for mod in gone):
        s.index = None
        s.stamp += 1
    touch(s, o)
    s.dirty |= w.DIRTY_STATUS | w.DIRTY_DAMAGE


def _uncopied(o: Obj, before: tuple[Mod, ...]) -> CardDef:
    """Return the definition of an object after effects have ended, and link each copy left to what is beneath it."""
    beneath: CardDef | None = None
    for mod in before:
        if mod.kind != w.M_COPY:
            continue
        if mod not in o.mods:
            beneath = beneath or mod.d
        elif beneath is not None:
            # The older copy has ended: once this one ends, too, the object is what it was before both.
            moved = Mod(mod.kind, mod.value, mod.grant, beneath, mod.until, mod.ref, mod.stamp)
            o.mods = tuple(moved if each is mod else each for each in o.mods)
            beneath = None
    return beneath or o.d


def end_until_chosen(s: State, source: int, chosen: Sequence[int]) -> None:
    """End the effects of a source that last until it chooses another thing, but on what it chooses now."""
    for o in list(s.board.values()):
        if o.mods and o.id not in chosen and any(mod.until == w.U_ANEW and mod.ref == source for mod in o.mods):
            drop_mods(s, o, w.U_ANEW, source)


def end_until_detached(s: State, card: int) -> None:
    """End the effects that last until a card is detached (CR 436.1)."""
    for o in list(s.board.values()):
        if o.mods:
            drop_mods(s, o, w.U_DETACHED, card)


def end_until_left(s: State, oid: int) -> None:
    """End the effects that last until an object leaves the board (CR 391.5.b)."""
    for o in list(s.board.values()):
        if o.mods and any(mod.until == w.U_LEAVES and mod.ref == oid for mod in o.mods):
            drop_mods(s, o, w.U_LEAVES, oid)
    if any(delayed.until == w.U_LEAVES and delayed.ref == oid for delayed in s.delayed):
        s.delayed = [each for each in s.delayed if each.until != w.U_LEAVES or each.ref != oid]
        s.index = None
        s.stamp += 1


def settle_control(s: State, o: Obj) -> None:
    """Set the controller to the newest effect that took control, or to the one from before (CR 479.2.a)."""
    controller = o.home
    for mod in o.mods:
        if mod.kind == w.M_CONTROL:
            controller = mod.value
    if controller != o.controller:
        o.controller = controller
        s.index = None
        s.stamp += 1
        s.dirty |= w.DIRTY_PRESENCE


def own_statics(s: State, o: Obj) -> tuple[tuple[Env, Static], ...]:
    """Return the passives of an object about itself, as they stand before it has entered."""
    if not o.d.main.statics:
        return ()
    env = env_of(s, o, o.id)
    return tuple((env, static) for static in o.d.main.statics)
