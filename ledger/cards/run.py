"""Playing many games in few processes, with what is done kept, so that a run that was stopped goes on."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import sys
import zlib
from typing import TYPE_CHECKING, Final

from ledger.cards.figures import FIGURES_FILE, Figures, figures_from, figures_text
from ledger.cards.games import game_runner
from ledger.numbers import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Task = tuple[int, int, Path]

GAMES: Final = 9000
# How many times as many are played at most.
MOST: Final = 3
PROCESSES: Final = 2
CHUNK: Final = 20
MORE: Final = 100
NICE: Final = 10
PARTS: Final = ROOT / "build/cards-played"
# What decides how a game goes: with any of it changed, games are played anew.
DECIDING: Final = ("carddb", "decks", "engine", "ledger/cards", "validator")


def fingerprint(root: Path = ROOT, folders: tuple[str, ...] = DECIDING) -> str:
    """Return eight letters that change with the code and the cards."""
    number = 0
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".yaml"):
                number = zlib.crc32(path.read_bytes(), zlib.crc32(path.relative_to(root).as_posix().encode(), number))
    return f"{number:08x}"


def run(
    games: int = GAMES,
    processes: int = PROCESSES,
    target: Path = FIGURES_FILE,
    parts: Path = PARTS,
    wanting: Callable[[Figures], bool] | None = None,
) -> Figures:
    """Play the games of the seeds from 0 on, write the data file and return the figures.

    As long as `wanting` says that something is still to be seen, some more are played, at most `MOST` times as many in
    all. What was played before with the same code and cards is taken from `parts`, which is emptied at the end.
    """
    folder = parts / fingerprint()
    folder.mkdir(parents=True, exist_ok=True)
    figures = Figures()
    with multiprocessing.get_context("spawn").Pool(processes, initializer=os.nice, initargs=(NICE,)) as workers:
        tasks = _tasks(folder, 0, games)
        while tasks:
            missing = [task for task in tasks if not task[2].exists()]
            for number, start in enumerate(workers.imap_unordered(_chunk, missing), 1):
                sys.stderr.write(f"part {number} of {len(missing)} played: games from {start}\n")
            for _, _, file in tasks:
                figures.add(figures_from(json.loads(file.read_text("utf-8"))))
            more = min(MORE, MOST * games - figures.games) if wanting is not None and wanting(figures) else 0
            tasks = _tasks(folder, figures.games, more)
    target.write_text(figures_text(figures), "utf-8")
    shutil.rmtree(parts)
    return figures


def _tasks(folder: Path, first: int, games: int) -> list[Task]:
    """Return the parts of a run: the first seed, how many games, and the file of their figures."""
    sizes = [(start, min(CHUNK, first + games - start)) for start in range(first, first + games, CHUNK)]
    return [(start, count, folder / f"{start:05}-{count}.json") for start, count in sizes]


def _chunk(task: Task) -> int:
    start, count, file = task
    figures = Figures()
    for seed in range(start, start + count):
        figures.add(game_runner().play(seed))
    half = file.with_suffix(".part")
    half.write_text(figures_text(figures), "utf-8")
    half.rename(file)
    return start
