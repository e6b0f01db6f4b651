"""Tests that a candidate must pass, and places where it must be, as closures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from carddb.abilities import phrases as p
from engine import words as w
from engine.compile.subjects import (
    Unsupported,
    controller_of,
    d_of,
    here_of,
    is_null,
    item_of,
    kw_of,
    loc_of,
    might_of,
    owner_of,
    snap_of,
    speaker,
    tags_of,
)
from engine.defs import tag_names
from engine.items import Item
from engine.layers import MIGHTY
from engine.state import enemies

if TYPE_CHECKING:
    from engine.compile.context import Context
    from engine.items import Env
    from engine.scripts import Legal
    from engine.state import State

# The name under which an item keeps what has been picked for it, where its text asks.
PICKED: Final = "#picked"
DOMAIN_BITS: Final = {"Fury": 1, "Calm": 2, "Mind": 4, "Body": 8, "Chaos": 16, "Order": 32}
NOUN_BITS: Final = {
    "unit": w.UNIT,
    "gear": w.GEAR,
    "Equipment": w.EQUIPMENT,
    "rune": w.RUNE,
    "legend": w.LEGEND,
    "permanent": w.PERMANENT,
    "battlefield": w.BATTLEFIELD,
    "spell": w.SPELL,
    "champion": w.CHAMPION,
    "chosen champion": w.CHAMPION,
    "card": w.MAIN_DECK,
    "something": w.PERMANENT | w.LEGEND | w.RUNE | w.SPELL,
}
OPERATORS: Final[dict[str, Callable[[int, int], bool]]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}


def all_tests(ctx: Context, tests: tuple[p.Test, ...]) -> Legal | None:
    """Return one closure that asks every test, or None where there is none."""
    if not tests:
        return None
    found = [test(ctx, each) for each in tests]
    if len(found) == 1:
        return found[0]

    def every(s: State, env: Env, ref: int) -> bool:
        return all(one(s, env, ref) for one in found)

    return every


def test(ctx: Context, node: p.Test) -> Legal:
    """Return the closure of one test."""
    maker = TESTS.get(type(node))
    if maker is None:
        message = f"the test {type(node).__name__}"
        raise Unsupported(message)
    return maker(ctx, node)


def _negate(legal: Legal, negated: bool) -> Legal:
    if not negated:
        return legal
    return lambda s, env, ref: not legal(s, env, ref)


# --- states -----------------------------------------------------------------------------------------------------------


def friendly(s: State, env: Env, ref: int) -> bool:
    """CR 740.1.a: the same controller, or teammates."""
    who = controller_of(s, env, ref)
    return who >= 0 and env.you >= 0 and s.team[who] == s.team[env.you]


def enemy(s: State, env: Env, ref: int) -> bool:
    """CR 740.1.b."""
    return enemies(s, env.you, controller_of(s, env, ref))


def yours(s: State, env: Env, ref: int) -> bool:
    """Controlled by you alone, never by a teammate."""
    return speaker(env) >= 0 and controller_of(s, env, ref) == env.you


def _flag(bit: int, live: Callable[[State, int], bool]) -> Legal:
    def flag(s: State, env: Env, ref: int) -> bool:
        if ref in s.board:
            return live(s, ref)
        snap = snap_of(env, ref)
        return snap is not None and bool(snap.state & bit)

    return flag


def _buffed(s: State, env: Env, ref: int) -> bool:
    o = s.board.get(ref)
    if o is not None:
        return o.buffs > 0
    snap = snap_of(env, ref)
    return snap is not None and snap.buffs > 0


def _mighty(s: State, env: Env, ref: int) -> bool:
    value = might_of(s, env, ref)
    return not is_null(value) and value >= MIGHTY


def _role(role: int) -> Legal:
    def has_role(s: State, env: Env, ref: int) -> bool:
        if 0 <= ref < len(s.players):
            return ref == (s.attacker if role == w.ATTACKER else s.defender)  # CR 464.2.c: players have roles too
        o = s.board.get(ref)
        if o is not None:
            return o.role == role
        snap = snap_of(env, ref)
        return snap is not None and snap.role == role

    return has_role


def alone(s: State, env: Env, ref: int) -> bool:
    """CR 740.2.a: no other friendly unit is at its location."""
    o = s.board.get(ref)
    if o is None or o.loc < 0:
        return False
    team = s.team[o.controller]
    return not any(oid != ref and s.team[s.board[oid].controller] == team for oid in s.locs[o.loc].units)


def _token(s: State, env: Env, ref: int) -> bool:
    d = d_of(s, env, ref)
    return d is not None and bool(d.types & w.TOKEN)


def _loc_state(kind: str) -> Legal:
    def loc_state(s: State, env: Env, ref: int) -> bool:
        loc = loc_of(s, env, ref)
        if loc < 0:
            return False
        at = s.locs[loc]
        if kind == "occupied":
            return bool(at.units)
        if kind == "controlled":
            return at.control >= 0
        if kind == "uncontrolled":
            return at.control < 0
        return not at.units and at.control < 0

    return loc_state


STATES: Final[dict[str, Legal]] = {
    "friendly": friendly,
    "enemy": enemy,
    "your": yours,
    "ready": lambda s, env, ref: ref in s.board and not s.board[ref].exhausted,
    "exhausted": _flag(1, lambda s, ref: s.board[ref].exhausted),
    "stunned": _flag(2, lambda s, ref: s.board[ref].stunned),
    "damaged": _flag(4, lambda s, ref: s.board[ref].damage > 0),
    "empowered": _flag(8, lambda s, ref: s.board[ref].empowered > 0),
    "facedown": _flag(32, lambda s, ref: s.board[ref].facedown),
    "buffed": _buffed,
    "equipped": lambda s, env, ref: (
        ref in s.board and any(s.board[a].d.types & w.EQUIPMENT for a in s.board[ref].attachments)
    ),
    "attached": lambda s, env, ref: ref in s.board and s.board[ref].attached_to >= 0,
    "detached": lambda s, env, ref: ref in s.board and s.board[ref].attached_to < 0,
    "mighty": _mighty,
    "attacking": _role(w.ATTACKER),
    "defending": _role(w.DEFENDER),
    "alone": alone,
    "token": _token,
    "occupied": _loc_state("occupied"),
    "open": _loc_state("open"),
    "controlled": _loc_state("controlled"),
    "uncontrolled": _loc_state("uncontrolled"),
    "owned": lambda s, env, ref: speaker(env) >= 0 and owner_of(s, env, ref) == env.you,
}


def _state(ctx: Context, node: p.State) -> Legal:
    del ctx
    found = STATES.get(node.word)
    if found is None:
        message = f"the state {node.word}"
        raise Unsupported(message)
    return _negate(found, node.negated)


def _of_domain(ctx: Context, node: p.OfDomain) -> Legal:
    del ctx
    bit = DOMAIN_BITS[node.domain]

    def of_domain(s: State, env: Env, ref: int) -> bool:
        d = d_of(s, env, ref)
        return d is not None and bool(d.domains & bit)

    return _negate(of_domain, node.negated)


def _has_tag(ctx: Context, node: p.HasTag) -> Legal:
    tag = node.tag
    if isinstance(tag, p.Ref):
        named = ctx.refs(tag)

        def has_named(s: State, env: Env, ref: int) -> bool:
            names = tag_names(s.pool)
            return any(names[place] in tags_of(s, env, ref) for place in named(s, env))

        return _negate(has_named, node.negated)
    return _negate(lambda s, env, ref: tag in tags_of(s, env, ref), node.negated)


def _is_kind(ctx: Context, node: p.IsKind) -> Legal:
    return _negate(kind_test(ctx, node.noun), node.negated)


def kind_test(ctx: Context, noun: str) -> Legal:
    """Return whether a thing is what a noun says."""
    del ctx
    bits = NOUN_BITS.get(noun)
    if bits is None:
        message = f"the noun {noun}"
        raise Unsupported(message)

    def is_kind(s: State, env: Env, ref: int) -> bool:
        d = d_of(s, env, ref)
        return d is not None and bool(d.types & bits)

    return is_kind


def _measure(ctx: Context, node: p.Measure) -> Legal:
    from engine.compile.amounts import amount  # noqa: PLC0415

    compare = OPERATORS[node.operator]
    limit = amount(ctx, node.amount)
    trait = node.trait

    def measure(s: State, env: Env, ref: int) -> bool:
        bound = limit(s, env)
        value = trait_of(s, env, ref, trait)
        return not is_null(bound) and not is_null(value) and compare(value, bound)

    return measure


def trait_of(s: State, env: Env, ref: int, trait: str) -> int:
    """Return a trait of a thing: Might as it is, printed energy and power (CR 206); NULL where it has none."""
    if trait == "might":
        return might_of(s, env, ref)
    d = d_of(s, env, ref)
    if d is None:
        return -(10**9)
    return d.energy if trait == "energy" else len(d.power)


def _with_keyword(ctx: Context, node: p.WithKeyword) -> Legal:
    del ctx
    bit = w.KEYWORD_BITS[node.keyword]
    if node.keyword == "reaction":
        bit |= w.K_QUICK_DRAW  # CR 819.1.b
    return _negate(lambda s, env, ref: bool(kw_of(s, env, ref) & bit), node.negated)


def _named(ctx: Context, node: p.NamedCard) -> Legal:
    del ctx
    name = node.name

    def named(s: State, env: Env, ref: int) -> bool:
        d = d_of(s, env, ref)
        return d is not None and d.name == name

    return named


def _controlled(ctx: Context, node: p.Controlled) -> Legal:
    who = ctx.who(node.who)

    def controlled(s: State, env: Env, ref: int) -> bool:
        player = controller_of(s, env, ref)
        if node.team:
            return player >= 0 and any(s.team[player] == s.team[other] for other in who(s, env))
        return player in who(s, env)

    return _negate(controlled, node.negated)


def _owned(ctx: Context, node: p.Owned) -> Legal:
    who = ctx.who(node.who)
    return lambda s, env, ref: owner_of(s, env, ref) in who(s, env)


def _played_by(ctx: Context, node: p.PlayedBy) -> Legal:
    who = ctx.who(node.who)
    return lambda s, env, ref: controller_of(s, env, ref) in who(s, env)


def _choosing(ctx: Context, node: p.Choosing) -> Legal:
    from engine.compile.selecting import matcher  # noqa: PLC0415

    fits = matcher(ctx, node.selector)
    only = node.only

    def choosing(s: State, env: Env, ref: int) -> bool:
        item = item_of(s, ref)
        if item is None:
            return False
        targets = [target for target in item.targets_seen if target < 0 or target in s.board]
        hits = [target for target in targets if fits(s, env, target)]
        return bool(hits) and (not only or len(hits) == len(targets) == 1)

    return choosing


def _among(ctx: Context, node: p.AmongNames) -> Legal:
    refs = ctx.refs(node.ref)
    return _negate(lambda s, env, ref: ref in refs(s, env), node.negated)


def _not_chosen(ctx: Context, node: p.NotChosen) -> Legal:
    if node.span != "this play":
        message = f"what has not been chosen {node.span}"
        raise Unsupported(message)
    slot = ctx.slot(PICKED)

    def not_chosen(s: State, env: Env, ref: int) -> bool:
        del s
        if isinstance(env, Item) and any(ref in chosen for chosen in env.chosen):
            return False
        return ref not in env.slots[slot]

    return not_chosen


TESTS: Final[dict[type, Callable[..., Legal]]] = {
    p.State: _state,
    p.OfDomain: _of_domain,
    p.HasTag: _has_tag,
    p.IsKind: _is_kind,
    p.Measure: _measure,
    p.WithKeyword: _with_keyword,
    p.NamedCard: _named,
    p.Controlled: _controlled,
    p.Owned: _owned,
    p.PlayedBy: _played_by,
    p.Choosing: _choosing,
    p.AmongNames: _among,
    p.NotChosen: _not_chosen,
}


# --- places -----------------------------------------------------------------------------------------------------------

Locs = Callable[["State", "Env"], "list[int] | range"]


def locations_of(ctx: Context, place: p.Place) -> Locs:
    """Return the locations that a place means; an empty list where it means none now."""
    kind = place.kind
    if kind == "here":
        return lambda s, env: _some(here_of(s, env))
    if kind == "there":
        return lambda s, env: _some(env.there)
    if kind in ("battlefield", "one battlefield", "same location"):
        return _battlefields(ctx, place)
    if kind == "base":
        return _bases(ctx, place)
    if kind == "another location":
        return lambda s, env: [loc for loc in range(len(s.locs)) if loc != here_of(s, env)]
    if kind == "another battlefield":
        return lambda s, env: [loc for loc in range(len(s.players), len(s.locs)) if loc != here_of(s, env)]
    if kind in ("each location", "board"):
        return lambda s, env: range(len(s.locs))
    if kind == "combat":
        return lambda s, env: _some(s.showdown if s.combat else w.NOBODY)
    if kind == "location of" and place.ref is not None:
        refs = ctx.noted(place.ref)
        return lambda s, env: [loc for loc in (loc_of(s, env, ref) for ref in refs(s, env)) if loc >= 0]
    if kind == "battlefield of" and place.ref is not None:
        refs = ctx.noted(place.ref)
        # CR 198: a base is no battlefield, so what is there has none.
        return lambda s, env: [loc for loc in (loc_of(s, env, ref) for ref in refs(s, env)) if loc >= len(s.players)]
    if kind == "origin of":
        return _origin(ctx, place)
    if kind == "to or from":
        return lambda s, env: [loc for loc in dict.fromkeys((env.there, env.origin)) if loc >= len(s.players)]
    if kind in ("controlled battlefield", "open battlefield", "enemy battlefield"):
        return _kinds_of_battlefield(ctx, place)
    if kind == "named":
        name = place.name
        return lambda s, env: [
            loc for loc in range(len(s.players), len(s.locs)) if s.board[s.locs[loc].bf].d.name == name
        ]
    message = f"the place {kind}"
    raise Unsupported(message)


def _some(loc: int) -> list[int]:
    return [loc] if loc >= 0 else []


def _origin(ctx: Context, place: p.Place) -> Locs:
    if place.ref is None or place.ref.name in ("me", "it"):
        return lambda s, env: _some(env.origin)
    refs = ctx.refs(p.Ref(f"origin of {place.ref.name}"))
    return lambda s, env: [ref - w.REF_LOCATION for ref in refs(s, env)]


def _battlefields(ctx: Context, place: p.Place) -> Locs:
    fits = all_tests(ctx, place.tests)
    where = None
    if place.where is not None:
        from engine.compile.conditions import condition  # noqa: PLC0415

        where = condition(ctx, place.where)

    def battlefields(s: State, env: Env) -> list[int] | range:
        every = range(len(s.players), len(s.locs))
        if fits is None and where is None:
            return every
        found: list[int] = []
        for loc in every:
            ref = s.locs[loc].bf
            if fits is not None and not fits(s, env, ref):
                continue
            if where is None or _where(s, env, loc, where):
                found.append(loc)
        return found

    return battlefields


def _where(s: State, env: Env, loc: int, condition: Callable[[State, Env], bool]) -> bool:
    before, env.there, me = env.there, loc, env.me
    env.me = s.locs[loc].bf
    try:
        return condition(s, env)
    finally:
        env.there, env.me = before, me


def _kinds_of_battlefield(ctx: Context, place: p.Place) -> Locs:
    kind = place.kind
    who = ctx.who(place.whose or "you")
    every = _battlefields(ctx, place)

    def chosen(s: State, env: Env) -> list[int]:
        found: list[int] = []
        for loc in every(s, env):
            at = s.locs[loc]
            if kind == "controlled battlefield":
                fits = at.control >= 0 and at.control in who(s, env)
            elif kind == "open battlefield":
                fits = at.control < 0 and not at.units
            else:
                fits = enemies(s, env.you, at.control)
            if fits:
                found.append(loc)
        return found

    return chosen


def _bases(ctx: Context, place: p.Place) -> Locs:
    if place.whose in (None, "any"):
        return lambda s, env: range(len(s.players))
    if place.whose in ("its controller", "its owner"):
        return lambda s, env: range(len(s.players))
    who = ctx.who(place.whose)
    return lambda s, env: list(who(s, env))
