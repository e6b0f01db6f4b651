"""Games of a server: begun, looked at, answered, copied, removed."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Unpack, cast

from riftcheck.client.errors import ApiProblemError, ClientError
from riftcheck.client.jobs import new_key
from riftcheck.client.lists import document_of, given
from riftcheck.client.transport import Call, segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from riftcheck.client.documents.play import (
        GameDocument,
        GameOptions,
        LogEntryDocument,
        NewGameDocument,
        OptionsDocument,
    )
    from riftcheck.client.lists import DeckGiven
    from riftcheck.client.transport import Transport

_MOST = 250  # entries of a page


class RemoteViewer:
    """A spectator of a game. All methods raise as `Client` says."""

    def __init__(self, transport: Transport, game_id: str, token: str | None = None) -> None:
        self._transport = transport
        self._token = token
        self._path = f"/v1/games/{segment(game_id)}"
        self.id = game_id

    def view(self) -> GameDocument:
        """Return the game as this viewer may see it."""
        return cast("GameDocument", self._transport.value(Call("GET", self._path, token=self._token)))

    def log(self, after: int = 0) -> Iterator[LogEntryDocument]:
        """Return what has happened behind the entry of a number, as this viewer could know it when it did."""
        entries = self._transport.pages(f"{self._path}/log", token=self._token, limit=_MOST, after=after)
        return cast("Iterator[LogEntryDocument]", entries)


class RemotePlayer(RemoteViewer):
    """A player of a game, by their token. All methods raise as `Client` says."""

    _decision: int | None = None

    def view(self) -> GameDocument:
        """Return the game as this player may see it."""
        return cast("GameDocument", self._seen(super().view()))

    def options(self) -> OptionsDocument:
        """Return what is asked, and which options there are if this player is asked."""
        call = Call("GET", f"{self._path}/options", token=self._token)
        return cast("OptionsDocument", self._seen(self._transport.value(call)))

    def answer(self, indices: Iterable[int], decision: int | None = None) -> GameDocument:
        """Answer a decision by the indices of options, and return the game as the player sees it then.

        Without a number it is the decision that this object has seen last, so an answer to an old one is a 409 and
        never counts for another. It is not sent again where the connection breaks: look whether it has counted.

        :raises ClientError: if this player is not asked.
        """
        if decision is None:
            decision = self._asked()
        return self._answered({"answer": [*indices], "decision": decision})

    def concede(self) -> GameDocument:
        """Leave the game, and return it as the player sees it then."""
        return self._answered({"concede": True})

    def remove(self) -> None:
        """Remove the game for all players: one that is over, or in which nobody else has answered.

        A game that is not there any more is removed; one that others play is a 409.
        """
        _remove(self._transport, Call("DELETE", self._path, token=self._token))

    def _asked(self) -> int:
        if self._decision is None:
            deciding = self.options()["deciding"]
            if self._decision is None:
                asked = "the game is over" if deciding is None else f"seat {deciding} is"
                raise ClientError(f"this player is not asked now; {asked}")
        return self._decision

    def _answered(self, body: dict[str, Any]) -> GameDocument:
        call = Call("POST", f"{self._path}/answers", repeatable=False, body=body, token=self._token)
        return cast("GameDocument", self._seen(self._transport.value(call)))

    def _seen(self, answer: Any) -> Any:
        decision = answer["decision"]
        self._decision = None if decision is None else decision["number"]
        return answer


class RemoteGame(RemoteViewer):
    """A game whose tokens are all at hand, as who begins it has them; it looks on as a spectator.

    `begun` is what the server said when it was begun or copied. Give each player theirs of `tokens`, and nobody else.
    """

    def __init__(self, transport: Transport, begun: NewGameDocument) -> None:
        super().__init__(transport, begun["id"])
        self.begun = begun
        self.tokens = tuple(begun["tokens"])

    def player(self, seat: int) -> RemotePlayer:
        """Return the player of a seat, from 0 on in the order of the decks.

        :raises IndexError: if there is no such seat.
        """
        if not 0 <= seat < len(self.tokens):
            raise IndexError(f"there is no seat {seat}; the game has {len(self.tokens)} players, from 0 on")
        return RemotePlayer(self._transport, self.id, self.tokens[seat])

    def fork(self, at: int | None = None) -> RemoteGame:
        """Copy the game into a new one with new tokens: as it is, or after so many answers of all players."""
        body = {"tokens": [*self.tokens], **given(at=at)}
        call = Call("POST", f"{self._path}/fork", body=body, headers=new_key())
        return RemoteGame(self._transport, self._transport.value(call))

    def remove(self) -> None:
        """Remove the game for all players, however it stands; one that is not there any more is removed."""
        _remove(self._transport, Call("DELETE", self._path, body={"tokens": [*self.tokens]}))


class GameRoutes:
    """Games: begun, and found again by id and token. All methods raise as `Client` says."""

    _transport: Transport

    def new_game(self, decks: Sequence[DeckGiven], **options: Unpack[GameOptions]) -> RemoteGame:
        """Begin a game between lists, one for each player in the order of their seats."""
        body = {"decks": [document_of(deck) for deck in decks], **given(**options)}
        # The key makes it one game, however often the request arrives.
        call = Call("POST", "/v1/games", body=body, headers=new_key())
        return RemoteGame(self._transport, self._transport.value(call))

    def game(self, game_id: str) -> RemoteViewer:
        """Return a game to look at."""
        return RemoteViewer(self._transport, game_id)

    def player(self, game_id: str, token: str) -> RemotePlayer:
        """Return a player of a game by their token."""
        return RemotePlayer(self._transport, game_id, token)


def _remove(transport: Transport, call: Call) -> None:
    try:
        transport.send(call)
    except ApiProblemError as problem:
        if problem.status != HTTPStatus.NOT_FOUND:
            raise
