"""The player who only passes: keeps the opening hand, plays nothing, moves nothing, declines what may be declined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.goldfish.policies.base import Policy, least

if TYPE_CHECKING:
    from riftcheck.goldfish.policies.seat import Seat


class Passive(Policy):
    """Takes the answer that does least."""

    __slots__ = ()

    def answer(self, seat: Seat) -> list[int]:
        """Return the answer that does least."""
        return least(seat.question)
