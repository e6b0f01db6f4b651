"""What a game is played with, compiled once and shared by every state: card definitions, scripts and abilities.

Nothing here changes during a game, and nothing here is saved: a state names a definition by its `key`, which is stable
across runs, and the `Pool` finds it again. The functions in these objects come from `engine.compile`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.state import Env, Event, Frame, Item, Obj, State

Test = Callable[["State", "Env"], bool]
Number = Callable[["State", "Env"], int]
Refs = Callable[["State", "Env"], list[int]]
Legal = Callable[["State", "Env", int], bool]
# Runs one instruction of the resolving item; returns the next instruction's number, or WAIT.
Op = Callable[["State", "Frame", "Item"], int]
Match = Callable[["State", "Env", "Event"], bool]

WAIT: Final = -1

# --- kinds of opening (what is chosen while an item is finalized) ------------------------------------------------------
TARGETS: Final = 0
MODES: Final = 1
DESTINATION: Final = 2

# --- kinds of cost part ------------------------------------------------------------------------------------------------
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


class Opening:
    """A choice made at finalization (CR 355): targets, a mode, or a destination.

    `candidates` gives what may be chosen, `legal` asks one again on resolution, `group` the whole choice (CR 355.11).
    `when` is None or says whether the opening is asked at all. `slot` is the slot of a name, -1 for none.
    `moved` is, for a destination, the opening whose targets move, or -1 and `moving` gives what moves. `modes` is, for a
    mode, its own number among the openings; for what hangs on a mode, that number times 16 plus the mode; else -1. `free` marks a target that a hidden card may choose
    anywhere (CR 811.1.d.2).
    """

    __slots__ = (
        "candidates",
        "feeds",
        "free",
        "group",
        "high",
        "kind",
        "legal",
        "low",
        "modes",
        "moved",
        "moving",
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
        # The number of a later opening whose candidates hang on this choice, or -1.
        self.feeds = -1
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


class Script:
    """The instructions of a spell or ability as a flat tuple with jumps, its openings and the size of its memory."""

    __slots__ = ("adds", "key", "names", "openings", "ops", "slots", "texts")

    def __init__(
        self,
        key: str,
        ops: tuple[Op, ...],
        openings: tuple[Opening, ...],
        slots: int,
        adds: bool,
        names: tuple[str, ...],
        texts: tuple[str, ...],
    ) -> None:
        self.key = key
        self.ops = ops
        self.openings = openings
        self.slots = slots
        self.adds = adds
        self.names = names
        self.texts = texts


class CostPart:
    """One part of a cost that is not energy or power: what to do with how many of which."""

    __slots__ = ("candidates", "high", "kind", "low", "own", "slot", "text")

    def __init__(self, kind: int, low: Number, high: Number, candidates: Refs, own: bool, slot: int, text: str) -> None:
        self.kind = kind
        self.low = low
        self.high = high
        self.candidates = candidates
        self.own = own
        self.slot = slot
        self.text = text


class CostDef:
    """A compiled cost: energy, power as domain masks, and its other parts. `ways` are alternatives of it."""

    __slots__ = ("energy", "key", "parts", "power", "slot", "ways")

    def __init__(
        self,
        key: str,
        energy: Number | None,
        power: tuple[int, ...],
        parts: tuple[CostPart, ...],
        ways: tuple[CostDef, ...],
        slot: int,
    ) -> None:
        self.key = key
        self.energy = energy
        self.power = power
        self.parts = parts
        self.ways = ways
        self.slot = slot


class Trigger:
    """A triggered ability. `label` names the effect (CR 383.4): 0 none, or an event kind; `deathknell` the keyword."""

    __slots__ = (
        "condition",
        "controller",
        "cost",
        "deathknell",
        "gate",
        "key",
        "kinds",
        "label",
        "match",
        "may",
        "nth",
        "once",
        "own",
        "script",
        "works_in",
    )

    def __init__(
        self,
        key: str,
        kinds: tuple[int, ...],
        match: Match,
        gate: Test | None,
        condition: Test | None,
        may: bool,
        cost: CostDef | None,
        script: Script,
        once: bool,
        nth: int,
        works_in: int,
        controller: str,
        label: int,
        deathknell: bool,
        own: bool,
    ) -> None:
        self.key = key
        self.kinds = kinds
        self.match = match
        self.gate = gate
        self.condition = condition
        self.may = may
        self.cost = cost
        self.script = script
        self.once = once
        self.nth = nth
        self.works_in = works_in
        self.controller = controller
        self.label = label
        self.deathknell = deathknell
        self.own = own


class Activated:
    """An activated ability. `speed` 0 main phase, 1 Action, 2 Reaction. `source` is set for an Add that only exhausts:
    (energy, power masks, group of the pool).
    """

    __slots__ = ("cost", "exhausts", "gate", "key", "once", "only", "repeats", "script", "source", "speed")

    def __init__(
        self,
        key: str,
        cost: CostDef,
        script: Script,
        speed: int,
        gate: Test | None,
        only: Test | None,
        once: bool,
        source: tuple[int, tuple[int, ...], int] | None,
        exhausts: bool,
        repeats: tuple[CostDef, ...],
    ) -> None:
        self.key = key
        self.cost = cost
        self.script = script
        self.speed = speed
        self.gate = gate
        self.only = only
        self.once = once
        self.source = source
        self.exhausts = exhausts
        self.repeats = repeats


class Grant:
    """Keywords with their values and abilities that an effect gives."""

    __slots__ = ("abilities", "assault", "deflect", "hunt", "key", "kw", "shield")

    def __init__(
        self, key: str, kw: int, assault: int, shield: int, deflect: int, hunt: int, abilities: AbilitySet
    ) -> None:
        self.key = key
        self.kw = kw
        self.assault = assault
        self.shield = shield
        self.deflect = deflect
        self.hunt = hunt
        self.abilities = abilities


class Static:
    """A passive ability that alters objects in the layers (CR 473-480). Each part is None or absent."""

    __slots__ = (
        "abilities_of",
        "applies",
        "bonus_damage",
        "condition",
        "damage_order",
        "enters",
        "extra_triggers",
        "gate",
        "grant",
        "ignores",
        "key",
        "might",
        "might_bonus",
        "minimum",
        "raise_to",
        "selects",
        "tags",
        "to_me",
        "which",
    )

    def __init__(
        self,
        key: str,
        gate: Test | None,
        condition: Test | None,
        applies: Legal,
        to_me: bool,
        might: Callable[[State, Env, Obj], int] | None,
        minimum: Number | None,
        raise_to: Number | None,
        grant: Grant | None,
        tags: frozenset[str],
        enters: int,
        bonus_damage: Number | None,
        abilities_of: Refs | None,
        which: str,
        extra_triggers: int,
        damage_order: int,
        ignores: int,
        might_bonus: bool,
        selects: str,
    ) -> None:
        self.key = key
        self.gate = gate
        self.condition = condition
        self.applies = applies
        self.to_me = to_me
        self.might = might
        self.minimum = minimum
        self.raise_to = raise_to
        self.grant = grant
        self.tags = tags
        self.enters = enters
        self.bonus_damage = bonus_damage
        self.abilities_of = abilities_of
        self.which = which
        self.extra_triggers = extra_triggers
        self.damage_order = damage_order
        self.ignores = ignores
        self.might_bonus = might_bonus
        self.selects = selects


class Replacement:
    """`instead-of` (CR 367-375). `prevents` marks one that reduces damage and lets the event go on."""

    __slots__ = ("condition", "cost", "gate", "key", "kind", "match", "may", "once", "prevents", "proceeds", "script")

    def __init__(
        self,
        key: str,
        kind: int,
        match: Match,
        gate: Test | None,
        condition: Test | None,
        may: bool,
        cost: CostDef | None,
        script: Script,
        once: bool,
        prevents: int,
        proceeds: bool,
    ) -> None:
        self.key = key
        self.kind = kind
        self.match = match
        self.gate = gate
        self.condition = condition
        self.may = may
        self.cost = cost
        self.script = script
        self.once = once
        self.prevents = prevents
        self.proceeds = proceeds


class Prohibition:
    """`cannot` (CR 054.1): `match` says whether an event that is about to happen is forbidden."""

    __slots__ = ("condition", "gate", "key", "kind", "match")

    def __init__(self, key: str, kind: int, match: Match, gate: Test | None, condition: Test | None) -> None:
        self.key = key
        self.kind = kind
        self.match = match
        self.gate = gate
        self.condition = condition


class Permission:
    """`can`: `act` is `play`, `hide`, `move` or `move with`; `covers` says which cards or objects it is for.

    `zone` is the zone it allows playing from (-1: where it is anyway); `places` the locations it adds.
    """

    __slots__ = ("act", "condition", "cost", "covers", "gate", "ignoring", "key", "places", "zone")

    def __init__(
        self,
        key: str,
        act: str,
        covers: Legal,
        gate: Test | None,
        condition: Test | None,
        places: Callable[[State, Env], list[int]] | None,
        zone: int,
        cost: CostDef | None,
        ignoring: bool,
    ) -> None:
        self.key = key
        self.act = act
        self.covers = covers
        self.gate = gate
        self.condition = condition
        self.places = places
        self.zone = zone
        self.cost = cost
        self.ignoring = ignoring


class PriceChange:
    """`cost-of` (CR 356): `covers` says for which play; `own` is a change of the card's own cost."""

    __slots__ = (
        "component",
        "condition",
        "covers",
        "floor",
        "floor_power",
        "gate",
        "ignore",
        "key",
        "less",
        "more",
        "own",
        "per",
        "slot",
    )

    def __init__(
        self,
        key: str,
        own: bool,
        covers: Legal,
        gate: Test | None,
        condition: Test | None,
        less: CostDef | None,
        more: CostDef | None,
        per: Number | None,
        floor: int,
        floor_power: int,
        component: str,
        slot: str,
        ignore: bool,
    ) -> None:
        self.key = key
        self.own = own
        self.covers = covers
        self.gate = gate
        self.condition = condition
        self.less = less
        self.more = more
        self.per = per
        self.floor = floor
        self.floor_power = floor_power
        self.component = component
        self.slot = slot
        self.ignore = ignore


