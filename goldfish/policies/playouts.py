"""Playouts: a line of play, the answers of one player in one turn, played out to that player's next turn in a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.flow.loop import submit
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import Decision
from riftcheck.goldfish.policies.greedy import GreedyPolicy
from riftcheck.goldfish.policies.passive import PassivePolicy
from riftcheck.goldfish.policies.position import position_parts
from riftcheck.goldfish.policies.seat_view import SeatView

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Option
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.policies.base import Policy
    from riftcheck.goldfish.policies.mulligan import Mulligan
    from riftcheck.goldfish.policies.polarity import PolarityTable

# The questions of a main phase of which other answers are tried.
TRIED: Final = frozenset(
    {
        w.D_MAIN,
        w.D_MOVE,
        w.D_LOCATION,
        w.D_TARGET,
        w.D_FOCUS,
        w.D_PRIORITY,
        w.D_YES_NO,
        w.D_MODE,
        w.D_COST,
    }
)
# The same outside the main phase, where the cards to pick from are known.
TRIED_OUTSIDE: Final = TRIED | {w.D_PICK}
# The acts of a main phase that a line may leave out, and what one is known by in each question of the turn.
ACTS: Final = frozenset({w.O_PLAY, w.O_HIDE, w.O_ACTIVATE, w.O_MOVE})
ActKey = tuple[int, int, str]
# What the numbers are below by which objects are told apart: players, locations, three flags, Might or damage, buffs or
# attachments.
SEATS: Final = 4
PLACES: Final = 32
FLAGS: Final = 8
MANY: Final = 1024
FEW: Final = 64
# The decisions of one playout at the most; only what goes round in circles gets there.
LONGEST: Final = 400


class LineStep:
    """An answer of a line: the question, the game as it stood then, and what the player knew as it was put.

    `state` is None where the game was not kept; `known` is None where nobody asked for it: such a step fits whatever is
    known.
    """

    __slots__ = ("answer", "decision", "known", "state")

    def __init__(
        self, decision: Decision, answer: list[int], state: State | None = None, known: list[int] | None = None
    ) -> None:
        self.decision = decision
        self.answer = answer
        self.state = state
        self.known = known

    def fits(self, decision: Decision, seat: SeatView) -> bool:
        """Return True if this step answers a question that is put to a seat."""
        mine = self.decision
        return (
            mine.kind == decision.kind
            and mine.about == decision.about
            and mine.options == decision.options
            and (self.known is None or self.known == seat.known())
        )


class LineOfPlay:
    """A line that was played out: its steps of all players, what it leaves out, and what it leads to.

    `parts` are those of the value of the position, `value` their sum; `answered` counts the player's own answers.
    """

    __slots__ = ("answered", "left_out", "parts", "steps", "value")

    def __init__(self, steps: list[LineStep], left_out: frozenset[ActKey], parts: list[int], answered: int) -> None:
        self.steps = steps
        self.left_out = left_out
        self.parts = parts
        self.value = sum(parts)
        self.answered = answered

    def steps_to_follow(self, player: int) -> list[LineStep]:
        """Return a player's own steps, without the game; with all but the first of them what the player knows there."""
        found: list[LineStep] = []
        for place, step in enumerate(self.steps):
            if step.decision.player == player:
                known = SeatView(self.state_at(place), player).known() if place else None
                found.append(LineStep(step.decision, step.answer, known=known))
        return found

    def state_at(self, place: int) -> State:
        """Return the game as it stood before a step, made from the nearest earlier one that is kept.

        It is not to be changed, only copies of it.
        """
        start = place
        kept = self.steps[start].state
        while kept is None:
            start -= 1
            kept = self.steps[start].state
        if start < place:
            kept = kept.clone()
            for step in self.steps[start:place]:
                submit(kept, step.answer)
            self.steps[place].state = kept
        return kept


