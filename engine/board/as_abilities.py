"""`As` abilities: what is done within playing, attaching or seeing a card, without the chain (CR 355.1, 369)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_TRIGGER, Item
from riftcheck.engine.model.frames import ResolveFrame

if TYPE_CHECKING:
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.state import State


def start_as(s: State, kind: str, d: CardDef, you: int, me: int, card: int, it: int = w.NOBODY) -> bool:
    """Do the `as` abilities of a card that is played, attached or seen (CR 355.1, 369); True if there are any.

    Nobody can do anything between choosing as a permanent is played and its entering, so both are done as it enters.
    `it` is the unit that a card is attached to: what follows that is done after it, never at once (VFAQ 9).
    """
    left = False
    for event in reversed(d.main.as_events):
        if event.kind != kind:
            continue
        acting = Item(s.next_id, I_TRIGGER, you, me, me, card, d, event.script)
        s.next_id += 1
        acting.pending = False
        acting.it = it
        acting.slots = [()] * event.script.slots
        acting.chosen = [()] * len(event.script.openings)
        s.frames.append(ResolveFrame(item=acting))
        left = True
    return left


def acts_within(item: Item) -> bool:
    """Tell whether an item stands for an `as` ability: what triggers meanwhile waits until that is done."""
    return item.kind == I_TRIGGER and item.trigger is None and not item.ability
