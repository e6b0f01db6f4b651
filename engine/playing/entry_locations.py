"""The locations at which what is played may enter (CR 149.2, 355.2, 464.2, 811.1.d.1, 822)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.timing import T_MAIN, speed_of
from riftcheck.engine.board.zones import base_of, battlefields, has_units
from riftcheck.engine.costs.additional import extras_of
from riftcheck.engine.costs.affordability import can_pay_total, keeps_company
from riftcheck.engine.costs.total_cost import total_price
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import AMBUSH
from riftcheck.engine.playing.movement import may_be_at
from riftcheck.engine.playing.permissions import holds, play_forbidden

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Extra, Permission
    from riftcheck.engine.model.chain_items import Env, Item
    from riftcheck.engine.model.scripts import Refs
    from riftcheck.engine.model.state import State


def has_place(s: State, item: Item, timing: int) -> bool:
    """Tell whether a unit, or gear with Deploy, may enter anywhere: a unit in its base, if no place binds it."""
    if not item.d.types & w.UNIT:
        return bool(gear_locations(s, item))
    free = not item.d.main.cannots and w.E_PLAY not in get_index(s).cannots
    if timing == T_MAIN and item.facedown_loc < 0 and free:
        return True
    if locations(s, item, timing):
        return True
    return get_index(s).lending and any(bound_by(s, item, timing, extra) for extra in extras_of(s, item))


def bound_by(s: State, item: Item, timing: int, extra: Extra) -> bool:
    """Tell whether an additional cost that binds a unit to a place gives it one, and can be paid."""
    if extra.loc < 0:
        return False
    before = item.extras
    item.extras = (*before, extra.key)
    placed = bool(locations(s, item, timing)) and can_pay_total(s, item)
    item.extras = before
    return placed


def locations(s: State, item: Item, timing: int) -> list[int]:
    """Return the locations at which a unit may enter (CR 355.2, 464.2, 811.1.d.1, 822)."""
    player = item.you
    if item.only_to >= 0:
        # CR 355.2.a: to the base of another player nobody plays a unit, whatever says so.
        told = dict.fromkeys((item.only_to, item.also_to))
        wanted = [loc for loc in told if loc >= len(s.players) or loc == base_of(player)]
    elif item.only_to == w.OWN_FIELDS:
        wanted = [loc for loc in battlefields(s) if s.locs[loc].control == player and _stays_own(s, item, loc)]
    elif item.only_to == w.ALL_FIELDS:
        wanted = list(battlefields(s))
    elif item.facedown_loc >= 0 and item.zone == w.Z_FACEDOWN:
        wanted = (
            list(dict.fromkeys([item.facedown_loc, *_permitted(s, item)])) if get_index(s).cans else [item.facedown_loc]
        )
    else:
        wanted = _usual(s, item, timing)
    if item.extras and get_index(s).lending:
        wanted = _with_bound(s, item, timing, wanted)
    barred = bool(item.d.main.cannots) or w.E_PLAY in get_index(s).cannots
    found = [
        loc
        for loc in wanted
        if may_be_at(s, player, loc) and not (barred and loc >= 0 and play_forbidden(s, item, loc))
    ]
    bound = item.only_to >= 0 or item.only_to == w.ALL_FIELDS
    if not found and bound and not any(may_be_at(s, player, loc) for loc in wanted or (item.only_to,)):
        return [base_of(player)]  # CR 464.2.a
    return found


def gear_locations(s: State, item: Item) -> list[int]:
    """Return the battlefields at which gear with Deploy may enter (CR 830.1.b.1): any, or those that an effect names.

    What bars units from a battlefield (CR 449.2, 464) says nothing of gear.
    """
    only = item.facedown_loc if item.zone == w.Z_FACEDOWN and item.facedown_loc >= 0 else item.only_to
    wanted = [loc for loc in battlefields(s) if only < 0 or loc == only]
    if only == w.OWN_FIELDS:
        wanted = [loc for loc in wanted if s.locs[loc].control == item.you]
    return [loc for loc in wanted if not play_forbidden(s, item, loc)]


def entry_places(s: State, item: Item, timing: int) -> list[int]:
    """Return the locations from which the player of a permanent chooses; none where there is nothing to choose."""
    if item.d.types & w.UNIT:
        return locations(s, item, timing)
    return gear_locations(s, item) if item.d.kw & w.K_DEPLOY else []


def expected_place(s: State, item: Item, timing: int) -> int:
    """Return where a permanent costs least, of the locations from which its player will choose; NOBODY without one.

    Additional costs are offered before the location is chosen: those are payable that are so in that place.
    """
    before = item.loc

    def price(loc: int) -> int:
        item.loc = loc
        energy, power = total_price(s, item)
        return energy + len(power)

    found = min(entry_places(s, item, timing), key=price, default=w.NOBODY)
    item.loc = before
    return found


def payable_places(s: State, item: Item, places: list[int]) -> list[int]:
    """Return those of some locations at which a permanent, as its costs are chosen, can be paid."""
    before = item.loc
    found: list[int] = []
    for loc in places:
        item.loc = loc
        if can_pay_total(s, item):
            found.append(loc)
    item.loc = before
    return found or places


def _with_bound(s: State, item: Item, timing: int, wanted: list[int]) -> list[int]:
    """Return the locations that are left where a cost was paid to play a unit somewhere (CR 355.17.a, VFAQ 26).

    What an effect says and each such cost are requirements. A location is left if none satisfies all that it does and
    more; where they contradict each other the player so picks which are satisfied.
    """
    bound = [extra.loc for extra in extras_of(s, item) if extra.loc >= 0 and extra.key in item.extras]
    if not bound:
        return wanted
    fast = speed_of(s, item) >= timing
    ambushed = _ambushed(s, item) if item.d.kw & w.K_AMBUSH and not fast else []
    bound = [loc for loc in dict.fromkeys(bound) if fast or loc in ambushed]
    told = item.only_to != w.NOBODY or (item.facedown_loc >= 0 and item.zone == w.Z_FACEDOWN)
    if not told:
        return bound
    agreeing = [loc for loc in wanted if loc in bound]
    return [*(agreeing or wanted), *(loc for loc in bound if loc not in wanted)]


def _usual(s: State, item: Item, timing: int) -> list[int]:
    player = item.you
    fast = speed_of(s, item) >= timing
    ambushed = _ambushed(s, item) if item.d.kw & w.K_AMBUSH else []
    found: list[int] = []
    base, bases = base_of(player), len(s.players)
    for loc, at in enumerate(s.locs):
        if loc < bases and loc != base:
            continue
        own = loc == base or (at.control == player and _stays_own(s, item, loc))
        if (own and fast) or loc in ambushed or (item.also_to == loc and fast):
            found.append(loc)
    permitted = _permitted(s, item) if fast else []
    if permitted:
        found += [loc for loc in dict.fromkeys(permitted) if loc not in found]
    return found


def _ambushed(s: State, item: Item) -> list[int]:
    """Return the battlefields to which the Ambush of a unit lets it be played, fast or not (CR 822.1.b, 822.1.d)."""
    player = item.you
    found = [loc for loc in battlefields(s) if has_units(s, player, loc) and keeps_company(s, item, loc)]
    for can in item.d.main.cans:
        if can.act == AMBUSH and can.places is not None and holds(s, item, can):
            found += can.places(s, item) or _places_by_cost(s, item, can.places)
    return found


def _places_by_cost(s: State, item: Item, places: Refs) -> list[int]:
    """Return the places that hang on what a cost takes, for each thing that it may take while that is not chosen."""
    found: list[int] = []
    slots = item.slots
    for extra in item.d.main.extras:
        for part in extra.cost.parts:
            if not part.early or slots[part.slot] or (extra.optional and extra.key not in item.extras):
                continue
            for ref in part.candidates(s, item):
                item.slots = [*slots[: part.slot], (ref,), *slots[part.slot + 1 :]]
                found += places(s, item)
    item.slots = slots
    return found


def _stays_own(s: State, item: Item, loc: int) -> bool:
    """Tell whether a battlefield is still its player's when the costs are paid (1.0: 181.4.d, 559.5; not since)."""
    return s.rules.control_lost_when_open or keeps_company(s, item, loc)


def permits_place(s: State, env: Env, can: Permission, item: Item) -> bool:
    """Tell whether a permission of something else adds places for the play of an item."""
    if can.act != "play" or can.own or can.places is None or env.card == item.card or not holds(s, env, can):
        return False
    if item.zone == w.Z_FACEDOWN and not can.facedown:
        return False
    return (can.anyone or env.you == item.you) and can.covers(s, env, item.id if item.id >= 0 else item.it)


def _permitted(s: State, item: Item) -> list[int]:
    places: list[int] = []
    for can in item.d.main.cans if item.zone != w.Z_FACEDOWN else ():
        if can.act == "play" and can.places is not None and can.zone < 0 and holds(s, item, can):
            places += can.places(s, item)
    for env, can, _ in get_index(s).cans:
        if can.places is not None and permits_place(s, env, can, item):
            places += can.places(s, env)
    return places
