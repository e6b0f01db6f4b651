"""The header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), by which a request may be sent again."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from flask import g, request

from riftcheck.api.errors import ProblemError
from riftcheck.store.repeatable import Repeatable

HEADER: Final = "Idempotency-Key"
MOST_CHARACTERS: Final = 255
PARAMETER: Final = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "description": "A name for this request, best a UUID: sent again within 24 hours with the same body, it gets the "
    "same answer and makes nothing new.",
    "schema": {"type": "string", "minLength": 1, "maxLength": MOST_CHARACTERS},
}


def note_repeatable(client: str, body: Any) -> None:
    """Note the current request as one that may be repeated if it has a key; `body` is its JSON value.

    :raises ProblemError: if the key is none.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return
    if not 0 < len(key) <= MOST_CHARACTERS or not key.isascii() or not key.isprintable():
        raise ProblemError(
            "invalid", f"{HEADER} is not valid: it must be 1 to {MOST_CHARACTERS} printable characters of ASCII."
        )
    what = json.dumps([request.path, body], sort_keys=True, separators=(",", ":"))
    g.repeatable = Repeatable(_digest(client, key), client, _digest(what))


def repeatable() -> Repeatable | None:
    """Return the current request as one that may be repeated, None where it has no key."""
    found: Repeatable | None = g.get("repeatable")
    return found


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()
