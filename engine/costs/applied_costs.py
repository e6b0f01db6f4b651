"""Applied costs (CR 204.4): what must be paid as a move is made, or the move is not made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import get_index, sources
from riftcheck.engine.costs.affordability import use_of
from riftcheck.engine.costs.bill import push_bill
from riftcheck.engine.costs.payability import payable
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_ACTIVATED, Bill, Item
from riftcheck.engine.model.decisions import ask, take

if TYPE_CHECKING:
    from riftcheck.engine.costs.discounts import Price
    from riftcheck.engine.model.decisions import Option
    from riftcheck.engine.model.objects import Event
    from riftcheck.engine.model.state import State

# The state of an applied cost: there was none, the player is asked, it is being paid, it is not paid.
TOLL_NONE: Final = 0
TOLL_ASKED: Final = 1
TOLL_PAYING: Final = 2
TOLL_REFUSED: Final = 3


def owed(s: State, events: list[Event]) -> Price:
    """Return the energy and power that the simultaneous moves of one player cost."""
    energy, power = 0, tuple[int, ...]()
    for env, toll in get_index(s).tolls:
        count = sum(1 for event in events if toll.match(s, env, event))
        times = max(0, count - 1 if toll.per else min(count, 1))
        energy += times * (0 if toll.cost.energy is None else toll.cost.energy(s, env))
        power += toll.cost.power * times
    return energy, power


def can_pay_for(s: State, player: int, events: list[Event]) -> bool:
    """Return True if a player can pay what simultaneous standard moves cost (CR 204.4.c).

    The units that move are exhausted for it, so none of them pays with an ability that exhausts it (CR 144.3.c).
    """
    energy, power = owed(s, events)
    if not energy and not power:
        return True
    without = frozenset(event.subject for event in events)
    return payable(s, player, energy, power, use_of(s, _mover(s, player, events)), without)


def payable_together(s: State, player: int, events: list[Event]) -> int:
    """Return how many of these moves a player can pay for at the same time: those that owe the least, and pay nothing.

    Each of them can be paid for alone.
    """
    tolls = get_index(s).tolls
    paying = {source[0] for source in sources(s, player)} if get_index(s).sources else set()
    events = sorted(
        events,
        key=lambda event: (sum(toll.match(s, env, event) for env, toll in tolls), event.subject in paying),
    )
    return next((count for count in range(len(events), 1, -1) if can_pay_for(s, player, events[:count])), 1)


def _mover(s: State, player: int, events: list[Event]) -> Item:
    """Return an item for the first unit that moves, in whose name its player pays."""
    o = s.board[events[0].subject]
    return Item(s.next_id, I_ACTIVATED, player, o.id, o.id, o.card, o.d, None)


def settle(s: State, player: int, events: list[Event], without: frozenset[int]) -> int:
    """Ask the player who moves whether to pay without some things, and leave a frame that pays (CR 204.4.b-c).

    Return one of the TOLL outcomes: TOLL_ASKED is to be called again with the answer; after TOLL_PAYING the move may be
    made when the caller is on top again; after TOLL_REFUSED it may not be made.
    """
    energy, power = owed(s, events)
    if not energy and not power:
        return TOLL_NONE
    item = _mover(s, player, events)
    use = use_of(s, item)
    if not payable(s, player, energy, power, use, without):
        return TOLL_REFUSED
    if s.answer is None:
        options: list[Option] = [(w.O_YES, 0, 0), (w.O_NO, 0, 0)]
        if ask(s, player, w.D_YES_NO, options, 1, 1, item.me, "pay"):
            return TOLL_ASKED
    if take(s)[0][0] == w.O_NO:
        return TOLL_REFUSED
    s.next_id += 1
    push_bill(s, item, Bill(energy, power, [], use))
    return TOLL_PAYING
