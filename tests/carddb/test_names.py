"""One card for every spelling that people use, and no spelling for two."""

from __future__ import annotations

import unicodedata
from datetime import date
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riftcheck.carddb import names
from riftcheck.carddb.search import autocomplete, named_fuzzy, search
from riftcheck.decks.model import SECTIONS
from riftcheck.decks.text import parse

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in map(chr, range(0x21, 0x7F))} | {0x20: 0x3000}


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("jinx, rebel", "Jinx, Rebel"),
        ("JINX - REBEL", "Jinx, Rebel"),
        ("Jinx \u2013 Rebel", "Jinx, Rebel"),
        ("Jinx Rebel", "Jinx, Rebel"),
        ("  Jinx ,Rebel ", "Jinx, Rebel"),
        ("Kai\u2019Sa, Survivor", "Kai'Sa, Survivor"),
        ("Kai&#x27;Sa, Survivor", "Kai'Sa, Survivor"),
        ("KaiSa, Survivor", "Kai'Sa, Survivor"),
        ("Rek'sai - Breacher", "Rek'Sai, Breacher"),
        ("Loose Cannon", "Loose Cannon"),
        ("Jinx, Loose Cannon", "Loose Cannon"),
        ("Jinx - Loose Cannon", "Loose Cannon"),
        ("Lux - Lady of Luminosity - Starter", "Lady of Luminosity - Starter"),
        ("Lux, Lady of Luminosity (Starter)", "Lady of Luminosity - Starter"),
        ("Lady of Luminosity", "Lady of Luminosity - Starter"),
        ("Yi, Honed", "Master Yi, Honed"),
        ("Dreaming Tree", "The Dreaming Tree"),
        ("Daisy!", "Daisy!"),
        ("Jinx, Rebel (Alternate Art)", "Jinx, Rebel"),
        ("Jinx, Rebel (Overnumbered) (Signature)", "Jinx, Rebel"),
        ("Void Gate (Spiritforged Nexus Night Promo)", "Void Gate"),
        ("Sacrifice (UNL-173)", "Sacrifice"),
        ("Recruit (DE)", "Recruit"),
    ],
)
def test_a_spelling_finds_its_card(db: CardDatabase, spelling: str, name: str) -> None:
    card = db.find(spelling).card
    assert card is not None
    assert card.name == name


@pytest.mark.parametrize(
    ("spelling", "name", "printing"),
    [
        ("OGN-007", "Fury Rune", "OGN-007"),
        ("ogn-7", "Fury Rune", "OGN-007"),
        ("OGN-007A", "Fury Rune", "OGN-007a"),
        ("OGN-007-a", "Fury Rune", "OGN-007a"),
        ("[OGN-043]", "Charm", "OGN-043"),
        ("(OGN-043)", "Charm", "OGN-043"),
        ("OGN_043", "Charm", "OGN-043"),
        ("OGN-288/298", "Startipped Peak", "OGN-288"),
        ("OGN-299*", "Daughter of the Void", "OGN-299*"),
        ("OGN-299-star", "Daughter of the Void", "OGN-299*"),
        ("ogn-299-star-298", "Daughter of the Void", "OGN-299*"),
        ("OGN-299s", "Daughter of the Void", "OGN-299*"),
        ("OGN-202-P", "Jinx, Rebel", "OGN-202"),
        ("OGN-265-1", "Herald of the Arcane", "OGN-265"),
        ("OPP-001/298", "Blazing Scorcher", "OPP-001/298"),
        ("OPP-001/024", "Annie, Fiery", "OPP-001/024"),
        ("VEN-R01", "Fury Rune", "VEN-R01"),
        ("ven-r1", "Fury Rune", "VEN-R01"),
        ("SFD-R01b", "Fury Rune", "SFD-R01b"),
        ("VEN-SP1", "Kai'Sa, Survivor", "VEN-SP1"),
        ("UNL-T01g", "Baron Pit", "UNL-T01"),
        ("OGN-036a", "Vi, Destructive", "OGN-036a"),
        ("PR-036a/298", "Vi, Destructive", "PR-036a/298"),
        ("ogn-68a", "Caitlyn, Patrolling", "OGN-068a"),
        ("OGN-111a/298", "Heimerdinger, Inventor", "OGN-111a"),
        ("OGN-159a", "Warwick, Hunter", "OGN-159a"),
        ("OGN-246b", "Viktor, Leader", "OGN-246b"),
        ("T1A-001", "Ambessa, The Wolf", "T1A-001"),
        ("sgn-1", "Bashful Bloom", "SGN-001"),
        ("VEN-069b", "Mel, Newly Awakened", "VEN-069b"),
    ],
)
def test_an_id_finds_its_printing(db: CardDatabase, spelling: str, name: str, printing: str) -> None:
    match = db.find(spelling)
    assert match.card is not None
    assert match.printing is not None
    assert (match.card.name, match.printing.id) == (name, printing)


