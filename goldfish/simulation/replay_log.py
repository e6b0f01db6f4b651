"""The replay log of a game: its events in words, turn by turn, and its facts."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.display.descriptions import event_words
from riftcheck.engine.display.names import EVERYTHING, capital
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.state import EVERY_KIND
from riftcheck.goldfish.simulation.game import PLAYER, game_seed, new_game, play_out
from riftcheck.goldfish.simulation.recorder import Recorder

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.objects import Event
    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.plan.prepared_run import PreparedRun
    from riftcheck.goldfish.simulation.facts import GameFacts

# Events that the log leaves out: passes, what a turn readies and pays with, and what other entries imply.
OMITTED: Final = frozenset(
    {
        w.E_PASS,
        w.E_READY,
        w.E_EXHAUST,
        w.E_PHASE,
        w.E_FINALIZE,
        w.E_CHOOSE,
        w.E_ENTER,
        w.E_LEAVE,
        w.E_BECOMES,
        w.E_MIGHT,
        w.E_TURN_ENDS,
        w.E_TURN_STARTS,
        w.E_SCORE,
        w.E_COMBAT_ENDS,
        w.E_SHUFFLE,
    }
)

# The engine's words for an object that is not there any more.
LEFT: Final = "something that has left"


@dataclass(frozen=True, slots=True)
class ReplayLogEntry:
    """An event in words: in which turn of the player (0 before the first), and in whose turn (seat 0: the player's)."""

    turn: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class ReplayLog:
    """The log and the facts of a game. `seed` is the game's own; the player has seat 0 and is player 1 in the log."""

    index: int
    seed: int
    lines: tuple[ReplayLogEntry, ...]
    facts: GameFacts

    def text(self) -> str:
        """Return the log as text: a heading for each turn, a line for each event."""
        out: list[str] = []
        before: tuple[int, int] | None = None
        for line in self.lines:
            if (line.turn, line.seat) != before:
                before = line.turn, line.seat
                out.append(heading(line))
            out.append(f"  {line.text}")
        return "\n".join(out)

    def to_json(self) -> dict[str, Any]:
        """Return the log as JSON data."""
        return {
            "index": self.index,
            "seed": self.seed,
            "log": [{"turn": line.turn, "seat": line.seat, "text": line.text} for line in self.lines],
            "facts": asdict(self.facts),
        }


def heading(line: ReplayLogEntry) -> str:
    """Return the heading of the turn in which an event is."""
    if line.seat != PLAYER:
        return f"Player 2, after turn {line.turn}"
    return f"Player 1, turn {line.turn}" if line.turn else "Player 1, opening hand"


class _LogRecorder(Recorder):
    """A recorder that also puts each event into words."""

    __slots__ = ("lines", "names", "seat")

    def __init__(self, prepared: PreparedRun, s: State, index: int) -> None:
        super().__init__(prepared, s, PLAYER, index)
        s.watched = EVERY_KIND
        self.lines: list[ReplayLogEntry] = []
        # What was on the board at the last question, by id: an event may speak of what has left since.
        self.names: dict[int, str] = {}
        self.seat = s.order[0]

    def look(self, decision: Decision) -> None:
        """Put the events before each decision into words, while their objects can still be named."""
        self.drain()
        super().look(decision)

    def opened(self, aside: list[int]) -> None:
        """Log the cards of the opening hand that are kept, those set aside, and those drawn instead."""
        p = self.s.players[self.me]
        kept = [card for card in p.hand if card not in aside]
        # The last card of a deck is its top.
        fresh = p.deck[: -len(aside) - 1 : -1] if aside else []
        for says, cards in (("keeps {}", kept), ("sets aside {}", aside), ("gets {} instead", fresh)):
            self.lines += [ReplayLogEntry(0, PLAYER, f"Player 1 {says.format(self.called(card))}") for card in cards]
        super().opened(aside)

    def called(self, card: int) -> str:
        """Return the name of a card."""
        return self.s.pool.defs[self.s.card_defs[card]].name

    def drain(self) -> None:
        """Log the events so far, and record them."""
        log = self.s.log or []
        turn = self.turns
        for event in log if not self.over else ():
            if event.kind == w.E_TURN_STARTS:
                self.seat = event.player
                if turn >= self.last:
                    break
                turn += self.seat == PLAYER
            # What enters without being played is a legend that was added.
            if event.kind not in OMITTED or (event.kind == w.E_ENTER and event.loc == w.NOBODY):
                self.lines.append(ReplayLogEntry(turn, self.seat, self.words(event)))
        self.names.update((oid, o.d.name) for oid, o in self.s.board.items())
        super().drain()

    def words(self, event: Event) -> str:
        """Return an event in words; an object that has left the board is named as it was."""
        text = event_words(self.s, event, EVERYTHING)
        if event.subject >= w.FIRST_ID and event.subject not in self.s.board and event.snap is None:
            text = text.replace(LEFT, self.names.get(event.subject, LEFT), 1)
        return capital(text)


def replay(prepared: PreparedRun, index: int) -> ReplayLog:
    """Return the replay log of the game of a number: the same game as `play_game` plays.

    :raises EndlessGameError: if it does not end. :raises FailedGameError: if the engine or a policy fails.
    """
    s = new_game(prepared, index)
    recorder = _LogRecorder(prepared, s, index)
    facts = play_out(prepared, s, recorder)
    return ReplayLog(index, game_seed(prepared.run.seed, index), tuple(recorder.lines), facts)
