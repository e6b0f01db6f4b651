"""Events: recording that something has happened, and noting its triggers (CR 383.2.c).

What can be replaced is not emitted but performed, by `board.replacements`; the tables that say how a batch of events of
each kind is done, undone or copied are here, and filled by the modules of the actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.triggers import may_trigger, queue, queue_either, queue_with
from riftcheck.engine.board.zones import touch_all
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.state import kind_flags

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riftcheck.engine.model.abilities import Trigger
    from riftcheck.engine.model.chain_items import Env, Item
    from riftcheck.engine.model.objects import Snap
    from riftcheck.engine.model.scripts import CostDef
    from riftcheck.engine.model.state import State

    Waiting = tuple[Env, Trigger, int]


class EventLog(Protocol):
    """What takes up events: a list, or one of a class that tells each event as it happens."""

    def append(self, event: Event, /) -> None:
        """Take up an event."""


# The performer of a batch that nothing replaced, by kind; it returns the subjects that it happened to. Filled by
# `engine.actions.status` and its neighbours.
DOING: Final[dict[int, Callable[[State, list[Event]], list[int]]]] = {}
# The kinds of event that are performed, so that they can be replaced; and those of which there can be one more.
REPLACEABLE: Final = frozenset(
    {w.E_DIE, w.E_DAMAGE, w.E_GAIN, w.E_DRAW, w.E_MOVE, w.E_STUN, w.E_WEAKEN, w.E_TIE_RECALL, w.E_PLAY}
    | {w.E_REVEAL, w.E_PHASE, w.E_TURN_STARTS, w.E_RETURN}
)
COPYABLE: Final = frozenset({w.E_PLAY})
# The events in which units of their player take part by being there (CR 383.4.c.2, d.2).
TOOK_PART: Final = kind_flags((w.E_CONQUER, w.E_HOLD, w.E_WIN_COMBAT, w.E_LOSE_COMBAT))
# The functions that take back an event that is prepared before it is replaced, that put another token into one, and
# that make one more of it.
UNDOING: Final[dict[int, Callable[[State, Event], None]]] = {}
TURNING: Final[dict[int, Callable[[State, Event, str], None]]] = {}
COPYING: Final[dict[int, Callable[[State, Event], Event]]] = {}


class CostHandlers:
    """The functions that pay costs of replacements: costs are actions, and actions events, so these come from above.

    `affordable` tells whether an item's controller could pay a cost now, `push` leaves a frame that pays it. Set by
    `engine.costs.bill`.
    """

    __slots__ = ("affordable", "push")

    affordable: Callable[[State, Item, CostDef], bool]
    push: Callable[[State, Item, CostDef], None]


COSTS: Final = CostHandlers()


def item_id(s: State) -> int:
    """Return the id of the chain item that is being resolved, NOBODY without one."""
    return w.NOBODY if s.resolving is None else s.resolving.id


def emit(
    s: State,
    kind: int,
    player: int,
    subject: int = w.NOBODY,
    other: int = w.NOBODY,
    loc: int = w.NOBODY,
    origin: int = w.NOBODY,
    amount: int = 0,
    snap: Snap | None = None,
    before: Sequence[Event] = (),
) -> Event | None:
    """Record an event, and note its triggers (CR 383.2.c); None where nothing waits for it, counts it or logs it.

    `before` are the events of the same act that were recorded before it.
    """
    index = s.index
    if index is None or index.granting:
        index = get_index(s)
    waiting = index.triggers[kind] if kind in index.triggers else None  # noqa: SIM401 - asked of every event: no call
    log = s.log if s.watched[kind] else None
    unheard = waiting is None and not s.asked[kind]
    if unheard and log is None:
        return None
    resolving = s.resolving
    item = w.NOBODY if resolving is None else resolving.id
    event = Event(kind, player, subject, other, loc, origin, amount, item, snap)
    if unheard and log is not None and not TOOK_PART[kind]:
        _take_up(log, event)  # all that publishing it would do
    else:
        _publish(s, event, before, waiting)
    return event


def heard(s: State, kind: int) -> bool:
    """Tell whether a trigger waits for this kind of event, or the history or the log keeps it."""
    return (s.log is not None and s.watched[kind]) or s.asked[kind] or kind in get_index(s).triggers


def publish(s: State, event: Event, before: Sequence[Event] = ()) -> None:
    """Note the triggers of an event, then put it into the history and the log.

    `before` are the events of the same act that were published before it: a trigger that is once for an act has theirs.
    """
    index = s.index
    if index is None or index.granting:
        index = get_index(s)
    _publish(s, event, before, index.triggers.get(event.kind))


def _publish(s: State, event: Event, before: Sequence[Event], waiting: Sequence[Waiting] | None) -> None:
    """Publish an event for which so many triggers are waiting."""
    kind = event.kind
    if TOOK_PART[kind]:
        event.units = tuple(oid for oid in s.locs[event.loc].units if s.board[oid].controller == event.player)
    for env, trigger, delayed in waiting or ():
        if before and trigger.grouped and any(trigger.match(s, env, other) for other in before):
            if trigger.them >= 0:
                queue_with(s, env, trigger, event, before)
            continue
        if before and trigger.picks:
            queue_either(s, env, trigger, event, before, delayed)
        elif may_trigger(s, env, trigger, event):
            queue(s, env, trigger, event, delayed)
    if s.asked[kind]:
        s.history.append(event)
        if get_index(s).counting:
            touch_all(s)
    if s.log is not None and s.watched[kind]:
        _take_up(s.log, event)


def _take_up(log: EventLog, event: Event) -> None:
    """Append an event to a log, by the `append` of its class: compiled code knows only that of a list."""
    log.append(event)


def publish_all(s: State, events: list[Event]) -> None:
    """Publish the events of one act on several things (CR 370.1.a.2)."""
    for number, event in enumerate(events):
        publish(s, event, events[:number])
