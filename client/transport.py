"""Requests to one server: kept alive, sent again where that is right, refused in one way."""

from __future__ import annotations

import ipaddress
import json
import re
from dataclasses import dataclass, field
from datetime import date
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, quote, urlsplit

import requests
from requests.auth import AuthBase

from riftcheck import __version__
from riftcheck.client.errors import ApiProblemError, ClientError, NoAnswerError
from riftcheck.client.retries import Pauses, Retries, seconds_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Timeout = float | tuple[float, float]

_BUSY: Final = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE})
# What a proxy says where the server behind it did not answer: it may have done what was asked.
_BROKEN: Final = frozenset({HTTPStatus.BAD_GATEWAY, HTTPStatus.GATEWAY_TIMEOUT})
_POLICY: Final = re.compile(r'"([^"]*)"((?:\s*;\s*[a-z]+=[^;,]*)*)')
_NUMBER: Final = re.compile(r"([a-z]+)=([0-9]{1,9})(?![^;\s])")
_NEVER_BETTER: Final = (requests.exceptions.SSLError, requests.exceptions.ContentDecodingError)
_MAY_PASS: Final = (
    requests.exceptions.ConnectionError,
    requests.exceptions.Timeout,
    requests.exceptions.ChunkedEncodingError,
)


@dataclass(frozen=True, slots=True)
class Call:
    """One request. `repeatable` says that it may reach the server twice without doing more than once."""

    method: str
    path: str
    repeatable: bool = True
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    token: str | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RateSeen:
    """What the server last said of a limit of the caller (draft-ietf-httpapi-ratelimit-headers).

    `policy` is its name, `remaining` the requests that are left, `reset` the seconds until there are more, `limit` the
    requests of `window` seconds. What the server did not say is None.
    """

    policy: str
    remaining: int
    reset: int | None = None
    limit: int | None = None
    window: int | None = None


class _Rights(AuthBase):
    """Puts key and token on a request. As an `auth` it keeps requests from replacing them out of a netrc file."""

    def __init__(self, key: str | None, token: str | None) -> None:
        self._key = key
        self._token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._key is not None:
            request.headers["X-API-Key"] = self._key
        if self._token is not None:
            request.headers["Authorization"] = f"Bearer {self._token}"
        return request


class Transport:
    """A session with one server.

    :raises ClientError: if the address is none of a server.
    """

    def __init__(self, base_url: str, api_key: str | None, timeout: Timeout, retries: Retries) -> None:
        self.base = _address(base_url)
        self.retries = retries
        self.rate: RateSeen | None = None
        self.session = requests.Session()
        self.session.headers["User-Agent"] = f"riftcheck-client/{__version__}"
        self.session.headers["Accept"] = "application/json"
        # A proxy has no business with this machine's own servers, where the request is not encrypted.
        self.session.trust_env = not _is_plain_and_here(self.base)
        self._key = api_key
        self._timeout = timeout

    def get(self, path: str, **query: Any) -> Any:
        """Return what a GET answers; parameters that are None are left out.

        :raises ApiProblemError: if the server refuses.
        :raises NoAnswerError: if no answer comes.
        """
        return self.value(Call("GET", path, query=query))

    def post(self, path: str, body: Any) -> Any:
        """Return what a POST answers that changes nothing, and so may be sent again.

        :raises ApiProblemError: if the server refuses.
        :raises NoAnswerError: if no answer comes.
        """
        return self.value(Call("POST", path, body=body))

    def value(self, call: Call) -> Any:
        """Return the JSON of an answer.

        :raises ApiProblemError: if the server refuses.
        :raises NoAnswerError: if no answer comes, or it is no JSON.
        """
        return self.read(self.send(call))

    def read(self, response: requests.Response) -> Any:
        """Return the JSON of a response.

        :raises NoAnswerError: if it is none.
        """
        try:
            return json.loads(response.content)
        except ValueError:
            kind = response.headers.get("Content-Type", "of no stated type")
            raise NoAnswerError(f"{self.base} answered {kind[:80]}, not JSON; is that a riftcheck server?") from None

    def send(self, call: Call) -> requests.Response:
        """Return the response to a request, after as many tries as are right.

        A refusal for now (429, or a 503 that says how long to wait) was not done and is sent again as the server says.
        Whether a request was done whose connection broke nobody knows, so only what is repeatable is sent again.

        :raises ApiProblemError: if the server refuses.
        :raises NoAnswerError: if no answer comes.
        """
        pauses = Pauses(self.retries)
        while True:
            cause: Exception | None = None
            problem: ClientError
            wait = None
            try:
                response = self._once(call)
            except requests.RequestException as error:
                cause, problem = error, NoAnswerError(f"no answer from {self.base}: {_said(error)}")
                again = call.repeatable and isinstance(error, _MAY_PASS) and not isinstance(error, _NEVER_BETTER)
            else:
                self.rate = _rate(response) or self.rate
                if response.ok and not response.is_redirect:
                    return response
                wait = seconds_of(response.headers.get("Retry-After"))
                problem = self._refusal(response, wait)
                again = _may_be_sent_again(call, response.status_code, wait)
            if not again or not pauses.take(wait):
                raise problem from cause

    def pages(self, path: str, *, token: str | None = None, **query: Any) -> Iterator[Any]:
        """Return the entries of a collection, page by page as they are read.

        Of `next` the query counts and nothing else, so that an answer never leads to another host.

        :raises ApiProblemError: if the server refuses.
        :raises NoAnswerError: if no answer comes, or the pages lead back to one that was read.
        """
        read = set()
        while True:
            page = self.value(Call("GET", path, query=query, token=token))
            yield from page["data"]
            if page["next"] is None:
                return
            query = dict(parse_qsl(urlsplit(page["next"]).query, keep_blank_values=True))
            following = tuple(sorted(query.items()))
            if following in read:
                raise NoAnswerError(f"the pages of {self.base}{path} lead back to one that was read")
            read.add(following)

    def _once(self, call: Call) -> requests.Response:
        headers = dict(call.headers)
        data = None
        if call.body is not None:
            data = encoded(call.body)
            headers["Content-Type"] = "application/json"
        return self.session.request(
            call.method,
            self.base + call.path,
            params={name: _written(value) for name, value in call.query.items() if value is not None},
            data=data,
            headers=headers,
            auth=_Rights(self._key, call.token),
            timeout=self._timeout,
            allow_redirects=False,  # the key would go along
        )

    def _refusal(self, response: requests.Response, wait: float | None) -> ApiProblemError:
        document: Any = None
        if response.is_redirect:
            place = response.headers["Location"].partition("?")[0][:200]
            document = {"detail": f"{self.base} points to {place}; no redirect is followed, give that address"}
        elif response.headers.get("Content-Type", "").partition(";")[0] == "application/problem+json":
            try:
                document = json.loads(response.content)
            except ValueError:
                document = None
        known = document if isinstance(document, dict) else {}
        return ApiProblemError(response.status_code, known, response.headers.get("X-Request-ID", ""), wait)


