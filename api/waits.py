"""How long a request waits for others or keeps them waiting, and when who is refused for now may come again."""

from __future__ import annotations

from typing import Final

LONGEST_WAIT: Final = 0.2  # seconds: who waits keeps a thread
SOON: Final = {"Retry-After": "1"}  # where another request is at it
LATER: Final = {"Retry-After": "5"}  # where something has to be mended
LONGEST_REPLAY: Final = 3.0  # seconds of a processor that a game is played again for: others are answered beside it
