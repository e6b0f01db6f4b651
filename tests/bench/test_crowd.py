"""Forty slow sockets and eight heavy callers at a real server; `python -m bench crowd` takes more, and the time."""

from __future__ import annotations

import pytest

from bench.service.crowd import faults_of, slow_answers
from bench.service.crowd_callers import outcome

SOCKETS = 40  # more than the server has threads
HEAVY = 8


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
    found = {
        "honest_answers": {"health 200": 9, "health 503": 1, "validate the connection ended": 1},
        "heavy": {"batch": {"200": 1, "503": 2}, "story": {"lost": 1, "503 and when to come again": 4}},
        "crowded": {"health": {"p99_ms": 199.9}, "validate": {"p99_ms": 200.0}},
    }
    assert faults_of(found) == [
        "an honest question: health 503",
        "an honest question: validate the connection ended",
        "batch: 503",
        "story: lost",
    ]
    assert slow_answers(found) == ["validate took 200.0 ms at the 99th percentile, not under 200"]
