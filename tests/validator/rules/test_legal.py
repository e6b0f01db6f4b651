"""The lists that the other tests spoil are legal, and made of what they claim."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.validator.validator_lists import (
    BATTLEFIELDS,
    FORMATS,
    LEGENDS,
    PLAIN,
    SPARE_BATTLEFIELDS,
    TODAY,
    judge,
    legal,
    pool,
)

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


@pytest.mark.parametrize("domain", PLAIN)
def test_plain_cards_are_plain(db: CardDatabase, domain: str) -> None:
    for name in PLAIN[domain]:
        card = db.by_name[name]
        assert card.domains == (domain,)
        assert not card.supertypes
        assert set(card.types) <= {"Unit", "Spell", "Gear"}
        assert any(printing.id.startswith("OGN-") for printing in card.printings)


def test_battlefields_are_plain(db: CardDatabase) -> None:
    for name in (*BATTLEFIELDS, *SPARE_BATTLEFIELDS):
        card = db.by_name[name]
        assert card.types == ("Battlefield",)
        assert not card.supertypes
        assert card.domains == ()


@pytest.mark.parametrize("legend", LEGENDS)
def test_legends_and_champions_are_as_written(db: CardDatabase, legend: str) -> None:
    one, two, champion = LEGENDS[legend]
    assert db.by_name[legend].domains == (one, two)
    unit = db.by_name[champion]
    assert unit.types == ("Unit",)
    assert unit.supertypes == ("Champion",)
    assert unit.champion_tag == db.by_name[legend].champion_tag
    assert set(unit.domains) <= {one, two}


BANNED = ("Wuju Bladesman - Starter", "constructed-2v2")  # test_rules_cards has it


@pytest.mark.parametrize(
    ("legend", "fmt"),
    [(legend, fmt) for legend in LEGENDS for fmt in FORMATS if (legend, fmt) != BANNED],
)
def test_a_legal_list_raises_nothing(db: CardDatabase, legend: str, fmt: str) -> None:
    report = judge(db, legal(legend), fmt)
    assert report.issues == ()
    assert report.verdict == "legal"
    assert report.legal is True
    assert report.counts == {"legend": 1, "main": 40, "runes": 12, "battlefields": 3, "sideboard": 0}
    assert (report.format, report.day, report.level, report.rules) == (fmt, TODAY, "high", "1.5")
    assert report.missing_sets == ()


def test_a_report_as_json_has_the_fields_of_the_contract(db: CardDatabase) -> None:
    shown = judge(db, legal().add("Gust", 1)).to_json()
    fields = {"legal", "verdict", "format", "date", "level", "rules", "issues", "deck", "counts", "list_hash"}
    assert shown.keys() == {*fields, "data_version", "simulation"}
    assert (shown["legal"], shown["verdict"], shown["date"]) == (False, "illegal", TODAY.isoformat())
    for issue in shown["issues"]:
        assert {"code", "severity", "message", "zone", "cards", "lines", "rules"} <= issue.keys()
        assert issue["message"].endswith((".", "?"))
    four = next(issue for issue in shown["issues"] if issue["code"] == "copy-limit")
    assert four["cards"] == [{"name": "Gust", "count": 4}]
    assert four["excess"] == 1
    assert "suggestions" not in four


@pytest.mark.parametrize("domains", [("Fury",), ("Fury", "Mind"), ("Fury", "Body", "Order")])
def test_a_limited_pool_without_legend_and_champion_is_legal(db: CardDatabase, domains: tuple[str, ...]) -> None:
    assert judge(db, pool(25, *domains), "sealed").issues == ()
    assert judge(db, pool(20, *domains), "draft").issues == ()
