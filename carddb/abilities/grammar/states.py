"""The state of one thing: the part of a condition after `is`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.grammar import names, nouns, places, selectors
from riftcheck.carddb.abilities.grammar.words import ADJECTIVES, DOMAINS, NOUN_FORMS
from riftcheck.carddb.abilities.phrases import (
    AllOf,
    AmongNames,
    AnyOf,
    Compare,
    EmpoweredTimes,
    Exists,
    IsKind,
    IsSo,
    Not,
    Number,
    OfDomain,
    Place,
    Ref,
    State,
)

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.grammar.scanner import Cursor
    from riftcheck.carddb.abilities.phrases import Condition, Test

_IS: Final = ("is", "am", "are")
_ROLES: Final = {"the attacker": State("attacking"), "the defender": State("defending")}


def to_be(cursor: Cursor) -> None:
    """Read `is`, `am` or `are`.

    :raises PhraseError: where none of them stands next.
    """
    if not cursor.take(*_IS):
        cursor.expect("is")


def negated(found: Condition, denied: bool) -> Condition:
    """Return a condition, or its opposite if it was denied."""
    return Not(found) if denied else found


def ref_is(cursor: Cursor) -> Condition:
    """Read the state of a thing: `it is stunned`, `I am at a battlefield`, `omen is fury`, `you are the attacker`.

    :raises PhraseError: if the words are no state of what is pointed at.
    """
    ref = names.reference(cursor)
    to_be(cursor)
    if cursor.sees("paid"):
        raise cursor.error("an optional cost is paid, and known by its name only")
    if cursor.take("the only"):
        return _only(cursor, ref)
    denied = cursor.take("not")
    if cursor.sees("empowered") and nouns.is_number(cursor.peek(1)):
        cursor.next()
        number = nouns.whole_number(cursor, "number")
        cursor.expect("times")
        return negated(Compare(EmpoweredTimes(ref), ">=", Number(number)), denied)
    if cursor.sees("attacking or defending"):
        cursor.take("attacking or defending")
        return negated(_fighting(cursor, ref), denied)
    tests, place = predicate(cursor, negation=False)
    return negated(IsSo(ref, tests, place), denied)


def _only(cursor: Cursor, ref: Ref) -> Condition:
    """Read `it is the only unit you control there`: it is one, and there is exactly one."""
    found = selectors.counted(cursor, given=True)
    kinds: tuple[Test, ...] = tuple(IsKind(kind) for kind in found.nouns)
    return AllOf((IsSo(ref, (*kinds, *found.tests), found.place), Exists(found, 1, 1)))


def _fighting(cursor: Cursor, ref: Ref) -> Condition:
    alone: tuple[Test, ...] = (State("alone"),) if cursor.take("alone") else ()
    place = places.after_noun(cursor)
    return AnyOf(tuple(IsSo(ref, (State(word), *alone), place) for word in ("attacking", "defending")))


def predicate(cursor: Cursor, *, negation: bool) -> tuple[tuple[Test, ...], Place | None]:
    """Read states, a domain, a kind, a tag, a name's contents and a place, after `is`.

    :raises PhraseError: if no state, kind or place stands there.
    """
    tests: list[Test] = []
    if cursor.take("played from anywhere but"):
        return (), replace(places.zone(cursor), kind="anywhere but")
    if cursor.take("played from face down", "played from facedown"):
        return (State("played from face down"),), None
    role = cursor.take_from(_ROLES)
    if role is not None:
        return (role,), None
    while more := _one_state(cursor, negation=negation):
        tests += more
        cursor.take("and")
    place = places.after_noun(cursor)
    if place is not None and place.kind == "in" and place.ref is not None:
        tests.append(AmongNames(place.ref))
        place = None
    if not tests and place is None:
        raise cursor.no("state, kind or place", {*ADJECTIVES, *DOMAINS, *NOUN_FORMS, "paid"})
    return tuple(tests), place


def _one_state(cursor: Cursor, *, negation: bool) -> tuple[Test, ...]:
    """Read one state, domain or kind; nothing where none of them stands next."""
    denied = negation and cursor.take("not")
    word = cursor.peek().low
    if cursor.sees("attached to"):
        return ()  # a place
    if word in ADJECTIVES and word != "your":
        cursor.next()
        return (State(word, negated=denied),)
    if word in DOMAINS:
        cursor.next()
        return (OfDomain(DOMAINS[word], negated=denied),)
    if denied:
        raise cursor.no("state", ADJECTIVES)
    if word in {"a", "an"}:
        cursor.next()
        return _kind(cursor)
    return ()


def _kind(cursor: Cursor) -> tuple[Test, ...]:
    """Read the kind of a thing after `a`: a noun with its adjectives, or a tag."""
    words = nouns.adjectives(cursor)
    found = nouns.noun(cursor, words, singular=True)
    if found.plural or words.other:
        raise cursor.error(f'"{found.token.text}" must be one kind in the singular', found.token)
    kinds = tuple(IsKind(kind) for kind in found.kinds if kind != "something")
    return (*words.tests, *kinds, *found.tests)
