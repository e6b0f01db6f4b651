"""Abilities of a text, compiled, each with its kind: triggers, passives, replacements, permissions, prices."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

# Compiled, a data class looks up the classes of its fields.
from riftcheck.engine.model.scripts import C_KILL, CostDef, Script

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.scripts import Legal, Match, Number, Prohibition, Refs, RuleChange, Test, Toll
    from riftcheck.engine.model.state import State


# The layers (CR 479), by number.
TRAITS: Final = 1
ABILITIES: Final = 2
ARITHMETIC: Final = 3
LAYERS: Final = (TRAITS, ABILITIES, ARITHMETIC)
# The act of a permission that adds places to those of Ambush (CR 822.1.d).
AMBUSH: Final = "ambush"
# The act of a permission that is a Flow given to cards in a trash (CR 829).
FLOW: Final = "flow"

# The dependencies of a passive: the changes of each layer, the history, others on the board, the rest of the game.
READS_TAGS: Final = 1
READS_ABILITIES: Final = 2
READS_MIGHT: Final = 4
READS_LAYERS: Final = 7
READS_HISTORY: Final = 8
READS_BOARD: Final = 16
READS_GAME: Final = 32
READS_ALL: Final = 63

# Every type of object.
ANYTHING: Final = -1

# At the end of the keys of abilities of a text that something has once more.
AGAIN: Final = "/again"


@dataclass(slots=True, eq=False, repr=False)
class Trigger:
    """A triggered ability. `label` names the effect (CR 383.4): 0 none, or an event kind; `deathknell` the keyword."""

    key: str
    kinds: tuple[int, ...]
    match: Match
    gate: Test | None
    condition: Test | None
    may: bool
    cost: CostDef | None
    script: Script
    once: bool
    nth: int
    works_in: int
    controller: str
    label: int
    deathknell: bool
    own: bool
    # One act on several things triggers it once: "one or more", or a player who moves.
    grouped: bool = False
    # `nth` counts for each player of the event by themselves.
    each_player: bool = False
    # `nth` counts for each player the events of things that this player controls.
    each_controller: bool = False
    # "The Nth time" of something that it speaks of: of several at once its controller picks one (CR 383.1.b).
    picks: bool = False
    # The slot of all the things of one act, where it is grouped and speaks of them.
    them: int = -1
    # It says something of the number of its event.
    counts: bool = False
    # It as an effect of the other of conquering and holding, once something has made it one; and what that stands for.
    twin: Trigger | None = None
    twin_of: Trigger | None = None
    # The keyword that it is short for, whose value as it triggers is its number; "" where the event tells that.
    worth: str = ""


@dataclass(slots=True, eq=False, repr=False)
class Activated:
    """An activated ability. `speed` 0 main phase, 1 Action, 2 Reaction.

    `source` is set for an Add that takes nothing but its own object: (energy, power masks, group of the pool).
    """

    key: str
    cost: CostDef
    script: Script
    speed: int
    gate: Test | None
    only: Test | None
    once: bool
    source: tuple[int, tuple[int, ...], int] | None
    exhausts: bool
    repeats: tuple[CostDef, ...]
    # Any player may use it, whoever controls its object (CR 378.2, 381.3).
    anyone: bool = False
    # The keyword that it is: `equip` or `empower`; "" for all others.
    keyword: str = field(init=False, default="")
    # Using it kills its own object; it can be used whenever that is ready and nothing alters prices.
    dies: bool = field(init=False, default=False)
    free: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        """Note whether using it kills its own object, and whether nothing else stands in its way."""
        self.dies = any(part.own and part.kind == C_KILL for part in self.cost.parts)
        ungated = self.gate is None and self.only is None and not self.once
        self.free = self.source is not None and self.exhausts and ungated


@dataclass(slots=True, eq=False, repr=False)
class Lent:
    """A keyword with an additional cost that a passive gives to what is played: Accelerate if `ready`, else Repeat.

    Without `cost` that is [1][C] of Accelerate (CR 805.1.b), and of Repeat what the card costs. `binds`: it is neither,
    and whoever pays it for a unit plays that to where the passive is. With `less` it is none of these: what is played
    costs so much less if it is paid.
    """

    key: str
    name: str
    cost: CostDef | None
    ready: bool
    binds: bool = False
    less: CostDef | None = None


@dataclass(slots=True, eq=False, repr=False)
class Static:
    """A passive ability that alters objects in the layers (CR 475-482). Each part is None or absent."""

    key: str
    gate: Test | None
    condition: Test | None
    applies: Legal
    to_me: bool
    might: Callable[[State, Env, Obj], int] | None
    minimum: Number | None
    raise_to: Number | None
    grant: Grant | None
    tags: frozenset[str]
    enters: int
    bonus_damage: Number | None
    abilities_of: Refs | None
    which: str
    extra_triggers: int
    damage_order: int
    ignores: int
    might_bonus: bool
    selects: str
    # Its dependencies, as READS_ bits: the first three are the layers on which it may depend (CR 480.1).
    reads: int = READS_ALL
    # The timing keywords that it gives to cards that are not on the board (CR 806.4, 813.4).
    hastens: int = 0
    # The additional costs that it gives to what is played: Accelerate, Repeat (CR 805, 820).
    lends: tuple[Lent, ...] = ()
    # The types of objects that it can apply to.
    bits: int = ANYTHING
    # The tag that was named in play, which it gives.
    named_tags: Refs | None = None
    # What it applies to does not trigger; conquer effects are hold effects as well, and the other way round.
    silences: bool = False
    twins: bool = False
    # Of named effects: those of teammates, too (CR 491.8.e).
    allied: bool = False
    # The values of keywords that are counted anew: of Assault, Shield and Deflect, in this order; () for none.
    counted: tuple[Callable[[State, Env, Obj], int] | None, ...] = ()
    # The energy and the power masks that abilities of what it applies to Add on top (CR 430).
    adds: tuple[int, tuple[int, ...]] | None = None
    # The layers in which it does something (CR 479); none for what is asked when it matters, such as Bonus Damage.
    layers: tuple[int, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        """Note in which layers it does something."""
        doing = (
            (TRAITS, bool(self.tags) or self.named_tags is not None),
            (ABILITIES, (self.grant is not None and self.selects != "played") or self.abilities_of is not None),
            (ARITHMETIC, self.might is not None or self.raise_to is not None or self.might_bonus),
        )
        self.layers = tuple(layer for layer, something in doing if something)


@dataclass(slots=True, eq=False, repr=False)
class Replacement:
    """`instead-of` (CR 367-375). `prevents` marks one that reduces damage and lets the event go on.

    With `proceeds` the event happens after all, with `amount` as its number and so many `copies` more. With `tracks`
    the uses of the delayed ability are the Prevent Value that is left (CR 438.3). `controller` is whose it is where it
    says so, as in `Trigger`: a player of the event or of its thing.
    """

    key: str
    kind: int
    match: Match
    gate: Test | None
    condition: Test | None
    may: bool
    cost: CostDef | None
    script: Script
    once: bool
    prevents: int
    proceeds: bool
    amount: Number | None = None
    copies: int = 0
    tracks: bool = False
    controller: str = ""
    # The name of the token that is played in place of that of the event; "" for that itself.
    token: str = ""
    # What would die is recalled instead.
    saves: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Permission:
    """`can`: `act` is `play`, AMBUSH, FLOW, `hide`, `move`, `move with` or `look at`.

    `covers` says which cards or objects it is for. `zone` is the zone it allows playing from (-1: where it is anyway);
    `places` the locations it adds. `own`: it is for the card itself that says so, which works where that card is
    played from. `anyone`: it is not for its own player alone, but for whoever plays what it covers. `offboard` are the
    zones where the card itself then works. `cost` replaces the base cost, and `ignoring` are the bits of
    `costs.total_cost` for what of it is set to zero. `facedown`: its places are for what is played from face down, too.
    """

    key: str
    act: str
    covers: Legal
    gate: Test | None
    condition: Test | None
    places: Callable[[State, Env], list[int]] | None
    zone: int
    cost: CostDef | None
    ignoring: int
    own: bool = False
    anyone: bool = False
    offboard: tuple[int, ...] = ()
    facedown: bool = False


@dataclass(slots=True, eq=False, repr=False)
class PriceChange:
    """`cost-of` (CR 356): `covers` says for which play; `own` is a change of the card's own cost.

    `abilities`: it is about abilities (CR 404.3); `cards`: about cards that are played. One may be about both. A
    `component` of cards is a sort of additional cost, `optional`, `repeat` or `accelerate`; of abilities it is the
    keyword that the ability is, `equip` or `empower`, or `activated` for all that are used, and `covers` is asked of
    what has it. `hangs`: whether it covers
    a play depends on what that chooses.
    """

    key: str
    own: bool
    covers: Legal
    gate: Test | None
    condition: Test | None
    less: CostDef | None
    more: CostDef | None
    per: Number | None
    floor: int
    floor_power: int
    component: str
    slot: str
    ignore: bool
    cards: bool = True
    abilities: bool = False
    hangs: bool = False
    # Its player may take it or leave it: the second of its ways is then to leave it. Once each turn: it can be taken.
    may: bool = False
    once: bool = False
    # The locations to which what it covers is played, for whoever plays it; None for all plays.
    places: Callable[[State, Env], list[int]] | None = None
    # It is about what somebody plays, not about what has the price (CR 821.1.c.2.a).
    played: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Extra:
    """An additional cost of a card (CR 356.2). `name` is the name by which it is asked later; `slot` its memory.

    `ready` marks Accelerate (CR 805); `repeat` Repeat (CR 820): one more execution if paid. If it is paid the unit is
    played to `loc`, unless that is -1, and what is played costs so much `less`. `shown`: it is something to show off,
    which is no cost and has no price.
    """

    key: str
    cost: CostDef
    optional: bool
    name: str
    slot: int
    ready: bool
    repeat: bool
    gate: Test | None
    loc: int = -1
    shown: bool = False
    less: CostDef | None = None


@dataclass(slots=True, eq=False, repr=False)
class AsEvent:
    """`as-played`, `as-attached`, `as-seen`, `as-revealed`: a script done within the action."""

    key: str
    kind: str
    may: bool
    script: Script


class AbilitySet:
    """All abilities of one text: a card's rules text, an Equipment's effect text, or what an effect granted."""

    __slots__ = (
        "activated",
        "as_events",
        "cannots",
        "cans",
        "empty",
        "extras",
        "key",
        "offboard",
        "prices",
        "replacements",
        "rules",
        "statics",
        "tolls",
        "triggers",
    )

    def __init__(
        self,
        key: str,
        triggers: tuple[Trigger, ...] = (),
        activated: tuple[Activated, ...] = (),
        statics: tuple[Static, ...] = (),
        replacements: tuple[Replacement, ...] = (),
        cannots: tuple[Prohibition, ...] = (),
        cans: tuple[Permission, ...] = (),
        prices: tuple[PriceChange, ...] = (),
        extras: tuple[Extra, ...] = (),
        as_events: tuple[AsEvent, ...] = (),
        rules: tuple[RuleChange, ...] = (),
        tolls: tuple[Toll, ...] = (),
    ) -> None:
        self.key = key
        self.triggers = triggers
        self.activated = activated
        self.statics = statics
        self.replacements = replacements
        self.cannots = cannots
        self.cans = cans
        self.prices = prices
        self.extras = extras
        self.as_events = as_events
        self.rules = rules
        self.tolls = tolls
        self.empty = not (
            triggers or activated or statics or replacements or cannots or cans or prices or as_events or rules or tolls
        )
        away = any(trigger.works_in != 6 for trigger in triggers)
        self.offboard = away or any(can.offboard for can in cans)


@dataclass(slots=True, eq=False, repr=False)
class Grant:
    """Keywords with their values and abilities that an effect gives."""

    key: str
    kw: int
    assault: int
    shield: int
    deflect: int
    hunt: int
    abilities: AbilitySet
    disarm: int = 0


NOTHING: Final = AbilitySet("nothing")
NO_GRANT: Final = Grant("nothing", 0, 0, 0, 0, 0, NOTHING)
