"""Bills and paying them (CR 357): the way, then energy and power, then the other parts of a cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.departures import kill
from riftcheck.engine.actions.draw import burn_cost
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.events import COSTS, emit
from riftcheck.engine.board.zones import DOMAIN_PLACE, set_exhausted, touch_all
from riftcheck.engine.costs.affordability import (
    affordable,
    but_targets,
    claimed,
    fewest_first,
    use_of,
)
from riftcheck.engine.costs.dependent_parts import TAKING, act, feeds, leaves, next_places
from riftcheck.engine.costs.payability import NO_IDS, longest, payable
from riftcheck.engine.costs.payment import dying, pay, plain_plan, plans, weighed_plan
from riftcheck.engine.costs.targeted_means import exhausting, targeted_means
from riftcheck.engine.costs.total_cost import PRINTED, altered, costs_of, total_price
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, Bill, Item, ability_cost, is_base
from riftcheck.engine.model.decisions import ask, take
from riftcheck.engine.model.frames import PayFrame
from riftcheck.engine.model.references import card_ref, ref_card
from riftcheck.engine.model.scripts import C_BURN, C_EXHAUST, C_SHOW, C_X, C_XP, CostDef, CostPart

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State

STEP_WAY: Final = 0
STEP_RESOURCES: Final = 1
STEP_PARTS: Final = 2
STEP_ACTING: Final = 3
STEP_ORDER: Final = 4
# The text of the question in which order runes go under the rune deck.
RUNE_ORDER: Final = "rune-order"


def owes_nothing(s: State, item: Item) -> bool:
    """Tell whether an ability has no cost, and nothing that it has chosen or that is about could give it one.

    Most triggers are such: their bill would be empty, and no discount on it be asked about.
    """
    if item.kind == I_CARD or item.chosen or item.extras or item.instead is not None or item.price != PRINTED:
        return False
    return ability_cost(item) is None and not get_index(s).prices


def bill_for_play(s: State, item: Item) -> Bill:
    """Return the bill of an item whose choices are made: its total price and every other part (CR 357)."""
    energy, power = total_price(s, item)
    parts = [
        (cost, number)
        for cost in costs_of(s, item)
        for number, part in enumerate(cost.parts)
        if part.kind != C_SHOW or not s.rules.shown_off_is_noted  # what is shown off was shown as it was chosen
    ]
    base = ability_cost(item)
    if base is not None and base.ways:
        parts.insert(0, (base, -1))
    elif base is not None:
        energy += 0 if base.energy is None else base.energy(s, item)
        energy, power = altered(s, item, energy, power + base.power)
        parts += [(base, number) for number in range(len(base.parts))]
    return Bill(energy, power, parts, use_of(s, item))


def push_bill(s: State, item: Item, bill: Bill) -> None:
    """Leave a frame that pays a bill; the first part may be a cost with alternatives, of which one is chosen first."""
    item.bill = bill
    frame = PayFrame(item=item)
    frame.step = STEP_RESOURCES
    if bill.parts and bill.parts[0][1] < 0:
        frame.step = STEP_WAY
        ways = bill.parts[0][0].ways
        frame.ways = [n for n, way in enumerate(ways) if affordable(s, item, way, bill.energy, bill.power)]
    s.frames.append(frame)


def push_cost(s: State, item: Item, cost: CostDef) -> None:
    """Leave a frame that pays one cost, choosing the way where it has alternatives."""
    ways = [way for way in cost.ways if affordable(s, item, way)] if cost.ways else [cost]
    frame = PayFrame(item=item)
    if len(ways) == 1:
        item.bill = _bill(s, item, ways[0])
        frame.step = STEP_RESOURCES
    else:
        frame.ways = [number for number, way in enumerate(cost.ways) if way in ways]
        item.bill = Bill(0, (), [(cost, -1)], use_of(s, item))
    s.frames.append(frame)


def _bill(s: State, item: Item, cost: CostDef) -> Bill:
    energy = 0 if cost.energy is None else cost.energy(s, item)
    return Bill(energy, cost.power, [(cost, number) for number in range(len(cost.parts))], use_of(s, item))


def step_pay(s: State, f: PayFrame) -> None:
    """Go on paying: the way, then energy and power, then the other parts in order."""
    item = f.item
    assert item is not None
    assert item.bill is not None
    if f.step == STEP_WAY and not _choose_way(s, f, item):
        return
    while s.frames[-1] is f:
        if f.step == STEP_RESOURCES:
            f.step = STEP_PARTS
            if not _pay_resources(s, f, item, item.bill):
                f.step = STEP_RESOURCES
                return
            continue
        if f.step == STEP_ORDER and not _order_runes(s, f, item):
            return
        if f.step == STEP_PARTS and not _choose_part(s, f, item, item.bill):
            return
        if f.step == STEP_ACTING:
            f.step = STEP_PARTS  # a replaced cost is still paid, so nothing is asked of what happened (CR 203.2)


def _choose_way(s: State, f: PayFrame, item: Item) -> bool:
    assert item.bill is not None
    total = item.bill
    cost = total.parts[0][0]
    if s.answer is None:
        options = [(w.O_MODE, number, 0) for number in f.ways]
        if ask(s, item.you, w.D_MODE, options, 1, 1, item.me, "cost"):
            return False
    bill = _bill(s, item, cost.ways[take(s)[0][1]])
    bill.energy += total.energy
    bill.power += total.power
    if is_base(item, cost):
        bill.energy, bill.power = altered(s, item, bill.energy, bill.power)
    bill.parts += total.parts[1:]
    item.bill = bill
    f.ways = []
    f.step = STEP_RESOURCES
    return True


def _pay_resources(s: State, f: PayFrame, item: Item, bill: Bill) -> bool:
    if not bill.energy and not bill.power:
        return True
    without = spoken_for(s, item, bill) if bill.parts else NO_IDS
    energy = bill.energy
    first: list[int] = []
    kept = targeted_means(s, item) if item.chosen and item.pending else NO_IDS
    if kept:
        first = exhausting(s, kept - without, energy)
        if payable(s, item.you, energy - len(first), bill.power, bill.use, without | kept):
            without |= kept  # CR 357.3
            energy -= len(first)
        else:
            first = []
    if s.auto_pay:
        plan = plain_plan(s, item.you, energy, bill.power, bill.use, without)
        if plan is None:
            plan = weighed_plan(s, item.you, energy, bill.power, bill.use, _needs(s, item.you), without)
    else:
        ways = plans(s, item.you, energy, bill.power, bill.use, without)
        if s.answer is None:
            options = [(w.O_PLAN, number, 0) for number in range(len(ways))]
            if ask(s, item.you, w.D_PLAN, options, 1, 1, item.id, "pay"):
                return False
        plan = ways[take(s)[0][1]]
    killed = dying(s, item.you, bill.use, plan)
    for oid in first:
        set_exhausted(s, s.board[oid], exhausted=True)
    recycled = pay(s, item.you, energy, bill.power, bill.use, plan, without=without)
    item.paid_energy += bill.energy
    for card in recycled:
        emit(s, w.E_RECYCLE, item.you, card_ref(s, card) if card >= 0 else w.NOBODY, amount=-1)
    if bill.energy or bill.power:
        emit(s, w.E_SPEND, item.you, item.id, amount=bill.energy, origin=len(bill.power))
    if not s.auto_pay:
        runes = [card for card in recycled if card >= 0 and s.owners[card] == item.you]
        if len({s.card_defs[card] for card in runes}) > 1:
            f.rune_order = [0, *runes]
            f.step = STEP_ORDER
    if killed:
        kill(s, killed, item.you)  # CR 357.1.a; a replacement may leave a frame
    return True


def _order_runes(s: State, f: PayFrame, item: Item) -> bool:
    """Let the payer say in which order runes went under the rune deck (CR 164.2.b, 417.5.a); the last is the lowest."""
    while f.rune_order[0] < len(f.rune_order) - 1:
        done, left = f.rune_order[0], f.rune_order[1 + f.rune_order[0] :]
        if s.answer is None:
            kinds = {s.card_defs[card]: card for card in reversed(left)}
            options = [(w.O_REF, card_ref(s, kinds[kind]), 0) for kind in sorted(kinds)]
            if ask(s, item.you, w.D_ORDER, options, 1, 1, item.id, RUNE_ORDER):
                return False
        chosen = ref_card(s, take(s)[0][1])
        f.rune_order = [done + 1, *f.rune_order[1 : 1 + done], chosen, *(card for card in left if card != chosen)]
    deck = s.players[item.you].rune_deck
    cards = [card for card in f.rune_order[1:] if card in deck]
    places = sorted((deck.index(card) for card in cards), reverse=True)
    for place, card in zip(places, cards, strict=True):
        deck[place] = card
    f.rune_order = []
    f.step = STEP_PARTS
    return True


def spoken_for(s: State, item: Item, bill: Bill) -> frozenset[int]:
    """Return the objects that the rest of the bill needs, which so cannot pay for it."""
    return claimed(s, item, [cost.parts[number] for cost, number in bill.parts if number >= 0])


def _needs(s: State, player: int) -> tuple[int, ...]:
    """Return the largest power of each domain that a card in hand or the champion zone asks for."""
    needs = [0] * 6
    p = s.players[player]
    for card in (*p.hand, *p.champion):
        power = s.pool.defs[s.card_defs[card]].power
        for mask in set(power):
            place = DOMAIN_PLACE.get(mask, -1)
            if place >= 0:
                needs[place] = max(needs[place], power.count(mask))
    return tuple(needs)


def _choose_part(s: State, f: PayFrame, item: Item, bill: Bill) -> bool:
    """Settle the things for the next part; return whether there is something to act on."""
    if not bill.parts:
        s.frames.pop()
        return False
    if not f.part_settled and not _choose_next(s, item, bill):
        return False
    f.part_settled = 1
    cost, number = bill.parts[0]
    part = cost.parts[number]
    if part.kind in (C_X, C_XP, C_BURN):
        return _pay_number(s, f, item, bill, part)
    settled = _settled(s, item, cost, part)
    if settled is not None:
        # A thing that has gone meanwhile cannot be taken; the others were chosen before the price was reckoned.
        there = part.candidates(s, item)
        return _take_part(s, f, item, bill, part, [ref for ref in settled if ref in there])
    found = but_targets(s, item, part, part.candidates(s, item))
    low = min(part.low(s, item), len(found))
    high = min(part.high(s, item), len(found))
    if low == high == 1 and len(bill.parts) > 1:
        found = _leaving_rest(s, item, bill, part, found)
    if s.answer is None:
        # Of several buffs on one unit it is all the same which one is spent.
        distinct = dict.fromkeys(found) if high == 1 else found
        options = [(w.O_REF, ref, number) for number, ref in enumerate(distinct)]
        if ask(s, item.you, w.D_COST, options, low, high, item.me, part.text):
            return False
    return _take_part(s, f, item, bill, part, [ref for _, ref, _ in take(s)])


def _leaving_rest(s: State, item: Item, bill: Bill, part: CostPart, found: list[int]) -> list[int]:
    """Leave out the things without which no other part could be paid, unless there are none but these (CR 357.3)."""
    rest = [cost.parts[number] for cost, number in bill.parts[1:]]
    if not feeds([part, *rest]):
        return found
    return [ref for ref in found if leaves(s, item, part, [ref], rest)] or found


def _settled(s: State, item: Item, cost: CostDef, part: CostPart) -> tuple[int, ...] | None:
    """Return the things chosen for an additional cost where they set the price; None else (CR 355, 356.4)."""
    if part.slot < 0 or (part.low(s, item) == part.high(s, item) and not part.early):
        return None
    return item.slots[part.slot] if any(extra.cost is cost for extra in item.d.main.extras) else None


def _take_part(s: State, f: PayFrame, item: Item, bill: Bill, part: CostPart, chosen: list[int]) -> bool:
    f.part_settled = 0
    bill.parts.pop(0)
    if part.slot >= 0:
        item.slots[part.slot] = tuple(chosen)
    f.step = STEP_ACTING
    if part.binds and chosen:
        item.it = chosen[0]
    return act(s, item, part, chosen)


def _choose_next(s: State, item: Item, bill: Bill) -> bool:
    """Bring the part that is paid next to the front (CR 357.2); asked where things are chosen for several parts."""
    parts = [cost.parts[number] for cost, number in bill.parts]
    exhausting = fewest_first(s, item, parts) if parts[0].kind == C_EXHAUST and len(parts) > 1 else []
    if len(exhausting) > 1:
        bill.parts.insert(0, bill.parts.pop(parts.index(exhausting[0])))
        return True
    payable = next_places(s, item, parts) if feeds(parts) else range(len(parts))
    choosing = [place for place in payable if parts[place].kind in TAKING and not parts[place].own]
    if payable and 0 not in payable and len(choosing) < 2:
        bill.parts.insert(0, bill.parts.pop(choosing[0] if choosing else payable[0]))
    elif len(choosing) > 1:
        if s.answer is None:
            options = [(w.O_MODE, place, 0) for place in choosing]
            if ask(s, item.you, w.D_MODE, options, 1, 1, item.me, "next-cost"):
                return False
        bill.parts.insert(0, bill.parts.pop(take(s)[0][1]))
    return True


def _pay_number(s: State, f: PayFrame, item: Item, bill: Bill, part: CostPart) -> bool:
    p = s.players[item.you]
    if part.kind == C_X:
        kind = "energy" if part.own else "any"
        if s.answer is None:
            options = [(w.O_NUMBER, number, 0) for number in range(longest(s, item.you, kind, bill.use) + 1)]
            if ask(s, item.you, w.D_NUMBER, options, 1, 1, item.me, "x"):
                return False
        amount = take(s)[0][1]
        bill.energy, bill.power = (amount, ()) if part.own else (0, (w.ANY_DOMAIN,) * amount)
    else:
        amount = part.low(s, item)
        if part.kind == C_XP:
            p.xp -= amount
            touch_all(s)
        else:
            burn_cost(s, item.you, amount)
    f.part_settled = 0
    bill.parts.pop(0)
    if part.slot >= 0:
        item.slots[part.slot] = (amount,)
    f.step = STEP_RESOURCES if part.kind == C_X else STEP_PARTS
    return True


COSTS.affordable = affordable
COSTS.push = push_cost
