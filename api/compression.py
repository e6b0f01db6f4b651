"""Compression of responses by flask-compress: zstd, br or gzip, whichever the client prefers.

Responses of 1 KB or more are compressed if their status is 2xx, they are not files, and they are not marked
`no-transform`. A client whose `Accept-Encoding` has more than 1,000 characters receives no compressed response.
"""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from flask import g, request
from flask_compress import Compress

if TYPE_CHECKING:
    from flask import Flask, Request, Response

LEAST_BYTES: Final = 1024
LONGEST_HEADER: Final = 1000  # characters of Accept-Encoding; parsing 60 KB, the most in a head, takes 35 ms
# In order of preference, if the client accepts several equally. zstd takes half of the CPU time of the others.
ENCODINGS: Final = ("zstd", "br", "gzip")
MOST_KEPT: Final = 9  # three documents in each encoding
_GZIP_TIME: Final = slice(4, 8)  # the bytes of a gzip header with the time of the compression (RFC 1952)


class PreparedDocuments:
    """The compressed forms of prepared documents, by encoding and key. The oldest form is dropped first."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}
        self._lock = threading.Lock()

    def get(self, key: str) -> bytes | None:
        """Return the compressed form under a key, None if it isn't kept."""
        return self._kept.get(key)

    def set(self, key: str, value: bytes) -> None:
        """Keep a compressed form. A key that ends with `;` has no name of a prepared document, so it is ignored."""
        if key.endswith(";"):
            return
        with self._lock:
            self._kept[key] = value
            while len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]


def _key(_: Request) -> str:
    prepared: str = g.get("prepared", "")
    return prepared


_SETTINGS: Final[dict[str, Any]] = {
    "COMPRESS_REGISTER": False,
    "COMPRESS_MIMETYPES": ["application/json", "text/html", "text/plain", "text/css", "image/svg+xml"],
    "COMPRESS_ALGORITHM": ENCODINGS,
    # The 859 KB of `/v1/bulk` become 82 KB in 2.8 ms (zstd), 77 KB in 5.3 ms (br) or 102 KB in 5.5 ms (gzip). The next
    # levels that differ (zstd 7, br 6, gzip 6) save 7, 3 and 4 % of the bytes and take 50, 12 and 49 % more time.
    "COMPRESS_ZSTD_LEVEL": 5,
    "COMPRESS_BR_LEVEL": 5,
    "COMPRESS_LEVEL": 5,
    "COMPRESS_MIN_SIZE": LEAST_BYTES,
    "COMPRESS_STREAMS": False,
    "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,  # `responses` does this before the compression
    "COMPRESS_CACHE_BACKEND": PreparedDocuments,
    "COMPRESS_CACHE_KEY": _key,
}


def install(app: Flask) -> None:
    """Compress the responses of an application."""
    app.config.from_mapping(_SETTINGS)
    extension = Compress()
    extension.init_app(app)
    app.after_request(partial(_compressed, extension))


def prepared(key: str) -> None:
    """Keep the compressed forms of the response to this request. Responses with the same key have the same body."""
    g.prepared = key


def tag(digest: str, size: int) -> str:
    """Return the ETag of a response of this size: its compressed form is another representation (RFC 9110, 8.8.3)."""
    encoding = _encoding() if size >= LEAST_BYTES else None
    return digest if encoding is None else f"{digest}:{encoding}"


def tags(digest: str) -> list[str]:
    """Return the ETags of all forms of a response."""
    return [digest, *(f"{digest}:{encoding}" for encoding in ENCODINGS)]


def _encoding() -> str | None:
    """Return the encoding that the client prefers, None for none."""
    if not 0 < len(request.environ.get("HTTP_ACCEPT_ENCODING", "")) <= LONGEST_HEADER:
        return None
    accepted = request.accept_encodings
    best = max((*ENCODINGS, "identity"), key=accepted.quality)
    return None if best == "identity" or accepted.quality(best) <= 0 else best


def _compressed(extension: Compress, response: Response) -> Response:
    if response.cache_control.no_transform:
        return response
    # flask-compress also compresses an empty body, and a file if the server's wrapper of files has a length.
    if response.direct_passthrough or not response.calculate_content_length():
        response.vary.add("Accept-Encoding")
        return response
    if "HTTP_ACCEPT_ENCODING" in request.environ:
        # flask-compress ignores `q=0` and weights after a space, so it gets only the encoding that we chose.
        request.environ["HTTP_ACCEPT_ENCODING"] = _encoding() or "identity"
    response = extension.after_request(response)
    if response.content_encoding == "gzip" and response.is_sequence:
        # A strong ETag needs the same bytes at any time and from each worker.
        data = bytearray(response.get_data())
        data[_GZIP_TIME] = bytes(4)
        response.set_data(bytes(data))
    return response
