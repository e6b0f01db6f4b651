"""A card that is compiled on demand is the same as in a pool in which every card is compiled."""

from __future__ import annotations

import copy
import gc
import random
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

from bench.random_decks import frozen
from drills.random_games import digest, drawer
from riftcheck.api.games.decks import unsupported_cards
from riftcheck.engine.compile.pool import REFUSE, SKIP, UNSUPPORTED, VANILLA, pool_of
from riftcheck.engine.game import Game
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.definitions import SOURCE, Pool, card_names, tag_names
from riftcheck.engine.storage.card_checksums import mark
from riftcheck.engine.storage.save import checksum
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import Opponent, Run
from tests.goldfish.game_lists import plain
from tests.instance_fields import fields_of
from tests.unwritten import BATTLEFIELD, UNIT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.game import GameDeck
    from riftcheck.engine.model.definitions import CardDef

THREADS = 8
DECISIONS = 120


def fresh(db: CardDatabase) -> CardDatabase:
    """Return a copy of the database without compiled cards."""
    return copy.copy(db)


def compiled(pool: Pool) -> set[str]:
    return {d.name for d in pool.defs if d.text is not None}


def shown(d: CardDef) -> tuple[object, ...]:
    """Return the checksum and the comparable fields of a definition."""
    values = (getattr(d, name) for name in sorted(fields_of(type(d))))
    plain = [one for one in values if isinstance(one, (int, str, tuple, frozenset)) and "object at" not in str(one)]
    return (mark(d), *plain)


def played(pool: Pool, decks: list[GameDeck], seed: int, most: int = DECISIONS) -> Game:
    """Return a game in which every decision was random."""
    game = Game.start(pool, decks, "duel", seed, log=True)
    rng = random.Random(seed)
    while game.decision is not None and len(game.answers) < most:
        count = len(game.decision.options)
        game.answer(sorted(rng.sample(range(count), rng.randint(game.decision.lo, min(game.decision.hi, count)))))
    return game


def outcome(game: Game) -> tuple[int, int]:
    """Return the digest of a game's history and the checksum of its state."""
    return digest(game), checksum(game.state)


def test_a_new_pool_has_the_facts_of_all_cards_and_compiles_tokens_only(db: CardDatabase, pool: Pool) -> None:
    lazy = pool_of(fresh(db))
    assert compiled(lazy) == {d.name for d in pool.defs if d.types & w.TOKEN}
    assert [(d.index, d.name, d.types, d.tags) for d in lazy.defs] == [
        (d.index, d.name, d.types, d.tags) for d in pool.defs
    ]
    assert lazy.by_name == pool.by_name
    assert tag_names(lazy) == tag_names(pool)
    assert card_names(lazy, w.UNIT | w.SPELL) == card_names(pool, w.UNIT | w.SPELL)


def test_a_game_compiles_the_cards_of_its_decks(db: CardDatabase) -> None:
    lazy = pool_of(fresh(db))
    tokens = compiled(lazy)
    deck = frozen()[0]
    Game.start(lazy, [deck, deck], "duel", 1)
    single = {name for name in (deck.legend, deck.champion) if name is not None}
    assert compiled(lazy) == tokens | single | {*deck.main, *deck.runes, *deck.battlefields, *deck.extra_legends}


def test_compiled_fields_cannot_be_read_before_compilation(db: CardDatabase) -> None:
    d = pool_of(fresh(db)).defs[0]
    for name in ("kw", "main", "script", "unsupported", "plain"):
        with pytest.raises(AttributeError):
            getattr(d, name)


@pytest.mark.parametrize(
    ("unsupported", "own_power_is_own"), [(REFUSE, True), (REFUSE, False), (SKIP, True), (VANILLA, True)]
)
def test_every_card_compiled_during_a_game_is_as_in_a_whole_pool(
    db: CardDatabase, unsupported: str, *, own_power_is_own: bool
) -> None:
    """The cards that are not in the decks of a game are compiled in a random order after the game has started."""
    whole = pool_of(db, own_power_is_own, unsupported=unsupported)
    whole.need_all()
    lazy = pool_of(fresh(db), own_power_is_own, unsupported=unsupported)
    tokens = lazy.tokens
    deck = frozen()[0]
    game = Game.start(lazy, [deck, deck], "duel", 5, log=True)
    handed_out = list(lazy.defs)
    names = [d.name for d in whole.defs]
    random.Random(unsupported).shuffle(names)
    before = compiled(lazy)
    for name in names:
        d = lazy.definition(name)
        assert shown(d) == shown(whole.definition(name)), name
        assert name in before or name not in {lazy.defs[index].name for index in game.state.card_defs}
    assert all(d is handed_out[d.index] for d in lazy.defs)
    assert lazy.found.keys() == {key for key in whole.found if SOURCE not in key}  # without costs made in games
    assert (lazy.inert, lazy.plain, lazy.tokens, lazy.asked) == (whole.inert, whole.plain, tokens, whole.asked)
    assert whole.tokens == tokens
    assert outcome(played(lazy, [deck, deck], 5)) == outcome(played(whole, [deck, deck], 5))


