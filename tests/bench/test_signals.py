"""The signal of an opponent: what it is, and that docs say what was found."""

from __future__ import annotations

import pytest

from bench import stored
from bench.simulation.signals import AT, signal
from riftcheck.goldfish.plan.presets import PASSIVE, preset_names
from tests.paths import ROOT


def test_a_signal_is_the_spread_of_lists_over_the_error_of_one() -> None:
    # Means of 5 and 6, each with a deviation of 1: the spread is 0.707, the error 1 / sqrt(1000).
    turns = [[4, 5, 6], [5, 6, 7]]
    assert signal(turns) == pytest.approx(0.5**0.5 * AT**0.5)
    assert signal([[4, 5, 6], [4, 5, 6]]) == 0


def test_the_docs_say_what_was_found() -> None:
    page = (ROOT / "docs" / "goldfish.md").read_text("utf-8").splitlines()
    found = stored.read()["signals"]["opponents"]
    assert tuple(found) == preset_names()
    for name, one in found.items():
        row = next(line for line in page if line.startswith(f"| `{name}` |") and line.count("|") == 5)
        assert row.endswith(f"| {one['signal']} |")
    assert max(found, key=lambda name: found[name]["signal"]) == PASSIVE
