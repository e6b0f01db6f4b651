"""The table of `validate --csv`."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest

from riftcheck.cli.register import COLUMNS, guarded
from tests.cli.command_runs import BEHIND_DAY, ILLEGAL, LEGAL, LEGAL_DAY, UNKNOWN, run, run_json

if TYPE_CHECKING:
    from pathlib import Path


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_a_row_for_each_list(tmp_path: Path) -> None:
    lists = tmp_path / "lists"
    lists.mkdir()
    for name, text in (("a", LEGAL), ("b", ILLEGAL), ("c", "nothing"), ("d", UNKNOWN)):
        (lists / f"{name}.txt").write_text(text, encoding="utf-8")
    table = tmp_path / "table.csv"
    assert run("validate", str(lists), "--date", BEHIND_DAY, "--csv", str(table)).exit_code == 2
    rows = _rows(table)
    assert [row["source"] for row in rows] == [str(lists / f"{name}.txt") for name in "abcd"]
    assert [row["verdict"] for row in rows] == ["legal", "illegal", "unreadable", "undetermined"]
    assert [row["legal"] for row in rows] == ["true", "false", "", "false"]
    report = run_json("validate", str(lists / "a.txt"), "--date", BEHIND_DAY, "--json")
    assert rows[0] == {
        "source": str(lists / "a.txt"),
        "verdict": "legal",
        "legal": "true",
        "format": "constructed",
        "date": BEHIND_DAY,
        "errors": "",
        "warnings": "champion-counted;data-age",
        "legend": "Renekton, Butcher of the Sands",
        "champion": "Renekton, Rage Fueled",
        "main": "40",
        "runes": "12",
        "battlefields": "3",
        "sideboard": "0",
        "list_hash": report["list_hash"],
        "problem": "",
    }
    assert rows[1]["errors"] == "copy-limit"
    assert rows[2]["problem"].startswith("The text has no card in it.")
    assert rows[3]["errors"] == "unknown-card"


def test_the_table_comes_beside_json(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    run_json("validate", "-", "--date", LEGAL_DAY, "--csv", str(table), "--json", stdin=LEGAL)
    assert [row["source"] for row in _rows(table)] == ["'-"]


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_is_taken_for_a_formula(begin: str) -> None:
    assert guarded(f"{begin}1+1") == f"'{begin}1+1"


@pytest.mark.parametrize("value", ["", "a=1", " =1", 0, 40])
def test_other_cells_stay_as_they_are(value: str | int) -> None:
    assert guarded(value) == value


def test_a_formula_in_a_list_is_disarmed(tmp_path: Path) -> None:
    deck = {"legend": '=HYPERLINK("http://x")', "champion": "@SUM(1)", "main": ["Cleave"]}
    table = tmp_path / "table.csv"
    run("validate", "-", "--csv", str(table), stdin=json.dumps(deck))
    (row,) = _rows(table)
    assert row["legend"] == '\'=HYPERLINK("http://x")'
    assert row["champion"] == "'@SUM(1)"


def test_a_list_is_not_written_over(tmp_path: Path) -> None:
    other = tmp_path / "a.txt"
    other.write_text(LEGAL, encoding="utf-8")
    result = run("validate", "--csv", str(other), "-", stdin=LEGAL)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "this file is there and holds something else" in result.stderr
    assert other.read_text("utf-8") == LEGAL


def test_an_older_table_is_written_anew(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    for text in (ILLEGAL, LEGAL):
        run("validate", "--csv", str(table), "--date", LEGAL_DAY, "-", stdin=text)
    (row,) = _rows(table)
    assert row["verdict"] == "legal"
    table.write_text("", encoding="utf-8")
    assert run("validate", "--csv", str(table), "--date", LEGAL_DAY, "-", stdin=LEGAL).exit_code == 0


def test_a_table_in_no_folder_is_refused_before_any_work(tmp_path: Path) -> None:
    result = run("validate", "--csv", str(tmp_path / "no" / "table.csv"), "-", stdin=LEGAL)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no folder" in result.stderr


def test_the_header_is_the_documented_one(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    run("validate", "-", "--csv", str(table), stdin=LEGAL)
    assert table.read_bytes().split(b"\r\n")[0].decode() == ",".join(COLUMNS)
