"""Amounts: numbers that are counted, measured, added up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from riftcheck.carddb.abilities.node import node

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.phrases.events import Event
    from riftcheck.carddb.abilities.phrases.selections import Selection
    from riftcheck.carddb.abilities.phrases.things import Ref
    from riftcheck.carddb.abilities.phrases.words import Span, Trait, Who


@node
class Number:
    """A whole number."""

    value: int


@node
class TraitOf:
    """A trait of one thing: `me.might`, `thrown.energy`."""

    ref: Ref
    trait: Trait


@node
class Count:
    """The number of some things: `count of friendly units here`, `+1 per buffed unit`."""

    selection: Selection


@node
class Highest:
    """The highest trait among some things; 0 where there are none."""

    trait: Trait
    selection: Selection


@node
class Total:
    """The sum of a trait over some things."""

    trait: Trait
    selection: Selection


@node
class Points:
    """The points of a player (`your points`); `highest` of several opponents where `who` is `opponent`."""

    who: Who


@node
class VictoryScore:
    """The Victory Score in force (CR 194.3)."""


@node
class Experience:
    """The XP of a player."""

    who: Who


@node
class DamageOn:
    """The damage marked on a unit."""

    ref: Ref


@node
class KeywordValue:
    """The value of a keyword: `my assault`."""

    ref: Ref
    keyword: str


@node
class ExcessDamage:
    """The excess damage that you assigned in this combat."""


@node
class EventAmount:
    """The number of the trigger's event: damage dealt, cards drawn, points gained."""


@node
class DistinctTags:
    """The number of different tags that some things have; `listed`: of these tags only."""

    selection: Selection
    listed: tuple[str, ...] = ()


@node
class Times:
    """The number of times that an event has happened: `times E this turn`; `span` `game` for the whole game."""

    event: Event
    span: Span = "this turn"


@node
class PaidAmount:
    """The amount that was paid for a cost of that name, or for `x`."""

    name: str


@node
class Spent:
    """The energy or the power that you have spent this turn, on whatever it was."""

    what: Literal["energy", "power"]


@node
class BuffsOn:
    """The number of buffs on one thing."""

    ref: Ref


@node
class EmpoweredTimes:
    """The number of times that one thing is empowered."""

    ref: Ref


@node
class Plus:
    """The sum of two amounts; subtraction is a sum with a Scaled by -1."""

    left: Amount
    right: Amount


@node
class Scaled:
    """An amount times a whole number."""

    amount: Amount
    by: int


Amount = (
    Number
    | TraitOf
    | Count
    | Highest
    | Total
    | Points
    | VictoryScore
    | Experience
    | DamageOn
    | KeywordValue
    | ExcessDamage
    | EventAmount
    | DistinctTags
    | Times
    | PaidAmount
    | Spent
    | BuffsOn
    | EmpoweredTimes
    | Plus
    | Scaled
)
