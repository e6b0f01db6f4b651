"""Decision 0032 answers every rule that Core Rules 1.5 added, removed or reworded, and its answers hold."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any, Final

import pytest
import yaml

from ledger.numbers import read_numbers
from riftcheck.engine.model.rules_version import VERSIONS, RulesVersion
from tests.paths import ROOT

PAPER: Final = ROOT / "docs/decisions/0032-the-engine-by-core-rules-1-5.md"
SCENARIOS: Final = ROOT / "tests/scenarios"
NEWER: Final = read_numbers(ROOT / "docs/data/core-rules-1.5.txt")
OLDER: Final = read_numbers(ROOT / "docs/data/core-rules-1.4.txt")
CHANGES: Final[dict[str, Any]] = yaml.safe_load((ROOT / "docs/data/core-rules-1.4-to-1.5.yaml").read_text("utf-8"))
ANSWER: Final = re.compile(r"(Unchanged|Scenarios|Field|Code|Tests): (\S.*)")
QUOTED: Final = re.compile(r"`([^`]+)`")


def table() -> dict[str, str]:
    """Return the answer of each rule: its row's third cell."""
    rows = (
        [cell.strip() for cell in line.strip("|\n").split("|")]
        for line in PAPER.read_text("utf-8").splitlines()
        if re.match(r"\| (?:1\.4: )?\d{3}", line)
    )
    found: dict[str, str] = {}
    for numbers, _, answer in rows:
        for number in numbers.split(", "):
            assert number not in found, f"{number} has two rows"
            found[number] = answer
    return found


TABLE: Final = table()


def successor(number: str) -> str | None:
    """Return the number in 1.5 of a rule of 1.4, or None if the rule is gone."""
    parts = number.split(".")
    for count in range(len(parts), 0, -1):
        if (start := ".".join(parts[:count])) in CHANGES["moved"]:
            moved: str | None = CHANGES["moved"][start]
            return None if moved is None else moved + number.removeprefix(start)
    section = int(parts[0])
    by = next((span["by"] for span in CHANGES["sections"] if span["first"] <= section <= span["last"]), 0)
    return f"{section + by:03d}{number.removeprefix(parts[0])}"


def test_every_rule_that_changed_has_a_row() -> None:
    moved = {number: successor(number) for number in OLDER.order}
    assert [number for number in moved.values() if number is not None and number not in NEWER] == []
    new = set(NEWER.order) - set(moved.values())
    gone = {f"1.4: {number}" for number, newer in moved.items() if newer is None}
    assert len(new) == 121
    assert set(TABLE) == new | gone | set(CHANGES["changed"].split())


@pytest.fixture(scope="module")
def proved() -> dict[str, dict[str, set[str]]]:
    """Return for each file the rules that its scenarios name, and of each the versions."""
    found: dict[str, dict[str, set[str]]] = {}
    files = {name for answer in TABLE.values() for name in QUOTED.findall(answer) if name.endswith(".yaml")}
    for name in files:
        document = yaml.load((SCENARIOS / name).read_text("utf-8"), yaml.CSafeLoader)
        rules = found.setdefault(name, {})
        for scenario in document["scenarios"] if isinstance(document, dict) else document:
            for rule in scenario["rules"]:
                rules.setdefault(str(rule), set()).update(scenario.get("versions", ["1.5"]))
    return found


def test_every_answer_holds(proved: dict[str, dict[str, set[str]]]) -> None:
    names = {field.name for field in fields(RulesVersion)}
    wrong = []
    for number, answer in TABLE.items():
        match = ANSWER.fullmatch(answer)
        if match is None:
            wrong.append(f"{number}: {answer!r} does not start with one of the five words")
            continue
        word, rest = match.groups()
        quoted = QUOTED.findall(rest)
        rule = number.removeprefix("1.4: ")
        # A rule that is gone has no number in 1.5, which a scenario could name.
        if word in ("Scenarios", "Field") and rule == number:
            versions = set().union(*(proved[name].get(rule, set()) for name in quoted if name in proved), set())
            wanted = {"1.5"} if word == "Scenarios" else {"1.5", "1.4.1"}
            if not wanted <= versions:
                wrong.append(f"{number}: no scenario for {sorted(wanted - versions)} in {quoted}")
        if word == "Field" and not set(quoted) & names:
            wrong.append(f"{number}: no field of RulesVersion in {quoted}")
        if word in ("Code", "Tests") and not any(rule in (ROOT / name).read_text("utf-8") for name in quoted):
            wrong.append(f"{number}: not cited in {quoted}")
    assert wrong == []


def test_every_field_that_1_5_changes_is_answered_by_it() -> None:
    newest, before = (
        {name: getattr(rules, name) for name in RulesVersion.__slots__ if name != "name"}
        for rules in (VERSIONS["1.5"], VERSIONS["1.4.1"])
    )
    changed = {name for name in newest if newest[name] != before[name]}
    assert changed == {
        name
        for answer in TABLE.values()
        if answer.startswith("Field")
        for name in QUOTED.findall(answer)
        if name in newest
    }
