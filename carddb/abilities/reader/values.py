"""The readers of single values that only the lines of a `do` list need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal

from riftcheck.carddb.abilities import instructions as nodes
from riftcheck.carddb.abilities.canonical import words
from riftcheck.carddb.abilities.grammar import PhraseError, names
from riftcheck.carddb.abilities.grammar.words import RESERVED
from riftcheck.carddb.abilities.instructions import Instruction
from riftcheck.carddb.abilities.phrases import IsKind, Ref, Selector
from riftcheck.carddb.abilities.problems import near, unknown_key
from riftcheck.carddb.abilities.reader.costs import cost, discarded, power
from riftcheck.carddb.abilities.reader.fields import (
    FAILED,
    Arg,
    FieldValues,
    Reader,
    UnreadableError,
    amount,
    condition,
    count,
    event,
    flag,
    is_amount,
    keyed,
    mapping,
    one_of,
    place,
    selection,
    shown,
    text,
)

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import Ability
    from riftcheck.carddb.abilities.phrases import Amount, Place, Test
    from riftcheck.carddb.abilities.reader.fields import Reading

_WHO_ALSO: Final = {
    "an opponent": "opponent",
    "a player": "player",
    "the attacker": "attacker",
    "the defender": "defender",
}
_WHO: Final = words(Instruction, "by")
who: Final = one_of(_WHO, _WHO_ALSO)
_WAYS: Final = 2  # a choice has at least so many


def name(_reading: Reading, raw: Any, _path: str) -> str:
    """Read a name that an `as` gives.

    :raises UnreadableError: if it is no name.
    """
    if not isinstance(raw, str) or not names.is_given(raw):
        reserved = isinstance(raw, str) and raw in RESERVED
        why = "is a word of the grammar: take another name" if reserved else "is no name: small letters, digits and -"
        raise UnreadableError(f"{shown(raw)} {why}")
    return raw


def block(reading: Reading, raw: Any, path: str) -> tuple[Instruction, ...]:
    """Read a list of lines that has at least one.

    :raises UnreadableError: if it is no list, or has no line.
    """
    if not isinstance(raw, list) or not raw:
        raise UnreadableError(f"must be a list of lines, not {shown(raw)}")
    return reading.block(reading, raw, path)


def by(reading: Reading, raw: Any, path: str) -> FieldValues:
    """Read the performer of a line: a word of the grammar, or the name of a player chosen above.

    :raises UnreadableError: if it is neither.
    """
    if isinstance(raw, str) and (raw in _WHO or raw in _WHO_ALSO):
        return FieldValues({"by": who(reading, raw, path)})
    found = selection(reading, raw, path)
    if not isinstance(found, Ref):
        raise UnreadableError(f"must be one of {', '.join(_WHO)} or a name, not {shown(raw)}")
    reading.origins.by_names[path.rpartition("/")[0]] = found.name
    return FieldValues({"by": "that player"})


def dealer(reading: Reading, raw: Any, path: str) -> FieldValues:
    """Read `by` of damage: a player, or the object that deals it instead of the item."""
    if isinstance(raw, str) and (raw in _WHO or raw in _WHO_ALSO):
        return FieldValues({"by": who(reading, raw, path)})
    return FieldValues({"source": selection(reading, raw, path)})


def chosen(mode: Literal["choose", "pick"]) -> Reader:
    """Return a reader of a choice; the verb has said how.

    :raises UnreadableError: by the reader, if nothing is chosen, or it is said twice how.
    """

    def read(reading: Reading, raw: Any, path: str) -> Selector:
        found = selection(reading, raw, path)
        if not isinstance(found, Selector) or found.mode == "all":
            raise UnreadableError(f"must say what to {mode}, such as a friendly unit, not {shown(raw)}")
        if found.mode != ("bare" if isinstance(raw, str) else mode):
            raise UnreadableError(f"says {found.mode} again: leave it out")
        return _with_mode(found, mode)

    return read


def _with_mode(selector: Selector, mode: Literal["choose", "pick"]) -> Selector:
    other = selector.or_else
    return replace(selector, mode=mode, or_else=None if other is None else _with_mode(other, mode))


def _number_or(objects: Reader) -> Reader:
    """Return a reader of a number of objects, or else of the objects; a name alone means the objects."""

    def read(reading: Reading, raw: Any, path: str) -> FieldValues:
        if isinstance(raw, str) and raw != "x" and names.is_given(raw):
            return FieldValues({"what": objects(reading, raw, path)})
        try:
            return FieldValues({"amount": amount(reading, raw, path)})
        except (UnreadableError, PhraseError):
            if is_amount(raw):
                raise
            return FieldValues({"what": objects(reading, raw, path)})

    return read


drawn: Final = _number_or(selection)
discarded_now: Final = _number_or(discarded)


def one_thing(reading: Reading, raw: Any, path: str) -> Ref:
    """Read one thing that is known: a pronoun or a name.

    :raises UnreadableError: if it is another selection.
    """
    found = selection(reading, raw, path)
    if not isinstance(found, Ref):
        raise UnreadableError(f"must be one thing that is known, such as me, not {shown(raw)}")
    return found


def tags(_reading: Reading, raw: Any, _path: str) -> tuple[str, ...]:
    """Read a list of tags.

    :raises UnreadableError: if it is none.
    """
    if not isinstance(raw, list) or not raw or not all(isinstance(tag, str) and tag[:1].isupper() for tag in raw):
        raise UnreadableError(f"must be a list of tags such as [Poro], not {shown(raw)}")
    return tuple(raw)


def tags_given(reading: Reading, raw: Any, path: str) -> FieldValues | tuple[str | Ref, ...]:
    """Read the tags that something has: of a list, or the one that was named in play, as `[this.tag]`.

    :raises UnreadableError: if it is no such list.
    """
    if isinstance(raw, list) and len(raw) == 1 and isinstance(raw[0], str) and raw[0].startswith("this."):
        return (Ref(raw[0]),)
    return tags(reading, raw, path)


def prevented(reading: Reading, raw: Any, path: str) -> Amount | None:
    """Read the amount of damage to prevent; None is all of it."""
    return None if raw == "all" else amount(reading, raw, path)


def added(reading: Reading, raw: Any, path: str) -> FieldValues:
    """Read the resources to add to the rune pool."""
    return FieldValues(keyed(reading, raw, path, _ADDED, "energy and power such as {energy: 1, power: any}"))


def ways(*extra: str) -> Reader:
    """Return a reader of a list of ways, each with a `do` list and perhaps a label.

    :raises UnreadableError: by the reader, if there are fewer than two.
    """

    def read(reading: Reading, raw: Any, path: str) -> FieldValues:
        if not isinstance(raw, list) or len(raw) < _WAYS:
            raise UnreadableError("must be a list of two or more ways, each {do: [...]}: with one there is no choice")
        found = [reading.read(_way(extra), item, f"{path}/{index}") for index, item in enumerate(raw)]
        labels = tuple(item.get("label", "") for item in raw if isinstance(item, Mapping))
        given = {"ways" if extra else "modes": tuple(way for way in found if way is not FAILED)}
        return FieldValues({**given, "labels": labels} if any(labels) else given)

    return read


def _way(extra: tuple[str, ...]) -> Reader:
    def read(reading: Reading, raw: Any, path: str) -> tuple[Instruction, ...]:
        parts = mapping(raw, "a way such as {do: [...]}")
        for key in parts:
            if key != "do" and key not in extra:
                reading.tell(f"{path}/{key}", unknown_key(key, ["do", *extra]))
        if "do" not in parts:
            raise UnreadableError("needs do: what this way does")
        if "label" in parts:
            reading.read(text, parts["label"], f"{path}/label")
        found = reading.read(block, parts["do"], f"{path}/do")
        return () if found is FAILED else found

    return read


def done_this(reading: Reading, raw: Any, path: str) -> FieldValues:
    """Read the script of a reflexive trigger: its lines, or a mapping with its condition or event besides.

    :raises UnreadableError: if a mapping has no `do`.
    """
    if isinstance(raw, list):
        return FieldValues({"do": block(reading, raw, path)})
    if isinstance(raw, Mapping) and "do" not in raw:
        raise UnreadableError("needs do: what is done")
    return FieldValues(keyed(reading, raw, path, _DO_THIS, "a list of lines, or a mapping with do"))


_ADDED: Final = {"energy": Arg("energy", amount), "power": Arg("power", power), "times": Arg("times", amount)}
_PROCEED: Final = {"amount": Arg("amount", amount), "copies": Arg("copies", count), "token": Arg("token", text)}
_DO_THIS: Final[dict[str, Arg]] = {
    "do": Arg("do", block),
    "if": Arg("test", condition),
    "cost": Arg("cost", cost),
    "may": Arg("offered", flag),
    "when": Arg("when", event),
    "each-time": Arg("each_time", flag),
}


def proceeding(reading: Reading, raw: Any, path: str) -> FieldValues:
    """Read `true`, or the changes to the event that goes on."""
    if raw is True:
        return FieldValues({})
    return FieldValues(keyed(reading, raw, path, _PROCEED, "true, or what changes such as {copies: 1}"))


def fired_again(reading: Reading, raw: Any, path: str) -> FieldValues:
    """Read `conquer abilities of units here`: a label, and the objects whose abilities are meant.

    :raises UnreadableError: if it is anything else.
    """
    labels = words(nodes.TriggerAgain, "label")
    label, found, rest = raw.partition(" abilities of ") if isinstance(raw, str) else ("", "", "")
    if not found:
        raise UnreadableError(f"must be such as conquer abilities of units here, not {shown(raw)}")
    if label not in labels:
        raise UnreadableError(f'"{label}" is no label{near(label, labels)}; there are {", ".join(labels)}')
    return FieldValues({"label": label, "of": selection(reading, rest, path)})


def revealed_last(reading: Reading, raw: Any, path: str) -> tuple[Test, ...]:
    """Read `a unit` as the tests of a revealed card that ends the revealing.

    :raises UnreadableError: if it is anything else.
    """
    found = selection(reading, raw, path)
    if not isinstance(found, Selector) or found.mode != "bare" or found.place is not None or len(found.nouns) != 1:
        raise UnreadableError(f"must say what card ends it, such as a unit, not {shown(raw)}")
    kind = () if found.nouns == ("card",) else (IsKind(found.nouns[0]),)
    return (*kind, *found.tests)


_ZONES: Final = {
    "trash": ("trash", "your trash", "its owner's trash", "their owners' trash", "their trash"),
    "hand": ("hand", "your hand", "its owner's hand", "their owners' hand", "their owners' hands", "their hand"),
    "top of deck": ("top of deck", "top of your deck", "top of its owner's deck", "top of their deck"),
    "bottom of deck": ("bottom of deck", "bottom of your deck", "bottom of its owner's deck", "bottom of their deck"),
    "top or bottom of deck": ("top or bottom of deck", "top or bottom of your deck", "top or bottom of their deck"),
    "champion zone": ("champion zone", "your champion zone", "its owner's champion zone"),
}
into_zone: Final = one_of((), {spelt: zone for zone, every in _ZONES.items() for spelt in every})


def to_hand(_reading: Reading, raw: Any, _path: str) -> bool:
    """Read the zone of a countered card: True for its owner's hand, where another than the trash is said.

    :raises UnreadableError: if it is another place.
    """
    if raw != "its owner's hand":
        raise UnreadableError(f"must be its owner's hand, or be left out, not {shown(raw)}")
    return True


def entrance(reading: Reading, raw: Any, path: str) -> Place | Ref:
    """Read the place at which a permanent enters: a name of a battlefield, or a place."""
    found: Place | Ref = Ref(raw) if isinstance(raw, str) and names.is_given(raw) else place(reading, raw, path)
    return found


def ability(reading: Reading, raw: Any, path: str) -> Ability:
    """Read one ability."""
    return reading.ability(reading, raw, path)


def abilities(reading: Reading, raw: Any, path: str) -> tuple[Ability, ...]:
    """Read a list of abilities that has at least one.

    :raises UnreadableError: if it is no list, or has no ability.
    """
    if not isinstance(raw, list) or not raw:
        raise UnreadableError(f"must be a list of abilities, not {shown(raw)}")
    found = [reading.read(ability, item, f"{path}/{index}") for index, item in enumerate(raw)]
    return tuple(item for item in found if item is not FAILED)


def fixed(kind: type[Any], name: str) -> Reader:
    """Return a reader of the words that a field of a node may hold."""
    return one_of(words(kind, name))
