"""Fetching from a server on this machine that misbehaves in every way that a test names."""

from __future__ import annotations

import gzip
import itertools
import json
import logging
import time
import zlib
from dataclasses import replace
from email.utils import formatdate
from typing import TYPE_CHECKING

import pytest

from riftcheck.carddb.errors import SyncError
from riftcheck.carddb.sync.client import PATH, REGIONS, Client
from tests.carddb.sync.card_server import KEY, QUICK, drip, raw, reply, riot

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

GOOD = reply({"sets": []})
MEGABYTE = b" " * 1_000_000


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.close()


def wait_for_stop(handler: BaseHTTPRequestHandler) -> None:
    handler.server.stop.wait()  # type: ignore[attr-defined]


def test_the_answer_comes_back_and_the_key_goes_out_once_in_its_header() -> None:
    with riot(GOOD) as server:
        assert server.client().contents() == {"sets": []}
    ((path, headers),) = server.seen
    assert path == f"{PATH}?locale=en"
    assert headers["X-Riot-Token"] == KEY
    assert KEY not in path
    assert "Authorization" not in headers


def test_the_host_is_that_of_the_region() -> None:
    assert REGIONS == ("americas", "europe", "asia", "sea", "esports")
    assert Client(KEY, "asia").url == "https://asia.api.riotgames.com/riftbound/content/v1/contents"


def test_a_429_is_waited_out_for_as_long_as_it_says() -> None:
    with riot(reply(status=429, Retry_After="7"), GOOD) as server:
        client = server.client(replace(QUICK, deadline=60))
        assert client.contents() == {"sets": []}
        assert server.sleeps == [7.0]


def test_a_retry_after_may_be_a_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_800_000_000.0)
    date = formatdate(1_800_000_020, usegmt=True)
    with riot(reply(status=429, Retry_After=date), GOOD) as server:
        client = server.client(replace(QUICK, deadline=60))
        assert client.contents() == {"sets": []}
        assert server.sleeps == [20.0]


def test_a_retry_after_in_the_past_is_no_wait() -> None:
    with riot(reply(status=503, Retry_After=formatdate(0, usegmt=True)), GOOD) as server:
        assert server.client().contents() == {"sets": []}
        assert server.sleeps == [0.0]


@pytest.mark.parametrize("header", ["soon", "-1", "1.5", "", "Mon, 99 Foo 2026"])
def test_a_retry_after_that_says_nothing_leaves_the_own_pause(header: str) -> None:
    with riot(reply(status=429, Retry_After=header), GOOD) as server:
        assert server.client().contents() == {"sets": []}
        assert server.sleeps == [1.0]


def test_a_429_forever_ends_after_the_last_try() -> None:
    with riot(reply(status=429, Retry_After="1")) as server:
        with pytest.raises(SyncError, match=r"gave up after 4 tries: .* answered 429 \(too many requests"):
            server.client().contents()
        assert len(server.seen) == 4
        assert server.sleeps == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("header", ["61", "9" * 400, "Fri, 01 Jan 2100 00:00:00 GMT"])
def test_a_wait_over_the_cap_is_not_waited(header: str) -> None:
    with riot(reply(status=429, Retry_After=header), GOOD) as server:
        client = server.client(replace(QUICK, deadline=1e9))
        with pytest.raises(SyncError, match=r"asks to wait .* s; at most 60 s are waited, try later"):
            client.contents()
        assert len(server.seen) == 1
        assert server.sleeps == []


def test_a_wait_past_the_deadline_is_not_waited() -> None:
    with riot(reply(status=503, Retry_After="30"), GOOD) as server:
        with pytest.raises(SyncError, match="the pause of 30 s would pass the limit of 25 s"):
            server.client(replace(QUICK, deadline=25)).contents()
        assert server.sleeps == []


@pytest.mark.parametrize("first", [reply(status=503), reply(status=500), reply(status=502), hang_up])
def test_a_fault_that_passes_is_tried_again(first: object) -> None:
    with riot(first, GOOD) as server:  # type: ignore[arg-type]
        assert server.client().contents() == {"sets": []}
        assert server.sleeps == [1.0]


def test_pauses_double() -> None:
    with riot(reply(status=500)) as server:
        with pytest.raises(SyncError, match="answered 500"):
            server.client().contents()
        assert server.sleeps == [1.0, 2.0, 4.0]


