"""The lookahead policy: simulates each answer with greedy players on both sides and takes the best.

It plays on in copies in which all that it cannot know is dealt anew, to the main phase of a turn so many turns ahead:
the second next as a rule, for what comes onto the board now moves in the next. The budget is how many decisions it
looks at for one question; where that is used up, what has not been tried is not taken. Everybody in its copies is
greedy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.flow.loop import submit
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.rng import mix64
from riftcheck.goldfish.policies.board import worth
from riftcheck.goldfish.policies.greedy import GreedyPolicy
from riftcheck.goldfish.policies.seat_view import SeatView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.policies.mulligan import Mulligan
    from riftcheck.goldfish.policies.polarity import PolarityTable

# The questions that are worth trying out. Those about cards that were only shown are answered as a greedy player does.
TRIED: Final = frozenset({w.D_MAIN, w.D_MOVE, w.D_LOCATION, w.D_TARGET, w.D_FOCUS, w.D_YES_NO, w.D_MODE})
# What a point is worth beside the worth of a board, a card in hand, a rune, and having won.
POINT: Final = 60
CARD: Final = 8
RUNE: Final = 6
HELD: Final = 20
WON: Final = 100_000


class LookaheadPolicy:
    """A search with a budget of simulated decisions for each question, over `samples` deals of the hidden cards."""

    __slots__ = ("ahead", "asked", "budget", "greedy", "mulligan", "polarities", "samples", "seed")

    def __init__(self, mulligan: Mulligan, polarities: PolarityTable, seed: int, options: Mapping[str, int]) -> None:
        self.mulligan = mulligan
        self.polarities = polarities
        self.greedy = GreedyPolicy(mulligan, polarities)
        self.seed = seed
        self.budget = options["budget"]
        self.samples = options["samples"]
        self.ahead = options["ahead"]
        self.asked = 0

    def answer(self, seat: SeatView) -> list[int]:
        """Return the answer of the greatest mean value; of equal ones that of a greedy player."""
        decision = seat.question
        usual = self.greedy.answer(seat)
        self.asked += 1
        if decision.kind not in TRIED:
            return usual
        answers = candidates(decision, usual)
        if len(answers) == 1:
            return usual
        totals = [0] * len(answers)
        tried = [0] * len(answers)
        left = self.budget
        for sample in range(self.samples):
            deal = mix64(self.seed ^ (self.asked << 8) ^ sample)
            for place, chosen in enumerate(answers):
                if left <= 0:
                    break
                value, used = self.tried(seat.imagined(deal), seat, chosen)
                left -= used
                totals[place] += value
                tried[place] += 1
        best = 0
        for place in range(1, len(answers)):
            # Compared by what was tried equally often; ties stay with the earlier one.
            if tried[place] == tried[best] and totals[place] > totals[best]:
                best = place
        return answers[best]

    def tried(self, s: State, seat: SeatView, chosen: list[int]) -> tuple[int, int]:
        """Return the value of an answer in a simulated game, and the number of decisions simulated."""
        me, everyone = seat.player, range(len(s.players))
        policies = [GreedyPolicy(self.mulligan, self.polarities) for _ in everyone]
        seats = [SeatView(s, one) for one in everyone]
        until = s.players[me].turns + self.ahead
        submit(s, chosen)
        used = 1
        while s.winner < 0 and used < self.budget:
            decision = s.decision
            if decision is None or (s.players[me].turns >= until and s.phase == w.MAIN):
                break
            submit(s, policies[decision.player].answer(seats[decision.player]))
            used += 1
        return value_of(s, seats[me]), used


def candidates(decision: Decision, usual: list[int]) -> list[list[int]]:
    """Return the answers that are tried, the usual one first: each option alone, or all that may go together."""
    count = len(decision.options)
    found = [usual]
    if decision.lo <= 1 <= decision.hi:
        found += [[place] for place in range(count) if [place] != usual]
    if decision.lo == 0 and usual:
        found.append([])
    everything = list(range(count))
    if decision.hi >= count > 1 and everything != usual:
        found.append(everything)
    return found


def value_of(s: State, seat: SeatView) -> int:
    """Return the value of a game to a player: points first, then battlefields held, the board, cards and runes."""
    me = seat.player
    if s.winner >= 0:
        return WON if s.winner == s.team[me] else -WON
    value = POINT * (seat.points(me) - seat.enemy_points())
    for loc in seat.fields:
        control = seat.control(loc)
        value += HELD if control == me else -HELD if control in seat.enemies else 0
    value += sum(worth(seat, o) for o in seat.army(me)) - sum(worth(seat, o) for o in seat.enemy_army())
    value += CARD * (seat.hand_size(me) - seat.enemy_hand_size())
    return value + RUNE * (len(s.players[me].runes) - max(len(s.players[enemy].runes) for enemy in seat.enemies))
