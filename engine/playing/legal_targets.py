"""The things that an opening may choose by the rules, whatever the price (CR 355.3-355.5, 355.8, 757)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.ability_index import forbidden, get_index
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD
from riftcheck.engine.model.objects import Event

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.scripts import Opening
    from riftcheck.engine.model.state import State


def legal_targets(s: State, item: Item, opening: Opening) -> list[int]:
    """Return the references that an opening may choose: fitting, in reach of a hidden card, and not untargetable."""
    found = opening.candidates(s, item)
    if item.facedown_loc >= 0 and not opening.free:
        if item.kind != I_CARD and item.me not in s.board:
            return []  # CR 811.1.d.3.a: its source tells the battlefield, and is gone
        found = [ref for ref in found if _location(s, ref) in (item.facedown_loc, w.NOBODY)]
    if get_index(s).cannots.get(w.E_CHOOSE) is not None:
        found = [ref for ref in found if not _unchoosable(s, item, ref)]
    return found


def unchoosable(s: State, item: Item, ref: int) -> bool:
    """Tell whether an object can't be chosen by an item (CR 757)."""
    return get_index(s).cannots.get(w.E_CHOOSE) is not None and _unchoosable(s, item, ref)


def _unchoosable(s: State, item: Item, ref: int) -> bool:
    return forbidden(
        s, w.E_CHOOSE, Event(w.E_CHOOSE, item.you, ref, item.id, -1, item.d.types, item.kind, item.id, None)
    )


def _location(s: State, ref: int) -> int:
    if w.REF_LOCATION <= ref < w.FIRST_ID:
        return ref - w.REF_LOCATION
    o = s.board.get(ref)
    return w.NOBODY if o is None else o.loc


def may_hold(s: State, item: Item, opening: Opening) -> bool:
    """Tell whether the condition of an opening holds, if it has one."""
    return opening.when is None or opening.when(s, item)
