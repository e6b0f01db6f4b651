"""The list of mutants: whole, up to date, and mostly killed by quick tests."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache

import pytest

from tests.mutation.mutants import Mutant, StaleMutantError, applied, read
from tests.paths import ROOT
from tests.speeds import slow_entry_of

MUTANTS = read()
SOURCE = """\
def first(a):
    if a > 1:
        return a
    if a > 1:
        return 2


class Second:
    def first(self, a):
        if a > 1:
            return a
"""


@cache
def _source(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


@cache
def _tests(file: str) -> frozenset[str]:
    nodes = ast.walk(ast.parse(_source(file)))
    return frozenset(node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef))


def test_every_mutant_changes_a_line_that_is_still_there() -> None:
    """Whoever rewrites a mutated line draws another mutant: `python -m tests.mutation draw FILE`, then `find FILE`."""
    for mutant in MUTANTS:
        before = _source(mutant.file)
        changed = [
            one
            for one in zip(before.splitlines(), applied(before, mutant).splitlines(), strict=True)
            if one[0] != one[1]
        ]
        assert len(changed) == 1, mutant.name


def test_every_mutant_is_killed_or_its_survival_explained() -> None:
    assert not [mutant.name for mutant in MUTANTS if bool(mutant.killed_by) == bool(mutant.survives)]
    assert len(set(MUTANTS)) == len(MUTANTS) >= 600


def test_every_killing_test_exists_and_is_as_slow_as_said() -> None:
    for mutant in MUTANTS:
        if mutant.killed_by:
            test, _, parameters = mutant.killed_by.partition("[")
            file, _, function = test.partition("::")
            assert not function or function in _tests(file), mutant.name  # a mutant may fail a module on import
            slow = slow_entry_of(file.removeprefix("tests/"), function, parameters) is not None
            assert mutant.slow == slow, mutant.name


def test_quick_tests_kill_95_percent_of_the_mutants_that_any_test_kills() -> None:
    killed = Counter(mutant.slow for mutant in MUTANTS if mutant.killed_by)
    assert killed[False] >= 0.95 * killed.total()


@pytest.mark.parametrize(
    ("function", "nth", "number"), [("first", 0, 1), ("first", 1, 3), ("Second.first", 0, 9)], ids=str
)
def test_a_mutant_changes_its_own_line_among_equal_ones(function: str, nth: int, number: int) -> None:
    mutant = Mutant(file="", function=function, line="if a > 1:", becomes="if a >= 1:", nth=nth)
    lines = applied(SOURCE, mutant).splitlines()
    assert [at for at, line in enumerate(lines) if ">=" in line] == [number]


@pytest.mark.parametrize(
    ("function", "line", "nth"), [("first", "if a > 1:", 2), ("first", "if a < 1:", 0), ("second", "if a > 1:", 0)]
)
def test_a_line_that_is_gone_is_told(function: str, line: str, nth: int) -> None:
    with pytest.raises(StaleMutantError, match="becomes"):
        applied(SOURCE, Mutant(file="", function=function, line=line, becomes="pass", nth=nth))
