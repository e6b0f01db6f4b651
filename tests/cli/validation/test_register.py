"""The table of `validate --csv`: what a spreadsheet makes of it, and what older scripts and files find."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest

from riftcheck.cli.csv_file import guarded
from riftcheck.cli.validation.report_rows import COLUMNS, FIRST_COLUMNS
from tests.cli.command_runs import BEHIND_DAY, ILLEGAL, LEGAL, LEGAL_DAY, UNKNOWN, run, run_json

if TYPE_CHECKING:
    from pathlib import Path


def _rows(path: Path, kind: str = "list") -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return [row for row in csv.DictReader(stream) if row["row"] == kind]


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
    assert {column: rows[0][column] for column in FIRST_COLUMNS} == {
        "source": str(lists / "a.txt"),
        "verdict": "legal",
        "legal": "true",
        "format": "constructed",
        "date": BEHIND_DAY,
        "errors": "",
        "warnings": "",
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


def test_issues_and_totals_stand_below_the_lists(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    path = tmp_path / "a.txt"
    path.write_text(ILLEGAL, encoding="utf-8")
    run("validate", str(path), "--date", LEGAL_DAY, "--csv", str(table))
    with table.open(encoding="utf-8", newline="") as stream:
        kinds = [row["row"] for row in csv.DictReader(stream)]
    assert kinds == ["list", "issue", "total", "total", "total", "total", "total"]
    (error,) = _rows(table, "issue")
    assert (error["cards"], error["lines"], error["quoted"]) == ("4 Noxus Hopeful", "9", "4 Noxus Hopeful")


def test_the_columns_of_the_first_edition_stand_first_and_in_their_order() -> None:
    first = (
        "source,verdict,legal,format,date,errors,warnings,legend,champion,main,runes,battlefields,sideboard,list_hash,"
        "problem"
    )
    assert ",".join(COLUMNS).startswith(f"{first},row,")


def test_the_table_comes_beside_json(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    run_json("validate", "-", "--date", LEGAL_DAY, "--csv", str(table), "--json", stdin=LEGAL)
    assert [row["source"] for row in _rows(table)] == ["'-"]


@pytest.mark.parametrize(
    "begin", ["=", "+", "-", "@", "\t", "\r", "\n", "\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH COMMERCIAL AT}"]
)
def test_no_cell_is_taken_for_a_formula(begin: str) -> None:
    assert guarded(f"{begin}1+1") == f"'{begin}1+1"


def test_no_cell_is_one_where_semicolons_part_them() -> None:
    assert guarded("1 Nobody;=1+1;@x; -y") == "1 Nobody;'=1+1;'@x; -y"


@pytest.mark.parametrize("value", ["", "a=1", " =1", "a; b", "unknown-card;copy-limit", 0, 40])
def test_other_cells_stay_as_they_are(value: str | int) -> None:
    assert guarded(value) == value


def test_no_cell_holds_what_ends_one() -> None:
    assert guarded("a\0b") == "a\N{REPLACEMENT CHARACTER}b"


def test_no_cell_is_longer_than_a_spreadsheet_takes() -> None:
    assert guarded("=" * 40_000) == f"'{'=' * 31_999}\N{HORIZONTAL ELLIPSIS}"


def test_a_formula_in_a_list_is_disarmed(tmp_path: Path) -> None:
    deck = {"legend": '=HYPERLINK("http://x")', "champion": "@SUM(1)", "main": ["Cleave", "+1"]}
    table = tmp_path / "table.csv"
    run("validate", "-", "--csv", str(table), stdin=json.dumps(deck))
    (row,) = _rows(table)
    assert row["legend"] == '\'=HYPERLINK("http://x")'
    assert row["champion"] == "'@SUM(1)"
    with table.open(encoding="utf-8", newline="") as stream:
        cells = [cell for line in csv.reader(stream) for cell in line]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))] == []


def test_a_list_is_not_written_over(tmp_path: Path) -> None:
    other = tmp_path / "a.txt"
    other.write_text(LEGAL, encoding="utf-8")
    for option in ("--csv", "--html"):
        result = run("validate", option, str(other), "-", stdin=LEGAL)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"{option} {other}: this file is there and holds something else" in " ".join(result.stderr.split())
        assert other.read_text("utf-8") == LEGAL


def test_a_page_that_is_no_sheet_is_not_written_over(tmp_path: Path) -> None:
    sheet = tmp_path / "a.html"
    assert run("validate", "--html", str(sheet), "--date", LEGAL_DAY, "-", stdin=LEGAL).exit_code == 0
    before = sheet.read_text("utf-8")
    assert run("validate", "--html", str(sheet), "--date", LEGAL_DAY, "-", stdin=ILLEGAL).exit_code == 1
    assert sheet.read_text("utf-8") != before
    for first in ("<!DOCTYPE html>", "<!DOCTYPE html><!-- riftcheck goldfish -->"):
        sheet.write_text(f"{first}\n<p>mine</p>", encoding="utf-8")
        result = run("validate", "--html", str(sheet), "-", stdin=LEGAL)
        assert (result.exit_code, "holds something else" in " ".join(result.stderr.split())) == (2, True)
        assert "mine" in sheet.read_text("utf-8")


def test_an_older_table_is_written_anew(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    for text in (ILLEGAL, LEGAL):
        run("validate", "--csv", str(table), "--date", LEGAL_DAY, "-", stdin=text)
    (row,) = _rows(table)
    assert row["verdict"] == "legal"
    for older in ("", ",".join(FIRST_COLUMNS) + "\r\n"):
        table.write_text(older, encoding="utf-8", newline="")
        assert run("validate", "--csv", str(table), "--date", LEGAL_DAY, "-", stdin=LEGAL).exit_code == 0
        assert len(_rows(table)) == 1


def test_the_table_and_the_page_are_two_files(tmp_path: Path) -> None:
    table, page = str(tmp_path / "out"), str(tmp_path / "." / ".." / tmp_path.name / "out")
    result = run("validate", "-", "--csv", table, "--html", page, stdin=LEGAL)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "name one file" in result.stderr
    assert not (tmp_path / "out").exists()


def test_names_that_no_text_has_are_written_as_escapes(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "a\udcff.txt").write_text(LEGAL.replace("Cleave", "Nobody \x1b"), encoding="utf-8")
    table, page = tmp_path / "table.csv", tmp_path / "page.html"
    run("validate", str(tmp_path / "lists"), "--csv", str(table), "--html", str(page), "--date", LEGAL_DAY)
    (row,) = _rows(table)
    assert row["label"] == "a\\udcff"
    assert "a\N{REPLACEMENT CHARACTER}.txt" in page.read_text("utf-8")


def test_a_file_in_no_folder_is_refused_before_any_work(tmp_path: Path) -> None:
    for option in ("--csv", "--html"):
        result = run("validate", option, str(tmp_path / "no" / "table"), "-", stdin=LEGAL)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "there is no folder" in result.stderr


def test_the_header_is_the_documented_one(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    run("validate", "-", "--csv", str(table), stdin=LEGAL)
    assert table.read_bytes().split(b"\r\n")[0].decode() == ",".join(COLUMNS)
