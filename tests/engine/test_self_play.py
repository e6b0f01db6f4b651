"""Random play in every mode: no crash, no broken invariant, the same seed the same game."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from carddb import strict_yaml
from carddb.abilities.loading import read_many
from engine.compile.cards import build
from engine.compile.pool import facts_of, pool_of
from engine.game import Deck, Game, GameError, IllegalAnswer
from engine.invariants import broken
from engine.save import checksum

if TYPE_CHECKING:
    from collections.abc import Callable

    from carddb import CardDatabase
    from engine.defs import Pool

    Decks = Callable[[int, int], list[Deck]]

AWAITING = Path(__file__).parent.parent / "fixtures" / "abilities" / "awaiting.yaml"
DOMAINS = ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")
SEATS = {"duel": 2, "match": 2, "ffa3": 3, "ffa4": 4, "2v2": 4}


@pytest.fixture(scope="module")
def pool(db: CardDatabase) -> Pool:
    return pool_of(db)


@pytest.fixture(scope="module")
def decks(pool: Pool) -> Callable[[int, int], list[Deck]]:
    return lambda seed, count: [_deck(pool, random.Random(seed * 8 + seat)) for seat in range(count)]


def _deck(pool: Pool, rng: random.Random) -> Deck:
    one, other = rng.sample(range(6), 2)
    mask = (1 << one) | (1 << other)
    main = [
        d.name for d in pool.defs if d.types & 7 and not d.unsupported and not d.types & 64 and not d.domains & ~mask
    ]
    fields = [d.name for d in pool.defs if d.types & 32 and not d.types & 64 and not d.unsupported]
    champions = [d.name for d in pool.defs if d.types & 128 and not d.unsupported]
    runes = tuple(f"{DOMAINS[place]} Rune" for place in (one, other) for _ in range(6))
    return Deck(
        tuple(rng.choice(main) for _ in range(39)), runes, tuple(rng.sample(fields, 3)), None, rng.choice(champions)
    )


def _play(game: Game, seed: int, check: Callable[[Game], None] | None = None, limit: int = 4000) -> None:
    rng = random.Random(seed)
    for _ in range(limit):
        decision = game.decision
        if decision is None:
            return
        if check is not None:
            check(game)
        count = rng.randint(decision.lo, min(decision.hi, len(decision.options)))
        game.answer(rng.sample(range(len(decision.options)), count))
    pytest.fail(f"seed {seed}: no end after {limit} decisions")


def _holds(game: Game) -> None:
    assert broken(game.state) == []


@pytest.mark.parametrize("mode", SEATS)
@pytest.mark.parametrize("seed", range(4))
def test_random_play_ends_and_keeps_every_invariant(pool: Pool, decks: Decks, mode: str, seed: int) -> None:
    game = Game.start(pool, decks(seed, SEATS[mode]), mode, seed)
    _play(game, seed, _holds)
    assert game.winner is not None


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
    """CR 485.7: 2 runes for the first player, 3 for the second in their first Channel Phase."""
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


def test_what_awaits_the_engine_is_refused_with_a_reason(db: CardDatabase) -> None:
    document = strict_yaml.read(AWAITING.read_bytes(), AWAITING.name)
    waiting = read_many(document)
    assert {name for name in waiting if db.find(name).card.executable} == set()
    facts = [facts_of(card, waiting.get(card.name)) for card in db.cards]
    made = build(replace(one, unsupported="") if one.name in waiting else one for one in facts)
    assert {name for name in waiting if not made.defs[made.by_name[name]].unsupported} == set()
