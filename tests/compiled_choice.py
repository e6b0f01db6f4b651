"""Choose the tests of the compiled build by the code that they run: `make compiled-tests` writes `compiled_tests.yaml`.

`python -m tests.compiled_choice measure NAME TESTS...` runs tests and stores in build/compiled-tests what each of them
runs of the modules that are compiled. `python -m tests.compiled_choice choose` chooses from all stored tests. The
chosen tests run every step from line to line that any test runs, at a low cost. Every line and every branch is part
of a step. Code that tests run in other processes is not measured.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from functools import cache, reduce
from heapq import heapify, heappop, heappush
from importlib import import_module
from operator import or_
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import coverage
import pytest
import yaml

from compilation.modules import riftcheck_group
from tests.paths import ROOT
from tests.speeds import COMPILED_FILE, cpu_seconds

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterable, Mapping, Sequence

FOLDER: Final = ROOT / "build" / "compiled-tests"
PACKAGE: Final = ROOT / "riftcheck"
# Tests that play other games in each run. They are measured, but a step that only they run is no reason to choose them.
RANDOM: Final = "engine/test_self_play.py::test_fresh_games"
LEAST: Final = 0.005  # seconds that each test costs, at least

OUTSIDE: Final = "outside"  # what is run by no test: the collection, and the end

Step = tuple[str, int, int]  # a module, a line, and the line that runs next


class Recorder:
    """The plugin that gives each test a context of coverage.py and notes its processor time."""

    def __init__(self, cov: coverage.Coverage) -> None:
        self.cov = cov
        self.seconds: dict[str, float] = {}
        self.random: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Measure a test, with what is set up for it and for the tests after it."""
        test = item.nodeid.removeprefix("tests/")
        before = cpu_seconds()
        self.cov.switch_context(test)
        try:
            return (yield)
        finally:
            self.cov.switch_context(OUTSIDE)
            self.seconds[test] = cpu_seconds() - before
            if item.get_closest_marker("hypothesis") is not None or test.startswith(RANDOM):
                self.random.append(test)


