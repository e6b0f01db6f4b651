"""The trace of a run: for each step the questions, their options, the answers, and where each answer came from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from riftcheck.engine.display.names import capital, player_words
from riftcheck.engine.display.prompts import decision_words
from riftcheck.scenario.steps.questions import KINDS, option_words

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.scenario.format.nodes import Node
    from riftcheck.scenario.setup.references import Cast

# Why a question has an answer that no word of the scenario gives.
ONLY: Final = "the only answer"
NO_MORE: Final = "the step names no more targets"
ANY_ORDER: Final = "any order, no `rune-deck` is given"
ANY_WAY: Final = "paid by the engine, no `runes` are given"


@dataclass(slots=True)
class TracedQuestion:
    """One question: `player` (1 is p1), its kind, its words, the options, and after it is answered the answers.

    `origin` is the path of the word that gave the answer, such as `steps/0/targets`; if none did, `reason` says why it
    was answered so.
    """

    player: int
    kind: str
    question: str
    options: list[str]
    answers: list[str] = field(default_factory=list)
    origin: str = ""
    reason: str = ""


@dataclass(slots=True)
class TracedStep:
    """One step with its path, its line in the file, and the questions that were answered during it."""

    path: str
    line: int
    questions: list[TracedQuestion] = field(default_factory=list)
    note: str = ""


@dataclass(slots=True)
class Trace:
    """The steps of a scenario that were done under one version of the rules; `open` is the last question in words."""

    version: str
    steps: list[TracedStep] = field(default_factory=list)
    open: str = ""

    def begin(self, step: Node) -> None:
        """Begin a step: what is answered from now on belongs to it."""
        self.steps.append(TracedStep(step.short_path, step.line))

    def add(self, question: TracedQuestion) -> None:
        """Add a question that was answered."""
        self.steps[-1].questions.append(question)


def step_lines(step: TracedStep) -> list[str]:
    """Return the questions of a step as lines: two for each, what is asked and what is answered."""
    lines = []
    for asked in step.questions:
        options = "; ".join(asked.options) or "nothing"
        origin = f"from {asked.origin}" if asked.origin else asked.reason
        lines.append(f"p{asked.player} {asked.kind} ({asked.question}): {options}")
        lines.append(f"  answer: {'; '.join(asked.answers) or 'none'} ({origin})")
    return [*lines, *([step.note] if step.note else [])]


def traced(cast: Cast, decision: Decision) -> TracedQuestion:
    """Return the decision that a state is at, not answered yet."""
    # The words for people begin with the player, whom the trace names by itself.
    words = decision_words(cast.s).removeprefix(f"{capital(player_words(decision.player))}: ")
    return TracedQuestion(decision.player + 1, KINDS[decision.kind], words, option_words(cast))
