"""Instructions that steer: choices, branches, payments, rounds, delayed and reflexive abilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from riftcheck.carddb.abilities.instructions.base import ActOn, Instruction, Until
from riftcheck.carddb.abilities.instructions.declaration import Effect, verb
from riftcheck.carddb.abilities.node import keyword_node

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import Ability, Gate
    from riftcheck.carddb.abilities.phrases import Amount, Condition, Cost, Event, Selection, Selector


@verb("new-choices", effect=Effect.NONE, says="make new choices for {what}", named=False)
@keyword_node
class NewChoices(ActOn):
    """Make new choices for a chain item (CR 750-755)."""


@verb("choose", "pick", effect=Effect.NONE, acts_on=("what",))
@keyword_node
class Choose(Instruction):
    """A choice alone: the selector's mode says target or pick."""

    what: Selector


@verb("choose-one", effect=Effect.NONE, named=False)
@keyword_node
class ChooseOne(Instruction):
    """A bulleted list of modes, chosen at finalization (CR 355.3)."""

    modes: tuple[tuple[Instruction, ...], ...]
    not_chosen: Literal["this turn", "this play"] | None = None


@verb("either", effect=Effect.NONE, named=False)
@keyword_node
class Either(Instruction):
    """`X or Y` within a sentence: chosen on resolution (CR 355.18); `labels` are our words for the ways."""

    ways: tuple[tuple[Instruction, ...], ...]
    labels: tuple[str, ...] = ()


@verb("may", effect=Effect.NONE)
@keyword_node
class MayDo(Instruction):
    """A block that a player may decline when it is reached."""

    do: tuple[Instruction, ...]


@verb("if", effect=Effect.NONE, keys={"otherwise": "else"}, named=False)
@keyword_node
class If(Instruction):
    """A branch, judged when it is reached (its openings at finalization if it hangs on a declared cost)."""

    test: Condition
    do: tuple[Instruction, ...]
    otherwise: tuple[Instruction, ...] = ()


@verb("gate", effect=Effect.NONE, named=False)
@keyword_node
class Gated(Instruction):
    """The dependent text of a keyword (CR 726): while it is not active nothing is chosen for it, and it is not done."""

    gates: tuple[Gate, ...]
    do: tuple[Instruction, ...]


@verb("unless", effect=Effect.NONE, named=False)
@keyword_node
class Unless(Instruction):
    """Another player may do the first to stop the second."""

    offer: tuple[Instruction, ...]
    do: tuple[Instruction, ...]


@verb("pay", effect=Effect.NONE)
@keyword_node
class Pay(Instruction):
    """Pay on resolution; may be declined (CR 445.2)."""

    cost: Cost


@verb("each", effect=Effect.NONE, named=False)
@keyword_node
class Each(Instruction):
    """For each player, opponent or other player in turn order; `they` is the one whose round it is."""

    who: Literal["player", "opponent", "other player"]
    do: tuple[Instruction, ...]
    starting: Literal["you", "next player", "turn player"] = "turn player"
    together: bool = False


@verb("for-each", effect=Effect.NONE, acts_on=(), named=False)
@keyword_node
class ForEach(ActOn):
    """Rounds over objects; `it` is the one whose round it is. `ordered`: whoever does it says which comes next."""

    do: tuple[Instruction, ...]
    ordered: bool = False


@verb("do-this", effect=Effect.NONE, named=False)
@keyword_node
class DoThis(Instruction):
    """A reflexive trigger: a new chain item with choices of its own (CR 387-389); its `cost` is paid for that item.

    `offered`: "do this: you may ...", which is settled as that item is finalized (CR 388.4).
    """

    do: tuple[Instruction, ...]
    test: Condition | None = None
    cost: Cost | None = None
    offered: bool = False
    when: Event | None = None
    each_time: bool = False


@verb("set-up", effect=Effect.NONE, named=False)
@keyword_node
class SetUp(Instruction):
    """A delayed ability of any head (CR 390-393)."""

    ability: Ability
    until: Until | None = None
    uses: int | None = None


@verb("proceed", effect=Effect.NONE, named=False)
@keyword_node
class Proceed(Instruction):
    """In a replacement: let the event happen after all, changed; with `token` another one is played."""

    amount: Amount | None = None
    copies: int = 0
    token: str | None = None


@verb("trigger-again", effect=Effect.NONE, says="set off the {label} abilities of {of} once more", named=False)
@keyword_node
class TriggerAgain(Instruction):
    """Activate the named effects of objects (CR 383.4.g)."""

    label: Literal["conquer", "hold", "play", "attack", "defend", "deathknell"]
    of: Selection
