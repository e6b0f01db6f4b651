"""The common part of the loader's readers: the problems found, and the readers of single values.

A reader takes the raw YAML value and the path where it stands, and returns what goes into a field of a node. A value
that it cannot use is told as a problem; reading goes on, so that an author sees every fault at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, get_args

from riftcheck.carddb.abilities import canonical, grammar, phrases
from riftcheck.carddb.abilities.grammar import PhraseError
from riftcheck.carddb.abilities.problems import AbilityProblem, Origins, near, unknown_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.carddb.abilities.heads import Ability
    from riftcheck.carddb.abilities.instructions import Instruction


class UnreadableError(ValueError):
    """A value that a reader cannot use; its text is the problem, and `inside` the place within the value."""

    def __init__(self, message: str, inside: str = "") -> None:
        super().__init__(message)
        self.inside = inside


@dataclass(slots=True)
class Reading:
    """One card as it is read: the readers of lists and nested abilities, and the problems found on the way."""

    block: Callable[[Reading, Any, str], tuple[Instruction, ...]]
    ability: Callable[[Reading, Any, str], Ability]
    problems: list[AbilityProblem] = field(default_factory=list)
    origins: Origins = field(default_factory=Origins)

    def tell(self, path: str, message: str, column: int | None = None) -> None:
        """Note a problem."""
        self.problems.append(AbilityProblem(path, message, column))

    def read(self, reader: Reader, raw: Any, path: str) -> Any:
        """Return a reader's result for a value, or FAILED once the problem is noted."""
        try:
            return reader(self, raw, path)
        except PhraseError as error:
            self.tell(path, f'"{raw}": {error.message}', error.column)
        except UnreadableError as error:
            self.tell(path + error.inside, str(error))
        return FAILED


Reader = Callable[[Reading, Any, str], Any]


@dataclass(frozen=True, slots=True)
class FieldValues:
    """Fields of a node that one value gives together."""

    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Arg:
    """A key of a line or an ability: the field that it fills, and how its value is read.

    A reader that returns FieldValues fills the fields named there instead.
    """

    field: str
    read: Reader


@dataclass(frozen=True, slots=True)
class NodeSyntax:
    """The syntax of a verb or a head: its node, the field of its own value, its other keys, and the required ones."""

    node: type[Any]
    main: Arg
    args: Mapping[str, Arg] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    defaults: Mapping[str, Any] = field(default_factory=dict)


class _Failed:
    """The mark of a value that could not be read."""


FAILED: Final = _Failed()


def mapping(raw: Any, what: str) -> Mapping[str, Any]:
    """Return a value that has to be a mapping with plain words as keys.

    :raises UnreadableError: if it is none.
    """
    if not isinstance(raw, Mapping) or not raw or not all(isinstance(key, str) for key in raw):
        raise UnreadableError(f"must be {what}, not {shown(raw)}")
    return raw


def shown(raw: Any) -> str:
    """Return a value as an author knows it from YAML, cut to a length that fits a line."""
    if isinstance(raw, bool) or raw is None:
        return {True: "true", False: "false", None: "nothing"}[raw]
    text = repr(raw) if not isinstance(raw, str) else f'"{raw}"'
    return text if len(text) <= 60 else text[:57] + "..."  # noqa: PLR2004 (a line's room)


# --- readers ---------------------------------------------------------------------------------------------------------


def flag(_reading: Reading, raw: Any, _path: str) -> bool:
    """Read `true`; a false flag is left out.

    :raises UnreadableError: if it is anything else.
    """
    if raw is not True:
        raise UnreadableError(f"must be true, or be left out, not {shown(raw)}")
    return True


def text(_reading: Reading, raw: Any, _path: str) -> str:
    """Read words that are kept as they are.

    :raises UnreadableError: if it is no text, or an empty one.
    """
    if not isinstance(raw, str) or not raw.strip():
        raise UnreadableError(f"must be words, not {shown(raw)}")
    return raw


def count(_reading: Reading, raw: Any, _path: str) -> int:
    """Read a whole number of at least 1.

    :raises UnreadableError: if it is anything else.
    """
    if type(raw) is not int or raw < 1:
        raise UnreadableError(f"must be a whole number of at least 1, not {shown(raw)}")
    return raw


def one_of(words: Iterable[str], also: Mapping[str, str] | None = None) -> Reader:
    """Return a reader of some words, and of other spellings that mean one of them.

    :raises UnreadableError: by the reader, if the value is none of them.
    """
    meanings = {word: word for word in words} | dict(also or {})

    def read(_reading: Reading, raw: Any, _path: str) -> str:
        if not isinstance(raw, str) or raw not in meanings:
            raise UnreadableError(f"must be one of {', '.join(meanings)}, not {shown(raw)}{near(raw, meanings)}")
        return meanings[raw]

    return read


def phrase(parse: Callable[[str], Any], kinds: Any, what: str) -> Reader:
    """Return a reader of a phrase, or of the canonical mapping that means the same.

    :raises UnreadableError: by the reader, if the value is neither, or another kind of node.
    :raises PhraseError: by the reader, if the words cannot be read.
    """
    allowed = get_args(kinds) or (kinds,)

    def read(_reading: Reading, raw: Any, _path: str) -> Any:
        if canonical.is_canonical(raw):
            return _canonical(raw, allowed, what)
        if not isinstance(raw, str):
            raise UnreadableError(f"must be {what} in words, not {shown(raw)}")
        return parse(raw)

    return read


