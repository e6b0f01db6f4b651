"""The objects of a line: targets chosen at finalization, picks when the line runs, or everything that fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.instructions import VERBS as INSTRUCTIONS
from riftcheck.engine.compile.core.registry import all_tests, amount
from riftcheck.engine.compile.core.subjects import Unsupported, item_of, loc_of
from riftcheck.engine.compile.selectors.companions import at_same_place, but_others, of_its_controller
from riftcheck.engine.compile.selectors.filters import PICKED
from riftcheck.engine.compile.selectors.groups import group_test, same_place
from riftcheck.engine.compile.selectors.hanging import hang
from riftcheck.engine.compile.selectors.selections import candidates, matcher, members
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, Item
from riftcheck.engine.model.decisions import Option, ask, take
from riftcheck.engine.model.references import ref_card
from riftcheck.engine.model.scripts import TARGETS, Opening, Step
from riftcheck.engine.playing.legal_targets import unchoosable

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.scripts import Legal, Number, Refs
    from riftcheck.engine.model.state import State

Group = Callable[["State", "Item", list[int]], bool]
MANY: Final = 99
PLAYERS: Final = frozenset({"player", "opponent", "other player"})


def acted_on(ctx: Context, selection: p.Selection, by: p.Who | None = None, keep: int = -1) -> Refs:
    """Return the function of a line's objects, after adding the openings and instructions that choose them.

    `keep` is a slot that takes the chosen ones.
    """
    if isinstance(selection, p.Selector) and selection.mode == "choose":
        return _targets(ctx, selection, keep)
    if isinstance(selection, p.Selector) and selection.mode in ("pick", "bare"):
        return _picks(ctx, selection, by, keep)
    if isinstance(selection, p.Both):
        # Each part is chosen, picked or found by its own words.
        parts = [acted_on(ctx, part, by) for part in selection.parts]
        together = _remembered(ctx, lambda s, env: list(dict.fromkeys(r for part in parts for r in part(s, env))), keep)
        ctx.last = together
        return together
    found = members(ctx, selection)
    if isinstance(selection, p.Selector) and selection.other:
        found = but_others(found, ctx.said)
    elif isinstance(selection, p.Ref):
        ctx.said.append(ctx.refs(selection))
    return _remembered(ctx, found, keep)


def _remembered(ctx: Context, found: Refs, keep: int) -> Refs:
    """Fix the objects of a phrase when the line starts, so that the rest of the line is about the same things."""
    slot = keep if keep >= 0 else ctx.fresh()

    def remember(s: State, _f: ResolveFrame, item: Item) -> bool:
        item.slots[slot] = tuple(found(s, item))
        return True

    ctx.add(remember, Step.CHOICE)
    return held(slot)


def held(slot: int) -> Refs:
    """Return the function of the references in a slot."""
    return lambda s, env: list(env.slots[slot])


# --- targets ----------------------------------------------------------------------------------------------------------


def _targets(ctx: Context, sel: p.Selector, keep: int) -> Refs:
    number = len(ctx.openings)
    opening = target_opening(ctx, sel, -1)
    ctx.openings.append(opening)
    slot = keep if keep >= 0 else ctx.fresh()
    opening.slot = slot
    if _is_at_same(sel) and number:
        _with_the_one_before(ctx, number, slot)
    else:

        def settle(s: State, f: ResolveFrame, item: Item) -> bool:
            """Keep the targets that are still legal (CR 359.3.e); a group that no longer fits loses some."""
            legal = [ref for ref in _still_legal(s, f, item, number) if not _left_board(s, ref)]
            if opening.group is None:
                item.slots[slot] = tuple(legal)
                return True
            if not _subset(s, f, item, opening.group, legal):
                return False
            item.slots[slot] = tuple(f.data)
            return True

        ctx.add(settle, Step.TARGETS)
    ctx.last = held(slot)
    if PLAYERS & set(sel.nouns):
        ctx.player = ctx.last
    if "battlefield" in sel.nouns:
        ctx.battlefields.add(number)
    return held(slot)


def _with_the_one_before(ctx: Context, number: int, slot: int) -> None:
    """Settle two targets that must be at the same place as one group (CR 355.11).

    The line of the first has run; of both, what is settled here is kept.
    """
    before = ctx.openings[number - 1]

    def settle(s: State, f: ResolveFrame, item: Item) -> bool:
        first, second = _still_legal(s, f, item, number - 1), _still_legal(s, f, item, number)
        if not _subset(s, f, item, same_place, [*first, *second]):
            return False
        item.slots[before.slot] = tuple(ref for ref in first if ref in f.data)
        item.slots[slot] = tuple(ref for ref in second if ref in f.data)
        return True

    ctx.add(settle, Step.TARGETS)


def _still_legal(s: State, f: ResolveFrame, item: Item, number: int) -> list[int]:
    """Return the targets of an opening that are legal now (CR 359.3.e)."""
    assert item.script is not None
    opening = item.script.openings[number]
    place = f.execution * len(item.script.openings) + number
    chosen = item.chosen[place] if place < len(item.chosen) else ()
    found = [ref for ref in chosen if opening.legal(s, item, ref) and not unchoosable(s, item, ref)]
    if item.facedown_loc >= 0 and not opening.free:
        if item.kind != I_CARD and item.me not in s.board:
            return []  # VFAQ D, CR 811.1.d.3.a: its source tells the battlefield, and is gone
        # CR 359.3.e.2.a, 811.1.d.2-3: what was chosen from face down must still be at that battlefield.
        found = [ref for ref in found if loc_of(s, item, ref) in (item.facedown_loc, w.NOBODY)]
    return found


def _left_board(s: State, ref: int) -> bool:
    """Tell whether something is off the board, if only by an earlier execution of the item (CR 359.3.e.2, 820.1.d)."""
    return ref >= w.FIRST_ID and ref not in s.board and item_of(s, ref) is None


def target_opening(ctx: Context, sel: p.Selector, slot: int) -> Opening:
    """Return the opening of a target.

    :raises Unsupported: if the engine cannot choose what the selector says.
    """
    low, high = _bounds(ctx, sel)
    same = _is_at_same(sel)
    before = len(ctx.openings) - 1
    found = candidates(ctx, sel)
    if sel.other:
        found = but_others(found, ctx.said)
    fits = matcher(ctx, sel)
    if same and before < 0 and sel.high == p.Number(1):
        message = "the same place as that of nothing chosen before"
        raise Unsupported(message)
    if same:
        found = at_same_place(found, before)
    places = ctx.fresh() if _at_each_location(sel) else -1
    legal = fits if places < 0 else _where_chosen(fits, places)
    if sel.same_controller and sel.high == p.Number(1):
        found, legal = of_its_controller(ctx, found, legal)
    opening = Opening(
        TARGETS, low, high, found, legal, group_test(ctx, sel), ctx.when, slot, ctx.mode, -1, _is_free(sel), "target"
    )
    opening.places = places
    opening.other = sel.other
    hang(ctx, sel, opening)
    return opening


def _as_paid(ctx: Context, number: Number) -> Number:
    """Return the function of a bound: of new choices it is the number that was paid for (CR 752.2, 753.3)."""
    if not ctx.paid_by_number:
        return number

    def bound(s: State, env: Env) -> int:
        if isinstance(env, Item) and not env.pending and env.executions == 1:
            return len(env.targets_seen)
        return number(s, env)

    return bound


def _bounds(ctx: Context, sel: p.Selector) -> tuple[Number, Number]:
    """Return the functions of the least and the greatest number; at each location, of all locations together.

    :raises Unsupported: if so many must be chosen at each location.
    """
    low = amount(ctx, sel.low)
    if sel.high is None:
        return _as_paid(ctx, low), _as_paid(ctx, lambda s, env: MANY)
    high = amount(ctx, sel.high)
    if not _at_each_location(sel):
        return low, high
    if sel.low != p.Number(0):
        message = "a number that must be chosen at each location, other than up to so many"
        raise Unsupported(message)
    return low, lambda s, env: high(s, env) * len(s.locs)


def _at_each_location(sel: p.Selector) -> bool:
    return sel.place is not None and sel.place.kind == "each location"


def _is_at_same(sel: p.Selector) -> bool:
    return sel.place is not None and sel.place.kind in ("same location", "same battlefield")


def _where_chosen(fits: Legal, places: int) -> Legal:
    """Return the test that a target fits and is where it was chosen: each location is a restriction of its own."""

    def legal(s: State, env: Env, ref: int) -> bool:
        noted = env.slots[places]
        here = w.REF_LOCATION + loc_of(s, env, ref)
        return fits(s, env, ref) and (ref, here) in zip(noted[::2], noted[1::2], strict=True)

    return legal


def _is_free(sel: p.Selector) -> bool:
    """Tell whether a hidden card's own battlefield can never hold such a target (CR 811.1.d.2-3)."""
    if (PLAYERS | {"spell", "ability", "legend"}) & set(sel.nouns):
        return True
    place = sel.place
    if place is None:
        return False
    return place.kind in ("another location", "another battlefield", "base", "zone", "in", "open battlefield")


