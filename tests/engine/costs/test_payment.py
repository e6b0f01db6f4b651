"""Payment held against every sequence of Adds and every assignment of what floats (CR 160-168, 357, 430)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from riftcheck.engine.board.zones import new_object
from riftcheck.engine.costs.payability import longest, most_energy, payable
from riftcheck.engine.costs.payment import USE_SHOWDOWN, USE_SPELL, Plan, pay, plans
from riftcheck.engine.model.constants import POOL_SIZE
from tests.engine.costs.payment_oracle import (
    ADDS,
    ANY,
    BODY,
    CALM,
    COSTS,
    DOMAINS,
    FURY,
    MIND,
    NO_NEEDS,
    ORDERED,
    POOLS,
    RUNES,
    Adds,
    Cost,
    Spot,
    can,
    ends,
    outputs,
    position,
    powers,
    source_ids,
    source_of,
    spot_of,
)
from tests.examples import examples

if TYPE_CHECKING:
    from riftcheck.engine.model.objects import Player
    from riftcheck.engine.model.state import State


@given(RUNES, st.lists(st.sampled_from(ADDS), max_size=2), POOLS, COSTS)
@settings(max_examples=examples(150))
def test_it_is_payable_exactly_when_some_sequence_of_adds_pays_it(
    runes: list[tuple[int, bool]], sources: list[Adds], pool: dict[int, int], cost: Cost
) -> None:
    s = position(runes, sources, pool)
    found = bool(ends(spot_of(s), cost))
    event(f"payable {found}")
    assert can(spot_of(s), cost) == found
    assert payable(s, 0, *cost) == found
    assert bool(plans(s, 0, *cost)) == found
    assert not found or cost[0] <= most_energy(s, 0)


@given(RUNES, st.lists(st.sampled_from(ADDS), max_size=2), POOLS, COSTS, st.data())
@settings(max_examples=examples(150))
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
@settings(max_examples=examples(120))
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
@settings(max_examples=examples(200))
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
    assert s.players[0].pool == [0] * POOL_SIZE
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
