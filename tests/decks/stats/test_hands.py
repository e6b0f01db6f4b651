"""Sample hands: the same for a seed everywhere, whole decks, and fair."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from riftcheck.decks.model import Deck, Entry, ResolvedDeck
from riftcheck.decks.resolve import resolve
from riftcheck.decks.stats import Hand, sample_hands

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

LETTERS = "ABCDEFGHIJKLMNOP"


def lettered(db: CardDatabase, letters: str = LETTERS, runes: int = 12, count: int = 1) -> ResolvedDeck:
    """A deck of unknown cards, so that these tests say the same whatever cards there are."""
    main = [Entry(letter, count) for letter in letters]
    return resolve(Deck("json", main=main, runes=[Entry("Fury Rune", runes)] if runes else []), db)


def names(hand: Hand) -> str:
    return "".join(card.name for card in (*hand.opening, *hand.draws))


def test_a_seed_gives_this_hand_in_every_version_of_python(db: CardDatabase) -> None:
    # Random(1).random() * 2**53 is 1210245519433057, and random.Random of that gives 0.280, 0.493, 0.955 and 0.802. The
    # card of place 0 changes places with 0 + 0.280 * 5, that of place 1 with 1 + 0.493 * 4, and so on.
    hand = sample_hands(lettered(db, "ABCDE", runes=0), None, seed=1, count=1)[0]
    assert names(hand) == "BCEAD"


def test_the_hash_seed_does_not_matter() -> None:
    code = (
        "from riftcheck import carddb\nfrom riftcheck.decks.model import Deck, Entry\n"
        "from riftcheck.decks.resolve import resolve\n"
        "from riftcheck.decks.stats import sample_hands\ndb = carddb.load()\n"
        "cards = [card.name for card in db.cards if card.kind == 'main'][:40]\n"
        "deck = resolve(Deck('json', main=[Entry(name, 1) for name in cards], runes=[Entry('Fury Rune', 6),"
        " Entry('Chaos Rune', 6)]), db)\n"
        "print([hand.to_json() for hand in sample_hands(deck, None, seed=7)])"
    )
    answers = set()
    for hash_seed in ("0", "1", "4242"):
        env = os.environ | {
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        }
        answers.add(subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True).stdout)
    assert len(answers) == 1
    assert b"opening" in answers.pop()


def test_the_order_of_the_list_does_not_matter(db: CardDatabase) -> None:
    deck, turned = lettered(db), lettered(db, LETTERS[::-1])
    mind, calm = resolve(Deck("json", runes=[Entry("Mind Rune", 3), Entry("Calm Rune", 3)]), db).runes
    deck.runes, turned.runes = [mind, calm], [calm, mind]
    assert sample_hands(deck, None, seed=3) == sample_hands(turned, None, seed=3)


def test_seeds_differ(db: CardDatabase) -> None:
    deck = lettered(db)
    assert sample_hands(deck, None, seed=3) != sample_hands(deck, None, seed=4)
    assert len({names(hand) for hand in sample_hands(deck, None, seed=3, count=20)}) == 20


def test_count_and_hand_do_not_change_the_cards(db: CardDatabase) -> None:
    deck = lettered(db)
    assert sample_hands(deck, None, seed=9, count=2) == sample_hands(deck, None, seed=9, count=6)[:2]
    small, large = (sample_hands(deck, None, seed=9, hand=hand) for hand in (2, 7))
    assert [len(hand.opening) for hand in small] == [2] * 5
    assert [len(hand.opening) for hand in large] == [7] * 5
    assert [names(hand) for hand in small] == [names(hand)[:8] for hand in large]


def test_what_a_hand_shows(db: CardDatabase) -> None:
    hands = sample_hands(lettered(db), None, seed=5)
    assert len(hands) == 5
    for hand in hands:
        assert (len(hand.opening), len(hand.draws), len(hand.runes)) == (4, 6, 12)
        assert len(set(names(hand))) == 10
    assert list(hands[0].to_json()) == ["opening", "draws", "runes"]
    assert hands[0].to_json()["runes"][0] == {"name": "Fury Rune", "id": hands[0].runes[0].id}
    first = hands[0].opening[0].name
    assert hands[0].to_json()["opening"][0] == {"name": first, "id": None, "unknown": True}


def test_the_whole_deck_without_the_champions_copy_is_drawn_from(db: CardDatabase) -> None:
    champion = next(card for card in db.cards if card.is_champion and len(card.printings) > 1)
    base, other = champion.printings[0].id, champion.printings[1].id
    main = [Entry(base, 2), Entry(other, 1), Entry("Hextech Ray", 3)]
    deck = resolve(Deck("json", main=main, champion=[Entry(other, 1)]), db)
    for hand in sample_hands(deck, deck.champion[0], seed=2, count=10):
        assert Counter(card.id for card in (*hand.opening, *hand.draws)) == {
            base: 2,
            db.by_name["Hextech Ray"].base_printing.id: 3,
        }
    everything = sample_hands(deck, None, seed=2, count=1)[0]
    assert len(everything.opening) + len(everything.draws) == 6


def test_a_deck_smaller_than_the_hand_gives_what_it_has(db: CardDatabase) -> None:
    hand = sample_hands(lettered(db, "ABC", runes=2), None, seed=1, count=1, hand=5)[0]
    assert (sorted(names(hand)), hand.draws, len(hand.runes)) == (["A", "B", "C"], (), 2)
    empty = sample_hands(lettered(db, "", runes=0), None, seed=1, count=1)[0]
    assert empty == Hand((), (), ())


def test_no_opening_hand_but_draws(db: CardDatabase) -> None:
    hand = sample_hands(lettered(db), None, seed=1, count=1, hand=0)[0]
    assert (hand.opening, len(hand.draws)) == ((), 6)


def test_a_larger_rune_deck_shows_the_runes_of_six_turns(db: CardDatabase) -> None:
    assert len(sample_hands(lettered(db, runes=20), None, seed=1, count=1)[0].runes) == 13


@pytest.mark.parametrize("count", [0, 1001])
def test_the_number_of_hands_has_bounds(db: CardDatabase, count: int) -> None:
    with pytest.raises(ValueError, match=f"count is {count}; it must be 1 to 1000"):
        sample_hands(lettered(db), None, seed=1, count=count)


def test_a_negative_hand_is_refused(db: CardDatabase) -> None:
    with pytest.raises(ValueError, match="hand is -1"):
        sample_hands(lettered(db), None, seed=1, hand=-1)


def test_every_order_is_as_likely(db: CardDatabase) -> None:
    deck = lettered(db, "ABCD", runes=3)
    orders = Counter(names(hand) for seed in range(24) for hand in sample_hands(deck, None, seed=seed, count=1000))
    assert len(orders) == 24
    expected = orders.total() / 24
    # Chi-squared with 23 degrees of freedom is over 49.7 in one of a thousand fair shufflers.
    assert sum((number - expected) ** 2 / expected for number in orders.values()) < 49.7


def test_runes_are_shuffled_too(db: CardDatabase) -> None:
    deck = resolve(Deck("json", runes=[Entry("Fury Rune", 1), Entry("Calm Rune", 1), Entry("Mind Rune", 1)]), db)
    orders = Counter(
        "".join(rune.name[0] for rune in hand.runes) for hand in sample_hands(deck, None, seed=11, count=600)
    )
    assert set(orders) == {"FCM", "FMC", "CFM", "CMF", "MFC", "MCF"}
    assert min(orders.values()) > 60
