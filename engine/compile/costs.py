"""Costs as the engine pays them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.names import antecedents
from riftcheck.carddb.abilities.traversal import within
from riftcheck.engine.compile.core.registry import amount, condition
from riftcheck.engine.compile.core.subjects import Unsupported, item_of
from riftcheck.engine.compile.core.vocabulary import DOMAIN_BITS
from riftcheck.engine.compile.selectors.selections import candidates, members
from riftcheck.engine.compile.values.amounts import constant
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, Item
from riftcheck.engine.model.references import ref_card
from riftcheck.engine.model.scripts import (
    C_BANISH,
    C_BURN,
    C_DISCARD,
    C_DISEMPOWER,
    C_EXHAUST,
    C_KILL,
    C_RECYCLE,
    C_RETURN,
    C_SHOW,
    C_SPEND_BUFFS,
    C_X,
    C_XP,
    CostDef,
    CostPart,
    Reduction,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.scripts import Number, Refs
    from riftcheck.engine.model.state import State

MANY: Final = 99
PARTS: Final[tuple[tuple[str, int], ...]] = (
    ("exhaust", C_EXHAUST),
    ("kill", C_KILL),
    ("discard", C_DISCARD),
    ("recycle", C_RECYCLE),
    ("banish", C_BANISH),
    ("returned", C_RETURN),
    ("disempower", C_DISEMPOWER),
    ("spend_buffs", C_SPEND_BUFFS),
)


def masks(words: tuple[str, ...], own: int) -> tuple[int, ...]:
    """Return power words as domain masks: `any` is [A], `own` is [C] (CR 135.2.e.5-6)."""
    return tuple(w.ANY_DOMAIN if word == "any" else (own if word == "own" else DOMAIN_BITS[word]) for word in words)


def ability_cost(ctx: Context, node: p.Cost, key: str, events: tuple[p.Event, ...] = (), slot: int = -1) -> CostDef:
    """Return the compiled cost of an ability: where no event says what `it` is, the one thing that it takes is."""
    made = cost(ctx, node, ctx.own, key, slot)
    takes = [
        (kind, selection)
        for field, kind in PARTS
        if kind != C_SPEND_BUFFS
        for selection in p.parts_of(getattr(node, field))
    ]
    single = [kind for kind, selection in takes if antecedents.is_single(selection)]
    if len(single) == 1 and not any(antecedents.binds(event) for event in events):
        for part in made.parts:
            part.binds = part.kind == single[0] and not part.own
    return made


def cost(ctx: Context, node: p.Cost, own: int, key: str, slot: int = -1) -> CostDef:
    """Return a compiled cost; `slot` takes what its first part that chooses has taken."""
    less = None if node.less is None else _reduction(ctx, node.less, own)
    ways = tuple(cost(ctx, way, own, f"{key}/{number}", slot) for number, way in enumerate(node.either))
    parts: list[CostPart] = []
    for field, kind in PARTS:
        taken = p.parts_of(getattr(node, field))
        named = [part for part in taken if isinstance(part, p.Ref)] if len(taken) > 1 else []
        for selection in taken:
            made_part = _part(ctx, selection, kind, slot)
            if named and not made_part.own:
                made_part.candidates = _but_named(made_part.candidates, [ctx.refs(part) for part in named])
            parts.append(made_part)
    if node.show is not None:
        parts.append(_show(ctx, node.show, slot))
    if node.xp is not None:
        parts.append(
            CostPart(C_XP, amount(ctx, node.xp), amount(ctx, node.xp), _has_xp(amount(ctx, node.xp)), False, -1, "xp")
        )
    if node.burn is not None:
        parts.append(CostPart(C_BURN, amount(ctx, node.burn), amount(ctx, node.burn), _has_deck, False, -1, "burn"))
    if node.x is not None:
        target = slot if slot >= 0 else ctx.slot("x")
        parts.append(CostPart(C_X, constant(0), constant(MANY), lambda s, env: [], node.x == "energy", target, "x"))
    energy = None if node.energy is None else amount(ctx, node.energy)
    made = CostDef(key, energy, masks(node.power, own), tuple(parts), ways, slot, less)
    ctx.pool.found[key] = made
    return made


def _but_named(found: Refs, named: list[Refs]) -> Refs:
    """Leave out the things that another part of the same cost takes by name: nothing is taken twice."""
    return lambda s, env: [ref for ref in found(s, env) if not any(ref in refs(s, env) for refs in named)]


def _reduction(ctx: Context, node: p.Discount, own: int) -> Reduction:
    refs = [part for part in within(node) if isinstance(part, p.Ref)]
    return Reduction(
        None if node.cost.energy is None else amount(ctx, node.cost.energy),
        masks(node.cost.power, own),
        None if node.per is None else amount(ctx, node.per),
        None if node.condition is None else condition(ctx, node.condition),
        any(ref.name == "it" for ref in refs),
    )


def _has_xp(needed: Number) -> Refs:
    """XP is not a thing to choose: as many entries as there is XP, so that the count can be asked."""
    return lambda s, env: [0] * (s.players[env.you].xp if needed(s, env) >= 0 else 0)


def _has_deck(s: State, env: Env) -> list[int]:
    return [0] * len(s.players[env.you].deck)


def _part(ctx: Context, selection: p.Selection, kind: int, slot: int) -> CostPart:
    own = isinstance(selection, p.Ref)
    low: Number = constant(1)
    high: Number = constant(1)
    if isinstance(selection, p.Selector):
        low = amount(ctx, selection.low)
        high = constant(MANY) if selection.high is None else amount(ctx, selection.high)
        if selection.mode == "all":
            message = "a cost that takes all of something"
            raise Unsupported(message)
    elif not own:
        message = f"a cost of {type(selection).__name__}"
        raise Unsupported(message)
    found = _payable(_buffs(ctx, selection) if kind == C_SPEND_BUFFS else _cards(ctx, selection, kind), kind)
    return CostPart(kind, low, high, found, own, slot, PARTS[kind][0])


def _show(ctx: Context, what: p.Selection, slot: int) -> CostPart:
    """Return the part that shows something off: cards in hand and friendly ones on the board, chosen early."""
    assert isinstance(what, p.Selector)
    hand = candidates(ctx, replace(what, place=p.Place("zone", whose="you", zone="hand")))
    board = candidates(ctx, replace(what, tests=(*what.tests, p.State("friendly"))))
    either: Refs = lambda s, env: [*hand(s, env), *board(s, env)]  # noqa: E731
    number = amount(ctx, what.low)
    part = CostPart(C_SHOW, number, number, _payable(either, C_SHOW), False, slot, "show")
    part.early = True
    return part


def _cards(ctx: Context, selection: p.Selection, kind: int) -> Refs:
    if kind == C_DISCARD and isinstance(selection, p.Selector) and selection.place is None:
        hand = p.Place("zone", whose="you", zone="hand")
        selection = replace(selection, place=hand)
    return candidates(ctx, selection) if isinstance(selection, p.Selector) else members(ctx, selection)


def _buffs(ctx: Context, selection: p.Selection) -> Refs:
    """One entry for each buff that may be spent: only on units that the player controls (CR 702.2.b).

    :raises Unsupported: if it is said which of them in another way than by naming what they are on.
    """
    on: Refs = _own_units
    if isinstance(selection, p.Ref):
        on = ctx.refs(selection)
    elif isinstance(selection, p.Selector):
        place = selection.place
        if (
            selection.mode != "bare"
            or selection.nouns != ("buff",)
            or selection.tests
            or selection.other
            or selection.or_else is not None
        ):
            message = "spending buffs of a certain kind"
            raise Unsupported(message)
        if place is not None:
            if place.kind != "attached to" or place.ref is None:
                message = f"spending buffs by their place ({place.kind})"
                raise Unsupported(message)
            on = ctx.refs(place.ref)

    def buffs(s: State, env: Env) -> list[int]:
        found: list[int] = []
        for ref in on(s, env):
            o = s.board.get(ref)
            if o is not None and o.controller == env.you:
                found += [ref] * o.buffs
        return found

    return buffs


def buffs_of(ctx: Context, selection: p.Selection) -> tuple[Refs, Number, Number]:
    """Return the buffs to spend, each as a reference to its unit, and the least and greatest number of them."""
    if isinstance(selection, p.Selector):
        high = constant(MANY) if selection.high is None else amount(ctx, selection.high)
        return _buffs(ctx, selection), amount(ctx, selection.low), high
    return _buffs(ctx, selection), constant(1), constant(1)


def _own_units(s: State, env: Env) -> list[int]:
    return [oid for at in s.locs for oid in at.units if s.board[oid].controller == env.you]


def _payable(found: Refs, kind: int) -> Refs:
    """Leave out the things on which the act cannot be done: an exhausted thing cannot be exhausted (CR 415.4)."""
    check: dict[int, Callable[[State, int], bool]] = {
        C_EXHAUST: lambda s, ref: ref in s.board and not s.board[ref].exhausted,
        C_DISEMPOWER: lambda s, ref: ref in s.board and s.board[ref].empowered > 0,
        C_KILL: lambda s, ref: ref in s.board,
    }
    test = check.get(kind)
    if test is None:
        return lambda s, env: [ref for ref in _but_played(s, env, found(s, env)) if _exists(s, ref)]
    return lambda s, env: [ref for ref in found(s, env) if test(s, ref)]


def _exists(s: State, ref: int) -> bool:
    """Tell whether something exists in any zone: a token that has left the board does not (CR 186.1)."""
    return ref in s.board or ref_card(s, ref) >= 0 or item_of(s, ref) is not None


def _but_played(s: State, env: Env, refs: list[int]) -> list[int]:
    """Leave out the card that is asked about: while its costs are paid it is on the chain (CR 354)."""
    if isinstance(env, Item) and env.kind == I_CARD and env.id < 0 <= env.card:
        return [ref for ref in refs if ref_card(s, ref) != env.card]
    return refs


def exhausts_self(node: p.Cost) -> bool:
    """Tell whether a cost exhausts its own source."""
    return any(isinstance(part, p.Ref) and part.name in ("me", "this") for part in p.parts_of(node.exhaust))


def kills_self(node: p.Cost) -> bool:
    """Tell whether a cost kills its own source."""
    return isinstance(node.kill, p.Ref) and node.kill.name in ("me", "this")


def only_itself(node: p.Cost) -> bool:
    """Tell whether a cost is nothing but exhausting its own source, or exhausting and killing it."""
    rest = p.Cost(exhaust=node.exhaust, kill=node.kill if kills_self(node) else None)
    return exhausts_self(node) and not isinstance(node.exhaust, p.Both) and node == rest
