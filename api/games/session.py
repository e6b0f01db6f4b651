"""A game in memory for one request: begun, answered, viewed by one player, played again from its answers."""

from __future__ import annotations

import json
import secrets
import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from riftcheck.api.logs import LOGGER
from riftcheck.engine.compile.pool import REFUSE
from riftcheck.engine.display.descriptions import event_words
from riftcheck.engine.display.names import capital
from riftcheck.engine.game import Game, GameDeck
from riftcheck.engine.storage.save import checksum

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from riftcheck.engine.display.view import Numbering
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.objects import Event
    from riftcheck.engine.model.state import State

BITS: Final = 63  # of a seed that nobody gave
CONCEDES: Final = "concedes"


class DamagedError(ValueError):
    """A stored state is not that of a game; the message says why."""


@dataclass(frozen=True, slots=True)
class GameStart:
    """The start of a game; with the answers that were given it is the whole game."""

    decks: tuple[GameDeck, ...]
    mode: str
    seed: int
    rules: str
    unsupported: str = REFUSE

    def to_json(self) -> str:
        """Return its stored form, a JSON text."""
        # Extra legends are the last, and left out where there are none.
        decks = [
            [d.main, d.runes, d.battlefields, d.legend, d.champion, *([d.extra_legends] if d.extra_legends else ())]
            for d in self.decks
        ]
        return json.dumps([decks, self.mode, self.seed, self.rules, self.unsupported], separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> GameStart:
        """Return the object of a stored text."""
        decks, mode, seed, rules, *more = json.loads(text)  # without the last in games of older servers
        made = [
            GameDeck(tuple(main), tuple(runes), tuple(fields), legend, champion, *map(tuple, extra))
            for main, runes, fields, legend, champion, *extra in decks
        ]
        return cls(tuple(made), mode, seed, rules, *more)


def unforeseen(start: GameStart) -> GameStart:
    """Return a start that nobody can know beforehand.

    The lists are shuffled too, in a way that no seed repeats: who works back from the cards that they have drawn to the
    engine's random numbers still learns nothing of those of others.
    """
    shuffle = secrets.SystemRandom().sample
    decks = tuple(
        replace(
            deck,
            main=tuple(shuffle(deck.main, len(deck.main))),
            runes=tuple(shuffle(deck.runes, len(deck.runes))),
            battlefields=tuple(shuffle(deck.battlefields, len(deck.battlefields))),
        )
        for deck in start.decks
    )
    return replace(start, decks=decks, seed=secrets.randbits(BITS))


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: the seat that gave it, and the numbers of the chosen options; None concedes."""

    seat: int
    chosen: tuple[int, ...] | None

    def to_json(self) -> str:
        """Return its stored form, a JSON text."""
        return json.dumps([self.seat, CONCEDES if self.chosen is None else self.chosen], separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Answer:
        """Return the object of a stored text."""
        seat, chosen = json.loads(text)
        return cls(seat, None if chosen == CONCEDES else tuple(chosen))


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log: the text for everybody, and by seat the texts that single players read instead."""

    turn: int
    text: str
    own: dict[int, str]

    def to_json(self) -> str:
        """Return its stored form, a JSON text."""
        own = {str(seat): text for seat, text in self.own.items()}
        return json.dumps([self.turn, self.text, own] if own else [self.turn, self.text], separators=(",", ":"))

    @staticmethod
    def read(stored: str, seat: int | None) -> tuple[int, str]:
        """Return the turn and the text of a stored line as a viewer may read it; None is a spectator."""
        turn, text, *own = json.loads(stored)
        return turn, text if seat is None or not own else own[0].get(str(seat), text)


class _LogWriter(list["Event"]):
    """The log of a state, put into words when an event happens: later on, nobody could say who knew what.

    It keeps the lines and not the events.
    """

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state
        self.lines: list[LogLine] = []

    def append(self, event: Event) -> None:
        """Note an event for each of those who may read it."""
        s = self.state
        text = capital(event_words(s, event))
        seats = ((seat, capital(event_words(s, event, seat))) for seat in range(len(s.players)))
        self.lines.append(LogLine(s.turn, text, {seat: own for seat, own in seats if own != text}))


class GameSession:
    """A game and the lines of its log since it was begun or loaded; nothing of it outlasts the request."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._log_writer = _LogWriter(game.state)
        for event in game.log:
            self._log_writer.append(event)
        game.state.log = self._log_writer

    @classmethod
    def begin(cls, pool: Pool, start: GameStart) -> GameSession:
        """Return a game at its first decision.

        Every player is asked even where they can only pass: a question left out would tell what is not in a hand.

        :raises GameError: if it cannot be begun.
        """
        return cls(Game.start(pool, start.decks, start.mode, start.seed, start.rules, log=True, ask_all=True))

    @classmethod
    def again(cls, pool: Pool, start: GameStart, answers: Iterable[Answer]) -> GameSession:
        """Return a game that was played again from its answers, with every line of its log."""
        play = cls.begin(pool, start)
        for answer in answers:
            play.take(answer)
        return play

    @classmethod
    def load(cls, pool: Pool, stored: bytes) -> GameSession:
        """Return the game of a state that `stored` gave.

        :raises DamagedError: if it is none.
        """
        try:
            return cls(Game.from_json(pool, json.loads(zlib.decompress(stored))))
        except (zlib.error, ValueError) as fault:  # a SaveError is one too
            raise DamagedError(str(fault)) from None

    def stored(self) -> bytes | None:
        """Return the game as it stands, for `load`; None where only its answers can hold it.

        What is written is read once, so that a state which the engine cannot save is found out before it is relied on.
        """
        s = self.game.state
        s.log = None
        try:
            made = zlib.compress(json.dumps(self.game.to_json(), separators=(",", ":")).encode())
            if GameSession.load(s.pool, made).checksum == self.checksum:
                return made
            LOGGER.warning("a game that was saved and loaded is another; it is kept by its answers alone")
        except ValueError as fault:  # a SaveError, or what `load` makes of it
            LOGGER.warning("a game cannot be saved as it stands and is kept by its answers alone: %s", fault)
        finally:
            s.log = self._log_writer
        return None

    def take(self, answer: Answer) -> None:
        """Give an answer and run to the next decision.

        :raises GameError: if it is not among what is offered.
        """
        if answer.chosen is None:
            self.game.concede(answer.seat)
        else:
            self.game.answer(answer.chosen)

    @property
    def lines(self) -> list[LogLine]:
        """The lines of the log since the game was begun or loaded."""
        return self._log_writer.lines

    @property
    def decision(self) -> Decision | None:
        """The open decision, None where the game is over."""
        return self.game.decision

    @property
    def checksum(self) -> int:
        """A number of the game as it stands."""
        return checksum(self.game.state)

    def view(self, seat: int | None, numbers: Numbering) -> dict[str, Any]:
        """Return the view of a player without the decision; None is a spectator. `numbers` are those of its cards."""
        shown = self.game.view(seat, numbers)
        del shown["decision"]
        return shown

    def question(self, seat: int | None, number: int, numbers: Numbering) -> dict[str, Any] | None:
        """Return the open decision with its options if it is this player's, else None; `number` goes with it."""
        decision = self.decision
        if decision is None or seat is None or decision.player != seat:
            return None
        shown: dict[str, Any] = self.game.view(seat, numbers)["decision"]
        options = [{_OPTION.get(name, name): value for name, value in one.items()} for one in shown["options"]]
        return {
            "number": number,
            "kind": shown["kind"],
            "text": shown["words"],
            "about": shown["about"],
            "least": shown["least"],
            "most": shown["most"],
            "options": options,
        }


_OPTION: Final = {"words": "text"}


def counts(answers: Sequence[Answer], players: int) -> list[int]:
    """Return the number of decisions answered by each player, by seat."""
    found = [0] * players
    for answer in answers:
        found[answer.seat] += answer.chosen is not None
    return found
