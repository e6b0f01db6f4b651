"""The threads that answer requests: no caller holds all of them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api.server.listener import _caller
from riftcheck.api.server.threads import AnswerThreads
from tests.processes import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class StubChannel:
    """A connection whose request calls a function."""

    def __init__(self, caller: str, service: Callable[[], object]) -> None:
        self.caller = caller
        self.service = service


@pytest.fixture
def threads() -> Iterator[AnswerThreads]:
    made = AnswerThreads(4)
    yield made
    made.end(PATIENCE)


def test_a_caller_holds_half_of_the_threads_at_most(threads: AnswerThreads) -> None:
    begun, go, answered = threading.Semaphore(0), threading.Event(), threading.Semaphore(0)

    def wait() -> None:
        begun.release()
        assert go.wait(PATIENCE)
        answered.release()

    def add(caller: str, service: Any) -> None:
        threads.add_task(StubChannel(caller, service))  # type: ignore[arg-type]

    for _ in range(20):
        add("one", wait)
    for _ in range(2):
        assert begun.acquire(timeout=PATIENCE)
    for caller in ("two", "three", "two"):
        add(caller, answered.release)
        assert answered.acquire(timeout=PATIENCE), f"{caller} waited for another caller"
    assert not begun.acquire(blocking=False), "one caller has more than half of the threads"
    go.set()
    for _ in range(20):
        assert answered.acquire(timeout=PATIENCE)


def test_a_request_that_fails_takes_no_place_for_good(threads: AnswerThreads) -> None:
    answered = threading.Semaphore(0)

    def fail() -> None:
        raise RuntimeError

    for _ in range(9):
        threads.add_task(StubChannel("one", fail))  # type: ignore[arg-type]
    threads.add_task(StubChannel("one", answered.release))  # type: ignore[arg-type]
    assert answered.acquire(timeout=PATIENCE)


@pytest.mark.parametrize(
    ("address", "forwarded", "proxies", "name"),
    [
        ("192.0.2.1", None, 0, "address:192.0.2.1"),
        ("192.0.2.1", "198.51.100.7", 0, "address:192.0.2.1"),
        ("192.0.2.1", "198.51.100.7", 1, "address:198.51.100.7"),
        ("192.0.2.1", "203.0.113.9, 198.51.100.7", 1, "address:198.51.100.7"),
        ("192.0.2.1", "198.51.100.7, 192.0.2.8", 2, "address:198.51.100.7"),
        ("192.0.2.1", "198.51.100.7", 2, "address:192.0.2.1"),
        ("::ffff:192.0.2.1", None, 0, "address:192.0.2.1"),
        ("2001:db8::1", None, 0, "2001:db8::/48"),
        ("2001:db8:0:ffff::1", None, 0, "2001:db8::/48"),
        ("2001:db8:1::1", None, 0, "2001:db8:1::/48"),
    ],
)
def test_a_caller_is_who_the_trusted_proxies_say(address: str, forwarded: str | None, proxies: int, name: str) -> None:
    assert _caller(address, forwarded, proxies) == name
