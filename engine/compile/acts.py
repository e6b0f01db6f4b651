"""Instructions that act on objects: deal, kill, move, ready, stun, buff, attach, and the like."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from carddb.abilities import instructions as n
from carddb.abilities import phrases as p
from engine import actions, damage, departures
from engine import words as w
from engine.compile.amounts import amount
from engine.compile.filters import locations_of
from engine.compile.subjects import controller_of, is_null, loc_of, owner_of
from engine.compile.targets import acted_on
from engine.movement import TOLL_ASKED, TOLL_PAYING, TOLL_REFUSED, move, settle_toll
from engine.playing import destination_choices
from engine.scripts import DESTINATION, MODES, Opening
from engine.state import Option, ask, take

if TYPE_CHECKING:
    from engine.compile.context import Context
    from engine.items import Env, Item
    from engine.scripts import Number, Refs
    from engine.state import Frame, State

Plain = Callable[["State", list[int], int], list[int]]


def bind(ctx: Context, name: str | None) -> int:
    """Return the slot of an `as` name, -1 for none."""
    return -1 if name is None else ctx.slot(name)


def set_name(s: State, item: Item, slot: int, name: str | None, refs: list[int]) -> None:
    """Let a name hold what an act did; a `this.` name lives on the object."""
    if slot < 0 or name is None:
        return
    item.slots[slot] = tuple(refs)
    if name.startswith("this."):
        o = s.board.get(item.this if item.this >= 0 else item.me)
        if o is not None:
            held = next((old for key, old in o.notes if key == name[5:]), ())
            rest = tuple((key, old) for key, old in o.notes if key != name[5:])
            o.notes = (*rest, (name[5:], (*held, *refs)))


def doer(ctx: Context, by: p.Who | None) -> Callable[[State, Item], int]:
    """Return who does it; -1 if nobody can be found."""
    who = ctx.who(by)

    def found(s: State, item: Item) -> int:
        players = list(who(s, item))
        return players[0] if players else w.NOBODY

    return found


def plain(act: Plain) -> Callable[[Context, n.Line], None]:
    """Return the compiler of a verb that acts at once and returns what it did."""

    def compiler(ctx: Context, node: n.Line) -> None:
        refs = acted_on(ctx, node.what, node.by)  # type: ignore[attr-defined]
        who = doer(ctx, node.by)
        slot = bind(ctx, node.into)

        def run(s: State, f: Frame, item: Item) -> bool:
            del f
            player = who(s, item)
            done = act(s, refs(s, item), item.you if player < 0 else player)
            set_name(s, item, slot, node.into, done)
            return True

        ctx.add(run, type(node).__name__)

    return compiler


def _two_steps(act: Callable[[State, list[int], int], bool]) -> Callable[[Context, n.Line], None]:
    """Return the compiler of a verb that may leave a frame; what it did is in `s.result`."""

    def compiler(ctx: Context, node: n.Line) -> None:
        refs = acted_on(ctx, node.what, node.by)  # type: ignore[attr-defined]
        who = doer(ctx, node.by)
        slot = bind(ctx, node.into)

        def run(s: State, f: Frame, item: Item) -> bool:
            if f.step == 0:
                f.step = 1
                player = who(s, item)
                if not act(s, refs(s, item), item.you if player < 0 else player):
                    return False
            set_name(s, item, slot, node.into, s.result)
            return True

        ctx.add(run, type(node).__name__)

    return compiler


def _heal(s: State, refs: list[int], player: int) -> list[int]:
    del player
    return damage.heal(s, refs)


def _disempower(s: State, refs: list[int], player: int) -> list[int]:
    del player
    return actions.disempower(s, refs)


def _detach(s: State, refs: list[int], player: int) -> list[int]:
    return [ref for ref in refs if actions.detach(s, ref, player)]


# --- damage -----------------------------------------------------------------------------------------------------------


def _deal(ctx: Context, node: n.Deal) -> None:
    source = None if node.source is None else acted_on(ctx, node.source)
    refs = acted_on(ctx, node.to)
    number = amount(ctx, node.amount)
    slot = bind(ctx, node.into)

    def run(s: State, f: Frame, item: Item) -> bool:
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

    ctx.add(run, "deal")


def _split(ctx: Context, node: n.Split) -> None:
    number = amount(ctx, node.amount)
    refs = acted_on(ctx, node.among)
    source = None if node.source is None else acted_on(ctx, node.source)
    bonus: Number = _bonus if node.source is None else lambda s, env: 0
    if ctx.openings:
        last = ctx.openings[-1]
        # CR 355.14.c, 715.3: no more targets than damage, Bonus Damage included.
        last.high = lambda s, env: max(0, number(s, env) + bonus(s, env))
    slot = bind(ctx, node.into)

    def run(s: State, f: Frame, item: Item) -> bool:
        if f.step == 0 and not _share(s, f, item, refs(s, item), number(s, item) + bonus(s, item)):
            return False
        if f.step == 1:
            f.step = 2
            pairs = [(f.data[place], f.data[place + 1]) for place in range(0, len(f.data), 2)]
            dealers = [] if source is None else source(s, item)
            if not damage.deal_exact(s, item, pairs, dealers[0] if dealers else w.NOBODY):
                return False
        set_name(s, item, slot, node.into, s.result)
        return True

    ctx.add(run, "split")


def _bonus(s: State, env: Env) -> int:
    from engine.items import Item as Chain  # noqa: PLC0415
    from engine.layers import bonus_damage  # noqa: PLC0415

    subject = env.id if isinstance(env, Chain) else w.NOBODY
    return bonus_damage(s, env, w.NOBODY, subject)


def _share(s: State, f: Frame, item: Item, refs: list[int], total: int) -> bool:
    """Divide damage among targets, each at least 1 (CR 355.14.e-h)."""
    if is_null(total) or total <= 0 or not refs:
        f.data = []
        f.step = 1
        return True
    while len(refs) > total:
        # CR 355.14.h: more targets than damage; its controller says which are targets no longer.
        if s.answer is None:
            options: list[Option] = [(w.O_REF, ref, 0) for ref in refs]
            if ask(s, item.you, w.D_TARGET, options, total, total, item.id, "keep"):
                return False
        refs = [ref for _, ref, _ in take(s)]
    spent = sum(f.data[1::2])
    while len(f.data) < 2 * len(refs):
        place = len(f.data) // 2
        rest = len(refs) - place - 1
        left = total - spent
        if rest == 0:
            f.data += [refs[place], left]
            break
        if s.answer is None:
            numbers: list[Option] = [(w.O_NUMBER, value, refs[place]) for value in range(1, left - rest + 1)]
            if ask(s, item.you, w.D_NUMBER, numbers, 1, 1, refs[place], "split"):
                return False
        value = take(s)[0][1]
        f.data += [refs[place], value]
        spent += value
    f.step = 1
    return True


def _fight(ctx: Context, node: n.Fight) -> None:
    first = acted_on(ctx, node.first)
    second = acted_on(ctx, node.second)

    def run(s: State, f: Frame, item: Item) -> bool:
        if f.step == 0:
            f.step = 1
            one, other = first(s, item), second(s, item)
            if not one or not other or one[0] not in s.board or other[0] not in s.board:
                s.result = []
                return True
            if not damage.deal_each(s, item, [(one[0], other[0]), (other[0], one[0])]):
                return False
        return True

    ctx.add(run, "fight")


# --- moving -----------------------------------------------------------------------------------------------------------


def _move(ctx: Context, node: n.Move) -> None:
    refs = acted_on(ctx, node.what, node.by)
    moved = len(ctx.openings) - 1
    slot = bind(ctx, node.into)
    origin = -1 if node.into is None else ctx.slot(f"origin of {node.into}")
    who = doer(ctx, node.by)
    number = len(ctx.openings)
    place = _destination(ctx, node, moved, refs)
    chosen = len(ctx.openings) > number

    def run(s: State, f: Frame, item: Item) -> bool:
        if f.step == 0:
            if chosen and not s.rules.destination_at_finalize and not _late_destination(s, f, item, number, refs):
                return False
            f.step = 1
            found = refs(s, item)
            if origin >= 0:
                item.slots[origin] = tuple(w.REF_LOCATION + loc_of(s, item, ref) for ref in found)
            f.data = [number for ref in found for number in (ref, place(s, f, item, ref))]
        player = who(s, item)
        if not _paid_and_moved(s, f, item.you if player < 0 else player):
            return False
        set_name(s, item, slot, node.into, s.result)
        return True

    ctx.add(run, "move")


def _paid_and_moved(s: State, f: Frame, player: int) -> bool:
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


Dest = Callable[["State", "Frame", "Item", int], int]


def _destination(ctx: Context, node: n.Move, moved: int, refs: Refs) -> Dest:
    """Return where each thing goes: a place that the text says, or the one chosen at finalization (CR 355.4)."""
    place = node.to
    if place is not None and place.kind == "base":
        return _to_base(ctx, place)
    single = place is not None and place.kind in (
        "here",
        "there",
        "location of",
        "battlefield of",
        "origin of",
        "named",
    )
    if place is not None and single:
        locs = locations_of(ctx, place)
        return lambda s, f, item, ref: next(iter(locs(s, item)), w.NOBODY)
    chosen = isinstance(node.what, p.Selector) and node.what.mode == "choose"
    slot = ctx.fresh()
    number = len(ctx.openings)
    allowed = _allowed(ctx, place)
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

    def at_opening(s: State, f: Frame, item: Item, ref: int) -> int:
        del s, ref
        assert item.script is not None
        place_ = f.b * len(item.script.openings) + number
        held = item.chosen[place_] if place_ < len(item.chosen) else ()
        return held[0] if held else w.NOBODY

    return at_opening


def _late_destination(s: State, f: Frame, item: Item, number: int, refs: Refs) -> bool:
    """Ask where to now that the effect is executed, as before CR 355.4; False while the player is asked."""
    assert item.script is not None
    if s.answer is None:
        opening = item.script.openings[number]
        places = destination_choices(s, item, opening, tuple(refs(s, item)))
        options: list[Option] = [(w.O_LOCATION, loc, 0) for loc in places]
        if ask(s, item.you, w.D_LOCATION, options, min(1, len(options)), 1, item.id, opening.text):
            return False
    item.chosen[f.b * len(item.script.openings) + number] = tuple(loc for _, loc, _ in take(s))
    return True


def _allowed(ctx: Context, place: p.Place | None) -> Refs:
    if place is None:
        return lambda s, env: []
    found = locations_of(ctx, place)
    return lambda s, env: list(found(s, env))


def _subjects(refs: Refs, what: p.Selection, ctx: Context) -> Refs:
    """Return what will move, as far as it is known at finalization: the source, or a name's target chosen before."""
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


