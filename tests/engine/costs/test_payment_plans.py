"""Which plans of a payment there are, which one the engine takes, and the most of any amount."""

from __future__ import annotations

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from riftcheck.engine.board.zones import new_object, relocate
from riftcheck.engine.costs.payability import longest, payable
from riftcheck.engine.costs.payment import (
    USE_GEAR,
    USE_SHOWDOWN,
    USE_SPELL,
    USE_UNIT,
    best_plan,
    pay,
    plain_plan,
    plans,
    weighed_plan,
)
from riftcheck.engine.costs.payment_plans import purse_of, ways_of
from riftcheck.engine.model import constants as w
from tests.engine.costs.payment_oracle import (
    ADDS,
    ANY,
    CALM,
    COSTS,
    DOMAINS,
    FURY,
    NO_NEEDS,
    POOLS,
    RUNES,
    Adds,
    Cost,
    adding_more,
    position,
    source_def,
    source_ids,
)
from tests.examples import examples


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


@pytest.mark.parametrize(("group", "use"), [(1, USE_SPELL), (2, USE_SHOWDOWN), (3, USE_GEAR), (4, USE_UNIT)])
def test_a_source_for_special_use_pays_for_nothing_else(group: int, use: int) -> None:
    s = position([], [(2, (ANY,), group)])
    source = source_ids(s)[0]
    for other in range(16):
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
    assert s.players[0].pool == [0] * w.POOL_SIZE


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
@settings(max_examples=examples(200))
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


@given(
    RUNES,
    st.lists(st.sampled_from([(0, (FURY,), 0), (0, (CALM,), 0), *ADDS]), max_size=4),
    st.lists(st.sampled_from((FURY, CALM)), max_size=3),
    st.tuples(*[st.integers(0, 2)] * 6),
    st.sampled_from((w.GEAR, w.UNIT)),
)
@settings(max_examples=examples(300))
def test_where_nothing_is_to_be_weighed_the_plan_is_the_one_that_weighing_gives(
    runes: list[tuple[int, bool]], sources: list[Adds], power: list[int], needs: tuple[int, ...], types: int
) -> None:
    s = position(runes, sources, types=types)
    cost = sum(ready for _, ready in runes) // 2, tuple(power), 0
    plain = plain_plan(s, 0, *cost)
    event("plain" if plain is not None and plain[1] else "runes" if plain is not None else "weighed")
    if plain is not None:
        assert plain == weighed_plan(s, 0, *cost, needs)


@given(
    RUNES,
    st.lists(st.sampled_from([(0, (FURY,), 0), (0, (CALM,), 0), *ADDS]), max_size=3),
    COSTS,
    st.sampled_from(((1, ()), (0, (CALM,)), (2, (ANY,)))),
    st.integers(0, 1),
)
@settings(max_examples=examples(200))
def test_what_a_passive_adds_on_top_pays_as_if_the_sources_said_it(
    runes: list[tuple[int, bool]], sources: list[Adds], cost: Cost, more: tuple[int, tuple[int, ...]], player: int
) -> None:
    s, said = position(runes, sources), position(runes, sources)
    if player == 0:
        said = position(runes, [(energy + more[0], masks + more[1], group) for energy, masks, group in sources])
    adding_more(s, more, player)
    found = plans(s, 0, *cost)
    event("more" if found != plans(position(runes, sources), 0, *cost) else "the same")
    assert found == plans(said, 0, *cost)
    assert payable(s, 0, *cost) == payable(said, 0, *cost) == bool(found)
    if found:
        assert best_plan(s, 0, *cost, NO_NEEDS) == best_plan(said, 0, *cost, NO_NEEDS)
        pay(s, 0, *cost, found[-1])
        pay(said, 0, *cost, found[-1])
        assert s.players[0].pool == said.players[0].pool


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
