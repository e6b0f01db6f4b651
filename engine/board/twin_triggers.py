"""Conquer effects that are hold effects as well, and the other way round: each waits for the other event too."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import Event

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Static, Trigger
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.index import Index
    from riftcheck.engine.model.state import State

OTHER: Final = {w.E_CONQUER: w.E_HOLD, w.E_HOLD: w.E_CONQUER}


def add_twins(index: Index) -> None:
    """Let the conquer and hold effects in an index wait for each other's event, where a passive may say so."""
    if not any(static.twins for _, static, _ in index.statics):
        return
    found = {kind: list(index.triggers.get(kind, ())) for kind in OTHER}
    for kind, other in OTHER.items():
        # An ability for both events is told of each of them once.
        listening = {(id(env), _ability(trigger)) for env, trigger, _ in found[other]}
        for env, trigger, delayed in found[kind]:
            if trigger.label == kind + 1 and delayed < 0 and (id(env), _ability(trigger)) not in listening:
                index.triggers.setdefault(other, []).append((env, _twin(trigger, kind, other), delayed))


def _ability(trigger: Trigger) -> str:
    return trigger.key.partition("#")[0]


def _twin(trigger: Trigger, kind: int, other: int) -> Trigger:
    """Return an effect as one of the other event, as long as a passive makes it so; each has one."""
    if trigger.twin is not None:
        return trigger.twin

    def match(s: State, env: Env, event: Event) -> bool:
        if event.kind != other:
            return False
        return trigger.match(s, env, _as_kind(event, kind))

    def condition(s: State, env: Env) -> bool:
        statics = () if s.index is None else s.index.statics
        if not any(static.twins and _holds(s, by, static, env.me) for by, static, _ in statics):
            return False
        return trigger.condition is None or trigger.condition(s, env)

    trigger.twin = replace(trigger, kinds=(other,), match=match, condition=condition, label=other + 1, twin_of=trigger)
    return trigger.twin


def _as_kind(event: Event, kind: int) -> Event:
    """Return an event as one of another kind; the event itself is shared, and stays as it is."""
    like = Event(
        event.kind,
        event.player,
        event.subject,
        event.other,
        event.loc,
        event.origin,
        event.amount,
        event.item,
        event.snap,
    )
    like.units = event.units
    like.kind = kind
    return like


def _holds(s: State, env: Env, static: Static, ref: int) -> bool:
    if static.gate is not None and not static.gate(s, env):
        return False
    if static.condition is not None and not static.condition(s, env):
        return False
    return static.applies(s, env, ref)
