"""Phrases that are read and that the engine could only pass over: each is refused with what it is."""

from __future__ import annotations

import pytest

from tests.engine.table_actions import refused


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (
            "abilities: [{when: you play me, do: [{kill: choose a unit at each location}]}]",
            "a number that must be chosen at each location, other than up to so many",
        ),
        (
            "abilities: [{when: you play me, do: [{stun: pick 2 units at each location}]}]",
            "a number that must be chosen at each location, other than up to so many",
        ),
        ("abilities: [{when: you spend 2 or more power on a spell, do: [{draw: 1}]}]", "spending 2 power"),
        ("abilities: [{can: you play cards from your deck}]", "playing from the deck"),
        (
            "abilities: [{can: you play spells, ignoring-costs: true}]",
            "another price for playing other cards than this one, or for a place",
        ),
        (
            "abilities: [{additional-cost: {discard: 2}, as: x2}, {cost-of: this, less: {energy: 1}, per: x2.energy}]",
            "a price that hangs on what each of several things is",
        ),
        (
            "type: Spell, do: [{stun: choose a unit at another location}]",
            "another location of a spell that has chosen nothing before",
        ),
        (
            "type: Spell, do: [{stun: choose a unit with the same controller}]",
            "one thing with the same controller as what is chosen before it, where nothing is",
        ),
        (
            "abilities: [{for: your hold abilities of units, never-trigger: true}]",
            "extra triggers of other abilities than all of yours with one label",
        ),
        (
            "abilities: [{when: you conquer, controller: opponent, do: [{draw: 1}]}]",
            "an ability that is of opponent",
        ),
        (
            "abilities: [{for: me, while: you control this battlefield, might: +1}]",
            "this battlefield, on what is none",
        ),
    ],
)
def test_a_phrase_that_would_restrict_nothing_is_refused(card: str, reason: str) -> None:
    assert refused(card) == reason
