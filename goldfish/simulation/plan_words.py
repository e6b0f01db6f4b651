"""A plan of the planner in words: what its line does otherwise than a greedy player, and what that brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.display.descriptions import option_words
from riftcheck.engine.model import constants as w
from riftcheck.goldfish.policies.position import PARTS, WON

if TYPE_CHECKING:
    from riftcheck.goldfish.policies.deviations import Deviation
    from riftcheck.goldfish.policies.planner import Plan
    from riftcheck.goldfish.policies.playouts import LineOfPlay


def plan_words(plan: Plan) -> str:
    """Return why a line is played, as a sentence."""
    lines = "1 line" if plan.tried == 1 else f"{plan.tried} lines"
    if not plan.taken:
        return f"Plan: as on curve; {lines} tried"
    told = "; ".join(_deviation_words(line, one) for line, one in plan.taken)
    return f"Plan: {told}. {_gain_words(plan)}; {lines} tried"


def _deviation_words(line: LineOfPlay, one: Deviation) -> str:
    s = line.state_at(one.place)
    step = line.steps[one.place]
    usual = " and ".join(option_words(s, step.decision.options[place]) for place in step.answer) or "nothing"
    if one.answer is None:
        return f"not {usual}"
    other = " and ".join(option_words(s, step.decision.options[place]) for place in one.answer) or "nothing"
    return f"{other} before {usual}" if step.decision.kind == w.D_MAIN else f"{other} instead of {usual}"


def _gain_words(plan: Plan) -> str:
    """Return by what the line is better than the usual one, in sixths of Might."""
    gained = plan.best.value - plan.usual.value
    if gained > WON // 2:
        return "It wins" if plan.best.value > WON // 2 else "It does not lose"
    parts = zip(PARTS, plan.best.parts, plan.usual.parts, strict=True)
    told = ", ".join(f"{name} {mine - other:+d}" for name, mine, other in parts if mine != other)
    return f"Better than on curve by {gained} sixths of Might ({told})"
