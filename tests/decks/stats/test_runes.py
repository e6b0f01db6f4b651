"""Rune mixes and payability against every order of the runes and every way to use them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING

import pytest

from riftcheck.decks.model import Deck, Entry
from riftcheck.decks.resolve import resolve
from riftcheck.decks.stats import RuneDeck, rune_stats, seats
from riftcheck.decks.stats.runes import MAX_MIXES

if TYPE_CHECKING:
    from riftcheck.carddb import Card, CardDatabase
    from riftcheck.carddb.model import Domain


def rune_deck(db: CardDatabase, **counts: int) -> RuneDeck:
    entries = [Entry(f"{domain} Rune", count) for domain, count in counts.items()]
    return RuneDeck.of_slots(resolve(Deck("json", runes=entries), db).runes)


def priced(db: CardDatabase, energy: int | None, power: int | None, *domains: Domain) -> Card:
    unit = next(card for card in db.cards if card.kind == "main")
    return replace(unit, energy=energy, power=power, domains=domains)


def test_mixes_of_a_hand_worked_deck(db: CardDatabase) -> None:
    deck = rune_deck(db, Fury=7, Chaos=5)
    mixes = deck.mixes(2)
    assert mixes is not None
    # Of C(12,2) = 66 pairs C(7,2) = 21 are Fury, 7 * 5 = 35 mixed, C(5,2) = 10 Chaos.
    assert [(mix.runes, mix.odds) for mix in mixes] == [
        ((2, 0), Fraction(21, 66)),
        ((1, 1), Fraction(35, 66)),
        ((0, 2), Fraction(10, 66)),
    ]


@pytest.mark.parametrize(
    "counts", [{"Fury": 6, "Order": 6}, {"Calm": 12}, {"Mind": 4, "Body": 3, "Chaos": 2}, {"Fury": 1, "Mind": 8}]
)
def test_mixes_against_every_set_of_runes(db: CardDatabase, counts: dict[str, int]) -> None:
    deck = rune_deck(db, **counts)
    runes = [domain for domain, count in zip(deck.domains, deck.counts, strict=True) for _ in range(count)]
    assert Counter(runes) == Counter(counts)
    for channelled in range(len(runes) + 1):
        found: Counter[tuple[int, ...]] = Counter()
        for drawn in combinations(runes, channelled):
            found[tuple(drawn.count(domain) for domain in deck.domains)] += 1
        mixes = deck.mixes(channelled)
        assert mixes is not None
        assert {mix.runes: mix.odds * found.total() for mix in mixes} == dict(found)
        assert len(mixes) == len(found)


def test_domains_stand_in_the_order_of_the_rules(db: CardDatabase) -> None:
    assert rune_deck(db, Order=1, Fury=2, Mind=3).domains == ("Fury", "Mind", "Order")
    assert rune_deck(db, Order=1, Fury=2, Mind=3).counts == (2, 3, 1)


def can_pay(runes: tuple[str, ...], energy: int, power: int, domains: tuple[str, ...]) -> bool:
    """Try every use of every rune: nothing, exhausting it, recycling it, or both, in that order (CR 164.2)."""
    for uses in product(((0, 0), (1, 0), (0, 1), (1, 1)), repeat=len(runes)):
        got_energy = sum(exhausted for exhausted, _ in uses)
        got_power = sum(
            recycled for rune, (_, recycled) in zip(runes, uses, strict=True) if not domains or rune in domains
        )
        if got_energy >= energy and got_power >= power:
            return True
    return False


@pytest.mark.parametrize("domains", [("Fury",), ("Calm",), ("Fury", "Chaos"), ("Order",), ()])
def test_payable_against_every_use_of_every_rune(db: CardDatabase, domains: tuple[Domain, ...]) -> None:
    deck = rune_deck(db, Fury=3, Chaos=2, Calm=1)
    runes = ["Fury"] * 3 + ["Chaos"] * 2 + ["Calm"]
    for energy, power, channelled in product(range(6), range(4), range(5)):
        sets = list(combinations(runes, channelled))
        paid = Counter(sets)
        expected = Fraction(sum(n for drawn, n in paid.items() if can_pay(drawn, energy, power, domains)), len(sets))
        assert deck.payable(priced(db, energy, power, *domains), channelled) == expected


def test_payable_by_hand(db: CardDatabase) -> None:
    deck = rune_deck(db, Fury=6, Chaos=6)
    # Two energy and one Fury power on two runes: all but the C(6,2) = 15 of 66 pairs without Fury.
    assert deck.payable(priced(db, 2, 1, "Fury"), 2) == Fraction(51, 66)
    assert deck.payable(priced(db, 3, 0, "Fury"), 2) == 0
    assert deck.payable(priced(db, 3, 0, "Fury"), 3) == 1
    # Of two domains any will do (CR 135.2.e.6.c).
    assert deck.payable(priced(db, 1, 2, "Fury", "Chaos"), 2) == 1
    assert deck.payable(priced(db, 0, 3, "Fury", "Chaos"), 2) == 0
    # No domain: any domain will do (CR 135.2.e.6.b).
    assert deck.payable(priced(db, 0, 2), 2) == 1
    # A domain that the deck has no runes of.
    assert deck.payable(priced(db, 1, 1, "Mind"), 12) == 0
    assert deck.payable(priced(db, 0, 0, "Mind"), 0) == 1
    assert deck.payable(priced(db, None, None, "Fury"), 2) is None


def test_a_real_card_of_two_domains(db: CardDatabase) -> None:
    card = next(card for card in db.cards if card.kind == "main" and len(card.domains) == 2 and card.power)
    one, other = card.domains
    deck = rune_deck(db, **{one: 5, other: 5, next(d for d in ("Fury", "Calm", "Mind") if d not in card.domains): 2})
    assert deck.matching(card) == 10


def test_what_is_no_known_rune_is_left_out(db: CardDatabase) -> None:
    unit = next(card for card in db.cards if card.kind == "main")
    entries = [Entry("Fury Rune", 5), Entry("Ice Rune", 2), Entry(unit.name, 1), Entry("Fury Rune", 3)]
    deck = RuneDeck.of_slots(resolve(Deck("json", runes=entries), db).runes)
    assert (deck.size, deck.domains, deck.counts) == (8, ("Fury",), (8,))
    assert sorted((card.name, card.count) for card in deck.left_out) == sorted([("Ice Rune", 2), (unit.name, 1)])


def test_two_printings_of_a_rune_are_one_domain(db: CardDatabase) -> None:
    printings = next(card for card in db.cards if card.name == "Fury Rune").printings
    entries = [Entry(printings[0].id, 4), Entry(printings[1].id, 2)]
    slots = resolve(Deck("json", runes=entries), db).runes
    assert len(slots) == 2
    assert RuneDeck.of_slots(slots).counts == (6,)


def test_more_runes_than_there_are_is_refused(db: CardDatabase) -> None:
    deck = rune_deck(db, Fury=6)
    for number in (7, -1):
        with pytest.raises(ValueError, match=f"{number} runes cannot be channelled from a rune deck of 6"):
            deck.mixes(number)
        with pytest.raises(ValueError, match=f"{number} runes cannot"):
            deck.payable(priced(db, 0, 0), number)


def test_an_empty_rune_deck(db: CardDatabase) -> None:
    stats = rune_stats(RuneDeck.of_slots([]), seats("match"), 3)
    assert stats.channelled == {"first": (0, 0, 0), "second": (0, 0, 0)}
    assert stats.to_json()["mixes"] == {"0": [{"runes": {}, "odds": 1.0}]}
    assert stats.deck.payable(priced(db, 1, 0), 0) == 0


def test_mixes_are_listed_up_to_a_limit(db: CardDatabase) -> None:
    every = dict.fromkeys(("Fury", "Calm", "Mind", "Body", "Chaos", "Order"), 20)
    deck = rune_deck(db, **every)
    # So many runes of each domain as are drawn: the mixes number C(n + 5, 5), 792 for 7 runes and 1287 for 8.
    mixes = deck.mixes(7)
    assert mixes is not None
    assert len(mixes) == comb(12, 5) == 792
    assert comb(13, 5) > MAX_MIXES
    assert deck.mixes(8) is None
    assert deck.payable(priced(db, 8, 1, "Fury"), 8) == 1 - Fraction(comb(100, 8), comb(120, 8))


def test_the_largest_legal_deck_is_listed(db: CardDatabase) -> None:
    deck = rune_deck(db, **dict.fromkeys(("Fury", "Calm", "Mind", "Body", "Chaos", "Order"), 2))
    sizes = [len(deck.mixes(number) or ()) for number in range(13)]
    assert sizes == [1, 6, 21, 50, 90, 126, 141, 126, 90, 50, 21, 6, 1]


def test_rune_stats_by_seat_and_turn(db: CardDatabase) -> None:
    shown = rune_stats(rune_deck(db, Fury=6, Chaos=6), seats("match"), 7).to_json()
    assert shown["channelled"] == {"first": [2, 4, 6, 8, 10, 12, 12], "second": [3, 5, 7, 9, 11, 12, 12]}
    assert list(shown["mixes"]) == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]
    assert shown["mixes"]["2"][1] == {"runes": {"Fury": 1, "Chaos": 1}, "odds": 36 / 66}
    assert shown["mixes"]["12"] == [{"runes": {"Fury": 6, "Chaos": 6}, "odds": 1.0}]
    assert (shown["size"], shown["domains"], shown["left_out"]) == (12, {"Fury": 6, "Chaos": 6}, [])
