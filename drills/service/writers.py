"""Callers who write to a server that is killed: they repeat what was not acknowledged, and remember what was."""

from __future__ import annotations

import random
import secrets
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bench import lists
from drills.service.caller import Answer, Caller, LostAnswerError, request
from riftcheck.api.examples import PLAYED

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

TABLES: Final = 12  # games that a writer plays at a time
JOBS: Final = 4  # jobs that a writer keeps
SEEDS: Final = (1, 2, 3)  # of jobs
_GAMES: Final = 40  # of a job
_AGAIN: Final = 0.05  # seconds after which what was not acknowledged is sent again


@dataclass(slots=True)
class Table:
    """A game as its writer knows it: its id and tokens, its answers by player, and the bytes that began it."""

    id: str
    tokens: list[str]
    counts: list[int]
    order: bytes


@dataclass(slots=True)
class Ledger:
    """What was acknowledged to all writers, what was not as it must be, and how often something was sent again."""

    tables: dict[str, Table] = field(default_factory=dict)
    jobs: dict[str, tuple[int, bytes]] = field(default_factory=dict)  # the seed, and the bytes that asked for it
    gone: list[str] = field(default_factory=list)  # paths of what was deleted
    writes: Counter[str] = field(default_factory=Counter)
    repeated: int = 0
    faults: list[str] = field(default_factory=list)


def game_order(address: str) -> bytes:
    """Return a request of a caller to begin a game, with a key of its own."""
    return request("POST", "/v1/games", {"decks": [PLAYED, PLAYED]}, **_own(address))


def job_order(address: str, seed: int) -> bytes:
    """Return a request of a caller for a short job, with a key of its own."""
    text = (lists.FOLDER / "list-072.txt").read_text("utf-8")
    order = {"deck": {"text": text}, "date": "2026-01-28", "games": _GAMES, "seed": seed}
    return request("POST", "/v1/goldfish", order, **_own(address))


def _own(address: str) -> dict[str, str]:
    # The server keeps a thousand keys of a caller, so each writer is one for itself, as a proxy would say.
    return {"Idempotency-Key": secrets.token_hex(12), "X-Forwarded-For": address}


def player(token: str) -> dict[str, str]:
    """Return the header of a player."""
    return {"Authorization": f"Bearer {token}"}


class Writer:
    """One caller: begins games, answers in them, deletes them, and asks for jobs and deletes those, at random.

    `number`: the writer's own, which makes its address.
    """

    def __init__(self, port: int, ledger: Ledger, number: int, seed: int) -> None:
        self.address = f"10.0.0.{number}"
        self._caller = Caller(port)
        self._ledger = ledger
        self._rng = random.Random(seed)
        self._tables: list[Table] = []
        self._jobs: list[str] = []

    def write(self, over: threading.Event, per_second: float) -> None:
        """Write so often until it is over."""
        due = time.monotonic()
        while not over.wait(max(0.0, due - time.monotonic())):
            due = max(due + 1 / per_second, time.monotonic() - 1)
            try:
                self._choose()()
            except Exception as error:  # noqa: BLE001 - told where all faults are
                self._ledger.faults.append(f"a writer met {error!r}")
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._caller.close()

    def _choose(self) -> Callable[[], None]:
        if len(self._tables) < 2:
            return self._begin
        drawn = self._rng.random()
        if drawn < 0.1:
            return self._begin if len(self._tables) < TABLES else self._delete
        if drawn < 0.15:
            return self._order if len(self._jobs) < JOBS else self._cancel
        return self._answer

    def sure(self, data: bytes) -> tuple[Answer, bool]:
        """Return the answer to what is sent until it is answered, and whether it was sent more than once."""
        again = False
        while True:
            try:
                answer = self._caller.ask(data)
                if not answer.is_busy:
                    return answer, again
            except (LostAnswerError, OSError):
                pass
            again = True
            self._ledger.repeated += 1
            time.sleep(_AGAIN)

    def _acknowledged(self, what: str, answer: Answer, *statuses: int) -> bool:
        if answer.status in statuses:
            self._ledger.writes[what] += 1
            return True
        self._ledger.faults.append(f"{what}: {answer.status} {answer.body[:300]!r}")
        return False

    def _begin(self) -> None:
        order = game_order(self.address)
        answer, _ = self.sure(order)
        if self._acknowledged("games", answer, 200, 201):
            made = answer.json()
            table = Table(made["id"], made["tokens"], [0] * len(made["tokens"]), order)
            self._tables.append(table)
            self._ledger.tables[table.id] = table

    def _answer(self) -> None:
        table = self._rng.choice(self._tables)
        path = f"/v1/games/{table.id}"
        seat = self.sure(request("GET", f"{path}/options"))[0].json()["deciding"]
        if seat is None:
            self._tables.remove(table)  # it is over, and looked at in the end
            return
        who = player(table.tokens[seat])
        question: dict[str, Any] = self.sure(request("GET", f"{path}/options", **who))[0].json()["decision"]
        if question["number"] != table.counts[seat]:
            self._ledger.faults.append(f"{table.id}: asked {question['number']} after {table.counts}")
        options = range(len(question["options"]))
        chosen = self._rng.sample(options, self._rng.randint(question["least"], question["most"]))
        body = {"answer": chosen, "decision": question["number"]}
        answer, again = self.sure(request("POST", f"{path}/answers", body, **who))
        # Where the first answer was lost on its way back, the second one is of a decision that is over.
        if self._acknowledged("answers", answer, *((200, 409) if again else (200,))):
            table.counts[seat] += 1

    def _delete(self) -> None:
        table = self._tables.pop(self._rng.randrange(len(self._tables)))
        path = f"/v1/games/{table.id}"
        answer, again = self.sure(request("DELETE", path, {"tokens": table.tokens}))
        del self._ledger.tables[table.id]
        if self._acknowledged("games_deleted", answer, *((204, 404) if again else (204,))):
            self._ledger.gone.append(path)

    def _order(self) -> None:
        seed = self._rng.choice(SEEDS)
        order = job_order(self.address, seed)
        answer, _ = self.sure(order)
        if self._acknowledged("jobs", answer, 202):
            job = answer.json()["id"]
            self._jobs.append(job)
            self._ledger.jobs[job] = seed, order

    def _cancel(self) -> None:
        job = self._jobs.pop(self._rng.randrange(len(self._jobs)))
        if self._rng.random() < 0.5:
            return  # it is played to its end, and its result looked at
        path = f"/v1/goldfish/{job}"
        answer, again = self.sure(request("DELETE", path))
        del self._ledger.jobs[job]
        if self._acknowledged("jobs_deleted", answer, *((200, 204, 404) if again else (200, 204))):
            if answer.status == 200 and self.sure(request("GET", path))[0].json()["state"] != "cancelled":
                self._ledger.faults.append(f"{job} was cancelled, and is not")
            elif answer.status != 200:
                self._ledger.gone.append(path)
