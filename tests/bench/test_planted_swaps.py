"""The planted swaps: what is stored is of the lists named, worth what was asked for, and found nine times in ten."""

from __future__ import annotations

import pytest

from bench import stored
from bench.simulation import planted_swaps
from bench.simulation.planted_swaps import CASES
from riftcheck import carddb
from riftcheck.goldfish.execution.executors import in_process_executor

WORTH = {"turns": (0.1, 0.2), "wins": (0.025, 0.04)}  # turns, or parts of the games


@pytest.mark.parametrize("name", list(CASES))
def test_the_swap_is_found_nine_times_in_ten(name: str) -> None:
    found = stored.read()["planted"]
    case = found["cases"][name]
    least, most = WORTH[name]
    assert least <= abs(case["worth"]["value"]) <= most
    swap = f"+1 {CASES[name].good}, -1 {CASES[name].bad}"
    hits = sum((one["first"], one["answer"]) == (swap, "better") for one in case["sweeps"])
    assert hits == case["found"] >= 0.9 * case["of"]
    assert len({one["seed"] for one in case["sweeps"]}) == case["of"]
    assert case["most_games"] == max(one["games"] for one in case["sweeps"]) <= found["budget"]


@pytest.mark.parametrize("name", list(CASES))
def test_a_case_is_measured_and_swept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for key, value in {"SEEDS": (3,), "GAMES": 1000, "WORTH_GAMES": 20}.items():
        monkeypatch.setattr(planted_swaps, key, value)
    db = carddb.load()
    planted = CASES[name]
    with in_process_executor(db) as executor:
        found = planted_swaps._case(planted, db, executor)
    assert found["of"] == len(found["sweeps"]) == 1
    assert 30 < found["changes"] < len(planted.pool) * 20
    assert 0 < found["most_games"] <= 1000
    base, mended = planted_swaps._runs(planted, db)
    assert sorted((*base.list.main, planted.good)) == sorted((*mended.list.main, planted.bad))
