"""The log of a game reads in the order in which things happen, and says of whom, where and what for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.goldfish.plan.run import DeckZones, Opponent
from riftcheck.goldfish.simulation.replay_log import replay
from tests.goldfish.game_lists import LISTS, real, table

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.simulation.replay_log import ReplayLog


def zones(db: CardDatabase, name: str) -> DeckZones:
    deck = read_list({"text": (LISTS / f"{name}.txt").read_text("utf-8")}, db).deck
    return DeckZones.of(zones_for_play(resolve(deck, db)), name)


def against(db: CardDatabase, own: str, other: str, index: int) -> ReplayLog:
    return replay(table(db, zones(db, own), Opponent("list", list=zones(db, other)), seed=7), index)


def told(log: ReplayLog) -> list[str]:
    return [line.text for line in log.lines]


def test_what_is_played_stands_before_its_effects_with_its_place(db: CardDatabase) -> None:
    lines = told(replay(table(db, real(db), seed=7), 1))
    played = lines.index("Player 1 plays Jinx, Demolitionist at the base of player 1")
    assert lines[played + 1 : played + 3] == ["Player 1 discards Fight or Flight", "Player 1 discards Seal of Discord"]
    assert lines[played - 1] == "Player 1 spends 3 energy and 1 power"
    there = lines.index("Player 1 plays Sneaky Deckhand at Blank Battlefield (battlefield 1)")
    assert lines[there + 1] == "A showdown starts at Blank Battlefield (battlefield 1)"


@pytest.mark.parametrize("lists", [("list-072", "list-010"), ("list-068", "list-072"), ("list-004", "list-012")])
def test_each_card_is_told_once_and_whoever_dies_has_a_player(db: CardDatabase, lists: tuple[str, str]) -> None:
    own = zones(db, lists[0])
    for index in range(3):
        log = against(db, *lists, index)
        lines = told(log)
        played = [re.match(r"Player 1 plays (.+?)(?: at .*)?$", line) for line in lines]
        cards = [found[1] for found in played if found and found[1] in {*own.main, own.champion}]
        assert len(cards) == sum(turn.played for turn in log.facts.turns)
        assert not [line for line in lines if line.endswith(" dies") and not re.search(r" of player [12] dies$", line)]
        assert not [line for line in lines if "has left" in line]


def test_what_pays_is_told_with_what_it_pays_for_and_who_moves_is_not(db: CardDatabase) -> None:
    lines = told(against(db, "list-004", "list-012", 2))
    paid = lines.index("Player 2 exhausts Blade Dancer for ability of Blade Dancer")
    assert lines[paid + 1] != "Player 2 uses Blade Dancer"
    moved = [re.match(r"(.*) moves from ", line) for line in lines]
    units = {found[1] for found in moved if found}
    assert units
    assert not [
        line for line in lines if re.match(r"Player \d exhausts ", line) and line.split(" exhausts ")[1] in units
    ]


def test_an_ability_is_used_before_what_it_does(db: CardDatabase) -> None:
    lines = told(against(db, "list-004", "list-012", 2))
    used = [place for place, line in enumerate(lines) if line == "Player 2 uses Boots of Swiftness"]
    attached = [place for place, line in enumerate(lines) if line.startswith("Boots of Swiftness is attached")]
    assert used
    assert len(used) == len(attached)
    assert all(before < after for before, after in zip(used, attached, strict=True))
