"""What organisers are told to run is run: the commands of the recipe, and the example of the table."""

from __future__ import annotations

import csv
import re
import shlex
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.cli.validation.report_rows import COLUMNS
from tests.cli.command_runs import run
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FIXTURES = ROOT / "tests" / "fixtures" / "lists"
RECIPE = (ROOT / "docs" / "recipes" / "registration.md").read_text("utf-8")
TABLE = (ROOT / "docs" / "cli.md").read_text("utf-8").partition("**CSV.**")[2].partition("**The sheet.**")[0]
# One that a ban of 2026-07-24 hits, one that is legal before and after, one that was illegal before.
LISTS = {
    "lists/Jane Doe.txt": "list-078",
    "lists/John Roe.txt": "list-004",
    "lists/Ann Other.txt": "list-042",
    "teams/The Duo/Jane Doe.txt": "list-004",
    "teams/The Duo/John Roe.txt": "list-008",
}


@pytest.fixture
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, fixture in LISTS.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(FIXTURES / f"{fixture}.txt", tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _commands(text: str) -> list[list[str]]:
    return [shlex.split(line)[1:] for line in re.findall(r"^\$ (riftcheck .+)$", text, re.MULTILINE)]


def _python(text: str) -> Any:
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    return compile(code, "example", "exec")


def test_the_commands_of_the_recipe_write_what_it_says(registered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands = _commands(RECIPE)
    assert [run(*command).exit_code for command in commands] == [1, 1, 1]
    for name in ("register", "after", "teams"):
        assert (registered / f"{name}.csv").stat().st_size
        assert (registered / f"{name}.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    exec(_python(RECIPE), {})  # noqa: S102 (our own text)
    assert capsys.readouterr().out == "Jane Doe illegal\n"


def test_the_example_of_the_table_prints_what_stands_there(
    registered: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (command,) = _commands(TABLE)
    assert run(*command).exit_code == 1
    assert (registered / "register.csv").is_file()
    exec(_python(TABLE), {})  # noqa: S102 (our own text)
    (shown,) = re.findall(r"```text\n(.*?)```", TABLE, re.DOTALL)
    assert capsys.readouterr().out == shown


def test_the_table_of_columns_has_each_once_and_the_rows_that_fill_it(registered: Path) -> None:
    rows = re.findall(r"^\| (`.+?) \| ([^|]+) \| .+ \|$", TABLE, re.MULTILINE)
    told = {column: kinds for cell, kinds in rows for column in re.findall(r"`(\w+)`", cell)}
    assert sorted(told) == sorted(COLUMNS)
    assert sum(len(re.findall(r"`\w+`", cell)) for cell, _ in rows) == len(COLUMNS)
    filled: dict[str, set[str]] = {column: set() for column in COLUMNS}
    run("validate", "--team", "teams", str(registered / "lists"), "--csv", "all.csv", "--date", "2026-07-24")
    with (registered / "all.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            for column in COLUMNS:
                if row[column]:
                    filled[column].add(row["row"])
    kinds = {"list", "team", "issue", "total"}
    for column, rows_told in told.items():
        allowed = kinds if rows_told == "all" else set(rows_told.split(", "))
        assert filled[column] <= allowed, column
        if rows_told == "all":
            assert filled[column] == kinds, column
