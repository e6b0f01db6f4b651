"""The public face of the engine: start a game, see the one open decision, answer it, look, clone, save, replay.

>>> game = Game.start([deck, deck], mode="duel", seed=7)   # doctest: +SKIP
>>> while game.decision is not None:                       # doctest: +SKIP
...     game.answer([0])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.errors import RiftcheckError
from riftcheck.engine.display.view import view
from riftcheck.engine.flow.loop import advance, submit
from riftcheck.engine.flow.player_removal import concede
from riftcheck.engine.flow.setup import MODES, TWO, SeatDeck, new_state, refused
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.definitions import BLANK, refused_cards
from riftcheck.engine.model.rules_version import LATEST, VERSIONS, RulesVersion
from riftcheck.engine.storage.save import SaveError, dump, load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.display.view import Numbering
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.objects import Event
    from riftcheck.engine.model.state import State


# What the engine may stumble over in a state that contradicts itself.
FAILURES: Final = (LookupError, ValueError, TypeError, AttributeError, AssertionError, ArithmeticError, RuntimeError)


class GameError(RiftcheckError):
    """A request to a game that cannot be granted; the message says what could."""


class IllegalAnswer(GameError):
    """An answer that was not offered."""


@dataclass(frozen=True, slots=True)
class GameDeck:
    """A deck by card names: what one player brings. `champion` is not among `main` (CR 112).

    `extra_legends` are those that a card of the deck may add to the game, besides the one that it starts with.
    """

    main: tuple[str, ...]
    runes: tuple[str, ...]
    battlefields: tuple[str, ...] = ()
    legend: str | None = None
    champion: str | None = None
    extra_legends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """The record from which a game can be played again: its start, and every answer in order."""

    decks: tuple[GameDeck, ...]
    mode: str
    seed: int
    rules: str
    first: int | None
    answers: tuple[tuple[int, ...], ...]
    ask_all: bool = False
    auto_pay: bool = True


class Game:
    """One game in progress. Everything that happens is caused by `answer`; nothing is random but by the seed."""

    __slots__ = ("answers", "start_values", "state")

    def __init__(
        self, state: State, start_values: tuple[tuple[GameDeck, ...], str, int, str, int | None] | None
    ) -> None:
        self.state = state
        self.start_values = start_values
        self.answers: list[tuple[int, ...]] = []

    @classmethod
    def start(
        cls,
        pool: Pool,
        decks: Sequence[GameDeck],
        mode: str = "duel",
        seed: int = 0,
        rules: str | RulesVersion = LATEST,
        *,
        first: int | None = None,
        log: bool = False,
        ask_all: bool = False,
        auto_pay: bool = True,
    ) -> Game:
        """Return a game at its first decision.

        `first` is the seat that goes first (drawn by the seed without it). `log` keeps every event. `ask_all` asks
        even who can only pass; `auto_pay` lets the engine choose among equal ways to pay.

        :raises GameError: for an unknown mode or version, a wrong number of decks, a seat that the mode does not have,
            or a card that is not in the pool, is of no kind for its part of the deck, or cannot be executed.
        """
        chosen = _mode(mode)
        version = _version(rules)
        if len(decks) != chosen.players:
            message = f"{mode} is played by {chosen.players} players; {len(decks)} decks were given"
            raise GameError(message)
        refusal = refused(chosen, version)
        if refusal:
            raise GameError(refusal)
        if first is not None and first not in range(chosen.players):
            message = f"{mode} has the seats 0 to {chosen.players - 1}; seat {first} cannot go first"
            raise GameError(message)
        seats = [_seat(pool, deck) for deck in decks]
        state = new_state(pool, version, chosen, seats, seed, first)
        state.log = [] if log else None
        state.ask_all = ask_all
        state.auto_pay = auto_pay
        game = cls(state, (tuple(decks), mode, seed, version.name, first))
        advance(state)
        return game

    @property
    def decision(self) -> Decision | None:
        """The open decision, or None when the game is over."""
        return self.state.decision if self.state.waiting else None

    @property
    def winner(self) -> int | None:
        """The team that has won (in a game without teams: the seat), or None."""
        return None if self.state.winner < 0 else self.state.winner

    @property
    def log(self) -> list[Event]:
        """Every event so far, if the game was started with `log`."""
        return self.state.log or []

    def answer(self, indices: Sequence[int]) -> None:
        """Answer the open decision with positions in its options, and run to the next one.

        :raises IllegalAnswer: if that is not among what is offered, or nothing is open.
        :raises riftcheck.engine.storage.save.SaveError: if the game was loaded, and what was loaded contradicts itself
            in a way that shows only now.
        """
        decision = self.decision
        if decision is None:
            message = "nothing is asked: the game is over"
            raise IllegalAnswer(message)
        chosen = _positions(indices)
        fault = fault_of(decision, chosen)
        if fault:
            raise IllegalAnswer(fault)
        self.answers.append(tuple(chosen))
        with self._as_loaded():
            submit(self.state, chosen)

    def concede(self, player: int) -> None:
        """Let a player leave the game, which a player may do at any time (CR 650).

        :raises GameError: if there is no such player in the game, or the game is over.
        :raises riftcheck.engine.storage.save.SaveError: as `answer` does.
        """
        if self.state.winner >= 0:
            message = "the game is over, so nobody can leave it"
            raise GameError(message)
        if player not in range(len(self.state.players)) or self.state.players[player].gone:
            message = f"there is no player {player} in this game"
            raise GameError(message)
        self.answers.append((-1, player))
        with self._as_loaded():
            concede(self.state, player)
            advance(self.state)

    def view(self, player: int | None, numbering: Numbering | None = None) -> dict[str, Any]:
        """Return the view of a player: all that the player may know, and no more; None for a spectator.

        `numbering` gives the numbers of cards; without one they are counted, anew in each view.

        :raises riftcheck.engine.storage.save.SaveError: as `answer` does.
        """
        with self._as_loaded():
            return view(self.state, player, numbering)

    @contextmanager
    def _as_loaded(self) -> Iterator[None]:
        """Tell a failure of a game that was loaded as one of its document, of which not all can be held together."""
        try:
            yield
        except FAILURES as fault:
            if self.start_values is not None or isinstance(fault, RiftcheckError):
                raise
            message = (
                "this game was loaded and cannot go on: what was saved contradicts itself, or the engine is at fault "
                f"({type(fault).__name__}: {fault})."
            )
            raise SaveError(message) from fault

    def clone(self) -> Game:
        """Return an independent copy."""
        new = Game(self.state.clone(), self.start_values)
        new.answers = self.answers[:]
        return new

    def to_json(self) -> dict[str, Any]:
        """Return the whole game as JSON data, hidden cards included."""
        return dump(self.state)

    @classmethod
    def from_json(cls, pool: Pool, data: dict[str, Any]) -> Game:
        """Return the game that `to_json` gave. It has no `record`: a saved game does not say how it started.

        :raises riftcheck.engine.storage.save.SaveError: if the data is not a saved game of this pool.
        """
        return cls(load(pool, data), None)

    @property
    def record(self) -> Record:
        """The record from which this game can be played again.

        :raises GameError: if it was loaded by `from_json`.
        """
        if self.start_values is None:
            message = (
                "this game was loaded from a saved one, which does not hold its decks, its seed and its answers: "
                "only a game that was started or replayed here has a record"
            )
            raise GameError(message)
        decks, mode, seed, rules, first = self.start_values
        s = self.state
        return Record(decks, mode, seed, rules, first, tuple(self.answers), s.ask_all, s.auto_pay)

    @classmethod
    def replay(cls, pool: Pool, record: Record, *, log: bool = False) -> Game:
        """Return the game that a record describes, played again to its last answer.

        :raises GameError: if it cannot be played so.
        """
        game = cls.start(
            pool,
            record.decks,
            record.mode,
            record.seed,
            record.rules,
            first=record.first,
            log=log,
            ask_all=record.ask_all,
            auto_pay=record.auto_pay,
        )
        for answer in record.answers:
            if len(answer) == TWO and answer[0] == -1:
                game.concede(answer[1])
            else:
                game.answer(answer)
        return game


def _positions(indices: Sequence[int]) -> list[int]:
    listed = isinstance(indices, Iterable) and not isinstance(indices, str)
    found = list(indices) if listed else []
    if not listed or not all(isinstance(index, int) for index in found):
        message = f"an answer is a list of whole numbers, the places of the chosen options; this is {indices!r}"
        raise IllegalAnswer(message)
    return sorted(found)


def fault_of(decision: Decision, chosen: list[int]) -> str:
    """Return the fault of an answer, as a sentence; empty if there is none."""
    count = len(decision.options)
    if len(set(chosen)) != len(chosen):
        return "the same option was chosen twice"
    if any(not 0 <= index < count for index in chosen):
        return f"the options are numbered 0 to {count - 1}; the answer was {chosen}"
    if not decision.lo <= len(chosen) <= decision.hi:
        wanted = str(decision.lo) if decision.lo == decision.hi else f"{decision.lo} to {decision.hi}"
        return f"{wanted} of {count} options must be chosen; the answer has {len(chosen)}"
    return ""


def _mode(mode: str) -> Any:
    found = MODES.get(mode)
    if found is None:
        message = f'no mode "{mode}"; the modes are {", ".join(MODES)}'
        raise GameError(message)
    return found


def _version(rules: str | RulesVersion) -> RulesVersion:
    if isinstance(rules, RulesVersion):
        return rules
    found = VERSIONS.get(rules)
    if found is None:
        message = f'no rules version "{rules}"; the versions are {", ".join(VERSIONS)}'
        raise GameError(message)
    return found


def _seat(pool: Pool, deck: GameDeck) -> SeatDeck:
    """Return a deck by the numbers of its cards in the pool.

    :raises GameError: if a card is not known, cannot stand where it does, or cannot be executed.
    """

    def index(name: str, kind: int, part: str) -> int:
        found = pool.by_name.get(name)
        if found is None:
            message = f'the card "{name}" is not known'
            raise GameError(message)
        types = pool.defs[found].types
        if not types & kind or (types & w.TOKEN and name != BLANK):
            message = f'"{name}" cannot be {part}'
            raise GameError(message)
        return found

    seat = SeatDeck(
        tuple(index(name, w.MAIN_DECK, "in a main deck") for name in deck.main),
        tuple(index(name, w.RUNE, "in a rune deck") for name in deck.runes),
        tuple(index(name, w.BATTLEFIELD, "a battlefield of a deck") for name in deck.battlefields),
        -1 if deck.legend is None else index(deck.legend, w.LEGEND, "a legend"),
        -1 if deck.champion is None else index(deck.champion, w.UNIT, "a chosen champion"),
        tuple(index(name, w.LEGEND, "an extra legend") for name in deck.extra_legends),
    )
    single = [name for name in (deck.legend, deck.champion) if name is not None]
    missing = refused_cards(pool, (*single, *deck.main, *deck.battlefields, *deck.extra_legends))
    if missing:
        raise GameError("; ".join(f'the card "{name}" cannot be executed: {why}' for name, why in missing.items()))
    return seat
