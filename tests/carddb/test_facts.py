"""The shipped facts: counts, and the cards that tempt a careless hand."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING

from riftcheck.carddb import legality
from riftcheck.carddb.database import numbered
from riftcheck.carddb.names import strict_key

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


def test_every_card_and_printing_is_there(db: CardDatabase) -> None:
    assert len(db.cards) == len(db.by_name) == 1097
    assert len(db.by_printing) == 1604
    by_set = Counter(printing.set for _, printing in db.by_printing.values())
    assert by_set == {
        "OGN": 369, "SFD": 312, "UNL": 298, "VEN": 232, "RAD": 218, "OPP": 117, "OGS": 24, "PR": 13, "ARC": 6,
        "FND": 5, "T1S": 5, "JDG": 3, "T1A": 1, "SGN": 1,
    }  # fmt: skip
    assert Counter(card.types for card in db.cards) == {
        ("Unit",): 554, ("Spell",): 270, ("Gear",): 132, ("Battlefield",): 76, ("Legend",): 58, ("Rune",): 6,
        ("Unit", "Gear"): 1,
    }  # fmt: skip


def test_the_normal_numbers_of_each_set_are_all_known_save_six_of_radiance(db: CardDatabase) -> None:
    assert {code: db.known_numbers(code) for code in ("OGN", "OGS", "SFD", "UNL", "VEN", "RAD")} == {
        "OGN": 298, "OGS": 24, "SFD": 221, "UNL": 219, "VEN": 166, "RAD": 161,
    }  # fmt: skip
    assert db.missing_sets(date(2026, 10, 22)) == ()
    assert [(one.code, one.is_series) for one in db.missing_sets(date(2026, 10, 23))] == [
        ("RAD", False), ("T1A", True), ("SGN", True),
    ]  # fmt: skip


def test_champion_tags_are_explicit(db: CardDatabase) -> None:
    kennen = db.by_name["Heart of the Tempest"]
    assert kennen.tags == ("Yordle", "Kennen")
    assert kennen.champion_tag == "Kennen"
    assert db.by_name["Karma, Channeler"].champion_tag == "Karma"
    for name in ("Allay, Eager Admirer", "Masa, Crashing Thunder"):
        assert not db.by_name[name].is_champion
        assert db.by_name[name].champion_tag is None
    tibbers = db.by_name["Tibbers"]
    assert (tibbers.is_champion, tibbers.is_signature, tibbers.champion_tag) == (False, True, "Annie")


def test_champions_and_signatures(db: CardDatabase) -> None:
    assert sum(card.is_champion for card in db.cards) == 177
    signatures = {card for card in db.cards if card.is_signature}
    assert len(signatures) == 60
    two_domains = {card for card in db.cards if card.kind == "main" and len(card.domains) == 2}
    assert two_domains == signatures


def test_odd_cards(db: CardDatabase) -> None:
    assert db.by_name["Patched Porobot"].types == ("Unit", "Gear")
    assert db.by_name["Spiderling"].copies is None
    unique = {card.name for card in db.cards if card.unique}
    assert unique == {"Forgefire Cape", "Rabadon's Deathcrown", "Shurelya's Requiem"}
    assert all(db.by_name[name].copies == 1 for name in unique)
    assert {card.name for card in db.cards if card.kind == "token"} == {
        "Recruit", "Sprite", "Sand Soldier", "Gold", "Baron Pit", "Bird", "Brush", "Reflection", "Mech", "Shadow Clone",
        "Tentacle", "Bomb",
    }  # fmt: skip
    assert sum(card.equipment for card in db.cards) == 42


def test_a_printing_over_the_numbering_lends_no_legality(db: CardDatabase) -> None:
    card, printing = db.by_printing["VEN-167"]
    assert card.name == "Vi, Destructive"
    assert numbered(printing, db.sets["VEN"]) is None
    assert numbered(db.by_printing["OGN-036"][1], db.sets["OGN"]) == 36
    assert numbered(db.by_printing["OGN-007a"][1], db.sets["OGN"]) == 7
    assert numbered(db.by_printing["VEN-R01"][1], db.sets["VEN"]) is None
    assert numbered(db.by_printing["OPP-001/298"][1], db.sets["OPP"]) is None
    for written in ("T1A-001", "SGN-001"):
        card, printing = db.by_printing[written]
        assert numbered(printing, db.sets[printing.set]) is None
        assert card.base_printing.set in {"VEN", "UNL"}


def test_printings_known_from_product_data_only_are_provisional(db: CardDatabase) -> None:
    unsure = {card.name: fact.reason for card in db.cards for fact in card.provisional if fact.field == "printings"}
    assert {name: reason.partition(":")[0] for name, reason in unsure.items()} == {
        "Ambessa, The Wolf": "T1A-001",
        "Bashful Bloom": "SGN-001",
        "Mel, Newly Awakened": "VEN-069b",
    }
    for name, reason in unsure.items():
        assert db.by_printing[reason.partition(":")[0]][0].name == name


def test_sets_become_legal_on_their_day(db: CardDatabase) -> None:
    def codes(day: date) -> list[str]:
        return [card_set.code for card_set in legality.legal_sets(db, day)]

    assert codes(date(2025, 10, 30)) == []
    assert codes(date(2025, 10, 31)) == ["OGN", "OGS"]
    assert codes(date(2026, 2, 13)) == ["OGN", "OGS", "SFD"]
    assert codes(date(2026, 11, 21)) == ["OGN", "OGS", "SFD", "UNL", "VEN", "RAD"]
    assert "Against the Odds" not in legality.legal_names(db, date(2026, 2, 12))
    assert "Against the Odds" in legality.legal_names(db, date(2026, 2, 13))


def test_bans_hold_from_their_day_and_by_format(db: CardDatabase) -> None:
    assert "Stacked Deck" not in legality.bans(db, "constructed", date(2026, 9, 17))
    assert "Stacked Deck" in legality.bans(db, "constructed", date(2026, 9, 18))
    assert len(legality.bans(db, "constructed", date(2026, 11, 21))) == 12
    assert len(legality.bans(db, "constructed-2v2", date(2026, 11, 21))) == 13
    assert legality.bans(db, "sealed", date(2026, 11, 21)) == {}


def test_rules_hold_from_their_day(db: CardDatabase) -> None:
    days = {
        date(2025, 6, 2): "1.0", date(2025, 10, 23): "1.0", date(2025, 10, 24): "1.1", date(2025, 12, 12): "1.2",
        date(2026, 3, 30): "1.3", date(2026, 7, 23): "1.3", date(2026, 7, 24): "1.4",
        date(2026, 8, 13): "1.4", date(2026, 10, 15): "1.4.1", date(2026, 10, 16): "1.5", date(2026, 11, 21): "1.5",
    }  # fmt: skip
    assert {day: legality.rules_on(db, day).version for day in days} == days


def test_names_are_told_apart_by_their_keys(db: CardDatabase) -> None:
    assert len({strict_key(card.name) for card in db.cards}) == 1097


PRECONS = {
    # product: set, legend, chosen champions, battlefields
    "annie": ("OGS", "Annie, Dark Child - Starter", ["Annie, Stubborn"], 1),
    "lux": ("OGS", "Lux, Lady of Luminosity - Starter", ["Lux, Crownguard"], 1),
    "garen": ("OGS", "Garen, Might of Demacia - Starter", ["Garen, Rugged"], 1),
    "master-yi": ("OGS", "Master Yi, Wuju Bladesman - Starter", ["Master Yi, Meditative"], 1),
    "jinx": ("OGN", "Jinx, Loose Cannon", ["Jinx, Demolitionist"], 3),
    "viktor": ("OGN", "Viktor, Herald of the Arcane", ["Viktor, Innovator"], 3),
    "lee-sin": ("OGN", "Lee Sin, Blind Monk", ["Lee Sin, Centered"], 3),
    "fiora": ("SFD", "Fiora, Grand Duelist", ["Fiora, Worthy"], 3),
    "rumble": ("SFD", "Rumble, Mechanized Menace", ["Rumble, Scrapper"], 3),
    "vi": ("UNL", "Vi, Piltover Enforcer", ["Vi, Destructive", "Vi, Hotheaded"], 3),
    "vex": ("UNL", "Vex, Gloomist", ["Vex, Apathetic"], 3),
    "shen": ("VEN", "Shen, Eye of Twilight", ["Shen, Leader of the Kinkou Order"], 3),
    "zed": ("VEN", "Zed, Master of Shadows", ["Zed, From the Shadows"], 3),
}


def test_the_contents_of_thirteen_preconstructed_decks_are_known(db: CardDatabase) -> None:
    found = {
        precon.id: (precon.set, db.by_name[precon.legend].full_name, list(precon.champions), len(precon.battlefields))
        for precon in db.precons.values()
    }
    assert found == PRECONS
    for precon in db.precons.values():
        zones = precon.zones
        assert sum(zones["main"].values()) == 40, precon.title
        assert list(zones["runes"].values()) == [6, 6], precon.title
        assert set(zones["battlefields"].values()) == {1}, precon.title
        assert precon.set in db.sets
    assert db.precons["jinx"].title == "Jinx (Origins Champion Deck)"


def test_product_without_counts_is_not_a_preconstructed_deck(db: CardDatabase) -> None:
    assert [product.name for product in db.products] == ["Arcane box set"]


def test_a_card_of_several_products_has_its_count_in_each(db: CardDatabase) -> None:
    def sold(card: str) -> list[tuple[str, int | None]]:
        return [(product.name, count) for product, count in db.products_with(db.by_name[card])]

    assert sold("Consult the Past") == [("Viktor", 2), ("Rumble", 2)]
    assert sold("Vi, Destructive") == [("Jinx", 1), ("Vi", 1), ("Arcane box set", None)]
    assert sold("Loose Cannon") == [("Jinx", 1)]
    assert sold("Zaun Warrens") == [("Jinx", 1), ("Zed", 1)]
    assert ("Jinx", 6) in sold("Fury Rune")
    assert sold("Kai'Sa, Survivor") == []
