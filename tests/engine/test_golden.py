"""Games that were played once and are kept: the same answers must lead to the same events, forever.

Each file of `golden/` says what a game started from, every answer, and a checksum of everything that happened so far
after every sixteenth answer, so that a difference is found where it begins. The checksum is over the log, not over the
state: a new field of the state changes no golden game.

A golden game may be renewed where what happens in it was wrong by the rules, or a card in it is worded anew; the commit
says which. It may not be renewed to make a change pass that should not have been seen. To renew all:
`RIFTCHECK_GOLDEN=renew python -m pytest tests/engine/test_golden.py`.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from bench.random_decks import frozen
from drills.random_games import SEATS, digest, pool
from riftcheck.engine.game import Game, GameDeck
from riftcheck.engine.model.rules_version import VERSIONS

FOLDER: Final = Path(__file__).parent / "golden"
RENEW: Final = os.environ.get("RIFTCHECK_GOLDEN") == "renew"
STEP: Final = 16

# What each game is: mode, rules version, seed.
GAMES: Final = {
    "duel": ("duel", "1.4", 101),
    "duel-two": ("duel", "1.4", 102),
    "match": ("match", "1.4", 103),
    "ffa3": ("ffa3", "1.4", 104),
    "ffa4": ("ffa4", "1.4", 105),
    "2v2": ("2v2", "1.4", 106),
    "duel-1.2": ("duel", "1.2", 107),
    "duel-1.0": ("duel", "1.0", 108),
    "ffa3-1.2": ("ffa3", "1.2", 109),
}


def deck_written(deck: GameDeck) -> dict[str, Any]:
    return {
        "legend": deck.legend,
        "champion": deck.champion,
        "main": dict(Counter(deck.main)),
        "runes": dict(Counter(deck.runes)),
        "battlefields": list(deck.battlefields),
    }


def deck_read(data: dict[str, Any]) -> GameDeck:
    def names(counts: dict[str, int]) -> tuple[str, ...]:
        return tuple(name for name, count in counts.items() for _ in range(count))

    return GameDeck(
        names(data["main"]), names(data["runes"]), tuple(data["battlefields"]), data["legend"], data["champion"]
    )


def started(stored: dict[str, Any]) -> Game:
    rules = VERSIONS[stored["rules"]]
    decks = [deck_read(deck) for deck in stored["decks"]]
    return Game.start(pool(rules.own_power_is_own), decks, stored["mode"], stored["seed"], rules, log=True)


def write(name: str) -> None:
    """Play a game at random and store it."""
    mode, rules, seed = GAMES[name]
    rng = random.Random(seed)
    decks = [deck_written(deck) for deck in rng.sample(frozen(), SEATS[mode])]
    stored: dict[str, Any] = {"mode": mode, "rules": rules, "seed": seed, "decks": decks}
    game = started(stored)
    checks: list[str] = []
    while game.decision is not None:
        count = len(game.decision.options)
        game.answer(rng.sample(range(count), rng.randint(game.decision.lo, min(game.decision.hi, count))))
        if len(game.answers) % STEP == 0:
            checks.append(f"{digest(game):08x}")
    stored["answers"] = " ".join(",".join(map(str, answer)) or "-" for answer in game.answers)
    stored["checks"] = " ".join(checks)
    stored["end"] = {"winner": game.winner, "points": game.state.points, "turn": game.state.turn}
    (FOLDER / f"{name}.json").write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", "utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_goes_as_it_went(name: str) -> None:
    if RENEW:
        write(name)
    stored = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    checks = stored["checks"].split()
    game = started(stored)
    for number, text in enumerate(stored["answers"].split(), 1):
        game.answer([] if text == "-" else [int(part) for part in text.split(",")])
        if number % STEP == 0:
            expected = checks[number // STEP - 1]
            assert f"{digest(game):08x}" == expected, f"{name} differs between answers {number - STEP} and {number}"
    assert {"winner": game.winner, "points": game.state.points, "turn": game.state.turn} == stored["end"]


def test_every_golden_game_is_played() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(GAMES)


def test_another_answer_is_another_game() -> None:
    """What the checksums are worth: one answer that differs is seen."""
    stored = json.loads((FOLDER / "duel.json").read_text("utf-8"))
    game = started(stored)
    digests = set()
    assert game.decision is not None
    for index in range(len(game.decision.options)):
        other = game.clone()
        other.answer([index])
        for _ in range(STEP):
            if other.decision is not None:
                other.answer(range(other.decision.lo))
        digests.add(digest(other))
    assert len(digests) > 1
