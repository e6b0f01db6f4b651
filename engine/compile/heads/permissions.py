"""Prohibitions, permissions, and rules that are other than in the book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.board.ability_index import FORBIDDABLE, UNLIMITED
from riftcheck.engine.compile.core.ability_sets import gate_of
from riftcheck.engine.compile.core.context import Context, child
from riftcheck.engine.compile.core.registry import HEADS, amount, condition
from riftcheck.engine.compile.core.subjects import Unsupported, self_ref
from riftcheck.engine.compile.costs import cost
from riftcheck.engine.compile.events.kinds import kind_of
from riftcheck.engine.compile.events.matchers import match_of
from riftcheck.engine.compile.selectors.places import locations_of
from riftcheck.engine.compile.selectors.selections import every_one, matcher
from riftcheck.engine.costs.total_cost import FREE, IGNORE_ENERGY, IGNORE_POWER
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import AMBUSH, Permission
from riftcheck.engine.model.scripts import Prohibition, RuleChange

if TYPE_CHECKING:
    from riftcheck.engine.model.scripts import Legal

# The events that are asked for as what does them would do them; of others it is asked whether they may be done at all.
BY_MEANS: Final = frozenset({w.E_CHOOSE, w.E_READY, w.E_DAMAGE, w.E_COUNTER, w.E_MOVE})
IGNORED: Final = {None: 0, "energy": IGNORE_ENERGY, "power": IGNORE_POWER}
FROM: Final = {"trash": w.Z_TRASH, "hand": w.Z_HAND, "banishment": w.Z_BANISHED}


@HEADS.register(h.Cannot)
def _cannot(ctx: Context, node: h.Cannot, key: str) -> list[Prohibition]:
    inner = child(ctx, key)
    test = None if node.condition is None else condition(inner, node.condition)
    kind = kind_of(node.event)
    if kind not in FORBIDDABLE:
        message = f"a prohibition of the event {node.event.verb}"
        raise Unsupported(message)
    if node.event.by is not None and kind not in BY_MEANS:
        message = f"a prohibition of the event {node.event.verb} by what does it ({node.event.by})"
        raise Unsupported(message)
    return [Prohibition(key, kind, match_of(inner, node.event), gate_of(node.gates), test)]


@HEADS.register(h.Can)
def _can(ctx: Context, node: h.Can, key: str) -> list[Permission]:
    inner = child(ctx, key)
    test = None if node.condition is None else condition(inner, node.condition)
    own = isinstance(node.what, p.Ref) and node.what.name in ("me", "this")
    covers: Legal
    if own:
        covers = lambda s, env, ref: ref in (env.me, self_ref(s, env)) or ref < 0  # noqa: E731
    elif isinstance(node.what, p.Selector):
        covers = matcher(inner, every_one(node.what))
    elif isinstance(node.what, p.Ref):
        named = inner.refs(node.what)
        covers = lambda s, env, ref: ref in named(s, env)  # noqa: E731
    else:
        message = f"a permission for {type(node.what).__name__}"
        raise Unsupported(message)
    zone, offboard = _zones(node, own)
    price = None if node.paying is None else cost(inner, node.paying, ctx.own, f"{key}/cost")
    places = None
    if node.place is not None:
        found = locations_of(inner, node.place)
        places = lambda s, env: list(found(s, env))  # noqa: E731
    gate = gate_of(node.gates)
    if node.ambush and (node.act != "play" or not own or places is None or zone >= 0 or offboard):
        message = "Ambush of other cards, from a zone, or for no place"
        raise Unsupported(message)
    if node.facedown and (node.act != "play" or own or node.ambush or places is None or zone >= 0):
        message = "what is played from face down, but of other cards that are played to a place"
        raise Unsupported(message)
    act = AMBUSH if node.ambush else node.act
    ignored = FREE[0] if node.ignoring_costs else IGNORED[node.ignoring]
    return [
        Permission(
            key, act, covers, gate, test, places, zone, price, ignored, own, node.anyone, offboard, node.facedown
        )
    ]


def _zones(node: h.Can, own: bool) -> tuple[int, tuple[int, ...]]:
    """Return the zone that a permission adds to play from, and those in which a card's own works off the board.

    Another price alone adds no zone: the card has it wherever it may be played from anyway.

    :raises Unsupported: if the engine looks for no such play.
    """
    if node.act == "look at" and node.place is not None:
        message = "looking at cards where they come to"
        raise Unsupported(message)
    prices = (node.paying is not None) + node.ignoring_costs + (node.ignoring is not None)
    if prices > 1:
        message = "two prices of one permission"
        raise Unsupported(message)
    if node.act != "play":
        if node.origin is not None or (prices and node.act != "hide") or node.ignoring is not None:
            message = f"a price, or where from, of what may {node.act}"
            raise Unsupported(message)
        return -1, ()
    if node.origin is not None and (node.origin.kind, node.origin.whose) != ("zone", "you"):
        message = f"playing from a place that is no zone of yours ({node.origin.kind})"
        raise Unsupported(message)
    if node.origin is not None and node.place is not None:
        message = "playing from a zone to a place"
        raise Unsupported(message)
    if node.origin is not None and node.origin.zone is not None:
        zone = FROM.get(node.origin.zone, -1)
        if zone < 0:
            message = f"playing from the {node.origin.zone}"
            raise Unsupported(message)
        return zone, (zone,) if own else ()
    if not prices:
        return -1, ()
    if not own or node.place is not None:
        message = "another price for other cards than this one where no zone is said, or for a place"
        raise Unsupported(message)
    return -1, (w.Z_HAND, w.Z_CHAMPION)


# --- the rest ---------------------------------------------------------------------------------------------------------


@HEADS.register(h.Rule)
def _rule(ctx: Context, node: h.Rule, key: str) -> list[RuleChange]:
    inner = child(ctx, key)
    becomes: int | None = None
    if node.becomes == "any" or (node.becomes is not None and node.name == "lethal damage"):
        becomes = UNLIMITED
    elif isinstance(node.becomes, p.Number):
        becomes = node.becomes.value
    elif node.becomes is not None:
        message = "a rule that becomes an amount that is counted"
        raise Unsupported(message)
    return [
        RuleChange(
            key,
            node.name,
            gate_of(node.gates),
            None if node.condition is None else condition(inner, node.condition),
            None if node.change is None else amount(inner, node.change),
            becomes,
        )
    ]