class LinePlayer(GreedyPolicy):
    """A greedy player who leaves out some acts of the main phase, and hides in the end what costs only what is left."""

    __slots__ = ("left_out",)

    def __init__(self, mulligan: Mulligan, polarities: PolarityTable, left_out: frozenset[ActKey]) -> None:
        super().__init__(mulligan, polarities)
        self.left_out = left_out

    def main(self, seat: SeatView, decision: Decision) -> int:
        """Answer the main phase as a greedy player does to whom these acts are not offered; hide before the end."""
        options = decision.options
        chosen = self.act(seat, decision)
        if options[chosen][0] == w.O_END:
            for place, option in enumerate(options):
                if option[0] == w.O_HIDE and seat.hides_freely(option) and act_key(seat, option) not in self.left_out:
                    return place
        return chosen

    def act(self, seat: SeatView, decision: Decision) -> int:
        """Return the position of the act of a greedy player to whom what is left out is not offered."""
        if not self.left_out:
            return super().main(seat, decision)
        options = decision.options
        kept = [place for place, option in enumerate(options) if act_key(seat, option) not in self.left_out]
        if len(kept) == len(options):
            return super().main(seat, decision)
        offered = Decision(
            decision.player,
            decision.kind,
            [options[place] for place in kept],
            decision.lo,
            decision.hi,
            decision.about,
            decision.text,
        )
        return kept[super().main(seat, offered)]


