"""The history of a list: its turning days, their reasons, and agreement with `check` on every day around them."""

from __future__ import annotations

import itertools
import random
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from riftcheck import carddb
from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options, UnknownOptionError
from riftcheck.validator import timeline as module
from riftcheck.validator.check import find_issues
from riftcheck.validator.timeline import Stretch, legal_days, timeline
from tests.validator.validator_lists import FORMATS, LEGENDS, judge, legal

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.champion import ChampionReading
    from riftcheck.validator.case import Ruleset
    from riftcheck.validator.report import Issue, Verdict
    from riftcheck.validator.suggestions import Suggestions
    from tests.validator.validator_lists import Written

DAY = timedelta(days=1)
FIRST = date(2025, 6, 2)
# What the shipped data announces for later days is not judged here: a new ban is no fault of the timeline.
LAST = date(2026, 11, 1)
ORIGINS = date(2025, 10, 31)


def history(db: CardDatabase, written: Written, fmt: str = "constructed", **options: str) -> tuple[Stretch, ...]:
    """Return the history of a list up to the last day that is judged here."""
    found = timeline(resolve(written.deck(), db), db, Options(day=LAST, format=fmt, **options))  # type: ignore[arg-type]
    return tuple(stretch for stretch in found if stretch.day <= LAST)


def days(stretches: tuple[Stretch, ...]) -> list[tuple[date, str]]:
    return [(stretch.day, stretch.verdict) for stretch in stretches]


def why(stretch: Stretch) -> tuple[set[str], set[str]]:
    return {issue.code for issue in stretch.begun}, {issue.code for issue in stretch.ended}


def with_sideboard(size: int) -> Written:
    written = legal()
    for name in ("Pouty Poro", "Captain Farron", "Iron Ballista", "Dangerous Duo"):
        written.add(name, min(3, size), "sideboard") if size > 0 else None
        size -= 3
    return written


def test_a_list_of_origins_is_legal_from_its_day(db: CardDatabase) -> None:
    found = history(db, legal())
    assert days(found) == [(FIRST, "illegal"), (ORIGINS, "legal")]
    assert why(found[0]) == ({"set-legality"}, set())
    assert why(found[1]) == (set(), {"set-legality"})
    assert (found[0].rules, found[1].rules) == ("1.0", "1.1")


def test_a_ban_and_its_day(db: CardDatabase) -> None:
    found = history(db, legal().swap("Stacked Deck", 2))
    assert days(found) == [(FIRST, "illegal"), (ORIGINS, "legal"), (date(2026, 9, 18), "illegal")]
    assert why(found[2]) == ({"banned"}, set())


def test_a_release_and_two_bans(db: CardDatabase) -> None:
    """A list can change what is wrong with it while the verdict stays."""
    written = legal().swap("Called Shot", 1).swap("Stealthy Pursuer", 1, keep=("Called Shot",))
    found = history(db, written)
    assert days(found) == [
        (FIRST, "illegal"),
        (ORIGINS, "illegal"),
        (date(2026, 2, 13), "legal"),
        (date(2026, 3, 31), "illegal"),
        (date(2026, 7, 24), "illegal"),
    ]
    assert [issue.cards[0].name for issue in found[1].begun] == ["Called Shot"]
    assert why(found[2]) == (set(), {"set-legality"})
    assert why(found[3]) == ({"banned"}, set())


def test_a_card_of_vendetta(db: CardDatabase) -> None:
    found = history(db, legal().swap("Spiderling", 10))
    assert days(found)[-1] == (date(2026, 7, 31), "legal")
    assert why(found[-1]) == (set(), {"set-legality"})


@pytest.mark.parametrize(
    ("size", "from_day"),
    [(0, ORIGINS), (8, ORIGINS), (7, date(2026, 1, 30)), (9, date(2026, 7, 24)), (10, date(2026, 7, 24))],
)
def test_sideboards_by_their_days(db: CardDatabase, size: int, from_day: date) -> None:
    found = history(db, with_sideboard(size))
    assert days(found)[-1] == (from_day, "legal")
    assert [verdict for _, verdict in days(found)[:-1]] == ["illegal"] * (len(found) - 1)


def test_a_legend_banned_in_2v2(db: CardDatabase) -> None:
    written = legal("Wuju Bladesman - Starter")
    assert days(history(db, written, "constructed-2v2"))[-1] == (date(2026, 7, 24), "illegal")
    assert days(history(db, written))[-1] == (ORIGINS, "legal")


