"""Which requests are HTTP: what the parser of the server accepts."""

from __future__ import annotations

import pytest
from waitress.adjustments import Adjustments

from riftcheck.api.server.request import RequestParser


@pytest.mark.parametrize(
    ("head", "is_read"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", True),
        (b"GET / HTTP/1.1\r\nHost:\r\n\r\n", True),  # a URI may have no host
        (b"GET / HTTP/1.0\r\n\r\n", True),
        (b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", True),
        (b"GET / HTTP/1.1\r\n\r\n", False),
        (b"GET http://x/ HTTP/1.1\r\n\r\n", False),
        (b"GET / HTTP/1.1\r\nX-Forwarded-Host: x\r\n\r\n", False),
        (b"GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", False),
    ],
)
def test_http_1_1_needs_one_host_and_http_1_0_none(head: bytes, is_read: bool) -> None:
    parser = RequestParser(Adjustments())
    parser.received(head)
    assert parser.completed
    assert (parser.error is None) == is_read
    assert parser.error is None or parser.error.code == 400
