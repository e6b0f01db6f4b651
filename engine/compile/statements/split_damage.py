"""Damage that is split among targets (CR 355.14), and the Bonus Damage of it (CR 715.3)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import instructions as n
from riftcheck.engine.actions import damage
from riftcheck.engine.board.layers import bonus_damage, bonus_of_targets
from riftcheck.engine.compile.core.registry import VERBS, amount
from riftcheck.engine.compile.core.subjects import is_null
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.statements.performers import bind, set_name
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Item
from riftcheck.engine.model.decisions import Option, ask, take

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.scripts import Number
    from riftcheck.engine.model.state import State

# Bonus Damage for some targets only: its amount, and these targets.
Extra = tuple[int, frozenset[int]]


@VERBS.register(n.Split)
def split(ctx: Context, node: n.Split) -> None:
    """Let damage be divided among the targets that were chosen, when it is dealt."""
    number = amount(ctx, node.amount)
    refs = acted_on(ctx, node.among)
    source = None if node.source is None else acted_on(ctx, node.source)
    total = _total(number, bonus=source is None)
    if ctx.openings:
        last = ctx.openings[-1]
        # CR 355.14.c, 715.3: no more targets than damage, Bonus Damage included.
        last.high = lambda s, env: max(0, total(s, env, []))
        last.most = lambda s, env, refs: max(0, total(s, env, refs))
    slot = bind(ctx, node.into)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        if f.step == 0 and not _share(s, f, item, refs(s, item), total, bonus=source is None):
            return False
        if f.step == 1:
            f.step = 2
            pairs = [(f.data[place], f.data[place + 1]) for place in range(0, len(f.data), 2)]
            dealers = [] if source is None else source(s, item)
            if not damage.deal_exact(s, item, pairs, dealers[0] if dealers else w.NOBODY):
                return False
        set_name(s, item, slot, node.into, s.result)
        return True

    ctx.add(run)


def _total(number: Number, *, bonus: bool) -> Callable[[State, Env, list[int]], int]:
    """Return the function of the amount to divide, with the Bonus Damage of a spell or ability, once (CR 714)."""

    def total(s: State, env: Env, refs: list[int]) -> int:
        value = number(s, env)
        if is_null(value) or not bonus:
            return value
        subject = env.id if isinstance(env, Item) else w.NOBODY
        return value + bonus_damage(s, env, w.NOBODY, subject) + sum(more for more, _ in bonus_of_targets(s, refs))

    return total


def _share(
    s: State,
    f: ResolveFrame,
    item: Item,
    refs: list[int],
    total: Callable[[State, Env, list[int]], int],
    *,
    bonus: bool,
) -> bool:
    """Divide damage among targets, each at least 1 (CR 355.14.e-h)."""
    there_is = total(s, item, refs)
    if is_null(there_is) or there_is <= 0 or not refs:
        f.data = []
        f.step = 1
        return True
    while len(refs) > there_is:
        # CR 355.14.h: more targets than damage; its controller says which are targets no longer.
        if s.answer is None:
            options: list[Option] = [(w.O_REF, ref, 0) for ref in refs]
            if ask(s, item.you, w.D_TARGET, options, there_is, there_is, item.id, "keep"):
                return False
        refs = [ref for _, ref, _ in take(s)]
        there_is = total(s, item, refs)
    extras = bonus_of_targets(s, refs) if bonus else []
    while len(f.data) < 2 * len(refs):
        place = len(f.data) // 2
        done = f.data[1::2]
        if place == len(refs) - 1:
            f.data += [refs[place], there_is - sum(done)]
            break
        if s.answer is None:
            most = there_is - sum(done) - (len(refs) - place - 1)
            numbers: list[Option] = [
                (w.O_NUMBER, value, refs[place])
                for value in range(1, most + 1)
                if _leaves_extras(refs, [*done, value], there_is, extras)
            ]
            if ask(s, item.you, w.D_NUMBER, numbers, 1, 1, refs[place], "split"):
                return False
        f.data += [refs[place], take(s)[0][1]]
    f.step = 1
    return True


def _leaves_extras(refs: list[int], shares: list[int], total: int, extras: Iterable[Extra]) -> bool:
    """Tell whether, with the first shares given, the Bonus Damage of some targets can all be dealt to these."""
    least = dict(zip(refs, shares + [1] * (len(refs) - len(shares)), strict=True))
    given = set(refs[: len(shares)])
    parts = list(extras)
    for count in range(1, len(parts) + 1):
        for some in combinations(parts, count):
            more = sum(value for value, _ in some)
            theirs = frozenset[int]().union(*(its for _, its in some))
            theirs_least = sum(least[ref] for ref in theirs)
            others_least = sum(value for ref, value in least.items() if ref not in theirs)
            if (theirs <= given and theirs_least < more) or max(more, theirs_least) + others_least > total:
                return False
    return True
