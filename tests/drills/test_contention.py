"""Verdicts beside a job that is played; `python -m drills contention` compares how long they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drills.service.contention import rounds_of

if TYPE_CHECKING:
    from pathlib import Path


def test_lists_are_judged_while_a_job_is_played(tmp_path: Path) -> None:
    (found,) = rounds_of(tmp_path, 1, 20)
    assert found["games"] > 0
    assert found["idle"].keys() == found["busy"].keys() == {"p50_ms", "p99_ms", "max_ms"}
