"""Instructions that act on objects: deal, kill, ready, stun, buff, attach, and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import instructions as n
from riftcheck.engine.actions import damage, departures, status
from riftcheck.engine.compile.core.registry import VERBS, amount
from riftcheck.engine.compile.core.subjects import is_null
from riftcheck.engine.compile.costs import buffs_of
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.statements.performers import at_once, bind, plain, set_name, two_steps, two_units
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import Option, ask, take

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.state import State


def _heal(s: State, refs: list[int], _player: int) -> list[int]:
    return damage.heal(s, refs)


def _disempower(s: State, refs: list[int], _player: int) -> list[int]:
    return status.disempower(s, refs)


def _detach(s: State, refs: list[int], player: int) -> list[int]:
    return [ref for ref in refs if status.detach(s, ref, player)]


# --- damage -----------------------------------------------------------------------------------------------------------


@VERBS.register(n.Deal)
def _deal(ctx: Context, node: n.Deal) -> None:
    source = None if node.source is None else acted_on(ctx, node.source)
    refs = acted_on(ctx, node.to)
    number = amount(ctx, node.amount)
    slot = bind(ctx, node.into)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        if f.step == 0:
            f.step = 1
            dealer = w.NOBODY
            if source is not None:
                dealers = source(s, item)
                if not dealers:
                    s.result = []
                    return True
                dealer = dealers[0]
            value = number(s, item)
            pairs = [] if is_null(value) else [(ref, value) for ref in refs(s, item)]
            if not damage.deal(s, item, pairs, dealer):
                return False
        set_name(s, item, slot, node.into, s.result)
        return True

    ctx.add(run)


@VERBS.register(n.Fight)
def _fight(ctx: Context, node: n.Fight) -> None:
    both = two_units(ctx, node.first, node.second)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        if f.step == 0:
            f.step = 1
            found = both(s, item)
            if found is None:
                s.result = []
                return True
            one, other = found
            if not damage.deal_each(s, item, [(one.id, other.id), (other.id, one.id)]):
                return False
        return True

    ctx.add(run)


# --- gear, chain items, buffs -----------------------------------------------------------------------------------------


@VERBS.register(n.Attach)
def _attach(ctx: Context, node: n.Attach) -> None:
    gear = acted_on(ctx, node.what)
    unit = acted_on(ctx, node.to)

    def attach(s: State, item: Item) -> list[int]:
        tops = unit(s, item)
        return [ref for ref in gear(s, item) if tops and status.attach(s, ref, tops[0], item.you)]

    at_once(ctx, node.into, attach)


@VERBS.register(n.Counter)
def _counter(ctx: Context, node: n.Counter) -> None:
    refs, to_hand = acted_on(ctx, node.what), node.to_hand

    def counter(s: State, item: Item) -> list[int]:
        return [ref for ref in refs(s, item) if departures.counter(s, ref, item.you, to_hand=to_hand)]

    at_once(ctx, node.into, counter)


@VERBS.register(n.SpendBuffs)
def _spend_buffs(ctx: Context, node: n.SpendBuffs) -> None:
    found, low, high = buffs_of(ctx, node.what)
    slot = bind(ctx, node.into)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        if s.answer is None:
            options: list[Option] = [(w.O_REF, ref, number) for number, ref in enumerate(found(s, item))]
            least, most = min(low(s, item), len(options)), min(high(s, item), len(options))
            if ask(s, item.you, w.D_PICK, options, least, most, item.id, "spend-buffs"):
                return False
        chosen = [ref for _, ref, _ in take(s)]
        status.spend_buffs(s, chosen, item.you)
        set_name(s, item, slot, node.into, chosen)
        return True

    ctx.add(run)


VERBS.register(n.Kill)(two_steps(departures.kill))
VERBS.register(n.Recall)(plain(status.recall, lets_stay=True))
VERBS.register(n.Heal)(plain(_heal))
VERBS.register(n.Ready)(plain(status.ready, lets_stay=True))
VERBS.register(n.Exhaust)(plain(status.exhaust, lets_stay=True))
VERBS.register(n.Stun)(two_steps(status.stun, status.stunnable))
VERBS.register(n.Buff)(plain(status.buff, lets_stay=True))
VERBS.register(n.Empower)(plain(status.empower, lets_stay=True))
VERBS.register(n.Disempower)(plain(_disempower, lets_stay=True))
VERBS.register(n.Detach)(plain(_detach, lets_stay=True))
