"""The replay log of a game: its events in words, turn by turn, and its facts."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.display.descriptions import event_words
from riftcheck.engine.display.names import EVERYTHING, capital, item_name, location_words, player_words
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_ACTIVATED
from riftcheck.engine.model.frames import MoveFrame, PayFrame
from riftcheck.engine.model.state import EVERY_KIND
from riftcheck.goldfish.simulation.game import PLAYER, game_seed, new_game, play_out
from riftcheck.goldfish.simulation.plan_words import plan_words
from riftcheck.goldfish.simulation.recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.objects import Event
    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.plan.prepared_run import PreparedRun
    from riftcheck.goldfish.policies.planner import Plan
    from riftcheck.goldfish.simulation.facts import GameFacts

# Events that the log leaves out: passes, what a turn readies, and what other entries imply.
OMITTED: Final = frozenset(
    {
        w.E_PASS,
        w.E_READY,
        w.E_PHASE,
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
    """The log and the facts of a game. `seed` is the game's own; the player has seat 0 and is player 1 in the log.

    `met` is the name of the list that was met, where the opponent is a field, else empty.
    """

    index: int
    seed: int
    lines: tuple[ReplayLogEntry, ...]
    facts: GameFacts
    met: str = ""

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
        facts = asdict(self.facts)
        place = facts.pop("met")
        return {
            "index": self.index,
            "seed": self.seed,
            **({"met": self.met} if place >= 0 else {}),
            "log": [{"turn": line.turn, "seat": line.seat, "text": line.text} for line in self.lines],
            "facts": facts,
        }


def heading(line: ReplayLogEntry) -> str:
    """Return the heading of the turn in which an event is."""
    if line.seat != PLAYER:
        return f"Player 2, after turn {line.turn}"
    return f"Player 1, turn {line.turn}" if line.turn else "Player 1, opening hand"


class _LogRecorder(Recorder):
    """A recorder that also puts each event into words."""

    __slots__ = ("announced", "lines", "names", "seat")

    def __init__(self, prepared: PreparedRun, s: State, index: int) -> None:
        super().__init__(prepared, s, PLAYER, index)
        s.watched = EVERY_KIND
        self.lines: list[ReplayLogEntry] = []
        # What was on the board and on the chain at the last question, by id: an event may speak of what has left since.
        self.names: dict[int, str] = {}
        self.seat = s.order[0]
        # The ids of chain items of which it is told that they are played or used.
        self.announced: set[int] = set()

    def look(self, decision: Decision) -> None:
        """Put the events before each decision into words, while their objects can still be named."""
        self.drain()
        if decision.kind == w.D_PRIORITY and not self.over:
            self._announce(decision.about)
        super().look(decision)

    def _announce(self, about: int) -> None:
        """Log that an ability is used, before its effects: an event says so only after them."""
        item = self.s.chain[-1]
        if item.id == about and item.kind == I_ACTIVATED and about not in self.announced:
            self.announced.add(about)
            self._line(f"Player {item.you + 1} uses {item.d.name}")

    def planned(self, plan: Plan) -> None:
        """Log why a line is played."""
        self._line(plan_words(plan))

    def _line(self, text: str) -> None:
        self.lines.append(ReplayLogEntry(self.turns, self.seat, text))

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
        for place, event in enumerate(log if not self.over else ()):
            if event.kind == w.E_TURN_STARTS:
                self.seat = event.player
                if turn >= self.last:
                    break
                turn += self.seat == PLAYER
            words = self.words(event, log[place + 1 :])
            if words:
                self.lines.append(ReplayLogEntry(turn, self.seat, capital(words)))
        self.names.update((oid, o.d.name) for oid, o in self.s.board.items())
        self.names.update((item.id, item_name(item)) for item in self.s.chain)
        super().drain()

    def words(self, event: Event, later: Sequence[Event]) -> str:
        """Return an event in words, empty for one that the log leaves out; `later` are those since the last question.

        What is played is told as it is finalized, before its effects. An object that has left is named as it was.
        """
        kind, who = event.kind, player_words(event.player)
        if kind == w.E_FINALIZE and event.snap is not None:
            self.announced.add(event.subject)
            where = f" at {location_words(self.s, event.loc, EVERYTHING)}" if event.loc >= 0 else ""
            return f"{who} plays {event.snap.d.name}{where}"
        if kind in (w.E_PLAY, w.E_USE) and not self.announced.isdisjoint((event.subject, event.other)):
            return ""
        if kind == w.E_EXHAUST:
            return self._exhausting(event, later)
        # What enters without being played is a legend that was added.
        if kind in OMITTED and not (kind == w.E_ENTER and event.loc == w.NOBODY):
            return ""
        text = event_words(self.s, event, EVERYTHING)
        for ref in (event.subject if event.snap is None else w.NOBODY, event.other):
            if ref >= w.FIRST_ID and ref not in self.s.board:
                text = text.replace(LEFT, self.names.get(ref, LEFT), 1)
        if kind == w.E_DIE and event.snap is not None:
            text = text.replace(event.snap.d.name, f"{event.snap.d.name} of {player_words(event.snap.controller)}", 1)
        return text

    def _exhausting(self, event: Event, later: Sequence[Event]) -> str:
        """Return what is exhausted, and for what it pays; empty for who moves, and for the source of an ability."""
        s, subject = self.s, event.subject
        moving = any(other.kind == w.E_MOVE and other.subject == subject for other in later)
        if moving or any(isinstance(frame, MoveFrame) for frame in s.frames):
            return ""
        o = s.board.get(subject)
        name = self.names.get(subject, LEFT) if o is None else o.d.name
        if event.item != w.NOBODY:  # an item that resolves has it exhausted, as its cost or as its effect
            how = "for" if o is not None and o.controller == event.player else "by"
            what = f" {how} {self.names[event.item]}" if event.item in self.names else ""
            return f"{player_words(event.player)} exhausts {name}{what}"
        played = next((other for other in later if other.kind == w.E_FINALIZE and other.snap is not None), None)
        if played is not None and played.snap is not None:
            return f"{player_words(event.player)} exhausts {name} for {played.snap.d.name}"
        item = next((frame.item for frame in reversed(s.frames) if isinstance(frame, PayFrame)), None)
        item = item or (s.chain[-1] if s.chain else None)
        if item is not None and item.me == subject:
            return ""
        return f"{player_words(event.player)} exhausts {name}" + ("" if item is None else f" for {item_name(item)}")


def replay(prepared: PreparedRun, index: int, *, why: bool = False) -> ReplayLog:
    """Return the replay log of the game of a number: the same game as `play_game` plays.

    With `why` each plan of a player who plans stands before what is done by it.

    :raises EndlessGameError: if it does not end. :raises FailedGameError: if the engine or a policy fails.
    """
    s = new_game(prepared, index)
    recorder = _LogRecorder(prepared, s, index)
    facts = play_out(prepared, s, recorder, recorder.planned if why else None)
    met = prepared.run.opponent.lists[facts.met].name if facts.met >= 0 else ""
    return ReplayLog(index, game_seed(prepared.run.seed, index), tuple(recorder.lines), facts, met)
