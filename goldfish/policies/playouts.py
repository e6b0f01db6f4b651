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
    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.policies.base import Policy
    from riftcheck.goldfish.policies.mulligan import Mulligan
    from riftcheck.goldfish.policies.polarity import PolarityTable

# The questions of which other answers are tried. Those about cards that were only shown are answered as greedy does.
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
# The acts of a main phase that a line may leave out, and what one is known by in each question of the turn.
ACTS: Final = frozenset({w.O_PLAY, w.O_HIDE, w.O_ACTIVATE, w.O_MOVE})
ActKey = tuple[int, int, str]
# The decisions of one playout at the most; only what goes round in circles gets there.
LONGEST: Final = 400


class LineStep:
    """An answer of a line: the question, what the player knew as it was put, and the game as it stood then.

    `state` is None where the game was not kept; `known` is empty for an answer of another player.
    """

    __slots__ = ("answer", "decision", "known", "state")

    def __init__(self, decision: Decision, answer: list[int], known: list[int], state: State | None = None) -> None:
        self.decision = decision
        self.answer = answer
        self.known = known
        self.state = state

    def without_state(self) -> LineStep:
        """Return this step without the game, which is not needed to follow it."""
        return LineStep(self.decision, self.answer, self.known)

    def fits(self, decision: Decision, known: list[int]) -> bool:
        """Return True if this step answers a question that is put to who knows so much."""
        mine = self.decision
        return (
            mine.kind == decision.kind
            and mine.about == decision.about
            and mine.options == decision.options
            and self.known == known
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
    """Return what an act is known by in each question of a turn: its card or ability, its place, what hiding takes."""
    kind = option[0]
    if kind == w.O_PLAY:
        return kind, seat.card(option).index, ""
    if kind == w.O_HIDE:
        return kind, seat.card(option).index, str(option[2] // w.HIDE_PRICE)
    if kind == w.O_ACTIVATE:
        return kind, option[1], seat.ability(option).key
    if kind == w.O_MOVE:
        return kind, option[1], ""
    return kind, w.NOBODY, ""


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

        The answers of `plan` are given as long as they fit, then those of a greedy player who leaves out `left_out`.
        With `copies` the game before each of the player's steps is kept.
        """
        me = self.player
        seats = [SeatView(s, one) for one in range(len(s.players))]
        players = [self._policy(s, one, left_out) for one in range(len(s.players))]
        seat = seats[me]
        steps: list[LineStep] = []
        turn = s.turn
        at = unspent = answered = played = 0
        looks: tuple[int, ...] = ()
        while s.winner < 0 and played < LONGEST:
            played += 1
            decision = s.decision
            if decision is None:
                break
            player = decision.player
            if player != me or s.turn != turn:
                if player == me and decision.kind == w.D_MAIN and s.players[me].turns >= self.until:
                    break
                chosen = players[player].answer(seats[player])
                if s.turn == turn:
                    steps.append(LineStep(decision, chosen, []))
                submit(s, chosen)
                continue
            known = seat.known()
            if at < len(plan) and plan[at].fits(decision, known):
                chosen = plan[at].answer
                at += 1
            else:
                chosen = players[me].answer(seat)
                at = len(plan)
            answered += 1
            steps.append(LineStep(decision, chosen, known, s.clone() if copies and decision.kind in TRIED else None))
            if decision.kind == w.D_MAIN and decision.options[chosen[0]][0] == w.O_END:
                unspent = seat.energy
                looks = appearance(s, seat)
                parts = self.judged.get(looks)
                if parts is not None:
                    return LineOfPlay(steps, left_out, parts, answered)
            submit(s, chosen)
        parts = position_parts(s, seat, self.polarities, unspent)
        if looks:
            self.judged[looks] = parts
        return LineOfPlay(steps, left_out, parts, answered)

    def _policy(self, s: State, player: int, left_out: frozenset[ActKey]) -> Policy:
        if player == self.player:
            return LinePlayer(self.mulligan, self.polarities, left_out)
        p = s.players[player]
        return GreedyPolicy(self.mulligan, self.polarities) if p.runes or p.rune_deck else PassivePolicy()


def appearance(s: State, seat: SeatView) -> tuple[int, ...]:
    """Return how a turn of a player ends, as numbers: points, cards, runes, and how each object stands."""
    p = s.players[seat.player]
    kinds = s.card_defs
    found = [*s.points, p.xp, len(p.runes), p.ready_runes, len(p.deck), len(p.rune_deck), len(p.trash), w.NOBODY]
    found += sorted(kinds[card] for card in p.hand)
    for place in s.locs:
        found += (w.NOBODY, place.control)
    objects = [(o.d.index, o.controller, o.loc, int(o.exhausted), o.damage, seat.might(o)) for o in s.board.values()]
    objects.sort()
    for one in objects:
        found += one
    return tuple(found)
