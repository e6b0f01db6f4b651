"""Rounds in which all players act at once (`together`): first every choice in turn order, then what is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carddb.abilities import instructions as n
from engine import words as w
from engine.compile.blocks import SEATS, names_given, players_of_round
from engine.compile.context import THEY
from engine.compile.listing import lines
from engine.compile.recycling import runes_in_order
from engine.compile.selecting import members
from engine.compile.subjects import Unsupported
from engine.departures import recycle_together
from engine.state import ask, take

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.compile.context import Context
    from engine.items import Item
    from engine.state import Frame, Option, State


def together(ctx: Context, node: n.Each) -> None:
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
    """Recycle what is each player's as one act: all of it leaves before anything triggers (CR 370.1.a.2, 383.2.c.2)."""
    they = ctx.slot(THEY)
    shared = [(ctx.slot(name), [ctx.slot(f"{name}@{seat}") for seat in range(SEATS)]) for name in ctx.per_player]
    refs = members(ctx, line.what)

    def run(s: State, f: Frame, item: Item) -> bool:
        before = [item.slots[slot] for slot, _ in shared]
        groups: list[tuple[int, list[int]]] = []
        for player in players_of_round(s, item, node):
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

    ctx.add(run, "recycle together")


def _ways(ctx: Context, node: n.Each, line: n.Either) -> None:
    """Let each player choose one of several ways, and only then do for each what was chosen (CR 355.17)."""
    if names_given(node.do):
        message = "names given in a round of all at once"
        raise Unsupported(message)
    they = ctx.slot(THEY)
    left, chosen = ctx.fresh(), ctx.fresh()
    count = len(line.ways)

    def choose(s: State, f: Frame, item: Item) -> bool:
        if f.step == 0:
            f.step = 1
            item.slots[left] = tuple(players_of_round(s, item, node))
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

    ctx.add(choose, "choose together")
    head = len(ctx.ops)
    starts: list[int] = []

    def following(s: State, f: Frame, item: Item) -> int:
        del s, f
        if not item.slots[left]:
            item.slots[they] = ()
            return starts[-1]
        item.slots[they], item.slots[left] = item.slots[left][:1], item.slots[left][1:]
        way, item.slots[chosen] = item.slots[chosen][0], item.slots[chosen][1:]
        return starts[way]

    ctx.raw(following, "next player")
    ends: list[Callable[[], None]] = []
    for block in line.ways:
        starts.append(len(ctx.ops))
        lines(ctx, block)
        ends.append(ctx.jump())
    for end in ends:
        end()
    ctx.raw(lambda s, f, item: head, "again")
    starts.append(len(ctx.ops))