def _swap_places(ctx: Context, node: n.SwapPlaces) -> None:
    first = acted_on(ctx, node.first)
    second = acted_on(ctx, node.second)

    def run(s: State, f: Frame, item: Item) -> bool:
        if f.step == 0:
            f.step = 1
            one, other = first(s, item), second(s, item)
            if not one or not other or one[0] not in s.board or other[0] not in s.board:
                s.result = []
                return True
            x, y = s.board[one[0]], s.board[other[0]]
            f.data = [x.id, y.loc, y.id, x.loc]
        return _paid_and_moved(s, f, item.you)

    ctx.add(run, "swap")


def _attach(ctx: Context, node: n.Attach) -> None:
    gear = acted_on(ctx, node.what)
    unit = acted_on(ctx, node.to)
    slot = bind(ctx, node.into)

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        tops = unit(s, item)
        done = [ref for ref in gear(s, item) if tops and actions.attach(s, ref, tops[0], item.you)]
        set_name(s, item, slot, node.into, done)
        return True

    ctx.add(run, "attach")


def _counter(ctx: Context, node: n.Counter) -> None:
    refs = acted_on(ctx, node.what)
    slot = bind(ctx, node.into)

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        done = [ref for ref in refs(s, item) if departures.counter(s, ref, item.you, to_hand=node.to_hand)]
        set_name(s, item, slot, node.into, done)
        return True

    ctx.add(run, "counter")


