"""On a machine of CI nothing is skipped: what a test misses there is a fault of the machine."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Return the sentence with which something was skipped."""
    return report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)


def fail_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Make a skip a failure where RIFTCHECK_CI is 1; tests that are expected to fail are let be."""
    if os.environ.get("RIFTCHECK_CI") == "1" and report.skipped and not hasattr(report, "wasxfail"):
        report.longrepr = f"{reason_of(report)}\nUnder RIFTCHECK_CI=1 nothing is skipped; install what is missing."
        report.outcome = "failed"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Judge the report of a test."""
    report = yield
    fail_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Judge the report of a module."""
    report = yield
    fail_skip(report)
    return report
