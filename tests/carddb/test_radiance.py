"""Radiance: every card that has a name is found by it, and what nobody knows of a card is not taken for a fact."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING

import pytest

from riftcheck.carddb import legality
from riftcheck.carddb.abilities.loader import abilities_of
from riftcheck.carddb.names import loose_key
from riftcheck.carddb.search import search

if TYPE_CHECKING:
    from riftcheck.carddb import Card, CardDatabase
    from riftcheck.carddb.abilities.heads import Keyword

OUT = date(2026, 10, 23)
NAMELESS = {11, 22, 32, 44, 94, 104}
WITHOUT_TEXT = {31, 42, 53, 54, 65, 66, 78, 80, 92, 103, 113, 123, 124, 134, 135, 149}
# What is played of these hangs on rules that are not at hand (docs/decisions/0023).
DEPLOYED = {2, 17, 24, 52, 62, 73, 87, 106, 108, 116, 136, 146, 156}
ENGLISH_ONLY = {7, 18, 21, 28, 39, 43, 50, 60, 75, 88, 100, 120, 131, 146}


def keywords_of(db: CardDatabase, card: Card) -> tuple[Keyword, ...]:
    abilities = abilities_of(db, card)
    return () if abilities is None else abilities.keywords


@pytest.fixture(scope="module")
def cards(db: CardDatabase) -> dict[int, Card]:
    """The cards of the normal numbers."""
    found = {number: db.find(f"RAD-{number:03d}").card for number in range(1, 168)}
    return {number: card for number, card in found.items() if card is not None}


def test_all_but_six_numbers_are_cards(cards: dict[int, Card]) -> None:
    assert set(range(1, 168)) - cards.keys() == NAMELESS
    assert len(set(cards.values())) == 161


def test_a_card_is_found_by_every_spelling_of_its_name(db: CardDatabase, cards: dict[int, Card]) -> None:
    for card in cards.values():
        for name in {card.name, card.full_name}:
            for written in (
                *(name, name.lower(), name.upper(), name.replace("'", "\u2019"), name.replace("'", "")),
                *(name.replace(", ", " - "), name.replace(",", ""), loose_key(name), f"{name} (Alternate Art)"),
            ):
                assert db.find(written).card is card, written


def test_a_card_is_found_by_every_spelling_of_its_ids(db: CardDatabase, cards: dict[int, Card]) -> None:
    for number, card in cards.items():
        for written in (f"rad-{number}", f"[RAD-{number:03d}]", f"RAD_{number:03d}", f"RAD-{number:03d}/167"):
            assert db.find(written).card is card, written
        for printing in card.printings:
            for written in (printing.id, printing.id.lower(), printing.id.replace("*", "-STAR")):
                assert (db.find(written).card, db.find(written).printing) == (card, printing), written


@pytest.mark.parametrize(
    ("written", "name", "printing"),
    [
        ("RAD-168-STAR", "Boy Who Shattered Time", "RAD-168*"),
        ("RAD-015-P", "Akali, Brash", "RAD-015"),  # nobody has told the number of the promo
        ("RAD-178", "K'Sante, Courageous", "RAD-178"),
        ("RAD-184", "Packed Amphitheater", "RAD-184"),
        ("RAD-SP4", "Kai'Sa, Rebel", "RAD-SP4"),
        ("RAD-R03a", "Mind Rune", "RAD-R03a"),
        ("RAD-T02", "Bomb", "RAD-T02"),
        ("t1s-1", "Ambessa, The Wolf", "T1S-001"),
        ("T1S-005", "Seraphine, Not Alone", "T1S-005"),
    ],
)
def test_an_id_as_lists_write_it(db: CardDatabase, written: str, name: str, printing: str) -> None:
    found = db.find(written)
    assert found.card is not None
    assert found.printing is not None
    assert (found.card.name, found.printing.id) == (name, printing)


@pytest.mark.parametrize("written", ["RAD-011", "RAD-177", "RAD-T01", "RAD-185", "T1S-006"])
def test_what_nobody_has_named_is_no_card(db: CardDatabase, written: str) -> None:
    found = db.find(written)
    assert (found.card, found.candidates) == (None, ())


@pytest.mark.parametrize(
    ("written", "first"),
    [
        ("RAD-179", "SFD-049"),
        ("RAD-180", "SFD-082"),
        ("RAD-181", "SFD-116"),
        ("RAD-182", "OGN-189"),
        ("RAD-183", "OGN-240"),
        ("T1S-002", "SFD-176"),
        ("T1S-003", "UNL-171"),
        ("T1S-004", "OGN-193"),
        ("RAD-R06", "OGN-214"),
    ],
)
def test_a_reprint_outside_the_numbering_moves_no_legality(db: CardDatabase, written: str, first: str) -> None:
    card, printing = db.by_printing[written]
    assert card.base_printing.id == card.printings[0].id == first
    assert printing in card.printings
    assert card.name in legality.legal_names(db, date(2026, 10, 22))


def test_its_names_are_legal_from_its_day(db: CardDatabase, cards: dict[int, Card]) -> None:
    names = {card.name for card in cards.values()}
    assert names.isdisjoint(legality.legal_names(db, date(2026, 10, 22)))
    assert names <= legality.legal_names(db, OUT)


def test_the_slices_of_the_numbering(cards: dict[int, Card]) -> None:
    domains = ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")
    order = ["Common"] * 8 + ["Uncommon"] * 6 + ["Rare"] * 6 + ["Epic"] * 3
    for number, card in cards.items():
        if number <= 138:
            slice_, place = divmod(number - 1, 23)
            assert (card.domains, card.rarity) == ((domains[slice_],), order[place]), card.name
        elif number <= 156:
            assert (card.kind == "legend", card.is_signature) == (number % 2 == 1, number % 2 == 0), card.name
            assert len(card.domains) == 2
        elif number <= 166:
            assert (card.kind, card.domains, card.rarity) == ("battlefield", (), "Uncommon")


def test_a_legend_and_its_signature_card_are_of_one_champion(cards: dict[int, Card]) -> None:
    for number in range(139, 156, 2):
        legend, signature = cards[number], cards[number + 1]
        champion, _, title = legend.full_name.partition(", ")
        assert (legend.name, legend.champion_tag, legend.tags) == (title, champion, (champion,))
        assert (signature.champion_tag, signature.domains) == (champion, legend.domains)


def test_an_unknown_text_leaves_the_limit_of_copies_unknown(cards: dict[int, Card]) -> None:
    unknown = {number for number, card in cards.items() if card.unsupported == "no source has its text"}
    assert unknown == WITHOUT_TEXT
    for number in WITHOUT_TEXT:
        card = cards[number]
        assert all(card.is_provisional(field) for field in ("name", "type", "domains", "rarity", "text")), card.name
        # CR 103.2: a legend is one; no limit of copies is asked of it.
        assert card.is_provisional("copies") == card.is_provisional("unique") == (card.kind == "main"), card.name
        assert (card.might is None) == (card.is_provisional("might") or card.types != ("Unit",)), card.name
    assert sum(card.is_provisional("might") and card.might is None for card in cards.values()) == 11
    assert not any(card.is_provisional("copies") for number, card in cards.items() if number not in WITHOUT_TEXT)


def test_what_cards_do_is_not_provisional(cards: dict[int, Card], db: CardDatabase) -> None:
    assert not any(card.is_provisional("abilities") for card in cards.values())
    deploying = {
        card.name
        for card in db.cards
        if card.executable and any(keyword.name == "deploy" for keyword in keywords_of(db, card))
    }
    assert deploying == {cards[number].name for number in DEPLOYED} | {"Bomb"}


def test_all_is_played_but_what_nobody_has_the_text_of(cards: dict[int, Card]) -> None:
    refused = {number for number, card in cards.items() if not card.executable}
    assert refused == WITHOUT_TEXT | {71, 150}
    assert len(cards) - len(refused) == 143
    assert all(cards[number].unsupported == "the text of its bonus box is in no source" for number in (71, 150))


def test_a_text_of_one_language_is_provisional(cards: dict[int, Card]) -> None:
    for number in ENGLISH_ONLY:
        fields = {fact.field for fact in cards[number].provisional}
        assert {"domains", "rarity", "tags", "supertypes", "printed_keywords", "text"} <= fields, cards[number].name
        assert fields.isdisjoint({"name", "type", "energy", "power"}), cards[number].name
    told = WITHOUT_TEXT | ENGLISH_ONLY | {10, 23, 71, 112, 141, 150}
    assert {number for number, card in cards.items() if card.provisional} == told


def test_facts_that_tempt_a_careless_hand(db: CardDatabase, cards: dict[int, Card]) -> None:
    assert db.by_name["Kai'Sa, Rebel"].might == 5  # the printing SP4 says 4
    anvil = db.by_name["Runeblade Anvil"]
    assert (anvil.types, anvil.domains) == (("Gear",), ("Fury",))
    assert db.by_name["Hexplosives Expert"].champion_tag == "Ziggs"
    assert not any("Device" in card.tags for card in cards.values())
    equipment = {card.name: (card.might_bonus, [fact.field for fact in card.provisional])
                 for card in cards.values() if card.equipment}  # fmt: skip
    assert equipment == {"Nazuman Ntofo": (0, ["text"]), "Blade of the Exile": (3, ["text"])}
    neeko = db.by_name["Neeko, Blending In"]
    assert (neeko.domains, neeko.domain_bits, neeko.power, neeko.extra_legends) == ((), 0, 1, 3)
    assert neeko.is_champion
    assert {card.name for card in db.cards if card.extra_legends} == {"Neeko, Blending In"}
    bomb = db.by_name["Bomb"]
    assert (bomb.is_token, bomb.types, bomb.energy, bomb.is_provisional("text")) == (True, ("Gear",), None, False)


def test_the_new_keywords(cards: dict[int, Card]) -> None:
    found = Counter(keyword for card in cards.values() for keyword in card.keywords)
    assert (found["Deploy"], found["Disarm"], found["Show Off"]) == (17, 7, 3)


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("set:rad", 173),  # 161 of its own, the token, 6 runes and 5 older cards
        ("set:rad t:unit -m>=0", 11),
        ("set:rad t:unit m:0", 0),
        ("set:rad t:unit -m>=0 sort:m", 11),
        ("set:rad is:champion", 30),
        ("set:t1s", 5),
        ('k:"show off"', 3),
    ],
)
def test_search(db: CardDatabase, query: str, count: int) -> None:
    assert len(search(db, query, day=OUT)) == count


def test_a_name_with_a_colon_can_be_pasted(db: CardDatabase) -> None:
    assert [card.name for card in search(db, "Command: Attack", day=OUT)] == ["Command: Attack"]
