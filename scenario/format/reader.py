"""Reading scenario files: what may stand where. A scenario that cannot be read is kept with its fault."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riftcheck.carddb import strict_yaml
from riftcheck.carddb.abilities.problems import near
from riftcheck.carddb.errors import CardDataError
from riftcheck.engine.flow.setup import MODES, refused
from riftcheck.engine.model.rules_version import LATEST, VERSIONS
from riftcheck.scenario.format.nodes import PLAYER, Node, ScenarioFault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from riftcheck.carddb.errors import DataProblem

RULE: Final = re.compile(r"[0-9]{3}(\.[0-9a-z]+)*|VFAQ ([0-9]{1,2}|D)")

RULING: Final = re.compile(r"[A-K][0-9]{2}|LR[0-9]{3}")
ENDINGS: Final = frozenset({".yaml", ".yml"})
NOT_SCENARIOS: Final = "not-scenarios.yaml"

FILE_KEYS: Final = frozenset({"own-cards", "scenarios"})
SCENARIO_KEYS: Final = frozenset(
    {"name", "rules", "cards-proved", "ruling", "versions", "mode", "own-cards", "setup", "steps", "expect", "note"}
)
SETUP_KEYS: Final = frozenset({"p1", "p2", "p3", "p4", "battlefields", "turn", "phase", "turn-player", "victory"})
SIDE_KEYS: Final = frozenset(
    {
        "points", "xp", "legend", "champion", "hand", "deck", "rune-deck", "runes", "pool", "base", "trash", "banished",
        "extra-legends",
    }
)  # fmt: skip
CARD_KEYS: Final = frozenset(
    {
        "card", "as", "count", "exhausted", "damage", "buffs", "stunned", "empowered", "might-this-turn", "equipped",
        "owner", "this-turn", "chosen-champion",
    }
)  # fmt: skip
FIELD_KEYS: Final = frozenset(
    {"card", "as", "owner", "control", "contested", "units", "gear", "facedown", "scored"}
)  # fmt: skip
VERBS: Final = (
    "play", "activate", "move", "hide", "answer", "pass", "resolve", "finish-showdown", "end-turn", "to-phase",
    "to-turn", "concede", "invite", "expect",
)  # fmt: skip
# What people say of the game, and how a step says it.
SAID_VERBS: Final = {
    "attack": "units attack by `move`",
    "cast": "`play`",
    "use": "`activate`",
}
SAID_PLAYER: Final = re.compile(r"(?i)player[ _-]?[1-4]|[pP] ?[0-9]+")
BARE_VERBS: Final = frozenset({"pass", "resolve", "finish-showdown", "end-turn"})
ANSWERS: Final = frozenset({"targets", "choose", "pay", "extra"})
SPOKEN: Final = frozenset({"illegal", "expect"})
EVERY_STEP: Final = SPOKEN | {"by"}
MORE: Final[dict[str, frozenset[str]]] = {
    "play": EVERY_STEP | ANSWERS | {"to", "from", "as", "ability"},
    "activate": EVERY_STEP | ANSWERS | {"to", "ability"},
    "move": EVERY_STEP | ANSWERS | {"to"},
    "hide": EVERY_STEP | ANSWERS | {"to", "for"},
    "answer": EVERY_STEP | ANSWERS | {"to"},
    "pass": EVERY_STEP | ANSWERS,
    "resolve": EVERY_STEP | ANSWERS | {"to"},
    "finish-showdown": EVERY_STEP | ANSWERS | {"to"},
    "end-turn": EVERY_STEP | ANSWERS,
    "to-phase": EVERY_STEP | ANSWERS,
    "to-turn": EVERY_STEP | ANSWERS,
    "concede": SPOKEN | ANSWERS,
    "invite": EVERY_STEP | ANSWERS,
    "expect": frozenset({"by", "expect"}),
}
# Keys about the time since the step began: an illegal step leaves nothing of it.
OF_THE_STEP: Final = ("asked", "not-asked", "events", "no-events")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario as read. `for_all` is the list of cards for all of its file, `own` its own; `lines` are the file's.

    `fault` says why it cannot be read; then only `name` and the place stand.
    """

    name: str
    file: str
    line: int
    lines: tuple[str, ...]
    rules: tuple[str, ...] = ()
    proved: tuple[Node, ...] = ()
    ruling: str | None = None
    versions: tuple[str, ...] = (LATEST.name,)
    mode: str = "duel"
    for_all: Node | None = None
    own: Node | None = None
    setup: Node | None = None
    steps: tuple[Node, ...] = ()
    expect: Node | None = None
    fault: DataProblem | None = None

    @property
    def cards_proved(self) -> tuple[str, ...]:
        """The names of the cards that it proves."""
        return tuple(str(node.value) for node in self.proved)


