"""A small siege of a real server. `python -m drills siege` has more connections and measures time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.service.local_server import serving
from drills.service import caller, worst
from drills.service.siege import DEFAULTS, besiege, faults_of, most_expensive

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

ASKS = 3


def test_an_honest_client_is_served_during_a_siege(tmp_path: Path, db: CardDatabase) -> None:
    found = most_expensive(db, {request.name: 1.0 for request in worst.requests(db)})
    assert {"hand", "timeline", "parse", "/v1/cards"} <= found.keys()
    request = found["timeline"]
    data = caller.request(request.method, request.path, request.body, Connection="close")
    with serving(tmp_path, **DEFAULTS) as served:
        told = besiege(served, data, 0, 20, ASKS)
    assert told["honest_answers"] == {"health 200": ASKS, "validate 200": ASKS}
    assert told["attack_answers"].keys() <= {"200", "429", "503 and when to come again"}


def test_the_most_expensive_request_of_an_endpoint_is_sent(db: CardDatabase) -> None:
    cpu = {request.name: float(place) for place, request in enumerate(worst.requests(db))}
    found = most_expensive(db, cpu)
    for request in worst.requests(db):
        assert cpu[request.name] <= cpu[found[request.endpoint].name]


def test_each_exceeded_limit_is_reported() -> None:
    one = {
        "honest_answers": {"health 200": 9, "validate 503": 1},
        "honest": {"health": {"p99_ms": 200.0}, "validate": {"p99_ms": 499.9}},
    }
    assert faults_of({"cpu_ms": {"hand: a": 49.9, "hand: b": 50.0}, "endpoints": {"hand": one}}) == [
        "hand: b takes 50.0 ms of CPU; the limit is 50",
        "hand: validate 503",
        "hand: health took 200.0 ms at the 99th percentile; the limit is 200",
    ]
