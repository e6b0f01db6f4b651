"""The rounds of an elimination, played over an executor of chunks: each a job of the base and the arms still in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from riftcheck.goldfish.execution.executors import ExecutorFailedError
from riftcheck.goldfish.execution.jobs import Job, PartialResult
from riftcheck.goldfish.execution.runner import JobOutcome, StopRunError, run_job
from riftcheck.goldfish.simulation.game_rows import GameRows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riftcheck.goldfish.execution.executors import ChunkExecutor
    from riftcheck.goldfish.studies.elimination import Elimination, Round


def play_elimination(
    job: Job,
    race: Elimination,
    executor: ChunkExecutor,
    *,
    chunk: int | None = None,
    counted: Sequence[PartialResult] = (),
    on_part: Callable[[PartialResult], None] | None = None,
    progress: Callable[[PartialResult], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
    poll: Callable[[], None] | None = None,
) -> JobOutcome:
    """Play the rounds of a race and return the outcome: the rows of all runs, an arm's up to where it left.

    The first run of the job is the base, the others are the arms. The options are those of `runner.run_job`; all
    partial results have the rows of every run, empty for an arm that did not play. `chunk` is the games of each run.

    :raises ExecutorFailedError: and all else that `runner.run_job` raises.
    """
    found = PartialResult.of(job, 0, 0)
    stopped = False
    failure: ExecutorFailedError | None = None
    try:
        while not (ranking := race.ranking(found.rows[0], found.rows[1:])).over:
            one = race.rounds[ranking.played]
            places = (0, *(arm + 1 for arm in ranking.playing))
            widen = partial(_widened, job, places)
            played = run_job(
                Job(tuple(job.runs[place] for place in places), rows=True),
                one.stop,
                executor,
                start=one.start,
                chunk=chunk,
                counted=[_narrowed(part, one.start, one.stop, places) for part in counted if _meets(part, one)],
                on_part=_after(widen, on_part),
                progress=_after(partial(_all_so_far, found, widen), progress),
                should_stop=should_stop,
                poll=poll,
            )
            found = _joined(found, widen(played.result))
            if played.stopped:
                stopped, failure = True, played.failure
                break
    except (KeyboardInterrupt, StopRunError):
        stopped = True
    except ExecutorFailedError as error:
        if not found.stop:
            raise
        stopped, failure = True, error
    return JobOutcome(found, race.budget, stopped, failure)


def games_played(part: PartialResult) -> int:
    """Return the games of all runs together."""
    return sum(len(rows.by_index) for rows in part.rows)


def _meets(part: PartialResult, one: Round) -> bool:
    return part.start < one.stop and part.stop > one.start


def _narrowed(part: PartialResult, start: int, stop: int, places: Sequence[int]) -> PartialResult:
    """Return the games from `start` on to before `stop` of a partial result, of the runs at these places alone."""
    start, stop = max(start, part.start), min(stop, part.stop)
    return PartialResult(start, stop, rows=[_range(part.rows[place], start, stop) for place in places])


def _range(rows: GameRows, start: int, stop: int) -> GameRows:
    kept = {index: row for index, row in rows.by_index.items() if start <= index < stop}
    return GameRows(rows.turns, rows.victory, kept)


def _after(
    change: Callable[[PartialResult], PartialResult], call: Callable[[PartialResult], None] | None
) -> Callable[[PartialResult], None] | None:
    """Return a callback that is given a partial result changed; None where there is none."""
    return None if call is None else lambda part: call(change(part))


def _all_so_far(
    before: PartialResult, widen: Callable[[PartialResult], PartialResult], part: PartialResult
) -> PartialResult:
    return _joined(before, widen(part))


def _widened(job: Job, places: Sequence[int], part: PartialResult) -> PartialResult:
    """Return a partial result of the runs at these places as one of all runs of a job."""
    whole = PartialResult.of(job, part.start, part.stop)
    for place, rows in zip(places, part.rows, strict=True):
        whole.rows[place] = rows
    return whole


def _joined(before: PartialResult, after: PartialResult) -> PartialResult:
    """Return two partial results as one, and leave both as they are."""
    whole = PartialResult(
        before.start,
        before.stop,
        rows=[GameRows(rows.turns, rows.victory, dict(rows.by_index)) for rows in before.rows],
    )
    whole.add(after)
    return whole
