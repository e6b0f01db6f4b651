"""Callers who ask for a lot, or for the same at once: what a server does for them is bounded, and depends on nobody."""

from __future__ import annotations

import copy
import threading
from typing import TYPE_CHECKING, Any

import pytest

import riftcheck.api.jobs.admission
import riftcheck.api.jobs.service
import riftcheck.goldfish.plan.card_pool
import riftcheck.goldfish.studies.entered_deck
from riftcheck.api.app import create_app
from riftcheck.api.jobs.worker import Worker
from riftcheck.api.settings import Settings
from riftcheck.api.stores import job_store
from riftcheck.goldfish.execution.executors import in_process_executor
from riftcheck.goldfish.fingerprint import goldfish_fingerprint
from riftcheck.store.jobs import JobStore
from tests.api.jobs.job_makers import BLANK, RUNE, UNIT

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase

PLAIN = {"main": [{"name": UNIT, "count": 40}], "runes": [{"name": RUNE, "count": 12}], "battlefields": [BLANK]}
SHORT = {"games": 10, "seed": 3, "turns": 10, "allow_illegal": True}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(log_level="error", jobs=str(tmp_path / "jobs.sqlite3"))


@pytest.fixture
def client(db: CardDatabase, settings: Settings) -> FlaskClient:
    return create_app(db, settings).test_client()


def begin(client: FlaskClient, body: dict[str, Any]) -> str:
    response = client.post("/v1/goldfish", json=SHORT | body)
    assert response.status_code == 202, response.text
    return response.headers["Location"]


def test_a_sweep_judges_no_more_changes_than_it_may(
    client: FlaskClient, db: CardDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[tuple[str, ...]] = []

    def refused(_self: object, main: tuple[str, ...]) -> str:
        looked.append(main)
        return "not this one"

    monkeypatch.setattr(riftcheck.goldfish.studies.entered_deck.SweepPlanner, "refused", refused)
    names = [card.name for card in db.cards if card.kind == "main" and not card.unsupported]
    many = PLAIN | {"main": [{"name": name, "count": 1} for name in names[:100]]}
    response = client.post("/v1/goldfish", json=SHORT | {"sweep": many, "pool": names[200:221]})
    assert (response.status_code, looked) == (422, [])
    assert "2100 changes" in response.get_json()["detail"]
    response = client.post("/v1/goldfish", json=SHORT | {"sweep": many, "pool": names[200:220]})
    assert (response.status_code, len(looked)) == (422, riftcheck.api.jobs.admission.MOST_LOOKS)


def test_a_game_that_takes_too_long_is_not_told(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    where = begin(client, {"deck": PLAIN, "policy": "lookahead"})
    monkeypatch.setattr(riftcheck.api.jobs.service, "LONGEST_REPLAY", 600.0)
    first = client.get(f"{where}/games/1")
    assert first.status_code == 200
    monkeypatch.setattr(riftcheck.api.jobs.service, "LONGEST_REPLAY", -1.0)
    response = client.get(f"{where}/games/1")
    assert (response.status_code, "too long" in response.get_json()["detail"]) == (409, True)
    monkeypatch.setattr(riftcheck.api.jobs.service, "LONGEST_REPLAY", 600.0)
    assert client.get(f"{where}/games/1").data == first.data


def test_a_job_that_two_end_at_once_is_ended(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    where = begin(client, {"deck": PLAIN})
    cancel = JobStore.cancel

    def slow(self: JobStore, job: str) -> bool:
        found = cancel(self, job)
        self.remove(job)  # the other, who found it cancelled
        return found

    monkeypatch.setattr(JobStore, "cancel", slow)
    assert client.delete(where).status_code == 204
    assert client.get(where).status_code == 404


def test_what_others_asked_for_before_changes_nothing(
    client: FlaskClient, db: CardDatabase, settings: Settings
) -> None:
    """The look-ahead player deals hidden cards anew, of which the scripts that were played have more and less."""
    mine: dict[str, Any] = {"units": [{"turn": 1, "might": 3, "at": "open"}, {"turn": 3, "might": 5, "at": "held"}]}
    mine |= {"removal": {"act": "bounce", "every": 3}, "contest": {"might": 4, "every": 4}}
    body = {"deck": PLAIN, "policy": "lookahead", "opponent": {"script": mine}}
    units = [{"turn": turn, "might": might, "at": "base"} for turn, might in ((1, 99), (2, 5), (3, 2), (4, 4))]
    others = {"deck": PLAIN, "opponent": {"script": {"removal": {"act": "kill", "every": 2}, "units": units}}}
    found = []
    for before in (body, others):
        fresh = copy.copy(db)  # without the card pool of earlier runs
        with in_process_executor(fresh) as executor:
            worker = Worker(job_store(settings), fresh, executor, goldfish_fingerprint(db.version), 600)
            jobs = [begin(client, one) for one in (before, body)]
            while worker.step():
                pass
        found.append(client.get(jobs[1]).get_json()["result"])
        worker._store.database.close()
    assert found[0] == found[1]


def test_a_pool_does_not_grow(db: CardDatabase) -> None:
    pool = riftcheck.goldfish.plan.card_pool.pool_for(db, "refuse")
    before = len(pool.defs)

    def ask(might: int) -> None:
        units = [{"turn": 1, "might": might, "at": "base"}]
        riftcheck.goldfish.plan.prepared_run.prepare(
            riftcheck.goldfish.plan.run.Run(
                riftcheck.goldfish.plan.run.DeckZones((UNIT,), (), (BLANK,)),
                riftcheck.goldfish.plan.run.Opponent("scripted", {"units": units}),
            ),
            db,
        )

    threads = [threading.Thread(target=ask, args=(might,)) for might in range(60, 80)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pool.defs) == len(pool.by_name) == before
    assert all(pool.defs[index].name == name for name, index in pool.by_name.items())
