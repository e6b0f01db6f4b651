"""Amounts in words."""

from __future__ import annotations

from typing import Final

from carddb.abilities.describe.phrases import TRAITS, keyword_name, noun_group, things
from carddb.abilities.describe.places import owner_of
from carddb.abilities.describe.speech import (
    Voice,
    quoted,
    say,
    whole,
    whose,
)
from carddb.abilities.phrases import (
    BuffsOn,
    Count,
    DamageOn,
    DistinctTags,
    EmpoweredTimes,
    EventAmount,
    ExcessDamage,
    Experience,
    Highest,
    KeywordValue,
    Number,
    PaidAmount,
    Plus,
    Points,
    Ref,
    Scaled,
    Selection,
    Selector,
    Times,
    Total,
    TraitOf,
    VictoryScore,
)

_SPANS: Final = {"this turn": "this turn", "this combat": "in this combat", "game": "in this game"}


@say.register(Number)
def _number(node: Number, voice: Voice) -> str:
    del voice
    return str(node.value)


@say.register(TraitOf)
def _trait_of(node: TraitOf, voice: Voice) -> str:
    return f"{owner_of(node.ref, voice)} {TRAITS[node.trait]}"


def each_of(selection: Selection, voice: Voice) -> str:
    """Return one of the things that are counted, for `for each ...`."""
    if isinstance(selection, Selector):
        group = noun_group(selection, voice, many=False)
        return f"other {group}" if selection.other else group
    return f"of {say(selection, voice)}"


@say.register(Count)
def _count(node: Count, voice: Voice) -> str:
    return f"the number of {_counted(node.selection, voice)}"


def _counted(selection: Selection, voice: Voice) -> str:
    """Return what is counted; a name counts as the objects that it holds."""
    return f"objects in {say(selection, voice)}" if isinstance(selection, Ref) else things(selection, voice)


@say.register(Highest)
def _highest(node: Highest, voice: Voice) -> str:
    return f"the highest {TRAITS[node.trait]} among {things(node.selection, voice)}"


@say.register(Total)
def _total(node: Total, voice: Voice) -> str:
    return f"the total {TRAITS[node.trait]} of {things(node.selection, voice)}"


@say.register(Points)
def _points(node: Points, voice: Voice) -> str:
    del voice
    return "the most points of any opponent" if node.who == "opponent" else f"{whose(node.who)} points"


@say.register(VictoryScore)
def _victory_score(node: VictoryScore, voice: Voice) -> str:
    del node, voice
    return "the Victory Score"


@say.register(Experience)
def _experience(node: Experience, voice: Voice) -> str:
    del voice
    return f"{whose(node.who)} XP"


@say.register(DamageOn)
def _damage_on(node: DamageOn, voice: Voice) -> str:
    return f"the damage marked on {say(node.ref, voice)}"


@say.register(KeywordValue)
def _keyword_value(node: KeywordValue, voice: Voice) -> str:
    return f"{owner_of(node.ref, voice)} {keyword_name(node.keyword)} value"


@say.register(ExcessDamage)
def _excess(node: ExcessDamage, voice: Voice) -> str:
    del node, voice
    return "the excess damage that you assigned in this combat"


@say.register(EventAmount)
def _event_amount(node: EventAmount, voice: Voice) -> str:
    del node, voice
    return "the amount of that event"


@say.register(DistinctTags)
def _tags(node: DistinctTags, voice: Voice) -> str:
    return f"the number of different tags among {things(node.selection, voice)}"


@say.register(Times)
def _times(node: Times, voice: Voice) -> str:
    return f"how often {say(node.event, voice)} {_SPANS[node.span]}"


@say.register(PaidAmount)
def _paid_amount(node: PaidAmount, voice: Voice) -> str:
    del voice
    return f"the amount paid for {quoted(node.name)}"


@say.register(BuffsOn)
def _buffs_on(node: BuffsOn, voice: Voice) -> str:
    return f"the number of buffs on {say(node.ref, voice)}"


@say.register(EmpoweredTimes)
def _empowered_times(node: EmpoweredTimes, voice: Voice) -> str:
    return f"the number of times {say(node.ref, voice)} is Empowered"


@say.register(Plus)
def _plus(node: Plus, voice: Voice) -> str:
    right = node.right
    number = whole(right)
    left = say(node.left, voice)
    if number is not None:
        return f"{left} {'minus' if number < 0 else 'plus'} {abs(number)}"
    if isinstance(right, Scaled) and right.by < 0:
        return f"{left} minus {say(Scaled(right.amount, -right.by), voice)}"
    return f"{left} plus {say(right, voice)}"


@say.register(Scaled)
def _scaled(node: Scaled, voice: Voice) -> str:
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
    base, by = (amount.amount, amount.by) if isinstance(amount, Scaled) else (amount, 1)
    if isinstance(base, Count) and not isinstance(base.selection, Ref):
        return f"{by:+d} {noun} for each {each_of(base.selection, voice)}"
    if by < 0:
        return f"a loss of {noun} equal to {say(Scaled(base, -by), voice)}"  # type: ignore[arg-type]
    return f"extra {noun} equal to {say(amount, voice)}"
