"""Settings, limits and logs of a running API, and the real server."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any

import pytest
from limits.storage import MemoryStorage

from api.app import create_app
from api.settings import SettingError, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from carddb import CardDatabase


def test_the_settings_of_the_environment() -> None:
    assert Settings.from_env({}) == Settings()
    given = {
        "RIFTCHECK_RATE_LIMIT": "100/minute;5/second",
        "RIFTCHECK_RATE_STORAGE": "redis://localhost:6379/1",
        "RIFTCHECK_PROXIES": "2",
        "RIFTCHECK_LOG": "Debug",
        "RIFTCHECK_WORKERS": "4",
    }
    assert Settings.from_env(given) == Settings("100/minute;5/second", "redis://localhost:6379/1", 2, "debug", 4)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RIFTCHECK_RATE_LIMIT", "many"),
        ("RIFTCHECK_RATE_STORAGE", "mongodb://x"),
        ("RIFTCHECK_PROXIES", "-1"),
        ("RIFTCHECK_PROXIES", "²"),
        ("RIFTCHECK_LOG", "loud"),
        ("RIFTCHECK_WORKERS", "0"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=name):
        Settings.from_env({name: value})


def test_the_password_of_a_storage_is_not_told() -> None:
    with pytest.raises(SettingError) as caught:
        Settings.from_env({"RIFTCHECK_RATE_STORAGE": "memcached://user:word@host"})
    assert "host" not in str(caught.value).partition(";")[0]


def limited(db: CardDatabase, **more: Any) -> Any:
    return create_app(db, Settings(rate_limit="3/minute", log_level="error", **more)).test_client()


def test_over_the_limit_is_429_until_the_time_told(db: CardDatabase) -> None:
    client = limited(db)
    assert [client.get("/v1/sets").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = client.get("/nope")
    assert refused.status_code == 429
    assert refused.content_type == "application/problem+json"
    assert refused.json["code"] == "too-many-requests"
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert client.get("/v1/sets").headers["Access-Control-Allow-Origin"] == "*"
    for path in ("/healthz", "/readyz", "/metrics"):
        assert client.get(path).status_code == 200


def test_who_waits_as_told_is_let_in(db: CardDatabase) -> None:
    client = create_app(db, Settings(rate_limit="1/2second", log_level="error")).test_client()
    assert client.get("/v1/sets").status_code == 200
    refused = client.get("/v1/sets")
    assert refused.status_code == 429
    time.sleep(int(refused.headers["Retry-After"]))
    assert client.get("/v1/sets").status_code == 200


def test_callers_are_told_apart_by_key_then_by_address(db: CardDatabase) -> None:
    client = limited(db)

    def status(**headers: str) -> int:
        return int(
            client.get("/v1/sets", headers={name.replace("_", "-"): text for name, text in headers.items()}).status_code
        )

    assert [status(X_API_Key="one") for _ in range(4)] == [200, 200, 200, 429]
    assert status(X_API_Key="two") == 200
    assert status(X_API_Key="k" * 5000) == 200
    assert [status() for _ in range(4)] == [200, 200, 200, 429]
    # A stranger cannot become somebody else by a header.
    assert status(X_Forwarded_For="203.0.113.9") == 429
    elsewhere = client.get("/v1/sets", environ_overrides={"REMOTE_ADDR": "203.0.113.9"})
    assert elsewhere.status_code == 200


def test_behind_a_proxy_the_address_is_the_one_it_saw(db: CardDatabase) -> None:
    client = limited(db, proxies=1)

    def status(forwarded: str) -> int:
        return int(client.get("/v1/sets", headers={"X-Forwarded-For": forwarded}).status_code)

    assert [status("203.0.113.1") for _ in range(4)] == [200, 200, 200, 429]
    assert status("203.0.113.2") == 200
    assert status("203.0.113.3, 203.0.113.1") == 429  # what the caller wrote itself does not count


def test_without_redis_requests_are_counted_in_memory(db: CardDatabase, capfd: pytest.CaptureFixture[str]) -> None:
    settings = Settings(rate_limit="3/minute", rate_storage="redis://127.0.0.1:1/0", log_level="warning")
    client = create_app(db, settings).test_client()
    assert [client.get("/v1/sets").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert capfd.readouterr().err.count("counting in memory") == 1


def test_workers_with_one_storage_count_together(db: CardDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = MemoryStorage()
    monkeypatch.setattr("limits.storage.storage_from_string", lambda *_args, **_more: shared)
    clients = [limited(db, rate_storage="redis://shared"), limited(db, rate_storage="redis://shared")]
    assert [client.get("/v1/sets").status_code for client in clients * 2] == [200, 200, 200, 429]


def test_a_request_is_one_line_of_json_without_what_was_sent(
    db: CardDatabase, capfd: pytest.CaptureFixture[str]
) -> None:
    client = create_app(db, Settings(log_level="info")).test_client()
    body = {"deck": {"text": "3 Secret Sauce"}}
    client.post("/v1/decks/validate", json=body, headers={"X-API-Key": "hidden-key", "X-Request-ID": "r1"})
    client.get("/v1/cards?q=secretquery")
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert len(lines) == 2
    assert lines[0].keys() == {
        "time",
        "level",
        "name",
        "message",
        "request_id",
        "method",
        "path",
        "status",
        "milliseconds",
    }
    assert (lines[0]["request_id"], lines[0]["method"], lines[0]["status"]) == ("r1", "POST", 200)
    assert lines[0]["path"] == "/v1/decks/validate"
    assert not any(word in json.dumps(lines) for word in ("Sauce", "hidden-key", "secretquery"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    home = tmp_path_factory.mktemp("home")
    temporary = tmp_path_factory.mktemp("temporary")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    environment = os.environ | {"HOME": str(home), "TMPDIR": str(temporary), "RIFTCHECK_LOG": "warning"}
    environment.pop("XDG_DATA_HOME", None)
    log = home.parent / "server.log"
    code = f"from api.serve import serve; serve('127.0.0.1', {port})"
    with log.open("wb") as stream:
        process = subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=stream, stderr=stream)
    begun = time.monotonic()
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                break
        except OSError:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() - begun < 10, log.read_text()
            time.sleep(0.05)
    assert [path.name.partition("-metrics-")[0] for path in temporary.iterdir()] == ["riftcheck"]
    yield port
    process.send_signal(signal.SIGTERM)
    assert process.wait(25) == 0
    assert list(home.rglob("*")) == []
    assert list(temporary.iterdir()) == []
    assert "Traceback" not in log.read_text()
    assert "ERROR" not in log.read_text()


def ask(
    port: int, method: str, path: str, body: Any = None, **headers: str
) -> tuple[int, http.client.HTTPMessage, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(
        method, path, body=body, headers={name.replace("_", "-"): text for name, text in headers.items()}
    )
    response = connection.getresponse()
    found = response.status, response.headers, response.read()
    connection.close()
    return found


def raw(port: int, data: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        found = b""
        while chunk := connection.recv(4096):
            found += chunk
        return found


def test_the_server_answers(server: int) -> None:
    assert ask(server, "GET", "/healthz")[0] == 200
    assert ask(server, "GET", "/v1/cards/OPP-001%2F298")[0] == 200
    assert ask(server, "GET", "/")[0] == 200
    body = json.dumps({"deck": {"main": ["Cleave"]}})
    status, _, data = ask(server, "POST", "/v1/decks/validate", body, Content_Type="application/json")
    assert (status, json.loads(data)["verdict"]) == (200, "illegal")


def test_a_body_without_a_length_has_a_largest_size_too(server: int) -> None:
    for size, wanted in ((64, 422), (65, 413)):
        chunks = iter([b"{}" + b" " * 1022] + [b" " * 1024] * (size - 1))
        status, headers, _ = ask(server, "POST", "/v1/decks/validate", chunks, Content_Type="application/json")
        assert status == wanted
        assert headers["Content-Type"] == "application/problem+json"


POST = b"POST /v1/decks/validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    "data",
    [
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 9000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: a\r\n" * 200 + b"\r\n",
        b"POST /v1/decks/validate HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
        POST + b"Content-Length: 50\r\n\r\n{}",
    ],
)
def test_broken_http_is_a_problem_document(server: int, data: bytes) -> None:
    head, _, body = raw(server, data).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 4")
    assert b"application/problem+json" in head
    shown = json.JSONDecoder().raw_decode(body.decode())[0]
    assert shown.keys() == {"type", "title", "status", "detail", "instance", "code", "errors"}


@pytest.mark.parametrize("host", [b'a"<b', b"a b", b"", b"\xff"])
def test_a_strange_host_is_no_fault_of_the_server(server: int, host: bytes) -> None:
    found = raw(server, b"GET /v1/cards?limit=1 HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
    assert found.startswith((b"HTTP/1.1 200", b"HTTP/1.1 4"))
    assert b"<http:///" not in found


def test_the_numbers_of_all_workers_are_added_up(server: int) -> None:
    for _ in range(40):
        assert ask(server, "GET", "/v1/formats")[0] == 200
    wanted = 'riftcheck_requests_total{method="GET",route="/v1/formats",status="200"} 40.0'
    for _ in range(4):  # whichever worker answers
        assert wanted in ask(server, "GET", "/metrics")[2].decode()


def test_a_worker_starts_quickly_and_loads_no_more_than_it_needs() -> None:
    code = "import sys; from api.app import create_app; create_app(); print(' '.join(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(found.stdout.split())
    assert not loaded & {"limits", "redis", "requests", "api.openapi", "gunicorn", "carddb.search"}


def test_nothing_is_written_but_into_the_cache(tmp_path: Path) -> None:
    cache, home = tmp_path / "cache", tmp_path / "home"
    home.mkdir()
    environment = os.environ | {"RIFTCHECK_CACHE": str(cache), "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    code = "from api.app import create_app; create_app().test_client().get('/v1/bulk')"
    subprocess.run([sys.executable, "-c", code], env=environment, cwd=tempfile.gettempdir(), check=True)
    assert [path.suffix for path in cache.iterdir()] == [".json"]
    assert list(home.iterdir()) == []
