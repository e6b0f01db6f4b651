"""Games at random with every invariant: `python -m drills games`.

RIFTCHECK_FUZZ_GAMES plays more or fewer than 10,000, RIFTCHECK_SEED says from which seed. In all modes, by all rules
versions, with decks drawn from all that can be played; docs/engine.md says what is held after every answer.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from drills.random_games import BrokenGameError, RandomGame, first_seed, games_asked

if TYPE_CHECKING:
    from collections.abc import Iterable

GAMES: Final = 10_000
CHUNK: Final = 20


@dataclass(slots=True)
class Played:
    """The counts of some games: by mode and by rules version, their decisions, and what was told of each that broke."""

    modes: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    broken: list[str] = field(default_factory=list)

    def add(self, other: Played) -> None:
        """Add the counts of other games."""
        self.modes += other.modes
        self.rules += other.rules
        self.decisions += other.decisions
        self.broken += other.broken


def play(seeds: Iterable[int]) -> Played:
    """Play the game of each seed to its end with every check, and return the counts."""
    counts = Played()
    for seed in seeds:
        game = RandomGame(seed)
        try:
            game.play_checked()
        except BrokenGameError as fault:
            counts.broken.append(str(fault))
        counts.modes[game.mode] += 1
        counts.rules[game.rules.name] += 1
        counts.decisions += game.played
    return counts


def play_all(first: int, games: int, processes: int) -> Played:
    """Play the games of so many seeds from `first` on, in processes, and return the counts of all."""
    chunks = [range(start, min(start + CHUNK, first + games)) for start in range(first, first + games, CHUNK)]
    counts = Played()
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        for part in pool.map(play, chunks):
            counts.add(part)
    return counts


def run() -> dict[str, Any]:
    """Return how many games were played from which seed, in which modes, by which rules, and that none broke.

    :raises SystemExit: if one broke, with the command that plays it again.
    """
    first, games = first_seed(), games_asked(GAMES)
    counts = play_all(first, games, os.cpu_count() or 1)
    if counts.broken:
        raise SystemExit("\n\n".join([f"{len(counts.broken)} of {games} games broke", *counts.broken]))
    return {
        "games": counts.modes.total(),
        "first_seed": first,
        "decisions": counts.decisions,
        "modes": dict(sorted(counts.modes.items())),
        "rules": dict(sorted(counts.rules.items())),
        "broken": len(counts.broken),
    }
