"""Settings, limits and logs of a running API, and the real server."""

from __future__ import annotations

import fcntl
import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api.app import create_app
from riftcheck.api.serve import _options
from riftcheck.api.settings import JSON, TEXT, SettingError, Settings
from riftcheck.build import checked_build
from tests.processes import PATIENCE, wait_until
from tests.servers import Started, connect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from riftcheck.carddb import CardDatabase


def test_the_settings_of_the_environment() -> None:
    assert Settings.from_env({}) == Settings(rate_light=600, rate_heavy=10)
    given = {
        "RIFTCHECK_RATE_LIGHT": "20",
        "RIFTCHECK_RATE_HEAVY": "None",
        "RIFTCHECK_RATE_STORAGE": "redis://localhost:6379/1",
        "RIFTCHECK_KEYS": "keys.sqlite3",
        "RIFTCHECK_PROXIES": "2",
        "RIFTCHECK_LOG": "Debug",
        "RIFTCHECK_WORKERS": "4",
    }
    assert Settings.from_env(given) == Settings(
        rate_light=20,
        rate_heavy=0,
        rate_storage="redis://localhost:6379/1",
        keys="keys.sqlite3",
        proxies=2,
        log_level="debug",
        workers=4,
    )


@pytest.mark.parametrize(
    ("terminal", "given", "form"), [(True, "", TEXT), (False, "", JSON), (True, "JSON", JSON), (False, "text", TEXT)]
)
def test_the_log_is_text_only_on_a_terminal_unless_its_format_is_set(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, given: str, form: str
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    assert Settings.from_env({"RIFTCHECK_LOG_FORMAT": given}).log_format == form


@pytest.mark.parametrize(
    ("bound", "shown"),
    [
        (("127.0.0.1", 8000), "http://127.0.0.1:8000"),
        (("0.0.0.0", 80), "http://localhost:80"),  # noqa: S104
        (("::1", 8001, 0, 0), "http://[::1]:8001"),
    ],
)
def test_a_server_with_a_text_log_prints_its_address_and_hides_gunicorn_messages(
    capsys: pytest.CaptureFixture[str], bound: tuple[Any, ...], shown: str
) -> None:
    options = _options("127.0.0.1", 0, 1, Path(), Settings(log_format=TEXT))
    listener = SimpleNamespace(getsockname=lambda: bound)
    options["when_ready"](SimpleNamespace(LISTENERS=[listener]))
    printed = capsys.readouterr().err
    assert f"is ready at {shown} (games are {checked_build()})" in printed
    assert len(printed.splitlines()) == 1
    assert options["loglevel"] == "warning"
    assert {"when_ready", "on_exit"}.isdisjoint(_options("127.0.0.1", 0, 1, Path(), Settings()))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RIFTCHECK_LOG_FORMAT", "xml"),
        ("RIFTCHECK_RATE_LIGHT", "100/minute"),
        ("RIFTCHECK_RATE_HEAVY", "0"),
        ("RIFTCHECK_RATE_NETWORKS", "venue"),
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


def test_what_replaced_a_setting_is_told() -> None:
    with pytest.raises(SettingError, match="RIFTCHECK_RATE_LIGHT and RIFTCHECK_RATE_HEAVY"):
        Settings.from_env({"RIFTCHECK_RATE_LIMIT": "100/minute"})


def test_the_password_of_a_storage_is_not_told() -> None:
    with pytest.raises(SettingError) as caught:
        Settings.from_env({"RIFTCHECK_RATE_STORAGE": "memcached://user:word@host"})
    assert "host" not in str(caught.value).partition(";")[0]


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
def server(served: Started) -> int:
    """The port of the server of the session."""
    (own,) = served.own("cache")
    assert own.name.startswith("riftcheck-serve-")
    assert list(own.iterdir()), "the counters of /metrics"
    assert served.own("temporary") == []
    return served.port


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Started]]:
    all_of_them = []

    def make(first: str = "", **settings: str) -> Started:
        all_of_them.append(Started(tmp_path, first, **settings))
        return all_of_them[-1]

    yield make
    for one in all_of_them:
        one.process.kill()
        one.process.wait()


