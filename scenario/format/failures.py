"""The failures of a scenario: a line that does not hold, or an action that is not allowed now."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from riftcheck.scenario.format.nodes import Node


class Failure(Exception):
    """A line that does not hold; `node` is that line, `found` the value found instead."""

    def __init__(self, node: Node, found: str) -> None:
        self.node = node
        self.found = found
        super().__init__(found)


class NotOffered(Failure):
    """An action or answer that is not among what may be done now."""


def crash_words(error: Exception) -> str:
    """Return an exception of the engine as a sentence, with its file and line."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(last.filename).name}:{last.lineno}"
    return f"the engine failed: {type(error).__name__}: {error} ({place})"