@pytest.mark.parametrize(
    "spelling",
    [
        "",
        "   ",
        "!",
        "Charm (banana)",
        "OGN-999",
        "OGN-0070",
        "OGN-007ab",
        "OGN-007c/221",
        "PR-036",  # only PR-036a is known, and an id without a suffix is not guessed
        "OGN-311a",
        "OGN-R01b",
        "RAD-011a",
        "XXX-001a",
        "XXX-001",
        "Sona",
        "Rebel",
        "Jin, Rebel",
        "Main Deck",
        "x" * 5000,
    ],
)
def test_what_is_no_card_finds_none(db: CardDatabase, spelling: str) -> None:
    match = db.find(spelling)
    assert match.card is None
    assert match.candidates == ()


def test_a_champion_alone_fits_several_cards_and_finds_none(db: CardDatabase) -> None:
    match = db.find("jinx")
    assert match.card is None
    assert {card.name for card in match.candidates} == {"Jinx, Rebel", "Jinx, Demolitionist", "Loose Cannon"}


@pytest.mark.parametrize(
    ("spelling", "name", "read_as", "goes_out"),
    [
        ("VEN-155a", "Heart of the Tempest", "VEN-155", "VEN-155a"),
        ("ven-r1b", "Fury Rune", "VEN-R01", "VEN-R01b"),
        ("OGN-202b", "Jinx, Rebel", "OGN-202", "OGN-202b"),
        ("ogn-202-c-1", "Jinx, Rebel", "OGN-202", "OGN-202c"),
        ("OGN-202c/298", "Jinx, Rebel", "OGN-202", "OGN-202c"),
        ("OGN-202*", "Jinx, Rebel", "OGN-202", "OGN-202*"),
        ("OGN-202-STAR", "Jinx, Rebel", "OGN-202", "OGN-202*"),
        ("OGN-303a", "Nine-Tailed Fox", "OGN-303", "OGN-303a"),  # a known number above the size of the set
        ("VEN-SP1a", "Kai'Sa, Survivor", "VEN-SP1", "VEN-SP1a"),
        ("PR-036b", "Vi, Destructive", "PR-036a/298", "PR-036b"),
        ("OPP-007c/298", "Fury Rune", "OPP-007b/298", "OPP-007c/298"),
    ],
)
def test_an_unknown_suffix_of_a_known_number_is_read_by_the_number(
    db: CardDatabase, spelling: str, name: str, read_as: str, goes_out: str
) -> None:
    for found in (db.find(spelling), db.find_id(spelling)):
        assert found.card is db.by_name[name]
        assert found.printing is db.by_printing[read_as][1]
        assert (found.unknown_id, found.id) == (goes_out, goes_out)
    assert db.find(goes_out) == found
    assert db.find_known_id(spelling).card is None


def test_a_known_suffix_is_read_as_itself(db: CardDatabase) -> None:
    for spelling, printing in (("OGN-202a", "OGN-202a"), ("OGN-202-P", "OGN-202"), ("UNL-T01g", "UNL-T01")):
        found = db.find(spelling)
        assert (found.unknown_id, found.id) == (None, printing)
        assert db.find_known_id(spelling) == found


def test_unknown_suffix_of_a_shared_number_matches_all_its_cards(db: CardDatabase) -> None:
    assert {card.name for card in db.find("OPP-007c").candidates} == {"Garen, Rugged", "Gem Jammer", "Fury Rune"}
    assert db.find_known_id("OPP-007c").candidates == ()


def test_a_promo_number_that_three_sets_share_is_said_to_fit_all(db: CardDatabase) -> None:
    assert {card.name for card in db.find("OPP-001").candidates} == {
        "Blazing Scorcher",
        "Annie, Fiery",
        "Arena Kingpin",
    }


