"""Instructions that steer: choices, branches, payments, rounds, delayed and reflexive abilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from riftcheck.carddb.abilities.instructions.lines import ActOn, Line, Until

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import Ability
    from riftcheck.carddb.abilities.instructions import Instruction
    from riftcheck.carddb.abilities.phrases import Amount, Condition, Cost, Event, Selection, Selector


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChoices(ActOn):
    """Make new choices for a chain item (CR 750-755)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Line):
    """A choice alone: the selector's mode says target or pick."""

    what: Selector


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseOne(Line):
    """A bulleted list of modes, chosen at finalization (CR 355.3)."""

    modes: tuple[tuple[Instruction, ...], ...]
    not_chosen: Literal["this turn", "this play"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Either(Line):
    """`X or Y` within a sentence: chosen on resolution (CR 355.17); `labels` are our words for the ways."""

    ways: tuple[tuple[Instruction, ...], ...]
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MayDo(Line):
    """A block that a player may decline when it is reached."""

    do: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Line):
    """A branch, judged when it is reached (its openings at finalization if it hangs on a declared cost)."""

    test: Condition
    do: tuple[Instruction, ...]
    otherwise: tuple[Instruction, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unless(Line):
    """Another player may do the first to stop the second."""

    offer: tuple[Instruction, ...]
    do: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay(Line):
    """Pay on resolution; may be declined (CR 444.2)."""

    cost: Cost


@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Line):
    """For each player, opponent or other player in turn order; `they` is the one whose round it is."""

    who: Literal["player", "opponent", "other player"]
    do: tuple[Instruction, ...]
    starting: Literal["you", "next player", "turn player"] = "turn player"
    together: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEach(ActOn):
    """Rounds over objects; `it` is the one whose round it is."""

    do: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DoThis(Line):
    """A reflexive trigger: a new chain item with choices of its own (CR 386-388)."""

    do: tuple[Instruction, ...]
    test: Condition | None = None
    when: Event | None = None
    each_time: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp(Line):
    """A delayed ability of any head (CR 389-392)."""

    ability: Ability
    until: Until | None = None
    uses: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proceed(Line):
    """In a replacement: let the event happen after all, changed."""

    amount: Amount | None = None
    copies: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerAgain(Line):
    """Activate the named effects of objects (CR 383.4.g)."""

    label: Literal["conquer", "hold", "play", "attack", "defend", "deathknell"]
    of: Selection
