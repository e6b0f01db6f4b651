"""What is asked of a game that cannot be: a sentence, and the game stands as before."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest

from drills.random_games import RandomGame
from riftcheck.engine.game import Game, GameError, IllegalAnswer
from riftcheck.engine.invariants import broken
from riftcheck.engine.model import constants as w
from riftcheck.engine.storage.save import SaveError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from riftcheck.engine.game import GameDeck

NO_ANSWERS: Final[tuple[Any, ...]] = (None, 0, "0", ["0"], [0.0], [1.5], [None], [[0]], [-1], [10**9], [0, 0])


@pytest.fixture
def duel() -> Game:
    return RandomGame(3, mode="duel").game


@pytest.mark.parametrize("answer", NO_ANSWERS, ids=repr)
def test_what_is_no_answer_is_refused_and_changes_nothing(duel: Game, answer: Any) -> None:
    before = duel.to_json()
    with pytest.raises(IllegalAnswer):
        duel.answer(answer)
    assert duel.to_json() == before
    assert duel.record.answers == ()


def test_nobody_leaves_a_game_that_is_over(duel: Game) -> None:
    duel.concede(0)
    with pytest.raises(GameError, match="the game is over"):
        duel.concede(1)
    assert duel.winner == 1
    assert len(duel.record.answers) == 1


@pytest.mark.parametrize("player", [-1, 2, "0", None, 1.5])
def test_only_a_player_of_the_game_can_leave_it(duel: Game, player: Any) -> None:
    with pytest.raises(GameError, match="there is no player"):
        duel.concede(player)
    assert duel.winner is None


@pytest.mark.parametrize("first", [2, -1])
def test_a_seat_that_the_mode_does_not_have_cannot_go_first(duel: Game, first: int) -> None:
    with pytest.raises(GameError, match=f"seat {first} cannot go first"):
        Game.replay(duel.state.pool, replace(duel.record, first=first))


@pytest.mark.parametrize("answer", [(-1,), (-1, 9), (-2, 0), (99,), (0.0,)])
def test_a_damaged_record_is_not_played(duel: Game, answer: Any) -> None:
    with pytest.raises(GameError):
        Game.replay(duel.state.pool, replace(duel.record, answers=(answer,)))


PARTS: Final[dict[str, Callable[[GameDeck], GameDeck]]] = {
    "in a main deck": lambda deck: replace(deck, main=deck.runes),
    "in a rune deck": lambda deck: replace(deck, runes=deck.main),
    "a battlefield of a deck": lambda deck: replace(deck, battlefields=deck.main[:3]),
    "a legend": lambda deck: replace(deck, legend=deck.runes[0]),
    "a chosen champion": lambda deck: replace(deck, champion=deck.runes[0]),
}


@pytest.mark.parametrize("part", PARTS)
def test_a_card_stands_in_the_part_of_a_deck_that_is_for_its_kind(duel: Game, part: str) -> None:
    deck = PARTS[part](duel.record.decks[0])
    with pytest.raises(GameError, match=f"cannot be {part}$"):
        Game.start(duel.state.pool, (deck, deck))


def test_a_token_is_in_no_deck(duel: Game) -> None:
    deck = replace(duel.record.decks[0], main=("Recruit",) * 40)
    with pytest.raises(GameError, match='"Recruit" cannot be in a main deck'):
        Game.start(duel.state.pool, (deck, deck))


def _one_team(data: dict[str, Any]) -> None:
    data["team"] = [0, 0]


def _nothing_under_way(data: dict[str, Any]) -> None:
    data["frames"] = []


@pytest.mark.parametrize(
    ("edit", "said"), [(_one_team, "all players are in one team"), (_nothing_under_way, "nothing is under way")]
)
def test_an_edited_save_that_could_not_go_on_is_refused(
    duel: Game, edit: Callable[[dict[str, Any]], None], said: str
) -> None:
    data = json.loads(json.dumps(duel.to_json()))
    edit(data)
    with pytest.raises(SaveError, match=said):
        Game.from_json(duel.state.pool, data)


def test_players_leave_at_any_question_and_the_game_goes_on() -> None:
    """A player leaves a game of three or four at each third question; whoever stays is asked next (CR 652)."""
    for seed, mode in ((1044, "ffa3"), (1117, "ffa4")):
        one = RandomGame(seed, mode=mode)
        for number in range(60):
            if one.game.decision is None:
                break
            if number % 3 == 0:
                other = one.game.clone()
                leaver = number // 3 % len(other.state.players)
                other.concede(leaver)
                for _ in range(20):
                    if other.decision is None:
                        break
                    assert other.decision.player != leaver
                    other.answer(list(range(other.decision.lo)))
            one.step()


def test_when_all_others_have_left_nothing_of_theirs_is_active_any_more() -> None:
    """The state of a game that a concession has ended holds all invariants, such as the index of active abilities."""
    for seed in range(40):
        one = RandomGame(seed, mode=("duel", "ffa3", "2v2")[seed % 3])
        for _ in range(30 + seed):
            if one.game.decision is not None:
                one.step()
        while one.game.decision is not None:
            one.game.concede(next(number for number, p in enumerate(one.game.state.players) if not p.gone))
        assert broken(one.game.state) == [], seed


def test_a_loaded_game_that_fails_later_says_so_and_a_started_one_fails_as_it_is(
    duel: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = Game.from_json(duel.state.pool, duel.to_json())

    def fails(*_: object) -> None:
        raise KeyError(7)

    monkeypatch.setattr("riftcheck.engine.game.submit", fails)
    with pytest.raises(SaveError, match=r"this game was loaded and cannot go on: .* \(KeyError: 7\)\."):
        loaded.answer([0])
    with pytest.raises(KeyError):
        duel.answer([0])


def _numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each number of a document."""
    if isinstance(value, int):
        yield path
    elif isinstance(value, (dict, list)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(part, (*path, key))


def test_no_edited_save_fails_without_a_sentence() -> None:
    """One number of a save is another one: it is refused as it is read, or the game goes on, or says that it cannot."""
    refused = 0
    for seed in range(2000, 2010):
        one, rng = RandomGame(seed), random.Random(seed)
        for _ in range(rng.randrange(3, 120)):
            if one.game.decision is not None:
                one.step()
        text = json.dumps(one.game.to_json())
        paths = [path for path in _numbers(json.loads(text)) if path[0] not in ("log", "format", "names")]
        for path in rng.sample(paths, 20):
            data = part = json.loads(text)
            for key in path[:-1]:
                part = part[key]
            part[path[-1]] = rng.choice((-1, 0, 1, 2, 7, 40, part[path[-1]] + 1, part[path[-1]] - 1))
            try:
                _play_on(Game.from_json(one.game.state.pool, data), rng)
            except SaveError:
                refused += 1
    assert refused > 20


def test_a_save_with_a_unit_of_nobody_is_refused() -> None:
    """Nobody would contest where it stands, and a showdown there would begin again and again (CR 190)."""
    one = RandomGame(7, mode="duel")
    while not any(o.d.types & w.UNIT for o in one.game.state.board.values()):
        one.step()
    game = Game.from_json(one.game.state.pool, one.game.to_json())
    unit = next(o for o in game.state.board.values() if o.d.types & w.UNIT)
    unit.controller = w.NOBODY
    with pytest.raises(SaveError, match=rf"object {unit.id} has no controller"):
        Game.from_json(game.state.pool, game.to_json())


def _play_on(game: Game, rng: random.Random) -> None:
    for _ in range(25):
        decision = game.decision
        if decision is None:
            return
        for seat in (None, *range(len(game.state.players))):
            game.view(seat)
        count = rng.randint(decision.lo, min(decision.hi, len(decision.options)))
        game.answer(rng.sample(range(len(decision.options)), count))
