"""References to things, their places, and the tests that a candidate must pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from riftcheck.carddb.abilities.node import node

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.phrases.amounts import Amount
    from riftcheck.carddb.abilities.phrases.conditions import Condition
    from riftcheck.carddb.abilities.phrases.selections import Selection, Selector
    from riftcheck.carddb.abilities.phrases.words import Operator, PlaceKind, Trait, Who, Zone


@node
class Ref:
    """One thing already known: `me`, `this`, `it`, `you`, `that player`, or a name that an `as` gave.

    `name` is the word of the grammar or the given name; a name that starts with `this.` lives on the object.
    """

    name: str


@node
class Place:
    """The place of a thing: a location, a set of locations, or a zone of a player.

    `whose` says whose base or zone; `ref` is the object of `location of`, `origin of`, `destination of`, `attached to`
    and `in NAME` (`in seen` has kind `in`); `name` the battlefield of `named`. `tests` and `where` narrow a
    battlefield: `an occupied battlefield where an enemy unit is alone`. `to or from` are the battlefields between which
    the event's unit moved; `anywhere but` is every zone except `zone`.
    """

    kind: PlaceKind
    whose: Who | None = None
    zone: Zone | None = None
    ref: Ref | None = None
    name: str | None = None
    tests: tuple[Test, ...] = ()
    where: Condition | None = None


# --- tests that a candidate must pass ---------------------------------------------------------------------------------


@node
class State:
    """An adjective of STATES, or its negation (`not token`)."""

    word: str
    negated: bool = False


@node
class OfDomain:
    """Of a domain, written as in the facts: `Fury`."""

    domain: str
    negated: bool = False


@node
class HasTag:
    """Has a tag, such as `Poro`; `tag` is a Ref where the tag was named in play."""

    tag: str | Ref
    negated: bool = False


@node
class IsKind:
    """Is, or is not, a noun of NOUNS (`non-unit card`)."""

    noun: str
    negated: bool = False


@node
class Measure:
    """A trait of the candidate compared with an amount: `with might 3 or less`, `with less might than me`."""

    trait: Trait
    operator: Operator
    amount: Amount


@node
class WithKeyword:
    """Has, or lacks, a keyword (`with hidden`)."""

    keyword: str
    negated: bool = False


@node
class NamedCard:
    """Has exactly this name; `name` is a Ref where the card was named in play."""

    name: str | Ref


@node
class Controlled:
    """Is controlled by a player: `you control`, `they control`, `an opponent controls`.

    `team` counts what teammates control as well: `friendly to them`.
    """

    who: Who
    negated: bool = False
    team: bool = False


@node
class Owned:
    """Is owned by a player: `you own`."""

    who: Who


@node
class PlayedBy:
    """Is being played, or was, by a player: `spells you play`."""

    who: Who


@node
class AbilityLabel:
    """An ability of a label: `your deathknell abilities`, `conquer abilities of units here` (`of` its objects)."""

    label: Literal["conquer", "hold", "play", "attack", "defend", "deathknell", "temporary"]
    of: Selection | None = None


@node
class AbilityOf:
    """An ability by what has it: `an ability of a gear`."""

    of: Selector


@node
class Choosing:
    """A chain item that targets something: `choosing a friendly unit`, `choosing me`.

    `only`: nothing else at all; `no_other`: none of these besides (`choosing mark and no other friendly unit`).
    """

    selector: Selector | Ref
    only: bool = False
    no_other: Selector | None = None


@node
class ChosenBy:
    """A target of something on the chain: `chosen by an enemy spell`, or of the text itself: `chosen by this`."""

    by: Selector | Ref


@node
class InCombatWith:
    """In combat, as something else is: `in combat with an enemy unit`."""

    other: Selector


@node
class AmongNames:
    """Is, or is not, among the objects of a name: `in seen`, `not in kept`."""

    ref: Ref
    negated: bool = False


@node
class NotChosen:
    """Has not been chosen: `for this play`, `this turn`, by anyone."""

    span: Literal["this turn", "this play"]


@node
class HasMoved:
    """Has moved this turn, or has not: `that has moved this turn`."""

    negated: bool = False


Test = (
    State
    | OfDomain
    | HasTag
    | IsKind
    | Measure
    | WithKeyword
    | NamedCard
    | Controlled
    | Owned
    | PlayedBy
    | AbilityLabel
    | AbilityOf
    | Choosing
    | ChosenBy
    | InCombatWith
    | AmongNames
    | NotChosen
    | HasMoved
)
