"""Mirror play: two policies with the same list, over ten lists that were named before anything was measured.

They take turns to go first. The rate of games won has the interval of the goldfish.
"""

from __future__ import annotations

import os
from typing import Any, Final

from bench import lists
from bench.simulation.goldfish_runs import zones
from riftcheck import carddb
from riftcheck.goldfish.execution.executors import process_executor
from riftcheck.goldfish.execution.runner import run_job
from riftcheck.goldfish.plan.run import Opponent, Run, engine_version
from riftcheck.goldfish.policies import checked_options
from riftcheck.goldfish.studies.request import Study, StudyRequest

# Lists of nine legends, of 2025 and 2026.
LISTS: Final = ("002", "010", "016", "024", "042", "052", "062", "068", "072", "080")
# Who plays against whom, and how many games of each list.
PAIRS: Final = (
    ("planner", "greedy", int(os.environ.get("RIFTCHECK_MIRROR_GAMES", "1000"))),
    ("lookahead", "planner", int(os.environ.get("RIFTCHECK_MIRROR_LONG", "100"))),
)
SEED: Final = 11


def run() -> dict[str, Any]:
    """Return by list the legend, and for each pair of policies the games and the rate won by the first, in percent."""
    db = carddb.load()
    found: dict[str, Any] = {}
    with process_executor(carddb.load_default, os.cpu_count() or 1) as executor:
        for number in LISTS:
            listed = zones(db, lists.FOLDER / f"list-{number}.txt")
            found[number] = {"legend": listed.legend}
            for mine, theirs, games in PAIRS:
                one = Run(
                    listed,
                    Opponent("list", list=listed, policy=theirs, options=checked_options(theirs, {})),
                    policy=mine,
                    options=checked_options(mine, {}),
                    seed=SEED,
                    data_version=db.version,
                    engine_version=engine_version(),
                )
                study = Study(StudyRequest("goldfish", (one,), games), db)
                played = run_job(study.request.job, games, executor, enough=study.enough).checked()
                document = study.document(played)
                won = document["all"]["score"]["won"]
                rates = {key: round(100 * won[key], 1) for key in ("value", "low", "high")}
                found[number][f"{mine}_over_{theirs}"] = rates | {"games": games}
    return {"lists": found}
