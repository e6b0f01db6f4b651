"""Layers, case by case: dependencies, timestamps, Might that is set, raised, doubled and reached (CR 475-482)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.actions.status import attach, buff, empower
from riftcheck.engine.board.ability_index import UNLIMITED, rule_value
from riftcheck.engine.board.layers import keywords, might
from riftcheck.engine.model import constants as w
from tests.engine.own_cards import AWAY, HOME, MILL, Table, shipped

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

GEAR = "- {{name: {}, type: Gear, abilities: [{}]}}\n"


def ruled(first: str, second: str, order: tuple[str, str]) -> Table:
    """A table with two gear of the first player, which came in this order."""
    table = Table(GEAR.format("First", first) + GEAR.format("Second", second))
    for name in order:
        table.obj(name, HOME, HOME)
    return table


BOTH = pytest.mark.parametrize("order", [("First", "Second"), ("Second", "First")], ids=["older", "newer"])


@BOTH
def test_a_keyword_for_those_who_lack_it_waits_for_what_gives_it(order: tuple[str, str]) -> None:
    """CR 480.1.b: what changes how many objects the other can influence comes first (Spirit's Refuge)."""
    table = ruled(
        "{for: friendly units without deflect, keywords: [deflect]}",
        "{for: friendly units at battlefields, keywords: [deflect]}",
        order,
    )
    away, home = table.unit("Ox", HOME, MILL), table.unit("Ox", HOME, HOME)
    for o in (away, home):
        assert keywords(table.s, o) & w.K_DEFLECT
        assert o.deflect == 1


@BOTH
def test_two_effects_that_alter_each_other_apply_by_timestamp(order: tuple[str, str]) -> None:
    """CR 481.1, 482: no dependency, so the older one applies, and then the other no longer can."""
    table = ruled(
        "{for: friendly units without assault, keywords: [shield 2]}, {for: friendly units, tags: [Odd]}",
        "{for: friendly units without shield, keywords: [assault 3]}",
        order,
    )
    ox = table.unit("Ox", HOME, HOME)
    found = keywords(table.s, ox)
    assert bool(found & w.KEYWORD_BITS["shield"]) == (order[0] == "First")
    assert bool(found & w.KEYWORD_BITS["assault"]) == (order[0] == "Second")


@BOTH
def test_might_for_the_weak_waits_for_what_makes_them_strong(order: tuple[str, str]) -> None:
    """CR 480.1.b: in one layer the increase comes first, whichever is older."""
    table = ruled("{for: friendly units with might 4 or less, might: +2}", "{for: friendly units, might: +1}", order)
    assert might(table.s, table.unit("Ox", HOME, HOME)) == 5
    assert might(table.s, table.unit("Cat", HOME, HOME)) == 4


@BOTH
def test_might_by_number_waits_for_what_makes_units_mighty(order: tuple[str, str]) -> None:
    """CR 480.1.c: the outcome of one hangs on the other."""
    table = ruled(
        "{for: friendly units, might: +1 per mighty unit}", "{for: friendly units at battlefields, might: +1}", order
    )
    strong, weak = table.unit("Ox", HOME, MILL), table.unit("Cat", HOME, HOME)
    assert (might(table.s, strong), might(table.s, weak)) == (6, 2)


@BOTH
def test_a_tag_is_there_before_what_asks_for_it(order: tuple[str, str]) -> None:
    """CR 479: traits come before abilities, and these before Might."""
    table = ruled("{for: friendly units with tag Odd, might: +2}", "{for: friendly units, tags: [Odd]}", order)
    assert might(table.s, table.unit("Ox", HOME, HOME)) == 6


def test_raised_might_is_raised_after_increases() -> None:
    """CR 481, the example: 4, raised to 5 by a passive, with +2: 6."""
    table = ruled("{for: friendly units, raise-to: 5}", "{for: friendly units, might: +2}", ("First", "Second"))
    assert might(table.s, table.unit("Ox", HOME, HOME)) == 6
    assert might(table.s, table.unit("Cat", HOME, HOME)) == 5


def test_a_passive_that_a_passive_grants_applies() -> None:
    table = ruled(
        "{for: friendly units, abilities: [{for: me, might: +3}]}", "{for: friendly units, tags: [Odd]}", ("First",) * 2
    )
    assert might(table.s, table.unit("Ox", HOME, HOME)) == 10


def test_base_might_bonuses_are_doubled(db: CardDatabase) -> None:
    """Gearhead: of each Equipment attached to it, and of nobody else's."""
    table = Table(shipped=shipped(db, "Gearhead", "Long Sword"))
    blade = table.defined("Long Sword")
    assert blade.bonus
    for name, times in (("Gearhead", 2), ("Ox", 1)):
        o = table.unit(name, HOME, HOME)
        for _ in range(2):
            attach(table.s, table.obj("Long Sword", HOME, HOME).id, o.id, HOME)
        assert might(table.s, o) == o.d.might + 2 * times * blade.bonus


def test_a_rule_without_a_limit_has_none(db: CardDatabase) -> None:
    """Lee Sin, Ascetic: any number of buffs."""
    table = Table(shipped=shipped(db, "Lee Sin, Ascetic"))
    monk = table.unit("Lee Sin, Ascetic", HOME, HOME)
    assert rule_value(table.s, "buffs on me", 1, monk.id) == UNLIMITED
    for _ in range(120):
        buff(table.s, [monk.id], HOME)
    assert monk.buffs == 120


# --- Might that is reached --------------------------------------------------------------------------------------------

TALL = "- {name: Tall, type: Unit, might: 8, abilities: [{when: my might becomes 10 or more, do: [{draw: 1}]}]}\n"
GROW = "- {name: Grow, type: Spell, do: [{give: choose a unit, might: +1, until: end of turn}]}\n"


def test_might_becomes_a_number_once_when_it_passes_it() -> None:
    """CR 709."""
    table = Table(TALL + GROW)
    table.zone(HOME, "deck", *["Cat"] * 9)
    tall = table.unit("Tall", HOME, HOME)
    cards = []
    for _ in range(4):
        table.play(HOME, "Grow")
        table.passes()
        cards.append(len(table.hand(HOME)))
    assert might(table.s, tall) == 12
    assert cards == [0, 1, 1, 1]


def test_what_enters_mighty_has_not_become_so() -> None:
    """CR 709: it changes from less than 5 to 5 or more."""
    table = Table(
        "- {name: Bull, type: Unit, might: 7}\n" + GROW + "- {name: Fan, type: Unit, might: 1, "
        "abilities: [{when: a friendly unit becomes mighty, do: [{draw: 1}]}]}\n"
    )
    table.zone(HOME, "deck", "Cat", "Cat")
    table.unit("Bull", HOME, HOME)
    table.play(HOME, "Fan")
    table.passes()
    table.play(HOME, "Bull")
    table.passes()
    assert table.hand(HOME) == []


def test_renekton_is_empowered_by_his_might(db: CardDatabase) -> None:
    """Renekton, Brute."""
    table = Table(GROW, shipped=shipped(db, "Renekton, Brute"))
    hero = table.unit("Renekton, Brute", HOME, HOME)
    table.go()
    while might(table.s, hero) < 10:
        assert not keywords(table.s, hero) & w.K_GANKING
        table.answer("use Renekton, Brute")
        table.passes()
    assert hero.empowered == 1
    assert keywords(table.s, hero) & w.K_GANKING
    assert empower(table.s, [hero.id], AWAY) == []
