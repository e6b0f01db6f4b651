"""From a list to the names that a game takes: zones, the champion apart, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.carddb.model import DeckChoice
from riftcheck.decks.champion import read_champion
from riftcheck.decks.document import from_mapping
from riftcheck.decks.resolve import resolve
from riftcheck.decks.schemas import SimulationSchema
from riftcheck.decks.simulation import (
    CHOICE,
    NotPlayableError,
    PlayZones,
    Simulation,
    Unplayable,
    simulation,
    zones_for_play,
)
from riftcheck.decks.text import parse

if TYPE_CHECKING:
    from riftcheck.carddb import Card, CardDatabase

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
        legend_full_name="Renekton, Butcher of the Sands",
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
        ({"champion": "Cleave"}, "Cleave cannot be the chosen champion: it is not a champion unit."),
        ({"champion": "Fury Rune"}, "Fury Rune cannot be the chosen champion: it is a rune."),
        (
            {"legend": ["Renekton, Butcher of the Sands", "Jinx, Loose Cannon"]},
            (
                "The list has several legends (Renekton, Butcher of the Sands; Jinx, Loose Cannon); "
                "a game is played with one."
            ),
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


# --- what a simulation cannot play -----------------------------------------------------------------------------------


def _told(db: CardDatabase, **changes: Any) -> tuple[bool, list[tuple[str, str, str]]]:
    found = simulation(read_champion(resolve(from_mapping(DECK | changes), db)))
    shown = SimulationSchema().dump(found)
    assert shown["playable"] is found.playable
    return found.playable, [(one["card"], one["zone"], one["reason"]) for one in shown["unsupported"]]


@pytest.fixture(scope="module")
def able(db: CardDatabase) -> dict[str, Any]:
    """A list in which every card can be executed."""
    deck = {
        "legend": "Loose Cannon",
        "champion": "Jinx, Rebel",
        "main": ["Cleave", "Jinx, Rebel"],
        "runes": ["Fury Rune"],
        "battlefields": ["Altar to Unity"],
        "sideboard": [],
    }
    for name in ("Loose Cannon", "Jinx, Rebel", "Cleave", "Fury Rune", "Altar to Unity"):
        assert db.by_name[name].executable
    return deck


def _unable(db: CardDatabase) -> Card:
    card = next((card for card in db.cards if not card.executable and card.kind == "main"), None)
    if card is None:
        pytest.skip("every card can be executed")
    return card


def test_a_list_of_cards_that_can_be_executed_can_be_played(db: CardDatabase, able: dict[str, Any]) -> None:
    assert _told(db, **able) == (True, [])


def test_a_card_that_cannot_be_executed_is_named_with_its_reason(db: CardDatabase, able: dict[str, Any]) -> None:
    card = _unable(db)
    several = [{"name": card.name, "count": 2}, {"id": card.printings[-1].id}]
    assert _told(db, **{**able, "main": [*able["main"], *several]}) == (False, [(card.name, "main", card.unsupported)])


def test_the_sideboard_stays_at_home(db: CardDatabase, able: dict[str, Any]) -> None:
    card = _unable(db)
    told = _told(db, **{**able, "sideboard": [card.name]})
    assert told == (True, [(card.name, "sideboard", card.unsupported)])


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"main": ["No Such Card"]}, ("No Such Card", "main", "there is no such card")),
        ({"main": ["Fury Rune"]}, ("Fury Rune", "main", "it is a rune and cannot stand in the main deck")),
        ({"main": ["Recruit"]}, ("Recruit", "main", "it is a token, which no deck holds")),
        ({"runes": ["Cleave"]}, ("Cleave", "runes", "it is a card of the main deck and cannot stand among the runes")),
        ({"legend": "Cleave"}, ("Cleave", "legend", "it is a card of the main deck and cannot stand as the legend")),
        (
            {"champion": "Cleave"},
            ("Cleave", "champion", "it is not a champion unit, so it cannot be the chosen champion"),
        ),
        (
            {"legend": ["Loose Cannon", "Daughter of the Void"]},
            ("Daughter of the Void", "legend", "the list has several legends; a game is played with one"),
        ),
        (
            {"champion": None, "main": ["Jinx, Rebel", "Jinx, Demolitionist"]},
            ("Jinx, Rebel", "champion", "it is one of several that could be the chosen champion; name one"),
        ),
    ],
)
def test_what_stands_in_the_way_of_a_game_is_told_of_its_card(
    db: CardDatabase, able: dict[str, Any], changes: dict[str, Any], told: tuple[str, str, str]
) -> None:
    playable, found = _told(db, **{**able, **changes})
    assert not playable
    assert told in found
    with pytest.raises(NotPlayableError):
        _zones(db, **{**able, **changes})


def test_a_name_that_fits_several_cards_cannot_be_played(db: CardDatabase, able: dict[str, Any]) -> None:
    (_, found) = _told(db, **{**able, "main": ["Jinx"], "champion": None})
    assert found[0][0] == "Jinx"
    assert found[0][2].startswith("the name fits several cards (")


def test_blank_battlefields_are_known_to_every_game(db: CardDatabase, able: dict[str, Any]) -> None:
    """TR 602.3.d."""
    fields = [{"name": "blank battlefield", "count": 3}]
    assert _told(db, **{**able, "battlefields": fields}) == (True, [])
    assert _zones(db, **{**able, "battlefields": fields}).battlefields == ("Blank Battlefield",) * 3
    assert not _told(db, **{**able, "main": ["Blank Battlefield"]})[0]


def test_a_card_that_asks_for_a_choice_cannot_be_played(db: CardDatabase, able: dict[str, Any]) -> None:
    deck = resolve(from_mapping(DECK | able), db)
    asks = replace(db.by_name["Cleave"], deck_choice=DeckChoice(3, "Legend", apart_from_deck=True))
    deck.main[:] = [replace(slot, card=asks) if slot.name == "Cleave" else slot for slot in deck.main]
    found = simulation(read_champion(deck))
    assert [(one.card, one.reason) for one in found.unsupported] == [("Cleave", CHOICE)]
    with pytest.raises(NotPlayableError, match="Cleave cannot be played: it asks for a choice"):
        zones_for_play(deck)


def test_cards_are_told_by_their_reason() -> None:
    legend = Unplayable("B", "legend", "y", "Champion, B")
    cards = (Unplayable("A", "main", "x"), legend, Unplayable("C", "sideboard", "x"))
    assert Simulation(playable=False, unsupported=cards).by_reason() == {
        "x": ["A", "C (sideboard)"],
        "y": ["Champion, B (legend)"],
    }
