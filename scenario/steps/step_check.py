"""The check that every word of a step is understood before it is done: another one is a fault and proves nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.problems import near
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.display.names import PHASES
from riftcheck.engine.model.abilities import FLOW
from riftcheck.engine.playing.plays import WAY_CHAMPION, WAY_FACEDOWN, WAY_FLOW, WAY_HAND, WAY_PERMISSION
from riftcheck.scenario.setup.references import CARD, TOKEN
from riftcheck.scenario.setup.vocabulary import (
    all_cost_names,
    cost_names,
    is_cost_name,
    numbered,
    read_alias,
    read_answer,
    same_cost,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.scenario.format.nodes import Node
    from riftcheck.scenario.steps.actor import Actor

FROM: Final = {
    "hand": WAY_HAND,
    "champion zone": WAY_CHAMPION,
    "facedown": WAY_FACEDOWN,
    "flow": WAY_FLOW,
    "permission": WAY_PERMISSION,
}


def understand(actor: Actor, step: Node, verb: str, node: Node) -> None:
    """Refuse a step with a word that is not understood, or that names a thing that never was in this scenario.

    :raises ScenarioFault: for the first such word.
    """
    player = 0 if actor.decision is None else actor.decision.player
    illegal = step.has("illegal")
    READ[verb](actor, step, node)
    for key in ("targets", "choose"):
        for entry in step.at(key).entries() if step.has(key) else ():
            read_answer(actor.cast, entry, player, illegal)
    for entry in step.at("pay").entries() if step.has("pay") else ():
        actor.read_payment(entry)
    if step.has("to"):
        actor.cast.location(step.at("to"), player)
    if step.has("extra"):
        _extras(actor, step.at("extra"), _cards(actor, node) if verb == "play" else [])


def _cards(actor: Actor, node: Node) -> list[CardDef]:
    """Return the definitions that a name can mean."""
    s = actor.s
    found: list[CardDef] = []
    for thing in actor.cast.things(node):
        o = actor.cast.object_of(thing)
        if o is not None:
            found.append(o.d)
        if thing.kind == CARD:
            found.append(s.pool.defs[s.card_defs[thing.number]])
        found += [item.d for item in s.chain if thing.kind == TOKEN and item.id == thing.number]
    return found


def _extras(actor: Actor, node: Node, cards: list[CardDef]) -> None:
    pool = actor.s.pool
    if actor.cast.blank and (not cards or any(d.name in actor.cast.blank for d in cards)):
        return
    given = {lent.name for _, static, _ in get_index(actor.s).statics for lent in static.lends}
    own = {name for d in cards for name in numbered([*cost_names(d), *given])}
    whose = f" of {cards[0].name}" if cards else ""
    for entry in node.entries():
        if any(same_cost(entry.text(), name) for name in own | given):
            continue
        if cards or not is_cost_name(pool, entry.text()):
            known = sorted(own | given if cards else {*all_cost_names(pool), *given})
            every = f"; they are {', '.join(known)}" if cards and known else ""
            raise entry.fault(f"no optional cost {entry.value!r}{whose}{near(entry.value, known)}{every}")


def _play(actor: Actor, step: Node, node: Node) -> None:
    actor.cast.here(node, node.text())
    cards = _cards(actor, node)
    given = sum(can.act == FLOW for _, can, _ in get_index(actor.s).cans)
    flows = max((len(d.flows) for d in cards), default=0) + given
    if step.has("as"):
        read_alias(actor.cast, step.at("as"))
    if any(d.name in actor.cast.blank for d in cards):
        return
    if step.has("from") and step.at("from").one_of(FROM) == "flow" and not flows:
        raise step.at("from").fault(f"{node.value} has no Flow")
    if step.has("ability") and step.at("ability").number(1) > flows:
        raise step.at("ability").fault(f"{node.value} has {flows} Flow costs")


def _activate(actor: Actor, step: Node, node: Node) -> None:
    actor.cast.here(node, node.text())
    if step.has("ability"):
        read_ability(actor, step.at("ability"), node.text(), step.at("ability").number(1))


def read_ability(actor: Actor, node: Node, name: str, number: int) -> None:
    """Refuse the number of an ability that nothing of a name has.

    :raises ScenarioFault: if it is too great.
    """
    own = [env.me for env, _ in get_index(actor.s).activated]
    most = 0
    for thing in actor.cast.things(node, name):
        o = actor.cast.object_of(thing)
        most = max(most, 0 if o is None else own.count(o.id))
    if number > most and not actor.cast.blank:
        raise node.fault(f"{name} has {most} abilities to use, so there is no number {number}")


def _hide(actor: Actor, step: Node, node: Node) -> None:
    actor.cast.here(node, node.text())
    if not step.has("to"):
        raise step.fault("hiding needs `to`: a battlefield")
    if step.has("for"):
        read_price(step.at("for"))


def read_price(node: Node) -> tuple[int, int]:
    """Return a price of hiding: so much energy and power.

    :raises ScenarioFault: if it is none.
    """
    found = {key: node.at(key).number() for key in node.keys(("energy", "power"))}
    return found.get("energy", 0), found.get("power", 0)


def _move(actor: Actor, step: Node, node: Node) -> None:
    for entry in node.entries():
        actor.cast.here(entry, entry.text())
    if not step.has("to"):
        raise step.fault("a move needs `to`: a battlefield, or base")


def _answer(actor: Actor, step: Node, node: Node) -> None:
    player = 0 if actor.decision is None else actor.decision.player
    for entry in node.listed():
        if isinstance(entry.value, dict):
            actor.read_payment(entry)
        else:
            read_answer(actor.cast, entry, player, step.has("illegal"))


def _nothing(actor: Actor, step: Node, node: Node) -> None:
    if isinstance(step.value, dict) and node.told() not in (None, True):
        hint = f"; `by: {node.value}` beside it names the player" if actor.cast.player(node.value) >= 0 else ""
        raise node.fault(f"stands alone, nothing may follow it; it is {node.shown()}{hint}")


def _resolve(_actor: Actor, step: Node, node: Node) -> None:
    if isinstance(step.value, dict) and node.told() not in (None, True):
        node.one_of(("top", "chain"))


def _seat(actor: Actor, _step: Node, node: Node) -> None:
    actor.cast.seat(node)


def _phase(_actor: Actor, _step: Node, node: Node) -> None:
    node.one_of(PHASES[1:])


READ: Final[dict[str, Callable[[Actor, Node, Node], None]]] = {
    "play": _play,
    "activate": _activate,
    "move": _move,
    "hide": _hide,
    "answer": _answer,
    "pass": _nothing,
    "resolve": _resolve,
    "finish-showdown": _nothing,
    "end-turn": _nothing,
    "to-phase": _phase,
    "to-turn": _seat,
    "concede": _seat,
    "invite": _seat,
}
