"""Amounts in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.description.places import owner_of
from riftcheck.carddb.abilities.description.selections import noun_group, things
from riftcheck.carddb.abilities.description.speech import SPANS, Voice, joined, say, whole, whose
from riftcheck.carddb.abilities.description.tests import TRAITS, keyword_name

if TYPE_CHECKING:
    from collections.abc import Callable


def _always(words: str) -> Callable[[Any, Voice], str]:
    return lambda *_: words


def _of_one(words: str) -> Callable[[Any, Voice], str]:
    return lambda node, voice: words.format(say(node.ref, voice))


def _distinct_tags(node: p.DistinctTags, voice: Voice) -> str:
    tags = f"the tags {joined(list(node.listed), 'and')} that are found" if node.listed else "different tags"
    return f"the number of {tags} among {things(node.selection, voice)}"


# Amounts that one sentence says, with their thing in the place of `{}`.
_PLAIN: Final[dict[type, Callable[[Any, Voice], str]]] = {
    p.VictoryScore: _always("the Victory Score"),
    p.ExcessDamage: _always("the excess damage that you assigned in this combat"),
    p.EventAmount: _always("the amount of that event"),
    p.DamageOn: _of_one("the damage marked on {}"),
    p.BuffsOn: _of_one("the number of buffs on {}"),
    p.EmpoweredTimes: _of_one("the number of times {} is Empowered"),
    p.DistinctTags: _distinct_tags,
}
for _kind, _words in _PLAIN.items():
    say.register(_kind, _words)


@say.register(p.Number)
def _number(node: p.Number, _voice: Voice) -> str:
    return str(node.value)


@say.register(p.TraitOf)
def _trait_of(node: p.TraitOf, voice: Voice) -> str:
    if voice.named(node.ref.name).behind is not None:
        return f"the {TRAITS[node.trait]} of {say(node.ref, voice)}"
    return f"{owner_of(node.ref, voice)} {TRAITS[node.trait]}"


def each_of(selection: p.Selection, voice: Voice) -> str:
    """Return one of the things that are counted, for `for each ...`."""
    if isinstance(selection, p.Selector):
        group = noun_group(selection, voice, many=False)
        return f"other {group}" if selection.other else group
    return f"of {say(selection, voice)}"


@say.register(p.Count)
def _count(node: p.Count, voice: Voice) -> str:
    return f"the number of {_counted(node.selection, voice)}"


def _counted(selection: p.Selection, voice: Voice) -> str:
    """Return the noun of a count, `enemy units`, also of what a name stands for."""
    if isinstance(selection, p.Ref):
        return voice.named(selection.name).nouns(many=True)
    return things(selection, voice)


@say.register(p.Highest)
def _highest(node: p.Highest, voice: Voice) -> str:
    return f"the highest {TRAITS[node.trait]} among {things(node.selection, voice)}"


@say.register(p.Total)
def _total(node: p.Total, voice: Voice) -> str:
    return f"the total {TRAITS[node.trait]} of {things(node.selection, voice)}"


@say.register(p.Points)
def _points(node: p.Points, _voice: Voice) -> str:
    return "the most points of any opponent" if node.who == "opponent" else f"{whose(node.who)} points"


@say.register(p.Experience)
def _experience(node: p.Experience, _voice: Voice) -> str:
    return f"{whose(node.who)} XP"


@say.register(p.KeywordValue)
def _keyword_value(node: p.KeywordValue, voice: Voice) -> str:
    return f"{owner_of(node.ref, voice)} {keyword_name(node.keyword)} value"


@say.register(p.Times)
def _times(node: p.Times, voice: Voice) -> str:
    return f"how often {say(node.event, voice)} {SPANS[node.span]}"


@say.register(p.PaidAmount)
def _paid_amount(node: p.PaidAmount, voice: Voice) -> str:
    found = voice.named(node.name)
    if node.name not in voice.names or found.noun == "amount":
        return "the amount paid"
    return f"the number of {found.nouns(many=True)}"


@say.register(p.Spent)
def _spent(node: p.Spent, _voice: Voice) -> str:
    return f"the {node.what.capitalize()} that you have spent this turn"


@say.register(p.Plus)
def _plus(node: p.Plus, voice: Voice) -> str:
    right = node.right
    number = whole(right)
    left = say(node.left, voice)
    if number is not None:
        return f"{left} {'minus' if number < 0 else 'plus'} {abs(number)}"
    if isinstance(right, p.Scaled) and right.by < 0:
        return f"{left} minus {say(p.Scaled(right.amount, -right.by), voice)}"
    return f"{left} plus {say(right, voice)}"


@say.register(p.Scaled)
def _scaled(node: p.Scaled, voice: Voice) -> str:
    number = whole(node)
    if number is not None:
        return str(number)
    inner = say(node.amount, voice)
    known = {1: inner, 2: f"twice {inner}", -1: f"minus {inner}"}
    return known.get(node.by, f"{node.by} times {inner}")


def change(amount: object, noun: str, voice: Voice) -> str:
    """Return a bonus or a loss: `+2 Might`, `+1 Might for each buffed unit`, `extra Might equal to ...`."""
    number = whole(amount)
    if number is not None:
        return f"{number:+d} {noun}"
    base, by = (amount.amount, amount.by) if isinstance(amount, p.Scaled) else (amount, 1)
    if isinstance(base, p.Count) and not isinstance(base.selection, p.Ref):
        return f"{by:+d} {noun} for each {each_of(base.selection, voice)}"
    if by < 0:
        return f"a loss of {noun} equal to {say(p.Scaled(base, -by), voice)}"  # type: ignore[arg-type]
    return f"extra {noun} equal to {say(amount, voice)}"
