"""A plan of the planner in words: what its line does otherwise than a greedy player, when, and what that brings.

A plan is told as it is made, and followed as long as the game goes as foreseen. So what is not the answer to the open
question is told as what comes later, and may never come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.display.descriptions import decision_words, option_words
from riftcheck.engine.model import constants as w
from riftcheck.goldfish.policies.playouts import ACTS, act_key
from riftcheck.goldfish.policies.position import MIGHT, PARTS, WON
from riftcheck.goldfish.policies.seat_view import SeatView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.model.decisions import Option
    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.policies.deviations import Deviation
    from riftcheck.goldfish.policies.planner import Plan
    from riftcheck.goldfish.policies.playouts import ActKey, LineOfPlay

LATER: Final = "later, if all goes as foreseen: "
# The acts that are about a card, of which there may be several copies.
OF_CARDS: Final = frozenset({w.O_PLAY, w.O_HIDE})


class MainAct:
    """An act of a line in the main phase: its step, what it is known by in each question of the turn, and its words."""

    __slots__ = ("card", "key", "place", "says")

    def __init__(self, s: State, player: int, option: Option, place: int) -> None:
        seat = SeatView(s, player)
        self.place = place
        self.key: ActKey = act_key(seat, option)
        self.says = option_words(s, option)
        self.card = seat.card(option).name if option[0] in OF_CARDS else ""


def plan_words(plan: Plan) -> str:
    """Return why a line is played, as a sentence."""
    lines = "1 line" if plan.tried == 1 else f"{plan.tried} lines"
    if not plan.taken:
        return f"Plan: as on curve; {lines} tried"
    return f"Plan: {_taken_words(plan)}. {_gain_words(plan)}; {lines} tried"


def main_acts(line: LineOfPlay) -> list[MainAct]:
    """Return the acts of a line in the main phase of its player, in order, without its end."""
    player = line.steps[0].decision.player
    found: list[MainAct] = []
    for place, step in enumerate(line.steps):
        decision = step.decision
        if decision.kind == w.D_MAIN and decision.player == player and step.answer:
            option = decision.options[step.answer[0]]
            if option[0] in ACTS:
                found.append(MainAct(line.state_at(place), player, option, place))
    return found


def _taken_words(plan: Plan) -> str:
    """Return all that is done otherwise: of the turn and at once first, then what comes later."""
    acts = main_acts(plan.best)
    # What is left out where it was on curve, and done after all: as one thing.
    late = {key: act for _, one in plan.taken for key in one.left_out for act in acts if act.key == key}
    back = {act.place for act in late.values()}
    in_the_end = {one.place for line, one in plan.taken if one.place in back and _ends_turn(line, one)}
    told_by_answer = {one.place for _, one in plan.taken if one.answer is not None} - in_the_end
    now: list[str] = []
    later: list[tuple[int, str]] = []
    for line, one in plan.taken:
        if one.answer is None:
            done = [late.get(key) for key in one.left_out]
            now += [_left_out_words(line, one, act, acts) for act in done if not act or act.place not in told_by_answer]
        elif one.place not in in_the_end:
            words = _answer_words(line, one, acts)
            if one.place:
                later.append((one.place, words))
            else:
                now.append(words)
    told = "; ".join(now)
    if not later:
        return told
    return f"{told}{'; ' * bool(told)}{LATER}{', then '.join(words for _, words in sorted(later))}"


def _ends_turn(line: LineOfPlay, one: Deviation) -> bool:
    """Return True if a deviation answers a question at which its line ends the turn."""
    step = line.steps[one.place]
    return bool(one.answer) and step.decision.kind == w.D_MAIN and step.decision.options[step.answer[0]][0] == w.O_END


def _left_out_words(line: LineOfPlay, one: Deviation, late: MainAct | None, acts: Sequence[MainAct]) -> str:
    """Return what is left out in this turn, or that it is done later in it, or last; `acts` are all of the turn."""
    if late is None:
        return f"not {_said(line, one.place, line.steps[one.place].answer)} this turn"
    return f"{late.says} {'last' if late is acts[-1] else 'later'}"


def _answer_words(line: LineOfPlay, one: Deviation, acts: Sequence[MainAct]) -> str:
    """Return another answer, and in place of which; `acts` are those of the line that is played."""
    step = line.steps[one.place]
    usual, other = _said(line, one.place, step.answer), _said(line, one.place, one.answer or [])
    decision = step.decision
    if decision.kind == w.D_YES_NO:
        _, _, question = decision_words(line.state_at(one.place)).partition(": ")
        return f"{other} instead of {usual} where it is asked “{question}”"
    if decision.kind != w.D_MAIN:
        return f"{other} instead of {usual}"
    option = decision.options[step.answer[0]]
    if option[0] not in ACTS:
        return f"{other} before the end of the turn"
    put_off = MainAct(line.state_at(one.place), decision.player, option, one.place)
    if not any(act.key == put_off.key and act.place > one.place for act in acts):
        return f"{other} instead of {usual}"
    same = put_off.card and any(act.place == one.place and act.card == put_off.card for act in acts)
    return f"{other} before {usual.replace(put_off.card, f'a second {put_off.card}', 1) if same else usual}"


def _said(line: LineOfPlay, place: int, answer: Sequence[int]) -> str:
    """Return an answer to the question of a step in words."""
    options = line.steps[place].decision.options
    return " and ".join(option_words(line.state_at(place), options[number]) for number in answer) or "nothing"


def _gain_words(plan: Plan) -> str:
    """Return by what the line is better than the usual one, in Might: all that a position is worth counts as such."""
    gained = plan.best.value - plan.usual.value
    if gained > WON // 2:
        return "It wins" if plan.best.value > WON // 2 else "It does not lose"
    parts = zip(PARTS, plan.best.parts, plan.usual.parts, strict=True)
    told = ", ".join(f"{name} {_might(mine - other, '+')}" for name, mine, other in parts if mine != other)
    return f"Worth {_might(gained)} Might more than on curve (in Might: {told})"


def _might(worth: int, sign: str = "") -> str:
    """Return a worth, which is counted in parts of a Might, in whole ones, rounded to one place."""
    return f"{worth / MIGHT:{sign}.1f}".removesuffix(".0")
