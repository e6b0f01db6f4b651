"""Costs and keywords: the parts of a cost, and the words with a value or a cost behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from riftcheck.carddb.abilities import grammar
from riftcheck.carddb.abilities.canonical import words
from riftcheck.carddb.abilities.heads import KEYWORDS, Gate, Keyword
from riftcheck.carddb.abilities.phrases import Cost, Discount, Number, Place, Ref, Selection, Selector
from riftcheck.carddb.abilities.problems import near, unknown_key
from riftcheck.carddb.abilities.reader.fields import (
    FAILED,
    Arg,
    Reader,
    UnreadableError,
    amount,
    condition,
    fill,
    mapping,
    one_of,
    phrase,
    shown,
)
from riftcheck.carddb.abilities.traversal import within
from riftcheck.carddb.model import DOMAINS

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.reader.fields import Reading


def _objects(noun: Literal["card", "buff"] | None = None) -> Reader:
    """Return a reader of the things that a cost takes, where the words leave out the noun."""

    def parse(text: str) -> Selection:
        return grammar.cost_object(text, noun)

    words_only = phrase(parse, Selection, "what is paid with")

    def read(reading: Reading, raw: Any, path: str) -> Any:
        numbered = type(raw) is int and noun is not None
        return words_only(reading, str(raw) if numbered else raw, path)

    return read


cost_object: Final = _objects()
_cards: Final = _objects("card")
spent_buffs: Final = _objects("buff")
_canonical_cost: Final = phrase(grammar.cost_object, Cost, "a cost")

POWER_WORDS: Final[dict[str, str]] = {domain.lower(): domain for domain in DOMAINS} | {"any": "any", "own": "own"}
_GATES: Final = ("legion", "empowered", "level N")


def power(_reading: Reading, raw: Any, _path: str) -> tuple[str, ...]:
    """Read power: domain words, `any` ([A]) and `own` ([C]), one for each power.

    :raises UnreadableError: if it is no text, or a word in it is no power.
    """
    if not isinstance(raw, str) or not raw.split():
        raise UnreadableError(f"must be power in words, such as fury any, not {shown(raw)}")
    for word in raw.split():
        if word not in POWER_WORDS:
            known = ", ".join(POWER_WORDS)
            raise UnreadableError(f'"{word}" is no power{near(word, POWER_WORDS)}; there are {known}')
    return tuple(POWER_WORDS[word] for word in raw.split())


def discarded(reading: Reading, raw: Any, path: str) -> Any:
    """Read the cards to discard: their number, or a selection; they are in the payer's hand (CR 423)."""
    found = _cards(reading, raw, path)
    if isinstance(found, Selector) and found.place is None:
        return replace(found, place=Place("zone", "you", "hand"))
    return found


_COST: Final[dict[str, Arg]] = {
    "energy": Arg("energy", amount),
    "power": Arg("power", power),
    "exhaust": Arg("exhaust", cost_object),
    "kill": Arg("kill", cost_object),
    "discard": Arg("discard", discarded),
    "recycle": Arg("recycle", _cards),
    "banish": Arg("banish", _cards),
    "return": Arg("returned", cost_object),
    "disempower": Arg("disempower", cost_object),
    "spend-buffs": Arg("spend_buffs", spent_buffs),
    "xp": Arg("xp", amount),
    "burn": Arg("burn", amount),
    "x": Arg("x", one_of(words(Cost, "x"))),
}


# The keys of a discount that are no part of what it takes off.
_DISCOUNT: Final[dict[str, Arg]] = {"per": Arg("per", amount), "if": Arg("condition", condition)}


def discount(reading: Reading, raw: Any, path: str) -> Discount:
    """Read a discount that an ability has on its own cost: `{energy: 1, per: rune you control}`.

    :raises UnreadableError: if it takes off anything but energy and power.
    """
    parts = mapping(raw, "a discount such as {energy: 1, per: rune you control}")
    given: dict[str, Any] = {}
    for key in [key for key in parts if key in _DISCOUNT]:
        given.update(fill(reading, path, _DISCOUNT[key], key, parts[key]) or {})
    taken = {key: value for key, value in parts.items() if key not in _DISCOUNT}
    found = reading.read(cost, taken, path)
    if found is FAILED:
        return Discount(Cost())
    if found != Cost(energy=found.energy, power=found.power):
        raise UnreadableError("takes off energy and power, nothing else")
    return Discount(found, **given)


def resources(reading: Reading, raw: Any, path: str) -> Cost:
    """Read the energy and power that are added: `{energy: 1, power: any}`.

    :raises UnreadableError: if it is anything else, or a number that is counted or nothing.
    """
    found = reading.read(cost, raw, path)
    if found is FAILED:
        return Cost()
    if found != Cost(energy=found.energy, power=found.power):
        raise UnreadableError("adds energy and power, nothing else")
    if found.energy is not None and not (isinstance(found.energy, Number) and found.energy.value > 0):
        raise UnreadableError("adds a whole number of energy, at least 1")
    return cast("Cost", found)


def cost(reading: Reading, raw: Any, path: str) -> Cost:
    """Read a cost.

    `or:` with a mapping is the other way to pay all that stands beside it; with a list, it is one of those ways
    together with what stands beside it.
    """
    if isinstance(raw, Mapping) and "Cost" in raw:
        found: Cost = _canonical_cost(reading, raw, path)
        return found
    parts = mapping(raw, "a cost such as {energy: 2, power: fury}")
    given: dict[str, Any] = {}
    for key, value in parts.items():
        if key in _COST:
            given.update(fill(reading, path, _COST[key], key, value) or {})
        elif key not in ("or", "less"):
            reading.tell(f"{path}/{key}", unknown_key(key, [*_COST, "or", "less"]))
    found = Cost(**given)
    if "or" in parts:
        found = _either(reading, found, parts["or"], f"{path}/or")
    if "less" not in parts:
        return found
    less = reading.read(discount, parts["less"], f"{path}/less")
    return found if less is FAILED else replace(found, less=less)


