"""Frames: the unfinished work of a game, as plain data on a stack, and the protocol by which steps go on with it.

Nothing is suspended in the middle of a Python function. What is under way is `State.frames`, the newest work on top, so
that a game can be cloned and saved at every question. `engine.flow.loop.advance` calls the step function of the frame
on top, again and again, until a player must choose (`State.waiting`) or somebody has won.

A step function gets the state and its frame, and keeps this protocol:

* `f.step` says how far the work has come. A step function writes the next step before it leaves, and falls through to
  it where nothing stops it.
* To ask, it calls `decisions.ask` while `s.answer` is None. If that returns True the game must wait, and the function
  returns; it is called again, with the same `f.step`, once `s.answer` is there. If it returns False there was only one
  answer, which is in `s.answer` already. Either way `decisions.take`, or `take_one` where one option is chosen, gives
  what was chosen, and clears question and answer.
* To have something else done first it leaves another frame on top (`perform`, `push_cost`, `start_resolve` do) and
  returns. It is called again when its own frame is on top once more, so it has noted in `f.step` and its fields
  where it goes on. What the other work came to is in `s.result`: the references of what the last act happened to.
* When it is done it takes its frame off the stack.

Between the steps of a turn, and of a showdown but for its damage, the loop handles outstanding tasks first: triggers,
cleanups, pending items, priority (CR 318-340). Where there are none, the steps of a turn go on by themselves. All other
work goes on at once.

Every kind of frame has a class, whose fields are what its kind keeps besides the step, the item and the events that
any frame has. In a saved document they have other names: see `engine.storage.frame_records`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.objects import Event


class Frame:
    """A piece of unfinished work. Every frame is of the class of its `kind`: see `FRAMES`."""

    __slots__ = ("events", "item", "kind", "step")

    def __init__(self, kind: int, item: Item | None = None) -> None:
        self.kind = kind
        self.step = 0
        self.events: list[Event] = []
        self.item = item

    def clone(self, items: dict[int, Item]) -> Frame:
        """Return a copy; `items` maps ids of chain items to their copies and takes up any other item."""
        raise NotImplementedError

    def give_common(self, new: Frame, items: dict[int, Item]) -> None:
        """Give a copy what any frame has."""
        new.step = self.step
        if self.events:
            new.events = self.events[:]
        item = self.item
        if item is not None:
            found = items.get(item.id)
            if found is None:
                found = items[item.id] = item.clone()
            new.item = found


class SetupFrame(Frame):
    """Setting up the game (CR 105-118), in `flow.setup`."""

    __slots__ = ("battlefields", "place")

    def __init__(self) -> None:
        Frame.__init__(self, w.F_SETUP)
        # The place of the player who is asked, in turn order or among those who bring a battlefield.
        self.place = 0
        # The cards of the battlefields that are chosen so far, -1 for a player who brings none.
        self.battlefields: list[int] = []

    def clone(self, items: dict[int, Item]) -> SetupFrame:
        """Return a copy."""
        new = SetupFrame()
        self.give_common(new, items)
        new.place = self.place
        new.battlefields = self.battlefields[:]
        return new


class TurnFrame(Frame):
    """The turn (CR 314-317), in `flow.turn`; it lies under all other work from the first turn on."""

    __slots__ = ("free_id", "invited", "part", "repeats")

    def __init__(self) -> None:
        Frame.__init__(self, w.F_TURN)
        # The first id that was free when the Expiration Step last began: another one now means that it is repeated.
        self.free_id = 0
        # The number of times that the Expiration Step was repeated.
        self.repeats = 0
        # The teammate whom the turn player has invited and 1; 0 for nobody, DECLINED after a refusal.
        self.invited = 0
        # While it is asked whether a part of the turn takes place: the number of the part, and whether it does.
        self.part: list[int] = []

    def clone(self, items: dict[int, Item]) -> TurnFrame:
        """Return a copy."""
        new = TurnFrame()
        self.give_common(new, items)
        new.free_id = self.free_id
        new.repeats = self.repeats
        new.invited = self.invited
        new.part = self.part[:]
        return new


class CleanupFrame(Frame):
    """A cleanup (CR 318-323), in `flow.cleanup`."""

    __slots__ = ("changed", "some_hurt", "special")

    def __init__(self, special: int = 0) -> None:
        Frame.__init__(self, w.F_CLEANUP)
        # NORMAL, or COMBAT or ENDING for the additional steps of these.
        self.special = special
        # The bits of what had changed as it began (`constants.DIRTY_...`).
        self.changed = 0
        # 1 where some unit has damage, else 0.
        self.some_hurt = 0

    def clone(self, items: dict[int, Item]) -> CleanupFrame:
        """Return a copy."""
        new = CleanupFrame(self.special)
        self.give_common(new, items)
        new.changed = self.changed
        new.some_hurt = self.some_hurt
        return new


class ShowdownFrame(Frame):
    """A showdown or combat (CR 341-348, 461-468), in `flow.combat`."""

    __slots__ = ("assigned", "dealing", "location", "side")

    def __init__(self, location: int = 0) -> None:
        Frame.__init__(self, w.F_SHOWDOWN)
        self.location = location
        # 1 from the assigning of damage to the Combat Cleanup, when nothing comes between (CR 467.3); else 0.
        self.dealing = 0
        # The side that assigns damage: 0 the attacker, 1 the defender.
        self.side = 0
        # Pairs of unit and damage assigned so far; a last number alone is a unit of which it is asked how much it gets.
        self.assigned: list[int] = []

    def clone(self, items: dict[int, Item]) -> ShowdownFrame:
        """Return a copy."""
        new = ShowdownFrame(self.location)
        self.give_common(new, items)
        new.dealing = self.dealing
        new.side = self.side
        new.assigned = self.assigned[:]
        return new


class ChoiceFrame(Frame):
    """A frame in which targets are chosen, by `playing.choices`."""

    __slots__ = ("one_by_one", "targets")

    def __init__(self, kind: int, item: Item | None) -> None:
        Frame.__init__(self, kind, item)
        # 1 while targets are chosen one at a time, else 0; and those that are chosen so far.
        self.one_by_one = 0
        self.targets: list[int] = []


class FinalizeFrame(ChoiceFrame):
    """The finalizing of the pending item `item` (CR 355-358), in `playing.finalization`."""

    __slots__ = ("extra", "extra_stage")

    def __init__(self, item: Item | None = None) -> None:
        ChoiceFrame.__init__(self, w.F_FINALIZE, item)
        # The number of the additional cost that is being settled, and how far (`playing.additional_costs`).
        self.extra = 0
        self.extra_stage = 0

    def clone(self, items: dict[int, Item]) -> FinalizeFrame:
        """Return a copy."""
        new = FinalizeFrame()
        self.give_common(new, items)
        new.one_by_one = self.one_by_one
        new.targets = self.targets[:]
        new.extra = self.extra
        new.extra_stage = self.extra_stage
        return new


class ResolveFrame(Frame):
    """The resolving of the item `item` (CR 359), in `playing.resolution` and the instructions of `compile`.

    `step` and `data` are those of the instruction that is carried out, and cleared after it; each has its own use
    for them. Of a permanent that enters instead `data` is the object, and how it enters (ENTERS_READY,
    ENTERS_EXHAUSTED, both or 0).
    """

    __slots__ = ("data", "execution", "instruction", "offered")

    def __init__(self, item: Item | None = None) -> None:
        Frame.__init__(self, w.F_RESOLVE, item)
        # The number of the instruction of the script that comes next, and of the execution (CR 820.2).
        self.instruction = 0
        self.execution = 0
        # 1 once a leading "you may" is settled that is asked at resolution, else 0.
        self.offered = 0
        self.data: list[int] = []

    def clone(self, items: dict[int, Item]) -> ResolveFrame:
        """Return a copy."""
        new = ResolveFrame()
        self.give_common(new, items)
        new.instruction = self.instruction
        new.execution = self.execution
        new.offered = self.offered
        new.data = self.data[:]
        return new


class EventFrame(Frame):
    """A batch of simultaneous events, `events`, that something may replace (CR 367-376), in `board.replacements`."""

    __slots__ = ("chosen", "entries", "event_kind")

    def __init__(self, event_kind: int = 0) -> None:
        Frame.__init__(self, w.F_EVENT)
        self.event_kind = event_kind
        # The place of the chosen replacement among those that can be applied, -1 while it is asked.
        self.chosen = 0
        # Three numbers for each replacement of an event: which one, the subject of the event, APPLIED or DECLINED.
        self.entries: list[int] = []

    def clone(self, items: dict[int, Item]) -> EventFrame:
        """Return a copy."""
        new = EventFrame(self.event_kind)
        self.give_common(new, items)
        new.chosen = self.chosen
        new.entries = self.entries[:]
        return new


class PlaceFrame(Frame):
    """The placing of noted triggers on the chain (CR 383.3.d), in `board.triggers`. It keeps nothing."""

    __slots__ = ()

    def __init__(self) -> None:
        Frame.__init__(self, w.F_PLACE)

    def clone(self, items: dict[int, Item]) -> PlaceFrame:
        """Return a copy."""
        new = PlaceFrame()
        self.give_common(new, items)
        return new


class MoveFrame(Frame):
    """A standard move (CR 144), in `playing.movement`."""

    __slots__ = ("destination", "player", "units")

    def __init__(self, player: int = 0, destination: int = 0) -> None:
        Frame.__init__(self, w.F_MOVE)
        self.player = player
        # The location to which the units are moved.
        self.destination = destination
        self.units: list[int] = []

    def clone(self, items: dict[int, Item]) -> MoveFrame:
        """Return a copy."""
        new = MoveFrame(self.player, self.destination)
        self.give_common(new, items)
        new.units = self.units[:]
        return new


class DrawFrame(Frame):
    """Drawing, burning, banishing or looking with a deck that is too small (CR 432), in `actions.draw`."""

    __slots__ = ("flags", "missing", "player", "taken")

    def __init__(self, player: int = 0, missing: int = 0, flags: int = 0) -> None:
        Frame.__init__(self, w.F_DRAW)
        self.player = player
        # The number of cards that are still to be taken.
        self.missing = missing
        # DRAWS, BURNS, BANISHES or LOOKS; with CHAINED after the first Burn Out.
        self.flags = flags
        # References to the cards that were taken.
        self.taken: list[int] = []

    def clone(self, items: dict[int, Item]) -> DrawFrame:
        """Return a copy."""
        new = DrawFrame(self.player, self.missing, self.flags)
        self.give_common(new, items)
        new.taken = self.taken[:]
        return new


class PayFrame(Frame):
    """The paying of the bill of `item` (CR 357), in `costs.bill`."""

    __slots__ = ("part_settled", "rune_order", "ways")

    def __init__(self, item: Item | None = None) -> None:
        Frame.__init__(self, w.F_PAY, item)
        # 1 once it is settled which part of the bill is paid next, else 0.
        self.part_settled = 0
        # While a way to pay is chosen: the numbers of those that can be paid.
        self.ways: list[int] = []
        # While recycled runes are put in order: how many are in order, then all of them.
        self.rune_order: list[int] = []

    def clone(self, items: dict[int, Item]) -> PayFrame:
        """Return a copy."""
        new = PayFrame()
        self.give_common(new, items)
        new.part_settled = self.part_settled
        new.ways = self.ways[:]
        new.rune_order = self.rune_order[:]
        return new


class RechooseFrame(ChoiceFrame):
    """The making of single choices for `item` anew (1.4: 750-755), in `playing.new_choices`.

    `step` is 1 once a choice has changed, for what was chosen after it may then no longer stay, and 2 when what was
    chosen before it is gone through once more.
    """

    __slots__ = ("anew", "choice")

    def __init__(self, item: Item | None = None) -> None:
        ChoiceFrame.__init__(self, w.F_RECHOOSE, item)
        # The number of the choice that is looked at, and 1 while it is made anew, else 0.
        self.choice = 0
        self.anew = 0

    def clone(self, items: dict[int, Item]) -> RechooseFrame:
        """Return a copy."""
        new = RechooseFrame()
        self.give_common(new, items)
        new.one_by_one = self.one_by_one
        new.targets = self.targets[:]
        new.choice = self.choice
        new.anew = self.anew
        return new


class RemakeFrame(ChoiceFrame):
    """The making of all choices for `item` again (CR 753), in `playing.new_choices`."""

    __slots__ = ("inactive",)

    def __init__(self, item: Item | None = None) -> None:
        ChoiceFrame.__init__(self, w.F_REMAKE, item)
        # A bit for each choice that is not made again, because its text was not active when the choices were made.
        self.inactive = 0

    def clone(self, items: dict[int, Item]) -> RemakeFrame:
        """Return a copy."""
        new = RemakeFrame()
        self.give_common(new, items)
        new.one_by_one = self.one_by_one
        new.targets = self.targets[:]
        new.inactive = self.inactive
        return new


FRAMES: Final[dict[int, type[Frame]]] = {
    w.F_SETUP: SetupFrame,
    w.F_TURN: TurnFrame,
    w.F_SHOWDOWN: ShowdownFrame,
    w.F_CLEANUP: CleanupFrame,
    w.F_FINALIZE: FinalizeFrame,
    w.F_RESOLVE: ResolveFrame,
    w.F_EVENT: EventFrame,
    w.F_PLACE: PlaceFrame,
    w.F_MOVE: MoveFrame,
    w.F_DRAW: DrawFrame,
    w.F_PAY: PayFrame,
    w.F_RECHOOSE: RechooseFrame,
    w.F_REMAKE: RemakeFrame,
}
