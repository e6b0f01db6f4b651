"""The open socket of a worker: takes connections, ends those that wait too long, and makes room for new ones."""

from __future__ import annotations

import resource
import time
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from riftcheck.api.limits.callers import caller_at, client_address
from riftcheck.api.request_body import LARGEST_BODY
from riftcheck.api.server.channel import Channel
from riftcheck.store.turns import site_of

if TYPE_CHECKING:
    import socket
    from collections.abc import Mapping
    from wsgiref.types import WSGIApplication

    from riftcheck.api.server.loop import EventLoop
    from riftcheck.api.server.threads import AnswerThreads

MOST_CONNECTIONS: Final = 2000  # of a worker
_AT_ONCE: Final = 64  # connections taken before others are looked after
_RECEIVED_AT_ONCE: Final = 4 * 1024  # bytes: others wait for about 1 ms while the tiniest chunks are parsed
_OVER: Final = 64 * 1024  # bytes of a body that is a little too large, which its route refuses in its own words
_LARGEST_HEAD: Final = 64 * 1024  # bytes
_LARGEST_ANSWER: Final = 64 * 1024 * 1024  # bytes: none is larger, so no thread waits for a caller who reads slowly
_FILES_BESIDE: Final = 200  # files that are open besides connections
_FILES_EACH: Final = 2  # a connection, and what is large of it


class Listener(TcpWSGIServer):
    """A listening socket of a worker, whose connections are in a loop and answered by threads.

    Requests for the paths in `probes` have threads of their own, so that they do not wait for other requests. `proxies`
    is the number of trusted proxies in front of the server.
    """

    channel_class = Channel

    def __init__(
        self,
        application: WSGIApplication,
        listening: socket.socket,
        loop: EventLoop,
        threads: AnswerThreads,
        probes: Mapping[str, AnswerThreads],
        *,
        proxies: int = 0,
    ) -> None:
        self.is_leaving = False
        self._proxies = proxies
        self._probes = probes
        self.most = _most_connections()
        super().__init__(
            application,
            loop,
            _sock=listening,
            dispatcher=threads,
            adj=_adjustments(),
            sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
            bind_socket=False,
        )

    def add_task(self, channel: Channel) -> None:
        """Give the request of a connection to the threads for its path."""
        request = channel.requests[0]
        channel.caller = _caller(channel.addr[0], request.headers.get("X_FORWARDED_FOR"), self._proxies)
        self._probes.get(request.path, self.task_dispatcher).add_task(channel)

    def readable(self) -> bool:
        """Return whether connections are wanted."""
        return self.accepting

    def handle_accept(self) -> None:
        """Take the connections that wait. Where there are too many, those that waited longest for their callers go."""
        before = len(self.active_channels)
        for _ in range(_AT_ONCE):
            count = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == count:
                break
        excess = len(self.active_channels) - self.most
        if excess > 0 and len(self.active_channels) > before:
            for channel in sorted(self.active_channels.values(), key=_waiting_since)[:excess]:
                channel.give_up()

    def end_late_connections(self) -> None:
        """Close the connections that exceed a time limit. Call this once a second."""
        now = time.monotonic()
        for channel in list(self.active_channels.values()):
            channel.end_if_late(now)

    def leave(self) -> None:
        """Accept no more connections, and close those that have sent no part of a request."""
        self.is_leaving = True
        self.accepting = False
        now = time.monotonic()
        for channel in list(self.active_channels.values()):
            channel.leave(now)


@lru_cache(maxsize=1024)
def _caller(address: str, forwarded: str | None, proxies: int) -> str:
    """Return the site of a caller, by its connection or by what the trusted proxies say."""
    return site_of(caller_at(client_address(address, forwarded, proxies)).name)


def _waiting_since(channel: Channel) -> float:
    return channel.waiting_since


def _adjustments() -> Adjustments:
    return Adjustments(
        asyncore_use_poll=True,
        clear_untrusted_proxy_headers=False,  # the application knows how many proxies there are
        expose_tracebacks=False,
        ident="",
        log_socket_errors=False,
        max_request_body_size=LARGEST_BODY + _OVER,
        max_request_header_size=_LARGEST_HEAD,
        outbuf_high_watermark=_LARGEST_ANSWER,
        recv_bytes=_RECEIVED_AT_ONCE,
        server_name="riftcheck",
    )


def _most_connections() -> int:
    """Return how many connections a worker holds: as many as it may open files for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS * _FILES_EACH + _FILES_BESIDE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return min(MOST_CONNECTIONS, (soft - _FILES_BESIDE) // _FILES_EACH)
