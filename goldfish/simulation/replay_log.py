"""The replay log of a game: its events in words, turn by turn, and its facts."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.display.descriptions import event_words
from riftcheck.engine.display.names import (
    EVERYTHING,
    capital,
    item_name,
    item_of,
    location_words,
    player_words,
    ref_name,
)
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_ACTIVATED, I_TRIGGER
from riftcheck.engine.model.frames import MoveFrame, PayFrame
from riftcheck.engine.model.state import EVERY_KIND
from riftcheck.goldfish.simulation.game import PLAYER, game_seed, new_game, play_out
from riftcheck.goldfish.simulation.log_words import (
    added_words,
    amounts_words,
    in_telling_order,
    item_names,
    listed,
    pools_of,
    told_name,
)
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
        """Return the log as text: a heading for each turn, a line for each event, and the score at the end."""
        out: list[str] = []
        before: tuple[int, int] | None = None
        for line in self.lines:
            if (line.turn, line.seat) != before:
                before = line.turn, line.seat
                out.append(heading(line))
            out.append(f"  {line.text}")
        return "\n".join([*out, self.ending()])

    def ending(self) -> str:
        """Return the score at the end as a sentence, player 1 first; also of a game that is not over."""
        turns = self.facts.turns
        score = f"{turns[-1].points if turns else 0} to {self.facts.opponent_points}"
        if self.facts.finished:
            return f"Final score: {score}"
        return f"The game is not over after turn {len(turns)}: {score}"

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

    __slots__ = ("announced", "controllers", "lines", "names", "pools", "score", "seat", "targets")

    def __init__(self, prepared: PreparedRun, s: State, index: int) -> None:
        super().__init__(prepared, s, PLAYER, index)
        s.watched = EVERY_KIND
        self.lines: list[ReplayLogEntry] = []
        # What was on the board and on the chain at the last question, by id: an event may speak of what has left since.
        self.names: dict[int, str] = {}
        # Who controlled what was on the board at the last question, by id; what shares its name is told by that.
        self.controllers: dict[int, int] = {}
        self.pools = pools_of(s)
        self.score = [0, 0]
        self.seat = s.order[0]
        # The ids of chain items of which it is told that they are played or used, and the targets of those to come.
        self.announced: set[int] = set()
        self.targets: dict[int, list[str]] = {}

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
            self._line(f"Player {item.you + 1} uses {item.d.name}{self._on(about)}")

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
        log = [] if self.over else in_telling_order(self.s.log or [])
        turn = self.turns
        self.names.update(item_names(self.s))
        for event in log:
            if event.kind == w.E_CHOOSE:
                self.targets.setdefault(event.other, []).append(self._target(event.subject))
        for place, event in enumerate(log):
            if event.kind == w.E_TURN_STARTS:
                self.seat = event.player
                if turn >= self.last:
                    break
                turn += self.seat == PLAYER
            words = self.words(event, log[:place], log[place + 1 :])
            if words:
                self.lines.append(ReplayLogEntry(turn, self.seat, capital(words)))
        self._remember()
        super().drain()

    def _remember(self) -> None:
        """Note what has to be known when the next events are put into words."""
        board = self.s.board
        self.names.update((oid, told_name(o)) for oid, o in board.items())
        self.controllers = {oid: o.controller for oid, o in board.items()}
        self.pools = pools_of(self.s)

    # --- names and targets ---

    def _name(self, ref: int) -> str:
        """Return what is told of an object or a chain item, also of one that has left."""
        o = self.s.board.get(ref)
        return self.names.get(ref, LEFT) if o is None else told_name(o)

    def _target(self, ref: int) -> str:
        """Return the name of what is chosen, with its player where players have things of that name."""
        if ref < w.FIRST_ID or (ref not in self.s.board and ref not in self.names):
            return ref_name(self.s, ref, EVERYTHING, shown=True)
        name, o = self._name(ref), self.s.board.get(ref)
        mine = self.controllers.get(ref, w.NOBODY) if o is None else o.controller
        others = (seat for oid, seat in self.controllers.items() if self.names.get(oid) == name)
        return f"{name} of {player_words(mine)}" if any(seat != mine for seat in others) else name

    def _on(self, item: int) -> str:
        """Return on what an item is played or used; empty where nothing was chosen for it."""
        chosen = self.targets.pop(item, [])
        return f" on {listed(chosen)}" if chosen else ""

    def _choosing(self, event: Event) -> str:
        """Return what is chosen for a trigger, or anew for what was played; told once for all that is chosen together.

        Of what is only being played or used it is said where that is told.
        """
        item = event.other
        fresh = event.amount != I_TRIGGER and item not in self.announced
        chosen = [] if fresh else self.targets.pop(item, [])
        if not chosen:
            return ""
        what = f" for {self.names[item]}" if item in self.names else ""
        return f"{player_words(event.player)} chooses {listed(chosen)}{what}"

    # --- events ---

    def words(self, event: Event, before: Sequence[Event], later: Sequence[Event]) -> str:
        """Return an event in words, empty for one that the log leaves out.

        `before` and `later` are the others since the last question. What is played is told as it is finalized, before
        its effects. An object that has left is named as it was.
        """
        kind, who = event.kind, player_words(event.player)
        if kind == w.E_FINALIZE and event.snap is not None:
            self.announced.add(event.subject)
            where = f" at {location_words(self.s, event.loc, EVERYTHING)}" if event.loc >= 0 else ""
            return f"{who} plays {event.snap.d.name}{where}{self._on(event.subject)}"
        if kind in (w.E_PLAY, w.E_USE) and not self.announced.isdisjoint((event.subject, event.other)):
            return ""
        if kind == w.E_CHOOSE:
            return self._choosing(event)
        if kind == w.E_EXHAUST:
            return self._exhausting(event, before, later)
        if kind == w.E_SPEND:
            return self._spending(event, later)
        if kind == w.E_ADD:
            return self._adding(event, [*before, event, *later])
        # What enters without being played is a legend that was added.
        if kind in OMITTED and not (kind == w.E_ENTER and event.loc == w.NOBODY):
            return ""
        return self._plainly(event) + self._standing(event) + (self._on(event.other) if kind == w.E_USE else "")

    def _plainly(self, event: Event) -> str:
        """Return an event in the engine's words, with what has left and copies by what is told of them."""
        text = event_words(self.s, event, EVERYTHING)
        snap = event.snap
        for ref in (event.subject, event.other):
            o = self.s.board.get(ref)
            if snap is not None and ref == event.subject:
                text = text.replace(snap.d.name, self.names.get(ref, snap.d.name), 1)
            elif o is not None:
                text = text.replace(o.d.name, told_name(o), 1)
            elif ref >= w.FIRST_ID:
                text = text.replace(LEFT, self.names.get(ref, LEFT), 1)
        if event.kind == w.E_DIE and snap is not None:
            text = text.removesuffix(" dies") + f" of {player_words(snap.controller)} dies"
        return text

    def _standing(self, event: Event) -> str:
        """Return how the score stands where it has changed or is final, player 1 first."""
        change = {w.E_GAIN: event.amount, w.E_LOSE: -event.amount, w.E_WIN: 0}.get(event.kind)
        if change is None:
            return ""
        side = int(event.player != PLAYER)
        self.score[side] = max(0, self.score[side] + change)
        stands = f"{self.score[0]} to {self.score[1]}"
        return f", {stands}" if event.kind == w.E_WIN else f": {stands}"

    def _spending(self, event: Event, later: Sequence[Event]) -> str:
        """Return what is paid; for what, where the card that it is for is not told as played beside it."""
        paid = f"{player_words(event.player)} spends {amounts_words(event.amount, event.origin)}"
        played = any(one.kind == w.E_FINALIZE and one.subject == event.subject for one in later)
        return paid if played or event.subject not in self.names else f"{paid} for {self.names[event.subject]}"

    def _adding(self, event: Event, together: Sequence[Event]) -> str:
        """Return what is added; `together` are all events since the last question."""
        who = event.player
        added = sum(one.amount for one in together if one.kind == w.E_ADD and one.player == who)
        what = added_words(self.pools[who], self.s.players[who].pool, event.amount, added)
        return f"{player_words(who)} adds {what}"

    def _exhausting(self, event: Event, before: Sequence[Event], later: Sequence[Event]) -> str:
        """Return what is exhausted, and for what it pays; empty for who moves, and for the source of an ability."""
        s, subject = self.s, event.subject
        moving = any(other.kind == w.E_MOVE and other.subject == subject for other in later)
        used = any(other.kind == w.E_USE and other.subject == subject for other in before)
        if moving or used or any(isinstance(frame, MoveFrame) for frame in s.frames):
            return ""
        o = s.board.get(subject)
        name = self._name(subject)
        cause = item_of(s, event.item)
        if cause is not None and cause.kind == I_ACTIVATED and cause.me == subject:
            return ""
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
