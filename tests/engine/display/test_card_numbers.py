"""The numbers of cards in views: kept while a viewer can follow a card, new where they lost sight of it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.engine.board.zones import new_object, put_card, remove, take_card
from riftcheck.engine.display.redeal import redeal
from riftcheck.engine.display.view import view
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.references import card_def, card_ref
from riftcheck.engine.playing.options import turn_facedown
from riftcheck.engine.storage.save import dump, load
from tests.engine.display.test_view import EYES, faces, secret

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State


def numbers_of(s: State, player: int | None) -> dict[str, str]:
    """Return the card numbers of a view by name, with a numbering that tells all that it is given."""

    def number(card: int, losses: int, moment: int) -> Any:
        return f"{card}/{losses}/{moment}"

    found: dict[str, str] = {}

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            if value.get("card") is not None:
                assert found.setdefault(value["name"], value["card"]) == value["card"]
            value = list(value.values())
        if isinstance(value, list):
            for one in value:
                walk(one)

    walk(view(s, player, number))
    return found


def moved(s: State, number: int, *zones: int) -> None:
    """Move a card from the first of some zones through the others."""
    for zone, following in pairwise(zones):
        take_card(s, number, zone)
        put_card(s, number, following)


def test_a_card_keeps_its_number_where_it_can_be_followed() -> None:
    s = secret().s
    mine = s.players[0].hand[0]
    name = faces(s, [mine])[0]
    before = numbers_of(s, 0)[name]
    moved(s, mine, w.Z_HAND, w.Z_TRASH, w.Z_BANISHED)
    assert numbers_of(s, 0)[name] == before
    shown = numbers_of(s, 1)[name]
    moved(s, mine, w.Z_BANISHED, w.Z_HAND)
    assert numbers_of(s, 0)[name] == before
    assert name not in numbers_of(s, 1)
    moved(s, mine, w.Z_HAND, w.Z_TRASH)
    assert numbers_of(s, 0)[name] == before
    assert numbers_of(s, 1)[name] != shown
    assert numbers_of(s, None)[name] == numbers_of(s, 1)[name]


def test_a_card_that_was_in_a_deck_has_another_number_for_everybody() -> None:
    s = secret().s
    mine = s.players[0].hand[0]
    name = faces(s, [mine])[0]
    moved(s, mine, w.Z_HAND, w.Z_TRASH)
    before = [numbers_of(s, eye)[name] for eye in EYES]
    moved(s, mine, w.Z_TRASH, w.Z_DECK, w.Z_TRASH)
    after = [numbers_of(s, eye)[name] for eye in EYES]
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_a_card_that_lay_facedown_has_another_number_for_the_others() -> None:
    b = secret()
    s = b.s
    mine = s.players[0].hand[0]
    name = faces(s, [mine])[0]
    moved(s, mine, w.Z_HAND, w.Z_TRASH)
    before = [numbers_of(s, eye)[name] for eye in EYES]
    take_card(s, mine, w.Z_TRASH)
    o = new_object(s, mine, card_def(s, mine), 0, 0, w.NOBODY)
    turn_facedown(s, o, 2)
    remove(s, o)
    put_card(s, mine, w.Z_TRASH)
    after = [numbers_of(s, eye)[name] for eye in EYES]
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, False]


def test_a_card_shown_of_anothers_hand_has_its_number_for_the_moment() -> None:
    b = secret()
    s = b.s
    other = s.players[1].hand[0]
    name = faces(s, [other])[0]
    b.asks(0, w.D_PICK, [(w.O_REF, card_ref(s, other), 0), (w.O_NO, 0, 0)])
    shown = numbers_of(s, 0)[name]
    assert numbers_of(s, 0)[name] == shown
    s.next_id += 1
    assert numbers_of(s, 0)[name] != shown
    moved(s, other, w.Z_HAND, w.Z_TRASH)
    assert numbers_of(s, 0)[name] != shown


def test_a_card_shown_of_a_deck_keeps_its_number_when_its_owner_draws_it() -> None:
    b = secret()
    s = b.s
    top = s.players[0].deck[-1]
    name = faces(s, [top])[0]
    b.asks(0, w.D_PICK, [(w.O_REF, card_ref(s, top), 0), (w.O_NO, 0, 0)])
    shown = numbers_of(s, 0)[name]
    moved(s, top, w.Z_DECK, w.Z_HAND)
    assert numbers_of(s, 0)[name] == shown


@pytest.mark.parametrize("player", EYES)
def test_dealing_anew_leaves_all_numbers_as_they_are(player: int | None) -> None:
    s = secret().s
    for seed in range(5):
        assert numbers_of(redeal(s, player, seed), player) == numbers_of(s, player)


def test_the_counts_of_a_card_outlast_a_save() -> None:
    s = secret().s
    mine = s.players[0].hand[0]
    moved(s, mine, w.Z_HAND, w.Z_DECK, w.Z_HAND, w.Z_TRASH)
    again = load(s.pool, dump(s))
    assert [numbers_of(again, eye) for eye in EYES] == [numbers_of(s, eye) for eye in EYES]
