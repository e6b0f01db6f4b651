"""The deviations from a line of play: other answers to its questions, and acts that it leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w
from riftcheck.goldfish.policies.playouts import ACTS, TRIED, TRIED_OUTSIDE, act_key
from riftcheck.goldfish.policies.seat_view import SeatView

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Decision, Option
    from riftcheck.goldfish.policies.playouts import ActKey, LineOfPlay

# What is tried first, by what it gained for each answer that it took in mirror games of lists of tests/fixtures/lists.
# Other answers to the question that is open, where that is not the main phase: the search is for them.
OPEN: Final = -10
# An act left out, an offer declined, another player chosen.
LEAVING_OUT: Final = 0
# A move in the end, which few answers follow.
MOVE_LAST: Final = 0
SOONER: Final = {w.O_HIDE: 1, w.O_PLAY: 1, w.O_MOVE: 2, w.O_ACTIVATE: 4}
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
    """Another way on from a step of a line: an answer, or None for what is left when one more act is left out.

    `act` is what a deviation in the main phase is known by, None for others.
    """

    __slots__ = ("act", "answer", "left_out", "place", "rank")

    def __init__(
        self,
        rank: int,
        place: int,
        answer: list[int] | None,
        left_out: frozenset[ActKey],
        act: ActKey | None = None,
    ) -> None:
        self.rank = rank
        self.place = place
        self.answer = answer
        self.left_out = left_out
        self.act = act


def by_rank(one: Deviation) -> tuple[int, int]:
    """Return what deviations are sorted by."""
    return one.rank, one.place


class Deviations:
    """The deviations of one search that wait to be tried; an act is tried sooner, or left out, once in it."""

    __slots__ = ("alone", "planned", "player", "seen", "tried", "waiting")

    def __init__(self, line: LineOfPlay, player: int, *, alone: bool) -> None:
        self.player = player
        # No enemy has units or runes.
        self.alone = alone
        # The acts of deviations that were tried, and of those that were tried or wait.
        self.tried: set[ActKey] = set()
        self.seen: set[ActKey] = set()
        # The cards that the line plays in the main phase.
        self.planned: set[ActKey] = set()
        self.waiting: list[Deviation] = []
        self.follow(line, 0)

    def next(self) -> Deviation:
        """Return the deviation to be tried next, which waits no longer."""
        one = self.waiting.pop(0)
        if one.act is not None:
            self.tried.add(one.act)
        return one

    def follow(self, line: LineOfPlay, start: int) -> None:
        """Go on with the deviations from a line that is the best now, and is another from its step `start` on."""
        self.waiting = [one for one in self.waiting if one.place < start]
        self.seen = self.tried | {one.act for one in self.waiting if one.act is not None}
        self.planned = self._planned(line)
        self.waiting += self._of(line, start)
        self.waiting.sort(key=by_rank)

    def _of(self, line: LineOfPlay, start: int) -> list[Deviation]:
        """Return the deviations from a line at its step `start` or later that were not tried and do not wait."""
        found: list[Deviation] = []
        kinds = TRIED if line.steps[0].decision.kind == w.D_MAIN else TRIED_OUTSIDE
        for place in range(start, len(line.steps)):
            step = line.steps[place]
            decision = step.decision
            if decision.player != self.player or decision.kind not in kinds:
                continue
            if decision.kind == w.D_MAIN:
                seat = SeatView(line.state_at(place), self.player)
                found += self._without(seat, decision.options[step.answer[0]], place)
                found += self._sooner(seat, decision, place, step.answer)
            elif decision.lo <= 1 <= decision.hi and not (self.alone and decision.kind in BETWEEN_ENEMIES):
                found += other_answers(decision, place, step.answer)
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
        return [Deviation(LEAVING_OUT, place, None, frozenset({key}), leaves)]

    def _sooner(self, seat: SeatView, decision: Decision, place: int, answer: list[int]) -> list[Deviation]:
        """Return the deviations that do another act now."""
        found: list[Deviation] = []
        ends = decision.options[answer[0]][0] == w.O_END
        for number, option in enumerate(decision.options):
            kind = option[0]
            if kind not in ACTS or number in answer or (self.alone and gains_nothing(seat, option, ends=ends)):
                continue
            key = act_key(seat, option)
            # What would have kept something better from being done may still be done in the end.
            act = (key[0], key[1], AT_THE_END + key[2]) if ends else key
            if act in self.seen:
                continue
            self.seen.add(act)
            late = key in self.planned and seat.card(option).types & w.UNIT
            rank = ORDER_ALONE if late else MOVE_LAST if ends and kind == w.O_MOVE else SOONER[kind]
            found.append(Deviation(rank, place, [number], frozenset(), act))
        return found


def gains_nothing(seat: SeatView, option: Option, *, ends: bool) -> bool:
    """Return True for a move that hardly gains anything while no enemy has units or runes.

    Another move is tried sooner by leaving one out; in the end only a battlefield is gone to that is not held yet.
    """
    dest = option[1]
    if option[0] != w.O_MOVE:
        return False
    return not ends or dest < seat.first_field or seat.control(dest) in seat.friends


def other_answers(decision: Decision, place: int, answer: list[int]) -> list[Deviation]:
    """Return the deviations at a question that is not of the main phase: each option alone, all of them, none."""
    rank = _rank(decision, place, answer)
    count = len(decision.options)
    others = [list(range(count))] if decision.hi >= count > 1 and len(answer) < count else []
    others += [[number] for number in range(count) if [number] != answer][:WIDTH]
    if decision.lo == 0 and answer:
        others.append([])
    return [Deviation(rank + number, place, other, frozenset()) for number, other in enumerate(others)]


def _rank(decision: Decision, place: int, answer: list[int]) -> int:
    """Return the rank of the first other answer to a question that is not of the main phase."""
    if place == 0:
        return OPEN
    kind, options = decision.kind, decision.options
    if kind == w.D_YES_NO and answer and options[answer[0]][0] == w.O_YES:
        return LEAVING_OUT
    if kind == w.D_TARGET and all(option[0] == w.O_REF and 0 <= option[1] < w.REF_LOCATION for option in options):
        return LEAVING_OUT
    return OTHERWISE.get(kind, ELSE)
