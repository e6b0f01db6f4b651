"""Costs (CR 201-206, 356-357): what a play or ability costs in total, whether it can be paid, and paying it.

An effect's word on a price is the tuple `Item.price`: (mode, energy, power, less energy). The mode's bits: 1 the base
energy is ignored, 2 the base power is ignored, 4 all costs are ignored, 8 energy and power replace the base cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import words as w
from engine.actions import disempower, exhaust, spend_buffs
from engine.departures import banish, discard, kill, recycle, return_to_hand
from engine.events import emit
from engine.index import get_index
from engine.items import I_CARD, Bill, Env, Item
from engine.layers import keywords, use_delayed
from engine.payment import best_plan, longest, pay, payable, plans
from engine.scripts import (
    C_BANISH,
    C_BURN,
    C_DISCARD,
    C_DISEMPOWER,
    C_EXHAUST,
    C_KILL,
    C_RECYCLE,
    C_RETURN,
    C_SPEND_BUFFS,
    C_X,
    C_XP,
    CostDef,
    CostPart,
)
from engine.state import Frame, ask, enemies, take
from engine.texts import Extra, PriceChange
from engine.zones import card_def, card_ref, ref_card, touch_all

if TYPE_CHECKING:
    from engine.state import State

IGNORE_ENERGY: Final = 1
IGNORE_POWER: Final = 2
IGNORE_ALL: Final = 4
REPLACED: Final = 8
FREE: Final = (IGNORE_ENERGY | IGNORE_POWER, 0, (), 0)
PRINTED: Final = (0, 0, (), 0)

Price = tuple[int, tuple[int, ...]]


def use_of(s: State, item: Item) -> int:
    """Return what the resources pay for, as `engine.payment` asks: 1 a spell, 2 in a showdown."""
    spell = item.kind == I_CARD and bool(item.d.types & w.SPELL)
    return (1 if spell else 0) | (2 if s.showdown >= 0 else 0)


def total_price(s: State, item: Item) -> Price:
    """Return the total energy and power of an item as its choices stand (CR 356)."""
    mode = item.price[0]
    if mode & IGNORE_ALL:
        return 0, ()
    energy, power = _base(s, item)
    index = get_index(s)
    own = item.d.main.prices if item.kind == I_CARD else ()
    changes = _changes(s, item, index.prices, own)
    if any(change.ignore for _, change in changes):
        energy, power = 0, ()
    for extra in _paid_extras(item):
        more_energy, more_power = _component(s, item, extra.cost, changes, "optional" if extra.optional else "")
        energy += more_energy
        power += more_power
    deflected = deflect_of(s, item)
    if deflected:
        power += (w.ANY_DOMAIN,) * deflected
    if changes:
        energy, power = _changed(s, item, energy, power, changes)
    if item.price[3]:
        energy = max(0, energy - item.price[3])
    return energy, power


def _base(s: State, item: Item) -> Price:
    mode, energy, power, _ = item.price
    if mode & REPLACED:
        return energy, power
    if item.kind != I_CARD:
        return 0, ()
    d = item.d
    del s
    return (0 if mode & IGNORE_ENERGY else d.energy), (() if mode & IGNORE_POWER else d.power)


def _paid_extras(item: Item) -> list[Extra]:
    if not item.extras:
        return []
    return [extra for extra in item.d.main.extras if extra.key in item.extras]


Change = tuple[Env, PriceChange]


def _changes(
    s: State, item: Item, prices: list[tuple[Env, PriceChange, int]], own: tuple[PriceChange, ...]
) -> list[Change]:
    found: list[Change] = []
    ref = card_ref(s, item.card) if item.id < 0 else item.id
    for env, change, _ in prices:
        if _holds(s, env, change) and change.covers(s, env, ref):
            found.append((env, change))
    last: dict[str, Change] = {}
    for change in own:
        if not change.own or not _holds(s, item, change):
            continue
        if change.slot:
            last[change.slot] = (item, change)
        else:
            found.append((item, change))
    found.extend(last.values())
    return found


def _holds(s: State, env: Env, change: PriceChange) -> bool:
    if change.gate is not None and not change.gate(s, env):
        return False
    return change.condition is None or change.condition(s, env)


def _component(s: State, item: Item, cost: CostDef, changes: list[Change], component: str) -> Price:
    energy = 0 if cost.energy is None else cost.energy(s, item)
    power = cost.power
    for env, change in changes:
        # CR 356.4.c: a discount on a component is applied as that component is added.
        if component and change.component == component and change.less is not None:
            energy, power = _less(s, env, change, energy, power)
    return energy, power


def _changed(s: State, item: Item, energy: int, power: tuple[int, ...], changes: list[Change]) -> Price:
    for env, change in changes:
        if change.more is not None and not change.component:
            times = 1 if change.per is None else change.per(s, env)
            energy += times * (0 if change.more.energy is None else change.more.energy(s, env))
            power += change.more.power * times
    # CR 356.4.d-e: any order; those with a floor of their own first, which is never worse for the payer.
    for floored in (True, False):
        for env, change in changes:
            has_floor = change.floor > 0 or change.floor_power > 0
            if change.less is not None and not change.component and has_floor == floored:
                energy, power = _less(s, env, change, energy, power)
    del item
    return max(0, energy), power


def _less(s: State, env: Env, change: PriceChange, energy: int, power: tuple[int, ...]) -> Price:
    assert change.less is not None
    times = 1 if change.per is None else max(0, change.per(s, env))
    amount = times * (0 if change.less.energy is None else change.less.energy(s, env))
    energy = max(energy - amount, min(energy, change.floor))
    for mask in change.less.power * times:
        if len(power) <= change.floor_power:
            break
        power = _without(power, mask)
    return energy, power


def _without(power: tuple[int, ...], mask: int) -> tuple[int, ...]:
    """Take one power that the mask covers off a cost, the most specific first."""
    for place, needed in enumerate(power):
        if needed & mask == needed or (mask & needed and mask != w.ANY_DOMAIN):
            return power[:place] + power[place + 1 :]
    return power[1:] if mask == w.ANY_DOMAIN else power


def deflect_of(s: State, item: Item) -> int:
    """Return the power that Deflect adds for the targets chosen so far (CR 809): once for each time chosen."""
    total = 0
    seen: set[int] = set()
    for chosen in item.chosen:
        for ref in chosen:
            if ref < w.FIRST_ID:
                continue
            total += deflect_for(s, item, ref, seen)
    return total


def deflect_for(s: State, item: Item, ref: int, seen: set[int]) -> int:
    """Return what choosing one object costs more."""
    o = s.board.get(ref)
    if o is None or not keywords(s, o) & w.K_DEFLECT or not enemies(s, item.you, o.controller):
        return 0
    if not s.rules.deflect_per_choice:
        if ref in seen:
            return 0
        seen.add(ref)
    return o.deflect


def price_uses(s: State, item: Item) -> None:
    """Count the use of every "next" discount that this play has had (CR 391)."""
    for env, change, delayed in list(get_index(s).prices):
        if delayed >= 0 and _holds(s, env, change) and change.covers(s, env, item.id):
            use_delayed(s, delayed)


# --- can it be paid? ------------------------------------------------------------------------------------------------


def affordable(s: State, item: Item, cost: CostDef, energy: int = 0, power: tuple[int, ...] = ()) -> bool:
    """Whether an item's controller could pay a cost now, with so much energy and power on top."""
    if cost.ways:
        return any(affordable(s, item, way, energy, power) for way in cost.ways)
    without: list[int] = []
    for part in cost.parts:
        if part.kind == C_X:
            continue
        found = part.candidates(s, item)
        if len(found) < part.low(s, item):
            return False
        if part.own and part.kind in (C_EXHAUST, C_KILL, C_RECYCLE, C_BANISH):
            without.extend(found)
    energy += 0 if cost.energy is None else cost.energy(s, item)
    return payable(s, item.you, energy, cost.power + power, use_of(s, item), frozenset(without))


