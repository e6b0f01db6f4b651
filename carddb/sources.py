"""From folders of YAML to one checked, plain description of the database.

A folder is read whole: every `*.yaml` in it and below, in the order of their names. Each later folder is laid over the
ones before: an entry with a known name (a card), code (a set), id (a format), version (rules) or name (a precon)
replaces it; `printings`, `texts` and `bans` add, and a printing that the card has already stays as it is.

What a card does is kept as JSON text under `ability_source`, with its file and lines: nobody pays for reading it who
does not play the card. `riftcheck.carddb.abilities.loader` makes nodes of it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from marshmallow import ValidationError

from riftcheck.carddb import strict_yaml
from riftcheck.carddb.errors import CardDataError, DataProblem
from riftcheck.carddb.schemas import ABILITY_KEYS, FileSchema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

SHIPPED: Final = Path(__file__).parent
_KEYS: Final[dict[str, Callable[[dict[str, Any]], Any]]] = {
    "cards": lambda entry: entry["name"],
    "sets": lambda entry: entry["code"],
    "formats": lambda entry: entry["id"],
    "rules": lambda entry: entry["version"],
    "precons": lambda entry: entry["name"],
    "bans": lambda entry: (entry["card"], entry["list"], entry["from_date"]),
    "texts": lambda entry: entry["card"],
}


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The bytes of one file and the name under which its problems are reported."""

    name: str
    data: bytes


@dataclass(slots=True)
class _Merged:
    entries: dict[str, dict[Any, dict[str, Any]]] = field(default_factory=lambda: {kind: {} for kind in _KEYS})
    origins: dict[tuple[str, Any], tuple[strict_yaml.Document, strict_yaml.Path]] = field(default_factory=dict)
    printings: list[tuple[dict[str, Any], strict_yaml.Document, strict_yaml.Path]] = field(default_factory=list)
    problems: list[DataProblem] = field(default_factory=list)


def files(folders: Sequence[Path]) -> list[list[SourceFile]]:
    """Return the files of each folder, in reading order.

    :raises CardDataError: if a folder is missing or a file cannot be read.
    """
    found = []
    for folder in folders:
        if not folder.is_dir():
            raise CardDataError([DataProblem(str(folder), 1, "", "there is no such folder")])
        try:
            paths = sorted(path for path in folder.rglob("*.yaml") if path.is_file())
            found.append([SourceFile(_shown(path, folder), _bytes(path)) for path in paths])
        except OSError as error:
            raise CardDataError([DataProblem(str(folder), 1, "", f"cannot be read: {error.strerror}")]) from None
    return found


def _bytes(path: Path) -> bytes:
    """Read a file up to just past the limit, so that the reader can refuse it without holding it whole."""
    with path.open("rb") as stream:
        return stream.read(strict_yaml.MAX_BYTES + 1)


def _shown(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder.parent) if folder == SHIPPED else path)


def fingerprint(layers: Iterable[Iterable[SourceFile]]) -> str:
    """Return the SHA-256 of all sources in order, as hexadecimal."""
    digest = hashlib.sha256()
    for layer in layers:
        digest.update(b"layer\0")
        for source in layer:
            digest.update(f"{len(source.data)}\0".encode())
            digest.update(source.data)
    return digest.hexdigest()


def merge(layers: Sequence[Sequence[SourceFile]]) -> dict[str, list[dict[str, Any]]]:
    """Return the entries of all layers as plain JSON values, each checked and with later layers laid over.

    :raises CardDataError: with every problem found.
    """
    merged = _Merged()
    for layer in layers:
        _merge_layer(merged, layer)
    _add_printings(merged)
    _add_texts(merged)
    _check_references(merged)
    if merged.problems:
        raise CardDataError(merged.problems)
    return {kind: list(entries.values()) for kind, entries in merged.entries.items() if kind != "texts"}


def _merge_layer(merged: _Merged, layer: Sequence[SourceFile]) -> None:
    here: dict[tuple[str, Any], DataProblem] = {}
    for source in layer:
        try:
            document = strict_yaml.read(source.data, source.name)
        except CardDataError as error:
            merged.problems += error.problems
            continue
        lines = _ability_lines(document)
        for kind, index, entry in _entries(merged, document):
            place: strict_yaml.Path = (kind, index)
            if kind == "cards":
                _pack_abilities(entry, document.file, lines.get(index, {}))
            if kind == "printings":
                merged.printings.append((entry, document, place))
                continue
            key = _KEYS[kind](entry)
            if (kind, key) in here:
                first = here[(kind, key)]
                merged.problems.append(
                    document.problem(place, f"{key!r} stands at {first.file}:{first.line} already"),
                )
            here[(kind, key)] = document.problem(place, "")
            merged.entries[kind][key] = entry
            merged.origins[(kind, key)] = (document, place)


