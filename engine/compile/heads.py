"""Abilities by their heads: the rest of them, and the table, put together from the modules that have the heads."""

from __future__ import annotations

from typing import Any

from carddb.abilities import heads as h
from carddb.abilities import instructions as n
from carddb.abilities import phrases as p
from engine.compile import passives, permissions, prices, replacements, triggers
from engine.compile.abilities import HEADS, ability_set, gate_of
from engine.compile.context import Context, child
from engine.compile.costing import cost, exhausts_self, masks, only_itself
from engine.compile.dispatch import condition
from engine.compile.listing import lines, offer, script_of
from engine.compile.subjects import Unsupported
from engine.texts import Activated, AsEvent

__all__ = ["HEADS", "ability_set"]


def _activated(ctx: Context, node: h.Activated, key: str) -> list[Activated]:
    inner = child(ctx, f"{key}/do")
    price = cost(inner, node.cost, ctx.own, f"{key}/cost", inner.slot("x") if node.cost.x else -1)
    only = None if node.only is None else condition(inner, node.only)
    script = script_of(inner, node.do)
    speed = {None: 0, "action": 1, "reaction": 2}[node.speed]
    source = None
    if script.adds and speed == 2 and only_itself(node.cost) and only is None:
        source = _source(ctx, node)
    return [
        Activated(
            key, price, script, speed, gate_of(ctx, node.gates), only, node.once, source, exhausts_self(node.cost), ()
        )
    ]


def _source(ctx: Context, node: h.Activated) -> tuple[int, tuple[int, ...], int] | None:
    """Return what an Add ability gives, if that is always the same."""
    if len(node.do) != 1 or not isinstance(node.do[0], n.Add):
        return None
    add = node.do[0]
    if add.energy is not None and not isinstance(add.energy, p.Number):
        return None
    energy = 0 if add.energy is None else add.energy.value
    group = {None: 0, "spells": 1, "showdowns": 2}[add.only_for]
    return energy, masks(add.power, ctx.own), group


# --- the rest ---------------------------------------------------------------------------------------------------------


def _as(ctx: Context, node: h.As, key: str) -> list[AsEvent]:
    if node.kind == "attached":
        message = f"as-{node.kind}"
        raise Unsupported(message)
    inner = child(ctx, f"{key}/do")
    if node.may:
        declined = offer(inner, n.MayDo(at="may", do=()))
        lines(inner, node.do)
        declined()
        script = inner.script()
    else:
        script = script_of(inner, node.do)
    return [AsEvent(key, node.kind, node.may, script)]


def _nothing(ctx: Context, node: h.DeckRule, key: str) -> list[Any]:
    del ctx, node, key
    return []


HEADS.update(
    {
        h.Activated: _activated,
        h.As: _as,
        h.DeckRule: _nothing,
    }
)
for _makers in (triggers.HEADS, passives.HEADS, replacements.HEADS, permissions.HEADS, prices.HEADS):
    HEADS.update(_makers)