def test_what_a_killed_server_leaves_the_next_takes_away_and_nothing_else(start: Callable[..., Started]) -> None:
    killed = start()
    (left,) = killed.own("cache")
    living = start()
    assert len(living.own("cache")) == 2
    killed.process.kill()
    killed.process.wait()
    wait_until(lambda: is_free(left))  # its workers see that they are alone
    start().stop()
    assert not left.exists()
    (kept,) = living.own("cache")
    assert kept != left
    assert ask(living.port, "GET", "/v1/sets")[0] == 200
    assert b"riftcheck_requests" in ask(living.port, "GET", "/metrics")[2]
    living.stop()
    assert living.own("cache") == []


def test_where_the_cache_cannot_be_written_the_systems_folder_is_used(
    tmp_path: Path, start: Callable[..., Started]
) -> None:
    (tmp_path / "file").write_text("")
    started = start(RIFTCHECK_CACHE=str(tmp_path / "file" / "cache"))
    assert [path.name.startswith("riftcheck-serve-") for path in started.own("temporary")] == [True]
    assert ask(started.port, "GET", "/readyz")[0] == 200
    started.stop()
    assert started.own("temporary") == []
    assert started.own("home") == []


def test_a_server_that_can_write_nowhere_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from riftcheck.api.serve import serve

    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RIFTCHECK_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "file"))
    with pytest.raises(SettingError, match="RIFTCHECK_CACHE"):
        serve()


def test_every_line_of_the_servers_log_has_one_shape(start: Callable[..., Started]) -> None:
    started = start(RIFTCHECK_LOG="info", RIFTCHECK_WORKERS="1")
    assert ask(started.port, "GET", "/healthz")[0] == 200
    started.stop()
    lines = [json.loads(line) for line in started.log.read_text().splitlines()]
    assert {line["name"] for line in lines} == {"riftcheck", "gunicorn.error"}
    for line in lines:
        assert line.keys() >= {"time", "level", "name", "message"}
        assert time.strptime(line["time"], "%Y-%m-%dT%H:%M:%SZ")


def is_free(folder: Path) -> bool:
    """Tell whether no process holds a folder any more."""
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(held)
    return True


