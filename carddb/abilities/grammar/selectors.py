"""Selections: references, the top of a deck, whole zones, and lists of selectors joined by `and` or `or`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.grammar import names, nouns, places, suffixes
from riftcheck.carddb.abilities.grammar.words import LABELS, PRESENT_VERBS, RESERVED, SIDES, WHOSE, ZONES
from riftcheck.carddb.abilities.phrases import (
    AbilityLabel,
    AbilityOf,
    Both,
    Number,
    Place,
    Ref,
    RestOf,
    Selector,
    State,
    Top,
    Whole,
)

if TYPE_CHECKING:
    from typing import Literal

    from riftcheck.carddb.abilities.grammar.scanner import Cursor, Token
    from riftcheck.carddb.abilities.phrases import Mode, Selection, Test

_ALL: Final = nouns.Count(Number(0), None, mode="all")
# Nouns of which a player has one thing: `your chosen champion` needs no count.
_ONLY_ONE: Final = frozenset({"legend", "champion", "chosen champion"})
_ONE: Final = nouns.Count(Number(1), Number(1), singular=True)


@dataclass(slots=True)
class _Part:
    """One selector while its list is read. `group` tells which parts share one determiner; `open` has no trail yet."""

    count: nouns.Count
    kinds: list[str]
    sides: tuple[Test, ...]
    tests: list[Test]
    group: int
    start: Token
    trail: suffixes.Trail = field(default_factory=suffixes.Trail)
    plain: bool = True
    plural: bool = False

    @property
    def open(self) -> bool:
        return self.trail.empty

    def built(self, mode: Mode | None) -> Selector:
        """Return the selector; further places make alternatives that differ in their place only."""
        first = self._at(self.trail.place, mode)
        chain: Selector | None = None
        for place in reversed(self.trail.places_too):
            chain = replace(self._at(place, mode), or_else=chain)
        return replace(first, or_else=chain)

    def _at(self, place: Place | None, mode: Mode | None) -> Selector:
        count = self.count
        return Selector(
            mode=mode or count.mode,
            nouns=tuple(self.kinds),
            low=count.low,
            high=count.high,
            other=count.other,
            tests=(*self.sides, *self.tests, *self.trail.tests),
            place=place,
            total=self.trail.total,
            same_controller=self.trail.same_controller,
        )


def selection(cursor: Cursor) -> Selection:
    """Read a selection: `choose a unit here`, `rest of seen`, `your hand`, `units and gear they control`.

    :raises PhraseError: where the words are no selection.
    """
    return _read(cursor, from_too=True, verbs=False)


def in_sentence(cursor: Cursor) -> Selection:
    """Read a selection inside an event or a condition: `from` belongs to the sentence, and a verb ends the list.

    :raises PhraseError: where the words are no selection.
    """
    return _read(cursor, from_too=False, verbs=True)


def selector_or_ref(cursor: Cursor) -> Selector | Ref:
    """Read what a chain item chooses: a selector, or one thing known by name.

    :raises PhraseError: where it is another selection.
    """
    token = cursor.peek()
    found = in_sentence(cursor)
    if not isinstance(found, Selector | Ref):
        raise cursor.error('a noun or one thing must stand here, such as "a unit" or "me"', token)
    return found


def selector(cursor: Cursor) -> Selector:
    """Read a selection that must be one selector, such as the targets of a chain item.

    :raises PhraseError: where it is another selection.
    """
    token = cursor.peek()
    found = in_sentence(cursor)
    if not isinstance(found, Selector):
        raise cursor.error('a noun must stand here, such as "a unit"', token)
    return found


def per_one(cursor: Cursor, *, singular: bool = False) -> Selection:
    """Read a selection that has no count of its own: `other unit you control here` is all of them.

    :raises PhraseError: where no noun stands there, or one in the plural that must be `singular`.
    """
    part = _head(cursor, 0, None, bare_singular=True)
    if singular and part.plural:
        raise cursor.error('say "per" with a noun in the singular', part.start)
    suffixes.read(cursor, part.trail, from_too=True)
    part.count = replace(_ALL, other=part.count.other)
    return part.built("all")


def counted(cursor: Cursor, *, given: bool) -> Selector:
    """Read the selector of a condition, after its number if one was `given`: nouns with their tests, mode `bare`.

    :raises PhraseError: where no noun stands there, or a number stands where none may.
    """
    token = cursor.peek()
    if given and nouns.count(cursor) is not None:
        raise cursor.error(f'"{token.text}" cannot follow the number', token)
    parts, joiner = _list(cursor, [], from_too=False, verbs=True, loose=given)
    if len(parts) > 1:
        raise cursor.error(f'"{joiner}" joins plain nouns only here', parts[1].start)
    found = parts[0].built("bare")
    return replace(found, low=Number(1), high=Number(1)) if given else found


def supplied(cursor: Cursor, noun: Literal["card", "buff"] | None) -> Selector | None:
    """Read a count whose noun is left out, as costs may: `2 from your trash`, `1 on me`, `any number`.

    Without `noun`, a zone or nothing after a number means cards; `on` or `any number` means buffs. None, and nothing
    eaten, where a noun follows.
    """
    start = cursor.at
    said = nouns.is_number(cursor.peek()) or cursor.sees("up to")
    count = nouns.any_number(cursor) or (nouns.count(cursor) if said else None)
    known = noun or ("buff" if (count is not None and count.high is None) or cursor.sees("on") else "card")
    trail = suffixes.Trail()
    if count is not None and known == "buff" and cursor.take("on"):
        trail.place = Place("attached to", ref=names.reference(cursor))
    elif count is not None and cursor.peek().low in {"from", "in"}:
        suffixes.read(cursor, trail, from_too=True)
    if count is None or not cursor.done:
        cursor.at = start
        return None
    return Selector("bare", (known,), count.low, count.high, tests=tuple(trail.tests), place=trail.place)


def _read(cursor: Cursor, *, from_too: bool, verbs: bool) -> Selection:
    mode: Mode | None = "choose" if cursor.take("choose") else "pick" if cursor.take("pick") else None
    if mode is None:
        simple = _simple(cursor, verbs=verbs)
        if simple is not None:
            return _with_more(cursor, simple, from_too=from_too, verbs=verbs)
    return _joined(*_list(cursor, [], from_too=from_too, verbs=verbs, mode=mode), mode, cursor)


# --- references, tops, zones -----------------------------------------------------------------------------------------


def _simple(cursor: Cursor, *, verbs: bool) -> Selection | None:
    """Read a selection that is no selector; None, and nothing eaten, where a selector must follow."""
    return _rest(cursor) or _top(cursor) or _whole_zone(cursor) or _reference(cursor, verbs=verbs)


def _rest(cursor: Cursor) -> RestOf | None:
    return RestOf(names.reference(cursor)) if cursor.take("rest of", "the rest of") else None


def _top(cursor: Cursor) -> Top | None:
    if not cursor.take("top", "the top"):
        return None
    one = cursor.peek().low in {"of", "card", "rune"}
    amount = Number(1 if one else nouns.whole_number(cursor, "number"))
    cursor.take("cards", "card", "runes", "rune")
    cursor.expect("of")
    if cursor.take("that deck"):  # the deck of the event: its owner's, whoever looks (CR 425)
        return Top(amount, "its owner", "that deck")
    whose = cursor.take_from(WHOSE)
    if whose is None:
        raise cursor.no("owner of a deck", WHOSE)
    zone = cursor.take_from(ZONES)
    if zone not in {"deck", "rune deck"}:
        raise cursor.error('only a "deck" or a "rune deck" has a top', cursor.peek(-1) if zone else None)
    return Top(amount, whose, "rune deck" if zone == "rune deck" else "deck")


def _whole_zone(cursor: Cursor) -> Whole | None:
    start = cursor.at
    zone = places.whose_zone(cursor)
    if zone is None or zone.whose is None or zone.zone is None:
        cursor.at = start
        return None
    return Whole(zone.whose, zone.zone)


def _reference(cursor: Cursor, *, verbs: bool) -> Ref | None:
    """Read a pronoun or a given name; a name that something of a selector follows is a misspelt noun."""
    found = names.pronoun(cursor)
    if found is not None:
        return found
    token = cursor.peek()
    if not names.is_name(token):
        return None
    after = cursor.peek(1)
    if after.kind == "end" or after.low in {"and", "or"} or (verbs and after.low in _AFTER_SUBJECT) or _is_sign(after):
        cursor.next()
        return Ref(token.text)
    return None


def _is_sign(token: Token) -> bool:
    return token.kind == "sign"


_AFTER_SUBJECT: Final = (
    frozenset(word for form in PRESENT_VERBS for word in form.split())
    | {"has", "have", "was", "were", "to", "from", "with", "by", "this"}
    | {"died", "dealt", "moved", "conquered", "held"}
)


def _with_more(cursor: Cursor, first: Selection, *, from_too: bool, verbs: bool) -> Selection:
    """Read the selections that `and` adds to a reference or a zone."""
    parts = [first]
    while cursor.sees("and") and _selector_follows(cursor, verbs=verbs):
        cursor.next()
        simple = _simple(cursor, verbs=verbs)
        parts.append(simple or _one_part(cursor, from_too=from_too))
    return first if len(parts) == 1 else Both(tuple(parts))


def _one_part(cursor: Cursor, *, from_too: bool) -> Selector:
    part = _head(cursor, 0, None)
    suffixes.read(cursor, part.trail, from_too=from_too)
    return part.built(None)


def _with_alternatives(one: Selector, chain: Selector) -> Selector:
    """Return a selector with further alternatives after its own."""
    return replace(one, or_else=chain if one.or_else is None else _with_alternatives(one.or_else, chain))


# --- lists of selectors ----------------------------------------------------------------------------------------------


def _list(
    cursor: Cursor, parts: list[_Part], *, from_too: bool, verbs: bool, mode: Mode | None = None, loose: bool = False
) -> tuple[list[_Part], str]:
    """Read selectors joined by one of `and` and `or`; return them and the joining word."""
    joiner = ""
    while True:
        last = parts[-1] if parts else None
        part = _head(cursor, len(parts), last, bare_singular=loose)
        if last is not None and part.plain and last.open and part.group == last.group:
            _merge(cursor, last, part, joiner)
            part = last
        else:
            parts.append(part)
        token = cursor.peek()
        suffixes.read(cursor, part.trail, from_too=from_too)
        _spread(cursor, parts, token)
        word = cursor.peek().low
        if word not in {"and", "or"} or part.trail.shared or not _selector_follows(cursor, verbs=verbs):
            return parts, joiner
        if joiner not in {"", word}:
            raise cursor.error('"and" and "or" in one list: which comes first cannot be seen')
        joiner = word
        cursor.next()
        if mode is not None:
            cursor.take(mode)


def _selector_follows(cursor: Cursor, *, verbs: bool) -> bool:
    """Tell whether a further selector, and not a further sentence or verb, follows the `and` or `or`."""
    word = cursor.peek(1)
    if word.low in {"i", "you"} or (verbs and word.low in PRESENT_VERBS and word.low not in RESERVED - PRESENT_VERBS):
        return False
    return word.kind != "end"


def _merge(cursor: Cursor, last: _Part, part: _Part, joiner: str) -> None:
    """Add a further plain noun to the selector before it: `units and gear`, `a unit or gear`."""
    if joiner == "and" and last.count.high is not None:
        raise cursor.error('say "or", or give each noun its own count', part.start)
    last.kinds += part.kinds


def _spread(cursor: Cursor, parts: list[_Part], token: Token) -> None:
    """Give the trail of the last part to the open parts with the same determiner; `not in` to every part."""
    last = parts[-1]
    for part in parts[:-1]:
        if last.trail.shared and not part.trail.shared:
            part.trail.tests += last.trail.shared
            part.trail.shared = list(last.trail.shared)
        if last.trail.own and part.open:
            if part.group != last.group:
                raise cursor.error(
                    f'it is open whether "{token.text}" is said of the first noun too: say it of each', token
                )
            part.trail = last.trail.copy()


def _joined(parts: list[_Part], joiner: str, mode: Mode | None, cursor: Cursor) -> Selection:
    built = [part.built(mode) for part in parts]
    for part in parts:
        if mode is not None and part.count.mode == "all":
            raise cursor.error(f'"{mode}" needs a count, such as "a", "2" or "any number of"', part.start)
    if joiner == "or":
        chain = built[-1]
        for one in reversed(built[:-1]):
            chain = _with_alternatives(one, chain)
        return chain
    return built[0] if len(built) == 1 else Both(tuple(built))


def _head(cursor: Cursor, number: int, last: _Part | None, *, bare_singular: bool = False) -> _Part:
    """Read a count, adjectives and a noun; without a count, take over count and side from the open part before."""
    start = cursor.peek()
    count = nouns.count(cursor)
    words = nouns.adjectives(cursor)
    label = _label(cursor)
    found = nouns.noun(cursor, words, singular=count is not None and count.singular) if label is None else label
    sides: tuple[Test, ...] = tuple(test for test in words.tests if _is_side(test))
    tests = [test for test in (*words.tests, *found.tests) if test not in sides]
    if label is None and found.kinds == ("ability",) and cursor.take("of"):
        tests.append(AbilityOf(selector(cursor)))
    inherits = count is None and not sides and last is not None and last.open
    if inherits and last is not None:
        chosen, sides, group = last.count, last.sides, last.group
        plain = not tests and not words.other
        if not bare_singular:
            _agree(cursor, chosen, found)
    else:
        chosen, group, plain = _count(cursor, count, words, found, start, bare_singular=bare_singular), number, False
    if words.other or (count is not None and count.other):
        chosen = replace(chosen, other=True)
    part = _Part(chosen, [*found.kinds], sides, tests, group, start, plain=plain, plural=found.plural is True)
    if label is not None and cursor.take("for"):
        part.trail.place = places.place(cursor)
    return part


def _agree(cursor: Cursor, count: nouns.Count, found: nouns.Noun) -> None:
    if found.plural is not None and found.plural == count.singular:
        say = "singular" if count.singular else "plural"
        raise cursor.error(f'"{found.token.text}" must be {say} here', found.token)


def _is_side(test: Test) -> bool:
    return isinstance(test, State) and test.word in SIDES and not test.negated


def _count(
    cursor: Cursor,
    count: nouns.Count | None,
    words: nouns.Words,
    found: nouns.Noun,
    start: Token,
    *,
    bare_singular: bool,
) -> nouns.Count:
    """Return the count that was said, or the one that a noun without a count has."""
    if count is not None:
        _agree(cursor, count, found)
        return count
    if found.plural is False and not bare_singular:
        if "something" in found.kinds or (words.yours and not _ONLY_ONE.isdisjoint(found.kinds)):
            return _ONE
        raise cursor.error(f'"{found.token.text}" needs a count, such as "a", "2" or "all"', start)
    return _ALL


def _label(cursor: Cursor) -> nouns.Noun | None:
    """Read `deathknell abilities`, `conquer abilities of units here`; None where no label stands next."""
    token = cursor.peek()
    if token.low not in LABELS or cursor.peek(1).low not in {"ability", "abilities"}:
        return None
    label: Literal["conquer", "hold", "play", "attack", "defend", "deathknell", "temporary"] = cursor.next().low  # type: ignore[assignment]
    plural = cursor.next().low == "abilities"
    of = in_sentence(cursor) if cursor.take("of") else None
    return nouns.Noun(("ability",), plural, (AbilityLabel(label, of),), token)
