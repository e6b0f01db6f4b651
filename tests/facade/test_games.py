"""`riftcheck.new_game`: a game between lists, with one exception for all that cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import riftcheck
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.engine.compile.pool import pool_of
from riftcheck.engine.game import GameDeck
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

TEXT = (ROOT / "tests" / "fixtures" / "lists" / "list-072.txt").read_text("utf-8")


def play(game: riftcheck.Game) -> riftcheck.Game:
    """Answer every decision with the least of the first options."""
    while game.decision is not None:
        game.answer(range(game.decision.lo))
    return game


def test_a_game_between_lists_is_the_game_of_the_engine(db: CardDatabase) -> None:
    zones = zones_for_play(resolve(read_list({"text": TEXT}, db).deck, db))
    deck = GameDeck(zones.main, zones.runes, zones.battlefields, zones.legend, zones.champion)
    expected = play(riftcheck.Game.start(pool_of(db), [deck, deck], seed=7, first=1, log=True))
    game = play(riftcheck.new_game([TEXT, {"text": TEXT}], seed=7, first=1, log=True, cards=db))
    assert type(game) is riftcheck.Game
    assert game.record == expected.record
    assert (game.winner, len(game.log)) == (expected.winner, len(expected.log))
    assert game.winner in (0, 1)


def test_cards_that_cannot_be_played_are_let_in_where_that_is_asked(db: CardDatabase) -> None:
    unable = next(card for card in db.cards if card.unsupported and "Spell" in card.types and not card.is_token)
    deck = {"main": [unable.name], "legend": "Loose Cannon", "battlefields": ["Blank Battlefield"]}
    with pytest.raises(riftcheck.RiftcheckError, match="cannot be executed"):
        riftcheck.new_game([deck, deck], cards=db)
    game = riftcheck.new_game([deck, deck], unsupported="skip", cards=db)
    assert game.decision is not None


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"mode": "solo"}, 'No mode "solo"; the modes are duel,'),
        ({"mode": "ffa3"}, "Ffa3 is played by 3 players; 2 decks were given."),
        ({"rules": "0.9"}, 'No rules version "0.9"; the versions are 1.0,'),
        ({"first": 2}, "Duel has the seats 0 to 1; seat 2 cannot go first."),
        ({"unsupported": "ignore"}, "There is no way 'ignore' to take cards; there are refuse, skip, vanilla."),
        ({"decks": [TEXT, "3 Chram"]}, "Chram (line 1) cannot be played: there is no such card."),
        ({"decks": [TEXT, 3]}, "A deck is a text, a deck code or a document, not int;"),
    ],
)
def test_what_is_no_game_is_refused_with_a_sentence(db: CardDatabase, options: Any, says: str) -> None:
    with pytest.raises(riftcheck.RiftcheckError) as refused:
        riftcheck.new_game(**{"decks": [TEXT, TEXT], "cards": db} | options)
    assert str(refused.value).startswith(says)
    assert str(refused.value).endswith(".")


def test_what_a_game_refuses_is_the_same_exception(db: CardDatabase) -> None:
    game = riftcheck.new_game([TEXT, TEXT], cards=db)
    with pytest.raises(riftcheck.RiftcheckError):
        game.answer([99])
    with pytest.raises(riftcheck.RiftcheckError):
        riftcheck.Game.from_json(game.state.pool, {})
