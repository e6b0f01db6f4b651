"""What was asked for under keys: found again for a day, and no more of it kept than there is room for."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

import riftcheck.store.repeats
from riftcheck.store.errors import FullError, RepeatedError
from riftcheck.store.repeatable import Repeatable
from riftcheck.store.repeats import KEPT_SECONDS, find_repeated, write_repeatable
from riftcheck.store.tables import REPEATS
from tests.store.stores import ENGINE, ORDER, FakeClock, database_at, game_store_at, job_store_at
from tests.store.test_games import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.store.database import Database

ASKED = Repeatable("key", "me", "request")


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def database(where: str, clock: FakeClock) -> Iterator[Database]:
    made = database_at(where, clock=clock)
    yield made
    made.close()


def write(database: Database, asked: Repeatable, made: str = "made") -> None:
    with database.writing() as connection:
        database.one_at_a_time(connection)
        write_repeatable(database, connection, asked, made)


def kept(database: Database) -> set[str]:
    with database.reading() as connection:
        return set(connection.scalars(select(REPEATS.c.key)))


def test_a_key_is_found_for_a_day(database: Database, clock: FakeClock) -> None:
    assert find_repeated(database, ASKED) is None
    write(database, ASKED)
    clock.now += KEPT_SECONDS
    found = find_repeated(database, replace(ASKED, request="another"))
    assert found is not None
    assert (found.request, found.made) == ("request", "made")
    with pytest.raises(RepeatedError):
        write(database, ASKED, "other")
    clock.now += 1
    assert find_repeated(database, ASKED) is None
    write(database, ASKED, "later")
    found = find_repeated(database, ASKED)
    assert found is not None
    assert found.made == "later"


def test_old_keys_are_removed_with_the_next(database: Database, clock: FakeClock) -> None:
    for number in range(3):
        write(database, replace(ASKED, key=f"{number}"))
    clock.now += KEPT_SECONDS + 1
    write(database, ASKED)
    assert kept(database) == {"key"}


def test_of_too_many_keys_the_oldest_of_the_caller_go(
    database: Database, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(riftcheck.store.repeats, "EACH", 3)
    write(database, Repeatable("other", "other", "request"))
    for number in range(5):
        clock.now += 1
        write(database, replace(ASKED, key=f"{number}"))
    assert kept(database) == {"other", "2", "3", "4"}


def test_of_too_many_keys_of_all_those_of_the_caller_with_most_go(
    database: Database, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(riftcheck.store.repeats, "MOST", 4)
    for number, client in enumerate(["one", "most", "most", "two", "three", "four"]):
        clock.now += 1
        write(database, Repeatable(f"{number}", client, "request"))
    assert kept(database) == {"2", "3", "4", "5"}


def test_a_game_or_job_and_its_key_are_written_together_or_not_at_all(where: str) -> None:
    games, jobs = game_store_at(where, each=1), job_store_at(where, each=1)
    games.add(GAME, "me", [], [], asked=ASKED)
    with pytest.raises(RepeatedError):
        games.add(replace(GAME, id="again"), "me", [], [], asked=ASKED)
    with pytest.raises(FullError):
        games.add(replace(GAME, id="other"), "me", [], [], asked=replace(ASKED, key="other"))
    assert games.get("again") is games.get("other") is None
    jobs.add("job", "me", ENGINE, ORDER, asked=replace(ASKED, key="job"))
    with pytest.raises(FullError):
        jobs.add("full", "me", ENGINE, ORDER, asked=replace(ASKED, key="full"))
    with pytest.raises(RepeatedError):
        jobs.add("again", "you", ENGINE, ORDER, asked=replace(ASKED, key="job"))
    assert kept(games.database) == {"key", "job"}
    for store in (games, jobs):
        store.database.close()


def test_of_many_at_once_one_is_added(where: str) -> None:
    stores = [game_store_at(where, each=50, most=50) for _ in range(4)]
    gate = threading.Barrier(len(stores))
    made: list[str] = []

    def add(number: int) -> None:
        gate.wait()
        try:
            stores[number].add(replace(GAME, id=f"{number}"), "me", [], [], asked=ASKED)
            made.append(f"{number}")
        except RepeatedError as fault:
            made.append(fault.made)

    threads = [threading.Thread(target=add, args=(number,)) for number in range(len(stores))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    assert len(set(made)) == 1
    with stores[0].database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(REPEATS)) == 1
    for store in stores:
        store.database.close()
