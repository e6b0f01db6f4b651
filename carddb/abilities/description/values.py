"""Numbers, conditions and costs in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from riftcheck.carddb.abilities.description.events import event_words
from riftcheck.carddb.abilities.description.places import place_words
from riftcheck.carddb.abilities.description.selections import is_single, noun_group
from riftcheck.carddb.abilities.description.speech import (
    SPANS,
    SUBJECTS,
    Voice,
    does,
    joined,
    quantity,
    say,
    times,
    whole,
    whose,
    with_article,
)
from riftcheck.carddb.abilities.phrases import (
    AllOf,
    AnyOf,
    Chooses,
    Compare,
    Condition,
    Controlled,
    Cost,
    Did,
    DiedAlone,
    Exists,
    Happened,
    IsKind,
    IsSo,
    Moment,
    Not,
    Number,
    Operator,
    Paid,
    Plus,
    Points,
    Selection,
    Selector,
    State,
    Test,
    Times,
    VictoryScore,
)

_COMPARED: Final[dict[Operator, str]] = {
    "<": "is less than",
    "<=": "is at most",
    "=": "equals",
    ">=": "is at least",
    ">": "is more than",
}
_COMPARED_MANY: Final = {"equals": "equal"}
_MOMENTS: Final = {
    "your turn": "it is {whose} turn",
    "an opponent's turn": "it is an opponent's turn",
    "legion": "you have played another card this turn (Legion)",
    "a showdown": "a showdown is in progress",
    "a combat": "a combat is in progress",
    "a combat here": "a combat is in progress here",
    "your beginning phase": "it is your Beginning Phase",
    "the awaken phase": "it is the Awaken Phase",
    "first turn": "it is {whose} first turn",
    "first or second turn": "it is {whose} first or second turn",
    "first to third turn": "it is {whose} first, second or third turn",
    "before third turn": "{whose} third turn has not begun",
}
_POWER: Final = {"any": "of any domain", "own": "of a domain of its own"}


# --- conditions ------------------------------------------------------------------------------------------------------


@say.register(Exists)
def _exists(node: Exists, voice: Voice) -> str:
    selector = node.selector
    owners = [test for test in selector.tests if isinstance(test, Controlled) and not (test.negated or test.team)]
    if owners:
        controller = owners[0].who
        rest = tuple(test for test in selector.tests if test != owners[0])
        return does(
            SUBJECTS[controller], f"control {_how_many(replace(node, selector=replace(selector, tests=rest)), voice)}"
        )
    many = node.high not in {None, 1} or node.low not in {0, 1} or (node.low == 0 and node.high is None)
    return f"there {'are' if many else 'is'} {_how_many(node, voice)}"


def _how_many(node: Exists, voice: Voice) -> str:
    """Return a number of things: `7 or more runes`, `exactly 4 units`, `no cards in your hand`, `another unit`."""
    low, high = node.low, node.high
    single = low == 1 and high in {None, 1}
    group = noun_group(node.selector, voice, many=not (single or high == 1))
    if node.selector.other:
        group = f"other {group}"
    if high is None:
        return with_article(group) if low == 1 else f"{low} or more {group}"
    if high == 0:
        return f"no {group}"
    if low == high:
        return f"exactly {low} {group}"
    return f"at most {high} {group}" if low == 0 else f"{low} to {high} {group}"


_HELD: Final = (IsKind("battlefield"), Controlled("you"))


@say.register(IsSo)
def _is_so(node: IsSo, voice: Voice) -> str:
    subject = say(node.ref, voice)
    if node.tests == _HELD and node.place is None and subject == voice.me:
        return "you control this battlefield"
    predicates = [_predicate(subject, test, voice) for test in node.tests]
    if node.place is not None:
        predicates.append(f"{'are' if subject == 'you' else 'is'} {place_words(node.place, voice)}")
    return f"{subject} {joined(predicates)}"


def _predicate(subject: str, test: Test, voice: Voice) -> str:
    words = say(test, voice)
    if subject != "you":
        return words
    if isinstance(test, State) and test.word in {"attacking", "defending"}:
        return f"are {'not ' if test.negated else ''}{test.word}"
    return words.replace("is ", "are ", 1).replace("has ", "have ", 1)


@say.register(Compare)
def _compare(node: Compare, voice: Voice) -> str:
    number = whole(node.right)
    if isinstance(node.left, Points) and node.left.who in {"you", "opponent"} and (near := _within_points(node)):
        return f"{does(SUBJECTS[node.left.who], 'are')} {near} of the Victory Score"
    if isinstance(node.left, Times) and node.operator == ">=" and number is not None:
        return say(Happened(node.left.event, node.left.span, number), voice)
    if isinstance(node.left, Times) and node.operator == "=" and number == 0:
        return say(Not(Happened(node.left.event, node.left.span)), voice)
    left, compared = say(node.left, voice), _COMPARED[node.operator]
    if left.endswith(" points"):
        compared = _COMPARED_MANY.get(compared, compared.replace("is ", "are ", 1))
    return f"{left} {compared} {say(node.right, voice)}"


def _within_points(node: Compare) -> str | None:
    """Return `within 3 points` where that is how a score is compared with the Victory Score."""
    right = node.right
    if node.operator != ">=" or not isinstance(right, Plus) or not isinstance(right.left, VictoryScore):
        return None
    below = whole(right.right)
    return None if below is None or below >= 0 else f"within {quantity(Number(-below), 'point', Voice())}"


@say.register(Happened)
def _happened(node: Happened, voice: Voice) -> str:
    often = f" at least {times(node.times)}" if node.times > 1 else ""
    return f"{event_words(node.event, voice, 'perfect')}{often} {SPANS[node.span]}"


@say.register(Paid)
def _paid(node: Paid, voice: Voice) -> str:
    return f"{_extra(node, voice)} was {'shown off' if node.shown else 'paid'}"


def _extra(node: Paid, voice: Voice) -> str:
    """Return the additional cost of a name, with what it takes where the card has several."""
    if node.shown:
        return f"a {voice.named(node.name).noun}"
    cost = voice.named(node.name).cost
    return "the extra cost" if cost is None else f"the extra cost ({say(cost, voice)})"


@say.register(Did)
def _did(node: Did, voice: Voice) -> str:
    return voice.named(node.ref.name).came(denied=False)


@say.register(DiedAlone)
def _died_alone(node: DiedAlone, voice: Voice) -> str:
    return f"{say(node.ref, voice)} died alone"


@say.register(Moment)
def _moment(node: Moment, _voice: Voice) -> str:
    return _MOMENTS[node.when].format(whose=whose(node.who))


@say.register(Chooses)
def _chooses(node: Chooses, voice: Voice) -> str:
    return f"{say(node.ref, voice)} targets {say(node.selector, voice)}"


@say.register(Not)
def _not(node: Not, voice: Voice) -> str:
    if isinstance(node.condition, Did):
        return voice.named(node.condition.ref.name).came(denied=True)
    if isinstance(node.condition, Paid):
        return f"{_extra(node.condition, voice)} was not {'shown off' if node.condition.shown else 'paid'}"
    if isinstance(node.condition, DiedAlone):
        return f"{say(node.condition.ref, voice)} did not die alone"
    return _denied(node.condition, say(node.condition, voice)) or f"it is not so that {say(node.condition, voice)}"


_DENIALS: Final = {"is": "is not", "are": "are not", "has": "has not", "have": "have not"}


def _denied(condition: Condition, words: str) -> str | None:
    """Return a condition in words, denied by its own verb; None where that would not be the opposite."""
    if isinstance(condition, Exists):
        return _denied_exists(words)
    if isinstance(condition, Chooses):
        return words.replace(" targets ", " does not target ", 1)
    if isinstance(condition, IsSo):
        if condition.place is not None and condition.place.kind == "anywhere but":
            return words.replace(" anywhere but ", " ", 1)
        parts = len(condition.tests) + (condition.place is not None)
        if parts > 1 or " has " in words or any(getattr(test, "negated", False) for test in condition.tests):
            return None
    elif not isinstance(condition, Happened | Moment):
        return None
    if " not " in words:
        return words.replace(" not ", " ", 1)
    found = [(words.index(f" {verb} "), verb) for verb in _DENIALS if f" {verb} " in words]
    if not found:
        return None
    start, verb = min(found)
    return f"{words[:start]} {_DENIALS[verb]}{words[start + len(verb) + 1 :]}"


def _denied_exists(words: str) -> str | None:
    """Deny `there is a gear` and `you control 2 or more units`: none, or not so many."""
    if words.startswith("there is "):
        rest = words.removeprefix("there is ")
        if rest.startswith("something"):
            return f"there is nothing{rest.removeprefix('something')}"
        return f"there is no {rest.removeprefix('a ').removeprefix('an ')}"
    before, verb, rest = words.partition(" control ")
    if verb:
        return f"{before} do not control {rest}"
    before, verb, rest = words.partition(" controls ")
    return f"{before} does not control {rest}" if verb else None


def _only_one(node: AllOf, voice: Voice) -> str | None:
    """Return the sugar `REF is the only unit you control PLACE` as it was written, which the loader takes apart."""
    if len(node.conditions) != 2:  # noqa: PLR2004 - what it is, and that there is no other
        return None
    one, alone = node.conditions
    if not (isinstance(one, IsSo) and isinstance(alone, Exists) and alone.low == alone.high == 1):
        return None
    if one.place is None or one.place != alone.selector.place:
        return None
    kinds = [test.noun for test in one.tests if isinstance(test, IsKind)]
    if tuple(kinds) != alone.selector.nouns or one.tests[1:] != alone.selector.tests:
        return None
    where = place_words(one.place, voice)
    if one.place.kind == "location of" and one.place.ref == one.ref:
        where = "where it is"
    group = noun_group(replace(alone.selector, place=None), voice, many=False)
    return f"{say(one.ref, voice)} is the only {group} {where}"


@say.register(AllOf)
def _all_of(node: AllOf, voice: Voice) -> str:
    if (only := _only_one(node, voice)) is not None:
        return only
    return " and ".join(_within(condition, voice) for condition in node.conditions)


@say.register(AnyOf)
def _any_of(node: AnyOf, voice: Voice) -> str:
    return " or ".join(_within(condition, voice) for condition in node.conditions)


def _within(condition: Condition, voice: Voice) -> str:
    """Return a condition as part of another; lists within lists are put in brackets."""
    text = say(condition, voice)
    return f"({text})" if isinstance(condition, AllOf | AnyOf) else text


# --- costs -----------------------------------------------------------------------------------------------------------


def _one_power(kind: str, number: int) -> str:
    return f"{number} Power {_POWER[kind]}" if kind in _POWER else f"{number} {kind} Power"


def resource_parts(cost: Cost, voice: Voice) -> list[str]:
    """Return the Energy and the kinds of Power of a cost."""
    parts: list[str] = []
    if cost.energy is not None:
        number = whole(cost.energy)
        parts.append(f"{number} Energy" if number is not None else f"Energy equal to {say(cost.energy, voice)}")
    kinds = list(dict.fromkeys(cost.power))
    return parts + [_one_power(kind, cost.power.count(kind)) for kind in kinds]


def resources(cost: Cost, voice: Voice) -> str:
    """Return the Energy and Power of a cost, or nothing if it has none."""
    return joined(resource_parts(cost, voice))


def price(cost: Cost, voice: Voice) -> str:
    """Return a difference of price: Energy and Power, with the alternatives it may have."""
    ways = [price(way, voice) for way in cost.either]
    return joined([part for part in [resources(cost, voice), *ways] if part], "or")


def _hand_cards(selection: Selection, voice: Voice) -> str:
    text = say(selection, voice)
    if isinstance(selection, Selector) and selection.place is None:
        return f"{text} from your hand"
    return text


def cost_parts(cost: Cost, voice: Voice) -> list[str]:
    """Return the parts of a cost, one verb phrase for each: `pay 2 Energy`, `exhaust this`."""
    parts: list[str] = []
    if paid := resources(cost, voice):
        parts.append(f"pay {paid}")
    if cost.x is not None:
        parts.append(f"pay any amount of {'Energy' if cost.x == 'energy' else 'Power of any domain'}")
    if cost.discard is not None:
        parts.append(f"discard {_hand_cards(cost.discard, voice)}")
    acts = (
        ("exhaust {}", cost.exhaust),
        ("kill {}", cost.kill),
        ("recycle {}", cost.recycle),
        ("banish {}", cost.banish),
        ("return {} to its owner's hand", cost.returned),
        ("disempower {}", cost.disempower),
        ("show off {} (reveal it from your hand, or pick a friendly one)", cost.show),
    )
    parts += [words.format(say(what, voice)) for words, what in acts if what is not None]
    if cost.spend_buffs is not None:
        parts.append(f"spend {buffs(cost.spend_buffs, voice)}")
    if cost.xp is not None:
        parts.append(f"pay {quantity(cost.xp, 'XP', voice)}")
    if cost.burn is not None:
        parts.append(f"burn {quantity(cost.burn, 'card', voice)} of your deck")
    if cost.either:
        parts.append(f"either {joined([say(way, voice) for way in cost.either], 'or')}")
    return parts


def buffs(selection: Selection, voice: Voice) -> str:
    """Return the buffs that are spent, and from what."""
    if isinstance(selection, Selector) and selection.nouns == ("buff",):
        of = "" if selection.place is None or selection.place.ref is None else f" of {say(selection.place.ref, voice)}"
        return f"{say(replace(selection, place=None), voice)}{of}"
    if is_single(selection):
        return f"a buff of {say(selection, voice)}"
    return f"one buff from each of {say(selection, voice)}"


@say.register(Cost)
def _cost(node: Cost, voice: Voice) -> str:
    whole_cost = joined(cost_parts(node, voice)) or "pay nothing"
    return whole_cost if node.less is None else f"{whole_cost} ({say(node.less, voice)})"
