"""Stores for tests, with little room where nothing is said."""

from __future__ import annotations

from typing import Any, Final

from riftcheck.store.address import database_url
from riftcheck.store.capacity import GameCapacity, JobCapacity
from riftcheck.store.database import Database
from riftcheck.store.games import GameStore
from riftcheck.store.jobs import JobStore

ORDER: Final = {"kind": "goldfish", "games": 100, "runs": [{"seed": 3}]}
ENGINE: Final = "this one"


class FakeClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class TickingClock(FakeClock):
    """A clock that goes on by so many seconds each time somebody asks: who waits comes to an end, however slowly."""

    def __init__(self, tick: float) -> None:
        super().__init__()
        self.tick = tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


def database_at(where: str, **more: Any) -> Database:
    """Return the database at an address."""
    return Database(database_url(where, "tests.sqlite3"), **more)


def job_store_at(
    where: str, *, patience: float = 10.0, clock: FakeClock | None = None, secret: str = "", **capacity: Any
) -> JobStore:
    """Return the store of the jobs of a database."""
    room = JobCapacity(**{"each": 3, "most": 5, "ended": 4, "seconds": 1000.0} | capacity)
    return JobStore(database_at(where, patience=patience, clock=clock, secret=secret), room)


def game_store_at(where: str, clock: FakeClock | None = None, **capacity: Any) -> GameStore:
    """Return the store of the games of a database."""
    room = GameCapacity(**{"each": 3, "most": 5, "seconds": 60.0} | capacity)
    return GameStore(database_at(where, clock=clock), room)


def add(store: JobStore, job: str, client: str = "somebody", engine: str = ENGINE) -> str:
    """Add a job to a store and return its id."""
    store.add(job, client, engine, ORDER)
    return job
