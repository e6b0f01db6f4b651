"""What decides games besides their runs: Python, packages, the sources of the engine, the cards; here and on a worker.

Workers of a cluster have their own. A difference is refused by name, because their games would be others.
"""

from __future__ import annotations

import asyncio
import pickle
import platform
import threading
import traceback
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Final

from riftcheck.goldfish.execution.executors import ChunkPlayer
from riftcheck.goldfish.fingerprint import goldfish_fingerprint
from riftcheck.goldfish.plan.run import engine_version

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.jobs import Job, PartialResult

Fingerprint = dict[str, str]  # by the names of `_NAMES`; a part of it where not all is known

NOT_INSTALLED: Final = "0"
_DASK: Final = "distributed"
_NAMES: Final = {
    "python": "Python",
    _DASK: _DASK,
    "riftcheck": "riftcheck",
    "code": "sources of the engine",
    "cards": "card data",
}
_DIGITS: Final = 12  # of a fingerprint: as many as a data version has
_MAX_NAMED: Final = 10  # workers that a refusal names
_MAX_DATABASES: Final = 2  # databases that a worker keeps


class ClusterError(RuntimeError):
    """What is no cluster on which these games can be played; the message says why, and what would be right."""


class Requirements:
    """What workers must have, and what explains why they have it not: folders that were laid over the cards here."""

    __slots__ = ("address", "folders", "kit")

    def __init__(self, kit: Fingerprint, folders: tuple[str, ...], address: str) -> None:
        self.kit = kit
        self.folders = folders
        self.address = address

    def check(self, found: Mapping[str, Mapping[str, str]]) -> None:
        """Compare what is known of each of those who are to play, by their names.

        :raises ClusterError: if any of them has something else; it names them.
        """
        lines = []
        differing: set[str] = set()
        for who, kit in found.items():
            wrong = [name for name, has in kit.items() if has != self.kit[name]]
            differing.update(wrong)
            if wrong:
                lines.append(f"{who}: {', '.join(self._said(name, kit[name]) for name in wrong)}.")
        if not lines:
            return
        if len(lines) > _MAX_NAMED:
            lines[_MAX_NAMED:] = [f"and {len(lines) - _MAX_NAMED} more."]
        first = f"The cluster at {self.address} would not play the same games as this machine."
        raise ClusterError("\n  ".join([first, *lines, *self._remedies(differing)]))

    def _said(self, name: str, has: str) -> str:
        return f"{_NAMES[name]} {'none' if has == NOT_INSTALLED else has}, here {self.kit[name]}"

    def _remedies(self, differing: set[str]) -> list[str]:
        remedies = []
        if differing - {"cards"}:
            remedies.append("Start the scheduler and its workers anew with what is installed here.")
        if "cards" in differing and self.folders:
            remedies.append(
                f"Here {', '.join(self.folders)} is laid over the cards, and workers do not see it. Copy it to their "
                "machines and start them with RIFTCHECK_CARDS naming the copy."
            )
        elif "cards" in differing:
            remedies.append(
                "Workers have the cards of their own machine: the shipped ones, those that `riftcheck cards sync` "
                "fetched there, and the folders of RIFTCHECK_CARDS there. Give them the same as here, and start them "
                "anew."
            )
        return remedies


def local_fingerprint(cards: str) -> Fingerprint:
    """Return what this process has, with cards of a data version."""
    return {**_installed(), "code": _code(), "cards": cards}


def dask_fingerprint(told: Mapping[str, Any]) -> Fingerprint:
    """Return what Dask says is installed somewhere, riftcheck or not."""
    found = told["packages"]
    return {
        "python": _short(found["python"]),
        _DASK: found[_DASK] or NOT_INSTALLED,
        "riftcheck": found["riftcheck"] or NOT_INSTALLED,
    }


@cache
def _installed() -> Fingerprint:
    try:
        dask = version(_DASK)
    except PackageNotFoundError:
        dask = NOT_INSTALLED
    return {"python": _short(platform.python_version()), _DASK: dask, "riftcheck": engine_version()}


@cache
def _code() -> str:
    return goldfish_fingerprint()[:_DIGITS]


def _short(python: str) -> str:
    """Return a version of Python without what changes no program."""
    return ".".join(python.split(".")[:2])


# --- on a worker ------------------------------------------------------------------------------------------------------

_PLAYERS: Final[dict[bytes, tuple[ChunkPlayer, str]]] = {}  # with their data versions, by what loads their cards
_LOADING: Final = threading.Lock()


def _player_on_worker(load: Callable[[], CardDatabase], cards: str) -> tuple[ChunkPlayer, str]:
    """Return who plays in this process with the cards that `load` loads, and their data version.

    They are loaded anew if others than are wanted were loaded before: files may have changed.
    """
    key = pickle.dumps(load)
    with _LOADING:  # a worker may have several threads
        found = _PLAYERS.get(key)
        if found is None or found[1] != cards:
            db = load()
            while len(_PLAYERS) >= _MAX_DATABASES:
                del _PLAYERS[next(iter(_PLAYERS))]
            found = _PLAYERS[key] = (ChunkPlayer(db), db.version)
        return found


async def worker_fingerprint(load: Callable[[], CardDatabase], cards: str) -> Fingerprint:
    """Return what a worker has, with its cards loaded; it goes on answering its scheduler meanwhile."""
    return local_fingerprint((await asyncio.to_thread(_player_on_worker, load, cards))[1])


def play_on_worker(
    load: Callable[[], CardDatabase], needs: Requirements, job: Job, start: int, stop: int
) -> PartialResult:
    """Return what is counted of games on a worker, as `Player.part` does.

    :raises ClusterError: if it has something else than is needed: it may have come after the others were asked.
    """
    from distributed import get_worker  # noqa: PLC0415 - an extra, which takes its time

    player, cards = _player_on_worker(load, needs.kit["cards"])
    needs.check({f"worker {get_worker().address}": local_fingerprint(cards)})
    return player.part(job, start, stop)


class RaisedOnWorker:
    """What some work raised. It is handed back as a result: what a task itself raises is then Dask's own trouble."""

    __slots__ = ("error",)

    def __init__(self, error: Exception) -> None:
        self.error = error


def call_on_worker(work: bytes) -> Any:
    """Do some work on a worker: a pickled function with its arguments, which the scheduler need not understand."""
    function, args, kwargs = pickle.loads(work)  # noqa: S301 - of one who may run anything on this worker anyway
    try:
        return function(*args, **kwargs)
    except Exception as error:  # noqa: BLE001 - raised again where the work was asked for
        error.add_note("On a worker:\n" + traceback.format_exc())
        return RaisedOnWorker(error)
