"""Positions to pay in, every sequence of Adds and every assignment of what floats, and what is tried."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from hypothesis import strategies as st

from riftcheck.engine.board.zones import new_object, set_exhausted
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import NOTHING, AbilitySet, Activated, Grant, Static
from riftcheck.engine.model.definitions import CardDef, CardText
from riftcheck.engine.model.definitions import Pool as Definitions
from riftcheck.engine.model.objects import Loc, Obj
from riftcheck.engine.model.rules_version import LATEST
from riftcheck.engine.model.scripts import CostDef, Script
from riftcheck.engine.model.state import State

FURY, CALM, MIND, BODY, ANY = w.FURY, w.CALM, w.MIND, w.BODY, w.ANY_DOMAIN
DOMAINS = (w.FURY, w.CALM, w.MIND, w.BODY, w.CHAOS, w.ORDER)
NO_NEEDS = (0, 0, 0, 0, 0, 0)


# What a source adds: energy, power masks, group.
Adds = tuple[int, tuple[int, ...], int]


# Energy, power masks, use.
Cost = tuple[int, tuple[int, ...], int]


# --- positions by hand -----------------------------------------------------------------------------------------------


def define(pool: Definitions, name: str, types: int, domains: int, main: AbilitySet = NOTHING) -> CardDef:
    effect = Grant(f"{name}/effect", 0, 0, 0, 0, 0, NOTHING)
    d = CardDef(len(pool.defs), name, types, 0, (), domains, domains, 0, 0, frozenset())
    d.complete(CardText(main=main, effect=effect))
    pool.defs.append(d)
    return d


def adding(key: str, adds: Adds) -> Activated:
    cost = CostDef(key, None, (), (), (), -1)
    script = Script(key, ops=(), openings=(), slots=0, adds=True, names=(), acts=())
    return Activated(
        key, cost, script, speed=2, gate=None, only=None, once=False, source=adds, exhausts=True, repeats=()
    )


def source_def(s: State, adds: tuple[Adds, ...], types: int = w.GEAR) -> CardDef:
    name = f"Source {adds} {types}"
    for d in s.pool.defs:
        if d.name == name:
            return d
    activated = tuple(adding(f"{name}/{number}", one) for number, one in enumerate(adds))
    return define(s.pool, name, types, 0, AbilitySet(name, activated=activated))


def position(
    runes: list[tuple[int, bool]],
    sources: list[Adds] | None = None,
    pool: dict[int, int] | None = None,
    types: int = w.GEAR,
) -> State:
    """A state in which player 0 has these runes (domain, ready), these sources, and this floating."""
    definitions = Definitions()
    rune_defs = {domain: define(definitions, f"Rune {domain}", w.RUNE, domain) for domain in DOMAINS}
    s = State(definitions, LATEST, 2)
    s.locs = [Loc(0, -1), Loc(1, -1)]
    s.card_defs = tuple(rune_defs[domain].index for domain, _ in runes)
    s.owners = (0,) * len(runes)
    s.entries = [0] * len(runes)
    for card, (domain, ready) in enumerate(runes):
        o = new_object(s, card, rune_defs[domain], 0, 0, 0)
        set_exhausted(s, o, not ready)
    for adds in sources or []:
        new_object(s, -1, source_def(s, (adds,), types), 0, 0, 0)
    for place, amount in (pool or {}).items():
        s.players[0].pool[place] = amount
    return s


def adding_more(s: State, more: tuple[int, tuple[int, ...]], player: int) -> None:
    """Give a player a legend by which their sources add so much more."""
    static = Static(
        "More/0", gate=None, condition=None, applies=lambda s, env, ref: s.board[ref].controller == env.you,
        to_me=False, might=None, minimum=None, raise_to=None, grant=None, tags=frozenset(), enters=0, bonus_damage=None,
        abilities_of=None, which="", extra_triggers=0, damage_order=0, ignores=0, might_bonus=False, selects="object",
        adds=more,
    )  # fmt: skip
    legend = define(s.pool, "More", w.LEGEND, 0, AbilitySet("More", statics=(static,)))
    new_object(s, -1, legend, player, player, player)


def source_ids(s: State) -> list[int]:
    return [o.id for o in s.board.values() if not o.d.types & w.RUNE]


def source_of(o: Obj) -> Adds:
    adds = o.d.main.activated[0].source
    assert adds is not None
    return adds


# --- the oracle: plain values, every move ----------------------------------------------------------------------------

# Runes (domain, ready) sorted; the pool; (number, adds) of ready sources.
Spot = tuple[tuple[tuple[int, bool], ...], tuple[int, ...], tuple[tuple[int, Adds], ...]]


def spot_of(s: State) -> Spot:
    board = s.board
    runes = tuple(sorted((board[oid].d.domains, not board[oid].exhausted) for oid in s.players[0].runes))
    ready = [(o.id, source_of(o)) for o in board.values() if not o.d.types & w.RUNE and not o.exhausted]
    return runes, tuple(s.players[0].pool), tuple(ready)


def added(pool: tuple[int, ...], *places: int) -> tuple[int, ...]:
    new = list(pool)
    for place in places:
        new[place] += 1
    return tuple(new)


def place_of(mask: int) -> int:
    return 7 if mask == ANY else 1 + DOMAINS.index(mask)


def outputs(adds: Adds) -> list[int]:
    energy, masks, group = adds
    return [8 * group] * energy + [8 * group + place_of(mask) for mask in masks]


def moves(spot: Spot) -> list[Spot]:
    runes, pool, sources = spot
    found = []
    for number, (domain, ready) in enumerate(runes):
        others = runes[:number] + runes[number + 1 :]
        if ready:
            found.append((tuple(sorted((*others, (domain, False)))), added(pool, 0), sources))
        found.append((others, added(pool, place_of(domain)), sources))
    for number, (_, adds) in enumerate(sources):
        found.append((runes, added(pool, *outputs(adds)), sources[:number] + sources[number + 1 :]))
    return found


def reachable(spot: Spot) -> set[Spot]:
    seen, queue = {spot}, [spot]
    while queue:
        for other in moves(queue.pop()):
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return seen


def pays(place: int, mask: int, use: int) -> bool:
    """Whether one unit at a place of the pool pays for energy (mask 0) or for a power."""
    group, slot = divmod(place, 8)
    if group and not use & 1 << (group - 1):
        return False
    if not mask:
        return slot == 0
    return slot == 7 or (slot > 0 and bool(DOMAINS[slot - 1] & mask))


@cache
def paid(pool: tuple[int, ...], wants: tuple[tuple[int, int], ...]) -> frozenset[tuple[int, ...]]:
    """Every pool that can be left after paying each (mask, use)."""
    if not wants:
        return frozenset({pool})
    (mask, use), *rest = wants
    left: set[tuple[int, ...]] = set()
    for place in range(w.POOL_SIZE):
        if pool[place] and pays(place, mask, use):
            left |= paid((*pool[:place], pool[place] - 1, *pool[place + 1 :]), tuple(rest))
    return frozenset(left)


def wants_of(*costs: Cost) -> tuple[tuple[int, int], ...]:
    wants = []
    for energy, power, use in costs:
        wants += [(0, use)] * energy + [(mask, use) for mask in power]
    return tuple(sorted(wants, reverse=True))


def ends(spot: Spot, cost: Cost) -> set[Spot]:
    """Every position after some Adds and paying the cost."""
    wants = wants_of(cost)
    return {(runes, pool, sources) for runes, now, sources in reachable(spot) for pool in paid(now, wants)}


def can(spot: Spot, *costs: Cost) -> bool:
    """Whether costs can be paid one after the other: adding everything first never hurts, for it all floats."""
    runes, pool, sources = spot
    places = [place for _, adds in sources for place in outputs(adds)]
    for domain, ready in runes:
        places += [0] * ready + [place_of(domain)]
    return bool(paid(added(pool, *places), wants_of(*costs)))


def lost(spot: Spot) -> Spot:
    return spot[0], (0,) * w.POOL_SIZE, spot[2]


# --- what is tried ---------------------------------------------------------------------------------------------------

MASKS = [FURY, CALM, MIND, FURY | CALM, CALM | MIND, ANY]
RUNES = st.lists(st.tuples(st.sampled_from([FURY, CALM, MIND]), st.booleans()), max_size=5)
ADDS: list[Adds] = [
    (1, (), 0),
    (2, (), 1),
    (1, (), 2),
    (0, (FURY,), 0),
    (0, (CALM,), 0),
    (0, (ANY,), 1),
    (1, (ANY,), 0),
    (0, (ANY, ANY), 0),
    (1, (ANY,), 3),
    (1, (), 4),
]
COSTS = st.tuples(
    st.integers(0, 4),
    st.lists(st.sampled_from(MASKS), max_size=3).map(tuple),
    st.sampled_from([0, 1, 2, 3, 4, 6, 8, 12]),
)
PLACES = [0, 1, 2, 3, 7, 8, 9, 10, 15, 16, 17, 23, 24, 25, 31, 32, 33]
POOLS = st.dictionaries(st.sampled_from(PLACES), st.integers(1, 2), max_size=3)


# Pools in which of any two units of power one is at least as good: there the plan leaves nothing open.
ORDERED: st.SearchStrategy[dict[int, int]] = st.one_of(
    st.just({}),
    st.dictionaries(st.sampled_from([0, 8, 1, 7]), st.integers(1, 2), max_size=2),
    st.dictionaries(st.sampled_from([0, 16, 17, 23]), st.integers(1, 2), max_size=2),
    st.dictionaries(st.sampled_from([10, 2, 7]), st.integers(1, 1), max_size=3),
)
FURTHER: list[Cost] = [
    (1, (), 0),
    (1, (), 1),
    (1, (), 2),
    (0, (FURY,), 0),
    (0, (CALM,), 1),
    (0, (MIND,), 0),
    (0, (ANY,), 0),
    (1, (ANY, ANY), 1),
    (0, (FURY | CALM,), 2),
    (0, (ANY,), 4),
]
PAIRS = list(combinations_with_replacement(FURTHER, 2))


@cache
def powers(spot: Spot) -> int:
    """What two further costs a position can pay, this turn and after the pool is lost, one bit for each."""
    bits = 0
    for now in (spot, lost(spot)):
        for pair in PAIRS:
            bits = bits * 2 + can(now, *pair)
    return bits
