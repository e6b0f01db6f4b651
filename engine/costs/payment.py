"""Paying energy and power (CR 160-168, 357, 429): whether it can be paid, in which ways, and doing it.

Exhausting a ready rune adds one energy; recycling a rune, ready or spent, adds one power of its domain; one rune can do
both, in that order (CR 164.2). What floats stays in the pool (CR 166-167). So energy and power never compete for a
rune: feasibility is counting, and a way to pay is a `Plan`: how many runes of each domain are recycled and which other
Add abilities are used. The rest follows in one fixed order (`pay`), which leaves as much as any other order would.

What is not in a plan: which of the resources that float are spent. The less useful go first (special uses before any
use, one domain before any domain), then what the plan's sources made. Only where things float that are neither better
nor worse than each other, as power of several domains does, could that be a choice.

A power cost is a tuple of domain masks, one for each power: a single bit, two for [C] of a two-domain card,
`ANY_DOMAIN` for [A]. `use` says what the payment is for: the bits `USE_SPELL`, `USE_SHOWDOWN`, `USE_GEAR`, `USE_UNIT`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.status import exhaust
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.zones import DOMAIN_PLACE, put_card, remove, set_exhausted
from riftcheck.engine.costs.payment_plans import (
    GROUPS,
    Plan,
    Way,
    beats,
    most_sources,
    preference,
    purse_of,
    recycled,
    runes_of,
    seals_of,
    tell_used,
    usable,
    way_of,
    ways_of,
)
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State

__all__ = [
    "USE_GEAR",
    "USE_SHOWDOWN",
    "USE_SPELL",
    "USE_UNIT",
    "Plan",
    "best_plan",
    "dying",
    "longest",
    "pay",
    "payable",
    "plans",
]

USE_SPELL: Final = 1
USE_SHOWDOWN: Final = 2
USE_GEAR: Final = 4
USE_UNIT: Final = 8

NO_IDS: Final[frozenset[int]] = frozenset()
NO_RUNES: Final = (0, 0, 0, 0, 0, 0)


def payable(
    s: State, player: int, energy: int, power: tuple[int, ...], use: int, without: frozenset[int] = NO_IDS
) -> bool:
    """Tell whether a player can pay so much energy and power, with every Add ability that takes only its own source.

    `without` are the ids of runes and sources that may not be used, because the same cost uses them up.
    """
    power = _widened(s, power)
    if not without:
        p = s.players[player]
        if energy <= p.ready_runes and (not power or _fits(power, p.rune_count, 0)):
            return True
        if not any(p.pool) and not _may_add(s, energy > p.ready_runes):
            return False
    have, supply, wild = _supply(s, player, use, without)
    return energy <= have and (not power or _fits(power, supply, wild))


def _may_add(s: State, energy: bool) -> bool:
    """Tell whether there are other sources than runes, of any player; `energy`: such as may add energy."""
    index = get_index(s)
    if energy and not index.adding:
        return any(source[1] for _, _, source in index.sources)
    return bool(index.sources)


def _widened(s: State, power: tuple[int, ...]) -> tuple[int, ...]:
    """Return a power cost by the rules in force: before 1.4 [C] of a card of two domains was power of any domain."""
    if s.rules.own_power_is_own or not power:
        return power
    return tuple(mask if mask in DOMAIN_PLACE else w.ANY_DOMAIN for mask in power)


def longest(s: State, player: int, kind: str, use: int = 0, without: frozenset[int] = NO_IDS) -> int:
    """Return the most that a player can pay of "any amount" of `kind`: "energy", or "any" for power ([A]).

    :raises ValueError: if `kind` is neither.
    """
    have, supply, wild = _supply(s, player, use, without)
    if kind == "energy":
        return have
    if kind == "any":
        return sum(supply) + wild
    raise ValueError(f'Any amount of "{kind}" cannot be paid: the kind should be "energy" or "any".')


def _supply(s: State, player: int, use: int, without: frozenset[int]) -> tuple[int, list[int], int]:
    """Return all the energy, power by domain and power of any domain that a player can bring up for a use."""
    p = s.players[player]
    have, supply, wild = p.ready_runes, p.rune_count[:], 0
    for oid in without:
        o = s.board.get(oid)
        if o is not None and oid in p.runes:
            supply[DOMAIN_PLACE[o.d.domains]] -= 1
            have -= 0 if o.exhausted else 1
    pool = p.pool
    if any(pool):
        for start in GROUPS[use]:
            have += pool[start]
            wild += pool[start + w.POOL_ANY]
            for place in range(6):
                supply[place] += pool[start + 1 + place]
    for _, energy, masks, _, _ in usable(s, player, use, without):
        have += energy
        for mask in masks:
            if mask == w.ANY_DOMAIN:
                wild += 1
            else:
                supply[DOMAIN_PLACE[mask]] += 1
    return have, supply, wild


def _fits(power: tuple[int, ...], supply: list[int], wild: int) -> bool:
    """Tell whether each power of a cost can have one of its own from the supply (Hall's condition)."""
    need = [0] * 6
    missing = 0
    for mask in power:
        place = DOMAIN_PLACE.get(mask, -1)
        if place >= 0:
            need[place] += 1
            if need[place] > supply[place]:
                missing += 1
        elif mask != w.ANY_DOMAIN:
            return _hall(power, supply, wild)
    return missing <= wild and len(power) <= sum(supply) + wild


def _hall(power: tuple[int, ...], supply: list[int], wild: int) -> bool:
    """Return Hall's condition over every union of the masks of a cost."""
    unions = [0]
    for mask in power:
        unions += [union | mask for union in unions if union | mask not in unions]
    for union in unions[1:]:
        wanted = 0
        for mask in power:
            if not mask & ~union:
                wanted += 1
        have = wild
        for domain, place in DOMAIN_PLACE.items():
            if union & domain:
                have += supply[place]
        if wanted > have:
            return False
    return True


def plans(
    s: State, player: int, energy: int, power: tuple[int, ...], use: int, without: frozenset[int] = NO_IDS
) -> list[Plan]:
    """Return the ways to pay of which none leaves less than another, in a fixed order: empty if it cannot be paid.

    Fewest sources come first, then fewest runes recycled, then the order of the domains. Usually there is one.
    """
    power = _widened(s, power)
    purse = purse_of(s, player, use, without)
    if not purse.sources:
        plain = _plain(s, player, energy, power, without)
        if plain is not None:
            return [plain]
    kept: list[Way] = []
    for size in range(most_sources(purse, energy, power) + 1):
        ways = ways_of(s, purse, energy, power, use, size)
        ways.sort(key=recycled)
        for way in ways:
            # A later way uses more, so it never beats an earlier one.
            if not any(beats(other, way) for other in kept):
                kept.append(way)
    return [way.plan() for way in kept]


def best_plan(
    s: State,
    player: int,
    energy: int,
    power: tuple[int, ...],
    use: int,
    needs: tuple[int, ...],
    without: frozenset[int] = NO_IDS,
) -> Plan:
    """Return the one of `plans` that the engine takes by itself; `needs` is the most power to be kept, by domain.

    For energy runes go before sources; for power floating power goes first, then gear that adds nothing but power (it
    is readied again, a recycled rune is not), then recycling, then other sources, those for special uses before others.
    Runes are taken of the domain with the greatest surplus over `needs`; then in the order of the domains.

    :raises ValueError: if it cannot be paid.
    """
    plain = plain_plan(s, player, energy, power, use, without)
    return weighed_plan(s, player, energy, power, use, needs, without) if plain is None else plain


def weighed_plan(
    s: State,
    player: int,
    energy: int,
    power: tuple[int, ...],
    use: int,
    needs: tuple[int, ...],
    without: frozenset[int] = NO_IDS,
) -> Plan:
    """Return the `best_plan` of a cost for which there is no `plain_plan`.

    :raises ValueError: if it cannot be paid.
    """
    power = _widened(s, power)
    seals = seals_of(s, player, use, without) if power else NO_IDS
    purse = purse_of(s, player, use, without)
    ways: list[Way] = []
    for size in range(most_sources(purse, energy, power) + 1):
        ways += ways_of(s, purse, energy, power, use, size)
        if ways and not seals:
            break
    if ways:
        return max(ways, key=lambda way: preference(way, needs, seals)).plan()
    raise ValueError(
        f"Player {player} cannot pay {energy} energy and {len(power)} power: runes, pool and sources should suffice."
    )


def plain_plan(
    s: State, player: int, energy: int, power: tuple[int, ...], use: int, without: frozenset[int] = NO_IDS
) -> Plan | None:
    """Return the `best_plan` where there is nothing to weigh; otherwise None.

    Runes pay then, and before them gear that adds one power of a domain, up to two of those.
    """
    if not power:
        return _plain(s, player, energy, power, without)
    p = s.players[player]
    if without or energy > p.ready_runes or any(p.pool):
        return None
    recycle = _by_domain(_widened(s, power))
    if recycle is None:
        return None
    seals = _useful_seals(s, player, use, recycle)
    if seals is None:
        return None
    for place, _ in seals:
        recycle[place] -= 1
    if any(count > runes for count, runes in zip(recycle, p.rune_count, strict=True)):
        return None
    return tuple(recycle), tuple(oid for _, oid in seals)


def _by_domain(power: tuple[int, ...]) -> list[int] | None:
    """Return the power of a cost by domain, as six counts; None if some of it is of no single domain."""
    counts = [0] * 6
    for mask in power:
        place = DOMAIN_PLACE.get(mask, -1)
        if place < 0:
            return None
        counts[place] += 1
    return counts


def _useful_seals(s: State, player: int, use: int, need: list[int]) -> list[tuple[int, int]] | None:
    """Return the domain and the id of each gear that pays a power of a cost in place of a rune, as many as can.

    None where there is something to weigh: several such gear for more than one power, more than two that pay, or one
    that adds something else than one power for any use.
    """
    found: list[tuple[int, int]] = []
    have = [0] * 6
    for oid, energy, masks, group, dies in usable(s, player, use, NO_IDS):
        if energy or dies or s.board[oid].d.types & (w.UNIT | w.GEAR) != w.GEAR:
            continue  # no seal: runes go before it
        place = DOMAIN_PLACE.get(masks[0], -1) if len(masks) == 1 and not group else -1
        if place < 0:
            return None
        have[place] += 1
        if have[place] <= need[place]:
            found.append((place, oid))
    if len(found) > 2 or any(count > wanted > 1 for count, wanted in zip(have, need, strict=True)):
        return None
    return found


def _plain(s: State, player: int, energy: int, power: tuple[int, ...], without: frozenset[int]) -> Plan | None:
    """Return the plan where nothing floats, each power has one domain and runes suffice; otherwise None."""
    p = s.players[player]
    if without or energy > p.ready_runes or any(p.pool):
        return None
    if not power:
        return NO_RUNES, ()
    recycle = [0] * 6
    for mask in power:
        place = DOMAIN_PLACE.get(mask, -1)
        if place < 0 or recycle[place] == p.rune_count[place]:
            return None
        recycle[place] += 1
    return tuple(recycle), ()


def pay(
    s: State,
    player: int,
    energy: int,
    power: tuple[int, ...],
    use: int,
    plan: Plan,
    without: frozenset[int] = NO_IDS,
) -> tuple[int, ...]:
    """Pay energy and power by a plan, and return the rune cards recycled, in order (-1 for a token).

    Sources are exhausted first. Of each domain spent runes are recycled before ready ones; then floating energy is
    spent and further ready runes are exhausted, each from the domain with most of them. Equal runes go by id.

    :raises ValueError: if the plan is no way to pay this; the state is then unchanged.
    """
    power = _widened(s, power)
    recycle, ids = plan
    if not ids and _plain(s, player, energy, power, without) == plan:
        return _pay_with_runes(s, player, energy, recycle)
    purse = purse_of(s, player, use, without)
    used = tuple(source for source in purse.sources if source[0] in ids)
    way = way_of(purse, energy, power, use, recycle, used)
    if way is None or len(used) != len(ids):
        raise ValueError(
            f"Player {player} cannot pay {energy} energy and {len(power)} power by recycling {recycle} and using "
            f"{ids}: the plan should be one that was offered for this cost."
        )
    tell_used(s, player, ids)
    exhaust(s, list(ids), player)  # CR 429: to use them is to pay their cost
    s.players[player].pool[:] = way.pool
    cards: list[int] = []
    for place in range(6):
        ready, spent = purse.ready[place], purse.spent[place]
        cards += [_recycle(s, spent.pop(0) if spent else ready.pop(0)) for _ in range(recycle[place])]
    _exhaust(s, purse.ready, sum(len(ready) for ready in purse.ready) - way.ready)
    return tuple(cards)


def _pay_with_runes(s: State, player: int, energy: int, recycle: tuple[int, ...]) -> tuple[int, ...]:
    """Pay by a plan of `_plain`: nothing floats, and every power has a rune of its domain."""
    p = s.players[player]
    ready, spent = runes_of(s, p, NO_IDS)
    cards: list[int] = []
    floats = 0
    for place, count in enumerate(recycle):
        for _ in range(count):
            if spent[place]:
                cards.append(_recycle(s, spent[place].pop(0)))
            else:
                floats += 1  # a ready rune is exhausted before it is recycled (CR 164.2)
                cards.append(_recycle(s, ready[place].pop(0)))
    if floats > energy:
        p.pool[0] = floats - energy
    _exhaust(s, ready, energy - floats)
    return tuple(cards)


def _exhaust(s: State, ready: list[list[int]], count: int) -> None:
    """Exhaust ready runes, each of the domain that has most of them."""
    for _ in range(count):
        set_exhausted(s, s.board[max(ready, key=len).pop(0)], exhausted=True)


def dying(s: State, player: int, use: int, plan: Plan) -> list[int]:
    """Return the sources of a plan that are killed to use them; `pay` leaves that to its caller, after it."""
    if not plan[1]:
        return []
    return [source[0] for source in usable(s, player, use, NO_IDS) if source[4] and source[0] in plan[1]]


def _recycle(s: State, oid: int) -> int:
    """Recycle a rune, exhausting it first if it is ready, and return its card."""
    o = s.board[oid]
    set_exhausted(s, o, exhausted=True)
    remove(s, o)
    # CR 161.2.b; a rune that is a token ceases to be.
    if o.card >= 0:
        put_card(s, o.card, w.Z_RUNE_DECK, bottom=True)
    return o.card
