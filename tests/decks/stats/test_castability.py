"""Castability against the engine's own offers, every order of the runes, shuffles, and figures worked out by hand."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt
from typing import TYPE_CHECKING

import pytest

from riftcheck.carddb.model import DOMAIN_BIT, DOMAINS
from riftcheck.decks.champion import read_champion
from riftcheck.decks.model import Deck, Entry, Slot
from riftcheck.decks.resolve import resolve
from riftcheck.decks.stats import RuneDeck, castability, sample_hands, seats
from riftcheck.decks.stats.castability import RUNES, curve_turn, rune_splits
from riftcheck.decks.text import parse
from tests.engine.own_cards import HOME, Table, shipped
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import Card, CardDatabase
    from riftcheck.carddb.model import Domain
    from riftcheck.decks.model import ResolvedDeck
    from riftcheck.decks.stats import Castability, RuneSplit
    from riftcheck.decks.stats.seats import Seat

FIRST, SECOND = seats("match")

# Units and gear whose play does not depend on the printed cost alone.
BEYOND_THE_COST = {
    "Ol' Poro": "not before the fourth turn",
    "Ekko, Ingenious": "a friendly unit has to be returned",
    "Legion Quartermaster": "a gear has to be returned",
    "Cruel Patron": "a friendly unit has to be killed",
    "Stalking Wolf": "a Bird, Cat, Dog or Poro has to be killed",
    "Perched Grimwyrm": "to a battlefield that was conquered",
    "Brazen Buccaneer": "a discard makes it cheaper",
}


def listed(db: CardDatabase, main: dict[str, int], **runes: int) -> ResolvedDeck:
    entries = [Entry(name, count) for name, count in main.items()]
    return resolve(
        Deck("json", main=entries, runes=[Entry(f"{domain} Rune", count) for domain, count in runes.items()]), db
    )


def priced(db: CardDatabase, *costs: tuple[int | None, int | None, tuple[Domain, ...], int]) -> ResolvedDeck:
    """A list of made-up units `U0`, `U1` and so on, each of a cost, domains and a number of copies."""
    unit = next(card for card in db.cards if card.kind == "main")
    deck = listed(db, {})
    for number, (energy, power, domains, copies) in enumerate(costs):
        card = replace(unit, name=f"U{number}", energy=energy, power=power, domains=domains)
        deck.main.append(Slot(card.name, copies, card, None))
    return deck


def split_of(found: Castability, **runes: int) -> RuneSplit:
    (split,) = [one for one in found.splits if {k: v for k, v in one.runes.items() if v} == runes]
    return split


# --- what can be paid, against the engine ----------------------------------------------------------------------------


def test_the_engine_offers_exactly_the_permanents_that_the_runes_pay_for(db: CardDatabase) -> None:
    # Spells are left out: what they ask for, such as a target, may be missing.
    permanents = [
        card
        for card in db.cards
        if card.kind == "main" and "Spell" not in card.types and card.unsupported is None and not card.is_token
    ]
    others = [f"{domain} Rune" for domain in DOMAINS if domain not in ("Fury", "Calm")]  # those two each table has
    table = Table(shipped=shipped(db, *(card.name for card in permanents), *others))
    me = table.s.players[HOME]
    me.pool[0] = me.pool[7] = 0
    table.zone(HOME, "hand", *(card.name for card in permanents))
    empty = table.s
    source = random.Random(18)
    wrong: Counter[str] = Counter()
    paid = asked = 0
    for _ in range(60):
        table.s = empty.clone()
        # Boards of two or three domains, as decks have them.
        domains = source.sample(DOMAINS, source.choice((2, 3)))
        board = Counter(source.choice(domains) for _ in range(source.randint(0, RUNES)))
        for domain in board.elements():
            table.obj(f"{domain} Rune", HOME, HOME)
        table.go()
        offered = set(table.offers())
        runes = RuneDeck({DOMAIN_BIT[domain]: count for domain, count in board.items()})
        for card in permanents:
            assert card.energy is not None
            assert card.power is not None
            odds = runes.pays(card.energy, card.power, card.domain_bits, runes.size)  # all of them are on the board
            assert odds in (0, 1)
            paid, asked = paid + int(odds), asked + 1
            if (f"play {card.name}" in offered) != bool(odds):
                wrong[card.name] += 1
    assert set(wrong) == set(BEYOND_THE_COST)
    assert asked / 4 < paid < asked * 3 / 4, "both answers come up"
    assert {card.power for card in permanents} == {0, 1, 2, 3, 4}
    assert {len(card.domains) for card in permanents} >= {1, 2}


@pytest.mark.parametrize(("energy", "power", "runes"), [(2, 2, 2), (2, 1, 2), (1, 2, 2), (0, 2, 2), (3, 2, 3)])
def test_one_rune_gives_energy_and_power(energy: int, power: int, runes: int) -> None:
    for number in range(5):
        table = Table(f"- {{name: Kite, type: Unit, might: 1, energy: {energy}, power: {power}}}")
        table.s.players[HOME].pool[0] = table.s.players[HOME].pool[7] = 0
        for _ in range(number):
            table.obj("Fury Rune", HOME, HOME)
        table.zone(HOME, "hand", "Kite")
        table.go()
        assert ("play Kite" in table.offers()) == (number >= runes)
        assert RuneDeck({DOMAIN_BIT["Fury"]: number} if number else {}).pays(
            energy, power, DOMAIN_BIT["Fury"], number
        ) == (number >= runes)
    assert curve_turn(energy, power, FIRST) == (runes + 1) // 2


# --- the odds, against enumeration and shuffles ----------------------------------------------------------------------


def brute(split: dict[str, int], card: Card, channelled: int) -> Fraction:
    """Count the sets of runes that pay for a card, with every rune for itself."""
    runes = [domain for domain, count in split.items() for _ in range(count)]
    assert len(runes) == RUNES
    assert card.energy is not None
    assert card.power is not None
    fit = 0
    for drawn in combinations(runes, channelled):
        matching = sum(1 for domain in drawn if not card.domains or domain in card.domains)
        fit += len(drawn) >= card.energy and matching >= card.power
    return Fraction(fit, comb(RUNES, channelled))


def test_every_split_against_every_set_of_runes(db: CardDatabase) -> None:
    both: tuple[Domain, ...] = ("Fury", "Chaos")
    deck = priced(
        db,
        (2, 1, ("Fury",), 3),
        (3, 2, ("Chaos",), 2),
        (8, 3, ("Fury",), 1),
        (1, 2, both, 2),
        (0, 1, (), 1),
        (5, 0, ("Chaos",), 3),
        (1, 1, ("Calm",), 1),
        (12, 4, ("Chaos",), 1),
    )
    found = castability(deck, both)
    assert len(found.splits) == RUNES + 1
    turns = {"U0": (1, 1), "U1": (2, 1), "U2": (4, 4), "U3": (1, 1), "U4": (1, 1), "U5": (3, 2), "U6": (1, 1),
             "U7": (6, 6)}  # fmt: skip
    assert {card.name: tuple(card.turns.values()) for card in found.cards} == turns
    for split in found.splits:
        by_name = {card.name: card for card in split.cards}
        means = []
        for place, (seat, extra) in enumerate((("first", 0), ("second", 1))):
            total = Fraction(0)
            for slot in deck.main:
                assert slot.card is not None
                channelled = min(2 * turns[slot.name][place] + extra, RUNES)
                expected = brute(split.runes, slot.card, channelled)
                assert by_name[slot.name].odds[seat] == expected
                total += slot.count * expected
            assert split.by_seat[seat] == total / 14
            means.append(total / 14)
        assert split.mean == sum(means) / 2
    assert [split.mean for split in found.splits] == sorted((split.mean for split in found.splits), reverse=True)


def test_real_shuffles_come_near_the_exact_odds(db: CardDatabase) -> None:
    deck = listed(
        db, {"Get Excited!": 3, "Immortal Phoenix": 3, "Volibear, Furious": 2, "Seal of Discord": 1}, Fury=3, Chaos=9
    )
    found = castability(deck, ("Fury", "Chaos"))
    assert found.own is not None
    assert found.own.runes == {"Fury": 3, "Chaos": 9}
    shuffles = [hand.runes for seed in range(4) for hand in sample_hands(deck, None, seed=seed, count=1000)]
    odds = {card.name: card.odds for card in found.own.cards}
    unsure = 0
    for card in found.cards:
        names = {f"{domain} Rune" for domain in card.domains}
        for seat in (FIRST, SECOND):
            channelled = seat.channelled(card.turns[seat.name], RUNES)
            paid = sum(sum(rune.name in names for rune in runes[:channelled]) >= card.power for runes in shuffles)
            exact = float(odds[card.name][seat.name])
            unsure += 0 < exact < 1
            assert abs(paid / 4000 - exact) <= 4 * sqrt(exact * (1 - exact) / 4000)
    assert unsure >= 6


def test_figures_by_hand(db: CardDatabase) -> None:
    # One Fury power on two runes: all but the C(12 - k, 2) of C(12, 2) = 66 pairs without Fury; on three, of 220.
    found = castability(priced(db, (2, 1, ("Fury",), 1)), ("Fury", "Chaos"))
    for fury in range(RUNES + 1):
        split = found.splits[RUNES - fury]  # more Fury is never worse here
        assert split.by_seat["first"] == 1 - Fraction(comb(12 - fury, 2), 66)
        assert split.by_seat["second"] == 1 - Fraction(comb(12 - fury, 3), 220)
    six = split_of(found, Fury=6, Chaos=6)
    assert six.by_seat == {"first": Fraction(51, 66), "second": Fraction(200, 220)}


# --- turns and splits ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [*seats("match"), *seats("ffa4")], ids=lambda seat: seat.name)
def test_the_curve_turn_is_the_first_with_runes_enough(seat: Seat) -> None:
    for energy, power in product(range(RUNES + 1), range(5)):
        turn = curve_turn(energy, power, seat)
        runes = [min(2 * number + (seat in (SECOND, seats("ffa4")[2])), RUNES) for number in range(1, 7)]
        assert turn == next(number for number, held in enumerate(runes, 1) if held >= max(energy, power))
    assert curve_turn(13, 0, FIRST) is None
    assert curve_turn(0, 13, SECOND) is None


def test_splits_are_every_way_to_make_twelve() -> None:
    assert list(rune_splits(["Fury"])) == [{"Fury": 12}]
    assert list(rune_splits(["Fury", "Calm"])) == [{"Fury": 12 - n, "Calm": n} for n in range(13)]
    three = list(rune_splits(["Fury", "Calm", "Mind"]))
    expected = {(a, b, 12 - a - b) for a in range(13) for b in range(13 - a)}
    assert {tuple(split.values()) for split in three} == expected
    assert len(three) == len(expected) == comb(14, 2)


def test_domains_stand_in_the_order_of_the_rules_and_once(db: CardDatabase) -> None:
    found = castability(priced(db, (1, 1, ("Fury",), 1)), ("Order", "Fury", "Order"))
    assert found.domains == ("Fury", "Order")
    assert all(list(split.runes) == ["Fury", "Order"] for split in found.splits)


def test_one_domain_has_one_split(db: CardDatabase) -> None:
    body: tuple[Domain, ...] = ("Body",)
    found = castability(priced(db, (2, 2, body, 1)), body)
    assert [(split.runes, split.rank, split.mean) for split in found.splits] == [({"Body": 12}, 1, Fraction(1))]


def test_ties_share_a_rank_and_are_all_best(db: CardDatabase) -> None:
    # Two runes of the other domain are no harm on the play where two matching ones are asked for of four.
    found = castability(priced(db, (4, 2, ("Mind",), 1)), ("Mind", "Chaos"))
    best = [{"Mind": 10, "Chaos": 2}, {"Mind": 11, "Chaos": 1}, {"Mind": 12, "Chaos": 0}]
    assert found.best_runes == best, "the more even one first"
    assert [split.rank for split in found.splits[:5]] == [1, 1, 1, 4, 5]
    # On the draw five runes are channelled: three others are no harm.
    assert found.best_by_seat == {"first": best, "second": [*best, {"Mind": 9, "Chaos": 3}]}


def test_seats_may_have_different_best_splits(db: CardDatabase) -> None:
    found = castability(priced(db, (4, 2, ("Fury",), 3), (3, 1, ("Chaos",), 2)), ("Fury", "Chaos"))
    for seat in ("first", "second"):
        most = max(split.by_seat[seat] for split in found.splits)
        assert found.best_by_seat[seat] == [split.runes for split in found.splits if split.by_seat[seat] == most]


def test_a_larger_table_has_three_seats_of_equal_weight(db: CardDatabase) -> None:
    found = castability(priced(db, (2, 1, ("Fury",), 1)), ("Fury", "Chaos"), mode="ffa4")
    six = split_of(found, Fury=6, Chaos=6)
    odds = [Fraction(51, 66), Fraction(51, 66), Fraction(200, 220)]
    assert list(six.by_seat.items()) == list(zip(("first", "between", "last"), odds, strict=True))
    assert six.mean == sum(odds) / 3


# --- the list's own runes, and what is left out ----------------------------------------------------------------------


def test_a_real_list(db: CardDatabase) -> None:
    text = (ROOT / "tests/fixtures/lists/list-072.txt").read_text("utf-8")
    deck = read_champion(resolve(parse(text, db).deck, db)).deck
    found = castability(deck, ("Fury", "Chaos"))
    assert found.copies == 40, "the champion's copy is one of them"
    assert ("Jinx, Demolitionist", 1) in [(card.name, card.copies) for card in found.cards]
    assert found.notes == ()
    assert found.own is not None
    assert [split.own for split in found.splits].count(True) == 1
    assert (found.own.runes, found.own.rank) == ({"Fury": 5, "Chaos": 7}, 3)
    assert found.best_runes == [{"Fury": 6, "Chaos": 6}]
    losses = [card.loss for card in found.own.cards]
    assert losses == sorted(losses, reverse=True)
    assert sum(losses) == 40 * (1 - found.own.mean)
    # Three copies of Get Excited!: 2 energy and 1 Fury power on 2 and on 3 runes, 5 of 12 Fury.
    worst = found.own.cards[0]
    assert (worst.name, worst.copies) == ("Get Excited!", 3)
    assert worst.odds == {"first": 1 - Fraction(comb(7, 2), 66), "second": 1 - Fraction(comb(7, 3), 220)}
    assert worst.loss == 3 * (1 - sum(worst.odds.values()) / 2)


def test_printings_of_a_card_are_one(db: CardDatabase) -> None:
    card = next(card for card in db.cards if card.kind == "main" and len(card.printings) > 1)
    deck = resolve(Deck("json", main=[Entry(one.id, 1) for one in card.printings[:2]]), db)
    assert len(deck.main) == 2
    found = castability(deck, card.domains or ("Fury",))
    assert [(one.name, one.copies) for one in found.cards] == [(card.name, 2)]


def test_a_list_without_runes_has_splits_and_none_of_its_own(db: CardDatabase) -> None:
    found = castability(priced(db, (2, 1, ("Fury",), 1)), ("Fury", "Chaos"))
    assert found.own is None
    assert found.notes == ("The list has no runes, so no split is its own.",)


def test_a_rune_deck_of_another_size_is_told_and_measured(db: CardDatabase) -> None:
    deck = priced(db, (2, 1, ("Fury",), 1), (12, 0, (), 1))
    deck.runes = listed(db, {}, Fury=5, Chaos=5).runes
    found = castability(deck, ("Fury", "Chaos"))
    assert found.own is not None
    assert found.own not in found.splits
    assert (found.own.rank, found.own.runes) == (None, {"Fury": 5, "Chaos": 5})
    odds = {card.name: card.odds for card in found.own.cards}
    # All but C(5, 2) = 10 of C(10, 2) = 45 pairs, and C(5, 3) = 10 of 120; ten runes never pay for twelve.
    assert odds == {
        "U0": {"first": Fraction(35, 45), "second": Fraction(110, 120)},
        "U1": {"first": Fraction(0), "second": Fraction(0)},
    }
    (note,) = found.notes
    assert note == "The list has 10 known runes; a rune deck has 12, so none of the splits is its own."


def test_runes_of_other_domains_are_told_and_measured(db: CardDatabase) -> None:
    deck = priced(db, (2, 1, ("Fury",), 1))
    deck.runes = listed(db, {}, Fury=6, Mind=6).runes
    found = castability(deck, ("Fury", "Chaos"))
    assert found.own is not None
    assert (found.own.rank, found.own.runes) == (None, {"Fury": 6, "Chaos": 0, "Mind": 6})
    assert found.own.mean == split_of(found, Fury=6, Chaos=6).mean
    (note,) = found.notes
    assert note == "The list has runes of Mind, outside of its domains (Fury, Chaos), so none of the splits is its own."


def test_what_is_no_known_rune_is_told(db: CardDatabase) -> None:
    deck = priced(db, (2, 1, ("Fury",), 1))
    deck.runes = resolve(Deck("json", runes=[Entry("Fury Rune", 12), Entry("Ice Rune", 1)]), db).runes
    found = castability(deck, ("Fury", "Chaos"))
    assert found.notes == ("Left out of the rune deck, being unknown or no rune: Ice Rune.",)
    assert found.own is not None
    assert (found.own.rank, found.own.runes) == (1, {"Fury": 12, "Chaos": 0})


def test_cards_that_cannot_count_are_told(db: CardDatabase) -> None:
    deck = priced(db, (2, 1, ("Fury",), 1), (None, 1, ("Fury",), 2), (13, 0, ("Fury",), 1), (12, 2, ("Fury",), 1))
    deck.main.append(Slot("Nothing", 2, None, None))
    deck.runes = listed(db, {}, Fury=12).runes
    found = castability(deck, ("Fury", "Chaos"))
    assert [card.name for card in found.cards] == ["U0", "U3"]
    assert found.copies == 2
    assert found.notes == (
        "Not in the card database, so left out: Nothing.",
        "Without a known cost, so left out: U1.",
        "More than 12 runes are asked for, so left out: U2.",
    )


def test_a_card_outside_of_the_domains_is_never_paid(db: CardDatabase) -> None:
    found = castability(priced(db, (2, 1, ("Mind",), 1)), ("Fury", "Chaos"))
    assert {split.mean for split in found.splits} == {0}
    assert len(found.best) == 13


def test_what_cannot_be_answered_is_refused(db: CardDatabase) -> None:
    deck = priced(db, (2, 1, ("Fury",), 1))
    fury: tuple[Domain, ...] = ("Fury",)
    with pytest.raises(ValueError, match="A rune deck has runes of the legend's domains; none is given"):
        castability(deck, ())
    with pytest.raises(ValueError, match="There is no mode of play 'solo'"):
        castability(deck, fury, mode="solo")
    for nothing in (priced(db), priced(db, (None, None, (), 1), (13, 0, (), 2))):
        with pytest.raises(ValueError, match="No card of the main deck has a known cost that 12 runes can pay"):
            castability(nothing, fury)


def test_the_order_of_the_list_does_not_matter(db: CardDatabase) -> None:
    names = {"Get Excited!": 3, "The Harrowing": 3, "Volibear, Furious": 2, "Stacked Deck": 1}
    one = castability(listed(db, names, Fury=6, Chaos=6), ("Fury", "Chaos"))
    other = castability(listed(db, dict(reversed(names.items())), Chaos=6, Fury=6), ("Chaos", "Fury"))
    assert one.to_json() == other.to_json()


def test_as_json(db: CardDatabase) -> None:
    deck = priced(db, (2, 1, ("Fury",), 1), (1, 1, ("Chaos",), 1))
    deck.runes = listed(db, {}, Fury=7, Chaos=5).runes
    shown = castability(deck, ("Fury", "Chaos")).to_json()
    assert list(shown) == ["mode", "domains", "copies", "cards", "best", "best_by_seat", "splits", "own", "notes"]
    assert shown["cards"][0] == {
        "name": "U0", "id": None, "copies": 1, "energy": 2, "power": 1, "domains": ["Fury"],
        "turns": {"first": 1, "second": 1},
    }  # fmt: skip
    assert shown["best"] == [{"Fury": 6, "Chaos": 6}]
    assert shown["best_by_seat"] == {"first": shown["best"], "second": shown["best"]}
    assert shown["own"] == next(split for split in shown["splits"] if split["own"])
    assert shown["own"]["runes"] == {"Fury": 7, "Chaos": 5}
    chaos = shown["own"]["cards"][0]
    odds = {"first": 1 - 21 / 66, "second": 1 - 35 / 220}
    assert chaos == {
        "name": "U1", "copies": 1, "odds": pytest.approx(odds), "mean": pytest.approx(sum(odds.values()) / 2),
        "loss": pytest.approx(1 - sum(odds.values()) / 2),
    }  # fmt: skip
