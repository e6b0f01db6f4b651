"""The limit of what a request plays again of a game, by the time that its thread computes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from riftcheck.api.games.refusals import conflict
from riftcheck.api.waits import LONGEST_REPLAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_T = TypeVar("_T")


def within_limit(answers: Iterable[_T]) -> Iterator[_T]:
    """Yield the answers of a game while they are played again.

    :raises ProblemError: if that takes longer than others can be kept waiting.
    """
    until = time.thread_time() + LONGEST_REPLAY
    for answer in answers:
        if time.thread_time() > until:
            limit = f"{LONGEST_REPLAY:g} seconds"
            raise conflict(f"To play this game again takes more than {limit}; fork it at an earlier answer, with `at`.")
        yield answer
