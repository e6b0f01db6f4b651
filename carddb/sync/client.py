"""Fetching the contents from Riot's content API: one GET, bounded in time, size and number of tries.

The key goes to one host only, in one header. No redirect is followed, and no message of this module holds the key.
"""

from __future__ import annotations

import http.client
import ipaddress
import queue
import re
import threading
import time
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import requests
import urllib3
from requests.auth import AuthBase

from riftcheck.carddb.catalogue import json_text
from riftcheck.carddb.errors import SyncError

if TYPE_CHECKING:
    from collections.abc import Callable

REGIONS: Final = ("americas", "europe", "asia", "sea", "esports")
PATH: Final = "/riftbound/content/v1/contents"

_PIECE: Final = 64 * 1024
_SHOWN: Final = 200  # characters of a foreign value in a message
_ENCODINGS: Final = frozenset({"", "identity", "gzip", "x-gzip", "deflate"})
_FIRST_PAUSE: Final = 1.0  # seconds; doubled after each try
_HTTPS: Final = "https"


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of a fetch. All times are seconds; `body` is bytes after decompression."""

    connect: float = 10.0
    read: float = 30.0
    deadline: float = 120.0
    longest_wait: float = 60.0
    tries: int = 4
    body: int = 32_000_000


class _AgainError(Exception):
    """A try that failed in a way that another may not: why, and how long the server asks to wait."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        self.wait = wait
        super().__init__(reason)


class _Key(AuthBase):
    """Puts the key on a request. As an `auth` it also keeps requests from adding a password out of a netrc file."""

    def __init__(self, key: str) -> None:
        self._key = key

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers["X-Riot-Token"] = self._key
        return request


@dataclass(frozen=True, slots=True)
class Client:
    """Asks one region of the content API. `base_url` replaces Riot's host; it must be https, or this machine.

    :raises SyncError: where the region is unknown, or the key or the address cannot be used.
    """

    key: str = field(repr=False)
    region: str = "americas"
    base_url: str | None = None
    limits: Limits = Limits()
    sleep: Callable[[float], None] = time.sleep

    def __post_init__(self) -> None:
        if self.region not in REGIONS:
            raise SyncError(f"there is no region {self.region!r}; the regions are {', '.join(REGIONS)}")
        if not self.key or not self.key.isascii() or not self.key.isprintable() or " " in self.key:
            raise SyncError("the key is empty, or holds spaces or characters that no key has; copy it again from Riot")
        if self.base_url is not None:
            _check_address(self.base_url)

    @property
    def url(self) -> str:
        """The address that is asked."""
        return (self.base_url or f"https://{self.region}.api.riotgames.com").rstrip("/") + PATH

    def contents(self) -> Any:
        """Return the API's answer as it stands in its JSON, not yet checked for its shape.

        :raises SyncError: if no whole JSON answer came within the limits, or the API refused.
        """
        answers: queue.SimpleQueue[bytes | SyncError] = queue.SimpleQueue()
        end = time.monotonic() + self.limits.deadline

        def work() -> None:
            try:
                answers.put(self._fetch(end))
            except SyncError as error:
                answers.put(error)
            except Exception as error:  # noqa: BLE001 (whatever it is, the caller must hear of it, and not the key)
                answers.put(SyncError(f"the request failed: {type(error).__name__}"))

        # A thread, because no timeout of a socket bounds a name server that hangs, or headers that drip.
        threading.Thread(target=work, name="riftcheck-sync", daemon=True).start()
        try:
            answer = answers.get(timeout=self.limits.deadline)
        except queue.Empty:
            answer = self._too_late()
        if isinstance(answer, SyncError):
            raise SyncError(re.sub(re.escape(self.key), "(key)", str(answer), flags=re.IGNORECASE)) from None
        return json_text.read(answer, "the answer", SyncError)

    def _fetch(self, end: float) -> bytes:
        with requests.Session() as session:
            # A proxy has no business with this machine's own servers, where the request is not encrypted.
            session.trust_env = urlsplit(self.url).scheme == _HTTPS
            for tried in range(1, self.limits.tries + 1):
                try:
                    return self._try(session, end)
                except _AgainError as problem:
                    reason, wait = str(problem), problem.wait
                if tried < self.limits.tries:
                    self._pause(_FIRST_PAUSE * 2 ** (tried - 1) if wait is None else wait, reason, end)
        raise SyncError(f"gave up after {self.limits.tries} tries: {reason}")

    def _pause(self, seconds: float, reason: str, end: float) -> None:
        most = self.limits.longest_wait
        if seconds > most:
            raise SyncError(f"{reason}, and asks to wait {seconds:.0f} s; at most {most:.0f} s are waited, try later")
        if time.monotonic() + seconds >= end:
            raise SyncError(
                f"{reason}, and the pause of {seconds:.0f} s would pass the limit of {self.limits.deadline:g} s"
            )
        self.sleep(seconds)

    def _try(self, session: requests.Session, end: float) -> bytes:
        try:
            with self._get(session, end) as response:
                self._check_status(response)
                _check_headers(response)
                return self._body(response, end)
        except requests.exceptions.SSLError:
            problem: Exception = SyncError(f"no safe connection to {self._host}: its certificate was not accepted")
        except requests.exceptions.ConnectTimeout:
            problem = _AgainError(f"{self._host} cannot be reached within {self.limits.connect:g} s")
        except (requests.exceptions.Timeout, urllib3.exceptions.TimeoutError):
            problem = _AgainError(f"{self._host} sent nothing for {self.limits.read:g} s")
        except urllib3.exceptions.DecodeError:
            problem = SyncError("the answer is damaged: its compression cannot be undone")
        except urllib3.exceptions.ProtocolError as error:
            problem = _AgainError(_broken(error))
        except (requests.exceptions.ConnectionError, urllib3.exceptions.HTTPError):
            problem = _AgainError(f"no connection to {self._host}")
        except requests.exceptions.RequestException as error:
            problem = SyncError(f"the request failed: {type(error).__name__}")
        raise problem  # here, so that it does not carry the request, and with it the key, as its context

    def _get(self, session: requests.Session, end: float) -> requests.Response:
        left = end - time.monotonic()
        if left <= 0:
            raise self._too_late()
        return session.get(
            self.url,
            params={"locale": "en"},
            headers={"Accept": "application/json", "Accept-Encoding": "gzip", "User-Agent": "riftcheck"},
            auth=_Key(self.key),
            timeout=(min(self.limits.connect, left), min(self.limits.read, left)),
            allow_redirects=False,
            stream=True,
        )

    def _check_status(self, response: requests.Response) -> None:
        status = response.status_code
        if status == HTTPStatus.OK:
            return
        if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            what = "too many requests with this key" if status == HTTPStatus.TOO_MANY_REQUESTS else "a fault of its own"
            raise _AgainError(f"{self._host} answered {status} ({what})", _wait(response.headers.get("Retry-After")))
        if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
            place = _shown(response.headers.get("Location", "nowhere").partition("?")[0])
            raise SyncError(f"{self._host} answered {status} and points to {place}; no redirect is followed")
        raise SyncError(f"{self._host} answered {status}: {_meaning(status, self.region)}")

    def _body(self, response: requests.Response, end: float) -> bytes:
        """Read piece by piece what has come, so that neither a slow drip nor a bomb goes unseen."""
        most = self.limits.body
        if int(response.headers.get("Content-Length", "0")) > most:
            raise self._too_large()
        body = bytearray()
        while piece := response.raw.read1(_PIECE, decode_content=True):
            body += piece
            if len(body) > most:
                raise self._too_large()
            if time.monotonic() >= end:
                raise self._too_late()
        return bytes(body)

    @property
    def _host(self) -> str:
        return urlsplit(self.url).netloc

    def _too_large(self) -> SyncError:
        return SyncError(f"the answer is larger than {self.limits.body / 1e6:g} MB; the contents are a few MB at most")

    def _too_late(self) -> SyncError:
        return SyncError(f"{self._host} gave no whole answer within {self.limits.deadline:g} s")


