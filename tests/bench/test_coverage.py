"""The study of coverage: made-up games, whose intervals hold what they should, and narrower ones, which do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench.simulation.coverage import Coverage, coverage, figures, holds, short_tallies, summary
from bench.simulation.goldfish_runs import goldfish_request
from riftcheck.goldfish.execution.executors import in_process_executor
from riftcheck.goldfish.execution.runner import run_job
from riftcheck.goldfish.results.document import result_document
from riftcheck.goldfish.stats import intervals
from riftcheck.goldfish.stats.tally import Tally
from tests.goldfish.made_up_games import ABOUT, made_up_game

if TYPE_CHECKING:
    import pytest

    from riftcheck.carddb import CardDatabase

RUNS, GAMES, LONG = 40, 40, 2000


def tally_of(first: int, games: int) -> Tally:
    tally = Tally()
    for index in range(first, first + games):
        tally.add(made_up_game(index))
    return tally


def test_nineteen_of_twenty_intervals_hold_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    long = tally_of(0, LONG)
    short = [tally_of(LONG + number * GAMES, GAMES) for number in range(RUNS)]

    def study() -> dict[str, Any]:
        return summary(coverage(result_document(long, ABOUT), (result_document(one, ABOUT) for one in short)))

    found = study()
    assert found["figures"] > 300
    assert 0.93 < found["held"] < 0.98
    monkeypatch.setattr(intervals, "Z", 1.0)  # two intervals of three, and some more where numbers are whole
    assert study()["held"] < 0.85


def test_a_short_run_is_a_piece_of_a_long_one(db: CardDatabase) -> None:
    job = goldfish_request(db, 9).job
    with in_process_executor(db) as executor:
        pieces = short_tallies(job, 3, 3, executor)
        whole = run_job(job, 9, executor).result.tallies[0]
    assert [piece.games for piece in pieces] == [3, 3, 3]
    merged = Tally()
    for piece in pieces:
        merged.merge(piece)
    assert merged.to_bytes() == whole.to_bytes()


def figure(value: float | None, low: float | None, high: float | None, n: int = 40) -> dict[str, Any]:
    return {"value": value, "low": low, "high": high, "n": n}


def test_an_open_interval_holds_what_was_never_reached() -> None:
    assert holds(figure(5, 4, 6), 6)
    assert not holds(figure(5, 4, 6), 6.1)
    assert not holds(figure(5, 4, 6), None)
    assert holds(figure(5, 4, None), None)
    assert holds(figure(5, 4, None), 100)


def test_what_is_counted_and_what_is_left_out() -> None:
    def document(value: float, high: float | None, **more: Any) -> dict[str, Any]:
        return {"all": {"score": {"won": figure(value, 0.4, 0.6), "sure": figure(1, 0.9, 1)}, **more}} | {
            "cards": [{"name": "Charm", "all": {"drawn": figure(value, None if high is None else 0, high)}}]
        }

    once = {"second": figure(2, 1, 3)}
    found = coverage(document(0.5, 0.45), [document(0.5, 0.45), document(0.7, None, **once), document(0.6, 0.45)])
    assert found == [Coverage(("all", "score", "won"), 3, 3)]
    assert dict(figures(document(0.5, 0.45))).keys() == {
        ("all", "score", "won"),
        ("all", "score", "sure"),
        ("cards", "Charm", "all", "drawn"),
    }
    told = summary([Coverage(("all", "score", "won"), 4, 3), Coverage(("cards", "Charm", "all", "drawn"), 4, 4)])
    assert told["held"] == 0.875
    assert (told["figures_held_in_90_of_100"], told["figures_held_in_less_than_85_of_100"]) == (0.5, 1)
    assert told["held_by_chapter"] == {"cards": 1, "score": 0.75}
    assert list(told["lowest"]) == ["all/score/won", "cards/Charm/all/drawn"]
