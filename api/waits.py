"""How long a request waits for others, and when whoever is refused for now is told to come again."""

from __future__ import annotations

from typing import Final

LONGEST_WAIT: Final = 0.2  # seconds: who waits keeps a thread
SOON: Final = {"Retry-After": "1"}  # where another request is at it
LATER: Final = {"Retry-After": "5"}  # where something has to be mended
