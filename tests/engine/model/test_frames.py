"""Frames: each kind has its class, and nobody uses a slot but by the name that the class gives it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import riftcheck
from riftcheck.engine.flow.loop import STEPS, TASKS
from riftcheck.engine.model import constants as w
from riftcheck.engine.model import frames
from riftcheck.engine.model.frames import FRAMES, Frame, make_frame

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(riftcheck.__file__).parent
# The rooms in which frames are met.
ROOMS = ("engine", "scenario", "goldfish")
NUMBERS = ("a", "b", "c")
ALL_SLOTS = (*NUMBERS, "data")


def names_of(cls: type[Frame]) -> dict[str, str]:
    """Return the names that a class gives to slots, with the slots."""
    slots = {id(vars(Frame)[slot]): slot for slot in ALL_SLOTS}
    found: dict[str, str] = {}
    for base in cls.__mro__:
        if base is not Frame:
            found |= {name: slots[id(value)] for name, value in vars(base).items() if id(value) in slots}
    return found


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


def test_every_kind_has_its_class() -> None:
    kinds = {value for name, value in vars(w).items() if name.startswith("F_")}
    assert set(FRAMES) == set(STEPS) == set(TASKS) == kinds
    for kind, cls in FRAMES.items():
        made = make_frame(kind, 1, 2, 3, None)
        assert type(made) is cls
        assert (made.kind, made.a, made.b, made.c, made.step) == (kind, 1, 2, 3, 0)
        assert type(made.clone({})) is cls
        assert not hasattr(made, "__dict__")


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


def test_nobody_uses_the_letters() -> None:
    assert [use for use in others() if use[2] in NUMBERS] == []


def test_only_instructions_use_the_bare_list() -> None:
    """Each instruction of a script has its own use for it; all else has a name for what it keeps there."""
    rooms = {Path(module).parts[:2] for module, owner, attr in others() if attr == "data" and owner in ("f", "frame")}
    assert rooms == {("engine", "compile")} | {("engine", "playing")}
    playing = {module for module, owner, attr in others() if attr == "data" and owner == "f" and "/playing/" in module}
    assert playing == {"engine/playing/resolution.py"}  # which clears it after each instruction


@pytest.mark.parametrize("cls", FRAMES.values(), ids=lambda cls: cls.__name__)
def test_every_name_is_used(cls: type[Frame]) -> None:
    used = {attr for _, owner, attr in others() if owner in ("f", "frame", "turn")}
    assert set(names_of(cls)) <= used


@pytest.mark.parametrize("cls", FRAMES.values(), ids=lambda cls: cls.__name__)
def test_a_name_is_the_slot_itself(cls: type[Frame]) -> None:
    for name, slot in names_of(cls).items():
        f = make_frame(cls.KIND, 1, 2, 3, None)
        value = [4] if slot == "data" else 4
        setattr(f, name, value)
        assert getattr(f, slot) == value
    by_slot = [slot for slot in names_of(cls).values() if slot in NUMBERS]
    assert len(by_slot) == len(set(by_slot)), "a number means one thing"


def test_every_class_of_frames_is_of_a_kind() -> None:
    classes = {cls for cls in vars(frames).values() if isinstance(cls, type) and issubclass(cls, Frame)}
    assert {cls for cls in classes if "KIND" in vars(cls)} == set(FRAMES.values())
