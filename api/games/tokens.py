"""The tokens of players: who holds one plays a seat and sees its hand. Of a token only its digest is stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING, Final

from riftcheck.api.errors import ProblemError

if TYPE_CHECKING:
    from collections.abc import Sequence

_BYTES: Final = 32
NO_TOKEN: Final = {"WWW-Authenticate": 'Bearer realm="games"'}
WRONG_TOKEN: Final = {"WWW-Authenticate": 'Bearer realm="games", error="invalid_token"'}


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(_BYTES)


def token_again(secret: str, key: str, game: str, seat: int) -> str:
    """Return the token of a seat of a game that was begun under a key of idempotence, the same each time.

    Without the server's secret nobody can work it out, so that it need not be stored to be told again.
    """
    made = hmac.digest(secret.encode(), f"token\0{key}\0{game}\0{seat}".encode(), "sha256")
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def digest(token: str) -> str:
    """Return the digest of a token, 64 hexadecimal digits."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def is_token(token: str, stored: str) -> bool:
    """Return True if a token has the stored digest."""
    return hmac.compare_digest(digest(token), stored)


def seat_of(token: str | None, stored: Sequence[str]) -> int:
    """Return the seat of a token among the digests of all seats.

    :raises ProblemError: if there is none, or it is of no seat.
    """
    if token is None:
        detail = "Only a player may do this: send their token as `Authorization: Bearer TOKEN`."
        raise ProblemError("wrong-token", detail, headers=NO_TOKEN)
    found = [seat for seat, known in enumerate(stored) if is_token(token, known)]
    if not found:
        raise ProblemError("wrong-token", "The token is not that of a player of this game.", headers=WRONG_TOKEN)
    return found[0]


def bearer(header: str | None) -> str | None:
    """Return the token of an Authorization header, None where there is no header.

    :raises ProblemError: if it is none of the form `Bearer TOKEN`.
    """
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token or not token.isascii() or not token.isprintable() or " " in token:
        raise ProblemError("wrong-token", "The header must be `Authorization: Bearer TOKEN`.", headers=WRONG_TOKEN)
    return token
