"""Conditions: what must be so, or must have happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from riftcheck.carddb.abilities.node import node

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.phrases.amounts import Amount
    from riftcheck.carddb.abilities.phrases.events import Event
    from riftcheck.carddb.abilities.phrases.selections import Selector
    from riftcheck.carddb.abilities.phrases.things import Place, Ref, Test
    from riftcheck.carddb.abilities.phrases.words import Operator, Span, Who


@node
class Exists:
    """There are at least (at most) so many: `you control 7 or more runes`, `an enemy unit is alone here`."""

    selector: Selector
    low: int = 1
    high: int | None = None


@node
class IsSo:
    """One thing passes tests or is at a place: `it is stunned`, `I am at a battlefield`, `it is an Equipment`."""

    ref: Ref
    tests: tuple[Test, ...] = ()
    place: Place | None = None


@node
class Compare:
    """Two amounts compared: `your points >= 5`, `its might < me.might`."""

    left: Amount
    operator: Operator
    right: Amount


@node
class Happened:
    """Something has happened: `you have discarded this turn`, at least `times` often."""

    event: Event
    span: Span = "this turn"
    times: int = 1


@node
class Paid:
    """An optional cost of that name was paid: `levy is paid`. `shown`: something was shown off: `star is shown off`."""

    name: str
    shown: bool = False


@node
class Did:
    """A name holds something: the act happened, the offer was taken."""

    ref: Ref


@node
class DiedAlone:
    """One thing was alone when it died, those that died with it counted as there: `I died alone` (CR 808.1.d.3)."""

    ref: Ref


@node
class Moment:
    """A time: a player's turn, a showdown or combat in progress, Legion met. `who` is whose turns are counted."""

    when: Literal[
        "your turn",
        "an opponent's turn",
        "a showdown",
        "a combat",
        "a combat here",
        "your beginning phase",
        "the awaken phase",
        "first turn",
        "first or second turn",
        "first to third turn",
        "before third turn",
        "legion",
    ]
    who: Who = "you"


@node
class Chooses:
    """A chain item, or the play in progress, targets something: `it chooses a friendly unit`, `it chooses me`."""

    ref: Ref
    selector: Selector | Ref


@node
class Not:
    """The opposite of a condition."""

    condition: Condition


@node
class AllOf:
    """Every one of the conditions holds."""

    conditions: tuple[Condition, ...]


@node
class AnyOf:
    """At least one of the conditions holds."""

    conditions: tuple[Condition, ...]


Condition = Exists | IsSo | Compare | Happened | Paid | Did | DiedAlone | Moment | Chooses | Not | AllOf | AnyOf
