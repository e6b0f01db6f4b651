"""A match (CR 488): games one after another until a player has won enough of them.

Between games players may change their decks (TR 403) and the loser says who goes first (TR 407). One thing is open at a
time: `Match.step` tells which, and `Match.waits_for` who it waits for. A match is a function of how it began and of
what was done, so that is what is saved.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.game import Game
from riftcheck.engine.model.rng import GOLDEN, below, mix64, stream
from riftcheck.engine.model.rules_version import LATEST
from riftcheck.engine.registration import MatchError, Registered, exchanged, registered_from, registered_json
from riftcheck.engine.storage.save import checksum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.definitions import Pool

PLAYERS: Final = 2
FIELDS: Final = 3
LENGTHS: Final = (3, 5)
# The steps of a match: the changes from the sideboard, the choice of the first player, the game, the end.
SIDEBOARD: Final = "sideboard"
FIRST: Final = "first"
GAME: Final = "game"
OVER: Final = "over"
# The lead in points by which an unfinished game is won when time is up (TR 408.2.b).
LEAD: Final = 2
# The first game in which a battlefield may come back, and how often one may be presented (CR 488.6.a).
REUSE: Final = 4
MOST_USES: Final = 2

SAVED: Final = "riftcheck match"
FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class GameResult:
    """The outcome of a game: its winner (None: a draw), who went first, battlefields by player (None: not yet out)."""

    winner: int | None
    first: int
    battlefields: tuple[str | None, ...]


@dataclass(slots=True)
class _Seat:
    """A player in a match: the deck as registered now, and by battlefield the games with it that had a winner."""

    now: Registered
    used: dict[str, int] = field(default_factory=dict)


class Match:
    """A match of two players, best of three or of five. Its games keep a log."""

    def __init__(
        self, pool: Pool, decks: Sequence[Registered], seed: int, rules: str, best_of: int, *, ask_all: bool
    ) -> None:
        self.pool = pool
        self.start_values = (tuple(decks), seed, rules, best_of, ask_all)
        self.seats = [_Seat(one) for one in decks]
        self.results: list[GameResult] = []
        self.game: Game | None = None
        self.fields: tuple[str | None, ...] = (None,) * PLAYERS
        # TR 407.2: for the first game somebody is designated at random. `chooser` says who goes first, `first` goes.
        self.chooser = below(stream(seed, "designated"), PLAYERS)
        self.first = self.chooser
        self.step = FIRST
        self.waits_for: tuple[int, ...] = (self.chooser,)
        self.winner: int | None = None
        self.actions: list[list[Any]] = []

    @classmethod
    def start(
        cls,
        pool: Pool,
        decks: Sequence[Registered],
        seed: int = 0,
        rules: str = LATEST.name,
        *,
        best_of: int = 3,
        ask_all: bool = False,
    ) -> Match:
        """Return a match before its first game: the designated player says who goes first (TR 407.1).

        :raises GameError: if a deck cannot be played, or has not three battlefields.
        :raises MatchError: if the number of decks, or of games, is not that of a match.
        """
        if len(decks) != PLAYERS:
            raise MatchError(f"a match is played by {PLAYERS} players; {len(decks)} decks were given")
        if best_of not in LENGTHS:
            raise MatchError(f"a match is the best of 3 or of 5 games, not of {best_of}")
        for number, one in enumerate(decks, 1):
            if len(one.deck.battlefields) != FIELDS:  # CR 488.4.a
                count = len(one.deck.battlefields)
                raise MatchError(f"a match needs {FIELDS} battlefields in each deck; deck {number} has {count}")
        # Whatever the decks hold is refused now, and not when it is swapped in for the second game.
        everything = [replace(one.deck, main=(*one.deck.main, *one.sideboard)) for one in decks]
        Game.start(pool, everything, "match", seed, rules, first=0)
        return cls(pool, decks, seed, rules, best_of, ask_all=ask_all)

    # --- what is open -------------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the game that is played or comes next, from 1; of the last one when the match is over."""
        return len(self.results) + (self.step != OVER)

    @property
    def wins(self) -> tuple[int, ...]:
        """The games that each player has won; drawn games count for nobody (TR 404.3)."""
        return tuple(sum(result.winner == player for result in self.results) for player in range(PLAYERS))

    @property
    def decision(self) -> Decision | None:
        """The open decision of the game that is played, or None where the match waits for something else."""
        return self.game.decision if self.step == GAME and self.game is not None else None

    def deck(self, player: int) -> Registered:
        """Return the deck of a player for the present game."""
        return self.seats[player].now

    def battlefields(self, player: int) -> tuple[str, ...]:
        """Return the battlefields of which a player can choose in the next game (CR 488.5, 488.6.a, TR 406.1.b)."""
        before = self.results[-1] if self.results else None
        shown = None if before is None else before.battlefields[player]
        if before is not None and before.winner is None and shown is not None:
            return (shown,)
        seat = self.seats[player]
        own = seat.now.deck.battlefields
        left = [name for name in own if not seat.used.get(name)]
        if self.start_values[3] > LENGTHS[0] and len(self.results) + 1 >= REUSE and not left:
            left = [name for name in own if seat.used[name] < MOST_USES]
        return tuple(left)

    def view(self, player: int | None) -> dict[str, Any]:
        """Return the view of a player of the match, without that of the game; None is a spectator.

        Sideboards may be counted (TR 403.6), but what is in them, and who has changed what, is each player's own.
        """
        own = None if player is None else self.deck(player)
        return {
            "game": self.number,
            "best_of": self.start_values[3],
            "step": self.step,
            "waits_for": list(self.waits_for),
            "wins": list(self.wins),
            "winner": self.winner,
            "results": [[result.winner, result.first, list(result.battlefields)] for result in self.results],
            "sideboard_sizes": [len(seat.now.sideboard) for seat in self.seats],
            "deck": None if own is None else registered_json(own),
            "battlefields_left": None if player is None else list(self.battlefields(player)),
        }

    # --- what players do ----------------------------------------------------------------------------------------------

    def choose_first(self, player: int, *, first: bool) -> None:
        """Let the player who may choose go first or last, and begin the game (TR 407.1, 407.4).

        :raises MatchError: if that is not asked of this player now.
        """
        self._expect(FIRST, player)
        self.first = player if first else 1 - player
        self._note("first", player, first)
        self._begin()

    def sideboard(
        self, player: int, out: Sequence[str] = (), into: Sequence[str] = (), champion: str | None = None
    ) -> None:
        """Exchange cards one for one, and change the chosen champion if one is named (TR 403.4); nothing is an answer.

        :raises MatchError: if that is not asked of this player now, or is not allowed.
        """
        self._expect(SIDEBOARD, player)
        self.seats[player].now = exchanged(self.pool, self.deck(player), out, into, champion)
        self._note("sideboard", player, list(out), list(into), champion)
        self.waits_for = tuple(other for other in self.waits_for if other != player)
        if not self.waits_for:
            self.step = FIRST
            self.waits_for = (self.chooser,)

    def answer(self, indices: Sequence[int]) -> None:
        """Answer the open decision of the game that is played.

        :raises GameError: if that is not among what is offered, or no game is played.
        """
        game = self._playing()
        game.answer(indices)
        self._note("answer", *sorted(indices))
        self._look(game)

    def concede_game(self, player: int) -> None:
        """Let a player lose the game that is played (CR 650).

        :raises GameError: if no game is played, or there is no such player.
        """
        game = self._playing()
        game.concede(player)
        self._note("concede", player)
        self._look(game)

    def draw_game(self) -> None:
        """End the game that is played without a winner. The same battlefields and the same first player follow.

        :raises MatchError: if no game is played.
        """
        self._playing()
        self._note("draw")
        self._ended(None)

    def concede(self, player: int) -> None:
        """Let a player lose the match.

        :raises MatchError: if the match is over, or there is no such player.
        """
        if self.step == OVER or player not in range(PLAYERS):
            raise MatchError("the match is over" if self.step == OVER else f"there is no player {player} in this match")
        self._note("concede match", player)
        if self.step == GAME:
            self.results.append(GameResult(1 - player, self.first, self.fields))
        self._over(1 - player)

    def time_is_up(self) -> None:
        """End the match after the additional turns of its round (TR 408.2-3).

        A game that is not finished is won by a lead of two points or more, else drawn; more games won win the match.

        :raises MatchError: if the match is over.
        """
        if self.step == OVER:
            raise MatchError("the match is over")
        self._note("time")
        if self.step == GAME and self.game is not None:
            one, other = self.game.state.points
            winner = None if abs(one - other) < LEAD else int(other > one)
            self.results.append(GameResult(winner, self.first, self.fields))
        one, other = self.wins
        self._over(None if one == other else int(other > one))

    # --- how it goes on -----------------------------------------------------------------------------------------------

    def _expect(self, step: str, player: int) -> None:
        if self.step != step or player not in self.waits_for:
            who = " and ".join(str(other) for other in self.waits_for)
            now = "it is over" if self.step == OVER else f'it waits for "{self.step}" of player {who}'
            raise MatchError(f'"{step}" of player {player} is not what the match waits for: {now}')

    def _playing(self) -> Game:
        if self.step != GAME or self.game is None:
            raise MatchError(f'no game is played now: the match waits for "{self.step}"')
        return self.game

    def _note(self, *action: Any) -> None:
        self.actions.append(list(action))

    def _begin(self) -> None:
        _, seed, rules, _, ask_all = self.start_values
        decks = [replace(self.deck(player).deck, battlefields=self.battlefields(player)) for player in range(PLAYERS)]
        seed = mix64(seed + self.number * GOLDEN) >> 1
        self.fields = (None,) * PLAYERS
        self.step = GAME
        self.game = Game.start(self.pool, decks, "match", seed, rules, first=self.first, log=True, ask_all=ask_all)
        self._look(self.game)

    def _look(self, game: Game) -> None:
        """Take over the presented battlefields, and the seat that decides or the end of the game."""
        if None in self.fields:
            self.fields = _presented(game)
        if game.decision is None:
            self._ended(game.winner)
        else:
            self.waits_for = (game.decision.player,)

    def _ended(self, winner: int | None) -> None:
        self.results.append(GameResult(winner, self.first, self.fields))
        if winner is None:
            # TR 403.10, 406.1.b, 407.4: nobody sideboards, and battlefields and starting player stay.
            self._begin()
            return
        for seat, name in zip(self.seats, self.fields, strict=True):
            if name is not None:
                seat.used[name] = seat.used.get(name, 0) + 1
        if self.wins[winner] > self.start_values[3] // 2:
            self._over(winner)
            return
        self.chooser = 1 - winner
        self.step = SIDEBOARD
        self.waits_for = tuple(range(PLAYERS))

    def _over(self, winner: int | None) -> None:
        self.winner = winner
        self.step = OVER
        self.waits_for = ()

    # --- keeping ------------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the whole match as JSON data: its start and its actions, with a checksum of where it stands."""
        decks, seed, rules, best_of, ask_all = self.start_values
        return {
            "saved": SAVED,
            "format": FORMAT,
            "seed": seed,
            "rules": rules,
            "best_of": best_of,
            "ask_all": ask_all,
            "decks": [registered_json(one) for one in decks],
            "actions": [action[:] for action in self.actions],
            "checksum": None if self.game is None else checksum(self.game.state),
        }

    @classmethod
    def from_json(cls, pool: Pool, data: Any) -> Match:
        """Return the match that `to_json` gave, played again to where it stood.

        :raises MatchError: if the data is no saved match, or goes another way with this engine and these cards.
        """
        match = _fresh(pool, data)
        for action in data["actions"]:
            _act(match, action)
        reached = None if match.game is None else checksum(match.game.state)
        if reached != data["checksum"]:
            raise MatchError("this match was saved with another engine or other card data: it goes another way here")
        return match

    def clone(self) -> Match:
        """Return an independent copy."""
        decks, seed, rules, best_of, ask_all = self.start_values
        new = Match(self.pool, decks, seed, rules, best_of, ask_all=ask_all)
        new.seats = [_Seat(seat.now, seat.used.copy()) for seat in self.seats]
        new.results = self.results[:]
        new.game = None if self.game is None else self.game.clone()
        new.fields, new.chooser, new.first = self.fields, self.chooser, self.first
        new.step, new.waits_for, new.winner = self.step, self.waits_for, self.winner
        new.actions = [action[:] for action in self.actions]
        return new


