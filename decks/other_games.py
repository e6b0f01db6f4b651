"""Recognize decks of other games: codes of Legends of Runeterra and JSON of KeyForge.

A Legends of Runeterra code is base32, as a Riftbound code is, and begins with the same letters. Its bytes are varints.
First come the cards of 3, 2 and 1 copies: for each of these counts the number of groups, and for each group the number
of its cards, the set, the faction and the numbers of the cards. Then come the cards of four and more copies, each with
count, set, faction and number. The format is described at https://github.com/RiotGames/LoRDeckCodes. The Python
packages for it had their last release in 2022.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

RUNETERRA: Final = "This looks like a Legends of Runeterra deck code; riftcheck checks Riftbound decks."
KEYFORGE: Final = "This looks like a KeyForge deck; riftcheck checks Riftbound decks."

_RUNETERRA_HEADS: Final = range(0x11, 0x16)  # format 1, versions 1 to 5
_FACTIONS: Final = frozenset({0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 12})
_RUNETERRA_SETS: Final = range(1, 100)  # Riftbound's first set is 0; its damaged codes are thus not taken for one
_RUNETERRA_NUMBERS: Final = range(1, 1000)
_COPIES: Final = (3, 2, 1)
_MANY: Final = 4  # from this number of copies on, each card has its own count
_MOST_CARDS: Final = 100  # largest number of copies; a deck has 40
_HOUSES: Final = frozenset(
    {"brobnar", "dis", "ekwidon", "geistoid", "logos", "mars", "redemption", "sanctum", "saurian", "shadows"}
    | {"skyborn", "staralliance", "unfathomable", "untamed"},
)
_HOUSE_KEYS: Final = frozenset({"house", "houses", "housesandcards"})
_DEEPEST: Final = 6


def is_runeterra(data: bytes) -> bool:
    """Return True if the bytes of a code decode as a deck of Legends of Runeterra with at least one card."""
    if not data or data[0] not in _RUNETERRA_HEADS:
        return False
    numbers = _varints(data[1:])
    cards = 0
    try:
        for copies in _COPIES:
            for _ in range(next(numbers)):
                size, card_set, faction = next(numbers), next(numbers), next(numbers)
                if not 1 <= size <= _MOST_CARDS or card_set not in _RUNETERRA_SETS or faction not in _FACTIONS:
                    return False
                if not all(map(_RUNETERRA_NUMBERS.__contains__, [next(numbers) for _ in range(size)])):
                    return False
                cards += size * copies
        for count in numbers:
            card_set, faction, number = next(numbers), next(numbers), next(numbers)
            if count < _MANY or card_set not in _RUNETERRA_SETS or faction not in _FACTIONS:
                return False
            if number not in _RUNETERRA_NUMBERS:
                return False
            cards += count
    except StopIteration:
        return False
    return 0 < cards <= _MOST_CARDS


def _varints(data: bytes) -> Iterator[int]:
    """Yield numbers of seven bits a byte, lowest first; an incomplete number at the end is not yielded."""
    value = shift = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:  # noqa: PLR2004 - the bit for "another byte follows"
            yield value
            value = shift = 0


def is_keyforge(data: Any, depth: int = 0) -> bool:
    """Return True if a JSON value names houses of KeyForge, as that game's sites do for each deck or card."""
    if depth > _DEEPEST:
        return False
    if isinstance(data, list):
        return any(is_keyforge(value, depth + 1) for value in data)
    return isinstance(data, dict) and any(
        _names_house(value, depth + 1) if _squeezed(key) in _HOUSE_KEYS else is_keyforge(value, depth + 1)
        for key, value in data.items()
    )


def _names_house(value: Any, depth: int) -> bool:
    if isinstance(value, str):
        return _squeezed(value) in _HOUSES
    if depth > _DEEPEST or not isinstance(value, (list, dict)):
        return False
    return any(_names_house(one, depth + 1) for one in (value.values() if isinstance(value, dict) else value))


def _squeezed(key: Any) -> str:
    return "".join(letter for letter in str(key).casefold() if letter.isalpha())
