"""What a key can be for."""

from __future__ import annotations

from typing import Final

# By blueprint; routes of others are open to every key.
SCOPE_OF: Final = {
    "cards": "read",
    "data": "read",
    "decks": "decks",
    "teams": "decks",
    "goldfish": "goldfish",
    "games": "games",
}
SCOPES: Final = tuple(dict.fromkeys(SCOPE_OF.values()))
