"""Whether energy and power can be paid (CR 160-168, 357): that is counting, for they never compete for a rune.

A power cost and a `use` are those of `riftcheck.engine.costs.payment`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.zones import DOMAIN_PLACE
from riftcheck.engine.costs.payment_plans import GROUPS, usable
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State

NO_IDS: Final[frozenset[int]] = frozenset()
# More energy than any card costs.
NO_LIMIT: Final = 10**9


def payable(
    s: State, player: int, energy: int, power: tuple[int, ...], use: int, without: frozenset[int] = NO_IDS
) -> bool:
    """Tell whether a player can pay so much energy and power, with every Add ability that takes only its own source.

    `without` are the ids of runes and sources that may not be used, because the same cost uses them up.
    """
    if power:
        power = widened(s, power)
    if not without:
        p = s.players[player]
        if energy <= p.ready_runes and (not power or _fits(power, p.rune_count, 0)):
            return True
        if p.pool == w.NO_POOL and not _may_add(s, energy > p.ready_runes):
            return False
    have, supply, wild = _supply(s, player, use, without)
    return energy <= have and (not power or _fits(power, supply, wild))


def most_energy(s: State, player: int) -> int:
    """Return how much energy a player can pay where runes alone give it, otherwise `NO_LIMIT`: more than that fails."""
    p = s.players[player]
    return p.ready_runes if p.pool == w.NO_POOL and not _may_add(s, energy=True) else NO_LIMIT


def _may_add(s: State, energy: bool) -> bool:
    """Tell whether there are other sources than runes, of any player; `energy`: such as may add energy."""
    index = s.index
    if index is None or index.granting:
        index = get_index(s)
    if not energy or index.adding:
        return bool(index.sources)
    for _, _, source in index.sources:  # noqa: SIM110 - asked at most windows; a generator costs twice as much
        if source[1]:
            return True
    return False


def widened(s: State, power: tuple[int, ...]) -> tuple[int, ...]:
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
    if pool != w.NO_POOL:
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
    if len(power) == 1 and power[0] in DOMAIN_PLACE:
        return wild > 0 or supply[DOMAIN_PLACE[power[0]]] > 0
    need = [0] * 6
    missing = 0
    for mask in power:
        if mask in DOMAIN_PLACE:
            place = DOMAIN_PLACE[mask]
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
