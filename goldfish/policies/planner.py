"""The planner: it plans a turn, not a card, by playing lines out in copies of the game.

The first line of a turn is that of a greedy player. Then it tries what deviates from the best line so far at one step:
another act first, an act left out, another target, place or answer; a line that leads to a better position takes its
place. In the copies all that the player cannot know is dealt anew, and everybody else plays greedily. The line that was
found is followed as long as the game goes as foreseen; where it does not, the planner plans anew from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w
from riftcheck.engine.model.rng import mix64
from riftcheck.goldfish.policies.base import cards_aside
from riftcheck.goldfish.policies.deviations import Deviation, Deviations
from riftcheck.goldfish.policies.greedy import GreedyPolicy
from riftcheck.goldfish.policies.playouts import TRIED_OUTSIDE, LineStep, Playouts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from riftcheck.engine.model.decisions import Decision
    from riftcheck.goldfish.policies.mulligan import Mulligan
    from riftcheck.goldfish.policies.playouts import LineOfPlay
    from riftcheck.goldfish.policies.polarity import PolarityTable
    from riftcheck.goldfish.policies.seat_view import SeatView

# A question that comes up outside a main phase has so many times less of the budget.
SMALLER: Final = 3
# So many lines are tried at least, there and in a main phase, however long the turn is.
FEWEST: Final = 5
FEWEST_IN_MAIN: Final = 6


class Plan:
    """What a search found: the line of a greedy player, the best line, and the deviations that led to that.

    Each deviation comes with the line that it deviates from. `tried` counts the lines that were played out.
    """

    __slots__ = ("best", "taken", "tried", "usual")

    def __init__(self, usual: LineOfPlay) -> None:
        self.usual = usual
        self.best = usual
        self.taken: list[tuple[LineOfPlay, Deviation]] = []
        self.tried = 1


class PlannerPolicy:
    """A search for the best line of a turn, with a budget of own answers in the lines that are played out.

    What one deal of the hidden cards showed is kept if it is better over `samples` of them; lines are played out to the
    main phase of the turn that is `ahead` turns ahead.
    """

    __slots__ = (
        "ahead",
        "at",
        "budget",
        "greedy",
        "line",
        "mulligan",
        "planned",
        "polarities",
        "samples",
        "seed",
        "tell",
    )

    def __init__(self, mulligan: Mulligan, polarities: PolarityTable, seed: int, options: Mapping[str, int]) -> None:
        self.mulligan = mulligan
        self.polarities = polarities
        self.greedy = GreedyPolicy(mulligan, polarities)
        self.seed = seed
        self.budget = options["budget"]
        self.samples = options["samples"]
        self.ahead = options["ahead"]
        self.planned = 0
        # The own steps of the line that is followed, and which of them comes next.
        self.line: list[LineStep] = []
        self.at = 0
        # Whom each plan is told.
        self.tell: Callable[[Plan], None] | None = None

    def answer(self, seat: SeatView) -> list[int]:
        """Return the next answer of the line that is followed; where none fits, the first of a new plan."""
        decision = seat.question
        if decision.kind == w.D_MULLIGAN:
            return cards_aside(self.mulligan, seat)
        if self.at < len(self.line):
            step = self.line[self.at]
            if step.fits(decision, seat):
                self.at += 1
                return step.answer
            self.line = []
            self.at = 0
        if decision.kind not in TRIED_OUTSIDE or len(decision.options) + (decision.lo == 0) <= 1:
            return self.greedy.answer(seat)
        self.planned += 1
        plan = self.plan(seat, decision)
        if self.tell is not None:
            self.tell(plan)
        self.line = plan.best.steps_to_follow(seat.player)
        self.at = 1
        return self.line[0].answer

    def plan(self, seat: SeatView, decision: Decision) -> Plan:
        """Return what the search finds from the open question on."""
        playouts = self._playouts(seat)
        plan = Plan(playouts.play(seat.imagined_with_blanks(self._deal(0)), [], frozenset(), copies=True))
        main = decision.kind == w.D_MAIN
        left = (self.budget if main else self.budget // SMALLER) - plan.best.answered
        fewest = min(self.budget, FEWEST_IN_MAIN if main else FEWEST)
        deviations = Deviations(plan.best, seat.player, alone=seat.alone())
        while deviations.waiting and (left > 0 or plan.tried < fewest):
            one = deviations.next()
            line = _deviating(playouts, plan.best, one)
            plan.tried += 1
            left -= line.answered
            if line.value > plan.best.value:
                # What was answered from here on is answered anew; what is left out stays so.
                plan.taken = [(on, was) for on, was in plan.taken if was.answer is None or was.place < one.place]
                plan.taken.append((plan.best, one))
                line.steps = plan.best.steps[: one.place] + line.steps
                plan.best = line
                deviations.follow(line, one.place)
        if plan.taken and self.samples > 1 and not self._holds(seat, plan):
            plan.best = plan.usual
            plan.taken = []
        return plan

    def _holds(self, seat: SeatView, plan: Plan) -> bool:
        """Return True if the best line is better than the usual one over further deals of the hidden cards too."""
        gained = plan.best.value - plan.usual.value
        for sample in range(1, self.samples):
            deal = seat.imagined(self._deal(sample))
            playouts = self._playouts(seat)
            usual = playouts.play(deal.clone(), [], frozenset(), copies=False)
            own = plan.best.steps_to_follow(seat.player)
            gained += playouts.play(deal, own, plan.best.left_out, copies=False).value - usual.value
        return gained > 0

    def _playouts(self, seat: SeatView) -> Playouts:
        return Playouts(seat.player, seat.own_turns + self.ahead, self.mulligan, self.polarities)

    def _deal(self, sample: int) -> int:
        return mix64(self.seed ^ (self.planned << 8) ^ sample)


def _deviating(playouts: Playouts, best: LineOfPlay, one: Deviation) -> LineOfPlay:
    """Return the line that deviates from another, from that step on."""
    before = best.state_at(one.place)
    step = best.steps[one.place]
    plan = [] if one.answer is None else [LineStep(step.decision, one.answer)]
    line = playouts.play(before.clone(), plan, best.left_out | one.left_out, copies=False)
    line.steps[0].state = before
    return line
