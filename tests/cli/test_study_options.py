"""Commands that play many games: their files are tried beforehand, what is not legal is named, faults have a place."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import pytest

from riftcheck.cli import output_files
from riftcheck.cli.options import Refused
from riftcheck.cli.simulation import StudyCommand
from tests.cli.command_runs import run, run_json
from tests.paths import ROOT

LIST = str(ROOT / "tests" / "fixtures" / "lists" / "list-072.txt")
DAY = ("--date", "2026-01-28")
FEW = (*DAY, "--games", "12", "--seed", "7", "--jobs", "1", "--policy", "greedy", "--turns", "2")


@pytest.fixture
def shorter(tmp_path: Path) -> str:
    """The list without one of its cards, so it is illegal."""
    path = tmp_path / "short.txt"
    path.write_text(Path(LIST).read_text("utf-8").replace("3 Stacked Deck", "2 Stacked Deck"), "utf-8")
    return str(path)


@pytest.mark.parametrize("option", ["--csv", "--html"])
def test_a_file_that_cannot_be_written_is_refused_before_any_game(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def playing(*_: Any, **__: Any) -> None:
        raise AssertionError("a game was played")

    monkeypatch.setattr(StudyCommand, "play", playing)
    for args in (("goldfish", LIST), ("compare", LIST, LIST), ("sweep", LIST), ("mulligans", LIST)):
        for target, said in (
            (tmp_path / ("x" * 300), "cannot be written: "),
            ("", "this is a folder; name a file."),
            (tmp_path / "nowhere" / "x", "there is no folder"),
        ):
            refused = run(*args, *DAY, option, str(target))
            assert (refused.exit_code, refused.stdout) == (2, "")
            assert said in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_result_is_printed_although_its_files_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, table = tmp_path / "page.html", tmp_path / "table.csv"
    args = ("goldfish", LIST, *FEW, "--html", str(page))
    shown = run(*args).stdout
    page.unlink()

    def fail(option: str, path: Path, _text: str) -> None:
        raise Refused(f"{option} {path} cannot be written: No space left on device.")

    monkeypatch.setattr(output_files, "write_text", fail)
    failed = run(*args, "--csv", str(table))
    assert (failed.exit_code, failed.stdout) == (2, shown)
    assert [path in failed.stderr for path in (f"--html {page}", f"--csv {table}")] == [True, True]


def test_a_table_of_ours_with_the_mark_of_a_spreadsheet_is_written_over(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    args = ("goldfish", LIST, *FEW, "--csv", str(table))
    assert run(*args).exit_code == 0
    before = table.read_bytes()
    table.write_bytes(BOM_UTF8 + before)
    assert run(*args).exit_code == 0
    assert table.read_bytes() == before


def test_what_is_not_legal_is_named(shorter: str) -> None:
    def warned(*args: str) -> list[str]:
        shown = run(*args, *FEW, "--allow-illegal").stdout
        joined = " ".join(shown.split())
        return re.findall(r"\* ([^*]*?is not legal \([^)]*\))", joined)

    assert warned("goldfish", shorter) == ["The list is not legal (main-size)"]
    assert warned("goldfish", LIST, "--opponent", shorter) == ["What is played against is not legal (main-size)"]
    assert warned("compare", LIST, shorter) == ["B is not legal (main-size)"]
    assert warned("compare", shorter, LIST) == ["A is not legal (main-size)"]
    assert warned("compare", shorter, LIST, "--opponent", shorter) == [
        "A is not legal (main-size)",
        "What is played against is not legal (main-size)",
    ]


def test_a_policy_in_a_file_of_a_built_in_name_stands_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("keep all").write_text("most: 1\nrules: [{keep: false}]\n", "utf-8")
    args = ("mulligans", LIST, *DAY, "--budget", "100", "--policy", "greedy", "--turns", "2")
    found = run_json(*args, "--mulligan", "keep all", "--json")
    assert {one["name"] for one in found["policies"]} == {"keep all", "cheap", "singles", "./keep all"}


def test_faults_of_a_policy_and_of_a_pool_are_told_with_their_place(tmp_path: Path) -> None:
    policy, pool = tmp_path / "mine.yaml", tmp_path / "pool.txt"
    for text, said in (
        ("rules: [{keep: true, name: Jinxx}]", "Rule 1 of the mulligan policy: there is no card 'Jinxx'"),
        (
            "rules: [{keep: true, cost: [3, 1]}]",
            '"cost" in rule 1 of the mulligan policy is from 3 to 1, which no card',
        ),
    ):
        policy.write_text(text, "utf-8")
        for name in ("goldfish", "mulligans"):
            assert f"--mulligan {policy}: {said}" in run(name, LIST, *DAY, "--mulligan", str(policy)).stderr
    pool.write_text("# mine\nPouty Poro\nFoo Bar\n", "utf-8")
    assert f"--pool {pool}, line 3: There is no card “Foo Bar”." in run("sweep", LIST, *DAY, "--pool", str(pool)).stderr


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("goldfish", ("--games", "5")),
        ("goldfish", ("--games", "1000")),
        ("goldfish", ("--stop-when", "all/score/won=0.02")),
        ("goldfish", ("--cluster", "tcp://127.0.0.1:8786")),
        ("compare", ("--games", "5")),
        ("sweep", ("--games", "5")),
        ("sweep", ("--budget", "500")),
        ("sweep", ("--pool", "pool.txt")),
        ("sweep", ("--filler", "Pouty Poro")),
        ("mulligans", ("--budget", "500")),
    ],
)
def test_what_one_game_makes_void_is_refused_beside_it(name: str, given: tuple[str, str]) -> None:
    lists = (LIST, LIST) if name == "compare" else (LIST,)
    refused = run(name, *lists, *DAY, "--game", "1", *given)
    assert (refused.exit_code, refused.stdout) == (2, "")
    told = " ".join(refused.stderr.split())
    assert re.search(rf"--game tells one game, and {given[0]} says .+; leave one of both out\.$", told)


def test_other_mulligan_policies_are_not_for_one_game(tmp_path: Path) -> None:
    policy = tmp_path / "mine.yaml"
    policy.write_text("rules: [{keep: false}]", "utf-8")
    refused = run("mulligans", LIST, *DAY, "--game", "1", "--mulligan", str(policy))
    assert refused.exit_code == 2
    assert "--game tells a game with the usual policy" in " ".join(refused.stderr.split())
    assert run("goldfish", LIST, *DAY, "--game", "1", "--mulligan", str(policy), "--policy", "greedy").exit_code == 0


@pytest.mark.parametrize(
    ("who", "meant"), [("removl", "removal"), ("Blocker", "blocker"), ("pasive", "passive"), ("racers", "racer")]
)
@pytest.mark.parametrize("name", ["goldfish", "compare", "sweep", "mulligans", "runes"])
def test_a_misspelt_opponent_is_told_with_the_one_that_may_be_meant(name: str, who: str, meant: str) -> None:
    lists = (LIST, LIST) if name == "compare" else (LIST,)
    more = ("--games", "2") if name == "runes" else ()
    refused = run(name, *lists, *DAY, "--opponent", who, *more)
    assert refused.exit_code == 2
    told = " ".join(refused.stderr.split())
    assert f"--opponent {who}: there is no such opponent and no such file. Did you mean {meant}?" in told


def test_a_file_of_such_a_name_is_no_misspelt_opponent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "removl").write_text((ROOT / LIST).read_text("utf-8"), "utf-8")
    list_path = str((ROOT / LIST).resolve())
    monkeypatch.chdir(tmp_path)
    assert run("goldfish", list_path, *FEW, "--opponent", "removl").exit_code == 0
    assert "it is no deck code" in run("goldfish", list_path, *FEW, "--opponent", "nobody-like-it").stderr


def test_a_filler_can_be_named(tmp_path: Path) -> None:
    args = ("sweep", LIST, *DAY, "--policy", "greedy", "--turns", "2", "--seed", "7", "--budget", "1000")
    found = run_json(*args, "--filler", "pouty poro", "--json")
    assert found["filler"] == "Pouty Poro"
    assert {one["put_in"] for one in found["changes"]} == {"Pouty Poro"}  # there is none in the list to be taken out
    pool = tmp_path / "pool.txt"
    pool.write_text("Pouty Poro\n", "utf-8")
    assert "leave one out" in run(*args, "--filler", "Pouty Poro", "--pool", str(pool)).stderr
    assert "--filler: There is no card “Foo”." in run(*args, "--filler", "Foo").stderr
    assert "--filler: Fury Rune is no card of a main deck." in run(*args, "--filler", "Fury Rune").stderr


def test_a_width_is_a_number() -> None:
    for width in ("inf", "nan", "0", "x"):
        refused = run("goldfish", LIST, *FEW, "--stop-when", f"all/score/won={width}")
        assert "write a figure and a number above 0" in refused.stderr
