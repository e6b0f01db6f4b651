"""A query against a database: which cards match, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.carddb.search.fields import Scope, ranks, sort_field, term_cards
from riftcheck.carddb.search.keys import card_keys
from riftcheck.carddb.search.lexer import wrong
from riftcheck.carddb.search.parser import And, Node, Not, Term, parse

if TYPE_CHECKING:
    from datetime import date

    from riftcheck.carddb.database import CardDatabase
    from riftcheck.carddb.model import Card


def search(db: CardDatabase, query: str, *, day: date) -> list[Card]:
    """Return the cards that match a query, each once, in the database's order or by its `sort:`.

    `day` is the day on which `legal:` and `is:banned` are judged. An empty query matches every card. The language is
    described in docs/search.md.

    :raises QueryError: the query cannot be read; it says where, what is wrong and what would be right.
    """
    tree = parse(query)
    scope = Scope(db, card_keys(db), day)
    found = scope.keys.everything if tree.root is None else _matches(scope, tree.root)
    order = _order(tree.sorts)
    positions = [position for position, bit in enumerate(reversed(f"{found:b}")) if bit == "1"]
    for name, descending in reversed(order):
        positions = _sorted(positions, ranks(db, name), descending=descending)
    return [db.cards[position] for position in positions]


def _matches(scope: Scope, node: Node) -> int:
    """Return the cards that match a node, as a mask."""
    if isinstance(node, Term):
        return term_cards(scope, node)
    if isinstance(node, Not):
        return scope.keys.everything & ~_matches(scope, node.part)
    masks = [_matches(scope, part) for part in node.parts]
    found = masks[0]
    for mask in masks[1:]:
        found = found & mask if isinstance(node, And) else found | mask
    return found


def _order(sorts: tuple[Term, ...]) -> list[tuple[str, bool]]:
    """Return the fields to sort by, the first one first, and whether each descends."""
    order: dict[str, bool] = {}
    for term in sorts:
        name, descending = sort_field(term)
        if name in order:
            raise wrong(f"the query sorts by `{name}` twice; leave one of them out", term.start)
        order[name] = descending
    return list(order.items())


def _sorted(positions: list[int], places: tuple[int | None, ...], *, descending: bool) -> list[int]:
    """Return the cards by place, equal ones in the order in which they came, and those without a place last."""
    placed = [(place, position) for position in positions if (place := places[position]) is not None]
    placed.sort(key=lambda pair: pair[0], reverse=descending)
    return [position for _, position in placed] + [position for position in positions if places[position] is None]
