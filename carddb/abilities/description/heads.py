"""Abilities in words: one function for each head."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from riftcheck.carddb.abilities.description.amounts import change, each_of
from riftcheck.carddb.abilities.description.clauses import paragraph, proclaim
from riftcheck.carddb.abilities.description.events import event_words, part_of_turn, when_any
from riftcheck.carddb.abilities.description.keywords import keyword_list
from riftcheck.carddb.abilities.description.places import place_words
from riftcheck.carddb.abilities.description.selections import is_single, noun_group, things
from riftcheck.carddb.abilities.description.speech import Voice, joined, next_of, say, sentence, third_person
from riftcheck.carddb.abilities.description.values import resources
from riftcheck.carddb.abilities.heads import (
    Ability,
    Activated,
    As,
    Can,
    Cannot,
    CostOf,
    Gate,
    Head,
    Instead,
    Static,
    Triggered,
)
from riftcheck.carddb.abilities.names.antecedents import binds
from riftcheck.carddb.abilities.names.antecedents import is_single as is_one
from riftcheck.carddb.abilities.phrases import (
    Amount,
    BuffsOn,
    Condition,
    Cost,
    DamageOn,
    Event,
    Paid,
    Ref,
    Selection,
    Selector,
    TraitOf,
    parts_of,
)

ONCE: Final = "This can be used once each turn."
_SPEEDS: Final = {"action": "with the timing of an Action", "reaction": "with the timing of a Reaction"}
_WHICH: Final = {
    None: "the abilities",
    "exhaust": "the abilities that have exhausting their source as a cost,",
    "printed": "the printed abilities",
    "keywords": "the keywords",
}
_DONE: Final = {"play": "played", "hide": "hidden"}
_AS: Final = {
    "played": "{this} is played",
    "attached": "{this} is attached to a unit",
    "seen": "you look at or reveal {this} from the top of your deck",
    "revealed": "{this} is revealed from your deck",
}


# --- what any ability may carry --------------------------------------------------------------------------------------


def gate_words(gate: Gate, voice: Voice) -> str:
    """Return what must be so while the text of a dependent keyword is active."""
    if gate.kind == "level":
        return f"you have {gate.level} or more XP (Level {gate.level})"
    if gate.kind == "legion":
        return "you have played another card this turn (Legion)"
    return f"{voice.me} is Empowered"


def under_conditions(head: Head, text: str, voice: Voice, condition: Condition | None = None) -> str:
    """Return a sentence behind the gates and the condition during which it is so."""
    whiles = [gate_words(gate, voice) for gate in head.gates]
    if condition is not None:
        whiles.append(say(condition, voice))
    settled = not head.gates and isinstance(condition, Paid)
    return f"{'if' if settled else 'while'} {' and '.join(whiles)}, {text}" if whiles else text


def _paragraph(head: Head, lead: str, do: str, voice: Voice, *notes: str) -> str:
    """Return a paragraph of a lead, the acts, and the notes behind them."""
    parts = [f"{_capital(under_conditions(head, lead, voice))}: {do}", *(note for note in notes if note)]
    return " ".join(parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _with_payment(lead: str, cost: Cost | None, voice: Voice, *, may: bool, then: str, who: str = "you") -> str:
    """Return the lead with the decision and the payment before anything happens."""
    if cost is None:
        return f"{lead}, {f'{who} may do this{then}' if may else f'this happens{then}'}"
    return f"{lead}, {who} {'may' if may else 'must'} {say(cost, voice)}; if that is paid, this happens{then}"


def _about(head: Triggered | Instead) -> str:
    """Return what `it` is in an ability: the thing of its event, or the one that its cost took."""
    events = head.events if isinstance(head, Triggered) else (head.event,)
    if head.cost is None or any(binds(event) for event in events):
        return _subject(events)
    return _taken_one(head.cost) or _subject(events)


def _taken_one(cost: Cost) -> str:
    """Return what a cost takes where that is one thing, as the exhausted unit; "" where it is none or several."""
    taken = [(done, part) for done, part in _taken(cost) if isinstance(part, Selector) and is_one(part)]
    if len(taken) != 1:
        return ""
    done, part = taken[0]
    noun = part.nouns[0] if len(part.nouns) == 1 and part.nouns[0] != "something" else "card"
    return f"the {done} {noun}"


def _taken(cost: Cost) -> list[tuple[str, Selection]]:
    """Return what a cost takes, each with the word for what has been done to it."""
    acts = [
        ("exhausted", cost.exhaust),
        ("killed", cost.kill),
        ("discarded", cost.discard),
        ("recycled", cost.recycle),
        ("banished", cost.banish),
        ("returned", cost.returned),
        ("disempowered", cost.disempower),
    ]
    return [(done, part) for done, what in acts for part in parts_of(what)]


def _subject(events: tuple[Event, ...]) -> str:
    """Return what events are about: `that unit`; `it` where they do not say what that is."""
    nouns = {event.thing.nouns if isinstance(event.thing, Selector) else () for event in events}
    said = [noun for found in nouns for noun in found]
    return f"that {said[0]}" if len(nouns) == 1 and len(said) == 1 and said[0] != "something" else "it"


# --- abilities that do something -------------------------------------------------------------------------------------


@proclaim.register(Triggered)
def _triggered(head: Triggered, voice: Voice) -> str:
    condition = "" if head.condition is None else f", if {say(head.condition, voice)}"
    who = "you" if head.controller is None else say(Ref(head.controller), voice)
    # CR 405.2: what a trigger costs may be declined, also where nothing says "may".
    may = head.may or head.cost is not None
    when, voice = f"{when_any(head.events, voice)}{condition}", voice.settled(_about(head))
    lead = _with_payment(when, head.cost, voice, may=may, then="", who=who)
    zone = {"board": "", "anywhere": "This works in every zone."}.get(
        head.works_in,
        f"This works while {voice.this} is in your {head.works_in}.",
    )
    text = _paragraph(
        head,
        lead,
        paragraph(head.do, voice),
        voice,
        ONCE if head.once else "",
        zone,
        _controlled(head, who, may=may),
    )
    return f"Deathknell. {text}" if head.label == "deathknell" else text


def _controlled(head: Triggered | Instead, who: str, *, may: bool) -> str:
    """Return whose an ability is that says so, where nobody is told as the one who may."""
    return "" if head.controller is None or may else f"This is controlled by {who}."


@proclaim.register(Activated)
def _activated(head: Activated, voice: Voice) -> str:
    speed = "" if head.speed is None else f", {_SPEEDS[head.speed]},"
    only = "" if head.only is None else f"This can be used only if {say(head.only, voice)}."
    lead = f"you may {say(head.cost, voice)}{speed} to do this"
    taken = _taken_one(head.cost)
    voice = voice.settled(taken) if taken else voice
    anyone = "" if head.by is None else f"Any player may do so, whoever controls {voice.me}."
    return _paragraph(head, lead, paragraph(head.do, voice), voice, anyone, only, ONCE if head.once else "")


@proclaim.register(Instead)
def _instead(head: Instead, voice: Voice) -> str:
    condition = "" if head.condition is None else f" and {say(head.condition, voice)}"
    when = "if" if voice.uses is None else f"{next_of('time', 'times', voice.uses)}"
    lead = f"{when} {event_words(head.event, voice, 'would')}{condition}"
    who = "you" if head.controller is None else say(Ref(head.controller), voice)
    often, voice = voice.uses, voice.settled(_about(head))
    once = ONCE if head.once else ""
    if not head.do:
        paid = "" if head.cost is None else f"{say(head.cost, voice)} to "
        skip = f"{f'{who} may ' if head.may else ''}{paid}skip "
        if head.event.verb in ("phase starts", "turn starts") and not condition:
            skip += part_of_turn(head.event, often)
            return " ".join(filter(None, [sentence(under_conditions(head, skip, voice)), once]))
        skip += "that"
        return " ".join(filter(None, [sentence(under_conditions(head, f"{lead}, {skip}", voice)), once]))
    settled = _with_payment(lead, head.cost, voice, may=head.may, then=" instead", who=who)
    return _paragraph(head, settled, paragraph(head.do, voice), voice, once, _controlled(head, who, may=head.may))


@proclaim.register(As)
def _as(head: As, voice: Voice) -> str:
    may = "you may do this" if head.may else "this happens"
    lead = f"as {_AS[head.kind].format(this=voice.this)}, {may} at once"
    if head.kind == "attached":
        voice = voice.settled("the equipped unit")
    return _paragraph(head, lead, paragraph(head.do, voice), voice)


# --- abilities that are so -------------------------------------------------------------------------------------------


def _floor(amount: Amount | None, voice: Voice) -> str:
    return "" if amount is None else f" (not below {say(amount, voice)} Might)"


def _parts(head: Static, voice: Voice) -> list[str]:
    """Return the parts of a static ability as bare verb phrases."""
    inner = voice.granted("it")
    parts: list[str] = []
    if head.might is not None:
        parts.append(f"have {change(head.might, 'Might', voice)}{_floor(head.minimum, voice)}")
    if head.raise_to is not None:
        parts.append(f"have at least {say(head.raise_to, voice)} Might")
    if head.keywords:
        parts.append(f"have {keyword_list(head.keywords, inner)}")
    parts += [f"have the ability [{proclaim(ability, inner)}]" for ability in head.abilities]
    if head.tags:
        tags = joined([_tag(tag, voice) for tag in head.tags])
        parts.append(f"have the tag{'s' if len(head.tags) > 1 else ''} {tags}")
    if head.enters is not None:
        parts.append(f"enter {head.enters}")
    if head.bonus_damage is not None:
        parts.append(f"deal {change(head.bonus_damage, 'damage', voice)}")
    if head.abilities_of is not None:
        parts.append(f"have {_WHICH[head.which]} of {say(head.abilities_of, voice)}")
    return parts + _rarer_parts(head, voice)


def _tag(tag: str | Ref, voice: Voice) -> str:
    return tag if isinstance(tag, str) else say(tag, voice)


def _rarer_parts(head: Static, voice: Voice) -> list[str]:
    parts: list[str] = []
    if head.extra_triggers:
        more = "once more" if head.extra_triggers == 1 else f"{head.extra_triggers} more times"
        place = head.to.place if isinstance(head.to, Selector) else None
        parts.append(
            f"trigger {more} each time{'' if place is None else f', for what happens {place_words(place, voice)}'}"
        )
    if head.never_trigger:
        place = head.to.place if isinstance(head.to, Selector) else None
        parts.append(f"do not trigger{'' if place is None else f' for what is {place_words(place, voice)}'}")
    if head.also_counts_as == "conquer and hold":
        parts.append("have conquer effects that are hold effects as well, and hold effects that are conquer effects")
    if head.damage_order is not None:
        parts.append(f"take combat damage {head.damage_order} of its side")
    if head.ignores is not None:
        paid = "it is" if isinstance(head.to, Ref) else "they are"
        when = f"while {paid} paid for" if head.ignores == "deflect" else "when damage is assigned"
        parts.append(f"ignore {head.ignores.capitalize()} {when}")
    if head.might_bonus == "double":
        parts.append("give twice the Might bonus")
    if head.adds is not None:
        parts.append(f"add {resources(head.adds, voice)} more each time")
    return parts


def _is_dealt_to(selection: Selection) -> bool:
    """Tell whether Bonus Damage is of all damage dealt to some units, not of that which spells and abilities deal."""
    return isinstance(selection, Selector) and not {"spell", "ability"} & set(selection.nouns)


def is_many(selection: Selection) -> bool:
    """Tell whether the words of a selection are of several things."""
    return not is_single(selection)


@proclaim.register(Static)
def _static(head: Static, voice: Voice) -> str:
    many = is_many(head.to)
    if head.bonus_damage is not None and _is_dealt_to(head.to):
        more = change(head.bonus_damage, "damage", voice)
        voice = voice.settled()
        return sentence(
            under_conditions(head, f"spells and abilities deal {more} to {say(head.to, voice)}", voice, head.condition)
        )
    parts = _parts(head, voice)
    subject = say(_without_place(head.to) if head.extra_triggers or head.never_trigger else head.to, voice)
    if voice.uses is not None and isinstance(head.to, Selector):
        subject, many = next_things(head.to, voice, voice.uses), voice.uses > 1
    if isinstance(head.to, Selector) and head.to.mode == "all" and head.to.or_else is None and _of_each(head):
        subject, many = f"each {each_of(head.to, voice)}", False
    told = parts if many or subject == "you" else [third_person(part) for part in parts]
    return sentence(under_conditions(head, f"{subject} {joined(told)}", voice, head.condition))


def tells_uses(head: Ability) -> bool:
    """Tell whether the words of an ability say themselves how often it can be used."""
    if isinstance(head, Static):
        return isinstance(head.to, Selector) and not (head.bonus_damage is not None and _is_dealt_to(head.to))
    if isinstance(head, Can):
        return _is_for_next(head)
    return isinstance(head, Triggered | Instead) or (isinstance(head, CostOf) and isinstance(head.what, Selector))


def next_things(selector: Selector, voice: Voice, uses: int) -> str:
    """Return the next of the things that a text is for, or the next so many."""
    return next_of(noun_group(selector, voice, many=False), noun_group(selector, voice, many=True), uses)


def _without_place(selection: Selection) -> Selection:
    return replace(selection, place=None) if isinstance(selection, Selector) else selection


def _of_each(head: Static) -> bool:
    """Tell whether the Might differs between the units, as an amount of "it" does."""
    return isinstance(head.might, BuffsOn | TraitOf | DamageOn) and head.might.ref.name == "it"


@proclaim.register(Cannot)
def _cannot(head: Cannot, voice: Voice) -> str:
    return sentence(under_conditions(head, event_words(head.event, voice, "cannot"), voice, head.condition))


def _is_for_next(head: Can) -> bool:
    """Tell whether a permission adds a place for what is played next, which uses it up wherever it goes."""
    return head.act == "play" and head.place is not None and isinstance(head.what, Selector) and not head.anyone


def _permitted(head: Can, voice: Voice) -> str:
    """Return a permission as a clause; the things are its subject where any player has it, or where it is to move."""
    if voice.uses is not None and isinstance(head.what, Selector) and _is_for_next(head):
        return f"{next_things(head.what, voice, voice.uses)} that you play may be played"
    what = things(head.what, voice)
    if head.act == "move with":
        return f"{what} may move along with {voice.me}"
    if head.act == "move":
        return f"{what} may move"
    return f"{what} may be {_DONE[head.act]}" if head.anyone else f"you may {head.act} {what}"


@proclaim.register(Can)
def _can(head: Can, voice: Voice) -> str:
    words = ["by its Ambush", _permitted(head, voice)] if head.ambush else [_permitted(head, voice)]
    if head.origin is not None:
        words.append(place_words(head.origin, voice, "from"))
    if head.place is not None:
        words.append(place_words(head.place, voice, "at" if head.act == "hide" else "to"))
    if head.act == "move" and head.origin is None:
        words.append("from anywhere")
    if head.facedown:
        words.append("(from face down, too)")
    if head.ignoring_costs:
        words.append(f"without paying for {'it' if is_single(head.what) else 'them'}")
    if head.ignoring is not None:
        words.append(f"without paying {'its' if is_single(head.what) else 'their'} {head.ignoring.capitalize()} cost")
    if head.paying is not None:
        words.append(f"and {say(head.paying, voice)} instead of the base cost")
    return sentence(under_conditions(head, " ".join(words), voice, head.condition))