def test_unknown_card_is_undetermined_while_released_sets_have_missing_cards(db: CardDatabase) -> None:
    found = timeline(resolve(legal().swap("Flame Xyz", 1).deck(), db), db, Options(day=LAST))
    assert days(found)[-4:] == [
        (date(2026, 10, 23), "undetermined"),
        (date(2027, 1, 29), "undetermined"),
        (date(2027, 2, 19), "undetermined"),
        (date(2027, 4, 30), "undetermined"),
    ]
    assert [stretch.missing_sets for stretch in found[-4:-2]] == [("RAD",), ("RAD", "LGC")]
    assert found[-4].doubt == "Undetermined: RAD is released, but some of its cards are not in our card data."
    assert found[-2].doubt == (
        "Undetermined: RAD, LGC and Proving Grounds 2 are released, but some of their cards are not in our card data."
    )
    assert found[-1].missing_sets == ("RAD", "LGC", "Proving Grounds 2", "REC")
    assert {(one.verdict, one.doubt) for one in found[:-4]} == {("illegal", "")}
    assert why(found[-1]) == (set(), set())


def test_deck_of_known_cards_has_no_stretch_for_announced_sets_or_later_dates(
    db: CardDatabase,
) -> None:
    assert days(timeline(resolve(legal().deck(), db), db, Options(day=LAST)))[-1] == (ORIGINS, "legal")


def test_unknown_name_outside_the_windows_is_undetermined_from_the_next_announced_set(db: CardDatabase) -> None:
    found = timeline(resolve(legal().swap("Zzyzx Qwrtp", 1).deck(), db), db, Options(day=LAST))
    assert days(found)[-3][0] == date(2027, 1, 29)
    assert {one.verdict for one in found[:-3]} == {"illegal"}


def test_an_unlisted_series_begins_a_stretch(tmp_path: Path) -> None:
    series = "{code: T1A, name: T1A printings, size: 0, unlisted_from: 2026-10-28, source: test 1 1}"
    (tmp_path / "own.yaml").write_text(f"sets:\n  - {series}\n", "utf-8")
    found = history(carddb.load([tmp_path]), legal().swap("T1A-002"))
    assert (found[-1].day, found[-1].verdict, found[-1].missing_sets) == (date(2026, 10, 28), "undetermined", ("T1A",))


def test_two_battlefields_of_one_name_in_casual_lists(db: CardDatabase) -> None:
    written = legal()
    written.battlefields = {"Hallowed Tomb": 2, "Altar to Unity": 1}
    found = history(db, written, "casual-duel")
    assert days(found) == [(FIRST, "legal"), (date(2025, 10, 24), "illegal")]
    assert why(found[1]) == ({"battlefield-unique"}, set())
    assert days(history(db, written, "casual-duel", rules="1.0")) == [(FIRST, "legal")]


def test_a_ban_that_ends(made_up: CardDatabase) -> None:
    found = history(made_up, legal().swap("Sky Splitter", 1))
    assert days(found)[-2:] == [(date(2026, 8, 20), "illegal"), (date(2026, 9, 1), "legal")]
    assert why(found[-1]) == (set(), {"banned"})


def test_level_and_day_of_the_options(db: CardDatabase) -> None:
    written = legal().swap("Jinx, Demolitionist", 1)
    written.champion = None
    assert days(history(db, written))[-1][1] == "illegal"
    assert days(history(db, written, level="low"))[-1] == (ORIGINS, "legal")
    deck = resolve(legal().deck(), db)
    once, twice = (timeline(deck, db, Options(day=day)) for day in (FIRST, LAST))
    assert [stretch.to_json() for stretch in once] == [stretch.to_json() for stretch in twice]
    with pytest.raises(UnknownOptionError):
        timeline(deck, db, Options(day=LAST, format="standard"))


def test_the_json_of_a_stretch(db: CardDatabase) -> None:
    shown = history(db, legal())[0].to_json()
    assert shown.keys() == {"date", "verdict", "rules", "begun", "ended", "missing_sets"}
    assert shown["missing_sets"] == []
    unknown = history(db, legal().swap("Flame Xyz", 1))
    assert [(one.day.isoformat(), one.missing_sets) for one in unknown if one.missing_sets] == [
        ("2026-10-23", ("RAD",))
    ]
    assert (shown["date"], shown["verdict"], shown["ended"]) == ("2025-06-02", "illegal", [])
    assert {issue["code"] for issue in shown["begun"]} == {"set-legality"}


