"""Places as closures: the locations that one means now."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.compile.core.registry import all_tests, condition
from riftcheck.engine.compile.core.subjects import Unsupported, here_of, loc_of
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Item
from riftcheck.engine.model.frames import ResolveFrame
from riftcheck.engine.model.turn_order import enemies

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.state import State

Locs = Callable[["State", "Env"], "list[int] | range"]


def locations_of(ctx: Context, place: p.Place) -> Locs:
    """Return the locations that a place means; an empty list where it means none now.

    :raises Unsupported: if the engine knows no such place here.
    """
    kind = place.kind
    if kind == "here":
        if ctx.placeless:
            message = f"here, said of {ctx.placeless}, which is nowhere"
            raise Unsupported(message)
        return lambda s, env: _as_list(here_of(s, env))
    if kind == "there":
        return lambda s, env: _as_list(env.there)
    if kind in ("battlefield", "one battlefield", "same battlefield"):
        return _battlefields(ctx, place)
    if kind == "base":
        return _bases(ctx, place)
    if kind in ("another location", "another battlefield"):
        return _elsewhere(ctx, kind)
    if kind in ("each location", "same location", "board"):
        return lambda s, env: range(len(s.locs))
    if kind == "showdown":
        return lambda s, env: _as_list(s.showdown)
    if kind == "combat":
        return lambda s, env: _as_list(s.showdown if s.combat else w.NOBODY)
    if kind == "location of" and place.ref is not None:
        refs = ctx.noted(place.ref)
        return lambda s, env: [loc for loc in (loc_of(s, env, ref) for ref in refs(s, env)) if loc >= 0]
    if kind == "battlefield of" and place.ref is not None:
        refs = ctx.noted(place.ref)
        # CR 198: a base is no battlefield, so a thing there has none.
        return lambda s, env: [loc for loc in (loc_of(s, env, ref) for ref in refs(s, env)) if loc >= len(s.players)]
    if kind in ("origin of", "destination of"):
        return _end_of_move(ctx, place)
    if kind == "to or from":
        return lambda s, env: [loc for loc in dict.fromkeys((env.there, env.origin)) if loc >= len(s.players)]
    if kind in ("controlled battlefield", "open battlefield", "enemy battlefield"):
        return _kinds_of_battlefield(ctx, place)
    if kind == "conquered battlefield":
        ctx.pool.notes.asked.add(w.E_CONQUER)
        return lambda s, env: [
            ev.loc for ev in s.history if ev.kind == w.E_CONQUER and ev.player == env.you and env.you >= 0
        ]
    if kind == "attacked battlefield":
        # CR 466.2.c: a player is the attacker, with or without a unit that is left.
        return lambda s, env: _as_list(s.showdown if s.combat and s.attacker == env.you >= 0 else w.NOBODY)
    if kind == "named":
        name = place.name
        return lambda s, env: [
            loc for loc in range(len(s.players), len(s.locs)) if s.board[s.locs[loc].bf].d.name == name
        ]
    message = f"the place {kind}"
    raise Unsupported(message)


def _elsewhere(ctx: Context, kind: str) -> Locs:
    """Return the function of the locations other than that of the source; of a spell, than where its choices are."""
    here = _chosen_locations(ctx) if ctx.nowhere else lambda s, env: [here_of(s, env)]
    bases = kind == "another location"

    def elsewhere(s: State, env: Env) -> list[int]:
        known = here(s, env)
        return [loc for loc in range(0 if bases else len(s.players), len(s.locs)) if loc not in known]

    return elsewhere


def _chosen_locations(ctx: Context) -> Locs:
    """Return the function of the locations of what the openings so far have chosen.

    :raises Unsupported: if there is none, so that no location is another one.
    """
    count = len(ctx.openings)
    if not count:
        message = "another location of a spell that has chosen nothing before"
        raise Unsupported(message)

    def locations(s: State, env: Env) -> list[int]:
        if not isinstance(env, Item):
            return []
        return [loc_of(s, env, ref) for chosen in of_this_execution(s, env)[:count] for ref in chosen]

    return locations


def of_this_execution(s: State, item: Item) -> list[tuple[int, ...]]:
    """Return the choices for the execution that is being chosen for or done (CR 820.2)."""
    size = len(item.script.openings) if item.script is not None else 0
    if not size or item.executions == 1:
        return item.chosen
    if item.pending:
        return item.chosen[len(item.chosen) - len(item.chosen) % size :]
    frame = next((f for f in reversed(s.frames) if isinstance(f, ResolveFrame) and f.item is item), None)
    first = 0 if frame is None else frame.execution * size
    return item.chosen[first : first + size]


def _as_list(loc: int) -> list[int]:
    return [loc] if loc >= 0 else []


def _end_of_move(ctx: Context, place: p.Place) -> Locs:
    """Return the function of a move's origin or destination, which outlasts its thing (CR 449, 359.3.f.3)."""
    if place.ref is None or place.ref.name in ("me", "it"):
        to = place.kind == "destination of"
        return lambda s, env: _as_list(env.there if to else env.origin)
    refs = ctx.refs(p.Ref(f"{place.kind} {place.ref.name}"))
    return lambda s, env: [ref - w.REF_LOCATION for ref in refs(s, env)]


def _battlefields(ctx: Context, place: p.Place) -> Locs:
    fits = all_tests(ctx, place.tests)
    where = None
    if place.where is not None:
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
