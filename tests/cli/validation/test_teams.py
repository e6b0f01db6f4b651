"""`validate --team`: two lists of allies, as the API judges them."""

from __future__ import annotations

import csv
import itertools
from typing import TYPE_CHECKING

import pytest

from tests.cli.command_runs import BEHIND_DAY, CODE, ILLEGAL, LEGAL, LEGAL_DAY, UNKNOWN, run, run_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.apps import Apps

ALLY = (
    LEGAL.replace("Renekton, Butcher of the Sands", "Volibear, Relentless Storm")
    .replace("Renekton, Rage Fueled", "Volibear, Furious")
    .replace(
        "Seat of Power\n1 Mystic Vortex\n1 Protective Sands", "Trifarian War Camp\n1 Zaun Warrens\n1 Sunken Temple"
    )
)


@pytest.fixture
def put(tmp_path: Path) -> Callable[[str, str], str]:
    def write(name: str, text: str) -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_a_legal_team(put: Callable[[str, str], str]) -> None:
    result = run("validate", "--team", put("a.txt", LEGAL), put("b.txt", ALLY), "--date", LEGAL_DAY)
    assert result.exit_code == 0, result.stdout
    assert "legal: team " in result.stdout
    assert "2v2 Constructed on 2026-10-01" in result.stdout


def test_allies_share_no_legend_and_no_battlefield(put: Callable[[str, str], str]) -> None:
    result = run("validate", "--team", put("a.txt", LEGAL), put("b.txt", LEGAL), "--date", LEGAL_DAY)
    assert result.exit_code == 1
    flowing = " ".join(result.stdout.split())
    assert "illegal: team " in flowing
    assert "(CR 1.4 489.8.h)" in flowing
    assert "(CR 1.4 489.8.i)" in flowing
    assert run("validate", put("a.txt", LEGAL), put("b.txt", LEGAL), "--date", LEGAL_DAY).exit_code == 0


def test_json_is_what_the_api_answers(put: Callable[[str, str], str], apps: Apps) -> None:
    paths = [put("a.txt", LEGAL), put("b.txt", ILLEGAL)]
    answer = run_json("validate", "--team", *paths, "--date", LEGAL_DAY, "--json", code=1)
    assert answer.pop("team") == " + ".join(paths)
    assert answer.pop("verdict") == "illegal"
    assert [report.pop("source") for report in answer["reports"]] == paths
    body = {"decks": [{"text": LEGAL}, {"text": ILLEGAL}], "format": "constructed-2v2", "date": LEGAL_DAY}
    told = apps().test_client().post("/v1/teams/validate", json=body).get_json()
    assert answer == {key: told[key] for key in answer}
    assert {"legal", "issues", "reports"} <= answer.keys()


def test_the_format_can_be_named(put: Callable[[str, str], str]) -> None:
    lists = (put("a.txt", LEGAL), put("b.txt", ALLY))
    for format_id in ("constructed", "casual-2v2"):
        answer = run_json("validate", "--team", *lists, "--format", format_id, "--date", LEGAL_DAY, "--json")
        assert {report["format"] for report in answer["reports"]} == {format_id}


def test_exit_codes_of_a_team(put: Callable[[str, str], str]) -> None:
    texts = {"unreadable": "nothing\n", "illegal": ILLEGAL, "undetermined": UNKNOWN, "legal": ALLY}
    codes = {"unreadable": 2, "illegal": 1, "undetermined": 3, "legal": 0}
    paths = {name: put(f"{name}.txt", text) for name, text in texts.items()}
    for first, second in itertools.combinations(codes, 2):
        if (first, second) == ("illegal", "undetermined"):
            continue  # these two share their legend, which is another fault
        for pair in ((first, second), (second, first)):
            result = run("validate", "--team", *(paths[name] for name in pair), "--date", BEHIND_DAY)
            assert result.exit_code == codes[first], pair
            assert f"{first}: team " in result.stdout


def test_a_list_that_cannot_be_read_leaves_the_other_judged(put: Callable[[str, str], str]) -> None:
    answer = run_json("validate", "--team", put("a.txt", ILLEGAL), put("b.txt", "x\n"), "--json", code=2)
    assert (answer["legal"], answer["verdict"], answer["issues"]) == (False, "unreadable", [])
    assert answer["problem"] == {"detail": "A list of this team cannot be read."}
    first, second = answer["reports"]
    assert first["verdict"] == "illegal"
    assert second.keys() == {"source", "problem"}


def test_each_folder_is_a_team(put: Callable[[str, str], str], tmp_path: Path) -> None:
    for name in ("t1/a", "t2/a", "t2/b", "t3/a"):
        put(f"{name}.txt", LEGAL)
    put("t1/b.txt", ALLY)
    (tmp_path / "t0").mkdir()
    (tmp_path / "t1" / "pictures").mkdir()  # beside the lists of a team is no other team
    table, page = tmp_path / "table.csv", tmp_path / "page.html"
    more = ("--date", LEGAL_DAY, "--csv", str(table), "--html", str(page))
    result = run("validate", "--team", str(tmp_path), *more)
    assert result.exit_code == 2
    assert result.stdout.splitlines()[-2:] == [
        "6 lists: 5 legal, 1 unreadable",
        "4 teams: 1 legal, 1 illegal, 2 unreadable",
    ]
    assert "A team is two lists in a folder of their own" in result.stdout
    assert "There is no list in this folder" in result.stdout
    with table.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    folders = [str(tmp_path / name) for name in ("t0", "t1", "t2", "t3")]
    assert [row["team"] for row in rows if row["row"] == "team"] == folders
    assert [row["team"] for row in rows if row["row"] == "list"] == [
        folders[position] for position in (0, 1, 1, 2, 2, 3)
    ]
    assert str(tmp_path / "t2") in page.read_text("utf-8")
    answer = run_json("validate", "--team", str(tmp_path), "--date", LEGAL_DAY, "--json", code=2)
    assert [team["verdict"] for team in answer["teams"]] == ["unreadable", "legal", "illegal", "unreadable"]
    assert "problem" in answer["teams"][3]


def test_the_timeline_is_that_of_each_list(put: Callable[[str, str], str]) -> None:
    answer = run_json(
        "validate", "--team", put("a.txt", LEGAL), put("b.txt", ALLY), "--date", LEGAL_DAY, "--timeline", "--json"
    )
    assert all(report["timeline"] for report in answer["reports"])


@pytest.mark.parametrize(
    ("sources", "told"),
    [((CODE,), "here is 1 list"), ((CODE, CODE, CODE), "here are 3 lists"), ((CODE, "."), "beside")],
)
def test_anything_else_than_a_team_is_refused(sources: tuple[str, ...], told: str) -> None:
    result = run("validate", "--team", *sources)
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in " ".join(result.stderr.split())
