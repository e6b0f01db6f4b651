"""Replacements of events: `instead-of`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.grammar.objects import CHOOSING_IT
from riftcheck.engine.board.events import COPYABLE, REPLACEABLE
from riftcheck.engine.compile.core.ability_sets import controller_of, gate_of
from riftcheck.engine.compile.core.context import Context, child
from riftcheck.engine.compile.core.registry import HEADS, amount, condition
from riftcheck.engine.compile.core.subjects import Unsupported
from riftcheck.engine.compile.costs import ability_cost
from riftcheck.engine.compile.events.kinds import kind_of
from riftcheck.engine.compile.events.matchers import match_of
from riftcheck.engine.compile.statements.sequences import script_of
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import Replacement

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.objects import Event
    from riftcheck.engine.model.scripts import Number
    from riftcheck.engine.model.state import State


@HEADS.register(h.Instead)
def _instead(ctx: Context, node: h.Instead, key: str) -> list[Replacement]:
    inner = child(ctx, f"{key}/do")
    if kind_of(node.event) == w.E_PUT_TRASH:
        return _banished(inner, node, key)
    kind = _replaceable(node.event)
    match = match_of(inner, node.event)
    prevents, proceeds, do = _changed_event(node)
    more = _more(inner, kind, node)
    price = None if node.cost is None else ability_cost(inner, node.cost, f"{key}/cost", (node.event,))
    test = None if node.condition is None else condition(inner, node.condition)
    script = script_of(inner, do)
    return [
        Replacement(
            key,
            kind,
            match,
            gate_of(node.gates),
            test,
            node.may,
            price,
            script,
            node.once,
            prevents,
            proceeds is not None,
            more,
            0 if proceeds is None else proceeds.copies,
            controller=controller_of(node.controller),
            token=_other_token(inner, kind, proceeds),
            saves=kind == w.E_DIE and any(_recalls(step, node.event) for step in node.do),
        )
    ]


def _recalls(step: n.Instruction, event: p.Event) -> bool:
    """Return True if a step recalls what would die."""
    return isinstance(step, n.Recall) and not (step.condition or step.may) and step.what in (p.Ref("it"), event.thing)


def _other_token(ctx: Context, kind: int, proceeds: n.Proceed | None) -> str:
    """Return the name of the token with which an event goes on; "" for its own.

    :raises Unsupported: if no token is played in that event.
    """
    if proceeds is None or proceeds.token is None:
        return ""
    if kind != w.E_PLAY:
        message = "another token in an event that plays none"
        raise Unsupported(message)
    ctx.pool.notes.tokens.add(proceeds.token)
    return proceeds.token


def _banished(inner: Context, node: h.Instead, key: str) -> list[Replacement]:
    """Banish cards that would be put into a trash: those that die, and those that come from anywhere else (CR 428.2).

    :raises Unsupported: if something else is to be done, or only to some of the cards.
    """
    event = node.event
    plain = len(node.do) == 1 and isinstance(node.do[0], n.Banish) and node.do[0].what == p.Ref("it")
    plain = plain and not (
        node.may or node.once or node.cost or node.controller or node.do[0].condition or node.do[0].may
    )
    any_card = event.thing == p.Selector("bare", ("card",), p.Number(1), p.Number(1))
    spared = event.origin is not None and event.origin.kind == "anywhere but" and event.origin.zone == "deck"
    whole = event.place is not None and event.place == p.Place("zone", whose=event.place.whose, zone="trash")
    if event.origin is not None and event.place is not None:
        spared = spared and event.origin.whose == event.place.whose
    every = any_card and whole and not event.nth and (event.origin is None or spared)
    if not plain or not every or event.place is None:
        message = "a replacement of the event put into trash but by banishing every card"
        raise Unsupported(message)
    owners = inner.who(event.place.whose)

    def dies(s: State, env: Env, ev: Event) -> bool:
        o = s.board.get(ev.subject)
        return o is not None and o.card >= 0 and o.owner in owners(s, env)

    def comes(s: State, env: Env, ev: Event) -> bool:
        return ev.player in owners(s, env) and not (spared and ev.origin == w.Z_DECK)

    test = None if node.condition is None else condition(inner, node.condition)
    script = script_of(inner, node.do)
    gate = gate_of(node.gates)
    return [
        Replacement(place, kind, match, gate, test, False, None, script, False, 0, False, None, 0)
        for place, kind, match in ((key, w.E_DIE, dies), (f"{key}#put", w.E_PUT_TRASH, comes))
    ]


def _replaceable(event: p.Event) -> int:
    """Return the kind of an event that can be replaced.

    :raises Unsupported: if the engine does not look for replacements of that event.
    """
    kind = kind_of(event)
    tokens = isinstance(event.thing, p.Selector) and p.State("token") in event.thing.tests
    if kind not in REPLACEABLE or (kind == w.E_PLAY and not tokens):
        message = f"a replacement of the event {event.verb}" + (" of what is no token" if kind == w.E_PLAY else "")
        raise Unsupported(message)
    if kind == w.E_RETURN and (event.by is None or not event.by.endswith(CHOOSING_IT)):
        # What is returned for a cost is paid, and what is in a trash is nobody's to keep there.
        message = "a replacement of a return but by a spell or ability that has chosen what it returns"
        raise Unsupported(message)
    if kind == w.E_DRAW and event.thing is not None:
        message = "a replacement of drawing certain cards, which nobody knows before"
        raise Unsupported(message)
    if kind == w.E_PLAY and (event.place is not None or event.by is not None):
        message = "a replacement of playing tokens by where or with what"
        raise Unsupported(message)
    return kind


# The events with a number that a replacement may change.
COUNTED: Final = frozenset({w.E_DAMAGE, w.E_GAIN, w.E_DRAW, w.E_WEAKEN})


def _more(ctx: Context, kind: int, node: h.Instead) -> Number | None:
    """Return the number with which a replaced event goes on, None where it keeps its own."""
    found: Number | None = None
    for line in node.do:
        if isinstance(line, n.Proceed):
            if line.copies and kind not in COPYABLE:
                message = f"copies of the event {node.event.verb}"
                raise Unsupported(message)
            if line.amount is not None:
                if kind not in COUNTED:
                    message = f"another amount of the event {node.event.verb}"
                    raise Unsupported(message)
                found = amount(ctx, line.amount)
    return found


def _changed_event(node: h.Instead) -> tuple[int, n.Proceed | None, tuple[n.Instruction, ...]]:
    """Return the amount that a replacement prevents, -1 for all, how its event proceeds, and the other lines."""
    prevents = 0
    proceeds: n.Proceed | None = None
    rest: list[n.Instruction] = []
    for line in node.do:
        if isinstance(line, n.Prevent) and line.to is None:
            if line.amount is not None and not isinstance(line.amount, p.Number):
                message = "preventing an amount that is counted"
                raise Unsupported(message)
            prevents = -1 if line.amount is None else line.amount.value
        elif isinstance(line, n.Proceed):
            if line.condition is not None or line.may or line.by is not None:
                message = "a replaced event that may or may not go on"
                raise Unsupported(message)
            proceeds = line
        else:
            rest.append(line)
    if prevents and rest:
        message = "preventing damage together with something else"
        raise Unsupported(message)
    return prevents, proceeds, tuple(rest)