def extras_possible(s: State, item: Item) -> bool:
    """Whether every mandatory additional cost of a card can be paid (CR 356.2.a)."""
    for extra in item.d.main.extras:
        if extra.optional or (extra.gate is not None and not extra.gate(s, item)):
            continue
        for part in extra.cost.parts:
            if len(part.candidates(s, item)) < part.low(s, item):
                return False
    return True


def can_pay_total(s: State, item: Item) -> bool:
    """Whether the total price of an item as it stands can be paid, parts and all."""
    energy, power = total_price(s, item)
    without: list[int] = []
    for cost in _costs_of(item):
        for part in cost.parts:
            if part.kind == C_X:
                continue
            found = part.candidates(s, item)
            if len(found) < part.low(s, item):
                return False
            if part.own and part.kind == C_EXHAUST:
                without.extend(found)
    return payable(s, item.you, energy, power, use_of(s, item), frozenset(without))


def _costs_of(item: Item) -> list[CostDef]:
    if item.price[0] & IGNORE_ALL:
        return []
    return [extra.cost for extra in _paid_extras(item)]


# --- paying ----------------------------------------------------------------------------------------------------------

STEP_WAY: Final = 0
STEP_RESOURCES: Final = 1
STEP_PARTS: Final = 2
STEP_ACTING: Final = 3


