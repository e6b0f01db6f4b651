"""Every code once: its citations today, under 1.3 and under 1.0, its lines, and the table of codes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import pytest

from riftcheck import carddb
from riftcheck.validator.codes import CODES
from tests.validator.validator_lists import SPARE_BATTLEFIELDS, cited, judge, legal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from riftcheck.carddb import CardDatabase
    from tests.validator.validator_lists import Written

TR = "TR 2026-10-09"


@dataclass(frozen=True)
class Fault:
    """A list with one fault: where it stands, and the rules by today's numbers and by those of 1.0."""

    code: str
    spoil: Callable[[Written], object]
    at: tuple[tuple[str, str], ...]
    today: frozenset[str]
    first: frozenset[str]
    legend: str = "Loose Cannon"


def fault(
    code: str,
    spoil: Callable[[Written], object],
    at: tuple[tuple[str, str], ...],
    today: set[str],
    first: set[str],
    *,
    legend: str = "Loose Cannon",
) -> Fault:
    return Fault(code, spoil, at, frozenset(today), frozenset(first), legend)


def no_champion(written: Written) -> None:
    written.drop("Jinx, Rebel").add("Sai Scout")
    written.champion = None


def two_champions(written: Written) -> None:
    written.swap("Jinx, Demolitionist", 1)
    written.champion = None


def another_champion(name: str) -> Callable[[Written], None]:
    def spoil(written: Written) -> None:
        written.drop("Jinx, Rebel").add(name)
        written.champion = name

    return spoil


def two_legends(written: Written) -> None:
    written.legend = ["Loose Cannon", "Unforgiven"]


def two_fields(written: Written) -> None:
    written.battlefields = {"Hallowed Tomb": 1, "hallowed tomb": 1, SPARE_BATTLEFIELDS[0]: 1}


def core(*numbers: str) -> set[str]:
    return {f"CR 1.5 {number}" for number in numbers}


def first(*numbers: str) -> set[str]:
    return {f"CR 1.0 {number}" for number in numbers}


