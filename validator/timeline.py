"""The days on which the verdict on a list changes, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb import legality
from riftcheck.schema import LazySchema
from riftcheck.validator.case import ruleset_of
from riftcheck.validator.check import find_issues, judge, missing_sets, read_for
from riftcheck.validator.report import doubt_of
from riftcheck.validator.suggestions import Suggestions

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import ResolvedDeck
    from riftcheck.validator.case import Ruleset
    from riftcheck.validator.report import Issue, Options, Verdict


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of time with one verdict, from a day on: what was raised then that was not before, and what ended.

    `missing_sets` are the released sets with cards missing from the card data, if they make the verdict undetermined.
    """

    day: date
    verdict: Verdict
    rules: str
    begun: tuple[Issue, ...]
    ended: tuple[Issue, ...]
    missing_sets: tuple[str, ...] = ()

    @property
    def doubt(self) -> str:
        """The reason why the verdict is undetermined, from `doubt_of`."""
        return doubt_of(self.missing_sets)

    def to_json(self) -> dict[str, Any]:
        """Return the stretch as a JSON object."""
        shown: dict[str, Any] = _STRETCH.dump(self)
        return shown


_STRETCH: Final = LazySchema("riftcheck.validator.schemas", "StretchSchema")


def timeline(deck: ResolvedDeck, db: CardDatabase, options: Options) -> tuple[Stretch, ...]:
    """Return the history of a deck from the first date of its format on; the date in the options does not matter.

    A new stretch begins when the verdict, the errors or the missing sets change. The deck is not validated again on
    dates that change nothing for it.

    :raises UnknownOptionError: for a format or version of the rules that is not known.
    """
    names = frozenset(slot.card.name for _, slot in deck.slots() if slot.card is not None)
    found: list[Stretch] = []
    before: dict[object, Issue] = {}
    suggestions = Suggestions()
    deciding: object = None
    for day in turning_days(db, options.format):
        held = ruleset_of(db, replace(options, day=day))
        decided, deciding = deciding, _deciding(held, names)
        if deciding == decided:
            continue
        issues = find_issues(read_for(deck, held), held, suggestions)
        now = {_fault(issue): issue for issue in issues if issue.severity == "error"}
        begun = tuple(issue for fault, issue in now.items() if fault not in before)
        ended = tuple(issue for fault, issue in before.items() if fault not in now)
        verdict = judge(issues)
        missing = missing_sets(issues, held)
        last = found[-1] if found else None
        if last is None or begun or ended or (verdict, missing) != (last.verdict, last.missing_sets):
            found.append(Stretch(day, verdict, held.rules, begun, ended, missing))
        before = now
    return tuple(found)


def legal_days(stretches: Sequence[Stretch]) -> list[tuple[date, date | None]]:
    """Return the first and the last day of each time in which a list is legal; None for one that has not ended."""
    found: list[tuple[date, date | None]] = []
    for stretch in stretches:
        ends = found[-1][1] if found else stretch.day
        if stretch.verdict == "legal" and ends is not None:
            found.append((stretch.day, None))
        elif stretch.verdict != "legal" and ends is None:
            found[-1] = (found[-1][0], stretch.day - timedelta(days=1))
    return found


def turning_days(db: CardDatabase, format_id: str) -> tuple[date, ...]:
    """Return each date on which something in the data begins or ends, from the first date of a format on."""
    fmt = db.formats.get(format_id)
    first = legality.FIRST_DAY if fmt is None else legality.first_day(fmt)
    days = {first}
    days.update(card_set.legal_from for card_set in db.sets.values() if card_set.legal_from)
    days.update(card_set.unlisted_from for card_set in db.sets.values() if card_set.unlisted_from)
    days.update(release.from_date for release in db.rules)
    days.update(announced.legal_from for announced in db.announced_sets())
    days.update(exemption.from_date for exemption in db.exemptions)
    for ban in db.bans:
        days.update(day for day in (ban.from_date, ban.until) if day is not None)
    days.update(edition.from_date for edition in db.editions.values() if edition.from_date)
    if fmt is not None:
        days.update(dated.from_date for dated in (*fmt.main, *fmt.battlefields, *fmt.sideboard) if dated.from_date)
    return tuple(sorted(day for day in days if day >= first))


def _deciding(ruleset: Ruleset, names: frozenset[str]) -> object:
    """Return everything that can change the issues of a deck from one date to another.

    :param names: The known cards of the deck.
    """
    db, day = ruleset.db, ruleset.day
    return (
        ruleset.rules,
        ruleset.cite,
        None if ruleset.legal_names is None else names & ruleset.legal_names,
        {name: ban for name, ban in ruleset.bans.items() if name in names},
        {exemption.level for exemption in db.exemptions if exemption.from_date <= day},
        (ruleset.main, ruleset.battlefields, ruleset.sideboard),
        [missing.label for missing in ruleset.missing_sets],
    )


def _fault(issue: Issue) -> object:
    """Return the key by which issues of two days are the same fault, without the wording, which may name the day."""
    return (issue.code, issue.zone, issue.cards, issue.excess)
