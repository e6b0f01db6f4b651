"""The words after the verb of an event: its object, destination, origin and means."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.grammar import names, nouns, places, selectors
from riftcheck.carddb.abilities.grammar.words import ADJECTIVES, FORMS, ORDINALS, TRAITS
from riftcheck.carddb.abilities.phrases import Event, Number, Place, Ref, Selector

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from riftcheck.carddb.abilities.grammar.scanner import Cursor
    from riftcheck.carddb.abilities.phrases import EventVerb, Selection, Who

_SOURCES: Final = {
    "spell": "spell",
    "spells": "spell",
    "ability": "ability",
    "abilities": "ability",
    "unit ability": "unit ability",
    "unit abilities": "unit ability",
}
_NO_OBJECT: Final = frozenset({"or", "from", "with", "to", "at", "twice", "during"})
# The verbs that say where to, where from, and what with.
_GOING: Final = frozenset({"play", "move", "return", "recycle", "attach", "recall"})
_COMING: Final = _GOING | {
    "draw",
    "reveal",
    "look at",
    "banish",
    "discard",
    "put into trash",
    "leave",
    "detach",
    "hide",
}
_WITH_MEANS: Final = frozenset(
    {"kill", "choose", "stun", "buff", "ready", "exhaust", "banish", "return", "counter", "heal", "recall", "move"}
    | {"dealt damage", "given less might", "discard", "recycle", "attach", "detach", "empower", "play"}
)
# What happens to one thing and can be asked to have been chosen by what does it.
_CHOSEN: Final = frozenset({"stun", "given less might", "return"})
CHOOSING_IT: Final = "choosing it"
_SOURCE_SIDES: Final = {
    "enemy": "enemy ",
    "friendly": "friendly ",
    "your": "your ",
    "opponents'": "enemy ",
    "an opponent's": "enemy ",
}
# Verbs whose object goes without saying: `you discard a card` is `you discard`.
_PLAIN_OBJECT: Final[Mapping[str, str]] = {"discard": "card", "draw": "card", "burn": "card", "channel": "rune"}
# The sources of points that a sentence can name.
_FROM_FIELDS: Final[Mapping[str, str]] = {
    "from conquering or holding": "conquering or holding",
    "from conquering": "conquering",
    "from holding": "holding",
}
# Places that are the destination of the object of `play`, not its present place.
_BOARD: Final = frozenset(
    {
        "here",
        "there",
        "battlefield",
        "one battlefield",
        "another location",
        "another battlefield",
        "same location",
        "same battlefield",
        "base",
        "controlled battlefield",
        "open battlefield",
        "enemy battlefield",
        "conquered battlefield",
        "attacked battlefield",
        "battlefield of",
        "location of",
        "named",
    }
)


def source(cursor: Cursor) -> str | None:
    """Return `a spell`, `enemy spells and abilities` in the singular with `or`; None, and nothing eaten, else."""
    start = cursor.at
    cursor.take("a", "an")
    side = cursor.take_from(_SOURCE_SIDES) or ""
    first = cursor.take_from(_SOURCES)
    if first is None:
        cursor.at = start
        return None
    middle = cursor.at
    if cursor.take("and", "or"):
        cursor.take("a", "an")
        second = cursor.take_from(_SOURCES)
        if second is not None and second != first:
            return f"{side}{first} or {second}"
        cursor.at = middle
    return side + first


def _means(cursor: Cursor) -> str:
    """Read the means of an event: a source, or the name of a thing.

    :raises PhraseError: where neither a spell, an ability nor a thing known by name stands next.
    """
    found = source(cursor)
    if found is not None:
        return found
    token = cursor.peek()
    ref = names.pronoun(cursor)
    if ref is None and names.is_name(token):
        ref = Ref(cursor.next().text)
    if ref is None:
        raise cursor.no("spell or ability", _SOURCES)
    return ref.name


# --- after a verb of the table ---------------------------------------------------------------------------------------


def battlefield(cursor: Cursor, event: Event) -> Event:
    """Read the battlefield that is conquered, held, scored, attacked or defended, if any is said."""
    if cursor.peek().low in {"a", "an", "another", "my"}:
        return replace(event, place=places.place(cursor))
    return event


def moved(cursor: Cursor, event: Event) -> Event:
    """Read the object of a player's move; left out it is any of the units that the player controls."""
    if _object_missing(cursor):
        return event
    return replace(event, thing=selectors.in_sentence(cursor))


