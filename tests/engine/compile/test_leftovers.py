"""Small faults of the engine's face that stay mended: records, wins in the log, options, names with commas."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.display.descriptions import decision_words, describe_board, option_words
from riftcheck.engine.game import Game, GameDeck, GameError
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.definitions import Pool

UNIT, COMMA = "Shipyard Skulker", "Yasuo, Remorseful"
FIELDS = ("Altar to Unity", "Bandle Tree", "Back-Alley Bar")


def _started(pool: Pool, main: str = UNIT, rules: str = "1.4") -> Game:
    deck = GameDeck((main,) * 39, ("Body Rune",) * 12, FIELDS)
    return Game.start(pool, [deck, deck], "duel", 1, rules, first=0, log=True)


# --- records


def test_a_loaded_game_refuses_its_record_and_says_why(pool: Pool) -> None:
    game = Game.from_json(pool, json.loads(json.dumps(_started(pool).to_json())))
    for each in (game, game.clone()):
        with pytest.raises(GameError, match="does not hold its decks, its seed and its answers"):
            _ = each.record


def test_a_started_game_and_its_copy_have_a_record(pool: Pool) -> None:
    game = _started(pool)
    assert game.record == game.clone().record
    assert game.record.decks[0].main == (UNIT,) * 39


# --- wins


@pytest.mark.parametrize("rules", ["1.0", "1.4"])
def test_whoever_wins_by_burning_out_wins_in_the_log(pool: Pool, rules: str) -> None:
    """An empty deck and trash make a player burn out until the other has won (CR 432.3)."""
    game = _started(pool, rules=rules)
    while game.decision is not None and game.decision.kind != w.D_MAIN:
        game.answer(range(game.decision.lo))
    for player in game.state.players:
        player.deck, player.trash = [], []
    while game.decision is not None:
        kinds = [option[0] for option in game.decision.options]
        game.answer([kinds.index(w.O_END)] if w.O_END in kinds else range(game.decision.lo))
    wins = [event for event in game.log if event.kind == w.E_WIN]
    assert [(event.player, event.amount) for event in wins] == [(game.winner, game.state.points[game.winner or 0])]
    assert any(event.kind == w.E_BURN_OUT for event in game.log)


def test_a_concession_is_one_win(pool: Pool) -> None:
    game = _started(pool)
    game.concede(0)
    assert [event.player for event in game.log if event.kind == w.E_WIN] == [game.winner] == [1]


# --- words


def test_the_cards_of_a_mulligan_are_named_whatever_has_their_number(pool: Pool) -> None:
    game = _started(pool)
    decision = game.decision
    assert decision is not None
    assert decision.kind == w.D_MULLIGAN
    assert {option_words(game.state, option) for option in decision.options} == {f"Mulligan {UNIT}"}
    assert "set cards aside" in decision_words(game.state)


def test_names_with_commas_stay_whole_on_the_board(pool: Pool) -> None:
    game = _started(pool, COMMA)
    lines = " ".join(line.strip() for line in describe_board(game.state, 0))
    assert f"hand: {COMMA}; {COMMA}; {COMMA}; {COMMA}" in lines
