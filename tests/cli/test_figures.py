"""`--csv` of the commands that play many games: what a spreadsheet and a program read of it, and what is refused."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

import pytest

from riftcheck.cli import csv_file
from riftcheck.goldfish.report.figure_rows import FIGURE_COLUMNS
from riftcheck.goldfish.results.document import figure
from tests.cli.command_runs import run, run_json
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

LIST = str(ROOT / "tests" / "fixtures" / "lists" / "list-072.txt")
SETTINGS = ("--date", "2026-01-28", "--seed", "7", "--jobs", "1", "--policy", "greedy")
FEW = (*SETTINGS, "--games", "4")
STUDIES = {
    "goldfish": (LIST, *FEW),
    "compare": (LIST, LIST, *FEW),
    "sweep": (LIST, *FEW),
    "mulligans": (LIST, *SETTINGS, "--budget", "60"),
}


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, strict=True))


def test_the_table_has_the_figures_of_the_result(tmp_path: Path) -> None:
    table = tmp_path / "figures.csv"
    document = run_json("goldfish", LIST, *FEW, "--json", "--csv", str(table))
    rows = _rows(table)
    figures = [row for row in rows if row["row"] == "figure"]
    assert len(figures) > 2000
    for row in figures[::7]:
        one = figure(document, row["path"])
        for name in ("value", "low", "high", "n"):
            assert row[name] == ("" if one[name] is None else str(one[name]))
    settings = {row["path"]: row["text"] for row in rows if row["row"] == "run"}
    assert settings["date"] == document["date"] == "2026-01-28"
    assert settings["run/list/list_hash"] == document["run"]["list"]["list_hash"]
    assert settings["policy/version"] == str(document["policy"]["version"])
    assert len({tuple(row) for row in rows}) == 1


def test_what_is_beyond_chance_stands_in_the_table(tmp_path: Path) -> None:
    table = tmp_path / "figures.csv"
    document = run_json("goldfish", LIST, *SETTINGS, "--games", "80", "--json", "--csv", str(table))
    rows = {row["path"]: row for row in _rows(table)}
    told = [card for card in document["cards"] if card["all"].get("opening_difference", {}).get("value") is not None]
    assert told
    for card in told:
        one, row = card["all"]["opening_difference"], rows[f"cards/{card['name']}/all/opening_difference"]
        assert (float(row["chance"]), row["answer"]) == (one["chance"], one["answer"])


def test_why_nothing_is_known_of_a_policy_stands_in_the_table(tmp_path: Path) -> None:
    table = tmp_path / "figures.csv"
    assert run("mulligans", *STUDIES["mulligans"], "--csv", str(table)).exit_code == 0
    told = [row for row in _rows(table) if row["row"] == "mulligan"]
    assert told
    assert all("30 are needed to know anything" in row["text"] for row in told)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("compare", {"run", "difference"}),
        ("sweep", {"run", "change", "skipped"}),
        ("mulligans", {"run", "mulligan"}),
    ],
)
def test_differences_and_changes_are_rows(name: str, kinds: set[str], tmp_path: Path) -> None:
    table = tmp_path / "figures.csv"
    assert run(name, *STUDIES[name], "--csv", str(table)).exit_code == 0
    rows = _rows(table)
    assert {row["row"] for row in rows} == kinds
    assert list(rows[0]) == list(FIGURE_COLUMNS)


def test_lines_end_as_the_form_has_it_and_a_table_is_written_over(tmp_path: Path) -> None:
    table = tmp_path / "figures.csv"
    for _ in range(2):
        assert run("goldfish", LIST, *FEW, "--csv", str(table)).exit_code == 0
    content = table.read_bytes()
    assert content.startswith(",".join(FIGURE_COLUMNS).encode() + b"\r\n")
    assert content.count(b"\n") == content.count(b"\r\n")


@pytest.mark.parametrize("name", STUDIES)
def test_a_file_of_something_else_is_not_written_over(name: str, tmp_path: Path) -> None:
    other = tmp_path / "list.txt"
    for text in ("3 Stacked Deck\n", "source,verdict\n"):
        other.write_text(text, "utf-8")
        refused = run(name, *STUDIES[name], "--csv", str(other))
        assert refused.exit_code == 2
        assert "holds something else" in " ".join(refused.stderr.split())
        assert other.read_text("utf-8") == text
    nowhere = run(name, *STUDIES[name], "--csv", str(tmp_path / "no" / "x.csv"))
    assert (nowhere.exit_code, nowhere.stdout) == (2, "")
    assert "there is no folder" in nowhere.stderr


@pytest.mark.parametrize("name", STUDIES)
def test_one_game_has_no_table(name: str, tmp_path: Path) -> None:
    table = tmp_path / "x.csv"
    refused = run(name, *STUDIES[name], "--game", "1", "--csv", str(table))
    assert refused.exit_code == 2
    assert "--csv writes the figures of all games, and --game tells one game; leave one out." in refused.stderr
    assert not table.exists()


def test_a_table_and_a_page_are_two_files(tmp_path: Path) -> None:
    refused = run("goldfish", LIST, *FEW, "--csv", str(tmp_path / "x"), "--html", str(tmp_path / "x"))
    assert refused.exit_code == 2
    assert "--csv and --html name one file" in " ".join(refused.stderr.split())


def test_names_that_are_formulas_become_texts_and_numbers_stay(tmp_path: Path) -> None:
    table = tmp_path / "x.csv"
    names = ('=HYPERLINK("http://x")', "+1 Cleave", "-1 Cleave", "@SUM(A1)", "A;=1+1")
    rows = [
        {"row": "figure", "card": name, "value": -0.5, "low": -1, "path": f"cards/{name}/all/played"} for name in names
    ]
    csv_file.write(table, FIGURE_COLUMNS, rows)
    read = _rows(table)
    assert [row["card"] for row in read] == [*(f"'{name}" for name in names[:4]), "A;'=1+1"]
    assert {(row["value"], row["low"]) for row in read} == {("-0.5", "-1")}


def test_the_page_tells_every_column_and_kind_of_row() -> None:
    page = (
        (ROOT / "docs" / "goldfish.md").read_text("utf-8").partition("## The table of figures")[2].partition("\n## ")[0]
    )
    told = {
        name for cell in re.findall(r"^\| (`.*?) \|", page, flags=re.MULTILINE) for name in re.findall(r"`(\w+)`", cell)
    }
    assert told == set(FIGURE_COLUMNS)
    for kind in ("run", "figure", "difference", "change", "mulligan", "skipped"):
        assert f"`{kind}`" in page
