"""How well each opponent tells lists apart: the spread between lists over the standard error of one, at 1,000 games.

The planner plays ten lists against each opponent by name; of a game the turn of the Victory Score is taken, the turn
after the last one where it was not reached. The greater the signal, the fewer games tell two lists apart.
"""

from __future__ import annotations

import os
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any, Final

from bench import lists
from bench.simulation.goldfish_runs import zones
from bench.simulation.mirrors import LISTS
from riftcheck import carddb
from riftcheck.goldfish.execution.executors import process_executor
from riftcheck.goldfish.execution.jobs import Job
from riftcheck.goldfish.execution.runner import run_job
from riftcheck.goldfish.plan.presets import opponent_named, preset_names
from riftcheck.goldfish.plan.run import Run, engine_version
from riftcheck.goldfish.policies import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.executors import ChunkExecutor

GAMES: Final = int(os.environ.get("RIFTCHECK_SIGNAL_GAMES", "1000"))
AT: Final = 1000  # games of the standard error
SEED: Final = 13


def run() -> dict[str, Any]:
    """Return for each opponent by name the signal, and of each list the mean turn of the Victory Score."""
    db = carddb.load()
    found: dict[str, Any] = {"games": GAMES, "opponents": {}}
    with process_executor(carddb.load_default, os.cpu_count() or 1) as executor:
        for name in preset_names():
            turns = {number: _turns(number, name, db, executor) for number in LISTS}
            found["opponents"][name] = {
                "signal": round(signal(list(turns.values())), 1),
                "turns": {number: round(mean(one), 2) for number, one in turns.items()},
            }
    return found


def signal(turns: Sequence[Sequence[int]]) -> float:
    """Return the standard deviation of the means of several lists over the mean standard error at 1,000 games."""
    errors = [stdev(one) / AT**0.5 for one in turns]
    return float(stdev([mean(one) for one in turns]) / mean(errors))


def _turns(number: str, name: str, db: CardDatabase, executor: ChunkExecutor) -> list[int]:
    """Return the turns of the Victory Score in the games of a list."""
    listed = zones(db, lists.FOLDER / f"list-{number}.txt")
    opponent = opponent_named(name)
    assert opponent is not None
    one = Run(
        listed, opponent, policy=DEFAULT, seed=SEED, data_version=db.version, engine_version=engine_version(), turns=20
    )
    rows = run_job(Job((one,), rows=True), GAMES, executor).checked().result.rows[0]
    return [row.turn for row in rows.by_index.values()]
