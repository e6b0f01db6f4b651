"""The texts of an object that are active, in whose name they speak, and the numbers of the rules that they change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Env

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import AbilitySet, Static
    from riftcheck.engine.model.index import Index
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State


def env_of(s: State, o: Obj, this: int) -> Env:
    """Return the surroundings of an object's own text (CR 190.6, 191.5)."""
    you = s.locs[o.loc].control if o.d.types & w.BATTLEFIELD else o.controller
    return Env(you, o.id, this, o.card, o.d)


def texts_of(s: State, o: Obj) -> list[tuple[AbilitySet, int]]:
    """Return the active texts of an object without what statics grant it: each set and the object it stands on."""
    found: list[tuple[AbilitySet, int]] = []
    if o.facedown:
        return found
    # CR 718.2: printed text is inactive while attached; granted text is not (CR 135.4.b).
    if o.attached_to < 0 and not o.d.main.empty:
        found.append((o.d.main, o.id))
    for attached in o.attachments:
        effect = s.board[attached].d.effect.abilities
        if not effect.empty:
            found.append((effect, attached))
    found.extend(
        (mod.grant.abilities, o.id) for mod in o.mods if mod.grant is not None and not mod.grant.abilities.empty
    )
    return found


def in_force(s: State, env: Env, static: Static) -> bool:
    """Tell whether a passive is active as the game stands: its gate and its condition hold."""
    if static.gate is not None and not static.gate(s, env):
        return False
    return static.condition is None or static.condition(s, env)


def rule_in(s: State, index: Index, name: str, value: int, me: int = w.NOBODY) -> int:
    """Return a number of the rules as the passives of an index make it; `me` narrows it to one object's own rules."""
    for env, rule in index.rules:
        if rule.name != name or (me >= 0 and env.me != me):
            continue
        if rule.gate is not None and not rule.gate(s, env):
            continue
        if rule.condition is not None and not rule.condition(s, env):
            continue
        if rule.becomes is not None:
            value = rule.becomes
        if rule.change is not None:
            value += rule.change(s, env)
    return value
