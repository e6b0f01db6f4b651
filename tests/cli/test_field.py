"""`--opponent field:FOLDER`: the lists of a folder by their weights, and a sentence for what is no field."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.cli.field_files import field_files
from tests.cli.command_runs import run, run_json
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

LISTS = ROOT / "tests" / "fixtures" / "lists"
LIST = str(LISTS / "list-072.txt")
# Both lists of the field are legal on it.
DAY = ("--date", "2026-01-28")
FEW = (*DAY, "--seed", "7", "--policy", "greedy", "--turns", "6")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A field of two lists."""
    made = tmp_path / "regionals"
    made.mkdir()
    text = (LISTS / "list-072.txt").read_text("utf-8")
    (made / "jinx.txt").write_text(text, "utf-8")
    changed = text.replace("3 Scrapheap", "2 Scrapheap").replace("1 Immortal Phoenix", "2 Immortal Phoenix")
    (made / "phoenix.txt").write_text(changed, "utf-8")
    return made


def weigh(folder: Path, text: str) -> None:
    (folder / "field.yaml").write_text(text, "utf-8")


def refusal(folder: object, *more: str, command: str = "goldfish") -> str:
    lists = (LIST, LIST) if command == "compare" else (LIST,)
    refused = run(command, *lists, *FEW, "--games", "2", "--jobs", "1", "--opponent", f"field:{folder}", *more)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert "Traceback" not in refused.stderr
    return " ".join(refused.stderr.split())


def test_a_whole_run_tells_the_score_against_each_list(folder: Path, tmp_path: Path) -> None:
    weigh(folder, "jinx.txt: 3\nphoenix.txt: 1\n")
    page = tmp_path / "result.html"
    asked = ("goldfish", LIST, *FEW, "--games", "16", "--opponent", f"field:{folder}")
    document: Any = run_json(*asked, "--jobs", "1", "--html", str(page), "--json")
    opponent = document["run"]["opponent"]
    assert (opponent["kind"], opponent["policy"], opponent["options"]) == ("field", "planner", {})
    assert [(one["name"], one["weight"]) for one in opponent["lists"]] == [("jinx.txt", 3), ("phoenix.txt", 1)]
    jinx, other = document["field"]
    assert [one["all"]["games"] for one in (jinx, other)] == [12, 4]
    assert [one["first"]["games"] for one in (jinx, other)] == [6, 2]
    assert jinx["list_hash"] == document["run"]["list"]["list_hash"] != other["list_hash"]
    assert other["legend"] == "Loose Cannon"
    whole = document["all"]["score"]
    for key in ("won", "not_won", "not_finished"):
        games = sum(one["all"][key]["value"] * one["all"]["games"] for one in (jinx, other))
        assert games / 16 == pytest.approx(whole[key]["value"], abs=1e-3)
    shown = run(*asked, "--jobs", "1").stdout
    table = shown.split("Against each list")[1].split("\n\n")[0]
    assert "jinx.txt" in table
    assert "75.0" in table
    assert max(map(len, shown.splitlines())) <= 80
    html = page.read_text("utf-8")
    assert "<h3>Against each list</h3>" in html
    assert "a field of 2 lists, each played by planner" in html
    assert "In the field: phoenix.txt" in html
    assert run(*asked, "--jobs", "2", "--json").stdout == run(*asked, "--jobs", "1", "--json").stdout


def test_without_weights_all_weigh_the_same(folder: Path) -> None:
    (folder / "notes.md").write_text("no list", "utf-8")
    (folder / ".hidden.txt").write_text("no list", "utf-8")
    (folder / "older.txt").mkdir()
    document = run_json(
        "goldfish", LIST, *FEW, "--games", "4", "--jobs", "1", "--opponent", f"field:{folder}{os.sep}", "--json"
    )
    assert [(one["name"], one["share"], one["all"]["games"]) for one in document["field"]] == [
        ("jinx.txt", 0.5, 2),
        ("phoenix.txt", 0.5, 2),
    ]


