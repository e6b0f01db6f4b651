"""A request that may be sent again, apart from the database that keeps it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Repeatable:
    """A request under a key: the digests of the key with its caller, of the caller, and of what is asked for."""

    key: str
    client: str
    request: str
