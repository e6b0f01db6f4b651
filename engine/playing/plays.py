"""Playing cards and abilities (CR 349-359, 398-406): what may be played, and putting it on the chain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import forbidden, get_index, may_be_seen
from riftcheck.engine.board.triggers import append_item
from riftcheck.engine.board.zones import base_of, battlefields, find_card, has_units, remove, take_card
from riftcheck.engine.costs.affordability import (
    affordable,
    can_pay_total,
    changes_things,
    extras_possible,
    keeps_company,
    leaves_legal,
    spares,
    takes_things,
    targeted_by,
    targets_of,
    use_of,
)
from riftcheck.engine.costs.payment import payable
from riftcheck.engine.costs.total_cost import FREE, PRINTED, REPLACED, ability_cost, deflect_for, total_price
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_ACTIVATED, I_CARD, Item
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.references import card_def, card_ref
from riftcheck.engine.model.scripts import MODES, TARGETS, Opening
from riftcheck.engine.playing.movement import destinations, may_be_at

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Activated, Permission, Static
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.state import State

# How a card is played: the low three bits of an option's detail; the rest is a number.
WAY_HAND: Final = 0
WAY_CHAMPION: Final = 1
WAY_FACEDOWN: Final = 2
WAY_FLOW: Final = 3
WAY_PERMISSION: Final = 4
WAY_STEP: Final = 8

# When something may be played: in a Neutral Open State, in a Showdown Open State, in a Closed State (CR 310).
T_MAIN: Final = 0
T_ACTION: Final = 1
T_REACTION: Final = 2
# The keywords that say so.
TIMING: Final = w.K_ACTION | w.K_REACTION | w.K_QUICK_DRAW


def probe(s: State, player: int, card: int, way: int) -> Item:
    """Return an item for a card as if it were being played, to ask about its price and choices. Its id is -1."""
    d = card_def(s, card)
    item = Item(w.NOBODY, I_CARD, player, w.NOBODY, w.NOBODY, card, d, d.script)
    item.it = card_ref(s, card)
    if d.script is not None:
        item.slots = [()] * d.script.slots
    else:
        item.slots = [()] * d.reach
    set_way(s, item, way)
    return item


def set_way(s: State, item: Item, way: int) -> None:
    """Set what the way of playing says about the price, the place, and where the card goes afterwards."""
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
        cost = item.d.flows[number]
        item.price = (REPLACED, 0 if cost.energy is None else cost.energy(s, item), cost.power, 0)
        item.instead = cost  # CR 829.1.c.2
        item.zone = w.Z_TRASH
        item.leave_to = w.Z_BANISHED  # CR 829.1.b
    elif kind == WAY_PERMISSION:
        env, can = get_index(s).cans[number]
        if can.cost is not None:
            item.price = (REPLACED, 0 if can.cost.energy is None else can.cost.energy(s, env), can.cost.power, 0)
            item.instead = can.cost
        elif can.ignoring:
            item.price = FREE
        item.zone = find_card(s, item.card)


def speed_of(s: State, item: Item) -> int:
    """Return the widest timing that the card's keywords allow (CR 806, 813, 811.6)."""
    kw = item.d.kw
    for static in item.d.main.statics:
        # CR 806.4, 813.4: a keyword that it has itself under a condition.
        if static.to_me and static.grant is not None and static.grant.kw & TIMING and _in_force(s, item, static):
            kw |= static.grant.kw
    index = get_index(s)
    if index.hastening:
        for env, other, _ in index.statics:
            if other.hastens and _in_force(s, env, other) and other.applies(s, env, item.it):
                kw |= other.hastens
    if item.zone == w.Z_FACEDOWN or kw & (w.K_REACTION | w.K_QUICK_DRAW):
        return T_REACTION
    return T_ACTION if kw & w.K_ACTION else T_MAIN


def _in_force(s: State, env: Env, static: Static) -> bool:
    if static.gate is not None and not static.gate(s, env):
        return False
    return static.condition is None or static.condition(s, env)


