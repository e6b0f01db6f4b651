"""What a line acts on: targets chosen at finalization, picks when the line runs, or everything that fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carddb.abilities import phrases as p
from engine import words as w
from engine.compile.amounts import amount
from engine.compile.filters import all_tests
from engine.compile.selecting import candidates, group_test, matcher, members
from engine.compile.subjects import Unsupported
from engine.items import Item
from engine.playing import unchoosable
from engine.scripts import TARGETS, Opening
from engine.state import Option, ask, take

if TYPE_CHECKING:
    from engine.compile.context import Context
    from engine.items import Env
    from engine.scripts import Legal, Refs
    from engine.state import Frame, State

MANY = 99


def acted_on(ctx: Context, selection: p.Selection, by: p.Who | None = None, keep: int = -1) -> Refs:
    """Return what a line acts on, after adding the openings and instructions that choose it.

    `keep` is a slot that takes what was chosen.
    """
    if isinstance(selection, p.Selector) and selection.mode == "choose":
        return _targets(ctx, selection, keep)
    if isinstance(selection, p.Selector) and selection.mode in ("pick", "bare"):
        return _picks(ctx, selection, by, keep)
    found = members(ctx, selection)
    return _remembered(ctx, found, keep)


def _remembered(ctx: Context, found: Refs, keep: int) -> Refs:
    """Fix what a phrase means when the line starts, so that the rest of the line speaks of the same things."""
    slot = keep if keep >= 0 else ctx.fresh()

    def remember(s: State, f: Frame, item: Item) -> bool:
        del f
        item.slots[slot] = tuple(found(s, item))
        return True

    ctx.add(remember, "note")
    return held(slot)


def held(slot: int) -> Refs:
    """Return what a slot holds."""
    return lambda s, env: list(env.slots[slot])


# --- targets -----------------------------------------------------------------------------------------------------------


def _targets(ctx: Context, sel: p.Selector, keep: int) -> Refs:
    number = len(ctx.openings)
    opening = target_opening(ctx, sel, -1)
    ctx.openings.append(opening)
    slot = keep if keep >= 0 else ctx.fresh()
    opening.slot = slot

    def settle(s: State, f: Frame, item: Item) -> bool:
        """Keep the targets that are still legal (CR 359.3.e); a group that no longer fits loses some (CR 355.11.b)."""
        assert item.script is not None
        place = f.b * len(item.script.openings) + number
        chosen = item.chosen[place] if place < len(item.chosen) else ()
        legal = [ref for ref in chosen if opening.legal(s, item, ref) and not unchoosable(s, item, ref)]
        if opening.group is not None and not opening.group(s, item, legal):
            return _subset(s, f, item, opening, legal, slot)
        item.slots[slot] = tuple(legal)
        return True

    ctx.add(settle, "targets")
    ctx.last = held(slot)
    return held(slot)


def target_opening(ctx: Context, sel: p.Selector, slot: int) -> Opening:
    """Return the opening of a target."""
    low = amount(ctx, sel.low)
    high = (lambda s, env: MANY) if sel.high is None else amount(ctx, sel.high)
    same = sel.place is not None and sel.place.kind == "same location"
    before = len(ctx.openings) - 1
    found = candidates(ctx, sel)
    if sel.other:
        found = _others(found)
    fits = matcher(ctx, sel)
    if same:
        found = _at_same_place(found, before)
        if before >= 0:
            ctx.openings[before].feeds = len(ctx.openings)
    elif sel.other and before >= 0:
        ctx.openings[before].feeds = len(ctx.openings)
    return Opening(
        TARGETS, low, high, found, fits, group_test(ctx, sel), ctx.when, slot, ctx.mode, -1, _is_free(sel), "target"
    )


def _others(found: Refs) -> Refs:
    """Leave out what this item has chosen before: that is not another (CR 355.9)."""

    def others(s: State, env: Env) -> list[int]:
        if not isinstance(env, Item):
            return found(s, env)
        before = {ref for chosen in env.chosen for ref in chosen}
        return [ref for ref in found(s, env) if ref not in before]

    return others


def _at_same_place(found: Refs, before: int) -> Refs:
    def at_same(s: State, env: Env) -> list[int]:
        if not isinstance(env, Item) or before < 0 or not env.chosen:
            return found(s, env)
        places = {s.board[ref].loc for ref in env.chosen[-1] if ref in s.board}
        return [ref for ref in found(s, env) if ref in s.board and s.board[ref].loc in places]

    return at_same


def _is_free(sel: p.Selector) -> bool:
    """Whether a hidden card's own battlefield can never hold such a target (CR 811.1.d.2)."""
    if {"player", "opponent", "other player", "spell", "ability", "legend"} & set(sel.nouns):
        return True
    place = sel.place
    if place is None:
        return False
    return place.kind in ("another location", "another battlefield", "base", "zone", "in", "open battlefield")


def _subset(s: State, f: Frame, item: Item, opening: Opening, legal: list[int], slot: int) -> bool:
    """Let the controller keep a legal part of the original targets (CR 355.11.b)."""
    assert opening.group is not None
    if s.answer is not None:
        kind, subject, _ = take(s)[0]
        if kind == w.O_PASS:
            item.slots[slot] = tuple(f.data)
            return True
        f.data.append(subject)
    while True:
        more = [ref for ref in legal if ref not in f.data and opening.group(s, item, [*f.data, ref])]
        options: list[Option] = [(w.O_REF, ref, 0) for ref in more]
        if not options:
            item.slots[slot] = tuple(f.data)
            return True
        if f.data:
            options.append((w.O_PASS, 0, 0))
        if ask(s, item.you, w.D_TARGET, options, 1, 1, item.id, "subset"):
            return False
        kind, subject, _ = take(s)[0]
        if kind == w.O_PASS:
            item.slots[slot] = tuple(f.data)
            return True
        f.data.append(subject)


# --- picks -------------------------------------------------------------------------------------------------------------


def _picks(ctx: Context, sel: p.Selector, by: p.Who | None, keep: int) -> Refs:
    """Choose when the line runs; targets nothing (CR 355.10)."""
    found = candidates(ctx, sel)
    low = amount(ctx, sel.low)
    high = (lambda s, env: MANY) if sel.high is None else amount(ctx, sel.high)
    slot = keep if keep >= 0 else ctx.fresh()
    who = ctx.who(by)
    private = sel.place is not None and sel.place.zone == "hand" and _named_quality(sel)
    group = group_test(ctx, sel)

    def pick(s: State, f: Frame, item: Item) -> bool:
        del f
        if s.answer is None:
            options: list[Option] = [(w.O_REF, ref, 0) for ref in found(s, item)]
            least = 0 if private else min(low(s, item), len(options))
            players = list(who(s, item))
            if not players:
                item.slots[slot] = ()
                return True
            if ask(s, players[0], w.D_PICK, options, least, min(high(s, item), len(options)), item.id, "pick"):
                return False
        chosen = [ref for _, ref, _ in take(s)]
        if group is not None and not group(s, item, chosen):
            chosen = chosen[:1]
        item.slots[slot] = tuple(chosen)
        return True

    ctx.add(pick, "pick")
    ctx.last = held(slot)
    return held(slot)


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
