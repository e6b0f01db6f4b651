"""Changes of prices: discounts, additional costs, applied costs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.traversal import own as own_fields
from riftcheck.carddb.abilities.traversal import within
from riftcheck.engine.compile.core.ability_sets import gate_of
from riftcheck.engine.compile.core.context import Context, child
from riftcheck.engine.compile.core.registry import HEADS, amount, condition
from riftcheck.engine.compile.core.subjects import Unsupported
from riftcheck.engine.compile.costs import cost
from riftcheck.engine.compile.events.kinds import kind_of
from riftcheck.engine.compile.events.matchers import match_of
from riftcheck.engine.compile.selectors.places import locations_of
from riftcheck.engine.compile.selectors.selections import every_one, matcher
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import Extra, Lent, PriceChange, Static
from riftcheck.engine.model.scripts import CostDef, Toll

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.scripts import Legal, Test
    from riftcheck.engine.model.state import State


# The components of a price that are additional costs of cards, and those that are base costs of abilities.
EXTRAS: Final = ("optional", "repeat", "accelerate")
ABILITIES: Final = ("equip", "empower", "activated")


@HEADS.register(h.CostOf)
def _cost_of(ctx: Context, node: h.CostOf, key: str) -> list[PriceChange]:
    inner = child(ctx, key)
    own = node.what is None or (isinstance(node.what, p.Ref) and node.what.name in ("this", "me"))
    covers: Legal = (lambda s, env, ref: True) if own else _covers(inner, node)
    nouns = node.what.nouns if isinstance(node.what, p.Selector) else ()
    component = node.component or ""
    abilities = "ability" in nouns or component in ABILITIES
    if abilities and (node.less is None or node.more is not None or node.ignore):
        message = "a price change of abilities that is no discount"
        raise Unsupported(message)
    if component and component not in EXTRAS and component not in ABILITIES:
        message = f"a price change of the {component} cost"
        raise Unsupported(message)
    if component in EXTRAS and (node.less is None or node.more is not None or node.ignore):
        message = f"a price change of the {component} cost that is no discount"
        raise Unsupported(message)
    if component and own:
        message = f"a price change of its own {component} cost"
        raise Unsupported(message)
    _amounts_only(node)
    if node.slot and not own:
        message = "price changes of other cards of which only the last one counts"
        raise Unsupported(message)
    less = _less(inner, node, ctx.own, key, own=own)
    floor, floor_power = 0, 0
    if node.minimum is not None:
        if node.minimum != p.Cost(energy=node.minimum.energy, power=node.minimum.power) or not isinstance(
            node.minimum.energy, p.Number | None
        ):
            message = "a floor of a price that is no number of energy and power"
            raise Unsupported(message)
        floor = 0 if node.minimum.energy is None else node.minimum.energy.value
        floor_power = len(node.minimum.power)
    return [
        PriceChange(
            key,
            own,
            covers,
            gate_of(node.gates),
            None if node.condition is None else condition(inner, node.condition),
            less,
            None if node.more is None else cost(inner, node.more, ctx.own, f"{key}/more"),
            None if node.per is None else amount(inner, node.per),
            floor,
            floor_power,
            component,
            node.slot or "",
            node.ignore,
            not abilities or (len(nouns) > 1 and not component),
            abilities,
            any(_hangs(part) for _, value in own_fields(node) for part in within(value)),
            node.may,
            node.once,
            None if node.place is None else _places(inner, node),
            isinstance(node.what, p.Selector) and any(isinstance(test, p.PlayedBy) for test in node.what.tests),
        )
    ]


def _places(ctx: Context, node: h.CostOf) -> Callable[[State, Env], list[int]]:
    """Return the function of the locations to which what a price change is for is played.

    :raises Unsupported: if it is for more than units and gear, or for a part of their price.
    """
    assert node.place is not None
    permanents = isinstance(node.what, p.Selector) and set(node.what.nouns) <= {"unit", "gear", "Equipment"}
    if not permanents or node.component is not None:
        message = "a price of being played somewhere, of anything but units and gear"
        raise Unsupported(message)
    found = locations_of(ctx, node.place)
    return lambda s, env: list(found(s, env))


def _less(ctx: Context, node: h.CostOf, domains: int, key: str, *, own: bool) -> CostDef | None:
    """Return what a price change takes off; of a discount that may be left a second way takes off nothing.

    :raises Unsupported: if anything but a discount on the whole price of other cards may be left, or is there only once
        each turn.
    """
    if (node.may or node.once) and (own or node.component or node.less is None or node.more is not None or node.ignore):
        message = "a price change that may be left, or is there once each turn, but is no discount for other cards"
        raise Unsupported(message)
    if node.less is None:
        return None
    less = cost(ctx, node.less, domains, f"{key}/less")
    if not node.may:
        return less
    if less.ways:
        message = "a discount that may be left or taken in one of several ways"
        raise Unsupported(message)
    nothing = cost(ctx, p.Cost(), domains, f"{key}/left")
    return CostDef(f"{key}/may", None, (), (), (less, nothing), -1)


def _hangs(part: object) -> bool:
    """Tell whether a phrase of a price speaks of what is chosen."""
    return isinstance(part, (p.Choosing, p.Chooses)) or part == p.ChosenBy(p.Ref("this"))


def _amounts_only(node: h.CostOf) -> None:
    """Refuse a change by anything but energy and power; only a discount may be taken in one of several ways.

    :raises Unsupported: if it is one.
    """
    ways = [] if node.less is None else list(node.less.either or (node.less,))
    changes = [*ways, *([] if node.more is None else [node.more])]
    if any(change != p.Cost(energy=change.energy, power=change.power) for change in changes):
        message = "a price change by more than energy and power"
        raise Unsupported(message)


def _covers(ctx: Context, node: h.CostOf) -> Legal:
    """Return the test that a price change covers a card its own controller plays: `spells you play`, `your Dragons`."""
    if not isinstance(node.what, p.Selector):
        message = f"a price of {type(node.what).__name__}"
        raise Unsupported(message)
    return matcher(ctx, every_one(node.what))


@HEADS.register(h.AdditionalCost)
def _additional(ctx: Context, node: h.AdditionalCost, key: str) -> list[Extra] | list[Static]:
    if node.less is not None:
        return _easing(child(ctx, key), node, node.less, key)
    if node.to is not None or node.place is not None:
        return _binding(child(ctx, key), node, key)
    slot = ctx.names.get(node.into, -1) if node.into is not None else -1
    price = cost(ctx, node.cost, ctx.own, f"{key}/cost", slot)
    return [
        Extra(
            key,
            price,
            node.optional,
            node.into or "",
            slot,
            False,
            False,
            _there(ctx, node),
            shown=node.cost.show is not None,
        ),
    ]


def _binding(ctx: Context, node: h.AdditionalCost, key: str) -> list[Static]:
    """Return the passive that lets whoever plays certain units pay more, and play them to where it is.

    :raises Unsupported: if it is anything but energy and power that may be paid for units, to be played here.
    """
    plain = node.optional and node.into is None and node.cost == p.Cost(energy=node.cost.energy, power=node.cost.power)
    units = isinstance(node.to, p.Selector) and node.to.nouns == ("unit",)
    if not plain or not units or node.place != p.Place("here") or not isinstance(node.to, p.Selector):
        message = "an additional cost of other cards, but of energy and power that may be paid to play units here"
        raise Unsupported(message)
    lent = Lent(f"{key}/lent", "place", cost(ctx, node.cost, ctx.own, f"{key}/cost"), ready=False, binds=True)
    return _lending(ctx, node, node.to, lent, key)


# What an additional cost of other cards may take: it knows no name, and no number but one that is said.
OF_OTHERS: Final = frozenset({"me", "this", "you"})


def _easing(ctx: Context, node: h.AdditionalCost, less: p.Cost, key: str) -> list[Static]:
    """Return the passive that lets whoever plays certain cards pay more, so that these cost less.

    :raises Unsupported: if it must be paid, is named, depends on a name, or lowers more than energy and power.
    """
    to = node.to
    cards = isinstance(to, p.Selector) and any(isinstance(test, p.PlayedBy) for test in to.tests)
    refs = {part.name for part in within(node.cost) if isinstance(part, p.Ref)}
    simple = refs <= OF_OTHERS and node.cost.x is None and node.cost.less is None and not node.cost.either
    reduced = less == p.Cost(energy=less.energy, power=less.power) and isinstance(less.energy, p.Number | None)
    optional = node.optional and node.into is None and node.place is None
    if not (cards and simple and reduced and optional) or not isinstance(to, p.Selector):
        message = "an additional cost of other cards that is more than a plain one for a discount on what is played"
        raise Unsupported(message)
    price = cost(ctx, node.cost, ctx.own, f"{key}/cost")
    lent = Lent(f"{key}/lent", "cheaper", price, ready=False, less=cost(ctx, less, ctx.own, f"{key}/less"))
    return _lending(ctx, node, to, lent, key)


def _lending(ctx: Context, node: h.AdditionalCost, to: p.Selector, lent: Lent, key: str) -> list[Static]:
    test = None if node.condition is None else condition(ctx, node.condition)
    nothing = (None, None, None, None, frozenset[str](), 0, None, None, "", 0, 0, 0, False, "object")
    return [Static(key, gate_of(node.gates), test, matcher(ctx, every_one(to)), False, *nothing, lends=(lent,))]


def _there(ctx: Context, node: h.AdditionalCost) -> Test | None:
    """Return the test that an additional cost is there at all: its gates and its condition."""
    gate = gate_of(node.gates)
    test = None if node.condition is None else condition(ctx, node.condition)
    if gate is None or test is None:
        return gate or test
    return lambda s, env: gate(s, env) and test(s, env)


# --- the rest ---------------------------------------------------------------------------------------------------------


@HEADS.register(h.Toll)
def _toll(ctx: Context, node: h.Toll, key: str) -> list[Toll]:
    inner = child(ctx, key)
    if kind_of(node.event) != w.E_MOVE or node.per not in (None, "unit beyond the first"):
        message = f"an applied cost of the event {node.event.verb}" + (f" for each {node.per}" if node.per else "")
        raise Unsupported(message)
    if node.pay != p.Cost(energy=node.pay.energy, power=node.pay.power):
        message = "an applied cost of more than energy and power"
        raise Unsupported(message)
    if (node.per is not None) != node.event.one_or_more:
        message = "an applied cost for each of several units that need not act at the same time"
        raise Unsupported(message)
    return [
        Toll(
            key,
            kind_of(node.event),
            match_of(inner, replace(node.event, one_or_more=False)),
            cost(inner, node.pay, ctx.own, f"{key}/pay"),
            node.per or "",
        )
    ]
