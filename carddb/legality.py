"""Legality by day: the sets, bans and versions of the rules in force. A day counts from its first hour."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.database import numbered

if TYPE_CHECKING:
    from riftcheck.carddb.database import CardDatabase
    from riftcheck.carddb.model import Ban, Card, CardSet, Coverage, Dated, Edition, Format, RulesRelease, Size

FIRST_DAY: Final = date(2025, 6, 2)  # the day of Core Rules 1.0; nothing is known of what held before


def legal_sets(db: CardDatabase, day: date) -> tuple[CardSet, ...]:
    """Return the sets of Standard on a day, the oldest first (TR 601.3.c)."""
    begun = (card_set for card_set in db.sets.values() if card_set.legal_from and card_set.legal_from <= day)
    return tuple(sorted(begun, key=lambda card_set: (card_set.legal_from, card_set.code)))


def legal_names(db: CardDatabase, day: date) -> frozenset[str]:
    """Return the names of the cards that a set legal on the day lends its legality.

    A name is legal by any printing (TR 601.2.a) that is inside its set's normal numbering (TR 601.2.c).
    """
    return _names_of(db, frozenset(card_set.code for card_set in legal_sets(db, day)))


@lru_cache(maxsize=64)
def _names_of(db: CardDatabase, codes: frozenset[str]) -> frozenset[str]:
    return frozenset(
        card.name
        for card in db.cards
        if any(p.set in codes and numbered(p, db.sets[p.set]) is not None for p in card.printings)
    )


@lru_cache(maxsize=256)
def bans(db: CardDatabase, format_id: str, day: date) -> dict[str, Ban]:
    """Return the bans of a format that hold on a day, by card name (TR 601.2.d). Shared: do not change it."""
    lists = db.formats[format_id].bans
    return {
        ban.card: ban
        for ban in db.bans
        if ban.list in lists and ban.from_date <= day and (ban.until is None or day < ban.until)
    }


def bans_changed(db: CardDatabase, format_id: str, day: date) -> date | None:
    """Return the day since which the ban list of a format is as it is on a day; None where nothing was ever banned."""
    lists = db.formats[format_id].bans
    changes = (change for ban in db.bans if ban.list in lists for change in (ban.from_date, ban.until))
    return max((change for change in changes if change is not None and change <= day), default=None)


def legal(db: CardDatabase, card: Card, fmt: Format, day: date) -> bool:
    """Tell whether a format allows a card on a day, with no regard to the rest of the deck."""
    if card.is_token or day < first_day(fmt):  # CR 185
        return False
    if fmt.sets and card.name not in legal_names(db, day):
        return False
    return card.name not in bans(db, fmt.id, day)


def rules_on(db: CardDatabase, day: date) -> RulesRelease:
    """Return the version of the Core Rules in force on a day, from `FIRST_DAY` on."""
    return [release for release in db.rules if release.from_date <= day][-1]


def tournament_rules_on(db: CardDatabase, day: date) -> Edition:
    """Return the edition of the Tournament Rules in force on a date, from `FIRST_DAY` on."""
    begun = [edition for edition in db.editions.values() if edition.from_date and edition.from_date <= day]
    return max(begun, key=lambda edition: edition.from_date or FIRST_DAY)


def first_day(fmt: Format) -> date:
    """Return the first date with rules for a format."""
    return fmt.from_date or FIRST_DAY


def overdue(db: CardDatabase, day: date) -> tuple[Coverage, ...]:
    """Return the kinds of data that end before a day, in the order of the data."""
    return tuple(data for data in db.coverage.values() if data.until < day)


def size_on(sizes: tuple[Dated, ...], day: date, rules: str) -> Size | None:
    """Return the one of some dated sizes that holds on a day under a version of the rules; None where there is none."""
    found = None
    for dated in sizes:
        if dated.from_date is not None and day < dated.from_date:
            continue
        if dated.from_rules is not None and version_key(rules) < version_key(dated.from_rules):
            continue
        found = dated.size
    return found


def version_key(version: str) -> tuple[int, ...]:
    """Return a version such as `1.4` or `1.4.1` in a form that compares as people count."""
    return tuple(int(part) for part in version.split("."))
