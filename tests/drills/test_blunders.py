"""The blunders that are counted: what a card is counted as, and that a policy that makes them is caught."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drills import blunders
from riftcheck.engine.model import constants as w
from riftcheck.goldfish.plan.card_pool import pool_for

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


def test_enablers_are_the_spells_for_units_played_this_turn(db: CardDatabase) -> None:
    assert blunders.enablers(db) == {"Confront", "Bushwhack"}


def test_a_battlefield_that_gives_for_what_it_takes_is_not_costly(db: CardDatabase) -> None:
    pool = pool_for(db, "skip")
    pool.need_all()
    fields = [d for d in pool.defs if d.types & w.BATTLEFIELD]
    assert [d.name for d in fields if blunders.costly(d)] == ["Sigil of the Storm"]
    assert "Zaun Warrens" in {d.name for d in fields}  # discard, then draw


def test_the_planner_makes_few_of_the_blunders_of_a_greedy_player(db: CardDatabase) -> None:
    made = {}
    for policy in blunders.POLICIES:
        found = [blunders.counted(path, policy, 20, db) for path in blunders.LISTS[:3]]
        made[policy] = {name: sum(one.made[name] for one in found) for name in blunders.BLUNDERS}
        assert all(one.made[name] <= one.chances[name] for one in found for name in blunders.BLUNDERS)
    assert made["greedy"]["enabler_alone"] >= 4
    assert made["greedy"]["costly_first"] >= 4
    assert made["greedy"]["free_hide_declined"] >= 10
    assert sum(made["planner"].values()) * 5 < sum(made["greedy"].values())


def test_hides_are_counted(db: CardDatabase) -> None:
    teemo = blunders.LISTS[2]
    assert blunders.counted(teemo, "greedy", 10, db).hides == 0
    assert blunders.counted(teemo, "planner", 10, db).hides >= 10