def _check_address(address: str) -> None:
    parts = urlsplit(address)
    if parts.scheme not in (_HTTPS, "http") or not parts.hostname or parts.username or parts.query or parts.fragment:
        raise SyncError(f"{_shown(address)} is no address to ask; it looks like https://host")
    if parts.scheme != _HTTPS and not _is_this_machine(parts.hostname):
        raise SyncError(f"{_shown(address)} is not https: the key would travel in the clear")


def _is_this_machine(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _meaning(status: int, region: str) -> str:
    match status:
        case HTTPStatus.UNAUTHORIZED:
            return "it does not know the key; check that it was copied whole"
        case HTTPStatus.FORBIDDEN:
            return "the key has expired, was withdrawn, or has no access to Riftbound's content"
        case HTTPStatus.NOT_FOUND:
            return f"the region {region} has no Riftbound content; try another of {', '.join(REGIONS)}"
        case _:
            return "200 is the only answer that can be used"


def _check_headers(response: requests.Response) -> None:
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        said = "a web page" if kind == "text/html" else _shown(kind) or "of no stated type"
        raise SyncError(f"the answer is {said}, not application/json; is a proxy or a login page in between?")
    if response.headers.get("Content-Encoding", "").strip().lower() not in _ENCODINGS:
        raise SyncError("the answer is compressed in a way that was not asked for; gzip was")
    if not response.headers.get("Content-Length", "0").isdecimal():
        raise SyncError("the answer states no readable length")


def _wait(header: str | None) -> float | None:
    """Return the seconds of a Retry-After header, which is a number or a date; None where it says neither."""
    if header is None:
        return None
    header = header.strip()
    try:
        if header.isdecimal():
            return float(header)
        return max(parsedate_to_datetime(header).timestamp() - time.time(), 0.0)
    except (ValueError, TypeError, OverflowError):
        return None


def _broken(error: urllib3.exceptions.ProtocolError) -> str:
    if any(isinstance(cause, http.client.IncompleteRead) for cause in error.args):
        return "the answer broke off before its end"
    return "the connection broke while the answer came"


def _shown(text: str) -> str:
    """Return a foreign text in a form that is safe in a message."""
    return text[:_SHOWN].encode("unicode_escape").decode("ascii")
