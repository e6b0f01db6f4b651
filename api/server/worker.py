"""The worker process of the server: gunicorn starts and ends it, an event loop reads, a pool of threads answers."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import time
from typing import TYPE_CHECKING, Final

from gunicorn.workers.base import Worker  # type: ignore[import-untyped]

from riftcheck.api.server.listener import Listener
from riftcheck.api.server.loop import EventLoop
from riftcheck.api.server.threads import AnswerThreads

if TYPE_CHECKING:
    from types import FrameType

_LOOP: Final = 1.0  # seconds after which the loop looks up, also where nothing comes
_ENDING: Final = 1.0  # seconds for threads that are left then
_LEAVING: Final = 15.0  # seconds for answers that are being worked out or read when the worker is told to end
PROBES: Final = ("/healthz", "/readyz")  # each has a thread of its own
_SWITCH: Final = 0.001  # seconds after which a thread that computes lets another go on
_MMAP_THRESHOLD: Final = -3  # M_MMAP_THRESHOLD of mallopt(3)
_LARGE_BLOCK: Final = 128 * 1024


class WebWorker(Worker):
    """A worker process."""

    _looked_up = float("-inf")  # when gunicorn was last notified, by the monotonic clock

    def run(self) -> None:
        """Answer requests until the worker is told to end, or is left alone by its master."""
        sys.setswitchinterval(_SWITCH)
        threads = AnswerThreads(self.cfg.threads)
        probes = {path: AnswerThreads(1) for path in PROBES}
        loop = EventLoop()
        proxies = self.wsgi.extensions["riftcheck"].settings.proxies
        self._listeners = [
            Listener(self.wsgi, one.sock, loop, threads, probes, proxies=proxies) for one in self.sockets
        ]
        while self.alive and self.ppid == os.getppid():
            self._turn(loop, _LOOP)
        self._leave(loop)
        threads.end(_ENDING)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Have the loop see that the worker is told to end."""
        super().handle_exit(sig, frame)
        for listener in getattr(self, "_listeners", ()):
            listener.pull_trigger()

    def _turn(self, loop: EventLoop, seconds: float) -> None:
        now = time.monotonic()
        if now - self._looked_up >= _LOOP:  # each notification is a system call, and one a second is enough
            self._looked_up = now
            self.notify()
            for listener in self._listeners:
                listener.end_late_connections()
        loop.turn(seconds)

    def _leave(self, loop: EventLoop) -> None:
        """Finish the requests that have begun and the responses that are not sent yet."""
        self._turn(loop, 0)  # what has arrived has begun
        until = time.monotonic() + _LEAVING
        while time.monotonic() < until:
            for listener in self._listeners:
                listener.leave()
            if not any(listener.active_channels for listener in self._listeners):
                return
            self._turn(loop, 0.1)


def give_memory_back() -> None:
    """Have this process, and those forked from it, give large blocks back to the system when they are freed.

    Else glibc, after the first large answer, keeps blocks of that size for each thread: hundreds of megabytes.
    """
    with contextlib.suppress(AttributeError, OSError):  # only glibc has it
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE_BLOCK)
