"""Instructions that act on what is in play, or on the chain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from riftcheck.carddb.abilities.instructions.lines import ActOn, Line, Until

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import Ability, Keyword
    from riftcheck.carddb.abilities.phrases import Amount, Place, Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Give(Line):
    """Give might (`minimum` a floor fixed now), keywords, abilities or a control duration; `raise_to` raises Might."""

    to: Selection
    might: Amount | None = None
    minimum: Amount | None = None
    raise_to: Amount | None = None
    keywords: tuple[Keyword, ...] = ()
    abilities: tuple[Ability, ...] = ()
    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Line):
    """Deal damage; `source` is another object that deals it instead of the item."""

    amount: Amount
    to: Selection
    source: Selection | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Split(Line):
    """Deal an amount split among targets, each at least 1 (CR 355.14)."""

    amount: Amount
    among: Selection
    source: Selection | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight(Line):
    """Two units deal damage equal to their Mights to each other, at once."""

    first: Selection
    second: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill(ActOn):
    """Kill (CR 428)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Banish(ActOn):
    """Banish (CR 427)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall(ActOn):
    """Recall to its controller's base (CR 454)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heal(ActOn):
    """Clear all damage (CR 418)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Return(ActOn):
    """Return to its owner's hand, or to the champion zone."""

    to: Literal["hand", "champion zone"] = "hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(ActOn):
    """Move; without `to` any legal destination is chosen at finalization (CR 355.4)."""

    to: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapPlaces(Line):
    """Two units move to each other's location at once."""

    first: Selection
    second: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(ActOn):
    """Ready (CR 415)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhaust(ActOn):
    """Exhaust (CR 414)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stun(ActOn):
    """Stun (CR 423)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Buff(ActOn):
    """Place a buff (CR 426)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendBuffs(ActOn):
    """Spend buffs on resolution: so many, or any number, from units you control."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Empower(ActOn):
    """Empower (CR 441)."""

    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Disempower(ActOn):
    """Disempower (CR 442)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attach(ActOn):
    """Attach to a unit (CR 434)."""

    to: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Detach(ActOn):
    """Detach (CR 435)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter(ActOn):
    """Counter a chain item (CR 425)."""

    to_hand: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeControl(ActOn):
    """Gain control (CR 188, layer 1)."""

    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BecomeCopy(ActOn):
    """Become a copy: copyable traits only (CR 477.1.b)."""

    of: Selection
    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Double(ActOn):
    """Double Might, fixed when it runs (CR 432)."""

    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetMight(ActOn):
    """Might becomes a number (CR 477.1.a.1)."""

    value: Amount
    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapMight(Line):
    """Swap the Mights of two units (CR 433)."""

    first: Selection
    second: Selection
    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prevent(Line):
    """Prevent damage (CR 437): `amount` None is all of it.

    In a replacement it changes the event at hand. On its own it sets up a prevention: `to` whom (None: anything) and
    `source` `spells and abilities` or None.
    """

    amount: Amount | None = None
    to: Selection | None = None
    source: str | None = None
    until: Until | None = None
