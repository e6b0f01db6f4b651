"""Passive abilities through the layers (CR 478-482): each effect once on each object, until nothing changes.

Within a layer an effect that depends on another waits for it; without a dependency the older one comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.active_texts import rule_in, texts_of
from riftcheck.engine.board.layer_parts import NO_FLOOR, Part, Work, add_counted
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import ABILITIES, ARITHMETIC, LAYERS, TRAITS, AbilitySet
from riftcheck.engine.model.definitions import tags_at

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Activated, Grant, Static
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.index import Effect, Index
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State


class Pass:
    """One recomputation: the objects, their Mights in the making, and which effect is applied to which."""

    __slots__ = ("applied", "objects", "s", "works")

    def __init__(self, s: State, index: Index, only: Obj | None) -> None:
        self.s = s
        self.objects: list[Obj] = []
        self.works: dict[int, Work] = {}
        # Pairs of an effect's number in its layer and an object.
        self.applied: set[tuple[int, int, int]] = set()
        stamp = s.stamp
        for o in s.board.values() if only is None else (only,):
            o.seen = stamp
            if o.d.types & w.RUNE or o.facedown:
                continue
            self.objects.append(o)
            o.abilities = ()
            if o.mods or o.attachments or o.buffs or o.temp_might:
                work = self.works[o.id] = base_work(s, index, o)
                o.might = work.value()
            else:
                o.might = o.d.might + printed(o)

    def work(self, o: Obj) -> Work:
        """Return the Might of an object in the making."""
        found = self.works.get(o.id)
        if found is None:
            # Nothing has altered it yet: it has its printed Might, and that of its role.
            found = self.works[o.id] = Work(o.d.might, o.might - o.d.might)
        return found


def base_work(s: State, index: Index, o: Obj) -> Work:
    """Set keywords and values without passives, and return the Might in the making (layers 2 to 4 of the object)."""
    d = o.d
    if not o.mods and not o.attachments and not o.buffs and not o.temp_might:
        return Work(d.might, printed(o))
    kw, assault, shield, deflect = d.kw, d.assault, d.shield, d.deflect
    hunt, disarm = d.hunt, d.disarm
    base = d.might
    increase = o.buffs * _buff_might(s, index) if o.buffs else 0
    decrease = 0
    if o.temp_might > 0:
        increase += o.temp_might
    else:
        decrease -= o.temp_might
    grants: list[Grant] = []
    for attached in o.attachments:
        card = s.board[attached].d
        # CR 479.4.d: Might bonuses are arithmetic, effect text belongs to layer 3.
        increase += card.bonus
        if card.effect.kw:
            grants.append(card.effect)
    for mod in o.mods:
        if mod.kind == w.M_GRANT and mod.grant is not None:
            grants.append(mod.grant)
        elif mod.kind == w.M_SET:
            base = mod.value
        elif mod.kind == w.M_MIGHT:
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
        disarm += grant.disarm
    if o.role == w.ATTACKER:
        increase += assault
    elif o.role == w.DEFENDER:
        increase += shield
    o.kw, o.assault, o.shield, o.deflect, o.hunt, o.disarm = kw, assault, shield, deflect, hunt, disarm
    o.tags = d.tags
    work = Work(base, increase)
    if decrease:
        # CR 479.4.b: a limit of an effect that is not passive was fixed when it was applied.
        work.decreases.append((decrease, NO_FLOOR))
    return work


def printed(o: Obj) -> int:
    """Give an object its printed values, and return the Might that they add for its role."""
    d = o.d
    o.kw, o.assault, o.shield, o.deflect = d.kw, d.assault, d.shield, d.deflect
    o.hunt, o.disarm, o.tags = d.hunt, d.disarm, d.tags
    if not o.role:
        return 0
    return d.assault if o.role == w.ATTACKER else d.shield


def _buff_might(s: State, index: Index) -> int:
    return rule_in(s, index, "buff might", 1) if index.rules else 1


def compute_alone(s: State, index: Index, o: Obj) -> None:
    """Compute an object that no passive alters."""
    if not o.mods and not o.attachments and not o.buffs and not o.temp_might:
        o.might = o.d.might + printed(o)
    else:
        o.might = base_work(s, index, o).value()
    if s.rules.negative_might is False and o.might < 0:
        o.might = 0
    if o.abilities:
        o.abilities = ()


def recompute(s: State, index: Index, only: Obj | None = None) -> None:
    """Compute every object through the layers to the fixed point (CR 478); or `only` one, if no effect reads others."""
    now = Pass(s, index, only)
    if index.reading:
        _to_fixed_point(now, index)
    else:
        for layer in LAYERS:
            if layer == ARITHMETIC:
                _count_roles(now)
            for effect in index.effects[layer]:
                _apply(now, layer, effect, _outcome(now, layer, effect))
    if not s.rules.negative_might:
        for o in now.objects:
            o.might = max(o.might, 0)


def _to_fixed_point(now: Pass, index: Index) -> None:
    """Apply effects that may look at what others change: where one does not, each has done its all in one pass."""
    again = True
    while again:
        again = False
        for layer in LAYERS:
            if layer == ARITHMETIC:
                _count_roles(now)
            if index.effects[layer] and _apply_layer(now, layer, index.effects[layer]):
                again = True


def _count_roles(now: Pass) -> None:
    """Add the Might of granted Assault and Shield, which is arithmetic (CR 478.4, 479.4)."""
    for ref, work in now.works.items():
        if work.role:
            work.increase += work.role
            work.role = 0
            now.s.board[ref].might = work.value()


def _apply_layer(now: Pass, layer: int, effects: list[Effect]) -> bool:
    """Apply the effects of one layer; return whether any part was applied."""
    waiting = effects[:]
    some = False
    while waiting:
        effect = _first(now, layer, waiting)
        waiting.remove(effect)
        parts = _outcome(now, layer, effect)
        for part in parts:
            now.applied.add((layer, effect[0], part.ref))
        _apply(now, layer, effect, parts)
        some = some or bool(parts)
    return some


def _first(now: Pass, layer: int, waiting: list[Effect]) -> Effect:
    """Return the effect to apply next: the oldest, or the one that it depends on (CR 481.2, 482)."""
    effect = waiting[0]
    if not effect[2].reads & (1 << (layer - 1)):
        return effect
    passed: list[Effect] = []
    while len(passed) < len(waiting) - 1:
        passed.append(effect)
        before = next((one for one in waiting if one not in passed and _waits_for(now, layer, effect, one)), None)
        if before is None:
            return effect
        effect = before
    return effect


def _waits_for(now: Pass, layer: int, effect: Effect, other: Effect) -> bool:
    """Tell whether an effect depends on another; two that alter each other do not (CR 480.1, 481.1)."""
    return _altered(now, layer, effect, other) and not _altered(now, layer, other, effect)


def _altered(now: Pass, layer: int, effect: Effect, other: Effect) -> bool:
    """Tell whether an effect would do something else once another has been applied."""
    if not effect[2].reads & (1 << (layer - 1)):
        return False
    first = _outcome(now, layer, other)
    if not first:
        return False
    before = _outcome(now, layer, effect)
    kept = [_kept(now, o) for o in now.objects]
    _apply(now, layer, other, first)
    after = _outcome(now, layer, effect)
    for o, values in zip(now.objects, kept, strict=True):
        _restore(now, o, values)
    return len(before) != len(after) or not all(one.same(two) for one, two in zip(before, after, strict=True))


Kept = tuple[tuple[int, ...], frozenset[str], tuple[tuple[object, int], ...], int, tuple[int, int, int, int]]


def _kept(now: Pass, o: Obj) -> Kept:
    work = now.work(o)
    sizes = (work.increase, work.role, len(work.raises), len(work.decreases))
    keywords = (o.kw, o.assault, o.shield, o.deflect, o.hunt, o.disarm)
    return keywords, o.tags, o.abilities, o.might, sizes


def _restore(now: Pass, o: Obj, kept: Kept) -> None:
    keywords, o.tags, o.abilities, o.might, sizes = kept
    o.kw, o.assault, o.shield, o.deflect, o.hunt, o.disarm = keywords
    work = now.work(o)
    work.increase, work.role = sizes[:2]
    del work.raises[sizes[2] :]
    del work.decreases[sizes[3] :]


# --- one effect -------------------------------------------------------------------------------------------------------


def _outcome(now: Pass, layer: int, effect: Effect) -> list[Part]:
    """Return the changes that an effect makes now, one part for each object to which it has not been applied."""
    number, env, static = effect
    s = now.s
    if static.gate is not None and not static.gate(s, env):
        return []
    if static.condition is not None and not static.condition(s, env):
        return []
    objects = now.objects
    if static.to_me:
        me = s.board.get(env.me)
        objects = [me] if me is not None and me in objects else []
    parts: list[Part] = []
    bits = static.bits
    for o in objects:
        if not o.d.types & bits:
            continue
        if now.applied and (layer, number, o.id) in now.applied:
            continue
        if static.might_bonus and layer == ARITHMETIC:
            part = _doubled(s, env, static, o)
        else:
            part = _part(s, env, static, layer, o) if static.applies(s, env, o.id) else None
        if part is not None:
            parts.append(part)
    return parts


def _part(s: State, env: Env, static: Static, layer: int, o: Obj) -> Part:
    part = Part(o.id)
    if layer == ABILITIES and static.abilities_of is not None:
        part.borrowed = _borrowed(s, env, static, o)
    elif layer == ABILITIES and static.counted:
        part.counted = tuple(0 if value is None else max(0, value(s, env, o)) for value in static.counted)
    elif layer == ARITHMETIC:
        if static.raise_to is not None:
            part.raise_to = _known(static.raise_to(s, env))
        if static.might is not None:
            part.might = _known(static.might(s, env, o))
            if part.might is not None and part.might < 0 and static.minimum is not None:
                part.floor = static.minimum(s, env)
    return part


def _known(value: int) -> int | None:
    """Return a number, None for one that cannot be known (CR 359.3.e.12)."""
    return value if value > NO_FLOOR else None


def _doubled(s: State, env: Env, static: Static, o: Obj) -> Part | None:
    """Return the base Might bonuses that the Equipment attached to an object gives once more."""
    more = sum(s.board[ref].d.bonus for ref in o.attachments if static.applies(s, env, ref))
    if not more:
        return None
    part = Part(o.id)
    part.might = more
    return part


def _borrowed(s: State, env: Env, static: Static, o: Obj) -> list[tuple[AbilitySet | Activated, int]]:
    """Return the abilities that an object has from others: those that exhaust their source (Heimerdinger)."""
    assert static.abilities_of is not None
    found: list[tuple[AbilitySet | Activated, int]] = []
    for ref in static.abilities_of(s, env):
        other = s.board.get(ref)
        if other is None or other.id == o.id:
            continue
        if static.which == "exhaust":
            # CR 479.3.a: also those that it was given, but not those that it has from others in this very way.
            granted = [(text, this) for text, this in other.abilities if isinstance(text, AbilitySet)]
            for text, this in (*texts_of(s, other), *granted):
                at = o.id if this == other.id else this
                found.extend((activated, at) for activated in text.activated if activated.exhausts)
        elif other.attached_to < 0:
            found.append((other.d.main, o.id))
    return found


def _apply(now: Pass, layer: int, effect: Effect, parts: list[Part]) -> None:
    static = effect[2]
    for part in parts:
        o = now.s.board[part.ref]
        if layer == TRAITS:
            o.tags |= static.tags
            if static.named_tags is not None:
                o.tags |= tags_at(now.s.pool, static.named_tags(now.s, effect[1]))
        elif layer == ABILITIES:
            _grant(static, o, now.work(o), part)
        else:
            _arithmetic(o, now.work(o), part)


def _grant(static: Static, o: Obj, work: Work, part: Part) -> None:
    grant = static.grant
    if grant is not None:
        o.kw |= grant.kw
        o.assault += grant.assault
        o.shield += grant.shield
        o.deflect += grant.deflect
        o.hunt += grant.hunt
        o.disarm += grant.disarm
        if o.role == w.ATTACKER:
            work.role += grant.assault
        elif o.role == w.DEFENDER:
            work.role += grant.shield
        if part.counted:
            add_counted(o, work, part.counted)
        if not grant.abilities.empty:
            o.abilities = (*o.abilities, (grant.abilities, o.id))
    o.abilities = (*o.abilities, *part.borrowed)


def _arithmetic(o: Obj, work: Work, part: Part) -> None:
    if part.raise_to is not None:
        work.raises.append(part.raise_to)
    if part.might is not None and part.might >= 0:
        work.increase += part.might
    elif part.might is not None:
        work.decreases.append((-part.might, part.floor))
    o.might = work.value()