def test_games_accept_cards_that_cannot_be_executed_according_to_the_pool(unwritten: CardDatabase) -> None:
    cards = [card for card in unwritten.cards if card.unsupported and "Unit" in card.types]
    name = next(card.name for card in cards if card.might is not None)
    kinds = {}
    for unsupported in UNSUPPORTED:
        lazy = pool_of(fresh(unwritten), unsupported=unsupported)
        d = lazy.definition(name)
        kinds[unsupported] = (bool(d.unsupported), d.index in lazy.inert, d.index in lazy.plain)
    assert kinds == {REFUSE: (True, False, False), SKIP: (True, True, False), VANILLA: (False, False, True)}


def test_a_saved_game_loads_in_a_new_pool_with_the_same_options(db: CardDatabase, pool: Pool) -> None:
    rng = random.Random(11)
    for seed in range(4):
        game = played(pool, [drawer().deck(rng), drawer().deck(rng)], seed)
        saved = game.to_json()
        again = Game.from_json(pool_of(fresh(db)), saved)
        assert again.to_json() == saved
        assert (again.decision is None) == (game.decision is None)
        if game.decision is not None:
            assert again.decision is not None
            assert again.decision.options == game.decision.options


def test_looking_up_a_key_compiles_its_card(db: CardDatabase, pool: Pool) -> None:
    lazy = pool_of(fresh(db))
    keys = random.Random(3).sample(sorted(pool.found), 60)
    for key in keys:
        assert type(lazy.keyed(key)) is type(pool.keyed(key)), key
    assert lazy.keyed("Nobody/main") is None
    assert lazy.keyed("/") is None


def test_pools_with_one_base_share_cards_compiled_later(db: CardDatabase) -> None:
    base = pool_of(fresh(db))
    own, other = Pool(base), Pool(base)
    d = own.definition("Pit Crew")
    assert d is base.definition("Pit Crew") is other.definition("Pit Crew")
    assert own.keyed("Pit Crew/text") is other.keyed("Pit Crew/text") is base.keyed("Pit Crew/text")
    assert not own.found


def test_games_in_parallel_threads_are_the_same_as_alone(db: CardDatabase) -> None:
    rng = random.Random(2)
    decks = [[drawer().deck(rng), drawer().deck(rng)] for _ in range(THREADS // 2)]
    games = [(decks[number % len(decks)], number % len(decks)) for number in range(THREADS)]
    alone = [outcome(played(pool_of(fresh(db)), *game)) for game in games]
    new = fresh(db)
    start = Barrier(THREADS)

    def at_once(game: tuple[list[GameDeck], int]) -> tuple[int, int]:
        start.wait()
        return outcome(played(pool_of(new), *game))

    with ThreadPoolExecutor(THREADS) as threads:
        assert list(threads.map(at_once, games)) == alone


def test_decks_name_their_unsupported_cards_in_a_new_pool(unwritten: CardDatabase) -> None:
    deck = replace(frozen()[0], main=(UNIT, *frozen()[0].main[1:]), battlefields=(BATTLEFIELD,))
    assert unsupported_cards([deck], pool_of(fresh(unwritten), unsupported=SKIP)) == ((BATTLEFIELD, UNIT), ())
    assert unsupported_cards([deck], pool_of(fresh(unwritten), unsupported=VANILLA)) == ((BATTLEFIELD,), (UNIT,))


def test_a_run_names_an_unsupported_battlefield_that_it_does_not_play(unwritten: CardDatabase) -> None:
    deck = replace(plain(), battlefields=("Seat of Power", BATTLEFIELD))
    prepared = prepare(Run(deck, Opponent(), battlefield="Seat of Power", unsupported=SKIP), fresh(unwritten))
    assert [prepared.pool.defs[index].name for index in prepared.unsupported] == [BATTLEFIELD]


def test_a_database_is_freed_after_its_games(db: CardDatabase) -> None:
    new = fresh(db)
    deck = frozen()[0]
    Game.start(pool_of(new), [deck, deck], "duel", 1)
    left = weakref.ref(new)
    del new
    gc.collect()
    assert left() is None