class Extra:
    """An additional cost of a card (CR 356.2). `name` is the name by which it is asked later; `slot` its memory.

    `ready` marks Accelerate (CR 805); `repeat` Repeat (CR 820): one more execution if paid.
    """

    __slots__ = ("cost", "gate", "key", "name", "optional", "ready", "repeat", "slot")

    def __init__(
        self,
        key: str,
        cost: CostDef,
        optional: bool,
        name: str,
        slot: int,
        ready: bool,
        repeat: bool,
        gate: Test | None,
    ) -> None:
        self.key = key
        self.cost = cost
        self.optional = optional
        self.name = name
        self.slot = slot
        self.ready = ready
        self.repeat = repeat
        self.gate = gate


class AsEvent:
    """`as-played`, `as-attached`, `as-seen`: a script done within the action."""

    __slots__ = ("key", "kind", "may", "script")

    def __init__(self, key: str, kind: str, may: bool, script: Script) -> None:
        self.key = key
        self.kind = kind
        self.may = may
        self.script = script


class RuleChange:
    """`rule`: a number of the rules, changed or set."""

    __slots__ = ("becomes", "change", "condition", "gate", "key", "name")

    def __init__(
        self, key: str, name: str, gate: Test | None, condition: Test | None, change: Number | None, becomes: int | None
    ) -> None:
        self.key = key
        self.name = name
        self.gate = gate
        self.condition = condition
        self.change = change
        self.becomes = becomes


