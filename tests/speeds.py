"""Which tests are slow, how many there are, which run in the compiled build, and what a run costs.

`make test` runs the quick tests and `make test-all` all of them. CONTRIBUTING.md says which tests belong in `SLOW`.
`make compiled` runs the tests that `compiled_tests.yaml` lists.
"""

from __future__ import annotations

import gc
import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
import yaml

if TYPE_CHECKING:
    from collections.abc import Generator

TESTS: Final = Path(__file__).parent
# The tests that run in the compiled build, too, as tests/compiled_choice.py chooses them.
COMPILED_FILE: Final = TESTS / "compiled_tests.yaml"
# Folders, modules and tests, below tests/. tests/slow_tests.yaml has the number of tests of each.
SLOW: Final[tuple[str, ...]] = (
    "api/games/test_games.py::test_a_game_is_played_to_its_end_in_every_mode",
    "api/games/test_secrets.py",
    "api/games/test_store.py::test_several_processes_play_one_game",
    "api/jobs/test_killed.py",
    "api/jobs/test_slow.py",
    "api/routes/test_goldfish.py::test_the_document_is_that_of_the_command_line",
    "api/server/test_connections.py",
    "api/test_document.py::test_answers_are_as_documented",
    "api/test_reload.py::test_sighup_serves_new_cards_and_settings_and_keeps_the_old_if_they_are_broken",
    "api/test_running.py::test_nothing_is_written_but_into_the_cache",
    "api/test_running.py::test_what_a_killed_server_leaves_the_next_takes_away_and_nothing_else",
    "bench",
    "browser",
    "carddb/test_lint.py::test_lint_reports_invalid_preconstructed_decks",
    "cli/test_cards.py::test_lint_prints_each_problem_with_its_place",
    "cli/test_field.py::test_a_whole_run_tells_the_score_against_each_list",
    "cli/test_goldfish.py::test_a_bar_shows_how_far_a_run_is",
    "cli/test_goldfish.py::test_a_run_ends_when_it_is_narrow_enough",
    "cli/test_goldfish.py::test_a_sweep_has_a_budget_and_is_the_same_by_any_processes",
    "cli/test_goldfish.py::test_a_worse_list_is_worse",
    "cli/test_goldfish.py::test_ctrl_c_ends_a_sweep_with_what_was_played",
    "cli/test_goldfish.py::test_ctrl_c_shows_what_was_played",
    "cli/test_goldfish.py::test_jobs_do_not_matter",
    "cli/test_goldfish.py::test_mulligan_policies_are_compared",
    "cli/test_goldfish.py::test_pages",
    "cli/test_run.py::test_output_that_cannot_be_written_is_told",
    "cli/test_study_options.py::test_a_filler_can_be_named",
    "compilation",
    "docs/test_client_docs.py",
    "docs/test_goldfish_example.py",
    "drills",
    "engine/compile/test_no_silent_words.py",
    "engine/test_determinism.py::test_fresh_processes_with_other_hash_seeds_play_the_same_games",
    "engine/test_every_decision.py",
    "generated",
    "goldfish/execution/test_cluster.py",
    "goldfish/execution/test_dropped_work.py",
    "goldfish/execution/test_runner.py::test_a_run_ends_when_an_interval_is_narrow_enough",
    "goldfish/policies/test_planner.py::test_the_planner_beats_greedy_on_the_same_list",
    "goldfish/policies/test_policies.py::test_a_plan_hangs_on_no_card_that_lies_facedown_and_on_no_order_of_cards",
    "goldfish/policies/test_policies.py::test_looking_ahead_beats_greedy_on_the_same_list",
    "goldfish/policies/test_traits.py::test_what_a_policy_never_does_it_could_have_done",
    "goldfish/policies/test_traits.py::test_what_is_not_said_of_a_policy_it_does",
    "goldfish/report/test_in_browser.py",
    "goldfish/stats/test_statsmodels.py",
    "installation",
    "prose/test_planted.py",
    "supply/test_audit.py",
    "validator/test_every_date.py",
)
# Tests of slow modules that are quick: one story of a cluster.
QUICK: Final = frozenset({"goldfish/execution/test_cluster.py::test_a_cluster_gives_the_same_bytes"})
# Tests that have this parameter are slow: the same with files is quick.
SLOW_PARAMETER: Final = "postgresql"
RANDOM_GAMES: Final = 120  # that `make test` plays; RIFTCHECK_FUZZ_GAMES says more or fewer
BUDGET: Final = 600  # seconds of processor time for `make test`
COUNTS: Final = pytest.StashKey[Counter[str]]()
FOUND: Final = pytest.StashKey[set[str]]()  # the tests of the compiled build that were collected
_SENT: Final = "cpu_seconds"  # by a worker to the process that started it


