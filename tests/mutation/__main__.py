"""The mutants of the project: `python -m tests.mutation run`, `find` or `draw`, as docs/mutation.md says."""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.mutation.draw import draw
from tests.mutation.mutants import MUTATED, Mutant, read, write
from tests.mutation.run import Outcome, outcomes, unmutated
from tests.mutation.search import measure, tests_of

if TYPE_CHECKING:
    from collections.abc import Sequence

QUICK: Final = ("-m", "not slow", "--hypothesis-profile=quick")
EVERY: Final = ("--hypothesis-profile=default",)
SEEN: Final = Path("build") / "mutation"


def _slice(mutants: Sequence[Mutant], tests: dict[Mutant, list[str]], options: Sequence[str]) -> list[Outcome]:
    return list(outcomes(mutants, tests.__getitem__, options))


def _judge(tests: dict[Mutant, list[str]], options: Sequence[str]) -> dict[Mutant, str]:
    """Return which test killed each mutant, by as many processes as there are cores."""
    jobs = len(os.sched_getaffinity(0))
    mutants = list(tests)
    slices = [mutants[start::jobs] for start in range(jobs)]
    with ProcessPoolExecutor(jobs) as executor:
        done = executor.map(_slice, slices, [tests] * jobs, [options] * jobs)
        return {outcome.mutant: outcome.killed_by for part in done for outcome in part}


def run(places: Sequence[str]) -> int:
    """Run the test of each mutant, and name the mutants that it does not kill."""
    mutants = [mutant for mutant in _chosen(read(), places) if mutant.killed_by]
    failing = unmutated(sorted({mutant.killed_by for mutant in mutants}), EVERY)
    if failing:
        print(f"{failing} fails without any mutant: mend it, then run this again.")
        return 1
    quick = _judge({mutant: [mutant.killed_by] for mutant in mutants if not mutant.slow}, QUICK)
    slow = _judge({mutant: [mutant.killed_by] for mutant in mutants if mutant.slow}, EVERY)
    alive = [mutant for mutant, killed_by in (quick | slow).items() if not killed_by]
    print(f"{len(mutants) - len(alive)} of {len(mutants)} mutants are killed by the test that is named with them.")
    for mutant in alive:
        print(f"{mutant.killed_by} does not kill {mutant.name}")
    return 1 if alive else 0


def find(places: Sequence[str], tests: Sequence[str]) -> int:
    """Look for a test that kills each mutant that has none and no reason, first among the quick ones."""
    every = read()
    wanted = [mutant for mutant in _chosen(every, places) if not (mutant.killed_by or mutant.survives)]
    for slow, options in ((False, QUICK), (True, EVERY)):
        measure(SEEN, tests or ("tests",), options)
        killed = _judge(tests_of(wanted, SEEN), options)
        found = {m: replace(m, killed_by=test, slow=slow) for m, test in killed.items() if test}
        every = [found.get(mutant, mutant) for mutant in every]
        write(every)
        wanted = [mutant for mutant in wanted if mutant not in found]
    print(f"No test kills {len(wanted)} mutants; write why they survive, or a test:")
    for mutant in wanted:
        print(mutant.name)
    return 1 if wanted else 0


def draw_anew(places: Sequence[str]) -> int:
    """Draw the mutants of files or folders anew; those of others stay."""
    kept = [mutant for mutant in (read() if places else ()) if not _chosen([mutant], places)]
    count = {"count": len(read()) - len(kept)} if places else {}
    write([*kept, *draw(places or MUTATED, **count)])
    return 0


def _chosen(mutants: Sequence[Mutant], places: Sequence[str]) -> list[Mutant]:
    return [mutant for mutant in mutants if not places or mutant.file.startswith(tuple(places))]


def main() -> int:
    """Read the arguments and carry out the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("command", choices=("run", "find", "draw"))
    parser.add_argument("places", nargs="*", help="files or folders that are mutated; all unless given")
    parser.add_argument("--tests", nargs="*", default=(), help="find: where to look; all tests unless given")
    args = parser.parse_args()
    if args.command == "find":
        return find(args.places, args.tests)
    return run(args.places) if args.command == "run" else draw_anew(args.places)


if __name__ == "__main__":
    raise SystemExit(main())
