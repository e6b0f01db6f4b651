"""What a phrase of the ability language says, as typed nodes: selectors, amounts, conditions, events and costs.

A phrase is the short English text of one value in a card's YAML, such as `choose a unit at a battlefield`. Each
class here is one kind of node; the loader makes them, the describer reads them back, and the engine compiles them.
Nodes hold facts only: names of the grammar, numbers, and other nodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Who = Literal["you", "that player", "opponent", "player", "they", "its controller", "its owner", "any", "team"]
Trait = Literal["might", "energy", "power"]
Operator = Literal["<", "<=", "=", ">=", ">"]
Mode = Literal["choose", "pick", "all", "bare"]
Zone = Literal["hand", "trash", "deck", "rune deck", "champion zone", "banishment", "facedown zone"]
PlaceKind = Literal[
    "here",
    "there",
    "battlefield",
    "one battlefield",
    "another location",
    "another battlefield",
    "each location",
    "same location",
    "base",
    "combat",
    "location of",
    "origin of",
    "battlefield of",
    "zone",
    "attached to",
    "controlled battlefield",
    "open battlefield",
    "enemy battlefield",
    "named",
    "chain",
    "board",
    "in",
    "to or from",
    "anywhere but",
]

# The adjectives that a selector may carry and a condition may ask for.
STATES = (
    "friendly",
    "enemy",
    "your",
    "ready",
    "exhausted",
    "stunned",
    "buffed",
    "damaged",
    "equipped",
    "attached",
    "detached",
    "empowered",
    "mighty",
    "attacking",
    "defending",
    "facedown",
    "alone",
    "token",
    "occupied",
    "open",
    "controlled",
    "uncontrolled",
    "owned",
)
NOUNS = (
    "unit",
    "gear",
    "Equipment",
    "rune",
    "legend",
    "permanent",
    "something",
    "battlefield",
    "location",
    "spell",
    "ability",
    "card",
    "player",
    "opponent",
    "champion",
    "chosen champion",
    "other player",
    "buff",
)


# --- references ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ref:
    """One thing already known: `me`, `this`, `it`, `you`, `that player`, or a name that an `as` gave.

    `name` is the word of the grammar or the given name; a name that starts with `this.` lives on the object.
    """

    name: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is: a location, a set of locations, or a zone of a player.

    `whose` says whose base or zone; `ref` is the object of `location of`, `origin of`, `attached to` and `in NAME`
    (`in seen` has kind `in`); `name` the battlefield of `named`. `tests` and `where` narrow a battlefield: `an occupied
    battlefield where an enemy unit is alone`. `to or from` are the battlefields between which the event's unit moved;
    `anywhere but` is every zone except `zone`.
    """

    kind: PlaceKind
    whose: Who | None = None
    zone: Zone | None = None
    ref: Ref | None = None
    name: str | None = None
    tests: tuple[Test, ...] = ()
    where: Condition | None = None


# --- tests that a candidate must pass ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """An adjective of STATES, or its negation (`not token`)."""

    word: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class OfDomain:
    """Of a domain, written as in the facts: `Fury`."""

    domain: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class HasTag:
    """Has a tag, such as `Poro`; `tag` is a Ref where the tag was named in play."""

    tag: str | Ref
    negated: bool = False


@dataclass(frozen=True, slots=True)
class IsKind:
    """Is, or is not, a noun of NOUNS (`non-unit card`)."""

    noun: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Measure:
    """A trait of the candidate compared with an amount: `with might 3 or less`, `with less might than me`."""

    trait: Trait
    operator: Operator
    amount: Amount


@dataclass(frozen=True, slots=True)
class WithKeyword:
    """Has, or lacks, a keyword (`with hidden`)."""

    keyword: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class NamedCard:
    """Has exactly this name."""

    name: str


@dataclass(frozen=True, slots=True)
class Controlled:
    """Is controlled by a player: `you control`, `they control`, `an opponent controls`.

    `team` counts what teammates control as well: `friendly to them`.
    """

    who: Who
    negated: bool = False
    team: bool = False


@dataclass(frozen=True, slots=True)
class Owned:
    """Is owned by a player: `you own`."""

    who: Who


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """Is being played, or was, by a player: `spells you play`."""

    who: Who


@dataclass(frozen=True, slots=True)
class AbilityLabel:
    """An ability of a label: `your deathknell abilities`, `conquer abilities of units here` (`of` its objects)."""

    label: Literal["conquer", "hold", "play", "attack", "defend", "deathknell"]
    of: Selection | None = None


