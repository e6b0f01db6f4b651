"""Making new choices for a chain item that is finalized already (CR 750-755): modes, targets and destinations.

By 1.5 its controller makes all of them again or none; by older rules each is asked for on its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import Option, ask, take
from riftcheck.engine.model.frames import RechooseFrame, RemakeFrame
from riftcheck.engine.model.scripts import DESTINATION, MODE_STEP, MODES, TARGETS, Opening
from riftcheck.engine.playing.choices import announce_targets, applies, choose, choose_all, note_places
from riftcheck.engine.playing.openings import destination_choices, mode_choices, possible_again, target_choices

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.state import State


def start_new_choices(s: State, item: Item) -> None:
    """Leave a frame in which an item's controller may make new choices for it."""
    s.frames.append(RemakeFrame(item) if s.rules.all_choices_made_again else RechooseFrame(item))


# --- all of them again ------------------------------------------------------------------------------------------------

STEP_OFFERED: Final = 0
STEP_CHOOSING: Final = 1


def step_remake(s: State, f: RemakeFrame) -> None:
    """Offer to make all choices again, ask for them, and tell of every target, also of the same (CR 753-754)."""
    item = f.item
    assert item is not None
    if f.step == STEP_OFFERED:
        if s.answer is None:
            if not _has_new_choices(s, f, item):
                s.frames.pop()  # CR 753.2
                return
            options: list[Option] = [(w.O_YES, 0, 0), (w.O_NO, 0, 0)]
            if ask(s, item.you, w.D_YES_NO, options, 1, 1, item.id, "all-choices"):
                return
        if take(s)[0][0] == w.O_NO:
            s.frames.pop()
            return
        f.step = STEP_CHOOSING
        item.chosen = []
    if choose_all(s, f, item, f.inactive):
        s.frames.pop()
        item.targets_seen = ()
        announce_targets(s, item)


def _has_new_choices(s: State, f: RemakeFrame, item: Item) -> bool:
    """Note which choices stay unmade; tell whether others were made and can be made again legally (CR 753.1-2)."""
    assert item.script is not None
    openings = item.script.openings
    made = False
    for number, old in enumerate(item.chosen):
        place = number % len(openings)
        opening = openings[place]
        if opening.modes >= 0 and opening.kind != MODES:
            first, mode = divmod(opening.modes, MODE_STEP)
            if mode not in item.chosen[number - place + first]:
                continue
        if not old and opening.when is not None and opening.low(s, item) > 0:
            f.inactive |= 1 << number  # CR 752: its text was not active then, so there is no choice to make again
        else:
            made = True
    if not made:
        return False
    new = item.clone()
    new.chosen = []
    return possible_again(s, new, f.inactive)


# --- by older rules: each on its own ----------------------------------------------------------------------------------

# Of `RechooseFrame.step`: a choice was made anew, so those that are kept after it must be legal; and the second time
# through, in which only those that are not are made anew.
SOME_ANEW: Final = 1
ONLY_ILLEGAL: Final = 2


def step_rechoose(s: State, f: RechooseFrame) -> None:
    """Go on to the next question, or end: targets that were none before are then told of (1.4: 754)."""
    item = f.item
    assert item is not None
    assert item.script is not None
    openings = item.script.openings
    while True:
        while f.choice < len(item.chosen):
            if not _settle_choice(s, f, item, openings[f.choice % len(openings)]):
                return
            f.choice += 1
            f.anew = 0
        if f.step != SOME_ANEW:
            break
        f.step, f.choice = ONLY_ILLEGAL, 0  # VFAQ 7: what was kept before the first new choice must be legal, too
    s.frames.pop()
    announce_targets(s, item)


