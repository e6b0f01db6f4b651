"""Frames as a saved document has them: one record for all kinds, with letters in place of the fields of a class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.costs.bill import STEP_ORDER
from riftcheck.engine.model.frames import (
    FRAMES,
    CleanupFrame,
    DrawFrame,
    EventFrame,
    FinalizeFrame,
    Frame,
    MoveFrame,
    PayFrame,
    PlaceFrame,
    RechooseFrame,
    RemakeFrame,
    ResolveFrame,
    SetupFrame,
    ShowdownFrame,
    TurnFrame,
)
from riftcheck.engine.storage.codec import RecordCodec, RecordField
from riftcheck.engine.storage.values import BrokenError

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.objects import Event

LETTERS: Final = ("a", "b", "c", "data")
NUMBERS: Final = 3
# For each class its fields in the order of the letters, without a name where it has none.
NAMES: Final[dict[type[Frame], tuple[str, str, str, str]]] = {
    SetupFrame: ("place", "", "", "battlefields"),
    TurnFrame: ("free_id", "repeats", "invited", "part"),
    CleanupFrame: ("special", "changed", "some_hurt", ""),
    ShowdownFrame: ("location", "dealing", "side", "assigned"),
    FinalizeFrame: ("extra", "extra_stage", "one_by_one", "targets"),
    ResolveFrame: ("instruction", "execution", "offered", "data"),
    EventFrame: ("event_kind", "chosen", "", "entries"),
    PlaceFrame: ("", "", "", ""),
    MoveFrame: ("player", "destination", "", "units"),
    DrawFrame: ("player", "missing", "flags", "taken"),
    PayFrame: ("", "part_settled", "", "ways"),
    RechooseFrame: ("choice", "anew", "one_by_one", "targets"),
    RemakeFrame: ("inactive", "", "one_by_one", "targets"),
}
# The same while recycled runes are put in order: a record has one list, and a payment needs two, at different steps.
ORDERING: Final = ("", "part_settled", "", "rune_order")


class FrameCodec(RecordCodec):
    """A frame as the list of its kind, its numbers, its item, its step, its list and its events."""

    def __init__(self, fields: tuple[RecordField, ...]) -> None:
        RecordCodec.__init__(self, read_frame, len(fields), fields)
        self.values = written_values


def names_of(cls: type[Frame], step: int) -> tuple[str, str, str, str]:
    """Return the fields of a class that the letters stand for at a step, without a name where one stands for none."""
    return ORDERING if cls is PayFrame and step == STEP_ORDER else NAMES[cls]


def written_values(frame: Frame) -> tuple[Any, ...]:
    """Return the values of a frame's record, in its order."""
    a, b, c, data = (
        getattr(frame, name) if name else ([] if place == NUMBERS else 0)
        for place, name in enumerate(names_of(type(frame), frame.step))
    )
    return frame.kind, a, b, c, frame.item, frame.step, data, frame.events


def read_frame(
    kind: int, a: int, b: int, c: int, item: Item | None, step: int, data: list[int], events: list[Event]
) -> Frame:
    """Return the frame of a kind with the values of its record.

    :raises BrokenError: if a frame of the kind keeps nothing where a value stands.
    """
    new: Callable[[], Frame] = FRAMES[kind]  # each class fills in its own kind
    frame = new()
    for letter, name, value in zip(LETTERS, names_of(FRAMES[kind], step), (a, b, c, data), strict=True):
        if name:
            setattr(frame, name, value)
        elif value:
            raise BrokenError(f"a frame of kind {kind} keeps no `{letter}`")
    frame.item = item
    frame.step = step
    frame.events = events
    return frame
