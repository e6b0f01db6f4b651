"""The benchmarks of engine and goldfish on a few games: what is measured is the work that it is said to be."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from bench import engine, interpreter, measure
from bench.simulation import curves, endurance, goldfish, throughput
from riftcheck.goldfish.execution.executors import in_process_executor
from riftcheck.goldfish.execution.jobs import PartialResult
from riftcheck.goldfish.execution.runner import CHUNK_GAMES, run_job

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb import CardDatabase


def rate_once(work: Callable[[], int]) -> dict[str, float]:
    """Stand in for `measure.rate`: the work is done once, in a second."""
    return dict.fromkeys(("per_second", "per_cpu_second"), float(work()))


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure each rate by doing the work once."""
    monkeypatch.setattr(measure, "rate", rate_once)


@pytest.mark.usefixtures("once")
def test_goldfish_games_are_measured_alone_and_counted() -> None:
    found = goldfish.run()
    assert found.keys() == {"passive", "two_greedy"}
    for kind, figures in found.items():
        assert figures["games"]["per_cpu_second"] == 1
        assert figures["run"]["per_cpu_second"] == CHUNK_GAMES
        assert figures["aim"] == goldfish.AIMS[interpreter.build()][kind]


def test_the_games_of_a_run_are_counted_as_the_program_counts_them(db: CardDatabase) -> None:
    job = goldfish.job("passive")
    counted = PartialResult.of(job, 0, 0)
    play = goldfish.counted_games("passive", counted)
    assert (play(), play()) == (CHUNK_GAMES, CHUNK_GAMES)
    assert counted.to_json() == run_job(job, 2 * CHUNK_GAMES, in_process_executor(db)).result.to_json()


@pytest.mark.usefixtures("once")
@pytest.mark.parametrize("riftcheck", ["interpreted", "compiled"])
def test_calls_and_aims_are_those_of_the_build(riftcheck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = riftcheck == "compiled"
    monkeypatch.setattr(interpreter, "checked_build", lambda: riftcheck)
    monkeypatch.setattr(interpreter, "optimisations", list)
    monkeypatch.setattr(goldfish, "calls", lambda _kind: 10_000.0)
    monkeypatch.setattr(engine, "calls", lambda _kind: 20_000.0)
    passive, units = goldfish.run()["passive"], engine.run()["keyword_units"]
    promised = (passive["calls_a_game"], passive["at_least"], passive["aim"])
    assert promised == ((None, None, 3300) if compiled else (10_000.0, 300, 550))
    assert units["calls_a_game"] == (None if compiled else 20_000.0)
    assert units["aims"] == ({"decisions_per_cpu_second": 150_000, "clone_us": 5} if compiled else {"clone_us": 20})


@pytest.mark.usefixtures("once")
def test_a_decision_a_copy_and_a_save_of_the_engine_are_measured() -> None:
    for kind, figures in engine.run().items():
        decisions = engine.whole(kind, 0)
        assert figures["decisions"]["per_cpu_second"] == figures["decisions_a_game"] == decisions
        assert figures["games_per_second"] == figures["games_per_cpu_second"] == 1
        assert min(figures["clone_us"], figures["save_ms"], figures["load_ms"]) > 0


def test_the_curves_are_of_the_games_that_they_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in {"GAMES": 2, "WARM": 0, "FEW": 1}.items():
        monkeypatch.setattr(curves, name, few)
    monkeypatch.setattr(throughput, "by_processes", lambda processes: processes * 100.0)
    found = curves.run()
    scores = {point["victory_score"]: point["decisions_a_game"] for point in found["victory_score"]}
    assert list(scores) == [4, 8, 16, 24]
    assert sorted(scores.values()) == list(scores.values())
    assert [point["players"] for point in found["players"]] == ["2", "3", "4", "2v2"]
    assert found["players"][0]["decisions_a_game"] == scores[8]
    assert sum(point["decisions"] for point in found["objects"]) == 2 * scores[16]
    assert found["processes"] == [
        {"processes": 1, "games_per_second": 100.0},
        {"processes": 2, "games_per_second": 200.0},
    ]


def test_decisions_stand_by_the_objects_that_were_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in {"GAMES": 1, "FEW": 1}.items():
        monkeypatch.setattr(curves, name, few)
    s, rng = curves.start("duel", 0, curves.LONG), random.Random(0)
    boards: list[int] = []
    while s.waiting:
        boards.append(len(s.board))
        engine.answer(s, rng)
    expected = {f"{ten}-{ten + 9}": sum(ten <= size < ten + 10 for size in boards) for ten in range(0, 100, 10)}
    found = {point["objects"]: point["decisions"] for point in curves.by_objects()}
    assert found == {objects: decisions for objects, decisions in expected.items() if decisions}


@pytest.mark.parametrize(("mode", "players"), [("duel", 2), ("ffa3", 3), ("ffa4", 4), ("2v2", 4)])
def test_a_curve_starts_games_of_its_players_and_victory_score(mode: str, players: int) -> None:
    s = curves.start(mode, 3, 5)
    assert (len(s.players), s.victory) == (players, 5)


def test_one_process_two_and_two_workers_of_dask_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endurance, "ROUNDS", 1)
    monkeypatch.setattr(endurance, "GAMES", 100)
    monkeypatch.setattr(throughput, "SECONDS", 0.0)
    monkeypatch.setattr(throughput, "AHEAD", 1)
    found: dict[str, Any] = endurance.run()
    (each,) = found["processes"]["rounds"]
    assert min(each["one"], each["two"], each["two_dask_workers"]) > 0
    assert (found["processes"]["ratio"], found["processes"]["dask_ratio"]) == (each["ratio"], each["dask_ratio"])
    assert each["ratio"] == pytest.approx(each["two"] / each["one"], abs=0.02)
    assert each["dask_ratio"] == pytest.approx(each["two_dask_workers"] / each["one"], abs=0.02)
    assert found["lasting"]["games"] == 100
    assert max(found["lasting"]["megabytes_by_games"]) == 100