def _entries(merged: _Merged, document: strict_yaml.Document) -> Iterable[tuple[str, int, dict[str, Any]]]:
    if not isinstance(document.value, dict):
        wanted = ", ".join(FileSchema.KINDS)
        merged.problems.append(document.problem((), f"a file of card data is a mapping with any of {wanted}"))
        return
    try:
        loaded = FileSchema().load(document.value)
    except ValidationError as error:
        merged.problems += [document.problem(path, text) for path, text in _flat(error.messages, ())]
        return
    for kind in FileSchema.KINDS:
        for index, entry in enumerate(loaded.get(kind, ())):
            yield kind, index, entry


def _ability_lines(document: strict_yaml.Document) -> dict[int, dict[str, int]]:
    """Return for each card of a file the line of each path in what it says that it does; "" is the card itself."""
    keys = set(ABILITY_KEYS.values())
    found: dict[int, dict[str, int]] = {}
    for path, line in document.lines.items():
        match path:
            case ("cards", int(index)):
                found.setdefault(index, {})[""] = line
            case ("cards", int(index), key, *rest) if key in keys:
                found.setdefault(index, {})["/".join(map(str, (key, *rest)))] = line
    return found


def _pack_abilities(card: dict[str, Any], file: str, lines: dict[str, int]) -> None:
    raw = {key: card.pop(field) for field, key in ABILITY_KEYS.items() if field in card}
    if raw not in ({"abilities": "unsupported"}, {"abilities": []}):
        source = {"file": file, "lines": lines, "raw": raw}
        card["ability_source"] = json.dumps(source, ensure_ascii=False, separators=(",", ":"))


def _flat(messages: Any, path: strict_yaml.Path) -> Iterable[tuple[strict_yaml.Path, str]]:
    """Yield each message of marshmallow's tree with its path."""
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _flat(inner, path if key == "_schema" else (*path, key))
    elif isinstance(messages, list):
        for inner in messages:
            yield from _flat(inner, path)
    else:
        yield path, "unknown key" if messages == "Unknown field." else str(messages)


def _add_printings(merged: _Merged) -> None:
    cards = merged.entries["cards"]
    for entry, document, place in merged.printings:
        card = cards.get(entry["card"])
        if card is None:
            merged.problems.append(document.problem((*place, "card"), f"there is no card named {entry['card']!r}"))
            continue
        printing = {key: value for key, value in entry.items() if key != "card"}
        others = [known for known in card["printings"] if known["id"] != printing["id"]]
        if len(others) == len(card["printings"]):
            cards[entry["card"]] = {**card, "printings": [*others, printing]}


def _add_texts(merged: _Merged) -> None:
    cards = merged.entries["cards"]
    for name, entry in merged.entries["texts"].items():
        if name in cards:
            cards[name] = {**cards[name], "official_text": entry["text"]}


def _check_references(merged: _Merged) -> None:
    owners: dict[str, str] = {}
    sets = merged.entries["sets"]
    for name, card in merged.entries["cards"].items():
        document, place = merged.origins[("cards", name)]
        for index, printing in enumerate(card["printings"]):
            path = (*place, "printings", index, "id")
            code = printing["id"].partition("-")[0]
            if printing["id"] in owners:
                owner = owners[printing["id"]]
                merged.problems.append(document.problem(path, f"{printing['id']} is a printing of {owner!r} already"))
            if code not in sets:
                merged.problems.append(document.problem(path, f"there is no set {code}"))
            owners[printing["id"]] = name
    for key, ban in merged.entries["bans"].items():
        if ban["card"] not in merged.entries["cards"]:
            document, place = merged.origins[("bans", key)]
            merged.problems.append(document.problem((*place, "card"), f"there is no card named {ban['card']!r}"))
    for name, precon in merged.entries["precons"].items():
        document, place = merged.origins[("precons", name)]
        listed = [
            precon["legend"],
            precon["champion"],
            *precon["main"],
            *precon["runes"],
            *precon["battlefields"],
        ]
        for card in listed:
            if card not in merged.entries["cards"]:
                merged.problems.append(document.problem(place, f"there is no card named {card!r}"))
