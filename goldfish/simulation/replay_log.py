"""Any game of a run told: its log in words, every answer, and what was noted of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.display.descriptions import event_words
from riftcheck.engine.display.names import EVERYTHING, capital
from riftcheck.engine.model import constants as w
from riftcheck.goldfish.simulation.game import PLAYER, game_seed, new_game, play_out
from riftcheck.goldfish.simulation.recorder import Recorder

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.objects import Event
    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.plan.prepared_run import PreparedRun
    from riftcheck.goldfish.simulation.facts import GameFacts

# What goes without saying: who passes, what a turn readies and pays with, what follows from what was told.
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

# What the engine calls an object that is not there any more.
LEFT: Final = "something that has left"


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a log: the player's turn, 0 before the first, whose turn it is (0: the player's), what happens."""

    turn: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class ReplayLog:
    """A game told. `seed` is the seed of the game itself; seat 0 is the player, who is called player 1 in the log."""

    index: int
    seed: int
    lines: tuple[LogEntry, ...]
    facts: GameFacts

    def text(self) -> str:
        """Return the log for reading: a heading for each turn, a line for each thing that happens."""
        out: list[str] = []
        before: tuple[int, int] | None = None
        for line in self.lines:
            if (line.turn, line.seat) != before:
                before = line.turn, line.seat
                out.append(_heading(line))
            out.append(f"  {line.text}")
        return "\n".join(out)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "index": self.index,
            "seed": self.seed,
            "log": [{"turn": line.turn, "seat": line.seat, "text": line.text} for line in self.lines],
            "facts": asdict(self.facts),
        }


def _heading(line: LogEntry) -> str:
    """Return what stands above the lines of a turn."""
    if line.seat != PLAYER:
        return f"Player 2, after turn {line.turn}"
    return f"Player 1, turn {line.turn}" if line.turn else "Player 1, opening hand"


class _LogRecorder(Recorder):
    """A watch that puts each event into words before it is counted."""

    __slots__ = ("lines", "names", "seat")

    def __init__(self, table: PreparedRun, s: State, index: int) -> None:
        super().__init__(table, s, PLAYER, index)
        s.watched = frozenset(w.EVENTS)
        self.lines: list[LogEntry] = []
        # What was on the board at the last question, by id: an event may speak of what has left since.
        self.names: dict[int, str] = {}
        self.seat = s.order[0]

    def look(self, decision: Decision) -> None:
        """Tell what has happened before each question, while it is still there to be named."""
        self.drain()
        super().look(decision)

    def opened(self, aside: list[int]) -> None:
        """Tell what is kept of the opening hand, what is set aside, and what comes for it."""
        p = self.s.players[self.me]
        kept = [card for card in p.hand if card not in aside]
        # The last card of a deck is its top.
        fresh = p.deck[: -len(aside) - 1 : -1] if aside else []
        for says, cards in (("keeps {}", kept), ("sets aside {}", aside), ("gets {} instead", fresh)):
            self.lines += [LogEntry(0, PLAYER, f"Player 1 {says.format(self.called(card))}") for card in cards]
        super().opened(aside)

    def called(self, card: int) -> str:
        """Return the name of a card."""
        return self.s.pool.defs[self.s.card_defs[card]].name

    def drain(self) -> None:
        """Tell the events so far, and count them."""
        log = self.s.log or []
        turn = self.turns
        for event in log if not self.over else ():
            if event.kind == w.E_TURN_STARTS:
                self.seat = event.player
                if turn >= self.last:
                    break
                turn += self.seat == PLAYER
            if event.kind not in OMITTED:
                self.lines.append(LogEntry(turn, self.seat, self.words(event)))
        self.names.update((oid, o.d.name) for oid, o in self.s.board.items())
        super().drain()

    def words(self, event: Event) -> str:
        """Return an event in words; what has left the board is called by its name."""
        text = event_words(self.s, event, EVERYTHING)
        if event.subject >= w.FIRST_ID and event.subject not in self.s.board and event.snap is None:
            text = text.replace(LEFT, self.names.get(event.subject, LEFT), 1)
        return capital(text)


def replay(table: PreparedRun, index: int) -> ReplayLog:
    """Return the game of a number with its log: the same game as `riftcheck.goldfish.simulation.game.play_game` counts.

    :raises EndlessGameError: if it does not end.
    """
    s = new_game(table, index)
    watch = _LogRecorder(table, s, index)
    facts = play_out(table, s, watch)
    return ReplayLog(index, game_seed(table.run.seed, index), tuple(watch.lines), facts)
