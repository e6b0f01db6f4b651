"""One card in every format: whether it may be played on a day, why not, and when that changes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from riftcheck.carddb import legality
from riftcheck.carddb.database import numbered
from riftcheck.validator.citations import citations
from riftcheck.validator.report import RuleCitation
from riftcheck.validator.timeline import turning_days

if TYPE_CHECKING:
    from datetime import date

    from riftcheck.carddb import Card, CardDatabase, Format
    from riftcheck.carddb.model import Source

Status = Literal["legal", "banned", "not-legal"]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a card stands in a format from a day on. `reason` is a sentence, `source` where it comes from.

    Both are None for a card that is legal because nothing forbids it.
    """

    since: date
    status: Status
    reason: str | None = None
    source: RuleCitation | None = None


@dataclass(frozen=True, slots=True)
class FormatStanding:
    """How a card stands in a format on a day, and every day since the first Core Rules on which that changes."""

    format: Format
    now: Standing
    changes: tuple[Standing, ...]


def standings(db: CardDatabase, card: Card, day: date) -> tuple[FormatStanding, ...]:
    """Return how a card stands in each format on a day, with no regard to the rest of the deck."""
    return tuple(
        FormatStanding(fmt, _standing(db, card, fmt, day), _history(db, card, fmt.id)) for fmt in db.formats.values()
    )


@lru_cache(maxsize=8192)
def _history(db: CardDatabase, card: Card, format_id: str) -> tuple[Standing, ...]:
    """Return how a card stands in a format through time: the first day, and each on which that changes."""
    found: list[Standing] = []
    for day in sorted({legality.FIRST_DAY, *turning_days(db, format_id)}):
        standing = _standing(db, card, db.formats[format_id], day)
        if not found or (standing.status, standing.reason) != (found[-1].status, found[-1].reason):
            found.append(standing)
    return tuple(found)


def _standing(db: CardDatabase, card: Card, fmt: Format, day: date) -> Standing:
    cite = citations(db, legality.rules_on(db, day).cited_as, day)
    if card.is_token:
        return Standing(day, "not-legal", f"{card.full_name} is a token, which no deck holds.", cite("CR 185")[0])
    if day < legality.first_day(fmt):
        reason = f"{fmt.name} has rules from {fmt.from_date} on."
        return Standing(day, "not-legal", reason, _citation(fmt.main[0].size.source))
    if fmt.sets and card.name not in legality.legal_names(db, day):
        return Standing(day, "not-legal", _not_yet(db, card), cite("TR 601.2.c", "TR 601.3.c")[0])
    ban = legality.bans(db, fmt.id, day).get(card.name)
    if ban is None:
        return Standing(day, "legal")
    until = "" if ban.until is None else f" until {ban.until}"
    reason = f"{card.full_name} is banned in {fmt.name} since {ban.from_date}{until}."
    return Standing(day, "banned", reason, _citation(ban.source))


def _citation(source: Source) -> RuleCitation:
    return RuleCitation(source.document, source.version, source.number)


def _not_yet(db: CardDatabase, card: Card) -> str:
    lending = {p.set for p in card.printings if numbered(p, db.sets[p.set]) is not None}
    begins = sorted((day, db.sets[code].name) for code in lending if (day := db.sets[code].legal_from) is not None)
    if not begins:
        return f"No set that lends its legality has {card.full_name} in its normal numbering."
    return f"{card.full_name} is legal from {begins[0][0]} on, by {begins[0][1]}."
