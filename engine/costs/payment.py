"""Paying energy and power (CR 160-168, 357, 430): in which ways it can be paid, and doing it.

Exhausting a ready rune adds one energy; recycling a rune, ready or spent, adds one power of its domain; one rune can do
both, in that order (CR 164.2). What floats stays in the pool (CR 166-167). So energy and power never compete for a
rune: feasibility is counting (see `payability`), and a way to pay is a `Plan`: how many runes of each domain are
recycled and which other Add abilities are used. The rest follows in one fixed order (`pay`), which leaves as much as
any other order would.

What is not in a plan: which of the resources that float are spent. The less useful go first (special uses before any
use, one domain before any domain), then what the plan's sources made. Only where things float that are neither better
nor worse than each other, as power of several domains does, could that be a choice.

A power cost is a tuple of domain masks, one for each power: a single bit, two for [C] of a two-domain card,
`ANY_DOMAIN` for [A]. `use` says what the payment is for: the bits `USE_SPELL`, `USE_SHOWDOWN`, `USE_GEAR`, `USE_UNIT`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.status import exhaust
from riftcheck.engine.board.zones import DOMAIN_PLACE, put_card, remove, set_exhausted
from riftcheck.engine.costs.payability import NO_IDS, widened
from riftcheck.engine.costs.payment_plans import (
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
    "pay",
    "plans",
]

USE_SPELL: Final = 1
USE_SHOWDOWN: Final = 2
USE_GEAR: Final = 4
USE_UNIT: Final = 8

NO_RUNES: Final = (0, 0, 0, 0, 0, 0)


def plans(
    s: State, player: int, energy: int, power: tuple[int, ...], use: int, without: frozenset[int] = NO_IDS
) -> list[Plan]:
    """Return the ways to pay of which none leaves less than another, in a fixed order: empty if it cannot be paid.

    Fewest sources come first, then fewest runes recycled, then the order of the domains. Usually there is one.
    """
    power = widened(s, power)
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
    power = widened(s, power)
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
    if without or energy > p.ready_runes or p.pool != w.NO_POOL:
        return None
    recycle = _by_domain(widened(s, power))
    if recycle is None:
        return None
    seals = _useful_seals(s, player, use, recycle)
    if seals is None:
        return None
    for place, _ in seals:
        recycle[place] -= 1
    for place in range(6):
        if recycle[place] > p.rune_count[place]:
            return None
    return tuple(recycle), tuple([oid for _, oid in seals])


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
    if len(found) > 2:
        return None
    for place in range(6):
        if have[place] > need[place] > 1:
            return None
    return found


def _plain(s: State, player: int, energy: int, power: tuple[int, ...], without: frozenset[int]) -> Plan | None:
    """Return the plan where nothing floats, each power has one domain and runes suffice; otherwise None."""
    p = s.players[player]
    if without or energy > p.ready_runes or p.pool != w.NO_POOL:
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
    power = widened(s, power)
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
    exhaust(s, list(ids), player)  # CR 430: to use them is to pay their cost
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
        most = ready[0]
        for runes in ready:
            if len(runes) > len(most):
                most = runes
        set_exhausted(s, s.board[most.pop(0)], exhausted=True)


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
