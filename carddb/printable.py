"""Text of decks and cards that is safe to print: without characters that control a terminal."""

from __future__ import annotations

from typing import Final

_REPLACED: Final = "\N{REPLACEMENT CHARACTER}"


def clean(text: str) -> str:
    """Return a text with its unprintable characters replaced: control and direction characters, lone surrogates."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else " " if letter.isspace() else _REPLACED for letter in text)
