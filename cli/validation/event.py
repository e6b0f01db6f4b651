"""What a whole run of `validate` was judged by: format, day, level, and the versions of rules, bans and cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from riftcheck.carddb import legality

if TYPE_CHECKING:
    from datetime import date

    from riftcheck.validator.case import Ruleset
    from riftcheck.validator.report import Level


@dataclass(frozen=True, slots=True)
class JudgedBy:
    """The versions that every deck of a run was validated by.

    `tournament_rules` is the edition in force on `day`. `bans_from` is the date of the last change of the ban list up
    to `day`, None if the format has no bans or nothing was banned by then. `bans_sources` are the announcements of that
    date, and `banned` counts the cards on the ban list.
    """

    format_id: str
    format_name: str
    day: date
    level: Level
    core_rules: str
    core_rules_from: date
    tournament_rules: str
    has_bans: bool
    bans_from: date | None
    bans_sources: tuple[str, ...]
    banned: int
    data_version: str


def judged_by(ruleset: Ruleset) -> JudgedBy:
    """Return what a ruleset stands for, in versions and days."""
    db, fmt, day = ruleset.db, ruleset.format, ruleset.day
    changed = legality.bans_changed(db, fmt.id, day)
    announced = [ban.source for ban in ruleset.bans.values() if ban.from_date == changed]
    sources = (f"{source.document} {source.version} {source.number}" for source in announced)
    (release,) = (release for release in db.rules if release.version == ruleset.rules)
    return JudgedBy(
        format_id=fmt.id,
        format_name=fmt.name,
        day=day,
        level=ruleset.options.level,
        core_rules=release.version,
        core_rules_from=release.from_date,
        tournament_rules=ruleset.cite.tournament.version,
        has_bans=bool(fmt.bans),
        bans_from=changed,
        bans_sources=tuple(dict.fromkeys(sources)),
        banned=len(ruleset.bans),
        data_version=db.version,
    )
