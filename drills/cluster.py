"""A goldfish run over a Dask cluster whose workers are killed again and again: `python -m drills cluster`.

RIFTCHECK_CLUSTER_KILLS and RIFTCHECK_CLUSTER_GAMES kill and play more or less.

Workers are killed by SIGKILL while they play, at moments drawn at random, each followed by another. Once the scheduler
is killed: the run must end by saying so, and goes on over another cluster from the partial results that were kept, as
a job of the API does. The result must be, to the byte, that of processes of this machine that nobody killed.
"""

from __future__ import annotations

import os
import random
import secrets
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench.simulation.dask_cluster import LocalCluster
from bench.simulation.goldfish_runs import goldfish_request
from drills.undisturbed import undisturbed
from riftcheck import carddb
from riftcheck.goldfish.execution.cluster import cluster_executor
from riftcheck.goldfish.execution.runner import run_job
from riftcheck.goldfish.results.document import to_text
from riftcheck.goldfish.studies.request import Study

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.jobs import PartialResult
    from riftcheck.goldfish.execution.runner import JobOutcome
    from riftcheck.goldfish.studies.request import StudyRequest

KILLS: Final = int(os.environ.get("RIFTCHECK_CLUSTER_KILLS", "20"))
GAMES: Final = int(os.environ.get("RIFTCHECK_CLUSTER_GAMES", "20000"))
WORKERS: Final = 3


@dataclass(slots=True)
class Disturbed:
    """A request that is played while its cluster is killed.

    `moments`: the numbers of games at which a worker is killed, the next one last; `end`: that at which the scheduler
    is. `kills` counts the workers that were killed. `kept`: games of the partial results from which the run went on
    when the scheduler was gone; `told`: how it had ended.
    """

    request: StudyRequest
    rng: random.Random
    moments: list[int]
    end: int
    kills: int = 0
    kept: int = 0
    told: str = ""
    parts: list[PartialResult] = field(default_factory=list)

    def play(self, folder: Path) -> JobOutcome:
        """Play to the end over two clusters, the scheduler of the first of which is killed.

        :raises ClusterError: if the second one fails too.
        """
        first = self._play_on(folder / "first", self._kill_all_in_turn)
        if first.failure is not None:
            self.told = str(first.failure)
        self.kept = sum(part.stop - part.start for part in self.parts)
        return self._play_on(folder / "second", self._kill_workers).checked()

    def _play_on(self, folder: Path, disturb: Callable[[LocalCluster, int], None]) -> JobOutcome:
        folder.mkdir()
        counted = list(self.parts)
        cards = self.request.runs[0].data_version
        with (
            LocalCluster(folder, WORKERS) as cluster,
            cluster_executor(cluster.address, carddb.load_default, cards) as executor,
        ):
            return run_job(
                self.request.job,
                self.request.games,
                executor,
                counted=counted,
                on_part=self.parts.append,
                progress=lambda part: disturb(cluster, part.stop),
            )

    def _kill_workers(self, cluster: LocalCluster, games: int) -> None:
        while self.moments and self.moments[-1] <= games < self.request.games and cluster.kill_worker(self.rng):
            self.moments.pop()
            self.kills += 1

    def _kill_all_in_turn(self, cluster: LocalCluster, games: int) -> None:
        self._kill_workers(cluster, games)
        if games >= self.end:
            cluster.kill_scheduler()


def disturbed(request: StudyRequest, kills: int, rng: random.Random) -> Disturbed:
    """Return a request with the moments, drawn by `rng`, at which workers are killed; the scheduler is half-way."""
    moments = sorted((rng.randrange(1, request.games * 9 // 10) for _ in range(kills)), reverse=True)
    return Disturbed(request, rng, moments, request.games // 2)


def play_and_kill(request: StudyRequest, db: CardDatabase, kills: int, rng: random.Random) -> tuple[str, Disturbed]:
    """Return the text of the result of a request that is played while its cluster is killed, and what was killed."""
    study = Study(request, db)
    one = disturbed(request, kills, rng)
    with tempfile.TemporaryDirectory() as folder:
        return to_text(study.document(one.play(Path(folder)))), one


def run() -> dict[str, Any]:
    """Return what was killed, and that the result is that of a run that nobody disturbed.

    :raises SystemExit: if it is not.
    """
    db = carddb.load_default()
    request = goldfish_request(db, GAMES)
    seed = secrets.randbelow(10**9)
    begun = time.monotonic()
    text, one = play_and_kill(request, db, KILLS, random.Random(seed))
    seconds = time.monotonic() - begun
    same = text == undisturbed(request, db)
    if not same:
        raise SystemExit(f"cluster: the result of seed {seed} differs from that of an undisturbed run")
    return {
        "games": GAMES,
        "workers": WORKERS,
        "workers_killed": one.kills,
        "schedulers_killed": int(bool(one.told)),
        "games_kept_when_the_scheduler_was_killed": one.kept,
        "seed": seed,
        "seconds": round(seconds, 1),
        "same_result": same,
    }