def act_key(seat: SeatView, option: Option) -> ActKey:
    """Return what an act is known by in each question of a turn: its card or ability, how it is played or hidden."""
    kind = option[0]
    if kind == w.O_PLAY:
        return kind, seat.card(option).index, str(option[2])
    if kind == w.O_HIDE:
        return kind, seat.card(option).index, str(option[2] // w.HIDE_PRICE)
    if kind == w.O_ACTIVATE:
        return kind, option[1], seat.ability(option).key
    if kind == w.O_MOVE:
        # A unit that becomes ready later makes it another move.
        return kind, option[1], str(max([o.id for o in seat.army(seat.player) if not o.exhausted], default=w.NOBODY))
    return kind, w.NOBODY, ""


class PlayedTurn:
    """A turn as it is played out: its steps, and how it ended for its player.

    `unspent` is the energy that was left; `looks` is what `appearance` returned, empty while the turn goes on.
    """

    __slots__ = ("answered", "at", "copies", "looks", "mind", "plan", "steps", "unspent")

    def __init__(self, mind: LinePlayer, plan: list[LineStep], *, copies: bool) -> None:
        self.mind = mind
        self.plan = plan
        self.copies = copies
        self.at = 0
        self.steps: list[LineStep] = []
        self.answered = 0
        self.unspent = 0
        self.looks: tuple[int, ...] = ()

    def answer(self, s: State, seat: SeatView, decision: Decision) -> list[int]:
        """Return the player's answer, that of the plan as long as it fits, and keep the step."""
        if self.at < len(self.plan) and self.plan[self.at].fits(decision, seat):
            chosen = self.plan[self.at].answer
            self.at += 1
        else:
            chosen = self.mind.answer(seat)
            self.at = len(self.plan)
        kept = s.clone() if self.copies and (decision.kind in TRIED or not self.steps) else None
        self.steps.append(LineStep(decision, chosen, kept))
        self.answered += 1
        return chosen


class Playouts:
    """Playouts of the lines of one player's turn, to the main phase of their turn number `until`.

    An enemy who has no runes is taken for one who does nothing, everybody else for a greedy player.
    """

    __slots__ = ("judged", "mulligan", "player", "polarities", "until")

    def __init__(self, player: int, until: int, mulligan: Mulligan, polarities: PolarityTable) -> None:
        self.player = player
        self.until = until
        self.mulligan = mulligan
        self.polarities = polarities
        # The parts of the values of positions, by how the turn ended that led to them: what ends alike is played once.
        self.judged: dict[tuple[int, ...], list[int]] = {}

    def play(self, s: State, plan: list[LineStep], left_out: frozenset[ActKey], *, copies: bool) -> LineOfPlay:
        """Play a game on and return the line of this turn; the game is changed.

        The answers of `plan` are given as long as they fit, then those of a greedy player who leaves out `left_out` in
        this turn. With `copies` the game before each of the player's steps is kept.
        """
        seats = [SeatView(s, one) for one in range(len(s.players))]
        players = [self._policy(s, one) for one in range(len(s.players))]
        turn = PlayedTurn(LinePlayer(self.mulligan, self.polarities, left_out), plan, copies=copies)
        self._turn(s, seats, players, turn)
        parts = self.judged.get(turn.looks) if turn.looks else None
        if parts is None:
            self._later(s, seats, players)
            parts = position_parts(s, seats[self.player], self.polarities, turn.unspent)
            if turn.looks:
                self.judged[turn.looks] = parts
        return LineOfPlay(turn.steps, left_out, parts, turn.answered)

    def _turn(self, s: State, seats: list[SeatView], players: list[Policy], turn: PlayedTurn) -> None:
        """Play this turn to its end, or until it has ended as an earlier line did, whose parts are known."""
        number = s.turn
        while s.winner < 0 and s.turn == number and len(turn.steps) < LONGEST:
            decision = s.decision
            if decision is None:
                return
            seat = seats[decision.player]
            if decision.player != self.player:
                chosen = players[decision.player].answer(seat)
                turn.steps.append(LineStep(decision, chosen))
            else:
                chosen = turn.answer(s, seat, decision)
                if decision.kind == w.D_MAIN and decision.options[chosen[0]][0] == w.O_END:
                    turn.unspent = seat.energy
                    turn.looks = appearance(s, seat)
                    if turn.looks in self.judged:
                        return
            submit(s, chosen)

    def _later(self, s: State, seats: list[SeatView], players: list[Policy]) -> None:
        """Play on to the main phase of the player's turn number `until`, all but the player's enemies greedily."""
        for _ in range(LONGEST):
            decision = s.decision
            if s.winner >= 0 or decision is None:
                return
            mine = decision.player == self.player and decision.kind == w.D_MAIN
            if mine and s.players[self.player].turns >= self.until:
                return
            submit(s, players[decision.player].answer(seats[decision.player]))

    def _policy(self, s: State, player: int) -> Policy:
        if player == self.player:
            return LinePlayer(self.mulligan, self.polarities, frozenset())
        p = s.players[player]
        return GreedyPolicy(self.mulligan, self.polarities) if p.runes or p.rune_deck else PassivePolicy()


def appearance(s: State, seat: SeatView) -> tuple[int, ...]:
    """Return how a turn of a player ends, as numbers: points, cards, runes, and how each object stands."""
    kinds = s.card_defs
    found = [*s.points, seat.energy, w.NOBODY]
    for p in s.players:
        found += (p.xp, len(p.runes), p.ready_runes, len(p.deck), len(p.rune_deck), len(p.hand))
        found += sorted([kinds[card] for card in p.trash])
        found.append(w.NOBODY)
    found += sorted([kinds[card] for card in s.players[seat.player].hand])
    for place in s.locs:
        found += (w.NOBODY, place.control)
    found += sorted([standing(seat, o) for o in s.board.values()])
    return tuple(found)


def standing(seat: SeatView, o: Obj) -> int:
    """Return what an object is and how it stands, as one number, in which each thing has places of its own."""
    attached = len(o.attachments) + (0 if o.attached_to == w.NOBODY else 1)
    number = (o.d.index * SEATS + o.controller) * PLACES + o.loc
    number = number * FLAGS + (4 if o.facedown else 0) + (2 if o.exhausted else 0) + (1 if o.stunned else 0)
    number = (number * MANY + o.damage) * MANY + seat.might(o)
    return (number * FEW + o.buffs) * FEW + attached
