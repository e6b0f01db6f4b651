"""Events in words, in the four moods that the heads and conditions need.

An event is told as it happens (`a unit dies`), as it has happened (`a unit has died`), as forbidden (`a unit cannot
die`) and as about to happen (`a unit would die`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from riftcheck.carddb.abilities.description.places import place_words
from riftcheck.carddb.abilities.description.selections import is_single, noun_group, things
from riftcheck.carddb.abilities.description.speech import (
    SUBJECTS,
    Voice,
    does,
    joined,
    next_of,
    ordinal,
    possessive,
    say,
    whose,
    with_article,
)
from riftcheck.carddb.abilities.description.speech import plural as many_of
from riftcheck.carddb.abilities.phrases import Controlled, Event, EventVerb, Place, Ref, Selector

Mood = Literal["present", "perfect", "cannot", "would"]


@dataclass(frozen=True, slots=True)
class _Verb:
    """A verb: its bare form, its participle, the word for a missing object, and the words after the object."""

    bare: str
    participle: str
    missing: str | None = None
    tail: str = ""


# Verbs that somebody does to something; with nobody named they are told in the passive.
_ACTS: Final[dict[EventVerb, _Verb]] = {
    "play": _Verb("play", "played", "a card"),
    "kill": _Verb("kill", "killed", "something"),
    "choose": _Verb("target", "targeted", "something"),
    "discard": _Verb("discard", "discarded", "a card"),
    "recycle": _Verb("recycle", "recycled", "a card"),
    "stun": _Verb("stun", "stunned", "a unit"),
    "buff": _Verb("buff", "buffed", "a unit"),
    "ready": _Verb("ready", "readied", "something"),
    "exhaust": _Verb("exhaust", "exhausted", "something"),
    "attach": _Verb("attach", "attached", "an Equipment"),
    "detach": _Verb("detach", "detached", "an Equipment"),
    "look at": _Verb("look at", "looked at", "a card"),
    "reveal": _Verb("reveal", "revealed", "a card"),
    "use": _Verb("use", "used", "an ability"),
    "hide": _Verb("hide", "hidden", "a card"),
    "draw": _Verb("draw", "drawn", "a card"),
    "banish": _Verb("banish", "banished", "something"),
    "burn": _Verb("burn", "burned", "a card"),
    "return": _Verb("return", "returned", "something", " to its owner's hand"),
    "channel": _Verb("channel", "channelled", "a rune"),
    "counter": _Verb("counter", "countered", "a spell"),
    "empower": _Verb("empower", "empowered", "something"),
    "heal": _Verb("heal", "healed", "a unit"),
    "recall": _Verb("recall", "recalled", "something"),
    "put into trash": _Verb("put", "put", "a card"),
}

# The subjects and objects of a prohibition, which is of all of them.
_PLURALS: Final = {
    "an opponent": "opponents",
    "a spell": "spells",
    "an ability": "abilities",
    "a spell or ability": "spells and abilities",
    "an enemy spell or ability": "enemy spells and abilities",
}

# Verbs that a thing or a player does by itself.
_SELF: Final[dict[EventVerb, _Verb]] = {
    "conquer": _Verb("conquer", "conquered"),
    "hold": _Verb("hold", "held"),
    "score": _Verb("score", "scored"),
    "attack": _Verb("attack", "attacked"),
    "defend": _Verb("defend", "defended"),
    "move": _Verb("move", "moved"),
    "die": _Verb("die", "died"),
    "win combat": _Verb("win a combat", "won a combat"),
    "lose combat": _Verb("lose a combat", "lost a combat"),
    "leave": _Verb("leave the board", "left the board"),
    "enter": _Verb("enter the board", "entered the board"),
    "gain points": _Verb("gain points", "gained points"),
    "lose points": _Verb("lose points", "lost points"),
    "gain xp": _Verb("gain XP", "gained XP"),
}

_TIMES: Final[dict[EventVerb, tuple[str, _Verb]]] = {
    "combat ends": ("a combat", _Verb("end", "ended")),
    "combat starts": ("a combat", _Verb("start", "started")),
    "showdown starts": ("a showdown", _Verb("start", "started")),
}

_WAYS_OF_SCORING: Final = frozenset({"conquering or holding", "conquering", "holding"})
_GOING: Final = frozenset({"play", "move", "return", "put into trash", "recall", "recycle", "hide", "attach"})


def _verb(subject: str, verb: _Verb, mood: Mood, *, many: bool, passive: bool) -> str:
    """Return the subject and its verb in a mood."""
    plural = many or subject in {"you", "they"}
    if mood in {"cannot", "would"}:
        return f"{subject} {mood} {f'be {verb.participle}' if passive else verb.bare}"
    if mood == "perfect":
        return f"{subject} {'have' if plural else 'has'} {f'been {verb.participle}' if passive else verb.participle}"
    if passive:
        return f"{subject} {'are' if plural else 'is'} {verb.participle}"
    return does(subject, verb.bare, many=many)


def _thing(event: Event, voice: Voice) -> tuple[str, bool]:
    """Return the thing of an event, and whether it is many."""
    thing = event.thing
    if thing is None:
        return "", False
    if event.one_or_more and isinstance(thing, Selector):
        other = "other " if thing.other else ""
        return f"one or more {other}{noun_group(thing, voice, many=True)}", True
    if isinstance(thing, Selector) and thing.mode == "all":
        return things(thing, voice), True
    return say(thing, voice), not is_single(thing)


def _source(by: str, voice: Voice) -> str:
    """Return the source of an event in words: a kind of chain item, or a thing known by name."""
    if by.endswith(" choosing it"):
        return f"{_source(by.removesuffix(' choosing it'), voice)} that targets it"
    if by.endswith(("spell", "ability")):
        return by if by.startswith("your ") else with_article(by)
    return by if by in _WAYS_OF_SCORING else say(Ref(by), voice)


def _adverbials(event: Event, voice: Voice, *, means: bool = True) -> str:
    """Return the place, means and number of an event, each after a space; without `means`, its source is left out."""
    parts: list[str] = []
    if event.alone:
        parts.append("alone")
    if event.from_facedown:
        parts.append("from face down")
    if event.origin is not None:
        parts.append(place_words(event.origin, voice, "from"))
    if event.place is not None:
        parts.append(_where(event, event.place, voice))
    if event.except_to is not None:
        parts.append(f"except {_where(event, event.except_to, voice)}")
    if event.by is not None and means:
        word = "from" if event.by in _WAYS_OF_SCORING else "with"
        parts.append(f"{word} {_source(event.by, voice)}")
    if event.nth:
        whose = "that player's" if event.who == "player" else "the"
        parts.append(f"for {whose} {ordinal(event.nth)} time in a turn")
    return "".join(f" {part}" for part in parts)


def _where(event: Event, place: Place, voice: Voice) -> str:
    if event.verb == "put into trash":
        return place_words(place, voice, "to").replace("to ", "into ", 1)
    return place_words(place, voice, "to" if event.verb in _GOING else "at")


def _act(event: Event, verb: _Verb, voice: Voice, mood: Mood) -> str:
    thing, many = _thing(event, voice)
    subject = _doer(event, voice)
    if subject is None:
        told = _verb(thing or verb.missing or "", verb, mood, many=many, passive=True)
        return f"{told}{verb.tail}{_adverbials(event, voice)}"
    told = _verb(_PLURALS.get(subject, subject) if mood == "cannot" else subject, verb, mood, many=False, passive=False)
    missing = verb.missing or ""
    if event.one_or_more and missing.startswith("a "):
        missing = f"one or more {many_of(missing.removeprefix('a '))}"
    return f"{told} {thing or missing}{verb.tail}{_adverbials(event, voice, means=event.who is not None)}"


def _doer(event: Event, voice: Voice) -> str | None:
    """Return the subject of an event: a player, a spell, or a thing as in `this kills it`; None where none is named."""
    if event.who is not None:
        return SUBJECTS[event.who]
    return None if event.by is None else _source(event.by, voice)


def _by_itself(event: Event, verb: _Verb, voice: Voice, mood: Mood) -> str:
    if event.verb == "move" and event.who is None and event.by is not None:
        return _act(event, verb, voice, mood)
    thing, many = _thing(event, voice)
    behind = _adverbials(event, voice)
    if event.who is None:
        return f"{_verb(thing or 'something', verb, mood, many=many, passive=False)}{behind}"
    subject = SUBJECTS[event.who]
    subject = _PLURALS.get(subject, subject) if mood == "cannot" else subject
    if event.verb == "move" and not thing and mood == "cannot":
        thing = "a unit"
    elif event.verb == "move" and not thing:
        # CR 449: a unit has an origin and a destination, a player has none.
        subject = f"a unit of {'yours' if subject == 'you' else subject}"
    told = _verb(subject, verb, mood, many=False, passive=False)
    return f"{told}{f' {thing}' if thing else ''}{behind}"


def part_of_turn(event: Event, uses: int | None = None) -> str:
    """Return the turn, phase or step that an event is about: `your Draw Phase`, or the next of them."""
    if event.verb == "turn ends" and event.who in {None, "any"}:
        return "the turn"
    words = (event.word or "").split()
    # A step says so itself, and is named with two words.
    words = words if words[-1:] == ["step"] else [*words, "phase"]
    named = " ".join([*words[:-2], *(word.capitalize() for word in words[-2:])])
    part = named if event.verb == "phase starts" else "turn"
    return (
        f"{whose(event.who)} {part}"
        if uses is None
        else f"{whose(event.who)} {next_of(part, many_of(part), uses).removeprefix('the ')}"
    )


def _phase(event: Event, voice: Voice, mood: Mood) -> str:
    verb = _Verb("end", "ended") if event.verb == "turn ends" else _Verb("start", "started")
    told = _verb(part_of_turn(event), verb, mood, many=False, passive=False)
    return f"{told}{_adverbials(event, voice)}"


def _moment(event: Event, voice: Voice, mood: Mood) -> str:
    name, verb = _TIMES[event.verb]
    thing, _ = _thing(event, voice)
    subject = f"{name} that {thing} was in" if thing else name
    return f"{_verb(subject, verb, mood, many=False, passive=False)}{_adverbials(event, voice)}"


def _becomes(event: Event, voice: Voice, mood: Mood) -> str:
    thing, many = _thing(event, voice)
    word = event.word or ""
    if event.verb == "might becomes":
        verb = _Verb(f"become {word} or more", f"become {word} or more")
        told = _verb(f"{possessive(thing)} Might", verb, mood, many=False, passive=False)
    else:
        shown = word.capitalize() if word in {"mighty", "empowered"} else word
        told = _verb(thing, _Verb(f"become {shown}", f"become {shown}"), mood, many=many, passive=False)
    return f"{told}{_adverbials(event, voice)}"


def _deals(event: Event, voice: Voice, mood: Mood) -> str:
    """Return an event of dealing damage in words, from the side of the dealer: `you deal damage`."""
    thing, many = _thing(event, voice)
    damage = f"{event.word} damage" if event.word else "damage"
    verb = _Verb(f"deal {damage}", f"dealt {damage}")
    doer = _doer(event, voice)
    told = _verb(doer or thing, verb, mood, many=many and doer is None, passive=False)
    return f"{told}{_adverbials(event, voice, means=False)}"


def _dealt(event: Event, voice: Voice, mood: Mood) -> str:
    """Return an event of damage to a thing in words, with its dealer where one is named."""
    thing, many = _thing(event, voice)
    damage = f"{event.word} damage" if event.word else "damage"
    doer = _doer(event, voice)
    if doer is None:
        told = _verb(thing, _Verb("", f"dealt {damage}"), mood, many=many, passive=True)
    else:
        verb = _Verb(f"deal {damage} to {thing}", f"dealt {damage} to {thing}")
        told = _verb(doer, verb, mood, many=False, passive=False)
    return f"{told}{_adverbials(event, voice, means=False)}"


def _spends(event: Event, voice: Voice, mood: Mood) -> str:
    thing, _ = _thing(event, voice)
    number, _, kind = (event.word or "").partition(" ")
    what = f"{number} or more {kind.capitalize()}" if kind else "resources"
    if event.verb == "spend buff":
        what = "one or more buffs" if event.one_or_more else "a buff"
    on = f" {'of' if event.verb == 'spend buff' else 'on'} {thing}" if thing else ""
    verb = _Verb(f"spend {what}{on}", f"spent {what}{on}")
    told = _verb(_doer(event, voice) or "somebody", verb, mood, many=False, passive=False)
    return f"{told}{_adverbials(event, voice, means=False)}"


def _weakened(event: Event, voice: Voice, mood: Mood) -> str:
    thing, many = _thing(event, voice)
    verb = _Verb("give", "given less Might")
    return f"{_verb(thing, verb, mood, many=many, passive=True)}{_adverbials(event, voice)}"


def _tie(event: Event, voice: Voice, mood: Mood) -> str:
    thing, many = _thing(event, voice)
    subject, plural = (thing, many) if thing else ("the attackers", True)
    verb = _Verb("recall", "recalled", None)
    return f"{_verb(subject, verb, mood, many=plural, passive=True)} after a tie{_adverbials(event, voice)}"


_OTHERS: Final = {
    "phase starts": _phase,
    "turn starts": _phase,
    "turn ends": _phase,
    "combat ends": _moment,
    "combat starts": _moment,
    "showdown starts": _moment,
    "becomes": _becomes,
    "might becomes": _becomes,
    "deal damage": _deals,
    "dealt damage": _dealt,
    "spend": _spends,
    "spend buff": _spends,
    "recalled after a tie": _tie,
    "given less might": _weakened,
}


EVENT_VERBS: Final = frozenset({*_ACTS, *_SELF, *_OTHERS})


def event_words(event: Event, voice: Voice, mood: Mood = "present") -> str:
    """Return an event as a clause in a mood.

    :raises TypeError: if no words are known for its verb.
    """
    if event.verb in _ACTS:
        return _act(event, _ACTS[event.verb], voice, mood)
    if event.verb in _SELF:
        return _by_itself(event, _SELF[event.verb], voice, mood)
    if event.verb in _OTHERS:
        return _OTHERS[event.verb](event, voice, mood)
    raise TypeError(f'the describer has no words for the event verb "{event.verb}"')


@say.register(Event)
def _event(node: Event, voice: Voice) -> str:
    return event_words(node, voice)


def when_any(events: tuple[Event, ...], voice: Voice) -> str:
    """Return several events as alternatives, as the clause of time that leads a sentence.

    Where only so many of them are meant (`voice.uses`), it is that of the next; a turn ends only once.
    """
    first = events[0]
    if voice.uses is not None and not any(event.verb == "turn ends" for event in events):
        told = joined([say(event, voice) for event in events], "or")
        return f"{next_of('time', 'times', voice.uses)} {told}"
    if len(events) == 1 and first.nth and first.who != "player":
        # "For the first time" could be said of the thing: that it dies for the first time.
        of_each = isinstance(first.thing, Selector) and Controlled("player") in first.thing.tests
        whose = "for each player, " if of_each else ""
        return f"{whose}the {ordinal(first.nth)} time in a turn that {say(replace(first, nth=0), voice)}"
    return f"when {joined([say(event, voice) for event in events], 'or')}"
