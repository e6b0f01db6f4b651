"""Compression of responses: CPU time and size of each encoding and level. `api/compression.py` chooses one of each."""

from __future__ import annotations

import gzip
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import brotli
from flask_compress.compat import compression

from bench import measure
from bench.service.varied_lists import different
from riftcheck.api.app import create_app
from riftcheck.api.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

_ROUNDS: Final = 5  # the fastest counts
_LISTS: Final = 100
_ENCODERS: Final[dict[str, tuple[Callable[..., bytes], tuple[int, ...]]]] = {
    "zstd": (compression.zstd.compress, (3, 5, 7)),
    "br": (lambda data, level: brotli.compress(data, quality=level), (4, 5, 6)),
    "gzip": (gzip.compress, (4, 5, 6)),
}


def run() -> dict[str, Any]:
    """Return CPU time and size of each encoding of the bulk data, a page of cards, and reports of 1 and 100 decks."""
    client = create_app(settings=Settings(log_level="error")).test_client()
    decks = [{"text": text} for text in different(_LISTS)]
    bodies = {
        "bulk": client.get("/v1/bulk").data,
        "cards": client.get("/v1/cards?limit=100").data,
        "report": client.post("/v1/decks/validate", json={"deck": decks[0]}).data,
        "reports": client.post("/v1/decks/validate-batch", json={"decks": decks}).data,
    }
    return {name: {"bytes": len(data), **_encoded(data)} for name, data in bodies.items()}


def _encoded(data: bytes) -> dict[str, Any]:
    found = {}
    for name, (encode, levels) in _ENCODERS.items():
        for level in levels:
            work = partial(encode, data, level)
            seconds = min(measure.cpu_timed(work) for _ in range(_ROUNDS))
            found[f"{name} {level}"] = {"cpu_ms": round(seconds * 1000, 3), "bytes": len(work())}
    return found
