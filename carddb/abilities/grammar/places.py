"""Places: locations, sets of locations, and zones of a player."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.grammar import names
from riftcheck.carddb.abilities.grammar.words import DOMAINS, NOUN_FORMS, RESERVED, WHOSE, ZONES
from riftcheck.carddb.abilities.phrases import Exists, Not, Place, Ref, State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.carddb.abilities.grammar.scanner import Cursor, PhraseError
    from riftcheck.carddb.abilities.phrases import Condition, PlaceKind, Test, Who

_FIXED: Final[dict[str, Place]] = {
    "here": Place("here"),
    "my location": Place("here"),
    "there": Place("there"),
    "battlefields": Place("battlefield"),
    "one battlefield": Place("one battlefield"),
    "one of your battlefields": Place("controlled battlefield", whose="you"),
    "another location": Place("another location"),
    "another battlefield": Place("another battlefield"),
    "a battlefield other than mine": Place("another battlefield"),
    "each location": Place("each location"),
    "the same location": Place("same location"),
    "the same battlefield": Place("same battlefield"),
    "my battlefield": Place("battlefield of", ref=Ref("me")),
    "base": Place("base"),
    "a base": Place("base"),
    "bases": Place("base"),
    "its base": Place("base", whose="its controller"),
    "their bases": Place("base", whose="its controller"),
    "my base": Place("base", whose="you"),
    "combat": Place("combat"),
    "a showdown": Place("showdown"),
    "the board": Place("board"),
    "board": Place("board"),
    "the chain": Place("chain"),
    "my original location": Place("origin of", ref=Ref("me")),
    "its original location": Place("origin of", ref=Ref("it")),
    "the battlefield i moved to or from": Place("to or from", ref=Ref("me")),
    "the battlefield it moved to or from": Place("to or from", ref=Ref("it")),
}
_FIELD_WORDS: Final[dict[str, PlaceKind | None]] = {
    "open": "open battlefield",
    "enemy": "enemy battlefield",
    "occupied": None,
    "uncontrolled": None,
    "friendly": None,
}
_FIELD_CONTROL: Final[dict[str, Who]] = {
    "you control": "you",
    "they control": "they",
    "that player controls": "that player",
    "an opponent controls": "opponent",
    "opponents control": "opponent",
}
# What a player has done or does to a battlefield.
_FIELD_ACTS: Final[dict[str, PlaceKind]] = {
    "you conquered this turn": "conquered battlefield",
    "you are attacking": "attacked battlefield",
}
_TRAILS: Final[dict[str, PlaceKind]] = {
    "location": "location of",
    "origin": "origin of",
    "destination": "destination of",
    "battlefield": "battlefield of",
}
# The words of places, to suggest one for a misspelling.
_KNOWN: Final = (
    frozenset(word for phrase in (*_FIXED, *ZONES, *WHOSE) for word in phrase.split()) | {"battlefield"} | set(_TRAILS)
)


def place(cursor: Cursor) -> Place:
    """Read a place without its preposition: `a battlefield`, `your base`, `moved.location`, `their owners' trash`.

    :raises PhraseError: where no place stands there.
    """
    fixed = cursor.take_from(_FIXED)
    if fixed is not None:
        return fixed
    if cursor.take("a location where its controller has a unit"):
        return Place("location of its own")
    found = battlefield(cursor) or _owned(cursor) or _of_thing(cursor) or _by_name(cursor)
    if found is None:
        raise _unknown(cursor, "place", _KNOWN)
    return found


def _unknown(cursor: Cursor, what: str, known: Iterable[str]) -> PhraseError:
    """Return the error for the first word that opens no place, behind an article or an owner."""
    if cursor.take_from(WHOSE) is None:
        if cursor.peek().low in ZONES:
            return cursor.error(f"say whose {cursor.peek().text} it is")
        cursor.take("a", "an", "the", "any", "one", "another", "each", "its", "my")
    return cursor.no(what, known)


def after_noun(cursor: Cursor, *, from_too: bool = False) -> Place | None:
    """Read the place that a selector may end with, with its preposition; None where none stands next.

    :raises PhraseError: where a preposition stands but no place after it.
    """
    for word in ("here", "there"):
        if cursor.take(word):
            return _FIXED[word]
    if cursor.sees("where") and cursor.peek(-1).low in ("battlefield", "battlefields"):
        return _narrowed(cursor, Place("battlefield"))
    if cursor.take("attached to"):
        return Place("attached to", ref=names.reference(cursor))
    if cursor.take("in"):
        return _inside(cursor)
    if from_too and cursor.sees("from"):
        cursor.next()
        return zone(cursor)
    if from_too and cursor.take("played from anywhere but"):
        return replace(zone(cursor), kind="anywhere but")
    if not cursor.sees("at the same time") and cursor.take("at", "on"):
        return place(cursor)
    return None


def whose_zone(cursor: Cursor) -> Place | None:
    """Read `your hand`, `any trash` or `trashes`; None, and nothing eaten, where no zone of a player stands next."""
    start = cursor.at
    who: Who | None = cursor.take_from(WHOSE)
    if who is None and cursor.take("any", "a"):
        who = "any"
    found = cursor.take_from(ZONES)
    if who is None and found is not None and cursor.peek(-1).low.endswith("s"):  # `trashes` are everyone's
        who = "any"
    if found is None or who is None:
        cursor.at = start
        return None
    return Place("zone", whose=who, zone=found)


def _inside(cursor: Cursor) -> Place:
    """Read the place after `in`: a zone, a base, combat, or the name that holds cards."""
    found = whose_zone(cursor)
    if found is not None:
        return found
    if cursor.take("them"):
        return Place("in", ref=Ref("them"))
    if names.is_name(cursor.peek()) and "." not in cursor.peek().low.removeprefix("this."):
        return Place("in", ref=Ref(cursor.next().text))
    return place(cursor)


def zone(cursor: Cursor) -> Place:
    """Read a zone of a player.

    :raises PhraseError: where none stands next.
    """
    found = whose_zone(cursor)
    if found is None:
        raise _unknown(cursor, "zone", {*ZONES, *WHOSE})
    return found


def _owned(cursor: Cursor) -> Place | None:
    """Read a base or zone with its owner: `your base`, `that player's hand`."""
    start = cursor.at
    who = cursor.take_from(WHOSE)
    if who is not None and cursor.take("base", "bases"):
        return Place("base", whose=who)
    cursor.at = start
    return whose_zone(cursor)


def battlefield(cursor: Cursor) -> Place | None:
    """Read a battlefield with adjectives and conditions; None, and nothing eaten, where no battlefield stands next."""
    start = cursor.at
    cursor.take("a", "an", "any", "the", "your")
    kind: PlaceKind = "battlefield"
    tests: list[Test] = []
    whose: Who | None = "you" if cursor.peek(-1).low == "your" and cursor.at > start else None
    while cursor.peek().low in _FIELD_WORDS:
        word = cursor.next().low
        exact = _FIELD_WORDS[word]
        kind = exact or kind
        tests += [] if exact else [State(word)]
    if not cursor.take("battlefield", "battlefields") or cursor.sees("of"):
        cursor.at = start
        return None
    return _narrowed(cursor, Place("controlled battlefield" if whose else kind, whose=whose, tests=tuple(tests)))


def _narrowed(cursor: Cursor, field: Place) -> Place:
    who = cursor.take_from(_FIELD_CONTROL)
    if who is not None:
        if field.kind != "battlefield":
            raise cursor.error(
                "a battlefield is either of one kind or controlled by someone: leave one out", cursor.peek(-1)
            )
        field = replace(field, kind="controlled battlefield", whose=who)
    elif field.kind == "battlefield" and not field.tests and cursor.take("other than mine"):
        field = Place("another battlefield")
    elif field.kind == "battlefield" and (act := cursor.take_from(_FIELD_ACTS)) is not None:
        field = replace(field, kind=act)
    if cursor.sees("where"):
        if cursor.nested:
            raise cursor.error('"where" stands once in a phrase')
        cursor.nested = True
        cursor.next()
        start = cursor.peek()
        where = _there(cursor.rules.condition(cursor))
        if where is None:
            raise cursor.error('what stands after "where" must be about what is there: "an enemy unit is there"', start)
        return replace(field, where=where)
    return field


def _there(condition: Condition) -> Condition | None:
    """Return a condition as one about the battlefield at hand, where `there` may be left out; None where it is not."""
    if isinstance(condition, Not):
        inner = _there(condition.condition)
        return None if inner is None else Not(inner)
    if not isinstance(condition, Exists):
        return None
    there = _FIXED["there"]
    at = condition.selector.place or there
    return replace(condition, selector=replace(condition.selector, place=there)) if at == there else None


def _of_thing(cursor: Cursor) -> Place | None:
    """Read the place of a thing, now or before: `moved.location`, `its location`, `the location of mark`; else None."""
    start = cursor.at
    token = cursor.peek()
    stem, _, tail = token.text.rpartition(".")
    if tail in _TRAILS and stem:
        cursor.next()
        return Place(_TRAILS[tail], ref=Ref(stem))
    cursor.take("the")
    kind = cursor.take_from(_TRAILS)
    if kind is not None and cursor.take("of"):
        return Place(kind, ref=names.reference(cursor))
    cursor.at = start
    owner = names.possessor(cursor)
    kind = cursor.take_from(_TRAILS) if owner else None
    if owner is None or kind is None:
        cursor.at = start
        return None
    return Place(kind, ref=owner)


def _by_name(cursor: Cursor) -> Place | None:
    """Read a named battlefield, or the name given to one."""
    token = cursor.peek()
    if token.capital and token.low not in RESERVED - set(DOMAINS):
        return Place("named", name=names.proper(cursor))
    if names.is_name(token):
        if token.low in NOUN_FORMS:
            return None
        return Place("location of", ref=Ref(cursor.next().text))
    return None