def scenario_files(path: Path) -> list[Path]:
    """Return a file, or every `.yaml` and `.yml` file of a folder and below, by name, but for `not-scenarios.yaml`."""
    if not path.is_dir():
        return [path]
    files = (file for file in path.rglob("*") if file.suffix.lower() in ENDINGS and file.is_file())
    return sorted(file for file in files if file.name != NOT_SCENARIOS)


def read_file(path: Path) -> list[Scenario]:
    """Return the scenarios of a file; one that cannot be read has its `fault`.

    :raises CardDataError: with the fault and its line, if the file as a whole cannot be read.
    :raises OSError: if there is no such file.
    """
    return read_scenarios(path.read_bytes(), str(path))


def read_scenarios(data: bytes, file: str) -> list[Scenario]:
    """Return the scenarios of the bytes of a file: a list, one alone, or a mapping with own-cards and scenarios.

    One that cannot be read has its `fault`; the others stand.

    :raises CardDataError: with the fault and its line, if the file as a whole cannot be read.
    """
    doc = strict_yaml.read(data, file)
    lines = tuple(data.decode("utf-8-sig").splitlines())
    try:
        return _scenarios(Node(doc, (), doc.value), lines)
    except ScenarioFault as fault:
        raise CardDataError([fault.problem]) from None


def _scenarios(root: Node, lines: tuple[str, ...]) -> list[Scenario]:
    own: Node | None = None
    entries = root.each()
    if root.has("scenarios"):
        list(root.keys(FILE_KEYS))
        own = _own(root)
        entries = root.at("scenarios").each()
    if not entries:
        raise root.fault("there is no scenario here: a list of mappings with name, rules, setup, steps, expect")
    names: dict[tuple[str, str], int] = {}
    return [_readable(entry, own, lines, names) for entry in entries]


def _readable(entry: Node, own: Node | None, lines: tuple[str, ...], names: dict[tuple[str, str], int]) -> Scenario:
    """Return one scenario, or one with a fault and no steps; `names` are those of the file before it."""
    try:
        scenario = _scenario(entry, own, lines)
        for version in scenario.versions:
            line = names.setdefault((scenario.name, version), scenario.line)
            if line != scenario.line:
                raise entry.fault(f"the name {scenario.name!r} stands at line {line} too, for the same versions")
    except ScenarioFault as fault:
        name = entry.value["name"] if entry.has("name") else ""
        shown = name if isinstance(name, str) and name else f"scenario {int(entry.path[-1]) + 1 if entry.path else 1}"
        return Scenario(shown, entry.doc.file, entry.line, lines, fault=fault.problem)
    return scenario


def _scenario(entry: Node, own: Node | None, lines: tuple[str, ...]) -> Scenario:
    keys = set(entry.keys(SCENARIO_KEYS))
    for needed in ("name", "rules"):
        if needed not in keys:
            raise entry.fault(f"{needed} is missing")
    if not keys & {"expect", "steps"}:
        raise entry.fault("neither steps nor expect: a scenario proves something")
    setup = entry.at("setup") if "setup" in keys else None
    if setup is not None:
        _check_setup(setup)
    steps = tuple(entry.at("steps").entries()) if "steps" in keys else ()
    proves = "expect" in keys
    for step in steps:
        verb_of(step)
        _check_step(step)
        proves = proves or step.has("expect") or step.has("illegal")
    if not proves:
        raise entry.fault("nothing is expected: a scenario needs expect, at its end or at a step, or an illegal step")
    if "expect" in keys:
        _check_expect(entry.at("expect"))
    versions = tuple(_version(node) for node in entry.at("versions").each()) if "versions" in keys else (LATEST.name,)
    if not versions:
        raise entry.at("versions").fault(f"names no version; the versions are {', '.join(VERSIONS)}")
    return Scenario(
        entry.at("name").text(),
        entry.doc.file,
        entry.line,
        lines,
        rules=tuple(_rules(entry.at("rules"), lines)),
        proved=tuple(_proved(entry.at("cards-proved"))) if "cards-proved" in keys else (),
        ruling=_ruling(entry.at("ruling")) if "ruling" in keys else None,
        versions=versions,
        mode=_mode(entry.at("mode"), versions) if "mode" in keys else "duel",
        for_all=own,
        own=_own(entry),
        setup=setup,
        steps=steps,
        expect=entry.at("expect") if "expect" in keys else None,
    )


def _own(entry: Node) -> Node | None:
    """Return the list of own cards of a file or scenario; each must have a name, the rest is read with the card."""
    if not entry.has("own-cards"):
        return None
    own = entry.at("own-cards")
    if not isinstance(own.value, list):
        raise own.fault("must be a list of cards, each with its name")
    for card in own.entries():
        if not card.has("name"):
            raise card.fault("a card needs its name")
        card.at("name").text()
    return own


