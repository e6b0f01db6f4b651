"""Instructions whose effect lasts: give, double, set and swap Might, take control, become a copy, extra turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.heads import KEYWORDS, Keyword
from riftcheck.engine.actions import status
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.events import DOING, publish_all
from riftcheck.engine.board.layers import add_mod, keyword_values, keywords, might
from riftcheck.engine.board.replacements import perform
from riftcheck.engine.board.zones import touch
from riftcheck.engine.compile.core.ability_sets import ability_set
from riftcheck.engine.compile.core.context import given_away
from riftcheck.engine.compile.core.grants import grant_of, granted
from riftcheck.engine.compile.core.registry import VERBS, amount
from riftcheck.engine.compile.core.subjects import Unsupported, is_null, item_of
from riftcheck.engine.compile.costs import cost
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.statements.performers import (
    at_once,
    bind,
    by_doer,
    doer,
    plain,
    set_name,
    set_up,
    two_units,
)
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import FLOW, NOTHING, Permission
from riftcheck.engine.model.constants import M_GRANT, M_MIGHT, M_SET
from riftcheck.engine.model.objects import Event, Mod
from riftcheck.engine.model.references import ref_card

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.abilities import Grant
    from riftcheck.engine.model.chain_items import Env, Item
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.scripts import Number
    from riftcheck.engine.model.state import State

UNTIL: Final[dict[str | None, int]] = {
    None: w.U_FOREVER,
    "end of turn": w.U_TURN,
    "end of combat": w.U_COMBAT,
    "your next beginning phase": w.U_BEGINNING,
    "your next ending phase": w.U_ENDING,
    "I leave the board": w.U_LEAVES,
    "it leaves the board": w.U_FOREVER,
    "this is detached": w.U_DETACHED,
    "you choose another": w.U_ANEW,
}


def lasts(ctx: Context, until: str | None) -> int:
    """Return how long an effect lasts; one until its ability chooses another thing is noted in the script of that."""
    ctx.anew = ctx.anew or until == "you choose another"
    return UNTIL[until]


def stays(until: str | None) -> int:
    """Return how long an ability that is set up stays.

    :raises Unsupported: if it is to end as another thing is chosen, for it is about no one thing.
    """
    if until == "you choose another":
        message = "an ability that is set up until another thing is chosen"
        raise Unsupported(message)
    return UNTIL[until]


def until_ref(item: Item, until: int) -> int:
    """Return the reference that a duration depends on: a player, or the object that made the effect; -1 for none."""
    if until in (w.U_BEGINNING, w.U_ENDING):
        return item.you
    if until in (w.U_LEAVES, w.U_ANEW):
        return item.me
    return item.this if until == w.U_DETACHED else w.NOBODY


def give_might(s: State, o: Obj, value: int, until: int, ref: int) -> None:
    """Lay a fixed amount of Might on an object (CR 479.4.b)."""
    if not value:
        return
    # CR 479.4.e: what raises comes before what lowers, and other effects between them, so the two are not summed up.
    if until == w.U_TURN and o.temp_might * value >= 0:
        o.temp_might += value
        touch(s, o)
        s.dirty |= w.DIRTY_DAMAGE | w.DIRTY_STATUS
    else:
        add_mod(s, o, Mod(M_MIGHT, value, None, None, until, ref, s.next_id))


@VERBS.register(n.Give)
def _give(ctx: Context, node: n.Give) -> None:
    if _gives_flow(node):
        _give_flow(ctx, node)
        return
    refs = acted_on(ctx, node.to, node.by)
    number = None if node.might is None else amount(ctx, node.might)
    floor = None if node.minimum is None else amount(ctx, node.minimum)
    raised = None if node.raise_to is None else amount(ctx, node.raise_to)
    until = lasts(ctx, node.until)
    slot = bind(ctx, node.into)
    grant = _grant(ctx, node)
    model = None if node.keywords_of is None else ctx.refs(node.keywords_of)
    each = {} if model is None else _one_by_one(ctx, node)
    counted = _counted(ctx, node)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        if f.step:
            return True  # what would have been given less Might is done
        ref_ = until_ref(item, until)
        done: list[int] = []
        weaker: list[Event] = []
        copied = [] if model is None else _keywords_of(s, model(s, item), each)
        for worth, one in counted:
            copied += [one] * max(0, worth(s, item))
        for ref in refs(s, item):
            o = s.board.get(ref)
            if o is None:
                continue
            done.append(ref)
            for one in copied:
                add_mod(s, o, Mod(M_GRANT, 0, one, None, until, ref_, s.next_id))
            if number is not None:
                value = number(s, item)
                if not is_null(value):
                    least = None if floor is None else floor(s, item)
                    value = _limited(s, o, value, least)
                    if value < 0 and _awaited(s):
                        weaker.append(weakening(item, o, value, least, until))
                    else:
                        give_might(s, o, value, until, ref_)
            if raised is not None:
                goal = raised(s, item)
                if not is_null(goal):
                    give_might(s, o, max(0, goal - might(s, o)), until, ref_)
            if grant is not None:
                add_mod(s, o, Mod(M_GRANT, 0, grant, None, until, ref_, s.next_id))
        set_name(s, item, slot, node.into, done)
        f.step = 1 if weaker else 0
        return not weaker or perform(s, weaker)

    ctx.add(run)


def _one_by_one(ctx: Context, node: n.Give) -> dict[str, Grant]:
    """Return the grant of each keyword that one thing may have and another be given: none with a cost of its own."""
    names = [name for name, form in KEYWORDS.items() if form != "cost"]
    return {name: grant_of(ctx.pool, f"{ctx.key}/{node.at}/{name}", (Keyword(name),), ()) for name in names}


def _counted(ctx: Context, node: n.Give) -> list[tuple[Number, Grant]]:
    """Return the number of each keyword whose value is counted now, and the grant of it with the value 1."""
    return [
        (amount(ctx, keyword.counted), grant_of(ctx.pool, f"{ctx.key}/{node.at}/{keyword.name}/{place}", (one,), ()))
        for place, keyword in enumerate(node.keywords)
        if keyword.counted is not None
        for one in granted((Keyword(keyword.name),))
    ]


def _keywords_of(s: State, refs: list[int], each: dict[str, Grant]) -> list[Grant]:
    """Return the grants of the keywords that a thing has now, a value as so many times 1; none if it has left."""
    o = s.board.get(refs[0]) if refs else None
    if o is None:
        return []
    held = keywords(s, o)
    values = keyword_values(s, o)
    return [one for name, one in each.items() if held & one.kw for _ in range(values.get(name, 1))]


def _awaited(s: State) -> bool:
    """Tell whether anything replaces, waits for or counts that an object is given less Might; the log need not know."""
    index = get_index(s)
    return w.E_WEAKEN in index.replacements or w.E_WEAKEN in index.triggers or s.asked[w.E_WEAKEN]


def weakening(item: Item, o: Obj, value: int, least: int | None, until: int) -> Event:
    """Return the event that an object is given less Might; what replaces it may change by how much (CR 375).

    Its `other` is how long the decrease lasts.
    """
    floor = w.NOBODY if least is None else least
    return Event(w.E_WEAKEN, item.you, o.id, until, o.loc, floor, -value, item.id, None)


def do_weaken(s: State, events: list[Event]) -> list[int]:
    """Lay the decreases on their objects, each down to its floor (VFAQ 4), then tell of those that took any."""
    taken: list[Event] = []
    for event in events:
        o, item = s.board.get(event.subject), item_of(s, event.item)
        if o is None or item is None:
            continue
        least = None if event.origin == w.NOBODY else event.origin
        value = _limited(s, o, -event.amount, least)
        give_might(s, o, value, event.other, until_ref(item, event.other))
        if value:
            taken.append(weakening(item, o, value, least, event.other))
    publish_all(s, taken)
    return [event.subject for event in events]


DOING[w.E_WEAKEN] = do_weaken


def _limited(s: State, o: Obj, value: int, floor: int | None) -> int:
    """Fix a decrease at its floor now (CR 479.4.b, 479.4.e.2.b); it never raises."""
    if floor is None or value >= 0:
        return value
    return -min(-value, max(0, might(s, o) - floor))


def _grant(ctx: Context, node: n.Give) -> Grant | None:
    plain = tuple(keyword for keyword in node.keywords if keyword.counted is None)
    if not plain and not node.abilities:
        return None
    key = f"{ctx.key}/{node.at}/grant"
    sets = (ability_set(given_away(ctx), node.abilities, key),) if node.abilities else (NOTHING,)
    return grant_of(ctx.pool, key, granted(plain), sets)


def _gives_flow(node: n.Give) -> bool:
    """Tell whether an instruction gives Flow."""
    return any(keyword.name == "flow" for keyword in node.keywords)


def _give_flow(ctx: Context, node: n.Give) -> None:
    """Compile an instruction that gives Flow.

    :raises Unsupported: if it gives anything else as well, to what could not have it, or for longer than a turn.
    """
    number = (node.might, node.minimum, node.raise_to)
    more = number != (None, None, None) or node.keywords_of or node.abilities or len(node.keywords) > 1
    if more or node.into or node.by is not None or node.until != "end of turn":
        message = "Flow that is given together with something else, by another player or for longer than this turn"
        raise Unsupported(message)
    to = node.to
    if not isinstance(to, p.Selector) or to.place is None or to.place.zone != "trash" or set(to.nouns) != {"spell"}:
        message = "Flow given to anything but spells in a trash"
        raise Unsupported(message)
    refs = acted_on(ctx, to)
    slot = ctx.fresh()
    key = f"{ctx.key}/{node.at}/flow"
    flow = node.keywords[0]
    paid = None if flow.its_cost or flow.cost is None else cost(ctx, flow.cost, ctx.own, f"{key}/cost")

    def covers(_s: State, env: Env, ref: int) -> bool:
        return ref in env.slots[slot]

    ability = Permission(key, FLOW, covers, None, None, None, w.Z_TRASH, paid, 0)
    ctx.pool.found[key] = ability

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        item.slots[slot] = tuple(ref for ref in refs(s, item) if ref_card(s, ref) >= 0)
        if item.slots[slot]:
            set_up(s, item, ability, w.U_TURN, w.NOBODY, 0, len(item.slots))
        return True

    ctx.add(run)


@VERBS.register(n.Double)
def _double(ctx: Context, node: n.Double) -> None:
    refs = acted_on(ctx, node.what)
    until = lasts(ctx, node.until)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        for ref in refs(s, item):
            o = s.board.get(ref)
            if o is not None:
                # CR 479.4.c: never an increase by a negative amount.
                give_might(s, o, max(0, might(s, o)), until, until_ref(item, until))
        return True

    ctx.add(run)


@VERBS.register(n.SetMight)
def _set_might(ctx: Context, node: n.SetMight) -> None:
    refs = acted_on(ctx, node.what)
    number = amount(ctx, node.value)
    until = lasts(ctx, node.until)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        for ref in refs(s, item):
            o = s.board.get(ref)
            value = number(s, item)
            if o is not None and not is_null(value):
                add_mod(s, o, Mod(M_SET, value, None, None, until, until_ref(item, until), s.next_id))
        return True

    ctx.add(run)


@VERBS.register(n.SwapMight)
def _swap_might(ctx: Context, node: n.SwapMight) -> None:
    both = two_units(ctx, node.first, node.second)
    until = lasts(ctx, node.until)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        found = None if f.step else both(s, item)
        if found is None:
            return True
        # CR 434.1.b, VFAQ 20: of the difference as it is now, one increase and one decrease, which may be replaced.
        less, more = found if might(s, found[0]) > might(s, found[1]) else (found[1], found[0])
        gap = might(s, less) - might(s, more)
        give_might(s, more, gap, until, until_ref(item, until))
        if gap and _awaited(s):
            f.step = 1
            return perform(s, [weakening(item, less, -gap, None, until)])
        give_might(s, less, -gap, until, until_ref(item, until))
        return True

    ctx.add(run)


@VERBS.register(n.TakeControl)
def _take_control(ctx: Context, node: n.TakeControl) -> None:
    refs = acted_on(ctx, node.what)
    who = doer(ctx, node.by)
    own = node.until == "it leaves the board"
    until = w.U_LEAVES if own else lasts(ctx, node.until)

    def taken(s: State, item: Item) -> list[int]:
        player = who(s, item)
        done: list[int] = []
        for ref in refs(s, item):
            if player < 0 or (until == w.U_LEAVES and not own and item.me not in s.board):
                continue  # CR 359.3.e.16
            if ref in s.board:
                if status.take_control(s, ref, player, until, ref if own else until_ref(item, until)):
                    done.append(ref)
                continue
            for other in s.chain:
                if other.id == ref:
                    other.you = player
                    done.append(ref)
        return done

    at_once(ctx, node.into, taken)


VERBS.register(n.LoseControl)(plain(status.lose_control))


@VERBS.register(n.ExtraTurn)
def _extra_turn(ctx: Context, node: n.ExtraTurn) -> None:
    # CR 738: the newest comes first.
    by_doer(ctx, node.who, lambda s, item, player: s.queue.insert(0, player))
