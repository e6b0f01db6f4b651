"""No slow test is lost: the tests of each slow folder are counted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import yaml

from tests.paths import ROOT
from tests.speeds import COUNTS, QUICK, SLOW, TESTS

if TYPE_CHECKING:
    import pytest

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


def test_ci_runs_no_test_twice_in_a_build() -> None:
    """`make test` and `make test-slow` share the property tests, but in CI."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "\nPROFILE := $(if $(filter 1,$(RIFTCHECK_CI)),default,quick)\n" in makefile
    assert "\nNOT_QUICK := $(if $(filter 1,$(RIFTCHECK_CI)),slow,slow or hypothesis)\n" in makefile
    assert '-m "not slow" --hypothesis-profile=$(PROFILE) ' in makefile
    assert '-m "$(NOT_QUICK)"\n' in makefile