def acted_on(cursor: Cursor, event: Event) -> Event:
    """Read the object of a verb that is done to something.

    :raises PhraseError: where a verb that needs an object has none.
    """
    event = _numbered(cursor, event)
    if event.thing is not None:
        return event
    plain = _PLAIN_OBJECT.get(event.verb)
    if _object_missing(cursor):
        if plain is None:
            raise cursor.error(f'"{event.verb}" needs an object before {cursor.here()}')
        return event
    thing = selectors.in_sentence(cursor)
    many = isinstance(thing, Selector) and thing.mode == "bare" and thing.low == Number(1) and thing.high is None
    event = replace(event, thing=thing, one_or_more=many)
    return _hoisted(cursor, _without_plain(event, plain))


def _object_missing(cursor: Cursor) -> bool:
    """Tell whether the sentence goes on, or ends, without an object: `you have discarded this turn`."""
    span = cursor.peek(1).low in {"turn", "combat", "game"}
    often = nouns.is_number(cursor.peek()) and cursor.sees("or more times", 1)
    return cursor.done or often or cursor.peek().low in _NO_OBJECT or (cursor.sees("this") and span)


def _numbered(cursor: Cursor, event: Event) -> Event:
    """Read `your second card`, which is the second event of the turn."""
    if cursor.sees("your") and cursor.peek(1).low in ORDINALS:
        cursor.next()
        nth = ORDINALS[cursor.next().low]
        found = nouns.noun(cursor, nouns.adjectives(cursor), singular=True)
        return replace(event, nth=nth, thing=Selector("bare", found.kinds, Number(1), Number(1), tests=found.tests))
    return event


def _without_plain(event: Event, plain: str | None) -> Event:
    """Drop an object that goes without saying, so that both spellings are one node."""
    thing = event.thing
    if plain is None or not isinstance(thing, Selector):
        return event
    counts = {(Number(1), Number(1)), (Number(1), None), (Number(0), None)}
    bare = replace(thing, mode="bare", low=Number(1), high=Number(1))
    if bare == Selector("bare", (plain,), Number(1), Number(1)) and (thing.low, thing.high) in counts:
        return replace(event, thing=None)
    return event


def _hoisted(cursor: Cursor, event: Event) -> Event:
    """For `play`, make the place of the object the place where it is played: `you play a unit here`."""
    thing = event.thing
    if event.verb != "play" or not isinstance(thing, Selector) or thing.place is None:
        return event
    if thing.place.kind not in _BOARD:
        raise cursor.error('say "from" for where a card is played from', cursor.peek(-1))
    return replace(event, thing=replace(thing, place=None), place=thing.place)


def modifiers(cursor: Cursor, event: Event) -> Event:
    """Read origin, destination, `alone`, `with a spell` and the like up to the first other word.

    :raises PhraseError: where one of them is said twice or misread.
    """
    while True:
        token = cursor.peek()
        found = _modifier(cursor, event)
        if found is None:
            return event
        if found == event:
            raise cursor.error(f'"{token.text}" says again what stands before', token)
        event = found


