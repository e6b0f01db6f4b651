"""The entry of each rule, and what is wrong with the ledger as a whole."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ledger.citations import Citations, Place, read_citations
from ledger.numbers import Numbers, read_numbers
from ledger.reasons import YIELDING, Reason, read_open, read_reasons
from ledger.scenarios import Shown, read_scenarios

if TYPE_CHECKING:
    from collections.abc import Iterable

# The rules of play: the turn to the modes, and the additional rules with the keywords.
PLAY: Final = ((301, 491), (701, 832))

# How many rules of play scenarios name: what there is now, never lowered. The aim is 600.
FLOOR: Final = 1000
AIM: Final = 600

# How many rules a sentence offers in place of one.
MANY: Final = 3


@dataclass(frozen=True, slots=True)
class Ledger:
    """Everything that is known of the rules: by number, except `citations.chapters`."""

    numbers: Numbers
    scenarios: dict[str, list[Shown]]
    citations: Citations
    reasons: dict[str, Reason]
    unwritten: set[str]

    def places(self, number: str) -> list[Place]:
        """Return the places in the code that cite a rule."""
        return self.citations.places.get(number, [])


def read_ledger() -> Ledger:
    """Return the ledger of this repository.

    :raises LedgerError: if one of its files cannot be read, or names a rule that does not exist.
    """
    numbers = read_numbers()
    return Ledger(numbers, read_scenarios(numbers), read_citations(numbers), read_reasons(numbers), read_open(numbers))


def problems(ledger: Ledger) -> list[str]:
    """Return the contradictions and gaps of the ledger, as sentences."""
    found: list[str] = []
    for number in ledger.numbers.order:
        shown, reason, wanted = ledger.scenarios.get(number), ledger.reasons.get(number), number in ledger.unwritten
        if shown and reason:
            found.append(
                f"{shown[0].file} names {number}, which docs/data/rules-without-scenario.yaml calls {reason.kind}: "
                f"{_instead(ledger, number, reason)}."
            )
        if shown and wanted:
            found.append(f"{number} has a scenario and is in docs/data/rules-open.txt: run `make coverage`.")
        if reason and wanted:
            found.append(f"{number} is called {reason.kind} and is in docs/data/rules-open.txt: one of them is wrong.")
        if not (shown or reason or wanted or ledger.places(number)):
            found.append(
                f"{number} has no scenario, no place in the code and no reason: write one of them, or put it into "
                "docs/data/rules-open.txt."
            )
    return found


def settled(ledger: Ledger) -> Ledger:
    """Return the ledger without what scenarios have made needless: reasons that yield, and what was to be written."""
    shown = ledger.scenarios
    reasons = {number: why for number, why in ledger.reasons.items() if number not in shown or why.kind not in YIELDING}
    return replace(ledger, reasons=reasons, unwritten=ledger.unwritten - set(shown))


def _instead(ledger: Ledger, number: str, reason: Reason) -> str:
    """Return the advice for a rule that has both a scenario and a reason."""
    if reason.kind in YIELDING:
        return "run `make coverage`"
    which = [one for one in ledger.numbers.family(number) if one not in ledger.reasons][:MANY]
    rule = f"the rule that it shows, such as {', '.join(which)}" if which else "the rule that it shows"
    return f"name {rule}, or take the number out there"


def of_play(numbers: Iterable[str]) -> list[str]:
    """Return those numbers that are rules of play."""
    return [number for number in numbers if any(first <= int(number[:3]) <= last for first, last in PLAY)]


def shown_in_play(ledger: Ledger) -> int:
    """Return the number of rules of play that a scenario names, without those that have a reason all the same."""
    return len(of_play(number for number in ledger.scenarios if number not in ledger.reasons))
