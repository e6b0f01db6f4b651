"""The tests of a selection in words: as predicates."""

from __future__ import annotations

from typing import Final

from riftcheck.carddb.abilities.description.places import among
from riftcheck.carddb.abilities.description.speech import (
    SUBJECTS,
    Voice,
    say,
    whole,
    with_article,
)
from riftcheck.carddb.abilities.phrases import (
    AmongNames,
    Choosing,
    ChosenBy,
    Controlled,
    HasMoved,
    HasTag,
    InCombatWith,
    IsKind,
    Measure,
    NamedCard,
    NotChosen,
    OfDomain,
    Operator,
    Owned,
    PlayedBy,
    State,
    TraitOf,
    WithKeyword,
)

TRAITS: Final = {"might": "Might", "energy": "Energy cost", "power": "Power cost"}

STATE_WORDS: Final = {"mighty": "Mighty", "empowered": "Empowered", "facedown": "face-down"}
# States that a noun cannot carry in front of it, with the words that follow the noun.
STATES_BEHIND: Final = {"your": "of yours", "owned": "of your own"}


_WITH_NUMBER: Final[dict[Operator, str]] = {
    "<": "less than {}",
    "<=": "{} or less",
    "=": "exactly {}",
    ">=": "{} or more",
    ">": "more than {}",
}
_AGAINST: Final[dict[Operator, str]] = {
    "<": "less than",
    "<=": "at most",
    "=": "exactly",
    ">=": "at least",
    ">": "more than",
}
_THAN: Final[dict[Operator, str]] = {
    "<": "less {0} than {1}",
    "<=": "at most as much {0} as {1}",
    "=": "the same {0} as {1}",
    ">=": "at least as much {0} as {1}",
    ">": "more {0} than {1}",
}


# --- tests: what follows `it` in a sentence ---------------------------------------------------------------------------


def _is(words: str, *, negated: bool = False) -> str:
    return f"is not {words}" if negated else f"is {words}"


@say.register(State)
def _state(node: State, _voice: Voice) -> str:
    word = {"your": "yours", "owned": "your own", "token": "a token"}.get(node.word, node.word)
    return _is(STATE_WORDS.get(word, word), negated=node.negated)


@say.register(OfDomain)
def _of_domain(node: OfDomain, _voice: Voice) -> str:
    return _is(node.domain, negated=node.negated)


@say.register(HasTag)
def _has_tag(node: HasTag, voice: Voice) -> str:
    tag = f"the tag {node.tag}" if isinstance(node.tag, str) else say(node.tag, voice)
    return f"{'does not have' if node.negated else 'has'} {tag}"


@say.register(IsKind)
def _is_kind(node: IsKind, _voice: Voice) -> str:
    return _is(with_article(node.noun), negated=node.negated)


@say.register(Measure)
def _measure(node: Measure, voice: Voice) -> str:
    return f"has {measured(node, voice)}"


def measured(node: Measure, voice: Voice, *, total: bool = False) -> str:
    """Return a comparison of a number: `Might 3 or less`; `total` is that of a group."""
    trait = f"total {TRAITS[node.trait]}" if total else TRAITS[node.trait]
    amount = node.amount
    if isinstance(amount, TraitOf) and amount.trait == node.trait:
        return _THAN[node.operator].format(trait, say(amount.ref, voice))
    if whole(amount) is not None:
        return f"{trait} {_WITH_NUMBER[node.operator].format(say(amount, voice))}"
    return f"{trait} of {_AGAINST[node.operator]} {say(amount, voice)}"


def keyword_name(name: str) -> str:
    """Return a keyword as it is written in a sentence: `Quick-Draw`, `Show Off`."""
    return (" " if name == "show-off" else "-").join(part.capitalize() for part in name.split("-"))


@say.register(WithKeyword)
def _with_keyword(node: WithKeyword, _voice: Voice) -> str:
    return f"{'does not have' if node.negated else 'has'} {keyword_name(node.keyword)}"


@say.register(NamedCard)
def _named(node: NamedCard, voice: Voice) -> str:
    return f"is {named_as(node, voice)}"


def named_as(node: NamedCard, voice: Voice) -> str:
    """Return `named "Spiderling"`, or that it has the name of what was named in play."""
    if isinstance(node.name, str):
        return f'named "{node.name}"'
    named = voice.named(node.name.name).adjective == "named"
    return "with that name" if named else f"with the name of {say(node.name, voice)}"


@say.register(Controlled)
def _controlled(node: Controlled, _voice: Voice) -> str:
    denied = "not " if node.negated else ""
    if node.team:
        return f"is {denied}friendly to {'that player' if node.who == 'they' else SUBJECTS[node.who]}"
    return f"is {denied}controlled by {SUBJECTS[node.who]}"


@say.register(Owned)
def _owned(node: Owned, _voice: Voice) -> str:
    return f"is owned by {SUBJECTS[node.who]}"


@say.register(PlayedBy)
def _played_by(node: PlayedBy, _voice: Voice) -> str:
    return f"is played by {SUBJECTS[node.who]}"


@say.register(Choosing)
def _choosing(node: Choosing, voice: Voice) -> str:
    rest = "" if node.no_other is None else f" and no other {say(node.no_other, voice).split(' ', 1)[1]}"
    return f"targets {'only ' if node.only else ''}{say(node.selector, voice)}{rest}"


@say.register(ChosenBy)
def _chosen_by(node: ChosenBy, voice: Voice) -> str:
    return f"is a target of {say(node.by, voice)}"


@say.register(InCombatWith)
def _in_combat_with(node: InCombatWith, voice: Voice) -> str:
    return f"is in combat with {say(node.other, voice)}"


@say.register(AmongNames)
def _among(node: AmongNames, voice: Voice) -> str:
    return _is(f"among {among(node.ref, voice)}", negated=node.negated)


@say.register(HasMoved)
def _has_moved(node: HasMoved, _voice: Voice) -> str:
    return f"has {'not ' if node.negated else ''}moved this turn"


@say.register(NotChosen)
def _not_chosen(node: NotChosen, _voice: Voice) -> str:
    return f"has not been chosen before {'in ' if node.span == 'this play' else ''}{node.span}"
