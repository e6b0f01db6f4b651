"""Triggered abilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.traversal import fields_of, is_node
from riftcheck.engine.compile.core.ability_sets import controller_of, gate_of
from riftcheck.engine.compile.core.context import THEM, Context, child
from riftcheck.engine.compile.core.registry import HEADS, condition
from riftcheck.engine.compile.core.subjects import Unsupported
from riftcheck.engine.compile.costs import ability_cost
from riftcheck.engine.compile.events.kinds import has_start, is_grouped, is_own, kind_of, label_of
from riftcheck.engine.compile.events.matchers import match_of
from riftcheck.engine.compile.statements.sequences import script_of
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import Trigger

if TYPE_CHECKING:
    from riftcheck.engine.model.scripts import CostDef

WORKS_IN: Final = {"board": w.Z_BOARD, "hand": w.Z_HAND, "trash": w.Z_TRASH, "deck": w.Z_DECK, "anywhere": w.Z_NOWHERE}


# --- triggered --------------------------------------------------------------------------------------------------------


@HEADS.register(h.Triggered)
def _triggered(ctx: Context, node: h.Triggered, key: str) -> list[Trigger]:
    groups: dict[tuple[int, bool], list[p.Event]] = {}
    for event in node.events:
        label = label_of(event, node.label == "deathknell")
        groups.setdefault((label, is_own(event)), []).append(event)
    made: list[Trigger] = []
    for number, ((label, own), events) in enumerate(groups.items()):
        made.append(_trigger(ctx, node, key if not number else f"{key}#{number}", label, own, events))
    return made


def _trigger(ctx: Context, node: h.Triggered, key: str, label: int, own: bool, events: list[p.Event]) -> Trigger:
    inner = child(ctx, f"{key}/do")
    for event in events:
        if not has_start(event):
            message = f"a trigger on the start of the {event.word or 'turn'}"
            raise Unsupported(message)
    matches = [match_of(inner, event, counted=True) for event in events]
    kinds = tuple(dict.fromkeys(kind_of(event) for event in events))
    nth = max(event.nth for event in events)
    grouped = any(is_grouped(event) for event in events)
    inner.grouped = all(is_grouped(event) for event in events)
    if nth:
        ctx.pool.notes.asked.update(kinds)
    if nth > 1 and grouped:
        message = "the second or later time of an act on one or more things"
        raise Unsupported(message)
    price = None if node.cost is None else _trigger_cost(inner, node, key)
    test = None if node.condition is None else condition(inner, node.condition)
    script = script_of(inner, node.do)
    match = matches[0] if len(matches) == 1 else _any(matches)
    each_controller = any(of_each_controller(event) for event in events)
    return Trigger(
        key,
        kinds,
        match,
        gate_of(node.gates),
        test,
        node.may,
        price,
        script,
        node.once,
        nth,
        WORKS_IN[node.works_in],
        controller_of(node.controller),
        label,
        node.label == "deathknell",
        own,
        grouped,
        any(event.who == "player" for event in events),
        each_controller,
        bool(nth) and _speaks((node.do, node.cost), OF_EVENT - OF_CONTROLLER if each_controller else OF_EVENT),
        inner.names.get(THEM, -1) if inner.grouped else -1,
        _speaks((node.do, node.cost, node.condition), frozenset()),
    )


# Words that mean something of the event that an ability triggered on.
OF_EVENT: Final = frozenset({"it", "there", "that player", "they", "its owner", "its controller", "to or from"})
# Those of them that are the same for all events that are counted together, where each player has a count of theirs.
OF_CONTROLLER: Final = frozenset({"its controller"})


def of_each_controller(event: p.Event) -> bool:
    """Tell whether an event is of things that "a player controls", so that its number counts for each player."""
    return isinstance(event.thing, p.Selector) and p.Controlled("player") in event.thing.tests


def _speaks(value: Any, words: frozenset[str]) -> bool:
    """Tell whether nodes say one of some words of their event, or its number."""
    if isinstance(value, tuple):
        return any(_speaks(part, words) for part in value)
    if isinstance(value, str):
        return value in words
    if not is_node(value):
        return False
    return isinstance(value, p.EventAmount) or any(_speaks(part, words) for _, part in fields_of(value))


def _any(matches: list[Any]) -> Any:
    return lambda s, env, event: any(match(s, env, event) for match in matches)


def _trigger_cost(inner: Context, node: h.Triggered, key: str) -> CostDef:
    assert node.cost is not None
    return ability_cost(inner, node.cost, f"{key}/cost", node.events)