class Toll:
    """An applied cost (CR 204.4)."""

    __slots__ = ("cost", "key", "kind", "match", "per")

    def __init__(self, key: str, kind: int, match: Match, cost: CostDef, per: str) -> None:
        self.key = key
        self.kind = kind
        self.match = match
        self.cost = cost
        self.per = per


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
        self.offboard = any(trigger.works_in != 6 for trigger in triggers) or any(can.zone >= 0 for can in cans)


NOTHING: Final = AbilitySet("nothing")
NO_GRANT: Final = Grant("nothing", 0, 0, 0, 0, 0, NOTHING)


class CardDef:
    """One card or token as the engine knows it. `own` is the mask that pays [C] (CR 135.2.e.6)."""

    __slots__ = (
        "assault",
        "bonus",
        "deflect",
        "domains",
        "effect",
        "energy",
        "flows",
        "hunt",
        "index",
        "kw",
        "main",
        "might",
        "name",
        "own",
        "power",
        "reach",
        "script",
        "shield",
        "tags",
        "types",
        "unsupported",
    )

    def __init__(
        self,
        index: int,
        name: str,
        types: int,
        energy: int,
        power: tuple[int, ...],
        domains: int,
        own: int,
        might: int,
        bonus: int,
        kw: int,
        assault: int,
        shield: int,
        deflect: int,
        hunt: int,
        tags: frozenset[str],
        main: AbilitySet,
        effect: Grant,
        script: Script | None,
        flows: tuple[CostDef, ...],
        reach: int,
        unsupported: str,
    ) -> None:
        self.index = index
        self.name = name
        self.types = types
        self.energy = energy
        self.power = power
        self.domains = domains
        self.own = own
        self.might = might
        self.bonus = bonus
        self.kw = kw
        self.assault = assault
        self.shield = shield
        self.deflect = deflect
        self.hunt = hunt
        self.tags = tags
        self.main = main
        self.effect = effect
        self.script = script
        self.flows = flows
        self.reach = reach
        self.unsupported = unsupported


class Pool:
    """Every definition that a game can meet, and what finds scripts, costs and abilities by their keys.

    `asked` are the kinds of event that some ability counts (history is kept for these alone); `offboard` says whether
    anything works away from the board.
    """

    __slots__ = ("asked", "by_name", "defs", "found", "keywords", "offboard", "tokens")

    def __init__(self) -> None:
        self.defs: list[CardDef] = []
        self.by_name: dict[str, int] = {}
        self.found: dict[str, object] = {}
        self.asked: set[int] = set()
        self.offboard = False
        self.keywords: dict[str, Grant] = {}
        # Names of tokens that some card makes.
        self.tokens: set[str] = set()
