"""Instructions that move units: to a place that the text says, or to one that is chosen (CR 355.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.compile.core.registry import VERBS
from riftcheck.engine.compile.core.subjects import controller_of, loc_of, owner_of
from riftcheck.engine.compile.selectors.hanging import feed
from riftcheck.engine.compile.selectors.places import locations_of, of_this_execution
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.statements.performers import bind, doer, linked_choice, set_name, two_units
from riftcheck.engine.costs.applied_costs import TOLL_ASKED, TOLL_PAYING, TOLL_REFUSED
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Item
from riftcheck.engine.model.decisions import Option, ask, take
from riftcheck.engine.model.scripts import DESTINATION, MODES, Opening
from riftcheck.engine.playing.movement import DUEL, destinations, move, move_events, settle_toll
from riftcheck.engine.playing.openings import destination_choices

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.scripts import Refs
    from riftcheck.engine.model.state import State


@VERBS.register(n.Move)
def _move(ctx: Context, node: n.Move) -> None:
    refs = acted_on(ctx, node.what, node.by)
    moved = len(ctx.openings) - 1
    slot = bind(ctx, node.into)
    origin = -1 if node.into is None else ctx.slot(f"origin of {node.into}")
    destination = -1 if node.into is None else ctx.slot(f"destination of {node.into}")
    who = doer(ctx, node.by)
    number = len(ctx.openings)
    place = _destination(ctx, node, moved, refs)
    chosen = len(ctx.openings) > number
    link = linked_choice(ctx, node, node.what)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        if f.step == 0:
            if chosen and not s.rules.destination_at_finalize and not _late_destination(s, f, item, number, refs):
                return False
            f.step = 1
            found = refs(s, item)
            if origin >= 0:
                item.slots[origin] = tuple(w.REF_LOCATION + loc_of(s, item, ref) for ref in found)
            f.data = [number for ref in found for number in (ref, place(s, f, item, ref))]
            if link >= 0 and not s.rules.negated_keeps_links:
                possible = move_events(s, list(zip(f.data[::2], f.data[1::2], strict=True)), item.you)
                item.slots[link] = tuple(event.subject for event in possible)  # 1.4: 359.3.e.14.a
        player = who(s, item)
        if not _paid_and_moved(s, f, item.you if player < 0 else player):
            return False
        set_name(s, item, slot, node.into, s.result)
        if destination >= 0:
            ends = [loc_of(s, item, ref) for ref in s.result]
            if not ends and s.rules.negated_keeps_links:
                ends = [loc for loc in f.data[1::2] if loc >= 0]  # VFAQ 34: "there" is said of the place, not the move
            item.slots[destination] = tuple(w.REF_LOCATION + loc for loc in ends)
        return True

    ctx.add(run)


def _paid_and_moved(s: State, f: ResolveFrame, player: int) -> bool:
    """Move the pairs of unit and place in `f.data` at once, after any applied cost; False while that waits."""
    pairs = [(f.data[place], f.data[place + 1]) for place in range(0, len(f.data), 2) if f.data[place + 1] >= 0]
    if f.step == 1:
        outcome = settle_toll(s, player, pairs)
        if outcome == TOLL_ASKED:
            return False
        f.step = 2
        if outcome == TOLL_REFUSED:
            s.result = []
            return True
        if outcome == TOLL_PAYING:
            return False
    if f.step == 2:
        f.step = 3
        return move(s, pairs, player)
    return True


# The locations that a text allows as destinations of some things.
Places = Callable[["State", "Env", Sequence[int]], list[int]]
Dest = Callable[["State", "ResolveFrame", "Item", int], int]


def _destination(ctx: Context, node: n.Move, moved: int, refs: Refs) -> Dest:
    """Return the function of each thing's destination: the text's place, or one chosen at finalization (CR 355.4)."""
    place = node.to
    if place is not None and place.kind == "base":
        return _to_base(ctx, place)
    single = place is not None and place.kind in (
        "here",
        "there",
        "location of",
        "battlefield of",
        "origin of",
        "destination of",
        "named",
    )
    if place is not None and single:
        _bar_own_location(ctx, node.what, place, moved)
        locs = locations_of(ctx, place)
        return lambda s, f, item, ref: next(iter(locs(s, item)), w.NOBODY)
    chosen = isinstance(node.what, p.Selector) and node.what.mode == "choose"
    slot = ctx.fresh()
    number = len(ctx.openings)
    beside = place is not None and place.kind == "location of its own"
    places = _beside_its_own if beside else _allowed(ctx, place)

    def allowed(s: State, env: Env) -> list[int]:
        if not beside:
            return places(s, env, ())
        held = of_this_execution(s, env) if isinstance(env, Item) and chosen else []
        return places(s, env, held[moved] if moved < len(held) else refs(s, env))

    ctx.openings.append(
        Opening(
            DESTINATION,
            lambda s, env: 1,
            lambda s, env: 1,
            allowed,
            lambda s, env, ref: True,
            None,
            ctx.when,
            slot,
            ctx.mode,
            moved if chosen else -1,
            free=True,
            text="destination",
            moving=None if chosen else _subjects(refs, node.what, ctx),
        )
    )
    _bar_without_destination(ctx, moved if chosen else _chosen_by(ctx, node.what), places, place is None)
    if chosen and ctx.openings[moved].group is not None:
        feed(ctx.openings, ctx.mode, moved, number)
        ctx.openings[number].shared = True

    def at_opening(s: State, f: ResolveFrame, item: Item, _ref: int) -> int:
        assert item.script is not None
        place_ = f.execution * len(item.script.openings) + number
        held = item.chosen[place_] if place_ < len(item.chosen) else ()
        if place is not None and not set(held) <= set(allowed(s, item)):
            return w.NOBODY  # CR 359.3.e.6: it is no such place any more
        return held[0] if held else w.NOBODY

    return at_opening


def _late_destination(s: State, f: ResolveFrame, item: Item, number: int, refs: Refs) -> bool:
    """Ask for the destination now that the effect is executed, as before CR 355.4; False while the player is asked."""
    assert item.script is not None
    if s.answer is None:
        opening = item.script.openings[number]
        places = destination_choices(s, item, opening, tuple(refs(s, item)))
        options: list[Option] = [(w.O_LOCATION, loc, 0) for loc in places]
        if ask(s, item.you, w.D_LOCATION, options, min(1, len(options)), 1, item.id, opening.text):
            return False
    item.chosen[f.execution * len(item.script.openings) + number] = tuple(loc for _, loc, _ in take(s))
    return True


def _allowed(ctx: Context, place: p.Place | None) -> Places:
    if place is None:
        return lambda s, env, moving: list(range(len(s.locs)))
    found = locations_of(ctx, place)
    return lambda s, env, moving: list(found(s, env))


def _beside_its_own(s: State, env: Env, moving: Sequence[int]) -> list[int]:
    """Return the locations where the controller of what moves has another unit."""
    whose = {controller_of(s, env, ref) for ref in moving}
    return [
        loc
        for loc, at in enumerate(s.locs)
        if any(s.board[ref].controller in whose and ref not in moving for ref in at.units)
    ]


# --- what a destination asks of what moves (CR 355.4.a) ---------------------------------------------------------------


def _chosen_by(ctx: Context, what: p.Selection | None) -> int:
    """Return the number of the opening that gives a name, if it is asked whenever this line is; else -1."""
    slot = ctx.names.get(what.name, -1) if isinstance(what, p.Ref) else -1
    for number, one in enumerate(ctx.openings):
        if slot >= 0 and one.slot == slot and one.modes == ctx.mode and one.when is ctx.when:
            return number
    return -1


def _bar_without_destination(ctx: Context, moved: int, places: Places, anywhere: bool) -> None:
    """Let nothing be chosen to move that has no other location to go to (CR 355.4.a, 355.16)."""
    if moved < 0:
        return
    found = ctx.openings[moved].candidates

    def movable(s: State, env: Env) -> list[int]:
        refs = found(s, env)
        if not s.rules.destination_at_finalize or (anywhere and len(s.players) == DUEL):
            return refs
        return [
            ref
            for ref in refs
            if ref not in s.board or not set(places(s, env, [ref])).isdisjoint(destinations(s, s.board[ref]))
        ]

    ctx.openings[moved].candidates = movable


def _bar_own_location(ctx: Context, what: p.Selection, place: p.Place, moved: int) -> None:
    """Let a battlefield that is chosen as the destination be another than where what moves is (CR 355.4.a).

    A place that the text fixes is not chosen: what is there already may be chosen, and does not move.
    """
    field = _chosen_by(ctx, place.ref)
    thing = moved if isinstance(what, p.Selector) and what.mode == "choose" else _chosen_by(ctx, what)
    source = ctx.refs(what) if isinstance(what, p.Ref) and what.name in ("me", "this") else None
    if field not in ctx.battlefields or (thing < 0 and source is None):
        return
    last = max(field, thing)
    found = ctx.openings[last].candidates

    def fitting(s: State, env: Env) -> list[int]:
        if not s.rules.destination_at_finalize:
            return found(s, env)
        chosen = of_this_execution(s, env) if isinstance(env, Item) else []
        units = source(s, env) if source is not None else chosen[thing] if thing < len(chosen) else ()
        fields = chosen[field] if field < len(chosen) else ()
        refs = found(s, env)
        if last == field:
            return [ref for ref in refs if _all_may_go(s, units, [loc_of(s, env, ref)])]
        ends = [loc_of(s, env, ref) for ref in fields]
        return [ref for ref in refs if _all_may_go(s, [ref], ends)]

    ctx.openings[last].candidates = fitting
    feed(ctx.openings, ctx.mode, last if thing < 0 else min(field, thing), last)


def _all_may_go(s: State, refs: Sequence[int], locs: list[int]) -> bool:
    """Return True if each thing that is on the board may move to each location."""
    return all(set(locs) <= set(destinations(s, s.board[ref])) for ref in refs if ref in s.board)


def _subjects(refs: Refs, what: p.Selection, ctx: Context) -> Refs:
    """Return the function of the things to move as known at finalization: the source, or a name's target."""
    if isinstance(what, p.Ref) and what.name in ("me", "this", "it"):
        return ctx.refs(what)
    before = [number for number, opening in enumerate(ctx.openings) if opening.kind != MODES]

    def last_chosen(s: State, env: Env) -> list[int]:
        chosen = getattr(env, "chosen", [])
        for number in reversed(before):
            if number < len(chosen) and chosen[number]:
                return list(chosen[number])
        return refs(s, env)

    return last_chosen


def _to_base(ctx: Context, place: p.Place) -> Dest:
    if place.whose in (None, "any", "its controller"):
        return lambda s, f, item, ref: controller_of(s, item, ref)
    if place.whose == "its owner":
        return lambda s, f, item, ref: owner_of(s, item, ref)
    who = ctx.who(place.whose)
    return lambda s, f, item, ref: next(iter(who(s, item)), w.NOBODY)


@VERBS.register(n.SwapPlaces)
def _swap_places(ctx: Context, node: n.SwapPlaces) -> None:
    both = two_units(ctx, node.first, node.second)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        if f.step == 0:
            f.step = 1
            found = both(s, item)
            if found is None:
                s.result = []
                return True
            x, y = found
            f.data = [x.id, y.loc, y.id, x.loc]
        return _paid_and_moved(s, f, item.you)

    ctx.add(run)
