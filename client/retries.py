"""When a request is sent again, and how long is waited before that."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from urllib3.exceptions import InvalidHeader
from urllib3.util import Retry

if TYPE_CHECKING:
    from collections.abc import Callable

_READER: Final = Retry(respect_retry_after_header=True)


@dataclass(frozen=True, slots=True)
class Retries:
    """How often, and how long, a request is tried.

    A request is sent at most `tries` times. No pause is begun that would end more than `seconds` after the first try
    began: a server that asks for more is told to the caller at once. Where the server does not say how long to wait,
    the pause is `first_pause` seconds, and twice as long each time. `sleep` and `clock` are for tests.
    """

    tries: int = 5
    seconds: float = 120.0
    first_pause: float = 0.5
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic


class Pauses:
    """The pauses of one request."""

    def __init__(self, retries: Retries) -> None:
        self._retries = retries
        self._tried = 1
        self._end = retries.clock() + retries.seconds

    def take(self, wait: float | None) -> bool:
        """Wait before the next try; return False at once where there is none.

        `wait` is the seconds that the server asks for, None where it does not say.
        """
        held = self._retries
        pause = held.first_pause * 2 ** (self._tried - 1) if wait is None else wait
        if self._tried >= held.tries or held.clock() + pause > self._end:
            return False
        self._tried += 1
        held.sleep(pause)
        return True


def seconds_of(header: str | None) -> float | None:
    """Return the seconds of a Retry-After header, which is a number or a date; None where it says neither."""
    if header is None:
        return None
    try:
        return _READER.parse_retry_after(header)
    except (InvalidHeader, ValueError, OverflowError):
        return None