# The allowed citations by the contract's table. What 1.0 lacks stays cited by 1.4.
FAULTS = (
    fault(
        "legend-count",
        two_legends,
        (("legend", "Loose Cannon"), ("legend", "Unforgiven")),
        {f"{TR} 402.1", *core("103.2")},
        {f"{TR} 402.1", *first("103.1")},
    ),
    fault("champion-missing", no_champion, (), core("103.3.a"), first("103.2.a")),
    fault(
        "champion-ambiguous",
        two_champions,
        (("main", "Jinx, Rebel"), ("main", "Jinx, Demolitionist")),
        {f"{TR} 401.2"},
        {f"{TR} 401.2"},
    ),
    fault(
        "champion-type",
        another_champion("Pouty Poro"),
        (("champion", "Pouty Poro"),),
        core("103.3.a.2", "103.3.d.3"),
        first("103.2.a.2", "103.2.d.3"),
    ),
    fault(
        "champion-tag",
        another_champion("Annie, Fiery"),
        (("champion", "Annie, Fiery"),),
        core("103.3.a.2"),
        first("103.2.a.2"),
    ),
    fault(
        "domain-identity",
        lambda written: written.swap("Charm", 1).swap("Defy", 1, keep=("Charm",)),
        (("main", "Charm"), ("main", "Defy")),
        core("103.2.b.3", "103.2.b.4"),
        first("103.1.b.3", "103.1.b.4"),
    ),
    fault(
        "main-size",
        lambda written: written.drop("Gust", 2),
        (),
        {f"{TR} 402.1", *core("103.3")},
        {f"{TR} 402.1", *first("103.2")},
    ),
    fault(
        "main-type",
        lambda written: written.swap("Hallowed Tomb", 1),
        (("main", "Hallowed Tomb"),),
        core("103.3"),
        first("103.2"),
    ),
    fault(
        "copy-limit",
        lambda written: written.swap("Pouty Poro", 3).swap("OGN-013", 1, keep=("Pouty Poro",)),
        (("main", "Pouty Poro"), ("main", "OGN-013")),
        core("103.3.b"),
        first("103.2.b"),
    ),
    fault(
        "unique",
        lambda written: written.swap("Forgefire Cape", 2),
        (("main", "Forgefire Cape"),),
        core("825.3.a"),
        core("825.3.a"),
        legend="Fire Below the Mountain",
    ),
    fault(
        "signature-total",
        lambda written: written.swap("Super Mega Death Rocket!", 2).swap(
            "OGN-252", 2, keep=("Super Mega Death Rocket!",)
        ),
        (("main", "Super Mega Death Rocket!"), ("main", "OGN-252")),
        core("103.3.d.1"),
        first("103.2.d.1"),
    ),
    fault(
        "signature-tag",
        lambda written: written.swap("Tibbers", 1),
        (("main", "Tibbers"),),
        core("103.3.d.2"),
        first("103.2.d.2"),
    ),
    fault("rune-count", lambda written: written.drop("Fury Rune", 1, "runes"), (), core("103.4.a"), first("103.3.a")),
    fault(
        "rune-type",
        lambda written: written.drop("Fury Rune", 1, "runes").add("Charm", 1, "runes"),
        (("runes", "Charm"),),
        core("103.4"),
        first("103.3"),
    ),
    fault(
        "rune-domain",
        lambda written: written.drop("Fury Rune", 1, "runes").add("Calm Rune", 1, "runes"),
        (("runes", "Calm Rune"),),
        core("103.4.a.1"),
        first("103.3.a.1"),
    ),
    fault(
        "battlefield-count",
        lambda written: written.drop("Hallowed Tomb", 1, "battlefields"),
        (),
        {f"{TR} 402.1", *core("103.5.a")},
        {f"{TR} 402.1", *first("103.4.a")},
    ),
    fault(
        "battlefield-type",
        lambda written: written.drop("Hallowed Tomb", 1, "battlefields").add("Charm", 1, "battlefields"),
        (("battlefields", "Charm"),),
        core("103.5"),
        first("103.4"),
    ),
    fault(
        "battlefield-unique",
        two_fields,
        (("battlefields", "Hallowed Tomb"), ("battlefields", "hallowed tomb")),
        core("103.5.c"),
        core("103.5.c"),
    ),
    fault(
        "sideboard-size",
        lambda written: written.add("Sai Scout", 11, "sideboard"),
        (),
        {f"{TR} 601.1.c.1"},
        {f"{TR} 601.1.c.1"},
    ),
    fault(
        "set-legality",
        lambda written: written.swap("Over the Edge", 1),
        (("main", "Over the Edge"),),
        {f"{TR} 601.2.a", f"{TR} 601.2.c", f"{TR} 601.3.c"},
        {f"{TR} 601.2.a", f"{TR} 601.2.c", f"{TR} 601.3.c"},
    ),
    fault(
        "banned",
        lambda written: written.swap("Scrapheap", 1),
        (("main", "Scrapheap"),),
        {f"{TR} 601.2.d"},
        {f"{TR} 601.2.d"},
    ),
    fault("misspelt-card", lambda written: written.swap("Guste", 1), (("main", "Guste"),), set(), set()),
    fault("unknown-card", lambda written: written.swap("Zzyzx", 1), (("main", "Zzyzx"),), set(), set()),
    fault("ambiguous-card", lambda written: written.swap("Yasuo", 1), (("main", "Yasuo"),), set(), set()),
    fault(
        "battlefield-domain",
        lambda written: written.drop("Hallowed Tomb", 1, "battlefields").add("Field of Order", 1, "battlefields"),
        (("battlefields", "Field of Order"),),
        core("103.5.b"),
        first("103.4.b"),
    ),
)
each = pytest.mark.parametrize("held", FAULTS, ids=[held.code for held in FAULTS])


def rules_of(db: CardDatabase, held: Fault, version: str | None) -> set[str]:
    written = legal(held.legend)
    held.spoil(written)
    found = [issue for issue in judge(db, written, rules=version).issues if issue.code == held.code]
    assert found, f"{held.code} is not raised"
    return {rule for issue in found for rule in cited(issue) if not rule.startswith("card ")}


@each
def test_citations_of_today(made_up: CardDatabase, held: Fault) -> None:
    rules = rules_of(made_up, held, None)
    assert rules <= held.today
    assert bool(rules) == bool(held.today)


@each
def test_citations_under_1_0(made_up: CardDatabase, held: Fault) -> None:
    rules = rules_of(made_up, held, "1.0")
    assert rules <= held.first
    assert bool(rules) == bool(held.first)


@each
def test_lines_of_a_text(made_up: CardDatabase, held: Fault) -> None:
    written = legal(held.legend)
    held.spoil(written)
    deck, where = written.on_lines()
    found = [issue for issue in judge(made_up, deck).issues if issue.code == held.code]
    lines = {line for issue in found for line in issue.lines}
    assert {where[place] for place in held.at} <= lines
    named = {name.casefold() for _, name in held.at}
    for issue in found:
        assert list(issue.lines) == sorted(set(issue.lines))
        assert bool(issue.lines) == bool(held.at)
    others = {line for (_, name), line in where.items() if name.casefold() not in named}
    assert not lines & others


@each
def test_no_lines_without_a_text(made_up: CardDatabase, held: Fault) -> None:
    written = legal(held.legend)
    held.spoil(written)
    assert all(issue.lines == () for issue in judge(made_up, written).issues)


