"""The story of a game: its events as short lines of plain English, worded the moment that they happen.

Later on a thing may have left, and nobody could say who knew what.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from riftcheck.engine.display.descriptions import event_words
from riftcheck.engine.display.names import capital, location_words
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.game import Game
    from riftcheck.engine.model.objects import Event
    from riftcheck.engine.model.state import State

# What is no news: bookkeeping, or told by the line beside it.
SKIPPED: Final = frozenset(
    {
        w.E_FINALIZE,
        w.E_PHASE,
        w.E_PASS,
        w.E_SHUFFLE,
        w.E_SCORE,
        w.E_CONTROL,
        w.E_LEAVE,
        w.E_SPEND,
        w.E_BECOMES,
        w.E_COMBAT_ENDS,
        w.E_LOSE_COMBAT,
        w.E_TURN_ENDS,
        w.E_ATTACK,
        w.E_DEFEND,
        w.E_HEAL,
        w.E_ADD,
        w.E_WIN,
    }
)
_VERB: Final = re.compile(r"^you (\w+)")
_PLAIN_VERBS: Final = {"is": "are", "passes": "pass", "discards": "discard", "has": "have"}


class PlayLog:
    """The lines of a game as one person may read them; `seat` None is somebody who looks on."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.lines: list[str] = []
        self._told = 0
        self._held = ""

    def follow(self, game: Game, *, tell: bool = True) -> None:
        """Listen to a game from now on; with `tell` what its log holds already is told first."""
        journal = _ListeningLog(self, game.state)
        for event in game.log:
            if tell:
                journal.append(event)
            else:
                list.append(journal, event)
        game.state.log = journal

    def news(self) -> list[str]:
        """Return the lines since the last call."""
        self._flush()
        fresh, self._told = self.lines[self._told :], len(self.lines)
        return fresh

    def mark(self) -> int:
        """Return the position in the story, for `back_to`."""
        self._flush()
        return len(self.lines)

    def back_to(self, mark: int) -> None:
        """Forget what came after a mark."""
        self._held = ""
        del self.lines[mark:]
        self._told = mark

    def note(self, s: State, event: Event) -> None:
        """Put an event into words, if it is worth a line."""
        if event.kind == w.E_TURN_STARTS:
            self._flush()
            self.lines.append(self.turn_words(s, event))
            return
        if _is_noise(event):
            return
        words = self._words(s, event)
        if event.kind == w.E_ENTER and event.loc != w.NOBODY:
            # Mostly the next event says that it was played, and where.
            self._flush()
            self._held = words
            return
        if event.kind == w.E_PLAY:
            self._held = ""
        self._flush()
        self.lines.append(words)

    def turn_words(self, s: State, event: Event) -> str:
        """Return the heading of a turn."""
        whose = "your turn" if event.player == self.seat else f"turn of player {event.player + 1}"
        points = " to ".join(str(s.points[team]) for team in sorted(set(s.team)))
        return f"--- Turn {s.turn}, {whose}, {points} points ---"

    def personal(self, words: str) -> str:
        """Return words in which the reader is `you`."""
        if self.seat is None:
            return capital(words)
        me = f"player {self.seat + 1}"
        words = re.sub(rf"\bthe (\w+) of {me}\b", r"your \1", words)
        words = re.sub(rf"\b{me}\b", "you", words)
        return capital(_VERB.sub(lambda found: f"you {_plain(found[1])}", words))

    def _words(self, s: State, event: Event) -> str:
        words = event_words(s, event, self.seat)
        if event.kind == w.E_PLAY and event.loc >= 0:
            words += f" at {location_words(s, event.loc, -1 if self.seat is None else self.seat)}"
        return self.personal(words)

    def _flush(self) -> None:
        if self._held:
            self.lines.append(self._held)
            self._held = ""


class _ListeningLog(list["Event"]):
    """The log of a state, which tells a story as it grows."""

    def __init__(self, story: PlayLog, state: State) -> None:
        super().__init__()
        self._story = story
        self._state = state

    def append(self, event: Event) -> None:
        super().append(event)
        self._story.note(self._state, event)


def _is_noise(event: Event) -> bool:
    if event.kind in SKIPPED:
        return True
    if event.kind == w.E_RECYCLE:
        return event.amount < 0  # a rune that pays
    # What moves or is used, and what the turn readies.
    return event.kind in (w.E_EXHAUST, w.E_READY) and event.item < 0


def _plain(verb: str) -> str:
    """Return a verb as it stands after `you`."""
    return _PLAIN_VERBS.get(verb, verb.removesuffix("s"))
