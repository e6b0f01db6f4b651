"""Text of decks and cards as it can be shown: nothing in it steers a terminal."""

from __future__ import annotations

from typing import Final

_REPLACED: Final = "\N{REPLACEMENT CHARACTER}"


def clean(text: str) -> str:
    """Return a text with what cannot be printed replaced: control characters, writing direction, lone surrogates."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else " " if letter.isspace() else _REPLACED for letter in text)