def test_a_game_names_the_list_that_is_met(folder: Path, tmp_path: Path) -> None:
    weigh(folder, "jinx.txt: 3\nphoenix.txt: 1\n")
    field = ("--opponent", f"field:{folder}")
    names = [run_json("goldfish", LIST, *FEW, *field, "--game", str(number), "--json")["met"] for number in range(8)]
    assert sorted(names) == ["jinx.txt"] * 6 + ["phoenix.txt"] * 2
    assert names[::2] == names[1::2]
    page = tmp_path / "game.html"
    shown = run("compare", LIST, str(folder / "phoenix.txt"), *FEW, *field, "--game", "5", "--html", str(page)).stdout
    assert shown.count(f"Game 5 of the run with seed 7, against {names[5]}") == 2
    assert page.read_text("utf-8").count(f" against {names[5]}</h2>") == 2
    passive = run_json("goldfish", LIST, *FEW, "--game", "5", "--json")
    assert "met" not in passive
    assert "met" not in passive["facts"]


def test_compare_and_sweep_play_against_a_field(folder: Path, tmp_path: Path) -> None:
    field = (*FEW, "--turns", "3", "--jobs", "1", "--opponent", f"field:{folder}", "--json")
    same = run_json("compare", LIST, LIST, "--games", "4", *field)
    assert [one["changed"] for one in same["differences"]] == [0] * 4
    assert same["a"]["run"]["opponent"]["kind"] == "field"
    pool = tmp_path / "pool.txt"
    pool.write_text("Pouty Poro\n", "utf-8")
    swept = run_json("sweep", LIST, "--pool", str(pool), "--games", "2", *field)
    assert swept["run"]["opponent"] == same["a"]["run"]["opponent"]


def test_an_illegal_list_of_a_field_is_refused_by_its_file_or_flagged(folder: Path) -> None:
    path = folder / "phoenix.txt"
    path.write_text(path.read_text("utf-8").replace("3 Stacked Deck", "2 Stacked Deck"), "utf-8")
    told = refusal(folder)
    assert f"{path} is not legal in constructed on 2026-01-28" in told
    assert "--allow-illegal" in told
    field = ("--jobs", "1", "--games", "2", "--opponent", f"field:{folder}", "--allow-illegal", "--json")
    document = run_json("goldfish", LIST, *FEW, *field)
    assert document["flags"]["illegal"] == ["opponent: main-size"]
    assert document["field"][0]["all"]["won"]["flags"] == ["illegal"]


@pytest.mark.parametrize("command", ["goldfish", "compare", "sweep"])
def test_a_list_that_cannot_be_read_is_named(command: str, folder: Path) -> None:
    path = folder / "empty.txt"
    path.write_text("", "utf-8")
    assert f"{path} cannot be read: The text has no card in it." in refusal(folder, command=command)


def test_lines_that_cannot_be_read_are_told_with_their_file(folder: Path) -> None:
    path = folder / "jinx.txt"
    text = path.read_text("utf-8")
    path.write_text(f"{text}3 Nonsuch of Nowhere and [\n3 [\n", "utf-8")
    assert f"{path}, line {len(text.splitlines()) + 2}: " in refusal(folder)


