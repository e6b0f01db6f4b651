"""The additional costs of a play: those of the card itself, and those that others make for it (CR 356.2, 805, 820)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.active_texts import in_force
from riftcheck.engine.board.layers import use_delayed
from riftcheck.engine.costs.discounts import MARK
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import Extra, Lent
from riftcheck.engine.model.chain_items import I_CARD, Env, Item
from riftcheck.engine.model.scripts import CostDef

if TYPE_CHECKING:
    from riftcheck.engine.model.scripts import Legal
    from riftcheck.engine.model.state import State


def extras_of(s: State, item: Item) -> tuple[Extra, ...]:
    """Return the additional costs of an item: its card's own, and those that others give it (CR 805, 820)."""
    own = item.d.main.extras if item.kind == I_CARD else ()
    return (*own, *_lent(s, item, own)) if get_index(s).lending else own


def _lent(s: State, item: Item, own: tuple[Extra, ...]) -> list[Extra]:
    found: list[Extra] = []
    unit = item.kind == I_CARD and bool(item.d.types & w.UNIT)
    for env, static, delayed in get_index(s).statics:
        if not static.lends or not in_force(s, env, static) or not asked_of(s, item, env, static.applies):
            continue
        for lent in static.lends:
            fits = unit if lent.ready or lent.binds else lent.less is not None or item.script is not None
            # CR 805.4: several instances of Accelerate are redundant.
            if fits and not (lent.ready and any(extra.ready for extra in (*own, *found))):
                key = f"{lent.key}{MARK}{env.me}{MARK}{delayed}"
                price = _lent_cost(s, item, lent, env)
                repeat = not (lent.ready or lent.binds or lent.less is not None)
                loc = s.board[env.me].loc if lent.binds else w.NOBODY
                found.append(Extra(key, price, True, lent.name, -1, lent.ready, repeat, None, loc, less=lent.less))
    return found


def _lent_cost(s: State, item: Item, lent: Lent, env: Env) -> CostDef:
    """Return the cost that an item is given: as it says, [1][C] of Accelerate, or what the card costs."""
    if lent.cost is not None:
        return s.pool.of_source(lent.cost, env.me, env.this) if lent.cost.parts else lent.cost
    energy, power = (1, (item.d.own,)) if lent.ready else (item.d.energy, item.d.power)
    return CostDef(lent.key, lambda s, env: energy, power, (), (), -1)


def use_lent(s: State, item: Item) -> None:
    """Count the use of every keyword that only the "next" play is given (CR 392)."""
    for env, static, delayed in list(get_index(s).statics):
        if static.lends and delayed >= 0 and in_force(s, env, static) and asked_of(s, item, env, static.applies):
            use_delayed(s, delayed)


def paid_extras(s: State, item: Item) -> list[Extra]:
    """Return the additional costs that are chosen to be paid, and those that must be."""
    if not item.extras:
        return []
    return [extra for extra in extras_of(s, item) if extra.key in item.extras]


def asked_of(s: State, item: Item, env: Env, test: Legal) -> bool:
    """Ask of an item that may be only asked about, and is then nowhere, as if it were resolving."""
    if item.id >= 0:
        return test(s, env, item.id)
    before = s.resolving
    item.id, s.resolving = s.next_id, item
    found = test(s, env, item.id)
    item.id, s.resolving = w.NOBODY, before
    return found
