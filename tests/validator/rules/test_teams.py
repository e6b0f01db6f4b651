"""Teams of two (CR 491.8.h-i), options that are refused, and versions of the rules by day and by choice."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options, UnknownOptionError, check
from riftcheck.validator.teams import check_team
from tests.validator.validator_lists import FORMATS, SPARE_BATTLEFIELDS, TODAY, cited, codes, judge, legal, named

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.validator.teams import TeamReport
    from tests.validator.validator_lists import Written


def team(db: CardDatabase, ours: Written, theirs: Written, fmt: str = "constructed-2v2", **more: str) -> TeamReport:
    decks = (resolve(ours.deck(), db), resolve(theirs.deck(), db))
    return check_team(decks, db, Options(day=TODAY, format=fmt, **more))  # type: ignore[arg-type]


def ally(legend: str = "Unforgiven") -> Written:
    written = legal(legend)
    written.battlefields = dict.fromkeys(SPARE_BATTLEFIELDS, 1)
    return written


TEAM_FORMATS = ("constructed-2v2", "casual-2v2")


@pytest.mark.parametrize("fmt", TEAM_FORMATS)
def test_allies_may_share_main_deck_cards_and_runes(db: CardDatabase, fmt: str) -> None:
    report = team(db, legal(), ally("Dark Child - Starter"), fmt)
    assert report.issues == ()
    assert report.legal is True
    assert [one.legal for one in report.reports] == [True, True]
    shown = report.to_json()
    assert (shown["legal"], shown["verdict"], shown["issues"], len(shown["reports"])) == (True, "legal", [], 2)


def test_a_team_is_as_its_worse_list(db: CardDatabase) -> None:
    doubtful, wrong = ally().swap("Nobody Knows Her", 1), ally().drop("Calm Rune", 1, "runes")
    later = Options(day=date(2027, 6, 1), format="casual-2v2")  # cards may be out that are not known here
    first = resolve(legal("Dark Child - Starter").deck(), db)
    found = [check_team((first, resolve(one.deck(), db)), db, later) for one in (ally(), doubtful, wrong)]
    assert [one.verdict for one in found] == ["legal", "undetermined", "illegal"]
    assert [one.to_json()["legal"] for one in found] == [True, False, False]
    assert check_team((first, first), db, later).verdict == "illegal"  # each list for itself is legal


@pytest.mark.parametrize("fmt", TEAM_FORMATS)
def test_allies_have_different_legends(db: CardDatabase, fmt: str) -> None:
    theirs = ally("Loose Cannon")
    theirs.legend = ["OGN-301"]  # another printing of the same name
    report = team(db, legal(), theirs, fmt)
    assert [issue.code for issue in report.issues] == ["team-legend"]
    assert report.legal is False
    assert all(one.legal for one in report.reports)
    (issue,) = report.issues
    assert (issue.zone, issue.severity) == ("team", "error")
    assert set(named(issue)) == {"Loose Cannon"}
    assert cited(issue) == {"CR 1.5 491.8.h"}


def test_two_legends_of_one_champion_are_different(db: CardDatabase) -> None:
    report = team(db, legal("Wuju Master"), ally("Wuju Bladesman - Starter"), "casual-2v2")
    assert report.issues == ()
    assert report.legal


@pytest.mark.parametrize("fmt", TEAM_FORMATS)
def test_allies_have_different_battlefields(db: CardDatabase, fmt: str) -> None:
    theirs = ally().drop(SPARE_BATTLEFIELDS[0], 1, "battlefields").add("hallowed tomb", 1, "battlefields")
    report = team(db, legal(), theirs, fmt)
    (issue,) = report.issues
    assert (issue.code, issue.zone, issue.severity) == ("team-battlefield", "team", "error")
    assert set(named(issue)) == {"Hallowed Tomb"}
    assert cited(issue) == {"CR 1.5 491.8.i"}
    assert report.legal is False


def test_allies_with_both_in_common(db: CardDatabase) -> None:
    report = team(db, legal(), legal())
    assert [issue.code for issue in report.issues] == ["team-legend", "team-battlefield"]
    assert len(named(report.issues[1])) == 3


def test_each_list_is_judged_too_and_in_order(db: CardDatabase) -> None:
    report = team(db, legal(), ally().add("Sai Scout"))
    assert report.issues == ()
    assert report.legal is False
    assert [codes(one) for one in report.reports] == [[], ["main-size"]]


def test_unknown_names_are_not_compared(db: CardDatabase) -> None:
    ours, theirs = legal(), ally()
    for written in (ours, theirs):
        written.battlefields = {**written.battlefields, "Nowhere At All": 1}
        written.legend = ["Nobody At All"]
    assert team(db, ours, theirs).issues == ()


def test_what_is_no_battlefield_is_not_compared(db: CardDatabase) -> None:
    """The same stray cards among the battlefields of both: told in each list (CR 491.8.i is about battlefields)."""
    ours, theirs = legal(), ally()
    for written in (ours, theirs):
        written.add("Gust", 1, "battlefields")
    report = team(db, ours, theirs)
    assert [codes(one) for one in report.reports] == [["battlefield-count", "battlefield-type"]] * 2
    assert report.issues == ()


def test_what_is_no_legend_is_not_compared(db: CardDatabase) -> None:
    ours, theirs = legal(), ally()
    for written in (ours, theirs):
        written.legend = ["Charm"]
    report = team(db, ours, theirs)
    assert [codes(one) for one in report.reports] == [["legend-count"]] * 2
    assert report.issues == ()


# --- options -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_day_before_the_first_rules_is_refused(db: CardDatabase, fmt: str) -> None:
    deck = resolve(legal().deck(), db)
    for rules in (None, "1.4"):
        with pytest.raises(UnknownOptionError) as caught:
            check(deck, db, Options(day=date(2025, 6, 1), format=fmt, rules=rules))
        assert caught.value.errors.keys() == {"date"}
    if fmt != "draft":
        assert check(deck, db, Options(day=date(2025, 6, 2), format=fmt)).rules == "1.0"


def test_draft_is_rejected_before_its_first_date(db: CardDatabase) -> None:
    """The Tournament Rules have draft since 2026-01-30 (TR 602.4.b)."""
    deck = resolve(legal().deck(), db)
    with pytest.raises(UnknownOptionError, match="2026-01-30, the first date with rules for Draft") as caught:
        check(deck, db, Options(day=date(2026, 1, 29), format="draft"))
    assert caught.value.errors.keys() == {"date"}
    assert check(deck, db, Options(day=date(2026, 1, 30), format="draft")).rules == "1.2"


@pytest.mark.parametrize(("option", "value"), [("format", "standard"), ("rules", "2.0"), ("rules", "1.40")])
def test_an_unknown_option_is_refused(db: CardDatabase, option: str, value: str) -> None:
    with pytest.raises(UnknownOptionError) as caught:
        check(resolve(legal().deck(), db), db, Options(day=TODAY, **{option: value}))  # type: ignore[arg-type]
    assert caught.value.errors.keys() == {option}
    assert value in str(caught.value)


def test_all_unknown_options_are_reported_at_once(db: CardDatabase) -> None:
    deck = resolve(legal().deck(), db)
    wrong: Any = {"format": "standard", "level": "middle", "rules": "9.9"}
    with pytest.raises(UnknownOptionError) as caught:
        check(deck, db, Options(day=date(2020, 1, 1), **wrong))
    assert caught.value.errors.keys() == {"format", "level", "date", "rules"}
    with pytest.raises(UnknownOptionError) as caught:  # the first date of a format that exists
        check(deck, db, Options(day=date(2026, 1, 29), format="draft", rules="9.9"))
    assert caught.value.errors.keys() == {"date", "rules"}


def test_a_team_with_an_unknown_option_is_refused(db: CardDatabase) -> None:
    with pytest.raises(UnknownOptionError):
        team(db, legal(), ally(), "2v2")


@pytest.mark.parametrize(
    ("day", "version"),
    [
        (date(2025, 6, 2), "1.0"),
        (date(2025, 10, 23), "1.0"),
        (date(2025, 10, 24), "1.1"),
        (date(2025, 12, 11), "1.1"),
        (date(2025, 12, 12), "1.2"),
        (date(2026, 3, 29), "1.2"),
        (date(2026, 3, 30), "1.3"),
        (date(2026, 7, 23), "1.3"),
        (date(2026, 7, 24), "1.4"),
        (date(2026, 10, 15), "1.4.1"),
        (date(2026, 10, 16), "1.5"),
    ],
)
def test_the_rules_of_the_day(db: CardDatabase, day: date, version: str) -> None:
    assert judge(db, legal(), "casual-duel", day=day).rules == version
    assert judge(db, legal(), "casual-duel", day=day, rules="1.2").rules == "1.2"


def test_the_version_decides_by_the_day_too(db: CardDatabase) -> None:
    """Two battlefields of one name on the last day of 1.0 and the first of 1.1."""
    written = legal()
    written.battlefields = {"Hallowed Tomb": 2, SPARE_BATTLEFIELDS[0]: 1}
    assert judge(db, written, "casual-duel", day=date(2025, 10, 23)).verdict == "legal"
    assert judge(db, written, "casual-duel", day=date(2025, 10, 24)).verdict == "illegal"
    assert judge(db, written, "casual-duel", day=date(2025, 10, 24), rules="1.0").verdict == "legal"


def test_an_older_version_keeps_the_sets_and_bans_of_the_day(db: CardDatabase) -> None:
    assert codes(judge(db, legal().swap("Scrapheap", 1), rules="1.0")) == ["banned"]
    assert judge(db, legal().swap("Spiderling", 9), rules="1.0").issues == ()