def _subset(s: State, f: ResolveFrame, item: Item, group: Group, legal: list[int]) -> bool:
    """Leave in `f.data` all legal targets, or the part of them that their controller keeps (CR 355.11.b).

    As many are kept as go together (CR 355.11.b.1): who has begun to choose cannot stop while another would still fit.
    """
    if s.answer is None and not f.data and group(s, item, legal):
        f.data = legal
        return True
    while True:
        if s.answer is None:
            more = [ref for ref in legal if ref not in f.data and group(s, item, [*f.data, ref])]
            options: list[Option] = [(w.O_REF, ref, 0) for ref in more]
            if not options:
                return True
            if ask(s, item.you, w.D_TARGET, options, 1, 1, item.id, "subset"):
                return False
        f.data.append(take(s)[0][1])


# --- picks ------------------------------------------------------------------------------------------------------------


def _picks(ctx: Context, sel: p.Selector, by: p.Who | None, keep: int) -> Refs:
    """Let things be chosen when the line runs, which targets none (CR 355.10)."""
    found = candidates(ctx, sel)
    if sel.place is not None and sel.place.kind == "in":
        found = _still_there(found)
    if sel.other:
        found = but_others(found, ctx.said)
    low, high = _bounds(ctx, sel)
    slot = keep if keep >= 0 else ctx.fresh()
    # CR 190.6.b: what nobody in particular is told to choose, whoever is responsible for the item chooses.
    who = ctx.who(by) if by is not None else (lambda s, env: (env.you,))
    private = sel.place is not None and sel.place.zone == "hand" and _named_quality(sel)
    group = group_test(ctx, sel)
    memory = ctx.names.get(PICKED, -1)
    purpose = f"pick {INSTRUCTIONS[ctx.verb].words[0]}" if ctx.verb in INSTRUCTIONS else "pick"

    def keep_all(item: Item, chosen: tuple[int, ...]) -> bool:
        item.slots[slot] = chosen
        if memory >= 0:
            item.slots[memory] = (*item.slots[memory], *chosen)
        return True

    def pick(s: State, f: ResolveFrame, item: Item) -> bool:
        players = list(who(s, item))
        if not players:
            item.slots[slot] = ()
            return True
        things = [] if s.answer is not None and group is None else found(s, item)
        least = 0 if private else min(low(s, item), len(things))
        most = min(high(s, item), len(things))
        if group is not None:
            if not _pick_group(s, f, item, players[0], group, things, least, most, purpose):
                return False
            return keep_all(item, tuple(f.data))
        if s.answer is None:
            options: list[Option] = [(w.O_REF, ref, 0) for ref in things]
            if ask(s, players[0], w.D_PICK, options, least, most, item.id, purpose):
                return False
        return keep_all(item, tuple(ref for _, ref, _ in take(s)))

    ctx.add(pick, Step.CHOICE)
    ctx.last = held(slot)
    if PLAYERS & set(sel.nouns):
        ctx.player = ctx.last
    return held(slot)


