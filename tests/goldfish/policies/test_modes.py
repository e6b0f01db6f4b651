"""The greedy policy at the tables of every mode, where a seat has several enemies or a teammate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.display.redeal import redeal
from riftcheck.engine.game import Game, GameDeck
from riftcheck.goldfish.plan.card_pool import polarities_of
from riftcheck.goldfish.policies.board import last_chance
from riftcheck.goldfish.policies.greedy import GreedyPolicy
from riftcheck.goldfish.policies.mulligan import ON_CURVE
from riftcheck.goldfish.policies.random_play import RandomPolicy
from riftcheck.goldfish.policies.seat_view import SeatView
from tests.goldfish.policies.advanced_policies import give_fields

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.goldfish.policies.base import Policy

UNITS = ("Vanguard Sergeant", "Shipyard Skulker", "Mobilize")
FIELDS = ("Altar to Unity", "Bandle Tree", "Back-Alley Bar")
MODES = {"duel": 2, "match": 2, "ffa3": 3, "ffa4": 4, "2v2": 4}


def start(pool: Pool, seed: int, mode: str) -> Game:
    deck = GameDeck(UNITS * 13, ("Body Rune", "Order Rune") * 6, FIELDS)
    return Game.start(pool, [deck] * MODES[mode], mode, seed)


def play_out(game: Game, policies: Sequence[Policy]) -> None:
    for _ in range(4000):
        decision = game.decision
        if decision is None:
            return
        game.answer(policies[decision.player].answer(SeatView(game.state, decision.player)))
    pytest.fail("no end")


def greedy(db: CardDatabase) -> GreedyPolicy:
    return GreedyPolicy(ON_CURVE, polarities_of(db))


@pytest.mark.parametrize("mode", MODES)
def test_greedy_players_end_a_game_of_every_mode(db: CardDatabase, pool: Pool, mode: str) -> None:
    for seed in range(3):
        game = start(pool, seed, mode)
        play_out(game, [greedy(db) for _ in range(MODES[mode])])
        assert game.winner is not None


@pytest.mark.parametrize(("mode", "most_lost"), [("duel", 0), ("ffa3", 1), ("ffa4", 1)])
def test_one_greedy_player_beats_random_ones(db: CardDatabase, pool: Pool, mode: str, most_lost: int) -> None:
    lost = 0
    for seed in range(6):
        game = start(pool, seed, mode)
        others = [RandomPolicy(ON_CURVE, seed * 8 + seat) for seat in range(1, MODES[mode])]
        play_out(game, [greedy(db), *others])
        lost += game.winner != 0
    assert lost <= most_lost


def test_a_greedy_team_beats_a_random_one(db: CardDatabase, pool: Pool) -> None:
    for seed in range(4):
        game = start(pool, seed, "2v2")
        teams = game.state.team
        policies = [greedy(db) if team == teams[0] else RandomPolicy(ON_CURVE, seat) for seat, team in enumerate(teams)]
        play_out(game, policies)
        assert game.winner == teams[0]


@pytest.mark.parametrize("mode", ["ffa3", "2v2"])
def test_a_greedy_player_answers_the_same_when_hidden_cards_are_dealt_anew(
    db: CardDatabase, pool: Pool, mode: str
) -> None:
    compared = 0
    for seed in range(5, 9):
        game = start(pool, seed, mode)
        policies = [greedy(db) for _ in range(MODES[mode])]
        while (decision := game.decision) is not None and game.state.turn < 16:
            player = decision.player
            twin = give_fields(greedy(db), policies[player])
            chosen = policies[player].answer(SeatView(game.state, player))
            assert twin.answer(SeatView(redeal(game.state, player, compared), player)) == chosen
            compared += 1
            game.answer(chosen)
    assert compared > 100


def test_a_seat_knows_its_friends_and_its_enemies(pool: Pool) -> None:
    seats = {mode: SeatView(start(pool, 1, mode).state, 1) for mode in MODES}
    assert {mode: (seat.friends, seat.enemies) for mode, seat in seats.items()} == {
        "duel": ((1,), (0,)),
        "match": ((1,), (0,)),
        "ffa3": ((1,), (0, 2)),
        "ffa4": ((1,), (0, 2, 3)),
        "2v2": ((1, 3), (0, 2)),
    }
    assert {mode: seat.first_field for mode, seat in seats.items()} == MODES


def test_the_enemy_who_is_ahead_counts(pool: Pool) -> None:
    game = start(pool, 1, "ffa3")
    s, seat = game.state, SeatView(game.state, 1)
    s.points[s.team[0]], s.points[s.team[2]] = 3, seat.goal - 1
    assert seat.enemy_points() == seat.goal - 1
    assert list(seat.fields) == [3, 4, 5]
    assert not last_chance(seat)
    s.locs[seat.first_field].control = 0
    assert not last_chance(seat)  # with 4 points in all
    s.locs[seat.first_field].control = 2
    assert last_chance(seat)
    s.players[0].hand = s.players[0].hand[:1]
    s.players[2].hand = s.players[2].hand[:3]
    assert seat.enemy_hand_size() == 3
