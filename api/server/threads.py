"""The threads of a worker that answer requests, and the queue before them."""

from __future__ import annotations

import threading
import time
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
        self._threads = [threading.Thread(target=self._work, name=f"answers-{number}") for number in range(count)]
        for thread in self._threads:
            thread.daemon = True
            thread.start()

    def add_task(self, channel: Channel) -> None:
        """Have the request of a connection answered."""
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
            try:
                channel.service()
            except Exception:  # noqa: BLE001 - a thread that ended would be missed by all that come after
                LOGGER.error("a request could not be answered", exc_info=True)
