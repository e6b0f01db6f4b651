"""The scenarios of `tests/scenarios` and the rules that they name, read plainly: `name`, `rules`, `versions`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import yaml

from ledger.numbers import ROOT, LedgerError
from riftcheck.scenario.format.reader import scenario_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ledger.numbers import Numbers

SCENARIOS: Final = ROOT / "tests/scenarios"
# The versions whose numbers are those of Core Rules 1.5. 1.5 is the default of a scenario.
VERSIONS: Final = frozenset({"1.4", "1.4.1", "1.5"})
# What shows cards names the rules that it touches; it is not what shows these rules.
CARDS: Final = SCENARIOS / "cards"


@dataclass(frozen=True, order=True, slots=True)
class Shown:
    """A scenario: its file below the repository, and its name."""

    file: str
    name: str


def read_scenarios(numbers: Numbers, folder: Path = SCENARIOS, root: Path = ROOT) -> dict[str, list[Shown]]:
    """Return the scenarios of each number that one names; those for older versions of the rules alone do not count.

    :raises LedgerError: if a file holds no scenario, one lacks its name or rules, or a rule does not exist.
    """
    found: dict[str, list[Shown]] = {}
    wrong: list[str] = []
    for path in scenario_files(folder):
        file = path.relative_to(root).as_posix()
        for name, rules, counts in _read_file(path, file):
            wrong += [f"{file}, {name}: there is no rule {rule}" for rule in rules if rule not in numbers]
            shown = Shown(file, name)
            for rule in rules if counts and CARDS not in path.parents else ():
                places = found.setdefault(rule, [])
                if shown not in places:
                    places.append(shown)
    if wrong:
        raise LedgerError("; ".join(wrong))
    return found


def read_text(text: str, file: str) -> Any:
    """Return a YAML document in which every scalar is text, so that 323.10 is not the number 323.1.

    :raises LedgerError: if it is no YAML.
    """
    try:
        return yaml.load(text, Loader=yaml.CBaseLoader)  # noqa: S506 (a base loader makes nothing but text)
    except yaml.YAMLError as error:
        raise LedgerError(f"{file}: {error}") from None


def _read_file(path: Path, file: str) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    value = read_text(path.read_text("utf-8-sig"), file)
    if isinstance(value, dict) and "scenarios" in value:
        value = value["scenarios"]
    entries = value if isinstance(value, list) else [value]
    if not entries:
        raise LedgerError(f"{file}: there is no scenario here.")
    for entry in entries:
        if not isinstance(entry, dict) or not entry.get("name") or not entry.get("rules"):
            raise LedgerError(f"{file}: every scenario should have a name and rules.")
        words = [word.strip() for text in _texts(entry["rules"]) for word in text.split(",")]
        words = [word for word in words if not word.startswith("VFAQ ")]
        yield str(entry["name"]), tuple(words), not VERSIONS.isdisjoint(_texts(entry.get("versions", ["1.5"])))


def _texts(value: Any) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]
