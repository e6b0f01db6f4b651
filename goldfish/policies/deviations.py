"""The deviations from a line of play: other answers to its questions, and acts that it leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w
from riftcheck.goldfish.policies.playouts import ACTS, TRIED, act_key
from riftcheck.goldfish.policies.seat_view import SeatView

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Decision, Option
    from riftcheck.goldfish.policies.playouts import ActKey, LineOfPlay

# What is tried first, by what it gained for each answer that it took in mirror games of lists of tests/fixtures/lists.
LEAVING_OUT: Final = 0
SOONER: Final = {w.O_HIDE: 0, w.O_PLAY: 1, w.O_MOVE: 2, w.O_ACTIVATE: 4}
# A unit that the line plays anyway, played sooner.
ORDER_ALONE: Final = 4
OTHERWISE: Final = {w.D_YES_NO: 2, w.D_FOCUS: 2, w.D_MOVE: 2, w.D_PRIORITY: 4}
ELSE: Final = 3
# What hardly matters while no enemy has units or runes.
BETWEEN_ENEMIES: Final = frozenset({w.D_LOCATION, w.D_MOVE, w.D_FOCUS, w.D_PRIORITY})
# So many other answers are tried to one question that is not of the main phase.
WIDTH: Final = 4
# Before the name of an act that is tried instead of ending the turn, apart from the same act tried sooner.
AT_THE_END: Final = "at the end/"


class Deviation:
    """Another way on from a step of a line: an answer, or None for what is left when one more act is left out."""

    __slots__ = ("answer", "left_out", "place", "rank")

    def __init__(self, rank: int, place: int, answer: list[int] | None, left_out: frozenset[ActKey]) -> None:
        self.rank = rank
        self.place = place
        self.answer = answer
        self.left_out = left_out


def by_rank(one: Deviation) -> tuple[int, int]:
    """Return what deviations are sorted by."""
    return one.rank, one.place


class Deviations:
    """The deviations of one search: an act is tried sooner, or left out, once in it."""

    __slots__ = ("alone", "player", "seen")

    def __init__(self, player: int, *, alone: bool) -> None:
        self.player = player
        # No enemy has units or runes.
        self.alone = alone
        self.seen: set[ActKey] = set()

    def of(self, line: LineOfPlay, start: int) -> list[Deviation]:
        """Return the deviations from a line at its step `start` or later, those to be tried first in front."""
        found: list[Deviation] = []
        planned = self._planned(line)
        for place in range(start, len(line.steps)):
            step = line.steps[place]
            decision = step.decision
            if decision.player != self.player or decision.kind not in TRIED:
                continue
            if decision.kind == w.D_MAIN:
                seat = SeatView(line.state_at(place), self.player)
                found += self._without(seat, decision.options[step.answer[0]], place)
                found += self._sooner(seat, decision, place, step.answer, planned)
            elif decision.lo <= 1 <= decision.hi and not (self.alone and decision.kind in BETWEEN_ENEMIES):
                found += other_answers(decision, place, step.answer)
        found.sort(key=by_rank)
        return found

    def _planned(self, line: LineOfPlay) -> set[ActKey]:
        """Return the cards that a line plays in the main phase."""
        found: set[ActKey] = set()
        seat = SeatView(line.state_at(0), self.player)
        for step in line.steps:
            if step.decision.kind == w.D_MAIN and step.decision.player == self.player:
                option = step.decision.options[step.answer[0]]
                if option[0] == w.O_PLAY:
                    found.add(act_key(seat, option))
        return found

    def _without(self, seat: SeatView, option: Option, place: int) -> list[Deviation]:
        """Return the deviation that leaves out an act; units are not left out, only played later."""
        kind = option[0]
        if kind not in ACTS or (kind == w.O_PLAY and seat.card(option).types & w.UNIT):
            return []
        key = act_key(seat, option)
        leaves = -1 - kind, key[1], key[2]
        if leaves in self.seen:
            return []
        self.seen.add(leaves)
        return [Deviation(LEAVING_OUT, place, None, frozenset({key}))]

    def _sooner(
        self, seat: SeatView, decision: Decision, place: int, answer: list[int], planned: set[ActKey]
    ) -> list[Deviation]:
        """Return the deviations that do another act now."""
        found: list[Deviation] = []
        ends = decision.options[answer[0]][0] == w.O_END
        for number, option in enumerate(decision.options):
            kind = option[0]
            if kind not in ACTS or number in answer:
                continue
            key = act_key(seat, option)
            # What would have kept something better from being done may still be done in the end.
            tried = (key[0], key[1], AT_THE_END + key[2]) if ends else key
            if tried in self.seen:
                continue
            self.seen.add(tried)
            late = key in planned and seat.card(option).types & w.UNIT
            found.append(Deviation(ORDER_ALONE if late else SOONER[kind], place, [number], frozenset()))
        return found


def other_answers(decision: Decision, place: int, answer: list[int]) -> list[Deviation]:
    """Return the deviations at a question that is not of the main phase: each option alone, all of them, none."""
    rank = OTHERWISE.get(decision.kind, ELSE)
    count = len(decision.options)
    others = [list(range(count))] if decision.hi >= count > 1 and len(answer) < count else []
    others += [[number] for number in range(count) if [number] != answer][:WIDTH]
    if decision.lo == 0 and answer:
        others.append([])
    return [Deviation(rank + number, place, other, frozenset()) for number, other in enumerate(others)]
