"""The room of an answer: what is sent bounds what comes back, so that nobody has much made for little."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import g

from riftcheck.api import responses
from riftcheck.api.errors import ProblemError

if TYPE_CHECKING:
    from flask import Response

    from riftcheck.api.errors import RequestFault

FREE_BYTES: Final = 64 * 1024
TIMES: Final = 20
STATS_BYTES: Final = 256 * 1024


def of_request() -> int:
    """Return how many bytes the answer to the request's body may have: 64 KB, or 20 times the body if that is more."""
    sent: int = g.get("body_bytes", 0)
    return max(FREE_BYTES, TIMES * sent)


def answer(value: Any, instead: str, most: int | None = None) -> Response:
    """Return the answer to a body, which nobody keeps. `instead` tells what to ask for where it would be too large.

    :raises ProblemError: if it has more than `most` bytes, by default those of `of_request`.
    """
    body = value if isinstance(value, bytes) else responses.encode(value).encode()
    if len(body) > (of_request() if most is None else most):
        raise too_large(most, instead)
    return responses.answer(body)


def too_large(most: int | None, instead: str, faults: tuple[RequestFault, ...] = ()) -> ProblemError:
    """Return the refusal of an answer with more than `most` bytes, by default those of `of_request`."""
    bound = f"{FREE_BYTES // 1024} KB and over {TIMES} times the body" if most is None else f"{most // 1024} KB"
    return ProblemError("answer-too-large", f"The answer would be over {bound}. {instead}", faults)


class Rows:
    """The rows of an answer, written out one by one; what a row leaves of the room is there for the next ones.

    Each row has a short form, for which there is always room: all of them are given first.
    """

    def __init__(self, short: list[bytes], around: int) -> None:
        self.taken: list[bytes] = []
        self._short = short
        self._left = of_request() - around - sum(len(form) + 1 for form in short)

    def add(self, form: bytes) -> bool:
        """Add the next row, in JSON, in its short form where it has no room; return whether it had."""
        short = self._short[len(self.taken)]
        left = self._left + len(short) - len(form)
        fits = left >= 0
        if fits:
            self._left = left
        self.taken.append(form if fits else short)
        return fits
