"""What a policy is, what all of them do at the mulligan, and the answer that does least."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.goldfish.policies.mulligan import Mulligan
    from riftcheck.goldfish.policies.seat_view import SeatView

# A card that is drawn, counts as a card in hand, and is never playable: the deck of an opponent without a list is made
# of it, and to who plans it stands for a card that they have not seen.
FILLER: Final = "Idle Card"
# The options that do nothing.
DECLINING: Final = frozenset({w.O_PASS, w.O_END, w.O_NO})


class PolicyError(ValueError):
    """A policy that does not exist, or options that it does not have; the message says what there is."""


class Policy(Protocol):
    """Answers one player's decisions of one game. It is made anew for each game and sees a `Seat`, nothing else."""

    def answer(self, seat: SeatView) -> list[int]:
        """Return positions in the options of the open decision, in order."""
        ...


def cards_aside(mulligan: Mulligan, seat: SeatView) -> list[int]:
    """Return the positions of the cards of an opening hand that a mulligan policy sets aside."""
    decision = seat.question
    hand = [face for option in decision.options if (face := seat.face(option[1])) is not None]
    return mulligan.aside(hand, decision.hi)


def least_answer(decision: Decision) -> list[int]:
    """Return the answer that does least: to decline, or the first options, as few as may be."""
    options = decision.options
    if decision.lo == 1:
        for place in range(len(options) - 1, -1, -1):
            if options[place][0] in DECLINING:
                return [place]
    return list(range(decision.lo))
