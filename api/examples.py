"""The examples of the documentation: requests that can be sent as they stand."""

from __future__ import annotations

from typing import Any, Final

TEXT: Final = """\
Legend:
1 Daughter of the Void

Champion:
1 Kai'Sa, Survivor

Main Deck:
3 Cleave
"""
DECK: Final[dict[str, Any]] = {"text": TEXT}
OPTIONS: Final = {"format": "constructed", "date": "2026-11-21", "level": "high"}
BY_NAME: Final[dict[str, Any]] = {
    "legend": "Daughter of the Void",
    "champion": "Kai'Sa, Survivor",
    "champion_apart": True,
    "main": [{"name": "Cleave", "count": 3}],
    "runes": [{"name": "Fury Rune", "count": 6}, {"name": "Mind Rune", "count": 6}],
}
PLAYED: Final[dict[str, Any]] = {
    **BY_NAME,
    "main": [{"name": "Cleave", "count": 3}, {"name": "Vayne, Hunter", "count": 3}],
    "battlefields": ["Altar to Unity"],
}
BODIES: Final[dict[str, dict[str, Any]]] = {
    "parse": {"text": TEXT},
    "validate": {"deck": DECK, **OPTIONS},
    "batch": {"decks": [DECK, BY_NAME], **OPTIONS},
    "team": {"decks": [DECK, BY_NAME], "date": "2026-11-21"},
    "export": {"deck": BY_NAME, "to": "text"},
    "stats": {"deck": BY_NAME, "turns": 5},
    "hand": {"deck": BY_NAME, "seed": 7, "count": 2},
    "pool": {"deck": BY_NAME, **OPTIONS},
    "timeline": {"deck": BY_NAME, "format": "constructed"},
    "diff": {"decks": [DECK, BY_NAME]},
    "goldfish": {"deck": PLAYED, "games": 50, "seed": 7, "allow_illegal": True, "date": "2026-11-21"},
    "game": {"decks": [PLAYED, PLAYED], "mode": "duel", "seed": 7},
    "answer": {"answer": [0, 2], "decision": 0},
    "fork": {"tokens": ["v1Jm0cVd4k9Rz3TqW8yLx2Ns", "bH6pQe1uGf7Ao5KiZ0rMtX4w"]},
    "collection": {"cards": [{"id": "OGN-001"}, {"name": "Cleave"}]},
}
