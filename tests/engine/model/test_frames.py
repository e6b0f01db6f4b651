"""Frames: each kind has its class, whose fields are copied, stored and used."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import riftcheck
from riftcheck.engine.costs.bill import STEP_ORDER
from riftcheck.engine.flow.loop import STEPS, STEPS_BY_KIND, TASKS
from riftcheck.engine.model import constants as w
from riftcheck.engine.model import frames
from riftcheck.engine.model.frames import FRAMES, Frame
from riftcheck.engine.model.objects import Event
from riftcheck.engine.storage.frame_records import read_frame, written_values
from riftcheck.engine.storage.values import BrokenError
from tests.instance_fields import fields_of

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(riftcheck.__file__).parent
# The rooms in which frames are met.
ROOMS = ("engine", "scenario", "goldfish")


@cache
def uses() -> list[tuple[str, str, str]]:
    """Return every attribute that is read or set, with its module and the name of what has it."""
    found = []
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            module = path.relative_to(ROOT).as_posix()
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Attribute):
                    found.append((module, ast.unparse(node.value), node.attr))  # noqa: PERF401
    return found


def others() -> Iterator[tuple[str, str, str]]:
    return (use for use in uses() if use[0] != "engine/model/frames.py")


def filled(cls: type[Frame]) -> Frame:
    """Return a frame of a class with another value in each field."""
    made: Frame = cls()  # type: ignore[call-arg]  # each class fills in its own kind
    for number, name in enumerate(own_fields(cls), 1):
        setattr(made, name, [number] if isinstance(getattr(made, name), list) else number)
    made.step = 77
    made.events = [Event(w.E_DRAW, 1, 1, -1, -1, -1, 1, -1, None)]
    return made


def fields_and_values(frame: Frame) -> dict[str, Any]:
    return {name: getattr(frame, name) for name in fields_of(type(frame))}


def own_fields(cls: type[Frame]) -> list[str]:
    return sorted(fields_of(cls) - fields_of(Frame))


def test_every_kind_has_its_class() -> None:
    kinds = {value for name, value in vars(w).items() if name.startswith("F_")}
    assert set(FRAMES) == set(STEPS_BY_KIND) == kinds
    assert len(STEPS) == len(TASKS) == len(kinds)
    for kind, cls in FRAMES.items():
        made = filled(cls)
        assert type(made) is cls
        assert made.kind == kind
        assert not hasattr(made, "__dict__")


@pytest.mark.parametrize("cls", FRAMES.values(), ids=lambda cls: cls.__name__)
def test_a_clone_has_all_and_shares_no_list(cls: type[Frame]) -> None:
    made = filled(cls)
    copied = made.clone({})
    assert type(copied) is cls
    for name in fields_of(cls):
        value = getattr(made, name)
        assert getattr(copied, name) == value
        assert not isinstance(value, list) or getattr(copied, name) is not value


@pytest.mark.parametrize("cls", FRAMES.values(), ids=lambda cls: cls.__name__)
def test_a_stored_frame_comes_back(cls: type[Frame]) -> None:
    made = filled(cls)
    if isinstance(made, frames.PayFrame):
        made.rune_order = []
    back = read_frame(*written_values(made))
    assert type(back) is cls
    assert fields_and_values(back) == fields_and_values(made)


def test_a_stored_payment_keeps_the_order_of_its_runes() -> None:
    made = frames.PayFrame()
    made.step = STEP_ORDER
    made.rune_order = [1, 40, 41]
    assert fields_and_values(read_frame(*written_values(made))) == fields_and_values(made)


def test_a_stored_frame_has_nothing_that_its_kind_does_not_keep() -> None:
    with pytest.raises(BrokenError, match="a frame of kind 7 keeps no `b`"):
        read_frame(w.F_PLACE, 0, 3, 0, None, 0, [], [])


@pytest.mark.parametrize("kind", FRAMES, ids=lambda kind: FRAMES[kind].__name__)
def test_a_step_takes_the_frame_of_its_kind(kind: int) -> None:
    """Mypy sees to it that it uses no name of another kind. The source is read: a compiled function tells no types."""
    step = STEPS[kind]
    path = ROOT.joinpath(*step.__module__.split(".")[1:]).with_suffix(".py")
    functions = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
    (found,) = [node for node in functions if node.name == step.__name__]
    assert [ast.unparse(arg.annotation) for arg in found.args.args if arg.annotation] == [
        "State",
        FRAMES[kind].__name__,
    ]


@pytest.mark.parametrize("cls", FRAMES.values(), ids=lambda cls: cls.__name__)
def test_every_field_is_used(cls: type[Frame]) -> None:
    used = {attr for _, owner, attr in others() if owner in ("f", "frame", "turn")}
    assert set(own_fields(cls)) <= used


def test_every_class_of_frames_is_of_a_kind() -> None:
    classes = {cls for cls in vars(frames).values() if isinstance(cls, type) and issubclass(cls, Frame)}
    assert classes - {Frame, frames.ChoiceFrame} == set(FRAMES.values())
