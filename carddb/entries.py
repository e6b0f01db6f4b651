"""The entries of one file of card data, held against their schemas; a fault in one of them hides no other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from marshmallow import ValidationError

from riftcheck.carddb.schemas import ABILITY_KEYS, FileSchema, plain
from riftcheck.schema import located

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from marshmallow import Schema

    from riftcheck.carddb.errors import DataProblem
    from riftcheck.carddb.strict_yaml import Document, Path

# Values that an entry is kept with for required ones that are wrong and that no other check reads.
_STAND_INS: Final[dict[str, Any]] = {"rarity": "Common", "source": ["?", "?", "?"], "sources": []}
# The abilities that a card is kept with where its own are wrong as a whole: no check is made on them.
_UNREAD: Final = {"abilities": "unsupported", "reason": "not read"}
_NAMED_BY: Final = {"cards": "name", "sets": "code"}
Messages = dict[Any, Any]  # marshmallow's tree of messages


@dataclass(slots=True)
class FileEntries:
    """The entries of a file, each with its kind and its position there, and every problem found.

    `left_out` holds the kind and name of each entry that could not be kept; None stands for any name.
    """

    entries: list[tuple[str, int, dict[str, Any]]] = field(default_factory=list)
    problems: list[DataProblem] = field(default_factory=list)
    left_out: set[tuple[str, str | None]] = field(default_factory=set)


def read(document: Document, refused: Sequence[DataProblem] = ()) -> FileEntries:
    """Return the entries of a file. `refused` are the faults that the reader of YAML has found in it already."""
    found = FileEntries(problems=list(refused))
    if not isinstance(document.value, dict):
        wanted = ", ".join(FileSchema.KINDS)
        found.problems.append(document.problem((), f"a file of card data is a mapping with any of {wanted}"))
        found.left_out |= {(kind, None) for kind in FileSchema.KINDS}
        return found
    try:
        loaded = FileSchema().load(document.value)
    except ValidationError as error:
        _read_singly(found, document, error.messages_dict)
        return found
    for kind in FileSchema.KINDS:
        found.entries += [(kind, index, entry) for index, entry in enumerate(loaded.get(kind, ()))]
    return found


def _read_singly(found: FileEntries, document: Document, messages: Messages) -> None:
    """Read entry by entry, where something in the file is wrong."""
    _tell(found, document, messages, ())
    for kind in FileSchema.KINDS:
        wrong = messages.get(kind, {})
        if not isinstance(wrong, dict) or not isinstance(document.value.get(kind, []), list):
            found.left_out.add((kind, None))
            continue
        schema: Schema = FileSchema().fields[kind].inner.schema  # type: ignore[attr-defined]
        for index, raw in enumerate(document.value.get(kind, ())):
            if isinstance(raw, dict):
                later = _told_later(schema, raw, wrong[index]) if index in wrong else {}
                _tell(found, document, later, (kind, index))
                entry = _kept(schema, raw)
            else:
                entry = None
            if entry is None:
                found.left_out.add((kind, _name(kind, raw)))
            else:
                found.entries.append((kind, index, plain(entry)))


def _name(kind: str, raw: Any) -> str | None:
    name = raw.get(_NAMED_BY.get(kind, "name")) if isinstance(raw, dict) else None
    return name if isinstance(name, str) else None


def _tell(found: FileEntries, document: Document, messages: Messages, place: Path) -> None:
    """Add the problems of a tree of messages, but for those at a path where something is told already."""
    told = {problem.path for problem in found.problems if problem.file == document.file}
    problems = [document.problem(path, text) for path, text in located(messages, place)]
    found.problems += [problem for problem in problems if problem.path not in told]


def _told_later(schema: Schema, raw: dict[str, Any], wrong: Messages) -> Messages:
    """Return the messages of a schema that it gives only once the values that are wrong alone are out of an entry."""
    left = {key: value for key, value in raw.items() if key not in wrong or key in ABILITY_KEYS.values()}
    try:
        schema.load(left, partial=True)
    except ValidationError as error:
        return {key: inner for key, inner in error.messages_dict.items() if key not in wrong}
    return {}


def _kept(schema: Schema, raw: dict[str, Any]) -> dict[str, Any] | None:
    """Return an entry without the values that are wrong in it, or None where it cannot be without them."""
    try:
        whole: dict[str, Any] = schema.load(raw)
    except ValidationError as error:
        messages, valid = error.messages_dict, dict(error.valid_data or {})
    else:
        return whole
    for name, of in schema.fields.items():
        key = of.data_key or name
        if isinstance(messages.get(key), dict) or name not in valid:
            valid.pop(name, None)
            if of.required and key not in _STAND_INS:
                return None
            if of.required:
                valid[name] = _STAND_INS[key]
    if "abilities" in schema.fields and messages.keys() & {*ABILITY_KEYS.values(), "reason"}:
        valid = {name: value for name, value in valid.items() if name not in ABILITY_KEYS} | _UNREAD
    return valid


def wrong_keys(problems: Iterable[DataProblem]) -> set[tuple[str, str]]:
    """Return the file and path of each key of an entry in which a problem stands: `cards/3/printings`."""
    return {(problem.file, "/".join(problem.path.split("/")[:3])) for problem in problems}
