"""Requests that nobody should send: each kind by its name, and the bytes of its nth request."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from bench import lists, random_decks
from drills.service.caller import request
from riftcheck.api.examples import BODIES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATHS: Final = {
    "parse": "/v1/decks/parse",
    "validate": "/v1/decks/validate",
    "batch": "/v1/decks/validate-batch",
    "team": "/v1/teams/validate",
    "export": "/v1/decks/export",
    "stats": "/v1/decks/stats",
    "hand": "/v1/decks/hand",
    "pool": "/v1/decks/pool",
    "timeline": "/v1/decks/timeline",
    "diff": "/v1/decks/diff",
    "goldfish": "/v1/goldfish",
    "game": "/v1/games",
    "answer": "/v1/games/nope/answers",
    "fork": "/v1/games/nope/fork",
    "collection": "/v1/cards/collection",
}
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
VALUES: Final[tuple[Any, ...]] = (
    *(
        None,
        True,
        -1,
        0,
        1.5,
        10**400,
        float("inf"),
        float("nan"),
        "",
        "\x00",
        "\ud800",
        "\u202e\u0301" * 50,
        "9" * 5000,
    ),
    *([], {}, [None], [[[[[[]]]]]], {"": {}}, ["Cleave"] * 400, "x" * 40_000, "2026-02-30", "9999-12-31", "OGN-001"),
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
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200) + b"\r\n\r\n",  # TLS
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: a\r\n" * 200 + b"\r\n",
    b"POST /v1/decks/validate HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /v1/decks/validate HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    b"GET /v1/cards?limit=1 HTTP/1.1\r\nHost: \xff\r\nConnection: close\r\n\r\n",
)
CHUNKS: Final = (
    b"ZZ\r\n",
    b"-1\r\n\r\n",
    b"1\r\n{}\r\n0\r\n\r\n",
    b"FFFFFFFFFFFFFFFFFF\r\n",
    b"2;" + b"x" * 70_000 + b"\r\n{}\r\n0\r\n\r\n",
    b"2\r\n{}\r\n" * 10 + b"0\r\n\r\n",
    b"11170\r\n" + b" " * 70_000 + b"\r\n0\r\n\r\n",
)
LARGE: Final = b'{"deck": {"text": "' + b"x" * 100_000 + b'"}}'  # more than a connection holds unread
# The method, the path if it is no route that takes a body, the body, and headers.
UNREAD: Final[tuple[tuple[str, str, bytes, dict[str, str]], ...]] = (
    ("POST", "/v1/nope", LARGE, {}),
    ("PUT", "", LARGE, {}),
    ("DELETE", "/v1/cards", LARGE, {}),
    ("GET", "/healthz", LARGE, {}),
    ("POST", "", LARGE, {"Content-Type": "text/plain"}),
    ("POST", "", LARGE, {"Content-Encoding": "gzip"}),
    ("POST", "", LARGE, {"Content-Length": ""}),
    ("POST", "", LARGE, {"X-Long": "x" * 70_000}),
    ("POST", "", LARGE, {"Expect": "200-maybe"}),
    ("POST", "", LARGE, {"Authorization": "Bearer \x7f"}),
    ("POST", "", b" " * (3 << 20), {}),
)


def _no_http(number: int) -> bytes:
    rng = random.Random(number)
    return NO_HTTP[number // 2 % len(NO_HTTP)] if number % 2 else rng.randbytes(rng.randrange(1, 4000)) + b"\r\n\r\n"


def _no_json(number: int) -> bytes:
    return request("POST", _path(number), NO_JSON[number // len(PATHS) % len(NO_JSON)])


def _mutant(number: int) -> bytes:
    """Return a documented example in which one thing is other than it should be."""
    rng = random.Random(number)
    kind = rng.choice(list(PATHS))
    body = copy.deepcopy(BODIES[kind])
    holder, key = rng.choice(list(_places(body)))
    how = rng.randrange(4)
    if how == 0:
        del holder[key]
    elif how == 1 and isinstance(holder, dict):
        holder[f"{key} "] = holder[key]
    else:
        holder[key] = rng.choice(VALUES)
    data = bytearray(json.dumps(body).encode())
    if rng.randrange(5) == 0:
        data[rng.randrange(len(data))] = rng.randrange(256)
    return request("POST", PATHS[kind], bytes(data))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each object and list with each key of it."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(inner, dict | list):
            yield from _places(inner)


def _unread(number: int) -> bytes:
    """Return a request that can be refused before its large body is read."""
    method, path, body, headers = UNREAD[number // len(PATHS) % len(UNREAD)]
    return request(method, path or _path(number), body, **headers)


def _chunks(number: int) -> bytes:
    return _head_of_chunks(number) + CHUNKS[number // len(PATHS) % len(CHUNKS)]


def _head_of_chunks(number: int) -> bytes:
    return request("POST", _path(number), b"", **{"Content-Length": "", "Transfer-Encoding": "chunked"})


def _many_lists(number: int) -> bytes:
    texts = _texts()
    decks = [{"text": texts[(number + place) % len(texts)]} for place in range(100)]
    return request("POST", PATHS["batch"], {"decks": decks})


def _unknown_names(number: int) -> bytes:
    """Return a list of as many unknown lines as it may have, each with nearly the name of a card."""
    rng = random.Random(number)
    lines = (f"3 {rng.choice(('Clevae', 'Stackd Dekc', 'Falling Stra', 'Jinx, Demolishnst'))} {n}" for n in range(120))
    return request("POST", PATHS["validate"], {"deck": {"text": "\n".join(lines)}})


def _searches(number: int) -> bytes:
    text = QUERIES[number % len(QUERIES)].encode()
    return request("GET", "/v1/cards?limit=250&q=" + "".join(f"%{byte:02X}" for byte in text))


def _games(number: int) -> bytes:
    decks = _decks()
    body = {"decks": [decks[number % len(decks)], decks[number * 5 % len(decks)]]}
    return request("POST", PATHS["game"], body, **_elsewhere(number))


def _jobs(number: int) -> bytes:
    order = {"sweep" if number % 2 else "deck": {"text": _texts()[0]}, "games": 100 if number % 2 else 100_000}
    body = {**order, "allow_illegal": True, "unsupported": "vanilla"}
    return request("POST", PATHS["goldfish"], body, **_elsewhere(number))


def _elsewhere(number: int) -> dict[str, str]:
    """Return the headers of somebody who evades limits: many addresses, as a proxy tells them, and made-up keys."""
    return {
        "X-Forwarded-For": f"10.{number // 400 >> 8 & 255}.{number // 400 & 255}.1",
        "X-API-Key": f"made-up-{number}",
    }


def _broken_off(number: int) -> bytes:
    """Return a request of which a part never comes: the rest of its body, or of a chunk."""
    if number % 4 == 0:
        return _head_of_chunks(number) + b"5\r\n{}\r\n0\r\n\r\n"
    whole = request("POST", PATHS["validate"], {"deck": {"text": _texts()[number % len(_texts())]}})
    return whole[: random.Random(number).randrange(1, len(whole))]


def _path(number: int) -> str:
    return list(PATHS.values())[number % len(PATHS)]


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


KINDS: Final[dict[str, Callable[[int], bytes]]] = {
    "no_http": _no_http,
    "no_json": _no_json,
    "mutants": _mutant,
    "unread": _unread,
    "chunks": _chunks,
    "many_lists": _many_lists,
    "unknown_names": _unknown_names,
    "searches": _searches,
    "games": _games,
    "jobs": _jobs,
    "broken_off": _broken_off,
}
_OFTEN: Final = ("mutants",) * 8 + ("no_json",) * 4 + ("unread",) * 3 + ("chunks", "no_http")
_MIX: Final = (*KINDS, *_OFTEN)


def kind_of(number: int) -> str:
    """Return the kind of the nth request of a mix of all, those that cost little more often."""
    return _MIX[number % len(_MIX)]
