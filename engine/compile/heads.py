"""Abilities as the engine holds them: one function for each head, in the table `HEADS`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from carddb.abilities import heads as h
from carddb.abilities import instructions as n
from carddb.abilities import phrases as p
from carddb.abilities.walking import within
from engine import words as w
from engine.compile.amounts import amount
from engine.compile.conditions import condition
from engine.compile.context import Context
from engine.compile.costing import cost, exhausts_self, masks, only_itself
from engine.compile.filters import all_tests, locations_of
from engine.compile.grants import grant_of
from engine.compile.lines import lines, offer
from engine.compile.matching import is_grouped, is_own, kind_of, label_of, match_of
from engine.compile.selecting import matcher, members
from engine.compile.subjects import Unsupported, item_of, self_ref
from engine.events import COPYABLE, REPLACEABLE
from engine.index import FORBIDDABLE, UNLIMITED
from engine.items import I_CARD
from engine.texts import (
    NOTHING,
    AbilitySet,
    Activated,
    AsEvent,
    Extra,
    Permission,
    PriceChange,
    Prohibition,
    Replacement,
    RuleChange,
    Static,
    Toll,
    Trigger,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.items import Env
    from engine.objects import Obj
    from engine.scripts import CostDef, Legal, Number, Script, Test
    from engine.state import State

# Of a set's fields, which takes which kind of ability.
FIELDS: Final[dict[type, str]] = {
    Trigger: "triggers",
    Activated: "activated",
    Static: "statics",
    Replacement: "replacements",
    Prohibition: "cannots",
    Permission: "cans",
    PriceChange: "prices",
    Extra: "extras",
    AsEvent: "as_events",
    RuleChange: "rules",
    Toll: "tolls",
}
WORKS_IN: Final = {"board": w.Z_BOARD, "hand": w.Z_HAND, "trash": w.Z_TRASH, "deck": w.Z_DECK, "anywhere": w.Z_NOWHERE}


def child(ctx: Context, key: str) -> Context:
    """Return the compiling of a text inside another: it knows the names given so far."""
    inner = Context(ctx.pool, key)
    inner.names = dict(ctx.names)
    inner.its = ctx.its
    inner.player = ctx.player
    inner.own = ctx.own
    inner.card_names = ctx.card_names
    return inner


def script_of(ctx: Context, do: tuple[n.Instruction, ...]) -> Script:
    """Return the script of a list of instructions."""
    lines(ctx, do)
    return ctx.script()


def ability_set(ctx: Context, abilities: tuple[h.Ability, ...], key: str) -> AbilitySet:
    """Return the set of several abilities."""
    found: dict[str, list[Any]] = {}
    for number, ability in enumerate(abilities):
        for made in one_ability(ctx, ability, f"{key}/{number}"):
            found.setdefault(FIELDS[type(made)], []).append(made)
    if not found:
        return NOTHING
    return AbilitySet(key, **{field: tuple(made) for field, made in found.items()})


def one_ability(ctx: Context, ability: h.Ability, key: str) -> list[Any]:
    """Return what one ability compiles to: mostly one thing; findable by its key."""
    maker = HEADS.get(type(ability))
    if maker is None:
        message = f"the head {type(ability).__name__}"
        raise Unsupported(message)
    made: list[Any] = maker(ctx, ability, key)
    for number, one in enumerate(made):
        if number and one.key == key:
            one.key = f"{key}#{number}"
        ctx.pool.found[one.key] = one
    return made


def gate_of(ctx: Context, gates: tuple[h.Gate, ...]) -> Test | None:
    """Return whether every dependent keyword of an ability is fulfilled (CR 726), None without any."""
    tests = [_gate(gate) for gate in gates]
    del ctx
    if not tests:
        return None
    return lambda s, env: all(test(s, env) for test in tests)


def _gate(gate: h.Gate) -> Test:
    if gate.kind == "legion":
        return _legion
    if gate.kind == "level":
        level = gate.level
        return lambda s, env: env.you >= 0 and s.players[env.you].xp >= level
    return lambda s, env: env.me in s.board and s.board[env.me].empowered > 0


def _legion(s: State, env: Env) -> bool:
    """CR 812.1.c: a card other than this one was finalized this turn by its controller."""
    if env.you < 0:
        return False
    done = s.players[env.you].finalized
    if not s.rules.legion_needs_other_card:
        return bool(done)
    return any(card != env.card for card in done)


# --- triggered --------------------------------------------------------------------------------------------------------


def _triggered(ctx: Context, node: h.Triggered, key: str) -> list[Trigger]:
    groups: dict[tuple[int, bool], list[p.Event]] = {}
    for event in node.events:
        label = label_of(event, node.label == "deathknell")
        groups.setdefault((label, is_own(event)), []).append(event)
    made: list[Trigger] = []
    for number, ((label, own), events) in enumerate(groups.items()):
        made.append(_trigger(ctx, node, key if not number else f"{key}#{number}", label, own, events))
    return made


def _trigger(ctx: Context, node: h.Triggered, key: str, label: int, own: bool, events: list[p.Event]) -> Trigger:
    inner = child(ctx, f"{key}/do")
    matches = [match_of(inner, event) for event in events]
    kinds = tuple(dict.fromkeys(kind_of(event) for event in events))
    nth = max(event.nth for event in events)
    grouped = any(is_grouped(event) for event in events)
    if nth:
        ctx.pool.asked.update(kinds)
    if nth > 1 and grouped:
        message = "the second or later time of an act on one or more things"
        raise Unsupported(message)
    price = None if node.cost is None else _trigger_cost(inner, node, key)
    test = None if node.condition is None else condition(inner, node.condition)
    script = script_of(inner, node.do)
    match = matches[0] if len(matches) == 1 else _any(matches)
    return Trigger(
        key,
        kinds,
        match,
        gate_of(ctx, node.gates),
        test,
        node.may,
        price,
        script,
        node.once,
        nth,
        WORKS_IN[node.works_in],
        "" if node.controller is None else node.controller,
        label,
        node.label == "deathknell",
        own,
        grouped,
        any(event.who == "player" for event in events),
    )


def _any(matches: list[Any]) -> Any:
    return lambda s, env, event: any(match(s, env, event) for match in matches)


def _trigger_cost(inner: Context, node: h.Triggered, key: str) -> CostDef:
    assert node.cost is not None
    return cost(inner, node.cost, inner.own, f"{key}/cost")


# --- activated --------------------------------------------------------------------------------------------------------


def _activated(ctx: Context, node: h.Activated, key: str) -> list[Activated]:
    inner = child(ctx, f"{key}/do")
    price = cost(inner, node.cost, ctx.own, f"{key}/cost", inner.slot("x") if node.cost.x else -1)
    only = None if node.only is None else condition(inner, node.only)
    script = script_of(inner, node.do)
    speed = {None: 0, "action": 1, "reaction": 2}[node.speed]
    source = None
    if script.adds and speed == 2 and only_itself(node.cost) and only is None:
        source = _source(ctx, node)
    return [
        Activated(
            key, price, script, speed, gate_of(ctx, node.gates), only, node.once, source, exhausts_self(node.cost), ()
        )
    ]


def _source(ctx: Context, node: h.Activated) -> tuple[int, tuple[int, ...], int] | None:
    """Return what an Add ability gives, if that is always the same."""
    if len(node.do) != 1 or not isinstance(node.do[0], n.Add):
        return None
    add = node.do[0]
    if add.energy is not None and not isinstance(add.energy, p.Number):
        return None
    energy = 0 if add.energy is None else add.energy.value
    group = {None: 0, "spells": 1, "showdowns": 2}[add.only_for]
    return energy, masks(add.power, ctx.own), group


# --- passives ---------------------------------------------------------------------------------------------------------


def _static(ctx: Context, node: h.Static, key: str) -> list[Static]:
    inner = child(ctx, key)
    to_me = isinstance(node.to, p.Ref) and node.to.name in ("me", "this")
    applies, selects = _applies(inner, node, to_me)
    sets = (ability_set(inner, node.abilities, f"{key}/abilities"),) if node.abilities else ()
    grant = None
    if node.keywords or node.abilities:
        _only_on_board(node.to)
        grant = grant_of(ctx.pool, f"{key}/grant", node.keywords, sets)
    might = None if node.might is None else _might(inner, node.might)
    return [
        Static(
            key,
            gate_of(ctx, node.gates),
            None if node.condition is None else condition(inner, node.condition),
            applies,
            to_me,
            might,
            None if node.minimum is None else amount(inner, node.minimum),
            None if node.raise_to is None else amount(inner, node.raise_to),
            grant,
            frozenset(node.tags),
            {None: 0, "ready": 1, "exhausted": 2}[node.enters],
            None if node.bonus_damage is None else amount(inner, node.bonus_damage),
            None if node.abilities_of is None else members(inner, node.abilities_of),
            node.which or "",
            node.extra_triggers,
            {None: 0, "first": -1, "last": 1}[node.damage_order],
            {None: 0, "tank": w.K_TANK, "backline": w.K_BACKLINE}[node.ignores],
            node.might_bonus is not None,
            selects,
            _reads(node),
        )
    ]


def _only_on_board(to: p.Selection) -> None:
    """Refuse a grant to cards that are not on the board: what they cost and when they are played reads the print."""
    if isinstance(to, p.Selector) and ("spell" in to.nouns or (to.place is not None and to.place.kind == "zone")):
        message = "keywords granted to cards that are not on the board"
        raise Unsupported(message)


def _reads(node: h.Static) -> int:
    """Return what a passive looks at: 1 tags, 2 abilities, 4 Might (CR 478.1), 8 chain and past, 16 the game."""
    bits = 0 if _board_only(node) else 16
    if node.gates:
        bits |= 8
    for part in within((node.to, node.condition, node.might, node.minimum, node.raise_to, node.abilities_of)):
        if isinstance(part, p.HasTag | p.DistinctTags):
            bits |= 1
        elif isinstance(part, p.WithKeyword | p.KeywordValue | p.AbilityLabel):
            bits |= 2
        elif isinstance(part, p.Measure | p.TraitOf | p.Highest | p.Total):
            bits |= 4 if part.trait == "might" else 0
        elif isinstance(part, p.State) and part.word == "mighty":
            bits |= 4
        elif isinstance(part, p.Times | p.Happened | p.Did) or (
            isinstance(part, p.Selector) and {"spell", "ability"} & set(part.nouns)
        ):
            bits |= 8
    return bits


def _board_only(node: h.Static) -> bool:
    """Whether a passive hangs on nothing but which objects are on the board, whose they are and where."""
    if node.gates or node.abilities or node.abilities_of is not None or node.condition is not None:
        return False
    return all(
        isinstance(part, p.Selector | p.Controlled | p.IsKind | p.Number)
        or (isinstance(part, p.HasTag) and isinstance(part.tag, str))
        or (isinstance(part, p.Place) and part.kind == "here" and not part.tests and part.where is None)
        or (isinstance(part, p.Ref) and part.name in ("me", "this"))
        for part in within((node.to, node.might, node.minimum, node.raise_to))
    )


def _applies(ctx: Context, node: h.Static, to_me: bool) -> tuple[Legal, str]:
    """Return whether a passive applies to one thing, and what it selects: targets, chain items, a label."""
    if node.extra_triggers:
        return (lambda s, env, ref: True), str(_label_number(node.to))
    if node.bonus_damage is not None:
        return _bonus_applies(ctx, node)
    if to_me:
        return (lambda s, env, ref: ref in (env.me, env.this)), "object"
    if isinstance(node.to, p.Selector):
        return matcher(ctx, node.to), "object"
    refs = members(ctx, node.to)
    return (lambda s, env, ref: ref in refs(s, env)), "object"


def _label_number(selection: p.Selection) -> int:
    tests = selection.tests if isinstance(selection, p.Selector) else ()
    labels = {
        "deathknell": w.E_DIE,
        "conquer": w.E_CONQUER,
        "hold": w.E_HOLD,
        "play": w.E_PLAY,
        "attack": w.E_ATTACK,
        "defend": w.E_DEFEND,
    }
    for test in tests:
        if isinstance(test, p.AbilityLabel):
            return labels[test.label] + 1
    message = "extra triggers of unnamed effects"
    raise Unsupported(message)


def _bonus_applies(ctx: Context, node: h.Static) -> tuple[Legal, str]:
    """Bonus Damage of some spells and abilities, or of whatever is dealt to some units (Void Gate)."""
    to = node.to
    nouns = set(to.nouns) if isinstance(to, p.Selector) else set()
    if nouns & {"spell", "ability"}:
        assert isinstance(to, p.Selector)
        fits = _dealer(ctx, to)
        return fits, "dealer"
    if isinstance(to, p.Selector):
        return matcher(ctx, to), "target"
    refs = members(ctx, to)
    return (lambda s, env, ref: ref in refs(s, env)), "dealer"


def _dealer(ctx: Context, to: p.Selector) -> Legal:
    """Whether the item that deals is a spell (or ability) of the player that the words name."""
    spells, abilities = "spell" in to.nouns, "ability" in to.nouns
    fits = all_tests(ctx, to.tests)

    def deals(s: State, env: Env, ref: int) -> bool:
        item = item_of(s, ref)
        if item is None:
            return False
        spell = item.kind == I_CARD
        if not (abilities if not spell else spells):
            return False
        return fits is None or fits(s, env, ref)

    return deals


def _might(ctx: Context, node: p.Amount) -> Callable[[State, Env, Obj], int]:
    number = amount(ctx, node)

    def might(s: State, env: Env, o: Obj) -> int:
        before, env.it = env.it, o.id
        value = number(s, env)
        env.it = before
        return value

    return might


# --- replacements, prohibitions, permissions --------------------------------------------------------------------------


def _instead(ctx: Context, node: h.Instead, key: str) -> list[Replacement]:
    inner = child(ctx, f"{key}/do")
    kind = _replaceable(node.event)
    match = match_of(inner, node.event)
    prevents, proceeds, do = _changed_event(node)
    more = _more(inner, kind, node)
    price = None if node.cost is None else cost(inner, node.cost, ctx.own, f"{key}/cost")
    test = None if node.condition is None else condition(inner, node.condition)
    script = script_of(inner, do)
    return [
        Replacement(
            key,
            kind,
            match,
            gate_of(ctx, node.gates),
            test,
            node.may,
            price,
            script,
            node.once,
            prevents,
            proceeds is not None,
            more,
            0 if proceeds is None else proceeds.copies,
        )
    ]


def _replaceable(event: p.Event) -> int:
    """Return the kind of an event that can be replaced.

    :raises Unsupported: if the engine does not look for replacements of that event.
    """
    kind = kind_of(event)
    tokens = isinstance(event.thing, p.Selector) and p.State("token") in event.thing.tests
    if kind not in REPLACEABLE or (kind == w.E_PLAY and not tokens):
        message = f"a replacement of the event {event.verb}" + (" of what is no token" if kind == w.E_PLAY else "")
        raise Unsupported(message)
    return kind


# The events with a number that a replacement may change.
COUNTED: Final = frozenset({w.E_DAMAGE, w.E_GAIN, w.E_DRAW})


def _more(ctx: Context, kind: int, node: h.Instead) -> Number | None:
    """Return the number with which a replaced event goes on, None where it keeps its own."""
    found: Number | None = None
    for line in node.do:
        if isinstance(line, n.Proceed):
            if line.copies and kind not in COPYABLE:
                message = f"copies of the event {node.event.verb}"
                raise Unsupported(message)
            if line.amount is not None:
                if kind not in COUNTED:
                    message = f"another amount of the event {node.event.verb}"
                    raise Unsupported(message)
                found = amount(ctx, line.amount)
    return found


def _changed_event(node: h.Instead) -> tuple[int, n.Proceed | None, tuple[n.Instruction, ...]]:
    """Return how a replacement changes its event: how much it prevents, how it goes on, and what else is done."""
    prevents = 0
    proceeds: n.Proceed | None = None
    rest: list[n.Instruction] = []
    for line in node.do:
        if isinstance(line, n.Prevent) and line.to is None:
            if line.amount is not None and not isinstance(line.amount, p.Number):
                message = "preventing an amount that is counted"
                raise Unsupported(message)
            prevents = -1 if line.amount is None else line.amount.value
        elif isinstance(line, n.Proceed):
            if line.condition is not None or line.may:
                message = "a replaced event that may or may not go on"
                raise Unsupported(message)
            proceeds = line
        else:
            rest.append(line)
    if prevents and rest:
        message = "preventing damage together with something else"
        raise Unsupported(message)
    return prevents, proceeds, tuple(rest)


def _cannot(ctx: Context, node: h.Cannot, key: str) -> list[Prohibition]:
    inner = child(ctx, key)
    test = None if node.condition is None else condition(inner, node.condition)
    kind = kind_of(node.event)
    if kind not in FORBIDDABLE:
        message = f"a prohibition of the event {node.event.verb}"
        raise Unsupported(message)
    return [Prohibition(key, kind, match_of(inner, node.event), gate_of(ctx, node.gates), test)]


def _can(ctx: Context, node: h.Can, key: str) -> list[Permission]:
    inner = child(ctx, key)
    test = None if node.condition is None else condition(inner, node.condition)
    own = isinstance(node.what, p.Ref) and node.what.name in ("me", "this")
    covers: Legal
    if own:
        covers = lambda s, env, ref: ref in (env.me, self_ref(s, env)) or ref < 0  # noqa: E731
    elif isinstance(node.what, p.Selector):
        covers = matcher(inner, node.what)
    else:
        message = f"a permission for {type(node.what).__name__}"
        raise Unsupported(message)
    zone = -1
    if node.origin is not None and node.origin.zone is not None and node.act == "play":
        zone = {"trash": w.Z_TRASH, "hand": w.Z_HAND, "banishment": w.Z_BANISHED}.get(node.origin.zone, -1)
    price = None if node.paying is None else cost(inner, node.paying, ctx.own, f"{key}/cost")
    places = None
    if node.place is not None:
        found = locations_of(inner, node.place)
        places = lambda s, env: list(found(s, env))  # noqa: E731
    return [Permission(key, node.act, covers, gate_of(ctx, node.gates), test, places, zone, price, node.ignoring_costs)]


# --- prices -----------------------------------------------------------------------------------------------------------


def _cost_of(ctx: Context, node: h.CostOf, key: str) -> list[PriceChange]:
    inner = child(ctx, key)
    own = node.what is None or (isinstance(node.what, p.Ref) and node.what.name in ("this", "me"))
    covers: Legal = (lambda s, env, ref: True) if own else _covers(inner, node)
    nouns = node.what.nouns if isinstance(node.what, p.Selector) else ()
    abilities = "ability" in nouns
    if abilities and (node.less is None or node.more is not None or node.ignore):
        message = "a price change of abilities that is no discount"
        raise Unsupported(message)
    component = node.component or ""
    if component not in ("", "optional"):
        message = f"a price change of the {component} cost"
        raise Unsupported(message)
    floor, floor_power = 0, 0
    if node.minimum is not None:
        if isinstance(node.minimum.energy, p.Number):
            floor = node.minimum.energy.value
        floor_power = len(node.minimum.power)
    return [
        PriceChange(
            key,
            own,
            covers,
            gate_of(ctx, node.gates),
            None if node.condition is None else condition(inner, node.condition),
            None if node.less is None else cost(inner, node.less, ctx.own, f"{key}/less"),
            None if node.more is None else cost(inner, node.more, ctx.own, f"{key}/more"),
            None if node.per is None else amount(inner, node.per),
            floor,
            floor_power,
            component,
            node.slot or "",
            node.ignore,
            not abilities or len(nouns) > 1,
            abilities,
        )
    ]


def _covers(ctx: Context, node: h.CostOf) -> Legal:
    """Whether a price change is for a card that its own controller plays: `spells you play`, `your Dragons`."""
    if not isinstance(node.what, p.Selector):
        message = f"a price of {type(node.what).__name__}"
        raise Unsupported(message)
    return matcher(ctx, node.what)


def _additional(ctx: Context, node: h.AdditionalCost, key: str) -> list[Extra]:
    if node.to is not None:
        message = "an additional cost of other cards"
        raise Unsupported(message)
    slot = ctx.names.get(node.into, -1) if node.into is not None else -1
    price = cost(ctx, node.cost, ctx.own, f"{key}/cost", slot)
    return [
        Extra(key, price, node.optional, node.into or "", slot, False, False, gate_of(ctx, node.gates)),
    ]


# --- the rest ---------------------------------------------------------------------------------------------------------


def _as(ctx: Context, node: h.As, key: str) -> list[AsEvent]:
    if node.kind == "attached":
        message = f"as-{node.kind}"
        raise Unsupported(message)
    inner = child(ctx, f"{key}/do")
    if node.may:
        declined = offer(inner, n.MayDo(at="may", do=()))
        lines(inner, node.do)
        declined()
        script = inner.script()
    else:
        script = script_of(inner, node.do)
    return [AsEvent(key, node.kind, node.may, script)]


def _rule(ctx: Context, node: h.Rule, key: str) -> list[RuleChange]:
    inner = child(ctx, key)
    becomes: int | None = None
    if node.becomes == "any" or (node.becomes is not None and node.name == "lethal damage"):
        becomes = UNLIMITED
    elif isinstance(node.becomes, p.Number):
        becomes = node.becomes.value
    elif node.becomes is not None:
        message = "a rule that becomes an amount that is counted"
        raise Unsupported(message)
    return [
        RuleChange(
            key,
            node.name,
            gate_of(ctx, node.gates),
            None if node.condition is None else condition(inner, node.condition),
            None if node.change is None else amount(inner, node.change),
            becomes,
        )
    ]


def _toll(ctx: Context, node: h.Toll, key: str) -> list[Toll]:
    inner = child(ctx, key)
    if kind_of(node.event) != w.E_MOVE or node.per not in (None, "unit beyond the first"):
        message = f"an applied cost of the event {node.event.verb}" + (f" for each {node.per}" if node.per else "")
        raise Unsupported(message)
    if node.pay != p.Cost(power=node.pay.power):
        message = "an applied cost of more than power"
        raise Unsupported(message)
    return [
        Toll(
            key,
            kind_of(node.event),
            match_of(inner, node.event),
            cost(inner, node.pay, ctx.own, f"{key}/pay"),
            node.per or "",
        )
    ]


def _nothing(ctx: Context, node: h.DeckRule, key: str) -> list[Any]:
    del ctx, node, key
    return []


HEADS: Final[dict[type, Callable[..., list[Any]]]] = {
    h.Triggered: _triggered,
    h.Activated: _activated,
    h.Static: _static,
    h.Instead: _instead,
    h.Cannot: _cannot,
    h.Can: _can,
    h.CostOf: _cost_of,
    h.AdditionalCost: _additional,
    h.As: _as,
    h.Rule: _rule,
    h.Toll: _toll,
    h.DeckRule: _nothing,
}