@dataclass(frozen=True, slots=True)
class Choosing:
    """A chain item that targets something: `choosing a friendly unit`."""

    selector: Selector
    only: bool = False


@dataclass(frozen=True, slots=True)
class AmongNames:
    """Is, or is not, among what a name holds: `in seen`, `not in kept`."""

    ref: Ref
    negated: bool = False


@dataclass(frozen=True, slots=True)
class NotChosen:
    """Has not been chosen: `for this play`, `this turn`, by anyone."""

    span: Literal["this turn", "this play"]


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
    | Choosing
    | AmongNames
    | NotChosen
)


# --- selectors -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Selector:
    """Which things: `choose up to 2 enemy units at a battlefield`.

    `mode` is `choose` (a target), `pick` (a choice when the line runs), `all` (criteria, no choice) or `bare` (a cost,
    an event, a condition, a private zone). `low` and `high` bound the count; `high` is None for any number. `nouns`
    are alternatives (`unit or gear`). `other` leaves out the source and what this line named before.
    `total` limits the group as a whole (CR 355.11); `same_controller` and `same_place` bind the group.
    """

    mode: Mode
    nouns: tuple[str, ...]
    low: Amount
    high: Amount | None
    other: bool = False
    tests: tuple[Test, ...] = ()
    place: Place | None = None
    total: Measure | None = None
    same_controller: bool = False
    or_else: Selector | None = None


@dataclass(frozen=True, slots=True)
class Top:
    """The top cards of a deck: `top 5 of your deck`; `count` None and `until` set for `until a unit`."""

    count: Amount
    whose: Who
    deck: Literal["deck", "rune deck"] = "deck"


@dataclass(frozen=True, slots=True)
class RestOf:
    """What a name held and this item has not moved since: `rest of seen`."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole zone: `your hand`, `their trash`."""

    whose: Who
    zone: Zone


@dataclass(frozen=True, slots=True)
class Both:
    """Several selections taken together: `units and gear and runes they control and cards in their hand`."""

    parts: tuple[Selection, ...]


Selection = Ref | Selector | Top | RestOf | Whole | Both


# --- amounts ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class TraitOf:
    """A trait of one thing: `me.might`, `thrown.energy`."""

    ref: Ref
    trait: Trait


@dataclass(frozen=True, slots=True)
class Count:
    """How many there are: `count of friendly units here`, `+1 per buffed unit`."""

    selection: Selection


@dataclass(frozen=True, slots=True)
class Highest:
    """The highest trait among some things; 0 where there are none."""

    trait: Trait
    selection: Selection


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of a trait over some things."""

    trait: Trait
    selection: Selection


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a player (`your points`); `highest` of several opponents where `who` is `opponent`."""

    who: Who


@dataclass(frozen=True, slots=True)
class VictoryScore:
    """The Victory Score in force (CR 194.3)."""


@dataclass(frozen=True, slots=True)
class Experience:
    """The XP of a player."""

    who: Who


@dataclass(frozen=True, slots=True)
class DamageOn:
    """The damage marked on a unit."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class KeywordValue:
    """The value of a keyword: `my assault`."""

    ref: Ref
    keyword: str


@dataclass(frozen=True, slots=True)
class ExcessDamage:
    """The excess damage that you assigned in this combat."""


@dataclass(frozen=True, slots=True)
class EventAmount:
    """The number of the trigger's event: damage dealt, cards drawn, points gained."""


@dataclass(frozen=True, slots=True)
class DistinctTags:
    """How many different tags some things have."""

    selection: Selection


@dataclass(frozen=True, slots=True)
class Times:
    """How often something has happened: `times E this turn`; `span` `game` for the whole game."""

    event: Event
    span: Literal["this turn", "this combat", "game"] = "this turn"


@dataclass(frozen=True, slots=True)
class PaidAmount:
    """How much was paid for a cost of that name, or for `x`."""

    name: str


@dataclass(frozen=True, slots=True)
class BuffsOn:
    """How many buffs one thing has."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class EmpoweredTimes:
    """How often one thing is empowered."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class Plus:
    """The sum of two amounts; subtraction is a sum with a Scaled by -1."""

    left: Amount
    right: Amount


@dataclass(frozen=True, slots=True)
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
    | BuffsOn
    | EmpoweredTimes
    | Plus
    | Scaled
)


