"""Words and small pieces that the messages of all rules share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.carddb.model import domain_names
from riftcheck.validator.report import CardCount, Issue

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from riftcheck.carddb.model import Size
    from riftcheck.decks.model import Slot
    from riftcheck.validator.report import IssueZone, RuleCitation, Severity

ZONE_NAMES: dict[IssueZone, str] = {
    "legend": "the legend zone",
    "champion": "the champion zone",
    "main": "the main deck",
    "runes": "the rune deck",
    "battlefields": "the battlefields",
    "sideboard": "the sideboard",
    "extra_legends": "the extra legends",
    "deck": "the deck",
    "team": "the team",
}


def issue(
    code: str,
    zone: IssueZone,
    message: str,
    slots: Iterable[Slot] = (),
    rules: Sequence[RuleCitation] = (),
    *,
    severity: Severity = "error",
    excess: int | None = None,
    suggestions: tuple[str, ...] = (),
    doubtful: bool = False,
) -> Issue:
    """Return an issue about some slots: their cards are added up by name, their lines put in order."""
    counts: dict[str, int] = {}
    other_names: dict[str, str | None] = {}
    lines: set[int] = set()
    for slot in slots:
        counts[slot.name] = counts.get(slot.name, 0) + slot.count
        other_names[slot.name] = slot.other_name
        lines.update(slot.lines)
    cards = tuple(CardCount(name, count, other_names[name]) for name, count in counts.items())
    return Issue(
        code, severity, message, zone, cards, tuple(sorted(lines)), tuple(rules), excess, suggestions, doubtful
    )


def names(slots: Iterable[Slot]) -> str:
    """Return the full names of some slots, each once: `A, B and C`."""
    return listed(list(dict.fromkeys(slot.full_name for slot in slots)))


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words into a phrase, such as `A, B and C`; `last` replaces "and"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def domains(bits: int) -> str:
    """Return domains as the game writes them: `Fury/Chaos`."""
    return "/".join(domain_names(bits)) or "no domain"


def cards(count: int, noun: str = "card") -> str:
    """Return a count with its noun: `no cards`, `1 card`, `2 cards`."""
    return f"{count} {noun}" if count == 1 else f"{count or 'no'} {noun}s"


def wanted(size: Size) -> str:
    """Return the numbers that a size allows: `exactly 40`, `0 or 8`, `at least 25`, `at most 10`, `none`."""
    if size.exactly == (0,):
        return "none"
    if len(size.exactly) == 1:
        return f"exactly {size.exactly[0]}"
    if size.exactly:
        return " or ".join(map(str, size.exactly))
    if size.most is not None:
        return f"at most {size.most}"
    return f"at least {size.least}"


def excess_over(size: Size, count: int) -> int | None:
    """Return the number of cards by which a count is over a size, or None where it is not over."""
    most = max(size.exactly) if size.exactly else size.most
    return count - most if most is not None and count > most else None
