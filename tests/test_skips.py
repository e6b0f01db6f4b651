"""What is missing is skipped with a sentence at a user's, and is a failure on a machine of CI."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SKIPS = """
import pytest

@pytest.fixture
def server():
    pytest.skip("no server is installed here")

def test_in_the_test():
    pytest.skip("no browser is installed here")

def test_in_a_fixture(server):
    pass

@pytest.mark.skipif(True, reason="no compiler is installed here")
def test_by_a_mark():
    pass

@pytest.mark.xfail(reason="not yet")
def test_that_is_expected_to_fail():
    raise AssertionError

def test_that_is_well():
    pass
"""
MODULE = 'import pytest\npytest.skip("no module is installed here", allow_module_level=True)\n'
SENTENCES = ("no server", "no browser", "no compiler", "no module")


def outcomes(folder: Path, **settings: str) -> tuple[str, str]:
    """Return what a run of these tests prints, and its last line."""
    for name, text in (("test_some.py", SKIPS), ("test_module.py", MODULE)):
        (folder / name).write_text(text, "utf-8")
    (folder / "conftest.py").write_text("from tests.skips import *\n", "utf-8")
    (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {ROOT}\n", "utf-8")
    flags = ("-p", "no:cacheprovider", "-n", "0", "-rs", "--continue-on-collection-errors")
    environment = {name: value for name, value in os.environ.items() if name != "RIFTCHECK_CI"} | settings
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *flags],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.stdout, ran.stdout.strip().splitlines()[-1]


def test_a_user_is_told_what_is_missing(tmp_path: Path) -> None:
    shown, last = outcomes(tmp_path)
    assert "1 passed, 4 skipped, 1 xfailed" in last
    assert [sentence for sentence in SENTENCES if sentence not in shown] == []


def test_a_skip_is_a_failure_where_nothing_may_be_missing(tmp_path: Path) -> None:
    shown, last = outcomes(tmp_path, RIFTCHECK_CI="1")
    assert "1 failed, 1 passed, 1 xfailed, 3 errors" in last
    assert [sentence for sentence in SENTENCES if sentence not in shown] == []
    assert shown.count("install what is missing") == 4


def test_ci_says_so_to_the_tests() -> None:
    assert "\nexport RIFTCHECK_CI=1\n" in (ROOT / ".ci" / "run").read_text("utf-8")
