"""A request that may be sent again, apart from the database that keeps it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Repeatable:
    """A request under a key: the digest of the key with its caller, the caller's name, the digest of the request."""

    key: str
    client: str
    request: str