def _proved(node: Node) -> Iterator[Node]:
    for each in node.entries():
        each.text()
        yield each


def _ruling(node: Node) -> str:
    if not RULING.fullmatch(node.text()):
        raise node.fault(
            f"must be a letter from A to K and two digits, such as C07, or LR and three; it is {node.shown()}"
        )
    return node.text()


def _version(node: Node) -> str:
    name = str(node.value)
    if name not in VERSIONS:
        raise node.fault(f"no rules version {name}; the versions are {', '.join(VERSIONS)}")
    return name


def _mode(node: Node, versions: tuple[str, ...]) -> str:
    """Return the mode of play, which every version that is to hold must know."""
    mode = MODES[node.one_of(MODES)]
    for version in versions:
        reason = refused(mode, VERSIONS[version])
        if reason:
            raise node.fault(f"{reason}; leave {version} out of `versions`")
    return mode.name


def _rules(node: Node, lines: tuple[str, ...]) -> Iterator[str]:
    for each in node.entries():
        value = each.value
        line = lines[each.line - 1] if each.line <= len(lines) else ""
        if isinstance(value, float) and f"{value}0" in line:
            raise each.fault(f"YAML takes {value}0 for the number {value}; put it into quotes")
        for number in str(value).split(","):
            if isinstance(value, bool) or not RULE.fullmatch(number.strip()):
                what = "a number of the Core Rules such as 424.1.b, or a ruling such as VFAQ 34"
                raise each.fault(f"must be {what}; it is {number.strip()!r}")
            yield number.strip()


def _check_setup(setup: Node) -> None:
    if isinstance(setup.value, dict):
        for key in setup.value:
            if key not in SETUP_KEYS and SAID_PLAYER.fullmatch(str(key)):
                raise setup.at(key).fault(f'unknown key "{key}": players are p1 to p4')
    for key in setup.keys(SETUP_KEYS):
        if (
            key == "battlefields"
            and isinstance(setup.at(key).value, dict)
            and not FIELD_KEYS & setup.at(key).value.keys()
        ):
            raise setup.at(key).fault("must be a list with one entry for each battlefield: [{units: {p1: [NAME]}}]")
        if PLAYER.fullmatch(key):
            list(setup.at(key).keys(SIDE_KEYS))


def _check_step(step: Node) -> None:
    """Refuse an `illegal` that is not true, an empty `expect`, and expectations that an illegal step cannot prove."""
    illegal = step.has("illegal")
    if illegal and not step.at("illegal").truth():
        raise step.at("illegal").fault("must be true, or left out")
    if not step.has("expect"):
        return
    expect = step.at("expect")
    _check_expect(expect)
    for key in OF_THE_STEP if illegal else ():
        if expect.has(key):
            raise expect.at(key).fault(f"an illegal step is tried on a copy, so {key} has nothing to look at")


def _check_expect(expect: Node) -> None:
    if not isinstance(expect.value, dict):
        raise expect.fault(f"must be a mapping, such as {{p1: {{points: 1}}, NAME: trash}}; it is {expect.shown()}")
    if not expect.value:
        raise expect.fault("nothing is expected here")


def _no_verb(word: str) -> str:
    """Return what is told of a step that does nothing known."""
    told = SAID_VERBS.get(word, "")
    guess = f" ({told})" if told else near(word, VERBS)
    return f'unknown key "{word}"{guess}: a step is what a player does, one of {", ".join(VERBS)}'


def verb_of(step: Node) -> str:
    """Return the verb of a step, whose keys must fit it.

    :raises ScenarioFault: if it does nothing known, or two things.
    """
    if isinstance(step.value, str):
        if step.value not in BARE_VERBS:
            verb = next((each for each in VERBS if step.value.split(" ")[0] == each), "")
            guess = f" (`{verb}: ...`?)" if verb else near(step.value, VERBS)
            raise step.fault(f"no step {step.value!r} without more{guess}; alone stand {', '.join(sorted(BARE_VERBS))}")
        return step.value
    verbs = [verb for verb in VERBS if step.has(verb) and verb != "expect"]
    if not verbs and step.has("expect"):
        verbs = ["expect"]
    if len(verbs) != 1:
        every = set(VERBS) | {key for keys in MORE.values() for key in keys}
        unknown = [key for key in step.value if key not in every] if isinstance(step.value, dict) else []
        if unknown and not verbs:
            raise step.at(unknown[0]).fault(_no_verb(str(unknown[0])))
        list(step.keys(every))
        raise step.fault(f"a step does one of {', '.join(VERBS)}; this one does {' and '.join(verbs) or 'none'}")
    list(step.keys({verbs[0]} | MORE[verbs[0]]))
    return verbs[0]
