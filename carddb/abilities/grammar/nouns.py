"""The beginning of a selector: its count, its adjectives and its noun."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.grammar import names
from riftcheck.carddb.abilities.grammar.words import ADJECTIVES, DOMAINS, LABELS, NOUN_FORMS, NUMBERS, SIDES
from riftcheck.carddb.abilities.phrases import HasTag, IsKind, Number, OfDomain, State

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.grammar.scanner import Cursor, Token
    from riftcheck.carddb.abilities.phrases import Mode, Test

_SINGLE: Final = {"a": False, "an": False, "any": False, "the": False, "another": True}
_EVERY: Final = {"all": False, "each": True}
_PAIRS: Final = (
    ("friendly", "enemy"),
    ("your", "enemy"),
    ("your", "friendly"),
    ("ready", "exhausted"),
    ("attached", "detached"),
    ("attacking", "defending"),
    ("controlled", "uncontrolled"),
    ("controlled", "open"),
    ("occupied", "open"),
)
_OPPOSITES: Final = {
    word: frozenset(other for pair in _PAIRS if word in pair for other in pair if other != word)
    for word in {word for pair in _PAIRS for word in pair}
}
KNOWN_ADJECTIVES: Final = ADJECTIVES | frozenset(DOMAINS) | {"other"}


@dataclass(frozen=True, slots=True)
class Count:
    """A count: bounds, whether the noun is in the singular, and whether `another` said to leave the source out."""

    low: Number
    high: Number | None
    mode: Mode = "bare"
    singular: bool = False
    other: bool = False


@dataclass(slots=True)
class Words:
    """The adjectives before a noun: tests, and whether `other` was among them."""

    tests: list[Test] = field(default_factory=list)
    other: bool = False

    @property
    def yours(self) -> bool:
        """True where `your` is among them, which makes `your chosen champion` one thing."""
        return State("your") in self.tests


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun: kinds of thing, whether it is a plural (None: cannot be seen), and tests that came with it."""

    kinds: tuple[str, ...]
    plural: bool | None
    tests: tuple[Test, ...]
    token: Token


def whole_number(cursor: Cursor, what: str) -> int:
    """Read a number in digits or, up to ten, as a word.

    :raises PhraseError: where no number stands next.
    """
    token = cursor.peek()
    if token.kind == "number":
        return int(cursor.next().text)
    if token.low in NUMBERS:
        cursor.next()
        return NUMBERS[token.low]
    raise cursor.no(what, NUMBERS)


def is_number(token: Token) -> bool:
    """Tell whether a token is a number in digits or as a word."""
    return token.kind == "number" or token.low in NUMBERS


def count(cursor: Cursor) -> Count | None:
    """Read a count; None, and nothing eaten, where none stands next.

    :raises PhraseError: after `up to`, where no number follows.
    """
    if cursor.take("up to"):
        high = whole_number(cursor, "number")
        return Count(Number(0), Number(high), singular=high == 1)
    if cursor.take("any number of"):
        return Count(Number(0), None)
    token = cursor.peek()
    if token.low in _EVERY:
        cursor.next()
        return Count(Number(0), None, "all", singular=_EVERY[token.low])
    if token.text == "The" and names.starts_proper(cursor):
        return None
    if token.low in _SINGLE:
        cursor.next()
        return Count(Number(1), Number(1), singular=True, other=_SINGLE[token.low])
    return _number(cursor) if is_number(token) else None


def any_number(cursor: Cursor) -> Count | None:
    """Read `any number` with no noun after it; None, and nothing eaten, where `of` follows."""
    if cursor.sees("any number") and not cursor.sees("of", 2):
        cursor.take("any number")
        return Count(Number(0), None)
    return None


def _number(cursor: Cursor) -> Count:
    token = cursor.peek()
    low = whole_number(cursor, "number")
    if low == 0:
        raise cursor.error("a count of 0 selects nothing", token)
    if cursor.take("or more"):
        return Count(Number(low), None)
    return Count(Number(low), Number(low), singular=low == 1)


def adjectives(cursor: Cursor) -> Words:
    """Read the words before a noun: states, domains, tags, `other`, and what `non-` or `not` denies.

    :raises PhraseError: where a word before a noun is unknown, or two words contradict or repeat each other.
    """
    words = Words()
    while True:
        token = cursor.peek()
        if (token.low == "other" or token.low in SIDES) and any(isinstance(test, HasTag) for test in words.tests):
            raise cursor.error(f'"{token.text}" must stand before the tag')
        if token.low == "other" and not cursor.sees("player", 1) and not cursor.sees("players", 1):
            cursor.next()
            words.other = True
        elif (found := _adjective(cursor)) is not None:
            _add(cursor, words, found, token)
        elif _misspelt(cursor):
            raise cursor.no("word", KNOWN_ADJECTIVES)
        else:
            return words


