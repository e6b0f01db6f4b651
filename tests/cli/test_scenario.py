"""`riftcheck scenario`: what it prints, and its exit codes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.cli.command_runs import run

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """
- name: A unit is where it was put
  rules: [105]
  own-cards: [{name: Bold, might: 4, keywords: [tank]}]
  setup: {p1: {base: [Bold]}}
  expect: {Bold: {might: 4, keywords: [tank]}}
- name: Another
  rules: [105]
  expect: {turn: 3}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "some.yaml"
    path.write_text(TEXT, "utf-8")
    return path


def test_scenarios_that_hold(file: Path) -> None:
    shown = run("scenario", str(file.parent))
    assert (shown.exit_code, shown.stdout) == (0, "2 scenarios, 2 hold\n")


def test_a_scenario_that_does_not_hold_is_told_with_its_line(file: Path) -> None:
    file.write_text(TEXT.replace("might: 4, keywords: [tank]}}", "might: 5}}"), "utf-8")
    shown = run("scenario", str(file))
    assert shown.exit_code == 1
    lines = shown.stdout.splitlines()
    assert lines[0] == f"{file}:6: A unit is where it was put (fails, rules 1.5)"
    assert lines[1].strip() == "expect: {Bold: {might: 5}}"
    assert lines[2].strip() == "the Might of Bold is 4"
    assert lines[-1] == "2 scenarios, 1 hold"


def test_only_some_by_name(file: Path) -> None:
    assert run("scenario", str(file), "--name", "ANOTHER").stdout == "1 scenario, 1 hold\n"
    refused = run("scenario", str(file), "--name", "no such")
    assert (refused.exit_code, refused.stderr) == (2, "Error: No scenario has 'no such' in its name.\n")


def test_a_blank_card_turns_its_scenario_red(file: Path) -> None:
    shown = run("scenario", str(file), "--blank", "Bold")
    assert shown.exit_code == 1
    assert "the keywords of Bold are []" in shown.stdout
    refused = run("scenario", str(file), "--blank", "Bould")
    assert refused.exit_code == 2
    assert "no card 'Bould'" in refused.stderr


def test_what_cannot_be_read_ends_with_2_and_the_rest_is_run(file: Path) -> None:
    (file.parent / "bad.yaml").write_text("- {name: a}", "utf-8")
    shown = run("scenario", str(file.parent), str(file.parent / "none.yaml"))
    assert shown.exit_code == 2
    assert "bad.yaml:1: a (faulty, rules 1.5)\n  - {name: a}\n  0: rules is missing\n" in shown.stdout
    assert "none.yaml: there is no such file or folder" in shown.stdout
    assert shown.stdout.endswith("3 scenarios, 2 hold; 1 path not read\n")
    (file.parent / "worse.yml").write_text("a: 1\na: 2\nb: 1\nb: 2\n", "utf-8")
    shown = run("scenario", str(file.parent), str(file.parent / "none.yaml"))
    assert "worse.yml:2: a: the key 'a' stands here twice" in shown.stdout
    assert shown.stdout.endswith("3 scenarios, 2 hold; 2 paths not read\n")


def test_an_unknown_card_ends_with_2(file: Path) -> None:
    file.write_text(TEXT.replace("base: [Bold]", "base: [Bald]"), "utf-8")
    shown = run("scenario", str(file))
    assert shown.exit_code == 2
    assert 'no card "Bald"' in shown.stdout


def test_a_faulty_card_for_all_is_told_and_the_rest_is_run(file: Path) -> None:
    file.write_text("own-cards: [{name: X, might: no}]\nscenarios:\n" + TEXT, "utf-8")
    shown = run("scenario", str(file))
    assert shown.exit_code == 2
    fault = f"{file}:1: own-cards/0/might: must be a whole number from 0 on; it is no"
    assert shown.stdout == f"{fault}\n2 scenarios, 2 hold\n"


def test_an_own_card_with_the_name_of_another_is_noted(file: Path) -> None:
    file.write_text(TEXT.replace("Bold", "Void Seeker").replace("might: 4,", "might: 4, type: Unit,", 1), "utf-8")
    shown = run("scenario", str(file))
    note = f"{file}:4: 'Void Seeker' is the own card here, not the card of that name in the database; "
    assert (shown.exit_code, shown.stdout.startswith(note)) == (0, True)
    assert shown.stdout.endswith("2 scenarios, 2 hold\n")
    (told,) = json.loads(run("scenario", str(file), "--json").stdout)["notes"]
    assert told.startswith(note)


def test_a_blank_card_goes_by_every_name(file: Path) -> None:
    setup = "setup: {p1: {legend: Unforgiven, base: [Vanilla 2]}}"
    file.write_text(f"{{name: a, rules: [105], {setup}, expect: {{offered: [use Unforgiven]}}}}", "utf-8")
    assert run("scenario", str(file)).exit_code == 0
    assert run("scenario", str(file), "--blank", "Yasuo, Unforgiven").exit_code == 1


def test_json(file: Path) -> None:
    file.write_text(TEXT.replace("turn: 3", "turn: 4"), "utf-8")
    shown = json.loads(run("scenario", str(file), "--json").stdout)
    assert (shown["faults"], shown["notes"]) == ([], [])
    first, second = shown["scenarios"]
    assert first == {
        "name": "A unit is where it was put",
        "file": str(file),
        "line": 2,
        "result": "holds",
        "rules": ["105"],
        "cards_proved": [],
        "ruling": None,
        "versions": ["1.5"],
    }
    assert (second["result"], second["line"], second["message"]) == ("fails", 9, "the turn is 3")
    assert second["picture"]