def _settle_choice(s: State, f: RechooseFrame, item: Item, opening: Opening) -> bool:
    """Settle one choice; False while its player is asked."""
    assert item.script is not None
    first = f.choice - f.choice % len(item.script.openings)
    # The choices before it are seen, never its own old one or those after it.
    now = item.clone()
    now.chosen = item.chosen[: f.choice]
    if f.anew == 0 and not _begins(s, f, now, item.chosen[f.choice], opening, first):
        if s.waiting:
            return False
        if not applies(s, now, opening, first):
            _set(f, item, opening, ())
        return True
    chosen = choose(s, f, now, opening, first)
    if chosen is None:
        return False
    if opening.places >= 0:
        note_places(s, item, opening, chosen)
    _set(f, item, opening, chosen)
    return True


def _set(f: RechooseFrame, item: Item, opening: Opening, chosen: tuple[int, ...]) -> None:
    if item.chosen[f.choice] != chosen:
        item.chosen[f.choice] = chosen
        f.step = f.step or SOME_ANEW
        if opening.kind == TARGETS and opening.slot >= 0:
            item.slots[opening.slot] = chosen  # what is chosen later may hang on it


def _begins(s: State, f: RechooseFrame, now: Item, old: tuple[int, ...], opening: Opening, first: int) -> bool:
    """Tell whether a choice is made anew: its player wants to, or the old one can no longer stay (1.4: 753)."""
    if s.answer is None:
        if not applies(s, now, opening, first):
            return False
        if not old and opening.when is not None and opening.low(s, now) > 0:
            return False  # CR 750: its text was not active when the choices were made, so there is none to make anew
        found = _candidates(s, now, opening, first)
        stays = not f.step or _fits(s, now, opening, old, found)
        # CR 753.1; 1.4: 751.1: with nothing legal that is not chosen already the choice stays as it is.
        if not _enough(s, now, opening, found) or (stays and (f.step == ONLY_ILLEGAL or set(found) <= set(old))):
            return False
        if not stays:
            f.anew = 1
            return True
        if not f.step and not _others_can_be_legal(s, f):
            return False
        options: list[Option] = [(w.O_YES, 0, 0), (w.O_NO, 0, 0)]
        if ask(s, now.you, w.D_YES_NO, options, 1, 1, now.id, "new-choices"):
            return False
    f.anew = 1 if take(s)[0][0] == w.O_YES else 0
    return bool(f.anew)


def _enough(s: State, now: Item, opening: Opening, found: list[int]) -> bool:
    return len(found) >= (opening.low(s, now) if opening.kind not in (MODES, DESTINATION) else 1)


def _others_can_be_legal(s: State, f: RechooseFrame) -> bool:
    """Tell whether, if one choice is made anew, each other can be kept or made anew legally (VFAQ 7, CR 753.1-2)."""
    item = f.item
    assert item is not None
    assert item.script is not None
    count = len(item.script.openings)
    for place, old in enumerate(item.chosen):
        opening, first = item.script.openings[place % count], place - place % count
        now = item.clone()
        now.chosen = item.chosen[:place]
        if place == f.choice or not applies(s, now, opening, first):
            continue
        found = _candidates(s, now, opening, first)
        if not _fits(s, now, opening, old, found) and not _enough(s, now, opening, found):
            return False
    return True


def _candidates(s: State, now: Item, opening: Opening, first: int) -> list[int]:
    if opening.kind == MODES:
        return mode_choices(s, now, opening)
    if opening.kind == DESTINATION:
        moved = now.chosen[first + opening.moved] if opening.moved >= 0 else ()
        if opening.moved < 0 and opening.moving is not None:
            moved = tuple(opening.moving(s, now))
        return destination_choices(s, now, opening, moved)
    return target_choices(s, now, opening)


def _fits(s: State, now: Item, opening: Opening, old: tuple[int, ...], found: list[int]) -> bool:
    """Tell whether an old choice would be legal if it were made now."""
    if not set(old) <= set(found):
        return False
    if opening.kind in (MODES, DESTINATION):
        return bool(old)
    if len(old) < min(opening.low(s, now), len(found)):
        return False
    return opening.group is None or opening.group(s, now, list(old))
