"""Each cited rule number exists in the cited edition and is the rule's number there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import yaml

from ledger.numbers import read_numbers
from riftcheck.carddb.model import Edition
from riftcheck.validator.codes import CODES
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

VERSIONS = ("1.0", "1.3", "1.4", "1.5")
NUMBERS = {version: read_numbers(ROOT / f"docs/data/core-rules-{version}.txt") for version in VERSIONS}
CITED = re.compile(r'"CR (\d{3}[\d.a-z]*)"')
# A citation that names its version, as in a comment: `1.0: 627.5` or `CR 1.4 103.2.b`.
VERSIONED = re.compile(r"(?:\b|CR )(1\.[0345])(?:: | )(\d{3}(?:\.(?:\d+|[a-z])\b)*)(?!\d)")


def cited_in_code() -> set[str]:
    """Return the Core Rules that the checks and the table of codes cite, by the numbers of 1.5."""
    found = {rule.removeprefix("CR ") for info in CODES.values() for rule in info.rules if rule.startswith("CR ")}
    for path in (ROOT / "validator").rglob("*.py"):
        found.update(CITED.findall(path.read_text("utf-8")))
    return found


def sources(value: object) -> set[tuple[str, str]]:
    """Return version and number of each Core Rule that a document of card data gives as a source."""
    if isinstance(value, dict):
        return set().union(*(sources(inner) for inner in value.values()), set())
    if isinstance(value, list):
        return set().union(*(sources(inner) for inner in value), set())
    match = re.fullmatch(r"CR ([\d.]+) (\d{3}[\d.a-z]*)", value) if isinstance(value, str) else None
    return set() if match is None else {(match[1], match[2])}


def test_the_checks_cite_rules_of_1_5() -> None:
    cited = cited_in_code()
    assert len(cited) > 20
    assert cited <= set(NUMBERS["1.5"].order)


@pytest.mark.parametrize("version", ["1.0", "1.3", "1.4"])
def test_an_older_version_is_cited_by_numbers_that_it_has(db: CardDatabase, version: str) -> None:
    edition = db.editions["CR", version]
    own = {number: edition.number(number) for number in cited_in_code()}
    assert {number: old for number, old in own.items() if old is not None and old not in NUMBERS[version]} == {}


def test_sources_in_the_data_name_rules_that_exist() -> None:
    found = set().union(
        *(sources(yaml.safe_load(path.read_text("utf-8"))) for path in (ROOT / "carddb/data").glob("*.yaml"))
    )
    assert {version for version, _ in found} == {"1.0", "1.5"}
    assert {(version, number) for version, number in found if number not in NUMBERS[version]} == set()


def test_a_citation_that_names_its_version_names_a_rule_of_it() -> None:
    places = [*ROOT.glob("docs/**/*.md"), *ROOT.glob("engine/**/*.py"), *ROOT.glob("tests/**/*.py")]
    found = {
        (match[1], match[2], path.name) for path in places for match in VERSIONED.finditer(path.read_text("utf-8"))
    }
    assert len(found) > 20
    assert {cited for cited in found if cited[1] not in NUMBERS[cited[0]]} == set()


def test_every_edition_of_the_core_rules_maps_numbers_that_exist(db: CardDatabase) -> None:
    assert {version for document, version in db.editions if document == "CR"} == set(VERSIONS)
    for version in VERSIONS:
        for newest, own in db.editions["CR", version].numbers.items():
            assert newest in NUMBERS["1.5"], (version, newest)
            assert own is None or own in NUMBERS[version], (version, own)


def test_an_entry_covers_the_numbers_below_it_unless_they_have_their_own() -> None:
    edition = Edition("CR", "x", None, {"103.2": "103.1", "103.2.b.6": "103.1.b.5", "103.2.b.5": None})
    numbers = ["103.2", "103.2.b.3", "103.2.b.6", "103.2.b.5", "103.20", "103"]
    assert [edition.number(number) for number in numbers] == ["103.1", "103.1.b.3", "103.1.b.5", None, "103.20", "103"]


@pytest.mark.parametrize(
    ("newest", "of_1_4"),
    [
        ("103.1", None),  # choices while building a deck: new in 1.5
        ("103.2.a", "103.1.a"),
        ("103.2.b.6", "103.1.b.5"),
        ("103.3.d.2", "103.2.d.2"),
        ("103.4.a.1", "103.3.a.1"),
        ("103.5.c", "103.4.c"),
        ("107.4.d.1", "107.4.d.1"),
        ("487.4.a", "485.4.a"),
        ("491.8.i", "489.8.i"),
        ("825.3.a", "825.3.a"),
    ],
)
def test_numbers_of_1_4_are_those_of_the_official_text(db: CardDatabase, newest: str, of_1_4: str | None) -> None:
    assert db.editions["CR", "1.4"].number(newest) == of_1_4
