"""Environment fingerprints: the Python, packages, engine sources and cards that play the games of a process.

Workers of a cluster have their own environment. One that differs is refused by name, because its games would differ.
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

from riftcheck.build import checked_build
from riftcheck.goldfish.execution.executors import ChunkPlayer, ExecutorFailedError
from riftcheck.goldfish.fingerprint import goldfish_fingerprint
from riftcheck.goldfish.plan.run import engine_version

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.jobs import Job, PartialResult

Fingerprint = dict[str, str]  # version or checksum by the keys of `_NAMES`; only some of them where not all are known

NOT_INSTALLED: Final = "0"
_DASK: Final = "distributed"
_NAMES: Final = {
    "python": "Python",
    _DASK: _DASK,
    "riftcheck": "riftcheck",
    "code": "sources of the engine",
    "build": "the build",  # what is counted by one cannot be read by the other
    "cards": "card data",
}
_DIGITS: Final = 12  # of the checksum of the sources: as many as a data version has
_MAX_NAMED: Final = 10  # workers that a refusal names
_MAX_DATABASES: Final = 2  # databases that a worker keeps


class ClusterError(ExecutorFailedError):
    """A cluster that cannot play these games; the message says why, and what would be right."""


class Requirements:
    """The fingerprint that workers must have.

    `folders` are laid over the cards of this machine: they explain a difference of the card data. `address` is the
    scheduler's.
    """

    __slots__ = ("address", "fingerprint", "folders")

    def __init__(self, fingerprint: Fingerprint, folders: tuple[str, ...], address: str) -> None:
        self.fingerprint = fingerprint
        self.folders = folders
        self.address = address

    def check(self, found: Mapping[str, Mapping[str, str]]) -> None:
        """Compare the fingerprints of workers, by the workers' names.

        :raises ClusterError: if any of them differs; it names them.
        """
        lines = []
        differing: set[str] = set()
        for who, fingerprint in found.items():
            wrong = [name for name, has in fingerprint.items() if has != self.fingerprint[name]]
            differing.update(wrong)
            if wrong:
                lines.append(f"{who}: {', '.join(self._difference(name, fingerprint[name]) for name in wrong)}.")
        if not lines:
            return
        if len(lines) > _MAX_NAMED:
            lines[_MAX_NAMED:] = [f"and {len(lines) - _MAX_NAMED} more."]
        first = f"The cluster at {self.address} would not play the same games as this machine."
        raise ClusterError("\n  ".join([first, *lines, *self._remedies(differing)]))

    def _difference(self, name: str, has: str) -> str:
        return f"{_NAMES[name]} {'none' if has == NOT_INSTALLED else has}, here {self.fingerprint[name]}"

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
    """Return the fingerprint of this process, with cards of a data version."""
    return {**_installed(), "code": _code(), "build": checked_build(), "cards": cards}


def dask_fingerprint(versions: Mapping[str, Any]) -> Fingerprint:
    """Return the fingerprint of a scheduler or worker as far as Dask's versions tell it."""
    found = versions["packages"]
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
    """Return a version of Python without its patch level, which changes no program."""
    return ".".join(python.split(".")[:2])


# --- on a worker ------------------------------------------------------------------------------------------------------

_PLAYERS: Final[dict[bytes, tuple[ChunkPlayer, str]]] = {}  # with their data versions, by their pickled `load`
_LOADING: Final = threading.Lock()


def _player_on_worker(load: Callable[[], CardDatabase], cards: str) -> tuple[ChunkPlayer, str]:
    """Return this worker's player with the cards that `load` loads, and their data version.

    The cards are loaded anew if their version is not `cards`: files may have changed.
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
    """Load the cards on a worker and return its fingerprint; the worker goes on answering its scheduler meanwhile."""
    return local_fingerprint((await asyncio.to_thread(_player_on_worker, load, cards))[1])


def play_on_worker(
    load: Callable[[], CardDatabase], needs: Requirements, job: Job, start: int, stop: int
) -> PartialResult:
    """Play a chunk on a worker, as `ChunkPlayer.play` does.

    :raises ClusterError: if the worker's fingerprint differs: it may have come after the others were checked.
    """
    from distributed import get_worker  # noqa: PLC0415 - an extra, which takes its time

    player, cards = _player_on_worker(load, needs.fingerprint["cards"])
    needs.check({f"worker {get_worker().address}": local_fingerprint(cards)})
    return player.play(job, start, stop)


class RaisedOnWorker:
    """An exception of a task, handed back as a result: an exception that a task raises itself is then one of Dask."""

    __slots__ = ("error",)

    def __init__(self, error: Exception) -> None:
        self.error = error


def call_on_worker(work: bytes) -> Any:
    """Call a pickled function with its arguments on a worker; the scheduler need not understand them."""
    function, args, kwargs = pickle.loads(work)  # noqa: S301 - the sender may run anything on this worker anyway
    try:
        return function(*args, **kwargs)
    except Exception as error:  # noqa: BLE001 - raised again where the work was asked for
        error.add_note("On a worker:\n" + traceback.format_exc())
        return RaisedOnWorker(error)