def _either(reading: Reading, first: Cost, raw: Any, path: str) -> Cost:
    if isinstance(raw, list):
        if len(raw) < 2:  # noqa: PLR2004 (a choice has two ways)
            raise UnreadableError("must be two or more costs, or one that replaces what stands beside it", "/or")
        ways = [reading.read(cost, way, f"{path}/{index}") for index, way in enumerate(raw)]
        return replace(first, either=tuple(way for way in ways if way is not FAILED))
    if first == Cost():
        raise UnreadableError("has nothing beside it that it could replace", "/or")
    other = reading.read(cost, raw, path)
    return Cost(either=(first, other)) if other is not FAILED else first


# --- keywords --------------------------------------------------------------------------------------------------------


def keywords(reading: Reading, raw: Any, path: str) -> tuple[Keyword, ...]:
    """Read a list of keywords.

    :raises UnreadableError: if it is no list.
    """
    if not isinstance(raw, list) or not raw:
        raise UnreadableError(f"must be a list of keywords such as [action, assault 2], not {shown(raw)}")
    found = [reading.read(keyword, item, f"{path}/{index}") for index, item in enumerate(raw)]
    return tuple(item for item in found if item is not FAILED)


def keyword(reading: Reading, raw: Any, path: str) -> Keyword:
    """Read one keyword: `tank`, `assault 2`, or `{equip: {energy: 1}}`.

    :raises UnreadableError: if it is no keyword, or its value is not of its kind.
    """
    if isinstance(raw, Mapping):
        return _costly(reading, raw, path)
    if not isinstance(raw, str):
        raise UnreadableError(f"must be a keyword, not {shown(raw)}")
    name, _, value = raw.partition(" ")
    kind = _kind(name)
    if kind == "cost":
        raise UnreadableError(f'"{name}" needs its cost: {{{name}: {{energy: 1}}}}')
    if not value:
        return Keyword(name)
    if kind == "plain":
        raise UnreadableError(f'"{raw}": {name} has no value')
    if not value.isdigit() or not int(value):
        raise UnreadableError(f'"{raw}": the value of {name} must be a whole number of at least 1')
    return Keyword(name, int(value))


def _costly(reading: Reading, raw: Mapping[Any, Any], path: str) -> Keyword:
    if len(raw) != 1:
        raise UnreadableError(f"must be one keyword with its cost, not {shown(raw)}")
    ((name, inner),) = raw.items()
    if _kind(name) == "value":
        return _counted(reading, name, inner, path)
    if _kind(name) != "cost":
        raise UnreadableError(f'"{name}" has no cost: write it as a word')
    if inner == "its cost":
        if name not in _GIVEN_FOR_ITS_COST or path.startswith(("keywords/", "effect-keywords/")):
            raise UnreadableError("its cost is said of the Repeat or Flow that spells are given", f"/{name}")
        return Keyword(name, its_cost=True)
    found = reading.read(cost, inner, f"{path}/{name}")
    if found is not FAILED and found.less is not None and name not in _ABILITIES:
        raise UnreadableError(f"less is said in the cost of {' and '.join(_ABILITIES)}", f"/{name}/less")
    if name == "empower" and found is not FAILED and any(part == Ref("it") for part in within(found)):
        raise UnreadableError("Empower chooses nothing that it could be", f"/{name}")
    return Keyword(name, cost=found if found is not FAILED else None)


_GIVEN_FOR_ITS_COST: Final = ("repeat", "flow")


def _counted(reading: Reading, name: str, raw: Any, path: str) -> Keyword:
    if path.startswith(("keywords/", "effect-keywords/")):
        raise UnreadableError("a value that is counted is given: {for: me, keywords: [...]}", f"/{name}")
    found = reading.read(amount, raw, f"{path}/{name}")
    if isinstance(found, Number):
        raise UnreadableError(f"write the number as a word: {name} {found.value}", f"/{name}")
    return Keyword(name, counted=None if found is FAILED else found)


# The keywords that are short for an ability that is used, whose text may alter its cost (CR 818.1.c.4, 827.1.c.3).
_ABILITIES: Final = ("empower", "equip")


def _kind(name: str) -> str:
    if name not in KEYWORDS:
        raise UnreadableError(f'"{name}" is no keyword{near(name, KEYWORDS)}')
    return KEYWORDS[name]


# --- gates -----------------------------------------------------------------------------------------------------------


def gates(reading: Reading, raw: Any, path: str) -> tuple[Gate, ...]:
    """Read one gate or a list of them, all of which must hold (CR 726)."""
    if not isinstance(raw, list):
        return (_gate(raw),)
    found = [reading.read(lambda _reading, item, _path: _gate(item), item, f"{path}/{n}") for n, item in enumerate(raw)]
    return tuple(item for item in found if item is not FAILED)


def _gate(raw: Any) -> Gate:
    words = raw.split(" ") if isinstance(raw, str) else []
    if words == ["legion"]:
        return Gate("legion")
    if words == ["empowered"]:
        return Gate("empowered")
    if len(words) == 2 and words[0] == "level" and words[1].isdigit() and int(words[1]):  # noqa: PLR2004 (word, number)
        return Gate("level", int(words[1]))
    raise UnreadableError(f"must be one of {', '.join(_GATES)}, not {shown(raw)}{near(raw, ('legion', 'empowered'))}")
