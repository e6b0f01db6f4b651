"""The hosts that the server answers to, and that no answer repeats the one that was asked for."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from riftcheck.api.app import create_app
from riftcheck.api.settings import SettingError, Settings
from tests.api.games.game_players import Table

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase
    from tests.apps import Apps

EVIL = "evil.example"
PAGED = ("/v1/cards?limit=1", "/v1/sets?limit=1", "/v1/formats?limit=1", "/v1/issue-codes?limit=1")
GIVEN = {"RIFTCHECK_HOSTS": " Cards.Example.org, *.cards.example.org localhost:8000,[::1] "}


@pytest.fixture(scope="module")
def named(apps: Apps) -> FlaskClient:
    return apps(hosts=Settings.from_env(GIVEN).hosts).test_client()


@pytest.mark.parametrize("path", PAGED)
def test_links_of_answers_that_caches_keep_are_without_a_host(apps: Apps, path: str) -> None:
    client = apps(proxies=1).test_client()
    plain = client.get(path)
    forwarded = {"X-Forwarded-Host": EVIL, "X-Forwarded-Proto": "https", "X-Forwarded-Prefix": "/evil"}
    foreign = client.get(path, headers={"Host": EVIL, **forwarded})
    assert "public" in foreign.headers["Cache-Control"]
    assert foreign.data == plain.data
    assert foreign.headers["Link"] == plain.headers["Link"]
    following = plain.get_json()["next"]
    assert following.startswith(f"{path}&cursor=")
    assert plain.headers["Link"] == f'<{path}>; rel="first", <{following}>; rel="next"'
    assert client.get(following).status_code == 200


@pytest.mark.parametrize("path", ["/", "/docs", "/openapi.json", "/v1/bulk", "/metrics", "/nope"])
def test_no_other_answer_repeats_the_host(db: CardDatabase, path: str) -> None:
    # An application of its own, because it keeps some answers as they were first asked for.
    app = create_app(db, Settings(log_level="error"))
    response = app.test_client().get(path, headers={"Host": EVIL})
    assert EVIL not in f"{response.headers}{response.text}"


def test_the_link_to_the_rest_of_a_log_is_without_a_host(apps: Apps, tmp_path: Path) -> None:
    table = Table(apps(games=str(tmp_path / "games.sqlite3")).test_client())
    table.play(random.Random(1), 4)
    path = f"/v1/games/{table.id}/log"
    found = table.client.get(f"{path}?limit=1", headers={"Host": EVIL})
    assert found.get_json()["next"].startswith(f"{path}?limit=1&after=")
    assert found.headers["Link"] == f'<{found.get_json()["next"]}>; rel="next"'


@pytest.mark.parametrize(
    "host",
    [
        "cards.example.org",
        "CARDS.example.ORG",
        "cards.example.org.",
        "cards.example.org:8443",
        "a.cards.example.org",
        "a.b.cards.example.org:80",
        "localhost:8000",
        "[::1]",
        "[::1]:8000",
    ],
)
def test_a_host_of_the_setting_is_answered_to(named: FlaskClient, host: str) -> None:
    assert named.get("/v1/sets", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        EVIL,
        "example.org",
        "evilcards.example.org",
        ".cards.example.org",
        "cards.example.org.evil.example",
        "cards.example.org@evil.example",
        "cards.example.org, evil.example",
        "cards.example.org:",
        "localhost",
        "localhost:8001",
        "127.0.0.1",
        ":8000",
        "",
    ],
)
def test_another_host_is_refused(named: FlaskClient, host: str) -> None:
    for path in ("/v1/sets", "/", "/docs", "/nope", "/static/style.css"):
        response = named.get(path, headers={"Host": host})
        assert (response.status_code, response.get_json()["code"]) == (400, "wrong-host")
        assert response.content_type == "application/problem+json"
        assert response.headers["Cache-Control"] == "no-store"
    assert named.post("/v1/decks/validate", json={}, headers={"Host": host}).get_json()["code"] == "wrong-host"
    asked = {"Origin": "https://deck.example", "Access-Control-Request-Method": "POST", "Host": host}
    assert named.options("/v1/decks/validate", headers=asked).status_code == 400


def test_probes_ask_by_address(named: FlaskClient) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        assert named.get(path, headers={"Host": "10.0.0.7:8000"}).status_code == 200


def test_without_the_setting_every_host_is_answered_to(apps: Apps) -> None:
    for host in (EVIL, "", "a b", '"<'):
        assert apps().test_client().get("/v1/sets", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "name", ["https://cards.example.org", "cards.example.org/v1", "*", "a.*.org", "x:port", "é.org"]
)
def test_a_name_that_is_no_host_is_told(name: str) -> None:
    with pytest.raises(SettingError, match=r"RIFTCHECK_HOSTS has .*cards\.example\.org, \*\.example\.org"):
        Settings.from_env({"RIFTCHECK_HOSTS": f"localhost {name}"})
