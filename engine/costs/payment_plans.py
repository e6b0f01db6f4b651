"""The ways to pay energy and power: a player's means, every plan for a cost with its rest, which is better.

`riftcheck.engine.costs.payment` is what the rest of the engine calls; here are its parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import get_index, sources
from riftcheck.engine.board.events import emit
from riftcheck.engine.board.layers import adding
from riftcheck.engine.board.zones import DOMAIN_PLACE, snapshot
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.model.abilities import Static
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.index import Source
    from riftcheck.engine.model.objects import Player
    from riftcheck.engine.model.state import State

# Runes to recycle by domain (six counts), and the ids of the sources to use, in order.
Plan = tuple[tuple[int, ...], tuple[int, ...]]

# The bits of the uses with the groups for them, those that may be spent least often first.
_FOR_USES: Final = tuple((bit, group * w.POOL_GROUP) for bit, group in ((2, 2), (16, 5), (4, 3), (8, 4), (1, 1)))
# The beginnings of the groups that a use allows, in the order in which they are spent.
GROUPS: Final = tuple((*(start for bit, start in _FOR_USES if use & bit), 0) for use in range(32))
SLOT_MASKS: Final = (0, w.FURY, w.CALM, w.MIND, w.BODY, w.CHAOS, w.ORDER, w.ANY_DOMAIN)
SLOTS: Final = {mask: slot for slot, mask in enumerate(SLOT_MASKS) if mask}


def _replaces(unit: int) -> int:
    """Return the places of the pool whose power the power at a place is at least as good as, one bit for each."""
    places = 0
    for other in range(w.POOL_SIZE):
        same_group = unit // w.POOL_GROUP in (0, other // w.POOL_GROUP)
        if other % w.POOL_GROUP and same_group and unit % w.POOL_GROUP in (w.POOL_ANY, other % w.POOL_GROUP):
            places |= 1 << other
    return places


REPLACES: Final = tuple(_replaces(unit) for unit in range(w.POOL_SIZE))


class Purse:
    """The means of a player to pay: runes by domain, ready and spent, in order of id; the pool; other sources."""

    __slots__ = ("pool", "ready", "sources", "spent")

    def __init__(self, ready: list[list[int]], spent: list[list[int]], pool: list[int], sources: list[Source]) -> None:
        self.ready = ready
        self.spent = spent
        self.pool = pool
        self.sources = sources


class Way:
    """One way to pay and its rest: the pool, ready runes, runes by domain; `used` are the sources it uses."""

    __slots__ = ("pool", "ready", "recycle", "runes", "used")

    def __init__(
        self,
        recycle: tuple[int, ...],
        used: tuple[Source, ...],
        pool: list[int],
        ready: int,
        runes: tuple[int, ...],
    ) -> None:
        self.recycle = recycle
        self.used = used
        self.pool = pool
        self.ready = ready
        self.runes = runes

    def plan(self) -> Plan:
        """Return the plan of this way."""
        return self.recycle, tuple(source[0] for source in self.used)


def purse_of(s: State, player: int, use: int, without: frozenset[int]) -> Purse:
    """Return the means of a player to pay for a use, but for the runes and sources in `without`."""
    p = s.players[player]
    ready, spent = runes_of(s, p, without)
    return Purse(ready, spent, p.pool, usable(s, player, use, without))


def runes_of(s: State, p: Player, without: frozenset[int]) -> tuple[list[list[int]], list[list[int]]]:
    """Return the ids of a player's ready and of their spent runes by domain, each in order."""
    board = s.board
    ready: list[list[int]] = [[], [], [], [], [], []]
    spent: list[list[int]] = [[], [], [], [], [], []]
    for oid in sorted(p.runes):
        if oid not in without:
            o = board[oid]
            (spent if o.exhausted else ready)[DOMAIN_PLACE[o.d.domains]].append(oid)
    return ready, spent


def usable(s: State, player: int, use: int, without: frozenset[int]) -> list[Source]:
    """Return the sources that a payment may use, each with all that it adds now.

    An object with several Adds exhausts for one: the one that adds most.

    :raises ValueError: if a source adds power that the pool cannot hold.
    """
    found: list[Source] = []
    starts = GROUPS[use]
    more = adding(s)
    for printed in sources(s, player):
        source = _with_more(s, printed, more) if more else printed
        oid, energy, masks, group, _ = source
        if oid in without or group * w.POOL_GROUP not in starts:
            continue
        for mask in masks:
            if mask not in SLOTS:
                name = s.board[oid].d.name
                raise ValueError(f"{name} adds power of domains {mask:06b}: it should be of one domain, or of any.")
        for place, other in enumerate(found):
            if other[0] == oid:
                if energy + len(masks) > other[1] + len(other[2]):
                    found[place] = source
                break
        else:
            found.append(source)
    return found


