"""The end of a selector: a place, and tests such as `with might 3 or less` or `you control`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal

from riftcheck.carddb.abilities.grammar import names, nouns, places
from riftcheck.carddb.abilities.grammar.words import ADJECTIVES, FOLLOWING, KEYWORD_NAMES, LEADING, SIDES, TRAITS
from riftcheck.carddb.abilities.phrases import (
    AmongNames,
    Choosing,
    ChosenBy,
    Controlled,
    HasMoved,
    HasTag,
    InCombatWith,
    Measure,
    NamedCard,
    NotChosen,
    Number,
    Owned,
    Place,
    PlayedBy,
    Ref,
    Selector,
    State,
    TraitOf,
    WithKeyword,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb.abilities.grammar.scanner import Cursor
    from riftcheck.carddb.abilities.phrases import Amount, Operator, Test, Trait, Who

_SUBJECTS: Final[dict[str, Who]] = {
    "you": "you",
    "they": "they",
    "that player": "that player",
    "an opponent": "opponent",
    "opponents": "opponent",
    "a player": "player",
    "your team": "team",
    "the attacker": "attacker",
    "the defender": "defender",
}
_VERBS: Final[dict[str, Callable[[Who], Test]]] = {
    "control": Controlled,
    "controls": Controlled,
    "do not control": lambda who: Controlled(who, negated=True),
    "does not control": lambda who: Controlled(who, negated=True),
    "own": Owned,
    "owns": Owned,
    "play": PlayedBy,
    "plays": PlayedBy,
}
_RELATIVE: Final[dict[str, Test]] = {
    f"{subject} {verb}": make(who) for subject, who in _SUBJECTS.items() for verb, make in _VERBS.items()
}
_RELATIVE["friendly to them"] = _RELATIVE["friendly to that player"] = Controlled("they", team=True)
_NOT_CHOSEN: Final[dict[str, Literal["this turn", "this play"]]] = {
    "not chosen this turn": "this turn",
    "not chosen this play": "this play",
    "not chosen for this play": "this play",
    "not chosen for this spell": "this play",
}
_HAS_MOVED: Final[dict[str, Test]] = {
    "that has moved this turn": HasMoved(),
    "that has not moved this turn": HasMoved(negated=True),
}
_THAN: Final[dict[str, Operator]] = {"less": "<", "more": ">"}
# Words that begin the means of an event: `with a spell` in `you kill a unit with a spell` tests nothing.
_MEANS: Final = frozenset(
    {"a", "an", "spell", "spells", "ability", "abilities", "unit", "enemy", "friendly", "your", "opponents'"}
    | {"me", "it", "this"}
)
# `in your champion zone or on the board`: each place with its preposition.
_PREPOSITIONS: Final = frozenset({"at", "in", "on", "here", "there"})
_AFTER_WITH: Final = frozenset(TRAITS) | {"total", "tag", "less", "more"} | KEYWORD_NAMES


@dataclass(slots=True)
class Trail:
    """The suffixes read after a noun. `shared` are the tests of `not in`: they hold for every noun of a list.

    `places_too` are further places of which one will do.
    """

    tests: list[Test] = field(default_factory=list)
    place: Place | None = None
    total: Measure | None = None
    same_controller: bool = False
    shared: list[Test] = field(default_factory=list)
    places_too: list[Place] = field(default_factory=list)

    def copy(self) -> Trail:
        """Return the same trail for another noun."""
        return replace(self, tests=list(self.tests), shared=list(self.shared), places_too=list(self.places_too))

    @property
    def own(self) -> bool:
        """True where a suffix was read that is not shared anyway."""
        return len(self.tests) > len(self.shared) or self.place is not None or self._group

    @property
    def _group(self) -> bool:
        return self.total is not None or self.same_controller

    @property
    def empty(self) -> bool:
        """True where no suffix was read."""
        return not self.own and not self.shared


def read(cursor: Cursor, trail: Trail, *, from_too: bool) -> None:
    """Read places and tests until something else stands next.

    :raises PhraseError: where a place or test begins but is misread, or a second place stands.
    """
    while not cursor.done:
        token = cursor.peek()
        if _tests(cursor, trail):
            continue
        found = places.after_noun(cursor, from_too=from_too)
        if found is None:
            return
        if trail.place is not None:
            raise cursor.error("a selector has one place only", token)
        trail.place = found
        while cursor.sees("or") and cursor.peek(1).low in _PREPOSITIONS:
            cursor.next()
            other = places.after_noun(cursor, from_too=from_too)
            if other is not None:
                trail.places_too.append(other)


def _tests(cursor: Cursor, trail: Trail) -> bool:
    """Read one test; False where none stands next."""
    for words in (_RELATIVE, _HAS_MOVED):
        relative = cursor.take_from(words)
        if relative is not None:
            trail.tests.append(relative)
            return True
    span = cursor.take_from(_NOT_CHOSEN)
    if span is not None:
        trail.tests.append(NotChosen(span))
        return True
    for word, reader in _READERS.items():
        if cursor.sees(word) and not (word == "with" and cursor.peek(1).low in _MEANS):
            cursor.take(word)
            reader(cursor, trail)
            return True
    if cursor.peek().low in ADJECTIVES - {*SIDES, "token", "attached"}:
        trail.tests.append(State(cursor.next().low))
        return True
    return False


def _with(cursor: Cursor, trail: Trail) -> None:
    if cursor.take("the same controller"):
        trail.same_controller = True
        if not cursor.take("and"):
            return
    _one_with(cursor, trail)
    while cursor.sees("and") and cursor.peek(1).low in _AFTER_WITH:
        cursor.next()
        _one_with(cursor, trail)


def _one_with(cursor: Cursor, trail: Trail) -> None:
    if cursor.take("total"):
        if trail.total is not None:
            raise cursor.error("a group has one total only", cursor.peek(-1))
        trail.total = measure(cursor)
    elif cursor.take("tag"):
        trail.tests.append(HasTag(_tag(cursor)))
    elif cursor.peek().low in TRAITS or cursor.peek().low in _THAN:
        trail.tests.append(measure(cursor))
    else:
        trail.tests.append(keyword(cursor))


def _tag(cursor: Cursor) -> str | Ref:
    if names.is_name(cursor.peek()):
        return Ref(cursor.next().text)
    return names.tag(cursor)


def keyword(cursor: Cursor, *, negated: bool = False) -> WithKeyword:
    """Read the name of a keyword.

    :raises PhraseError: where none stands next.
    """
    if cursor.peek().low not in KEYWORD_NAMES:
        raise cursor.no("trait or keyword", _AFTER_WITH)
    return WithKeyword(cursor.next().low, negated=negated)


def measure(cursor: Cursor) -> Measure:
    """Read a comparison of a trait: `might 3 or less`, `energy less than your points`, `less might than me`.

    :raises PhraseError: where trait, number or amount is missing.
    """
    than = _THAN.get(cursor.peek().low)
    if than is not None:
        cursor.next()
        which = trait(cursor)
        cursor.expect("than")
        return Measure(which, than, TraitOf(names.reference(cursor), which))
    return Measure(trait(cursor), *comparison(cursor))


def trait(cursor: Cursor) -> Trait:
    """Read `might`, `energy` or `power`.

    :raises PhraseError: where none of them stands next.
    """
    if cursor.peek().low not in TRAITS:
        raise cursor.no("trait", TRAITS)
    return TRAITS[cursor.next().low]


def comparison(cursor: Cursor) -> tuple[Operator, Amount]:
    """Read an operator and its amount: `3 or less`, `at most killed.might + 1`, `less than your points`.

    :raises PhraseError: where a number has no `or less` or `or more` after it, or an amount is missing.
    """
    operator = cursor.take_from(LEADING)
    if operator is not None:
        return operator, cursor.rules.amount(cursor)
    number = Number(nouns.whole_number(cursor, "number or comparison"))
    operator = cursor.take_from(FOLLOWING)
    if operator is None:
        raise cursor.error('say "or less", "or more" or, before the number, "exactly"')
    return operator, number


def _without(cursor: Cursor, trail: Trail) -> None:
    trail.tests.append(keyword(cursor, negated=True))


def _named(cursor: Cursor, trail: Trail) -> None:
    named = Ref(cursor.next().text) if names.is_name(cursor.peek()) else names.proper(cursor)
    trail.tests.append(NamedCard(named))


def _not_in(cursor: Cursor, trail: Trail) -> None:
    test = AmongNames(names.reference(cursor), negated=True)
    trail.tests.append(test)
    trail.shared.append(test)


def _other_than(cursor: Cursor, trail: Trail) -> None:
    trail.tests.append(AmongNames(names.reference(cursor), negated=True))


def _choosing(cursor: Cursor, trail: Trail) -> None:
    only = cursor.take("only")
    token = cursor.peek()
    ref = names.pronoun(cursor)
    if ref is None and names.is_name(token):
        ref = Ref(cursor.next().text)
    if ref is not None:
        trail.tests.append(Choosing(ref, only=only, no_other=None if only else _no_other(cursor)))
        return
    found = cursor.rules.selection(cursor)
    if not isinstance(found, Selector):
        raise cursor.error('a noun or one thing must stand here, such as "a unit" or "me"', token)
    trail.tests.append(Choosing(found, only=only))


def _one_more(cursor: Cursor) -> Selector:
    """Read `an enemy spell`: an article, and a noun with the words before it."""
    if not cursor.take("a", "an"):
        raise cursor.error(f'"a" or "an" must follow, not {cursor.here()}')
    words = nouns.adjectives(cursor)
    found = nouns.noun(cursor, words, singular=True)
    return Selector("bare", found.kinds, Number(1), Number(1), tests=(*words.tests, *found.tests))


def _no_other(cursor: Cursor) -> Selector | None:
    """Read `and no other friendly unit`."""
    if not cursor.take("and no other"):
        return None
    words = nouns.adjectives(cursor)
    found = nouns.noun(cursor, words, singular=True)
    return Selector("bare", found.kinds, Number(1), Number(1), tests=(*words.tests, *found.tests))


_READERS: Final[dict[str, Callable[[Cursor, Trail], None]]] = {
    "with": _with,
    "without": _without,
    "named": _named,
    "not in": _not_in,
    "other than": _other_than,
    "choosing": _choosing,
    "chosen by": lambda cursor, trail: trail.tests.append(
        ChosenBy(Ref("this") if cursor.take("this") else _one_more(cursor))
    ),
    "in combat with": lambda cursor, trail: trail.tests.append(InCombatWith(_one_more(cursor))),
}
