"""The common part of instructions: the player who performs one, the name of its results, acts of one or two steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.compile.core.subjects import Unsupported
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Delayed
from riftcheck.engine.model.decisions import Option, ask, take

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.scripts import Refs
    from riftcheck.engine.model.state import State

# The instructions that move things off the board and name them as they are then.
LEAVING: Final = (n.Banish, n.Return, n.Recycle, n.Put)

Plain = Callable[["State", list[int], int], list[int]]


def bind(ctx: Context, name: str | None) -> int:
    """Return the slot of an `as` name, -1 for none."""
    if name is not None and ctx.verb in LEAVING:
        ctx.left.add(name)
    return -1 if name is None else ctx.slot(name)


def bind_played(ctx: Context, name: str | None) -> int:
    """Return the slot of an `as` name for what is played, which follows it from the chain to the board; -1 for none."""
    slot = bind(ctx, name)
    if slot >= 0:
        ctx.played.add(slot)
    return slot


def set_name(s: State, item: Item, slot: int, name: str | None, refs: list[int], kind: str = "") -> None:
    """Let a name hold what an act did; a `this.` name lives on the object, as a note of a kind."""
    if slot < 0 or name is None:
        return
    item.slots[slot] = tuple(refs)
    if name.startswith("this."):
        o = s.board.get(item.this if item.this >= 0 else item.me)
        if o is not None:
            note = kind + name[5:]
            held = next((old for key, old in o.notes if key == note), ())
            rest = tuple((key, old) for key, old in o.notes if key != note)
            o.notes = (*rest, (note, (*held, *refs)))
            s.stamp += 1  # a passive may speak of it, as of a tag that was named


def set_up(s: State, item: Item, ability: object, until: int, ref: int, uses: int, keep: int) -> None:
    """Set up a delayed ability that knows the first `keep` names of the item that makes it (CR 390-393)."""
    env = item.clone()
    env.slots = env.slots[:keep]
    env.bill = None
    s.delayed.append(Delayed(s.next_id, ability, env, until, ref, uses))
    s.next_id += 1
    s.index = None
    s.stamp += 1
    s.dirty |= w.DIRTY_DAMAGE


def doer(ctx: Context, by: p.Who | None) -> Callable[[State, Item], int]:
    """Return the function of the seat that performs an instruction, -1 for none."""
    who = ctx.who(by)

    def found(s: State, item: Item) -> int:
        players = list(who(s, item))
        return players[0] if players else w.NOBODY

    return found


def two_units(ctx: Context, first: p.Selection, second: p.Selection) -> Callable[[State, Item], tuple[Obj, Obj] | None]:
    """Return the first of each of two selections; None unless both are on the board."""
    ones, others = acted_on(ctx, first), acted_on(ctx, second)

    def found(s: State, item: Item) -> tuple[Obj, Obj] | None:
        one, other = ones(s, item), others(s, item)
        if not one or not other or one[0] not in s.board or other[0] not in s.board:
            return None
        return s.board[one[0]], s.board[other[0]]

    return found


def linked_choice(ctx: Context, node: n.Instruction, what: p.Selection) -> int:
    """Return the slot of what a line chose and acts on if later lines are linked to it by `it`; -1 if none is."""
    return ctx.slot(what.name) if isinstance(what, p.Ref) and what.name == f"it@{node.at}" else -1


# --- instructions of one or two steps ---------------------------------------------------------------------------------


def not_off_the_top(what: p.Selection) -> None:
    """Refuse to take cards off the top of a main deck by another act than one that burns out (CR 432.1.b).

    :raises Unsupported: if that is what is acted on.
    """
    if isinstance(what, p.Top) and what.deck != "rune deck":
        message = "the top of a deck put elsewhere: say burn, draw or banish, or look at it first"
        raise Unsupported(message)


def at_once(ctx: Context, name: str | None, act: Callable[[State, Item], list[int]]) -> None:
    """Append an instruction that acts at once; the name holds the references that the act returns."""
    slot = bind(ctx, name)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        set_name(s, item, slot, name, act(s, item))
        return True

    ctx.add(run)


def in_two_steps(ctx: Context, name: str | None, act: Callable[[State, Item], bool]) -> None:
    """Append an instruction whose act returns False if it has left a frame; the name holds the ones in `s.result`."""
    slot = bind(ctx, name)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        if f.step == 0:
            f.step = 1
            if not act(s, item):
                return False
        set_name(s, item, slot, name, s.result)
        return True

    ctx.add(run)


def by_doer(ctx: Context, by: p.Who | None, act: Callable[[State, Item, int], object]) -> None:
    """Append an instruction of one performer; it does nothing if none can be found."""
    who = doer(ctx, by)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        player = who(s, item)
        if player >= 0:
            act(s, item, player)
        return True

    ctx.add(run)


def plain(act: Plain, *, lets_stay: bool = False) -> Callable[[Context, n.ActOn], None]:
    """Return the compiler of a verb that acts at once and returns the references of its results.

    `lets_stay`: what it acts on keeps its reference, so what is not among the results was not acted on.
    """

    def compiler(ctx: Context, node: n.ActOn) -> None:
        refs = acted_on(ctx, node.what, node.by)
        who = doer(ctx, node.by)
        link = linked_choice(ctx, node, node.what) if lets_stay else -1

        def done(s: State, item: Item) -> list[int]:
            player = who(s, item)
            found = act(s, refs(s, item), item.you if player < 0 else player)
            if link >= 0 and not s.rules.negated_keeps_links:
                item.slots[link] = tuple(ref for ref in item.slots[link] if ref in found)  # 1.4: 359.3.e.14.a
            return found

        at_once(ctx, node.into, done)

    return compiler


def two_steps(
    act: Callable[[State, list[int], int], bool], possible: Plain | None = None
) -> Callable[[Context, n.ActOn], None]:
    """Return the compiler of a verb that may leave a frame; its results are in `s.result`.

    `possible` gives those to which it can happen, where something but their leaving can keep it from that.
    """

    def compiler(ctx: Context, node: n.ActOn) -> None:
        refs = acted_on(ctx, node.what, node.by)
        who = doer(ctx, node.by)
        link = linked_choice(ctx, node, node.what)

        def done(s: State, item: Item) -> bool:
            player = who(s, item)
            player = item.you if player < 0 else player
            if link >= 0 and possible is not None and not s.rules.negated_keeps_links:
                item.slots[link] = tuple(possible(s, refs(s, item), player))  # 1.4: 359.3.e.14.a
            return act(s, refs(s, item), player)

        in_two_steps(ctx, node.into, done)

    return compiler


def in_order(s: State, f: ResolveFrame, item: Item, player: int, why: str, refs: Refs) -> bool:
    """Ask a player which of several things comes next, until all are in order: `f.data[1:]`. False: a question is open.

    `f.data[0]` is how many are in order already; the others stand behind those.
    """
    if f.step == 0:
        f.data = [0, *dict.fromkeys(refs(s, item))]
        f.step = 1
    while f.data[0] < len(f.data) - 1:
        done = f.data[0]
        left = f.data[1 + done :]
        if s.answer is None:
            options: list[Option] = [(w.O_REF, ref, 0) for ref in left]
            if ask(s, player, w.D_ORDER, options, 1, 1, item.id, why):
                return False
        chosen = take(s)[0][1]
        f.data = [done + 1, *f.data[1 : 1 + done], chosen, *(ref for ref in left if ref != chosen)]
    return True
