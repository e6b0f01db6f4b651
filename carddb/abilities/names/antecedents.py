"""The antecedent of `it`: the last single thing that a line named or acted on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from riftcheck.carddb.abilities import heads
from riftcheck.carddb.abilities import instructions as nodes
from riftcheck.carddb.abilities.phrases import Cost, Event, Number, Ref, Selector, Top, parts_of

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.instructions import Instruction

# Words for something that needs no antecedent, and is none.
KNOWN: Final = frozenset({"me", "this", "you", "they", "that player", "here", "there"})
_PLAYERS: Final = frozenset({"player", "opponent", "other player"})


@dataclass(frozen=True, slots=True)
class Antecedent:
    """The meaning of `it` at some point.

    That is nothing; a thing that the engine binds (`event`); a given name; the choice of the line at `at` in its field
    `name` (`line`) or its result (`made`); or several things (`many`).
    """

    kind: Literal["none", "event", "name", "line", "made", "many"]
    name: str = ""
    at: str = ""


NONE: Final = Antecedent("none")
EVENT: Final = Antecedent("event")


def is_single(value: object) -> bool:
    """Tell whether a selection is of at most one object; a name is not judged here."""
    if isinstance(value, Selector):
        return value.high == Number(1) and not set(value.nouns) <= _PLAYERS
    return isinstance(value, Top) and value.count == Number(1)


def is_player(value: object) -> bool:
    """Tell whether a selection is of players."""
    return isinstance(value, Selector) and set(value.nouns) <= _PLAYERS


def acted_on(line: Instruction) -> list[tuple[str, Any]]:
    """Return the fields and values of the things on which a line acts."""
    found = [(name, getattr(line, name)) for name in nodes.VERBS[type(line)].acts_on]
    return [(name, value) for name, value in found if value is not None]


def after(line: Instruction, before: Antecedent, singles: frozenset[str]) -> Antecedent:
    """Return the meaning of `it` after a line; `singles` are the names that hold one object at most."""
    if nodes.VERBS[type(line)].makes:
        if not makes_one(line, singles):
            return before
        return Antecedent("name", line.into) if line.into is not None else Antecedent("made", at=line.at)
    if isinstance(line, nodes.Choose) and line.into is not None:
        return Antecedent("name", line.into) if is_single(line.what) else before
    found: list[Antecedent] = []
    for name, value in acted_on(line):
        meant = _meant(line, name, value, before, singles)
        if meant is not None and meant not in found:
            found.append(meant)
    if not found:
        return before
    return found[0] if len(found) == 1 else Antecedent("many", at=line.at)


def _meant(
    line: Instruction, name: str, value: object, before: Antecedent, singles: frozenset[str]
) -> Antecedent | None:
    if isinstance(value, Ref):
        if value.name == "it":
            return before
        return Antecedent("name", value.name) if value.name in singles else None
    if not is_single(value):
        return None
    chosen = isinstance(value, Selector) and value.mode in ("choose", "pick")
    return Antecedent("line", name, line.at) if chosen else Antecedent("made", at=line.at)


def makes_one(line: Instruction, singles: frozenset[str]) -> bool:
    """Tell whether a line's own name holds one object at most."""
    if isinstance(line, nodes.AddBattlefield):
        return True
    if isinstance(line, nodes.PlayToken):
        return line.count == Number(1)
    if isinstance(line, nodes.Discard) and line.what is None:
        return line.amount == Number(1)
    values = [value for _, value in acted_on(line)]
    return len(values) == 1 and (is_single(values[0]) or (isinstance(values[0], Ref) and values[0].name in singles))


def binds(event: Event) -> bool:
    """Tell whether an event has something besides me that `it` can be."""
    return event.thing is not None and not (isinstance(event.thing, Ref) and event.thing.name in KNOWN)


def of_head(head: heads.Head, before: Antecedent) -> Antecedent:
    """Return the meaning of `it` within an ability: the thing of its event, of its head, or of its cost."""
    events = events_of(head)
    bound = [binds(event) for event in events]
    if any(bound):
        return EVENT if all(bound) else Antecedent("many", at=head.at)
    subject: object = None
    if isinstance(head, heads.Static):
        subject = head.to
    elif isinstance(head, (heads.CostOf, heads.Can)):
        subject = head.what
    elif isinstance(head, heads.As):
        return EVENT if head.kind == "attached" else before
    if subject is not None and not (isinstance(subject, Ref) and subject.name in KNOWN):
        return EVENT
    cost = getattr(head, "cost", None)
    return EVENT if isinstance(cost, Cost) and _took_one(cost) else before


def _took_one(cost: Cost) -> bool:
    parts = (cost.exhaust, cost.kill, cost.discard, cost.recycle, cost.banish, cost.returned, cost.disempower)
    return sum(is_single(one) for part in parts for one in parts_of(part)) == 1


def events_of(head: heads.Head) -> tuple[Event, ...]:
    """Return the events that an ability waits for, replaces, forbids or taxes."""
    if isinstance(head, heads.Triggered):
        return head.events
    return (head.event,) if isinstance(head, (heads.Instead, heads.Cannot, heads.Toll)) else ()
