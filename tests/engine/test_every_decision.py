"""At every decision of games played at random: saving, loading, looking, describing and dealing anew change nothing."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from drills.random_games import RandomGame, digest
from riftcheck.engine.display.descriptions import decision_words, describe_board, event_words, option_keys, option_words
from riftcheck.engine.display.redeal import redeal
from riftcheck.engine.display.view import view
from riftcheck.engine.flow.loop import advance
from riftcheck.engine.flow.setup import MODES, SeatDeck, new_state
from riftcheck.engine.game import Game
from riftcheck.engine.model.rules_version import LATEST, V1_0, RulesVersion
from riftcheck.engine.storage.save import checksum, dump, load
from tests.engine.hand_built import SPELLS, UNITS, make_pool

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State

POOL = make_pool()
MOST = 150


def seat() -> SeatDeck:
    number = POOL.by_name
    return SeatDeck(
        main=tuple(number[name] for name in (*UNITS, "Rope", *SPELLS) * 7),
        runes=(number["Fury Rune"], number["Calm Rune"]) * 6,
        battlefields=(number["Old Mill"], number["New Mill"]),
        legend=number["The Miller"],
        champion=number["Pebble Golem"],
    )


def start(mode: str, rules: RulesVersion, seed: int) -> State:
    s = new_state(POOL, rules, MODES[mode], [seat() for _ in range(MODES[mode].players)], seed)
    s.log = []
    s.auto_pay = seed % 2 == 0
    s.ask_all = seed % 3 == 0
    advance(s)
    return s


def answer(s: State, rng: random.Random) -> list[int]:
    d = s.decision
    assert d is not None
    count = rng.randint(d.lo, min(d.hi, len(d.options)))
    return sorted(rng.sample(range(len(d.options)), count))


def give(s: State, indices: list[int]) -> None:
    s.answer = indices[:]
    s.waiting = False
    advance(s)


def look(s: State) -> list[object]:
    eyes = (None, *range(len(s.players)))
    keys = option_keys(s)
    d = s.decision
    assert d is not None
    assert len(set(keys)) == len(d.options)
    assert all(option_words(s, option) for option in d.options)
    assert decision_words(s)
    for eye in eyes:
        assert all(len(line) <= 80 for line in describe_board(s, eye))
    return [view(s, eye) for eye in eyes]


@pytest.mark.parametrize(
    ("mode", "rules", "seed"),
    [
        ("duel", LATEST, 0),
        ("match", LATEST, 1),
        ("duel", V1_0, 2),
        ("2v2", LATEST, 3),
        ("ffa3", LATEST, 4),
        ("ffa4", LATEST, 5),
    ],
)
def test_nothing_changes_the_game(mode: str, rules: RulesVersion, seed: int) -> None:
    rng = random.Random(seed)
    s = start(mode, rules, seed)
    for number in range(MOST):
        if s.winner >= 0:
            break
        document = dump(s)
        before = checksum(s)
        loaded = load(POOL, json.loads(json.dumps(document)))
        seen = look(s)
        assert look(loaded) == seen
        assert dump(s) == document == dump(loaded) == dump(s.clone())
        for eye in (None, *range(len(s.players))):
            dealt = redeal(s, eye, number)
            assert view(dealt, eye) == seen[0 if eye is None else eye + 1]
        assert checksum(s) == before == checksum(loaded)
        chosen = answer(s, rng)
        give(s, chosen)
        give(loaded, chosen)
        assert dump(loaded) == dump(s)
    assert number > 20
    assert s.log
    for event in s.log:
        assert all(event_words(s, event, eye) for eye in (None, 0, -2))


@pytest.mark.parametrize("seed", range(4))
def test_a_game_dealt_anew_can_be_played_on(seed: int) -> None:
    rng = random.Random(seed)
    s = start("duel", LATEST, seed)
    for number in range(60):
        if s.winner >= 0:
            break
        d = s.decision
        assert d is not None
        if number % 6 == 0:
            dealt = redeal(s, d.player, number)
            for _ in range(40):
                if dealt.winner >= 0:
                    break
                give(dealt, answer(dealt, rng))
            assert dump(load(POOL, dump(dealt))) == dump(dealt)
        give(s, answer(s, rng))


@pytest.mark.parametrize("mode", ["duel", "ffa3", "2v2"])
def test_saving_at_every_decision_of_a_real_game_changes_nothing(mode: str) -> None:
    """One game goes on by itself; the other is saved and loaded again before each answer."""
    one = RandomGame(60, LATEST, mode)
    pool = one.game.state.pool
    other = Game.from_json(pool, one.game.to_json())
    while one.game.decision is not None:
        document = one.game.to_json()
        other = Game.from_json(pool, json.loads(json.dumps(other.to_json())))
        assert other.to_json() == document
        d = one.game.decision
        assert other.decision is not None
        assert (other.decision.options, other.decision.lo, other.decision.hi) == (d.options, d.lo, d.hi)
        one.step()
        other.answer(one.game.answers[-1])
    assert one.played > 40
    assert checksum(other.state) == checksum(one.game.state)
    assert digest(other) == digest(one.game)