def _add(cursor: Cursor, words: Words, found: Test, token: Token) -> None:
    before = {test.word for test in words.tests if isinstance(test, State)}
    clash = before & _OPPOSITES.get(found.word, frozenset()) if isinstance(found, State) else frozenset()
    if clash:
        raise cursor.error(f'nothing is "{min(clash)}" and "{token.text}" at once', token)
    if found in words.tests or (isinstance(found, State) and found.word in before):
        raise cursor.error(f'"{token.text}" is said twice', token)
    words.tests.append(found)


def _adjective(cursor: Cursor) -> Test | None:
    token = cursor.peek()
    if token.low.startswith("non-") or cursor.sees("not"):
        return _denied(cursor)
    if token.low == "token" and not _noun_follows(cursor, 1):
        return None
    if token.low in ADJECTIVES and not _is_noun_here(cursor):
        cursor.next()
        return State(token.low)
    if token.low in DOMAINS:
        cursor.next()
        return OfDomain(DOMAINS[token.low])
    if names.starts_proper(cursor) and _noun_follows(cursor, _proper_length(cursor)):
        return HasTag(names.tag(cursor))
    return None


def _denied(cursor: Cursor) -> Test:
    token = cursor.next()
    word = token.text[len("non-") :] if token.low.startswith("non-") else cursor.next().text
    low = word.lower()
    if low in ADJECTIVES:
        return State(low, negated=True)
    if low in DOMAINS:
        return OfDomain(DOMAINS[low], negated=True)
    if low in NOUN_FORMS and not NOUN_FORMS[low][1]:
        return IsKind(NOUN_FORMS[low][0], negated=True)
    if word[:1].isupper():
        more = f" {names.tag(cursor)}" if names.starts_proper(cursor) else ""
        return HasTag(word + more, negated=True)
    raise cursor.no("word", ADJECTIVES | frozenset(DOMAINS) | frozenset(NOUN_FORMS), token)


def _proper_length(cursor: Cursor) -> int:
    length = 0
    while names.starts_proper(cursor, length):
        length += 1
    return length


def _noun_follows(cursor: Cursor, ahead: int) -> bool:
    """Tell whether a noun, or an adjective before one, stands so many places ahead."""
    token = cursor.peek(ahead)
    pair = f"{token.low} {cursor.peek(ahead + 1).low}"
    known = token.low in NOUN_FORMS or pair in NOUN_FORMS or token.low in {"token", "tokens"}
    return known or token.low.startswith("non-") or (token.low in KNOWN_ADJECTIVES and _noun_follows(cursor, ahead + 1))


def _is_noun_here(cursor: Cursor) -> bool:
    """Tell whether this word is the noun itself although it is an adjective as well."""
    return cursor.peek().low in NOUN_FORMS


def _misspelt(cursor: Cursor) -> bool:
    """Tell whether an unknown word stands before a noun: a misspelt adjective."""
    token = cursor.peek()
    if token.kind != "word" or token.capital or token.low in NOUN_FORMS or token.low in {"token", "tokens", "chosen"}:
        return False
    pair = f"{token.low} {cursor.peek(1).low}"
    if pair in NOUN_FORMS or (token.low in LABELS and cursor.peek(1).low in {"ability", "abilities"}):
        return False
    return _noun_follows(cursor, 1) and names.is_given(token.low)


def noun(cursor: Cursor, words: Words, *, singular: bool) -> Noun:
    """Read a noun, or a tag that stands for one: `your Dragons` are things with the tag Dragon.

    :raises PhraseError: where none stands next.
    """
    token = cursor.peek()
    form = cursor.take_from(NOUN_FORMS)
    if form is not None:
        tests: list[Test] = []
        if form[0] == "something":
            _after_something(cursor, words, tests)
        return _token_noun(cursor, Noun((form[0],), form[1], tuple(tests), token))
    if cursor.take("token", "tokens"):
        return Noun(("something",), cursor.peek(-1).low == "tokens", (State("token"),), token)
    if names.starts_proper(cursor):
        written = names.tag(cursor)
        name = written if singular else names.singular(written)
        return _token_noun(cursor, Noun(("something",), None, (HasTag(name),), token))
    raise cursor.no("noun", {*NOUN_FORMS, *KNOWN_ADJECTIVES} if token.low not in KNOWN_ADJECTIVES else NOUN_FORMS)


def _after_something(cursor: Cursor, words: Words, tests: list[Test]) -> None:
    """Read `something else exhausted`: here alone, adjectives follow their noun."""
    if cursor.take("else"):
        words.other = True
    while cursor.peek().low in ADJECTIVES:
        tests.append(State(cursor.next().low))


def _token_noun(cursor: Cursor, found: Noun) -> Noun:
    """Read `unit token` as `token unit`."""
    if cursor.take("token", "tokens"):
        return Noun(found.kinds, cursor.peek(-1).low == "tokens", (*found.tests, State("token")), found.token)
    return found
