"""`validate --table`, and files in a folder that are not lists."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest

from tests.cli.command_runs import CODE, ILLEGAL, LEGAL, LEGAL_DAY, run, run_json

if TYPE_CHECKING:
    from pathlib import Path


def _table(path: Path, rows: list[list[str]], delimiter: str = ",") -> str:
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=delimiter).writerows(rows)
    return str(path)


HEAD = ["Timestamp", "Player", "Decklist"]
ROWS = [["1", "Jane Doe", LEGAL], ["2", "Ann Other", ILLEGAL], ["3", "Bob", CODE]]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_each_row_of_a_table_is_a_deck(tmp_path: Path, delimiter: str) -> None:
    path = _table(tmp_path / "players.csv", [HEAD, *ROWS], delimiter)
    answer = run_json("validate", "--table", path, "--date", LEGAL_DAY, "--json", code=1)
    assert answer["table"] == {
        "source": path,
        "rows": 3,
        "columns": {"decklist": "Decklist", "player": "Player"},
        "unused": ["Timestamp"],
    }
    assert [(one["source"], one["verdict"]) for one in answer["reports"]] == [
        (f"{path}, row 2: Jane Doe", "legal"),
        (f"{path}, row 3: Ann Other", "illegal"),
        (f"{path}, row 4: Bob", "legal"),
    ]
    alone = run_json("validate", "-", "--date", LEGAL_DAY, "--json", stdin=LEGAL)
    assert answer["reports"][0]["list_hash"] == alone["list_hash"]


def test_the_columns_that_were_read_are_shown(tmp_path: Path) -> None:
    path = _table(tmp_path / "players.csv", [HEAD, ROWS[0]])
    result = run("validate", "--table", path, "--date", LEGAL_DAY)
    assert result.exit_code == 0
    shown = " ".join(result.stdout.split())
    assert (
        '1 row. Column of decklists: "Decklist". Column of players: "Player". Columns not used: "Timestamp".' in shown
    )
    path = _table(tmp_path / "codes.csv", [["Deck Code", "Round"], [CODE, "1"]])
    shown = " ".join(run("validate", "--table", path, "--date", LEGAL_DAY).stdout.split())
    assert 'Column of decklists: "Deck Code". Column of players: none. Columns not used: "Round".' in shown


@pytest.mark.parametrize("more", ["", "\n", "\n,\n , \n"])
@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_a_table_without_rows_is_rejected(tmp_path: Path, more: str, flags: tuple[str, ...]) -> None:
    path = tmp_path / "players.csv"
    path.write_text(f"Player,Decklist{more}", encoding="utf-8")
    result = run("validate", "--table", str(path), *flags)
    assert result.exit_code == 2
    assert "has no deck: after the header row, the table has no rows." in " ".join(result.stderr.split())


def test_a_row_that_cannot_be_read_leaves_the_others_judged(tmp_path: Path) -> None:
    bad = [["4", "Eve", ""], ["5", "Mallory", "nothing"], ["6", "Trent", LEGAL, "2 Defy"], ["7", "Carol", "x" * 70_000]]
    path = _table(tmp_path / "players.csv", [HEAD, *ROWS, *bad])
    register, page = tmp_path / "register.csv", tmp_path / "register.html"
    files = ("--csv", str(register), "--html", str(page))
    result = run("validate", "--table", path, "--date", LEGAL_DAY, *files)
    assert result.exit_code == 2
    assert "row 5: Eve" in result.stdout
    assert "The row has no decklist." in result.stdout
    with register.open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["row"] == "list"]
    assert [(row["label"], row["verdict"]) for row in rows] == [
        ("Jane Doe", "legal"),
        ("Ann Other", "illegal"),
        ("Bob", "legal"),
        ("Eve", "unreadable"),
        ("Mallory", "unreadable"),
        ("Trent", "unreadable"),
        ("Carol", "unreadable"),
    ]
    starts = ("The row has no decklist.", "The text has no card", "The row has 4 cells", "The text is over 64 KB")
    assert all(row["problem"].startswith(start) for row, start in zip(rows[3:], starts, strict=True))
    assert "Mallory" in page.read_text("utf-8")


def test_a_table_without_a_column_of_decklists_is_rejected(tmp_path: Path) -> None:
    for text in ("Player,Legend\nJane,Ahri\n", "3 Charm\n2 Defy\n", "Name,Deck,Count\nCharm,Main,3\n", ""):
        (tmp_path / "players.csv").write_text(text, "utf-8")
        result = run("validate", "--table", str(tmp_path / "players.csv"))
        assert (result.exit_code, result.stdout) == (2, "")
        assert "has no column of decklists" in " ".join(result.stderr.split())
    result = run("validate", "--table", str(tmp_path / "gone.csv"))
    assert (result.exit_code, "gone.csv cannot be read" in " ".join(result.stderr.split())) == (2, True)
    (tmp_path / "latin.csv").write_bytes(b"Player,Decklist\nJos\xe9,3 Charm\n")
    result = run("validate", "--table", str(tmp_path / "latin.csv"))
    assert (result.exit_code, "not in UTF-8" in " ".join(result.stderr.split())) == (2, True)


def test_a_table_is_no_team(tmp_path: Path) -> None:
    path = _table(tmp_path / "players.csv", [HEAD, *ROWS])
    result = run("validate", "--team", "--table", path)
    assert (result.exit_code, "cannot be combined" in result.stderr) == (2, True)


def test_a_table_given_as_a_list_is_rejected_and_the_option_is_named(tmp_path: Path) -> None:
    path = _table(tmp_path / "players.csv", [HEAD, *ROWS])
    for more in (1, 40):  # 40 are over 64 KB
        path = _table(tmp_path / "players.csv", [HEAD, *ROWS * more])
        answer = run_json("validate", path, "--json", code=2)
        detail = answer["problem"]["detail"]
        assert detail.startswith('This is a table of many decks, with a column "Player" and a column "Decklist".')
        assert "validate --table FILE" in detail


def test_every_other_file_of_a_folder_is_named(tmp_path: Path) -> None:
    lists = tmp_path / "lists"
    (lists / "more").mkdir(parents=True)
    (lists / "jane.txt").write_text(LEGAL, "utf-8")
    for name in ("list.csv", "more/scan.pdf", ".DS_Store"):
        (lists / name).write_text("x", "utf-8")
    register, page = lists / "register.csv", lists / "register.html"
    arguments = ("validate", str(lists), "--date", LEGAL_DAY, "--csv", str(register), "--html", str(page))
    for _ in range(2):  # the second run finds the files of the first, which are its own
        result = run(*arguments)
        assert result.exit_code == 2
        shown = " ".join(result.stdout.split())
        assert (
            shown.count(
                "This file was not read: in a folder, a list is a file that ends in .txt or .json and is not hidden."
            )
            == 2
        )
        with register.open(encoding="utf-8", newline="") as stream:
            rows = [row for row in csv.DictReader(stream) if row["row"] == "list"]
        assert [(row["source"].rpartition("lists/")[2], row["verdict"]) for row in rows] == [
            ("jane.txt", "legal"),
            ("list.csv", "unreadable"),
            ("more/scan.pdf", "unreadable"),
        ]
        assert "scan.pdf" in page.read_text("utf-8")
    (lists / "list.csv").unlink()
    (lists / "more" / "scan.pdf").unlink()
    assert run(*arguments).exit_code == 0


def test_other_files_beside_the_lists_of_a_team_belong_to_no_team(tmp_path: Path) -> None:
    for team in ("a", "b"):
        (tmp_path / team).mkdir()
        for name in ("one.txt", "two.txt"):
            (tmp_path / team / name).write_text(LEGAL, "utf-8")
    before = run_json("validate", "--team", str(tmp_path), "--date", LEGAL_DAY, "--json", code=1)
    assert before["reports"] == []
    (tmp_path / "a" / "photo.jpg").write_bytes(b"x")
    result = run("validate", "--team", str(tmp_path), "--date", LEGAL_DAY, "--json")
    assert result.exit_code == 2
    answer = json.loads(result.stdout)
    assert answer["teams"] == before["teams"]
    (photo,) = answer["reports"]
    assert photo["source"].endswith("photo.jpg")
    assert photo["problem"]["detail"].startswith("This file was not read")
    assert "photo.jpg" in run("validate", "--team", str(tmp_path), "--date", LEGAL_DAY).stdout
