"""Instructions that steer: choices, modes, branches, offers, payments, rounds over players and objects."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.compile.core.ability_sets import gate_of
from riftcheck.engine.compile.core.registry import VERBS, condition
from riftcheck.engine.compile.core.subjects import Unsupported
from riftcheck.engine.compile.costs import cost
from riftcheck.engine.compile.selectors.selections import members
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.statements.performers import bind, doer, in_order, set_name
from riftcheck.engine.compile.statements.sequences import lines, offer
from riftcheck.engine.compile.values.conditions import known
from riftcheck.engine.costs.affordability import affordable
from riftcheck.engine.costs.bill import push_cost
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import Option, ask, take
from riftcheck.engine.model.references import ref_card
from riftcheck.engine.model.scripts import MODE_STEP, MODES, Opening, Step
from riftcheck.engine.playing.new_choices import start_new_choices
from riftcheck.engine.playing.openings import noted_mode

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb.abilities.instructions import Instruction
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env, Item
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.scripts import CostDef
    from riftcheck.engine.model.state import State


@VERBS.register(n.Choose)
def _choose(ctx: Context, node: n.Choose) -> None:
    if node.into is not None and node.into in ctx.names and node.into in ctx.bound:
        _choose_more(ctx, node)
        return
    slot = bind(ctx, node.into)
    if node.into is not None:
        ctx.bound.add(node.into)
    ctx.last = acted_on(ctx, node.what, node.by, slot)
    if node.into is not None and node.into.startswith("this."):
        name = node.into

        def note(s: State, _f: ResolveFrame, item: Item) -> bool:
            set_name(s, item, slot, name, list(item.slots[slot]))
            return True

        ctx.add(note, Step.CHOICE)


def _choose_more(ctx: Context, node: n.Choose) -> None:
    """A name chosen for again holds both (Divine Judgment)."""
    assert node.into is not None
    slot = ctx.slot(node.into)
    found = acted_on(ctx, node.what, node.by)

    def more(s: State, _f: ResolveFrame, item: Item) -> bool:
        item.slots[slot] = (*item.slots[slot], *found(s, item))
        return True

    ctx.add(more)


# --- modes ------------------------------------------------------------------------------------------------------------


@VERBS.register(n.ChooseOne)
def _choose_one(ctx: Context, node: n.ChooseOne) -> None:
    number = len(ctx.openings)
    key = f"{ctx.key}/{node.at}"
    count = len(node.modes)
    once, ever = node.not_chosen == "this turn", node.not_chosen == "this play"

    def modes(s: State, env: Env) -> list[int]:
        used: set[int] = set()
        o = s.board.get(env.me)
        if once and o is not None:
            used = {mode for mode in range(count) if noted_mode(env, key, mode) in o.once}
        script = getattr(env, "script", None)
        if ever and script is not None:
            chosen = getattr(env, "chosen", [])
            used = {chosen[place][0] for place in range(number, len(chosen), len(script.openings)) if chosen[place]}
        return [mode for mode in range(count) if mode not in used]

    ctx.openings.append(
        Opening(
            MODES,
            lambda s, env: 1,
            lambda s, env: 1,
            modes,
            lambda s, env, ref: True,
            None,
            ctx.when,
            -1,
            number,
            -1,
            free=True,
            text="mode",
        )
    )
    if once:
        ctx.openings[-1].noted = key
    starts: list[int] = []

    def jump(_s: State, f: ResolveFrame, item: Item) -> int:
        assert item.script is not None
        place = f.execution * len(item.script.openings) + number
        chosen = item.chosen[place] if place < len(item.chosen) else ()
        if not chosen:
            return starts[-1]
        return starts[chosen[0]]

    ctx.raw(jump)
    ends: list[Callable[[], None]] = []
    outer = ctx.mode
    for mode, block in enumerate(node.modes):
        starts.append(len(ctx.ops))
        ctx.mode = number * MODE_STEP + mode
        lines(ctx, block)
        ends.append(ctx.jump())
    ctx.mode = outer
    starts.append(len(ctx.ops))
    for end in ends:
        end()


@VERBS.register(n.Either)
def _either(ctx: Context, node: n.Either) -> None:
    """Let a player choose one of two ways within a sentence, on resolution (CR 355.18)."""
    who = doer(ctx, node.by)
    starts: list[int] = []
    count = len(node.ways)

    def jump(s: State, _f: ResolveFrame, item: Item) -> int:
        player = who(s, item)
        if player < 0:
            return starts[-1]
        if s.answer is None:
            options: list[Option] = [(w.O_MODE, way, 0) for way in range(count)]
            if ask(s, player, w.D_MODE, options, 1, 1, item.id, "either"):
                return w.NOBODY
        return starts[take(s)[0][1]]

    ctx.raw(jump)
    ends: list[Callable[[], None]] = []
    for block in node.ways:
        starts.append(len(ctx.ops))
        lines(ctx, block)
        ends.append(ctx.jump())
    starts.append(len(ctx.ops))
    for end in ends:
        end()


# --- branches ---------------------------------------------------------------------------------------------------------


@VERBS.register(n.MayDo)
def _may(ctx: Context, node: n.MayDo) -> None:
    declined = offer(ctx, node)
    lines(ctx, node.do)
    declined()


def _decided_early(node: p.Condition) -> bool:
    """Tell whether a branch depends only on declared costs, which are known when the item is finalized."""
    if isinstance(node, p.Not):
        return _decided_early(node.condition)
    if isinstance(node, p.AllOf | p.AnyOf):
        return all(_decided_early(part) for part in node.conditions)
    return isinstance(node, p.Paid)


@VERBS.register(n.If)
def _if(ctx: Context, node: n.If) -> None:
    test = condition(ctx, node.test)
    early = _decided_early(node.test)
    outer = ctx.when
    otherwise = ctx.branch(test)
    if early:
        ctx.when = _both(outer, test)
    lines(ctx, node.do)
    if not node.otherwise:
        ctx.when = outer
        otherwise()
        return
    end = ctx.jump()
    otherwise()
    told = known(ctx, node.test)
    ignored = None if told is None else ctx.branch(told)
    if early:
        ctx.when = _both(outer, lambda s, env: not test(s, env))
    lines(ctx, node.otherwise)
    ctx.when = outer
    if ignored is not None:
        ignored()
    end()


@VERBS.register(n.Gated)
def _gated(ctx: Context, node: n.Gated) -> None:
    """CR 721.2, 726: text that is not active is not processed, and nothing is chosen for it.

    :raises Unsupported: if a spell, which cannot be empowered, asks for that.
    """
    if ctx.spell and any(gate.kind == "empowered" for gate in node.gates):
        message = "a line of a spell while that is empowered"
        raise Unsupported(message)
    active = gate_of(node.gates)
    assert active is not None
    outer = ctx.when
    inactive = ctx.branch(active)
    ctx.when = _both(outer, active)
    lines(ctx, node.do)
    ctx.when = outer
    inactive()


def _both(
    one: Callable[[State, Env], bool] | None, other: Callable[[State, Env], bool]
) -> Callable[[State, Env], bool]:
    if one is None:
        return other
    return lambda s, env: one(s, env) and other(s, env)


@VERBS.register(n.Unless)
def _unless(ctx: Context, node: n.Unless) -> None:
    """Another player may do the first, which is theirs where it does not say whose, to stop the second."""
    first = tuple(line if line.by is not None else replace(line, by=node.by) for line in node.offer)
    if len(first) == 1 and isinstance(first[0], n.Pay):
        _unless_paid(ctx, first[0], node.do)
        return
    who = doer(ctx, node.by)
    target = [0]
    following = len(ctx.ops) + 1

    def op(s: State, _f: ResolveFrame, item: Item) -> int:
        player = who(s, item)
        if player < 0:
            return target[0]
        if s.answer is None:
            options: list[Option] = [(w.O_YES, 0, 0), (w.O_NO, 0, 0)]
            if ask(s, player, w.D_YES_NO, options, 1, 1, item.id, "unless"):
                return w.NOBODY
        return following if take(s)[0][0] == w.O_YES else target[0]

    ctx.raw(op)
    lines(ctx, first)
    end = ctx.jump()
    target[0] = len(ctx.ops)
    lines(ctx, node.do)
    end()


def _unless_paid(ctx: Context, toll: n.Pay, do: tuple[Instruction, ...]) -> None:
    """Whoever is told to pays, or does not: that is asked once (CR 445.2)."""
    name = toll.into or f"#{len(ctx.names)}"
    lines(ctx, (replace(toll, into=name),))
    slot, target = ctx.slot(name), [0]
    following = len(ctx.ops) + 1
    ctx.raw(lambda _s, _f, item: target[0] if item.slots[slot] else following)
    lines(ctx, do)
    target[0] = len(ctx.ops)


@VERBS.register(n.Pay)
def _pay(ctx: Context, node: n.Pay) -> None:
    """Pay on resolution; the name holds whether it was paid, or how much of "any amount" (CR 445.2).

    :raises Unsupported: if another player than the controller pays any amount.
    """
    slot = ctx.slot(node.into) if node.into is not None else ctx.slot("x")
    price = cost(ctx, node.cost, ctx.own, f"{ctx.key}/{node.at}/pay", slot)
    anything = node.cost.x is not None
    if anything and node.by not in (None, "you"):
        message = "any amount that another player pays"
        raise Unsupported(message)
    who = doer(ctx, node.by)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        if f.step == 0:
            player = who(s, item)
            payer = item if player in (item.you, w.NOBODY) else _billed_to(s, item, player)
            if player < 0 or not affordable(s, payer, price):
                item.slots[slot] = ()
                return True
            if not anything and not _costs_nothing(s, payer, price):
                if s.answer is None:
                    options: list[Option] = [(w.O_YES, 0, 0), (w.O_NO, 0, 0)]
                    if ask(s, player, w.D_YES_NO, options, 1, 1, item.id, "pay"):
                        return False
                if take(s)[0][0] == w.O_NO:
                    item.slots[slot] = ()
                    return True
            f.step = 1
            push_cost(s, payer, price)
            return False
        if not anything and not item.slots[slot]:
            item.slots[slot] = (1,)
        return True

    ctx.add(run)


def _costs_nothing(s: State, item: Item, price: CostDef) -> bool:
    """Return True if a price is [0], which is paid without a payment and cannot be declined (CR 445.1.b)."""
    if price.power or price.parts or price.ways or price.energy is None:
        return False
    return price.energy(s, item) <= 0


def _billed_to(s: State, item: Item, player: int) -> Item:
    """Return what stands for an item while another player than its controller pays: the cost is that player's own."""
    billed = item.clone()
    billed.id, billed.you = s.next_id, player
    s.next_id += 1
    return billed


