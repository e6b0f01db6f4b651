"""Extra legends: extra-legend-count, -few, -type and -name, and the rules that use the starting legend only."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options
from riftcheck.validator.teams import check_team
from riftcheck.validator.timeline import timeline
from tests.hosts import BANNED_GUEST, CHOOSING_HOST, GUESTS, HOST, LATE_GUEST, SMALL_HOST
from tests.validator.validator_lists import (
    CONSTRUCTED,
    FORMATS,
    LIMITED,
    Written,
    alone,
    cited,
    codes,
    legal,
    named,
    one,
    said,
    sold,
)
from tests.validator.validator_lists import judge as judge_all

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Deck
    from riftcheck.validator import Report

FOURTH = "Wuju Master"
BEHIND = date(2026, 11, 21)  # Radiance is out, and its cards are not known here


def hosting(*extra_legends: str, copies: int = 1) -> Written:
    written = legal().swap(HOST, copies)
    written.extra_legends = list(extra_legends)
    return written


def judge(db: CardDatabase, written: Written | Deck, fmt: str = "constructed", **options: Any) -> Report:
    """Return the report without `extra-legend-few`, which most of these decks raise and which has its own tests."""
    report = judge_all(db, written, fmt, **options)
    return replace(report, issues=tuple(issue for issue in report.issues if issue.code != "extra-legend-few"))


# --- how many --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("count", range(4))
def test_up_to_three_are_legal_in_every_format(hosts: CardDatabase, fmt: str, count: int) -> None:
    report = judge(hosts, hosting(*GUESTS[:count]), fmt)
    assert (report.issues, report.verdict) == ((), "legal")


@pytest.mark.parametrize("fmt", CONSTRUCTED)
@pytest.mark.parametrize("count", range(3))
@pytest.mark.parametrize(("level", "severity"), [("high", "warning"), ("low", "info")])
def test_fewer_than_three_are_reported_in_constructed(
    hosts: CardDatabase, fmt: str, count: int, level: str, severity: str
) -> None:
    report = judge_all(hosts, hosting(*GUESTS[:count]), fmt, level=level)
    issue = alone(report, "extra-legend-few", severity)
    assert issue.zone == "extra_legends"
    assert named(issue) == dict.fromkeys(GUESTS[:count], 1)
    assert cited(issue) == {f"card {hosts.version} {HOST}", "TR 2026-10-09 401.2.a"}
    assert "up to 3" in issue.message


def test_three_legends_or_no_host_in_the_main_deck_raise_no_extra_legend_few(hosts: CardDatabase) -> None:
    aside = legal().add(HOST, 1, "sideboard")
    for written in (hosting(*GUESTS), legal(), aside):
        assert said(judge_all(hosts, written)) == []


@pytest.mark.parametrize("fmt", sorted({*FORMATS} - {*CONSTRUCTED}))
def test_other_formats_raise_no_extra_legend_few(hosts: CardDatabase, fmt: str) -> None:
    assert said(judge_all(hosts, hosting(), fmt)) == []


@pytest.mark.parametrize(("day", "told"), [(date(2026, 10, 15), []), (date(2026, 10, 16), ["extra-legend-few"])])
def test_fewer_are_reported_from_the_tournament_rules_of_october_on(
    hosts: CardDatabase, day: date, told: list[str]
) -> None:
    assert codes(judge_all(hosts, hosting(), day=day), "warning") == told


@pytest.mark.parametrize(("other", "code"), [("Gust", "extra-legend-type"), ("Recruit", "token")])
def test_card_of_another_type_does_not_count_as_extra_legend(hosts: CardDatabase, other: str, code: str) -> None:
    report = judge_all(hosts, hosting(*GUESTS[:2], other))
    assert said(report) == [("extra-legend-few", "warning"), (code, "error")]


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("copies", [1, 2, 3])
def test_a_fourth_is_too_many_however_many_copies_the_card_has(hosts: CardDatabase, fmt: str, copies: int) -> None:
    issue = alone(judge(hosts, hosting(*GUESTS, FOURTH, copies=copies), fmt), "extra-legend-count")
    assert (issue.zone, issue.excess) == ("extra_legends", 1)
    assert named(issue) == dict.fromkeys([*GUESTS, FOURTH], 1)
    tournament = {"TR 2026-10-09 401.2.a"} if fmt in CONSTRUCTED else set()
    assert cited(issue) == {f"card {hosts.version} {HOST}", "CR 1.5 103.1"} | tournament


@pytest.mark.parametrize("fmt", FORMATS)
def test_no_card_lets_any_be_registered(hosts: CardDatabase, fmt: str) -> None:
    written = legal()
    written.extra_legends = ["Blind Monk"]
    issue = alone(judge(hosts, written, fmt), "extra-legend-count")
    assert issue.excess == 1
    assert {rule.document for rule in issue.rules} <= {"CR", "TR"}


def test_each_card_by_its_own_number(hosts: CardDatabase) -> None:
    written = legal().swap(SMALL_HOST)
    written.extra_legends = ["Blind Monk"]
    assert judge(hosts, written).issues == ()
    written.extra_legends = list(GUESTS)
    assert alone(judge(hosts, written), "extra-legend-count").excess == 2
    written.swap(HOST, keep=(SMALL_HOST,)).extra_legends = [*GUESTS, FOURTH]
    assert judge(hosts, written).issues == ()


def test_the_chosen_champions_own_copy_lets_them_be_registered(hosts: CardDatabase) -> None:
    # What the card is, not where its copy stands: a host that is named as champion is only wrong as a champion.
    written = hosting("Blind Monk")
    written.champion = HOST
    assert codes(judge(hosts, written)) == ["champion-type"]


@pytest.mark.parametrize("fmt", [*CONSTRUCTED, *LIMITED])
def test_a_card_of_the_sideboard_alone_lets_them_be_registered_with_a_warning(hosts: CardDatabase, fmt: str) -> None:
    written = legal().add(HOST, 1, "sideboard")
    assert judge(hosts, written, fmt).issues == ()
    written.extra_legends = list(GUESTS)
    issue = alone(judge(hosts, written, fmt), "extra-legend-count", "warning")
    assert (issue.excess, issue.zone) == (3, "extra_legends")
    written.extra_legends.append(FOURTH)
    assert alone(judge(hosts, written, fmt), "extra-legend-count").excess == 1
    written.extra_legends.remove(FOURTH)
    written.swap(HOST)
    assert judge(hosts, written, fmt).issues == ()


def test_an_unknown_card_may_be_the_one_where_a_set_is_unknown(db: CardDatabase) -> None:
    written = legal().swap("Radiant Newcomer")
    written.extra_legends = ["Blind Monk"]
    report = judge(db, written, day=BEHIND)
    assert (report.verdict, one(report, "extra-legend-count").doubtful) == ("undetermined", True)
    other = legal().swap("Zzyzx Qwrtp")  # no card of Radiance can have that name
    other.extra_legends = ["Blind Monk"]
    assert not one(judge(db, other, day=BEHIND), "extra-legend-count").doubtful
    before = judge(db, written)
    assert (before.verdict, one(before, "extra-legend-count").severity) == ("illegal", "error")
    written = legal()
    written.extra_legends = ["Blind Monk"]
    written.swap("Strigian Oracle", 1)  # nobody knows its text
    assert one(judge(db, written, day=BEHIND), "extra-legend-count").doubtful
    written = legal()
    written.extra_legends = ["Blind Monk"]
    sure = judge(db, written, day=BEHIND)
    assert (sure.verdict, one(sure, "extra-legend-count").severity) == ("illegal", "error")


# --- legends only ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("stranger", ["Gust", "Jinx, Demolitionist", "Fury Rune", "Hallowed Tomb"])
def test_only_legends_can_be_there(hosts: CardDatabase, fmt: str, stranger: str) -> None:
    issue = alone(judge(hosts, hosting("Blind Monk", stranger), fmt), "extra-legend-type")
    assert (issue.zone, named(issue)) == ("extra_legends", {stranger: 1})
    assert cited(issue) == {f"card {hosts.version} {HOST}", "CR 1.5 107.4.d.1"}


def test_a_stranger_is_not_counted_among_the_legends(hosts: CardDatabase) -> None:
    alone(judge(hosts, hosting(*GUESTS, "Gust")), "extra-legend-type")


@pytest.mark.parametrize("version", ["1.0", "1.3", "1.4"])
def test_the_rule_of_further_legends_is_cited_by_the_version_that_has_it(hosts: CardDatabase, version: str) -> None:
    issue = alone(judge(hosts, hosting("Gust"), rules=version), "extra-legend-type")
    assert f"CR {'1.4' if version == '1.4' else '1.5'} 107.4.d.1" in cited(issue)


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_token_is_told_as_one(hosts: CardDatabase, fmt: str) -> None:
    report = judge(hosts, hosting("Recruit"), fmt)
    assert {issue.zone for issue in report.issues} == {"extra_legends"}
    assert "token" in codes(report)
    assert "extra-legend-type" not in codes(report)


# --- different names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize(
    ("extra", "name", "excess"),
    [
        (["Blind Monk", "Blind Monk"], "Blind Monk", 1),
        (["Blind Monk", "OGN-304"], "Blind Monk", 1),  # another printing
        (["Lee Sin, Blind Monk", "OGN-257", "blind monk"], "Blind Monk", 2),
        (["Loose Cannon"], "Loose Cannon", 1),  # the starting legend's own name
        (["OGN-301"], "Loose Cannon", 1),  # and another printing of it
    ],
)
def test_names_differ_in_every_printing(
    hosts: CardDatabase, fmt: str, extra: list[str], name: str, excess: int
) -> None:
    issue = alone(judge(hosts, hosting(*extra), fmt), "extra-legend-name")
    assert (issue.zone, issue.excess, set(named(issue))) == ("extra_legends", excess, {name})
    assert cited(issue) == {f"card {hosts.version} {HOST}"}


def test_without_a_card_that_asks_for_names_only_the_number_is_told(hosts: CardDatabase) -> None:
    written = legal()
    written.extra_legends = ["Blind Monk", "Blind Monk"]
    assert alone(judge(hosts, written), "extra-legend-count").excess == 2


def test_two_legends_of_one_champion_have_two_names(hosts: CardDatabase) -> None:
    assert judge(hosts, hosting("Wuju Master", "Wuju Bladesman - Starter")).issues == ()


# --- known, legal, not banned ----------------------------------------------------------------------------------------


def test_an_unknown_extra_legend(hosts: CardDatabase) -> None:
    issue = alone(judge(hosts, hosting("Blind Monc")), "misspelt-card")
    assert (issue.zone, issue.suggestions[:1]) == ("extra_legends", ("Blind Monk",))


def test_a_name_of_several_cards(hosts: CardDatabase) -> None:
    assert alone(judge(hosts, hosting("Jinx")), "ambiguous-card").zone == "extra_legends"


@pytest.mark.parametrize("fmt", CONSTRUCTED)
def test_a_legend_of_a_set_to_come(hosts: CardDatabase, fmt: str) -> None:
    issue = alone(judge(hosts, hosting(LATE_GUEST), fmt), "set-legality")
    assert (issue.zone, named(issue)) == ("extra_legends", {LATE_GUEST: 1})
    assert codes(judge(hosts, hosting(LATE_GUEST), fmt, day=date(2028, 1, 1))) == []
    assert judge(hosts, hosting(LATE_GUEST), "casual-duel").issues == ()


def test_a_banned_legend(hosts: CardDatabase) -> None:
    issue = alone(judge(hosts, hosting(BANNED_GUEST), "constructed-2v2"), "banned")
    assert (issue.zone, named(issue)) == ("extra_legends", {BANNED_GUEST: 1})
    assert judge(hosts, hosting(BANNED_GUEST), "constructed").issues == ()


def test_the_day_on_which_the_list_becomes_legal(hosts: CardDatabase) -> None:
    stretches = timeline(resolve(hosting(*GUESTS).deck(), hosts), hosts, Options(day=date(2026, 9, 25)))
    turned = next(one for one in stretches if one.verdict == "legal")
    assert turned.day == date(2026, 8, 15)  # the set of the host
    assert {issue.code for issue in turned.ended} == {"set-legality"}
    assert stretches[-1] is turned


def test_neeko_comes_with_radiance(db: CardDatabase) -> None:
    written = legal().swap("Neeko, Blending In", 3)
    written.extra_legends = list(GUESTS)
    before = judge(db, written, day=date(2026, 10, 22))
    assert {(issue.code, issue.zone) for issue in before.issues if issue.severity == "error"} == {
        ("set-legality", "main")
    }
    assert codes(judge(db, written, day=date(2026, 10, 23))) == []
    stretches = timeline(resolve(written.deck(), db), db, Options(day=date(2026, 9, 25)))
    assert [one.verdict for one in stretches][-2:] == ["illegal", "legal"]
    assert (stretches[-1].day, {issue.code for issue in stretches[-1].ended}) == (date(2026, 10, 23), {"set-legality"})
    written.extra_legends.append(FOURTH)
    assert codes(judge(db, written, day=date(2026, 10, 23))) == ["extra-legend-count"]


# --- the starting legend alone ---------------------------------------------------------------------------------------


def test_an_extra_legend_is_not_counted_as_the_starting_one(hosts: CardDatabase) -> None:
    written = hosting("Loose Cannon")
    written.legend = []
    assert codes(judge(hosts, written)) == ["legend-count"]


def test_several_legends_beside_a_host_are_not_taken_apart(hosts: CardDatabase) -> None:
    written = hosting()
    written.legend = ["Loose Cannon", *GUESTS]
    issue = alone(judge(hosts, written), "legend-count")
    assert f"by the text of {HOST}" in issue.message
    written.legend = []
    assert "by the text of" not in alone(judge(hosts, written), "legend-count").message
    written = legal()
    written.legend = ["Loose Cannon", *GUESTS]
    assert "by the text of" not in alone(judge(hosts, written), "legend-count").message


def test_identity_is_the_starting_legends(hosts: CardDatabase) -> None:
    written = hosting("Blind Monk").swap("Charm", 1, keep=(HOST,))  # Calm, as Blind Monk and not as Loose Cannon
    alone(judge(hosts, written), "domain-identity")
    written = hosting("Blind Monk").drop("Fury Rune", 1, "runes").add("Calm Rune", 1, "runes")
    alone(judge(hosts, written), "rune-domain")


def test_champion_tag_and_signatures_are_the_starting_legends(hosts: CardDatabase) -> None:
    written = hosting("Dark Child - Starter").swap("Annie, Fiery", keep=(HOST,))
    written.champion = "Annie, Fiery"
    alone(judge(hosts, written), "champion-tag")
    written = hosting("Dark Child - Starter").swap("Tibbers", keep=(HOST,))
    alone(judge(hosts, written), "signature-tag")


def test_allies_may_share_extra_legends(hosts: CardDatabase) -> None:
    # CR 491.8.h asks for the champion legends; extra ones are none (CR 107.4.d.1).
    other = legal("Swift Scout").swap(HOST)
    other.battlefields = {"Navori Fighting Pit": 1, "Grove of the God-Willow": 1, "Startipped Peak": 1}
    other.extra_legends = ["Blind Monk", "Loose Cannon"]
    decks = (resolve(hosting("Blind Monk", "Swift Scout").deck(), hosts), resolve(other.deck(), hosts))
    assert check_team(decks, hosts, Options(day=date(2026, 9, 25), format="constructed-2v2")).legal


def test_extra_legends_make_an_exact_product_another_list(made_up: CardDatabase) -> None:
    written = sold(made_up, "made-up")
    assert codes(judge(made_up, written, level="low")) == []
    written.extra_legends = ["Blind Monk"]
    assert codes(judge(made_up, written, level="low")).count("banned") > 0


# --- choices ---------------------------------------------------------------------------------------------------------


def test_the_names_chosen_for_the_card_are_extra_legends(hosts: CardDatabase) -> None:
    written = hosting()
    written.choices = {"host of legends": list(GUESTS)}
    report = judge(hosts, written)
    assert report.issues == ()
    assert [entry["name"] for entry in report.deck["extra_legends"]] == list(GUESTS)
    assert "choices" not in report.deck
    assert report.list_hash == judge(hosts, hosting(*GUESTS)).list_hash
    written.choices = {HOST: [*GUESTS, FOURTH]}
    alone(judge(hosts, written), "extra-legend-count")
    written.choices = {HOST: ["Blind Monk", "OGN-304"]}
    alone(judge(hosts, written), "extra-legend-name")


def test_the_choice_of_a_card_that_asks_for_one_stays_a_choice(hosts: CardDatabase) -> None:
    written = legal().swap(CHOOSING_HOST)
    written.choices = {CHOOSING_HOST: ["Blind Monk"]}
    report = judge(hosts, written)
    assert (report.issues, report.deck["choices"]) == ((), {CHOOSING_HOST: ["Blind Monk"]})
    assert "extra_legends" not in report.deck


def test_a_name_that_is_chosen_and_listed_counts_once(hosts: CardDatabase) -> None:
    written = hosting(*GUESTS[:2])
    written.choices = {HOST: ["OGN-304", "nobody at all"]}
    assert "Blind Monk" in GUESTS[:2]
    report = judge(hosts, written)
    assert report.counts["extra_legends"] == 3
    assert codes(report) == ["unknown-card"]
