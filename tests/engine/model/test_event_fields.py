"""The meanings of `Event.origin` and `Event.amount`: those that are written, and no other."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

import riftcheck
from drills.random_games import SEATS, RandomGame
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_ACTIVATED, I_CARD, I_TRIGGER
from riftcheck.engine.model.event_fields import AMOUNT, ORIGIN, Meaning

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from riftcheck.engine.model.objects import Event
    from riftcheck.engine.model.state import State

ENGINE = Path(riftcheck.__file__).parent / "engine"
TABLES: Final = {"origin": ORIGIN, "amount": AMOUNT}
DEFAULTS: Final = {"origin": ("-1", "w.NOBODY"), "amount": ("0",)}
# Where the arguments of a call stand.
PLACES: Final = {
    "Event": {"kind": 0, "origin": 5, "amount": 6},
    "emit": {"kind": 1, "origin": 6, "amount": 7},
}
# Calls that do not name a kind, and the kinds that they make; `emit` makes what its own calls say.
GIVEN: Final[dict[tuple[str, str], tuple[int, ...]]] = {
    ("board/events.py", "emit"): (),
    ("flow/combat_roles.py", "designate"): (w.E_ATTACK, w.E_DEFEND),
    ("compile/statements/looks.py", "run"): (w.E_LOOK, w.E_REVEAL),
    ("actions/departures.py", "_for_card"): (w.E_PUT_TRASH,),
    ("flow/scoring.py", "_announce"): (w.E_CONQUER, w.E_HOLD),
    ("compile/statements/delayed_abilities.py", "_as_if"): (w.E_CONQUER, w.E_HOLD),
    ("compile/events/counts.py", "as_told"): (w.E_PLAY, w.E_USE),
}


class Made(NamedTuple):
    """A field of an event that some call sets to other than its default."""

    module: str
    function: str
    kind: str
    field: str
    value: str


def calls() -> Iterator[tuple[str, str, str, ast.Call]]:
    """Yield every call that makes an event: its module, its function, what it calls, and itself."""
    for path in sorted(ENGINE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        inside: dict[int, str] = {}
        # Outer functions come first, so that the innermost one stays.
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                inside |= {id(node): function.name for node in ast.walk(function)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PLACES:
                yield path.relative_to(ENGINE).as_posix(), inside[id(node)], node.func.id, node


@cache
def made() -> list[Made]:
    found = []
    for module, function, name, node in calls():
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        values: dict[str, str] = {}
        for field, place in PLACES[name].items():
            value = given.get(field) or (node.args[place] if place < len(node.args) else None)
            values[field] = "" if value is None else ast.unparse(value)
        for field, defaults in DEFAULTS.items():
            if values[field] not in ("", *defaults):
                found.append(Made(module, function, values["kind"], field, values[field]))
    return found


def kinds_of(one: Made) -> tuple[int, ...]:
    """Return the kinds of event that a call may make; none for a copy of an event."""
    if one.kind.startswith("w.E_"):
        return (vars(w)[one.kind[2:]],)
    # A copy of an event has what that has.
    if one.kind == "event.kind":
        return ()
    return GIVEN[one.module, one.function]


def test_what_is_set_has_a_meaning() -> None:
    assert len(made()) > len(ORIGIN) + len(AMOUNT)
    assert [one for one in made() for kind in kinds_of(one) if kind not in TABLES[one.field]] == []


@pytest.mark.parametrize("field", TABLES)
def test_what_has_a_meaning_is_set(field: str) -> None:
    assert set(TABLES[field]) == {kind for one in made() if one.field == field for kind in kinds_of(one)}


def test_every_meaning_is_of_some_kind() -> None:
    assert {*ORIGIN.values(), *AMOUNT.values()} == set(Meaning)


def test_what_is_given_a_kind_is_there() -> None:
    assert {(one.module, one.function) for one in made() if not one.kind.startswith(("w.E_", "event."))} == set(GIVEN)


ANY: Final = range(1, 10**6)
ANY_OR_NONE: Final = range(10**6)
# What a number may be; a location is one of those that there are.
FITS: Final[dict[Meaning, Container[int]]] = {
    Meaning.ZONE: range(w.NOBODY, w.Z_NOWHERE + 1),
    Meaning.CAUSE: range(8),
    Meaning.CONTROLLER: range(w.NOBODY, 4),
    Meaning.SCORING: (w.NOBODY, w.E_CONQUER, w.E_HOLD),
    Meaning.ROLE: (w.NOBODY, w.PLAYERS_FIRST),
    Meaning.MIGHT: range(-1000, 1000),
    Meaning.MIGHT_BEFORE: range(-1000, 1000),
    Meaning.DAMAGE: ANY,
    Meaning.ENERGY: ANY_OR_NONE,
    Meaning.POWER: ANY_OR_NONE,
    Meaning.RESOURCES: ANY_OR_NONE,
    Meaning.POINTS: ANY_OR_NONE,
    Meaning.EXPERIENCE: ANY,
    Meaning.COUNT: ANY_OR_NONE,
    Meaning.RECYCLED: (-1, *range(1, 1000)),
    Meaning.ITEM_KIND: (I_CARD, I_TRIGGER, I_ACTIVATED),
    Meaning.TYPES: range(1, 1024),
    Meaning.PHASE: range(w.AWAKEN, w.EXPIRATION_STEP + 1),
    Meaning.TURN: ANY,
}


def misfits(s: State, event: Event) -> list[tuple[int, str, int]]:
    """Return what an event has in a field that its kind has no meaning for, or that does not fit the meaning."""
    found = []
    for field, default in (("origin", w.NOBODY), ("amount", 0)):
        value, meaning = getattr(event, field), TABLES[field].get(event.kind)
        fitting = (
            range(len(s.locs)) if meaning is Meaning.LOCATION else (default,) if meaning is None else FITS[meaning]
        )
        if value not in fitting:
            found.append((event.kind, field, value))
    return found


@pytest.mark.parametrize("seed", range(len(SEATS)))
def test_the_events_of_a_game_mean_what_the_tables_say(seed: int) -> None:
    played = RandomGame(seed)
    played.play()
    s = played.game.state
    assert s.log is not None
    assert {event.kind for event in s.log} >= {w.E_PHASE, w.E_CHANNEL, w.E_DRAW}
    assert [misfit for event in s.log for misfit in misfits(s, event)] == []