def test_a_list_that_no_game_can_be_played_with_is_named(folder: Path) -> None:
    text = (LISTS / "list-066.txt").read_text("utf-8")
    (folder / "leona.txt").write_text(text.replace("3 Leona, Zealot", "2 Leona, Zealot"), "utf-8")
    assert f"{folder / 'leona.txt'} cannot be played" in refusal(folder, "--allow-illegal")


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ("jinx.txt: 3\n", "field.yaml gives no weight to phoenix.txt;"),
        ("jinx.txt: 3\nphoenix.txt: 1\nphenix.txt: 1\n", "to phenix.txt, and there is no such list in the folder. Did"),
        ("jinx.txt: 3\nphoenix.txt: 1\nviktor.json: 1\n", "to viktor.json, and there is no such list in the folder."),
        ("jinx.txt: 0\nphoenix.txt: 1\n", "line 1: jinx.txt has the weight 0; it should be a decimal number above 0"),
        ("phoenix.txt: 1\njinx.txt: -2\n", "line 2: jinx.txt has the weight -2;"),
        ("jinx.txt: .nan\nphoenix.txt: 1\n", "jinx.txt has the weight .nan;"),
        ("jinx.txt: .inf\nphoenix.txt: 1\n", "jinx.txt has the weight .inf;"),
        ("jinx.txt: 1e999\nphoenix.txt: 1\n", "jinx.txt has the weight 1e999;"),
        ("jinx.txt: yes\nphoenix.txt: 1\n", "jinx.txt has the weight yes;"),
        ("jinx.txt: 40 %\nphoenix.txt: 1\n", "jinx.txt has the weight 40 %;"),
        ("jinx.txt: '40'\nphoenix.txt: 1\n", "jinx.txt has what is no number as a weight;"),
        ("jinx.txt:\nphoenix.txt: 1\n", "line 1: jinx.txt has no weight;"),
        ("jinx.txt: [3]\nphoenix.txt: 1\n", "jinx.txt has what is no number as a weight;"),
        # What some that read YAML have as 8, 16, 90 and 1000.
        ("jinx.txt: 010\nphoenix.txt: 1\n", "jinx.txt has the weight 010;"),
        ("jinx.txt: 0x10\nphoenix.txt: 1\n", "jinx.txt has the weight 0x10;"),
        ("phoenix.txt: 1\njinx.txt: 1:30\n", "field.yaml, line 2: jinx.txt has the weight 1:30;"),
        ("jinx.txt: 1_000\nphoenix.txt: 1\n", "jinx.txt has the weight 1_000;"),
        ("- jinx.txt\n", "should give each list of the folder its weight, a line each, as in jinx.txt: 12."),
        ("", "should give each list of the folder its weight"),
        ("jinx.txt: {", "cannot be read as YAML or JSON:"),
        ("3: 3\n", "to 3, and there is no such list in the folder."),
        ("jinx.txt: 3\nphoenix.txt: 1\njinx.txt: 4\n", "gives jinx.txt a weight twice"),
    ],
)
def test_weights_that_are_not_those_of_the_folder(weights: str, said: str, folder: Path) -> None:
    weigh(folder, weights)
    told = refusal(folder)
    assert "field.yaml" in told
    assert said in told


def test_weights_are_the_decimals_that_are_written(folder: Path) -> None:
    weigh(folder, "jinx.txt: 1e3\nphoenix.txt: .5\n")
    assert {one.name: one.weight for one in field_files(f"field:{folder}")} == {"jinx.txt": 1000, "phoenix.txt": 0.5}
    weigh(folder, '{"jinx.txt": 12, "phoenix.txt": 7.50}')
    assert {one.name: one.weight for one in field_files(f"field:{folder}")} == {"jinx.txt": 12, "phoenix.txt": 7.5}


@pytest.mark.parametrize("name", ["field.yml", "Field.YAML", "fields.yaml"])
def test_weights_in_a_file_of_another_name_are_not_passed_over(name: str, folder: Path) -> None:
    (folder / name).write_text("jinx.txt: 3\nphoenix.txt: 1\n", "utf-8")
    assert f"has a file {name}, which is not read; weights stand in field.yaml." in refusal(folder)


def test_a_folder_that_is_none(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "names no folder; a field is a folder of lists, written field:FOLDER." in refusal("")
    assert f"{tmp_path / 'nowhere'} does not exist;" in refusal(tmp_path / "nowhere")
    assert "jinx.txt is no folder;" in refusal(folder / "jinx.txt")
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "there is no list in" in refusal(empty)
    assert "cannot be read: " in refusal("a\0b")
    assert "does not exist" in refusal("x" * 300) or "cannot be read: " in refusal("x" * 300)
    bare = run("goldfish", LIST, *FEW, "--opponent", "field")
    assert "names no folder" in bare.stderr
    monkeypatch.chdir(tmp_path)
    shutil.copy(LIST, tmp_path / "field:x")
    assert "The file of this name is given as ./field:x" in refusal("x")
    played = run_json("goldfish", LIST, *FEW, "--games", "1", "--jobs", "1", "--opponent", "./field:x", "--json")
    assert played["run"]["opponent"]["kind"] == "list"
    assert "field" not in played
