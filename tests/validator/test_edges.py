"""Corners that no other test reaches: found by breaking the rules one at a time (docs/mutation.md)."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.decks.document import from_mapping
from riftcheck.decks.model import Deck, LineProblem, Parsed
from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options, check
from riftcheck.validator.teams import check_team
from tests.validator.validator_lists import Written, codes, judge, legal, named, one, pool, product, said

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

TEAM = "constructed-2v2"


def banned_at_low(data: dict[str, Any], db: CardDatabase) -> bool:
    report = judge(db, from_mapping(data), level="low")
    return "banned" in codes(report)


def test_the_exact_product_is_free_of_bans_in_any_printing(made_up: CardDatabase) -> None:
    data = product().mapping()
    assert not banned_at_low(data, made_up)
    data["runes"] = [{"id": "OGN-007", "count": 2}, {"id": "OGN-007a", "count": 4}, {"name": "Chaos Rune", "count": 6}]
    assert not banned_at_low(data, made_up)


@pytest.mark.parametrize(
    "change",
    [
        {"legend": []},
        {"legend": "Nobody Knows"},
        {"champion": None, "main": [{"name": "Fight or Flight", "count": 3}]},
        {"battlefields": ["Altar to Unity", "Altar to Unity", "Reaver's Row"]},
        {"battlefields": ["Altar to Unity", "Startipped Peak", "Reaver's Row"]},
        {"battlefields": ["Altar to Unity", "Hallowed Tomb", "Reaver's Row", "Nobody Knows"]},
        {"runes": [{"name": "Fury Rune", "count": 5}, {"name": "Chaos Rune", "count": 7}]},
        {"sideboard": ["Charm"]},
    ],
)
def test_what_is_not_the_product_is_not_free_of_bans(change: dict[str, Any], made_up: CardDatabase) -> None:
    assert banned_at_low(product().mapping() | change, made_up)


@pytest.mark.parametrize(
    ("rules", "version", "number"),
    [("1.5", "1.5", "491.8"), ("1.4.1", "1.4", "489.8"), ("1.3", "1.3", "484.8"), ("1.0", "1.5", "491.8")],
)
def test_allies_are_cited_by_the_version_that_holds(db: CardDatabase, rules: str, version: str, number: str) -> None:
    deck = resolve(legal().deck(), db)
    report = check_team((deck, deck), db, Options(date(2026, 9, 25), TEAM, rules=rules))
    cited = [(rule.version, rule.number.rpartition(".")[0]) for issue in report.issues for rule in issue.rules]
    assert cited == [(version, number)] * 2


def test_each_ally_hears_of_the_lines_of_their_own_text(db: CardDatabase) -> None:
    deck = resolve(legal().deck(), db)
    problem = LineProblem(3, "hm", "no card")
    read = Parsed(Deck("text"), problems=[problem])
    report = check_team((deck, deck), db, Options(date(2026, 9, 25), TEAM), (read, None))
    assert [one_report.problems for one_report in report.reports] == [(problem,), None]
    assert report.to_json()["reports"][0]["problems"] == [{"line": 3, "text": "hm", "message": "no card"}]


def test_a_report_names_its_data(db: CardDatabase) -> None:
    assert judge(db, legal()).data_version == db.version
    deck = resolve(legal().deck(), db)
    assert check(deck, db, Options(date(2026, 9, 25))).to_json()["data_version"] == db.version


def test_the_best_limited_identity_goes_by_copies_and_not_by_names(db: CardDatabase) -> None:
    written = pool(24, "Fury", "Calm", "Mind")
    written.main |= {"Arena Bar": 3, "Bilgewater Bully": 3, "Cannon Barrage": 3, "Challenge": 3}
    issue = one(judge(db, written, "sealed"), "domain-identity")
    assert set(named(issue)) == {name for name in written.main if "Mind" in db.by_name[name].domains}


def test_a_limited_deck_with_a_legend_hears_of_every_identity(db: CardDatabase) -> None:
    written = pool(28, "Fury", "Calm", "Mind", "Body", legend="Loose Cannon")
    message = one(judge(db, written, "sealed"), "domain-identity").message
    assert message.startswith("Outside every identity that the format allows (nearest: Fury/Calm/Mind)")


def test_two_foreign_signatures_are_both_named_with_their_tags(db: CardDatabase) -> None:
    message = one(judge(db, legal().swap("Tibbers").swap("Icathian Rain", keep=("Tibbers",))), "signature-tag").message
    assert message.endswith("Tibbers (Annie, Fury/Chaos), Icathian Rain (Kai'Sa, Fury/Mind).")


def choosing(*chosen: str) -> Written:
    written = legal().swap("Chooser of Three")
    written.choices = {"Chooser of Three": list(chosen)}
    return written


def test_an_unknown_choice_does_not_hide_a_wrong_one(made_up: CardDatabase) -> None:
    report = judge(made_up, choosing("Nobody", "Charm", "Wuju Master"), day=date(2027, 1, 29))
    assert codes(report) == ["deck-choice", "unknown-card"]
    assert "Charm is not of the type Legend" in one(report, "deck-choice").message


@pytest.mark.parametrize("host", ["Chooser", "Chooser of Thre"])
def test_a_choice_for_a_card_that_nobody_knows_is_told(made_up: CardDatabase, host: str) -> None:
    """A misspelt name there would drop what was chosen without a word."""
    written = legal()
    written.choices = {host: ["Blind Monk"]}
    report = judge(made_up, written, day=date(2026, 9, 25))
    assert report.verdict == "illegal"
    assert [(issue.zone, issue.meant is not None) for issue in report.issues] == [("deck", True)]


def test_choices_of_cards_that_ask_for_none_are_not_looked_at(made_up: CardDatabase) -> None:
    written = legal()
    written.choices = {"Gust": ["Nobody"]}
    assert said(judge(made_up, written, day=date(2026, 11, 21))) == [("data-age", "info")]


def test_a_card_that_asks_and_gets_no_answer_is_one_fault_also_where_a_set_is_unknown(made_up: CardDatabase) -> None:
    assert codes(judge(made_up, legal().swap("Chooser of Three"), day=date(2026, 11, 21))) == ["deck-choice"]
