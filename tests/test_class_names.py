"""A public class has a name of its own: two rooms use one word only for one thing, or for a reason."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

from tests.paths import ROOMS

_OPENAPI: Final = "the schema of that document; its name is published in the OpenAPI document"
_COMPILED: Final = "the head of the ability language, and what the engine compiles it to"
_LANGUAGE: Final = "a word of the ability language, which the canonical form of a card writes"

SHARED: Final = {
    "Activated": _COMPILED,
    "AnnouncedSet": _OPENAPI,
    "Ban": _OPENAPI,
    "Card": _OPENAPI,
    "CardSet": _OPENAPI,
    "Channel": "the rules' word for putting runes onto the board, and waitress's for a connection",
    "Client": "what asks a service over the network: Riot's content API, and a server of ours",
    "Coverage": _OPENAPI,
    "Day": "the field of a day, as YAML has read it and as a request writes it",
    "Deck": "a list before its cards are looked up, and the field of a request that holds one",
    "Event": _LANGUAGE,
    "Export": _OPENAPI,
    "Format": _OPENAPI,
    "Measure": _LANGUAGE,
    "NewerDocument": _OPENAPI,
    "Opponent": _OPENAPI,
    "Parsed": _OPENAPI,
    "Printing": _OPENAPI,
    "ProvisionalFact": _OPENAPI,
    "Ready": _LANGUAGE,
    "Size": _OPENAPI,
    "Source": _OPENAPI,
    "State": _LANGUAGE,
    "Static": _COMPILED,
    "Toll": _COMPILED,
    "Whole": _LANGUAGE,
}


def test_two_rooms_share_a_class_name_only_for_a_reason() -> None:
    places = _places()
    shared = {name: rooms for name, rooms in places.items() if len(rooms) > 1}
    assert {name: sorted(rooms) for name, rooms in shared.items() if name not in SHARED} == {}


def test_no_reason_is_left_over() -> None:
    places = _places()
    assert [name for name in SHARED if len(places[name]) < 2] == []


def test_the_names_of_every_room_are_seen() -> None:
    assert set().union(*_places().values()) == set(ROOMS)


def _places() -> dict[str, set[str]]:
    """Return the rooms of each public class, by its name. What the compiler keeps to itself is left out."""
    found: dict[str, set[str]] = defaultdict(set)
    for room, folder in ROOMS.items():
        for path in folder.rglob("*.py"):
            if (folder / "compile") in path.parents:
                continue
            for name in re.findall(r"^class ([^\W_]\w*)", path.read_text("utf-8"), re.MULTILINE):
                found[name].add(room)
    return found
