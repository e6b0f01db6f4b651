"""Abilities of a text, compiled, each with its kind: triggers, passives, replacements, permissions, prices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.items import Env
    from engine.objects import Obj
    from engine.scripts import CostDef, Legal, Match, Number, Refs, Script, Test
    from engine.state import State


class Trigger:
    """A triggered ability. `label` names the effect (CR 383.4): 0 none, or an event kind; `deathknell` the keyword."""

    __slots__ = (
        "condition",
        "controller",
        "cost",
        "deathknell",
        "each_player",
        "gate",
        "grouped",
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
        grouped: bool = False,
        each_player: bool = False,
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
        # One act on several things triggers it once: "one or more", or a player who moves.
        self.grouped = grouped
        # `nth` counts for each player of the event by themselves.
        self.each_player = each_player


class Activated:
    """An activated ability. `speed` 0 main phase, 1 Action, 2 Reaction.

    `source` is set for an Add that takes nothing but its own object: (energy, power masks, group of the pool).
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
        "reads",
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
        reads: int = 31,
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
        # What it looks at that other passives may change: a bit for each layer (CR 478.1).
        self.reads = reads


class Replacement:
    """`instead-of` (CR 367-375). `prevents` marks one that reduces damage and lets the event go on.

    With `proceeds` the event happens after all, with `amount` as its number and so many `copies` more. With `tracks`
    the uses of the delayed ability are the Prevent Value that is left (CR 437.3).
    """

    __slots__ = (
        "amount",
        "condition",
        "copies",
        "cost",
        "gate",
        "key",
        "kind",
        "match",
        "may",
        "once",
        "prevents",
        "proceeds",
        "script",
        "tracks",
    )

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
        amount: Number | None = None,
        copies: int = 0,
        tracks: bool = False,
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
        self.amount = amount
        self.copies = copies
        self.tracks = tracks


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
    """`cost-of` (CR 356): `covers` says for which play; `own` is a change of the card's own cost.

    `abilities`: it is about abilities (CR 403.3); `cards`: about cards that are played. One may be about both.
    """

    __slots__ = (
        "abilities",
        "cards",
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
        cards: bool = True,
        abilities: bool = False,
    ) -> None:
        self.key = key
        self.own = own
        self.cards = cards
        self.abilities = abilities
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
