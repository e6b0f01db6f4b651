"""Responses of 1 KB or more are compressed as the client prefers, and each encoding has its own ETag."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from flask_compress.flask_compress import _compress_data as compress
from waitress.buffers import ReadOnlyFileBasedBuffer

from riftcheck.api import responses
from riftcheck.api.compression import MOST_KEPT, PreparedDocuments
from tests.api.documented import plain

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

LARGE, SMALL = "/v1/cards?limit=50", "/healthz"
CHROME = "gzip, deflate, br, zstd"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        (CHROME, "zstd"),
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("GZIP", "gzip"),
        ("br;q=0.5, gzip", "gzip"),
        ("br; q=0.5, gzip; q=0.7", "gzip"),
        ("zstd;q=0, *", "br"),
        ("*", "zstd"),
        ("identity;q=0.5, gzip", "gzip"),
        ("gzip;q=0.5, identity;q=0", "gzip"),
    ],
)
def test_the_encoding_is_the_one_that_the_client_prefers(client: FlaskClient, accepted: str, encoding: str) -> None:
    unpacked = client.get(LARGE)
    assert "Content-Encoding" not in unpacked.headers
    packed = client.get(LARGE, headers={"Accept-Encoding": accepted})
    assert packed.headers["Content-Encoding"] == encoding
    assert packed.headers["Content-Length"] == str(len(packed.data))
    assert len(packed.data) < len(unpacked.data) / 4
    assert plain(packed) == unpacked.data
    for response in (unpacked, packed):
        assert "Accept-Encoding" in response.headers["Vary"]


@pytest.mark.parametrize(
    "accepted", ["", "gzip;q=0", "br; q=0", "*;q=0", "deflate", "compress", "identity", "identity, gzip;q=0.5"]
)
def test_a_client_that_prefers_no_encoding_gets_none(client: FlaskClient, accepted: str) -> None:
    response = client.get(LARGE, headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in response.headers
    assert "Accept-Encoding" in response.headers["Vary"]


@pytest.mark.parametrize(("length", "encoding"), [(1000, "br"), (1001, None), (60_000, None)])
def test_a_very_long_accept_encoding_is_ignored(client: FlaskClient, length: int, encoding: str | None) -> None:
    response = client.get(LARGE, headers={"Accept-Encoding": "br".ljust(length, ",")})
    assert response.headers.get("Content-Encoding") == encoding
    assert "Accept-Encoding" in response.headers["Vary"]


def test_a_response_below_1_kb_is_not_compressed(client: FlaskClient) -> None:
    assert "Content-Encoding" not in client.get(SMALL, headers={"Accept-Encoding": CHROME}).headers


def test_each_encoding_has_its_own_etag_and_304(client: FlaskClient) -> None:
    tags = {}
    for accepted in ("identity", "gzip", "br", "zstd"):
        headers = {"Accept-Encoding": accepted}
        tags[accepted] = client.get(LARGE, headers=headers).headers["ETag"]
        again = client.get(LARGE, headers=headers | {"If-None-Match": tags[accepted]})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tags[accepted])
        assert "Accept-Encoding" in again.headers["Vary"]
        assert "Content-Encoding" not in again.headers
    assert len(set(tags.values())) == 4
    mixed = client.get(LARGE, headers={"Accept-Encoding": "identity", "If-None-Match": tags["gzip"]})
    assert mixed.status_code == 200


def test_if_match_holds_for_the_form_that_is_sent(client: FlaskClient) -> None:
    headers = {"Accept-Encoding": "br"}
    tag = client.get(LARGE, headers=headers).headers["ETag"]
    assert client.get(LARGE, headers=headers | {"If-Match": tag}).status_code == 200
    assert client.get(LARGE, headers={"If-Match": tag}).status_code == 412


@pytest.mark.parametrize("encoding", ["gzip", "br", "zstd"])
@pytest.mark.parametrize("path", [LARGE, "/docs"])
def test_head_has_the_headers_of_get(client: FlaskClient, path: str, encoding: str) -> None:
    headers = {"Accept-Encoding": encoding}
    got, head = client.get(path, headers=headers), client.head(path, headers=headers)
    assert head.data == b""
    for name in ("Content-Encoding", "Content-Length", "ETag", "Vary", "Content-Type"):
        assert head.headers.get(name) == got.headers.get(name)


def test_a_range_of_a_file_is_not_compressed(client: FlaskClient) -> None:
    headers = {"Accept-Encoding": CHROME}
    with client.get("/static/style.css", headers=headers) as response:
        assert "Content-Encoding" not in response.headers
        whole = response.data
    with client.get("/static/style.css", headers=headers | {"Range": "bytes=0-9"}) as part:
        assert (part.status_code, part.data) == (206, whole[:10])
        assert "Content-Encoding" not in part.headers


def test_a_file_from_the_wrapper_of_the_server_is_not_compressed_and_has_a_304(client: FlaskClient) -> None:
    # The server's wrapper has a length, which flask-compress takes for that of a body in memory.
    wrapped = {"wsgi.file_wrapper": ReadOnlyFileBasedBuffer}
    headers = {"Accept-Encoding": CHROME}
    with client.get("/static/style.css", headers=headers, environ_overrides=wrapped) as response:
        assert "Content-Encoding" not in response.headers
        assert "Accept-Encoding" in response.headers["Vary"]
        headers["If-None-Match"] = response.headers["ETag"]
    with client.get("/static/style.css", headers=headers, environ_overrides=wrapped) as again:
        assert again.status_code == 304


@pytest.mark.parametrize("encoding", ["gzip", "br", "zstd"])
def test_a_response_without_a_body_is_not_compressed(app: Flask, client: FlaskClient, encoding: str) -> None:
    headers = {"Accept-Encoding": encoding}
    options = client.options("/v1/games", headers=headers)
    with app.test_request_context(headers=headers):
        app.preprocess_request()
        deleted = app.process_response(app.response_class(status=204))
    for response in (options, deleted):
        assert response.data == b""
        assert "Content-Encoding" not in response.headers


def test_a_report_is_compressed_and_an_error_is_not(client: FlaskClient) -> None:
    body = {"deck": {"main": [f"Nobody {number}" for number in range(60)]}}
    headers = {"Accept-Encoding": CHROME}
    report = client.post("/v1/decks/validate", json=body, headers=headers)
    assert report.headers["Content-Encoding"] == "zstd"
    assert json.loads(plain(report))["legal"] is False
    error = client.post("/v1/games", json={"decks": [body] * 40}, headers=headers)
    assert error.status_code == 422
    assert len(error.data) > 1024
    assert "Content-Encoding" not in error.headers


@pytest.mark.parametrize("encoding", ["gzip", "br", "zstd"])
def test_a_prepared_document_is_compressed_once(
    client: FlaskClient, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def counted(app: Flask, data: bytes, encoding: str) -> bytes:
        sizes.append(len(data))
        return compress(app, data, encoding)

    headers = {"Accept-Encoding": encoding}
    paths = ("/v1/bulk", "/openapi.json", "/docs")
    unpacked = {path: client.get(path).data for path in paths}
    first = {path: client.get(path, headers=headers) for path in paths}
    assert {path: plain(response) for path, response in first.items()} == unpacked
    monkeypatch.setattr("flask_compress.flask_compress._compress_data", counted)
    assert {path: client.get(path, headers=headers).data for path in paths} == {
        path: response.data for path, response in first.items()
    }
    assert sizes == []
    response = client.get(LARGE, headers=headers)  # compressed forms of every page would fill the memory
    assert sizes == [len(plain(response))]


def test_at_most_nine_compressed_documents_are_kept() -> None:
    kept = PreparedDocuments()
    for number in range(MOST_KEPT + 1):
        kept.set(f"gzip;{number}", b"%d" % number)
    kept.set("gzip;", b"of no prepared document")
    assert [kept.get(f"gzip;{number}") for number in (0, 1, MOST_KEPT)] == [None, b"1", b"%d" % MOST_KEPT]
    assert kept.get("gzip;") is None


def test_gzip_has_no_time_so_one_etag_has_one_form(client: FlaskClient) -> None:
    assert client.get(LARGE, headers={"Accept-Encoding": "gzip"}).data[4:8] == bytes(4)


def test_an_answer_with_secrets_is_not_compressed(app: Flask) -> None:
    value = {"tokens": ["a" * 2000]}
    with app.test_request_context(headers={"Accept-Encoding": CHROME}):
        app.preprocess_request()
        secret, other = (app.process_response(make(value)) for make in (responses.secret, responses.answer))
    assert secret.content_encoding is None
    assert secret.cache_control.no_transform  # for proxies
    assert other.content_encoding == "zstd"
