"""For the tests of `cards sync`: a local server that behaves as a test says, and an answer made from the database."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from riftcheck.carddb.sync.client import Client, Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from riftcheck.carddb import Card, CardDatabase, Printing

KEY = "RGAPI-00000000-test-key"
# So much that no machine is too busy: what is about a limit sets its own.
QUICK = Limits(connect=300.0, read=300.0, deadline=600.0)


class Riot(ThreadingHTTPServer):
    """Answers each request with the next of its acts, the last one again and again."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, *acts: Callable[[BaseHTTPRequestHandler], None]) -> None:
        self.acts = acts
        self.seen: list[tuple[str, dict[str, str]]] = []
        self.stop = threading.Event()
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def client(self, limits: Limits = QUICK, **options: Any) -> Client:
        self.sleeps: list[float] = []
        return Client(KEY, base_url=self.url, limits=limits, sleep=self.sleeps.append, **options)

    def handle_error(self, *_args: object) -> None:
        """Say nothing of a client that has hung up: many tests are about just that."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Riot

    def do_GET(self) -> None:
        self.server.seen.append((self.path, dict(self.headers)))
        self.close_connection = True
        self.server.acts[min(len(self.server.seen), len(self.server.acts)) - 1](self)

    def log_message(self, *_args: object) -> None:
        pass


@contextmanager
def riot(*acts: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[Riot]:
    with Riot(*acts) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.stop.set()
            server.shutdown()
            thread.join()


def reply(
    body: Any = b"",
    status: int = 200,
    kind: str = "application/json",
    length: int | None = None,
    **headers: str,
) -> Callable[[BaseHTTPRequestHandler], None]:
    """Return an act that sends one answer; `length` is a Content-Length that does not fit."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()

    def act(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(data) if length is None else length))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(data)

    return act


def raw(*pieces: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    """Return an act that sends bytes as they are."""

    def act(handler: BaseHTTPRequestHandler) -> None:
        for piece in pieces:
            handler.wfile.write(piece)
            handler.wfile.flush()

    return act


def drip(head: bytes, drop: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    """Return an act that sends a head and then a drop now and then for as long as the server lives."""

    def act(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(head)
        while not handler.server.stop.wait(0.02):  # type: ignore[attr-defined]
            handler.wfile.write(drop)

    return act


def spelled(printing: Printing, db: CardDatabase) -> str:
    """Return a printing's id as the API spells it."""
    number, _, total = printing.id.partition("/")
    size = db.sets[printing.set].size
    if not total and size and printing.number[0].isdigit():
        total = str(size)
    return number.replace("*", "-star").lower() + (f"-{total}" if total else "")


def card_json(card: Card, printing: Printing, db: CardDatabase) -> dict[str, Any]:
    """Return a printing as the API has it, with a text of our own."""
    return {
        "id": spelled(printing, db),
        "collectorNumber": 1,
        "set": printing.set,
        "name": card.name,
        "description": f"Made-up text of {card.name}.",
        "type": " ".join((*card.supertypes, *card.types)),
        "rarity": printing.rarity,
        "faction": ",".join(card.domains) or "colorless",
        "stats": {"energy": card.energy, "might": card.might, "power": card.power, "cost": card.energy},
        "keywords": list(card.keywords),
        "tags": list(card.tags),
        "flavorText": None,
        "art": {"thumbnailURL": "https://example.invalid/a", "fullURL": "https://example.invalid/b", "artist": "N. N."},
    }


def answer(db: CardDatabase) -> dict[str, Any]:
    """Return the contents as the API would give them for just this database."""
    sets: dict[str, list[dict[str, Any]]] = {}
    for card, printing in db.by_printing.values():
        sets.setdefault(printing.set, []).append(card_json(card, printing, db))
    return {
        "game": "riftbound",
        "version": "1.42.0",
        "lastUpdated": "2026-10-20T00:00:00Z",
        "sets": [{"id": code, "name": db.sets[code].name, "cards": cards} for code, cards in sets.items()],
    }


def new_card(**facts: Any) -> dict[str, Any]:
    """Return a card of a set that no database has, with some facts otherwise."""
    return {
        "id": "zzz-001-120",
        "name": "Copper Heron",
        "description": "Made-up text of a new card.",
        "type": "Unit",
        "rarity": "Common",
        "faction": "fury",
        "stats": {"energy": 2, "might": 3, "power": 1, "cost": 2},
        "keywords": ["Accelerate"],
        "tags": ["Ionia"],
        "media": [{"type": "full", "url": "https://example.invalid/c"}],
    } | facts


def with_cards(contents: dict[str, Any], *cards: dict[str, Any]) -> dict[str, Any]:
    """Return contents with a further set of cards."""
    added = {"id": "ZZZ", "name": "Made-up Set", "cards": list(cards)}
    return {**contents, "sets": [*contents["sets"], added]}


def without(contents: dict[str, Any], names: set[str]) -> dict[str, Any]:
    """Return contents that lack the cards of some names."""
    return {
        **contents,
        "sets": [
            {**entry, "cards": [card for card in entry["cards"] if card["name"] not in names]}
            for entry in contents["sets"]
        ],
    }


def changed(contents: dict[str, Any], card_name: str, /, **facts: Any) -> dict[str, Any]:
    """Return contents in which every printing of a card has some facts otherwise."""
    return {
        **contents,
        "sets": [
            {**entry, "cards": [card | facts if card["name"] == card_name else card for card in entry["cards"]]}
            for entry in contents["sets"]
        ],
    }
