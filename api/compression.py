"""Compression: answers above 1 KB go out as gzip where the caller takes it."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from flask import request

if TYPE_CHECKING:
    from flask import Response

LEAST_BYTES: Final = 1024
_LEVEL: Final = 5  # the last ones cost twice the time for a hundredth of the size
_GZIP: Final = 31  # the window of zlib that writes the head of gzip
_KINDS: Final = frozenset(
    {"application/json", "application/problem+json", "text/html", "text/plain", "text/css", "image/svg+xml"}
)


def is_wanted(size: int) -> bool:
    """Return whether an answer of so many bytes goes out compressed to this caller."""
    if size < LEAST_BYTES or "HTTP_ACCEPT_ENCODING" not in request.environ:
        return False
    return request.accept_encodings.quality("gzip") > 0


def tag(digest: str, size: int) -> str:
    """Return the ETag of an answer of so many bytes: what is compressed is another representation (RFC 9110, 8.8.3)."""
    return f"{digest}-gzip" if is_wanted(size) else digest


def compress(response: Response) -> Response:
    """Compress an answer where that is wanted."""
    if response.mimetype not in _KINDS or response.direct_passthrough or response.headers.get("Content-Encoding"):
        return response
    if "Vary" in response.headers:
        response.vary.add("Accept-Encoding")
    else:
        response.headers.add("Vary", "Accept-Encoding")
    if response.status_code in {204, 304} or not is_wanted(response.calculate_content_length() or 0):
        return response
    writer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    response.set_data(writer.compress(response.get_data()) + writer.flush())
    response.headers["Content-Encoding"] = "gzip"
    return response