def _presented(game: Game) -> tuple[str | None, ...]:
    """Return the battlefield that each player has put on the board, as soon as it is there."""
    s = game.state
    found: list[str | None] = [None] * PLAYERS
    for at in s.locs:
        o = s.board.get(at.bf)
        if o is not None and o.owner >= 0:
            found[o.owner] = o.d.name
    return tuple(found)


HEADER: Final = ("saved", "format", "seed", "rules", "best_of", "ask_all", "decks", "actions", "checksum")
KINDS: Final = {"seed": int, "rules": str, "best_of": int, "ask_all": bool, "decks": list, "actions": list}


def _fresh(pool: Pool, data: Any) -> Match:
    """Return the match of a saved document at its beginning."""
    if not isinstance(data, dict) or data.get("saved") != SAVED:
        raise MatchError(f'this is not a saved match: it does not say "saved": "{SAVED}"')
    if set(data) != set(HEADER) or data["format"] != FORMAT:
        raise MatchError(f"this saved match is damaged, or not of format {FORMAT}")
    for name, kind in KINDS.items():
        if type(data[name]) is not kind:
            raise MatchError(f"this saved match is damaged: `{name}` is not what it should be")
    decks = [registered_from(one) for one in data["decks"]]
    return Match.start(pool, decks, data["seed"], data["rules"], best_of=data["best_of"], ask_all=data["ask_all"])


def _act(match: Match, action: Any) -> None:
    """Repeat one action of a saved match."""
    match action if isinstance(action, list) else None:
        case ["first", int(player), bool(first)]:
            match.choose_first(player, first=first)
        case ["sideboard", int(player), list(out), list(into), str() | None as champion]:
            match.sideboard(player, out, into, champion)
        case ["answer", *indices] if all(type(index) is int for index in indices):
            match.answer(indices)
        case ["concede", int(player)]:
            match.concede_game(player)
        case ["concede match", int(player)]:
            match.concede(player)
        case ["draw"]:
            match.draw_game()
        case ["time"]:
            match.time_is_up()
        case _:
            raise MatchError(f"this saved match is damaged: nobody can do {str(action)[:80]}")
