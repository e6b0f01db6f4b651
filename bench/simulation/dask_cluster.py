"""A Dask cluster of processes of this machine, which can be killed one by one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from bench.processes import wait_until

if TYPE_CHECKING:
    import random

_ROOT: Final = Path(__file__).parents[2]
_SCHEDULER: Final = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
_WORKER: Final = ("--nthreads", "1", "--no-dashboard", "--memory-limit", "0", "--no-nanny")


class Logged:
    """A process of the cluster with its log."""

    def __init__(self, folder: Path, name: str, *args: str) -> None:
        self._log = folder / f"{name}.log"
        environment = os.environ | {"DASK_CONFIG": str(folder)}
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *args], stdout=log, stderr=log, env=environment, cwd=_ROOT
            )

    def log(self) -> str:
        """Return what it has logged so far."""
        return self._log.read_text("utf-8", "replace")

    def kill(self) -> None:
        """Kill it by SIGKILL, and wait until it has ended."""
        self.process.kill()
        self.process.wait()


class LocalCluster:
    """A scheduler and its workers, of one thread each, with their logs in a folder; all are killed at the end."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._folder = folder
        self._started = 0
        self.scheduler = Logged(folder, "scheduler", *_SCHEDULER)
        self.workers: list[Logged] = []
        try:
            wait_until(self._address_in_log, self.scheduler.process)
            self.address = self._address_in_log()
            for _ in range(workers):
                self.add_worker()
            wait_until(lambda: len(self._joined()) == workers, self.scheduler.process)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def add_worker(self) -> None:
        """Start one more worker, without waiting until it has joined."""
        place = ("--local-directory", str(self._folder))
        name = f"worker-{self._started}"
        self._started += 1
        self.workers.append(Logged(self._folder, name, "distributed.cli.dask_worker", self.address, *_WORKER, *place))

    def kill_worker(self, rng: random.Random) -> bool:
        """Kill a worker that `rng` draws of those that have joined, and start another; tell whether there was one."""
        joined = self._joined()
        if not joined:
            return False
        victim = rng.choice(joined)
        self.workers.remove(victim)
        victim.kill()
        self.add_worker()
        return True

    def kill_scheduler(self) -> None:
        """Kill the scheduler; its workers are told by their connections that it is gone."""
        self.scheduler.kill()

    def close(self) -> None:
        """Kill every process of the cluster."""
        for one in (self.scheduler, *self.workers):
            one.kill()

    def _joined(self) -> list[Logged]:
        return [worker for worker in self.workers if "Registered to:" in worker.log()]

    def _address_in_log(self) -> str:
        found = re.search(r"Scheduler at: +(tcp://[\d.]+:\d+)\s", self.scheduler.log())
        return "" if found is None else found[1]