def bill_for_play(s: State, item: Item, ability_cost: CostDef | None) -> Bill:
    """Return the bill of an item whose choices are made: its total price and every other part (CR 357)."""
    energy, power = total_price(s, item)
    parts = [(cost, number) for cost in _costs_of(item) for number in range(len(cost.parts))]
    if ability_cost is not None:
        energy += 0 if ability_cost.energy is None else ability_cost.energy(s, item)
        power += ability_cost.power
        parts += [(ability_cost, number) for number in range(len(ability_cost.parts))]
    return Bill(energy, power, parts, use_of(s, item))


def push_bill(s: State, item: Item, bill: Bill) -> None:
    """Leave a frame that pays a bill."""
    item.bill = bill
    s.frames.append(Frame(w.F_PAY, a=STEP_RESOURCES, item=item))


def push_cost(s: State, item: Item, cost: CostDef) -> None:
    """Leave a frame that pays one cost, choosing the way where it has alternatives."""
    ways = [way for way in cost.ways if affordable(s, item, way)] if cost.ways else [cost]
    frame = Frame(w.F_PAY, item=item)
    if len(ways) == 1:
        item.bill = _bill(s, item, ways[0])
        frame.step = STEP_RESOURCES
    else:
        frame.data = [number for number, way in enumerate(cost.ways) if way in ways]
        item.bill = Bill(0, (), [(cost, -1)], use_of(s, item))
    s.frames.append(frame)


def _bill(s: State, item: Item, cost: CostDef) -> Bill:
    energy = 0 if cost.energy is None else cost.energy(s, item)
    return Bill(energy, cost.power, [(cost, number) for number in range(len(cost.parts))], use_of(s, item))


def step_pay(s: State, f: Frame) -> None:
    """Go on paying: the way, then energy and power, then the other parts in order."""
    item = f.item
    assert item is not None
    assert item.bill is not None
    if f.a:
        f.step, f.a = f.a, 0
    if f.step == STEP_WAY and not _choose_way(s, f, item):
        return
    if f.step == STEP_RESOURCES:
        if not _pay_resources(s, item, item.bill):
            return
        f.step = STEP_PARTS
    while True:
        if f.step == STEP_PARTS and not _choose_part(s, f, item, item.bill):
            return
        if f.step == STEP_ACTING:
            _after_part(s, f, item, item.bill)


def _choose_way(s: State, f: Frame, item: Item) -> bool:
    assert item.bill is not None
    cost = item.bill.parts[0][0]
    if s.answer is None:
        options = [(w.O_MODE, number, 0) for number in f.data]
        if ask(s, item.you, w.D_MODE, options, 1, 1, item.me, "cost"):
            return False
    item.bill = _bill(s, item, cost.ways[take(s)[0][1]])
    f.data = []
    f.step = STEP_RESOURCES
    return True


def _pay_resources(s: State, item: Item, bill: Bill) -> bool:
    if not bill.energy and not bill.power:
        return True
    without = _spoken_for(s, item, bill)
    if s.auto_pay:
        plan = best_plan(s, item.you, bill.energy, bill.power, bill.use, _needs(s, item.you), without)
    else:
        ways = plans(s, item.you, bill.energy, bill.power, bill.use, without)
        if s.answer is None:
            options = [(w.O_PLAN, number, 0) for number in range(len(ways))]
            if ask(s, item.you, w.D_PLAN, options, 1, 1, item.id, "pay"):
                return False
        plan = ways[take(s)[0][1]]
    recycled = pay(s, item.you, bill.energy, bill.power, bill.use, plan, without=without)
    item.paid_energy += bill.energy
    for card in recycled:
        emit(s, w.E_RECYCLE, item.you, card_ref(s, card) if card >= 0 else w.NOBODY, amount=-1)
    if bill.energy or bill.power:
        emit(s, w.E_SPEND, item.you, item.id, amount=bill.energy, origin=len(bill.power))
    return True


