"""Foreign text cut to a length before it is shown or logged."""

from __future__ import annotations


def clipped(text: str, longest: int) -> str:
    """Return a text cut to a length, in characters that every encoder can write."""
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    return short.encode("utf-8", "replace").decode()
