"""The random policy: any answer that is offered, each as likely as the others of its size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.model import constants as w
from riftcheck.engine.model.rng import below, shuffle, stream
from riftcheck.goldfish.policies.base import cards_aside

if TYPE_CHECKING:
    from riftcheck.goldfish.policies.mulligan import Mulligan
    from riftcheck.goldfish.policies.seat_view import SeatView


class RandomPolicy:
    """Random answers by a generator of its own; the mulligan is by the mulligan policy."""

    __slots__ = ("mulligan", "rng")

    def __init__(self, mulligan: Mulligan, seed: int) -> None:
        self.mulligan = mulligan
        self.rng = stream(seed, "policy")

    def answer(self, seat: SeatView) -> list[int]:
        """Return one of the possible answers."""
        decision = seat.question
        if decision.kind == w.D_MULLIGAN:
            return cards_aside(self.mulligan, seat)
        count = len(decision.options)
        most = min(decision.hi, count)
        wanted = decision.lo if most == decision.lo else decision.lo + below(self.rng, most - decision.lo + 1)
        if wanted == 1:
            return [below(self.rng, count)]
        places = list(range(count))
        shuffle(self.rng, places)
        return sorted(places[:wanted])
