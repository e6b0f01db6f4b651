"""The API over HTTP: two workers, and a C load generator beside them on the same cores."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from bench import calibration, lists
from bench.service.local_server import serving

_HERE = Path(__file__).parent
_SECONDS = "8"


def run() -> dict[str, Any]:
    """Return decks a second in batches of 100 and singly, and the latencies at a constant 300 a second."""
    load = _build()
    texts = lists.texts()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served:
        single, batch = Path(folder, "single.json"), Path(folder, "batch.json")
        options = {"format": "constructed", "date": "2026-11-21"}
        single.write_text(json.dumps({"deck": {"text": texts[0]}, **options}), "utf-8")
        hundred = [{"text": texts[number % len(texts)]} for number in range(100)]
        batch.write_text(json.dumps({"decks": hundred, **options}), "utf-8")

        def fire(path: str, body: Path, connections: int, per_second: int) -> dict[str, Any]:
            words = [load, str(served.port), path, str(body), str(connections), _SECONDS, str(per_second)]
            told: dict[str, Any] = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
            return told

        fire("/v1/decks/validate", single, 4, 0)
        batches = fire("/v1/decks/validate-batch", batch, 4, 0)
        found = {
            "batches_of_100": {**batches, "decks_per_second": round(batches["per_second"] * 100, 1)},
            "single_lists": fire("/v1/decks/validate", single, 8, 0),
            "single_lists_at_300_a_second": fire("/v1/decks/validate", single, 32, 300),
            "loops_per_second": round(calibration.per_second(), 2),
        }
    for name, told in found.items():
        if isinstance(told, dict) and (told["lost"] or told["good"] != told["requests"]):
            raise SystemExit(f"{name}: not every answer was 200: {told}")
    return found


def _build() -> str:
    program = _HERE / "build" / "load"
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise SystemExit("the HTTP benchmark needs a C compiler for bench/service/load.c")
    program.parent.mkdir(exist_ok=True)
    subprocess.run([compiler, "-O2", "-o", str(program), str(_HERE / "load.c")], check=True)
    return str(program)
