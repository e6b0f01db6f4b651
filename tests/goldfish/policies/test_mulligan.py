"""Mulligan policies: the first rule that fits decides, the dearest go first, and what is no policy is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.goldfish.policies.mulligan import (
    KEEP_ALL,
    ON_CURVE,
    Mulligan,
    MulliganError,
    MulliganRule,
    mulligan_from,
)
from riftcheck.goldfish.simulation.game import play_game
from tests.goldfish.game_lists import plain, real, table

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import CardDef


@pytest.fixture(scope="module")
def hand(db: CardDatabase) -> list[CardDef]:
    """A unit of 3, a spell of 4, a unit of 9, a unit of 3."""
    pool = table(db, plain()).pool
    names = ("Shipyard Skulker", "Vengeance", "Mountain Drake", "Shipyard Skulker")
    return [pool.defs[pool.by_name[name]] for name in names]


def test_on_curve_keeps_the_cheap_and_one_of_each(hand: list[CardDef]) -> None:
    assert ON_CURVE.aside(hand, 2) == [1, 2]
    assert ON_CURVE.aside(hand[:1] * 4, 2) == [1, 2]
    assert ON_CURVE.aside(hand[:1], 2) == []


def test_the_first_rule_that_fits_decides(hand: list[CardDef]) -> None:
    rules = (
        MulliganRule(keep=True, name="Vengeance"),
        MulliganRule(keep=False, role="spell"),
        MulliganRule(keep=False, least=9),
    )
    assert Mulligan(rules).aside(hand, 2) == [2]
    assert Mulligan(rules[1:]).aside(hand, 2) == [1, 2]
    assert Mulligan(rules[1:]).aside(hand, 1) == [2]
    assert Mulligan(rules[1:], 0).aside(hand, 2) == []
    assert Mulligan((MulliganRule(keep=False, role="unit", most=3),)).aside(hand, 2) == [0, 3]
    assert Mulligan((MulliganRule(keep=True, role="unit", copies=1), MulliganRule(keep=False, most=3))).aside(
        hand, 2
    ) == [3]
    assert KEEP_ALL.aside(hand, 2) == []


def test_a_policy_is_json_and_back() -> None:
    for policy in (
        ON_CURVE,
        KEEP_ALL,
        Mulligan((MulliganRule(keep=False, name="X", role="gear", least=1, most=2, copies=1),)),
    ):
        assert mulligan_from(policy.to_json()) == policy
    assert mulligan_from({"rules": [{"keep": False, "cost": 3}]}) == Mulligan(
        (MulliganRule(keep=False, least=3, most=3),)
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "an object"),
        ({"rules": [], "most": 3}, "from 0 to 2"),
        ({"rules": [{}]}, "true or false"),
        ({"rules": [{"keep": True, "color": 1}]}, "color"),
        ({"rules": [{"keep": True, "role": "legend"}]}, "unit, spell, gear"),
        ({"rules": [{"keep": True, "cost": [1]}]}, "one or two numbers"),
        ({"rules": [{"keep": True, "copies": 0}]}, "from 1 on"),
        ({"rules": [{"keep": True, "name": 4}]}, "name of a card"),
    ],
)
def test_what_is_no_policy_is_told(data: Any, said: str) -> None:
    with pytest.raises(MulliganError, match=said):
        mulligan_from(data)


def test_a_policy_decides_what_is_kept(db: CardDatabase) -> None:
    listed = real(db)
    throw = Mulligan((MulliganRule(keep=False),))
    assert {play_game(table(db, listed, mulligan=throw, turns=1), index).mulligan for index in range(10)} == {2}
    assert {play_game(table(db, listed, mulligan=KEEP_ALL, turns=1), index).mulligan for index in range(10)} == {0}
    seek = Mulligan((MulliganRule(keep=True, name="Chemtech Enforcer"), MulliganRule(keep=False)))
    kind = listed.names().index("Chemtech Enforcer")
    kept = [
        play_game(table(db, listed, mulligan=one, turns=1), index).opening.count(kind)
        for one in (seek, KEEP_ALL)
        for index in range(60)
    ]
    assert sum(kept[:60]) > sum(kept[60:])
