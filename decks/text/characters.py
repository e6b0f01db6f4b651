"""One form for the characters of a text: no invisible ones, one kind of spaces and digits, no HTML entities."""

from __future__ import annotations

import html
from typing import Final

from riftcheck.decks.text.counts import TIMES_SIGNS

_INVISIBLE: Final = "\u00ad\u034f\u061c\u180e\ufeff" + "".join(
    chr(code)
    for start, stop in ((0x200B, 0x2010), (0x202A, 0x202F), (0x2060, 0x2070), (0xFE00, 0xFE10))
    for code in range(start, stop)
)
_SPACES: Final = "\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
# Full-width forms, which Asian keyboards write, and signs of multiplication.
_PLAIN: Final = str.maketrans(
    dict.fromkeys(_INVISIBLE)
    | dict.fromkeys(_SPACES, " ")
    | {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)}
    | dict.fromkeys(TIMES_SIGNS, "x"),
)


def plain(text: str) -> str:
    """Return a text without what nobody sees, and with one form of spaces and digits. Its lines stay its lines."""
    return text if text.isascii() else text.translate(_PLAIN)


def unescaped(line: str) -> str:
    """Return a line with its HTML entities as characters."""
    return " ".join(plain(html.unescape(line)).split()) if "&" in line else line
