"""Slow sockets and heavy callers, all in one process: `python -m drills.service.crowd_callers PORT SLOW HEAVY STORY`.

It says `ready` when all are there, goes on until its standard input ends, and then prints what they met as JSON. They
give way to an honest caller, so that what that one waits for is the server.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import socket
import sys
import time
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, Final

from bench import lists
from drills.service import worst
from drills.service.caller import Answer, request
from drills.service.hostile_requests import PATHS
from riftcheck import carddb

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from riftcheck.carddb import CardDatabase

NICE: Final = 5
_SECOND: Final = 1.0  # between two bytes
_AGAIN: Final = 0.25  # seconds after which a heavy caller who was refused comes again: sooner than it was told
_HEALTH: Final = request("GET", "/healthz")
_LONG_NAME: Final = 16


class Crowd:
    """All clients of a server. It counts the slow sockets that the server closes and the responses to heavy clients.

    Each connection comes from its own address, or all come from `source`. If `rests` is true, a heavy client waits for
    a moment after each response that is not a success.
    """

    def __init__(self, port: int, source: str | None = None, *, rests: bool = True) -> None:
        self._port = port
        self._source = source
        self._rests = rests
        self._tasks: list[asyncio.Task[None]] = []
        self._numbers = itertools.count()
        self._waiting = 0
        self.there = asyncio.Event()
        self.ended: Counter[str] = Counter()
        self.answers: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.longest = 0.0

    def add_slow(self, count: int) -> None:
        """Add so many slow sockets, of all kinds in turn."""
        for kind in itertools.islice(itertools.cycle(SLOW), count):
            self._add(self._slow(kind))

    def add_heavy(self, count: int, orders: dict[str, Callable[[], bytes]]) -> None:
        """Add so many heavy callers, of the kinds in turn; each asks again as soon as it is answered."""
        for kind in itertools.islice(itertools.cycle(orders), count):
            self._add(self._heavy(kind, orders[kind]))

    def _add(self, caller: Any) -> None:
        self._waiting += 1
        self._tasks.append(asyncio.create_task(caller))

    async def leave(self) -> None:
        """Close all connections.

        :raises OSError: if a caller could not call.
        """
        for task in self._tasks:
            task.cancel()
        for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    def _is_there(self) -> None:
        self._waiting -= 1
        if not self._waiting:
            self.there.set()

    async def _dial(self, room: int = 0) -> socket.socket:
        """Return a connection from an address of its own, with so many bytes of room for what is not read yet."""
        number = next(self._numbers)
        made = socket.socket()
        made.settimeout(0)
        if room:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        made.bind((self._source or f"127.0.{1 + number // 250 % 250}.{1 + number % 250}", 0))
        await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", self._port))
        return made

    async def _slow(self, kind: str) -> None:
        first = True
        while True:
            with await self._dial(4096 if kind == "slow_reader" else 0) as connection:
                try:
                    async for _ in SLOW[kind](connection):
                        if first:
                            self._is_there()
                        first = False
                except OSError:
                    pass
            self.ended[kind] += 1

    async def _heavy(self, kind: str, order: Callable[[], bytes]) -> None:
        loop = asyncio.get_running_loop()
        first = True
        while True:
            data, begun, got = order(), time.perf_counter(), b""
            with await self._dial() as connection:
                try:
                    sending = asyncio.create_task(loop.sock_sendall(connection, data))
                    if first:
                        self._is_there()
                    first = False
                    while more := await loop.sock_recv(connection, 1 << 18):
                        got += more
                except OSError:
                    pass
                finally:
                    sending.cancel()
                    await asyncio.gather(sending, return_exceptions=True)
            self.longest = max(self.longest, time.perf_counter() - begun)
            status = outcome(got)
            self.answers[kind][status] += 1
            if self._rests and not status.startswith("2"):
                await asyncio.sleep(_AGAIN)

    def to_json(self) -> dict[str, Any]:
        """Return the counts as JSON data."""
        return {
            "slow_sockets_ended_by_the_server": dict(sorted(self.ended.items())),
            "heavy": {kind: dict(sorted(count.items())) for kind, count in sorted(self.answers.items())},
            "longest_heavy_seconds": round(self.longest, 1),
            "cpu_seconds": round(time.process_time(), 1),
        }


def outcome(data: bytes) -> str:
    """Return the status of a whole answer, `503 and when to come again`, or `lost`."""
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if not first.startswith("HTTP/1.") or headers.get("content-length") != str(len(body)):
        return "lost"
    answer = Answer(int(first.split(" ")[1]), headers, body)
    return "503 and when to come again" if answer.is_busy else str(answer.status)


async def _silent(connection: socket.socket) -> AsyncIterator[None]:
    yield
    await asyncio.get_running_loop().sock_recv(connection, 1)


async def _half_head(connection: socket.socket) -> AsyncIterator[None]:
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(connection, _HEALTH[:20])
    yield
    await loop.sock_recv(connection, 1)


async def _half_body(connection: socket.socket) -> AsyncIterator[None]:
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(connection, request("POST", PATHS["validate"], b" " * 40_000)[:-20_000])
    yield
    await loop.sock_recv(connection, 1)


async def _idle(connection: socket.socket) -> AsyncIterator[None]:
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(connection, _HEALTH)
    yield
    while await loop.sock_recv(connection, 65_536):
        pass


async def _drip(connection: socket.socket) -> AsyncIterator[None]:
    loop = asyncio.get_running_loop()
    for byte in itertools.cycle(request("GET", "/healthz", **{"X-Long": "x" * 4000})):
        await loop.sock_sendall(connection, bytes([byte]))
        yield
        await asyncio.sleep(_SECOND)


async def _slow_reader(connection: socket.socket) -> AsyncIterator[None]:
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(connection, request("GET", "/v1/bulk"))
    yield
    while await loop.sock_recv(connection, 1):  # noqa: ASYNC110 - it waits between two bytes
        await asyncio.sleep(_SECOND)


SLOW: Final[dict[str, Callable[[socket.socket], AsyncIterator[None]]]] = {
    "silent": _silent,
    "half_head": _half_head,
    "half_body": _half_body,
    "idle": _idle,
    "drip": _drip,
    "slow_reader": _slow_reader,
}


def heavy_orders(db: CardDatabase, story: str) -> dict[str, Callable[[], bytes]]:
    """Return the requests of heavy clients by kind, including expensive requests to light endpoints.

    :param story: The path of the games of a job.
    """
    misspelt = _misspelt(db)
    light = {request.endpoint: request for request in worst.requests(db) if request.method == "POST"}
    real = lists.texts()[0]
    numbers = itertools.count()

    def text(lines: int) -> str:
        return "\n".join(f"1 {next(misspelt)}" for _ in range(lines))

    def post(path: str, body: Any) -> Callable[[], bytes]:
        data = request("POST", path, body, Connection="close")
        return lambda: data

    def tell() -> bytes:
        return request("GET", f"{story}/{next(numbers) % 1000}", Connection="close")

    return {
        "batch": post(PATHS["batch"], {"decks": [{"text": text(299)} for _ in range(100)]}),
        "story": tell,
        "batch_of_fewer": post(PATHS["batch"], {"decks": [{"text": text(100)} for _ in range(100)]}),
        "story_again": tell,
        "collection": post(PATHS["collection"], {"cards": [{"name": next(misspelt)} for _ in range(250)]}),
        "export": post(PATHS["export"], {"deck": {"text": text(100)}, "to": "text"}),
        "goldfish": post(PATHS["goldfish"], {"deck": {"text": real}, "games": 100_000, "allow_illegal": True}),
        **{f"light_{name}": post(request.path, request.body) for name, request in light.items()},
    }


def _misspelt(db: CardDatabase) -> Iterator[str]:
    """Yield nearly the names of cards without end, no two of one name alike until all have come."""
    names = [card.name for card in db.cards if 6 <= len(card.name) <= _LONG_NAME]
    for turn in itertools.count():
        for name in names:
            place = 1 + turn % (len(name) - 2)
            yield name[:place] + name[place + 1] + name[place] + name[place + 2 :]


async def until_input_ends(crowd: Crowd) -> Crowd:
    """Print `ready` when all callers are connected, close their connections when standard input ends, and return them.

    :raises OSError: if a caller could not connect.
    """
    await crowd.there.wait()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await crowd.leave()
    return crowd


async def _gather(port: int, slow: int, heavy: int, story: str) -> Crowd:
    crowd = Crowd(port)
    crowd.add_slow(slow)
    crowd.add_heavy(heavy, heavy_orders(carddb.load_default(), story))
    return await until_input_ends(crowd)


if __name__ == "__main__":
    os.nice(NICE)
    port, slow, heavy = map(int, sys.argv[1:4])
    print(json.dumps(asyncio.run(_gather(port, slow, heavy, sys.argv[4])).to_json()))
