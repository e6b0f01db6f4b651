"""The header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), by which a request may be sent again."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from flask import g, request

from riftcheck.api.errors import ProblemError
from riftcheck.store.repeatable import Repeatable

if TYPE_CHECKING:
    from riftcheck.api.limits import Caller

HEADER: Final = "Idempotency-Key"
LEAST_CHARACTERS: Final = 16  # without an API key
MOST_CHARACTERS: Final = 255
PARAMETER: Final = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "description": "A name for this request, such as a new UUID. A retry with the same key and body within 24 hours "
    "returns the same response and creates nothing. Without `X-API-Key` the key must have at least "
    f"{LEAST_CHARACTERS} characters and be hard to guess: a client at your address that sends the same key and body "
    "receives your response, including the tokens of a game.",
    "schema": {"type": "string", "minLength": 1, "maxLength": MOST_CHARACTERS},
}


def note_repeatable(client: Caller, body: Any) -> None:
    """Note that the current request may be repeated, if it has a key. `body` is its JSON value.

    :raises ProblemError: if the key is not valid, or if it is short and the client has no API key.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return
    if not 0 < len(key) <= MOST_CHARACTERS or not key.isascii() or not key.isprintable():
        raise ProblemError(
            "invalid", f"{HEADER} is not valid: it must be 1 to {MOST_CHARACTERS} printable characters of ASCII."
        )
    if len(key) < LEAST_CHARACTERS and not client.has_key:
        raise ProblemError(
            "invalid",
            f"{HEADER} is too short: without an API key it must have at least {LEAST_CHARACTERS} characters, because "
            "another client at your address that sends the same key would receive your response. Send a new UUID.",
        )
    what = json.dumps([request.path, body], sort_keys=True, separators=(",", ":"))
    g.repeatable = Repeatable(_digest(client.name, key), client.name, _digest(what))


def repeatable() -> Repeatable | None:
    """Return the current request as one that may be repeated, None where it has no key."""
    found: Repeatable | None = g.get("repeatable")
    return found


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()