def test_headers_that_do_not_come_are_a_timeout() -> None:
    with riot(wait_for_stop) as server:
        client = server.client(replace(QUICK, read=0.05, tries=2))
        with pytest.raises(SyncError, match=r"gave up after 2 tries: .* sent nothing for 0.05 s"):
            client.contents()


def test_a_body_that_stops_is_a_timeout() -> None:
    def act(handler: BaseHTTPRequestHandler) -> None:
        reply(b"{", length=99)(handler)
        wait_for_stop(handler)

    with riot(act) as server:
        client = server.client(replace(QUICK, read=0.05, tries=1))
        with pytest.raises(SyncError, match=r"sent nothing for 0.05 s"):
            client.contents()


@pytest.mark.parametrize(
    ("head", "drop"),
    [
        (b"HTTP/1.1 200 OK\r\nX-Long: ", b"a"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 30000000\r\n\r\n", b" "),
    ],
    ids=["headers", "body"],
)
def test_a_drip_ends_at_the_deadline(head: bytes, drop: bytes) -> None:
    """It would go on for ever: that the answer comes is the proof."""
    with riot(drip(head, drop)) as server:
        client = server.client(replace(QUICK, deadline=0.4))
        with pytest.raises(SyncError, match=r"gave no whole answer within 0.4 s"):
            client.contents()
        assert len(server.seen) <= 1  # a busy machine may not even have asked by then


def chunk(data: bytes) -> bytes:
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


def test_a_body_that_says_it_is_too_large_is_not_read() -> None:
    with (
        riot(reply(b"", length=33_000_000)) as server,
        pytest.raises(SyncError, match="larger than 32 MB"),
    ):
        server.client().contents()


def test_a_body_that_is_too_large_is_not_read_to_its_end() -> None:
    sent = itertools.count()

    def act(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(CHUNKED)
        for _ in range(200):
            handler.wfile.write(chunk(MEGABYTE))
            next(sent)

    with (
        riot(act) as server,
        pytest.raises(SyncError, match="larger than 32 MB"),
    ):
        server.client().contents()
    assert next(sent) < 60


def test_a_body_of_just_the_cap_is_read() -> None:
    body = b"[]".ljust(2_000)
    with riot(reply(body)) as server:
        assert server.client(replace(QUICK, body=2_000)).contents() == []
        with pytest.raises(SyncError, match="larger than"):
            server.client(replace(QUICK, body=1_999)).contents()


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_what_is_counted_is_the_body_after_decompression(encoding: str) -> None:
    press = zlib.compressobj(9, zlib.DEFLATED, 31 if encoding == "gzip" else 15)
    bomb = b"".join(press.compress(MEGABYTE) for _ in range(300)) + press.flush()
    assert len(bomb) < 1_000_000
    with (
        riot(reply(bomb, Content_Encoding=encoding)) as server,
        pytest.raises(SyncError, match="larger than 32 MB"),
    ):
        server.client().contents()


def test_a_compressed_answer_is_read() -> None:
    with riot(reply(gzip.compress(b'{"sets": []}'), Content_Encoding="gzip")) as server:
        assert server.client().contents() == {"sets": []}
    assert server.seen[0][1]["Accept-Encoding"] == "gzip"


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (reply(b"not gzip", Content_Encoding="gzip"), "its compression cannot be undone"),
        (reply(gzip.compress(b'{"sets": []}')[:-12], Content_Encoding="gzip"), "not JSON|cannot be undone"),
        (reply(b"{}", Content_Encoding="br"), "compressed in a way that was not asked for"),
        (reply(b"{}", Content_Encoding="gzip, gzip"), "compressed in a way that was not asked for"),
        (reply(b'{"sets": [}'), "not JSON at line 1, column 11"),
        (reply(b""), "not JSON at line 1, column 1"),
        (reply(b'{"sets": NaN}'), "a number that is none"),
        (reply(b'{"sets": ' + b"9" * 5_000 + b"}"), "far too long"),
        (reply('{"sets": []}'.encode("utf-16")), "not UTF-8"),
        (reply(b"[" * 200_000), "nested far too deep"),
        (reply(b"<html></html>", kind="text/html; charset=utf-8"), "a web page, not application/json"),
        (reply(b"{}", kind="text/plain"), "text/plain, not application/json"),
        (reply(b"", status=204), "answered 204"),
        (reply(status=400), "answered 400"),
        (reply(status=401), "does not know the key"),
        (reply(status=403), "expired, was withdrawn, or has no access"),
        (reply(status=404), "the region americas has no Riftbound content"),
        (reply(status=418), "answered 418"),
    ],
)
def test_what_is_no_answer_is_refused_at_once(act: object, says: str) -> None:
    with riot(act, GOOD) as server:  # type: ignore[arg-type]
        with pytest.raises(SyncError, match=says):
            server.client().contents()
        assert len(server.seen) == 1


