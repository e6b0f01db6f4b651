"""Room for games: who gives way where a store is full, and when; and how long a thread waits for those who write."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from riftcheck.store.errors import BusyError, FullError
from tests.store.stores import FakeClock, database_at, game_store_at
from tests.store.test_games import GAME, after

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.store.games import GameStore

HOURS = 3600.0


def there(store: GameStore, *games: str) -> list[bool]:
    return [store.get(game) is not None for game in games]


def test_made_up_callers_lock_nobody_out(where: str) -> None:
    """Where the store is full a game that nobody answered gives way: of who has most, then the oldest of all."""
    clock = FakeClock()
    store = game_store_at(where, clock, most=4, seconds=48 * HOURS)
    for game, client in (("0", "one"), ("1", "most"), ("2", "most"), ("3", "two")):
        store.add(replace(GAME, id=game), client, [], [])
        clock.now += 1
    with pytest.raises(FullError) as full:
        store.add(replace(GAME, id="4"), "honest", [], [])
    assert (full.value.each, full.value.seconds) == (False, 297)
    clock.now += 300
    store.add(replace(GAME, id="4"), "honest", [], [])
    assert there(store, "0", "1", "2", "3", "4") == [True, False, True, True, True]
    store.add(replace(GAME, id="5"), "honest", [], [])
    assert there(store, "0", "2", "3", "4", "5") == [False, True, True, True, True]
    store.database.close()


def test_a_game_that_is_played_gives_way_to_nobody(where: str) -> None:
    clock = FakeClock()
    store = game_store_at(where, clock, each=2, seconds=48 * HOURS)
    played, idle = (replace(GAME, id=game) for game in ("played", "idle"))
    for game in (idle, played):
        store.add(game, "me", [], [])
        assert store.save(game, after(game), "[0,[]]", [])
    clock.now += HOURS - 60
    assert store.save(after(played), after(after(played)), "[0,[]]", [])
    with pytest.raises(FullError) as full:
        store.add(GAME, "me", [], [])
    assert full.value.seconds == 61
    clock.now += 61
    store.add(GAME, "me", [], [])
    assert there(store, "played", "idle", "game") == [True, False, True]
    store.database.close()


def test_a_caller_may_have_a_limit_of_their_own(where: str) -> None:
    store = game_store_at(where, each=1)
    for number in range(2):
        store.add(replace(GAME, id=f"{number}"), "me", [], [], each=2)
    with pytest.raises(FullError) as full:
        store.add(GAME, "me", [], [], each=2)
    assert (full.value.most, full.value.each) == (2, True)
    store.database.close()


def test_a_thread_stands_in_line_for_its_patience_alone(tmp_path: Path) -> None:
    database = database_at(str(tmp_path / "games.sqlite3"), patience=0.02)
    with database.writing():
        pass
    with database._writes, pytest.raises(BusyError, match="others are writing"), database.writing():
        pytest.fail("another writes")
    with database.writing():
        pass
    database.close()
    with database._lock, pytest.raises(BusyError, match="being opened"), database.reading():
        pytest.fail("another opens it")
    database.close()
