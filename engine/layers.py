"""Layers (CR 473-480): what an object's traits, abilities and Might are with every effect applied.

Nothing is computed until it is read. Without passive abilities on the board an object is computed alone; with them all
objects are computed together, each effect once on each object, until nothing changes (CR 476).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import words as w
from engine.index import env_of, get_index, rule_value
from engine.zones import changed

if TYPE_CHECKING:
    from engine.index import Index
    from engine.items import Env
    from engine.objects import Mod, Obj
    from engine.state import State
    from engine.texts import Grant, Static

M_MIGHT: Final = 0
M_SET: Final = 1
M_GRANT: Final = 2
M_CONTROL: Final = 3
M_COPY: Final = 4
M_PREVENT: Final = 5

MIGHTY: Final = 5


class Work:
    """An object's Might in the making: its base, what increases and raises it, and what decreases it to what floor."""

    __slots__ = ("base", "decreases", "increase", "raises")

    def __init__(self, base: int, increase: int) -> None:
        self.base = base
        self.increase = increase
        self.raises: list[int] = []
        self.decreases: list[tuple[int, int]] = []

    def value(self) -> int:
        """Return the Might: increases, then effects that depend on them (CR 479), then decreases (CR 477.3.e)."""
        value = self.base + self.increase
        for raised in self.raises:
            value = max(value, raised)
        for amount, floor in self.decreases:
            value = max(value - amount, min(value, floor))
        return value


def might(s: State, o: Obj) -> int:
    """Return an object's Might as it is; it may be below 0 (CR 143.2.b.1)."""
    if o.seen != s.stamp or s.index is None:
        refresh(s, o)
    return o.might


def read_might(s: State, o: Obj) -> int:
    """Return an object's Might as effects read it: never below 0 (CR 143.2.b)."""
    value = might(s, o)
    return max(0, value)


def keywords(s: State, o: Obj) -> int:
    """Return an object's keywords as bits."""
    if o.seen != s.stamp or s.index is None:
        refresh(s, o)
    return o.kw


def refresh(s: State, o: Obj) -> None:
    """Bring an object's derived fields up to date, with all others if passives are about."""
    index = get_index(s)
    if o.seen == s.stamp:
        return
    if index.statics:
        recompute(s, index)
    else:
        _alone(s, o)
        o.seen = s.stamp


def _base(s: State, o: Obj) -> Work:
    """Set keywords and values without passives, and return the Might in the making (layers 1 to 3 of the object)."""
    d = o.d
    kw, assault, shield, deflect, hunt = d.kw, d.assault, d.shield, d.deflect, d.hunt
    base = d.might
    increase = o.buffs * _buff_might(s) if o.buffs else 0
    decrease = 0
    if o.temp_might > 0:
        increase += o.temp_might
    else:
        decrease -= o.temp_might
    grants: list[Grant] = []
    for attached in o.attachments:
        card = s.board[attached].d
        # CR 477.3.d: Might bonuses are arithmetic, effect text belongs to layer 2.
        increase += card.bonus
        if card.effect.kw:
            grants.append(card.effect)
    for mod in o.mods:
        if mod.kind == M_GRANT and mod.grant is not None:
            grants.append(mod.grant)
        elif mod.kind == M_SET:
            base = mod.value
        elif mod.kind == M_MIGHT:
            if mod.value > 0:
                increase += mod.value
            else:
                decrease -= mod.value
    for grant in grants:
        kw |= grant.kw
        assault += grant.assault
        shield += grant.shield
        deflect += grant.deflect
        hunt += grant.hunt
    if o.role == w.ATTACKER:
        increase += assault
    elif o.role == w.DEFENDER:
        increase += shield
    o.kw, o.assault, o.shield, o.deflect, o.hunt = kw, assault, shield, deflect, hunt
    o.tags = d.tags
    work = Work(base, increase)
    if decrease:
        # CR 477.3.b: a limit of an effect that is not passive was fixed when it was applied.
        work.decreases.append((decrease, -1000))
    return work


def _buff_might(s: State) -> int:
    return rule_value(s, "buff might", 1) if get_index(s).rules else 1


