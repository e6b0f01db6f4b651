"""The open question in words: who is asked what, and the options with the names that a scenario may use for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.replacements import choices
from riftcheck.engine.costs.bill import spoken_for
from riftcheck.engine.costs.payment import plans
from riftcheck.engine.display.descriptions import INSTANCE, decision_words, option_keys
from riftcheck.engine.display.names import DOMAINS
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.frames import EventFrame
from riftcheck.scenario.format.reserved_words import ABILITY_OF
from riftcheck.scenario.setup.references import CARD, Thing, number_of

if TYPE_CHECKING:
    from riftcheck.engine.costs.payment import Plan
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.decisions import Decision, Option
    from riftcheck.engine.model.state import State
    from riftcheck.scenario.setup.references import Cast

# The answer that chooses nothing.
NONE: Final = "none"
WINDOWS: Final = frozenset({w.D_MAIN, w.D_PRIORITY, w.D_FOCUS, w.D_INVITE})
KINDS: Final = {
    w.D_MULLIGAN: "mulligan", w.D_MAIN: "main", w.D_PRIORITY: "priority", w.D_FOCUS: "focus",
    w.D_LOCATION: "location", w.D_TARGET: "target", w.D_PICK: "pick", w.D_MODE: "mode", w.D_YES_NO: "yes-no",
    w.D_NUMBER: "number", w.D_PLAN: "payment", w.D_PLAYER: "player", w.D_ORDER: "order", w.D_ASSIGN: "assign",
    w.D_MOVE: "move", w.D_COST: "cost", w.D_SHOWDOWN: "showdown", w.D_BATTLEFIELD: "battlefield",
    w.D_REPLACE: "replace", w.D_NAME: "name", w.D_INVITE: "invite",
}  # fmt: skip


def question_words(cast: Cast) -> str:
    """Return the open decision of a state and its options in words, in one line."""
    s = cast.s
    decision = s.decision if s.waiting else None
    if decision is None:
        return "nothing is asked, the game is over" if s.winner >= 0 else "nothing is asked"
    words = option_words(cast)
    if decision.lo == 0 and decision.hi > 0 and decision.kind not in WINDOWS and NONE not in words:
        words.append(NONE)
    offered = "; ".join(words) or "nothing"
    return f"p{decision.player + 1} is asked ({KINDS[decision.kind]}: {decision_words(s)}); offered are: {offered}"


def option_words(cast: Cast) -> list[str]:
    """Return the keys of the options of the open decision, with another name in brackets where that tells more.

    Such a name is an answer as well: `by Smite` of a replacement, `ability of left` of a trigger, one given with `as`.
    """
    s = cast.s
    decision = s.decision
    if decision is None:
        return []
    waiting = [item for item in s.triggered if item.you == decision.player]
    words = []
    for key, option in zip(option_keys(s), decision.options, strict=True):
        kind, subject, _ = option
        if kind == w.O_PASS and decision.kind == w.D_TARGET:
            words.append(NONE)
            continue
        name = ""
        if decision.kind == w.D_REPLACE and kind == w.O_REF:
            name = f"by {_maker_words(cast, decision, option)}"
        elif kind == w.O_PLAN:
            name = plan_words(cast, ways_to_pay(s)[2][subject])
        elif kind in (w.O_LOCATION, w.O_MOVE) and subject < len(s.players) and subject != decision.player:
            name = cast.place_name(subject)
        elif kind == w.O_REF:
            name = cast.alias(cast.meant(subject))
        elif kind == w.O_ITEM and decision.text != INSTANCE and subject < len(waiting):
            name = _trigger_words(cast, waiting[subject], waiting)
        words.append(f"{key} [{name}]" if name else key)
    return words


def ways_to_pay(s: State) -> tuple[Item, frozenset[int], list[Plan]]:
    """Return the item that is being paid for, the things that its other costs need, and every way to pay it."""
    item = s.frames[-1].item
    assert item is not None
    bill = item.bill
    assert bill is not None
    without = spoken_for(s, item, bill)
    return item, without, plans(s, item.you, bill.energy, bill.power, bill.use, without)


def plan_words(cast: Cast, plan: Plan) -> str:
    """Return a way to pay as a step writes it."""
    runes = [name.capitalize() for name, count in zip(DOMAINS, plan[0], strict=True) for _ in range(count)]
    used = [cast.called(cast.meant(oid)) for oid in plan[1]]
    return f"{{recycle: [{', '.join(runes)}], exhaust: [{', '.join(used)}]}}"


def maker(cast: Cast, decision: Decision, option: Option) -> Thing | None:
    """Return the thing whose text makes a replacement that is offered; None where only its card is known."""
    frame = cast.s.frames[-1]
    if not isinstance(frame, EventFrame):
        return None
    sources = [env for _, env, _, _ in choices(cast.s, frame)]
    place = decision.options.index(option)
    if place >= len(sources):
        return None
    # What a spell has set up has no object of its own.
    env = sources[place]
    return cast.meant(env.me) if env.me >= 0 else Thing(CARD, env.card) if env.card >= 0 else None


def _maker_words(cast: Cast, decision: Decision, option: Option) -> str:
    thing = maker(cast, decision, option)
    card = cast.s.pool.defs[option[2] // w.REPLACE_PLACES].name
    return card if thing is None else cast.alias(thing) or card


def _trigger_words(cast: Cast, item: Item, waiting: list[Item]) -> str:
    """Return a name by which a noted trigger is told from the others of its card; empty if it is the only one."""
    alike = [other for other in waiting if other.d is item.d]
    source = cast.meant(item.me)
    name = cast.alias(source)
    if not name and len(alike) == 1:
        return ""
    if not name:
        name = item.d.name
        every = cast.named(name)
        if any(other.me != item.me for other in alike) and source in every:
            name = f"{name} ({every.index(source) + 1})"
    several = any(other.me == item.me and other.trigger is not item.trigger for other in alike)
    number = number_of(item) if several else 0
    return f"ability {number} of {name}" if number else f"{ABILITY_OF}{name}"
