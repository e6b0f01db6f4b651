"""Ways over a card's nodes: the values of a line itself, the lists of lines in it, and rebuilding it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from riftcheck.carddb.abilities.heads import Head
from riftcheck.carddb.abilities.instructions import AddBattlefield, Instruction, PlayToken, Proceed, ReplaceBattlefield
from riftcheck.carddb.abilities.node import names_of_fields

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from riftcheck.carddb.abilities.heads import CardAbilities


def is_node(value: object) -> bool:
    """Tell whether a value is a node, and not a class of nodes."""
    return hasattr(type(value), "__dataclass_fields__")


def fields_of(node: Any) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a node with their values, but where it stands."""
    for name in names_of_fields(node):
        if name != "at":
            yield name, getattr(node, name)


def holds_lines(value: object) -> bool:
    """Tell whether a field's value is a line or an ability, or a list of them (or of such lists)."""
    if isinstance(value, tuple):
        return any(holds_lines(part) for part in value)
    return isinstance(value, (Instruction, Head))


def own(node: Any) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a line or an ability that hold no further lines, with their values."""
    for name in names_of_fields(node):
        value = getattr(node, name)
        if name != "at" and not holds_lines(value):
            yield name, value


def within(value: Any) -> Iterator[Any]:
    """Return every node in a value, itself first, but no line and no ability, nor the nodes in them."""
    found: list[Any] = []
    _gather(value, found)
    return iter(found)


def _gather(value: Any, found: list[Any]) -> None:
    if isinstance(value, tuple):
        for part in value:
            _gather(part, found)
    elif is_node(value) and not isinstance(value, (Instruction, Head)):
        found.append(value)
        for name in names_of_fields(value):
            _gather(getattr(value, name), found)


def lines_in(value: Any) -> Iterator[Any]:
    """Return every line and ability in a value, itself first, each before those in it."""
    found: list[Any] = []
    _gather_lines(value, found)
    return iter(found)


def _gather_lines(value: Any, found: list[Any]) -> None:
    if isinstance(value, tuple):
        for part in value:
            _gather_lines(part, found)
    elif isinstance(value, (Instruction, Head)):
        found.append(value)
        for name in names_of_fields(value):
            _gather_lines(getattr(value, name), found)


def rebuilt(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a value with a change made to every node in it, from the inside out; lines and abilities stay."""
    if isinstance(value, tuple):
        return tuple(rebuilt(part, change) for part in value)
    if not is_node(value) or isinstance(value, (Instruction, Head)):
        return value
    parts = {name: rebuilt(getattr(value, name), change) for name in names_of_fields(value)}
    changed = {name: part for name, part in parts.items() if part is not getattr(value, name)}
    return change(replace(value, **changed) if changed else value)


def nodes(text: CardAbilities) -> Iterator[tuple[str, Any]]:
    """Yield every node of a card with the path at which it, or the line that holds it, stands."""
    for key, found in (("keywords", text.keywords), ("effect-keywords", text.effect_keywords)):
        for node in within(found):
            yield key, node
    for line in lines_in((text.do, text.abilities, text.effect)):
        yield line.at, line
        for _, value in own(line):
            for node in within(value):
                yield line.at, node


def tokens_in(text: CardAbilities) -> Iterator[tuple[str, str]]:
    """Yield the name of each token, unit, gear or battlefield, that a card brings in, with the path of the line."""
    for at, node in nodes(text):
        if isinstance(node, (PlayToken, AddBattlefield, ReplaceBattlefield, Proceed)) and node.token is not None:
            yield at, node.token
