"""The counts that workers share: exact over processes, never too low, of one size, and free of dead holders."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from limits import RateLimitItemPerMinute
from limits.strategies import FixedWindowRateLimiter, SlidingWindowCounterRateLimiter

from riftcheck.api.limits.shared_counts import SETS, WAYS, SharedCounts
from tests.processes import PATIENCE
from tests.store.stores import FakeClock

MINUTE = 60


def test_so_many_a_window_and_no_more() -> None:
    clock = FakeClock()
    limiter = SlidingWindowCounterRateLimiter(SharedCounts(1, clock))
    item = RateLimitItemPerMinute(20)

    def hits(tries: int, caller: str = "a") -> int:
        return sum(limiter.hit(item, caller) for _ in range(tries))

    assert hits(50) == 20
    clock.now += 59.9
    assert hits(50) == 0  # a window begins with a caller's first request, so no minute's end doubles the limit
    assert hits(50, "b") == 20
    clock.now += 0.1 + 30
    assert hits(50) == 10  # half of the minute before still counts
    clock.now += 1000
    assert hits(50) == 20
    limiter.clear(item, "a")
    assert hits(50) == 20
    limiter.storage.reset()
    assert hits(50) == 20
    assert limiter.storage.check()


def test_what_is_left_and_when_there_is_more() -> None:
    clock = FakeClock()
    counts = SharedCounts(1, clock)
    assert counts.get_sliding_window("a", MINUTE) == (0, 0.0, 0, 120.0)
    for _ in range(3):
        assert counts.acquire_sliding_window_entry("a", 3, MINUTE)
    clock.now += 10
    assert counts.get_sliding_window("a", MINUTE) == (0, 0.0, 3, 110.0)
    clock.now += 60
    assert counts.get_sliding_window("a", MINUTE) == (3, 50.0, 0, 110.0)
    clock.now += 60
    assert counts.get_sliding_window("a", MINUTE)[0] == 0


def test_fixed_windows_are_refused() -> None:
    limiter = FixedWindowRateLimiter(SharedCounts(1))
    item = RateLimitItemPerMinute(20)
    for use in (limiter.hit, limiter.test, limiter.get_window_stats):
        with pytest.raises(NotImplementedError):
            use(item, "a")


def test_whoever_calls_the_memory_has_one_size() -> None:
    counts = SharedCounts()
    before = len(counts._memory)
    assert before == SETS * WAYS * 32 == 2 * 1024 * 1024
    for number in range(40_000):
        counts.acquire_sliding_window_entry(f"made up {number}", 600, MINUTE)
    assert len(counts._memory) == before
    assert [name for name, value in vars(counts).items() if isinstance(value, (dict, list, set))] == []


def test_made_up_callers_wash_away_no_count() -> None:
    clock = FakeClock()
    counts = SharedCounts(1, clock)
    busy = [f"busy {number}" for number in range(WAYS // 2)]
    for caller in busy:
        for _ in range(20):
            assert counts.acquire_sliding_window_entry(caller, 20, MINUTE)
    for number in range(8 * 20):  # each of the eight other slots has as many requests as the limit lets through
        counts.acquire_sliding_window_entry(f"made up {number}", 20, MINUTE)
    assert [counts.acquire_sliding_window_entry(caller, 20, MINUTE) for caller in busy] == [False] * len(busy)
    assert not counts.acquire_sliding_window_entry("one more", 20, MINUTE)  # a set admits no more than its slots have
    clock.now += 2 * MINUTE
    assert counts.acquire_sliding_window_entry("one more", 20, MINUTE)


def test_a_refused_newcomer_takes_nobodys_slot() -> None:
    counts = SharedCounts(1, FakeClock())
    for number in range(WAYS):
        assert counts.acquire_sliding_window_entry(f"{number}", 1, MINUTE)
    assert not counts.acquire_sliding_window_entry("new", 1, MINUTE)
    assert [counts.get_sliding_window(f"{number}", MINUTE)[2] for number in range(WAYS)] == [1] * WAYS


def let_in(steps: list[tuple[int, int]], limit: int) -> list[tuple[str, float]]:
    """Return who was let in and when, of callers who ask one after another with tenths of seconds between."""
    clock = FakeClock()
    counts = SharedCounts(1, clock)
    found = []
    for caller, tenths in steps:
        clock.now += tenths / 10
        if counts.acquire_sliding_window_entry(f"{caller}", limit, MINUTE):
            found.append((f"{caller}", clock.now))
    return found


@given(st.lists(st.tuples(st.integers(1, WAYS), st.integers(0, 45)), max_size=300))
def test_each_caller_has_its_own_limit_while_there_are_slots(steps: list[tuple[int, int]]) -> None:
    found = let_in(steps, 5)
    for caller in {caller for caller, _ in found}:
        times = [at for one, at in found if one == caller]
        assert sum(at < times[0] + MINUTE for at in times) <= 5
        assert all(sum(first <= at < first + MINUTE for at in times) <= 10 for first in times)
    calls = Counter(caller for caller, _ in steps)
    assert all(sum(one == f"{caller}" for one, _ in found) == count for caller, count in calls.items() if count <= 5)


@given(st.lists(st.tuples(st.integers(1, 500), st.integers(0, 3)), min_size=100, max_size=300))
def test_as_many_callers_as_you_like_get_no_more_than_a_set_of_slots_has(steps: list[tuple[int, int]]) -> None:
    found = let_in(steps, 2)
    for _, first in found:
        assert sum(first <= at < first + MINUTE for _, at in found) <= 2 * 2 * WAYS


def test_the_counts_of_a_window_are_weighed_as_the_library_does() -> None:
    clock = FakeClock()
    limiter = SlidingWindowCounterRateLimiter(SharedCounts(1, clock))
    item = RateLimitItemPerMinute(10)
    for _ in range(7):
        limiter.hit(item, "a")
    clock.now += 75
    assert limiter.get_window_stats(item, "a").remaining == 10 - floor(7 * 45 / 60)
    assert limiter.test(item, "a")


def run(code: str) -> str:
    """Run code that forks in a process of its own, and return what it prints."""
    head = "import os, signal, sys\nfrom riftcheck.api.limits.shared_counts import SharedCounts\n"
    words = [sys.executable, "-c", head + code]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_processes_count_together_and_exactly() -> None:
    found = run("""if True:
        counts = SharedCounts(clock=lambda: 1000.0)
        read, write = os.pipe()
        for number in range(6):
            if os.fork() == 0:
                for _ in range(400):
                    for caller in "ab":
                        if counts.acquire_sliding_window_entry(caller, 200, 60):
                            os.write(write, caller.encode())
                os._exit(0)
        for number in range(6):
            os.wait()
        os.close(write)
        told = b""
        while chunk := os.read(read, 65536):
            told += chunk
        print(told.count(b"a"), told.count(b"b"), counts.get_sliding_window("a", 60)[2])
    """)
    assert found.split() == ["200", "200", "200"]


HOLDER = """if True:
    counts = SharedCounts(clock=lambda: 1000.0)
    counts._lock._patience = {patience}
    read, write = os.pipe()
    holder = os.fork()
    if holder == 0:
        with counts._lock.held() as mine:
            assert mine
            os.write(write, b"x")
            while True:
                signal.pause()
    os.close(write)
    assert os.read(read, 1), "it does not hold the lock"
    os.kill(holder, signal.{deed})
    if "{deed}" == "SIGKILL":
        os.waitpid(holder, 0)
    with counts._lock.held() as mine:
        print(mine)
    print(counts.acquire_sliding_window_entry("a", 1, 60))
    if "{deed}" == "SIGSTOP":
        os.kill(holder, signal.SIGKILL)
"""


def test_the_lock_of_a_killed_process_is_free() -> None:
    assert run(HOLDER.format(patience=PATIENCE, deed="SIGKILL")).split() == ["True", "True"]


def test_nobody_waits_for_a_process_that_was_stopped() -> None:
    assert run(HOLDER.format(patience=0.05, deed="SIGSTOP")).split() == ["False", "True"]
