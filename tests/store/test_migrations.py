"""Migrations replace the clients in tables of earlier versions, in clear or as plain digests, by keyed hashes."""

from __future__ import annotations

import hashlib
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from alembic import command
from sqlalchemy import Engine, create_engine, text

from riftcheck.store import migrations
from riftcheck.store.address import database_url
from riftcheck.store.errors import FullError
from riftcheck.store.hashes import caller_hash
from riftcheck.store.turns import site_of
from tests.store.stores import ENGINE, add, game_store_at, job_store_at
from tests.store.test_games import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAMES = ("address:203.0.113.9", "address:2001:db8:7:1::/64", "key:ab12cd34")
SECRET = "s" * 32


@contextmanager
def engine_at(where: str) -> Iterator[Engine]:
    url = database_url(where, "tests.sqlite3")
    made = create_engine(url)
    yield made
    made.dispose()


@pytest.fixture
def old(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a database of the previous version, in which each name has a job and a game."""
    (tmp_path / "jobs").mkdir(exist_ok=True)
    upgrade = command.upgrade
    with monkeypatch.context() as patched, engine_at(where) as engine:
        patched.setattr(command, "upgrade", lambda config, _head: upgrade(config, "0004"))
        migrations.upgrade(engine, 1.0)
        with engine.begin() as connection:
            for number, name in enumerate(NAMES):
                digest = hashlib.sha256(name.encode()).hexdigest()
                values = {"id": f"{number}", "name": name, "digest": digest, "short": digest[:32]}
                connection.execute(
                    text(
                        'INSERT INTO goldfish_jobs (id, client, engine, kind, "order", state, games, done, seconds, '
                        "lease, served, created) VALUES (:id, :name, 'other', 'goldfish', :order, 'queued', 1, 0, 0, "
                        "0, 0, 0)"
                    ),
                    {**values, "order": b""},
                )
                connection.execute(
                    text(
                        "INSERT INTO riftcheck_games (id, client, engine, tokens, start, counts, version, over, "
                        "touched) VALUES (:id, :short, 'engine', '[]', '[]', '[]', 0, 0, 4e9)"
                    ),
                    values,
                )
                connection.execute(
                    text("INSERT INTO riftcheck_repeats VALUES (:id, :digest, 'request', 'made', 4e9)"), values
                )
    return where


@pytest.mark.parametrize("given", ["", SECRET])
def test_stored_callers_become_keyed_hashes(old: str, given: str) -> None:
    store = job_store_at(old, secret=given, most=9)
    with store.database.reading() as connection:
        secret = given or str(connection.scalar(text("SELECT secret FROM riftcheck_secret")))
        found = {
            table: {(row[0], row[1]) for row in connection.execute(text(f"SELECT id, client FROM {table}"))}  # noqa: S608
            for table in ("goldfish_jobs", "riftcheck_games")
        }
        sites = set(connection.scalars(text("SELECT site FROM goldfish_jobs")))
        repeats = set(connection.scalars(text("SELECT client FROM riftcheck_repeats")))
    hashes = [caller_hash(secret, name) for name in NAMES]
    assert found["goldfish_jobs"] == found["riftcheck_games"] == {(f"{at}", one) for at, one in enumerate(hashes)}
    assert repeats == set(hashes)
    assert sites == {caller_hash(secret, site_of(name)) for name in NAMES}
    store.database.close()


def test_quotas_count_what_was_stored_before(old: str) -> None:
    jobs, games = job_store_at(old, each=1, most=9), game_store_at(old, each=1, most=9)
    for name in NAMES:
        with pytest.raises(FullError):
            add(jobs, f"new {name}", name)
        with pytest.raises(FullError):
            games.add(GAME, name, [], [])
    add(jobs, "new", "address:203.0.113.10", ENGINE)
    games.add(GAME, "address:203.0.113.10", [], [])
    for store in (jobs, games):
        store.database.close()
