"""The same seed and answers are the same game: in another process, in a copy, after saving, and played again."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from drills.random_games import SEATS, RandomGame, digest
from riftcheck.engine.game import Game
from riftcheck.engine.model.rules_version import LATEST, V1_0
from riftcheck.engine.storage.save import checksum
from tests.paths import ROOT

# Plays whole games and prints what they come to; what a set or a hash has a say in would differ between processes.
SCRIPT = """
import json, sys
from drills.random_games import RandomGame, digest
from riftcheck.engine.storage.save import checksum
told = []
for seed in range(20, 26):
    one = RandomGame(seed)
    one.play()
    told.append([one.played, checksum(one.game.state), digest(one.game), one.game.state.points])
print(json.dumps(told))
"""


def told_by_a_process(hash_seed: str) -> object:
    made = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(made.stdout)


def test_fresh_processes_with_other_hash_seeds_play_the_same_games() -> None:
    first = told_by_a_process("0")
    assert [told_by_a_process(seed) for seed in ("1", "54321")] == [first, first]


@pytest.mark.parametrize("seed", range(30, 35))
def test_a_game_played_again_is_the_same(seed: int) -> None:
    one = RandomGame(seed)
    one.play()
    again = Game.replay(one.game.state.pool, one.game.record, log=True)
    assert checksum(again.state) == checksum(one.game.state)
    assert digest(again) == digest(one.game)


@pytest.mark.parametrize("mode", SEATS)
def test_a_copy_and_a_loaded_game_go_the_same_way(mode: str) -> None:
    """From every twentieth decision on, to the end."""
    one = RandomGame(40, LATEST if mode != "match" else V1_0, mode)
    others: list[Game] = []
    while one.game.decision is not None:
        if one.played % 20 == 0:
            others += [
                one.game.clone(),
                Game.from_json(one.game.state.pool, json.loads(json.dumps(one.game.to_json()))),
            ]
        before = len(one.game.answers)
        one.step()
        for other in others:
            answer = one.game.answers[before]
            if answer and answer[0] < 0:
                other.concede(answer[1])
            else:
                other.answer(answer)
    assert len(others) > 4
    assert {checksum(other.state) for other in others} == {checksum(one.game.state)}
    assert {digest(other) for other in others} == {digest(one.game)}


def test_what_is_done_to_a_copy_does_not_touch_the_original() -> None:
    one = RandomGame(50, LATEST, "duel")
    one.play(30)
    before = checksum(one.game.state)
    copy = one.game.clone()
    while copy.decision is not None:
        copy.answer(range(copy.decision.lo))
    assert checksum(one.game.state) == before != checksum(copy.state)
