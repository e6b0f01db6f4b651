"""Rounds over players: one after the other, or all at once (`together`), first every choice and then the acts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import instructions as n
from riftcheck.engine.actions.recycle import recycle_together
from riftcheck.engine.compile.core.context import THEY
from riftcheck.engine.compile.core.registry import VERBS
from riftcheck.engine.compile.core.subjects import Unsupported
from riftcheck.engine.compile.selectors.selections import members
from riftcheck.engine.compile.statements.removals import runes_in_order
from riftcheck.engine.compile.statements.sequences import lines
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import ask, take
from riftcheck.engine.model.turn_order import next_player, opponents, players_from

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.decisions import Option
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.state import State


SEATS: Final = 4


@VERBS.register(n.Each)
def _each(ctx: Context, node: n.Each) -> None:
    """For each player in turn order; `they` is whose round it is, and names are kept for each player."""
    if node.together:
        _together(ctx, node)
        return
    they = ctx.slot(THEY)
    left = ctx.fresh()
    shared = list(dict.fromkeys([*ctx.per_player, *names_given(node.do)]))
    ctx.per_player = shared
    own = {name: [ctx.slot(f"{name}@{seat}") for seat in range(SEATS)] for name in shared}
    slots = [(ctx.slot(name), own[name]) for name in shared]
    players = players_of_round(node)

    def begin(s: State, _f: ResolveFrame, item: Item) -> bool:
        item.slots[left] = tuple(players(s, item))
        item.slots[they] = ()
        return True

    ctx.add(begin)
    head = len(ctx.ops)
    out = [0]

    def following(s: State, _f: ResolveFrame, item: Item) -> int:
        if item.slots[they]:
            for slot, seats in slots:
                item.slots[seats[item.slots[they][0]]] = item.slots[slot]
        while item.slots[left] and s.players[item.slots[left][0]].gone:
            item.slots[left] = item.slots[left][1:]
        if not item.slots[left]:
            item.slots[they] = ()
            for slot, seats in slots:
                item.slots[slot] = tuple(ref for seat in seats for ref in item.slots[seat])
            return out[0]
        player, *rest = item.slots[left]
        item.slots[they] = (player,)
        item.slots[left] = tuple(rest)
        for slot, seats in slots:
            item.slots[slot] = item.slots[seats[player]]
        return head + 1

    ctx.raw(following)
    lines(ctx, node.do)
    ctx.raw(lambda s, f, item: head)
    out[0] = len(ctx.ops)


def names_given(nodes: tuple[n.Instruction, ...]) -> list[str]:
    """Return the names that a block gives, so that each player's round keeps its own."""
    found: list[str] = []
    for node in nodes:
        if node.into is not None and not node.into.startswith("this."):
            found.append(node.into)
        for field in ("do", "otherwise", "offer"):
            inner = getattr(node, field, ())
            if isinstance(inner, tuple):
                found += names_given(inner)
        for field in ("modes", "ways"):
            for block in getattr(node, field, ()):
                found += names_given(block)
    return list(dict.fromkeys(found))


def players_of_round(node: n.Each) -> Callable[[State, Item], list[int]]:
    """Return the function of the players whose rounds there are, in order."""
    who, starting = node.who, node.starting

    def players(s: State, item: Item) -> list[int]:
        # The next player is the one after the turn player, whoever plays it.
        first = {"you": item.you, "turn player": s.tp, "next player": next_player(s, s.tp)}[starting]
        everyone = players_from(s, first)
        if who == "opponent":
            enemies = opponents(s, item.you)
            return [player for player in everyone if player in enemies]
        if who == "other player":
            return [player for player in everyone if player != item.you]
        return everyone

    return players


def _together(ctx: Context, node: n.Each) -> None:
    """Compile a round in which all act at once.

    :raises Unsupported: if it is neither one way chosen by each, nor one recycling.
    """
    line = node.do[0] if len(node.do) == 1 else None
    plain = line is not None and line.by == THEY and line.condition is None and not line.may and line.into is None
    if plain and isinstance(line, n.Either):
        _ways(ctx, node, line)
    elif plain and isinstance(line, n.Recycle):
        _recycling(ctx, node, line)
    else:
        message = "players who do other than choose one way, or recycle, all at once"
        raise Unsupported(message)


def _recycling(ctx: Context, node: n.Each, line: n.Recycle) -> None:
    """Recycle all players' cards as one act: all of them leave before anything triggers (CR 370.1.a.2, 383.2.c.2)."""
    they = ctx.slot(THEY)
    shared = [(ctx.slot(name), [ctx.slot(f"{name}@{seat}") for seat in range(SEATS)]) for name in ctx.per_player]
    refs = members(ctx, line.what)
    players = players_of_round(node)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        before = [item.slots[slot] for slot, _ in shared]
        groups: list[tuple[int, list[int]]] = []
        for player in players(s, item):
            item.slots[they] = (player,)
            for slot, seats in shared:
                item.slots[slot] = item.slots[seats[player]]
            groups.append((player, refs(s, item)))
        item.slots[they] = ()
        for (slot, _), held in zip(shared, before, strict=True):
            item.slots[slot] = held
        found = runes_in_order(s, f, item, [ref for _, group in groups for ref in group])
        if found is None:
            return False
        place = {ref: number for number, ref in enumerate(found)}
        recycle_together(s, [(player, sorted(group, key=place.__getitem__)) for player, group in groups])
        return True

    ctx.add(run)


def _ways(ctx: Context, node: n.Each, line: n.Either) -> None:
    """Let each player choose one of several ways, and only then do the chosen one for each (CR 355.18)."""
    if names_given(node.do):
        message = "names given in a round of all at once"
        raise Unsupported(message)
    they = ctx.slot(THEY)
    left, chosen = ctx.fresh(), ctx.fresh()
    count = len(line.ways)
    in_round = players_of_round(node)

    def choose(s: State, f: ResolveFrame, item: Item) -> bool:
        if f.step == 0:
            f.step = 1
            item.slots[left] = tuple(in_round(s, item))
            item.slots[chosen] = ()
        players = item.slots[left]
        while len(item.slots[chosen]) < len(players):
            player = players[len(item.slots[chosen])]
            if s.answer is None:
                options: list[Option] = [(w.O_MODE, way, 0) for way in range(count)]
                if ask(s, player, w.D_MODE, options, 1, 1, item.id, "either"):
                    return False
            item.slots[chosen] = (*item.slots[chosen], take(s)[0][1])
        return True

    ctx.add(choose)
    head = len(ctx.ops)
    starts: list[int] = []

    def following(_s: State, _f: ResolveFrame, item: Item) -> int:
        if not item.slots[left]:
            item.slots[they] = ()
            return starts[-1]
        item.slots[they], item.slots[left] = item.slots[left][:1], item.slots[left][1:]
        way, item.slots[chosen] = item.slots[chosen][0], item.slots[chosen][1:]
        return starts[way]

    ctx.raw(following)
    ends: list[Callable[[], None]] = []
    for block in line.ways:
        starts.append(len(ctx.ops))
        lines(ctx, block)
        ends.append(ctx.jump())
    for end in ends:
        end()
    ctx.raw(lambda s, f, item: head)
    starts.append(len(ctx.ops))