def _modifier(cursor: Cursor, event: Event) -> Event | None:
    if event.verb == "play" and cursor.sees("except to"):
        return _excepted(cursor, event)
    if event.verb in _GOING and cursor.take("to"):
        return _placed(cursor, event, _goal(cursor, event))
    if event.verb == "play" and cursor.take("from face down", "from facedown"):
        return replace(event, from_facedown=True)
    if event.verb in _COMING and cursor.take("from"):
        return _from(cursor, event)
    if cursor.take("alone"):
        return replace(event, alone=True)
    if event.verb in {"move", "play"} and cursor.take("at the same time"):
        return replace(event, one_or_more=True)
    if event.verb in _WITH_MEANS and cursor.take("with", "by"):
        return _with(cursor, event)
    found = places.after_noun(cursor)
    return None if found is None else _placed(cursor, event, found)


def _excepted(cursor: Cursor, event: Event) -> Event | None:
    """Read the only place that a prohibition of playing leaves: the own base, or certain battlefields."""
    if cursor.take("except to their base", "except to their bases"):
        # Locations are bases and battlefields (CR 197): all but the own base is every battlefield.
        return _placed(cursor, event, Place("battlefield"))
    if not cursor.sees("except to a battlefield"):
        return None
    cursor.take("except to")
    return replace(event, except_to=places.battlefield(cursor))


def _goal(cursor: Cursor, event: Event) -> Place:
    """Read the place after `to`; for `attach` the thing that the object is attached to."""
    if event.verb == "attach":
        return Place("attached to", ref=names.reference(cursor))
    return places.place(cursor)


def _placed(cursor: Cursor, event: Event, place: Place) -> Event:
    if event.place is not None:
        raise cursor.error("an event has one place only", cursor.peek(-1))
    return replace(event, place=place)


def _from(cursor: Cursor, event: Event) -> Event:
    if event.origin is not None:
        raise cursor.error("an event comes from one place only", cursor.peek(-1))
    if cursor.take("anywhere but"):
        return replace(event, origin=replace(places.zone(cursor), kind="anywhere but"))
    return replace(event, origin=places.place(cursor))


def _with(cursor: Cursor, event: Event) -> Event:
    if event.by is not None:
        raise cursor.error("an event is done with one thing only", cursor.peek(-1))
    by = _means(cursor)
    if by.endswith(("spell", "ability")) and cursor.take("choosing it", "choosing me", "choosing this"):
        thing = event.thing
        me = isinstance(thing, Ref) and thing.name in ("me", "this")
        if event.verb not in _CHOSEN or me == (cursor.peek(-1).low == "it"):
            raise cursor.error("of this event it is not asked whether that was chosen", cursor.peek(-1))
        by = f"{by} {CHOOSING_IT}"
    return replace(event, by=by)


# --- verbs with an object of their own -------------------------------------------------------------------------------


def _subject_thing(cursor: Cursor, who: Who | None, by: str | None) -> None:
    if who is not None or by is not None:
        raise cursor.error("a thing must be the subject of this verb, not a player or a spell", cursor.peek(-1))


def _combat(verb: EventVerb) -> Callable[[Cursor, Who | None, str | None, Selection | None], Event]:
    def read(cursor: Cursor, who: Who | None, by: str | None, thing: Selection | None) -> Event:
        if not cursor.take("a combat", "combat", "combats"):
            if verb == "lose combat":
                return _points("lose points")(cursor, who, by, thing)
            raise cursor.error(f'"a combat" must follow, not {cursor.here()}')
        return modifiers(cursor, Event(verb, who=who, thing=thing))

    return read


def _points(verb: EventVerb) -> Callable[[Cursor, Who | None, str | None, Selection | None], Event]:
    def read(cursor: Cursor, who: Who | None, by: str | None, thing: Selection | None) -> Event:
        if who is None or by is not None or thing is not None:
            raise cursor.error("only players gain or lose points and XP", cursor.peek(-1))
        if verb == "gain points" and cursor.take("xp"):
            return Event("gain xp", who=who)
        if not cursor.take("a point", "points", "one or more points"):
            raise cursor.error(f'"points" must follow, not {cursor.here()}')
        by = cursor.take_from(_FROM_FIELDS)
        return Event(verb, who=who, by=by)

    return read


