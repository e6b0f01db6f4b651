"""The passive policy: it keeps the opening hand, plays nothing, moves nothing, declines what may be declined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.goldfish.policies.base import least_answer

if TYPE_CHECKING:
    from riftcheck.goldfish.policies.seat_view import SeatView


class PassivePolicy:
    """Takes the answer that does least."""

    __slots__ = ()

    def answer(self, seat: SeatView) -> list[int]:
        """Return the answer that does least."""
        return least_answer(seat.question)
