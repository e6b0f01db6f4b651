"""Read the shipped files once for all tests that load or lint them, and walk over the abilities of their cards once.

Other small files are read each time, because tests write them.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

import pytest

from riftcheck.carddb import entries, layers, lint_abilities, snapshot, sources, strict_yaml
from riftcheck.carddb.abilities import tags, traversal
from riftcheck.carddb.abilities.description import describe
from riftcheck.carddb.database import CardDatabase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from riftcheck.carddb.abilities.heads import CardAbilities
    from riftcheck.carddb.entries import FileEntries
    from riftcheck.carddb.errors import DataProblem
    from riftcheck.carddb.strict_yaml import Document

T = TypeVar("T")

_SHIPPED: Final = f"{sources.SHIPPED.name}/"  # the names of other files do not begin like this
_SMALL: Final = 20_000  # bytes
_DATABASES_KEPT: Final = 8
_FEW: Final = 1_000  # lines with a path of their own
_ABILITIES_KEPT: Final = 4_096

_parse_yaml = strict_yaml.parse
_read_entries = entries.read
_find_lines = layers._ability_lines
# The result depends only on the arguments, and no test changes it.
_parsed = lru_cache(maxsize=64)(_parse_yaml)
# Databases by version, which is the hash of the sources; a database keeps its card pools.
_DATABASES: dict[str, CardDatabase] = {}
# By the identity of a document, which is kept beside what was read from it so that no other has the same.
_ENTRIES: dict[int, tuple[Document, FileEntries]] = {}
_LINES: dict[int, tuple[Document, dict[int, dict[str, int]]]] = {}


def parse(data: bytes, file: str) -> tuple[Document, list[DataProblem]]:
    """Return a file as its text has it."""
    return _parsed(data, file) if len(data) >= _SMALL or file.startswith(_SHIPPED) else _parse_yaml(data, file)


def read_entries(document: Document, refused: Sequence[DataProblem] = ()) -> FileEntries:
    """Return the entries of a document: copies, for what a card does is packed in place."""
    few = len(document.lines) < _FEW
    if few and not document.file.startswith(_SHIPPED):
        return _read_entries(document, refused)
    if id(document) not in _ENTRIES:
        _ENTRIES[id(document)] = (document, _read_entries(document, refused))
    found = _ENTRIES[id(document)][1]
    if few:
        return deepcopy(found)
    return replace(found, entries=[(kind, index, dict(entry)) for kind, index, entry in found.entries])


def find_lines(document: Document) -> dict[int, dict[str, int]]:
    """Return the lines of what the cards of a document do."""
    if len(document.lines) < _FEW:
        return _find_lines(document)
    if id(document) not in _LINES:
        _LINES[id(document)] = (document, _find_lines(document))
    return _LINES[id(document)][1]


def database(plain: dict[str, Any], index: dict[str, dict[str, list[int]]], version: str) -> CardDatabase:
    """Return the database of some sources, the same one each time."""
    found = _DATABASES.pop(version, None)
    if found is None and len(_DATABASES) >= _DATABASES_KEPT:
        del _DATABASES[next(iter(_DATABASES))]
    _DATABASES[version] = found or CardDatabase(plain, index, version)  # the last used is at the end
    return _DATABASES[version]


def once(function: Callable[[CardAbilities], Iterable[T]]) -> Callable[[CardAbilities], tuple[T, ...]]:
    """Return a function that is called once for each object of abilities.

    The abilities of equal cards are one object, which does not change, so each lint finds the same in them.
    """
    found: dict[
        int, tuple[CardAbilities, tuple[T, ...]]
    ] = {}  # kept with the object, so that no other has its identity

    def result(abilities: CardAbilities) -> tuple[T, ...]:
        if id(abilities) not in found:
            if len(found) >= _ABILITIES_KEPT:
                found.clear()
            found[id(abilities)] = (abilities, tuple(function(abilities)))
        return found[id(abilities)][1]

    return result


@pytest.fixture(scope="session", autouse=True)
def read_shipped_cards_once() -> Iterator[None]:
    """Have this process read each shipped file once, and walk once over what each card does."""
    nodes = once(traversal.nodes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strict_yaml, "parse", parse)
        patch.setattr(entries, "read", read_entries)
        patch.setattr(layers, "_ability_lines", find_lines)
        patch.setattr(snapshot, "CardDatabase", database)
        for module in (traversal, tags, lint_abilities):
            patch.setattr(module, "nodes", nodes)
        patch.setattr(lint_abilities, "tokens_in", once(traversal.tokens_in))
        patch.setattr(lint_abilities, "describe", once(describe))
        yield
