"""Reading scenario files: what may stand where, with file and line in every fault."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from carddb import strict_yaml
from carddb.abilities.reading_core import unknown_key
from carddb.errors import CardDataError, DataProblem
from engine.rules import LATEST, VERSIONS
from engine.setup import MODES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from carddb.strict_yaml import Document

RULE: Final = re.compile(r"[0-9]{3}(\.[0-9a-z]+)*")
PLAYER: Final = re.compile(r"p([1-4])")

FILE_KEYS: Final = frozenset({"own-cards", "scenarios"})
SCENARIO_KEYS: Final = frozenset(
    {"name", "rules", "cards-proved", "ruling", "versions", "mode", "own-cards", "setup", "steps", "expect", "note"}
)
SETUP_KEYS: Final = frozenset({"p1", "p2", "p3", "p4", "battlefields", "turn", "phase", "turn-player", "victory"})
SIDE_KEYS: Final = frozenset(
    {
        "points", "xp", "legend", "champion", "hand", "deck", "rune-deck", "runes", "pool", "base", "trash", "banished",
    }
)  # fmt: skip
CARD_KEYS: Final = frozenset(
    {
        "card", "as", "count", "exhausted", "damage", "buffs", "stunned", "empowered", "might-this-turn", "equipped",
        "owner", "this-turn", "chosen-champion",
    }
)  # fmt: skip
FIELD_KEYS: Final = frozenset(
    {"card", "as", "owner", "control", "contested", "units", "facedown", "scored"}
)  # fmt: skip
VERBS: Final = (
    "play", "activate", "move", "hide", "answer", "pass", "resolve", "finish-showdown", "end-turn", "to-phase",
    "to-turn", "concede", "invite", "expect",
)  # fmt: skip
BARE_VERBS: Final = frozenset({"pass", "resolve", "finish-showdown", "end-turn"})
ANSWERS: Final = frozenset({"targets", "choose", "pay", "extra"})
MORE: Final[dict[str, frozenset[str]]] = {
    "play": ANSWERS | {"to", "from", "as", "ability"},
    "activate": ANSWERS | {"to", "ability"},
    "move": ANSWERS | {"to"},
    "hide": ANSWERS | {"to"},
    "answer": ANSWERS | {"to"},
    "pass": ANSWERS,
    "resolve": ANSWERS | {"to"},
    "finish-showdown": ANSWERS | {"to"},
    "end-turn": ANSWERS,
    "to-phase": ANSWERS,
    "to-turn": ANSWERS,
    "concede": ANSWERS,
    "invite": ANSWERS,
    "expect": frozenset(),
}
EVERY_STEP: Final = frozenset({"by", "illegal", "expect"})


class ScenarioFault(Exception):
    """A scenario that cannot be run as it is written; `problem` says where and what would be right."""

    def __init__(self, problem: DataProblem) -> None:
        self.problem = problem
        super().__init__(str(problem))


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a scenario file with its place."""

    doc: Document
    path: tuple[str | int, ...]
    value: Any

    @property
    def line(self) -> int:
        """The line of the value in its file."""
        return self.doc.line(self.path)

    def fault(self, message: str) -> ScenarioFault:
        """Return a fault that stands here."""
        return ScenarioFault(self.doc.problem(self.path, message))

    def at(self, key: str | int) -> Node:
        """Return what stands under a key, or at a place of a list."""
        return Node(self.doc, (*self.path, key), self.value[key])

    def has(self, key: str) -> bool:
        """Whether a mapping has a key."""
        return isinstance(self.value, dict) and key in self.value

    def keys(self, known: Iterable[str]) -> Iterator[str]:
        """Return the keys of a mapping, which must all be known.

        :raises ScenarioFault: if it is no mapping, or a key is not known.
        """
        known = frozenset(known)
        if not isinstance(self.value, dict):
            raise self.fault(f"must be a mapping with some of {', '.join(sorted(known))}; it is {self.shown()}")
        for key in self.value:
            if key not in known:
                raise self.at(key).fault(unknown_key(key, known))
        return iter(self.value)

    def pairs(self) -> list[tuple[str, Node]]:
        """Return the keys and values of a mapping.

        :raises ScenarioFault: if it is none.
        """
        if not isinstance(self.value, dict):
            raise self.fault(f"must be a mapping; it is {self.shown()}")
        return [(key, self.at(key)) for key in self.value]

    def each(self) -> list[Node]:
        """Return the entries of a list; a single value is a list of one, nothing none."""
        if isinstance(self.value, list):
            return [self.at(place) for place in range(len(self.value))]
        return [] if self.value is None else [self]

    def text(self) -> str:
        """Return a text.

        :raises ScenarioFault: if it is something else.
        """
        if not isinstance(self.value, str) or not self.value:
            raise self.fault(f"must be text; it is {self.shown()}")
        return self.value

    def number(self, least: int = 0) -> int:
        """Return a whole number.

        :raises ScenarioFault: if it is something else, or less than the least.
        """
        if type(self.value) is not int or self.value < least:
            raise self.fault(f"must be a whole number from {least} on; it is {self.shown()}")
        return self.value

    def truth(self) -> bool:
        """Return yes or no.

        :raises ScenarioFault: if it is something else.
        """
        if not isinstance(self.value, bool):
            raise self.fault(f"must be true or false; it is {self.shown()}")
        return self.value

    def player(self) -> int:
        """Return the seat that p1 to p4 mean.

        :raises ScenarioFault: if it is something else.
        """
        found = PLAYER.fullmatch(self.value) if isinstance(self.value, str) else None
        if found is None:
            raise self.fault(f"must be a player, p1 to p4; it is {self.shown()}")
        return int(found[1]) - 1

    def one_of(self, words: Iterable[str]) -> str:
        """Return one of some words.

        :raises ScenarioFault: if it is another.
        """
        if self.value not in (known := list(words)):
            raise self.fault(f"must be one of {', '.join(known)}; it is {self.shown()}")
        return str(self.value)

    def shown(self) -> str:
        """Return the value as it may stand in a message."""
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        if isinstance(self.value, dict | list):
            return "a mapping" if isinstance(self.value, dict) else "a list"
        return "nothing" if self.value is None else repr(self.value)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario as read. `own` are the lists of cards of its file and of itself; `lines` the lines of the file."""

    name: str
    file: str
    line: int
    rules: tuple[str, ...]
    cards_proved: tuple[str, ...]
    ruling: str | None
    versions: tuple[str, ...]
    mode: str
    own: tuple[Node, ...]
    setup: Node | None
    steps: tuple[Node, ...]
    expect: Node | None
    lines: tuple[str, ...]


def scenario_files(path: Path) -> list[Path]:
    """Return a file, or every `.yaml` file of a folder and below, by name, but for the lists `not-scenarios.yaml`."""
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*.yaml") if file.name != "not-scenarios.yaml")


def read_file(path: Path) -> list[Scenario]:
    """Return the scenarios of a file.

    :raises CardDataError: with the fault and its line, if it cannot be read.
    :raises OSError: if there is no such file.
    """
    return read_scenarios(path.read_bytes(), str(path))


def read_scenarios(data: bytes, file: str) -> list[Scenario]:
    """Return the scenarios of the bytes of a file: a list, one alone, or a mapping with own-cards and scenarios.

    :raises CardDataError: with the fault and its line, if it cannot be read.
    """
    doc = strict_yaml.read(data, file)
    lines = tuple(data.decode("utf-8-sig").splitlines())
    try:
        return _scenarios(Node(doc, (), doc.value), lines)
    except ScenarioFault as fault:
        raise CardDataError([fault.problem]) from None


def _scenarios(root: Node, lines: tuple[str, ...]) -> list[Scenario]:
    own: tuple[Node, ...] = ()
    entries = root.each()
    if root.has("scenarios"):
        list(root.keys(FILE_KEYS))
        own = (root.at("own-cards"),) if root.has("own-cards") else ()
        entries = root.at("scenarios").each()
    if not entries:
        raise root.fault("there is no scenario here: a list of mappings with name, rules, setup, steps, expect")
    found = [_scenario(entry, own, lines) for entry in entries]
    names: dict[tuple[str, tuple[str, ...]], int] = {}
    for entry, scenario in zip(entries, found, strict=True):
        key = (scenario.name, scenario.versions)
        if key in names:
            raise entry.fault(f"the name {scenario.name!r} stands at line {names[key]} too, for the same versions")
        names[key] = scenario.line
    return found


def _scenario(entry: Node, own: tuple[Node, ...], lines: tuple[str, ...]) -> Scenario:
    keys = set(entry.keys(SCENARIO_KEYS))
    for needed in ("name", "rules"):
        if needed not in keys:
            raise entry.fault(f"{needed} is missing")
    if not keys & {"expect", "steps"}:
        raise entry.fault("neither steps nor expect: a scenario proves something")
    setup = entry.at("setup") if "setup" in keys else None
    if setup is not None:
        _check_setup(setup)
    steps = tuple(entry.at("steps").each()) if "steps" in keys else ()
    proves = "expect" in keys
    for step in steps:
        verb_of(step)
        proves = proves or step.has("expect") or step.has("illegal")
    if not proves:
        raise entry.fault("nothing is expected: a scenario needs expect, at its end or at a step, or an illegal step")
    versions = tuple(_version(node) for node in entry.at("versions").each()) if "versions" in keys else (LATEST.name,)
    if not versions:
        raise entry.at("versions").fault(f"names no version; the versions are {', '.join(VERSIONS)}")
    return Scenario(
        entry.at("name").text(),
        entry.doc.file,
        entry.line,
        tuple(_rules(entry.at("rules"), lines)),
        tuple(node.text() for node in entry.at("cards-proved").each()) if "cards-proved" in keys else (),
        entry.at("ruling").text() if "ruling" in keys else None,
        versions,
        entry.at("mode").one_of(MODES) if "mode" in keys else "duel",
        (*own, entry.at("own-cards")) if "own-cards" in keys else own,
        setup,
        steps,
        entry.at("expect") if "expect" in keys else None,
        lines,
    )


def _version(node: Node) -> str:
    name = str(node.value)
    if name not in VERSIONS:
        raise node.fault(f"no rules version {name}; the versions are {', '.join(VERSIONS)}")
    return name


def _rules(node: Node, lines: tuple[str, ...]) -> Iterator[str]:
    for each in node.each():
        value = each.value
        line = lines[each.line - 1] if each.line <= len(lines) else ""
        if isinstance(value, float) and f"{value}0" in line:
            raise each.fault(f"YAML takes {value}0 for the number {value}; put it into quotes")
        for number in str(value).split(","):
            if isinstance(value, bool) or not RULE.fullmatch(number.strip()):
                raise each.fault(f"must be a number of the Core Rules such as 423.1.b; it is {number.strip()!r}")
            yield number.strip()


def _check_setup(setup: Node) -> None:
    for key in setup.keys(SETUP_KEYS):
        if PLAYER.fullmatch(key):
            list(setup.at(key).keys(SIDE_KEYS))


def verb_of(step: Node) -> str:
    """Return what a step does, whose keys must fit it.

    :raises ScenarioFault: if it does nothing known, or two things.
    """
    if isinstance(step.value, str):
        if step.value not in BARE_VERBS:
            raise step.fault(f"no step {step.value!r} without more; alone stand {', '.join(sorted(BARE_VERBS))}")
        return step.value
    verbs = [verb for verb in VERBS if step.has(verb) and verb != "expect"]
    if not verbs and step.has("expect"):
        verbs = ["expect"]
    if len(verbs) != 1:
        every = set(VERBS) | EVERY_STEP | {key for keys in MORE.values() for key in keys}
        list(step.keys(every))
        raise step.fault(f"a step does one of {', '.join(VERBS)}; this one does {' and '.join(verbs) or 'none'}")
    list(step.keys({verbs[0]} | EVERY_STEP | MORE[verbs[0]]))
    return verbs[0]
