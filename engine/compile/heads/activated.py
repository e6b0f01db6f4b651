"""Activated abilities, `as` abilities of playing and seeing, and abilities of deck building only."""

from __future__ import annotations

from typing import Any

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.compile.core.ability_sets import gate_of
from riftcheck.engine.compile.core.context import Context, child
from riftcheck.engine.compile.core.registry import HEADS, condition
from riftcheck.engine.compile.core.subjects import Unsupported
from riftcheck.engine.compile.costs import ability_cost, exhausts_self, masks, only_itself
from riftcheck.engine.compile.statements.card_acts import PRIVATE_GROUPS
from riftcheck.engine.compile.statements.sequences import lines, offer, script_of
from riftcheck.engine.model.abilities import Activated, AsEvent


@HEADS.register(h.Activated)
def _activated(ctx: Context, node: h.Activated, key: str) -> list[Activated]:
    inner = child(ctx, f"{key}/do")
    price = ability_cost(inner, node.cost, f"{key}/cost", (), inner.slot("x") if node.cost.x else -1)
    only = None if node.only is None else condition(inner, node.only)
    script = script_of(inner, node.do)
    speed = {None: 0, "action": 1, "reaction": 2}[node.speed]
    source = None
    if script.adds and speed == 2 and only_itself(node.cost) and only is None:
        source = _source(ctx, node)
    anyone = node.by is not None
    if anyone and script.adds:
        message = "an ability that Adds, for any player"
        raise Unsupported(message)
    gate, exhausts = gate_of(node.gates), exhausts_self(node.cost)
    return [Activated(key, price, script, speed, gate, only, node.once, source, exhausts, (), anyone)]


def _source(ctx: Context, node: h.Activated) -> tuple[int, tuple[int, ...], int] | None:
    """Return energy, power masks and group of an Add ability, None where they are not always the same."""
    if len(node.do) != 1 or not isinstance(node.do[0], n.Add):
        return None
    add = node.do[0]
    if (add.energy is not None and not isinstance(add.energy, p.Number)) or add.times is not None:
        return None
    energy = 0 if add.energy is None else add.energy.value
    return energy, masks(add.power, ctx.own), PRIVATE_GROUPS[add.only_for]


# --- as-played, as-attached, as-seen, as-revealed ---------------------------------------------------------------------


@HEADS.register(h.As)
def _as(ctx: Context, node: h.As, key: str) -> list[AsEvent]:
    inner = child(ctx, f"{key}/do")
    if node.may:
        declined = offer(inner, n.MayDo(at="may", do=()))
        lines(inner, node.do)
        declined()
        script = inner.script()
    else:
        script = script_of(inner, node.do)
    return [AsEvent(key, node.kind, node.may, script)]


@HEADS.register(h.DeckRule)
def _nothing(_ctx: Context, node: h.DeckRule, _key: str) -> list[Any]:
    if node.gates:
        message = "a gate of a rule of deck building"
        raise Unsupported(message)
    return []
