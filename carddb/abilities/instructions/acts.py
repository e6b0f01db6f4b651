"""Instructions that act on objects in play, or on the chain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from riftcheck.carddb.abilities.instructions.base import ActOn, Instruction, Until
from riftcheck.carddb.abilities.instructions.declaration import Effect, verb
from riftcheck.carddb.abilities.node import keyword_node

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import Ability, Keyword
    from riftcheck.carddb.abilities.phrases import Amount, Place, Ref, Selection


@verb("give", effect=Effect.BY_MIGHT | Effect.FIGHT, acts_on=("to",))
@keyword_node
class Give(Instruction):
    """Give might (`minimum` a floor fixed now), keywords, abilities or a control duration; `raise_to` raises Might.

    `keywords_of`: the keywords that one thing has now.
    """

    to: Selection
    might: Amount | None = None
    minimum: Amount | None = None
    raise_to: Amount | None = None
    keywords: tuple[Keyword, ...] = ()
    keywords_of: Ref | None = None
    abilities: tuple[Ability, ...] = ()
    until: Until | None = None


@verb("deal", effect=Effect.HARM, acts_on=("to",), keys={"source": "by"})
@keyword_node
class Deal(Instruction):
    """Deal damage; `source` is another object that deals it instead of the item."""

    amount: Amount
    to: Selection
    source: Selection | None = None


@verb("split", effect=Effect.HARM, acts_on=("among",), keys={"source": "by"})
@keyword_node
class Split(Instruction):
    """Deal an amount split among targets, each at least 1 (CR 355.14)."""

    amount: Amount
    among: Selection
    source: Selection | None = None


@verb(
    "fight",
    effect=Effect.HARM,
    acts_on=("first", "second"),
    keys={"second": "with"},
    says="have {first} and {second} deal damage to each other at once, each as much as its Might",
    named=False,
)
@keyword_node
class Fight(Instruction):
    """Two units deal damage equal to their Mights to each other, at once."""

    first: Selection
    second: Selection


@verb("kill", effect=Effect.HARM | Effect.TAKE, says="kill {what}")
@keyword_node
class Kill(ActOn):
    """Kill (CR 429)."""


@verb("banish", effect=Effect.HARM | Effect.TAKE, says="banish {what}")
@keyword_node
class Banish(ActOn):
    """Banish (CR 428)."""


@verb("recall", effect=Effect.HARM)
@keyword_node
class Recall(ActOn):
    """Recall to its controller's base (CR 456)."""


@verb("heal", effect=Effect.HELP | Effect.FIGHT, says="heal all damage of {what}")
@keyword_node
class Heal(ActOn):
    """Clear all damage (CR 419)."""


@verb("return", effect=Effect.HARM)
@keyword_node
class Return(ActOn):
    """Return to its owner's hand, or to the champion zone."""

    to: Literal["hand", "champion zone"] = "hand"


@verb("move", effect=Effect.BY_DESTINATION)
@keyword_node
class Move(ActOn):
    """Move; without `to` any legal destination is chosen at finalization (CR 355.4)."""

    to: Place | None = None


@verb(
    "swap-places",
    effect=Effect.NONE,
    acts_on=("first", "second"),
    keys={"second": "with"},
    says="move {first} and {second} to each other's location at once",
    named=False,
)
@keyword_node
class SwapPlaces(Instruction):
    """Two units move to each other's location at once."""

    first: Selection
    second: Selection


@verb("ready", effect=Effect.HELP, says="ready {what}")
@keyword_node
class Ready(ActOn):
    """Ready (CR 416)."""


@verb("exhaust", effect=Effect.HARM, says="exhaust {what}")
@keyword_node
class Exhaust(ActOn):
    """Exhaust (CR 415)."""


@verb("stun", effect=Effect.HARM, says="stun {what}")
@keyword_node
class Stun(ActOn):
    """Stun (CR 424)."""


@verb("buff", effect=Effect.HELP, says="put a buff on {what!e}")
@keyword_node
class Buff(ActOn):
    """Place a buff (CR 427)."""


