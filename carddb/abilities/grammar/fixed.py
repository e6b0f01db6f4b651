"""Sentences of events that are not subject, verb and object: phases, turns, combats, showdowns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.grammar import names, nouns, places
from riftcheck.carddb.abilities.grammar.words import PHASES, STEPS, WHOSE
from riftcheck.carddb.abilities.phrases import Event, Number, Selector, State

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.carddb.abilities.grammar.scanner import Cursor
    from riftcheck.carddb.abilities.phrases import EventVerb, Selection, Who

_AT_PLACE: Final[Mapping[str, EventVerb]] = {
    "a combat starts": "combat starts",
    "combat starts": "combat starts",
    "a combat ends": "combat ends",
    "combat ends": "combat ends",
    "a showdown starts": "showdown starts",
    "a showdown begins": "showdown starts",
}
_ROLES: Final = {"attackers": "attacking", "defenders": "defending"}


def sentence(cursor: Cursor) -> Event | None:
    """Read one of the fixed sentences; None, and nothing eaten, where none stands next."""
    return _at_place(cursor) or _my_combat(cursor) or _of_turn(cursor) or _might(cursor) or _tie(cursor)


def _at_place(cursor: Cursor) -> Event | None:
    verb = cursor.take_from(_AT_PLACE)
    return Event(verb, place=places.after_noun(cursor)) if verb else None


def _my_combat(cursor: Cursor) -> Event | None:
    if not cursor.take("a combat"):
        return None
    thing: Selection = names.reference(cursor)
    cursor.expect("was in")
    cursor.expect("ends")
    return Event("combat ends", thing=thing)


def _of_turn(cursor: Cursor) -> Event | None:
    """Read `your turn ends`, `a player's first beginning phase starts`, and what can be skipped (CR 444.1.a.2).

    That is `your draw phase` for the phase itself, `your scoring step` and `your turn`.
    """
    start = cursor.at
    who: Who | None = cursor.take_from(WHOSE)
    if who is None and cursor.take("a turn", "the turn", "each turn"):
        cursor.at -= 1
        who = "any"
    if who is None:
        return None
    if cursor.take("turn ends"):
        return Event("turn ends", who=who)
    if cursor.take("turn"):
        cursor.take("starts", "begins")
        return Event("turn starts", who=who)
    first = "first " if cursor.take("first") else ""
    token = cursor.peek()
    if cursor.sees("phase", 1):
        if token.low not in PHASES:
            raise cursor.no("phase", PHASES)
        cursor.take(f"{token.low} phase")
        cursor.take("starts", "begins")
        return Event("phase starts", who=who, word=first + token.low)
    if cursor.sees("step", 1):
        if token.low not in STEPS:
            raise cursor.no("step", STEPS)
        cursor.take(f"{token.low} step")
        return Event("phase starts", who=who, word=f"{first}{token.low} step")
    cursor.at = start
    return None


def _might(cursor: Cursor) -> Event | None:
    """Read `my might becomes 10 or more`."""
    start = cursor.at
    owner = names.possessor(cursor)
    if owner is not None and cursor.take("might becomes"):
        number = nouns.whole_number(cursor, "number")
        cursor.expect("or more")
        return Event("might becomes", thing=owner, word=str(number))
    cursor.at = start
    return None


def _tie(cursor: Cursor) -> Event | None:
    """Read `attackers are recalled after a tie`, whose subject is no noun of its own."""
    state = _ROLES.get(cursor.peek().low)
    if state is None:
        return None
    cursor.next()
    cursor.expect("are recalled after a tie")
    thing = Selector("all", ("unit",), Number(0), None, tests=(State(state),))
    return Event("recalled after a tie", thing=thing)
