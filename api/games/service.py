"""The service of games behind the routes: begin a game, read it, answer, concede, fork, remove it."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

from riftcheck.api.errors import ProblemError, RequestFault, invalid
from riftcheck.api.games.card_numbers import numbering
from riftcheck.api.games.decks import unsupported_cards
from riftcheck.api.games.refusals import conflict, damaged, full, numbered, unavailable
from riftcheck.api.games.replay_limit import within_limit
from riftcheck.api.games.session import Answer, DamagedError, GameSession, GameStart, LogLine, counts
from riftcheck.api.games.tokens import WRONG_TOKEN, digest, is_token, new_token, seat_of, token_again
from riftcheck.api.repeats import Repeats
from riftcheck.api.stores import game_store
from riftcheck.engine.compile.pool import REFUSE, pool_of
from riftcheck.engine.display.names import capital, player_words
from riftcheck.engine.fingerprint import engine_fingerprint
from riftcheck.engine.game import GameError, IllegalAnswer
from riftcheck.store.errors import DatabaseError, FullError
from riftcheck.store.games import GameRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riftcheck.api.games.order import Applicant, GameOrder
    from riftcheck.api.settings import Settings
    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.game import GameDeck
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.store.repeatable import Repeatable

_T = TypeVar("_T")

ID_BYTES: Final = 18
_ID: Final = re.compile(r"[A-Za-z0-9_-]{24}")  # what `token_urlsafe` makes of so many bytes
_TRIES: Final = 5  # to concede in a game in which others answer at the same time


class GameService:
    """The games of one application. The methods return JSON data."""

    def __init__(self, db: CardDatabase, settings: Settings) -> None:
        self._db = db
        self._most_answers = settings.games_answers
        self.store = game_store(settings)
        self._repeats = Repeats(self.store.database)
        self.engine = engine_fingerprint(db.version)

    def _pool(self, unsupported: str) -> Pool:
        return pool_of(self._db, unsupported=unsupported)

    # --- beginning ----------------------------------------------------------------------------------------------------

    def begin(self, order: GameOrder, by: Applicant) -> dict[str, Any]:
        """Return the id and the tokens of a new game, or of the one that was begun under the key, and its deviations.

        :raises ProblemError: if it cannot be begun.
        """
        return self._once(by.repeatable, lambda: self._begin(order, by))

    def _once(self, asked: Repeatable | None, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        return _available(lambda: self._repeats.once(asked, make, lambda game: self._told_again(asked, game)))

    def _begin(self, order: GameOrder, by: Applicant) -> dict[str, Any]:
        pool = self._pool(order.unsupported)
        start = order.start(self._db, pool)
        try:
            session = GameSession.begin(pool, start)
        except GameError as fault:
            raise invalid([RequestFault(("decks",), str(fault))]) from None
        return self._add(start, session, [], by)

    def _add(self, start: GameStart, session: GameSession, answers: list[Answer], by: Applicant) -> dict[str, Any]:
        game = secrets.token_urlsafe(ID_BYTES)
        seats = range(len(start.decks))
        if by.repeatable is None:
            tokens = [new_token() for _ in seats]
        else:
            tokens = self._tokens_again(by.repeatable, game, seats)
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
                by.client,
                [one.to_json() for one in answers],
                [line.to_json() for line in session.lines],
                each=by.each,
                asked=by.repeatable,
            )
        except FullError as fault:
            raise full(fault) from None
        return {"id": game, "tokens": tokens, **self._marks(start, start.decks)}

    def _told_again(self, asked: Repeatable | None, game: str) -> dict[str, Any] | None:
        """Return what was told of a game when it was begun under a key, None if it is no more."""
        record = self.store.get(game)
        if record is None or asked is None:
            return None
        self._check_engine(record)
        hashes = json.loads(record.tokens)
        tokens = self._tokens_again(asked, game, range(len(hashes)))
        if [digest(token) for token in tokens] != hashes:
            raise conflict("The server has another secret since, so it cannot tell the tokens again; take another key.")
        start = GameStart.from_json(record.start)
        return {"id": game, "tokens": tokens, **self._marks(start, start.decks)}

    def _tokens_again(self, asked: Repeatable, game: str, seats: range) -> list[str]:
        secret = self.store.database.secret()
        return [token_again(secret, asked.key, game, seat) for seat in seats]

    def _marks(self, start: GameStart, shown: Sequence[GameDeck]) -> dict[str, Any]:
        """Return the deviations of a game from the rules; only cards of the decks `shown` are named."""
        if start.unsupported == REFUSE:
            return {"by_the_book": True, "unsupported": {"how": REFUSE, "skipped": [], "vanilla": []}}
        pool = self._pool(start.unsupported)
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
        over = self._is_over(record)
        number = 0 if seat is None else json.loads(record.counts)[seat]
        numbers = numbering(_available(self.store.database.secret), record.id, seat)
        view = self._with_full_names(session.view(seat, numbers))
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
            "decision": None if over else session.question(seat, number, numbers),
            "view": view,
        }

    def _with_full_names(self, view: dict[str, Any]) -> dict[str, Any]:
        """Add the full name of each legend to a view, and return the view."""
        waiting = [card for player in view["players"] for card in player.get("extra_legends", ())]
        legends = [shown for shown in (*view["board"], *waiting) if shown.get("type") == "legend"]
        for shown in (*legends, *view["chain"]):
            card = self._db.by_name.get(shown["name"])
            if card is not None and card.other_name is not None:
                shown["full_name"] = card.other_name
        return view

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
        if record.version >= self._most_answers:
            most = numbered(self._most_answers, "answer")
            raise conflict(f"The game has had {most}, the most that a game may have; it is over.")
        if record.over:
            raise conflict("The game is over.")

    def _save(self, record: GameRecord, session: GameSession, answer: Answer) -> GameRecord | None:
        numbers = json.loads(record.counts)
        numbers[answer.seat] += answer.chosen is not None
        after = replace(
            record,
            counts=json.dumps(numbers),
            version=record.version + 1,
            state=session.stored(),
            over=session.decision is None or record.version + 1 >= self._most_answers,
        )
        lines = [line.to_json() for line in session.lines]
        return _available(lambda: self.store.save(record, after, answer.to_json(), lines))

    # --- forking ------------------------------------------------------------------------------------------------------

    def fork(self, game: str, tokens: Sequence[str], at: int | None, by: Applicant) -> dict[str, Any]:
        """Return the id and tokens of a new game that stands where a game stands, or stood after `at` answers.

        Or those of the one that was made under the key before. It takes the tokens of all players, because who has all
        tokens of the new game sees every hand in it.

        :raises ProblemError: if a token is missing or wrong, or there were fewer answers.
        """
        found = self._found(game)
        if found is not None:  # who sends again what made a copy is told of it, also where the original is gone
            self._check_engine(found)
            self._check_all(found, tokens, "A fork")
        return self._once(by.repeatable, lambda: self._fork(_there(found), at, by))

    def _fork(self, record: GameRecord, at: int | None, by: Applicant) -> dict[str, Any]:
        if at is not None and at > record.version:
            raise invalid([RequestFault(("at",), f"this game has had {numbered(record.version, 'answer')}")])
        count = record.version if at is None else at
        start, answers, session = self._again(record, count)
        if count == record.version and session.checksum != self._session(record).checksum:
            raise damaged("played again from its answers it comes to another point")
        made = self._add(start, session, answers, by)
        after = numbered(count, "answer")
        text = f"This game was forked, with the tokens of all players, as it stood after {after}"
        self.store.add_log_line(record.id, LogLine(session.game.state.turn, text, {}).to_json())
        return made

    def _again(self, record: GameRecord, count: int) -> tuple[GameStart, list[Answer], GameSession]:
        """Return a game as it stood after some answers."""
        stored = _available(lambda: self.store.answers(record.id, count))
        start = GameStart.from_json(record.start)
        answers = [Answer.from_json(one) for one in stored]
        if len(answers) != count:
            raise damaged(f"of {numbered(count, 'answer')} {len(answers)} can be read")
        try:
            session = GameSession.again(self._pool(start.unsupported), start, within_limit(answers))
        except GameError as fault:
            raise damaged(str(fault)) from None
        return start, answers, session

    def _check_all(self, record: GameRecord, tokens: Sequence[str], what: str) -> None:
        hashes = json.loads(record.tokens)
        if len(tokens) != len(hashes):
            detail = f"{what} needs the tokens of all {len(hashes)} players, in the order of their seats."
            raise ProblemError("wrong-token", detail, [RequestFault(("tokens",), detail)], WRONG_TOKEN)
        wrong = [
            RequestFault(("tokens", seat), f"is not the token of {player_words(seat)}")
            for seat, (token, known) in enumerate(zip(tokens, hashes, strict=True))
            if not is_token(token, known)
        ]
        if wrong:
            raise ProblemError("wrong-token", f"{what} needs the tokens of all players.", wrong, WRONG_TOKEN)

    # --- removing -----------------------------------------------------------------------------------------------------

    def remove(self, game: str, token: str | None, tokens: Sequence[str] | None) -> None:
        """Remove a game for all its players: at the wish of all of them, or of one who takes it from nobody.

        That is who holds the `token` of a player of a game that is over or cannot go on, or that no other player has
        answered in.

        :raises ProblemError: if there is no such game, a token is wrong, or others play it.
        """
        for _ in range(_TRIES):
            record = self._stored(game)
            if tokens is not None:
                self._check_all(record, tokens, "Removing a game")
            elif self._is_of_others(record, self._player(record, token)):
                raise conflict(
                    "Others have answered in this game. It can be removed once it is over, or with the `tokens` of all."
                )
            if _available(lambda record=record: self.store.remove(record)):  # type: ignore[misc]
                return
        raise conflict("The game changes all the time; try again.")

    def _is_of_others(self, record: GameRecord, seat: int) -> bool:
        """Tell whether a game goes on that others than one player have answered in."""
        if self._is_over(record) or record.engine != self.engine:
            return False
        return any(count for other, count in enumerate(json.loads(record.counts)) if other != seat)

    def _is_over(self, record: GameRecord) -> bool:
        return record.over or record.version >= self._most_answers

    # --- what all need ------------------------------------------------------------------------------------------------

    def _get(self, game: str) -> GameRecord:
        record = self._stored(game)
        self._check_engine(record)
        return record

    def _check_engine(self, record: GameRecord) -> None:
        if record.engine != self.engine:
            raise conflict("This game was begun with another version of the engine or of the cards; it cannot go on.")

    def _found(self, game: str) -> GameRecord | None:
        # Other ids are not looked for: there are characters that a database cannot hold.
        return _available(lambda: self.store.get(game)) if _ID.fullmatch(game) else None

    def _stored(self, game: str) -> GameRecord:
        return _there(self._found(game))

    def _session(self, record: GameRecord) -> GameSession:
        if record.state is None:
            session = self._again(record, record.version)[2]
            session.lines.clear()
            return session
        try:
            return GameSession.load(self._pool(GameStart.from_json(record.start).unsupported), record.state)
        except DamagedError as fault:
            raise damaged(str(fault)) from None

    def _viewer(self, record: GameRecord, token: str | None) -> int | None:
        """Return the seat of a token, None for a spectator, who has none."""
        return None if token is None else self._player(record, token)

    def _player(self, game: GameRecord, token: str | None) -> int:
        return seat_of(token, json.loads(game.tokens))


def _instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _there(record: GameRecord | None) -> GameRecord:
    if record is None:
        raise ProblemError("not-found", "There is no such game: it was removed, or left alone for too long.")
    return record


def _available(work: Callable[[], _T]) -> _T:
    try:
        return work()
    except DatabaseError as fault:
        raise unavailable(fault) from None