def _alone(s: State, o: Obj) -> None:
    if not o.mods and not o.attachments and not o.buffs and not o.temp_might:
        d = o.d
        o.kw, o.assault, o.shield, o.deflect, o.hunt, o.tags = d.kw, d.assault, d.shield, d.deflect, d.hunt, d.tags
        role = o.role
        o.might = d.might if not role else d.might + (d.assault if role == w.ATTACKER else d.shield)
    else:
        o.might = _base(s, o).value()
    if s.rules.negative_might is False and o.might < 0:
        o.might = 0
    if o.abilities:
        o.abilities = ()


def recompute(s: State, index: Index) -> None:
    """Compute every object through the layers to the fixed point."""
    stamp = s.stamp
    objects: list[Obj] = []
    works: dict[int, Work] = {}
    for o in s.board.values():
        if o.d.types & w.RUNE or o.facedown:
            o.seen = stamp
            continue
        objects.append(o)
        works[o.id] = _base(s, o)
        o.abilities = ()
        o.seen = stamp
        o.might = works[o.id].value()
    applied: set[tuple[int, int]] = set()
    again = True
    while again:
        again = False
        for layer in (1, 2, 3):
            for number, (env, static, _) in enumerate(index.statics):
                if not _has_layer(static, layer):
                    continue
                key = number * 4 + layer
                if _apply_all(s, env, static, layer, key, objects, works, applied):
                    again = True
    if not s.rules.negative_might:
        for o in objects:
            o.might = max(o.might, 0)


def _has_layer(static: Static, layer: int) -> bool:
    if layer == 1:
        return bool(static.tags)
    if layer == 2:
        return static.grant is not None or static.abilities_of is not None
    return static.might is not None or static.raise_to is not None


def _apply_all(
    s: State,
    env: Env,
    static: Static,
    layer: int,
    key: int,
    objects: list[Obj],
    works: dict[int, Work],
    applied: set[tuple[int, int]],
) -> bool:
    if static.gate is not None and not static.gate(s, env):
        return False
    if static.condition is not None and not static.condition(s, env):
        return False
    some = False
    if static.to_me:
        me = s.board.get(env.me)
        objects = [] if me is None or me.id not in works else [me]
    for o in objects:
        mark = (key, o.id)
        if mark in applied or not static.applies(s, env, o.id):
            continue
        applied.add(mark)
        some = True
        if layer == 1:
            o.tags |= static.tags
        elif layer == 2:
            _grant(s, env, static, o, works[o.id])
        else:
            _arithmetic(s, env, static, o, works[o.id])
        o.might = works[o.id].value()
    return some


def _grant(s: State, env: Env, static: Static, o: Obj, work: Work) -> None:
    grant = static.grant
    if grant is not None:
        o.kw |= grant.kw
        o.assault += grant.assault
        o.shield += grant.shield
        o.deflect += grant.deflect
        o.hunt += grant.hunt
        if o.role == w.ATTACKER:
            work.increase += grant.assault
        elif o.role == w.DEFENDER:
            work.increase += grant.shield
        if not grant.abilities.empty:
            o.abilities = (*o.abilities, (grant.abilities, o.id))
    if static.abilities_of is not None:
        o.abilities = (*o.abilities, *_borrowed(s, env, static, o))


def _borrowed(s: State, env: Env, static: Static, o: Obj) -> list[tuple[object, int]]:
    """Return the abilities that an object has from others: those that exhaust their source (Heimerdinger)."""
    assert static.abilities_of is not None
    found: list[tuple[object, int]] = []
    for ref in static.abilities_of(s, env):
        other = s.board.get(ref)
        if other is None or other.id == o.id or other.attached_to >= 0:
            continue
        if static.which == "exhaust":
            found.extend((activated, o.id) for activated in other.d.main.activated if activated.exhausts)
        else:
            found.append((other.d.main, o.id))
    return found


def _arithmetic(s: State, env: Env, static: Static, o: Obj, work: Work) -> None:
    if static.raise_to is not None:
        work.raises.append(static.raise_to(s, env))
    if static.might is None:
        return
    amount = static.might(s, env, o)
    if amount >= 0:
        work.increase += amount
    else:
        floor = -1000 if static.minimum is None else static.minimum(s, env)
        work.decreases.append((-amount, floor))


# --- passives that are not layered ------------------------------------------------------------------------------------


def _active(s: State, env: Env, static: Static) -> bool:
    if static.gate is not None and not static.gate(s, env):
        return False
    return static.condition is None or static.condition(s, env)


