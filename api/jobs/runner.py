"""Who plays the jobs: claims one, plays it until it has ended or others have waited long enough, and takes the next.

Nothing that was counted is kept here alone: each part is written before the next is asked for. A runner may be killed
at any moment, and another one, today or after a restart, plays what is missing.
"""

from __future__ import annotations

import secrets
import threading
import time
from typing import TYPE_CHECKING, Final

from api.jobs.database import DatabaseError
from api.jobs.store import LostError
from api.logs import LOGGER
from goldfish.game import EndlessGameError
from goldfish.kits import ClusterError
from goldfish.mulligan import MulliganError
from goldfish.opponents.scripted import ScriptError
from goldfish.orders import LEAST, Reckoning, order_from
from goldfish.policies import PolicyError
from goldfish.running import WorkerDiedError, played
from goldfish.setup import RunError

if TYPE_CHECKING:
    from api.jobs.store import Kept, Store
    from carddb import CardDatabase
    from goldfish.crews import Crew
    from goldfish.parts import Part
    from goldfish.running import Played

CHUNK: Final = 200  # games that a worker is given; it gives back those that it does not get to
SLICE: Final = 3.0  # seconds for which a job is played while another caller waits
TELL: Final = 1.0  # seconds after which it is said again how far a job is
MERGE: Final = 40  # parts that are put together into one
KNOWN: Final = 4  # jobs of which it is kept what is told of them
LOOK: Final = 0.25  # seconds after which a runner without work looks for some
_TOLD: Final = (EndlessGameError, WorkerDiedError, RunError, PolicyError, ScriptError, MulliganError)
_MISTAKE: Final = "The server made a mistake with this job; its log says which."


class Runner:
    """Plays the jobs of a store with a crew. `limit`: the seconds for which a job is played at the most.

    `engine` names the cards and the code; jobs of others are left alone.
    """

    def __init__(self, store: Store, db: CardDatabase, crew: Crew, engine: str, limit: float) -> None:
        self.owner = secrets.token_hex(12)
        self._store = store
        self._db = db
        self._crew = crew
        self._engine = engine
        self._limit = limit
        self._known: dict[str, Reckoning] = {}
        self._halted = threading.Event()

    def halt(self) -> None:
        """Have it leave off soon, from any thread."""
        self._halted.set()

    def run(self, idle: float) -> None:
        """Play jobs until there have been none for `idle` seconds, or until it is halted.

        :raises DatabaseError: if the database cannot be used. :raises ClusterError: if the cluster cannot.
        """
        with _Heart(self._store, self.owner):
            try:
                until = time.monotonic() + idle
                while not self._halted.is_set():
                    if self.step():
                        until = time.monotonic() + idle
                    elif time.monotonic() >= until:
                        return
                    else:
                        self._halted.wait(LOOK)
            finally:
                self._store.release(self.owner)

    def step(self) -> bool:
        """Play a job for a while; False where there is none.

        :raises DatabaseError: if the database cannot be used. :raises ClusterError: if the cluster cannot.
        """
        if not self._store.is_work():
            return False
        kept = self._store.claim(self.owner, self._engine)
        if kept is None:
            return False
        try:
            self._play(kept)
        except LostError:
            LOGGER.info("a job was cancelled or taken over", extra={"job": kept.id[:6]})
        except _TOLD as error:
            self._fail(kept, str(error))
        except (DatabaseError, ClusterError):
            raise
        except Exception:  # noqa: BLE001 - whatever it is, the next job may be played
            LOGGER.exception("a job cannot be played", extra={"job": kept.id[:6]})
            self._fail(kept, _MISTAKE)
        return True

    def _play(self, kept: Kept) -> None:
        reckoning = self._reckoning(kept)
        order = reckoning.order
        turn = _Turn(self._store, kept, self.owner, reckoning)

        def leave() -> bool:
            return self._halted.is_set() or turn.spent >= self._limit or turn.is_over()

        found = played(
            order.job,
            order.games,
            self._crew,
            chunk=max(1, CHUNK // len(order.job.runs)),
            had=self._store.parts(kept.id),
            keep=turn.keep,
            progress=turn.tell,
            enough=reckoning.enough,
            leave=leave,
        )
        if found.stopped and turn.spent < self._limit:
            self._pause(kept, reckoning, found)
        else:
            self._finish(kept, reckoning, found)

    def _pause(self, kept: Kept, reckoning: Reckoning, found: Played) -> None:
        if found.games:
            self._store.merge(kept.id, self.owner, found.part)
            self._store.tell(kept.id, self.owner, found.games, reckoning.estimates(found.part))
        self._store.release(self.owner)

    def _finish(self, kept: Kept, reckoning: Reckoning, found: Played) -> None:
        if found.games < min(LEAST, found.asked):
            self._fail(kept, f"In the {self._limit:g} seconds that a job may take, no game came to its end.")
            return
        self._store.finish(kept.id, self.owner, found.games, reckoning.document(found))
        self._known.pop(kept.id, None)

    def _fail(self, kept: Kept, problem: str) -> None:
        try:
            self._store.fail(kept.id, self.owner, problem)
        except LostError:
            LOGGER.info("a job was cancelled before it failed", extra={"job": kept.id[:6]})

    def _reckoning(self, kept: Kept) -> Reckoning:
        found = self._known.pop(kept.id, None)
        if found is None:
            found = Reckoning(order_from(kept.order), self._db)
            while len(self._known) >= KNOWN:
                del self._known[next(iter(self._known))]
        self._known[kept.id] = found
        return found


class _Turn:
    """What a runner does beside playing while a job has its turn. `spent`: seconds for which it was played in all."""

    def __init__(self, store: Store, kept: Kept, owner: str, reckoning: Reckoning) -> None:
        self._store = store
        self._job = kept.id
        self._owner = owner
        self._reckoning = reckoning
        self._before = kept.seconds
        self._begun = self._kept_at = self._told_at = time.monotonic()
        self._over_at = self._begun + SLICE
        self._parts = 0

    @property
    def spent(self) -> float:
        return self._before + time.monotonic() - self._begun

    def is_over(self) -> bool:
        """Tell whether others have waited long enough; never before something was played, or nobody would get on."""
        now = time.monotonic()
        if now < self._over_at or self._kept_at == self._begun:
            return False
        self._over_at = now + SLICE
        return self._store.others_wait(self._job)

    def keep(self, part: Part) -> None:
        now = time.monotonic()
        self._store.keep(self._job, self._owner, part, now - self._kept_at)
        self._kept_at = now

    def tell(self, found: Part) -> None:
        self._parts += 1
        if self._parts >= MERGE:
            self._store.merge(self._job, self._owner, found)
            self._parts = 0
        now = time.monotonic()
        if now - self._told_at >= TELL:
            self._store.tell(self._job, self._owner, found.stop, self._reckoning.estimates(found))
            self._told_at = now


class _Heart:
    """Renews the lease of a runner while it plays: a game may take longer than a lease lasts."""

    def __init__(self, store: Store, owner: str) -> None:
        self._store = store
        self._owner = owner
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join()

    def _beat(self) -> None:
        while not self._stop.wait(self._store.lease / 3):
            try:
                self._store.renew(self._owner)
            except DatabaseError as fault:
                LOGGER.warning("a lease cannot be renewed: %s", fault)
