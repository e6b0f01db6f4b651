"""Conditions: one sentence that is so or not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.grammar import amounts, events, names, nouns, places, selectors, states, suffixes
from riftcheck.carddb.abilities.grammar.words import FOLLOWING, KEYWORD_NAMES, NOUN_FORMS, PLAYERS, WHOSE
from riftcheck.carddb.abilities.phrases import (
    AnyOf,
    Chooses,
    Compare,
    Controlled,
    Did,
    DiedAlone,
    ExcessDamage,
    Exists,
    Happened,
    IsKind,
    IsSo,
    Measure,
    Moment,
    NamedCard,
    Not,
    Number,
    Paid,
    Plus,
    Points,
    Ref,
    Selector,
    TraitOf,
    VictoryScore,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from riftcheck.carddb.abilities.grammar.scanner import Cursor
    from riftcheck.carddb.abilities.phrases import Condition, Who

_MOMENTS: Final[Mapping[str, Condition]] = {
    "it is your turn": Moment("your turn"),
    "it is their turn": Moment("your turn", who="they"),
    "it is not your turn": Not(Moment("your turn")),
    "it is your beginning phase": Moment("your beginning phase"),
    "it is the awaken phase": Moment("the awaken phase"),
    "it is an opponent's turn": Moment("an opponent's turn"),
    "a showdown is in progress": Moment("a showdown"),
    "during a showdown": Moment("a showdown"),
    "a combat is in progress here": Moment("a combat here"),
    "a combat is in progress": Moment("a combat"),
    "during a combat": Moment("a combat"),
    "it is your first turn": Moment("first turn"),
    "it is their first turn": Moment("first turn", who="they"),
    "it is your first or second turn": Moment("first or second turn"),
    "it is their first or second turn": Moment("first or second turn", who="they"),
    "it is your first to third turn": Moment("first to third turn"),
    "it is their first to third turn": Moment("first to third turn", who="they"),
    "it is before your third turn": Moment("before third turn"),
    "it is before their third turn": Moment("before third turn", who="they"),
    "legion is active": Moment("legion"),
}


def condition(cursor: Cursor) -> Condition:
    """Read one condition to the end of the phrase.

    :raises PhraseError: where the words are no condition.
    """
    if cursor.take("not"):
        return Not(condition(cursor))
    moment = cursor.take_from(_MOMENTS)
    if moment is not None:
        cursor.expect_end()
        return moment
    form = NOUN_FORMS.get(cursor.peek().low)
    if form is not None and form[1] is False:
        raise cursor.error(f'"{cursor.peek().text}" needs a count, such as "a" or "another"')
    if cursor.sees("there"):
        return _there_is(cursor)
    if names.is_name(cursor.peek()) and cursor.peek(1).kind == "end":
        return Did(Ref(cursor.next().text))
    return cursor.furthest(*(_ended(way) for way in _WAYS))


def _ended(way: Callable[[Cursor], Condition]) -> Callable[[Cursor], Condition]:
    def read(cursor: Cursor) -> Condition:
        found = way(cursor)
        cursor.expect_end()
        return found

    return read


# --- names -----------------------------------------------------------------------------------------------------------


def _paid(cursor: Cursor) -> Condition:
    token = cursor.peek()
    if not names.is_name(token):
        raise cursor.no("name", ())
    cursor.next()
    states.to_be(cursor)
    denied = cursor.take("not")
    if cursor.take("shown off"):
        return states.negated(Paid(token.text, shown=True), denied)
    cursor.expect("paid")
    return states.negated(Paid(token.text), denied)


# --- what there is ---------------------------------------------------------------------------------------------------


def _there_is(cursor: Cursor) -> Condition:
    cursor.expect("there")
    states.to_be(cursor)
    return _has(cursor, None)


def _controls(cursor: Cursor) -> Condition:
    """Read `you control 7 or more runes`, `you have one or fewer cards in your hand`."""
    token = cursor.peek()
    who = cursor.take_from(PLAYERS)
    if who is None:
        raise cursor.no("player", PLAYERS)
    denied = cursor.take("do not", "does not")
    if cursor.take("control this battlefield", "controls this battlefield"):
        return states.negated(IsSo(Ref("this"), (IsKind("battlefield"), Controlled(who))), denied)
    if cursor.take("control", "controls", "have", "has"):
        return states.negated(_has(cursor, who), denied)
    raise cursor.no("verb", {"control", "have"} if token.kind == "word" else ())


def _has(cursor: Cursor, who: Who | None) -> Condition:
    """Read a number of things; a player has the things that the player controls, and the cards in a zone."""
    low, high = _bounds(cursor)
    start = cursor.peek()
    found = selectors.counted(cursor, given=low is not None)
    if found.place is not None and found.place.kind == "zone":
        whose = who if found.place.whose == "they" and who is not None else found.place.whose
        found = replace(found, place=replace(found.place, whose=whose))
    elif who is not None:
        found = replace(found, tests=(*found.tests, Controlled(who)))
    if low is not None:
        return Exists(found, low, high)
    if found.low != Number(1):
        raise cursor.error('say how many: "2 or more", "exactly 2", "a"', start)
    return Exists(replace(found, high=Number(1)))


def _bounds(cursor: Cursor) -> tuple[int | None, int | None]:
    """Read a number with its bound: `7 or more`, `exactly 4`, `at most 2`, `no`; None where an article follows."""
    if cursor.take("no"):
        return 0, 0
    leading = cursor.take_from({"exactly": "=", "at least": ">=", "at most": "<="})
    if leading is None and not nouns.is_number(cursor.peek()):
        return None, None
    number = nouns.whole_number(cursor, "number")
    operator = leading or cursor.take_from(FOLLOWING) or "="
    if leading is None and operator == "=":
        raise cursor.error('say "or more", "or fewer" or, before the number, "exactly"')
    return (number if operator != "<=" else 0), (number if operator != ">=" else None)


def _empty_zone(cursor: Cursor) -> Condition:
    """Read `your champion zone is empty`."""
    zone = places.zone(cursor)
    states.to_be(cursor)
    denied = cursor.take("not")
    cursor.expect("empty")
    cards = Selector("bare", ("card",), Number(1), Number(1), place=zone)
    return Exists(cards) if denied else Exists(cards, 0, 0)


def _something_is(cursor: Cursor) -> Condition:
    """Read `an enemy unit is alone here`: there is at least one such thing."""
    start = cursor.peek()
    found = selectors.in_sentence(cursor)
    if not isinstance(found, Selector) or found.mode != "bare" or found.low != Number(1):
        raise cursor.error('a noun with "a" or "another" must stand here', start)
    states.to_be(cursor)
    tests, place = states.predicate(cursor, negation=True)
    if place is not None and found.place is not None:
        raise cursor.error("a selector has one place only", cursor.peek(-1))
    return Exists(replace(found, tests=(*found.tests, *tests), place=place or found.place))


def _card_is(cursor: Cursor) -> Condition:
    """Read `Baron Pit is not on the board`."""
    name = names.proper(cursor)
    states.to_be(cursor)
    denied = cursor.take("not")
    place = places.after_noun(cursor)
    if place is None:
        raise cursor.error(f'a place such as "on the board" must follow, not {cursor.here()}')
    card = Selector("bare", ("something",), Number(1), Number(1), tests=(NamedCard(name),), place=place)
    return states.negated(Exists(card), denied)


# --- what one thing has or does ---------------------------------------------------------------------------------------


def _ref_has(cursor: Cursor) -> Condition:
    """Read `it has less might than me`, `it has hidden`."""
    ref = names.reference(cursor)
    if not cursor.take("has", "have"):
        cursor.expect("has")
    if cursor.peek().low in KEYWORD_NAMES:
        return IsSo(ref, (suffixes.keyword(cursor),))
    found: Measure = suffixes.measure(cursor)
    return Compare(TraitOf(ref, found.trait), found.operator, found.amount)


def _died_alone(cursor: Cursor) -> Condition:
    """Read `I died alone`, `it did not die alone`."""
    ref = names.reference(cursor)
    denied = cursor.take("did not die alone")
    if not denied:
        cursor.expect("died alone")
    return states.negated(DiedAlone(ref), denied)


def _chooses(cursor: Cursor) -> Condition:
    ref = names.reference(cursor)
    cursor.expect("chooses")
    return Chooses(ref, selectors.selector_or_ref(cursor))


# --- amounts ---------------------------------------------------------------------------------------------------------


def _excess(cursor: Cursor) -> Condition:
    cursor.expect("you assigned")
    number = nouns.whole_number(cursor, "number")
    cursor.expect("or more excess damage")
    return Compare(ExcessDamage(), ">=", Number(number))


def _near_victory(cursor: Cursor) -> Condition:
    """Read `an opponent's score is within 3 of the victory score`."""
    who = cursor.take_from(WHOSE)
    if who is None:
        raise cursor.no("owner of a score", WHOSE)
    cursor.expect("score is within")
    number = nouns.whole_number(cursor, "number")
    if not cursor.take("points of the victory score"):
        cursor.expect("of the victory score")
    return Compare(Points(who), ">=", Plus(VictoryScore(), Number(-number)))


def _compared(cursor: Cursor) -> Condition:
    """Read two amounts compared: `your points >= 5`, `count of this.acts is 4`, `times E this turn is 2 or more`."""
    left = amounts.amount(cursor)
    cursor.take("is", "are")
    said = cursor.peek(-1).low in {"is", "are"}
    denied = said and cursor.take("not")
    start = cursor.at
    if said and nouns.is_number(cursor.peek()) and cursor.peek(1).kind == "end":
        return states.negated(Compare(left, "=", Number(nouns.whole_number(cursor, "number"))), denied)
    cursor.at = start
    return states.negated(Compare(left, *suffixes.comparison(cursor)), denied)


# --- what has happened -----------------------------------------------------------------------------------------------


def _happened(cursor: Cursor) -> Condition:
    """Read `you have discarded this turn`, `an enemy unit died this turn`, `I have moved 2 or more times this turn`."""
    about = events.subject(cursor)
    denied = False
    if cursor.take("have", "has"):
        denied = cursor.take("not")
        found = events.clause(cursor, about, "perfect")
    else:
        found = events.clause(cursor, about, "past")
    times = _often(cursor)
    if len(found) == 1 and found[0].verb == "spend" and isinstance(found[0].thing, Ref) and cursor.done:
        return states.negated(Happened(found[0]), denied)
    within = amounts.span(cursor)
    parts = tuple(Happened(event, within, times) for event in found)
    return states.negated(parts[0] if len(parts) == 1 else AnyOf(parts), denied)


def _often(cursor: Cursor) -> int:
    if cursor.take("twice"):
        return 2
    if not nouns.is_number(cursor.peek()):
        return 1
    number = nouns.whole_number(cursor, "number")
    cursor.expect("or more times")
    return number


_WAYS: Final[tuple[Callable[[Cursor], Condition], ...]] = (
    _controls,
    states.ref_is,
    _ref_has,
    _died_alone,
    _chooses,
    _empty_zone,
    _something_is,
    _card_is,
    _excess,
    _near_victory,
    _happened,
    _compared,
    _paid,
)