def segment(text: str) -> str:
    """Return a text as one step of a path."""
    return quote(text, safe="")


def encoded(body: Any) -> bytes:
    """Return a body as JSON, days among it as `2026-11-21`.

    :raises ValueError: if it holds what JSON cannot hold.
    """
    return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_written).encode()


def _written(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str | int):
        return value
    raise TypeError(f"a {type(value).__name__} cannot be sent")


def _may_be_sent_again(call: Call, status: int, wait: float | None) -> bool:
    if status in _BUSY and (wait is not None or status == HTTPStatus.TOO_MANY_REQUESTS):
        return True
    if status == HTTPStatus.CONFLICT and wait is not None:
        return "Idempotency-Key" in call.headers  # the first of these is still being worked on
    return call.repeatable and (status in _BUSY or status in _BROKEN)


def _said(error: requests.RequestException) -> str:
    match error:
        case requests.exceptions.SSLError():
            return "its certificate was not accepted"
        case requests.exceptions.ConnectTimeout():
            return "it cannot be reached in time"
        case requests.exceptions.Timeout():
            return "it sent nothing for too long"
        case requests.exceptions.ChunkedEncodingError():
            return "the answer broke off before its end"
        case requests.exceptions.ConnectionError():
            return "no connection, or one that broke"
        case _:
            return type(error).__name__


def _rate(response: requests.Response) -> RateSeen | None:
    left = _policies(response.headers.get("RateLimit", ""))
    if not left:
        return None
    name, standing = next(iter(left.items()))
    policy = _policies(response.headers.get("RateLimit-Policy", "")).get(name, {})
    if "r" not in standing:
        return None
    return RateSeen(name, standing["r"], standing.get("t"), policy.get("q"), policy.get("w"))


def _policies(header: str) -> dict[str, dict[str, int]]:
    """Return the whole numbers of each policy of a header such as `"light";r=599;t=60`."""
    return {
        name: {key: int(number) for key, number in _NUMBER.findall(numbers)}
        for name, numbers in _POLICY.findall(header)
    }


def _address(base_url: str) -> str:
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or parts.query:
        raise ClientError("the address of a server looks like https://cards.example, without name, password or query")
    return base_url.partition("#")[0].rstrip("/")


def _is_plain_and_here(base: str) -> bool:
    parts = urlsplit(base)
    host = parts.hostname or ""
    try:
        return parts.scheme == "http" and (host == "localhost" or ipaddress.ip_address(host).is_loopback)
    except ValueError:
        return False