def _canonical(raw: Any, allowed: tuple[Any, ...], what: str) -> Any:
    try:
        node = canonical.from_mapping(raw)
    except canonical.CanonicalError as error:
        raise UnreadableError(error.message, f"/{error.path}" if error.path else "") from None
    if type(node) not in allowed:
        raise UnreadableError(f"must be {what}, not {type(node).__name__}")
    return node


selection: Final = phrase(grammar.selection, phrases.Selection, "a selection")
place: Final = phrase(grammar.place, phrases.Place, "a place")
event: Final = phrase(grammar.event, phrases.Event, "an event")
_condition: Final = phrase(grammar.condition, phrases.Condition, "a condition")


def amount(_reading: Reading, raw: Any, _path: str) -> phrases.Amount:
    """Read a number or the words of an amount.

    :raises UnreadableError: if it is neither a number nor a text.
    :raises PhraseError: if its words cannot be read.
    """
    if canonical.is_canonical(raw):
        found: phrases.Amount = _canonical(raw, get_args(phrases.Amount), "an amount")
        return found
    if type(raw) not in (int, str):
        raise UnreadableError(f"must be a number or an amount in words, not {shown(raw)}")
    return grammar.amount(raw)


def is_amount(raw: Any) -> bool:
    """Tell whether a value is a number, or a text that starts like one."""
    return type(raw) is int or (isinstance(raw, str) and raw.lstrip("+-").isdigit())


def condition(reading: Reading, raw: Any, path: str) -> phrases.Condition:
    """Read a condition; a list means all of it, `{any: [...]}` at least one."""
    if isinstance(raw, list):
        return phrases.AllOf(_conditions(reading, raw, path))
    if isinstance(raw, Mapping) and set(raw) == {"any"}:
        return phrases.AnyOf(_conditions(reading, raw["any"], f"{path}/any"))
    found: phrases.Condition = _condition(reading, raw, path)
    return found


def _conditions(reading: Reading, raw: Any, path: str) -> tuple[phrases.Condition, ...]:
    if not isinstance(raw, list) or len(raw) < 2:  # noqa: PLR2004 (a list of one is no list)
        raise UnreadableError(f"must be a list of two or more conditions, not {shown(raw)}")
    found = [reading.read(condition, item, f"{path}/{index}") for index, item in enumerate(raw)]
    return tuple(item for item in found if item is not FAILED)


def events(_reading: Reading, raw: Any, _path: str) -> tuple[phrases.Event, ...]:
    """Read a sentence that says one event or several (`I attack or defend`).

    :raises UnreadableError: if it is no text.
    :raises PhraseError: if its words cannot be read.
    """
    if canonical.is_canonical(raw):
        return (_canonical(raw, (phrases.Event,), "an event"),)
    if not isinstance(raw, str):
        raise UnreadableError(f"must be an event in words, not {shown(raw)}")
    return grammar.events(raw)


def fill(reading: Reading, at: str, arg: Arg, key: str, raw: Any) -> dict[str, Any] | None:
    """Return the fields that one key gives, noting where they were written; None once a problem is noted."""
    path = f"{at}/{key}"
    before = len(reading.problems)
    found = reading.read(arg.read, raw, path)
    if found is FAILED or len(reading.problems) > before:
        return None
    given = dict(found.fields) if isinstance(found, FieldValues) else {arg.field: found}
    for name in given:
        reading.origins.keys[(at, name)] = path
    return given


def keyed(reading: Reading, raw: Any, path: str, known: Mapping[str, Arg], what: str) -> dict[str, Any]:
    """Return the fields that a mapping gives, each key of which is known; faults are noted."""
    given: dict[str, Any] = {}
    for key, value in mapping(raw, what).items():
        if key in known:
            given.update(fill(reading, path, known[key], key, value) or {})
        else:
            reading.tell(f"{path}/{key}", unknown_key(key, known))
    return given


def merge(fields: dict[str, Any], given: Mapping[str, Any]) -> None:
    """Put more fields to those of a node; a second condition holds together with the first."""
    for name, value in given.items():
        if name == "condition" and name in fields:
            fields[name] = phrases.AllOf((fields[name], value))
        else:
            fields[name] = value


def made(
    reading: Reading, path: str, kind: NodeSyntax, parts: Mapping[str, Any], key: str, *, args: Mapping[str, Arg]
) -> Any:
    """Return the node that a mapping makes, whose key is that of its kind; FAILED once its problems are noted.

    `args` are the keys that it may have.
    """
    before = len(reading.problems)
    given: dict[str, Any] = dict(kind.defaults)
    for word, value in parts.items():
        if word in args:
            found = fill(reading, path, args[word], word, value) or {}
            said = given.keys() - kind.defaults.keys() - {"condition"}
            if any(given[name] and found[name] for name in found.keys() & said):
                reading.tell(f"{path}/{word}", f"{word} says again what stands before: leave one out")
            merge(given, found)
        else:
            reading.tell(f"{path}/{word}", unknown_key(word, args))
    for word in kind.needs if all(word in args for word in parts) else ():
        if word not in parts:
            reading.tell(path, f"{key} needs {word}")
    return kind.node(at=path, **given) if len(reading.problems) == before else FAILED