def can_play(s: State, player: int, card: int, way: int, timing: int) -> bool:
    """Whether a player may start to play a card now, and can finish (CR 355.8, 358)."""
    item = probe(s, player, card, way)
    if timing != T_MAIN and not item.d.kw & w.K_AMBUSH and speed_of(s, item) < timing:
        return False
    if play_forbidden(s, item, w.NOBODY):
        return False
    # CR 421.4: a facedown card that changes zones is revealed, so what cannot be revealed cannot be played from there.
    if item.zone == w.Z_FACEDOWN and not may_be_seen(s, w.E_REVEAL, player, way // WAY_STEP):
        return False
    if item.d.main.extras:
        item.extras = mandatory_extras(s, item)  # CR 822.3: they may take the unit that makes a place one for Ambush
    if item.d.types & w.UNIT and not _has_place(s, item, timing):
        return False
    if item.zone != w.Z_TRASH:
        return _finishes(s, item)
    # CR 354: it will have left the trash when its cost is counted and its choices are made.
    trash = s.players[s.owners[card]].trash
    place = trash.index(card)
    del trash[place]
    finishes = _finishes(s, item)
    trash.insert(place, card)
    return finishes


def _finishes(s: State, item: Item) -> bool:
    """Whether the cost of an item can be paid and its choices made."""
    return can_complete(s, item) and (item.d.script is None or openings_possible(s, item))


def play_forbidden(s: State, item: Item, loc: int) -> bool:
    """Whether a `can't` forbids playing an item, to a place or (-1) at all (CR 054.1)."""
    if get_index(s).cannots.get(w.E_PLAY) is None:
        return False
    subject = item.id if item.id >= 0 else item.it
    event = Event(w.E_PLAY, item.you, subject, -1, loc, -1, 0, item.id, None)
    return forbidden(s, w.E_PLAY, event)


def can_complete(s: State, item: Item) -> bool:
    """Whether some choice of optional costs makes the item payable as it stands."""
    if not item.d.main.extras:
        return can_pay_total(s, item)
    if not extras_possible(s, item):
        return False
    item.extras = mandatory_extras(s, item)
    if can_pay_total(s, item):
        return True
    for extra in item.d.main.extras:
        if not extra.optional or extra.ready or extra.repeat:
            continue
        item.extras = (*mandatory_extras(s, item), extra.key)
        for part in extra.cost.parts:
            if part.slot >= 0:
                item.slots[part.slot] = tuple(part.candidates(s, item))
        if can_pay_total(s, item):
            return True
    return False


def mandatory_extras(s: State, item: Item) -> tuple[str, ...]:
    """Return the keys of the additional costs that must be paid."""
    if not item.d.main.extras:
        return ()
    return tuple(
        extra.key for extra in item.d.main.extras if not extra.optional and (extra.gate is None or extra.gate(s, item))
    )


# --- places -----------------------------------------------------------------------------------------------------------


def _has_place(s: State, item: Item, timing: int) -> bool:
    """Whether a unit may enter anywhere: in its base, if it is played from no place that binds it."""
    if timing == T_MAIN and item.facedown_loc < 0 and w.E_PLAY not in get_index(s).cannots:
        return True
    return bool(locations(s, item, timing))


def locations(s: State, item: Item, timing: int) -> list[int]:
    """Return where a unit may enter (CR 355.2, 462.2, 811.1.d.1, 822)."""
    player = item.you
    if item.only_to >= 0:
        wanted = [item.only_to]
    elif item.only_to == w.OWN_FIELDS:
        wanted = [loc for loc in battlefields(s) if s.locs[loc].control == player]
    elif item.facedown_loc >= 0 and item.zone == w.Z_FACEDOWN:
        wanted = [item.facedown_loc]
    else:
        wanted = _usual(s, item, timing)
    found = [loc for loc in wanted if may_be_at(s, player, loc) and not (loc >= 0 and play_forbidden(s, item, loc))]
    if not found and item.only_to >= 0 and not may_be_at(s, player, item.only_to):
        return [base_of(s, player)]  # CR 462.2.a
    return found


def _usual(s: State, item: Item, timing: int) -> list[int]:
    player = item.you
    fast = speed_of(s, item) >= timing
    found: list[int] = []
    for loc in (base_of(s, player), *battlefields(s)):
        own = loc == player or s.locs[loc].control == player
        # CR 822.1.b: Reaction only where the player has units.
        ambush = item.d.kw & w.K_AMBUSH and loc != player and has_units(s, player, loc) and keeps_company(s, item, loc)
        if (own and fast) or ambush or (item.also_to == loc and fast):
            found.append(loc)
    if fast:
        found += [loc for loc in dict.fromkeys(_permitted(s, item)) if loc not in found]
    return found


def _permitted(s: State, item: Item) -> list[int]:
    ref = item.id if item.id >= 0 else item.it
    places: list[int] = []
    for can in item.d.main.cans:
        if can.act == "play" and can.places is not None and can.zone < 0 and holds(s, item, can):
            places += can.places(s, item)
    for env, can in get_index(s).cans:
        if can.act != "play" or can.places is None or env.card == item.card or not holds(s, env, can):
            continue
        if (can.anyone or env.you == item.you) and can.covers(s, env, ref):
            places += can.places(s, env)
    return places


def holds(s: State, env: Env, can: Permission) -> bool:
    """Whether a permission is in force: its gate and its condition."""
    if can.gate is not None and not can.gate(s, env):
        return False
    return can.condition is None or can.condition(s, env)


# --- choices ----------------------------------------------------------------------------------------------------------


def openings_possible(s: State, item: Item) -> bool:
    """Whether every required choice of an item has enough that may be chosen (CR 355.8)."""
    script = item.script
    if script is None:
        return True
    for opening in script.openings:
        if opening.when is not None and not _may_hold(s, item, opening):
            continue
        if opening.kind == MODES:
            if not mode_choices(s, item, opening):
                return False
        elif opening.kind == TARGETS and opening.modes < 0:
            low = opening.low(s, item)
            if low > 0 and len(target_choices(s, item, opening)) < low:
                return False
    return True


def _may_hold(s: State, item: Item, opening: Opening) -> bool:
    return opening.when is None or opening.when(s, item)


def mode_choices(s: State, item: Item, opening: Opening) -> list[int]:
    """Return the modes of a bulleted list whose own targets are there."""
    assert item.script is not None
    found: list[int] = []
    for mode in opening.candidates(s, item):
        fits = True
        for other in item.script.openings:
            if other.kind == TARGETS and other.modes == opening.modes * 16 + mode:
                low = other.low(s, item)
                fits = fits and (low <= 0 or len(target_choices(s, item, other)) >= low)
        if fits:
            found.append(mode)
    return found


def target_choices(s: State, item: Item, opening: Opening, taken: int = -1) -> list[int]:
    """Return what an opening may choose now: legal, affordable with its Deflect, and where a hidden card may reach.

    `taken`, where targets are chosen one by one: how many there are already; they stand at the end of `item.chosen`.
    """
    found = opening.candidates(s, item)
    if item.facedown_loc >= 0 and not opening.free:
        found = [ref for ref in found if _location(s, ref) in (item.facedown_loc, w.NOBODY)]
    cannots = get_index(s).cannots.get(w.E_CHOOSE)
    if cannots is not None:
        found = [ref for ref in found if not _unchoosable(s, item, ref)]
    found = [ref for ref in found if _deflect_fits(s, item, ref, opening, taken)]
    if found and (item.id < 0 or item.pending):
        if takes_things(item):
            before = targets_of(item)
            found = [ref for ref in found if spares(s, item, {*before, ref})]
        if changes_things(item):
            chosen = targeted_by(item)
            found = [ref for ref in found if leaves_legal(s, item, [*chosen, (opening, ref)])]
    if opening.feeds >= 0 and found and item.script is not None:
        found = [ref for ref in found if _leaves_enough(s, item, opening, ref)]
    return found


def _leaves_enough(s: State, item: Item, opening: Opening, ref: int) -> bool:
    """Whether a later choice that hangs on this one still has enough (CR 355.16)."""
    assert item.script is not None
    later = item.script.openings[opening.feeds]
    if later.when is not None and not later.when(s, item):
        return True
    before = item.chosen
    item.chosen = [*before, (ref,)]
    enough = len(later.candidates(s, item)) >= later.low(s, item)
    item.chosen = before
    return enough


def _location(s: State, ref: int) -> int:
    if w.REF_LOCATION <= ref < w.FIRST_ID:
        return ref - w.REF_LOCATION
    o = s.board.get(ref)
    return w.NOBODY if o is None else o.loc


def unchoosable(s: State, item: Item, ref: int) -> bool:
    """Whether an object can't be chosen by an item (CR 757)."""
    return get_index(s).cannots.get(w.E_CHOOSE) is not None and _unchoosable(s, item, ref)


def _unchoosable(s: State, item: Item, ref: int) -> bool:
    return forbidden(s, w.E_CHOOSE, Event(w.E_CHOOSE, item.you, ref, item.id, -1, -1, item.kind, item.id, None))


def _deflect_fits(s: State, item: Item, ref: int, opening: Opening, taken: int) -> bool:
    # CR 755: for choices made anew nothing is paid.
    if ref < w.FIRST_ID or (item.id >= 0 and not item.pending):
        return True
    more = deflect_for(s, item, ref, set())
    if not more:
        return True
    more += _deflect_later(s, item, opening, taken)
    # CR 356.4.f: what makes the item cheaper makes Deflect cheaper as well, down to nothing.
    energy, power = total_price(s, item, more)
    cost = ability_cost(item)
    if cost is not None:
        return affordable(s, item, cost, energy, power)
    return payable(s, item.you, energy, power, use_of(s, item))


def _deflect_later(s: State, item: Item, opening: Opening, taken: int) -> int:
    """Return the least power that Deflect adds for the targets that must be chosen after one more (CR 355.16)."""
    assert item.script is not None
    if not s.rules.deflect_per_choice:
        return 0
    openings = item.script.openings
    place, count = openings.index(opening), len(openings)
    done = max(0, len(item.chosen) - (taken >= 0) - place) // count
    repeats = sum(1 for extra in item.d.main.extras if extra.repeat and extra.key in item.extras)
    more = _least_deflect(s, item, opening, max(0, taken) + 1)
    for number in range(done * count + place + 1, max(item.executions, 1 + repeats) * count):
        more += _least_deflect(s, item, openings[number % count], 0)
    return more


def _least_deflect(s: State, item: Item, opening: Opening, taken: int) -> int:
    """Return the least power that Deflect adds for the targets that an opening needs, but for so many."""
    low = 0 if opening.kind != TARGETS or opening.modes >= 0 else opening.low(s, item) - taken
    if low <= 0 or not _may_hold(s, item, opening):
        return 0
    found = [ref for ref in opening.candidates(s, item) if not unchoosable(s, item, ref)]
    return sum(sorted(deflect_for(s, item, ref, set()) for ref in found)[:low])


def destination_choices(s: State, item: Item, opening: Opening, refs: tuple[int, ...]) -> list[int]:
    """Return where the targets of a move may go: every one of them must be allowed there (CR 355.4)."""
    found: list[int] | None = None
    for ref in refs:
        o = s.board.get(ref)
        if o is None:
            continue
        here = destinations(s, o)
        found = here if found is None else [loc for loc in found if loc in here]
    allowed = opening.candidates(s, item)
    return [loc for loc in found or [] if loc in allowed] if allowed else found or []


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
        take_card(s, card, find_card(s, card))
    append_item(s, item, kept=False)
    return item


def activate(s: State, player: int, env: Env, activated: Activated) -> Item:
    """Put an activated ability on the chain as a pending item (CR 377.3, 401)."""
    item = Item(s.next_id, I_ACTIVATED, player, env.me, env.this, env.card, env.d, activated.script)
    s.next_id += 1
    item.activated = activated
    item.ability = activated.key
    item.slots = [()] * activated.script.slots
    append_item(s, item, kept=activated.script.adds)
    return item


def can_activate(s: State, player: int, env: Env, activated: Activated, timing: int) -> bool:
    """Whether a player may activate an ability now, and can pay and choose for it (CR 378-381, 402.3)."""
    if env.you != player or activated.speed < timing:
        return False
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
    return affordable(s, item, activated.cost) and openings_possible(s, item)
