"""Conditions as closures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.compile.core.ability_sets import legion_is_active
from riftcheck.engine.compile.core.registry import CONDITIONS, all_tests, amount, condition
from riftcheck.engine.compile.core.subjects import Unsupported, is_null, item_of, loc_of, snap_of, speaker
from riftcheck.engine.compile.core.vocabulary import OPERATORS
from riftcheck.engine.compile.events.counts import count_of
from riftcheck.engine.compile.selectors.filters import chosen_test, targets_of
from riftcheck.engine.compile.selectors.places import locations_of
from riftcheck.engine.compile.selectors.selections import members
from riftcheck.engine.compile.selectors.states import died_alone
from riftcheck.engine.compile.selectors.zone_tests import ZONES, in_zone_test, played_from_elsewhere
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, Item

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.scripts import Test
    from riftcheck.engine.model.state import State


@CONDITIONS.register(p.Exists)
def _exists(ctx: Context, node: p.Exists) -> Test:
    found = members(ctx, node.selector)
    low, high = node.low, node.high

    def exists(s: State, env: Env) -> bool:
        count = len(found(s, env))
        return count >= low and (high is None or count <= high)

    return exists


@CONDITIONS.register(p.IsSo)
def _is_so(ctx: Context, node: p.IsSo) -> Test:
    refs = ctx.refs(node.ref) if node.place is not None and node.place.kind == "zone" else ctx.noted(node.ref)
    fits = all_tests(ctx, node.tests)
    where = None if node.place is None else _whereabouts(ctx, node.place)

    def is_so(s: State, env: Env) -> bool:
        found = refs(s, env)
        if not found:
            return False
        ref = found[0]
        if fits is not None and not fits(s, env, ref):
            return False
        return where is None or where(s, env, ref)

    return is_so


def _whereabouts(ctx: Context, place: p.Place) -> Callable[[State, Env, int], bool]:
    if place.kind == "board":
        return lambda s, env, ref: ref in s.board
    if place.kind == "chain":
        return lambda s, env, ref: item_of(s, ref) is not None
    if place.kind == "attached to" and place.ref is not None:
        tops = ctx.refs(place.ref)
        return lambda s, env, ref: ref in s.board and s.board[ref].attached_to in tops(s, env)
    if place.kind == "zone" and (place.zone or "") in ZONES:
        return in_zone_test(ctx, place)
    if place.kind in ("zone", "in"):
        inside = members(ctx, p.Selector("all", ("card",), p.Number(0), None, place=place))
        return lambda s, env, ref: ref in inside(s, env)
    if place.kind == "anywhere but":
        return played_from_elsewhere(ctx, place)
    if place.kind == "combat":
        return lambda s, env, ref: ref in s.board and s.board[ref].role != 0
    locs = locations_of(ctx, place)
    return lambda s, env, ref: loc_of(s, env, ref) in locs(s, env)


@CONDITIONS.register(p.Compare)
def _compare(ctx: Context, node: p.Compare) -> Test:
    left, right = amount(ctx, node.left), amount(ctx, node.right)
    compare = OPERATORS[node.operator]

    def compared(s: State, env: Env) -> bool:
        one, other = left(s, env), right(s, env)
        return not is_null(one) and not is_null(other) and compare(one, other)

    return compared


@CONDITIONS.register(p.Happened)
def _happened(ctx: Context, node: p.Happened) -> Test:
    times = node.times
    count = count_of(ctx, node.event, node.span, once=times == 1)
    return lambda s, env: count(s, env) >= times


@CONDITIONS.register(p.Paid)
def _paid(_ctx: Context, node: p.Paid) -> Test:
    name, shown = node.name, node.shown

    def paid(s: State, env: Env) -> bool:
        if isinstance(env, Item) and env.kind == I_CARD:
            extras = [extra for extra in env.d.main.extras if extra.name == name and extra.shown == shown]
            return any(extra.key in env.extras for extra in extras)
        o = s.board.get(env.me)
        if o is None:
            return False
        keys = {extra.key for extra in o.d.main.extras if extra.name == name and extra.shown == shown}
        return any(note.startswith("paid.") and note[5:] in keys for note, _ in o.notes)

    return paid


@CONDITIONS.register(p.Did)
def _did(ctx: Context, node: p.Did) -> Test:
    refs = ctx.refs(node.ref)
    return lambda s, env: bool(refs(s, env))


@CONDITIONS.register(p.DiedAlone)
def _died_alone(ctx: Context, node: p.DiedAlone) -> Test:
    ctx.pool.notes.company = True
    refs = ctx.noted(node.ref)
    return lambda s, env: any(died_alone(s, env, ref) for ref in refs(s, env))


@CONDITIONS.register(p.Moment)
def _moment(ctx: Context, node: p.Moment) -> Test:
    when = node.when
    if when == "your turn":
        if node.who not in (None, "you"):
            who = ctx.who(node.who)
            return lambda s, env: s.tp in who(s, env)
        return lambda s, env: s.tp == speaker(env)
    if when == "your beginning phase":
        return lambda s, env: s.tp == speaker(env) and s.phase == w.BEGINNING
    if when == "the awaken phase":
        return lambda s, env: s.phase == w.AWAKEN
    if when == "an opponent's turn":
        return lambda s, env: speaker(env) >= 0 and s.team[s.tp] != s.team[env.you]
    if when == "a showdown":
        return lambda s, env: s.showdown >= 0
    if when == "a combat":
        return lambda s, env: s.combat
    if when == "a combat here":
        # CR 462, 468.7: a combat is that of one battlefield, and in progress there until it ends.
        here = locations_of(ctx, p.Place("here"))
        return lambda s, env: s.combat and s.showdown in here(s, env)
    if when == "legion":
        return legion_is_active
    if when in TURNS:
        return _turns(ctx, node)
    message = f"the moment {when}"
    raise Unsupported(message)


# The last of the turns of a player that a moment is about.
TURNS: Final = {
    "first turn": 1,
    "first or second turn": 2,
    "first to third turn": 3,
    "before third turn": 2,
}


def _turns(ctx: Context, node: p.Moment) -> Test:
    """Return the test of how many turns a player has begun; but for "before", one of these must be in progress."""
    who = ctx.who(node.who)
    last, whenever = TURNS[node.when], node.when.startswith("before")

    def turns(s: State, env: Env) -> bool:
        return any(s.players[player].turns <= last and (whenever or s.tp == player) for player in who(s, env))

    return turns


@CONDITIONS.register(p.Chooses)
def _chooses(ctx: Context, node: p.Chooses) -> Test:
    ctx.pool.notes.asked.add(w.E_CHOOSE)
    refs = ctx.refs(node.ref)
    fits = chosen_test(ctx, node.selector)

    def chooses(s: State, env: Env) -> bool:
        return any(fits(s, env, target) for ref in refs(s, env) for target in targets_of(s, ref))

    return chooses


# The places that only a thing on the board can be at, and the states that only such a thing can be in.
WHERE: Final = frozenset({"here", "battlefield", "base"})
ON_BOARD: Final = frozenset(
    {"ready", "exhausted", "stunned", "damaged", "buffed", "equipped", "mighty", "attacking", "defending", "alone"}
)


def known(ctx: Context, node: p.Condition) -> Test | None:
    """Return the test that what is asked of something named or compared is known (CR 359.3.e.12, 432.1.c.1).

    None where that is not asked. The object of the ability is omitted: of a text with "instead", `else` has what does
    not depend on the answer.
    """
    if isinstance(node, p.Not):
        return known(ctx, node.condition)
    if isinstance(node, p.AllOf | p.AnyOf):
        parts = [test for test in (known(ctx, part) for part in node.conditions) if test is not None]
        return (lambda s, env: all(part(s, env) for part in parts)) if parts else None
    if isinstance(node, p.Compare):
        left, right = amount(ctx, node.left), amount(ctx, node.right)
        return lambda s, env: not is_null(left(s, env)) and not is_null(right(s, env))
    if not isinstance(node, p.IsSo) or node.ref.name in ("me", "this"):
        return None
    if node.place is not None and node.place.kind not in WHERE:
        return None
    refs = ctx.noted(node.ref)
    return lambda s, env: bool(refs(s, env))


def _about_me(ctx: Context, node: p.Condition) -> Test | None:
    """Return the test that a state of the object of the ability is known; None where something else is asked."""
    if not isinstance(node, p.IsSo) or node.ref.name not in ("me", "this") or node.place is not None:
        return None
    if not all(isinstance(test, p.State) and test.word in ON_BOARD for test in node.tests):
        return None
    refs = ctx.noted(node.ref)
    return lambda s, env: any(ref in s.board or snap_of(env, ref) is not None for ref in refs(s, env))


@CONDITIONS.register(p.Not)
def _not(ctx: Context, node: p.Not) -> Test:
    inner = condition(ctx, node.condition)
    told = known(ctx, node.condition) or _about_me(ctx, node.condition)
    if told is not None:
        # CR 359.3.e.12: what has left is neither exhausted nor ready.
        return lambda s, env: told(s, env) and not inner(s, env)
    return lambda s, env: not inner(s, env)


@CONDITIONS.register(p.AllOf)
def _all_of(ctx: Context, node: p.AllOf) -> Test:
    parts = [condition(ctx, part) for part in node.conditions]
    return lambda s, env: all(part(s, env) for part in parts)


@CONDITIONS.register(p.AnyOf)
def _any_of(ctx: Context, node: p.AnyOf) -> Test:
    parts = [condition(ctx, part) for part in node.conditions]
    return lambda s, env: any(part(s, env) for part in parts)
