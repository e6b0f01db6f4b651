"""The affordability of costs (CR 355.16, 356.2, 357): with everything, and without the targets of an item."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.damage import heal
from riftcheck.engine.actions.departures import departure
from riftcheck.engine.actions.status import disempower, exhaust, recall, spend_buffs
from riftcheck.engine.board.ability_index import get_index, sources
from riftcheck.engine.board.replacements import must_replace
from riftcheck.engine.board.timing import T_ACTION, T_MAIN, T_REACTION, speed_by, speed_of
from riftcheck.engine.board.zones import units_of
from riftcheck.engine.costs.dependent_parts import TAKING, act, feeds, possible
from riftcheck.engine.costs.payability import NO_IDS, payable
from riftcheck.engine.costs.total_cost import (
    IGNORE_ALL,
    altered,
    costs_of,
    total_price,
    whole_discounts,
)
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, Item, ability_cost, is_base
from riftcheck.engine.model.scripts import (
    C_DISEMPOWER,
    C_EXHAUST,
    C_KILL,
    C_SPEND_BUFFS,
    C_X,
    TARGETS,
    CostDef,
    CostPart,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riftcheck.engine.model.scripts import Opening
    from riftcheck.engine.model.state import State

# The parts that change the state of something and leave it where it is.
CHANGING: Final[dict[int, Callable[[State, int, int], object]]] = {
    C_EXHAUST: lambda s, ref, player: exhaust(s, [ref], player),
    C_DISEMPOWER: lambda s, ref, player: disempower(s, [ref]),
    C_SPEND_BUFFS: lambda s, ref, player: spend_buffs(s, [ref], player),
}
# The parts after which nothing else can be paid with what they took.
USING_UP: Final = frozenset({C_EXHAUST, *TAKING})


def use_of(s: State, item: Item) -> int:
    """Return the use of resources by bits: 1 a spell, 2 a showdown, 4 gear, 8 units, 16 playing either.

    To play gear and to use an ability that gear has are uses of gear, and so it is for units; to pay for a trigger of
    theirs is none, and neither is a price within the effect of what has been finalized.
    """
    use = 2 if s.showdown >= 0 else 0
    if not item.pending:
        return use
    if item.kind == I_CARD:
        return use | item.d.uses
    return use | (item.d.uses & ~17 if item.activated is not None else 0)


def affordable(s: State, item: Item, cost: CostDef, energy: int = 0, power: tuple[int, ...] = ()) -> bool:
    """Tell whether an item's controller could pay a cost now, with so much energy and power on top."""
    if cost.ways:
        return any(affordable(s, item, way, energy, power) for way in cost.ways)
    without = surely_taken(s, item, cost.parts)
    if without is None:
        return False
    energy += 0 if cost.energy is None else cost.energy(s, item)
    power = cost.power + power
    use = use_of(s, item)
    if not is_base(item, cost):
        return payable(s, item.you, energy, power, use, without)
    if not get_index(s).prices:
        return payable(s, item.you, *altered(s, item, energy, power), use, without)
    return in_some_way(s, item, lambda: payable(s, item.you, *altered(s, item, energy, power), use, without))


def in_some_way(s: State, item: Item, test: Callable[[], bool]) -> bool:
    """Tell whether a test holds for some choice among the discounts on the whole price that are still to be chosen."""
    discounts = whole_discounts(s, item)
    if not discounts:
        return test()
    before = item.extras
    found = False
    for marks in product(*(ways for ways, _ in discounts)):
        item.extras = (*before, *marks)
        found = found or test()
    item.extras = before
    return found


