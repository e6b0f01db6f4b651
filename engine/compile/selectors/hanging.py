"""Targets whose candidates hang on what was chosen before: such openings are looked at together (CR 355.8, 355.16)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.traversal import within
from riftcheck.engine.model.scripts import MODE_STEP, MODES, TARGETS, Opening

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context


def hang(ctx: Context, sel: p.Selector, opening: Opening) -> None:
    """Let each opening from the first on which a new one hangs feed the next one, down to it."""
    feed([*ctx.openings, opening], ctx.mode, _first_it_hangs_on(ctx, sel), len(ctx.openings))


def feed(openings: list[Opening], mode: int, first: int, last: int) -> None:
    """Let each opening from the first on feed the next one, down to the last.

    Those of a mode are asked only where that is chosen: what these hang on outside feeds the choice of the mode.
    """
    outside = [number for number, one in enumerate(openings[:last]) if one.kind == MODES or one.modes < 0]
    if mode < 0:
        _feed(openings, [*(number for number in outside if number >= first), last])
        return
    listed = mode // MODE_STEP
    inside = [number for number, one in enumerate(openings[:last]) if one.kind != MODES and one.modes == mode]
    _feed(openings, [*(number for number in outside if first <= number < listed), listed])
    _feed(openings, [*(number for number in inside if number >= first), last])


def _is_elsewhere(sel: p.Selector) -> bool:
    return sel.place is not None and sel.place.kind in ("another location", "another battlefield")


def _first_it_hangs_on(ctx: Context, sel: p.Selector) -> int:
    """Return the number of the first opening on which the candidates of the next one hang; its own where none."""
    count = len(ctx.openings)
    if sel.other or (ctx.nowhere and _is_elsewhere(sel)):
        return 0
    slots = {ctx.names.get(part.name, -1) for part in within(sel) if isinstance(part, p.Ref)}
    first = next((number for number, one in enumerate(ctx.openings) if one.slot in slots and one.slot >= 0), count)
    if not _is_like_the_one_before(sel):
        return first
    return min([first, *[number for number, one in enumerate(ctx.openings) if one.kind == TARGETS][-1:]])


def _is_like_the_one_before(sel: p.Selector) -> bool:
    """Tell whether a target must be where the one before is, or of its controller."""
    if sel.place is not None and sel.place.kind in ("same location", "same battlefield"):
        return True
    return sel.same_controller and sel.high == p.Number(1)


def _feed(openings: list[Opening], numbers: list[int]) -> None:
    for number, following in pairwise(numbers):
        openings[number].feeds = following
        openings[following].fed = True
