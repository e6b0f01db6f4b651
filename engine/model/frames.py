"""Frames: the unfinished work of a game, as plain data on a stack, and the protocol by which steps go on with it.

Nothing is suspended in the middle of a Python function. What is under way is `State.frames`, the newest work on top, so
that a game can be cloned and saved at every question. `engine.flow.loop.advance` calls the step function of the frame
on top, again and again, until a player must choose (`State.waiting`) or somebody has won.

A step function gets the state and its frame, and keeps this protocol:

* `f.step` says how far the work has come. A step function writes the next step before it leaves, and falls through to
  it where nothing stops it.
* To ask, it calls `decisions.ask` while `s.answer` is None. If that returns True the game must wait, and the function
  returns; it is called again, with the same `f.step`, once `s.answer` is there. If it returns False there was only one
  answer, which is in `s.answer` already. Either way `decisions.take` gives the options that were chosen, and clears
  question and answer.
* To have something else done first it leaves another frame on top (`perform`, `push_cost`, `start_resolve` do) and
  returns. It is called again when its own frame is on top once more, so it has noted in `f.step` and its fields
  where it goes on. What the other work came to is in `s.result`: the references of what the last act happened to.
* When it is done it takes its frame off the stack.

Between the steps of a turn, and of a showdown but for its damage, the loop handles outstanding tasks first: triggers,
cleanups, pending items, priority (CR 318-340). All other work goes on at once.

Every kind of frame has a class. A frame of any kind has the same slots, which are saved under the same names: three
numbers, `a`, `b` and `c`, a list of numbers, `data`, a chain item and a batch of events. A class gives those that its
kind uses their names: each of these is the slot itself, so reading `f.location` costs what reading `f.a` does. Only
this module and the saved document know the letters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.objects import Event


class Frame:
    """A piece of unfinished work. Every frame is of one of the classes below, whose `KIND` it has as its `kind`."""

    __slots__ = ("a", "b", "c", "data", "events", "item", "kind", "step")

    KIND: int

    def __init__(self, a: int = 0, b: int = 0, c: int = 0, item: Item | None = None) -> None:
        self.kind = self.KIND
        self.step = 0
        self.a = a
        self.b = b
        self.c = c
        self.data: list[int] = []
        self.events: list[Event] = []
        self.item = item

    def clone(self, items: dict[int, Item]) -> Frame:
        """Return a copy; `items` maps ids of chain items to their copies and takes up any other item."""
        cls = self.__class__
        new = cls.__new__(cls)
        new.kind = self.kind
        new.step = self.step
        new.a = self.a
        new.b = self.b
        new.c = self.c
        new.data = self.data[:]
        new.events = self.events[:]
        item = self.item
        if item is not None:
            found = items.get(item.id)
            if found is None:
                found = items[item.id] = item.clone()
            item = found
        new.item = item
        return new


class NumberSlot:
    """The type of another name for a slot with a number."""

    def __get__(self, frame: Frame, cls: type[Frame]) -> int:
        """Return the number."""
        raise NotImplementedError

    def __set__(self, frame: Frame, value: int) -> None:
        """Set the number."""
        raise NotImplementedError


class NumberListSlot:
    """The type of another name for a slot with a list of numbers."""

    def __get__(self, frame: Frame, cls: type[Frame]) -> list[int]:
        """Return the list."""
        raise NotImplementedError

    def __set__(self, frame: Frame, value: list[int]) -> None:
        """Set the list."""
        raise NotImplementedError


def number(slot: str) -> NumberSlot:
    """Return another name for a slot of `Frame`: at run time the slot itself, to a type checker a descriptor."""
    return cast("NumberSlot", vars(Frame)[slot])


def numbers(slot: str) -> NumberListSlot:
    """Return another name for the list of a frame, as `number` does for a number."""
    return cast("NumberListSlot", vars(Frame)[slot])


class SetupFrame(Frame):
    """Setting up the game (CR 105-118), in `flow.setup`."""

    __slots__ = ()
    KIND = w.F_SETUP

    # The place of the player who is asked, in turn order or among those who bring a battlefield.
    place = number("a")
    # The cards of the battlefields that are chosen so far, -1 for a player who brings none.
    battlefields = numbers("data")


class TurnFrame(Frame):
    """The turn (CR 314-317), in `flow.turn`; it lies under all other work from the first turn on."""

    __slots__ = ()
    KIND = w.F_TURN

    # The first id that was free when the Expiration Step last began: another one now means that it is repeated.
    free_id = number("a")
    # The number of times that the Expiration Step was repeated.
    repeats = number("b")
    # The teammate whom the turn player has invited and 1; 0 for nobody, DECLINED after a refusal.
    invited = number("c")
    # While it is asked whether a part of the turn takes place: the number of the part, and whether it does.
    part = numbers("data")


class CleanupFrame(Frame):
    """A cleanup (CR 318-323), in `flow.cleanup`."""

    __slots__ = ()
    KIND = w.F_CLEANUP

    # NORMAL, or COMBAT or ENDING for the additional steps of these.
    special = number("a")
    # The bits of what had changed as it began (`constants.DIRTY_...`).
    changed = number("b")
    # 1 where some unit has damage, else 0.
    some_hurt = number("c")


class ShowdownFrame(Frame):
    """A showdown or combat (CR 341-348, 459-466), in `flow.combat`."""

    __slots__ = ()
    KIND = w.F_SHOWDOWN

    location = number("a")
    # 1 from the assigning of damage to the Combat Cleanup, when nothing comes between (CR 465.3); else 0.
    dealing = number("b")
    # The side that assigns damage: 0 the attacker, 1 the defender.
    side = number("c")
    # Pairs of unit and damage assigned so far; a last number alone is a unit of which it is asked how much it gets.
    assigned = numbers("data")


class ChoiceFrame(Frame):
    """A frame in which targets are chosen, by `playing.choices`."""

    __slots__ = ()

    # 1 while targets are chosen one at a time, else 0; and those that are chosen so far.
    one_by_one = number("c")
    targets = numbers("data")


class FinalizeFrame(ChoiceFrame):
    """The finalizing of the pending item `item` (CR 355-358), in `playing.finalization`."""

    __slots__ = ()
    KIND = w.F_FINALIZE

    # The number of the additional cost that is being settled, and how far (`playing.additional_costs`).
    extra = number("a")
    extra_stage = number("b")


class ResolveFrame(Frame):
    """The resolving of the item `item` (CR 359), in `playing.resolution` and the instructions of `compile`.

    `step` and `data` are those of the instruction that is carried out, and cleared after it; each has its own use
    for them.
    """

    __slots__ = ()
    KIND = w.F_RESOLVE

    # The number of the instruction of the script that comes next, and of the execution (CR 820.2).
    instruction = number("a")
    execution = number("b")
    # 1 once a leading "you may" is settled that is asked at resolution, else 0.
    offered = number("c")
    # Of a permanent that enters instead: the object, and how it enters (ENTERS_READY, ENTERS_EXHAUSTED, both or 0).
    entering = numbers("data")


class EventFrame(Frame):
    """A batch of simultaneous events, `events`, that something may replace (CR 367-376), in `board.replacements`.

    `item` is not used.
    """

    __slots__ = ()
    KIND = w.F_EVENT

    event_kind = number("a")
    # The place of the chosen replacement among those that can be applied, -1 while it is asked.
    chosen = number("b")
    # Three numbers for each replacement of an event: which one, the subject of the event, APPLIED or DECLINED.
    entries = numbers("data")


class PlaceFrame(Frame):
    """The placing of noted triggers on the chain (CR 383.3.d), in `board.triggers`. It keeps nothing."""

    __slots__ = ()
    KIND = w.F_PLACE


class MoveFrame(Frame):
    """A standard move (CR 144), in `playing.movement`."""

    __slots__ = ()
    KIND = w.F_MOVE

    player = number("a")
    # The location to which the units are moved.
    destination = number("b")
    units = numbers("data")


class DrawFrame(Frame):
    """Drawing, burning, banishing or looking with a deck that is too small (CR 431), in `actions.draw`."""

    __slots__ = ()
    KIND = w.F_DRAW

    player = number("a")
    # The number of cards that are still to be taken.
    missing = number("b")
    # DRAWS, BURNS, BANISHES or LOOKS; with CHAINED after the first Burn Out.
    flags = number("c")
    # References to the cards that were taken.
    taken = numbers("data")


class PayFrame(Frame):
    """The paying of the bill of `item` (CR 357), in `costs.bill`."""

    __slots__ = ()
    KIND = w.F_PAY

    # 1 once it is settled which part of the bill is paid next, else 0.
    part_settled = number("b")
    # While a way to pay is chosen: the numbers of those that can be paid.
    ways = numbers("data")
    # While recycled runes are put in order: how many are in order, then all of them.
    rune_order = numbers("data")
    # While a part is paid: the references of the things that it takes.
    chosen = numbers("data")


class RechooseFrame(ChoiceFrame):
    """The making of new choices for `item` (CR 750-755), in `playing.new_choices`.

    `step` is 1 once a choice has changed, for what was chosen after it may then no longer stay, and 2 when what was
    chosen before it is gone through once more.
    """

    __slots__ = ()
    KIND = w.F_RECHOOSE

    # The number of the choice that is looked at, and 1 while it is made anew, else 0.
    choice = number("a")
    anew = number("b")


FRAMES: Final[dict[int, type[Frame]]] = {
    cls.KIND: cls
    for cls in (
        SetupFrame,
        TurnFrame,
        ShowdownFrame,
        CleanupFrame,
        FinalizeFrame,
        ResolveFrame,
        EventFrame,
        PlaceFrame,
        MoveFrame,
        DrawFrame,
        PayFrame,
        RechooseFrame,
    )
}


def make_frame(kind: int, a: int, b: int, c: int, item: Item | None) -> Frame:
    """Return a frame of a kind with the values of its slots, as a saved document has them."""
    return FRAMES[kind](a, b, c, item)
