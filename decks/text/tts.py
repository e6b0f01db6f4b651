"""The tokens of Tabletop Simulator, one a copy, such as `OGN-265-1`; Pixelborn wrote the same in base64.

Their order is legend, chosen champion, main deck, battlefields, runes. So the second token is the champion, if the
first is a legend and the second a champion unit with its tag; without a champion the main deck begins there. The last
number of a token is the art, never a count.
"""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Final

from riftcheck.carddb import NOT_FOUND
from riftcheck.carddb.names import id_key
from riftcheck.decks.document import MAX_ENTRIES
from riftcheck.decks.text.blocks import is_rune_id, may_be_champion, move_sideboard, zone_of
from riftcheck.decks.text.characters import plain
from riftcheck.decks.text.items import ListItem, Row, added_up

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Zone

_JOINT: Final = "$"
_LEAST_BASE64: Final = 16
_LONGEST_TOKEN: Final = 24


def read_tokens(text: str, db: CardDatabase) -> list[Row] | None:
    """Return the rows of a text of tokens, or None if the text is none."""
    raw = text.splitlines()
    text = plain(text)
    if not _may_be_tokens(text):
        return None
    lines = text.splitlines()
    decoded = _from_pixelborn(text)
    words = [_words(line) for line in lines] if decoded is None else [_words(decoded)]
    if not _are_tokens(words):
        return None
    found = [[_item(word, db) for word in line] for line in words]
    _place([item for line in found for item in line])
    if decoded is not None:
        found += [[] for _ in lines[1:]]  # wrapped lines of the same code
    kept = [added_up(items) for items in found]
    if sum(map(len, kept)) > MAX_ENTRIES:
        seen: dict[tuple[str, Zone | None], ListItem] = {}
        kept = [added_up(items, seen) for items in kept]  # each on the first of its lines
    return [
        Row(number, raw[number - 1], "card", items, _zone(there))
        for number, (line, items, there) in enumerate(zip(lines, kept, found, strict=True), 1)
        if line.strip()
    ]


def _may_be_tokens(text: str) -> bool:
    """Tell, by the first word of a text alone, whether it may be tokens: nearly every list begins with another."""
    text = text.strip()
    first = _words(text.split(maxsplit=1)[0]) if " " in text else []  # without a space it may be Pixelborn's
    return not first or _is_token(first[0])


def _is_token(word: str) -> bool:
    return len(word) <= _LONGEST_TOKEN and id_key(word) is not None


def _zone(items: list[ListItem]) -> Zone | None:
    zones = {item.zone for item in items}
    return zones.pop() if len(zones) == 1 else None


def _words(line: str) -> list[str]:
    return line.replace(_JOINT, " ").replace(",", " ").split()


def _are_tokens(lines: list[list[str]]) -> bool:
    words = [word for line in lines for word in line]
    if len(words) < 2 or not all(map(_is_token, words)):  # noqa: PLR2004
        return False
    # Ids without the number of the art, one a line, are a list of cards, whose order tells nothing.
    return any(len(line) > 1 for line in lines) or all(word.count("-") > 1 for word in words)


def _from_pixelborn(text: str) -> str | None:
    packed = "".join(text.split())
    if len(packed) < _LEAST_BASE64 or " " in text.strip():
        return None
    try:
        decoded = base64.b64decode(packed, validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        return None
    return decoded if _JOINT in decoded else None


def _item(word: str, db: CardDatabase) -> ListItem:
    card = db.find_id(word).card
    key = id_key(word) if card is None else None
    # An unknown id without its art, as it stands elsewhere, unless that is the id of another card.
    return ListItem(word if key is None or db.find_id(key[0]) is not NOT_FOUND else key[0], 1, card)


def _place(items: list[ListItem]) -> None:
    """Give each token its zone; an unknown one is where the one before it is."""
    before: Zone = "main"
    for item in items:
        if item.card is not None:
            item.zone = zone_of(item.card)
        else:
            item.zone = "runes" if is_rune_id(item.written) else before
        before = "main" if item.zone == "legend" else item.zone
    first, second = items[0], items[1]
    if first.card is None and first.zone == "main" and all(item.zone != "legend" for item in items):
        first.zone = "legend"
    if first.zone == "legend" and may_be_champion(second) and _is_of(second, first):
        second.zone = "champion"
    runes = [position for position, item in enumerate(items) if item.zone == "runes"]
    if runes:
        move_sideboard(items[: runes[-1]], items[runes[-1] :])


def _is_of(champion: ListItem, legend: ListItem) -> bool:
    if champion.card is None or legend.card is None:
        return champion.card is not None
    return champion.card.champion_tag == legend.card.champion_tag  # CR 103.3.a.2
