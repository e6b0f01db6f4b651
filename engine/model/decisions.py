"""Questions to players: putting one, answering it where there is one answer, and taking the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State

# An option of a question: its kind (`constants.O_...`), its subject and a detail, which mean what the kind says.
Option = tuple[int, int, int]


class Decision:
    """A question to one player: choose `lo` to `hi` of `options`. Immutable, so clones share it.

    `about` is the object, card or item it is about; `text` a key of words for `describe`, never shown as it is.
    """

    __slots__ = ("about", "hi", "kind", "lo", "options", "player", "text")

    def __init__(self, player: int, kind: int, options: list[Option], lo: int, hi: int, about: int, text: str) -> None:
        self.player = player
        self.kind = kind
        self.options = options
        self.lo = lo
        self.hi = hi
        self.about = about
        self.text = text


def ask(s: State, player: int, kind: int, options: list[Option], lo: int, hi: int, about: int, text: str) -> bool:
    """Put a question, or answer it at once where there is only one answer. Return whether the game must wait."""
    decision = Decision(player, kind, options, lo, hi, about, text)
    s.decision = decision
    if s.on_question is not None:
        s.on_question(decision)
    count = len(options)
    if s.players[player].gone:
        s.answer = _declined(options, lo)  # CR 651.3: who has left makes no choices
        return False
    if s.ask_all and tells_hidden(decision):
        s.waiting = True
        return True
    if count <= lo:
        s.answer = [0] if count == 1 else list(range(count))
        return False
    if hi <= 0:
        s.answer = []
        return False
    s.waiting = True
    return True


# Options that decline, and the questions about cards that others cannot see.
DECLINING: Final = frozenset({w.O_PASS, w.O_END, w.O_NO})

HIDING: Final = frozenset({w.D_MULLIGAN, w.D_PICK, w.D_COST})


def tells_hidden(decision: Decision) -> bool:
    """Tell whether nothing but declining is possible, for lack of a thing that others cannot see.

    A game that asks all asks then too: a question left out would tell them what a hand lacks.
    """
    if decision.options:
        return len(decision.options) == 1 and decision.options[0][0] in DECLINING
    return not decision.lo and decision.kind in HIDING


def _declined(options: list[Option], lo: int) -> list[int]:
    """Return the answer that declines, or takes the first options where none does."""
    declining = [place for place, option in enumerate(options) if option[0] in DECLINING]
    return declining[:1] if lo == 1 and declining else list(range(min(lo, len(options))))


# Nobody who plays can bring this about: it is a fault of the engine.
NOT_ASKED: Final = "an answer was taken where nothing was asked"


def take_one(s: State) -> Option:
    """Return the option that was chosen, of a question for one, and forget the question."""
    decision, answer = s.decision, s.answer
    s.decision = None
    s.answer = None
    if decision is None or answer is None:  # pragma: no cover - see NOT_ASKED
        raise AssertionError(NOT_ASKED)
    return decision.options[answer[0]]


def take(s: State) -> list[Option]:
    """Return the options that were chosen, and forget the question."""
    decision, answer = s.decision, s.answer
    s.decision = None
    s.answer = None
    if decision is None or answer is None:  # pragma: no cover - see NOT_ASKED
        raise AssertionError(NOT_ASKED)
    options = decision.options
    if len(answer) == 1:
        return [options[answer[0]]]
    return [options[position] for position in answer]
