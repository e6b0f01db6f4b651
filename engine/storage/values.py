"""Reading plain values of a document: numbers and texts, and the fault that says what cannot be read."""

from __future__ import annotations

from typing import Any, Final

# Every number of a state fits a tagged int of a compiled build, with room to add.
LARGEST: Final = 2**60
# The longest text of a document, and of a value that an error quotes, in characters.
LONGEST: Final = 400
SHOWN: Final = 40


class BrokenError(Exception):
    """A part of a document that cannot be read: `path` leads to it from the outside in, `message` says why."""

    def __init__(self, message: str) -> None:
        self.path: list[str] = []
        self.message = message
        super().__init__(message)

    def inside(self, place: str) -> BrokenError:
        """Return the same fault, seen from the part around it."""
        self.path.insert(0, place)
        return self


def shown(data: Any) -> str:
    """Return a value of a document as an error may quote it: short, and in plain characters."""
    if isinstance(data, dict):
        return "a mapping"
    if isinstance(data, list):
        return "a list"
    if isinstance(data, int) and not isinstance(data, bool) and abs(data) > LARGEST:
        return "a huge number"
    text = ascii(data if not isinstance(data, str) else data[: SHOWN + 1])
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def whole(data: Any, low: int, high: int) -> int:
    """Return a whole number of a document.

    :raises BrokenError: if it is none, or below `low`, or above `high`.
    """
    if type(data) is not int:
        raise BrokenError(f"a whole number is expected, not {shown(data)}")
    if not low <= data <= high:
        if high < low:
            raise BrokenError(f"{shown(data)} stands for something, but there is nothing of its kind")
        if high < LARGEST:
            raise BrokenError(f"{shown(data)} is not from {low} to {high}")
        raise BrokenError(f"{shown(data)} is too large" if data > high else f"{shown(data)} is less than {low}")
    return data


def text(data: Any) -> str:
    """Return a text of a document.

    :raises BrokenError: if it is none, or too long.
    """
    if type(data) is not str:
        raise BrokenError(f"a text is expected, not {shown(data)}")
    if len(data) > LONGEST:
        raise BrokenError(f"a text of {len(data)} characters is longer than {LONGEST}")
    return data