def _with_more(s: State, source: Source, more: list[tuple[Env, Static]]) -> Source:
    """Return a source with what passives have it add on top of what it says."""
    oid, energy, masks, group, dies = source
    for env, static in more:
        if static.adds is not None and static.applies(s, env, oid):
            energy += static.adds[0]
            masks += static.adds[1]
    return oid, energy, masks, group, dies


def most_sources(purse: Purse, energy: int, power: tuple[int, ...]) -> int:
    """Return the greatest number of sources of a way in which each pays for something."""
    return min(len(purse.sources), energy + len(power))


def ways_of(s: State, purse: Purse, energy: int, power: tuple[int, ...], use: int, size: int) -> list[Way]:
    """Return every way to pay that uses `size` sources."""
    recycles = _recycles(purse, power)
    ways: list[Way] = []
    for used in _picks(s, purse.sources, size):
        for recycle in recycles:
            way = way_of(purse, energy, power, use, recycle, used)
            if way is not None:
                ways.append(way)
    return ways


def _recycles(purse: Purse, power: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the counts of runes by domain that could be recycled for a cost, those of the first domains first."""
    rows: list[tuple[int, ...]] = [()]
    for place in range(6):
        wanted = sum(1 for mask in power if mask >> place & 1)
        limit = min(wanted, len(purse.ready[place]) + len(purse.spent[place]))
        rows = [(*row, count) for row in rows for count in range(min(limit, len(power) - sum(row)), -1, -1)]
    return rows


def _picks(s: State, found: list[Source], size: int) -> list[tuple[Source, ...]]:
    """Return the choices of `size` sources; of sources that are the same but for their id the first ones go first."""
    kinds: list[list[Source]] = []
    for source in found:
        for kind in kinds:
            if _alike(s, source, kind[0]):
                kind.append(source)
                break
        else:
            kinds.append([source])
    picks: list[tuple[Source, ...]] = [()]
    rest = len(found)
    for kind in kinds:
        rest -= len(kind)
        picks = [
            pick + tuple(kind[:count])
            for pick in picks
            for count in range(min(len(kind), size - len(pick)), max(0, size - len(pick) - rest) - 1, -1)
        ]
    return picks


def _alike(s: State, one: Source, other: Source) -> bool:
    """Tell whether two sources are the same but for their id: gear of one definition with nothing on it."""
    a, b = s.board[one[0]], s.board[other[0]]
    if one[1:] != other[1:] or a.d is not b.d or a.d.types & (w.UNIT | w.GEAR) != w.GEAR:
        return False
    if (a.loc, a.owner, a.empowered, a.once) != (b.loc, b.owner, b.empowered, b.once):
        return False
    return not (a.mods or b.mods or a.notes or b.notes or a.attached_to >= 0 or b.attached_to >= 0)


def way_of(
    purse: Purse,
    energy: int,
    power: tuple[int, ...],
    use: int,
    recycle: tuple[int, ...],
    used: tuple[Source, ...],
) -> Way | None:
    """Return the way that recycles these runes and uses these sources, with its rest; None where that cannot pay."""
    pool = purse.pool[:]
    made = [0] * w.POOL_SIZE
    for source in used:
        _add(pool, source)
        _add(made, source)
    spent = _floating(pool, made, power, use, recycle)
    if spent is None:
        return None
    for unit in spent:
        pool[unit] -= 1
    ready = 0
    runes: list[int] = []
    for place in range(6):
        stays = len(purse.ready[place]) + len(purse.spent[place]) - recycle[place]
        # A ready rune is exhausted before it is recycled, and its energy floats (CR 164.2).
        still_ready = min(len(purse.ready[place]), stays)
        pool[0] += len(purse.ready[place]) - still_ready
        if stays < 0:
            return None
        runes.append(stays)
        ready += still_ready
    starts = GROUPS[use]
    for start in starts:
        # Energy that was made for one of two special uses goes first, or it would have been made in vain.
        if start and made[start]:
            energy -= _take(pool, start, min(energy, made[start]))
    for start in starts:
        energy -= _take(pool, start, energy)
    return None if energy > ready else Way(recycle, used, pool, ready - energy, tuple(runes))


def _take(pool: list[int], start: int, energy: int) -> int:
    part = min(energy, pool[start])
    pool[start] -= part
    return part


def _add(pool: list[int], source: Source) -> None:
    _, energy, masks, group, _ = source
    start = group * w.POOL_GROUP
    pool[start] += energy
    for mask in masks:
        pool[start + SLOTS[mask]] += 1


def _floating(
    pool: list[int], made: list[int], power: tuple[int, ...], use: int, recycle: tuple[int, ...]
) -> list[int] | None:
    """Return the places of the pool that pay the rest after the recycled runes; None if that fails or wastes a rune."""
    runes = sum(recycle)
    if runes > len(power):
        return None
    units = _offered(pool, made, use)
    if runes + len(units) < len(power):
        return None
    if not power:
        return []
    offers = [1 << place for place in range(6) for _ in range(recycle[place])]
    offers += [SLOT_MASKS[unit % w.POOL_GROUP] for unit in units]
    taken = _match(offers, power)
    if -1 in taken or sum(1 for place in taken if place < runes) < runes:
        return None
    return [units[place - runes] for place in taken if place >= runes]


def _offered(pool: list[int], made: list[int], use: int) -> list[int]:
    """Return the places of the power that may be spent, once for each: worse before better, then those `made` now.

    Of what is left, neither better nor worse, special uses come first, then the order of the domains.
    """
    places = [start + slot for start in GROUPS[use] for slot in range(1, w.POOL_GROUP) if pool[start + slot]]
    units: list[int] = []
    while places:
        lowest = -1
        for place in places:
            if any(place != other and REPLACES[place] >> other & 1 for other in places):
                continue
            if lowest < 0 or (made[place] and not made[lowest]):
                lowest = place
        units += [lowest] * pool[lowest]
        places.remove(lowest)
    return units


def _match(offers: list[int], wants: Sequence[int]) -> list[int]:
    """Return for each want the place of the offer it gets (-1: none); they go together if they share a bit.

    As many wants as possible are met, by the earliest offers: an offer that was once used stays used.
    """
    taken = [-1] * len(wants)
    for place in range(len(offers)):
        if -1 not in taken:
            break
        _augment(place, offers, wants, taken, [False] * len(wants))
    return taken


def _augment(place: int, offers: list[int], wants: Sequence[int], taken: list[int], seen: list[bool]) -> bool:
    for number in range(len(wants)):
        if seen[number] or not offers[place] & wants[number]:
            continue
        seen[number] = True
        if taken[number] < 0 or _augment(taken[number], offers, wants, taken, seen):
            taken[number] = place
            return True
    return False


def recycled(way: Way) -> int:
    """Return the number of runes that a way recycles."""
    return sum(way.recycle)


def seals_of(s: State, player: int, use: int, without: frozenset[int]) -> frozenset[int]:
    """Return the ids of gear that a payment may use and that adds nothing but power."""
    return frozenset(
        source[0]
        for source in usable(s, player, use, without)
        if source[2] and not source[1] and not source[4] and s.board[source[0]].d.types & (w.UNIT | w.GEAR) == w.GEAR
    )


Preference = tuple[int, int, int, int, int, list[int], tuple[int, ...]]


def preference(way: Way, needs: tuple[int, ...], seals: frozenset[int]) -> Preference:
    """Return a key, greater for the better of two ways: few kills, few sources but `seals`, few runes, few sources."""
    others = sum(1 for source in way.used if source[0] not in seals)
    killed = sum(1 for source in way.used if source[4])
    special = sum(1 for source in way.used if source[3])
    # Taking each rune from where the surplus is greatest leaves the smallest surpluses as great as can be.
    surplus = sorted(way.runes[place] - needs[place] for place in range(6))
    return -killed, -others, -sum(way.recycle), -len(way.used), special, surplus, way.recycle


def beats(one: Way, other: Way) -> bool:
    """Tell whether one way leaves at least the rest of another, for this turn and for after the pool is lost."""
    if one.ready < other.ready:
        return False
    have = one.pool[:]
    have[0] += one.ready - other.ready
    for place in range(6):
        more = one.runes[place] - other.runes[place]
        if more < 0:
            return False
        have[1 + place] += more
    for source in one.used:
        if source not in other.used:
            return False
    for source in other.used:
        if source not in one.used:
            _add(have, source)
    return _covers(have, other.pool)


def _covers(have: list[int], need: list[int]) -> bool:
    """Tell whether the floating resources of one pool can stand for all those of another."""
    spare = have[0] - need[0]
    for start in range(w.POOL_GROUP, w.POOL_SIZE, w.POOL_GROUP):
        spare -= max(0, need[start] - have[start])
    if spare < 0:
        return False
    offers: list[int] = []
    wants: list[int] = []
    for unit in range(w.POOL_SIZE):
        if unit % w.POOL_GROUP:
            more = have[unit] - need[unit]
            offers += [REPLACES[unit]] * more
            wants += [1 << unit] * -more
    return -1 not in _match(offers, wants)


def tell_used(s: State, player: int, sources: tuple[int, ...]) -> None:
    """Tell that abilities of sources are used to pay, where something waits for that or counts it (CR 377.2.a)."""
    for kind in (w.E_ACTIVATE, w.E_USE):
        if s.asked[kind] or kind in get_index(s).triggers:
            for source in sources:
                emit(s, kind, player, source, snap=snapshot(s.board[source]))
