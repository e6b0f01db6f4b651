"""The memory of a server over some thousand requests; `python -m drills memory` sends more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drills.service.memory import memory_over

if TYPE_CHECKING:
    from pathlib import Path

WARM, REQUESTS = 1000, 2500
MARGIN = 8  # megabytes; a leak of six kilobytes a request is more


def test_the_memory_of_a_server_does_not_grow(tmp_path: Path) -> None:
    found, faults = memory_over(tmp_path, WARM, REQUESTS)
    assert faults == []
    assert sum(found["answers"].values()) == WARM + REQUESTS
    held = list(found["megabytes_by_requests"].values())
    assert held[-1] - held[2] < MARGIN, found