@cache
def module_of(path: Path) -> str:
    """Return the path of a test module below tests/."""
    return path.relative_to(TESTS).as_posix()


@cache
def listed_entry(module: str, name: str) -> str | None:
    """Return the entry of `SLOW` that a test without its parameters belongs to."""
    test = f"{module}::{name}"
    return next((entry for entry in SLOW if entry in (module, test) or module.startswith(f"{entry}/")), None)


def slow_entry(item: pytest.Item) -> str | None:
    """Return the entry that makes a test slow, None for a quick test."""
    name = getattr(item, "originalname", item.name)
    callspec = getattr(item, "callspec", None)
    return slow_entry_of(module_of(item.path), name, "" if callspec is None else callspec.id)


def slow_entry_of(module: str, name: str, parameters: str = "") -> str | None:
    """Return the entry that makes a test slow, None for a quick test.

    :param module: The path of its module below tests/.
    :param name: The name of its function.
    :param parameters: What pytest names in brackets.
    """
    if f"{module}::{name}" in QUICK:
        return None
    return listed_entry(module, name) or (f"[{SLOW_PARAMETER}]" if SLOW_PARAMETER in parameters else None)


def compiled_tests() -> dict[str, Any]:
    """Return the document of the tests that run in the compiled build."""
    document: dict[str, Any] = yaml.load(COMPILED_FILE.read_text("utf-8"), yaml.CSafeLoader)
    return document


def cpu_seconds() -> float:
    """Return the processor time of this process and of the children that it has waited for."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


class Speeds:
    """The plugin that marks tests, counts checks, and adds up the processor time of all workers."""

    def __init__(self) -> None:
        self.checks: Counter[str] = Counter()
        self.workers = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        """Let the garbage collector rest during the collection, whose many objects all stay."""
        gc.disable()
        try:
            return (yield)
        finally:
            gc.enable()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Mark the tests before any is deselected, and count the slow ones by their entry."""
        counts: Counter[str] = Counter()
        chosen = frozenset(compiled_tests()["tests"])
        found: set[str] = set()
        for item in items:
            test = item.nodeid.removeprefix("tests/")
            if test in chosen:
                item.add_marker(pytest.mark.compiled)
                found.add(test)
            entry = slow_entry(item)
            if entry is not None:
                item.add_marker(pytest.mark.slow)
                counts[entry] += 1
        config.stash[COUNTS] = counts
        config.stash[FOUND] = found

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the checks that passed: tests, and subtests by themselves."""
        if report.passed and report.when == "call":
            self.checks["subtests" if isinstance(report, pytest.SubtestReport) else "tests"] += 1

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add what a worker has spent."""
        self.workers += getattr(node, "workeroutput", {}).get(_SENT, 0.0)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Send what a worker has spent to the process that started it."""
        sent = getattr(session.config, "workeroutput", None)
        if sent is not None:
            sent[_SENT] = cpu_seconds()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the checks and the processor time of the run."""
        own = os.times()
        # Workers that have ended are among the children.
        spent = own.user + own.system + max(own.children_user + own.children_system, self.workers)
        checks = sum(self.checks.values())
        terminalreporter.write_line(
            f"{checks} checks passed ({self.checks['tests']} tests, {self.checks['subtests']} subtests) in "
            f"{spent:.0f} CPU seconds; `make test` may take {BUDGET}"
        )