def _spoken_for(s: State, item: Item, bill: Bill) -> frozenset[int]:
    """Return the objects that the rest of the bill exhausts, which so cannot pay for it."""
    found: list[int] = []
    for cost, number in bill.parts:
        part = cost.parts[number]
        if part.own and part.kind == C_EXHAUST:
            found.extend(part.candidates(s, item))
    return frozenset(found)


def _needs(s: State, player: int) -> tuple[int, ...]:
    """Return the largest power of each domain that a card in hand or the champion zone asks for."""
    needs = [0] * 6
    p = s.players[player]
    for card in (*p.hand, *p.champion):
        for domain in range(6):
            bit = 1 << domain
            asked = sum(1 for mask in card_def(s, card).power if mask == bit)
            needs[domain] = max(needs[domain], asked)
    return tuple(needs)


def _choose_part(s: State, f: Frame, item: Item, bill: Bill) -> bool:
    """Settle which things the next part takes; return whether there is something to act on."""
    if not bill.parts:
        s.frames.pop()
        return False
    cost, number = bill.parts[0]
    part = cost.parts[number]
    if part.kind in (C_X, C_XP, C_BURN):
        return _pay_number(s, f, item, bill, part)
    found = part.candidates(s, item)
    low = min(part.low(s, item), len(found))
    high = min(part.high(s, item), len(found))
    if s.answer is None:
        options = [(w.O_REF, ref, 0) for ref in found]
        if ask(s, item.you, w.D_COST, options, low, high, item.me, part.text):
            return False
    chosen = [ref for _, ref, _ in take(s)]
    bill.parts.pop(0)
    if part.slot >= 0:
        item.slots[part.slot] = tuple(chosen)
    f.data = chosen
    f.step = STEP_ACTING
    return _act(s, item, part, chosen)


def _pay_number(s: State, f: Frame, item: Item, bill: Bill, part: CostPart) -> bool:
    p = s.players[item.you]
    if part.kind == C_X:
        kind = "energy" if part.own else "any"
        if s.answer is None:
            options = [(w.O_NUMBER, number, 0) for number in range(longest(s, item.you, kind, bill.use) + 1)]
            if ask(s, item.you, w.D_NUMBER, options, 1, 1, item.me, "x"):
                return False
        amount = take(s)[0][1]
        energy, power = (amount, ()) if part.own else (0, (w.ANY_DOMAIN,) * amount)
        if amount:
            plan = best_plan(s, item.you, energy, power, bill.use, _needs(s, item.you))
            pay(s, item.you, energy, power, bill.use, plan)
    else:
        amount = part.low(s, item)
        if part.kind == C_XP:
            p.xp -= amount
            touch_all(s)
        else:
            from engine.drawing import burn_cost  # noqa: PLC0415

            burn_cost(s, item.you, amount)
    bill.parts.pop(0)
    if part.slot >= 0:
        item.slots[part.slot] = (amount,)
    f.step = STEP_PARTS
    return True


def _act(s: State, item: Item, part: CostPart, chosen: list[int]) -> bool:
    """Do the game action of a cost part; False if a frame was left that finishes it."""
    before = s.resolving
    if before is None:
        s.resolving = item
    done = True
    player = item.you
    if part.kind == C_EXHAUST:
        exhaust(s, chosen, player)
    elif part.kind == C_KILL:
        done = kill(s, chosen, player)
    elif part.kind == C_DISCARD:
        discard(s, [ref_card(s, ref) for ref in chosen], player)
    elif part.kind == C_RECYCLE:
        recycle(s, chosen, player)
    elif part.kind == C_BANISH:
        banish(s, chosen, player)
    elif part.kind == C_RETURN:
        return_to_hand(s, chosen, player)
    elif part.kind == C_DISEMPOWER:
        disempower(s, chosen)
    elif part.kind == C_SPEND_BUFFS:
        spend_buffs(s, chosen, player)
    s.resolving = before
    return done


def _after_part(s: State, f: Frame, item: Item, bill: Bill) -> None:
    # CR 203.2: a replaced cost is still paid, so nothing is asked of what happened.
    del s, item, bill
    f.data = []
    f.step = STEP_PARTS
