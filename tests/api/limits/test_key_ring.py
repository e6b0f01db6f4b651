"""What a process knows of the operator's keys: read now and then, at no request's cost, kept while nothing answers."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

import riftcheck.api.limits.key_ring
from riftcheck.api import logs
from riftcheck.api.limits.key_ring import FRESH, KeyRing
from riftcheck.api.settings import Settings
from riftcheck.api.stores import key_store
from riftcheck.store.capacity import Allowance
from riftcheck.store.errors import BusyError
from riftcheck.store.keys import KeyStore
from tests.processes import PATIENCE
from tests.store.stores import FakeClock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from riftcheck.store.keys import KeyRecord


@pytest.fixture
def settings(where: str) -> Settings:
    return Settings(keys=where)


@pytest.fixture
def store(settings: Settings) -> Iterator[KeyStore]:
    made = key_store(settings)
    yield made
    made.database.close()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def new_ring(settings: Settings, clock: FakeClock) -> Iterator[Callable[[], KeyRing]]:
    """Makes a ring when it is asked to, on the keys that are there then."""
    made = []

    def make() -> KeyRing:
        made.append(KeyRing(settings, clock))
        return made[-1]

    yield make
    for ring in made:
        if ring._store is not None:
            ring._store.database.close()


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have requests wait until the keys were read, however busy the machine is; tests that care set it anew."""
    monkeypatch.setattr(riftcheck.api.limits.key_ring, "LONGEST_WAIT", PATIENCE)


def test_keys_are_read_at_the_start_and_again_after_some_seconds(
    store: KeyStore, clock: FakeClock, new_ring: Callable[[], KeyRing]
) -> None:
    key, made = store.create("A deck site", ("read",), Allowance(light=5))
    ring = new_ring()
    assert ring.find(key) == made
    assert ring.find("another") is None
    second, new = store.create("A venue", ("read",), Allowance())
    store.withdraw(made.id)
    clock.now += FRESH - 1
    assert (ring.find(second), ring.find(key)) == (None, made)
    clock.now += 1
    found = ring.find(key)
    assert found is not None
    assert found.withdrawn is not None
    assert ring.find(second) == new


def test_where_no_key_was_ever_made_no_database_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riftcheck.api.stores.key_store", lambda _settings: pytest.fail("it was opened"))
    clock = FakeClock()
    ring = KeyRing(Settings(keys=str(tmp_path / "keys.sqlite3")), clock)
    for _ in range(3):
        assert ring.find("riftcheck_made_up") is None
        clock.now += FRESH
    assert list(tmp_path.iterdir()) == []


def test_the_first_key_is_known_some_seconds_after_it_was_made(tmp_path: Path) -> None:
    settings, clock = Settings(keys=str(tmp_path / "keys.sqlite3")), FakeClock()
    ring = KeyRing(settings, clock)
    key, made = key_store(settings).create("A deck site", ("read",), Allowance())
    assert ring.find(key) == made  # nothing was read before
    second, new = key_store(settings).create("A venue", ("read",), Allowance())
    assert ring.find(second) is None
    clock.now += FRESH
    assert ring.find(second) == new


def test_many_made_up_keys_read_the_database_once(
    store: KeyStore, clock: FakeClock, new_ring: Callable[[], KeyRing], monkeypatch: pytest.MonkeyPatch
) -> None:
    store.create("A deck site", ("read",), Allowance())
    reads = []
    monkeypatch.setattr(KeyStore, "all", lambda _self: reads.append(1) or [])
    ring = new_ring()
    for turn in range(1, 4):
        assert [ring.find(f"made up {number}") for number in range(100)] == [None] * 100
        assert len(reads) == turn
        clock.now += FRESH


def away(_self: KeyStore) -> list[KeyRecord]:
    raise BusyError("others write to it")


def test_while_the_database_is_away_what_was_known_holds(
    store: KeyStore,
    clock: FakeClock,
    new_ring: Callable[[], KeyRing],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    logs.configure(Settings(log_level="warning"))
    key, made = store.create("A deck site", ("read",), Allowance())
    ring = new_ring()
    monkeypatch.setattr(KeyStore, "all", away)
    for _ in range(20):  # for a hundred seconds
        clock.now += FRESH
        assert ring.find(key) == made
        assert ring.find("another") is None
    assert capfd.readouterr().err.count("the store of keys cannot be used") == 2


def test_a_server_that_starts_while_the_database_is_away_starts(
    store: KeyStore, clock: FakeClock, new_ring: Callable[[], KeyRing], monkeypatch: pytest.MonkeyPatch
) -> None:
    key, made = store.create("A deck site", ("read",), Allowance())
    with monkeypatch.context() as patch:
        patch.setattr(KeyStore, "all", away)
        ring = new_ring()
        assert ring.find(key) is None
    clock.now += FRESH
    assert ring.find(key) == made


def test_a_request_does_not_wait_for_a_database_that_does_not_answer(
    store: KeyStore, clock: FakeClock, new_ring: Callable[[], KeyRing], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(riftcheck.api.limits.key_ring, "LONGEST_WAIT", 0.0)
    key, made = store.create("A deck site", ("read",), Allowance())
    ring = new_ring()
    answers, asked = threading.Event(), threading.Event()
    read_all: Callable[[KeyStore], list[KeyRecord]] = KeyStore.all
    readers = []

    def slow(self: KeyStore) -> list[KeyRecord]:
        readers.append(threading.current_thread())
        asked.set()
        assert answers.wait(PATIENCE)
        return [one for one in read_all(self) if one.withdrawn is None]

    monkeypatch.setattr(KeyStore, "all", slow)
    store.withdraw(made.id)
    clock.now += FRESH
    assert [ring.find(key) for _ in range(10)] == [made] * 10  # as it was known, by every request
    assert asked.wait(PATIENCE)
    assert len(readers) == 1
    answers.set()
    readers[0].join(PATIENCE)
    assert ring.find(key) is None


def test_where_no_thread_can_be_had_what_was_known_holds(
    store: KeyStore, clock: FakeClock, new_ring: Callable[[], KeyRing], monkeypatch: pytest.MonkeyPatch
) -> None:
    key, made = store.create("A deck site", ("read",), Allowance())
    ring = new_ring()
    second, new = store.create("A venue", ("read",), Allowance())
    clock.now += FRESH

    def none_left(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", none_left)
        assert (ring.find(key), ring.find(second)) == (made, None)
    assert ring.find(second) == new
