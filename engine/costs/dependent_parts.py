"""Parts of a cost that one after another take things (CR 357.2): what one puts somewhere another may take from there.

Only costs with two or more such parts are tried out, on copies of the game; all others are looked at as they stand.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.departures import banish, discard, kill, return_to_hand
from riftcheck.engine.actions.draw import burn_cost
from riftcheck.engine.actions.recycle import recycle
from riftcheck.engine.actions.status import disempower, exhaust, spend_buffs
from riftcheck.engine.board.events import emit
from riftcheck.engine.board.layers import read_might
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.references import NOTED, def_behind, ref_card
from riftcheck.engine.model.scripts import (
    C_BANISH,
    C_BURN,
    C_DISCARD,
    C_DISEMPOWER,
    C_EXHAUST,
    C_KILL,
    C_RECYCLE,
    C_RETURN,
    C_SHOW,
    C_SPEND_BUFFS,
    C_X,
    C_XP,
    CostPart,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.state import State

# The parts that take something from where it is, and with it those that are paid with a number.
TAKING: Final = (C_KILL, C_BANISH, C_DISCARD, C_RECYCLE, C_RETURN)
NUMBERS: Final = (C_X, C_XP)


def show_off(s: State, refs: list[int], player: int) -> None:
    """Reveal the cards of a hand that are shown off (CR 425, 832.1.c); what is on the board everybody sees."""
    for ref in refs:
        if ref_card(s, ref) >= 0:
            emit(s, w.E_REVEAL, player, ref)


def note_shown(s: State, refs: Sequence[int]) -> tuple[int, ...]:
    """Return the references to what is shown off with the values that it has now (CR 832.1.d.1)."""
    held = [NOTED]
    for ref in refs:
        o = s.board.get(ref)
        d = def_behind(s, ref) if o is None else o.d
        held += [ref, d.might if o is None else read_might(s, o), d.energy, len(d.power)]
    return tuple(held)


# The game action of each kind of part; one with a result leaves a frame that finishes it where that is False.
ACTS: Final[dict[int, Callable[[State, list[int], int], object]]] = {
    C_EXHAUST: exhaust,
    C_KILL: kill,
    C_DISCARD: lambda s, chosen, player: discard(s, [ref_card(s, ref) for ref in chosen], player),
    C_RECYCLE: recycle,
    C_BANISH: banish,
    C_RETURN: return_to_hand,
    C_DISEMPOWER: lambda s, chosen, player: disempower(s, chosen),
    C_SPEND_BUFFS: spend_buffs,
    C_SHOW: show_off,
}


def act(s: State, item: Item, part: CostPart, chosen: list[int]) -> bool:
    """Do the game action of a cost part; False if a frame was left that finishes it."""
    before = s.resolving
    if before is None:
        s.resolving = item
    done = ACTS[part.kind](s, chosen, item.you)
    s.resolving = before
    return done is not False


def feeds(parts: Sequence[CostPart]) -> bool:
    """Tell whether paying one of these parts can bear on paying another."""
    return sum(1 for part in parts if part.kind in TAKING or part.kind == C_BURN) > 1


def possible(s: State, item: Item, parts: Sequence[CostPart]) -> bool:
    """Tell whether all of these parts can be paid: each as things stand, or where they feed another, in some order."""
    if not feeds(parts):
        return all(len(part.candidates(s, item)) >= part.low(s, item) for part in parts if part.kind != C_X)
    return bool(next_places(s, item, [part for part in parts if part.kind not in NUMBERS])) and all(
        len(part.candidates(s, item)) >= part.low(s, item) for part in parts if part.kind == C_XP
    )


def next_places(s: State, item: Item, parts: Sequence[CostPart]) -> list[int]:
    """Return the places of the parts that can be paid next, so that the others can be paid after it."""
    return [place for place in range(len(parts)) if _leaves_rest(s, item, parts, place)]


def _leaves_rest(s: State, item: Item, parts: Sequence[CostPart], place: int) -> bool:
    part = parts[place]
    rest = [*parts[:place], *parts[place + 1 :]]
    if part.kind in NUMBERS:
        return True
    found, low = part.candidates(s, item), part.low(s, item)
    if len(found) < low:
        return False
    return not rest or any(leaves(s, item, part, list(chosen), rest) for chosen in combinations(found, low))


def leaves(s: State, item: Item, part: CostPart, chosen: list[int], rest: Sequence[CostPart]) -> bool:
    """Tell whether other parts can still be paid once one is paid with these things, tried on a copy of the game."""
    after, payer = s.clone(), item.clone()
    after.log = None
    if part.kind == C_BURN:
        burn_cost(after, item.you, len(chosen))
    else:
        act(after, payer, part, chosen)
    return possible(after, payer, rest)
