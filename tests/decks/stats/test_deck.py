"""The statistics of whole decks, with the counts added up by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.decks.model import Deck, Entry, ResolvedDeck, Slot
from riftcheck.decks.resolve import resolve
from riftcheck.decks.stats import deck_stats, main_counts, seats, seen
from riftcheck.decks.stats.schemas import DeckStatsSchema, HandSchema
from riftcheck.decks.stats.seats import SEATS
from riftcheck.schema import fields
from tests.paths import ROOT

if TYPE_CHECKING:
    from marshmallow import Schema

    from riftcheck.carddb import Card, CardDatabase

RUNES = [Entry("Fury Rune", 6), Entry("Chaos Rune", 6)]


def fury(db: CardDatabase) -> list[Card]:
    return [card for card in db.cards if card.kind == "main" and card.domains == ("Fury",) and not card.is_champion]


def hero(db: CardDatabase) -> Card:
    return next(card for card in db.cards if card.is_champion and card.domains == ("Fury",) and card.power)


def forty(db: CardDatabase) -> ResolvedDeck:
    """Three of the champion, twelve times three and one more card."""
    cards = fury(db)[:13]
    main = [Entry(hero(db).name, 3), *(Entry(card.name, 3) for card in cards[:12]), Entry(cards[12].name, 1)]
    return resolve(Deck("json", champion=[Entry(hero(db).name, 1)], main=main, runes=RUNES), db)


def test_counts_by_hand(db: CardDatabase) -> None:
    find = db.by_name.__getitem__
    unit, spell = find("Blazing Scorcher"), find("Hextech Ray")
    assert (unit.energy, unit.power, unit.might, unit.types) == (5, 0, 5, ("Unit",))
    assert (spell.energy, spell.power, spell.might, spell.types) == (1, 1, None, ("Spell",))
    both = next(card for card in db.cards if card.kind == "main" and card.domains == ("Fury", "Chaos"))
    main = [Entry(unit.name, 3), Entry(spell.name, 2), Entry(both.name, 1), Entry("Nobody", 2), Entry("Anybody", 1)]
    counts = main_counts(resolve(Deck("json", main=main), db).main)
    assert (counts.cards, counts.known) == (9, 6)
    assert both.energy is not None
    assert both.power is not None
    assert counts.energy.average == Fraction(3 * 5 + 2 * 1 + both.energy, 6)
    assert counts.power.average == Fraction(2 * 1 + both.power, 6)
    assert counts.domains == {"Fury": 6, "Chaos": 1}
    assert counts.domainless == 0
    expected = {"Unit": 3, "Spell": 2}
    for kind in both.types:
        expected[kind] = expected.get(kind, 0) + 1
    assert counts.types == expected
    assert [(card.name, card.count) for card in counts.unknown] == [("Anybody", 1), ("Nobody", 2)]
    assert counts.to_json()["unknown"] == [{"name": "Anybody", "count": 1}, {"name": "Nobody", "count": 2}]


def test_a_spread_holds_what_occurs_and_what_lacks_the_number(db: CardDatabase) -> None:
    main = [Entry("Hextech Ray", 2), Entry("Blazing Scorcher", 3), Entry("Brazen Buccaneer", 1)]
    counts = main_counts(resolve(Deck("json", main=main), db).main)
    assert counts.energy.counts == ((1, 2), (5, 3), (6, 1))
    assert (counts.might.cards, counts.might.without) == (4, 2)
    shown = counts.to_json()["energy"]
    assert shown == {"counts": {"1": 2, "5": 3, "6": 1}, "cards": 6, "without": 0, "average": 23 / 6}


def test_tags_and_keywords_count_copies_most_first(db: CardDatabase) -> None:
    main = [Entry(card.name, 1 + number % 3) for number, card in enumerate(fury(db)[:20])]
    counts = main_counts(resolve(Deck("json", main=main), db).main)
    for field, words in ((counts.tags, "tags"), (counts.keywords, "keywords")):
        expected: dict[str, int] = {}
        for number, card in enumerate(fury(db)[:20]):
            for word in getattr(card, words):
                expected[word] = expected.get(word, 0) + 1 + number % 3
        assert field == expected
        assert list(field.values()) == sorted(field.values(), reverse=True)
        assert len(field) > 2


def test_an_empty_main_deck_has_no_average(db: CardDatabase) -> None:
    stats = deck_stats(resolve(Deck("json"), db), None)
    assert stats.main.energy.average is None
    assert stats.to_json()["main"]["energy"] == {"counts": {}, "cards": 0, "without": 0, "average": None}
    assert (stats.drawn_from, stats.cards, stats.champion) == (0, (), None)


def test_the_champions_copy_counts_in_the_curve_and_is_not_drawn(db: CardDatabase) -> None:
    deck = forty(db)
    stats = deck_stats(deck, deck.champion[0])
    assert (stats.main.cards, stats.drawn_from) == (40, 39)
    copies = {card.name: card.copies for card in stats.cards}
    assert copies[hero(db).name] == 2
    assert sum(copies.values()) == 39
    assert stats.notes == ()


def test_odds_of_each_card_are_those_of_its_copies(db: CardDatabase) -> None:
    deck = forty(db)
    stats = deck_stats(deck, deck.champion[0], turns=6)
    assert {card.copies for card in stats.cards} == {1, 2, 3}
    for card in stats.cards:
        for turn in range(1, 7):
            for k in (1, 2, 3):
                for seat, first in (("first", True), ("second", False)):
                    odds = card.seen[seat]
                    assert odds.keep[turn - 1][k - 1] == seen(card.copies, 39, k, turn, first=first)
                    digging = seen(card.copies, 39, k, turn, first=first, mulligan="mulligan")
                    assert odds.mulligan[turn - 1][k - 1] == digging


def test_payable_by_seat(db: CardDatabase) -> None:
    deck = forty(db)
    stats = deck_stats(deck, deck.champion[0], turns=6)
    champion = stats.champion
    assert champion is not None
    assert champion.payable is not None
    card = hero(db)
    assert (card.energy, card.power) == (5, 1)
    # Five energy: turn 3 for the first (6 runes), turn 2 for the second (5 runes), when one of them is Fury.
    assert list(champion.payable["first"]) == [0, 0, 1 - Fraction(1, 924), 1, 1, 1]
    assert list(champion.payable["second"]) == [0, 1 - Fraction(6, 792), 1, 1, 1, 1]
    same = next(entry for entry in stats.cards if entry.name == card.name)
    assert same.payable == champion.payable


def test_two_printings_are_one_card(db: CardDatabase) -> None:
    card = next(card for card in fury(db) if len(card.printings) > 1)
    main = [Entry(card.printings[0].id, 1), Entry(card.printings[1].id, 2), Entry("Nobody", 1), Entry("NOBODY", 1)]
    deck = resolve(Deck("json", main=main), db)
    assert len(deck.main) == 3
    assert [(entry.name, entry.copies) for entry in deck_stats(deck, None).cards] == [(card.name, 3), ("Nobody", 2)]


def test_slots_of_one_unknown_name_are_one_card(db: CardDatabase) -> None:
    deck = resolve(Deck("json"), db)
    deck.main = [Slot("Nobody", 1, None, None), Slot("NOBODY", 2, None, None)]
    assert [entry.copies for entry in deck_stats(deck, None).cards] == [3]


def test_unknown_cards_are_drawn_and_named(db: CardDatabase) -> None:
    main = [Entry("Blazing Scorcher", 3), Entry("Nobody", 2)]
    stats = deck_stats(resolve(Deck("json", main=main, runes=[*RUNES, Entry("Ice Rune", 1)]), db), None, turns=1)
    shown = stats.to_json()
    nobody = shown["cards"][1]
    assert (nobody["name"], nobody["id"], nobody["unknown"], nobody["payable"]) == ("Nobody", None, True, None)
    assert nobody["seen"]["first"]["keep"] == [[1.0, 1.0, 0.0]]
    assert "unknown" not in shown["cards"][0]
    assert [note.split(":")[0] for note in stats.notes] == [
        "Not in the card database",
        "There is no chosen champion",
        "Left out of the rune deck, being unknown or no rune",
    ]
    assert "Ice Rune. Runes counted: 12." in stats.notes[2]


def test_a_long_list_of_unknown_cards_is_cut_in_the_note_only(db: CardDatabase) -> None:
    main = [Entry(f"Nobody {number}", 1) for number in range(8)]
    stats = deck_stats(resolve(Deck("json", main=main), db), None)
    assert "Nobody 4 and 3 more." in stats.notes[0]
    assert len(stats.to_json()["main"]["unknown"]) == 8


def test_a_champion_who_is_not_in_the_main_deck_is_told(db: CardDatabase) -> None:
    deck = resolve(Deck("json", champion=[Entry(hero(db).name, 1)], main=[Entry("Hextech Ray", 3)]), db)
    stats = deck_stats(deck, deck.champion[0])
    assert stats.drawn_from == 3
    assert stats.notes == (f"{hero(db).name} is not in the main deck: every card of the main deck is drawn from.",)


def test_an_unknown_champion_is_taken_out_by_its_name(db: CardDatabase) -> None:
    main = [Entry("New Hero", 2), Entry("Newer Hero", 1)]
    deck = resolve(Deck("json", champion=[Entry("new hero", 1)], main=main), db)
    stats = deck_stats(deck, deck.champion[0])
    assert [(card.name, card.copies) for card in stats.cards] == [("New Hero", 1), ("Newer Hero", 1)]
    assert stats.to_json()["champion"]["unknown"] is True


def test_the_champions_own_printing_is_taken_out(db: CardDatabase) -> None:
    card = next(card for card in db.cards if card.is_champion and len(card.printings) > 1)
    base, other = card.printings[0].id, card.printings[1].id
    for wanted in (base, other):
        deck = resolve(Deck("json", champion=[Entry(wanted, 1)], main=[Entry(base, 1), Entry(other, 1)]), db)
        left = deck_stats(deck, deck.champion[0]).cards
        assert [entry.id for entry in left] == [{base: other, other: base}[wanted]]


def test_cards_in_the_wrong_section_have_no_cost(db: CardDatabase) -> None:
    deck = resolve(Deck("json", main=[Entry("Fury Rune", 1), Entry("Hextech Ray", 1)], runes=RUNES), db)
    stats = deck_stats(deck, None, turns=1)
    by_name = {card.name: card for card in stats.cards}
    assert by_name["Fury Rune"].payable is None
    assert by_name["Hextech Ray"].payable == {"first": (1 - Fraction(15, 66),), "second": (1 - Fraction(20, 220),)}
    assert stats.main.energy.without == 1


def test_seats_of_a_larger_table(db: CardDatabase) -> None:
    deck = forty(db)
    shown = deck_stats(deck, deck.champion[0], turns=3, mode="ffa4").to_json()
    assert shown["draws"]["cards_seen"] == {"first": [4, 5, 6], "between": [5, 6, 7], "last": [5, 6, 7]}
    assert shown["runes"]["channelled"] == {"first": [2, 4, 6], "between": [2, 4, 6], "last": [3, 5, 7]}
    assert list(shown["cards"][0]["seen"]) == list(shown["cards"][0]["payable"]) == ["first", "between", "last"]


def test_cards_seen_end_with_the_deck(db: CardDatabase) -> None:
    deck = resolve(Deck("json", main=[Entry("Hextech Ray", 6)]), db)
    shown = deck_stats(deck, None, turns=4).to_json()
    assert shown["draws"]["cards_seen"]["first"] == [5, 6, 6, 6]
    assert shown["draws"]["deck"] == 6


def test_too_many_mixes_are_told(db: CardDatabase) -> None:
    runes = [Entry(f"{domain} Rune", 20) for domain in ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")]
    stats = deck_stats(resolve(Deck("json", runes=runes), db), None, turns=4)
    assert stats.to_json()["runes"]["mixes"]["8"] is None
    assert any("too many different mixes" in note for note in stats.notes)


@pytest.mark.parametrize("turns", [0, 51, -1])
def test_turns_have_bounds(db: CardDatabase, turns: int) -> None:
    with pytest.raises(ValueError, match=f"turns is {turns}; it must be 1 to 50"):
        deck_stats(forty(db), None, turns=turns)


def test_an_unknown_mode_is_refused(db: CardDatabase) -> None:
    with pytest.raises(ValueError, match="no mode of play 'solo'"):
        deck_stats(forty(db), None, mode="solo")


def test_the_order_of_the_list_does_not_matter(db: CardDatabase) -> None:
    deck, turned = forty(db), forty(db)
    turned.main.reverse()
    turned.runes.reverse()
    champion = deck.champion[0]
    assert deck_stats(deck, champion).to_json() == deck_stats(turned, champion).to_json()


def test_a_full_name_is_shown_where_there_is_one(db: CardDatabase) -> None:
    card = next(card for card in db.cards if card.full_name != card.name)
    deck = resolve(Deck("json", main=[Entry(card.name, 1), Entry("Hextech Ray", 1)]), db)
    shown = {entry["name"]: entry.get("full_name") for entry in deck_stats(deck, None).to_json()["cards"]}
    assert shown == {card.name: card.full_name, "Hextech Ray": None}


def keys(schema: Schema) -> set[str]:
    """Return every key of a document but names of cards, tags, domains and numbers."""
    return set(schema.fields).union(*map(keys, filter(None, map(inner, schema.fields.values()))))


def inner(field: Any) -> Schema | None:
    if isinstance(field, fields.Nested):
        return field.schema
    of_several = field.inner if isinstance(field, fields.List) else getattr(field, "value_field", None)
    return None if of_several is None else inner(of_several)


def test_the_page_tells_every_key() -> None:
    page = ROOT.joinpath("docs", "statistics.md").read_text(encoding="utf-8")
    told = keys(DeckStatsSchema()) | keys(HandSchema()) | {seat.name for mode in SEATS for seat in seats(mode)}
    assert {"cards_seen", "left_out", "odds", "between", "opening"} <= told
    assert not {key for key in told if f"`{key}`" not in page}


def test_numbers_are_numbers_of_json(db: CardDatabase) -> None:
    deck = forty(db)
    shown = deck_stats(deck, deck.champion[0]).to_json()
    assert json.loads(json.dumps(shown, allow_nan=False)) == shown
