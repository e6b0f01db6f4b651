"""The faults of a card's abilities, and the hints that go with them: the nearest known word."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_TWINS: Final = {"if": "while", "while": "if"}  # a condition that is judged once, or for as long as the effect lasts
CUT: Final = 0.6  # below this likeness of two words a near miss is noise


@dataclass(frozen=True, slots=True)
class AbilityProblem:
    """One fault in the abilities of a card: `path` in the card (`do/0/to`), `column` in the phrase from 1 on."""

    path: str
    message: str
    column: int | None = None

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


@dataclass(slots=True)
class Origins:
    """The paths in a card at which the fields of its nodes were written.

    `keys` is the path at which each field was written, by the path of its node and its name; `by_names` the names that
    stand as `by` of an instruction, by its path.
    """

    keys: dict[tuple[str, str], str] = field(default_factory=dict)
    by_names: dict[str, str] = field(default_factory=dict)


class AbilityError(Exception):
    """The abilities of a card that cannot be read. `problems` lists every fault found, in the card's order."""

    def __init__(self, card: str, problems: list[AbilityProblem]) -> None:
        self.card = card
        self.problems = problems
        super().__init__("\n".join(f"{card}: {problem}" for problem in problems))


def near(word: object, known: Iterable[str]) -> str:
    """Return ` (WORD?)` for the nearest known word, or nothing where none is near."""
    found = difflib.get_close_matches(str(word), list(known), 1, CUT)
    return f" ({found[0]}?)" if found else ""


def unknown_key(key: object, known: Iterable[str]) -> str:
    """Return the problem of a key that does not belong where it stands."""
    every = sorted(known)
    twin = _TWINS.get(str(key))
    guess = f" ({twin}?)" if twin in every else near(key, every)
    return f'unknown key "{key}"{guess}; known here: {", ".join(every)}'
