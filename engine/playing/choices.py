"""Choosing targets, modes and destinations (CR 355.3-355.5), and telling of new targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.events import emit
from riftcheck.engine.board.layers import end_until_chosen
from riftcheck.engine.costs.targeted_means import keeps_means
from riftcheck.engine.costs.total_cost import deflect_for
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import ask, take
from riftcheck.engine.model.scripts import DESTINATION, MODE_STEP, MODES, TARGETS, Opening
from riftcheck.engine.playing.openings import (
    but,
    completes,
    destination_choices,
    leaves_enough,
    mode_choices,
    noted_mode,
    target_choices,
)
from riftcheck.engine.playing.prices_by_choice import hangs, payable_stopping

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.decisions import Option
    from riftcheck.engine.model.frames import ChoiceFrame
    from riftcheck.engine.model.scripts import Script
    from riftcheck.engine.model.state import State


def applies(s: State, item: Item, opening: Opening, first: int) -> bool:
    """Tell whether an opening applies: its condition holds and its mode was chosen in this execution."""
    assert item.script is not None
    if opening.kind != MODES and opening.modes >= 0:
        place, mode = divmod(opening.modes, MODE_STEP)
        chosen = item.chosen[first + place]
        if mode not in chosen:
            return False
    return opening.when is None or opening.when(s, item)


def choose_all(s: State, f: ChoiceFrame, item: Item, inactive: int = 0) -> bool:
    """Ask every choice of every execution in order (CR 355.3-355.5, 820.2); False while the player is asked.

    `inactive` has a bit for each choice that is left out, because its text is not active.
    """
    assert item.script is not None
    openings = item.script.openings
    total = len(openings) * item.executions
    while len(item.chosen) < total:
        number = len(item.chosen)
        opening = openings[number % len(openings)]
        chosen: tuple[int, ...] | None = ()
        if not inactive >> number & 1:
            chosen = choose(s, f, item, opening, number - number % len(openings))
        if chosen is None:
            return False
        item.chosen.append(chosen)
        if opening.places >= 0:
            note_places(s, item, opening, chosen)
        if opening.kind == TARGETS and opening.slot >= 0:
            item.slots[opening.slot] = chosen  # CR 355.14.c: what is chosen later may hang on it
    return True


def choose(s: State, f: ChoiceFrame, item: Item, opening: Opening, first: int) -> tuple[int, ...] | None:
    """Return the choices for one opening, empty where it does not apply, or None while the player is asked."""
    if s.answer is not None and f.one_by_one == 0:
        return tuple(subject for _, subject, _ in take(s))
    if not applies(s, item, opening, first):
        return ()
    if opening.kind == MODES:
        return _choose_modes(s, item, opening)
    if opening.kind == DESTINATION:
        if not s.rules.destination_at_finalize:
            return ()  # asked when the item moves something
        return _choose_destination(s, item, opening, first)
    found = target_choices(s, item, opening)
    low, high = opening.low(s, item), opening.high(s, item)
    widens = opening.most is not None and opening.most(s, item, found) > high >= 0
    if widens and opening.most is not None:
        high = opening.most(s, item, found)
    if high < 0 or high > len(found):
        high = len(found)
    low = min(low, high)
    if low == 0 and opening.feeds >= 0 and not leaves_enough(s, item, opening, ()):
        low = 1  # CR 355.16: without it what hangs on it could not be chosen
    if (
        f.one_by_one
        or widens
        or (high > 1 and opening.feeds >= 0)
        or opening.group is not None
        or (high > 1 and any(deflect_for(s, item, ref, set()) for ref in found))
        or (high > 1 and item.pending and not keeps_means(s, item, found))
        or (not low == high == 1 and item.pending and hangs(s, item))
    ):
        return _one_by_one(s, f, item, opening, low, high)
    options: list[Option] = [(w.O_REF, ref, 0) for ref in found]
    if ask(s, item.you, w.D_TARGET, options, low, high, item.id, opening.text):
        return None
    return tuple(subject for _, subject, _ in take(s))


def _one_by_one(s: State, f: ChoiceFrame, item: Item, opening: Opening, low: int, high: int) -> tuple[int, ...] | None:
    """Choose a group one target at a time, so that every answer offered keeps the group legal and payable.

    `f.one_by_one` is 1 while this goes on, `f.targets` the targets so far.
    """
    f.one_by_one = 1
    while True:
        if s.answer is not None:
            kind, subject, _ = take(s)[0]
            if kind == w.O_PASS:
                break
            f.targets.append(subject)
        if len(f.targets) >= high:
            break
        item.chosen.append(tuple(f.targets))
        found = but(target_choices(s, item, opening, len(f.targets)), f.targets)
        item.chosen.pop()
        if opening.group is not None:
            found = [ref for ref in found if opening.group(s, item, [*f.targets, ref])]
        if opening.feeds >= 0 or (opening.group is not None and low > 1):
            found = [ref for ref in found if completes(s, item, opening, [*f.targets, ref], but(found, [ref]), low)]
        if opening.most is not None:
            # CR 715.3: what some targets add to the damage lets more of them be chosen.
            found = [ref for ref in found if len(f.targets) < opening.most(s, item, [*f.targets, ref])]
        options: list[Option] = [(w.O_REF, ref, 0) for ref in found]
        if not options:
            break
        if len(f.targets) >= low and _may_stop(s, item, f.targets):
            options.append((w.O_PASS, 0, 0))
        if ask(s, item.you, w.D_TARGET, options, 1, 1, item.id, opening.text):
            return None
    chosen, f.targets, f.one_by_one = tuple(f.targets), [], 0
    return chosen


def _may_stop(s: State, item: Item, targets: list[int]) -> bool:
    """Tell whether these may be all targets: what they cost can be paid, where that hangs on them (CR 355.16)."""
    return not item.pending or not hangs(s, item) or payable_stopping(s, item, targets)


def _choose_modes(s: State, item: Item, opening: Opening) -> tuple[int, ...] | None:
    options: list[Option] = [(w.O_MODE, mode, 0) for mode in mode_choices(s, item, opening)]
    if ask(s, item.you, w.D_MODE, options, 1, 1, item.id, opening.text):
        return None
    return tuple(subject for _, subject, _ in take(s))


def _choose_destination(s: State, item: Item, opening: Opening, first: int) -> tuple[int, ...] | None:
    if opening.moved < 0:
        moved = () if opening.moving is None else tuple(opening.moving(s, item))
    else:
        moved = item.chosen[first + opening.moved]
    options: list[Option] = [(w.O_LOCATION, loc, 0) for loc in destination_choices(s, item, opening, moved)]
    if ask(s, item.you, w.D_LOCATION, options, min(1, len(options)), 1, item.id, opening.text):
        return None
    return tuple(subject for _, subject, _ in take(s))


def note_places(s: State, item: Item, opening: Opening, chosen: tuple[int, ...]) -> None:
    """Note where targets are as they are chosen, where each location is a restriction of its own (CR 359.3.e.2)."""
    noted = item.slots[opening.places]
    places = dict(zip(noted[::2], noted[1::2], strict=True))
    places.update((ref, w.REF_LOCATION + s.board[ref].loc) for ref in chosen if ref in s.board)
    item.slots[opening.places] = tuple(part for pair in places.items() for part in pair)


def _note_modes(s: State, item: Item, script: Script) -> None:
    """Note on the object which of the modes that may be chosen once a turn were chosen (CR 355.3)."""
    o = s.board.get(item.me)
    if o is None:
        return
    for number, chosen in enumerate(item.chosen):
        opening = script.openings[number % len(script.openings)]
        if opening.noted and chosen:
            o.once = (*o.once, noted_mode(item, opening.noted, chosen[0]))


def announce_targets(s: State, item: Item) -> None:
    """Tell of each choice of a target (CR 383.4.b, 820.2) that was none before (CR 754); note modes for the turn."""
    script = item.script
    if script is None or not script.openings:
        return
    if script.notes:
        _note_modes(s, item, script)
    count = len(script.openings)
    every = [
        ref
        for number, chosen in enumerate(item.chosen)
        if script.openings[number % count].kind == TARGETS
        for ref in chosen
    ]
    before = item.targets_seen
    item.targets_seen = tuple(dict.fromkeys(every))
    if script.anew:
        end_until_chosen(s, item.me, every)
    for ref in every:
        if ref in before:
            continue
        o = s.board.get(ref)
        emit(
            s,
            w.E_CHOOSE,
            item.you,
            ref,
            other=item.id,
            loc=w.NOBODY if o is None else o.loc,
            amount=item.kind,
            origin=item.d.types,
        )
