"""The rows of a table: lists, teams, issues and totals, each with the versions that it was judged by."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck import carddb
from riftcheck.carddb import legality
from riftcheck.cli.validation.report_rows import COLUMNS, table_rows
from tests.cli.command_runs import BEHIND_DAY, ILLEGAL, LEGAL, UNKNOWN
from tests.cli.validation.runs_of_lists import run_of, team_run

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

BANNED = LEGAL.replace("3 Inferna", "1 Inferna\n2 Scrapheap")
FOUR = {"p/legal.txt": LEGAL, "p/illegal.txt": ILLEGAL, "p/undetermined.txt": UNKNOWN, "p/unreadable.txt": ""}

UNREAD = """
cards:
  - name: Somebody Unread
    type: Unit
    domains: [Fury]
    energy: 2
    power: 0
    might: 2
    rarity: Common
    provisional: {copies: its text is not known}
    printings:
      - {id: TST-001, variant: base, rarity: Common}
    abilities: unsupported
    reason: no text is known
sets:
  - {code: TST, name: Test Set, size: 1, legal_from: 2026-08-15, source: TR 2026-07-16 601.3.c}
"""


def kind(rows: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [row for row in rows if row["row"] == name]


def test_an_issue_has_its_list_card_line_rule_and_words(db: CardDatabase) -> None:
    (issue,) = [row for row in table_rows(run_of({"p/Jane Doe.txt": ILLEGAL}, db)) if row.get("code") == "copy-limit"]
    assert {key: issue[key] for key in ("source", "label", "verdict", "severity", "in_doubt", "zone")} == {
        "source": "p/Jane Doe.txt",
        "label": "Jane Doe",
        "verdict": "illegal",
        "severity": "error",
        "in_doubt": "false",
        "zone": "main",
    }
    assert (issue["cards"], issue["copies"], issue["excess"]) == ("4 Noxus Hopeful", 4, 1)
    assert (issue["lines"], issue["quoted"]) == ("9", "4 Noxus Hopeful")
    assert issue["citations"].startswith("CR 1.4 103.2.b")
    assert "4 copies of Noxus Hopeful" in issue["message"]


def test_every_row_says_what_it_was_judged_by(db: CardDatabase) -> None:
    rows = table_rows(run_of(FOUR, db, BEHIND_DAY))
    assert {row["row"] for row in rows} == {"list", "issue", "total"}
    for row in rows:
        told = {key: row[key] for key in ("format", "date", "level", "core_rules", "tournament_rules", "data_version")}
        assert told == {
            "format": "constructed",
            "date": BEHIND_DAY,
            "level": "high",
            "core_rules": "CR 1.5",
            "tournament_rules": "TR 2026-10-09",
            "data_version": db.version,
        }
        assert row["bans_from"] == "2026-09-18"
        assert row["bans_source"] == "announcement 2026-09-18 september-ban-list-updates"


@pytest.mark.parametrize(
    ("format_id", "day", "since", "source"),
    [
        ("constructed", "2026-03-30", "", ""),
        ("constructed", "2026-03-31", "2026-03-31", "announcement 2026-03-31 ban-announcement-march-31-2026"),
        ("constructed", "2026-07-24", "2026-07-24", "announcement 2026-07-16 july-ban-list-updates"),
        (
            "constructed-2v2",
            "2026-07-24",
            "2026-07-24",
            "announcement 2026-07-16 july-ban-list-updates; announcement 2026-07-14 2v2-constructed-legality",
        ),
        ("sealed", "2026-10-01", "", ""),
    ],
)
def test_the_ban_list_is_that_of_the_day_and_format(
    db: CardDatabase, format_id: str, day: str, since: str, source: str
) -> None:
    (row,) = kind(table_rows(run_of({"a.txt": LEGAL}, db, day, format_id)), "list")
    assert (row["bans_from"], row["bans_source"]) == (since, source)


def test_the_end_of_a_ban_changes_the_list(db: CardDatabase) -> None:
    ended, later = (date(2026, 3, 31), date(2026, 8, 1)), (date(2026, 12, 1), None)
    own = [SimpleNamespace(list="constructed", from_date=begins, until=until) for begins, until in (ended, later)]
    stub: Any = SimpleNamespace(formats=db.formats, bans=own)
    assert legality.bans_changed(stub, "constructed", date(2026, 7, 31)) == date(2026, 3, 31)
    assert legality.bans_changed(stub, "constructed", date(2026, 10, 1)) == date(2026, 8, 1)


def test_each_verdict_has_a_total_and_all_have_one(db: CardDatabase) -> None:
    totals = kind(table_rows(run_of(FOUR | {"p/b.txt": LEGAL}, db, BEHIND_DAY)), "total")
    assert [(row.get("verdict", ""), row["lists"]) for row in totals] == [
        ("legal", 2),
        ("undetermined", 1),
        ("illegal", 1),
        ("unreadable", 1),
        ("", 5),
    ]


def test_what_cannot_be_read_is_a_row_with_its_reason(db: CardDatabase) -> None:
    rows = kind(table_rows(run_of(FOUR, db, BEHIND_DAY)), "list")
    assert [row.get("problem", "") for row in rows] == ["", "", "", "p/unreadable.txt has no card."]
    assert [row["label"] for row in rows] == ["legal", "illegal", "undetermined", "unreadable"]


def test_an_undetermined_list_says_why_and_its_issue_is_in_doubt(db: CardDatabase) -> None:
    rows = table_rows(run_of({"a.txt": UNKNOWN}, db, BEHIND_DAY))
    (listed,) = kind(rows, "list")
    assert listed["message"] == "Undetermined: RAD is released, but some of its cards are not in our card data."
    (error,) = [row for row in kind(rows, "issue") if row["severity"] == "error"]
    assert (error["code"], error["in_doubt"], error["lines"]) == ("unknown-card", "true", "18")


def test_data_age_has_a_row_only_if_it_is_shown(db: CardDatabase) -> None:
    for day, codes in (("2026-12-21", []), ("2026-12-22", ["data-age"])):
        rows = kind(table_rows(run_of({"a.txt": LEGAL}, db, day)), "issue")
        assert [row["code"] for row in rows if row.get("code")] == codes


def test_a_misspelt_name_brings_its_suggestions(db: CardDatabase) -> None:
    rows = table_rows(run_of({"a.txt": LEGAL.replace("Ruin Runner", "Ruin Runer")}, db))
    (error,) = [row for row in kind(rows, "issue") if row["severity"] == "error"]
    assert "Ruin Runner" in error["suggestions"].split("; ")


def test_a_line_that_cannot_be_read_says_what_would_be_right(db: CardDatabase) -> None:
    rows = table_rows(run_of({"a.txt": LEGAL.replace("1 Ruin Runner", "0 Ruin Runner")}, db))
    (error,) = [row for row in kind(rows, "issue") if row["severity"] == "error"]
    assert (error["lines"], error["quoted"]) == ("18", "0 Ruin Runner")
    assert "A count is a whole number from 1 to 200, not 0." in error["message"]


def test_a_fact_that_is_not_sure_is_a_note(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(UNREAD, "utf-8")
    own = carddb.load([tmp_path])
    rows = table_rows(run_of({"a.txt": LEGAL.replace("Ruin Runner", "Somebody Unread")}, own))
    (note,) = [row for row in kind(rows, "issue") if row["severity"] == "note"]
    assert (note["label"], note["message"]) == ("a", "Not sure of Somebody Unread: copies (its text is not known).")


def test_no_row_has_a_column_that_the_table_lacks(db: CardDatabase) -> None:
    rows = table_rows(run_of(FOUR | {"b.txt": BANNED}, db, BEHIND_DAY)) + table_rows(
        team_run({"a": LEGAL, "b": ""}, db)
    )
    assert {column for row in rows for column in row} <= set(COLUMNS)
    assert all(isinstance(cell, (str, int)) for row in rows for cell in row.values())


def test_a_team_has_a_row_its_issues_and_totals(db: CardDatabase) -> None:
    rows = table_rows(team_run({"a.txt": LEGAL, "b.txt": LEGAL}, db))
    assert [row["team"] for row in kind(rows, "list")] == ["Allies", "Allies"]
    assert [row["verdict"] for row in kind(rows, "list")] == ["legal", "legal"]
    (team,) = kind(rows, "team")
    assert (team["source"], team["verdict"], team["legal"]) == ("a.txt; b.txt", "illegal", "false")
    assert team["errors"] == "team-legend;team-battlefield"
    shared = [row for row in kind(rows, "issue") if row["zone"] == "team"]
    assert [(row["code"], row["citations"], row["team"]) for row in shared] == [
        ("team-legend", "CR 1.4 489.8.h", "Allies"),
        ("team-battlefield", "CR 1.4 489.8.i", "Allies"),
    ]
    assert [(row["lists"], row["teams"]) for row in kind(rows, "total")] == [(2, 0), (0, 0), (0, 1), (0, 0), (2, 1)]
