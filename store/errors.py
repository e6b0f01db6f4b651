"""The errors of a store."""

from __future__ import annotations


class DatabaseError(Exception):
    """The database cannot be used now: it is away, damaged, full, or held by another."""


class BusyError(DatabaseError):
    """The database cannot be used this moment: others are writing to it, or it is being opened."""


class FullDiskError(DatabaseError):
    """The disk of the database has no space for the data to write."""


class AddressError(ValueError):
    """An address that names no database that can be used; the message says what would be right."""


class LostJobError(Exception):
    """The job is not the worker's any more: it was cancelled, or another worker has claimed it."""


class RepeatedError(Exception):
    """What is asked for under a key of idempotence was made already: `made` is its id, by the request `request`."""

    def __init__(self, request: str, made: str) -> None:
        self.request, self.made = request, made
        super().__init__(made)


class FullError(Exception):
    """There is no room for another job or game.

    `each`: for this caller, else for any. `most`: how many there may be. `seconds` until there may be room, None where
    nobody knows.
    """

    def __init__(self, most: int, *, each: bool, seconds: int | None = None) -> None:
        self.most, self.each, self.seconds = most, each, seconds
        super().__init__(most)
