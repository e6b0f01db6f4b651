"""Rates by the clock and by processor time, beside the two loops; here both clocks are driven by the work itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench import calibration, measure

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest


class DrivenClock:
    """Two clocks that the work moves: half of the time somebody else has the processor."""

    def __init__(self) -> None:
        self.wall = 100.0
        self.processor = 10.0

    def perf_counter(self) -> float:
        """Return the time."""
        return self.wall

    def process_time(self) -> float:
        """Return the processor time."""
        return self.processor

    def work(self) -> int:
        """Do five units in half a second of processor time."""
        self.wall += 1.0
        self.processor += 0.5
        return 5


def test_a_rate_is_told_by_the_clock_and_by_processor_time_unscaled(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = DrivenClock()
    loops: dict[Callable[[], int], float] = {calibration.loop: 100.0, calibration.game_loop: 1000.0}
    monkeypatch.setattr(measure, "time", clock)
    monkeypatch.setattr(calibration, "per_cpu_second", lambda work=calibration.loop: loops[work])
    assert measure.rate(clock.work, 3.0) == {
        "per_second": 5.0,
        "per_cpu_second": 10.0,
        "loops_per_cpu_second": 100.0,
        "game_loops_per_cpu_second": 1000.0,
        "ratio": 0.1,
        "game_ratio": 0.01,
    }
    assert clock.processor == 10.0 + 0.5 + 3.0, "once to warm up, and then for three seconds of processor time"


def test_what_one_call_takes_is_told_of_both_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = DrivenClock()
    monkeypatch.setattr(measure, "time", clock)
    assert measure.timed(clock.work) == 1.0
    assert measure.cpu_timed(clock.work) == 0.5


def test_the_loops_are_the_same_work_each_time() -> None:
    """Figures before and after a change of a loop cannot be compared."""
    assert (calibration.loop(), calibration.loop()) == (80200, 80200)
    assert (calibration.game_loop(), calibration.game_loop()) == (956, 956)


def test_a_loop_is_counted_for_as_long_as_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = DrivenClock()
    monkeypatch.setattr(calibration, "time", clock)
    assert calibration.per_cpu_second(clock.work, 2.0) == 2.0
    monkeypatch.setattr(calibration, "loop", clock.work)
    assert calibration.per_second(2.0) == 1.0