def ask(
    port: int, method: str, path: str, body: Any = None, **headers: str
) -> tuple[int, http.client.HTTPMessage, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(
        method, path, body=body, headers={name.replace("_", "-"): text for name, text in headers.items()}
    )
    response = connection.getresponse()
    found = response.status, response.headers, response.read()
    connection.close()
    return found


def raw(port: int, data: bytes) -> bytes:
    with connect(port) as connection:
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
FORM = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
WHOLE = b'{"deck": {"main": ["Cleave"]}}'


@pytest.mark.parametrize(("head", "body"), [(POST, WHOLE), (FORM, b"list=3+Cleave")], ids=["json", "form"])
def test_a_body_that_ends_before_its_length_is_not_judged(server: int, head: bytes, body: bytes) -> None:
    for missing, wanted in ((0, b"200"), (1, b"400"), (500, b"400")):
        told = b"Content-Length: %d\r\nConnection: close\r\n\r\n" % (len(body) + missing)
        answer = raw(server, head + told + body)
        assert answer.split(b" ", 2)[1] == wanted, answer
        assert (b'"code":"bad-request"' in answer) is (missing > 0)


REFUSED = [
    ("POST /v1/decks/validate", "application/json", 413),
    ("POST /", "application/x-www-form-urlencoded", 413),
    ("POST /nope", "application/json", 404),
    ("PUT /v1/decks/validate", "application/json", 405),
    ("POST /v1/decks/validate", "text/plain", 415),
]


def send(connection: http.client.HTTPConnection, line: str, kind: str, body: Any) -> tuple[int, str, bytes]:
    method, path = line.split()
    connection.request(method, path, body=body, headers={"Content-Type": kind})
    response = connection.getresponse()
    assert response.headers["Content-Type"] == "application/problem+json"
    return response.status, response.headers.get("Connection", ""), response.read()


@pytest.mark.parametrize(("line", "kind", "wanted"), REFUSED)
@pytest.mark.parametrize("chunked", [False, True])
def test_after_a_refusal_of_a_large_body_the_connection_goes_on(
    server: int, line: str, kind: str, wanted: int, chunked: bool
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server, timeout=PATIENCE)
    piece = b" " * 65_536
    for _ in range(3):
        status, told, data = send(connection, line, kind, iter([piece] * 8) if chunked else piece * 8)
        assert (status, told) == (wanted, "")
        assert json.loads(data)["status"] == wanted
        connection.request("GET", "/healthz")
        assert connection.getresponse().read() == b'{"status":"ok"}'
    connection.close()


@pytest.mark.parametrize("line", ["POST /v1/decks/validate-batch", "POST /nope"])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_larger_than_any_route_takes_is_refused_and_the_end_is_announced(
    server: int, line: str, chunked: bool
) -> None:
    piece = b" " * 65_536
    for _ in range(3):
        connection = http.client.HTTPConnection("127.0.0.1", server, timeout=PATIENCE)
        body = iter([piece] * 80) if chunked else piece * 80
        status, told, data = send(connection, line, "application/json", body)
        assert (status, told) == (413, "close")
        assert json.loads(data)["code"] == "too-large"
        connection.close()


def test_who_sends_without_end_is_cut_off(server: int) -> None:
    with connect(server) as connection:
        connection.sendall(b"POST /nope HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n")

        def cut_off() -> bool:
            try:
                connection.sendall(b" " * 100)
            except (ConnectionResetError, BrokenPipeError):
                return True
            return False

        wait_until(cut_off)  # so slowly that by its size it would be let send for hours


def test_a_caller_who_does_not_hang_up_holds_no_other_caller_up(start: Callable[..., Started]) -> None:
    # A server that waits without end for callers to hang up: if others wait with it, they are not answered at all.
    first = f"from riftcheck.api.server import channel\nchannel.LINGERING = {2 * PATIENCE}"
    started = start(first, RIFTCHECK_WORKERS="1")
    quiet = [connect(started.port) for _ in range(6)]  # fewer than a worker has threads
    for connection in quiet:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert connection.recv(15) == b"HTTP/1.1 200 OK"
    for _ in range(4):
        assert ask(started.port, "GET", "/healthz")[0] == 200
    for connection in quiet:
        connection.close()
    started.stop()


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
    def counted() -> float:
        told = ask(server, "GET", "/metrics")[2].decode()
        name = 'riftcheck_requests_total{method="GET",route="/v1/formats",status="200"} '
        return sum(float(line.removeprefix(name)) for line in told.splitlines() if line.startswith(name))

    before = counted()
    for _ in range(40):
        assert ask(server, "GET", "/v1/formats")[0] == 200
    for _ in range(4):  # whichever worker answers
        assert counted() == before + 40


def test_a_worker_gives_large_blocks_back() -> None:
    code = """if True:
        import sys
        from pathlib import Path
        from riftcheck.api.server.worker import give_memory_back
        if sys.argv[1] == "with":
            give_memory_back()
        def held():
            return int(Path("/proc/self/statm").read_text().split()[1]) // 256  # megabytes
        bytes(30_000_000)  # from now on glibc keeps what is smaller than this
        before = held()
        blocks = [(b"x" * 2_000_000, b"x" * 1_000) for _ in range(40)]
        blocks = [small for _, small in blocks]
        print(held() - before)
    """
    found = {
        how: int(subprocess.run([sys.executable, "-c", code, how], capture_output=True, text=True, check=True).stdout)
        for how in ("with", "without")
    }
    assert found["with"] < 10, found


def test_a_worker_starts_quickly_and_loads_no_more_than_it_needs() -> None:
    code = "import sys; from riftcheck.api.app import create_app; create_app(); print(' '.join(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(found.stdout.split())
    late = {
        "sqlalchemy",
        "redis",
        "requests",
        "apispec",
        "riftcheck.api.openapi",
        "gunicorn",
        "riftcheck.carddb.search",
    }
    assert not loaded & late


def test_the_pages_are_found_wherever_the_server_is_started(tmp_path: Path) -> None:
    theirs = tmp_path / "api"
    theirs.mkdir()
    (theirs / "__init__.py").write_text("")
    code = """if True:
        from riftcheck.api.app import create_app
        client = create_app().test_client()
        print([client.get(path).status_code for path in ("/", "/docs", "/static/style.css")])
    """
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, check=True).stdout == b"[200, 200, 200]\n"


def test_nothing_is_written_but_into_the_cache(tmp_path: Path) -> None:
    cache, home = tmp_path / "cache", tmp_path / "home"
    home.mkdir()
    environment = os.environ | {"RIFTCHECK_CACHE": str(cache), "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    code = "from riftcheck.api.app import create_app; create_app().test_client().get('/v1/bulk')"
    subprocess.run([sys.executable, "-c", code], env=environment, cwd=tempfile.gettempdir(), check=True)
    assert [path.suffix for path in cache.iterdir()] == [".json"]
    assert list(home.iterdir()) == []
