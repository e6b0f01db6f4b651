"""Applies mutants to a copy of the tree, each in a process of its own, and tells which test fails first.

The parent imports the packages that tests need and none of ours; each child is forked from it, so it starts at once and
imports our modules with the mutant in them.
"""

from __future__ import annotations

import importlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import traceback
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.mutation.mutants import applied
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tests.mutation.mutants import Mutant

# What most tests import, so that the children need not.
PRELOADED: Final = ("flask", "marshmallow", "yaml", "requests", "rapidfuzz", "apispec", "jsonschema")
# Processor time of a child: a mutant that loops without end is killed by it.
SECONDS: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the tests of a mutant did.

    :ivar mutant: The mutant.
    :ivar killed_by: The test that failed first, or that never ended; empty if all passed.
    """

    mutant: Mutant
    killed_by: str


class _First:
    """The plugin that writes to a file which test runs, and ends with the first that failed."""

    def __init__(self, notes: Path) -> None:
        self.notes = notes
        self.failed = False

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.notes.write_text(nodeid, encoding="utf-8")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = True
            self.notes.write_text(report.nodeid, encoding="utf-8")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = True
            self.notes.write_text(report.nodeid, encoding="utf-8")


@contextmanager
def copied_tree() -> Iterator[Path]:
    """A copy of the files that git knows or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="riftcheck-mutants-") as folder:
        copy = Path(folder) / "tree"
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).exists():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy / name, follow_symlinks=False)
        yield copy


def _child(tree: Path, tests: Sequence[str], options: Sequence[str], notes: Path) -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    with (tree.parent / "output").open("w", encoding="utf-8") as output:
        for number in (1, 2):
            os.dup2(output.fileno(), number)
    os.chdir(tree)
    sys.path[:] = [str(tree), *(place for place in sys.path if Path(place or ".").resolve() != ROOT)]
    for name in [name for name in sys.modules if name.partition(".")[0] in {"tests", "riftcheck"}]:
        del sys.modules[name]
    sys.dont_write_bytecode = True
    # To tests/conftest.py it is a worker, which shares the compiled cards of the one that started it.
    os.environ |= {
        "PYTHONPATH": str(tree),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_XDIST_WORKER": "gw0",
        "RIFTCHECK_CACHE": str(tree.parent / "cache"),
    }
    options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", *options]
    return int(pytest.main([*options, *tests], plugins=[_First(notes)]))


def fails(tree: Path, tests: Sequence[str], options: Sequence[str] = ()) -> str:
    """Run tests in a copy of the tree, in a child of this process.

    :param tree: The copy.
    :param tests: The tests, as pytest names them.
    :param options: Further options of pytest.
    :return: The test that failed first, or that ran when the child was killed; empty if all passed.
    """
    notes = tree.parent / "test"
    notes.write_text("", encoding="utf-8")
    child = os.fork()
    if child == 0:
        code = 70
        try:
            code = _child(tree, tests, options, notes)
        except BaseException:  # noqa: BLE001  # a child never returns into the parent's code
            (tree.parent / "output").write_text(traceback.format_exc(), encoding="utf-8")
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    passed = os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
    return "" if passed else notes.read_text(encoding="utf-8") or "(collection)"


def unmutated(tests: Sequence[str], options: Sequence[str] = ()) -> str:
    """Run tests in a copy of the tree without a mutant.

    :param tests: The tests, as pytest names them.
    :param options: Further options of pytest.
    :return: The test that failed first; empty if all passed.
    """
    with copied_tree() as tree:
        return fails(tree, tests, options)


def outcomes(
    mutants: Iterable[Mutant], tests: Callable[[Mutant], Sequence[str]], options: Sequence[str] = ()
) -> Iterator[Outcome]:
    """Yield what the tests of each mutant did, in order.

    :param mutants: The mutants.
    :param tests: The tests to run for a mutant; without any it survives.
    :param options: Further options of pytest.
    :raises StaleMutantError: A mutant's line is no longer in its function.
    """
    for name in PRELOADED:
        importlib.import_module(name)
    with copied_tree() as tree:
        for mutant in mutants:
            path = tree / mutant.file
            source = path.read_text(encoding="utf-8")
            path.write_text(applied(source, mutant), encoding="utf-8")
            named = tests(mutant)
            try:
                yield Outcome(mutant=mutant, killed_by=fails(tree, named, options) if named else "")
            finally:
                path.write_text(source, encoding="utf-8")