def _spend_buffs(ctx: Context, node: n.SpendBuffs) -> None:
    from engine.compile.costing import buffs_of  # noqa: PLC0415

    found, low, high = buffs_of(ctx, node.what)
    slot = bind(ctx, node.into)

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        if s.answer is None:
            options: list[Option] = [(w.O_REF, ref, number) for number, ref in enumerate(found(s, item))]
            least, most = min(low(s, item), len(options)), min(high(s, item), len(options))
            if ask(s, item.you, w.D_PICK, options, least, most, item.id, "spend-buffs"):
                return False
        chosen = [ref for _, ref, _ in take(s)]
        actions.spend_buffs(s, chosen, item.you)
        set_name(s, item, slot, node.into, chosen)
        return True

    ctx.add(run, "spend buffs")


LINES: Final[dict[type, Callable[..., None]]] = {
    n.Deal: _deal,
    n.Split: _split,
    n.Fight: _fight,
    n.Kill: _two_steps(departures.kill),
    n.Recall: plain(actions.recall),
    n.Heal: plain(_heal),
    n.Move: _move,
    n.SwapPlaces: _swap_places,
    n.Ready: plain(actions.ready),
    n.Exhaust: plain(actions.exhaust),
    n.Stun: plain(actions.stun),
    n.Buff: plain(actions.buff),
    n.SpendBuffs: _spend_buffs,
    n.Empower: plain(actions.empower),
    n.Disempower: plain(_disempower),
    n.Attach: _attach,
    n.Detach: plain(_detach),
    n.Counter: _counter,
}
