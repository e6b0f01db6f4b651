"""The table of the operator's keys, in SQLite and in PostgreSQL: made, listed, withdrawn, never held as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from riftcheck.store.capacity import Allowance
from riftcheck.store.keys import PREFIX, KeyStore, digest_of
from riftcheck.store.tables import KEYS
from tests.store.stores import FakeClock, database_at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LIMITS = Allowance(light=6000, heavy=0, jobs=20)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def keys(where: str, clock: FakeClock) -> Iterator[KeyStore]:
    made = KeyStore(database_at(where, clock=clock))
    yield made
    made.database.close()


def test_a_key_is_made_and_found_by_its_hash(keys: KeyStore, clock: FakeClock) -> None:
    assert keys.all() == []
    key, made = keys.create("A deck site", ("read", "decks"), LIMITS)
    assert key.startswith(PREFIX)
    assert len(key) == len(PREFIX) + 32
    assert made.digest == digest_of(key)
    assert (made.label, made.scopes, made.limits) == ("A deck site", ("read", "decks"), LIMITS)
    assert (made.created, made.withdrawn) == (clock.now, None)
    clock.now += 1
    other, second = keys.create("A venue", (), Allowance())
    assert other != key
    assert keys.all() == [made, second]


def test_the_key_itself_is_not_stored(keys: KeyStore) -> None:
    key, _ = keys.create("A deck site", ("read",), LIMITS)
    with keys.database.reading() as connection:
        rows: list[Any] = [tuple(row) for row in connection.execute(select(KEYS))]
    assert key.removeprefix(PREFIX) not in repr(rows)


def test_a_key_is_withdrawn_once_and_for_good(keys: KeyStore, clock: FakeClock) -> None:
    _, made = keys.create("A deck site", ("read",), LIMITS)
    _, other = keys.create("Another", ("read",), LIMITS)
    clock.now += 60
    assert keys.withdraw(made.id)
    clock.now += 60
    assert not keys.withdraw(made.id)
    assert not keys.withdraw("nobody")
    assert {one.id: one.withdrawn for one in keys.all()} == {made.id: clock.now - 60, other.id: None}


def test_where_no_key_was_ever_made_there_is_no_file(tmp_path: Path) -> None:
    file = tmp_path / "keys" / "keys.sqlite3"
    keys = KeyStore(database_at(str(file)))
    assert keys.all() == []
    assert not keys.withdraw("nobody")
    assert not file.parent.exists()
    keys.create("A deck site", (), LIMITS)
    assert file.stat().st_mode & 0o777 == 0o600
    keys.database.close()
