"""A card's nodes anew, with the names that stand for `it` put in."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from riftcheck.carddb.abilities.heads import CardAbilities, Head
from riftcheck.carddb.abilities.instructions import Choose, Instruction
from riftcheck.carddb.abilities.names.antecedents import events_of
from riftcheck.carddb.abilities.phrases import AmongNames, Event, Ref, Selector
from riftcheck.carddb.abilities.traversal import holds_lines, rebuilt

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(slots=True)
class Marks:
    """The changes to a card: by the path of a line or an ability, the name that `it` has there.

    `events` is for the events of an ability, which are read from outside of it. `chosen` is the field whose choice gets
    the name of its line, and `made` holds the lines whose results do.
    """

    refs: dict[str, Ref] = field(default_factory=dict)
    events: dict[str, Ref] = field(default_factory=dict)
    chosen: dict[str, str] = field(default_factory=dict)
    made: set[str] = field(default_factory=set)


def rewritten(card: CardAbilities, marks: Marks) -> CardAbilities:
    """Return a card's abilities with the changes made."""
    parts = {at.name: _value(getattr(card, at.name), marks) for at in fields(card) if at.name != "card"}
    return replace(card, **parts)


def _value(value: Any, marks: Marks) -> Any:
    if isinstance(value, tuple):
        return tuple(
            new
            for part in value
            for new in (_line(part, marks) if isinstance(part, Instruction) else (_value(part, marks),))
        )
    return _ability(value, marks) if isinstance(value, Head) else value


def _ability(head: Head, marks: Marks) -> Head:
    events = events_of(head)
    change, outside = _change(marks.refs.get(head.at)), _change(marks.events.get(head.at))
    parts: dict[str, Any] = {}
    for at in fields(head):
        value = getattr(head, at.name)
        if holds_lines(value):
            parts[at.name] = _value(value, marks)
        else:
            parts[at.name] = rebuilt(value, outside if events and value in (events, *events) else change)
    return replace(head, **parts)


def _line(line: Instruction, marks: Marks) -> tuple[Instruction, ...]:
    change = _change(marks.refs.get(line.at))
    parts: dict[str, Any] = {}
    for at in fields(line):
        value = getattr(line, at.name)
        parts[at.name] = _value(value, marks) if holds_lines(value) else rebuilt(value, change)
    new = replace(line, **parts)
    if line.at in marks.made and new.into is None:
        new = replace(new, into=f"it@{line.at}")
    name = marks.chosen.get(line.at)
    return (new,) if name is None else _named_first(new, name)


def _named_first(line: Instruction, name: str) -> tuple[Instruction, ...]:
    """Return a line that chooses, and the line that acts on the choice.

    `another` elsewhere in the line left out what it chose (CR 355.9), so it goes on leaving that out by name. A choice
    of the moment (`pick`) is made only if the line is done at all, so `may` asks before it.
    """
    into = f"it@{line.at}"
    selector: Selector = getattr(line, name)
    picked = selector.mode == "pick"
    choice = Choose(
        at=f"{line.at}@it",
        condition=line.condition,
        by=line.by,
        may=line.may and picked,
        into=into,
        what=selector,
    )

    def apart(node: Any) -> Any:
        if isinstance(node, Selector) and node.other:
            return replace(node, tests=(*node.tests, AmongNames(Ref(into), negated=True)))
        return node

    others = {
        at.name: rebuilt(getattr(line, at.name), apart)
        for at in fields(line)
        if at.name not in (name, "at", "condition") and not holds_lines(getattr(line, at.name))
    }
    changes: dict[str, Any] = {**others, name: Ref(into), "may": line.may and not picked}
    return (choice, replace(line, **changes))


def _change(ref: Ref | None) -> Callable[[Any], Any]:
    """Return the change of a node that puts a reference in the place of `it`; no change for None."""

    def change(node: Any) -> Any:
        if ref is not None and node == Ref("it"):
            return ref
        if ref is not None and isinstance(node, Event) and node.by == "it":
            return replace(node, by=ref.name)
        return node

    return change
