"""Snapshot load, and the cold start of a process until its application can answer."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from bench import measure
from riftcheck import carddb

_WORKER = "from riftcheck.api.app import create_app; create_app().test_client().get('/readyz')"


def run() -> dict[str, Any]:
    """Return the times of loading from the snapshot, and of whole processes."""
    carddb.load()
    loads = [measure.timed(carddb.load) for _ in range(50)]
    command = [sys.executable, "-c", _WORKER]
    quiet = os.environ | {"RIFTCHECK_LOG": "warning"}
    subprocess.run(command, check=True, env=quiet)
    starts = [measure.timed(lambda: subprocess.run(command, check=True, env=quiet)) for _ in range(10)]
    bare = [measure.timed(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True)) for _ in range(10)]
    return {
        "snapshot_load": measure.percentiles(loads),
        "cold_start_of_a_worker": measure.percentiles(starts),
        "python_alone": measure.percentiles(bare),
    }
