"""Who may do what with a game: tokens, whose turn it is, which version of the engine, how much room there is."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import threading
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

import riftcheck.carddb.abilities
from riftcheck import engine
from riftcheck.api.errors import Fault, ProblemError, invalid
from riftcheck.api.games.decks import ready, stand_ins
from riftcheck.api.games.refusals import conflict, damaged, full, numbered, unavailable
from riftcheck.api.games.session import Answer, DamagedError, Line, Play, Start, counts, unforeseen
from riftcheck.api.stores import game_store
from riftcheck.engine.compile.pool import REFUSE, pool_of
from riftcheck.engine.display.names import capital, player_words
from riftcheck.engine.fingerprint import of_sources
from riftcheck.engine.flow.setup import MODES
from riftcheck.engine.game import Deck, GameError, IllegalAnswer
from riftcheck.engine.model.rules_version import LATEST, VERSIONS
from riftcheck.store.errors import DatabaseError, FullError
from riftcheck.store.games import GameRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riftcheck.api.settings import Settings
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Parsed
    from riftcheck.engine.model.definitions import Pool

_T = TypeVar("_T")

ID_BYTES: Final = 18
_ID: Final = re.compile(r"[A-Za-z0-9_-]{24}")  # what `token_urlsafe` makes of so many bytes
TOKEN_BYTES: Final = 32
_TRIES: Final = 5  # to concede in a game in which others answer at the same time
_NO_TOKEN: Final = {"WWW-Authenticate": 'Bearer realm="games"'}
_WRONG_TOKEN: Final = {"WWW-Authenticate": 'Bearer realm="games", error="invalid_token"'}


class Desk:
    """The games of one application. The engine's pools are built with the first game that needs them."""

    def __init__(self, db: CardDatabase, settings: Settings) -> None:
        self._db = db
        self._most_answers = settings.games_answers
        self.store = game_store(settings)
        self._lock = threading.Lock()
        self._pools: dict[str, Pool] = {}
        self.engine = fingerprint(db)

    def pool(self, unsupported: str = REFUSE) -> Pool:
        """Return what the engine knows of the cards; `unsupported` is what becomes of those it cannot execute."""
        with self._lock:
            if unsupported not in self._pools:
                self._pools[unsupported] = pool_of(self._db, unsupported=unsupported)
            return self._pools[unsupported]

    # --- beginning ----------------------------------------------------------------------------------------------------

    def begin(
        self,
        lists: Sequence[Parsed],
        mode: str,
        seed: int | None,
        rules: str | None,
        *,
        unsupported: str,
        client: str,
    ) -> dict[str, Any]:
        """Return the id and the tokens of a new game, and what in it is not by the book.

        :raises ProblemError: if it cannot be begun.
        """
        players = MODES[mode].players
        if len(lists) != players:
            wrong = f"{mode} is played by {players} players, each with a deck; {numbered(len(lists), 'deck')} came"
            raise invalid([Fault(("decks",), wrong)])
        if rules is not None and rules not in VERSIONS:
            raise invalid([Fault(("rules",), f"the engine plays by the versions {', '.join(VERSIONS)}")])
        pool = self.pool(unsupported)
        start = Start(self._decks(lists, pool), mode, seed or 0, rules or LATEST.name, unsupported)
        if seed is None:
            start = unforeseen(start)
        try:
            play = Play.begin(pool, start)
        except GameError as fault:
            raise invalid([Fault(("decks",), str(fault))]) from None
        return self._add(start, play, [], client)

    def _decks(self, lists: Sequence[Parsed], pool: Pool) -> tuple[Deck, ...]:
        decks, faults = [], []
        for number, read in enumerate(lists):
            found = ready(read, self._db, pool)
            if isinstance(found, Deck):
                decks.append(found)
            else:
                faults += [fault._replace(path=("decks", number, *fault.path)) for fault in found]
        if faults:
            raise invalid(faults)
        return tuple(decks)

    def _add(self, start: Start, play: Play, answers: list[Answer], client: str) -> dict[str, Any]:
        tokens = [secrets.token_urlsafe(TOKEN_BYTES) for _ in start.decks]
        game = secrets.token_urlsafe(ID_BYTES)
        kept = GameRecord(
            game,
            self.engine,
            json.dumps([_digest(token) for token in tokens]),
            start.to_json(),
            json.dumps(counts(answers, len(tokens))),
            len(answers),
            play.stored(),
            play.decision is None,
        )
        try:
            self.store.add(
                kept, _digest(client)[:32], [one.to_json() for one in answers], [line.to_json() for line in play.lines]
            )
        except DatabaseError as fault:
            raise unavailable(fault) from None
        except FullError as fault:
            raise full(fault) from None
        return {"id": game, "tokens": tokens, **self._marks(start, start.decks)}

    def _marks(self, start: Start, told: Sequence[Deck]) -> dict[str, Any]:
        """Return what in a game is not by the book; the cards are named of the decks that may be told."""
        if start.unsupported == REFUSE:
            return {"by_the_book": True, "unsupported": {"how": REFUSE, "skipped": [], "vanilla": []}}
        pool = self.pool(start.unsupported)
        named = stand_ins(told, pool)
        return {
            "by_the_book": not any(stand_ins(start.decks, pool)),
            "unsupported": {"how": start.unsupported, "skipped": named.skipped, "vanilla": named.vanilla},
        }

    # --- looking ------------------------------------------------------------------------------------------------------

    def look(self, game: str, token: str | None) -> dict[str, Any]:
        """Return a game as who holds the token may see it; without one, as anybody may.

        :raises ProblemError: if there is no such game, or the token is wrong.
        """
        kept = self._get(game)
        return self._shown(kept, self._play(kept), self._viewer(kept, token))

    def options(self, game: str, token: str | None) -> dict[str, Any]:
        """Return the open decision as who holds the token may see it.

        :raises ProblemError: as `look`.
        """
        shown = self.look(game, token)
        return {name: shown[name] for name in ("deciding", "decision", "over")}

    def log(self, game: str, token: str | None, after: int, limit: int) -> tuple[list[dict[str, Any]], bool]:
        """Return a part of the log as who holds the token may read it, and whether there is more.

        :raises ProblemError: as `look`.
        """
        kept = self._get(game)
        seat = self._viewer(kept, token)
        found = _try(lambda: self.store.log_lines(game, after, limit + 1))
        entries = []
        for number, stored in found[:limit]:
            turn, text = Line.read(stored, seat)
            entries.append({"number": number, "turn": turn, "text": text})
        return entries, len(found) > limit

    def _shown(self, kept: GameRecord, play: Play, seat: int | None) -> dict[str, Any]:
        over = kept.over or kept.version >= self._most_answers
        number = 0 if seat is None else json.loads(kept.counts)[seat]
        view = play.view(seat)
        start = Start.from_json(kept.start)
        own = () if seat is None else (start.decks[seat],)
        deciding = view.pop("deciding")
        return {
            "id": kept.id,
            "mode": start.mode,
            "rules": start.rules,
            **self._marks(start, own),
            "player": seat,
            "over": over,
            "expires": _instant(kept.touched + self.store.capacity.seconds),
            "deciding": None if over else deciding,
            "decision": None if over else play.question(seat, number),
            "view": view,
        }

    # --- answering ----------------------------------------------------------------------------------------------------

    def answer(self, game: str, token: str | None, chosen: Sequence[int], number: int) -> dict[str, Any]:
        """Give a player's answer to their decision of that number, and return the game as they see it then.

        :raises ProblemError: if it is not theirs to give, does not fit, or another was quicker.
        """
        kept = self._get(game)
        seat = self._player(kept, token)
        play = self._play(kept)
        self._check_open(kept)
        decision = play.decision
        asked = -1 if decision is None else decision.player
        own = json.loads(kept.counts)[seat]
        if asked != seat:
            raise conflict(f"You are {player_words(seat)}, and it is {player_words(asked)} who is asked now.")
        if number != own:
            raise conflict(f"Your open decision has the number {own}; this is an answer to number {number}.")
        answer = Answer(seat, tuple(chosen))
        try:
            play.take(answer)
        except IllegalAnswer as fault:
            raise invalid([Fault(("answer",), str(fault))]) from None
        after = self._save(kept, play, answer)
        if after is None:
            raise conflict("The game has changed at the same time; look at it again.")
        return self._shown(after, play, seat)

    def concede(self, game: str, token: str | None) -> dict[str, Any]:
        """Let a player leave the game, which they may at any time (CR 650), and return it as they see it then.

        :raises ProblemError: if they cannot, because it is over or they have left.
        """
        for _ in range(_TRIES):
            kept = self._get(game)
            seat = self._player(kept, token)
            play = self._play(kept)
            self._check_open(kept)
            answer = Answer(seat, None)
            try:
                play.take(answer)
            except GameError:
                raise conflict(f"{capital(player_words(seat))} has left this game already.") from None
            after = self._save(kept, play, answer)
            if after is not None:
                return self._shown(after, play, seat)
        raise conflict("The game changes all the time; try again.")

    def _check_open(self, kept: GameRecord) -> None:
        if kept.over:
            raise conflict("The game is over.")
        if kept.version >= self._most_answers:
            most = numbered(self._most_answers, "answer")
            raise conflict(f"The game has had {most}, the most that a game may have; it is over.")

    def _save(self, kept: GameRecord, play: Play, answer: Answer) -> GameRecord | None:
        numbers = json.loads(kept.counts)
        numbers[answer.seat] += answer.chosen is not None
        after = replace(
            kept,
            counts=json.dumps(numbers),
            version=kept.version + 1,
            state=play.stored(),
            over=play.decision is None,
        )
        lines = [line.to_json() for line in play.lines]
        return _try(lambda: self.store.save(kept, after, answer.to_json(), lines))

    # --- forking ------------------------------------------------------------------------------------------------------

    def fork(self, game: str, tokens: Sequence[str], at: int | None, client: str) -> dict[str, Any]:
        """Return the id and tokens of a new game that stands where a game stands, or stood after `at` answers.

        It takes the tokens of all players, because who has all tokens of the new game sees every hand in it.

        :raises ProblemError: if a token is missing or wrong, or there were fewer answers.
        """
        kept = self._get(game)
        self._check_all(kept, tokens)
        if at is not None and at > kept.version:
            raise invalid([Fault(("at",), f"this game has had {numbered(kept.version, 'answer')}")])
        count = kept.version if at is None else at
        start, answers, play = self._again(kept, count)
        if count == kept.version and play.checksum != self._play(kept).checksum:
            raise damaged("played again from its answers it comes to another point")
        made = self._add(start, play, answers, client)
        after = numbered(count, "answer")
        text = f"This game was forked, with the tokens of all players, as it stood after {after}"
        _try(lambda: self.store.add_log_line(game, Line(play.game.state.turn, text, {}).to_json()))
        return made

    def _again(self, kept: GameRecord, count: int) -> tuple[Start, list[Answer], Play]:
        """Return a game as it stood after some answers."""
        stored = _try(lambda: self.store.answers(kept.id, count))
        start = Start.from_json(kept.start)
        answers = [Answer.from_json(one) for one in stored]
        if len(answers) != count:
            raise damaged(f"of {numbered(count, 'answer')} {len(answers)} can be read")
        try:
            return start, answers, Play.again(self.pool(start.unsupported), start, answers)
        except GameError as fault:
            raise damaged(str(fault)) from None

    def _check_all(self, kept: GameRecord, tokens: Sequence[str]) -> None:
        hashes = json.loads(kept.tokens)
        if len(tokens) != len(hashes):
            detail = f"A fork needs the tokens of all {len(hashes)} players, in the order of their seats."
            raise ProblemError("wrong-token", detail, [Fault(("tokens",), detail)], _WRONG_TOKEN)
        wrong = [
            Fault(("tokens", seat), f"is not the token of {player_words(seat)}")
            for seat, (token, known) in enumerate(zip(tokens, hashes, strict=True))
            if not hmac.compare_digest(_digest(token), known)
        ]
        if wrong:
            raise ProblemError("wrong-token", "A fork needs the tokens of all players.", wrong, _WRONG_TOKEN)

    # --- what all need ------------------------------------------------------------------------------------------------

    def _get(self, game: str) -> GameRecord:
        # Other ids are not looked for: there are characters that a database cannot hold.
        kept = _try(lambda: self.store.get(game)) if _ID.fullmatch(game) else None
        if kept is None:
            raise ProblemError("not-found", "There is no such game, or it was left alone for too long and removed.")
        if kept.engine != self.engine:
            raise conflict("This game was begun with another version of the engine or of the cards; it cannot go on.")
        return kept

    def _play(self, kept: GameRecord) -> Play:
        if kept.state is None:
            play = self._again(kept, kept.version)[2]
            play.lines.clear()
            return play
        try:
            return Play.load(self.pool(Start.from_json(kept.start).unsupported), kept.state)
        except DamagedError as fault:
            raise damaged(str(fault)) from None

    def _viewer(self, kept: GameRecord, token: str | None) -> int | None:
        """Return the seat of a token, None for who has none."""
        return None if token is None else self._player(kept, token)

    def _player(self, kept: GameRecord, token: str | None) -> int:
        if token is None:
            detail = "Only a player may do this: send their token as `Authorization: Bearer TOKEN`."
            raise ProblemError("wrong-token", detail, headers=_NO_TOKEN)
        given = _digest(token)
        found = [seat for seat, known in enumerate(json.loads(kept.tokens)) if hmac.compare_digest(given, known)]
        if not found:
            raise ProblemError("wrong-token", "The token is not that of a player of this game.", headers=_WRONG_TOKEN)
        return found[0]


def bearer(header: str | None) -> str | None:
    """Return the token of an Authorization header, None where there is no header.

    :raises ProblemError: if it is none of the form `Bearer TOKEN`.
    """
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token or not token.isascii() or not token.isprintable() or " " in token:
        raise ProblemError("wrong-token", "The header must be `Authorization: Bearer TOKEN`.", headers=_WRONG_TOKEN)
    return token


def fingerprint(db: CardDatabase) -> str:
    """Return what a game hangs on: the version of the cards and the code that plays them."""
    return of_sources(engine, riftcheck.carddb.abilities, data=db.version)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _try(work: Callable[[], _T]) -> _T:
    try:
        return work()
    except DatabaseError as fault:
        raise unavailable(fault) from None
