"""Applied costs (CR 204.4): what must be paid as a move is made, or the move is not made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import words as w
from engine.costs import push_bill
from engine.index import get_index
from engine.items import I_ACTIVATED, Bill, Item
from engine.objects import Event
from engine.payment import payable

if TYPE_CHECKING:
    from engine.state import Frame, State


def owed(s: State, player: int, refs: list[int], dest: int) -> int:
    """Return how much power of any domain a player must pay to move these units there together."""
    total = 0
    for env, toll in get_index(s).tolls:
        event = Event(w.E_MOVE, player, refs[0], w.NOBODY, dest, w.NOBODY, len(refs), w.NOBODY, None)
        if not toll.match(s, env, event):
            continue
        times = max(0, len(refs) - 1) if toll.per else 1
        total += times * len(toll.cost.power)
    return total


def push_toll(s: State, f: Frame, player: int, dest: int) -> bool:
    """Leave a frame that pays for a move; without the means the move is not made. True if the move must wait.

    `f.item` is the payment; `s.result` is empty where it was declined.
    """
    power = owed(s, player, f.data, dest)
    if not power:
        return False
    masks = (w.ANY_DOMAIN,) * power
    if not payable(s, player, 0, masks, 0):
        f.data = []
        return False
    o = s.board[f.data[0]]
    item = Item(s.next_id, I_ACTIVATED, player, o.id, o.id, o.card, o.d, None)
    s.next_id += 1
    f.item = item
    s.result = [1]
    push_bill(s, item, Bill(0, masks, [], 0))
    return True
