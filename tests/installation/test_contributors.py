"""What is run by make, before a commit and at the host of the repository is one list of commands."""

from __future__ import annotations

import re
from typing import Any

import yaml

from tests.paths import ROOT

MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def recipe(target: str) -> list[str]:
    """Return the commands of a target of the Makefile."""
    found = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    assert found, target
    return [line.strip().replace("$(BIN)", ".venv/bin").removesuffix(" .") for line in found[1].splitlines()]


def read(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text("utf-8"))


def test_before_a_commit_the_commands_of_make_check_are_run_and_nothing_is_fetched() -> None:
    (local,) = read(".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local"
    assert [hook["entry"] for hook in local["hooks"]] == recipe("check")
    assert {hook["language"] for hook in local["hooks"]} == {"system"}


def test_the_hosted_workflow_runs_the_commands_of_ci_for_the_first_and_the_last_version_of_python() -> None:
    job = read(".github/workflows/ci.yml")["jobs"]["run"]
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    known = re.findall(r"Python :: (3\.\d+)\"", (ROOT / "pyproject.toml").read_text("utf-8"))
    assert job["strategy"]["matrix"]["python"] == [known[0], known[-1]]
    versions = read(".github/workflows/ci.yml")["jobs"]["wheels"]["steps"][1]["with"]["python-version"].split()
    assert versions == known
    assert {"make check", "make test", "make compiled"} <= set((ROOT / ".ci" / "run").read_text("utf-8").splitlines())