# --- conditions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Exists:
    """There are at least (at most) so many: `you control 7 or more runes`, `an enemy unit is alone here`."""

    selector: Selector
    low: int = 1
    high: int | None = None


@dataclass(frozen=True, slots=True)
class IsSo:
    """One thing passes tests or is at a place: `it is stunned`, `I am at a battlefield`, `it is an Equipment`."""

    ref: Ref
    tests: tuple[Test, ...] = ()
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Compare:
    """Two amounts compared: `your points >= 5`, `its might < me.might`."""

    left: Amount
    operator: Operator
    right: Amount


@dataclass(frozen=True, slots=True)
class Happened:
    """Something has happened: `you have discarded this turn`, at least `times` often."""

    event: Event
    span: Literal["this turn", "this combat", "game"] = "this turn"
    times: int = 1


@dataclass(frozen=True, slots=True)
class Paid:
    """An optional cost of that name was paid: `levy is paid`."""

    name: str


@dataclass(frozen=True, slots=True)
class Did:
    """A name holds something: the act happened, the offer was taken."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class Moment:
    """A time: it is a player's turn, a showdown or combat is in progress."""

    when: Literal["your turn", "an opponent's turn", "a showdown", "a combat", "first turn", "before third turn"]


@dataclass(frozen=True, slots=True)
class Chooses:
    """A chain item, or the play in progress, targets something: `it chooses a friendly unit`."""

    ref: Ref
    selector: Selector


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a condition."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every one of the conditions holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the conditions holds."""

    conditions: tuple[Condition, ...]


Condition = Exists | IsSo | Compare | Happened | Paid | Did | Moment | Chooses | Not | AllOf | AnyOf


# --- events ----------------------------------------------------------------------------------------------------------

EventVerb = Literal[
    "play",
    "conquer",
    "hold",
    "score",
    "attack",
    "defend",
    "move",
    "die",
    "kill",
    "phase starts",
    "turn ends",
    "choose",
    "win combat",
    "lose combat",
    "combat ends",
    "combat starts",
    "showdown starts",
    "dealt damage",
    "deal damage",
    "becomes",
    "might becomes",
    "discard",
    "recycle",
    "stun",
    "buff",
    "ready",
    "exhaust",
    "attach",
    "detach",
    "look at",
    "reveal",
    "use",
    "hide",
    "draw",
    "banish",
    "burn",
    "spend buff",
    "return",
    "leave",
    "gain points",
    "lose points",
    "channel",
    "counter",
    "empower",
    "gain xp",
    "heal",
    "enter",
    "put into trash",
    "recall",
    "recalled after a tie",
    "spend",
]


@dataclass(frozen=True, slots=True)
class Event:
    """A sentence about something that happens: `the first time each turn another friendly unit dies`.

    `subject` does it (or undergoes it, for `die`, `move`, `becomes`); `who` is the player where the sentence speaks of
    one (`you play a gear`: who `you`, thing a gear). `thing` is what it is done to. `place` and `origin` are where
    to and where from; `by` what it is done with (`with a spell`). `nth` counts within the turn (1 = the first time;
    0 = every time), for `a player` that of each player. `word` is the state of `becomes`, the phase of `phase starts`,
    the number of `might becomes`.
    """

    verb: EventVerb
    who: Who | None = None
    thing: Selection | None = None
    place: Place | None = None
    origin: Place | None = None
    by: str | None = None
    nth: int = 0
    word: str | None = None
    alone: bool = False
    from_facedown: bool = False
    one_or_more: bool = False


# --- costs -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cost:
    """What is to be paid. Every part that is set must be paid; objects in it are bare, never targets (CR 355.10.c).

    `power` lists domains as in the facts, `any` ([A]) or `own` ([C]). `discard` counts cards of hand that pass
    `discard_tests`. `x` is `energy` or `any` for "any amount". `either` are alternatives of which one is paid.
    """

    energy: Amount | None = None
    power: tuple[str, ...] = ()
    exhaust: Selection | None = None
    kill: Selection | None = None
    discard: Selection | None = None
    recycle: Selection | None = None
    banish: Selection | None = None
    returned: Selection | None = None
    disempower: Selection | None = None
    spend_buffs: Selection | None = None
    xp: Amount | None = None
    burn: Amount | None = None
    x: Literal["energy", "any"] | None = None
    either: tuple[Cost, ...] = ()


Phrase = Ref | Place | Test | Selector | Top | RestOf | Whole | Both | Amount | Condition | Event | Cost
