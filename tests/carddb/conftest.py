"""The shipped files and what their cards do are read once for all tests that load or lint them again and again."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from riftcheck.carddb import entries, layers, strict_yaml
from riftcheck.carddb.abilities import loader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from riftcheck.carddb.entries import FileEntries
    from riftcheck.carddb.errors import DataProblem
    from riftcheck.carddb.strict_yaml import Document

# All hang on nothing but their arguments, and nobody changes what they return.
_parse = lru_cache(maxsize=None)(strict_yaml.parse)
_read = lru_cache(maxsize=None)(loader._read)

_read_entries = entries.read
_find_lines = layers._ability_lines
# By the identity of a document, which is kept beside what was read from it so that no other has the same.
_ENTRIES: dict[int, tuple[Document, FileEntries]] = {}
_LINES: dict[int, tuple[Document, dict[int, dict[str, int]]]] = {}


def read_entries(document: Document, refused: Sequence[DataProblem] = ()) -> FileEntries:
    """Return the entries of a document: copies, for what a card does is packed in place."""
    if id(document) not in _ENTRIES:
        _ENTRIES[id(document)] = (document, _read_entries(document, refused))
    found = _ENTRIES[id(document)][1]
    return replace(found, entries=[(kind, index, dict(entry)) for kind, index, entry in found.entries])


def find_lines(document: Document) -> dict[int, dict[str, int]]:
    """Return the lines of what the cards of a document do."""
    if id(document) not in _LINES:
        _LINES[id(document)] = (document, _find_lines(document))
    return _LINES[id(document)][1]


@pytest.fixture(scope="module", autouse=True)
def _read_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strict_yaml, "parse", _parse)
        patch.setattr(loader, "_read", _read)
        patch.setattr(entries, "read", read_entries)
        patch.setattr(layers, "_ability_lines", find_lines)
        yield
