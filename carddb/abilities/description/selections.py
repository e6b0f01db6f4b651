"""Selections in words: noun phrases with their counts, tests and places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.description.places import among, place_words, what_is_there
from riftcheck.carddb.abilities.description.speech import (
    SUBJECTS,
    Voice,
    does,
    joined,
    plural,
    quantity,
    say,
    whole,
    whose,
    with_article,
)
from riftcheck.carddb.abilities.description.tests import STATE_WORDS, STATES_BEHIND, keyword_name, measured, named_as
from riftcheck.carddb.abilities.phrases import (
    AbilityLabel,
    AbilityOf,
    AmongNames,
    Both,
    Controlled,
    HasTag,
    IsKind,
    Measure,
    NamedCard,
    OfDomain,
    Owned,
    Place,
    PlayedBy,
    Ref,
    RestOf,
    Selection,
    Selector,
    State,
    Test,
    Top,
    Who,
    Whole,
    WithKeyword,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

# --- noun phrases ----------------------------------------------------------------------------------------------------


def _before_noun(test: Test) -> str | None:
    """Return the test as an adjective, or None where it has to follow the noun."""
    if isinstance(test, State) and test.word not in STATES_BEHIND and test.word != "alone":
        word = STATE_WORDS.get(test.word, test.word)
        return f"non-{word}" if test.negated else word
    if isinstance(test, OfDomain):
        return f"non-{test.domain}" if test.negated else test.domain
    if isinstance(test, HasTag) and isinstance(test.tag, str):
        return f"non-{test.tag}" if test.negated else test.tag
    if isinstance(test, IsKind) and test.negated:
        return f"non-{test.noun}"
    if isinstance(test, AbilityLabel) and test.of is None:
        return _LABELS.get(test.label, test.label)
    return None


_LABELS: Final = {"deathknell": "Deathknell"}


def controls(who: Who) -> str:
    """Return `you control`, `an opponent controls`."""
    return does(SUBJECTS[who], "control")


def _behind_noun(test: Test, voice: Voice, *, many: bool) -> str:
    """Return the test as words that follow the noun."""
    if isinstance(test, State) and test.word in STATES_BEHIND:
        return f"{'not ' if test.negated else ''}{STATES_BEHIND[test.word]}"
    if isinstance(test, Measure):
        return f"with {measured(test, voice)}"
    if isinstance(test, WithKeyword):
        return f"{'without' if test.negated else 'with'} {keyword_name(test.keyword)}"
    if isinstance(test, NamedCard):
        return named_as(test, voice)
    if isinstance(test, Controlled) and not test.negated and not test.team:
        return f"that {controls(test.who)}"
    if isinstance(test, Owned):
        return f"that {does(SUBJECTS[test.who], 'own')}"
    return _rarely_behind(test, voice, many=many)


def _rarely_behind(test: Test, voice: Voice, *, many: bool) -> str:
    if isinstance(test, PlayedBy):
        return f"that {does(SUBJECTS[test.who], 'play')}"
    if isinstance(test, AbilityLabel):
        return _labelled(test, voice)
    if isinstance(test, AbilityOf):
        return f"of {things(test.of, voice)}"
    if isinstance(test, AmongNames):
        if test.negated and test.ref.name == "me":
            return f"other than {say(test.ref, voice)}"
        return f"{'not ' if test.negated else ''}among {among(test.ref, voice)}"
    return f"that {_for_many(say(test, voice)) if many else say(test, voice)}"


def _for_many(predicate: str) -> str:
    verb, _, rest = predicate.partition(" ")
    known = {"is": "are", "has": "have", "does": "do", "targets": "target"}
    return f"{known.get(verb, verb)} {rest}"


@say.register(AbilityLabel)
def _label(node: AbilityLabel, voice: Voice) -> str:
    return f"is {_labelled(node, voice)}"


@say.register(AbilityOf)
def _ability_of(node: AbilityOf, voice: Voice) -> str:
    return f"is of {things(node.of, voice)}"


def _labelled(node: AbilityLabel, voice: Voice) -> str:
    of = "" if node.of is None else f" of {things(node.of, voice)}"
    return f"with {with_article(_LABELS.get(node.label, node.label))} effect{of}"


_PLAYER_NOUNS: Final = frozenset({"player", "opponent", "other player"})


def noun_group(selector: Selector, voice: Voice, *, many: bool) -> str:
    """Return the noun of a selector with its tests and place, without its number: `enemy unit at a battlefield`."""
    before = sorted((test for test in selector.tests if _before_noun(test) is not None), key=_nearness)
    adjectives = [_before_noun(test) or "" for test in before]
    word = "and" if selector.mode == "all" and many else "or"
    if selector.nouns == ("something",) and adjectives and adjectives[-1] in _CREATURES:
        names = [adjectives.pop()]
    else:
        names = ["thing" if noun == "something" and adjectives else noun for noun in selector.nouns]
    nouns = joined([plural(name) if many else name for name in names], word)
    behind = [test for test in selector.tests if _before_noun(test) is None]
    first: list[Test] = [test for test in behind if isinstance(test, _OWNERS)]
    last: list[Test] = [test for test in behind if not isinstance(test, _OWNERS)]
    place = _grouped_parts(selector, voice, many=many)
    if not place:
        first, last = [*first, *last], []
    return " ".join(
        [*adjectives, nouns, *_postmodifiers(first, voice, many=many), *place, *_postmodifiers(last, voice, many=many)]
    )


# Tests that are said before the place of the thing: "a unit that you control at another location".
_OWNERS: Final = (Controlled, Owned, PlayedBy, WithKeyword)
# Tags that are the name of the thing by themselves: "a Poro".
_CREATURES: Final = frozenset(
    {"Bird", "Cat", "Demon", "Dog", "Dragon", "Mech", "Pirate", "Poro", "Recruit", "Spider", "Spirit", "Yordle"}
)


def _nearness(test: Test) -> int:
    """Return the rank of an adjective by its nearness to the noun, 2 the nearest: "damaged enemy Poro units"."""
    if isinstance(test, State):
        return 1 if test.word in {"friendly", "enemy"} else 0
    return 2


def _postmodifiers(tests: Sequence[Test], voice: Voice, *, many: bool) -> list[str]:
    """Return the tests as words that follow the noun; two of a kind side by side are joined with `and`."""
    found: list[str] = []
    for test in tests:
        words = _behind_noun(test, voice, many=many)
        lead, _, rest = words.partition(" ")
        if found and lead in {"with", "that"} and found[-1].startswith(f"{lead} "):
            whole_clause = lead == "that" and (_names_who(found[-1]) or _names_who(words))
            found[-1] = f"{found[-1]} and {words if whole_clause else rest}"
        else:
            found.append(words)
    return found


def _names_who(clause: str) -> bool:
    """Tell whether a relative clause has a subject of its own: "that you control", not "that is alone"."""
    return clause.split(" ")[1] not in {"is", "are", "has", "have", "does", "do", "targets", "target"}


def things(selection: Selection, voice: Voice) -> str:
    """Return things in general, without a number: `enemy units here`."""
    if isinstance(selection, Selector):
        group = noun_group(selection, voice, many=True)
        text = f"other {group}" if selection.other else group
        return text if selection.or_else is None else f"{text} or {things(selection.or_else, voice)}"
    if isinstance(selection, Both):
        return joined([things(part, voice) for part in selection.parts])
    return say(selection, voice)


def _where(selector: Selector, voice: Voice) -> str:
    """Return what is said of the battlefield itself: "where you control a unit"; empty for anything else."""
    place = selector.place
    if place is None or place.where is None or selector.nouns != ("battlefield",):
        return ""
    return f"where {what_is_there(place.where, voice)}"


def _anywhere(place: Place) -> str:
    """Return the words for several places of a kind, all of them alike: "in bases"; empty for one place."""
    return {Place("battlefield"): "at battlefields", Place("base"): "in bases"}.get(place, "")


def _grouped_parts(selector: Selector, voice: Voice, *, many: bool) -> list[str]:
    """Return the place and the limits of the group as a whole."""
    parts: list[str] = []
    if selector.place is not None:
        anywhere = _anywhere(selector.place) if many else ""
        played = selector.place.kind == "zone" and any(isinstance(test, PlayedBy) for test in selector.tests)
        place = place_words(selector.place, voice, "from" if played else "at")
        parts.append(anywhere or _where(selector, voice) or place)
    if selector.total is not None:
        parts.append(f"with {measured(selector.total, voice, total=True)}")
    if selector.same_controller:
        parts.append("with the same controller")
    return parts


def is_single(selection: Selection, voice: Voice | None = None) -> bool:
    """Tell whether a selection is one thing at the most; of a name, as `voice` knows it."""
    if isinstance(selection, Selector):
        return selection.mode != "all" and selection.high is not None and whole(selection.high) == 1
    if isinstance(selection, Top):
        return whole(selection.count) == 1
    return isinstance(selection, Ref) and not (voice is not None and voice.many(selection.name))


@say.register(Selector)
def _selector(node: Selector, voice: Voice) -> str:
    ways = [_numbered(node, voice)]
    while node.or_else is not None:
        node = node.or_else
        ways.append(_numbered(node, voice))
    return joined(ways, "and" if node.mode == "all" else "or")


def _numbered(node: Selector, voice: Voice) -> str:
    low, high = whole(node.low), None if node.high is None else whole(node.high)
    single = is_single(node)
    group = noun_group(node, voice, many=not single)
    if node.other:
        group = f"other {group}"
    if node.mode == "all":
        return f"each {group}" if node.place is not None and node.place.kind == "each location" else f"all {group}"
    if single:
        return f"up to 1 {group}" if low == 0 else with_article(group)
    if node.high is None:
        return _open_ended(node, group, voice)
    if high is None:
        upto = "up to " if low == 0 else ""
        return f"{upto}as many {group} as {say(node.high, voice)}"
    if low == high:
        return f"{high} {group}"
    return f"up to {high} {group}" if low == 0 else f"{say(node.low, voice)} to {high} {group}"


def _open_ended(node: Selector, group: str, voice: Voice) -> str:
    low = whole(node.low)
    if low == 0:
        return f"any number of {group}"
    return f"one or more {group}" if low == 1 else f"{say(node.low, voice)} or more {group}"


@say.register(Top)
def _top(node: Top, voice: Voice) -> str:
    if whole(node.count) == 1:
        return f"the top card of {deck_words(node)}"
    return f"the top {quantity(node.count, 'card', voice)} of {deck_words(node)}"


def deck_words(node: Top) -> str:
    """Return whose deck the top cards are of: `your deck`, `their rune deck`."""
    return node.deck if node.deck == "that deck" else f"{whose(node.whose)} {node.deck}"


@say.register(RestOf)
def _rest(node: RestOf, voice: Voice) -> str:
    return f"the rest of {among(node.ref, voice)}"


@say.register(Whole)
def _whole_zone(node: Whole, _voice: Voice) -> str:
    return f"{whose(node.whose)} whole {node.zone}"


@say.register(Both)
def _both(node: Both, voice: Voice) -> str:
    return joined([say(part, voice) for part in node.parts])


def pronoun(selection: Selection) -> str:
    """Return the pronoun for a choice made earlier in the line: `it`, `them`, `that player` or `those players`."""
    if isinstance(selection, Selector) and _PLAYER_NOUNS.issuperset(selection.nouns):
        return "that player" if is_single(selection) else "those players"
    of_each = (
        isinstance(selection, Selector) and selection.place is not None and selection.place.kind == "each location"
    )
    return "it" if is_single(selection) and not of_each else "them"
