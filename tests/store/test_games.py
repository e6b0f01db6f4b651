"""The store of games, in SQLite and in PostgreSQL: what is read back, who may write, for whom there is room."""

from __future__ import annotations

import os
import threading
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, insert, select

from riftcheck.store.errors import FullError
from riftcheck.store.games import GameRecord, GameStore
from riftcheck.store.tables import ANSWERS, GAMES, LOG_LINES
from tests.store.stores import FakeClock, game_store_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

GAME = GameRecord("game", "engine", '["hash"]', "[]", "[0,0]", 0, b"state", over=False)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def store(where: str, clock: FakeClock) -> Iterator[GameStore]:
    made = game_store_at(where, clock)
    yield made
    made.database.close()


def rows(store: GameStore) -> list[int]:
    """Return how many games, answers and log lines are stored."""
    with store.database.reading() as connection:
        return [
            connection.scalar(select(func.count()).select_from(table)) or 0 for table in (GAMES, ANSWERS, LOG_LINES)
        ]


def after(game: GameRecord, **values: Any) -> GameRecord:
    """Return a game as it is after an answer."""
    return replace(game, **{"version": game.version + 1} | values)


def test_what_is_stored_is_read_back(store: GameStore, clock: FakeClock) -> None:
    assert store.get("game") is None
    store.add(GAME, "me", ["[0,[1]]", "[1,[]]"], ["one", "two"])
    assert store.get("game") == replace(GAME, touched=clock.now)
    assert store.answers("game") == ["[0,[1]]", "[1,[]]"]
    assert store.answers("game", 1) == ["[0,[1]]"]
    assert store.answers("game", 0) == store.answers("other") == []
    assert store.log_lines("game", 0, 9) == [(1, "one"), (2, "two")]
    assert store.log_lines("game", 1, 9) == [(2, "two")]
    assert store.log_lines("game", 0, 1) == [(1, "one")]


def test_an_answer_is_written_with_its_lines_and_its_time(store: GameStore, clock: FakeClock) -> None:
    store.add(GAME, "me", [], ["one"])
    clock.now += 30
    wanted = after(GAME, counts="[1,0]", state=None, over=True)
    saved = store.save(GAME, wanted, "[0,[2]]", ["two", "three"])
    assert saved == replace(wanted, touched=clock.now) == store.get("game")
    assert store.answers("game") == ["[0,[2]]"]
    store.add_log_line("game", "four")
    store.add_log_line("no game", "five")
    assert store.log_lines("game", 0, 9) == [(1, "one"), (2, "two"), (3, "three"), (4, "four")]
    assert rows(store) == [1, 1, 4]


def test_an_answer_to_a_game_as_it_was_before_is_not_written(store: GameStore) -> None:
    store.add(GAME, "me", [], [])
    assert store.save(GAME, after(GAME), "[0,[1]]", [])
    for before in (GAME, replace(GAME, version=1, engine="another"), replace(GAME, id="other", version=1)):
        assert store.save(before, after(before), "[0,[2]]", ["line"]) is None
    assert store.answers("game") == ["[0,[1]]"]
    assert rows(store) == [1, 1, 0]


