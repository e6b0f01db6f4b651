"""The threads of a worker that answer requests, and the queue before them.

At most half of the threads work on requests of one client. Its other requests wait, and other clients do not wait for
them. The addresses of one IPv6 /48 count as one client here, because one customer of a provider can have all of them.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict, deque
from queue import SimpleQueue
from typing import TYPE_CHECKING

from riftcheck.api.logs import LOGGER

if TYPE_CHECKING:
    from riftcheck.api.server.channel import Channel


class AnswerThreads:
    """A fixed number of threads, as what waitress calls a dispatcher.

    waitress's own has a condition variable between loop and threads, of which each wait makes a lock anew; this queue
    is C.
    """

    def __init__(self, count: int) -> None:
        self._queue: SimpleQueue[Channel | None] = SimpleQueue()
        self._most_each = max(1, count // 2)
        self._turns = threading.Lock()
        self._taken: defaultdict[str, int] = defaultdict(int)  # requests in the queue or in progress, by client
        self._waiting: dict[str, deque[Channel]] = {}  # requests of clients at their limit
        self._threads = [threading.Thread(target=self._work, name=f"answers-{number}") for number in range(count)]
        for thread in self._threads:
            thread.daemon = True
            thread.start()

    def add_task(self, channel: Channel) -> None:
        """Have the request of a connection answered."""
        caller = channel.caller
        with self._turns:
            if self._taken[caller] >= self._most_each:
                self._waiting.setdefault(caller, deque()).append(channel)
                return
            self._taken[caller] += 1
        self._queue.put(channel)

    def end(self, seconds: float) -> None:
        """Have the threads end when they have answered what waits, and wait for that for so many seconds."""
        until = time.monotonic() + seconds
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    def _work(self) -> None:
        while (channel := self._queue.get()) is not None:
            caller = channel.caller  # the next request of the connection may overwrite it
            try:
                channel.service()
            except Exception:  # noqa: BLE001 - a thread that ended would be missed by all that come after
                LOGGER.error("a request could not be answered", exc_info=True)
            self._next_of(caller)

    def _next_of(self, caller: str) -> None:
        """Put the next waiting request of a client into the queue, after one of its requests has ended."""
        with self._turns:
            waiting = self._waiting.get(caller)
            if waiting is None:
                self._taken[caller] -= 1
                if not self._taken[caller]:
                    del self._taken[caller]
                return
            channel = waiting.popleft()
            if not waiting:
                del self._waiting[caller]
        self._queue.put(channel)
