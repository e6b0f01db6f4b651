"""Events: sentences about something that happens, as a trigger, a replacement, a prohibition or a count reads them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.grammar import fixed, objects, selectors
from riftcheck.carddb.abilities.grammar.words import FORMS, ORDINALS, PLAYERS, PRESENT_VERBS, SPECIAL
from riftcheck.carddb.abilities.phrases import Event, Ref, Selector

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.grammar.scanner import Cursor
    from riftcheck.carddb.abilities.grammar.words import Tense, Verb
    from riftcheck.carddb.abilities.phrases import Selection, Who

_FIELD_VERBS: Final = frozenset({"conquer", "hold", "attack", "defend", "score"})
# Nouns that no verb takes as the thing that does it: players have words of their own.
_OF_PLAYERS: Final = frozenset({"player", "opponent", "other player"})
_PLAYERS_ONLY: Final = frozenset({"play", "discard", "draw", "burn", "channel", "hide", "use", "look at"})
_FIGHT: Final = frozenset({"attack", "defend"})


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of an event's sentence: a player, a source such as `enemy spells and abilities`, or a thing."""

    who: Who | None = None
    source: str | None = None
    thing: Selection | None = None


def events(cursor: Cursor) -> tuple[Event, ...]:
    """Read one sentence, or several joined by `or`: `the first time each turn you conquer or hold` gives two.

    :raises PhraseError: where the words are no sentence of the grammar.
    """
    start = cursor.peek()
    nth = _nth(cursor)
    found = _sentence(cursor)
    while cursor.take("or"):
        found += _sentence(cursor)
    if not nth:
        return found
    if len(found) > 1 or found[0].nth:
        raise cursor.error("which time it is can be said of one event only", start)
    return (replace(found[0], nth=nth),)


def times(cursor: Cursor) -> Event:
    """Read the sentence that `times` counts, in the present or the past: `times this card dealt damage`.

    :raises PhraseError: where the words are no such sentence.
    """
    return cursor.furthest(lambda here: _single(here, "present"), lambda here: _single(here, "past"))


def clause(cursor: Cursor, subject: Subject, tense: Tense) -> tuple[Event, ...]:
    """Read the verb and what follows it, after a subject; a perfect tense without its `have`.

    :raises PhraseError: where no verb of the grammar stands in that tense.
    """
    special = _special(cursor, subject, tense)
    if special is not None:
        return (special,)
    return _regular(cursor, subject, tense)


def subject(cursor: Cursor) -> Subject:
    """Read the subject of a sentence.

    :raises PhraseError: where none stands next, or players who are told by more than the words for them.
    """
    start = cursor.at
    who = cursor.take_from(PLAYERS)
    if who is not None:
        return Subject(who=who)
    source = objects.source(cursor)
    if source is not None and _verb_next(cursor):
        return Subject(source=source)
    cursor.at = start
    first = cursor.peek()
    thing = selectors.in_sentence(cursor)
    if isinstance(thing, Selector) and not _OF_PLAYERS.isdisjoint(thing.nouns):
        raise cursor.error(f"players as a subject are one of {', '.join(PLAYERS)}", first)
    return Subject(thing=thing)


def _verb_next(cursor: Cursor) -> bool:
    first, second = cursor.peek().low, cursor.peek(1).low
    return first in PRESENT_VERBS or f"{first} {second}" in PRESENT_VERBS or first in FORMS["past"] or first == "dealt"


def _nth(cursor: Cursor) -> int:
    start = cursor.at
    cursor.take("the")
    token = cursor.peek()
    if not cursor.sees("time", 1):
        cursor.at = start
        return 0
    if token.low not in ORDINALS:
        raise cursor.no("ordinal", ORDINALS)
    cursor.next()
    cursor.expect("time")
    cursor.expect("each turn")
    return ORDINALS[token.low]


def _sentence(cursor: Cursor) -> tuple[Event, ...]:
    whole = fixed.sentence(cursor)
    if whole is not None:
        return (whole,)
    return clause(cursor, subject(cursor), "present")