def test_of_answers_at_once_one_is_written(where: str) -> None:
    stores = [game_store_at(where) for _ in range(4)]
    stores[0].add(GAME, "me", [], [])
    written: list[int] = []
    gate = threading.Barrier(len(stores))

    def answer(number: int) -> None:
        for version in range(10):
            before = replace(GAME, version=version)
            gate.wait()
            if stores[number].save(before, after(before), f"[{number},[0]]", [f"{version}"]):
                written.append(version)

    threads = [threading.Thread(target=answer, args=(number,)) for number in range(len(stores))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert written == list(range(10))
    assert [line for _, line in stores[0].log_lines("game", 0, 99)] == [f"{version}" for version in range(10)]
    for store in stores:
        store.database.close()


def test_lines_at_once_all_have_numbers_of_their_own(where: str) -> None:
    stores = [game_store_at(where) for _ in range(4)]
    stores[0].add(GAME, "me", [], [])
    gate = threading.Barrier(len(stores))

    def write(number: int) -> None:
        gate.wait()
        for line in range(5):
            stores[number].add_log_line("game", f"{number}.{line}")

    threads = [threading.Thread(target=write, args=(number,)) for number in range(len(stores))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = stores[0].log_lines("game", 0, 99)
    assert [number for number, _ in found] == list(range(1, 21))
    assert {line for _, line in found} == {f"{number}.{line}" for number in range(4) for line in range(5)}
    for store in stores:
        store.database.close()


# --- room -------------------------------------------------------------------------------------------------------------


def test_a_game_left_alone_is_there_no_more_and_removed_with_the_next(store: GameStore, clock: FakeClock) -> None:
    store.add(GAME, "me", ["[0,[1]]"], ["line"])
    clock.now += 60
    assert store.get("game") is not None
    clock.now += 1
    assert store.get("game") is None
    assert store.save(GAME, after(GAME), "[0,[]]", []) is None
    assert rows(store) == [1, 1, 1]
    store.add(replace(GAME, id="next"), "me", [], [])
    assert rows(store) == [1, 0, 0]


def test_each_caller_has_room_for_so_many_games(store: GameStore, clock: FakeClock) -> None:
    for number in range(3):
        store.add(replace(GAME, id=f"{number}", over=number == 1), "me", [], [])
        clock.now += 10
    store.add(replace(GAME, id="3"), "me", [], [])  # in the place of the one that is over
    assert [store.get(f"{number}") is not None for number in range(4)] == [True, False, True, True]
    with pytest.raises(FullError) as full:
        store.add(replace(GAME, id="4"), "me", [], [])
    assert (full.value.most, full.value.each, full.value.seconds) == (3, True, 31)
    store.add(replace(GAME, id="4"), "you", [], [])


def test_all_callers_have_room_for_so_many_games(store: GameStore) -> None:
    for number in range(5):
        store.add(replace(GAME, id=f"{number}", over=number == 4), f"{number}", [], [])
    store.add(replace(GAME, id="5"), "5", [], [])
    assert store.get("4") is None
    with pytest.raises(FullError) as full:
        store.add(replace(GAME, id="6"), "6", [], [])
    assert (full.value.most, full.value.each, full.value.seconds) == (5, False, 61)


def test_many_at_once_find_no_more_room_than_one(where: str) -> None:
    stores = [game_store_at(where, most=50) for _ in range(6)]
    stores[0].add(replace(GAME, id="first"), "me", [], [])
    gate = threading.Barrier(len(stores))
    full: list[int] = []

    def begin(number: int) -> None:
        gate.wait()
        for more in range(2):
            try:
                stores[number].add(replace(GAME, id=f"{number}.{more}"), "me", [], [])
            except FullError:
                full.append(number)

    threads = [threading.Thread(target=begin, args=(number,)) for number in range(len(stores))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(full) == len(stores) * 2 - 2
    assert rows(stores[0])[0] == 3
    for store in stores:
        store.database.close()


# --- many games -------------------------------------------------------------------------------------------------------


def steps(store: GameStore, work: Callable[[], object]) -> int:
    """Return how many steps the virtual machine of SQLite takes for some work, give or take ten a statement."""
    count = 0

    def step() -> int:
        nonlocal count
        count += 10
        return 0

    with store.database.reading() as connection:
        raw: Any = connection.connection.driver_connection
    raw.set_progress_handler(step, 10)  # of the only connection: nobody else uses the pool
    work()
    raw.set_progress_handler(None, 0)
    return count


def filled(path: Path, games: int, clock: FakeClock) -> GameStore:
    """Return the store of so many games of 300 callers."""
    store = game_store_at(str(path / f"{games}.sqlite3"), clock, most=games, each=games)
    state = os.urandom(2500)
    store.add(GAME, "me", [], [])
    values = {**{name: getattr(GAME, name) for name in GameRecord.__slots__}, "state": state, "touched": clock.now}
    with store.database.writing() as connection:
        many = [values | {"id": f"{number}", "client": f"{number % 300}", "over": 0} for number in range(games - 1)]
        connection.execute(insert(GAMES), many)
        lines = [
            {"game": f"{number}", "number": place, "line": "line"} for number in range(games - 1) for place in (1, 2)
        ]
        connection.execute(insert(LOG_LINES), lines)
    return store


def test_ten_thousand_games(tmp_path: Path) -> None:
    """What is done for a game takes the same steps among many; only a new game counts those that are there."""
    clock = FakeClock()
    taken: list[list[int]] = []
    for games in (500, 10_000):
        store = filled(tmp_path, games, clock)
        found = store.get("77")
        assert found is not None

        def answer(store: GameStore = store, found: GameRecord = found) -> None:
            assert store.save(found, after(found), "[0,[]]", ["line"])
            assert store.log_lines("77", 1, 5) == [(2, "line"), (3, "line")]

        def begin(store: GameStore = store) -> None:
            with pytest.raises(FullError) as caught:
                store.add(replace(GAME, id="more"), "you", [], [])
            assert not caught.value.each

        def begin_later(store: GameStore = store) -> None:
            store.add(replace(GAME, id="new"), "you", [], [])

        taken.append([steps(store, work) for work in (partial(store.get, "78"), answer, begin)])
        clock.now += 61  # all of them were left alone at once
        taken[-1].append(steps(store, begin_later))
        assert rows(store)[0] == games - 200 + 1
        clock.now -= 61
        store.database.close()
    (get, save, add, later), (get_of_many, save_of_many, add_to_many, later_to_many) = taken
    assert get_of_many <= get + 20
    assert save_of_many <= save + 60
    assert add_to_many <= 25 * add
    assert later_to_many <= 2 * later
