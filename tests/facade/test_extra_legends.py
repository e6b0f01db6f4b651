"""Decks with extra legends in `riftcheck.new_game`: they come along, also those that stand among the choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import riftcheck
from tests.hosts import GUESTS
from tests.neeko import ALONE, HOSTING, NEEKO

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


def test_a_game_between_lists_has_the_extra_legends_of_each(db: CardDatabase) -> None:
    chosen = ALONE | {"choices": {NEEKO: list(GUESTS[:2])}}
    for decks, counts in (([HOSTING, ALONE], [3, 0]), ([chosen, HOSTING], [2, 3])):
        game = riftcheck.new_game(decks, seed=1, cards=db)
        assert [len(p.extra_legends) for p in game.state.players] == counts
    assert game.record.decks[1].extra_legends == GUESTS