# --- rounds -----------------------------------------------------------------------------------------------------------


@VERBS.register(n.ForEach)
def _for_each(ctx: Context, node: n.ForEach) -> None:
    found = members(ctx, node.what)
    left, before = ctx.fresh(), ctx.fresh()
    who, ordered = doer(ctx, node.by), node.ordered

    def there(s: State, env: Env) -> list[int]:
        return [ref for ref in found(s, env) if ref in s.board or ref_card(s, ref) >= 0]

    def begin(s: State, f: ResolveFrame, item: Item) -> bool:
        if not ordered:
            item.slots[left] = tuple(found(s, item))
        elif in_order(s, f, item, who(s, item), "round", there):
            item.slots[left] = tuple(f.data[1:])
        else:
            return False
        item.slots[before] = (item.it,)
        return True

    ctx.add(begin)
    head = len(ctx.ops)
    out = [0]

    def following(_s: State, _f: ResolveFrame, item: Item) -> int:
        if not item.slots[left]:
            item.it = item.slots[before][0]
            return out[0]
        ref, *rest = item.slots[left]
        item.it = ref
        item.slots[left] = tuple(rest)
        return head + 1

    ctx.raw(following)
    moved = isinstance(node.what, p.Ref) and node.what.name in ctx.left
    known = set(ctx.left)
    if moved:
        ctx.left.add("it")  # what is asked of it is asked of it as it was (CR 359.3.e.13)
    lines(ctx, node.do)
    ctx.left = known | (ctx.left - {"it"})
    ctx.raw(lambda s, f, item: head)
    out[0] = len(ctx.ops)


@VERBS.register(n.NewChoices)
def _new_choices(ctx: Context, node: n.NewChoices) -> None:
    """Let the controller of chain items make new choices for them (CR 750-755)."""
    refs = acted_on(ctx, node.what, node.by)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        if f.step:
            return True
        f.step = 1
        found = [other for other in s.chain if other.id in refs(s, item) and other.chosen and other is not item]
        for other in reversed(found):
            start_new_choices(s, other)
        return not found

    ctx.add(run)
