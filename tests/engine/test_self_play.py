"""Random play in every mode, by every rules version: no crash, no broken invariant; and what a game refuses."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from drills.random_games import SEATS, RandomGame, drawer, first_seed, games_asked
from riftcheck.engine.game import Game, GameDeck, GameError, IllegalAnswer
from riftcheck.engine.model.rules_version import V1_0, VERSIONS, RulesVersion
from riftcheck.engine.storage.save import checksum
from tests.speeds import RANDOM_GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool

    Decks = Callable[[int, int], list[GameDeck]]


@pytest.fixture(scope="module")
def decks() -> Callable[[int, int], list[GameDeck]]:
    return lambda seed, count: [drawer().deck(random.Random(seed * 8 + seat)) for seat in range(count)]


def _play(game: Game, seed: int, limit: int = 4000) -> None:
    rng = random.Random(seed)
    for _ in range(limit):
        decision = game.decision
        if decision is None:
            return
        count = rng.randint(decision.lo, min(decision.hi, len(decision.options)))
        game.answer(rng.sample(range(len(decision.options)), count))
    pytest.fail(f"seed {seed}: no end after {limit} decisions")


GAMES = games_asked(RANDOM_GAMES)
# Games of a test, so that every core has some and a run of ten thousand shows how far it is.
CHUNK = max(10, -(-GAMES // 400))


@pytest.mark.parametrize("start", range(0, GAMES, CHUNK))
def test_fresh_games_end_and_keep_every_invariant(start: int) -> None:
    """Other games in every run: in all modes, with decks drawn from all that can be played, by every rules version.

    RIFTCHECK_FUZZ_GAMES says how many (`make fuzz`: 10,000), RIFTCHECK_SEED from which seed.
    """
    first = first_seed() + start
    for seed in range(first, first + min(CHUNK, GAMES - start)):
        RandomGame(seed).play_checked()


KNOWN = [(mode, rules) for mode in SEATS for rules in VERSIONS.values() if mode in ("duel", "match") or rules != V1_0]


@pytest.mark.parametrize(("mode", "rules"), KNOWN, ids=lambda value: getattr(value, "name", value))
def test_known_games_end_and_keep_every_invariant(mode: str, rules: RulesVersion) -> None:
    RandomGame(7, rules, mode).play_checked()


def test_the_same_seed_and_answers_give_the_same_game(pool: Pool, decks: Decks) -> None:
    first = Game.start(pool, decks(5, 2), "duel", 5, log=True)
    _play(first, 5)
    second = Game.replay(pool, first.record, log=True)
    assert checksum(first.state) == checksum(second.state)
    assert [event.kind for event in first.log] == [event.kind for event in second.log]


def test_another_seed_gives_another_game(pool: Pool, decks: Decks) -> None:
    first, second = (Game.start(pool, decks(5, 2), "duel", seed) for seed in (5, 6))
    assert checksum(first.state) != checksum(second.state)


def test_a_clone_and_a_loaded_game_go_the_same_way(pool: Pool, decks: Decks) -> None:
    game = Game.start(pool, decks(9, 2), "duel", 9)
    for _ in range(40):
        if game.decision is None:
            break
        game.answer(range(game.decision.lo))
    others = [game.clone(), Game.from_json(pool, game.to_json())]
    _play(game, 1)
    for other in others:
        _play(other, 1)
        assert checksum(other.state) == checksum(game.state)


def test_an_answer_that_is_not_offered_is_refused_with_what_is(pool: Pool, decks: Decks) -> None:
    game = Game.start(pool, decks(1, 2), "duel", 1)
    with pytest.raises(IllegalAnswer, match="0 to 2 of 4 options must be chosen; the answer has 3"):
        game.answer([0, 1, 2])  # CR 117.1: up to two
    with pytest.raises(IllegalAnswer, match="numbered 0 to 3"):
        game.answer([9])
    with pytest.raises(IllegalAnswer, match="twice"):
        game.answer([1, 1])


def test_a_card_that_cannot_be_executed_is_refused_with_the_reason(pool: Pool, decks: Decks) -> None:
    deck = decks(1, 1)[0]
    unable = next(d for d in pool.defs if d.unsupported and d.types & 4)
    with pytest.raises(GameError, match=r"cannot be executed"):
        Game.start(pool, [replace(deck, main=(unable.name, *deck.main)), deck], "duel", 1)
    with pytest.raises(GameError, match="played by 3 players; 2 decks were given"):
        Game.start(pool, [deck, deck], "ffa3", 1)


def test_the_last_player_channels_one_rune_more(pool: Pool, decks: Decks) -> None:
    """CR 487.7: 2 runes for the first player, 3 for the second in their first Channel Phase."""
    plain = [replace(deck, main=("Pouty Poro",) * 39, battlefields=("The Grand Plaza",)) for deck in decks(2, 2)]
    game = Game.start(pool, plain, "duel", 2, first=0)
    while game.decision is not None and game.state.turn < 3:
        last = len(game.decision.options) - 1
        game.answer([last] if game.decision.lo else [])
    players = game.state.players
    assert len(players[0].runes) + len(players[0].rune_deck) == 12
    assert [len(p.runes) for p in players] == [4, 3]


def test_conceding_ends_a_duel(pool: Pool, decks: Decks) -> None:
    """CR 651.1."""
    game = Game.start(pool, decks(3, 2), "duel", 3)
    game.concede(0)
    assert game.winner == 1
    assert game.decision is None


def test_conceding_in_a_game_of_three_lets_the_others_go_on(pool: Pool, decks: Decks) -> None:
    """CR 652: the battlefield of the one who left is a blank token; the game goes on."""
    game = Game.start(pool, decks(4, 3), "ffa3", 4, first=0)
    for _ in range(12):
        assert game.decision is not None
        game.answer(range(game.decision.lo))
    game.concede(1)
    assert game.winner is None
    names = [game.state.board[at.bf].d.name for at in game.state.locs if at.bf >= 0]
    assert names.count("Blank Battlefield") == 1
    _play(game, 4)
    assert game.winner in (0, 2)


def test_what_the_database_calls_executable_compiles(db: CardDatabase, pool: Pool) -> None:
    reasons = {card.name: pool.defs[pool.by_name[card.name]].unsupported for card in db.cards if card.executable}
    assert len(reasons) >= 350
    assert {name: reason for name, reason in reasons.items() if reason} == {}
