"""Finalizing a pending item (CR 355-359, 403-407): choices, price, payment, legality.

One frame for one item. A trigger that cannot be chosen for, or whose cost or offer is declined, is removed: it never
triggered (CR 383.3.a.2, 403.4, 405.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.departures import leave_chain
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.events import emit
from riftcheck.engine.board.layers import claim_bonus, use_delayed
from riftcheck.engine.board.zones import base_of, chain_changed, item_snap, put_card, snapshot
from riftcheck.engine.costs.additional import use_lent
from riftcheck.engine.costs.affordability import affordable
from riftcheck.engine.costs.bill import bill_for_play, owes_nothing, push_bill
from riftcheck.engine.costs.total_cost import base_energy, price_uses, prices_by_place, total_price
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, I_TRIGGER, Item, only_adds
from riftcheck.engine.model.decisions import Option, ask, take
from riftcheck.engine.model.frames import FinalizeFrame
from riftcheck.engine.playing.additional_costs import choose_discounts, choose_extras
from riftcheck.engine.playing.choices import announce_targets, choose_all
from riftcheck.engine.playing.entry_locations import entry_places, expected_place, payable_places, permits_place
from riftcheck.engine.playing.openings import openings_possible
from riftcheck.engine.playing.permissions import play_forbidden, timing_of
from riftcheck.engine.playing.plays import can_complete
from riftcheck.engine.playing.resolution import hand_on_names, start_resolve

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State

STEP_OFFER: Final = 0
STEP_START: Final = 1
STEP_EXTRAS: Final = 2
STEP_LOCATION: Final = 3
STEP_OPENINGS: Final = 4
STEP_PAY: Final = 5
STEP_DONE: Final = 6
# The text of the question whether a trigger's player pays what its choices cost.
INCURRED: Final = "incurred"


def start_finalize(s: State, item: Item) -> FinalizeFrame:
    """Leave and return a frame that finalizes an item."""
    frame = FinalizeFrame(item=item)
    s.frames.append(frame)
    return frame


def step_finalize(s: State, f: FinalizeFrame) -> None:
    """Go on finalizing; each step either falls through or waits."""
    item = f.item
    assert item is not None
    if f.step == STEP_OFFER and not _offer(s, f, item):
        return
    if f.step == STEP_START and item.kind != I_CARD:
        # An ability enters nowhere, and has no additional costs but those that it is given.
        f.step = STEP_EXTRAS if get_index(s).lending else STEP_OPENINGS
    if f.step == STEP_START and item.d.types & w.PERMANENT and prices_by_place(s):
        item.loc = expected_place(s, item, timing_of(s, item))
    if f.step == STEP_START and not _can_start(s, f, item):
        return
    if f.step == STEP_EXTRAS:
        if not choose_extras(s, f, item):
            return
        f.step = STEP_LOCATION
    if f.step == STEP_LOCATION and not _location(s, f, item):
        return
    if f.step == STEP_OPENINGS:
        if item.script is not None and item.script.openings and not choose_all(s, f, item):
            return
        f.step = STEP_PAY
    if f.step == STEP_PAY and owes_nothing(s, item):
        f.step = STEP_DONE
    if f.step == STEP_PAY:
        if not choose_discounts(s, item):
            return
        if item.kind == I_TRIGGER and not _agrees(s, item):
            return
        f.step = STEP_DONE
        bill = bill_for_play(s, item)
        if bill.energy or bill.power or bill.parts:
            push_bill(s, item, bill)
            return
    if f.step == STEP_DONE:
        _finish(s, item)


def _remove(s: State, item: Item) -> None:
    """Take an item off the chain that never became finalized."""
    s.frames.pop()
    s.chain.remove(item)
    chain_changed(s)
    s.prio = w.NOBODY
    leave_chain(s, item)


# --- the offer of a trigger -------------------------------------------------------------------------------------------


def _offer(s: State, f: FinalizeFrame, item: Item) -> bool:
    """Ask whether a trigger that says "may", or that costs something, is performed at all (CR 403.1, 405.2)."""
    trigger = item.trigger
    choosing = item.script is not None and bool(item.script.openings)
    if item.kind == I_TRIGGER and s.answer is None and choosing and not openings_possible(s, item):
        _remove(s, item)  # CR 403.4: a reflexive ability, which is no text's trigger, as well
        return False
    if item.kind != I_TRIGGER or trigger is None:
        f.step = STEP_START
        return True
    if s.answer is None:
        # CR 190.6.d: what "you may" do, no one may.
        declined = item.nobodys and (trigger.may or trigger.cost is not None)
        if declined or (trigger.once and _used_up(s, item)):
            _remove(s, item)
            return False
        if trigger.cost is not None and not affordable(s, item, trigger.cost):
            _remove(s, item)
            return False
        asked = trigger.cost is not None or (trigger.may and s.rules.may_at_finalize)
        if asked:
            options: list[Option] = [(w.O_YES, 0, 0), (w.O_NO, 0, 0)]
            if ask(s, item.you, w.D_YES_NO, options, 1, 1, item.id, "may"):
                return False
    if s.answer is not None and take(s)[0][0] == w.O_NO:
        _remove(s, item)
        return False
    if trigger.once:
        o = s.board.get(item.me)
        if o is not None:
            o.once = (*o.once, trigger.key)
    f.step = STEP_START
    return True


def _agrees(s: State, item: Item) -> bool:
    """Ask whether a cost incurred by a trigger, such as Deflect, is paid (CR 405.2); False while asked, or declined."""
    if s.answer is None:
        if not _incurs(s, item):
            return True
        options: list[Option] = [(w.O_YES, 0, 0), (w.O_NO, 0, 0)]
        if ask(s, item.you, w.D_YES_NO, options, 1, 1, item.id, INCURRED):
            return False
    if take(s)[0][0] == w.O_YES:
        return True
    o = s.board.get(item.me)
    if item.trigger is not None and item.trigger.once and o is not None:
        o.once = tuple(key for key in o.once if key != item.trigger.key)
    _remove(s, item)
    return False


def _incurs(s: State, item: Item) -> bool:
    """Tell whether an item's choices cost anything but what its player has chosen to pay."""
    before, item.extras = item.extras, ()
    incurs = any(total_price(s, item))
    item.extras = before
    return incurs