def surely_taken(s: State, item: Item, parts: Sequence[CostPart]) -> frozenset[int] | None:
    """Return the things that the parts of a cost take for certain, None if they cannot be paid."""
    if not parts:
        return NO_IDS
    taken: list[int] = []
    fed = len(parts) > 1 and feeds(parts)
    several = len(parts) > 1 and _exhausting(parts) > 1
    for part in parts:
        if part.kind == C_X:
            continue
        found = part.candidates(s, item)
        if not fed and len(found) < part.low(s, item):
            return None
        if part.kind != C_EXHAUST or not several:
            taken.extend(needed(s, item, part, found))
    if fed and not possible(s, item, parts):
        return None
    if several:
        spent = _exhausted(s, item, parts)
        if spent is None:
            return None
        taken.extend(spent)
    return frozenset(taken) if taken else NO_IDS


def claimed(s: State, item: Item, parts: Sequence[CostPart]) -> frozenset[int]:
    """Return the things that parts of costs take for certain, so that nothing else can be paid with them."""
    several = _exhausting(parts) > 1
    taken = (_exhausted(s, item, parts) or []) if several else []
    for part in parts:
        if part.kind != C_X and (part.kind != C_EXHAUST or not several):
            taken.extend(needed(s, item, part, part.candidates(s, item)))
    return frozenset(taken)


def _exhausting(parts: Sequence[CostPart]) -> int:
    return sum(1 for part in parts if part.kind == C_EXHAUST)


def _exhausted(s: State, item: Item, parts: Sequence[CostPart]) -> list[int] | None:
    """Return what several parts exhaust together, payers last; None where there is too little (CR 415.4)."""
    payers = _payers(s, item)
    spent: list[int] = []
    for part in fewest_first(s, item, parts):
        found = [ref for ref in part.candidates(s, item) if ref not in spent]
        low = part.low(s, item)
        if len(found) < low:
            return None
        spent += sorted(found, key=lambda ref: ref in payers)[:low]
    return spent


def fewest_first(s: State, item: Item, parts: Sequence[CostPart]) -> list[CostPart]:
    """Return the parts that exhaust something, in an order in which each leaves enough for the next."""
    exhausting = [part for part in parts if part.kind == C_EXHAUST]
    return sorted(exhausting, key=lambda part: len(part.candidates(s, item)))


def _payers(s: State, item: Item) -> list[int]:
    return [*s.players[item.you].runes, *(source[0] for source in sources(s, item.you))]


def needed(s: State, item: Item, part: CostPart, found: list[int]) -> list[int]:
    """Return the things that a part of a cost takes for certain, so that nothing else can be paid with them."""
    if part.kind not in USING_UP:
        return []
    if part.own:
        return found
    # Of things that could pay in another way too as few are kept as the part needs.
    payers = _payers(s, item)
    others = sum(1 for ref in found if ref not in payers)
    return [ref for ref in found if ref in payers][: max(0, part.low(s, item) - others)]


def extras_possible(s: State, item: Item) -> bool:
    """Tell whether every mandatory additional cost of a card can be paid (CR 356.2.a)."""
    if item.price[0] & IGNORE_ALL:
        return True  # CR 356.5.a: non-standard costs are ignored as well.
    parts: list[CostPart] = []
    for extra in item.d.main.extras:
        if not extra.optional and (extra.gate is None or extra.gate(s, item)):
            parts.extend(extra.cost.parts)
    return not parts or possible(s, item, parts)


def can_pay_total(s: State, item: Item) -> bool:
    """Tell whether the total price of an item as it stands can be paid, parts and all."""
    costs = costs_of(s, item)
    without = surely_taken(s, item, [part for cost in costs for part in cost.parts]) if costs else NO_IDS
    if without is None:
        return False
    if not (get_index(s).prices or item.d.main.prices):
        return payable(s, item.you, *total_price(s, item), use_of(s, item), without)
    return in_some_way(s, item, lambda: payable(s, item.you, *total_price(s, item), use_of(s, item), without))


def takes_things(s: State, item: Item) -> bool:
    """Tell whether an item's costs take things out of their place, so that these can no longer be its targets."""
    for part in _parts(s, item):  # noqa: SIM110 - asked at every choice; a generator costs twice as much
        if part.kind in TAKING:
            return True
    return False


