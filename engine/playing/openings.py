"""The candidates for the choices of an item: modes, targets and destinations (CR 355.3-355.5, 355.8, 355.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.costs.additional import extras_of
from riftcheck.engine.costs.affordability import (
    affordable,
    changes_things,
    leaves_legal,
    spares,
    taken_targets,
    takes_things,
    targeted_by,
    use_of,
)
from riftcheck.engine.costs.payability import payable
from riftcheck.engine.costs.targeted_means import keeps_means, targeted_means
from riftcheck.engine.costs.total_cost import deflect_for, total_price
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import AGAIN
from riftcheck.engine.model.chain_items import I_CARD, ability_cost
from riftcheck.engine.model.scripts import DESTINATION, MODE_STEP, MODES, TARGETS, Opening
from riftcheck.engine.playing.legal_targets import legal_targets, may_hold, unchoosable
from riftcheck.engine.playing.movement import destinations
from riftcheck.engine.playing.prices_by_choice import hangs, payable_by_choice, payable_choosing, payable_in_mode

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Env, Item
    from riftcheck.engine.model.state import State


def openings_possible(s: State, item: Item) -> bool:
    """Tell whether every required choice of an item has enough things that may be chosen (CR 355.8)."""
    script = item.script
    if script is None:
        return True
    for opening in script.openings:
        if not opening.fed and (opening.kind == MODES or opening.modes < 0) and not _possible(s, item, opening):
            return False
    # What is a card on the chain has its price asked with its additional costs.
    asked = item.chosen or (item.kind == I_CARD and item.id >= 0)
    return bool(asked) or not hangs(s, item) or payable_by_choice(s, item)


def possible_again(s: State, item: Item, inactive: int) -> bool:
    """Return True if all choices of a finalized item can be made legally again, at no cost (CR 753.1, 755).

    `inactive` has a bit for each choice that is left out, because its text is not active.
    """
    assert item.script is not None
    for number, opening in enumerate(item.script.openings):
        hanging = opening.fed or (opening.kind != MODES and opening.modes >= 0)
        if not hanging and not inactive >> number & 1 and not _possible(s, item, opening):
            return False
    return True


def _possible(s: State, item: Item, opening: Opening) -> bool:
    """Tell whether a choice has enough things, and leaves enough for those that hang on it (CR 355.8)."""
    if opening.kind == DESTINATION:
        return _leads_somewhere(s, item, opening) and leaves_enough(s, item, opening, ())
    if not may_hold(s, item, opening):
        return leaves_enough(s, item, opening, ())
    if opening.kind == MODES:
        return any(leaves_enough(s, item, opening, (mode,)) for mode in mode_choices(s, item, opening))
    low = opening.low(s, item)
    if low > 0:
        return len(target_choices(s, item, opening)) >= low
    return leaves_enough(s, item, opening, ()) or bool(target_choices(s, item, opening))


def _leads_somewhere(s: State, item: Item, opening: Opening) -> bool:
    """Return True if the source, or the group that was just chosen, has a location to go to (CR 355.4.a)."""
    if not s.rules.destination_at_finalize or not may_hold(s, item, opening):
        return True
    refs = item.chosen[-1] if opening.shared else () if opening.moving is None else tuple(opening.moving(s, item))
    return not any(ref in s.board for ref in refs) or bool(destination_choices(s, item, opening, refs))


def leaves_enough(s: State, item: Item, opening: Opening, refs: tuple[int, ...]) -> bool:
    """Tell whether what hangs on a choice still has enough things if it is this one (CR 355.16)."""
    if opening.feeds < 0:
        return True
    assert item.script is not None
    openings = item.script.openings
    chosen, slots = item.chosen, item.slots
    before = openings.index(opening) - len(chosen) % len(openings)
    item.chosen = [*chosen, *[()] * before, refs]
    if opening.slot >= 0:
        item.slots = [*slots[: opening.slot], refs, *slots[opening.slot + 1 :]]
    enough = _possible(s, item, openings[opening.feeds])
    item.chosen, item.slots = chosen, slots
    return enough


def completes(s: State, item: Item, opening: Opening, chosen: list[int], found: list[int], low: int) -> bool:
    """Tell whether targets can become a group of so many that fits, and that leaves enough for what hangs on it."""
    if len(chosen) >= low:
        return leaves_enough(s, item, opening, tuple(chosen))
    return any(
        (opening.group is None or opening.group(s, item, [*chosen, ref]))
        and completes(s, item, opening, [*chosen, ref], found[place + 1 :], low)
        for place, ref in enumerate(found)
    )


def _in_turn(item: Item, opening: Opening, taken: int) -> bool:
    """Tell whether an opening is the one whose choice is being made."""
    assert item.script is not None
    place = len(item.chosen) - (taken >= 0)
    return item.id >= 0 and item.script.openings[place % len(item.script.openings)] is opening


def mode_choices(s: State, item: Item, opening: Opening) -> list[int]:
    """Return the modes of a bulleted list whose own targets are there."""
    assert item.script is not None
    openings = item.script.openings
    found: list[int] = []
    for mode in opening.candidates(s, item):
        own = [one for one in openings if one.kind == TARGETS and one.modes == opening.modes * MODE_STEP + mode]
        if all(one.fed or _possible(s, item, one) for one in own):
            found.append(mode)
    if len(found) > 1:
        # CR 355.4, 355.16: a move without a destination is left out where another mode can be chosen.
        found = [mode for mode in found if not _leads_nowhere(s, item, opening, mode)] or found
    if found and item.pending and hangs(s, item) and _in_turn(item, opening, -1):
        found = [mode for mode in found if payable_in_mode(s, item, mode)]
    return found


def _leads_nowhere(s: State, item: Item, opening: Opening, mode: int) -> bool:
    """Tell whether a mode moves what was chosen before it, and there is no place for that to go to."""
    assert item.script is not None
    for one in item.script.openings:
        if one.kind == DESTINATION and one.moving is not None and one.modes == opening.modes * MODE_STEP + mode:
            refs = tuple(one.moving(s, item))
            if refs and not destination_choices(s, item, one, refs):
                return True
    return False


def noted_mode(env: Env, key: str, mode: int) -> str:
    """Return the name under which an object notes that one of its abilities chose a mode this turn.

    The abilities of a text that was copied have their own (VFAQ 10).
    """
    trigger = getattr(env, "trigger", None)
    again = trigger is not None and trigger.key.endswith(AGAIN)
    return f"{key}/{mode}{AGAIN if again else ''}"


def target_choices(s: State, item: Item, opening: Opening, taken: int = -1) -> list[int]:
    """Return the references that an opening may choose now: legal, affordable with Deflect, in reach of a hidden card.

    `taken`: the number of targets already chosen, where they are chosen one by one; they end `item.chosen`.
    """
    found = legal_targets(s, item, opening)
    # CR 755: for choices made anew nothing is paid.
    priced = item.id < 0 or item.pending
    if found and priced and hangs(s, item):
        if _in_turn(item, opening, taken):
            found = [ref for ref in found if payable_choosing(s, item, opening, taken, ref)]
    elif priced:
        found = [ref for ref in found if _deflect_fits(s, item, ref, opening, taken)]
    if found and priced:
        if (item.trigger is None or item.trigger.cost is not None) and targeted_means(s, item, found):
            found = [ref for ref in found if keeps_means(s, item, (ref,))]
        if takes_things(s, item):
            before = targeted_by(item)
            found = [ref for ref in found if spares(s, item, taken_targets(s, item, [*before, (opening, ref)]))]
        if changes_things(s, item):
            chosen = targeted_by(item)
            found = [ref for ref in found if leaves_legal(s, item, [*chosen, (opening, ref)])]
    if found and taken < 0 and (opening.feeds >= 0 or opening.group is not None):
        low = opening.low(s, item)
        if low > 1 or opening.feeds >= 0:
            found = [ref for ref in found if completes(s, item, opening, [ref], but(found, [ref]), low)]
    return found


def but(refs: list[int], left_out: list[int]) -> list[int]:
    """Return references without some."""
    return [ref for ref in refs if ref not in left_out]


def _deflect_fits(s: State, item: Item, ref: int, opening: Opening, taken: int) -> bool:
    if ref < w.FIRST_ID:
        return True
    more = deflect_for(s, item, ref, set())
    if not more:
        return True
    more += _deflect_later(s, item, opening, taken)
    # CR 356.4.f: what makes the item cheaper makes Deflect cheaper as well, down to nothing.
    energy, power = total_price(s, item, more)
    cost = ability_cost(item)
    if cost is not None:
        return affordable(s, item, cost, energy, power)
    return payable(s, item.you, energy, power, use_of(s, item))


def _deflect_later(s: State, item: Item, opening: Opening, taken: int) -> int:
    """Return the least power that Deflect adds for the targets that must be chosen after one more (CR 355.16)."""
    assert item.script is not None
    if not s.rules.deflect_per_choice:
        return 0
    openings = item.script.openings
    place, count = openings.index(opening), len(openings)
    done = max(0, len(item.chosen) - (taken >= 0) - place) // count
    repeats = sum(1 for extra in extras_of(s, item) if extra.repeat and extra.key in item.extras)
    more = _least_deflect(s, item, opening, max(0, taken) + 1)
    for number in range(done * count + place + 1, max(item.executions, 1 + repeats) * count):
        more += _least_deflect(s, item, openings[number % count], 0)
    return more


def _least_deflect(s: State, item: Item, opening: Opening, taken: int) -> int:
    """Return the least power that Deflect adds for the targets that an opening needs, but for so many."""
    low = 0 if opening.kind != TARGETS or opening.modes >= 0 else opening.low(s, item) - taken
    if low <= 0 or not may_hold(s, item, opening):
        return 0
    found = [ref for ref in opening.candidates(s, item) if not unchoosable(s, item, ref)]
    return sum(sorted(deflect_for(s, item, ref, set()) for ref in found)[:low])


def destination_choices(s: State, item: Item, opening: Opening, refs: tuple[int, ...]) -> list[int]:
    """Return the locations to which the targets of a move may go: each must be allowed there (CR 355.4)."""
    found: list[int] | None = None
    for ref in refs:
        o = s.board.get(ref)
        if o is None:
            continue
        here = destinations(s, o)
        found = here if found is None else [loc for loc in found if loc in here]
    allowed = opening.candidates(s, item)
    return [loc for loc in found or [] if loc in allowed]
