"""Why a rule has no scenario: a reason by kind, or that its scenario is still to be written."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ledger.numbers import ROOT, LedgerError, spans
from ledger.scenarios import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ledger.numbers import Numbers

REASONS_FILE: Final = ROOT / "docs/data/rules-without-scenario.yaml"
OPEN_FILE: Final = ROOT / "docs/data/rules-open.txt"

KINDS: Final = {
    "heading": "a title, or a sentence that only opens the rules below it",
    "definition": "says what a word means; it shows only through the rules that use the word",
    "wording": "how cards word it; the reading of cards holds it",
    "physical": "of cardboard, counters and table manners",
    "privacy": "who may see what; `tests/engine/display/test_view.py` holds it",
    "deck-building": "what a deck may hold; the validator and its tests hold it",
    "tournament": "how games make up a match, which a scenario of one game cannot show",
    "elsewhere": "said again in other words; the number is where it is shown",
    "not-done": "not done, with what is missing",
}
NOTED: Final = ("elsewhere", "not-done")
# Kinds of which a scenario may still show a rule; the reason then goes. Of the others it should name another rule.
YIELDING: Final = ("definition", "wording", "privacy", "deck-building", "elsewhere")
WIDTH: Final = 118
REASONS_HEAD: Final = """\
# Why a rule of the Core Rules 1.5 has no scenario of its own. Read and written by `python -m ledger` (`make coverage`).
#
# A text of numbers is separated by spaces: `323.6` one rule, `323.6-323.9` every rule from one to the other in the
# order of the document, `323.6*` a rule with all below it. No number may stand here twice, and none that a scenario
# names: `make coverage` takes it out where the kind allows that a scenario shows it after all. What could be shown but
# has no scenario yet stands in rules-open.txt instead. The document's examples have no numbers of their own.
"""
OPEN_HEAD: Final = """\
# Rules of the Core Rules 1.5 that a scenario could show and none does yet. `make coverage` takes out what a scenario
# has come to name; nothing adds to this list by itself. The form is that of rules-without-scenario.yaml.
"""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason: its kind, and where the rule is shown or what is missing ("" for the other kinds)."""

    kind: str
    note: str = ""


def read_reasons(numbers: Numbers, path: Path = REASONS_FILE) -> dict[str, Reason]:
    """Return the reason of each number that has one.

    :raises LedgerError: if a kind or number is unknown, a number stands there twice, or `elsewhere` leads nowhere.
    """
    value = read_text(path.read_text("utf-8"), path.name)
    if not isinstance(value, dict) or set(value) - set(KINDS):
        raise LedgerError(f"{path.name}: the kinds of reason are {', '.join(KINDS)}.")
    found: dict[str, Reason] = {}
    for kind, held in value.items():
        if isinstance(held, dict) != (kind in NOTED):
            raise LedgerError(f"{path.name}: {kind} should hold {'notes with ' if kind in NOTED else ''}numbers.")
        for note, text in held.items() if isinstance(held, dict) else [("", held)]:
            for number in _named(numbers, str(text), f"{path.name}: {kind}"):
                if number in found:
                    raise LedgerError(f"{path.name}: {number} is {found[number].kind} and {kind}; it should be one.")
                found[number] = Reason(kind, str(note))
    for number, reason in found.items():
        if reason.kind == "elsewhere" and (reason.note not in numbers or reason.note in found):
            raise LedgerError(f"{path.name}: the reason of {number} names {reason.note}, which has no scenario itself.")
    return found


def reasons_text(numbers: Numbers, reasons: dict[str, Reason]) -> str:
    """Return the text of the file that `read_reasons` reads."""
    parts = [REASONS_HEAD]
    for kind, meaning in KINDS.items():
        notes: dict[str, set[str]] = {}
        for number in numbers.order:
            reason = reasons.get(number)
            if reason is not None and reason.kind == kind:
                notes.setdefault(reason.note, set()).add(number)
        parts.append(f"\n# {meaning[0].upper()}{meaning[1:]}.\n{kind}:")
        if kind not in NOTED:
            parts.append(f" >-\n{_lines(numbers, notes.get('', set()), '  ')}")
            continue
        parts.append("\n")
        parts += [f'  "{note}": >-\n{_lines(numbers, held, "    ")}' for note, held in notes.items()]
    return "".join(parts)


def _lines(numbers: Numbers, found: set[str], indent: str = "") -> str:
    words = " ".join(spans(numbers, found))
    lines = textwrap.wrap(words, WIDTH - len(indent), break_long_words=False, break_on_hyphens=False)
    return "".join(f"{indent}{line}\n" for line in lines)


def read_open(numbers: Numbers, path: Path = OPEN_FILE) -> set[str]:
    """Return the numbers whose scenario is still to be written.

    :raises LedgerError: if a number does not exist or occurs twice.
    """
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    named = _named(numbers, " ".join(lines), path.name)
    if len(set(named)) < len(named):
        twice = sorted({number for number in named if named.count(number) > 1})
        raise LedgerError(f"{path.name}: {', '.join(twice)} occurs twice.")
    return set(named)


def open_text(numbers: Numbers, found: Iterable[str]) -> str:
    """Return the text of the file that `read_open` reads."""
    return OPEN_HEAD + _lines(numbers, set(found))


def _named(numbers: Numbers, text: str, where: str) -> tuple[str, ...]:
    try:
        return numbers.named(text)
    except LedgerError as error:
        raise LedgerError(f"{where}: {error}") from None