SUBJECTS = {
    "plain": legal,
    "banned twice": lambda: legal().swap("Called Shot", 1).swap("Stealthy Pursuer", 1, keep=("Called Shot",)),
    "vendetta": lambda: legal("Heart of the Tempest").swap("Spiderling", 4),
    "sideboard of 9": lambda: with_sideboard(9),
    "sideboard of 3": lambda: with_sideboard(3),
    "unknown": lambda: legal().swap("Zzyzx Qwrtp", 1),
    "unleashed": lambda: legal("Wuju Bladesman - Starter").swap("Alpha Strike", 2),
    "battlefields": lambda: (
        legal()
        .drop("Hallowed Tomb", 1, "battlefields")
        .add("Reaver's Row", 1, "battlefields")
        .drop("Altar to Unity", 1, "battlefields")
        .add("Aspirant's Climb", 1, "battlefields")
    ),
}


AGREED_FORMATS = ("constructed", "constructed-2v2", "casual-2v2", "sealed")
DRAWN = 20  # dates between the boundaries, in the quick run


def boundaries(stretches: tuple[Stretch, ...]) -> set[date]:
    """Return the first dates of stretches with the dates around them, the last date, and some dates between."""
    around = {stretch.day + DAY * step for stretch in stretches for step in (-1, 0, 1)} | {LAST}
    drawn = random.Random(len(stretches)).sample(range((LAST - FIRST).days), DRAWN)
    return {day for day in around | {FIRST + DAY * step for step in drawn} if FIRST <= day <= LAST}


def check_agreement(
    db: CardDatabase, stretches: tuple[Stretch, ...], written: Written, fmt: str, dates: set[date]
) -> None:
    """Assert that timeline and checker agree on some dates, among them the last date of each stretch."""
    assert stretches[0].day == FIRST
    begins = {stretch.day: stretch for stretch in stretches}
    current, held = stretches[0], None
    for day in sorted(dates):
        report = judge(db, written, fmt, day=day)
        errors = {
            (issue.code, issue.zone, tuple(card.name for card in issue.cards))
            for issue in report.issues
            if issue.severity == "error"
        }
        if day in begins:
            changed = day == FIRST or errors != held
            changed = changed or (report.verdict, report.missing_sets) != (current.verdict, current.missing_sets)
            assert changed, f"nothing changes on {day}"
            current = begins[day]
        else:
            assert errors == held, f"what is wrong changes on {day}"
        assert report.verdict == current.verdict, f"the verdict differs on {day}"
        held = errors


@pytest.mark.parametrize("fmt", AGREED_FORMATS)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_timeline_agrees_with_the_checker_around_each_stretch(db: CardDatabase, subject: str, fmt: str) -> None:
    written = SUBJECTS[subject]()
    stretches = history(db, written, fmt)
    check_agreement(db, stretches, written, fmt, boundaries(stretches))


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("legend", LEGENDS)
def test_consecutive_stretches_differ(db: CardDatabase, legend: str, fmt: str) -> None:
    found = history(db, legal(legend), fmt)
    assert list(found) == sorted(found, key=lambda stretch: stretch.day)
    for one, other in itertools.pairwise(found):
        assert one.day < other.day
        assert other.begun or other.ended or one.verdict != other.verdict
    released = {"Heart of the Tempest": date(2026, 7, 31), "Wuju Master": date(2026, 5, 8)}
    if fmt == "constructed" and legend in released:
        assert days(found)[-1] == (released[legend], "legal")


def test_legal_days_have_a_first_and_a_last() -> None:
    def stretches(*told: tuple[int, Verdict]) -> list[Stretch]:
        return [Stretch(date(2026, month, 1), verdict, "1.4", (), ()) for month, verdict in told]

    ended = stretches((2, "illegal"), (3, "legal"), (4, "legal"), (6, "illegal"), (7, "undetermined"))
    lasting = stretches((1, "legal"), (2, "undetermined"), (3, "legal"))
    assert legal_days(ended) == [(date(2026, 3, 1), date(2026, 5, 31))]
    assert legal_days(lasting) == [(date(2026, 1, 1), date(2026, 1, 31)), (date(2026, 3, 1), None)]
    assert legal_days([]) == legal_days(stretches((1, "illegal"))) == []


def test_a_deck_is_validated_only_on_dates_that_change_something_for_it(
    db: CardDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[date] = []

    def noted(reading: ChampionReading, held: Ruleset, suggestions: Suggestions) -> tuple[Issue, ...]:
        judged.append(held.day)
        return find_issues(reading, held, suggestions)

    monkeypatch.setattr(module, "find_issues", noted)
    dates = {}
    for name in ("Gust", "Ekko, Recurrent"):
        judged.clear()
        module.timeline(resolve(legal().add(name).deck(), db), db, Options(day=LAST, format="constructed"))
        dates[name] = set(judged)
    banned_on = next(ban.from_date for ban in db.bans if ban.card == "Ekko, Recurrent")
    assert ORIGINS in dates["Gust"]
    assert banned_on not in dates["Gust"]
    assert banned_on in dates["Ekko, Recurrent"]
