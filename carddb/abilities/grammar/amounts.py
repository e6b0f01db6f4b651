"""Amounts: numbers, traits, counts, sums, and payments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.grammar import names, nouns, selectors
from riftcheck.carddb.abilities.grammar.suffixes import trait
from riftcheck.carddb.abilities.grammar.words import DOMAINS, KEYWORD_NAMES, NOUN_FORMS, TRAITS, WHOSE
from riftcheck.carddb.abilities.phrases import (
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
    Spent,
    Times,
    Total,
    TraitOf,
    VictoryScore,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from riftcheck.carddb.abilities.grammar.scanner import Cursor
    from riftcheck.carddb.abilities.phrases import Amount, Span, Who

_SPANS: Final[Mapping[str, Span]] = {
    "this turn": "this turn",
    "this combat": "this combat",
    "this game": "game",
    "during your beginning phase this turn": "your beginning phase",
    "during your channel phase this turn": "your channel phase",
    "during your draw phase this turn": "your draw phase",
    "during your main phase this turn": "your main phase",
}
_OF_PLAYER: Final[Mapping[str, Callable[[Who], Amount]]] = {
    "points": Points,
    "score": Points,
    "xp": Experience,
}
_FIXED: Final[Mapping[str, Amount]] = {
    "excess damage": ExcessDamage(),
    "the victory score": VictoryScore(),
    "victory score": VictoryScore(),
    "that much": EventAmount(),
    "energy you have spent this turn": Spent("energy"),
    "power you have spent this turn": Spent("power"),
}
_WORDS: Final = ("highest", "total", "count", "different", "times", "damage", "buffs", "excess", "victory", "x")


def amount(cursor: Cursor) -> Amount:
    """Read an amount: a sum of terms, each perhaps times a whole number.

    :raises PhraseError: where no amount stands next.
    """
    negative = _sign(cursor)
    found = _times_number(cursor, negative=negative)
    while cursor.sees("+") or cursor.sees("-"):
        minus = cursor.next().text == "-"
        found = Plus(found, _times_number(cursor, negative=minus))
    return found


def span(cursor: Cursor) -> Span:
    """Read the span of a count: `this turn`, `during your beginning phase this turn`, `this combat`, `this game`.

    :raises PhraseError: where none of them stands next.
    """
    found = cursor.take_from(_SPANS)
    if found is None:
        raise cursor.error(f'say "this turn", "this combat" or "this game" before {cursor.here()}')
    return found


def _sign(cursor: Cursor) -> bool:
    """Eat a leading sign; return whether it was a minus."""
    if cursor.take("+"):
        return False
    return cursor.take("-")


def _times_number(cursor: Cursor, *, negative: bool) -> Amount:
    found = _term(cursor)
    by = -1 if negative else 1
    while cursor.take("*"):
        by *= nouns.whole_number(cursor, "number")
    return _scaled(found, by)


def _scaled(found: Amount, by: int) -> Amount:
    if isinstance(found, Number):
        return Number(found.value * by)
    if isinstance(found, Scaled):
        return Scaled(found.amount, found.by * by)
    return found if by == 1 else Scaled(found, by)


def _term(cursor: Cursor) -> Amount:
    if nouns.is_number(cursor.peek()):
        return _number(cursor)
    fixed = cursor.take_from(_FIXED)
    if fixed is not None:
        return fixed
    for word, reader in _READERS.items():
        if cursor.take(word):
            return reader(cursor)
    found = _of_player(cursor) or _of_thing(cursor) or _counted(cursor) or _paid(cursor)
    if found is None:
        raise cursor.no("amount", {*_WORDS, *TRAITS, *NOUN_FORMS})
    return found


def _number(cursor: Cursor) -> Amount:
    number = nouns.whole_number(cursor, "number")
    if not cursor.take("per"):
        return Number(number)
    return _scaled(_per(cursor), number)


def _per(cursor: Cursor) -> Amount:
    """Read the unit after `per`: a noun, `time` with an event, or `buff on` a thing."""
    if cursor.take("time"):
        return _times(cursor)
    if cursor.take("buff on"):
        return BuffsOn(names.reference(cursor))
    return Count(selectors.per_one(cursor, singular=True))


def _times(cursor: Cursor) -> Amount:
    """Read the event after `times`, with its span, or `I am empowered`."""
    start = cursor.at
    ref = names.pronoun(cursor) or (Ref(cursor.next().text) if names.is_name(cursor.peek()) else None)
    if ref is not None and cursor.take("am empowered", "is empowered"):
        return EmpoweredTimes(ref)
    cursor.at = start
    return Times(cursor.rules.times(cursor), span(cursor))


def _highest(cursor: Cursor) -> Amount:
    which = trait(cursor)
    _of(cursor)
    return Highest(which, selectors.in_sentence(cursor))


def _total(cursor: Cursor) -> Amount:
    which = trait(cursor)
    _of(cursor)
    return Total(which, selectors.in_sentence(cursor))


def _of(cursor: Cursor) -> None:
    if not cursor.take("among"):
        cursor.expect("of")


def _listed_tags(cursor: Cursor) -> Amount:
    """Read `tags Bird and Cat among units you control`."""
    listed = [names.tag(cursor)]
    while cursor.take("and"):
        listed.append(names.tag(cursor))
    cursor.expect("among")
    return DistinctTags(selectors.in_sentence(cursor), tuple(listed))


_READERS: Final[Mapping[str, Callable[[Cursor], Amount]]] = {
    "highest": _highest,
    "the highest": _highest,
    "total": _total,
    "count of": lambda cursor: Count(selectors.in_sentence(cursor)),
    "the number of": lambda cursor: Count(selectors.in_sentence(cursor)),
    "tags": _listed_tags,
    "different tags of": lambda cursor: DistinctTags(selectors.in_sentence(cursor)),
    "times": _times,
    "damage on": lambda cursor: DamageOn(names.reference(cursor)),
    "buffs on": lambda cursor: BuffsOn(names.reference(cursor)),
}


def _of_player(cursor: Cursor) -> Amount | None:
    """Read `your points`, `an opponent's score`, `your xp`; None, and nothing eaten, where none stands next."""
    start = cursor.at
    who = cursor.take_from(WHOSE)
    make = cursor.take_from(_OF_PLAYER) if who is not None else None
    if who is None or make is None:
        cursor.at = start
        return None
    return make(who)


def _of_thing(cursor: Cursor) -> Amount | None:
    """Read a trait or a keyword's value of one thing: `killed.might`, `my assault`, `mark's might`."""
    token = cursor.peek()
    stem, _, tail = token.text.rpartition(".")
    if stem and tail in TRAITS and (stem in {"me", "it", "this"} or names.is_given(stem)):
        cursor.next()
        return TraitOf(Ref(stem), TRAITS[tail])
    start = cursor.at
    owner = names.possessor(cursor)
    word = cursor.peek().low
    if owner is not None and word in TRAITS:
        cursor.next()
        return TraitOf(owner, TRAITS[word])
    if owner is not None and word in KEYWORD_NAMES:
        cursor.next()
        return KeywordValue(owner, word)
    cursor.at = start
    return None


def _counted(cursor: Cursor) -> Amount | None:
    """Read a plural as the count of it: `cards in your hand`; None, and nothing eaten, where no noun stands next."""
    token = cursor.peek()
    if token.kind != "word" or (names.is_name(token) and not _noun_after(cursor)) or "." in token.low:
        return None
    singular = NOUN_FORMS.get(token.low)
    if singular is not None and singular[1] is False:  # as after `per`, where the slot has said it already
        return Count(selectors.per_one(cursor))
    if singular is None and token.low not in nouns.KNOWN_ADJECTIVES and not names.starts_proper(cursor):
        return None
    return Count(selectors.per_one(cursor))


def _noun_after(cursor: Cursor) -> bool:
    return cursor.peek(1).low in NOUN_FORMS


def _paid(cursor: Cursor) -> Amount | None:
    """Read the name of a cost, or `x`: the amount paid for it."""
    token = cursor.peek()
    if not names.is_name(token) or token.low.startswith("this.") or token.low in DOMAINS:
        return None
    return PaidAmount(cursor.next().text)
