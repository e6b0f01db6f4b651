"""Faults of one line or ability by itself: targets in an ability that takes none, Might that never ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities import instructions as nodes
from riftcheck.carddb.abilities.heads import Activated, AdditionalCost, CostOf, Head, Rule, Static
from riftcheck.carddb.abilities.instructions import Instruction
from riftcheck.carddb.abilities.phrases import Both, Compare, Cost, Exists, Number, Ref, Selector
from riftcheck.carddb.abilities.traversal import own, within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Fault = tuple[str, str]  # the field, and its fault

# The question whether an optional cost was paid, which without it is paid for nothing.
ASKED: Final = "if: NAME is paid"
_PRIVATE: Final = frozenset({"hand", "deck", "rune deck", "facedown zone"})
# Lines that take bare objects: nothing in a hand is a target, and spending is no choice of a target (CR 355.10).
_NEVER_TARGETS: Final = (nodes.Discard, nodes.SpendBuffs)
_STATIC_PARTS: Final = (
    *("might", "raise_to", "keywords", "abilities", "tags", "enters", "bonus_damage", "abilities_of"),
    *("extra_triggers", "never_trigger", "also_counts_as", "damage_order", "ignores", "might_bonus", "adds"),
)


def faults(node: Instruction | Head) -> Iterator[Fault]:
    """Yield the faults of a line or an ability, without those of the lists of lines in it."""
    yield from _targets(node)
    yield from _never_true(node)
    yield from _of_none(node)
    yield from _reduced(node)
    yield from _one_of_several(node)
    check = _CHECKS.get(type(node))
    if check is not None:
        yield from check(node)


def _targets(node: Instruction | Head) -> Iterator[Fault]:
    """Yield selections that must say choose or pick, and those that must not (CR 355.10)."""
    for name, value in own(node):
        direct = list(_selectors_in(value)) if isinstance(node, Instruction) else []
        for selector in direct:
            if selector.mode == "bare" and not isinstance(node, _NEVER_TARGETS) and not _private(selector):
                yield name, "a target is possible here: say choose (a target) or pick (chosen when the line runs)"
        chosen = [part for part in within(value) if isinstance(part, Selector) and part.mode in ("choose", "pick")]
        if any(all(part is not selector for selector in direct) for part in chosen):
            yield name, "nothing is chosen within a cost, an event, a condition or a count: leave out choose and pick"


def _one_of_several(node: Instruction | Head) -> Iterator[Fault]:
    """Yield performers of whom there may be several: which of them it is must be chosen (CR 355.10.d.1)."""
    if not isinstance(node, Instruction):
        return
    for name in ("by", "who") if isinstance(node, nodes.ExtraTurn | nodes.Win) else ("by",):
        who = getattr(node, name)
        if who in ("opponent", "player"):
            say = f"choose: {_ARTICLE[who]} {who} and by: that player, or each: {who} and by: they"
            yield name, f"there may be several of them: say {say}"


_ARTICLE: Final = {"opponent": "an", "player": "a"}


def _selectors_in(value: Any) -> Iterator[Selector]:
    if isinstance(value, Both):
        for part in value.parts:
            yield from _selectors_in(part)
    elif isinstance(value, Selector):
        yield value
        yield from _selectors_in(value.or_else)


def _private(selector: Selector) -> bool:
    return selector.place is not None and selector.place.kind == "zone" and selector.place.zone in _PRIVATE


def _never_true(node: Instruction | Head) -> Iterator[Fault]:
    """Yield comparisons whose answer is known, and counts that no board can have."""
    for name, value in own(node):
        for part in within(value):
            if isinstance(part, Compare) and isinstance(part.left, Number) and isinstance(part.right, Number):
                yield name, "compares two numbers: the answer never changes"
            if isinstance(part, Exists) and part.high is not None and part.high < part.low:
                yield name, f"can never be so: at least {part.low} and at most {part.high}"


def _reduced(node: Instruction | Head) -> Iterator[Fault]:
    """Yield discounts within costs that are no base cost of an ability (CR 404.2)."""
    for name, value in own(node):
        for part in within(value):
            if isinstance(part, Cost) and part.less is not None and not (isinstance(node, Activated) and part is value):
                yield name, "less belongs to the cost of an ability that is used: say cost-of for other prices"
        less = value.less if isinstance(value, Cost) else None
        if less is not None and any(part == Ref("it") for part in within(less)):
            yield name, "what it costs is reckoned before there is an it"


def _of_none(node: Instruction | Head) -> Iterator[Fault]:
    """Yield numbers with which a line would do nothing."""
    if isinstance(node, Instruction) and not isinstance(node, nodes.Score):
        for name, value in own(node):
            if name in ("amount", "count") and isinstance(value, Number) and value.value < 1:
                yield name, f"{value.value} of them is nothing: a whole number of at least 1 must stand here"


def _give(line: nodes.Give) -> Iterator[Fault]:
    if line.might is None and line.raise_to is None and not (line.keywords or line.keywords_of or line.abilities):
        yield "to", "give needs might, raise-to, keywords or abilities"
    if line.minimum is not None and line.might is None:
        yield "minimum", "minimum belongs to might: it is the floor of a decrease"
    if line.until is None and (line.might is not None or line.raise_to is not None):
        name = "might" if line.might is not None else "raise_to"
        yield name, "might needs its duration: until: end of turn"


def _lasting(line: nodes.Double | nodes.SetMight | nodes.SwapMight) -> Iterator[Fault]:
    if line.until is None:
        yield (
            next(name for name, _ in own(line) if name in ("what", "first")),
            ("might needs its duration: until: end of turn"),
        )


def _static(head: Static) -> Iterator[Fault]:
    if not any(getattr(head, part) for part in _STATIC_PARTS if part is not None):
        yield "to", "for needs a part that says what applies, such as might or keywords"
    if head.minimum is not None and head.might is None:
        yield "minimum", "minimum belongs to might: it is the floor of a decrease"
    if (head.abilities_of is None) != (head.which is None):
        yield ("which" if head.which else "abilities_of"), "abilities-of and which belong together"


def _cost_of(head: CostOf) -> Iterator[Fault]:
    if head.less is None and head.more is None and not head.ignore:
        yield "what", "cost-of needs less, more or ignore"
    if head.minimum is not None and head.less is None:
        yield "minimum", "minimum belongs to less: it is the floor of this discount"


def _additional(head: AdditionalCost) -> Iterator[Fault]:
    if head.less is not None and head.to is None:
        yield "less", "less belongs to `to`, other cards; of the card itself say cost-of, while the named cost is paid"
    elif head.optional and head.into is None and head.place is None and head.less is None:
        yield "optional", f"nothing asks whether it was paid: name it by as, and ask: {ASKED}"


def _rule(head: Rule) -> Iterator[Fault]:
    if (head.change is None) == (head.becomes is None):
        yield "name", "rule needs change or becomes, and not both"


def _name_a(line: nodes.NameA) -> Iterator[Fault]:
    if line.of and line.what != "tag":
        yield "of", "of belongs to a tag: the tags that may be named"


def _play(line: nodes.Play) -> Iterator[Fault]:
    if line.again and line.what != Ref("this"):
        yield "again", "only this spell itself is played again: play: this"
    if line.bonus_damage is not None and not line.again:
        yield "bonus_damage", "bonus-damage belongs to again"
    if line.again and (line.to or line.also_to or line.then or line.into):
        yield "again", "a spell that is played again has no place, name or then"


def _play_token(line: nodes.PlayToken) -> Iterator[Fault]:
    if line.ready and line.exhausted:
        yield "exhausted", "a token enters ready or exhausted, not both"


def _add(line: nodes.Add) -> Iterator[Fault]:
    if line.energy is None and not line.power:
        yield "energy", "add needs energy or power"
    if line.times is not None and (line.energy is not None or not line.power):
        yield "times", "times is said of power alone; energy is an amount"


_CHECKS: Final[dict[type[Any], Callable[[Any], Iterator[Fault]]]] = {
    nodes.Give: _give,
    nodes.Double: _lasting,
    nodes.SetMight: _lasting,
    nodes.SwapMight: _lasting,
    nodes.NameA: _name_a,
    nodes.Play: _play,
    nodes.PlayToken: _play_token,
    nodes.Add: _add,
    Static: _static,
    CostOf: _cost_of,
    AdditionalCost: _additional,
    Rule: _rule,
}
