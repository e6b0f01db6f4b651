"""Which tests execute the line of a mutant, by a run of the tests that is measured once."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import coverage
import pytest

from tests.mutation.mutants import MUTATED, line_number
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.mutation.mutants import Mutant

SECONDS: Final = "RIFTCHECK_MUTATION_SECONDS"  # where the measured run writes how long each test took


class Measured:
    """The plugin that names the running test to coverage.py and notes how long each took."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seconds: defaultdict[str, float] = defaultdict(float)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> object:
        """Have what the test executes recorded under its name."""
        measuring = coverage.Coverage.current()
        if measuring is not None:
            measuring.switch_context(_function(item.nodeid))
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the time of a test, with what it sets up."""
        self.seconds[_function(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        """Write the times."""
        self.path.write_text(json.dumps(self.seconds), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Measure, where this module is loaded as a plugin (`-p tests.mutation.search`)."""
    if SECONDS in os.environ:
        config.pluginmanager.register(Measured(Path(os.environ[SECONDS])))


def _function(nodeid: str) -> str:
    return nodeid.partition("[")[0]


def measure(folder: Path, tests: Sequence[str], options: Sequence[str]) -> None:
    """Run tests and record which of them execute each line of what is mutated.

    :param folder: Where to write; `tests_of` reads it.
    :param tests: The tests, as pytest names them.
    :param options: Further options of pytest.
    """
    folder.mkdir(parents=True, exist_ok=True)
    include = ",".join(f"*/{place}/*" for place in MUTATED)
    subprocess.run(  # tests may fail: what they executed counts all the same
        [
            sys.executable, "-m", "coverage", "run", f"--include={include}", "-m", "pytest",
            "-p", "tests.mutation.search", "-q", "-n", "0", *options, *tests,
        ],
        cwd=ROOT,
        env=os.environ | {"COVERAGE_FILE": str(folder / "coverage"), SECONDS: str(folder / "seconds.json")},
        check=False,
    )  # fmt: skip


def tests_of(mutants: Sequence[Mutant], folder: Path) -> dict[Mutant, list[str]]:
    """Return the tests that execute the line of each mutant: those of the same package first, the fastest first.

    :param mutants: The mutants.
    :param folder: What `measure` wrote.
    :raises StaleMutantError: A mutant's line is no longer in its function.
    """
    data = coverage.CoverageData(str(folder / "coverage"))
    data.read()
    seconds = json.loads((folder / "seconds.json").read_text(encoding="utf-8"))
    files = {str(Path(name).relative_to(ROOT)).removeprefix("riftcheck/"): name for name in data.measured_files()}
    found: dict[Mutant, list[str]] = {}
    for mutant in mutants:
        at = line_number((ROOT / mutant.file).read_text(encoding="utf-8"), mutant) + 1
        lines = data.contexts_by_lineno(files[mutant.file]) if mutant.file in files else {}
        near = f"tests/{Path(mutant.file).parent.as_posix()}/"
        # What runs only on import is executed by no test: it may show in each that executes a line of the file.
        contexts = [context for context in lines.get(at, []) if context] or itertools.chain.from_iterable(
            lines.values()
        )
        named = {context for context in contexts if context}
        found[mutant] = sorted(named, key=lambda test: (not test.startswith(near), seconds.get(test, 0.0), test))
    return found
