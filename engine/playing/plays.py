"""Playing cards and abilities (CR 349-359, 399-407): what may be played, and putting it on the chain."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import get_index, may_be_seen
from riftcheck.engine.board.timing import T_MAIN, speed_of
from riftcheck.engine.board.triggers import append_item
from riftcheck.engine.board.zones import find_card, remove, take_card
from riftcheck.engine.costs.additional import extras_of
from riftcheck.engine.costs.affordability import (
    affordable,
    can_pay_total,
    extras_possible,
    keeps_time,
)
from riftcheck.engine.costs.given_flow import given_flows
from riftcheck.engine.costs.total_cost import FLOWING, FREE, PRINTED, REPLACED, prices_by_place
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_ACTIVATED, I_CARD, Env, Item
from riftcheck.engine.model.references import card_def, card_ref
from riftcheck.engine.playing.entry_locations import entry_places, has_place
from riftcheck.engine.playing.openings import openings_possible
from riftcheck.engine.playing.permissions import play_forbidden
from riftcheck.engine.playing.prices_by_choice import hangs, payable_by_choice

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Activated, Extra
    from riftcheck.engine.model.scripts import CostDef
    from riftcheck.engine.model.state import State

# The way of playing a card: the low three bits of an option's detail; the rest is a number.
WAY_HAND: Final = 0
WAY_CHAMPION: Final = 1
WAY_FACEDOWN: Final = 2
WAY_FLOW: Final = 3
WAY_PERMISSION: Final = 4
WAY_STEP: Final = 8


def probe(s: State, player: int, card: int, way: int) -> Item:
    """Return an item for a card as if it were being played, to ask about its price and choices. Its id is -1."""
    d = s.pool.defs[s.card_defs[card]]
    item = Item(w.NOBODY, I_CARD, player, w.NOBODY, w.NOBODY, card, d, d.script)
    item.it = card_ref(s, card)
    if d.script is not None:
        item.slots = [()] * d.script.slots
    else:
        item.slots = [()] * d.reach
    if way != WAY_HAND:
        set_way(s, item, way)
    return item


def set_way(s: State, item: Item, way: int) -> None:
    """Set the price and the place of an item by its way of playing, and the zone of its card afterwards."""
    kind, number = way % WAY_STEP, way // WAY_STEP
    item.price = PRINTED
    if kind == WAY_FACEDOWN:
        item.price = FREE  # CR 811.1.b
        item.zone = w.Z_FACEDOWN
        o = s.board.get(number)
        item.facedown_loc = w.NOBODY if o is None else o.loc
    elif kind == WAY_CHAMPION:
        item.zone = w.Z_CHAMPION
    elif kind == WAY_FLOW:
        item.instead = cost = flow_costs(s, item.card)[number]  # CR 829.1.c.2
        if cost is None:
            energy, power = item.d.energy, item.d.power  # CR 206
        else:
            energy, power = 0 if cost.energy is None else cost.energy(s, item), cost.power
        item.price = (REPLACED | FLOWING, energy, power, 0)
        item.zone = w.Z_TRASH
        item.leave_to = w.Z_BANISHED  # CR 829.1.b
    elif kind == WAY_PERMISSION:
        env, can, item.permit = get_index(s).cans[number]
        if can.cost is not None:
            item.price = (REPLACED, 0 if can.cost.energy is None else can.cost.energy(s, env), can.cost.power, 0)
            item.instead = can.cost
        elif can.ignoring:
            item.price = (can.ignoring, 0, (), 0)  # CR 356.1.b
        item.zone = find_card(s, item.card)


def flow_costs(s: State, card: int) -> list[CostDef | None]:
    """Return the costs of a card in a trash for Flow; None is what the card itself costs (CR 829.1.c.3)."""
    own = card_def(s, card).flows
    return [*own, *given_flows(s, card)] if get_index(s).cans else [*own]


def can_play(s: State, player: int, card: int, way: int, timing: int) -> bool:
    """Tell whether a player may start to play a card now, and can finish (CR 355.8, 358)."""
    item = probe(s, player, card, way)
    if timing != T_MAIN and not item.d.kw & w.K_AMBUSH and speed_of(s, item) < timing:
        return False
    if play_forbidden(s, item, w.NOBODY):
        return False
    # CR 422.4: a facedown card that changes zones is revealed, so what cannot be revealed cannot be played from there.
    if item.zone == w.Z_FACEDOWN and not may_be_seen(s, w.E_REVEAL, player, way // WAY_STEP):
        return False
    if item.d.main.extras:
        item.extras = mandatory_extras(s, item)  # CR 822.3: they may take the unit that makes a place one for Ambush
    if timing != T_MAIN and item.extras and not keeps_time(s, item):
        return False
    if (item.d.types & w.UNIT or item.d.kw & w.K_DEPLOY) and not has_place(s, item, timing):
        return False
    if item.zone != w.Z_TRASH:
        return _finishes_somewhere(s, item, timing)
    # CR 354: it will have left the trash when its cost is counted and its choices are made.
    trash = s.players[s.owners[card]].trash
    place = trash.index(card)
    del trash[place]
    finishes = _finishes_somewhere(s, item, timing)
    trash.insert(place, card)
    return finishes


def _finishes_somewhere(s: State, item: Item, timing: int) -> bool:
    """Tell whether an item can be paid and its choices made, where its price hangs on that somewhere."""
    places = entry_places(s, item, timing) if prices_by_place(s) and item.d.types & w.PERMANENT else []
    if not places:
        return _finishes(s, item)
    for loc in places:
        item.loc = loc
        if _finishes(s, item):
            return True
    return False


def _finishes(s: State, item: Item) -> bool:
    """Tell whether the cost of an item can be paid and its choices made."""
    return can_complete(s, item) and (item.d.script is None or openings_possible(s, item))


def can_complete(s: State, item: Item) -> bool:
    """Tell whether some choice of optional costs makes the item payable as it stands, and is left in its `extras`."""
    eased = get_index(s).easing
    if not item.d.main.extras and not eased:
        return can_pay_total(s, item) or (hangs(s, item) and payable_by_choice(s, item))
    if not extras_possible(s, item):
        return False
    if _completes_with(s, item, ()):
        return True
    # An extra that only adds to the price helps to pay nothing.
    helping = [
        extra
        for extra in (extras_of(s, item) if eased else item.d.main.extras)
        if extra.optional and not (extra.ready or extra.repeat) and (extra.gate is None or extra.gate(s, item))
    ]
    return any(
        _completes_with(s, item, chosen)
        for count in range(1, len(helping) + 1)
        for chosen in combinations(helping, count)
    )


def _completes_with(s: State, item: Item, extras: tuple[Extra, ...]) -> bool:
    """Tell whether an item is payable with some optional costs, which then are in its `extras`."""
    slots = item.slots
    item.extras = (*mandatory_extras(s, item), *(extra.key for extra in extras))
    ways = [slots]
    # What a mandatory cost takes may set the price, or what can be chosen.
    setting = [
        extra
        for extra in item.d.main.extras
        if not extra.optional and extra.key in item.extras and any(part.early for part in extra.cost.parts)
    ]
    for extra in (*setting, *extras):
        ways = [taken for way in ways for taken in _slots_after(s, item, extra, way)]
    for way in ways:
        item.slots = way
        if completes(s, item):
            return True
    item.slots = slots
    return False


def _slots_after(s: State, item: Item, extra: Extra, slots: list[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    item.slots = slots
    return slots_with(s, item, extra)


def slots_with(s: State, item: Item, extra: Extra) -> list[list[tuple[int, ...]]]:
    """Return the slots of an item for each thing of a cost that sets its price; of any number with all there are."""
    ways = [item.slots[:]]
    for part in extra.cost.parts:
        if part.slot < 0:
            continue
        found = part.candidates(s, item)
        chosen = [(ref,) for ref in found] if part.early else [tuple(found)]
        ways = [[*way[: part.slot], taken, *way[part.slot + 1 :]] for way in ways for taken in chosen]
    return ways


def completes(s: State, item: Item) -> bool:
    """Tell whether an item is payable with the costs taken so far, and has what it then must choose (CR 355.16)."""
    if not can_pay_total(s, item) and not (hangs(s, item) and payable_by_choice(s, item)):
        return False
    return not item.d.branching or openings_possible(s, item)


def mandatory_extras(s: State, item: Item) -> tuple[str, ...]:
    """Return the keys of the additional costs that must be paid."""
    if not item.d.main.extras:
        return ()
    return tuple(
        extra.key for extra in item.d.main.extras if not extra.optional and (extra.gate is None or extra.gate(s, item))
    )


# --- places -----------------------------------------------------------------------------------------------------------


# --- choices ----------------------------------------------------------------------------------------------------------


# --- putting it on the chain ------------------------------------------------------------------------------------------


def play_card(s: State, player: int, card: int, way: int) -> Item:
    """Move a card to the chain as a pending item (CR 354)."""
    item = probe(s, player, card, way)
    item.id = s.next_id
    s.next_id += 1
    item.it = w.NOBODY
    if way % WAY_STEP == WAY_FACEDOWN:
        o = s.board[way // WAY_STEP]
        remove(s, o)
        s.entries[card] += 1
    else:
        take_card(s, card, item.zone)
    append_item(s, item, kept=False)
    return item


def activate(s: State, player: int, env: Env, activated: Activated) -> Item:
    """Put an activated ability on the chain as a pending item (CR 377.3, 402)."""
    item = Item(s.next_id, I_ACTIVATED, player, env.me, env.this, env.card, env.d, activated.script)
    s.next_id += 1
    item.activated = activated
    item.ability = activated.key
    item.slots = [()] * activated.script.slots
    append_item(s, item, kept=activated.script.adds)
    return item


def can_activate(s: State, player: int, env: Env, activated: Activated, timing: int) -> bool:
    """Tell whether a player may activate an ability now, and can pay and choose for it (CR 378-381, 403.3)."""
    if activated.speed < timing:
        return False
    if env.you != player:
        if not activated.anyone:
            return False
        env = Env(player, env.me, env.this, env.card, env.d)
    o = s.board.get(env.me)
    if o is None or (activated.exhausts and o.exhausted):
        return False
    if activated.gate is not None and not activated.gate(s, env):
        return False
    if activated.only is not None and not activated.only(s, env):
        return False
    if activated.once and activated.key in o.once:
        return False

    item = Item(w.NOBODY, I_ACTIVATED, player, env.me, env.this, env.card, env.d, activated.script)
    item.activated = activated
    item.slots = [()] * activated.script.slots
    return (affordable(s, item, activated.cost) or hangs(s, item)) and openings_possible(s, item)
