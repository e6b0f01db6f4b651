"""Headers that keep browsers from doing more than the pages need, and CORS for programs on other sites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask_cors import CORS

if TYPE_CHECKING:
    from flask import Flask, Response

_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_DATA_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
_PAGE_POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def add_headers(response: Response) -> None:
    """Add the headers that every answer has; a page may load its own style and picture and nothing else."""
    headers = response.headers
    for name, value in _ALWAYS.items():
        headers[name] = value
    headers["Content-Security-Policy"] = _PAGE_POLICY if response.mimetype == "text/html" else _DATA_POLICY


def allow_other_sites(app: Flask) -> None:
    """Let pages of any site read the API and post lists to it, without credentials."""
    CORS(
        app,
        resources=[r"/v1/.*", r"/openapi\.json"],
        origins="*",
        send_wildcard=True,
        methods=["GET", "HEAD", "POST", "DELETE", "OPTIONS"],
        allow_headers=["Authorization", "Content-Type", "If-None-Match", "X-API-Key", "X-Request-ID"],
        expose_headers=["ETag", "Link", "Location", "Retry-After", "WWW-Authenticate", "X-Request-ID"],
        max_age=86400,
    )
