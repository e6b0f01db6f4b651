"""Looking at a job again and again: by its ETag, and not too often."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

import pytest

from tests.api.documented import plain
from tests.api.routes.test_goldfish import PLAIN, SHORT, Server

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase


@pytest.fixture
def server(db: CardDatabase, tmp_path: Path) -> Server:
    return Server(db, tmp_path / "jobs.sqlite3")


def test_who_knows_a_job_as_it_is_gets_no_body(server: Server) -> None:
    where = server.begin({"deck": PLAIN, **SHORT})
    first = server.client.get(where)
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert first.headers["ETag"].startswith('"')
    known = {"If-None-Match": first.headers["ETag"]}
    for method in ("GET", "HEAD"):
        again = server.client.open(where, method=method, headers=known)
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
        assert again.headers["Retry-After"] == first.headers["Retry-After"] == "1"
    assert server.worker.step()
    while server.worker.step():
        pass
    ended = server.client.get(where, headers=known)
    assert (ended.status_code, ended.get_json()["state"]) == (200, "done")
    assert ended.headers["ETag"] != first.headers["ETag"]
    assert "Retry-After" not in ended.headers
    assert server.client.get(where, headers={"If-None-Match": ended.headers["ETag"]}).status_code == 304
    assert server.client.get(where, headers={"If-Match": '"other"'}).status_code == 412


def test_the_older_a_job_is_the_later_it_is_worth_a_look(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    where = server.begin({"deck": PLAIN, **SHORT})
    created = datetime.fromisoformat(server.client.get(where).get_json()["created"]).timestamp()
    found = {}
    for age in (-5, 0, 9, 10, 25, 39, 40, 3600):
        monkeypatch.setattr("riftcheck.api.routes.goldfish.time.time", lambda age=age: created + age)
        found[age] = server.client.get(where).headers["Retry-After"]
    assert found == {-5: "1", 0: "1", 9: "1", 10: "2", 25: "3", 39: "4", 40: "5", 3600: "5"}


def test_the_answer_that_cancels_a_job_is_kept_by_nobody(server: Server) -> None:
    cancelled = server.client.delete(server.begin({"deck": PLAIN, **SHORT}))
    assert json.loads(cancelled.data)["state"] == "cancelled"
    assert cancelled.headers["Cache-Control"] == "no-store"


def test_who_names_the_job_as_it_was_ends_no_other(server: Server) -> None:
    where = server.begin({"deck": PLAIN, **SHORT})
    seen = {"If-Match": server.client.get(where).headers["ETag"]}
    while server.worker.step():
        pass
    late = server.client.delete(where, headers=seen)
    assert (late.status_code, late.get_json()["code"]) == (412, "precondition-failed")
    ended = server.client.get(where, headers={"Accept-Encoding": "br"})
    assert json.loads(plain(ended))["state"] == "done"
    assert ended.content_encoding == "br"
    assert server.client.delete(where, headers={"If-Match": ended.headers["ETag"]}).status_code == 204
    assert server.client.get(where).status_code == 404


def test_who_has_seen_a_job_open_cancels_it_and_does_not_remove_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = server.begin({"deck": PLAIN, **SHORT})
    seen = {"If-Match": server.client.get(where).headers["ETag"]}
    store = server.client.application.extensions["riftcheck"].once("jobs", object).store
    monkeypatch.setattr(store, "cancel", lambda _: False)  # as where it ends between the look and this
    for tags in (seen, {"If-Match": "*"}):
        assert server.client.delete(where, headers=tags).status_code == 412
    monkeypatch.undo()
    assert server.client.delete(where, headers=seen).get_json()["state"] == "cancelled"
