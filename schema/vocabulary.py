"""Closed lists of words: what a field of a document may be, under a name of its own."""

from __future__ import annotations

from typing import NamedTuple


class Vocabulary(NamedTuple):
    """A closed list of words. `name` is that of its type in the OpenAPI document, `meaning` a sentence about it."""

    name: str
    words: tuple[str, ...]
    meaning: str
