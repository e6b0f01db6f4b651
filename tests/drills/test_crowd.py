"""Forty slow sockets and a heavy caller of each kind at a real server; `python -m drills crowd` also measures time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bench.service.local_server import UNLIMITED, serving
from drills.service.crowd import Honest, begin_story, besiege, faults_of, slow_answers
from drills.service.crowd_callers import SLOW, Crowd, heavy_orders, outcome

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

SOCKETS = 40  # more than the server has threads


async def in_a_crowd(port: int, db: CardDatabase) -> tuple[Honest, int, Crowd]:
    """Return an honest caller, how many slow sockets the server ended before it was answered first, and the crowd."""
    crowd, honest = Crowd(port), Honest(port)
    orders = heavy_orders(db, begin_story(port))
    crowd.add_slow(SOCKETS)
    crowd.add_heavy(len(orders), orders)
    await crowd.there.wait()
    await asyncio.to_thread(honest.ask, 2, 0)
    ended = crowd.ended.total()
    while crowd.answers.keys() != orders.keys():
        await asyncio.to_thread(honest.ask, 1, 0)
    await crowd.leave()
    return honest, ended, crowd


def test_an_honest_caller_is_answered_while_all_others_wait(tmp_path: Path, db: CardDatabase) -> None:
    with serving(tmp_path, **UNLIMITED) as served:
        honest, ended, crowd = asyncio.run(in_a_crowd(served.port, db))
        small = besiege(served, len(SLOW), 2, 2, 0)
    assert ended == 0, "an honest caller waited until the server had given a slow one up"
    assert honest.statuses.keys() == {"health 200", "validate 200"}
    assert faults_of({"honest_answers": honest.statuses, **crowd.to_json()}) == []
    assert faults_of(small) == []
    assert small["honest_answers"] == {"health 200": 2, "validate 200": 2}
    assert small["crowded"].keys() == small["alone"].keys() == {"health", "validate"}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "200"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok", "lost"),
        (b"HTTP/1.1 503 No\r\nContent-Length: 0\r\nRetry-After: 1\r\n\r\n", "503 and when to come again"),
        (b"HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n", "503"),
        (b"HTTP/1.1 200 OK\r\n", "lost"),
        (b"", "lost"),
    ],
)
def test_what_a_heavy_caller_was_answered(data: bytes, told: str) -> None:
    assert outcome(data) == told


def test_what_nobody_should_be_answered_is_told() -> None:
    found: dict[str, Any] = {
        "honest_answers": {"health 200": 9, "health 503": 1, "validate the connection ended": 1},
        "heavy": {"batch": {"200": 1, "503": 2}, "story": {"lost": 1, "503 and when to come again": 4}},
        "crowded": {"health": {"p99_ms": 199.9}, "validate": {"p99_ms": 500.0}},
    }
    assert faults_of(found) == [
        "an honest question: health 503",
        "an honest question: validate the connection ended",
        "batch: 503",
        "story: lost",
    ]
    assert slow_answers(found["crowded"]) == ["validate took 500.0 ms at the 99th percentile; the limit is 500"]
