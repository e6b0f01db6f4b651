"""What is refused of HTTP itself is told in our words, not in those of a library."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from werkzeug.exceptions import BadRequest, ClientDisconnected

if TYPE_CHECKING:
    from flask.testing import FlaskClient


class Broken(io.RawIOBase):
    """A body that breaks off in the way of a server: with an error of its own."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: object) -> int:
        raise self.error


@pytest.mark.parametrize("protocol", ["websocket", "WebSocket", "h2c"])
@pytest.mark.parametrize(("path", "status"), [("/v1/sets", 200), ("/", 200), ("/nope", 404), ("/v1/decks/parse", 405)])
def test_upgrade_header_is_ignored(client: FlaskClient, path: str, status: int, protocol: str) -> None:
    upgrade = {"Connection": "Upgrade", "Upgrade": protocol, "Sec-WebSocket-Version": "13"}
    response = client.get(path, headers=upgrade)
    assert response.status_code == client.get(path).status_code == status
    assert "Upgrade" not in response.headers


@pytest.mark.parametrize("error", [ValueError("chunk"), OSError("away"), ClientDisconnected(), BadRequest()])
@pytest.mark.parametrize("path", ["/v1/decks/validate", "/"])
def test_a_body_that_breaks_off_is_told_in_our_words(client: FlaskClient, path: str, error: Exception) -> None:
    kind = "application/x-www-form-urlencoded" if path == "/" else "application/json"
    response = client.post(
        path,
        content_type=kind,
        environ_overrides={"wsgi.input": io.BufferedReader(Broken(error)), "wsgi.input_terminated": True},
        headers={"Transfer-Encoding": "chunked"},
    )
    assert (response.status_code, response.get_json()["code"]) == (400, "bad-request")
    assert response.get_json()["detail"] == "The body breaks off before its end, or its chunks are wrong."


def test_a_range_that_no_file_has_is_told_in_our_words(client: FlaskClient) -> None:
    response = client.get("/static/style.css", headers={"Range": "bytes=99999999-"})
    assert response.status_code == 416
    assert response.get_json()["detail"] == "The request itself is broken; nothing in it was looked at."
