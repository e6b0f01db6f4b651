"""Draws and channelled runes by seat: the seats at the table and the first turn of each mode of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

SeatName = Literal["first", "second", "between", "last"]

HAND: Final = 4  # CR 116
RUNES_A_TURN: Final = 2  # CR 315.3.b
MAX_TURNS: Final = 50


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place in the turn order.

    `first_draw`: the player draws in their first Draw Phase too. `extra_rune`: the player channels one rune more in
    their first Channel Phase.
    """

    name: SeatName
    first_draw: bool
    extra_rune: bool

    def drawn(self, turn: int) -> int:
        """Return the cards drawn in Draw Phases up to and with the player's own turn; turn 0 is before the first."""
        return turn if self.first_draw else max(turn - 1, 0)  # CR 315.4.b

    def channelled(self, turn: int, rune_deck: int) -> int:
        """Return the runes channelled up to and with the player's own turn, from a rune deck of so many cards."""
        if turn == 0:
            return 0
        return min(RUNES_A_TURN * turn + self.extra_rune, rune_deck)  # CR 315.3.b.1


_DUEL: Final = (  # CR 487.7, 488.7: both draw, the second channels an extra rune
    Seat("first", first_draw=True, extra_rune=False),
    Seat("second", first_draw=True, extra_rune=True),
)
_TABLE: Final = (  # CR 489.7, 490.7, 491.7: the first does not draw, the last channels an extra rune
    Seat("first", first_draw=False, extra_rune=False),
    Seat("between", first_draw=True, extra_rune=False),
    Seat("last", first_draw=True, extra_rune=True),
)
# By the mode of a format. Sealed and draft are played one against one.
SEATS: Final[dict[str, tuple[Seat, ...]]] = {
    "duel": _DUEL,
    "match": _DUEL,
    "sealed": _DUEL,
    "draft": _DUEL,
    "ffa3": _TABLE,
    "ffa4": _TABLE,
    "2v2": _TABLE,
}


def seats(mode: str) -> tuple[Seat, ...]:
    """Return the seats of a mode of play in turn order.

    :raises ValueError: there is no such mode.
    """
    found = SEATS.get(mode)
    if found is None:
        raise ValueError(f"There is no mode of play {mode!r}; the modes are {', '.join(SEATS)}.")
    return found
