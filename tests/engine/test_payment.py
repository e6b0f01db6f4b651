"""Payment held against every sequence of Adds and every assignment of what floats (CR 160-168, 357, 429)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from engine import words as w
from engine.defs import CardDef
from engine.defs import Pool as Definitions
from engine.objects import Loc, Obj, Player
from engine.payment import USE_SHOWDOWN, USE_SPELL, Plan, best_plan, longest, pay, payable, plans
from engine.rules import LATEST
from engine.scripts import CostDef, Script
from engine.state import State
from engine.texts import NOTHING, AbilitySet, Activated, Grant
from engine.ways import purse_of, ways_of
from engine.zones import new_object, relocate, set_exhausted

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
    d = CardDef(
        len(pool.defs), name, types, 0, (), domains, domains, 0, 0, 0, 0, 0, 0, 0, frozenset(), main, effect, None,
        (), 0, "",
    )  # fmt: skip
    pool.defs.append(d)
    return d


def adding(key: str, adds: Adds) -> Activated:
    cost = CostDef(key, None, (), (), (), -1)
    script = Script(key, ops=(), openings=(), slots=0, adds=True, names=(), texts=())
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
    if group and not use & group:
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
    for place in range(24):
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
    return spot[0], (0,) * 24, spot[2]


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
]
COSTS = st.tuples(
    st.integers(0, 4), st.lists(st.sampled_from(MASKS), max_size=3).map(tuple), st.sampled_from([0, 1, 2, 3])
)
PLACES = [0, 1, 2, 3, 7, 8, 9, 10, 15, 16, 17, 23]
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


@given(RUNES, st.lists(st.sampled_from(ADDS), max_size=2), POOLS, COSTS)
@settings(max_examples=150)
def test_it_is_payable_exactly_when_some_sequence_of_adds_pays_it(
    runes: list[tuple[int, bool]], sources: list[Adds], pool: dict[int, int], cost: Cost
) -> None:
    s = position(runes, sources, pool)
    found = bool(ends(spot_of(s), cost))
    event(f"payable {found}")
    assert can(spot_of(s), cost) == found
    assert payable(s, 0, *cost) == found
    assert bool(plans(s, 0, *cost)) == found


@given(RUNES, st.lists(st.sampled_from(ADDS), max_size=2), POOLS, COSTS, st.data())
@settings(max_examples=150)
def test_what_is_used_up_elsewhere_does_not_pay(
    runes: list[tuple[int, bool]], sources: list[Adds], pool: dict[int, int], cost: Cost, data: st.DataObject
) -> None:
    s = position(runes, sources, pool)
    without = frozenset(data.draw(st.sets(st.sampled_from(sorted(s.board)), max_size=3)) if s.board else ())
    left = [(domain, ready) for oid, (domain, ready) in zip(s.players[0].runes, runes, strict=True)
            if oid not in without]  # fmt: skip
    kept = [adds for oid, adds in zip(source_ids(s), sources, strict=True) if oid not in without]
    other = position(left, kept, pool)
    assert payable(s, 0, *cost, without) == payable(other, 0, *cost)
    assert longest(s, 0, "energy", 3, without) == longest(other, 0, "energy", 3)
    assert longest(s, 0, "any", 3, without) == longest(other, 0, "any", 3)
    for plan in plans(s, 0, *cost, without):
        after = s.clone()
        pay(after, 0, *cost, plan, without)
        assert all(after.board[oid].exhausted == s.board[oid].exhausted for oid in without)


def results(s: State, cost: Cost) -> list[Spot]:
    """What each plan leaves."""
    after = []
    for plan in plans(s, 0, *cost):
        done = s.clone()
        pay(done, 0, *cost, plan)
        after.append(spot_of(done))
    return after


def worse(spot: Spot, other: Spot) -> bool:
    """Whether a position keeps no source that the other has not, and can pay no two further costs that it cannot."""
    kept = Counter(adds for _, adds in spot[2]) <= Counter(adds for _, adds in other[2])
    return kept and powers(spot) & ~powers(other) == 0


@given(RUNES, st.lists(st.sampled_from(ADDS), max_size=2), ORDERED, COSTS)
@settings(max_examples=120)
def test_no_way_to_pay_leaves_more_than_every_plan(
    runes: list[tuple[int, bool]], sources: list[Adds], pool: dict[int, int], cost: Cost
) -> None:
    s = position(runes, sources, pool)
    after = results(s, cost)
    event(f"{min(len(after), 4)} plans")
    every = ends(spot_of(s), cost)
    assert set(after) <= every
    for end in every:
        assert any(worse(end, other) for other in after), (end, after)


@pytest.mark.parametrize("count", range(1, 9))
def test_the_positions_of_two_domains_lose_nothing_by_the_fixed_order(count: int) -> None:
    # Up to two ready and two spent runes of each of two domains.
    kinds = [(FURY, True), (FURY, False), (CALM, True), (CALM, False)]
    powers_asked = [(), (FURY,), (CALM,), (ANY,), (FURY, CALM), (FURY, FURY), (ANY, FURY), (FURY | CALM, CALM)]
    for runes in combinations_with_replacement(kinds, count):
        if max(runes.count(kind) for kind in kinds) > 2:
            continue
        s = position(list(runes))
        for energy in range(4):
            for power in powers_asked:
                after = results(s, (energy, power, 0))
                for end in ends(spot_of(s), (energy, power, 0)):
                    assert any(worse(end, other) for other in after)


@given(RUNES, st.lists(st.sampled_from(ADDS), max_size=3), POOLS, COSTS, st.data())
@settings(max_examples=200)
def test_paying_keeps_every_count(
    runes: list[tuple[int, bool]], sources: list[Adds], pool: dict[int, int], cost: Cost, data: st.DataObject
) -> None:
    s = position(runes, sources, pool)
    ways = plans(s, 0, *cost)
    assert len(set(ways)) == len(ways)
    assert ways == plans(s, 0, *cost)
    if not ways:
        return
    recycle, used = data.draw(st.sampled_from(ways))
    before, p = s.clone(), s.players[0]
    cards = pay(s, 0, *cost, (recycle, used))
    gone = [card for card in range(len(runes)) if all(o.card != card for o in s.board.values())]
    assert sorted(cards) == gone == sorted(p.rune_deck)
    assert p.rune_deck == list(reversed(cards))
    assert [sum(1 for card in cards if runes[card][0] == domain) for domain in DOMAINS] == list(recycle)
    assert p.rune_count == [sum(1 for oid in p.runes if s.board[oid].d.domains == domain) for domain in DOMAINS]
    assert p.ready_runes == sum(1 for oid in p.runes if not s.board[oid].exhausted)
    assert [oid for oid in source_ids(s) if s.board[oid].exhausted] == sorted(used)
    assert min(p.pool) >= 0
    made = [place for oid in used for place in outputs(source_of(s.board[oid]))]
    old = before.players[0]
    assert energy_of(p) + cost[0] == energy_of(old) + sum(1 for place in made if place % 8 == 0)
    assert power_of(p) + len(cost[1]) == power_of(old) + sum(1 for place in made if place % 8)


def energy_of(p: Player) -> int:
    return p.ready_runes + sum(p.pool[::8])


def power_of(p: Player) -> int:
    return len(p.runes) + sum(p.pool) - sum(p.pool[::8])


# --- the fixed order -------------------------------------------------------------------------------------------------


def test_spent_runes_are_recycled_before_ready_ones_and_the_oldest_first() -> None:
    s = position([(FURY, True), (FURY, False), (CALM, False), (FURY, False), (FURY, True)])
    assert pay(s, 0, 0, (FURY, FURY, FURY), 0, ((3, 0, 0, 0, 0, 0), ())) == (1, 3, 0)
    assert s.players[0].pool[0] == 1
    assert s.players[0].ready_runes == 1
    assert s.players[0].rune_deck == [0, 3, 1]


def test_the_energy_of_a_recycled_rune_is_spent_before_another_is_exhausted() -> None:
    s = position([(FURY, True), (CALM, True)])
    assert pay(s, 0, 1, (FURY,), 0, ((1, 0, 0, 0, 0, 0), ())) == (0,)
    assert s.players[0].pool == [0] * 24
    assert s.players[0].ready_runes == 1


def test_further_runes_are_exhausted_where_most_are_ready() -> None:
    s = position([(FURY, True), (CALM, True), (CALM, True), (CALM, True), (FURY, False), (FURY, False)])
    pay(s, 0, 3, (), 0, (NO_NEEDS, ()))
    ready = [s.board[oid].card for oid in s.players[0].runes if not s.board[oid].exhausted]
    # Two of calm, then the first domain, for now there are as many.
    assert ready == [3]


def test_what_may_be_used_for_less_is_spent_first() -> None:
    s = position([], None, {0: 1, 8: 1, 16: 1, 1: 1, 9: 1, 7: 1, 15: 1, 23: 1})
    pay(s, 0, 2, (FURY, ANY), USE_SPELL, (NO_NEEDS, ()))
    left = {place: amount for place, amount in enumerate(s.players[0].pool) if amount}
    assert left == {16: 1, 1: 1, 7: 1, 23: 1}
    pay(s, 0, 1, (ANY,), USE_SHOWDOWN, (NO_NEEDS, ()))
    assert {place: amount for place, amount in enumerate(s.players[0].pool) if amount} == {1: 1, 7: 1}


def test_a_domain_is_spent_before_power_of_any_domain() -> None:
    s = position([], None, {1: 1, 7: 1})
    pay(s, 0, 0, (ANY,), 0, (NO_NEEDS, ()))
    assert s.players[0].pool[7] == 1
    assert s.players[0].pool[1] == 0


def test_a_rune_token_ceases_to_be_when_it_is_recycled() -> None:
    s = position([(CALM, False)])
    new_object(s, -1, s.pool.defs[0], 0, 0, 0)
    assert pay(s, 0, 0, (FURY,), 0, ((1, 0, 0, 0, 0, 0), ())) == (-1,)
    assert s.players[0].rune_deck == []
    assert s.players[0].rune_count == [0, 1, 0, 0, 0, 0]


def test_a_rune_goes_to_the_deck_of_its_owner() -> None:
    s = position([(FURY, False)])
    s.owners = (1,)
    s.board[s.players[0].runes[0]].owner = 1
    pay(s, 0, 0, (FURY,), 0, ((1, 0, 0, 0, 0, 0), ()))
    assert (s.players[0].rune_deck, s.players[1].rune_deck) == ([], [0])


def test_runes_and_sources_of_another_player_do_not_pay() -> None:
    s = position([(FURY, True)], [(1, (FURY,), 0)])
    assert not payable(s, 1, 1, (), 0)
    assert not payable(s, 1, 0, (FURY,), 0)
    assert longest(s, 1, "energy") == 0


@pytest.mark.parametrize(
    ("cost", "plan"),
    [
        ((1, (), 0), ((0, 0, 0, 1, 0, 0), ())),  # recycles for nothing
        ((0, (CALM,), 0), ((1, 0, 0, 0, 0, 0), ())),  # the wrong domain
        ((0, (FURY,), 0), ((0, 0, 0, 0, 0, 0), ())),  # nothing pays
        ((0, (FURY, FURY), 0), ((2, 0, 0, 0, 0, 0), ())),  # one rune too few
        ((4, (), 0), ((0, 0, 0, 0, 0, 0), ())),  # one energy short
        ((0, (MIND,), 0), ((1, 0, 0, 0, 0, 0), ())),  # mind floats, so fury is wasted
        ((1, (), 0), ((0, 0, 0, 0, 0, 0), (99,))),  # no such source
    ],
)
def test_a_plan_for_another_cost_is_refused_and_nothing_changes(cost: Cost, plan: Plan) -> None:
    s = position([(FURY, True), (CALM, False), (BODY, True), (BODY, True)], None, {3: 1})
    with pytest.raises(ValueError, match="the plan should be one that was offered"):
        pay(s, 0, *cost, plan)
    assert spot_of(s) == spot_of(position([(FURY, True), (CALM, False), (BODY, True), (BODY, True)], None, {3: 1}))


# --- which plans -----------------------------------------------------------------------------------------------------


def test_eight_runes_of_two_domains_leave_two_ways_for_power_of_any_domain() -> None:
    s = position([(FURY, True)] * 4 + [(CALM, True)] * 4)
    assert plans(s, 0, 3, (ANY,), 0) == [((1, 0, 0, 0, 0, 0), ()), ((0, 1, 0, 0, 0, 0), ())]
    assert plans(s, 0, 3, (CALM,), 0) == [((0, 1, 0, 0, 0, 0), ())]
    assert plans(s, 0, 8, (), 0) == [(NO_NEEDS, ())]
    assert plans(s, 0, 9, (), 0) == []


def test_floating_power_of_the_domain_saves_the_rune_without_a_question() -> None:
    s = position([(FURY, True)], None, {1: 1})
    assert plans(s, 0, 0, (FURY,), 0) == [(NO_NEEDS, ())]


def test_floating_power_of_any_domain_may_be_kept_for_another_domain() -> None:
    s = position([(FURY, True)], None, {7: 1})
    assert plans(s, 0, 0, (FURY,), 0) == [(NO_NEEDS, ()), ((1, 0, 0, 0, 0, 0), ())]


def test_a_source_is_a_choice_against_a_rune() -> None:
    s = position([(FURY, False)], [(0, (FURY,), 0)])
    seal = source_ids(s)[0]
    assert plans(s, 0, 0, (FURY,), 0) == [((1, 0, 0, 0, 0, 0), ()), (NO_NEEDS, (seal,))]
    pay(s, 0, 0, (FURY,), 0, (NO_NEEDS, (seal,)))
    assert s.board[seal].exhausted
    assert len(s.players[0].runes) == 1
    assert plans(s, 0, 0, (FURY,), 0) == [((1, 0, 0, 0, 0, 0), ())]


def test_a_source_that_pays_nothing_is_not_used() -> None:
    s = position([(CALM, True)], [(0, (FURY,), 0), (2, (), 1)])
    assert plans(s, 0, 1, (CALM,), 0) == [((0, 1, 0, 0, 0, 0), ())]


def test_equal_gear_is_one_way_and_equal_units_are_two() -> None:
    assert len(plans(position([], [(1, (), 0)] * 3), 0, 2, (), 0)) == 1
    assert len(plans(position([], [(1, (), 0)] * 3, types=w.UNIT), 0, 2, (), 0)) == 3


def test_gear_that_differs_is_not_equal() -> None:
    s = position([], [(1, (), 0)] * 2)
    first, second = (s.board[oid] for oid in source_ids(s))
    assert len(plans(s, 0, 1, (), 0)) == 1
    second.notes = (("marked", ()),)
    assert plans(s, 0, 1, (), 0) == [(NO_NEEDS, (first.id,)), (NO_NEEDS, (second.id,))]
    second.notes = ()
    relocate(s, second, 1)
    assert len(plans(s, 0, 1, (), 0)) == 2


def test_energy_of_a_source_is_a_choice_against_a_ready_rune() -> None:
    s = position([(FURY, True)], [(1, (), 0)])
    assert plans(s, 0, 1, (), 0) == [(NO_NEEDS, ()), (NO_NEEDS, (source_ids(s)[0],))]


def test_what_may_be_used_for_something_else_is_another_thing_to_keep() -> None:
    # Energy for spells floats and a source makes energy for showdowns: a spell in a showdown can be paid with either.
    s = position([], [(1, (), 2)], {8: 1})
    used = (NO_NEEDS, (source_ids(s)[0],))
    assert plans(s, 0, 1, (), USE_SPELL | USE_SHOWDOWN) == [(NO_NEEDS, ()), used]
    # Power for any use floats, and a source makes power for spells.
    s = position([], [(0, (ANY,), 1)], {7: 1})
    assert plans(s, 0, 0, (FURY,), USE_SPELL) == [(NO_NEEDS, ()), used]
    s = position([], [(0, (ANY,), 0)], {15: 1})
    assert plans(s, 0, 0, (FURY,), USE_SPELL) == [(NO_NEEDS, ())]


def test_what_a_source_makes_is_spent_before_other_things_that_float() -> None:
    s = position([], [(0, (CALM,), 0)], {1: 2})
    seal = source_ids(s)[0]
    assert plans(s, 0, 0, (FURY | CALM,), 0) == [(NO_NEEDS, ()), (NO_NEEDS, (seal,))]
    pay(s, 0, 0, (FURY | CALM,), 0, (NO_NEEDS, (seal,)))
    assert s.players[0].pool[1:3] == [2, 0]
    s = position([], [(1, (), 1)], {16: 1})
    pay(s, 0, 1, (), USE_SPELL | USE_SHOWDOWN, (NO_NEEDS, (source_ids(s)[0],)))
    assert (s.players[0].pool[8], s.players[0].pool[16]) == (0, 1)
    # But not before what is less useful.
    s = position([], [(0, (ANY, ANY), 0)], {1: 1})
    pay(s, 0, 0, (FURY, FURY), 0, (NO_NEEDS, (source_ids(s)[0],)))
    assert (s.players[0].pool[1], s.players[0].pool[7]) == (0, 1)


def test_energy_for_special_uses_is_spent_before_what_a_source_makes_for_any() -> None:
    s = position([], [(2, (), 0)], {8: 1})
    pay(s, 0, 2, (), USE_SPELL, (NO_NEEDS, (source_ids(s)[0],)))
    assert (s.players[0].pool[0], s.players[0].pool[8]) == (1, 0)


def test_a_rune_that_the_cost_uses_up_is_not_in_a_plan() -> None:
    s = position([(FURY, True), (CALM, True)])
    fury = frozenset({s.players[0].runes[0]})
    assert plans(s, 0, 1, (), 0, fury) == [(NO_NEEDS, ())]
    assert plans(s, 0, 2, (), 0, fury) == plans(s, 0, 0, (FURY,), 0, fury) == []
    assert best_plan(s, 0, 0, (ANY,), 0, NO_NEEDS, fury) == ((0, 1, 0, 0, 0, 0), ())
    with pytest.raises(ValueError, match="runes, pool and sources should suffice"):
        best_plan(s, 0, 0, (FURY,), 0, NO_NEEDS, fury)


def test_ways_use_as_many_sources_as_asked_for() -> None:
    s = position([(FURY, True)], [(1, (), 0), (1, (), 1), (2, (), 0)])
    purse = purse_of(s, 0, USE_SPELL, frozenset())
    for size, count in enumerate((1, 3, 3, 1)):
        ways = ways_of(s, purse, 1, (), USE_SPELL, size)
        assert [len(way.used) for way in ways] == [size] * count


@pytest.mark.parametrize(("group", "use"), [(1, USE_SPELL), (2, USE_SHOWDOWN)])
def test_a_source_for_special_use_pays_for_nothing_else(group: int, use: int) -> None:
    s = position([], [(2, (ANY,), group)])
    source = source_ids(s)[0]
    for other in range(4):
        assert payable(s, 0, 2, (FURY,), other) == bool(other & use)
        assert plans(s, 0, 2, (FURY,), other) == ([(NO_NEEDS, (source,))] if other & use else [])
        assert longest(s, 0, "energy", other) == (2 if other & use else 0)


def test_an_object_with_two_adds_exhausts_for_the_one_that_adds_more() -> None:
    s = position([])
    first = new_object(s, -1, source_def(s, ((0, (ANY,), 0), (1, (ANY,), 0))), 0, 0, 0)
    second = new_object(s, -1, source_def(s, ((2, (), 0), (1, (), 0))), 0, 0, 0)
    assert longest(s, 0, "energy") == 3
    assert longest(s, 0, "any") == 1
    pay(s, 0, 3, (CALM,), 0, (NO_NEEDS, (first.id, second.id)))
    assert s.players[0].pool == [0] * 24


def test_a_source_of_either_of_two_domains_is_refused() -> None:
    s = position([], [(0, (FURY | CALM,), 0)])
    with pytest.raises(ValueError, match="it should be of one domain, or of any"):
        payable(s, 0, 0, (FURY,), 0)


# --- the plan that the engine takes ----------------------------------------------------------------------------------


def test_runes_go_before_sources_and_floating_power_before_runes() -> None:
    s = position([(FURY, True)], [(1, (FURY,), 0)])
    assert best_plan(s, 0, 1, (FURY,), 0, NO_NEEDS) == ((1, 0, 0, 0, 0, 0), ())
    s.players[0].pool[7] = 1
    assert best_plan(s, 0, 1, (FURY,), 0, NO_NEEDS) == (NO_NEEDS, ())


def test_for_power_a_seal_goes_before_a_rune_and_for_energy_a_rune_before_a_source() -> None:
    s = position([(FURY, True)] * 2, [(0, (FURY,), 0), (1, (), 0)])
    seal = source_ids(s)[0]
    assert best_plan(s, 0, 2, (FURY,), 0, NO_NEEDS) == (NO_NEEDS, (seal,))
    assert best_plan(s, 0, 2, (FURY, FURY), 0, NO_NEEDS) == ((1, 0, 0, 0, 0, 0), (seal,))
    assert best_plan(s, 0, 2, (), 0, NO_NEEDS) == (NO_NEEDS, ())
    s.players[0].pool[1] = 1
    assert best_plan(s, 0, 2, (FURY,), 0, NO_NEEDS) == (NO_NEEDS, ())


def test_a_unit_is_not_exhausted_to_save_a_rune() -> None:
    s = position([(FURY, True)], [(0, (FURY,), 0)], types=w.UNIT)
    assert best_plan(s, 0, 0, (FURY,), 0, NO_NEEDS) == ((1, 0, 0, 0, 0, 0), ())


def test_of_two_seals_the_one_for_special_use_goes_first() -> None:
    s = position([], [(0, (FURY,), 0), (0, (FURY,), 1)])
    assert best_plan(s, 0, 0, (FURY,), USE_SPELL, NO_NEEDS) == (NO_NEEDS, (source_ids(s)[1],))


def test_a_source_for_special_use_goes_before_another() -> None:
    s = position([], [(1, (), 0), (1, (), 1)])
    assert best_plan(s, 0, 1, (), USE_SPELL, NO_NEEDS) == (NO_NEEDS, (source_ids(s)[1],))
    assert best_plan(s, 0, 1, (), 0, NO_NEEDS) == (NO_NEEDS, (source_ids(s)[0],))


def test_a_source_that_saves_a_rune_goes_before_one_for_special_use() -> None:
    s = position([(FURY, False)], [(1, (), 1), (1, (ANY,), 0)])
    assert best_plan(s, 0, 1, (ANY,), USE_SPELL, NO_NEEDS) == (NO_NEEDS, (source_ids(s)[1],))


def test_the_domain_with_the_greatest_surplus_goes_first_then_the_order_of_domains() -> None:
    s = position([(FURY, True)] * 3 + [(CALM, True)] * 2)
    assert best_plan(s, 0, 0, (ANY,), 0, NO_NEEDS)[0] == (1, 0, 0, 0, 0, 0)
    assert best_plan(s, 0, 0, (ANY,), 0, (2, 0, 0, 0, 0, 0))[0] == (0, 1, 0, 0, 0, 0)
    assert best_plan(s, 0, 0, (ANY,), 0, (1, 0, 0, 0, 0, 0))[0] == (1, 0, 0, 0, 0, 0)


@given(
    st.lists(st.tuples(st.sampled_from(DOMAINS[:4]), st.booleans()), min_size=1, max_size=8),
    st.tuples(*[st.integers(0, 3)] * 6),
    st.data(),
)
def test_several_powers_of_any_domain_are_taken_one_by_one_from_the_greatest_surplus(
    runes: list[tuple[int, bool]], needs: tuple[int, ...], data: st.DataObject
) -> None:
    s = position(runes)
    count = data.draw(st.integers(1, len(runes)))
    left = s.players[0].rune_count[:]
    expected = [0] * 6
    for _ in range(count):
        domain = max(
            (place for place in range(6) if left[place]), key=lambda place: (left[place] - needs[place], -place)
        )
        left[domain] -= 1
        expected[domain] += 1
    assert best_plan(s, 0, 0, (ANY,) * count, 0, needs) == (tuple(expected), ())


@given(RUNES, st.lists(st.sampled_from(ADDS), max_size=3), POOLS, COSTS, st.tuples(*[st.integers(0, 2)] * 6))
@settings(max_examples=200)
def test_the_plan_that_the_engine_takes_is_one_of_the_plans(
    runes: list[tuple[int, bool]], sources: list[Adds], pool: dict[int, int], cost: Cost, needs: tuple[int, ...]
) -> None:
    s = position(runes, sources, pool)
    ways = plans(s, 0, *cost)
    if not ways:
        with pytest.raises(ValueError, match="runes, pool and sources should suffice"):
            best_plan(s, 0, *cost, needs)
        return
    assert best_plan(s, 0, *cost, needs) in ways


# --- any amount ------------------------------------------------------------------------------------------------------


@given(RUNES, st.lists(st.sampled_from(ADDS), max_size=2), POOLS, st.integers(0, 3))
def test_the_most_of_any_amount_is_payable_and_one_more_is_not(
    runes: list[tuple[int, bool]], sources: list[Adds], pool: dict[int, int], use: int
) -> None:
    s = position(runes, sources, pool)
    energy, power = longest(s, 0, "energy", use), longest(s, 0, "any", use)
    assert payable(s, 0, energy, (ANY,) * power, use)
    assert not payable(s, 0, energy + 1, (), use)
    assert not payable(s, 0, 0, (ANY,) * (power + 1), use)


def test_any_amount_of_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match='the kind should be "energy" or "any"'):
        longest(position([]), 0, "fury")
