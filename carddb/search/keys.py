"""The keys of the cards for a search, worked out once for each database.

A set of cards is a whole number here: bit n stands for the card at position n of the database. So `and`, `or` and
negation are one operation each, however many cards there are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

from riftcheck.carddb import legality
from riftcheck.carddb.model import CARD_TYPES, Card, Rarity
from riftcheck.carddb.names import bare_keys, strict_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import date

    from riftcheck.carddb.database import CardDatabase

RARITIES: Final[tuple[Rarity, ...]] = ("Common", "Uncommon", "Rare", "Epic", "Showcase", "Promo")

_NUMBERS: Final = {"a": "1", "an": "1", "one": "1"} | {
    word: str(number)
    for number, word in enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 2)
}
_NUMBER: Final = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b|\d+")
_EDGE: Final = "\x1f"  # around each number, so that 2 is no part of 12; a strict key has no such character

_Key = TypeVar("_Key", str, int)

FLAGS: Final[dict[str, Callable[[Card], bool]]] = {
    "champion": lambda card: card.is_champion,
    "signature": lambda card: card.is_signature,
    "token": lambda card: card.is_token,
    "equipment": lambda card: card.equipment,
    "unique": lambda card: card.unique,
    "executable": lambda card: card.executable,
}


@dataclass(frozen=True, slots=True, eq=False)
class CardKeys:
    """The keys of all cards of a database.

    `spellings` holds each name of each card as its strict key, and as people type it without punctuation; `names` the
    same, one text for each card with a line for each spelling. `values` holds, by field and strict key, the cards with
    that value; `numbers` the same by number, and `domains` by the exact mask of domains.
    """

    names: tuple[str, ...]
    spellings: tuple[tuple[str, int], ...]
    values: dict[str, dict[str, int]]
    numbers: dict[str, dict[int, int]]
    domains: dict[int, int]
    everything: int

    def named(self, wanted: Callable[[str], bool]) -> int:
        """Return the cards whose names, one a line, are wanted."""
        return _mask(position for position, names in enumerate(self.names) if wanted(names))


@lru_cache(maxsize=8)
def card_keys(db: CardDatabase) -> CardKeys:
    """Return the keys of a database; they are worked out at the first call and shared."""
    spellings = tuple((key, position) for position, card in enumerate(db.cards) for key in _name_keys(card))
    names: list[list[str]] = [[] for _ in db.cards]
    for key, position in spellings:
        names[position].append(key)
    return CardKeys(
        names=tuple("\n".join(keys) for keys in names),
        spellings=spellings,
        values=_values(db),
        numbers={
            "e": _grouped((card.energy,) for card in db.cards),
            "p": _grouped((card.power,) for card in db.cards),
            "m": _grouped((card.might,) for card in db.cards),
        },
        domains=_grouped((card.domain_bits,) for card in db.cards),
        everything=(1 << len(db.cards)) - 1,
    )


@lru_cache(maxsize=256)
def legal_cards(db: CardDatabase, format_id: str, day: date) -> int:
    """Return the cards that a format allows on a day."""
    fmt = db.formats[format_id]
    return _mask(position for position, card in enumerate(db.cards) if legality.legal(db, card, fmt, day))


@lru_cache(maxsize=64)
def banned_cards(db: CardDatabase, day: date) -> int:
    """Return the cards that are banned on a day in any constructed format."""
    banned: set[str] = set()
    for fmt in db.formats.values():
        if fmt.kind == "constructed":
            banned |= legality.bans(db, fmt.id, day).keys()
    return _mask(position for position, card in enumerate(db.cards) if card.name in banned)


def text_key(text: str) -> str:
    """Return the key of a text for `o:`: its strict key, in which `a` and `one` are 1, `two` is 2, and so on to ten.

    Each number is between two edges, so that a key only matches whole numbers.
    """
    return _NUMBER.sub(lambda found: f"{_EDGE}{_NUMBERS.get(found[0], found[0])}{_EDGE}", strict_key(text))


@lru_cache(maxsize=8)
def description_keys(db: CardDatabase) -> tuple[str, ...]:
    """Return the key of each card's description: a line for each of its texts, empty if the card has no description.

    The first call takes almost a second, because it reads and describes the abilities of all cards.
    """
    from riftcheck.carddb.abilities.described import description  # noqa: PLC0415 - only `o:` needs the abilities

    return tuple("\n".join(map(text_key, description(db, card) or ())) for card in db.cards)


def described_cards(db: CardDatabase, key: str) -> int:
    """Return the cards with a text in the description that contains `key`, a result of `text_key`."""
    return _mask(position for position, texts in enumerate(description_keys(db)) if key in texts)


def _name_keys(card: Card) -> Iterable[str]:
    return _keys_of((card.name, card.full_name, *card.aliases))


def _keys_of(texts: Iterable[str]) -> Iterable[str]:
    """Return the strict keys of some texts, and those as people type them without punctuation."""
    keys = dict.fromkeys(map(strict_key, texts))
    return keys | dict.fromkeys(bare for key in keys for bare in bare_keys(key))


def _values(db: CardDatabase) -> dict[str, dict[str, int]]:
    """Return the cards by text field and strict key; a closed list of values is whole, also where no card has one."""
    cards = db.cards
    return {
        "t": _among(CARD_TYPES, (card.types for card in cards)),
        "r": _among(RARITIES, ((card.printings[0].rarity or card.rarity,) for card in cards)),
        "set": _sets(db),
        "is": _among(FLAGS, ([flag for flag, holds in FLAGS.items() if holds(card)] for card in cards)),
        "tag": _grouped(_keys_of(card.tags) for card in cards),
        "champ": _grouped(_keys_of((card.champion_tag,) if card.champion_tag else ()) for card in cards),
        "k": _grouped(_keys_of(card.keywords) for card in cards),
    }


def _sets(db: CardDatabase) -> dict[str, int]:
    """Return the cards with a printing in each set, by the set's code and by its name."""
    by_code = _among(db.sets, ({printing.set for printing in card.printings} for card in db.cards))
    by_name = {strict_key(card_set.name): by_code[strict_key(code)] for code, card_set in db.sets.items()}
    return by_name | by_code


def _among(values: Iterable[str], of_cards: Iterable[Iterable[str]]) -> dict[str, int]:
    found = _grouped(of_cards)
    return {strict_key(value): found.get(value, 0) for value in values}


def _grouped(of_cards: Iterable[Iterable[_Key | None]]) -> dict[_Key, int]:
    """Return the cards by value, from the values of each card in turn; None is no value."""
    found: dict[_Key, int] = {}
    for position, values in enumerate(of_cards):
        for value in values:
            if value is not None:
                found[value] = found.get(value, 0) | 1 << position
    return found


def _mask(positions: Iterable[int]) -> int:
    mask = 0
    for position in positions:
        mask |= 1 << position
    return mask
