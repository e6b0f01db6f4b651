"""Games at random that hold every invariant, for the tests and for `python -m drills games`.

A seed says all of a game: mode, rules, decks, options, how the players answer, who gives up.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import zlib
from functools import cache
from typing import TYPE_CHECKING, Final

from bench.random_decks import Drawer
from riftcheck import carddb
from riftcheck.engine.compile.pool import pool_of
from riftcheck.engine.game import Game
from riftcheck.engine.invariants import against_log, broken, unfinished, unseen
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.rules_version import LATEST, V1_0, V1_2, V1_4, V1_4_1, RulesVersion
from riftcheck.engine.storage.save import dump

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.definitions import Pool

SEATS: Final = {"duel": 2, "match": 2, "ffa3": 3, "ffa4": 4, "2v2": 4}
RULES: Final = (LATEST,) * 6 + (V1_4_1, V1_4, V1_2, V1_0)
LIMIT: Final = 6000
DUEL: Final = 2

# Every decision is held against `broken`; what costs more only at every so many.
LOG_STRIDE: Final = 8
VIEW_STRIDE: Final = 25
OFFER_STRIDE: Final = 12
SAVE_STRIDE: Final = 50


class BrokenGameError(AssertionError):
    """A game that broke: what is wrong, at which decision, and the command that plays it again."""


def games_asked(default: int) -> int:
    """Return how many games are to be played: RIFTCHECK_FUZZ_GAMES, or `default`."""
    return int(os.environ.get("RIFTCHECK_FUZZ_GAMES", default))


def first_seed() -> int:
    """Return the seed of the first game: RIFTCHECK_SEED, or one that is drawn."""
    return int(os.environ.get("RIFTCHECK_SEED") or secrets.randbelow(10**9))


def command(seed: int) -> str:
    """Return the command that plays the game of a seed again."""
    return f"RIFTCHECK_FUZZ_GAMES=1 RIFTCHECK_SEED={seed} python -m pytest tests/engine/test_self_play.py -k fresh"


@cache
def drawer() -> Drawer:
    """Return what draws decks from every card that can be played."""
    return Drawer(carddb.load().cards)


@cache
def pool(own_power_is_own: bool = True) -> Pool:
    """Return the shipped cards."""
    return pool_of(carddb.load(), own_power_is_own)


class RandomGame:
    """The game of a seed, which plays itself."""

    def __init__(self, seed: int, rules: RulesVersion | None = None, mode: str | None = None) -> None:
        self.seed = seed
        self.rng = rng = random.Random(seed)
        self.mode = mode or list(SEATS)[seed % len(SEATS)]
        drawn = rng.choice(RULES)
        self.rules = rules or (drawn if drawn.everyone_gets_priority or SEATS[self.mode] == DUEL else V1_2)
        # A player who likes to pass sees other games than one who acts whenever it is possible.
        self.patience = rng.choice((0.05, 0.4, 1.0))
        self.leaves_at = rng.randrange(20, 300) if rng.random() < 0.1 else -1
        self.played = 0
        self.game = Game.start(
            pool(self.rules.own_power_is_own),
            [drawer().deck(rng) for _ in range(SEATS[self.mode])],
            self.mode,
            seed,
            self.rules,
            log=True,
            ask_all=rng.random() < 0.15,
            auto_pay=rng.random() < 0.6,
        )

    def step(self) -> None:
        """Answer the open decision at random, or give up."""
        decision = self.game.decision
        assert decision is not None
        self.played += 1
        if self.played == self.leaves_at:
            self.leaves_at = -1
            self.game.concede(decision.player)
            return
        self.game.answer(self.choice(decision))

    def choice(self, decision: Decision) -> list[int]:
        """Return an answer at random."""
        rng, count = self.rng, len(decision.options)
        chosen = rng.sample(range(count), rng.randint(decision.lo, min(decision.hi, count)))
        idle = (w.O_PASS, w.O_END)
        if len(chosen) == 1 and decision.options[chosen[0]][0] in idle and rng.random() > self.patience:
            return [rng.randrange(count)]
        return chosen

    def play(self, most: int = LIMIT) -> None:
        """Play on without looking."""
        for _ in range(most):
            if self.game.decision is None:
                return
            self.step()

    def play_checked(self) -> None:
        """Play to the end with every check.

        :raises BrokenGameError: at the first thing that does not hold.
        """
        try:
            wrong = self._play_checked()
        except Exception as fault:
            raise BrokenGameError(self._told(repr(fault))) from fault
        if wrong:
            raise BrokenGameError(self._told("\n".join(wrong)))

    def _play_checked(self) -> list[str]:
        while self.game.decision is not None:
            wrong = self.faults()
            if wrong or self.played == LIMIT:
                return wrong or [f"no end after {LIMIT} decisions"]
            self.step()
        return [] if self.game.winner is not None else ["the game is over and has no winner"]

    def _told(self, wrong: str) -> str:
        return f"{self.mode} by {self.rules.name}, decision {self.played}: {wrong}\n{command(self.seed)}"

    def faults(self) -> list[str]:
        """Return what does not hold now; what costs much is asked now and then."""
        s = self.game.state
        wrong = broken(s)
        if self.played % LOG_STRIDE == 0:
            wrong += against_log(s)
        if self.played % VIEW_STRIDE == 0:
            wrong += unseen(s, self.seed)
        if self.played % OFFER_STRIDE == 0:
            wrong += unfinished(s, self.seed)
        if self.played % SAVE_STRIDE == 0:
            wrong += self._lost()
        return wrong

    def _lost(self) -> list[str]:
        """Return what saving and loading, or copying, changes."""
        game = self.game
        document = game.to_json()
        loaded = Game.from_json(game.state.pool, json.loads(json.dumps(document)))
        found = [] if loaded.to_json() == document else ["saving and loading changes the game"]
        return found if dump(game.state.clone()) == document else [*found, "a clone differs"]


def digest(game: Game, before: int = 0) -> int:
    """Return a number of everything that has happened in a game that keeps its log; `before` events are left out."""
    told = [
        (e.kind, e.player, e.subject, e.other, e.loc, e.origin, e.amount, e.item, e.snap is not None)
        for e in game.log[before:]
    ]
    return zlib.crc32(json.dumps(told).encode())
