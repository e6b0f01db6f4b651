"""The last dates that the data covers, in the README, at the command line and over HTTP."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.cli.command_runs import run, run_json
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase
    from tests.apps import Apps


def test_the_readme_tells_the_days_of_the_data(db: CardDatabase) -> None:
    text = " ".join((ROOT / "README.md").read_text("utf-8").split())
    told = re.search(r"rules to (\S+), bans to (\S+), cards to (\S+) ", text)
    assert told is not None
    assert told.groups() == tuple(db.coverage[of].until.isoformat() for of in ("rules", "bans", "cards"))


def test_the_api_tells_the_days_the_newer_documents_and_the_numbers_without_a_name(
    db: CardDatabase, apps: Apps
) -> None:
    found = apps().test_client().get("/v1/data").get_json()
    assert {one["of"]: one["until"] for one in found["coverage"]} == {
        of: data.until.isoformat() for of, data in db.coverage.items()
    }
    assert [one["newer"] for one in found["coverage"]] == [[], [], []]
    assert [(one["name"], one["code"], one["legal_from"]) for one in found["announced_sets"]] == [
        ("Legacy", "LGC", "2027-01-29"),
        ("Proving Grounds 2", None, "2027-02-19"),
        ("The Reckoning", "REC", "2027-04-30"),
    ]
    assert [(one["code"], one["unnamed"]) for one in found["incomplete_sets"]] == [
        ("RAD", list(db.unnamed_numbers("RAD")))
    ]
    assert (found["cards"], found["printings"]) == (len(db.cards), len(db.by_printing))


def test_lint_tells_the_age_and_ends_with_1_where_something_is_overdue(tmp_path: Path) -> None:
    ran = run("cards", "lint", "--age")
    assert ran.exit_code == 1
    assert "rules: up to 2026-10-22" in ran.output
    assert "announced: Legacy (LGC), from 2027-01-29 (confidence: medium)" in ran.output
    assert "announced: Proving Grounds 2, from 2027-02-19 (confidence: medium)" in ran.output
    days = "\n".join(f"  - {{of: {of}, until: 2999-12-31}}" for of in ("rules", "bans", "cards"))
    (tmp_path / "own.yaml").write_text(f"coverage:\n{days}\n", "utf-8")
    moved = run("cards", "lint", "--age", str(tmp_path))
    assert (moved.exit_code, "not here" in moved.output) == (0, False)
    assert "cards: up to 2999-12-31 (in date)" in moved.output
    newer = "newer: [{name: Core Rules of 2026-11-02, from: 2026-11-09, may_change: deck building}]"
    (tmp_path / "own.yaml").write_text(f"coverage:\n  - {{of: rules, until: 2026-10-22, {newer}}}\n", "utf-8")
    assert (
        "not here: Core Rules of 2026-11-02, from 2026-11-09: deck building"
        in run("cards", "lint", "--age", str(tmp_path)).output
    )


def test_lint_tells_the_age_as_json() -> None:
    found = run_json("cards", "lint", "--age", "--json", code=1)
    assert {one["of"]: one["overdue"] for one in found["coverage"]} == {"rules": True, "bans": True, "cards": True}
    assert [11 in one["unnamed"] for one in found["incomplete_sets"] if one["code"] == "RAD"] == [True]
