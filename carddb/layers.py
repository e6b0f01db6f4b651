"""From files of card data to one checked, plain description of the database.

Each later folder overrides the ones before: an entry with a known name (a card, announced set or product), code (a
set), id (a format or precon), version (rules, editions), level (exemptions), kind (coverage), or place and language
(headers) replaces the old one.
`printings`, `texts` and `bans` add entries; a printing that the card has already is not changed.

What a card does is kept as JSON text under `ability_source`, with its file and lines: nobody pays for reading it who
does not play the card. `riftcheck.carddb.abilities.loader` makes nodes of it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb import entries, strict_yaml
from riftcheck.carddb.errors import CardDataError, DataProblem
from riftcheck.carddb.schemas import ABILITY_KEYS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riftcheck.carddb.sources import SourceFile

_KEYS: Final[dict[str, Callable[[dict[str, Any]], Any]]] = {
    "cards": lambda entry: entry["name"],
    "sets": lambda entry: entry["code"],
    "announced": lambda entry: entry["name"],
    "formats": lambda entry: entry["id"],
    "rules": lambda entry: entry["version"],
    "editions": lambda entry: (entry["document"], entry["version"]),
    "exemptions": lambda entry: entry["level"],
    "precons": lambda entry: entry["id"],
    "bans": lambda entry: (entry["card"], entry["list"], entry["from_date"]),
    "texts": lambda entry: entry["card"],
    "products": lambda entry: entry["name"],
    "coverage": lambda entry: entry["of"],
    "headers": lambda entry: (entry["place"], entry["language"]),
}


@dataclass(slots=True)
class Layers:
    """All entries by kind and key, later layers over earlier ones, with the place of each and every problem found.

    `left_out` holds the kind and name of each entry that is so wrong that it could not be kept; None stands for any
    name. Where there are problems, an entry that is kept may lack the values that are wrong in it.
    """

    entries: dict[str, dict[Any, dict[str, Any]]] = field(default_factory=lambda: {kind: {} for kind in _KEYS})
    origins: dict[tuple[str, Any], tuple[strict_yaml.Document, strict_yaml.Path]] = field(default_factory=dict)
    printings: list[tuple[dict[str, Any], strict_yaml.Document, strict_yaml.Path]] = field(default_factory=list)
    problems: list[DataProblem] = field(default_factory=list)
    left_out: set[tuple[str, str | None]] = field(default_factory=set)

    def complete(self, kind: str) -> bool:
        """Tell whether every entry of a kind could be kept."""
        return all(other != kind for other, _ in self.left_out)

    def names(self, kind: str, name: str) -> bool:
        """Tell whether an entry has a name, or may have it among those that could not be read."""
        return name in self.entries[kind] or not self.left_out.isdisjoint({(kind, name), (kind, None)})

    def plain(self) -> dict[str, list[dict[str, Any]]]:
        """Return the entries as plain JSON values, by kind, as `CardDatabase` takes them."""
        return {kind: list(found.values()) for kind, found in self.entries.items() if kind != "texts"}


def merge(layers: Sequence[Sequence[SourceFile]]) -> dict[str, list[dict[str, Any]]]:
    """Return the entries of all layers as plain JSON values, each checked and with later layers laid over.

    :raises CardDataError: with every problem found.
    """
    laid = lay(layers)
    if laid.problems:
        raise CardDataError(laid.problems)
    return laid.plain()


def lay(layers: Sequence[Sequence[SourceFile]]) -> Layers:
    """Return the entries of all layers with every problem in them; sound entries are kept beside faulty ones."""
    laid = Layers()
    for layer in layers:
        _lay_over(laid, layer)
    _add_printings(laid)
    _add_texts(laid)
    _check_references(laid)
    return laid


def _lay_over(laid: Layers, layer: Sequence[SourceFile]) -> None:
    here: dict[tuple[str, Any], DataProblem] = {}
    for source in layer:
        try:
            document, refused = strict_yaml.parse(source.data, source.name)
        except CardDataError as error:
            laid.problems += error.problems
            laid.left_out |= {(kind, None) for kind in _KEYS}
            continue
        read = entries.read(document, refused)
        laid.problems += read.problems
        laid.left_out |= read.left_out
        lines = _ability_lines(document)
        for kind, index, entry in read.entries:
            place: strict_yaml.Path = (kind, index)
            if kind == "cards":
                _pack_abilities(entry, document.file, lines.get(index, {}))
            if kind == "printings":
                laid.printings.append((entry, document, place))
                continue
            key = _KEYS[kind](entry)
            if (kind, key) in here:
                first = here[(kind, key)]
                laid.problems.append(
                    document.problem(place, f"{key!r} stands at {first.file}:{first.line} already"),
                )
            here[(kind, key)] = document.problem(place, "")
            laid.entries[kind][key] = entry
            laid.origins[(kind, key)] = (document, place)


def _ability_lines(document: strict_yaml.Document) -> dict[int, dict[str, int]]:
    """Return the lines of a file by card and by path in its abilities; "" is the card itself."""
    keys = set(ABILITY_KEYS.values())
    found: dict[int, dict[str, int]] = {}
    for path, line in document.lines.items():
        match path:
            case ("cards", int(index)):
                found.setdefault(index, {})[""] = line
            case ("cards", int(index), key, *rest) if key in keys:
                found.setdefault(index, {})["/".join(map(str, (key, *rest)))] = line
    return found


def _pack_abilities(card: dict[str, Any], file: str, lines: dict[str, int]) -> None:
    raw = {key: card.pop(field) for field, key in ABILITY_KEYS.items() if field in card}
    if raw not in ({"abilities": "unsupported"}, {"abilities": []}):
        source = {"file": file, "lines": lines, "raw": raw}
        card["ability_source"] = json.dumps(source, ensure_ascii=False, separators=(",", ":"))


def _add_printings(laid: Layers) -> None:
    cards = laid.entries["cards"]
    for entry, document, place in laid.printings:
        card = cards.get(entry["card"])
        if card is None:
            _must_be_card(laid, entry["card"], document, (*place, "card"))
            continue
        printing = {key: value for key, value in entry.items() if key != "card"}
        others = [known for known in card["printings"] if known["id"] != printing["id"]]
        if len(others) == len(card["printings"]):
            cards[entry["card"]] = {**card, "printings": [*others, printing]}


def _add_texts(laid: Layers) -> None:
    cards = laid.entries["cards"]
    for name, entry in laid.entries["texts"].items():
        if name in cards:
            cards[name] = {**cards[name], "official_text": entry["text"]}


def _check_references(laid: Layers) -> None:
    _check_printings(laid)
    for version, release in laid.entries["rules"].items():
        if ("CR", release["cited_as"]) not in laid.entries["editions"] and laid.complete("editions"):
            document, place = laid.origins[("rules", version)]
            message = f"there is no edition CR {release['cited_as']} under `editions`, which has its rule numbers"
            laid.problems.append(document.problem((*place, "cited_as"), message))
    for key, ban in laid.entries["bans"].items():
        document, place = laid.origins[("bans", key)]
        _must_be_card(laid, ban["card"], document, (*place, "card"))
    for key, precon in laid.entries["precons"].items():
        document, place = laid.origins[("precons", key)]
        _must_be_card(laid, precon["legend"], document, (*place, "legend"))
        for zone in ("main", "runes"):
            for card in precon[zone]:
                _must_be_card(laid, card, document, (*place, zone, card))
        for index, card in enumerate(precon["battlefields"]):
            _must_be_card(laid, card, document, (*place, "battlefields", index))
    for name, product in laid.entries["products"].items():
        document, place = laid.origins[("products", name)]
        for index, card in enumerate(product["cards"]):
            _must_be_card(laid, card, document, (*place, "cards", index))


def _check_printings(laid: Layers) -> None:
    owners: dict[str, str] = {}
    unknown: set[str] = set()
    for name, card in laid.entries["cards"].items():
        document, place = laid.origins[("cards", name)]
        for index, printing in enumerate(card["printings"]):
            path = (*place, "printings", index, "id")
            code = printing["id"].partition("-")[0]
            if printing["id"] in owners:
                owner = owners[printing["id"]]
                laid.problems.append(document.problem(path, f"{printing['id']} is a printing of {owner!r} already"))
            if code not in laid.entries["sets"]:
                unknown.add(code)
                if not laid.names("sets", code):
                    laid.problems.append(document.problem(path, f"there is no set {code}"))
            owners[printing["id"]] = name
    for code in unknown:  # so that the rest can be looked at; a series without numbering asks nothing of its cards
        laid.entries["sets"][code] = {"code": code, "name": code, "size": 0, "source": ["?", "?", "?"]}


def _must_be_card(laid: Layers, name: str, document: strict_yaml.Document, path: strict_yaml.Path) -> None:
    if not laid.names("cards", name):
        laid.problems.append(document.problem(path, f"there is no card named {name!r}"))