@verb("spend-buffs", effect=Effect.NONE, acts_on=())
@keyword_node
class SpendBuffs(ActOn):
    """Spend buffs on resolution: so many, or any number, from units you control."""


@verb("empower", effect=Effect.HELP, says="empower {what}")
@keyword_node
class Empower(ActOn):
    """Empower (CR 442)."""


@verb("disempower", effect=Effect.NONE, says="disempower {what}")
@keyword_node
class Disempower(ActOn):
    """Disempower (CR 443)."""


@verb("attach", effect=Effect.HELP, acts_on=("what", "to"), says="attach {what} to {to}")
@keyword_node
class Attach(ActOn):
    """Attach to a unit (CR 435)."""

    to: Selection


@verb("detach", effect=Effect.NONE, says="detach {what}")
@keyword_node
class Detach(ActOn):
    """Detach (CR 436)."""


@verb("counter", effect=Effect.HARM, keys={"to_hand": "to"})
@keyword_node
class Counter(ActOn):
    """Counter a chain item (CR 426)."""

    to_hand: bool = False


@verb("add-legend", effect=Effect.GAIN, says="add {what} to your Legend Zone{until}")
@keyword_node
class AddLegend(ActOn):
    """Add legends to the Legend Zone, beside the Champion Legend (CR 107.4.d.1)."""

    until: Until | None = None


@verb("take-control", effect=Effect.HARM, says="take control of {what}{until}")
@keyword_node
class TakeControl(ActOn):
    """Gain control (CR 188, 479.2.a)."""

    until: Until | None = None


@verb("lose-control", effect=Effect.NONE, says="lose control of {what}", named=False)
@keyword_node
class LoseControl(ActOn):
    """End the effects by which a player has control; who had it before has it again (CR 188, 479.2.a)."""


@verb("become-copy", effect=Effect.NONE, acts_on=("what", "of"), says="make {what} a copy of {of}{until}", named=False)
@keyword_node
class BecomeCopy(ActOn):
    """Become a copy: copyable traits only (CR 479.1.b-c)."""

    of: Selection
    until: Until | None = None


@verb(
    "copy-text",
    effect=Effect.NONE,
    acts_on=("of",),
    says="have the printed text of {of} stand on {to} once more{until}",
    named=False,
)
@keyword_node
class CopyText(Instruction):
    """Have the printed or copied rules text of a unit once more, and nothing that it was given (CR 479.1.b-d)."""

    of: Selection
    to: Selection
    until: Until | None = None


@verb("double", effect=Effect.HELP | Effect.FIGHT, says="double the Might of {what}{until}", named=False)
@keyword_node
class Double(ActOn):
    """Double Might, fixed when it runs (CR 433)."""

    until: Until | None = None


@verb(
    "set-might",
    effect=Effect.NONE,
    keys={"value": "is"},
    says="set the base Might of {what} to {value}{until}",
    named=False,
)
@keyword_node
class SetMight(ActOn):
    """Might becomes a number (CR 479.2.a)."""

    value: Amount
    until: Until | None = None


@verb("become-unit", effect=Effect.HELP, says="make {what} a unit as well as gear{until}", named=False)
@keyword_node
class BecomeUnit(ActOn):
    """Gear becomes a unit as well, with Might equal to its Energy cost (CR 178, 479.2.a)."""

    until: Until | None = None


@verb(
    "swap-might",
    effect=Effect.NONE,
    acts_on=("first", "second"),
    keys={"second": "with"},
    says="swap the Might of {first} and {second}{until}",
    named=False,
)
@keyword_node
class SwapMight(Instruction):
    """Swap the Mights of two units (CR 434)."""

    first: Selection
    second: Selection
    until: Until | None = None


@verb("prevent", effect=Effect.FIGHT, acts_on=("to",), keys={"source": "from"}, named=False)
@keyword_node
class Prevent(Instruction):
    """Prevent damage (CR 438): `amount` None is all of it.

    In a replacement it changes the event at hand. On its own it sets up a prevention: `to` whom (None: anything) and
    `source` `spells and abilities` or None.
    """

    amount: Amount | None = None
    to: Selection | None = None
    source: str | None = None
    until: Until | None = None