def _single(cursor: Cursor, tense: Tense) -> Event:
    token = cursor.peek()
    found = clause(cursor, subject(cursor), tense)
    if len(found) != 1:
        raise cursor.error("one event must stand here, not several", token)
    return found[0]


# --- verbs with an object of their own -------------------------------------------------------------------------------


def _special(cursor: Cursor, about: Subject, tense: Tense) -> Event | None:
    for verb, forms in SPECIAL.items():
        if cursor.peek().low in forms[tense]:
            cursor.next()
            return objects.SPECIALS[verb](cursor, about.who, about.source, about.thing)
    return None


# --- the table of verbs ----------------------------------------------------------------------------------------------


def _regular(cursor: Cursor, about: Subject, tense: Tense) -> tuple[Event, ...]:
    token = cursor.peek()
    verb = cursor.take_from(FORMS[tense])
    if verb is None:
        known = {form for row in SPECIAL.values() for form in row[tense]} | set(FORMS[tense])
        raise cursor.no("verb", known)
    verbs = [verb]
    while cursor.sees("or") and cursor.peek(1).low in FORMS[tense]:
        cursor.next()
        verbs.append(FORMS[tense][cursor.next().low])
    if len({one.role for one in verbs}) > 1 or (len(verbs) > 1 and verbs[0].role == "act" and about.thing is not None):
        raise cursor.error("these verbs have no common subject: write a list of sentences", token)
    return _finish(cursor, about, verbs)


def _finish(cursor: Cursor, about: Subject, verbs: list[Verb]) -> tuple[Event, ...]:
    first = verbs[0]
    base = _self_event(cursor, about, first) if first.role == "self" else _act_event(cursor, about, first)
    base = objects.modifiers(cursor, base)
    if base.alone and not all(verb.verb in _FIGHT for verb in verbs):
        raise cursor.error('"alone" is said of attacking and defending only', cursor.peek(-1))
    return tuple(replace(base, verb=verb.verb) for verb in verbs)


def _self_event(cursor: Cursor, about: Subject, verb: Verb) -> Event:
    """Read a verb without a doer besides its subject: `I conquer`, `you hold here`, `opponents move units to here`."""
    if about.source is not None:
        return _moved_by(cursor, about.source, verb)
    event = Event(verb.verb, who=about.who, thing=about.thing)
    if verb.verb == "score" and about.who is None:
        raise cursor.error("players score: a thing conquers or holds")
    if verb.verb in _FIELD_VERBS:
        return objects.battlefield(cursor, event)
    if verb.verb == "leave":
        cursor.take("the board")
    if about.who is None or verb.verb not in {"move", "leave", "die", "enter"}:
        return event
    if verb.verb == "move":
        return objects.moved(cursor, event)
    raise cursor.error(f"a player does not {verb.base}: say what does")


def _moved_by(cursor: Cursor, source: str, verb: Verb) -> Event:
    """Read what spells and abilities move: `enemy spells and abilities move me`."""
    if verb.verb != "move":
        raise cursor.error(f"a spell or ability does not {verb.base}")
    found = objects.moved(cursor, Event("move", by=source))
    if found.thing is None:
        raise cursor.error("say what spells and abilities move")
    return found


def _act_event(cursor: Cursor, about: Subject, verb: Verb) -> Event:
    """Read a verb that needs a doer: a player, a spell, or one thing known by name."""
    by = about.source
    if about.who is None and verb.verb in _PLAYERS_ONLY:
        raise cursor.error(f"only a player can {verb.base}", cursor.peek(-1))
    if about.thing is not None:
        if not isinstance(about.thing, Ref):
            raise cursor.error(f"only a player, a spell, an ability or a thing known by name can {verb.base}")
        by = about.thing.name
    event = Event(verb.verb, who=about.who, by=by)
    return objects.acted_on(cursor, event)
