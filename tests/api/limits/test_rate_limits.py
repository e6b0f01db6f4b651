"""Limits as callers meet them: by address, by the operator's keys, light and heavy apart, and what headers tell."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from limits.storage import MemoryStorage

import riftcheck.api.limits.key_ring
from riftcheck.api.app import create_app
from riftcheck.api.blueprint import Blueprint
from riftcheck.api.limits import caller
from riftcheck.api.limits.key_ring import FRESH
from riftcheck.api.limits.networks import networks_in
from riftcheck.api.limits.rate_limits import RateLimits
from riftcheck.api.limits.scopes import SCOPE_OF, SCOPES
from riftcheck.api.settings import Settings
from riftcheck.api.stores import key_store
from riftcheck.store.capacity import Allowance
from tests.processes import PATIENCE
from tests.store.stores import FakeClock

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from flask import Flask
    from werkzeug.test import TestResponse

    from riftcheck.carddb import CardDatabase
    from tests.apps import Apps

LIST = {"deck": {"main": ["Cleave"]}}
BATCH = {"decks": [{"main": ["Cleave"]}]}


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(riftcheck.api.limits.key_ring, "LONGEST_WAIT", PATIENCE)


class Server:
    """An application with limits and a clock that stands still until a test moves it."""

    def __init__(self, make: Callable[..., Flask], **settings: Any) -> None:
        usual: dict[str, Any] = {"log_level": "error", "rate_light": 3, "rate_heavy": 2}
        self.settings = Settings(**usual | settings)
        self.clock = FakeClock()
        self.app = make(**usual | settings)
        self.app.extensions["riftcheck"].limits = RateLimits(self.settings, self.clock)
        self.client = self.app.test_client()

    def get(self, path: str = "/v1/sets", address: str = "203.0.113.1", **headers: str) -> TestResponse:
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        return self.client.get(path, headers=named, environ_overrides={"REMOTE_ADDR": address})

    def batch(self, address: str = "203.0.113.1", **headers: str) -> TestResponse:
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        return self.client.post(
            "/v1/decks/validate-batch", json=BATCH, headers=named, environ_overrides={"REMOTE_ADDR": address}
        )

    def style(self, **headers: str) -> TestResponse:
        answer = self.get("/static/style.css", **headers)
        answer.close()  # it is a file
        return answer

    def statuses(self, tries: int, *words: str, **headers: str) -> list[int]:
        return [self.get(*words, **headers).status_code for _ in range(tries)]


@pytest.fixture
def server(apps: Apps) -> Server:
    return Server(apps)


def test_over_the_limit_is_429_until_the_time_told(server: Server) -> None:
    assert server.statuses(4) == [200, 200, 200, 429]
    refused = server.get("/nope")
    assert refused.status_code == 429
    assert refused.content_type == "application/problem+json"
    shown = refused.get_json()
    assert shown["code"] == "too-many-requests"
    told = int(refused.headers["Retry-After"])
    assert shown["detail"] == f"The limit for an address is 3 light requests a minute; try again in {told} s."
    assert server.get().headers["Access-Control-Allow-Origin"] == "*"
    server.clock.now += told - 1
    assert server.get().status_code == 429
    server.clock.now += 1
    assert server.get().status_code == 200


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_who_waits_as_told_is_let_in_and_not_much_earlier(apps: Apps, limit: int) -> None:
    server = Server(apps, rate_light=limit)
    for pause in (0.0, 3.25, 17.5, 11.0, 29.75):  # so that the windows before weigh differently
        server.clock.now += pause
        while (answer := server.get()).status_code == 200:
            server.clock.now += 1.3
        told = int(answer.headers["Retry-After"])
        server.clock.now += told - 1.1
        assert server.get().status_code == 429
        server.clock.now += 1.1
        assert server.get().status_code == 200


def test_what_is_left_is_told_on_every_counted_answer(server: Server) -> None:
    first = server.get()
    assert first.headers["RateLimit-Policy"] == '"light";q=3;w=60'
    assert first.headers["RateLimit"] == '"light";r=2;t=60'
    server.clock.now += 20.5
    assert server.get("/nope").headers["RateLimit"] == '"light";r=1;t=40'
    assert server.get("/v1/sets", If_None_Match=first.headers["ETag"]).headers["RateLimit"] == '"light";r=0;t=40'
    refused = server.get()
    assert refused.headers["RateLimit"] == '"light";r=0;t=40'
    assert refused.headers["Retry-After"] == "40"
    batch = server.batch()
    assert batch.headers["RateLimit-Policy"] == '"heavy";q=2;w=60'
    assert batch.headers["RateLimit"] == '"heavy";r=1;t=60'
    exposed = {name.strip() for name in batch.headers["Access-Control-Expose-Headers"].split(",")}
    assert exposed >= {"RateLimit", "RateLimit-Policy", "Retry-After", "X-API-Key-Status"}


def test_heavy_requests_and_light_ones_do_not_use_up_each_other(server: Server) -> None:
    assert [server.batch().status_code for _ in range(5)] == [200, 200, 429, 429, 429]
    assert "2 heavy requests a minute" in server.batch().get_json()["detail"]
    assert server.statuses(4) == [200, 200, 200, 429]


def test_the_heavy_routes_are_those_that_say_so(server: Server) -> None:
    heavy = {
        (route.method, route.rule)
        for blueprint in server.app.blueprints.values()
        if isinstance(blueprint, Blueprint)
        for route in blueprint.routes
        if route.heavy
    }
    assert ("POST", "/v1/decks/validate-batch") in heavy
    assert ("POST", "/v1/decks/validate") not in heavy


def test_without_limits_nothing_is_counted_or_told(apps: Apps) -> None:
    server = Server(apps, rate_light=0, rate_heavy=0)
    answers = [server.get() for _ in range(10)]
    assert {answer.status_code for answer in answers} == {200}
    assert not {"RateLimit", "RateLimit-Policy", "X-API-Key-Status"} & set(answers[-1].headers.keys())


def test_health_and_what_a_browser_asks_of_its_own_accord_are_free(server: Server) -> None:
    asked = {"Origin": "https://deck.example", "Access-Control-Request-Method": "POST"}
    for _ in range(10):
        assert server.client.options("/v1/decks/validate", headers=asked).status_code == 200
        assert server.style().status_code == 200
        for path in ("/healthz", "/readyz", "/metrics"):
            assert server.get(path, X_API_Key="made up").status_code == 200
    assert server.statuses(4) == [200, 200, 200, 429]
    for answer in (*map(server.get, ("/healthz", "/readyz", "/metrics")), server.style()):
        assert (answer.status_code, "RateLimit" in answer.headers) == (200, False)


def test_a_made_up_key_is_no_fresh_quota(server: Server) -> None:
    found = [server.get(X_API_Key=f"made up {number}") for number in range(50)]
    assert [answer.status_code for answer in found] == [200] * 3 + [429] * 47
    assert {answer.headers["X-API-Key-Status"] for answer in found} == {"unknown"}
    assert all("X-API-Key" in answer.headers["Vary"] for answer in found)
    assert "X-API-Key-Status" not in server.get().headers
    assert "X-API-Key-Status" not in server.get(X_API_Key="  ").headers
    assert server.get(X_API_Key="k" * 5000).status_code == 429


def test_a_stranger_cannot_become_somebody_else_by_a_header(server: Server) -> None:
    assert server.statuses(4) == [200, 200, 200, 429]
    assert server.get(X_Forwarded_For="203.0.113.9").status_code == 429
    assert server.get(address="203.0.113.9").status_code == 200


def test_addresses_of_one_64_are_one_caller(server: Server) -> None:
    found = [server.get(address=f"2001:db8:1:2::{number:x}").status_code for number in range(1, 6)]
    assert found == [200, 200, 200, 429, 429]
    assert server.get(address="2001:db8:1:3::1").status_code == 200


def test_behind_a_proxy_the_address_is_the_one_it_saw(apps: Apps) -> None:
    client = apps(rate_light=3, proxies=1).test_client()

    def status(forwarded: str) -> int:
        return int(client.get("/v1/sets", headers={"X-Forwarded-For": forwarded}).status_code)

    assert [status("203.0.113.1") for _ in range(4)] == [200, 200, 200, 429]
    assert status("203.0.113.2") == 200
    assert status("203.0.113.3, 203.0.113.1") == 429  # what the caller wrote itself does not count


@pytest.mark.parametrize("own", ['"', '[198.51.100.7]"', '198.51.100.7:"', "", ","])
def test_a_client_cannot_hide_what_the_proxy_appends(apps: Apps, own: str) -> None:
    client = apps(rate_light=1, proxies=1).test_client()
    found = [
        client.get("/v1/sets", headers={"X-Forwarded-For": forwarded}).status_code
        for forwarded in ("203.0.113.1", f"{own}, 203.0.113.1", f"{own}, 203.0.113.2")
    ]
    assert found == [200, 429, 200]


def test_a_network_can_be_widened(apps: Apps) -> None:
    text = "203.0.113.0/24 light=5 heavy=none; 2001:db8::/32 light=4 shared"
    server = Server(apps, rate_networks=networks_in(text))
    assert server.statuses(6) == [200] * 5 + [429]
    assert server.get().get_json()["detail"].startswith("The limit for an address of this network is 5 light requests")
    assert server.get(address="203.0.113.2").status_code == 200
    assert [server.batch().status_code for _ in range(5)] == [200] * 5
    found = [server.get(address=f"2001:db8:{number:x}::1") for number in range(1, 6)]
    assert [answer.status_code for answer in found] == [200] * 4 + [429]
    assert "for this network is 4 light" in found[-1].get_json()["detail"]
    assert server.statuses(4, "/v1/sets", "198.51.100.1") == [200, 200, 200, 429]


def test_a_key_of_the_operator_counts_for_itself(apps: Apps, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"keys": str(tmp_path / "keys.sqlite3")}
    store = key_store(Settings(**settings))
    own, record = store.create("A deck site", SCOPES, Allowance(light=5, heavy=0, jobs=20, games=30))
    usual, _ = store.create("Another", SCOPES, Allowance())
    server = Server(apps, **settings)
    assert server.statuses(4) == [200, 200, 200, 429]
    first = server.get(X_API_Key=own)
    assert (first.status_code, first.headers["RateLimit-Policy"]) == (200, '"light";q=5;w=60')
    assert first.headers["X-API-Key-Status"] == "known"
    # One key from anywhere is one caller.
    assert server.statuses(5, "/v1/sets", "198.51.100.7", X_API_Key=own) == [200] * 4 + [429]
    assert "The limit for this key is 5" in server.get(X_API_Key=own).get_json()["detail"]
    assert [server.batch(X_API_Key=own).status_code for _ in range(5)] == [200] * 5
    assert server.statuses(4, X_API_Key=usual) == [200] * 3 + [429]
    with server.app.test_request_context("/v1/sets", headers={"X-API-Key": own}):
        server.clock.now += 120
        server.app.preprocess_request()
        assert (caller().name, caller().has_key) == (f"key:{record.id}", True)
        assert (caller().allowance.jobs, caller().allowance.games) == (20, 30)


def test_a_withdrawn_key_is_refused_and_its_caller_counts_by_address(apps: Apps, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"keys": str(tmp_path / "keys.sqlite3")}
    store = key_store(Settings(**settings))
    key, record = store.create("A deck site", SCOPES, Allowance(light=100))
    server = Server(apps, **settings)
    assert server.get(X_API_Key=key).status_code == 200
    store.withdraw(record.id)
    server.clock.now += FRESH
    refused = server.get(X_API_Key=key)
    assert (refused.status_code, refused.get_json()["code"]) == (401, "withdrawn-key")
    assert record.id in refused.get_json()["detail"]
    assert "X-API-Key" in refused.headers["WWW-Authenticate"]
    assert (refused.headers["X-API-Key-Status"], refused.headers["Cache-Control"]) == ("withdrawn", "no-store")
    assert server.statuses(3, X_API_Key=key) == [401, 401, 429]
    assert server.get("/healthz", X_API_Key=key).status_code == 200


def test_a_key_is_for_what_the_operator_made_it(apps: Apps, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"keys": str(tmp_path / "keys.sqlite3"), "rate_light": 0, "rate_heavy": 0}
    store = key_store(Settings(**settings))
    key, record = store.create("An organiser", ("decks", "read"), Allowance())
    server = Server(apps, **settings)
    assert server.get(X_API_Key=key).status_code == 200
    assert server.batch(X_API_Key=key).status_code == 200
    for path in ("/", "/docs", "/openapi.json", "/healthz"):
        assert server.get(path, X_API_Key=key).status_code == 200
    for path, scope in (("/v1/games/x", "games"), ("/v1/goldfish/x", "goldfish")):
        refused = server.get(path, X_API_Key=key)
        assert (refused.status_code, refused.get_json()["code"]) == (403, "outside-scope")
        wanted = f"This route needs the scope {scope!r}; the key {record.id} has decks, read."
        assert refused.get_json()["detail"] == wanted
        assert server.get(path).status_code == 404  # without a key nothing is closed
    assert server.get("/nope", X_API_Key=key).status_code == 404


def test_every_route_under_v1_belongs_to_a_scope(server: Server) -> None:
    names = {
        blueprint.name
        for blueprint in server.app.blueprints.values()
        if isinstance(blueprint, Blueprint)
        for route in blueprint.routes
        if route.rule.startswith("/v1/") and blueprint.name != "service"
    }
    assert names == set(SCOPE_OF)


def test_no_key_stands_in_the_log(apps: Apps, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    settings: dict[str, Any] = {"keys": str(tmp_path / "keys.sqlite3")}
    key, record = key_store(Settings(**settings)).create("A deck site", SCOPES, Allowance(light=1))
    key_store(Settings(**settings)).withdraw(record.id)
    server = Server(apps, log_level="debug", **settings)
    for given in (key, "hidden-key"):
        for _ in range(5):
            server.get(X_API_Key=given)
    told = capfd.readouterr().err
    assert len(told.splitlines()) == 10
    assert all(json.loads(line) for line in told.splitlines())
    assert key not in told
    assert "hidden-key" not in told


def test_without_redis_requests_are_counted_in_memory(apps: Apps, capfd: pytest.CaptureFixture[str]) -> None:
    server = Server(apps, rate_storage="redis://127.0.0.1:1/0", log_level="warning")
    assert server.statuses(4) == [200, 200, 200, 429]
    assert capfd.readouterr().err.count("counting in memory") == 1


def test_servers_with_one_redis_count_together(db: CardDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = MemoryStorage()
    monkeypatch.setattr("riftcheck.api.limits.rate_limits.storage_from_string", lambda *_args, **_more: shared)
    monkeypatch.setattr("time.time", lambda: 1_000_000_021.0)  # its windows end with the minutes of the clock
    servers = [Server(lambda **all_of: create_app(db, Settings(**all_of)), rate_storage="redis://shared") for _ in "12"]
    assert [server.get().status_code for server in servers * 2] == [200, 200, 200, 429]
    assert 1 <= int(servers[0].get().headers["Retry-After"]) <= 60


def test_the_document_names_the_headers_of_limits(server: Server) -> None:
    document = server.get("/openapi.json").get_json()
    named = {"RateLimit", "RateLimit-Policy", "X-API-Key-Status"}
    assert document["components"]["headers"].keys() >= named
    for routes in document["paths"].values():
        answers = [
            answer for route in routes.values() if "responses" in route for answer in route["responses"].values()
        ]
        for answer in answers:
            told = (
                document["components"]["responses"][answer["$ref"].rpartition("/")[2]] if "$ref" in answer else answer
            )
            assert told["headers"].keys() >= named
