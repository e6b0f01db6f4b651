"""The numbers under which viewers know cards: from the server's secret, for each viewer of each game by themselves."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from riftcheck.engine.display.view import Numbering

_BYTES: Final = 6  # of a number: few enough for every reader of JSON, so many that two cards never share one


def numbering(secret: str, game: str, seat: int | None) -> Numbering:
    """Return the numbers of the cards of a game for a viewer, None for a spectator.

    Nothing of the three that a number is made of can be told from it, nor whether two viewers' numbers are one card's.
    """
    viewer = "spectator" if seat is None else str(seat)
    key = hmac.digest(secret.encode(), f"cards\0{game}\0{viewer}".encode(), "sha256")

    def number(card: int, losses: int, moment: int) -> int:
        return int.from_bytes(hmac.digest(key, f"{card} {losses} {moment}".encode(), "sha256")[:_BYTES])

    return number