def _still_there(found: Refs) -> Refs:
    """Leave out cards that have changed zones since they were noted, as one seen and banished at once (CR 124)."""
    return lambda s, env: [ref for ref in found(s, env) if ref >= 0 or ref_card(s, ref) >= 0]


def _pick_group(
    s: State,
    f: ResolveFrame,
    item: Item,
    player: int,
    group: Group,
    things: list[int],
    least: int,
    most: int,
    purpose: str,
) -> bool:
    """Pick a group one thing at a time, so that only what goes with the others is offered; it is left in `f.data`."""
    while True:
        if s.answer is not None:
            kind, ref, _ = take(s)[0]
            if kind == w.O_PASS:
                return True
            f.data.append(ref)
        more = [ref for ref in things if ref not in f.data and group(s, item, [*f.data, ref])]
        options: list[Option] = [(w.O_REF, ref, 0) for ref in more]
        if not options or len(f.data) >= most:
            return True
        if len(f.data) >= least:
            options.append((w.O_PASS, 0, 0))
        if ask(s, player, w.D_PICK, options, 1, 1, item.id, purpose):
            return False


def _named_quality(sel: p.Selector) -> bool:
    """CR 128.6: nobody can be made to act on a card of a quality in a private zone."""
    return bool(sel.tests) or set(sel.nouns) != {"card"}


def tests_of(ctx: Context, tests: tuple[p.Test, ...]) -> Legal:
    """Return every test as one closure.

    :raises Unsupported: if there is none to ask.
    """
    found = all_tests(ctx, tests)
    if found is None:
        message = "a search without a test"
        raise Unsupported(message)
    return found