def _damage(cursor: Cursor, who: Who | None, by: str | None, thing: Selection | None) -> Event:
    """Read `deal damage`; with `to`, it is the sentence `X is dealt damage by Y` (CR 418)."""
    if who is not None:
        raise cursor.error("a player deals no damage: say what does", cursor.peek(-1))
    word = "combat" if cursor.take("combat") else None
    if not cursor.take("damage"):
        raise cursor.error(f'"damage" must follow, not {cursor.here()}')
    if not cursor.take("to"):
        return modifiers(cursor, Event("deal damage", thing=thing, by=by, word=word))
    if thing is not None:
        if not isinstance(thing, Ref):
            raise cursor.error(
                "only a spell, an ability or a thing known by name can deal damage to something said here"
            )
        by = thing.name
    return Event("dealt damage", thing=selectors.in_sentence(cursor), by=by, word=word)


def _take(cursor: Cursor, who: Who | None, by: str | None, thing: Selection | None) -> Event:
    _subject_thing(cursor, who, by)
    word = "combat" if cursor.take("combat") else None
    cursor.expect("damage")
    return modifiers(cursor, Event("dealt damage", thing=thing, word=word))


def _become(cursor: Cursor, who: Who | None, by: str | None, thing: Selection | None) -> Event:
    _subject_thing(cursor, who, by)
    if cursor.peek().low not in ADJECTIVES:
        raise cursor.no("state", ADJECTIVES)
    return Event("becomes", thing=thing, word=cursor.next().low)


def _spend(cursor: Cursor, who: Who | None, by: str | None, thing: Selection | None) -> Event:
    """Read `you spend a buff` and `you spend 4 or more energy on one spell`."""
    if who is None or by is not None or thing is not None:
        raise cursor.error("only players spend", cursor.peek(-1))
    if cursor.take("a buff", "buffs"):
        return Event("spend buff", who=who)
    if cursor.take("one or more buffs"):
        return Event("spend buff", who=who, one_or_more=True)
    number = nouns.whole_number(cursor, "number")
    cursor.expect("or more")
    if cursor.peek().low not in {"energy", "power"}:
        raise cursor.no("thing to spend", set(TRAITS) - {"might"})
    word = f"{number} {cursor.next().low}"
    cursor.expect("on")
    return Event("spend", who=who, thing=selectors.in_sentence(cursor), word=word)


def _passive(cursor: Cursor, who: Who | None, by: str | None, thing: Selection | None) -> Event:
    """Read a passive event of the subject: `is dealt damage`, `is given less might`, `is put into your trash`."""
    _subject_thing(cursor, who, by)
    if cursor.take("dealt"):
        word = "combat" if cursor.take("combat") else None
        cursor.expect("damage")
        return modifiers(cursor, Event("dealt damage", thing=thing, word=word))
    if cursor.take("given less might"):
        return modifiers(cursor, Event("given less might", thing=thing))
    if cursor.take("put into"):
        zone = places.whose_zone(cursor)
        if zone is None or zone.zone != "trash":
            raise cursor.error('only "put into" a trash is an event of its own', cursor.peek(-1))
        return modifiers(cursor, Event("put into trash", thing=thing, place=zone))
    verb = cursor.take_from(FORMS["perfect"])
    if verb is None or verb.role != "act":
        raise cursor.no(
            "participle",
            {form for form, row in FORMS["perfect"].items() if row.role == "act"} | {"dealt", "given", "put"},
        )
    if verb.verb == "recall" and cursor.take("after a tie"):
        return Event("recalled after a tie", thing=thing)
    return modifiers(cursor, Event(verb.verb, thing=thing))


SPECIALS: Final[Mapping[str, Callable[[Cursor, Who | None, str | None, Selection | None], Event]]] = {
    "win": _combat("win combat"),
    "lose": _combat("lose combat"),
    "deal": _damage,
    "take": _take,
    "become": _become,
    "gain": _points("gain points"),
    "spend": _spend,
    "be": _passive,
}
