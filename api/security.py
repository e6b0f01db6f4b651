"""What keeps browsers from doing more than the pages need, CORS for other sites, and the hosts that are answered to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import request
from flask_cors import CORS

from riftcheck.api.errors import ProblemError
from riftcheck.api.excerpt import clipped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask, Response

_ALWAYS: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
)
_DATA_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
_PAGE_POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

_PROBES: Final = frozenset({"/healthz", "/readyz", "/metrics"})  # asked by address, and nothing in them is of a host


def check_host(names: Iterable[str]) -> None:
    """Refuse a request for a host that is none of these names, where there are any.

    A name without a port fits every port; `*.` stands for one or more parts of a name.

    :raises ProblemError: with the host that was asked for.
    """
    if not names or request.path in _PROBES:
        return
    host = request.environ.get("HTTP_HOST", "")
    if not any(_fits(host.lower(), name) for name in names):
        raise ProblemError("wrong-host", f"This server does not answer to the host {clipped(host, 60)!r}.")


def _fits(host: str, name: str) -> bool:
    (asked, port), (wanted, wanted_port) = _split(host), _split(name)
    if wanted_port and wanted_port != port:
        return False
    return asked == wanted or (wanted[0] == "*" and asked.endswith(wanted[1:]) and len(asked) >= len(wanted))


def _split(host: str) -> tuple[str, str]:
    """Return the name and the port of a host, "" for none."""
    name, _, port = host.rpartition(":")
    return (name.removesuffix("."), port) if port.isdecimal() and name else (host.removesuffix("."), "")


def add_headers(response: Response) -> None:
    """Add the headers that every answer has; a page may load its own style and picture and nothing else."""
    policy = _PAGE_POLICY if response.mimetype == "text/html" else _DATA_POLICY
    response.headers.extend((*_ALWAYS, ("Content-Security-Policy", policy)))


def allow_other_sites(app: Flask) -> None:
    """Let pages of any site read the API and post lists to it, without credentials."""
    CORS(
        app,
        resources=[r"/v1/.*", r"/openapi\.json"],
        origins="*",
        send_wildcard=True,
        methods=["GET", "HEAD", "POST", "DELETE", "OPTIONS"],
        allow_headers=[
            "Authorization",
            "Content-Type",
            "Idempotency-Key",
            "If-Match",
            "If-None-Match",
            "X-API-Key",
            "X-Request-ID",
        ],
        expose_headers=[
            "ETag",
            "Link",
            "Location",
            "RateLimit",
            "RateLimit-Policy",
            "Retry-After",
            "WWW-Authenticate",
            "X-API-Key-Status",
            "X-Request-ID",
        ],
        max_age=86400,
    )