def enters(s: State, player: int, ref: int, own: tuple[tuple[Env, Static], ...]) -> int:
    """Return how an object enters: 1 ready, 2 exhausted, 0 as its type says (CR 369.3).

    `own` are the passives of the entering object itself, which apply to its own entering.
    """
    for env, static in own:
        if static.enters and static.to_me and _active(s, env, static):
            return static.enters
    for env, static, delayed in get_index(s).statics:
        if static.enters and not static.to_me and _active(s, env, static) and static.applies(s, env, ref):
            if delayed >= 0:
                use_delayed(s, delayed)
            return static.enters
    return 0


def use_delayed(s: State, delayed_id: int) -> None:
    """Count one use of a delayed ability, and drop it when it has none left."""
    for place, delayed in enumerate(s.delayed):
        if delayed.id != delayed_id:
            continue
        if delayed.uses == 1:
            del s.delayed[place]
            s.index = None
            s.stamp += 1
        elif delayed.uses > 1:
            from engine.items import Delayed  # noqa: PLC0415

            s.delayed[place] = Delayed(
                delayed.id, delayed.ability, delayed.env, delayed.until, delayed.ref, delayed.uses - 1
            )
        return


def bonus_damage(s: State, env: Env, target: int, subject: int) -> int:
    """Return the Bonus Damage of a Deal action of a spell or ability at one target (CR 712-715).

    `subject` is the dealing chain item.
    """
    total = 0
    for other, static, delayed in get_index(s).statics:
        if static.bonus_damage is None or not _active(s, other, static):
            continue
        asked = target if static.selects == "target" else subject
        if static.applies(s, other, asked):
            total += static.bonus_damage(s, other)
            del delayed
    return max(0, total)


def order_of_damage(s: State, o: Obj, ignoring: int) -> int:
    """Return when an object must be assigned combat damage: -1 first (Tank), 1 last (Backline), 0 between.

    2 means both, of which the assigning player picks one (CR 465.2.c.8). `ignoring` are keyword bits to disregard.
    """
    kw = keywords(s, o) & ~ignoring
    first = bool(kw & w.K_TANK)
    last = bool(kw & w.K_BACKLINE)
    if not last:
        for env, static, _ in get_index(s).statics:
            if static.damage_order and _active(s, env, static) and static.applies(s, env, o.id):
                last = last or static.damage_order > 0
                first = first or static.damage_order < 0
    if first and last:
        return 2
    return -1 if first else (1 if last else 0)


def ignored_by(s: State, player: int) -> int:
    """Return the keywords that a player ignores while assigning combat damage (CR 764-767)."""
    bits = 0
    for env, static, _ in get_index(s).statics:
        if static.ignores and env.you == player and _active(s, env, static):
            bits |= static.ignores
    return bits


def extra_triggers(s: State, player: int, label: int) -> int:
    """Return how often more the labelled effects of a player trigger (Karthus)."""
    total = 0
    for env, static, _ in get_index(s).statics:
        if static.extra_triggers and env.you == player and static.selects == str(label) and _active(s, env, static):
            total += static.extra_triggers
    return total


# --- effects that last ------------------------------------------------------------------------------------------------


def add_mod(s: State, o: Obj, mod: Mod) -> None:
    """Lay an effect on an object."""
    o.mods = (*o.mods, mod)
    changed(s, o)
    s.dirty |= w.DIRTY_STATUS | w.DIRTY_DAMAGE


def drop_mods(s: State, o: Obj, until: int, ref: int = w.NOBODY) -> None:
    """End the effects on an object whose duration is over; control and copies go back."""
    kept = tuple(mod for mod in o.mods if mod.until != until or (ref >= 0 and mod.ref != ref))
    if len(kept) == len(o.mods):
        return
    gone = [mod for mod in o.mods if mod not in kept]
    o.mods = kept
    for mod in reversed(gone):
        if mod.kind == M_COPY and mod.d is not None:
            o.d = mod.d
    if any(mod.kind == M_CONTROL for mod in gone):
        settle_control(s, o)
    s.index = None
    s.stamp += 1
    o.seen = -1
    s.dirty |= w.DIRTY_STATUS | w.DIRTY_DAMAGE


def settle_control(s: State, o: Obj) -> None:
    """Set the controller to the newest effect that took control, or to the one from before (CR 477.1.a)."""
    controller = o.home
    for mod in o.mods:
        if mod.kind == M_CONTROL:
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