def test_every_name_alias_and_printing_finds_its_own_card(db: CardDatabase) -> None:
    for card in db.cards:
        for spelling in (card.name, card.full_name, *card.aliases):
            for written in (spelling, spelling.upper(), spelling.lower(), spelling.replace("'", "\u2019")):
                assert db.find(written).card is card, written
            assert db.find(spelling.replace(", ", " - ")).card is card
            assert db.find(spelling.translate(WIDE)).card is card
            assert db.find(unicodedata.normalize("NFD", spelling)).card is card
        for printing in card.printings:
            for written in (printing.id, printing.id.lower(), printing.id.replace("*", "-star")):
                found = db.find(written)
                assert (found.card, found.printing) == (card, printing), written


def test_no_key_of_a_name_means_two_cards(db: CardDatabase) -> None:
    for card in db.cards:
        assert db.find(names.loose_key(card.full_name)).card is card


@pytest.mark.parametrize("instead", ["", " "])
def test_a_name_without_any_punctuation_means_its_card_everywhere(db: CardDatabase, instead: str) -> None:
    for card in db.cards:
        for name in {card.name, card.full_name, *card.aliases}:
            plain = "".join(letter if letter.isalnum() or letter == " " else instead for letter in name)
            typed = " ".join(plain.split())
            for spelling in (typed, typed.lower(), typed.upper()):
                assert db.find(spelling).card is card, spelling
                assert named_fuzzy(db, spelling).card is card, spelling
                assert card.name in autocomplete(db, spelling), spelling
                assert card in search(db, spelling, day=date(2026, 11, 1)), spelling
                assert card.name in db.suggest(spelling), spelling
            deck = parse(f"3 {typed}", db).deck
            entries = [*deck.champion, *(entry for section in SECTIONS for entry in deck.section(section))]
            assert {db.find(entry.written).card for entry in entries} == {card}
            joined = "".join(typed.split()).lower()
            assert db.find(joined).card is card
            assert card.name in autocomplete(db, joined)


@pytest.mark.parametrize(
    ("typed", "tag"), [("kaisa", "Kai'Sa"), ("ksante", "K'Sante"), ("reksai", "Rek'Sai"), ("KhaZix", "Kha'Zix")]
)
def test_a_champion_without_its_apostrophe_is_found_everywhere(db: CardDatabase, typed: str, tag: str) -> None:
    meant = {card.name for card in db.find(tag).candidates}
    assert len(meant) > 1
    assert {card.name for card in db.find(typed).candidates} == meant
    assert {card.name for card in named_fuzzy(db, typed).candidates} == meant
    assert meant <= set(autocomplete(db, typed)) == set(autocomplete(db, tag))
    assert search(db, typed, day=date(2026, 11, 1)) == search(db, tag, day=date(2026, 11, 1))
    assert set(db.suggest(f"{typed}x")) <= meant
    assert db.suggest(f"{typed}x")


def test_a_name_that_lacks_its_mark_is_ambiguous_where_it_could_be_two() -> None:
    def card(name: str) -> dict[str, object]:
        return {"name": name, "type": "Unit", "printings": []}

    found = names.index([card("Up!"), card("U!p"), card("Down"), card("Down!")])
    assert found["loose"]["up"] == [0, 1]
    assert (found["loose"]["down"], found["loose"]["down!"]) == ([2], [3])


def test_suggestions_are_listed_and_not_applied(db: CardDatabase) -> None:
    assert db.find("Jinks, Rebell").card is None
    assert db.suggest("Jinks, Rebell")[0] == "Jinx, Rebel"
    assert db.suggest("Stackd Dek")[0] == "Stacked Deck"
    assert db.suggest("qqqqqqqqqqqq") == ()
    assert db.suggest("x" * 5000) == ()


@given(st.text(max_size=60))
def test_any_text_can_be_looked_up(db: CardDatabase, text: str) -> None:
    match = db.find(text)
    assert match.card is None or not match.candidates
    assert len(db.suggest(text)) <= 3


@given(st.text(st.characters(exclude_characters="&"), max_size=300))
def test_keys_are_stable(text: str) -> None:
    key = names.strict_key(text)
    assert names.strict_key(key) == key
    assert names.loose_key(names.loose_key(text)) == names.loose_key(text)


def test_the_key_of_a_name_is_made_once_and_that_of_a_long_text_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Mock(wraps=names._JOINS)
    monkeypatch.setattr(names, "_JOINS", made)
    for text, count in (("A  name - of no card", 1), ("x" * names.MAX_NAME, 1), ("x" * (names.MAX_NAME + 1), 3)):
        made.reset_mock()
        assert len({names.strict_key(text) for _ in range(3)}) == 1
        assert made.sub.call_count == count
