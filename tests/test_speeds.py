"""No slow test is lost, and those of the compiled build exist and run every compiled module."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest
import yaml

from compilation.modules import riftcheck_group
from tests.compiled_choice import choose
from tests.paths import ROOT
from tests.speeds import COUNTS, FOUND, QUICK, SLOW, TESTS, compiled_tests

FILE: Final = Path(__file__).parent / "slow_tests.yaml"


def test_slow_tests_are_counted(pytestconfig: pytest.Config) -> None:
    """A run of all folders compares every count; `RIFTCHECK_WRITE=1` writes them."""
    found = dict(sorted(pytestconfig.stash[COUNTS].items()))
    whole = [Path(arg).resolve() for arg in pytestconfig.args] == [TESTS]
    if whole and os.environ.get("RIFTCHECK_WRITE"):
        FILE.write_text(yaml.safe_dump(found, width=120), "utf-8")
    listed = yaml.safe_load(FILE.read_text("utf-8"))
    assert listed == found if whole else all(listed.get(entry, 0) >= count for entry, count in found.items())


def test_the_lists_name_what_there_is() -> None:
    for entry in (*SLOW, *QUICK):
        module, _, test = entry.partition("::")
        assert (TESTS / module).exists(), entry
        assert not test or f"def {test}(" in (TESTS / module).read_text("utf-8"), entry


def test_the_tests_of_the_compiled_build_exist(pytestconfig: pytest.Config) -> None:
    """A run of all folders compares every test with its parameters, other runs the modules and functions.

    If this test fails, `make compiled-tests` chooses the tests again.
    """
    listed = compiled_tests()["tests"]
    assert listed == sorted(set(listed))
    for test in listed:
        module, _, function = test.partition("[")[0].partition("::")
        assert f"def {function}(" in (TESTS / module).read_text("utf-8"), test
    if [Path(arg).resolve() for arg in pytestconfig.args] == [TESTS]:
        assert set(listed) == pytestconfig.stash[FOUND]


def test_every_compiled_module_has_a_test_in_the_compiled_build() -> None:
    """If a module is new or renamed, `make compiled-tests` chooses the tests again.

    A module without functions needs no test: its import runs it.
    """
    modules = compiled_tests()["modules"]
    assert set(modules) == set(riftcheck_group(ROOT).modules)
    untested = [module for module, tests in modules.items() if tests == 0]
    assert [module for module in untested if "def " in (ROOT / module).read_text("utf-8")] == []


def test_the_tests_of_the_compiled_build_run_what_all_tests_run() -> None:
    measured = compiled_tests()["measured"]
    steady, chosen = measured["tests without random games"], measured["chosen tests"]
    assert (chosen["lines"], chosen["branches"]) == (steady["lines"], steady["branches"])
    assert chosen["seconds"] < steady["seconds"]


@pytest.mark.parametrize(
    ("steps", "seconds", "chosen"),
    [
        ({"one": 0b01, "other": 0b10}, {}, ["one", "other"]),  # each is the only one with a step
        ({"one": 0b01, "other": 0b11}, {}, ["other"]),
        ({"cheap": 0b11, "dear": 0b11}, {"dear": 9.0}, ["cheap"]),
        ({"all": 0b1111, "left": 0b0011, "right": 0b1100}, {"all": 3.0}, ["left", "right"]),
        ({"all": 0b1111, "left": 0b0011, "right": 0b1100}, {"all": 1.5}, ["all"]),
        # The first adds most, and then the two that are needed run all of it.
        ({"first": 0b0111, "left": 0b01011, "right": 0b10110}, {}, ["left", "right"]),
        ({"empty": 0}, {}, []),
    ],
)
def test_a_choice_runs_every_step_at_a_low_cost(
    steps: dict[str, int], seconds: dict[str, float], chosen: list[str]
) -> None:
    assert choose(steps, {test: seconds.get(test, 1.0) for test in steps}) == chosen


def test_ci_runs_no_test_twice_in_a_build() -> None:
    """`make test` and `make test-slow` share the property tests, but in CI."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "\nPROFILE := $(if $(filter 1,$(RIFTCHECK_CI)),default,quick)\n" in makefile
    assert "\nNOT_QUICK := $(if $(filter 1,$(RIFTCHECK_CI)),slow,slow or hypothesis)\n" in makefile
    assert '-m "not slow" --hypothesis-profile=$(PROFILE) ' in makefile
    assert '-m "$(NOT_QUICK)"\n' in makefile
