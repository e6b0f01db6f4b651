"""Watching what abilities do from outside: a pool whose compiled functions note that they were used.

The engine is not touched and not slowed: the functions that a pool of our own holds (does this apply, is the condition
fulfilled, the first instruction) are wrapped, each at the place where the engine asks it last before the thing happens.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from ledger.cards.parts import counts, own_key, reflexive, scripted
from riftcheck.engine.board.layer_parts import NO_FLOOR
from riftcheck.engine.model import abilities as t
from riftcheck.engine.model.chain_items import I_CARD, Item
from riftcheck.engine.model.scripts import Prohibition, RuleChange, Script, Toll

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.scripts import Legal, Op, Test
    from riftcheck.engine.model.state import State

    See = Callable[[Env], None]

KEYWORD: Final = "keyword/"


def _everything(pool: Pool) -> list[tuple[str, object]]:
    """Return the keys and objects of a pool and of the pools that it is based on."""
    below = [] if pool.base is None else _everything(pool.base)
    return [*below, *pool.found.items()]


class AbilityRecorder:
    """Notes, for each card and part, how often it happened (`times`) and how often it was carried out (`done`)."""

    def __init__(self, pool: Pool, names: Iterable[str]) -> None:
        self.times: Counter[tuple[str, str]] = Counter()
        self.done: Counter[tuple[str, str]] = Counter()
        # Of each text that was ever carried out, the numbers of the instructions that were.
        self.ran: dict[str, set[int]] = {}
        self.latest: dict[str, int] = {}
        self.names = frozenset(names)
        pool.need_all()
        for key, made in _everything(pool):
            name = key.partition("/")[0]
            if name in self.names and counts(name, key, made):
                self._wrap(key, made)
        for name, keyword in pool.keywords.items():
            for trigger in keyword.abilities.triggers:
                self._wrap(f"{KEYWORD}{name}", trigger)

    def clear(self) -> None:
        """Forget what happened: another game begins."""
        self.times.clear()
        self.done.clear()
        self.latest.clear()

    def note(self, name: str, key: str) -> None:
        """Note that a part of a card happened."""
        self.times[name, key] += 1

    def note_extras(self, name: str, keys: Iterable[str]) -> None:
        """Note the additional costs that were paid, by their keys (CR 356.2)."""
        for key in keys:
            own = key.removeprefix(f"{name}/")
            self.note(name, own if own[0].isdigit() else own.partition("/")[0])

    def _wrap(self, key: str, made: object) -> None:
        def see(env: Env) -> None:
            self.times[_owner(key, env)] += 1

        if isinstance(made, t.Replacement) and scripted(made) is None:
            made.condition = _noting(made.condition, see)
        elif type(made) in WRAPPING:
            WRAPPING[type(made)](made, see)
        script = made if isinstance(made, Script) else scripted(made)
        if script is not None:
            happens = not isinstance(made, t.Trigger) or reflexive(made)
            first = self._first(key, script.ops[0], happens)
            script.ops = tuple(self._counted(script.key, n, op) for n, op in enumerate((first, *script.ops[1:])))

    def _first(self, key: str, op: Op, happens: bool) -> Op:
        """Return an instruction that notes once for each item that it begins to be carried out."""

        def noted(s: State, f: ResolveFrame, item: Item) -> int:
            if self.latest.get(key) != item.id:
                self.latest[key] = item.id
                owner = _owner(key, item)
                self.done[owner] += 1
                if happens:
                    self.times[owner] += 1
                if item.kind == I_CARD:
                    self.note_extras(item.d.name, item.extras)
            return op(s, f, item)

        return noted

    def _counted(self, key: str, number: int, op: Op) -> Op:
        def counted(s: State, f: ResolveFrame, item: Item) -> int:
            self.ran.setdefault(key, set()).add(number)
            return op(s, f, item)

        return counted


def _owner(key: str, env: Env) -> tuple[str, str]:
    """Return the card and part of a key; a keyword's text is one for all cards that have it."""
    if key.startswith(KEYWORD):
        return env.d.name, key.removeprefix(KEYWORD)
    name = key.partition("/")[0]
    return name, own_key(name, key)


def _noting(test: Test | None, see: See) -> Test:
    """Return a condition that notes when it holds; the engine asks conditions last."""

    def noted(s: State, env: Env) -> bool:
        held = test is None or test(s, env)
        if held:
            see(env)
        return held

    return noted


def _noting_legal(test: Legal, see: See) -> Legal:
    def noted(s: State, env: Env, ref: int) -> bool:
        held = test(s, env, ref)
        if held:
            see(env)
        return held

    return noted


def _noting_value(value: Callable[..., Any], see: See, nothing: int = 0) -> Callable[..., Any]:
    """Return a function of state, surroundings and more that notes when it gives something other than nothing."""

    def noted(s: State, env: Env, *more: Any) -> Any:
        found = value(s, env, *more)
        if found and found != nothing:
            see(env)
        return found

    return noted


def _conditional(made: t.Trigger | RuleChange, see: See) -> None:
    made.condition = _noting(made.condition, see)


def _static(made: t.Static, see: See) -> None:
    unasked = (made.enters and made.to_me) or made.extra_triggers or made.ignores
    if unasked:
        made.condition = _noting(made.condition, see)
    elif made.might is not None:
        made.might = _noting_value(made.might, see, NO_FLOOR)
    elif made.bonus_damage is not None:
        made.bonus_damage = _noting_value(made.bonus_damage, see)
    elif made.abilities_of is not None:
        made.abilities_of = _noting_value(made.abilities_of, see)
    else:
        made.applies = _noting_legal(made.applies, see)


def _matching(made: Prohibition | Toll, see: See) -> None:
    match = made.match

    def noted(s: State, env: Env, event: Any) -> bool:
        held = match(s, env, event)
        if held:
            see(env)
        return held

    made.match = noted


def _permission(made: t.Permission, see: See) -> None:
    if made.places is not None:
        made.places = _noting_value(made.places, see)
    else:
        made.covers = _noting_legal(made.covers, see)


def _price(made: t.PriceChange, see: See) -> None:
    if made.per is not None:
        made.per = _noting_value(made.per, see)
    elif made.less is not None and made.less.energy is not None:
        made.less.energy = _noting_value(made.less.energy, see)
    else:
        made.condition = _noting(made.condition, see)


# Of each kind of ability that has no instructions, or that can happen without them: where it is seen.
WRAPPING: Final[dict[type, Callable[[Any, See], None]]] = {
    t.Trigger: _conditional,
    RuleChange: _conditional,
    t.Static: _static,
    Prohibition: _matching,
    Toll: _matching,
    t.Permission: _permission,
    t.PriceChange: _price,
}
