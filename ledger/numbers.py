"""The rule numbers of the Core Rules, in the order of the document, and the spans in which people name them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
NUMBERS_FILE: Final = ROOT / "docs/data/core-rules-1.5.txt"

NUMBER: Final = re.compile(r"\d{3}(?:\.\d+(?:\.[a-z](?:\.\d+(?:\.[a-z](?:\.\d+)?)?)?)?)?")
LINE: Final = re.compile(r"(\d{3}):((?: [0-9a-z.]+)*)")


class LedgerError(Exception):
    """Something in the ledger's files, or in a citation, that does not hold; the message says where and what."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Every rule number in the order of the document, with its place in it."""

    order: tuple[str, ...]
    places: dict[str, int]

    def __contains__(self, number: str) -> bool:
        return number in self.places

    def between(self, first: str, last: str) -> tuple[str, ...]:
        """Return every number from the first to the last, both included, in the order of the document.

        :raises LedgerError: if either does not exist or they stand the other way round.
        """
        for number in (first, last):
            if number not in self.places:
                raise LedgerError(f"There is no rule {number}.")
        start, end = self.places[first], self.places[last]
        if start > end:
            raise LedgerError(f"{first}-{last} runs backwards.")
        return self.order[start : end + 1]

    def family(self, number: str) -> tuple[str, ...]:
        """Return a number and every number below it.

        :raises LedgerError: if it does not exist.
        """
        if number not in self.places:
            raise LedgerError(f"There is no rule {number}.")
        return tuple(other for other in self.order if other == number or other.startswith(number + "."))

    def named(self, text: str) -> tuple[str, ...]:
        """Return the numbers that a text names: `323.6`, `323.6-323.9` (all between), `323.6*` (all below), by spaces.

        :raises LedgerError: if a word is no such thing or names what does not exist.
        """
        found: list[str] = []
        for word in text.split():
            first, dash, last = word.partition("-")
            if dash:
                found += self.between(first, last)
            elif word.endswith("*"):
                found += self.family(word[:-1])
            else:
                found += self.between(word, word)
        return tuple(found)


def read_numbers(path: Path = NUMBERS_FILE) -> Numbers:
    """Return the rule numbers of a file such as `docs/data/core-rules-1.5.txt`.

    :raises LedgerError: if a line is not understood or a number stands there twice.
    """
    text = "\n".join(line for line in path.read_text("utf-8").splitlines() if not line.startswith("#"))
    order: list[str] = []
    for line in re.sub(r"\n +", " ", text).splitlines():
        match = LINE.fullmatch(line)
        if match is None:
            raise LedgerError(f"{path.name}: {line[:40]!r} should be a number, a colon, and what follows the number.")
        top = match[1]
        order += [top, *(f"{top}.{rest}" for rest in match[2].split())]
    wrong = [number for number in order if not NUMBER.fullmatch(number)]
    twice = sorted({number for number in order if order.count(number) > 1}) if len(set(order)) < len(order) else []
    if wrong or twice:
        raise LedgerError(f"{path.name}: {', '.join([*wrong, *twice])} is not a rule number, or occurs twice.")
    return Numbers(tuple(order), {number: place for place, number in enumerate(order)})


def spans(numbers: Numbers, found: set[str]) -> list[str]:
    """Return a set of numbers as words that `Numbers.named` reads, as few as there can be, in order."""
    words: list[str] = []
    run: list[str] = []
    for number in (*numbers.order, ""):
        if number in found:
            run.append(number)
        elif run:
            words.append(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}")
            run = []
    return words
