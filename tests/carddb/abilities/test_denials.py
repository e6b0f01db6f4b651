"""How the describer says the opposite of a condition, whose damage is meant, and how many."""

from __future__ import annotations

import pytest
import yaml

from riftcheck.carddb.abilities.description import describe
from riftcheck.carddb.abilities.reader.card import read_abilities


def told(text: str) -> str:
    return describe(read_abilities("Test", yaml.safe_load(text)))[0]


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("it is not your turn", "it is not your turn"),
        ("I am not at a battlefield", "this card is not at a battlefield"),
        ("I am not stunned", "this card is not stunned"),
        ("you do not control a gear", "you do not control a gear"),
        ("an opponent does not control a battlefield", "an opponent does not control a battlefield"),
        ("you have not discarded this turn", "you have not discarded a card this turn"),
        ("Baron Pit is not on the board", 'there is nothing on the board named "Baron Pit"'),
    ],
)
def test_a_condition_is_denied_by_its_own_verb(condition: str, words: str) -> None:
    assert told(f"do: [{{draw: 1, if: {condition}}}]") == f"If {words}, draw 1 card."


def test_bonus_damage_to_some_units_is_not_damage_that_they_deal() -> None:
    damage = "abilities: [{{for: {}, bonus-damage: 1}}]"
    assert told(damage.format("units here")) == "Spells and abilities deal +1 damage to all units here."
    assert told(damage.format("your spells")) == "All spells of yours deal +1 damage."


@pytest.mark.parametrize("verb", ["discard", "recycle", "reveal"])
def test_one_or_more_is_said(verb: str) -> None:
    assert told(f"abilities: [{{when: you {verb} one or more cards, do: [{{draw: 1}}]}}]").startswith(
        f"When you {verb} one or more cards, this happens:"
    )


def test_each_player_has_a_time_of_their_own() -> None:
    when = "the first time each turn a player chooses a unit here friendly to them with a spell"
    assert told(f"abilities: [{{when: {when}, do: [{{draw: 1, by: that player}}]}}]") == (
        "When a player targets a unit that is friendly to that player here with a spell for that player's first time "
        "in a turn, this happens: That player draws 1 card."
    )