def _used_up(s: State, item: Item) -> bool:
    """Tell whether a once-a-turn trigger was performed since it was noted (CR 383.3.e.1, 386.1)."""
    if item.trigger is None or not item.trigger.once:
        return False
    o = s.board.get(item.me)
    return o is not None and item.trigger.key in o.once


# --- choices of a card ------------------------------------------------------------------------------------------------


def _can_start(s: State, f: FinalizeFrame, item: Item) -> bool:
    """Undo a play that an effect caused and that cannot be completed (CR 358.5, 420.3.c)."""
    f.step = STEP_EXTRAS
    if item.kind != I_CARD or not item.limited:
        return True
    slots = item.slots
    if can_complete(s, item) and openings_possible(s, item) and not play_forbidden(s, item, w.NOBODY):
        item.extras, item.slots = (), slots  # what was tried out is not chosen
        return True
    _undo(s, item)
    return False


def _undo(s: State, item: Item) -> None:
    """Take a card's item off the chain and put the card back where it came from."""
    s.frames.pop()
    s.chain.remove(item)
    chain_changed(s)
    s.prio = w.NOBODY
    if item.named:
        hand_on_names(s, item, ())
    if item.card >= 0:
        put_card(s, item.card, item.zone)


def _location(s: State, f: FinalizeFrame, item: Item) -> bool:
    """Settle the location of a unit (CR 355.2), and of gear with Deploy.

    Other gear goes to the base unless hidden, or told to go elsewhere (CR 148.1.a.1, 811.1.d.1.a).
    """
    f.step = STEP_OPENINGS
    if item.kind != I_CARD or not item.d.types & w.PERMANENT:
        return True
    unit = item.d.types & w.UNIT
    if not unit and not item.d.kw & w.K_DEPLOY:
        hidden = item.zone == w.Z_FACEDOWN and item.facedown_loc >= 0
        item.loc = item.facedown_loc if hidden else (item.only_to if item.only_to >= 0 else base_of(item.you))
        if item.loc >= len(s.players) or item.loc == base_of(item.you):
            return True
        _undo(s, item)  # CR 358.3: to the base of another player
        return False
    if s.answer is None:
        places = entry_places(s, item, timing_of(s, item))
        if prices_by_place(s):
            places = payable_places(s, item, places)
        options: list[Option] = [(w.O_LOCATION, loc, 0) for loc in places]
        if not options:
            # An effect told the player to play it, and there is nowhere to go.
            _undo(s, item)
            return False
        if ask(s, item.you, w.D_LOCATION, options, 1, 1, item.id, "location"):
            f.step = STEP_LOCATION
            return False
    item.loc = take(s)[0][1]
    return True


# --- done -------------------------------------------------------------------------------------------------------------


def _tell_activated(s: State, item: Item) -> None:
    """Note that an ability is finalized, with what it is of as that was: it may have paid with itself."""
    o = s.board.get(item.me)
    noted = item.snaps.get(item.me) if o is None else snapshot(o)
    emit(s, w.E_ACTIVATE, item.you, item.me, other=item.id, amount=base_energy(s, item), snap=noted)


def _use_places(s: State, item: Item) -> None:
    """Count a play that a permission for so many plays adds places for, wherever the unit goes (CR 420.5)."""
    used = [at for env, can, at in get_index(s).cans if at >= 0 and can.zone < 0 and permits_place(s, env, can, item)]
    for delayed in used:
        use_delayed(s, delayed)


def _use_up(s: State, item: Item) -> None:
    """Count the uses that an item has had of what is for so many: prices, additional costs, permissions, bonuses."""
    if get_index(s).prices:
        price_uses(s, item)
    if get_index(s).lending:
        use_lent(s, item)
    if item.kind != I_CARD:
        return
    if item.permit >= 0:
        use_delayed(s, item.permit)
    if item.d.types & w.UNIT and get_index(s).cans:
        _use_places(s, item)
    if get_index(s).statics:
        claim_bonus(s, item)


def _finish(s: State, item: Item) -> None:
    """The item is no longer pending; permanents and Add abilities resolve at once (CR 337.2, 359, 407)."""
    s.frames.pop()
    item.pending = False
    item.bill = None
    chain_changed(s)
    adds = only_adds(item)
    if not adds:
        s.prio = w.NOBODY
    index = get_index(s)
    if item.permit >= 0 or index.prices or index.cans or index.statics:
        _use_up(s, item)
    if item.kind == I_CARD:
        p = s.players[item.you]
        if item.card >= 0:
            p.finalized.append(item.card)
        emit(s, w.E_FINALIZE, item.you, item.id, loc=item.loc, amount=item.paid_energy, snap=item_snap(item, item.id))
    elif item.activated is not None:
        if s.asked[w.E_ACTIVATE]:
            _tell_activated(s, item)
        o = s.board.get(item.me) if item.activated.once else None
        if o is not None:
            o.once = (*o.once, item.activated.key)
    if item.script is not None and item.script.openings:
        announce_targets(s, item)
    permanent = item.kind == I_CARD and bool(item.d.types & w.PERMANENT)
    if permanent or adds:
        start_resolve(s, item)