def measure(name: str, words: Sequence[str]) -> int:
    """Run tests by some words for pytest, store what they run under a name, and return the exit code of pytest."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    # The games at random are the same in each measurement.
    os.environ["RIFTCHECK_SEED"] = "0"
    cov = coverage.Coverage(
        data_file=FOLDER / f"{name}.coverage", branch=True, include=[*map(str, sources().values())], config_file=False
    )
    cov.erase()
    recorder = Recorder(cov)
    cov.start()
    for module in sources():
        import_module(f"riftcheck.{module.removesuffix('.py').replace('/', '.')}")
    cov.switch_context(OUTSIDE)
    options = ["-n", "0", "-p", "no:cacheprovider", "--hypothesis-profile=quick", "--hypothesis-seed=0"]
    code = pytest.main([*options, *words], plugins=[recorder])
    cov.stop()
    cov.save()
    noted = {"seconds": recorder.seconds, "random": recorder.random}
    (FOLDER / f"{name}.json").write_text(json.dumps(noted), "utf-8")
    return int(code)


class Steps:
    """The steps of tests: each step has a number, and the steps of a test are the bits of an integer."""

    def __init__(self) -> None:
        self.numbers: dict[Step, int] = {}
        self.imported = 0
        self.tests: dict[str, int] = {}

    def read(self, data: coverage.CoverageData, tests: Iterable[str]) -> None:
        """Add what is measured of some tests. What the import of the modules runs is kept apart."""
        modules = {str(path): module for module, path in sources().items()}
        measured = [(path, modules[path]) for path in data.measured_files() if path in modules]
        self.imported |= self._steps(data, measured, "")
        self.tests |= {test: self._steps(data, measured, test) & ~self.imported for test in tests}

    def _steps(self, data: coverage.CoverageData, measured: Sequence[tuple[str, str]], context: str) -> int:
        data.set_query_context(context)
        arcs = ((module, *arc) for path, module in measured for arc in data.arcs(path) or ())
        found = [self.numbers.setdefault(step, len(self.numbers)) for step in arcs]
        bits = bytearray(len(self.numbers) // 8 + 1)
        for number in found:
            bits[number // 8] |= 1 << number % 8
        return int.from_bytes(bits, "little")

    def together(self, tests: Iterable[str]) -> list[Step]:
        """Return the steps of some tests and of the imports."""
        bits = reduce(or_, (self.tests[test] for test in tests), self.imported)
        return [step for step, number in self.numbers.items() if bits >> number & 1]


def choose(steps: Mapping[str, int], seconds: Mapping[str, float]) -> list[str]:
    """Return tests that run every step which any test runs, in order of their names.

    The tests that alone run a step are chosen first. Others are chosen by the number of steps that they add for each
    second. In the end, each test is dropped whose steps the others run, the most expensive one first.
    """
    every, again = 0, 0
    for bits in steps.values():
        again |= every & bits
        every |= bits
    chosen = {test for test, bits in steps.items() if bits & every & ~again}
    missing = every & ~reduce(or_, (steps[test] for test in chosen), 0)

    def worth(test: str) -> float:
        return (steps[test] & missing).bit_count() / max(seconds[test], LEAST)

    # What a test adds only becomes less, so a test that is still worth as much as the next is the best.
    waiting = [(-worth(test), test) for test in steps]
    heapify(waiting)
    while missing:
        _, test = heappop(waiting)
        now = (-worth(test), test)
        if waiting and now > waiting[0]:
            heappush(waiting, now)
        else:
            chosen.add(test)
            missing &= ~steps[test]
    for test in sorted(chosen, key=lambda test: (-seconds[test], test)):
        if not steps[test] & ~reduce(or_, (steps[other] for other in chosen if other != test), 0):
            chosen.remove(test)
    return sorted(chosen)


def executed(steps: Iterable[Step]) -> dict[str, int]:
    """Return how many lines and branches of the compiled modules some steps have."""
    arcs: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for module, line, following in steps:
        arcs[str(sources()[module])].append((line, following))
    with TemporaryDirectory() as folder:
        data = coverage.CoverageData(f"{folder}/steps")
        data.add_arcs(arcs)
        data.close()
        cov = coverage.Coverage(data_file=f"{folder}/steps", branch=True, config_file=False)
        cov.load()
        cov.json_report(outfile=f"{folder}/report")
        totals = json.loads(Path(folder, "report").read_text("utf-8"))["totals"]
    return {"lines": totals["covered_lines"], "branches": totals["covered_branches"]}


def write() -> None:
    """Choose from all tests that are stored, and write the choice."""
    steps = Steps()
    seconds: dict[str, float] = {}
    random: set[str] = set()
    for path in sorted(FOLDER.glob("*.json")):
        noted = json.loads(path.read_text("utf-8"))
        data = coverage.CoverageData(str(path.with_suffix(".coverage")))
        data.read()
        steps.read(data, noted["seconds"])
        seconds |= noted["seconds"]
        random.update(noted["random"])
    COMPILED_FILE.write_text(yaml.safe_dump(document(steps, seconds, random), width=300, sort_keys=False), "utf-8")


def document(steps: Steps, seconds: Mapping[str, float], random: Collection[str]) -> dict[str, Any]:
    """Return the choice with what was measured, and the number of chosen tests that run each module."""
    steady = [test for test in steps.tests if test not in random]
    chosen = choose({test: steps.tests[test] for test in steady}, seconds)
    groups = {"all tests": list(steps.tests), "tests without random games": steady, "chosen tests": chosen}
    told = {
        name: {
            "tests": len(tests),
            "seconds": round(sum(seconds[test] for test in tests)),
            **executed(steps.together(tests)),
        }
        for name, tests in groups.items()
    }
    runs = dict.fromkeys(sources(), 0)
    for test in chosen:
        for module in {step[0] for step, number in steps.numbers.items() if steps.tests[test] >> number & 1}:
            runs[module] += 1
    return {"measured": told, "modules": runs, "tests": chosen}


@cache
def sources() -> dict[str, Path]:
    """Return the paths of the modules that are compiled, by their paths in the package."""
    return {module: (PACKAGE / module).resolve() for module in riftcheck_group(ROOT).modules}


if __name__ == "__main__":
    if sys.argv[1] == "measure":
        sys.exit(measure(sys.argv[2], sys.argv[3:]))
    write()
