"""Extra legends in games: brought by a deck, added by its cards, seen, saved and played on with."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from riftcheck.carddb.abilities.reader.card import read_abilities
from riftcheck.engine.board.zones import find_card
from riftcheck.engine.compile.cards import Facts, build
from riftcheck.engine.display.board_text import describe_board
from riftcheck.engine.display.descriptions import event_words
from riftcheck.engine.game import Game, GameDeck, GameError
from riftcheck.engine.invariants import broken, unseen
from riftcheck.engine.model import constants as w
from riftcheck.engine.registration import MatchError, Registered, registered_from, registered_json
from riftcheck.engine.storage.save import checksum

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.engine.model.definitions import Pool

GUESTS = ("Sage", "Smith", "Scribe")
ADDS = {
    "when": "you play me",
    "do": [{"add-legend": "pick a legend in your extra legends", "until": "I leave the board"}],
}


def _facts(name: str, kind: str, *abilities: Mapping[str, object], **more: object) -> Facts:
    return Facts(name, (kind,), abilities=read_abilities(name, {"abilities": list(abilities)}), **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def pool() -> Pool:
    draws = {"cost": {"exhaust": "me"}, "do": [{"draw": 1}]}
    return build(
        [
            _facts("Envoy", "Unit", ADDS, domains=("Fury",), energy=1, power=0, might=2),
            _facts("First", "Legend"),
            *(_facts(name, "Legend", draws) for name in GUESTS),
            Facts("Fury Rune", ("Rune",), ("Basic",), ("Fury",)),
            Facts("Field", ("Battlefield",)),
        ]
    )


DECK = GameDeck(("Envoy",) * 40, ("Fury Rune",) * 12, ("Field",), "First", None, GUESTS)


def _play(game: Game, seed: int, answers: int) -> int:
    """Answer at random; return the most legends that a player had at one time."""
    rng = random.Random(seed)
    most = 0
    for _ in range(answers):
        decision = game.decision
        if decision is None:
            break
        count = rng.randint(decision.lo, min(decision.hi, len(decision.options)))
        game.answer(rng.sample(range(len(decision.options)), count))
        assert broken(game.state) == []
        most = max(most, *(len(p.legends) for p in game.state.players))
    return most


def test_in_games_at_random_they_come_and_go_and_are_lost_to_nobody(pool: Pool) -> None:
    reached = 0
    for seed in range(6):
        game = Game.start(pool, [DECK, DECK], seed=seed)
        reached = max(reached, _play(game, seed, 400))
        for number, p in enumerate(game.state.players):
            names = [game.state.board[oid].d.name for oid in p.legends]
            names += [pool.defs[game.state.card_defs[card]].name for card in p.extra_legends]
            assert sorted(names) == sorted(GUESTS), number
        assert unseen(game.state, seed) == []
    assert reached == len(GUESTS)


def _with_one(pool: Pool) -> Game:
    for seed in range(20):
        game = Game.start(pool, [DECK, DECK], seed=seed)
        for _ in range(60):
            if any(p.legends for p in game.state.players):
                return game
            _play(game, seed, 1)
    raise AssertionError("no legend was added")


def test_everybody_sees_those_that_wait_and_those_that_were_added(pool: Pool) -> None:
    game = _with_one(pool)
    player = next(number for number, p in enumerate(game.state.players) if p.legends)
    (added,) = game.state.players[player].legends
    for eye in (None, 0, 1):
        document = game.view(eye)
        shown = document["players"][player]
        assert shown["added_legends"] == [added]
        waiting = [card["name"] for card in shown["extra_legends"]]
        assert sorted([*waiting, game.state.board[added].d.name]) == sorted(GUESTS)
        assert next(o for o in document["board"] if o["object"] == added)["type"] == "legend"
    text = "\n".join(describe_board(game.state, 1 - player))
    assert f"legend: First; {game.state.board[added].d.name}\n" in text
    assert f"extra legends: {'; '.join(waiting)}\n" in text
    assert "extra_legends" not in Game.start(pool, [GameDeck(("Envoy",) * 9, ()), DECK]).view(0)["players"][0]


def test_the_log_says_who_added_one(pool: Pool) -> None:
    game = Game.start(pool, [DECK, DECK], seed=3, first=0, log=True)
    _play(game, 3, 200)
    told = [event_words(game.state, event) for event in game.log if event.kind == w.E_ENTER and event.loc < 0]
    assert told
    assert {words.split(" joins the legend of ")[1] for words in told} <= {"player 1", "player 2"}


def test_a_game_is_saved_and_played_again_with_them(pool: Pool) -> None:
    game = _with_one(pool)
    saved = json.loads(json.dumps(game.to_json()))
    loaded = Game.from_json(pool, saved)
    assert checksum(loaded.state) == checksum(game.state) == checksum(Game.replay(pool, game.record).state)
    held = next(p for p in loaded.state.players if p.legends)
    assert [find_card(loaded.state, card) for card in held.extra_legends] == [w.Z_LEGENDS] * 2


def test_what_is_no_legend_or_unknown_is_refused(pool: Pool) -> None:
    for name, says in (("Envoy", '"Envoy" cannot be an extra legend'), ("Nemo", 'the card "Nemo" is not known')):
        with pytest.raises(GameError, match=says):
            Game.start(pool, [DECK, GameDeck(("Envoy",), (), (), None, None, (name,))])


def test_a_registration_keeps_them_and_reads_those_without() -> None:
    one = Registered(DECK, ("Envoy",))
    document = json.loads(json.dumps(registered_json(one)))
    assert registered_from(document) == one
    bare = Registered(GameDeck(("Envoy",), ()))
    assert "extra_legends" not in registered_json(bare)
    assert registered_from(registered_json(bare)) == bare
    with pytest.raises(MatchError, match="`extra_legends` of a deck is no list of names"):
        registered_from(document | {"extra_legends": [3]})
