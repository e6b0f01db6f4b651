"""The log of a game reads in the order in which things happen, and says of whom, where and what for."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

import pytest

from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.engine.model import constants as w
from riftcheck.goldfish.plan.run import DeckZones, Opponent
from riftcheck.goldfish.simulation.log_words import added_words
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
        played = [re.match(r"Player 1 plays (.+?)(?: (?:at|on) .*)?$", line) for line in lines]
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
    used = [place for place, line in enumerate(lines) if line.startswith("Player 2 uses Boots of Swiftness on ")]
    attached = [place for place, line in enumerate(lines) if line.startswith("Boots of Swiftness is attached")]
    assert used
    assert len(used) == len(attached)
    assert all(before < after for before, after in zip(used, attached, strict=True))


def test_what_is_added_is_told_as_what_it_is_and_after_what_it_is_of(db: CardDatabase) -> None:
    # Butcher of the Sands, a legend: two power for two energy that only units are paid with.
    lines = told(replay(table(db, zones(db, "list-000"), seed=7, policy="planner"), 0))
    used = [place for place, line in enumerate(lines) if line == "Player 1 uses Butcher of the Sands"]
    assert used
    assert {lines[place + 1] for place in used} == {"Player 1 adds 2 energy for units"}
    assert {lines[place - 1] for place in used} == {"Player 1 spends 2 power for ability of Butcher of the Sands"}
    assert not [line for line in lines if "exhausts Butcher of the Sands" in line]


def pool(**places: int) -> list[int]:
    """Return a pool: `energy`, `fury`, `any` and, for units, `unit_energy`."""
    where = {"energy": 0, "fury": 1, "any": w.POOL_ANY, "unit_energy": 4 * w.POOL_GROUP}
    found = [0] * w.POOL_SIZE
    for name, amount in places.items():
        found[where[name]] = amount
    return found


@pytest.mark.parametrize(
    ("before", "after", "amount", "added", "says"),
    [
        (pool(), pool(energy=2), 2, 2, "2 energy"),
        (pool(), pool(fury=1), 1, 1, "1 power of Fury"),
        (pool(), pool(any=2), 2, 2, "2 power of any domain"),
        (pool(), pool(energy=1, any=1), 2, 2, "1 energy and 1 power of any domain"),
        (pool(), pool(unit_energy=2), 2, 2, "2 energy for units"),
        (pool(energy=3, any=1), pool(energy=3, any=2), 1, 1, "1 power of any domain"),
        # Two energy float from runes that were recycled for the power that was paid.
        (pool(), pool(energy=2, any=1), 1, 1, "1 power of any domain"),
        (pool(), pool(energy=3), 1, 1, "1 energy"),
        # Two abilities between two questions; which added which of two kinds is not known.
        (pool(), pool(energy=3), 1, 3, "1 energy"),
        (pool(), pool(energy=1, any=1), 1, 2, "1 energy or power"),
        # Some of it was spent at once.
        (pool(), pool(any=1), 2, 2, "2 energy or power"),
    ],
)
def test_energy_and_power_in_words(before: list[int], after: list[int], amount: int, added: int, says: str) -> None:
    assert added_words(before, after, amount, added) == says


def test_what_is_played_is_told_with_what_it_is_played_on(db: CardDatabase) -> None:
    lines = [line for index in range(4) for line in told(against(db, "list-000", "list-016", index))]
    chosen = [found for line in lines if (found := re.match(r"Player [12] plays (.+?) on (.+)$", line))]
    assert {"Rebuke", "Sabotage"} <= {found[1] for found in chosen}
    assert {found[2] for found in chosen if found[1] == "Sabotage"} == {"player 2"}
    assert any(re.match(r"Player [12] chooses .+ for ability of .+$", line) for line in lines)
    both = {*zones(db, "list-000").names()} & {*zones(db, "list-016").names()}
    assert not [found for found in chosen if " of player " in found[2] and found[2].partition(" of ")[0] not in both]


def test_a_target_is_told_with_its_player_where_both_have_one(db: CardDatabase) -> None:
    lines = [line for index in range(4) for line in told(against(db, "list-016", "list-016", index))]
    chosen = [found[1] for line in lines if (found := re.match(r"Player [12] plays .+? on (.+)$", line))]
    assert [name for name in chosen if re.search(r" of player [12]$", name)]
    assert [name for name in chosen if " of player " not in name]


def test_what_is_paid_for_an_ability_is_told_with_it(db: CardDatabase) -> None:
    lines = [line for index in range(6) for line in told(against(db, "list-000", "list-016", index))]
    assert "Player 2 spends 1 energy for ability of Protective Sands" in lines
    # What is paid for a card stands beside its play.
    beside = [after for line, after in itertools.pairwise(lines) if " spends " in line and " for " not in line]
    assert beside
    assert all(re.match(r"Player [12] (plays|hides|spends) ", after) for after in beside)
    assert not [line for line in lines if re.search(r" 0 (energy|power)", line)]


def test_a_token_that_is_a_copy_is_told_as_that(db: CardDatabase) -> None:
    lines = told(replay(table(db, zones(db, "list-070"), seed=7), 0))
    assert "Player 1 plays Reflection at the base of player 1" in lines
    died = [line for line in lines if line.endswith(" dies")]
    copies = [line for line in died if line.startswith("Reflection token (a copy of ")]
    assert copies
    assert not [line for line in died if line.startswith("Reflection of ")]


def test_a_point_stands_after_its_act_and_with_the_score(db: CardDatabase) -> None:
    log = against(db, "list-072", "list-010", 1)
    lines = told(log)
    score = {"1": 0, "2": 0}
    for before, line in itertools.pairwise(lines):
        gained = re.match(r"Player ([12]) gains 1 point: (\d+) to (\d+)$", line)
        assert bool(gained) == (" gains " in line and " point" in line)
        if gained:
            assert re.match(rf"Player {gained[1]} (conquers|holds) ", before)
            score[gained[1]] += 1
            assert (score["1"], score["2"]) == (int(gained[2]), int(gained[3]))
    assert min(score.values()) > 0
    stands = f"{score['1']} to {score['2']}"
    assert lines[-1].endswith(f" wins, {stands}")
    assert log.text().endswith(f"\nFinal score: {stands}")


def test_a_game_that_is_not_over_ends_with_its_score(db: CardDatabase) -> None:
    log = replay(table(db, real(db), seed=7, turns=3), 1)
    points = log.facts.turns[-1].points
    assert log.text().endswith(f"\nThe game is not over after turn 3: {points} to 0")