def test_battlefield_counts_cite_the_mode_of_the_version(db: CardDatabase) -> None:
    written = legal().drop("Hallowed Tomb", 1, "battlefields")
    numbers = {
        "casual-duel": ("487.4.a", "485.4.a", "480.4.a", "644.4.a"),
        "casual-match": ("488.4.a", "486.4.a", "481.4.a", "645.4.a"),
        "casual-ffa3": ("489.4.a", "487.4.a", "482.4.a", "646.4.a"),
        "casual-ffa4": ("490.4.a", "488.4.a", "483.4.a", "647.4.a"),
    }
    for fmt, of_version in numbers.items():
        for version, number in zip(("1.5", "1.4", "1.3", "1.0"), of_version, strict=True):
            issue = next(iter(judge(db, written, fmt, rules=version).issues))
            count = "103.5.a" if version == "1.5" else "103.4.a"
            assert cited(issue) == {f"CR {version} {count}", f"CR {version} {number}"}


@pytest.mark.parametrize(("version", "number"), [("1.5", "185"), ("1.4", "185"), ("1.3", "182"), ("1.0", "176")])
def test_tokens_are_no_cards_by_the_number_of_each_version(db: CardDatabase, version: str, number: str) -> None:
    issue = judge(db, legal().swap("Recruit", 1), rules=version).issues[0]
    assert f"CR {version} {number}" in cited(issue)


@pytest.mark.parametrize(("version", "number"), [("1.5", "187"), ("1.4", "187"), ("1.3", "184"), ("1.0", "178")])
def test_what_a_token_is_by_the_number_of_each_version(db: CardDatabase, version: str, number: str) -> None:
    issue = judge(db, legal().swap("Recruit", 1), rules=version).issues[0]
    assert f"CR {version} {number}" in cited(issue)


def test_unique_by_the_number_of_1_3(db: CardDatabase) -> None:
    written = legal("Fire Below the Mountain").swap("Forgefire Cape", 2)
    assert "CR 1.3 825.2.a" in cited(judge(db, written, rules="1.3").issues[0])


def test_dated_rules_cite_the_document_of_their_day(db: CardDatabase) -> None:
    written = legal().add("Pouty Poro", 3, "sideboard").add("Sai Scout", 3, "sideboard")
    written.add("Captain Farron", 3, "sideboard").add("Iron Ballista", 2, "sideboard")
    editions = {
        date(2026, 1, 29): "TR 2025",
        date(2026, 1, 30): "TR 2026-01-30",
        date(2026, 3, 29): "TR 2026-01-30",
        date(2026, 3, 30): "TR 2026-03-30",
        date(2026, 4, 28): "TR 2026-03-30",
        date(2026, 4, 29): "TR 2026-04-29",
        date(2026, 7, 23): "TR 2026-04-29",
        date(2026, 7, 24): "TR 2026-07-16",
        date(2026, 10, 15): "TR 2026-07-16",
        date(2026, 10, 16): TR,
    }
    for day, document in editions.items():
        assert cited(judge(db, written, day=day).issues[0]) == {f"{document} 601.1.c.1"}


def test_a_newer_version_in_a_folder_is_cited_by_its_own_numbers(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(
        "rules:\n  - {version: '1.6', from: 2027-01-01, cited_as: '1.6', source: CR 1.6 title}\n"
        "editions:\n  - {document: CR, version: '1.6', numbers: {'103.4': '103.7', '825': null}}\n",
        "utf-8",
    )
    newer = carddb.load([tmp_path])
    runes = judge(newer, legal().drop("Fury Rune", 1, "runes"), day=date(2027, 1, 1)).issues[0]
    assert cited(runes) == {"CR 1.6 103.7.a"}
    unique = legal("Fire Below the Mountain").swap("Forgefire Cape", 2)
    assert "CR 1.5 825.3.a" in cited(judge(newer, unique, day=date(2027, 1, 1)).issues[0])


def test_the_table_of_codes_is_the_contracts() -> None:
    tested = {held.code for held in FAULTS}
    elsewhere = {"champion-counted", "data-age", "token", "deck-choice", "team-legend", "team-battlefield"}
    elsewhere |= {
        "printing-unknown",
        "set-aside",
        "extra-legend-count",
        "extra-legend-type",
        "extra-legend-name",
        "extra-legend-few",
        "product-exempt",
        "product-differs",
    }
    assert set(CODES) == tested | elsewhere
    for held in FAULTS:
        numbers = {rule for rule in CODES[held.code].rules if rule.startswith("CR")}
        assert {rule.replace("CR 1.5", "CR") for rule in held.today if rule.startswith("CR")} >= numbers
