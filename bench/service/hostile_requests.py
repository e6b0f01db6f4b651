"""Requests that nobody should send: each kind of flood by its name, and the bytes of its nth request."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from bench import lists, random_decks

if TYPE_CHECKING:
    from collections.abc import Callable

POSTS: Final = (
    "/v1/decks/validate",
    "/v1/decks/validate-batch",
    "/v1/decks/export",
    "/v1/decks/stats",
    "/v1/teams/validate",
    "/v1/goldfish",
    "/v1/games",
    "/v1/games/nope/answers",
)
NO_JSON: Final = (
    b"",
    b'{"deck": ',
    b'{"deck": 1, "deck": 2}',
    b"[" * 30_000,
    b"[" * 30_000 + b"]" * 30_000,
    b'{"a": ' + b"9" * 50_000 + b"}",
    b'{"a": NaN}',
    b'{"deck": {"text": "\\ud800"}}',
    b'{"a": "\xff"}',
    '{"a": 1}'.encode("utf-16"),
    b'{"deck": {"main": [{"name": "Cleave", "count": ' + b"1" * 4000 + b"}]}}",
    b'{"deck": {"main": [' + b",".join([b"{}"] * 20_000) + b"]}}",
)
QUERIES: Final = (
    " or ".join("abcdefghijklmno"),
    "-(" * 60 + "t:unit" + ")" * 60,
    "name:" + "e" * 200,
    "(" * 250,
    "t:unit " * 36,
    "\u202e\u0301\x00" * 20,
)
NO_HTTP: Final = (
    b"GARBAGE\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),  # TLS
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: a\r\n" * 200 + b"\r\n",
    b"POST /v1/decks/validate HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /v1/decks/validate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"GET /v1/cards?limit=1 HTTP/1.1\r\nHost: \xff\r\nConnection: close\r\n\r\n",
)


def _request(path: str, body: bytes | None = None, **headers: str) -> bytes:
    method = "GET" if body is None else "POST"
    told = {"Host": "127.0.0.1", "Connection": "close", **headers}
    if body is not None:
        told |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + (body or b"")


def _post(path: str, body: Any, caller: int) -> bytes:
    """Return a request of a caller at an address of its own, and with a made-up key, as somebody who evades limits has.

    The server must take addresses from one proxy.
    """
    told = {
        "X-API-Key": f"caller-{caller}",
        "X-Forwarded-For": f"10.{caller >> 16 & 255}.{caller >> 8 & 255}.{caller & 255}",
    }
    return _request(path, json.dumps(body).encode(), **told)


@cache
def _texts() -> list[str]:
    return lists.texts()


@cache
def _decks() -> list[dict[str, Any]]:
    def counted(cards: dict[str, int]) -> list[dict[str, Any]]:
        return [{"name": name, "count": count} for name, count in cards.items()]

    return [
        {**deck, "champion_apart": True, "main": counted(deck["main"]), "runes": counted(deck["runes"])}
        for deck in json.loads(random_decks.STORED.read_text("utf-8"))
    ]


def _no_http(number: int) -> bytes:
    rng = random.Random(number)
    return NO_HTTP[number // 2 % len(NO_HTTP)] if number % 2 else rng.randbytes(rng.randrange(1, 4000)) + b"\r\n\r\n"


def _no_json(number: int) -> bytes:
    return _request(POSTS[number % len(POSTS)], NO_JSON[number // len(POSTS) % len(NO_JSON)])


def _too_large(number: int) -> bytes:
    return _request(POSTS[number % 2], b" " * (3 << 20))


def _many_lists(number: int) -> bytes:
    texts = _texts()
    decks = [{"text": texts[(number + place) % len(texts)]} for place in range(100)]
    return _post("/v1/decks/validate-batch", {"decks": decks}, number)


def _unknown_names(number: int) -> bytes:
    """Return a list of as many unknown lines as it may have, each with nearly the name of a card."""
    rng = random.Random(number)
    lines = (f"3 {rng.choice(('Clevae', 'Stackd Dekc', 'Falling Stra', 'Jinx, Demolishnst'))} {n}" for n in range(120))
    return _post("/v1/decks/validate", {"deck": {"text": "\n".join(lines)}}, number)


def _searches(number: int) -> bytes:
    text = QUERIES[number % len(QUERIES)].encode()
    return _request("/v1/cards?limit=250&q=" + "".join(f"%{byte:02X}" for byte in text))


def _games(number: int) -> bytes:
    decks = _decks()
    return _post("/v1/games", {"decks": [decks[number % len(decks)], decks[number * 5 % len(decks)]]}, number // 4)


def _jobs(number: int) -> bytes:
    order = {"sweep" if number % 2 else "deck": {"text": _texts()[0]}, "games": 100 if number % 2 else 100_000}
    return _post("/v1/goldfish", {**order, "allow_illegal": True, "unsupported": "vanilla"}, number // 10)


def _half(number: int) -> bytes:
    """Return a request of which a part never comes."""
    whole = _post("/v1/decks/validate", {"deck": {"text": _texts()[number % len(_texts())]}}, number)
    return whole[: random.Random(number).randrange(1, len(whole))]


FLOODS: Final[dict[str, Callable[[int], bytes]]] = {
    "no_http": _no_http,
    "no_json": _no_json,
    "too_large": _too_large,
    "many_lists": _many_lists,
    "unknown_names": _unknown_names,
    "searches": _searches,
    "games": _games,
    "jobs": _jobs,
    "broken_off": _half,
    "held_open": _half,
}
