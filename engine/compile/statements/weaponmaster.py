"""Weaponmaster (CR 821): as a unit is played its controller may attach an Equipment to it for less."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.instructions.base import Instruction
from riftcheck.carddb.abilities.node import keyword_node
from riftcheck.engine.actions import status
from riftcheck.engine.compile.core.registry import VERBS
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.values.amounts import constant
from riftcheck.engine.costs.affordability import affordable, use_of
from riftcheck.engine.costs.bill import push_bill
from riftcheck.engine.costs.total_cost import altered
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_ACTIVATED, Bill, Item
from riftcheck.engine.model.decisions import Option, ask, take
from riftcheck.engine.model.scripts import CostDef

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.abilities import Activated
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.state import State

# In the keys of the abilities that Equip is short for: see `riftcheck.engine.compile.cards`.
EQUIP: Final = "/equip"


@n.verb(effect=n.Effect.HELP)
@keyword_node
class Arm(Instruction):
    """Pay the Equip cost of the chosen gear, less [A], to attach it to me; no card says it in other words."""

    what: p.Selection


WEAPONMASTER: Final = h.Triggered(
    at="weaponmaster",
    events=(p.Event("play", who="you", thing=p.Ref("me")),),
    may=True,
    do=(
        Arm(
            at="do/0",
            what=p.Selector("choose", ("Equipment",), p.Number(1), p.Number(1), tests=(p.Controlled("you"),)),
        ),
    ),
)


def equips(s: State, gear: int) -> list[tuple[Activated, CostDef]]:
    """Return the Equip abilities of a card with what each costs, whether they are active or not (CR 821.1.c)."""
    found = [activated for activated in s.board[gear].d.main.activated if f"{EQUIP}/" in activated.key]
    return [(activated, way) for activated in found for way in activated.cost.ways or (activated.cost,)]


def _price(s: State, item: Item, gear: int, activated: Activated, cost: CostDef) -> CostDef:
    """Return the cost of one Equip ability here: as if it were activated choosing me (CR 821.1.c.2), less [A]."""
    o = s.board[gear]
    as_if = Item(w.NOBODY, I_ACTIVATED, item.you, gear, gear, o.card, o.d, activated.script)
    as_if.activated = activated
    as_if.slots = [()] * activated.script.slots
    as_if.chosen = [(item.me,)]
    energy = 0 if cost.energy is None else cost.energy(s, as_if)
    # CR 821.1.c.3: without power it is not reduced.
    energy, power = altered(s, as_if, energy, cost.power[1:], played=False)
    return CostDef(cost.key, constant(energy), power, cost.parts, (), cost.slot)


@VERBS.register(Arm)
def _arm(ctx: Context, node: Arm) -> None:
    chosen = acted_on(ctx, node.what)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        gear = next((ref for ref in chosen(s, item) if ref in s.board), w.NOBODY)
        if gear < 0 or item.me not in s.board:
            return True
        if f.step == 0:
            if s.board[gear].attached_to == item.me:
                return True
            prices = [_price(s, item, gear, activated, cost) for activated, cost in equips(s, gear)]
            if s.answer is None:
                # CR 821.1.c.4-5: what cannot be paid stays where it is.
                options: list[Option] = [
                    (w.O_YES, number, 0) for number, price in enumerate(prices) if affordable(s, item, price)
                ]
                if not options or ask(s, item.you, w.D_YES_NO, [*options, (w.O_NO, 0, 0)], 1, 1, item.id, "pay"):
                    return not options
            kind, number, _ = take(s)[0]
            if kind == w.O_NO:
                return True
            f.step = 1
            push_bill(s, item, _bill(s, item, prices[number], equips(s, gear)[number][1]))
            return False
        status.attach(s, gear, item.me, item.you)
        return True

    ctx.add(run)


def _bill(s: State, item: Item, price: CostDef, cost: CostDef) -> Bill:
    energy = 0 if price.energy is None else price.energy(s, item)
    return Bill(energy, price.power, [(cost, number) for number in range(len(cost.parts))], use_of(s, item))
