"""`riftcheck.new_game`: one game between lists, for a program that answers for its players."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from riftcheck.carddb.errors import RiftcheckError
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import NotPlayableError, zones_for_play
from riftcheck.engine.compile.pool import REFUSE, UNSUPPORTED, pool_of
from riftcheck.engine.game import Game, GameDeck, GameError
from riftcheck.engine.model.rules_version import LATEST
from riftcheck.facade.arguments import each, flag, numbers_in, text, whole
from riftcheck.facade.cards import cards_or_default
from riftcheck.facade.decks import read_deck
from riftcheck.facade.errors import as_sentences, data_as_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.facade.decks import Deck


def new_game(
    decks: Sequence[Deck],
    *,
    mode: str = "duel",
    seed: int = 0,
    rules: str = LATEST.name,
    first: int | None = None,
    unsupported: str = REFUSE,
    log: bool = False,
    ask_all: bool = False,
    auto_pay: bool = True,
    cards: CardDatabase | None = None,
) -> Game:
    """Return a game between decks at its first decision.

    Each of `decks` is a text, a deck code or a document, as for `riftcheck.check`; there is one for each player of the
    `mode`: `duel`, `match` (one game of it), `ffa3`, `ffa4` or `2v2` (CR 483-491). Legality is not judged. The same
    decks, answers and `seed` make the same game. `first` is the seat that goes first, by default drawn by the seed.

    `unsupported` says what becomes of cards that the engine cannot play: `refuse` the deck; `skip`: they are drawn and
    never played; `vanilla`: units are cost and Might only, other cards are skipped. `log`, `ask_all` and `auto_pay` are
    those of `Game.start`; `cards` are those of `riftcheck.load`.

    :raises RiftcheckError: if a deck cannot be read or played, or the mode, version, seat or number of decks is wrong.
    """
    given = each("decks", decks, "a list with one deck for each player")
    text("mode", mode, "a text such as 'duel'")
    text("rules", rules, "a version of the Core Rules, such as '1.2'")
    whole("seed", seed, 0)
    if first is not None:
        whole("first", first)
    for name, given_flag in (("log", log), ("ask_all", ask_all), ("auto_pay", auto_pay)):
        flag(name, given_flag)
    numbers_in("unsupported", unsupported)
    db = cards_or_default(cards)
    if unsupported not in UNSUPPORTED:
        raise RiftcheckError(f"There is no way {unsupported!r} to take cards; there are {', '.join(UNSUPPORTED)}.")
    brought = [_game_deck(deck, db) for deck in given]
    with data_as_sentence():
        pool = _pool(db, unsupported)
    with as_sentences(GameError):
        return Game.start(pool, brought, mode, seed, rules, first=first, log=log, ask_all=ask_all, auto_pay=auto_pay)


def _game_deck(deck: Deck, cards: CardDatabase) -> GameDeck:
    with as_sentences(NotPlayableError):
        zones = zones_for_play(resolve(read_deck(deck, cards).deck, cards))
    return GameDeck(zones.main, zones.runes, zones.battlefields, zones.legend, zones.champion, zones.extra_legends)


@lru_cache(maxsize=4)
def _pool(cards: CardDatabase, unsupported: str) -> Pool:
    """Return the compiled cards, which every game with a database shares."""
    return pool_of(cards, unsupported=unsupported)
