"""Prices, numbers of the rules and rules of deck building in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.description.amounts import each_of
from riftcheck.carddb.abilities.description.clauses import proclaim
from riftcheck.carddb.abilities.description.events import event_words
from riftcheck.carddb.abilities.description.heads import is_many, next_things, under_conditions
from riftcheck.carddb.abilities.description.places import place_words
from riftcheck.carddb.abilities.description.selections import noun_group
from riftcheck.carddb.abilities.description.speech import (
    Voice,
    joined,
    say,
    sentence,
    third_person,
    whole,
    with_article,
)
from riftcheck.carddb.abilities.description.values import price
from riftcheck.carddb.abilities.heads import AdditionalCost, CostOf, DeckRule, Rule, Toll
from riftcheck.carddb.abilities.phrases import Cost, Count, Discount, PaidAmount, PlayedBy, Ref, Selector

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.phrases import Amount

_RULES: Final = {
    "victory score": "the Victory Score",
    "runes in the channel phase": "the number of runes that each player channels at the start of their Channel Phase",
    "buffs on me": "the number of buffs that {me} may have",
    "facedown cards here": "the number of face-down cards that may be here",
    "times I can be empowered": "the number of times that {me} can be Empowered",
    "lethal damage": "the damage of yours that counts as lethal to enemy units",
    "buff might": "the Might that a buff gives",
}
_COMPONENTS: Final = {
    "optional": "the optional extra costs of",
    "hide": "the cost to hide",
    "activated": "activated abilities of",
}


def _for_each(amount: Amount | None, voice: Voice) -> str:
    if amount is None:
        return ""
    if isinstance(amount, Count) and isinstance(amount.selection, Ref):
        return f" for each {voice.named(amount.selection.name).nouns(many=False)}"
    if isinstance(amount, PaidAmount) and (found := voice.named(amount.name)).behind and found.noun != "amount":
        return f" for each {found.nouns(many=False)}"
    if isinstance(amount, Count):
        return f" for each {each_of(amount.selection, voice)}"
    return f", multiplied by {say(amount, voice)}"


@say.register(Discount)
def _discount(node: Discount, voice: Voice) -> str:
    condition = "" if node.condition is None else f" while {say(node.condition, voice)}"
    return f"less {price(node.cost, voice)}{_for_each(node.per, voice)}{condition}"


def _priced(head: CostOf, voice: Voice) -> tuple[str, bool]:
    """Return the subject of a price, and True where that is several things."""
    what = voice.this if head.what is None else say(head.what, voice)
    many = head.what is not None and is_many(head.what)
    if voice.uses is not None and isinstance(head.what, Selector):
        what, many = next_things(head.what, voice, voice.uses), voice.uses > 1
    if head.component is None:
        return what, many
    component = _COMPONENTS.get(head.component, f"the {head.component.capitalize()} cost of")
    return f"{component} {what}", component.startswith(("the optional", "activated"))


def _price_changes(head: CostOf, voice: Voice) -> list[str]:
    changes: list[str] = []
    per = _for_each(head.per, voice)
    if head.ignore:
        changes.append("have a base cost of zero")
    for cost, word in ((head.less, "less"), (head.more, "more")):
        if cost is None:
            continue
        if cost.energy is not None and whole(cost.energy) is None:
            changes.append(f"cost {word}, by {price(cost, voice)}{per}")
        else:
            changes.append(f"cost {price(cost, voice)} {word}{per}")
    return changes


@proclaim.register(CostOf)
def _cost_of(head: CostOf, voice: Voice) -> str:
    subject, many = _priced(head, voice)
    changes = _price_changes(head, voice)
    told = joined(changes if many else [third_person(change_) for change_ in changes])
    floor = "" if head.minimum is None else f" (this never lowers it below {price(head.minimum, voice)})"
    slot = (
        ""
        if head.slot is None
        else " Where several of these changes of its price are active, only the last of them counts."
    )
    if head.place is not None:
        subject = f"{subject} that a player plays {place_words(head.place, voice, 'to')}"
    text = f"{subject} {told}"
    if head.may and isinstance(head.what, Selector):
        text = f"you may have {with_article(noun_group(head.what, voice, many=False))} {joined(changes)}"
    once = " This can be used once each turn." if head.once else ""
    return sentence(under_conditions(head, f"{text}{floor}", voice, head.condition)) + slot + once


@proclaim.register(AdditionalCost)
def _additional_cost(head: AdditionalCost, voice: Voice) -> str:
    if isinstance(head.to, Selector) and head.place is not None:
        where = place_words(head.place, voice, "to")
        what = with_article(noun_group(head.to, voice, many=False))
        told = f"whoever plays {what} may also {say(head.cost, voice)}, and then plays it {where}"
        return sentence(under_conditions(head, told, voice, head.condition))
    if isinstance(head.to, Selector) and head.less is not None:
        return sentence(under_conditions(head, _eased(head, head.to, head.less, voice), voice, head.condition))
    may = "you may also" if head.optional else "you must also"
    told = f"as you play {voice.this}, {may} {say(head.cost, voice)}"
    return sentence(under_conditions(head, told, voice, head.condition))


def _eased(head: AdditionalCost, to: Selector, less: Cost, voice: Voice) -> str:
    """Return what may be paid besides for other cards, which then cost less."""
    mine = PlayedBy("you") in to.tests
    played = replace(to, tests=tuple(test for test in to.tests if not isinstance(test, PlayedBy))) if mine else to
    what = with_article(noun_group(played, voice, many=False))
    who = f"as you play {what}, you" if mine else f"whoever plays {what}"
    return f"{who} may also {say(head.cost, voice)}, and it then costs {price(less, voice)} less"


@proclaim.register(Rule)
def _rule(head: Rule, voice: Voice) -> str:
    subject = _RULES[head.name].format(me=voice.me)
    changes: list[str] = []
    if head.change is not None:
        number = whole(head.change)
        changes.append(f"is changed by {say(head.change, voice) if number is None else f'{number:+d}'}")
    if head.becomes is not None:
        changes.append("is any amount" if head.becomes == "any" else f"is {say(head.becomes, voice)}")
    return sentence(under_conditions(head, f"{subject} {joined(changes)}", voice, head.condition))


@proclaim.register(Toll)
def _toll(head: Toll, voice: Voice) -> str:
    per = "" if head.per is None else f" for each {head.per}"
    text = f"{event_words(head.event, voice, 'cannot')} unless they pay the toll: {say(head.pay, voice)}{per}"
    return sentence(under_conditions(head, text, voice))


@proclaim.register(DeckRule)
def _deck_rule(head: DeckRule, voice: Voice) -> str:
    return sentence(under_conditions(head, f"when a deck is built: {head.text}", voice))
