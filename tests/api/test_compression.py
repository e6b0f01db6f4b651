"""Compression: above 1 KB, where the caller takes it, and each form with a tag of its own."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from flask.testing import FlaskClient

LARGE, SMALL = "/v1/cards?limit=50", "/healthz"


def test_a_large_answer_is_compressed_for_who_takes_it(client: FlaskClient) -> None:
    plain = client.get(LARGE)
    assert "Content-Encoding" not in plain.headers
    packed = client.get(LARGE, headers={"Accept-Encoding": "br, gzip;q=0.5"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Content-Length"] == str(len(packed.data))
    assert len(packed.data) < len(plain.data) / 4
    assert gzip.decompress(packed.data) == plain.data
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]


@pytest.mark.parametrize("accepted", ["", "gzip;q=0", "br", "identity"])
def test_who_does_not_take_gzip_gets_none(client: FlaskClient, accepted: str) -> None:
    assert "Content-Encoding" not in client.get(LARGE, headers={"Accept-Encoding": accepted}).headers


def test_a_small_answer_stays_as_it_is(client: FlaskClient) -> None:
    assert "Content-Encoding" not in client.get(SMALL, headers={"Accept-Encoding": "gzip"}).headers


def test_each_form_has_a_tag_of_its_own(client: FlaskClient) -> None:
    tags = {}
    for accepted in ("identity", "gzip"):
        headers = {"Accept-Encoding": accepted}
        tags[accepted] = client.get(LARGE, headers=headers).headers["ETag"]
        again = client.get(LARGE, headers=headers | {"If-None-Match": tags[accepted]})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tags[accepted])
    assert tags["identity"] != tags["gzip"]
    mixed = client.get(LARGE, headers={"Accept-Encoding": "identity", "If-None-Match": tags["gzip"]})
    assert mixed.status_code == 200


def test_a_refusal_and_an_answer_to_a_list_are_compressed_too(client: FlaskClient) -> None:
    body = {"deck": {"main": [f"Nobody {number}" for number in range(60)]}}
    for path in ("/v1/decks/validate", "/v1/games"):
        answer = client.post(
            path, json=body if "decks" in path else {"decks": [body] * 40}, headers={"Accept-Encoding": "gzip"}
        )
        assert answer.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(answer.data).startswith(b"{")