@pytest.mark.parametrize(
    "act",
    [reply(b'{"sets": []}', length=9_999), raw(CHUNKED, chunk(b'{"sets"')), raw(CHUNKED, b"fff\r\n{}")],
    ids=["length", "chunks", "chunk"],
)
def test_a_body_that_breaks_off_is_tried_again_and_then_refused(act: object) -> None:
    with riot(act) as server:  # type: ignore[arg-type]
        with pytest.raises(SyncError, match="gave up after 4 tries: the answer broke off before its end"):
            server.client().contents()
        assert len(server.seen) == 4


def test_a_server_that_is_not_there_is_said() -> None:
    with riot(GOOD) as server:
        client = server.client(replace(QUICK, tries=2))
    with pytest.raises(SyncError, match=r"gave up after 2 tries: no connection to 127\.0\.0\.1"):
        client.contents()


def test_what_does_not_speak_http_is_said() -> None:
    with (
        riot(raw(b"220 ready for mail\r\n\r\n")) as server,
        pytest.raises(SyncError, match=r"no connection to|the connection broke"),
    ):
        server.client().contents()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308, 300])
def test_a_redirect_is_not_followed_and_says_where_it_points(status: int) -> None:
    with riot(GOOD) as other, riot(reply(status=status, Location=f"{other.url}/there?k=1")) as server:
        with pytest.raises(SyncError, match=rf"answered {status} and points to {other.url}/there; no redirect"):
            server.client().contents()
        assert other.seen == []
        assert len(server.seen) == 1


@pytest.mark.parametrize(
    "act",
    [
        reply(status=302, Location=f"https://example.invalid/{KEY}/"),
        reply(b"{}", kind=f"text/{KEY}"),
        reply(status=500),
        reply(status=403),
        reply(b"{"),
        hang_up,
    ],
)
def test_the_key_stands_in_no_message_and_no_log(act: object, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with riot(act) as server:  # type: ignore[arg-type]
        client = server.client()
        with pytest.raises(SyncError) as caught:
            client.contents()
    assert KEY.casefold() not in str(caught.value).casefold()
    assert caught.value.__context__ is None or KEY not in repr(caught.value.__context__)
    assert KEY not in caplog.text
    assert KEY not in repr(client)


@pytest.mark.parametrize("key", ["", "two words", "line\nbreak", "tab\t", "schlüssel"])
def test_a_key_that_cannot_be_one_is_refused_without_showing_it(key: str) -> None:
    with pytest.raises(SyncError, match="the key is empty, or holds spaces") as caught:
        Client(key)
    assert not key or key not in str(caught.value)


@pytest.mark.parametrize("region", ["", "AMERICAS", "na1", "europe.example.invalid/"])
def test_a_region_that_is_none_is_refused(region: str) -> None:
    with pytest.raises(SyncError, match="the regions are americas, europe, asia, sea, esports"):
        Client(KEY, region)


@pytest.mark.parametrize("address", ["http://example.invalid", "http://192.0.2.1:8080"])
def test_the_key_does_not_travel_in_the_clear(address: str) -> None:
    with pytest.raises(SyncError, match="the key would travel in the clear"):
        Client(KEY, base_url=address)


@pytest.mark.parametrize("address", ["", "ftp://127.0.0.1", "file:///x", "https://", "https://u:p@h", "https://h/?a=b"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(SyncError, match="no address to ask"):
        Client(KEY, base_url=address)


def test_no_password_is_added_from_a_netrc_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("default login somebody password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    with riot(GOOD) as server:
        server.client().contents()
    assert "Authorization" not in server.seen[0][1]


def test_a_proxy_of_the_environment_does_not_get_what_stays_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with riot(GOOD) as proxy, riot(reply(json.loads('{"sets": [1]}'))) as server:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        monkeypatch.setenv("no_proxy", "")
        assert server.client().contents() == {"sets": [1]}
        assert proxy.seen == []
