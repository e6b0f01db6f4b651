"""From a list to the names that a game takes: zones, the champion apart, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from decks.mapping import from_mapping
from decks.playing import NotPlayableError, PlayZones, zones_for_play
from decks.resolve import resolve
from decks.text import parse

if TYPE_CHECKING:
    from carddb import CardDatabase

DECK: dict[str, Any] = {
    "legend": "Renekton, Butcher of the Sands",
    "champion": "Renekton, Rage Fueled",
    "main": [{"name": "Cleave", "count": 2}, {"name": "First Mate", "count": 3}, "Renekton, Rage Fueled"],
    "runes": [{"name": "Fury Rune", "count": 2}, "Body Rune"],
    "battlefields": ["Seat of Power", "Mystic Vortex"],
    "sideboard": [{"name": "Sabotage", "count": 2}],
}


def _zones(db: CardDatabase, **changes: Any) -> PlayZones:
    return zones_for_play(resolve(from_mapping(DECK | changes), db))


def _problems(db: CardDatabase, **changes: Any) -> tuple[str, ...]:
    with pytest.raises(NotPlayableError) as caught:
        _zones(db, **changes)
    return caught.value.problems


def test_every_copy_is_a_name_and_the_champion_is_apart(db: CardDatabase) -> None:
    """CR 112."""
    assert _zones(db) == PlayZones(
        ("Cleave", "Cleave", "First Mate", "First Mate", "First Mate"),
        ("Fury Rune", "Fury Rune", "Body Rune"),
        ("Seat of Power", "Mystic Vortex"),
        "Butcher of the Sands",
        "Renekton, Rage Fueled",
        ("Sabotage", "Sabotage"),
    )


def test_a_champion_written_apart_loses_no_card(db: CardDatabase) -> None:
    apart = _zones(db, champion_apart=True)
    assert apart.main.count("Renekton, Rage Fueled") == 1
    assert apart.champion == "Renekton, Rage Fueled"


def test_a_champion_that_nobody_names_is_read_where_only_one_is_possible(db: CardDatabase) -> None:
    found = _zones(db, champion=None)
    assert found.champion == "Renekton, Rage Fueled"
    assert "Renekton, Rage Fueled" not in found.main


def test_a_list_without_legend_or_champion_has_none(db: CardDatabase) -> None:
    found = zones_for_play(resolve(from_mapping({"main": ["Cleave"]}), db))
    assert found == PlayZones(("Cleave",), (), (), None, None)


def test_sizes_are_not_judged(db: CardDatabase) -> None:
    assert len(_zones(db, main=[{"name": "Cleave", "count": 60}]).main) == 60


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"main": ["No Such Card"]}, "No Such Card cannot be played: there is no such card."),
        ({"main": ["Fury Rune"]}, "Fury Rune is a rune and cannot stand in the main deck."),
        ({"runes": ["Cleave"]}, "Cleave is a card of the main deck and cannot stand among the runes."),
        ({"battlefields": ["Cleave"]}, "Cleave is a card of the main deck and cannot stand among the battlefields."),
        ({"sideboard": ["Seat of Power"]}, "Seat of Power is a battlefield and cannot stand in the sideboard."),
        ({"legend": "Cleave"}, "Cleave is a card of the main deck and cannot stand as the legend."),
        ({"main": ["Recruit"]}, "Recruit cannot be played: it is a token, which no deck holds."),
        ({"champion": "Nobody Known"}, "Nobody Known cannot be the chosen champion: there is no such card."),
        ({"champion": "Fury Rune"}, "Fury Rune cannot be the chosen champion: it is a rune."),
        (
            {"legend": ["Renekton, Butcher of the Sands", "Jinx, Loose Cannon"]},
            "The list has several legends (Butcher of the Sands; Loose Cannon); a game is played with one.",
        ),
    ],
)
def test_what_no_game_could_use_is_refused_with_what_and_where(
    db: CardDatabase, changes: dict[str, Any], problem: str
) -> None:
    assert problem in _problems(db, **changes)


def test_a_champion_in_doubt_is_refused_with_the_candidates(db: CardDatabase) -> None:
    tag = db.find("Jinx, Loose Cannon").card
    assert tag is not None
    jinxes = [card.name for card in db.cards if card.is_champion and card.champion_tag == tag.champion_tag]
    assert len(jinxes) > 1
    problems = _problems(db, legend=tag.name, champion=None, main=jinxes)
    assert [line for line in problems if all(name in line for name in jinxes)] == list(problems)


def test_every_problem_is_told_once_with_its_line(db: CardDatabase) -> None:
    parsed = parse("Main Deck:\n2 Cleave\n1 No Such Card\n1 Another Wrong One\n", db)
    with pytest.raises(NotPlayableError) as caught:
        zones_for_play(resolve(parsed.deck, db))
    assert caught.value.problems == (
        "No Such Card (line 3) cannot be played: there is no such card.",
        "Another Wrong One (line 4) cannot be played: there is no such card.",
    )
