"""Names from parts of them, and from misspellings."""

from __future__ import annotations

from datetime import date

import pytest

from riftcheck.carddb import CardDatabase, names
from riftcheck.carddb.database import NOT_FOUND
from riftcheck.carddb.search import autocomplete, named_fuzzy, search

_LINES = [
    "Storm Caller",
    "Caller of Storms",
    "Brainstorm",
    "Stormé",
    "Far-Storm Rider",
    "Rider's Oath",
    "Quiet Meadow",
    "Quiet Zone",
]
_CARDS = [
    {"name": name, "type": ["Unit"], "rarity": "Common", "printings": [{"id": f"AAA-{n:03}", "variant": "base"}]}
    for n, name in enumerate(_LINES, 1)
]
_CARDS[6] |= {"full_name": "Storma, Quiet Meadow", "aliases": ["Still Field"]}
_PLAIN = {
    "cards": _CARDS,
    "sets": [],
    "formats": [],
    "bans": [],
    "rules": [],
    "editions": [],
    "exemptions": [],
    "precons": [],
    "products": [],
    "coverage": [],
    "announced": [],
}
SMALL = CardDatabase(_PLAIN, names.index(_CARDS), "test")
_DAY = date(2026, 8, 1)


def test_names_that_begin_with_the_text_come_first_then_words_then_the_rest() -> None:
    first = ["Quiet Meadow", "Storm Caller", "Stormé"]  # the first by its full name
    assert autocomplete(SMALL, "storm") == [*first, "Caller of Storms", "Far-Storm Rider", "Brainstorm"]


def test_a_card_stands_where_its_best_name_puts_it() -> None:
    assert autocomplete(SMALL, "quiet") == ["Quiet Meadow", "Quiet Zone"]  # not by the end of `Storma, Quiet Meadow`


def test_the_limit_cuts_the_end() -> None:
    assert autocomplete(SMALL, "storm", 4) == ["Quiet Meadow", "Storm Caller", "Stormé", "Caller of Storms"]
    assert autocomplete(SMALL, "storm", 0) == []
    assert autocomplete(SMALL, "storm", -1) == []


def test_twenty_names_by_default(db: CardDatabase) -> None:
    assert len(autocomplete(db, "a")) == 20
    assert len(autocomplete(db, "a", 21)) == 21


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RIDER\u2019S", ["Rider's Oath"]),
        ("storme", ["Stormé"]),
        ("  quiet  mead", ["Quiet Meadow"]),
        ("storma \u2014 quiet", ["Quiet Meadow"]),
        ("still", ["Quiet Meadow"]),
        ("rm", ["Brainstorm", "Caller of Storms", "Far-Storm Rider", "Quiet Meadow", "Storm Caller", "Stormé"]),
        ("callers", []),
        ("", []),
        ("  ", []),
        (",", []),
        ("s" * 201, []),
    ],
)
def test_autocomplete(text: str, expected: list[str]) -> None:
    assert autocomplete(SMALL, text) == expected


def test_legends_are_found_by_their_champion_and_shown_by_name(db: CardDatabase) -> None:
    assert autocomplete(db, "jinx") == ["Jinx, Demolitionist", "Jinx, Rebel", "Loose Cannon"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Loose Cannon", "Loose Cannon"),
        ("JINX \u2013 loose cannon", "Loose Cannon"),
        ("ogn-1", "Blazing Scorcher"),
        ("daughter void", "Daughter of the Void"),
        ("canno loos", "Loose Cannon"),
        ("nine tail", "Nine-Tailed Fox"),
        ("Blazing Scorchr", "Blazing Scorcher"),
        ("blzaing scorcher", "Blazing Scorcher"),
        ("jinx demolitonist", "Jinx, Demolitionist"),
        ("kaisa evolutionery", "Kai'Sa, Evolutionary"),
    ],
)
def test_what_is_clearly_meant_is_found(db: CardDatabase, text: str, name: str) -> None:
    card = named_fuzzy(db, text).card
    assert card is not None
    assert card.name == name


def test_a_printing_id_keeps_its_printing(db: CardDatabase) -> None:
    match = named_fuzzy(db, "ogn 007A")
    assert match.printing is not None
    assert match.printing.id == "OGN-007a"


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("jinx", {"Jinx, Demolitionist", "Jinx, Rebel", "Loose Cannon"}),
        ("rocket", {"Super Mega Death Rocket!", "Rocket Barrage"}),
        ("dau", {"Daughter of the Void", "Dauntless Vanguard", "K'Sante, Dauntless"}),
    ],
)
def test_what_several_cards_may_mean_is_none_of_them(db: CardDatabase, text: str, candidates: set[str]) -> None:
    match = named_fuzzy(db, text)
    assert match.card is None
    assert {card.name for card in match.candidates} == candidates


def test_a_misspelling_between_two_names_means_neither() -> None:
    cards = [_CARDS[0] | {"name": name} for name in ("Grey Falcon", "Gray Falcon", "Far Lantern", "Far Lanterns")]
    small = CardDatabase(_PLAIN | {"cards": cards}, names.index(cards), "test")
    match = named_fuzzy(small, "Gry Falcon")
    assert match.card is None
    assert [card.name for card in match.candidates] == ["Grey Falcon", "Gray Falcon"]
    near = named_fuzzy(small, "Fxr Lxntern")  # two letters from the one, three from the other
    assert [card.name for card in near.candidates] == ["Far Lantern", "Far Lanterns"]


def test_a_misspelling_near_one_name_means_it() -> None:
    assert named_fuzzy(SMALL, "Quit Meadwo").card is SMALL.by_name["Quiet Meadow"]


def test_at_most_ten_candidates(db: CardDatabase) -> None:
    assert len(named_fuzzy(db, "the").candidates) == 10


@pytest.mark.parametrize("text", ["", "-", ",", ")", "qqqq zzzz", "Hextech Umbrella Stand", "x" * 201, "storm " * 50])
def test_what_no_card_is_like_is_nothing(db: CardDatabase, text: str) -> None:
    assert named_fuzzy(db, text) is NOT_FOUND


@pytest.mark.parametrize("query", ["champ:kaisa", 'champ:"kai\'sa"', "name=kaisasurvivor", "name=kaisa-survivor"])
def test_fields_take_names_without_punctuation(db: CardDatabase, query: str) -> None:
    found = [card.name for card in search(db, query, day=_DAY)]
    assert "Kai'Sa, Survivor" in found
    assert len(found) == (1 if "=" in query else 5)


def test_a_printing_id_is_no_name(db: CardDatabase) -> None:
    assert list(search(db, "name=OGN-001", day=_DAY)) == []
