"""The event loop of a worker: tells each connection when it can read or write.

waitress's own loop asks every connection before every look whether it wants to read and to write, tells the system all
of them anew, and has to be woken after each answer so that it asks again. Here the system keeps what is watched, and
only what changes is told: an answer that was sent whole changes nothing, so that a request costs one look and not two,
however many connections are open.
"""

from __future__ import annotations

import selectors
from collections import deque
from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any, Final

from waitress import wasyncore

if TYPE_CHECKING:
    from collections.abc import Iterator

_READ: Final = selectors.EVENT_READ
_WRITE: Final = selectors.EVENT_WRITE


class EventLoop(MutableMapping[int, Any]):
    """The connections of a worker by file descriptor, as waitress's map, and the loop over them.

    A connection may be watched for longer than it wants: what comes then is not handed on, and it is watched anew once
    `look_again` tells that it may have changed its mind.
    """

    def __init__(self) -> None:
        self._objects: dict[int, Any] = {}
        self._watched: dict[int, int] = {}  # for what; nothing that is not watched
        self._changed: deque[int] = deque()
        self._selector = selectors.DefaultSelector()

    def __getitem__(self, fd: int) -> Any:
        return self._objects[fd]

    def __setitem__(self, fd: int, connection: Any) -> None:
        self._objects[fd] = connection
        self._changed.append(fd)  # it cannot say yet what it wants: its constructor comes by here

    def __delitem__(self, fd: int) -> None:
        del self._objects[fd]
        self._watch(fd, 0)

    def __iter__(self) -> Iterator[int]:
        return iter(self._objects)

    def __len__(self) -> int:
        return len(self._objects)

    def is_read(self, fd: int) -> bool:
        """Return whether what comes on a connection is noticed; a thread may ask."""
        return bool(self._watched.get(fd, 0) & _READ)

    def look_again(self, fd: int) -> None:
        """Ask a connection at the next turn what it wants; a thread that says so wakes the loop afterwards."""
        self._changed.append(fd)

    def turn(self, seconds: float) -> None:
        """Wait for at most so many seconds, and hand on what has come."""
        while self._changed:
            self._ask(self._changed.popleft())
        for key, events in self._selector.select(seconds):
            self._hand_on(key.fd, events)

    def _hand_on(self, fd: int, events: int) -> None:
        connection = self._objects.get(fd)
        if connection is None:  # another one, looked after before, has closed it
            return
        wanted = _wanted(connection)
        if not events & wanted:
            self._ask(fd)
            return
        if events & wanted & _READ:
            wasyncore.read(connection)
        if events & wanted & _WRITE and self._objects.get(fd) is connection:
            wasyncore.write(connection)
        if self._objects.get(fd) is connection:
            wanted = _wanted(connection)
            if wanted & ~self._watched.get(fd, 0):
                self._watch(fd, wanted)

    def _ask(self, fd: int) -> None:
        connection = self._objects.get(fd)
        wanted = 0 if connection is None else _wanted(connection)
        if self._objects.get(fd) is not connection:  # it may close as it is asked
            return
        less = self._watched.get(fd, 0) & ~wanted
        self._watch(fd, wanted)
        if less:  # a thread that answers may have ended in between, and have seen that the connection was watched
            self._ask(fd)

    def _watch(self, fd: int, wanted: int) -> None:
        before = self._watched.get(fd, 0)
        if wanted == before:
            return
        if not wanted:
            del self._watched[fd]
            self._selector.unregister(fd)
            return
        self._watched[fd] = wanted
        if before:
            self._selector.modify(fd, wanted)
        else:
            self._selector.register(fd, wanted)


def _wanted(connection: Any) -> int:
    """Return what a connection wants; one that takes others is never written to."""
    reads = _READ if connection.readable() else 0
    return reads | _WRITE if connection.writable() and not connection.accepting else reads
