"""Texts of abilities, compiled: openings, scripts, costs and bounds, and the kinds of function they are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.instructions import Instruction
    from riftcheck.engine.model.chain_items import Env, Item
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.objects import Event
    from riftcheck.engine.model.state import State


# Compiled phrases: a condition, a number, what a selector refers to, and whether a reference is one that it allows;
# each as it is in an evaluation context.
Test = Callable[["State", "Env"], bool]
Number = Callable[["State", "Env"], int]
Refs = Callable[["State", "Env"], list[int]]
Legal = Callable[["State", "Env", int], bool]
# Runs one instruction of the resolving item; returns the next instruction's number, or WAIT.
Op = Callable[["State", "ResolveFrame", "Item"], int]
# The test that an event is one that a trigger, replacement or prohibition of this context speaks of.
Match = Callable[["State", "Env", "Event"], bool]
# The result of an instruction that asks or leaves a frame: it is run again.
WAIT: Final = -1
# `Opening.modes` of a choice for one mode: this times the number of the opening with the modes, and the mode.
MODE_STEP: Final = 16

# --- kinds of opening (what is chosen while an item is finalized) -----------------------------------------------------
TARGETS: Final = 0
MODES: Final = 1
DESTINATION: Final = 2


# --- kinds of cost part -----------------------------------------------------------------------------------------------
C_EXHAUST: Final = 0
C_KILL: Final = 1
C_DISCARD: Final = 2
C_RECYCLE: Final = 3
C_BANISH: Final = 4
C_RETURN: Final = 5
C_DISEMPOWER: Final = 6
C_SPEND_BUFFS: Final = 7
C_XP: Final = 8
C_BURN: Final = 9
C_X: Final = 10
C_SHOW: Final = 11


class Opening:
    """A choice made at finalization (CR 355): targets, a mode, or a destination.

    `candidates` gives what may be chosen, `legal` asks one again on resolution, `group` the whole choice (CR 355.11).
    `when` is None or says whether the opening is asked at all. `slot` is the slot of a name, -1 for none.
    `moved` is, for a destination, the opening whose targets move, or -1 and `moving` gives what moves. `modes` is, for
    a mode, its own number among the openings; for what hangs on a mode, that number times 16 plus the mode; else -1.
    `free` marks a target that a hidden card may choose anywhere (CR 811.1.d.2-3).
    """

    __slots__ = (
        "candidates",
        "fed",
        "feeds",
        "free",
        "group",
        "high",
        "kind",
        "legal",
        "low",
        "modes",
        "most",
        "moved",
        "moving",
        "noted",
        "other",
        "places",
        "shared",
        "slot",
        "text",
        "when",
    )

    def __init__(
        self,
        kind: int,
        low: Number,
        high: Number,
        candidates: Refs,
        legal: Legal,
        group: Callable[[State, Env, list[int]], bool] | None,
        when: Test | None,
        slot: int,
        modes: int,
        moved: int,
        free: bool,
        text: str,
        moving: Refs | None = None,
    ) -> None:
        self.kind = kind
        self.moving = moving
        # The number of the next opening on the way to one whose candidates hang on this choice, or -1.
        self.feeds = -1
        # Whether it is that next opening of another, with which it is looked at.
        self.fed = False
        # A destination that all of a group move to, so that the group depends on it.
        self.shared = False
        # Whether it is another than what the cost takes, which is paid after it is chosen.
        self.other = False
        # Under which its object notes for the turn which of these modes were chosen; "" where it notes none.
        self.noted = ""
        # The slot of where each target was as it was chosen, or -1: pairs of a target and a location.
        self.places = -1
        # The greatest number if these are among the chosen, where it depends on them: damage that is split.
        self.most: Callable[[State, Env, list[int]], int] | None = None
        self.low = low
        self.high = high
        self.candidates = candidates
        self.legal = legal
        self.group = group
        self.when = when
        self.slot = slot
        self.modes = modes
        self.moved = moved
        self.free = free
        self.text = text


class Step(Enum):
    """An operation that carries out no instruction by itself."""

    # The choices of finalization are taken up.
    TARGETS = auto()
    # Something is chosen while the item resolves, or a choice gets its name.
    CHOICE = auto()
    # Another operation comes next: a branch, an offer, a round.
    JUMP = auto()


class Script:
    """The instructions of a spell or ability as a flat tuple with jumps, its openings and the size of its memory.

    `acts` says of each operation which instruction it carries out, by the class of its node, or which step it is
    between instructions; a policy asks these what the script is for. `names` are those of the slots; `played` are the
    slots of names for what an instruction plays. `notes` says that modes which are chosen in it are noted for the turn.
    """

    __slots__ = ("acts", "adds", "anew", "key", "names", "notes", "openings", "ops", "played", "slots")

    def __init__(
        self,
        key: str,
        ops: tuple[Op, ...],
        openings: tuple[Opening, ...],
        slots: int,
        adds: bool,
        names: tuple[str, ...],
        acts: tuple[type[Instruction] | Step, ...],
        played: tuple[int, ...] = (),
    ) -> None:
        self.key = key
        self.ops = ops
        self.openings = openings
        self.slots = slots
        self.adds = adds
        self.names = names
        self.acts = acts
        self.played = played
        self.notes = any(opening.noted for opening in openings)
        # True where an effect of it lasts until it chooses another thing.
        self.anew = False


class CostPart:
    """One part of a cost that is not energy or power: what to do with how many of which.

    `early`: what the one thing is sets the price of the card or limits its targets, so that it is chosen before these.
    `binds`: the one thing is what the ability calls `it`.
    """

    __slots__ = ("binds", "candidates", "early", "high", "kind", "low", "own", "slot", "text")

    def __init__(self, kind: int, low: Number, high: Number, candidates: Refs, own: bool, slot: int, text: str) -> None:
        self.kind = kind
        self.low = low
        self.high = high
        self.candidates = candidates
        self.own = own
        self.slot = slot
        self.text = text
        self.early = False
        self.binds = False


class Reduction:
    """A discount that an ability has on its own base cost (CR 404.2, 827.1.c.3), while `condition` holds.

    `hangs`: it depends on what the ability chooses.
    """

    __slots__ = ("condition", "energy", "hangs", "per", "power")

    def __init__(
        self, energy: Number | None, power: tuple[int, ...], per: Number | None, condition: Test | None, hangs: bool
    ) -> None:
        self.energy = energy
        self.power = power
        self.per = per
        self.condition = condition
        self.hangs = hangs


class CostDef:
    """A compiled cost: energy, power as domain masks, and its other parts. `ways` are alternatives of it.

    `less` is what its own text takes off it.
    """

    __slots__ = ("energy", "key", "less", "parts", "power", "slot", "ways")

    def __init__(
        self,
        key: str,
        energy: Number | None,
        power: tuple[int, ...],
        parts: tuple[CostPart, ...],
        ways: tuple[CostDef, ...],
        slot: int,
        less: Reduction | None = None,
    ) -> None:
        self.key = key
        self.less = less
        self.energy = energy
        self.power = power
        self.parts = parts
        self.ways = ways
        self.slot = slot


# --- bounds of what is done -------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False, repr=False)
class Prohibition:
    """`cannot` (CR 054.1): `match` says whether an event that is about to happen is forbidden."""

    key: str
    kind: int
    match: Match
    gate: Test | None
    condition: Test | None


@dataclass(slots=True, eq=False, repr=False)
class RuleChange:
    """`rule`: a number of the rules, changed or set."""

    key: str
    name: str
    gate: Test | None
    condition: Test | None
    change: Number | None
    becomes: int | None


@dataclass(slots=True, eq=False, repr=False)
class Toll:
    """An applied cost (CR 204.4)."""

    key: str
    kind: int
    match: Match
    cost: CostDef
    per: str