def _parts(s: State, item: Item) -> list[CostPart]:
    """Return the parts of all that an item may have to pay."""
    base = ability_cost(item)
    parts = (
        [part for cost in costs_of(s, item) for part in cost.parts] if item.extras or item.instead is not None else []
    )
    if base is not None:
        parts += base.parts
        for way in base.ways:
            parts += way.parts
    return parts


def spares(s: State, item: Item, refs: set[int]) -> bool:
    """Tell whether an item's costs can be paid without any of these things, which it targets (CR 355.16, 358.1)."""
    base = ability_cost(item)
    return all(_spares(s, item, cost, refs) for cost in costs_of(s, item)) and (
        base is None or any(_spares(s, item, way, refs) for way in base.ways or (base,))
    )


def _spares(s: State, item: Item, cost: CostDef, refs: set[int]) -> bool:
    for part in cost.parts:
        if part.kind not in TAKING:
            continue
        low, high = part.low(s, item), part.high(s, item)
        if item.id >= 0 and part.slot >= 0 and (low != high or part.early):
            # What sets the price is chosen before the targets.
            if refs.intersection(item.slots[part.slot]):
                return False
        elif len(set(part.candidates(s, item)) - refs) < low:
            return False
    return True


def changes_things(s: State, item: Item) -> bool:
    """Tell whether an item's costs change the state of things, so that these may no longer be its targets."""
    for part in _parts(s, item):  # noqa: SIM110 - as in `takes_things`
        if part.kind in CHANGING:
            return True
    return False


def leaves_legal(s: State, item: Item, targeted: list[tuple[Opening, int]]) -> bool:
    """Tell whether an item's costs can be paid and its targets stay such as may be targeted (CR 355.16, 358.1)."""
    base = ability_cost(item)
    return all(_leaves_legal(s, item, cost, targeted) for cost in costs_of(s, item)) and (
        base is None or any(_leaves_legal(s, item, way, targeted) for way in base.ways or (base,))
    )


def _leaves_legal(s: State, item: Item, cost: CostDef, targeted: list[tuple[Opening, int]]) -> bool:
    refs = {ref for _, ref in targeted}
    for part in cost.parts:
        if part.kind not in CHANGING:
            continue
        found, low = part.candidates(s, item), part.low(s, item)
        if sum(1 for ref in found if ref not in refs) >= low or refs.isdisjoint(found):
            continue
        bad = _illegal_targets(s, item, part, targeted)
        if sum(1 for ref in found if ref not in bad) < low:
            return False
    return True


def _illegal_targets(s: State, item: Item, part: CostPart, targeted: list[tuple[Opening, int]]) -> set[int]:
    """Return the targets that would be illegal if a cost were paid with them, tried on a copy of the game.

    A target that is another than what was paid with is illegal as it stands.
    """
    found: set[int] = set()
    for opening, ref in targeted:
        if ref not in s.board:
            continue
        if part.binds and opening.other:
            found.add(ref)
            continue
        after = s.clone()
        CHANGING[part.kind](after, ref, item.you)
        if ref not in opening.candidates(after, item):
            found.add(ref)
    return found


def taken_targets(s: State, item: Item, targeted: list[tuple[Opening, int]]) -> set[int]:
    """Return the targets that an item's costs would take out of their place if they were paid with them.

    A target whose death is replaced for certain stays, and may stay legal (CR 357.2.a). This is tried on a copy.
    """
    parts = [part for part in _parts(s, item) if part.kind in TAKING]
    found = {ref for _, ref in targeted}
    if len(parts) == 1 and parts[0].kind == C_KILL and parts[0].high(s, item) == 1:
        found -= {ref for ref in found if _outlives(s, item, parts[0], ref, targeted)}
    return found


