"""The client itself: all routes over one session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Self

from riftcheck.client.cards import CardRoutes
from riftcheck.client.games import GameRoutes
from riftcheck.client.jobs import JobRoutes
from riftcheck.client.lists import ListRoutes
from riftcheck.client.retries import Retries
from riftcheck.client.transport import Transport

if TYPE_CHECKING:
    import requests

    from riftcheck.client.transport import RateSeen, Timeout

_TIMEOUT: Final = 60.0
_RETRIES: Final = Retries()


class Client(CardRoutes, ListRoutes, JobRoutes, GameRoutes):
    """A server, asked over connections that are kept alive; use it in a `with`, and by one thread at a time.

    `timeout` is the seconds that the server may be silent, or a pair: seconds to connect, and seconds of silence.
    Every method raises `ApiProblemError` where the server refuses and `NoAnswerError` where no answer comes, both
    after the tries that `retries` allows.

    :raises ClientError: if the address is none of a server.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        timeout: Timeout = _TIMEOUT,
        retries: Retries = _RETRIES,
    ) -> None:
        self._transport = Transport(base_url, api_key, timeout, retries)

    @property
    def session(self) -> requests.Session:
        """The session of requests, for certificates and proxies of one's own."""
        return self._transport.session

    @property
    def rate(self) -> RateSeen | None:
        """What the server last said of the caller's limit; None where it has not said anything."""
        return self._transport.rate

    def close(self) -> None:
        """Close the connections."""
        self._transport.session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
