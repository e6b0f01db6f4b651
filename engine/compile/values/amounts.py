"""Amounts as closures; a null anywhere makes the whole null (CR 359.3.e.12)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.actions.resources import victory_score
from riftcheck.engine.board.layers import keyword_values
from riftcheck.engine.compile.core.registry import AMOUNTS, amount
from riftcheck.engine.compile.core.subjects import NULL, is_null, snap_of, speaker, tags_of
from riftcheck.engine.compile.events.counts import count_of
from riftcheck.engine.compile.selectors.filters import trait_of
from riftcheck.engine.compile.selectors.selections import members
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.scripts import Number, Refs
    from riftcheck.engine.model.state import State


def constant(value: int) -> Number:
    """Return a closure for a number that never changes."""
    return lambda s, env: value


@AMOUNTS.register(p.Number)
def _number(_ctx: Context, node: p.Number) -> Number:
    return constant(node.value)


@AMOUNTS.register(p.TraitOf)
def _trait_of(ctx: Context, node: p.TraitOf) -> Number:
    if node.ref.name in ctx.shown:
        values = _values(ctx, node.ref, node.trait)
        return lambda s, env: next(iter(values(s, env)), NULL)
    refs = ctx.noted(node.ref)
    trait = node.trait

    def trait_amount(s: State, env: Env) -> int:
        found = refs(s, env)
        return trait_of(s, env, found[0], trait) if found else NULL

    return trait_amount


@AMOUNTS.register(p.Count)
def _count(ctx: Context, node: p.Count) -> Number:
    found = members(ctx, node.selection)
    if _of_an_opponent(node.selection):
        # As of points: of several opponents the one who controls most.
        return lambda s, env: max(Counter(s.board[ref].controller for ref in found(s, env)).values(), default=0)
    return lambda s, env: len(found(s, env))


def _of_an_opponent(selection: p.Selection) -> bool:
    """Tell whether what is counted is what one opponent controls; of all opponents together it is said as `enemy`."""
    return isinstance(selection, p.Selector) and p.Controlled("opponent") in selection.tests


def _as_they_were(ctx: Context, selection: p.Selection) -> Refs:
    """Return the function of the references of a selection, for reading their traits."""
    return ctx.noted(selection) if isinstance(selection, p.Ref) else members(ctx, selection)


def _values(ctx: Context, selection: p.Selection, trait: str) -> Refs:
    """Return the function of a trait of each thing of a selection; of what was shown off as it was then."""
    found = _as_they_were(ctx, selection)
    if not isinstance(selection, p.Ref) or selection.name not in ctx.shown:
        return lambda s, env: [trait_of(s, env, ref, trait) for ref in found(s, env)]
    shown = ctx.shown_values(selection, trait)
    return lambda s, env: shown(s, env) or [trait_of(s, env, ref, trait) for ref in found(s, env)]


@AMOUNTS.register(p.Highest)
def _highest(ctx: Context, node: p.Highest) -> Number:
    found = _values(ctx, node.selection, node.trait)
    return lambda s, env: max(found(s, env), default=0)


@AMOUNTS.register(p.Total)
def _total(ctx: Context, node: p.Total) -> Number:
    found = _values(ctx, node.selection, node.trait)
    return lambda s, env: sum(max(0, value) for value in found(s, env))


@AMOUNTS.register(p.Points)
def _points(ctx: Context, node: p.Points) -> Number:
    who = ctx.who(node.who)

    def points(s: State, env: Env) -> int:
        return max((s.points[s.team[player]] for player in who(s, env)), default=0)

    return points


@AMOUNTS.register(p.VictoryScore)
def _victory(_ctx: Context, _node: p.VictoryScore) -> Number:
    return lambda s, env: victory_score(s)


@AMOUNTS.register(p.Experience)
def _xp(ctx: Context, node: p.Experience) -> Number:
    who = ctx.who(node.who)
    return lambda s, env: max((s.players[player].xp for player in who(s, env)), default=0)


@AMOUNTS.register(p.DamageOn)
def _damage_on(ctx: Context, node: p.DamageOn) -> Number:
    refs = ctx.refs(node.ref)
    return lambda s, env: sum(s.board[ref].damage for ref in refs(s, env) if ref in s.board)


@AMOUNTS.register(p.KeywordValue)
def _keyword_value(ctx: Context, node: p.KeywordValue) -> Number:
    refs = ctx.refs(node.ref)
    name = node.keyword

    def value(s: State, env: Env) -> int:
        for ref in refs(s, env):
            o = s.board.get(ref)
            if o is not None:
                return keyword_values(s, o).get(name, 0)
        return NULL

    return value


@AMOUNTS.register(p.ExcessDamage)
def _excess(_ctx: Context, _node: p.ExcessDamage) -> Number:
    return lambda s, env: s.excess[env.you] if env.you >= 0 else 0


@AMOUNTS.register(p.EventAmount)
def _event_amount(_ctx: Context, _node: p.EventAmount) -> Number:
    return lambda s, env: env.amount


@AMOUNTS.register(p.DistinctTags)
def _tags(ctx: Context, node: p.DistinctTags) -> Number:
    found = _as_they_were(ctx, node.selection)
    listed = frozenset(node.listed)

    def tags(s: State, env: Env) -> int:
        every = frozenset[str]().union(*(tags_of(s, env, ref) for ref in found(s, env)))
        return len(every & listed if listed else every)

    return tags


@AMOUNTS.register(p.Times)
def _times(ctx: Context, node: p.Times) -> Number:
    return count_of(ctx, node.event, node.span)


@AMOUNTS.register(p.PaidAmount)
def _paid_amount(ctx: Context, node: p.PaidAmount) -> Number:
    slot = ctx.slot(node.name)

    def paid(s: State, env: Env) -> int:
        held = env.slots[slot] if slot < len(env.slots) else ()
        if len(held) == 1 and 0 <= held[0] < 1000 and held[0] not in s.board:
            return held[0]
        return len(held)

    return paid


@AMOUNTS.register(p.Spent)
def _spent(ctx: Context, node: p.Spent) -> Number:
    ctx.pool.notes.asked.add(w.E_SPEND)
    power = node.what == "power"

    def spent(s: State, env: Env) -> int:
        you = speaker(env)
        found = (event for event in s.history if event.kind == w.E_SPEND and event.player == you)
        return sum(event.origin if power else event.amount for event in found)

    return spent


@AMOUNTS.register(p.BuffsOn)
def _buffs_on(ctx: Context, node: p.BuffsOn) -> Number:
    refs = ctx.noted(node.ref)

    def buffs(s: State, env: Env) -> int:
        total = 0
        for ref in refs(s, env):
            o = s.board.get(ref)
            snap = snap_of(env, ref)
            total += o.buffs if o is not None else (0 if snap is None else snap.buffs)
        return total

    return buffs


@AMOUNTS.register(p.EmpoweredTimes)
def _empowered(ctx: Context, node: p.EmpoweredTimes) -> Number:
    refs = ctx.refs(node.ref)
    return lambda s, env: sum(s.board[ref].empowered for ref in refs(s, env) if ref in s.board)


@AMOUNTS.register(p.Plus)
def _plus(ctx: Context, node: p.Plus) -> Number:
    left, right = amount(ctx, node.left), amount(ctx, node.right)

    def plus(s: State, env: Env) -> int:
        one, other = left(s, env), right(s, env)
        return NULL if is_null(one) or is_null(other) else one + other

    return plus


@AMOUNTS.register(p.Scaled)
def _scaled(ctx: Context, node: p.Scaled) -> Number:
    inner = amount(ctx, node.amount)
    by = node.by

    def scaled(s: State, env: Env) -> int:
        value = inner(s, env)
        return NULL if is_null(value) else value * by

    return scaled
