"""Loading of abilities: the nodes of a card are made from its file when the card is first asked for.

Loading a database reads no abilities. It keeps those of each card as JSON text with its file and lines
(`CardDatabase.ability_sources`), and a fault is told with both.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities.heads import CardAbilities
from riftcheck.carddb.abilities.problems import AbilityError, unknown_key
from riftcheck.carddb.abilities.reader.card import KEYS, read_abilities
from riftcheck.carddb.errors import CardDataError, DataProblem
from riftcheck.carddb.sources import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from riftcheck.carddb.database import CardDatabase
    from riftcheck.carddb.model import Card
    from riftcheck.carddb.strict_yaml import Document

# The number of cards whose nodes are kept. Nodes never change, so all databases share them.
_KEPT: Final = 4096
# The start of a shipped card's source (see `riftcheck.carddb.layers`): the path of its file relative to the package.
_SHIPPED: Final = f'{{"file":"{SHIPPED.name}/'


def abilities_of(db: CardDatabase, card: Card) -> CardAbilities | None:
    """Return the abilities of a card, or None if the engine cannot play it; equal sources are read once.

    :raises CardDataError: if what the card says cannot be read; every fault is told with its file and line.
    """
    if not card.executable:
        return None
    return _read(card.name, db.ability_sources.get(card.name))


def overlaid_cards(db: CardDatabase) -> list[Card]:
    """Return the cards whose abilities come from an overlay folder."""
    return [card for card in db.cards if not db.ability_sources.get(card.name, _SHIPPED).startswith(_SHIPPED)]


def load_abilities(db: CardDatabase, cards: Iterable[Card] | None = None) -> dict[str, CardAbilities]:
    """Return the abilities of the cards that the engine can play, by name; `cards` defaults to all cards.

    :raises CardDataError: with every error in every card.
    """
    found: dict[str, CardAbilities] = {}
    problems: list[DataProblem] = []
    for card in db.cards if cards is None else cards:
        try:
            abilities = abilities_of(db, card)
        except CardDataError as error:
            problems += error.problems
        else:
            if abilities is not None:
                found[card.name] = abilities
    if problems:
        raise CardDataError(problems)
    return found


def read_many(document: Document) -> dict[str, CardAbilities | None]:
    """Return the abilities of the cards of a YAML list, by name: cards that a file defines, as a scenario does.

    A card may have facts besides, which are not looked at here; a card that is `unsupported` gives None.

    :raises CardDataError: with every fault of every card.
    """
    if not isinstance(document.value, list):
        raise CardDataError([document.problem((), "must be a list of cards, each with its name")])
    found: dict[str, CardAbilities | None] = {}
    problems: list[DataProblem] = []
    for index, entry in enumerate(document.value):
        faults = _wrong_entry(entry, found)
        if faults:
            problems += [document.problem((index, *path), message) for path, message in faults]
            continue
        name = entry["name"]
        raw = {key: entry[key] for key in KEYS if key in entry}
        found[name] = None
        if raw.get("abilities") == "unsupported":
            continue
        lines = {"/".join(map(str, path[1:])): line for path, line in document.lines.items() if path[:1] == (index,)}
        try:
            found[name] = _made(name, _Source(document.file, lines, raw))
        except CardDataError as error:
            problems += error.problems
    if problems:
        raise CardDataError(problems)
    return found


def place_in(db: CardDatabase, card: Card, path: str, message: str) -> DataProblem:
    """Return a fault of what a card says with its file and line, by the path in the card (`abilities/0/do/1`)."""
    source = _Source(**json.loads(db.ability_sources[card.name]))
    return DataProblem(source.file, source.line(path), f"{card.name}: {path}" if path else card.name, message)


def _wrong_entry(entry: Any, known: Mapping[str, object]) -> list[tuple[tuple[str, ...], str]]:
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        return [((), "must be a card with its name")]
    if entry["name"] in known:
        return [(("name",), f"there is a card named {entry['name']!r} above")]
    facts = _facts()
    return [((key,), unknown_key(key, facts)) for key in entry if key not in facts]


@cache
def _facts() -> frozenset[str]:
    """Return the keys of the facts of a card in a file."""
    from riftcheck.carddb.schemas import CardSchema  # noqa: PLC0415 - only the cards in a scenario file need it

    return frozenset(field.data_key or name for name, field in CardSchema().fields.items())


@dataclass(frozen=True, slots=True)
class _Source:
    """The abilities of a card as raw values, its file, and the line of each path in it ("" is the card itself)."""

    file: str
    lines: Mapping[str, int]
    raw: Mapping[str, Any]

    def line(self, path: str) -> int:
        while path and path not in self.lines:
            path = path.rpartition("/")[0]
        return self.lines.get(path, 1)


@lru_cache(maxsize=_KEPT)
def _read(name: str, source: str | None) -> CardAbilities:
    if source is None:
        return CardAbilities(name)
    return _made(name, _Source(**json.loads(source)))


def _made(name: str, source: _Source) -> CardAbilities:
    try:
        return read_abilities(name, source.raw)
    except AbilityError as error:
        problems = [
            DataProblem(source.file, source.line(problem.path), f"{name}: {problem.path}", problem.message)
            for problem in error.problems
        ]
        raise CardDataError(problems) from None
