"""The service of games behind the routes: begin a game, read it, answer, concede, fork."""

from __future__ import annotations

import json
import re
import secrets
import threading
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

from riftcheck.api.errors import ProblemError, RequestFault, invalid
from riftcheck.api.games.decks import playable_deck, refused_places, unsupported_cards
from riftcheck.api.games.refusals import conflict, damaged, full, numbered, unavailable
from riftcheck.api.games.session import Answer, DamagedError, GameSession, GameStart, LogLine, counts, unforeseen
from riftcheck.api.games.tokens import WRONG_TOKEN, digest, is_token, new_token, seat_of
from riftcheck.api.stores import game_store
from riftcheck.api.unsupported import unsupported_faults
from riftcheck.engine.compile.pool import REFUSE, pool_of
from riftcheck.engine.display.names import capital, player_words
from riftcheck.engine.fingerprint import engine_fingerprint
from riftcheck.engine.flow.setup import MODES
from riftcheck.engine.game import GameDeck, GameError, IllegalAnswer
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
_TRIES: Final = 5  # to concede in a game in which others answer at the same time


class GameService:
    """The games of one application. Answers are JSON data.

    The engine's pools are built with the first game that needs them.
    """

    def __init__(self, db: CardDatabase, settings: Settings) -> None:
        self._db = db
        self._most_answers = settings.games_answers
        self.store = game_store(settings)
        self._lock = threading.Lock()
        self._pools: dict[str, Pool] = {}
        self.engine = engine_fingerprint(db.version)

    def pool(self, unsupported: str = REFUSE) -> Pool:
        """Return the engine's pool of cards; `unsupported` says what becomes of those that it cannot execute."""
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
            raise invalid([RequestFault(("decks",), wrong)])
        if rules is not None and rules not in VERSIONS:
            raise invalid([RequestFault(("rules",), f"the engine plays by the versions {', '.join(VERSIONS)}")])
        pool = self.pool(unsupported)
        start = GameStart(self._decks(lists, pool), mode, seed or 0, rules or LATEST.name, unsupported)
        if seed is None:
            start = unforeseen(start)
        try:
            session = GameSession.begin(pool, start)
        except GameError as fault:
            raise invalid([RequestFault(("decks",), str(fault))]) from None
        return self._add(start, session, [], client)

    def _decks(self, lists: Sequence[Parsed], pool: Pool) -> tuple[GameDeck, ...]:
        decks: dict[int, GameDeck] = {}
        faults: list[RequestFault] = []
        for number, read in enumerate(lists):
            found = playable_deck(read, self._db, pool)
            if isinstance(found, GameDeck):
                decks[number] = found
            else:
                faults += [fault._replace(path=("decks", number, *fault.path)) for fault in found]
        faults += unsupported_faults(*refused_places(decks, pool))
        if faults:
            raise invalid(faults)
        return tuple(decks.values())

    def _add(self, start: GameStart, session: GameSession, answers: list[Answer], client: str) -> dict[str, Any]:
        tokens = [new_token() for _ in start.decks]
        game = secrets.token_urlsafe(ID_BYTES)
        record = GameRecord(
            game,
            self.engine,
            json.dumps([digest(token) for token in tokens]),
            start.to_json(),
            json.dumps(counts(answers, len(tokens))),
            len(answers),
            session.stored(),
            session.decision is None,
        )
        try:
            self.store.add(
                record,
                digest(client)[:32],
                [one.to_json() for one in answers],
                [line.to_json() for line in session.lines],
            )
        except DatabaseError as fault:
            raise unavailable(fault) from None
        except FullError as fault:
            raise full(fault) from None
        return {"id": game, "tokens": tokens, **self._marks(start, start.decks)}

    def _marks(self, start: GameStart, shown: Sequence[GameDeck]) -> dict[str, Any]:
        """Return the deviations of a game from the rules; only cards of the decks `shown` are named."""
        if start.unsupported == REFUSE:
            return {"by_the_book": True, "unsupported": {"how": REFUSE, "skipped": [], "vanilla": []}}
        pool = self.pool(start.unsupported)
        named = unsupported_cards(shown, pool)
        return {
            "by_the_book": not any(unsupported_cards(start.decks, pool)),
            "unsupported": {"how": start.unsupported, "skipped": named.skipped, "vanilla": named.vanilla},
        }

    # --- reading ------------------------------------------------------------------------------------------------------

    def read(self, game: str, token: str | None) -> dict[str, Any]:
        """Return a game as the holder of the token may see it; without one, as a spectator may.

        :raises ProblemError: if there is no such game, or the token is wrong.
        """
        record = self._get(game)
        return self._shown(record, self._session(record), self._viewer(record, token))

    def options(self, game: str, token: str | None) -> dict[str, Any]:
        """Return the open decision as the holder of the token may see it.

        :raises ProblemError: as `read`.
        """
        shown = self.read(game, token)
        return {name: shown[name] for name in ("deciding", "decision", "over")}

    def log(self, game: str, token: str | None, after: int, limit: int) -> tuple[list[dict[str, Any]], bool]:
        """Return a part of the log as the holder of the token may read it, and whether there is more.

        :raises ProblemError: as `read`.
        """
        record = self._get(game)
        seat = self._viewer(record, token)
        found = _available(lambda: self.store.log_lines(game, after, limit + 1))
        entries = []
        for number, stored in found[:limit]:
            turn, text = LogLine.read(stored, seat)
            entries.append({"number": number, "turn": turn, "text": text})
        return entries, len(found) > limit

    def _shown(self, record: GameRecord, session: GameSession, seat: int | None) -> dict[str, Any]:
        over = record.over or record.version >= self._most_answers
        number = 0 if seat is None else json.loads(record.counts)[seat]
        view = session.view(seat)
        start = GameStart.from_json(record.start)
        own = () if seat is None else (start.decks[seat],)
        deciding = view.pop("deciding")
        return {
            "id": record.id,
            "mode": start.mode,
            "rules": start.rules,
            **self._marks(start, own),
            "player": seat,
            "over": over,
            "expires": _instant(record.touched + self.store.capacity.seconds),
            "deciding": None if over else deciding,
            "decision": None if over else session.question(seat, number),
            "view": view,
        }

    # --- answering ----------------------------------------------------------------------------------------------------

    def answer(self, game: str, token: str | None, chosen: Sequence[int], number: int) -> dict[str, Any]:
        """Give a player's answer to their decision of that number, and return the game as they see it then.

        :raises ProblemError: if it is not theirs to give, does not fit, or another was quicker.
        """
        record = self._get(game)
        seat = self._player(record, token)
        session = self._session(record)
        self._check_open(record)
        decision = session.decision
        asked = -1 if decision is None else decision.player
        own = json.loads(record.counts)[seat]
        if asked != seat:
            raise conflict(f"You are {player_words(seat)}, and it is {player_words(asked)} who is asked now.")
        if number != own:
            raise conflict(f"Your open decision has the number {own}; this is an answer to number {number}.")
        answer = Answer(seat, tuple(chosen))
        try:
            session.take(answer)
        except IllegalAnswer as fault:
            raise invalid([RequestFault(("answer",), str(fault))]) from None
        after = self._save(record, session, answer)
        if after is None:
            raise conflict("The game has changed at the same time; look at it again.")
        return self._shown(after, session, seat)

    def concede(self, game: str, token: str | None) -> dict[str, Any]:
        """Let a player leave the game, which they may at any time (CR 650), and return it as they see it then.

        :raises ProblemError: if they cannot, because it is over or they have left.
        """
        for _ in range(_TRIES):
            record = self._get(game)
            seat = self._player(record, token)
            session = self._session(record)
            self._check_open(record)
            answer = Answer(seat, None)
            try:
                session.take(answer)
            except GameError:
                raise conflict(f"{capital(player_words(seat))} has left this game already.") from None
            after = self._save(record, session, answer)
            if after is not None:
                return self._shown(after, session, seat)
        raise conflict("The game changes all the time; try again.")

    def _check_open(self, record: GameRecord) -> None:
        if record.over:
            raise conflict("The game is over.")
        if record.version >= self._most_answers:
            most = numbered(self._most_answers, "answer")
            raise conflict(f"The game has had {most}, the most that a game may have; it is over.")

    def _save(self, record: GameRecord, session: GameSession, answer: Answer) -> GameRecord | None:
        numbers = json.loads(record.counts)
        numbers[answer.seat] += answer.chosen is not None
        after = replace(
            record,
            counts=json.dumps(numbers),
            version=record.version + 1,
            state=session.stored(),
            over=session.decision is None,
        )
        lines = [line.to_json() for line in session.lines]
        return _available(lambda: self.store.save(record, after, answer.to_json(), lines))

    # --- forking ------------------------------------------------------------------------------------------------------

    def fork(self, game: str, tokens: Sequence[str], at: int | None, client: str) -> dict[str, Any]:
        """Return the id and tokens of a new game that stands where a game stands, or stood after `at` answers.

        It takes the tokens of all players, because who has all tokens of the new game sees every hand in it.

        :raises ProblemError: if a token is missing or wrong, or there were fewer answers.
        """
        record = self._get(game)
        self._check_all(record, tokens)
        if at is not None and at > record.version:
            raise invalid([RequestFault(("at",), f"this game has had {numbered(record.version, 'answer')}")])
        count = record.version if at is None else at
        start, answers, session = self._again(record, count)
        if count == record.version and session.checksum != self._session(record).checksum:
            raise damaged("played again from its answers it comes to another point")
        made = self._add(start, session, answers, client)
        after = numbered(count, "answer")
        text = f"This game was forked, with the tokens of all players, as it stood after {after}"
        _available(lambda: self.store.add_log_line(game, LogLine(session.game.state.turn, text, {}).to_json()))
        return made

    def _again(self, record: GameRecord, count: int) -> tuple[GameStart, list[Answer], GameSession]:
        """Return a game as it stood after some answers."""
        stored = _available(lambda: self.store.answers(record.id, count))
        start = GameStart.from_json(record.start)
        answers = [Answer.from_json(one) for one in stored]
        if len(answers) != count:
            raise damaged(f"of {numbered(count, 'answer')} {len(answers)} can be read")
        try:
            return start, answers, GameSession.again(self.pool(start.unsupported), start, answers)
        except GameError as fault:
            raise damaged(str(fault)) from None

    def _check_all(self, record: GameRecord, tokens: Sequence[str]) -> None:
        hashes = json.loads(record.tokens)
        if len(tokens) != len(hashes):
            detail = f"A fork needs the tokens of all {len(hashes)} players, in the order of their seats."
            raise ProblemError("wrong-token", detail, [RequestFault(("tokens",), detail)], WRONG_TOKEN)
        wrong = [
            RequestFault(("tokens", seat), f"is not the token of {player_words(seat)}")
            for seat, (token, known) in enumerate(zip(tokens, hashes, strict=True))
            if not is_token(token, known)
        ]
        if wrong:
            raise ProblemError("wrong-token", "A fork needs the tokens of all players.", wrong, WRONG_TOKEN)

    # --- what all need ------------------------------------------------------------------------------------------------

    def _get(self, game: str) -> GameRecord:
        # Other ids are not looked for: there are characters that a database cannot hold.
        record = _available(lambda: self.store.get(game)) if _ID.fullmatch(game) else None
        if record is None:
            raise ProblemError("not-found", "There is no such game, or it was left alone for too long and removed.")
        if record.engine != self.engine:
            raise conflict("This game was begun with another version of the engine or of the cards; it cannot go on.")
        return record

    def _session(self, record: GameRecord) -> GameSession:
        if record.state is None:
            session = self._again(record, record.version)[2]
            session.lines.clear()
            return session
        try:
            return GameSession.load(self.pool(GameStart.from_json(record.start).unsupported), record.state)
        except DamagedError as fault:
            raise damaged(str(fault)) from None

    def _viewer(self, record: GameRecord, token: str | None) -> int | None:
        """Return the seat of a token, None for a spectator, who has none."""
        return None if token is None else self._player(record, token)

    def _player(self, game: GameRecord, token: str | None) -> int:
        return seat_of(token, json.loads(game.tokens))


def _instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _available(work: Callable[[], _T]) -> _T:
    try:
        return work()
    except DatabaseError as fault:
        raise unavailable(fault) from None
