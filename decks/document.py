"""A deck list from the contract's JSON form, read strictly and by hand, because a deck site posts thousands of them."""

from __future__ import annotations

from typing import Any, Final

from riftcheck.carddb.names import MAX_NAME
from riftcheck.decks.model import MAX_COUNT, SECTIONS, Deck, Entry

MAX_ENTRIES: Final = 300
MAX_CHOICES: Final = 20
MAX_ERRORS: Final = 50

KEYS: Final = frozenset({*SECTIONS, "champion", "champion_id", "champion_apart", "choices"})
_ENTRY_KEYS: Final = frozenset({"name", "id", "count", "full_name", "unknown"})

Path = tuple[str | int, ...]


class DeckFieldError(ValueError):
    """A list in JSON that is not of the contract's form.

    `errors` holds (path, message) pairs, at most `MAX_ERRORS` of the `total` that were found.
    """

    def __init__(self, errors: list[tuple[Path, str]]) -> None:
        self.errors = errors[:MAX_ERRORS]
        self.total = len(errors)
        told = (f"{'/'.join(map(str, path))}: {message}" if path else message for path, message in self.errors)
        super().__init__("; ".join(told))


def from_mapping(data: dict[str, Any]) -> Deck:
    """Return the deck that a JSON object describes.

    :raises DeckFieldError: with every fault found.
    """
    errors: list[tuple[Path, str]] = [
        ((key,), f"unknown field; a deck has {', '.join(sorted(KEYS))}, or text, or code")
        for key in data
        if key not in KEYS
    ]
    deck = Deck("json")
    for section in SECTIONS:
        if section in data:
            value = data[section]
            listed = [value] if section == "legend" and isinstance(value, str) else value
            setattr(deck, section, entries(listed, (section,), errors))
    if not data.keys() & {*SECTIONS, "champion"}:
        errors.append(((), "a deck needs text, code, or its sections: legend, champion, main, runes, battlefields"))
    check_entries(deck, errors)
    champion = data.get("champion")
    printing = data.get("champion_id")
    if printing is not None and is_name(printing, ("champion_id",), errors) and champion is None:
        errors.append((("champion_id",), "stands beside a champion, and tells only its printing"))
    if champion is not None and is_name(champion, ("champion",), errors):
        deck.champion = [Entry(champion, 1, id=printing)]
    apart = data.get("champion_apart", False)
    if not isinstance(apart, bool):
        errors.append((("champion_apart",), "must be true or false"))
    else:
        deck.champion_apart = apart
    deck.choices = choices(data.get("choices", {}), errors)
    if errors:
        raise DeckFieldError(errors)
    return deck


def check_entries(deck: Deck, errors: list[tuple[Path, str]]) -> None:
    """Add a fault to `errors` where a deck has more entries than any deck needs."""
    if sum(len(deck.section(section)) for section in SECTIONS) > MAX_ENTRIES:
        errors.append(((), f"the deck has over {MAX_ENTRIES} entries in all; give equal cards as one, with a count"))


def choices(value: Any, errors: list[tuple[Path, str]]) -> dict[str, tuple[str, ...]]:
    """Return the choices of a list, `{card: [names]}`; faults are added to `errors`."""
    if not isinstance(value, dict) or len(value) > MAX_CHOICES:
        errors.append((("choices",), f"must be an object of at most {MAX_CHOICES} cards, each with a list of names"))
        return {}
    found = {}
    for card, chosen in value.items():
        path: Path = ("choices", card)
        if not isinstance(chosen, list) or len(chosen) > MAX_CHOICES:
            errors.append((path, f"must be a list of at most {MAX_CHOICES} names"))
        else:
            names = [name for index, name in enumerate(chosen) if is_name(name, (*path, index), errors)]
            found[card] = tuple(names)
    return found


def entries(value: Any, path: Path, errors: list[tuple[Path, str]]) -> list[Entry]:
    """Return the entries of a section, a list of names or of `{name or id, count}`; faults are added to `errors`."""
    if not isinstance(value, list):
        errors.append((path, "must be a list of names or of {name or id, count}"))
        return []
    if len(value) > MAX_ENTRIES:
        errors.append((path, f"has {len(value)} entries; at most {MAX_ENTRIES} are read"))
        return []
    found = []
    for index, item in enumerate(value):
        if type(item) is dict:
            entry = _entry(item, path, index, errors)
            if entry is not None:
                found.append(entry)
        elif is_name(item, (*path, index), errors):
            found.append(Entry(item, 1))
    return found


def _entry(item: dict[str, Any], path: Path, index: int, errors: list[tuple[Path, str]]) -> Entry | None:
    before = len(errors)
    if not item.keys() <= _ENTRY_KEYS:
        wrong = sorted(item.keys() - _ENTRY_KEYS)
        errors.extend(((*path, index, key), "unknown field; an entry has name or id, and count") for key in wrong)
    count = item.get("count", 1)
    if type(count) is not int or not 1 <= count <= MAX_COUNT:
        errors.append(((*path, index, "count"), f"must be a whole number from 1 to {MAX_COUNT}"))
    if "name" not in item and "id" not in item:
        errors.append(((*path, index), "must have a name or an id"))
    for key in ("name", "id"):
        if key in item:
            is_name(item[key], (*path, index, key), errors)
    if len(errors) > before:
        return None
    return Entry(item["name"] if "name" in item else item["id"], count, id=item.get("id"))


def is_name(value: Any, path: Path, errors: list[tuple[Path, str]]) -> bool:
    """Tell whether a value can be a name; if not, the fault is added to `errors`."""
    if type(value) is str and 0 < len(value) <= MAX_NAME and not value.isspace():
        return True
    errors.append((path, f"must be a name of 1 to {MAX_NAME} characters"))
    return False
