"""One form for the characters of a text: no invisible ones, one kind of spaces and digits, no HTML entities."""

from __future__ import annotations

import html
import re
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
# A character of UTF-8 that was read as Windows-1252 or Latin-1, byte for byte.
_FOLLOWING: Final = "".join(bytes([byte]).decode("cp1252", errors="replace") for byte in range(0x80, 0xC0))
_FOLLOWS: Final = f"[{re.escape(_FOLLOWING.replace(chr(0xFFFD), ''))}\u0080-\u009f]"
_MISREAD: Final = re.compile(f"[\u00c2-\u00df]{_FOLLOWS}|[\u00e0-\u00ef]{_FOLLOWS}{{2}}|[\u00f0-\u00f4]{_FOLLOWS}{{3}}")
_FENCE: Final = re.compile(r"\s*```[^\S\n]*\w*[^\S\n]*\n(.*?)\s*```\s*", re.DOTALL)
_CHECKBOX: Final = re.compile(r"\s*(?:[-*+]\s+)?(?:\[[ xX]?\]|[\u2610-\u2612\u2705\u2713\u2714])\s+(?=\S)")
_LINK: Final = re.compile(r"\[([^\[\]]+)\]\((?:https?:/|www\.|/)[^()\s]*\)")
_TAG: Final = re.compile(
    r"</?(?:br|p|div|span|[uo]l|li|b|i|strong|em|a|t[drh]|table|tbody|thead|h[1-6])\b[^<>]*>|<a?:\w+:\d+>",
    re.IGNORECASE,
)
_EMOJI: Final = re.compile(r"(?<!\S):[a-z]\w*:(?!\S)")
_ADDRESS: Final = re.compile(r"(?<=\S)\s+(?:https?://|www\.)\S+$")


def plain(text: str) -> str:
    """Return a text without what nobody sees, and with one form of spaces and digits. Its lines stay its lines."""
    return text if text.isascii() else text.translate(_PLAIN)


def repaired(line: str) -> str:
    """Return a line with every character that is UTF-8 read as Windows-1252 or Latin-1 as what it was."""
    return line if line.isascii() else _MISREAD.sub(_repaired, line)


def _repaired(found: re.Match[str]) -> str:
    try:
        return b"".join(map(_byte, found[0])).decode()
    except ValueError:
        return found[0]


def _byte(letter: str) -> bytes:
    try:
        return letter.encode("cp1252")
    except ValueError:
        return letter.encode("latin-1")  # the control characters of Latin-1, five of which Windows-1252 has, too


def unmarked(line: str) -> str:
    """Return a line without its checkbox, HTML tags, chat emoji and the addresses of links."""
    if "<" in line or ":" in line:
        line = _EMOJI.sub(" ", _TAG.sub(" ", line))
    if "](" in line:
        line = _LINK.sub(r"\1", line)
    if "://" in line or "www." in line:
        line = _ADDRESS.sub("", line)
    found = _CHECKBOX.match(line)
    return (line if found is None else line[found.end() :]).strip()


def unescaped(line: str) -> str:
    """Return a line with its HTML entities as characters."""
    return " ".join(plain(html.unescape(line)).split()) if "&" in line else line


def unfenced(text: str) -> str:
    """Return the text in a Markdown fence, its lines with their numbers, or the text itself if it is not in one."""
    found = _FENCE.fullmatch(text) if text.lstrip()[:3] == "```" else None
    return text if found is None else "\n" * text.count("\n", 0, found.start(1)) + found[1]
