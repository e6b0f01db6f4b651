"""Abilities as the engine holds them: one of any head, and the sets that objects have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities import heads as h
from riftcheck.engine.compile.core.registry import HEADS
from riftcheck.engine.compile.core.subjects import Unsupported, compiling
from riftcheck.engine.model.abilities import (
    NOTHING,
    AbilitySet,
    Activated,
    AsEvent,
    Extra,
    Permission,
    PriceChange,
    Replacement,
    Static,
    Trigger,
)
from riftcheck.engine.model.scripts import Prohibition, RuleChange, Toll

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.scripts import Test
    from riftcheck.engine.model.state import State

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


def ability_set(ctx: Context, abilities: tuple[h.Ability, ...], key: str) -> AbilitySet:
    """Return the set of several abilities.

    :raises Unsupported: if one of them cannot work as part of a set.
    """
    found: dict[str, list[Any]] = {}
    for number, ability in enumerate(abilities):
        with compiling(ability.at):
            if isinstance(ability, h.Instead) and ability.event.verb == "turn starts":
                # Nobody could end a game without turns.
                message = "a turn that is skipped as long as something is there"
                raise Unsupported(message)
        for made in one_ability(ctx, ability, f"{key}/{number}"):
            found.setdefault(FIELDS[type(made)], []).append(made)
    if not found:
        return NOTHING
    return AbilitySet(key, **{field: tuple(made) for field, made in found.items()})


def one_ability(ctx: Context, ability: h.Ability, key: str) -> list[Any]:
    """Return the compiled forms of one ability, mostly one; each can be found by its key."""
    with compiling(ability.at):
        made = HEADS.of(ability)(ctx, ability, key)
    for number, one in enumerate(made):
        if number and one.key == key:
            one.key = f"{key}#{number}"
        ctx.pool.found[one.key] = one
    return made


# Whose an ability is that says so: its source's controller's, or that of a player who is known with the event.
CONTROLLERS: Final = frozenset({None, "that player", "its owner", "its controller"})


def controller_of(who: str | None) -> str:
    """Return whose an ability is that says so, "" for its source's controller (CR 190.6.c).

    :raises Unsupported: if that is nobody whom the event tells.
    """
    if who not in CONTROLLERS:
        message = f"an ability that is of {who}"
        raise Unsupported(message)
    return who or ""


def gate_of(gates: tuple[h.Gate, ...]) -> Test | None:
    """Return the test that every dependent keyword of an ability is fulfilled (CR 726), None without any."""
    tests = [_gate(gate) for gate in gates]
    if not tests:
        return None
    return lambda s, env: all(test(s, env) for test in tests)


def _gate(gate: h.Gate) -> Test:
    if gate.kind == "legion":
        return legion_is_active
    if gate.kind == "level":
        level = gate.level
        return lambda s, env: env.you >= 0 and s.players[env.you].xp >= level
    return lambda s, env: env.me in s.board and s.board[env.me].empowered > 0


def legion_is_active(s: State, env: Env) -> bool:
    """Tell whether a card other than this one was finalized this turn by its controller (CR 812.1.c)."""
    if env.you < 0:
        return False
    done = s.players[env.you].finalized
    if not s.rules.legion_needs_other_card:
        return bool(done)
    return any(card != env.card for card in done)