def _outlives(s: State, item: Item, part: CostPart, ref: int, targeted: list[tuple[Opening, int]]) -> bool:
    """Return True if a target killed for a cost is saved in any case and stays a legal target."""
    if ref not in s.board:
        return False
    replaced = must_replace(s, departure(s, w.E_DIE, item.you, s.board[ref]))
    if not replaced or not all(replacement.saves for _, _, replacement, _ in replaced):
        return False
    after = s.clone()
    after.log = None
    heal(after, [ref])
    exhaust(after, [ref], item.you)
    recall(after, [ref], item.you)
    return all(
        ref in opening.candidates(after, item) and not (part.binds and opening.other)
        for opening, other in targeted
        if other == ref
    )


def but_targets(s: State, item: Item, part: CostPart, found: list[int]) -> list[int]:
    """Leave out the targets of an item, unless it has nothing else to pay with (CR 357.3)."""
    if not item.pending:
        return found
    if part.kind in TAKING:
        targets = taken_targets(s, item, targeted_by(item))
        targets |= _kept_at_its_place(s, item) | _kept_for_its_time(s, item)
    elif part.kind in CHANGING and not targets_of(item).isdisjoint(found):
        targets = _illegal_targets(s, item, part, targeted_by(item))
    else:
        return found
    others = [ref for ref in found if ref not in targets]
    return others if len(others) >= part.low(s, item) else found


def keeps_company(s: State, item: Item, loc: int) -> bool:
    """Tell whether the costs of a unit leave its controller a unit at a battlefield (CR 822.3; 1.0: 559.5)."""
    return not takes_things(s, item) or any(spares(s, item, {ref}) for ref in units_of(s, item.you, loc))


def _kept_at_its_place(s: State, item: Item) -> set[int]:
    """Return the last unit without which an item could no longer be played where it is going (CR 822.3; 1.0: 561.3)."""
    if item.kind != I_CARD or not item.d.types & w.UNIT or item.loc < len(s.players) or item.facedown_loc >= 0:
        return set()
    in_main = len(s.chain) == 1 and s.showdown < 0
    timely = in_main or item.limited or bool(item.d.kw & w.K_REACTION)
    if s.locs[item.loc].control == item.you and timely:
        if s.rules.control_lost_when_open:
            return set()
    elif not item.d.kw & w.K_AMBUSH:
        return set()
    units = units_of(s, item.you, item.loc)
    return set(units) if len(units) == 1 else set()


def keeps_time(s: State, item: Item) -> bool:
    """Tell whether the costs of a card leave it the permission to be played at this time (CR 358.4, 813.4.b)."""
    kept = _kept_for_its_time(s, item)
    return not kept or spares(s, item, kept)


def _kept_for_its_time(s: State, item: Item) -> set[int]:
    """Return the things that a card's costs may take and without which it has no timing now, tried on copies."""
    if item.kind != I_CARD or item.limited or item.zone == w.Z_FACEDOWN or item.d.kw & w.K_AMBUSH:
        return set()
    closed = any(other is not item for other in s.chain)
    needed = T_REACTION if closed else T_ACTION if s.showdown >= 0 else T_MAIN
    if speed_by(item.d.kw) >= needed or speed_of(s, item) < needed:
        return set()
    parts = [part for part in _parts(s, item) if part.kind in TAKING]
    return {
        ref
        for part in parts
        for ref in part.candidates(s, item)
        if ref in s.board and _speed_after(s, item, part, ref) < needed
    }


def _speed_after(s: State, item: Item, part: CostPart, ref: int) -> int:
    """Return the timing of a card once a thing is taken for its costs, tried on a copy of the game."""
    after, payer = s.clone(), item.clone()
    after.log = None
    act(after, payer, part, [ref])
    return speed_of(after, payer)


def targets_of(item: Item) -> set[int]:
    """Return the references of the targets of an item so far."""
    return {ref for _, ref in targeted_by(item)}


def targeted_by(item: Item) -> list[tuple[Opening, int]]:
    """Return the targets of an item so far, each with the opening for which it was chosen."""
    openings = () if item.script is None else item.script.openings
    return [
        (openings[number % len(openings)], ref)
        for number, chosen in enumerate(item.chosen)
        if openings[number % len(openings)].kind == TARGETS
        for ref in chosen
    ]
