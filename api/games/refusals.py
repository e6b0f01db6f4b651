"""The problems that the service of games answers with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.api.errors import ProblemError
from riftcheck.api.logs import LOGGER
from riftcheck.api.waits import LATER, SOON
from riftcheck.store.errors import BusyError

if TYPE_CHECKING:
    from riftcheck.store.errors import DatabaseError, FullError

_LONGEST_WAIT: Final = 3600


def numbered(count: int, noun: str) -> str:
    """Return a number of things in words for people: `1 answer`, `2 answers`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def conflict(detail: str) -> ProblemError:
    """Return the refusal of what does not fit the game as it stands."""
    return ProblemError("conflict", detail)


def unavailable(fault: DatabaseError) -> ProblemError:
    """Return the rejection for a database of games that is busy or cannot be used. The store logs why it cannot."""
    if isinstance(fault, BusyError):
        LOGGER.warning("the store of games is busy: %s", fault)
        return ProblemError("unavailable", "Others are writing to the games this moment; try again.", headers=SOON)
    return ProblemError("unavailable", "The server cannot keep games now; its log says why.", headers=LATER)


def damaged(reason: str) -> ProblemError:
    """Return the refusal of a game of which something is lost; the log says what."""
    LOGGER.error("a stored game is damaged: %s", reason)
    return ProblemError("internal", "What is stored of this game is damaged, so it cannot be gone on with.")


def full(error: FullError) -> ProblemError:
    """Return the refusal where there is no room for a game, with the seconds until there is."""
    wait = {"Retry-After": str(min(error.seconds or _LONGEST_WAIT, _LONGEST_WAIT))}
    if error.each:
        games = "a game that is" if error.most == 1 else f"{error.most} games that are"
        detail = f"You have {games} not over, the most for one caller; finish or remove one."
        return ProblemError("too-many-requests", detail, headers=wait)
    detail = f"This server keeps {numbered(error.most, 'game')} at most, and it has as many."
    return ProblemError("unavailable", detail, headers=wait)
