"""The most expensive requests that we know for each light endpoint, for drills and for tests.

The name of a request is `ENDPOINT: what makes it expensive`. If you find a more expensive request, add it here.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode

from drills.service.hostile_requests import PATHS
from riftcheck.api.request_body import MOST_BYTES
from riftcheck.decks.document import MAX_ENTRIES
from riftcheck.decks.text import MAX_LINES, MAX_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb import CardDatabase

_LISTS: Final = ("validate", "timeline", "pool", "stats", "hand")
_PAIRS: Final = ("diff", "team")
_MORE: Final[dict[str, dict[str, Any]]] = {"stats": {"turns": 4}, "hand": {"count": 60}, "validate": {"lines": True}}
# Texts that repeat one of these units, in one line or in many, are the most expensive for their size.
_UNITS: Final = (
    *("3 ", "a 3 ", "x ", "3 a,", "3;", "*3*", "A:", "(a) ", "Main 3 ", "Main: ", "a\t3\t", '"a","3",'),
    *("Defy,", "3 Defy, ", "ab-12 ", "<td>3</td><td>Defy</td>"),
)
_LINE: Final = 60  # characters of a line of units


class Worst(NamedTuple):
    """A request. `name`: the endpoint and what makes the request expensive."""

    name: str
    method: str
    path: str
    body: Any = None

    @property
    def endpoint(self) -> str:
        """The endpoint, without what makes the request expensive."""
        return self.name.partition(":")[0]


def requests(db: CardDatabase, turn: int = 0) -> Iterator[Worst]:
    """Yield the requests.

    :param db: The cards of the server.
    :param turn: Each turn uses other misspelled and unknown card names, because a server caches its results for a name.
        The names of the requests stay the same.
    """
    drawn = random.Random(turn)
    for kind, deck in _decks(db, drawn).items():
        for name in _LISTS:
            yield Worst(f"{name}: {kind}", "POST", PATHS[name], {"deck": deck, **_MORE.get(name, {})})
        for name in _PAIRS if len(json.dumps(deck)) < MOST_BYTES // 2 - 100 else ():
            yield Worst(f"{name}: {kind}", "POST", PATHS[name], {"decks": [deck, deck]})
    for kind, text in _texts(db, drawn):
        yield Worst(f"parse: {kind}", "POST", PATHS["parse"], {"text": text})
    for path, queries in _queries(db, drawn).items():
        for number, query in enumerate(queries):
            yield Worst(f"{path}: query {number}", "GET", f"{path}?{urlencode(query)}")


def _decks(db: CardDatabase, drawn: random.Random) -> dict[str, dict[str, Any]]:
    """Return decks with the maximum number of entries."""
    names = [card.name for card in db.cards if card.kind == "main"][: MAX_ENTRIES - 1]
    legend = next(card.name for card in db.cards if card.kind == "legend")

    def deck(cards: list[str], count: int) -> dict[str, Any]:
        return {"legend": legend, "main": [{"name": name, "count": count} for name in cards]}

    noise = ["".join(drawn.choices("abcdefghijklmnopqrstuvwxyz ", k=50)).strip() + str(n) for n in range(len(names))]
    some = MAX_ENTRIES // 4
    return {
        "known cards": deck(names, 200),
        "misspelled cards": deck([misspelled(name, drawn) for name in names], 99),
        "names of no card": deck(noise, 99),
        "long names of no card": deck([(name * 4)[:190] for name in noise], 99),
        "a quarter of each": {
            **deck(names[:some], 1),
            "sideboard": [*names[:some], *(misspelled(name, drawn) for name in names[some : 2 * some])],
            "battlefields": noise[: some - 1],
        },
    }


def misspelled(name: str, drawn: random.Random) -> str:
    """Return a name with an additional letter and a different last letter."""
    place = drawn.randrange(1, len(name))
    return f"{name[:place]}{drawn.choice('abcxyz')}{name[place:-1]}{drawn.choice('qwx')}"


def _texts(db: CardDatabase, drawn: random.Random) -> Iterator[tuple[str, str]]:
    for unit in _UNITS:
        words = max(1, len(unit.translate(dict.fromkeys(map(ord, ",;|:*/()[]\t"), " ")).split()))
        count = min(MAX_WORDS // words, (MOST_BYTES - 1000) // len(json.dumps(unit)))
        yield f"{unit!r} in one line", unit * count
        each = max(1, _LINE // len(unit))
        yield f"{unit!r} in lines", "\n".join([unit * each] * min(count // each, MAX_LINES))
    names = [card.name for card in db.cards if card.kind == "main"]
    yield "misspelled cards", "\n".join(f"3 {misspelled(name, drawn)}" for name in names[:118])
    yield "unknown cards with the names of sets", "\n".join(f"3 {name} (XYZ) {n}" for n, name in enumerate(names[:299]))


def _queries(db: CardDatabase, drawn: random.Random) -> dict[str, list[dict[str, str]]]:
    wrong = [misspelled(card.name, drawn) for card in db.cards[:40:8]]
    long = "".join(drawn.choices("abcdefghijklmnopqrstuvwxyz ", k=200))
    searches = ["", " or ".join(["t:unit"] * 60), "a " * 100, "-(" * 50 + "a" + ")" * 50, "(t:unit or a) " * 40, long]
    searches += ["-o:zz " * 30, "-name=z " * 25, "og-7 " * 30, "ogn 7 a " * 10, "-xyz:abc " * 20]
    return {
        "/v1/cards": [{"q": query, "limit": "250"} for query in searches],
        "/v1/cards/search": [{"q": "-o:zz " * 30, "limit": "250"}],
        "/v1/cards/named": [{"fuzzy": name} for name in (*wrong, long, "a", "a" * 60)],
        "/v1/cards/autocomplete": [{"q": name} for name in ("a", *wrong[:1], long)],
        **{path: [{}] for path in ("/", "/docs", "/openapi.json", "/v1/bulk", "/v1/data", "/v1/formats", "/metrics")},
        **{path: [{"limit": "250"}] for path in ("/v1/sets", "/v1/products", "/v1/issue-codes")},
    }
