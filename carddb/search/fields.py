"""The fields of a search: what each matches, by which operators, and how it sorts."""

from __future__ import annotations

import difflib
import operator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.model import CARD_TYPES, DOMAIN_BIT, DOMAINS
from riftcheck.carddb.names import id_key, strict_key
from riftcheck.carddb.search.keys import FLAGS, RARITIES, banned_cards, described_cards, legal_cards, text_key
from riftcheck.carddb.search.lexer import shown, wrong

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import date

    from riftcheck.carddb.database import CardDatabase, Lookup
    from riftcheck.carddb.errors import QueryError
    from riftcheck.carddb.model import Card
    from riftcheck.carddb.search.keys import CardKeys
    from riftcheck.carddb.search.parser import Term

_TEXT: Final = (":", "=")
_NUMBER: Final = (":", "=", "!=", "<", "<=", ">", ">=")
_DOMAIN: Final = (":", "=", "<=")
_COMPARE: Final[dict[str, Callable[[int, int], bool]]] = {
    ":": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_DOMAIN_BITS: Final = {domain.casefold(): bit for domain, bit in DOMAIN_BIT.items()}
_DOMAIN_LIST: Final = ", ".join(_DOMAIN_BITS)


@dataclass(frozen=True, slots=True)
class Scope:
    """The context of a term: a database, its keys, and the day for bans and formats."""

    db: CardDatabase
    keys: CardKeys
    day: date


@dataclass(frozen=True, slots=True, eq=False)
class SearchField:
    """A field: its operators, the function that finds cards, the value to sort by, and its long names.

    `sort_key` gives None for a card without a value; the field cannot be sorted by where it is None itself.
    """

    operators: tuple[str, ...]
    cards: Callable[[Scope, Term], int]
    sort_key: Callable[[CardDatabase, Card], Any] | None = None
    long_names: tuple[str, ...] = ()


def term_cards(scope: Scope, term: Term) -> int:
    """Return the cards that a term matches, as a mask.

    :raises QueryError: unknown field, operator or value.
    """
    field = FIELDS.get(_short(term.field))
    if field is None:
        found = _name_with_colon(scope, term)
        if found:
            return found
        meant = _meant_field(term.field, (*_SHORT_NAMES, "sort"))
        raise wrong(f"there is no field {shown(term.field)}{meant}; the fields are {FIELD_LIST}", term.start)
    _check_operator(term, field.operators)
    return field.cards(scope, term)


def _name_with_colon(scope: Scope, term: Term) -> int:
    """Return the cards whose name has both sides of what only looks like a field, as `Command: Attack` does."""
    if term.operator != ":" or term.value_start == term.start + len(term.field) + 1:
        return 0
    before, after = (replace(term, field="name", value=part) for part in (term.field, term.value))
    return FIELDS["name"].cards(scope, before) & FIELDS["name"].cards(scope, after)


def sort_field(term: Term) -> tuple[str, bool]:
    """Return the field that a `sort:` term names, and whether it descends.

    :raises QueryError: unknown or unsortable field, or wrong operator.
    """
    _check_operator(term, _TEXT)
    name = term.value.casefold()
    descending = name.startswith("-")
    name = name.removeprefix("-")
    short = _short(name)
    if short not in SORTABLE:
        meant = _meant_field(name, [known for known, short in _SHORT_NAMES.items() if short in SORTABLE])
        known = ", ".join(SORTABLE)
        message = f"cards cannot be sorted by {shown(term.value)}{meant}; they can be sorted by {known}"
        raise wrong(message, term.value_start)
    return short, descending


def _short(name: str) -> str:
    """Return the short name of a field. An unknown name is returned unchanged."""
    return _SHORT_NAMES.get(name, name)


def _meant_field(name: str, known: Iterable[str]) -> str:
    """Return the part of a message with the fields that are similar to an unknown name; empty if there are none."""
    near = difflib.get_close_matches(name, list(known), 2)
    return f" (did you mean {' or '.join(f'`{one}`' for one in near)}?)" if near else ""


@lru_cache(maxsize=64)
def ranks(db: CardDatabase, name: str) -> tuple[int | None, ...]:
    """Return each card's place by a field, equal for equal values and None without a value.

    :raises ValueError: if the field has no order.
    """
    sort_key = FIELDS[name].sort_key
    if sort_key is None:
        raise ValueError(f"the field {name} has no order")
    values = [sort_key(db, card) for card in db.cards]
    order = sorted({value for value in values if value is not None})
    place = {value: rank for rank, value in enumerate(order)}
    return tuple(None if value is None else place[value] for value in values)


def _check_operator(term: Term, operators: tuple[str, ...]) -> None:
    if term.operator not in operators:
        known = " ".join(operators)
        at = term.start + len(term.field)
        raise wrong(f"`{term.field}` does not take `{term.operator}`; what it takes is {known}", at)


def _unknown(term: Term, what: str, known: Iterable[str]) -> QueryError:
    return wrong(f"there is no {what} {shown(term.value)}; known are {', '.join(known)}", term.value_start)


def _number(scope: Scope, term: Term) -> int:
    # isascii, because int also reads digits of other scripts, and isdigit some that int does not.
    if not (term.value.isascii() and term.value.isdigit()):
        message = f"`{term.field}` takes a whole number such as 3, not {shown(term.value)}"
        raise wrong(message, term.value_start)
    compare, wanted = _COMPARE[term.operator], int(term.value)
    found = 0
    for number, cards in scope.keys.numbers[_short(term.field)].items():
        if compare(number, wanted):
            found |= cards
    return found


def _domains(scope: Scope, term: Term) -> int:
    wanted = 0
    for part in term.value.split(","):
        bit = _DOMAIN_BITS.get(part.strip().casefold())
        if bit is None:
            message = f"there is no domain {shown(part)}; write some of {_DOMAIN_LIST} with commas and no spaces"
            raise wrong(message, term.value_start)
        wanted |= bit
    found = 0
    for bits, cards in scope.keys.domains.items():
        common = bits & wanted
        if (term.operator == "<=" or common == wanted) and (term.operator == ":" or common == bits):
            found |= cards
    return found


def _open_value(scope: Scope, term: Term) -> int:
    """Match a value of a list that grows with every set, where an unknown one matches no card."""
    return scope.keys.values[_short(term.field)].get(strict_key(term.value), 0)


def _type(scope: Scope, term: Term) -> int:
    return _closed_value(scope, term, "card type", (kind.casefold() for kind in CARD_TYPES))


def _rarity(scope: Scope, term: Term) -> int:
    return _closed_value(scope, term, "rarity", (rarity.casefold() for rarity in RARITIES))


def _set(scope: Scope, term: Term) -> int:
    return _closed_value(scope, term, "set", scope.db.sets)


def _closed_value(scope: Scope, term: Term, what: str, known: Iterable[str]) -> int:
    found = scope.keys.values[_short(term.field)].get(strict_key(term.value))
    if found is None:
        raise _unknown(term, what, known)
    return found


def _is(scope: Scope, term: Term) -> int:
    if strict_key(term.value) == "banned":
        return banned_cards(scope.db, scope.day)
    return _closed_value(scope, term, "property", IS_VALUES)


def _legal(scope: Scope, term: Term) -> int:
    format_id = strict_key(term.value)
    if format_id not in scope.db.formats:
        raise _unknown(term, "format", scope.db.formats)
    return legal_cards(scope.db, format_id, scope.day)


def _name(scope: Scope, term: Term) -> int:
    key = strict_key(term.value)
    if not key:
        raise wrong("there is no letter to search for here; write part of a name, or leave it out", term.value_start)
    if term.operator == ":":
        return scope.keys.named(lambda names: key in names)
    whole = scope.keys.named(lambda names: key in names.split("\n"))
    return whole if whole or id_key(term.value) is not None else _meant(scope, scope.db.find(term.value))


def _description(scope: Scope, term: Term) -> int:
    """Match a part of the description of a card. A card without a description never matches."""
    key = text_key(term.value)
    if not key:
        raise wrong("there is no letter to search for here; write a part of a description", term.value_start)
    return described_cards(scope.db, key)


def _id(scope: Scope, term: Term) -> int:
    """Match a printing id; one that stands for several cards, as `OPP-001` may, matches all of them."""
    return _meant(scope, scope.db.find_known_id(term.value))


def _meant(scope: Scope, match: Lookup) -> int:
    meant = {match.card, *match.candidates}
    return sum(1 << position for position, card in enumerate(scope.db.cards) if card in meant)


def _domain_order(card: Card) -> tuple[int, ...] | None:
    return tuple(DOMAINS.index(domain) for domain in card.domains) or None


def _text_order(texts: tuple[str, ...]) -> tuple[str, ...] | None:
    return tuple(sorted(strict_key(text) for text in texts)) or None


FIELDS: Final[dict[str, SearchField]] = {
    "t": SearchField(_TEXT, _type, lambda _, card: CARD_TYPES.index(card.types[0]), ("type",)),
    "d": SearchField(_DOMAIN, _domains, lambda _, card: _domain_order(card), ("domain",)),
    "e": SearchField(_NUMBER, _number, lambda _, card: card.energy, ("energy", "cost")),
    "p": SearchField(_NUMBER, _number, lambda _, card: card.power, ("power",)),
    "m": SearchField(_NUMBER, _number, lambda _, card: card.might, ("might",)),
    "o": SearchField(_TEXT, _description, None, ("oracle", "text", "description")),
    "tag": SearchField(_TEXT, _open_value, lambda _, card: _text_order(card.tags)),
    "champ": SearchField(
        _TEXT,
        _open_value,
        lambda _, card: strict_key(card.champion_tag) if card.champion_tag else None,
        ("champion",),
    ),
    "k": SearchField(_TEXT, _open_value, lambda _, card: _text_order(card.keywords), ("keyword",)),
    "set": SearchField(_TEXT, _set, lambda db, card: tuple(db.sets).index(card.printings[0].set)),
    "r": SearchField(
        _TEXT, _rarity, lambda _, card: RARITIES.index(card.printings[0].rarity or card.rarity), ("rarity",)
    ),
    "is": SearchField(_TEXT, _is),
    "id": SearchField(_TEXT, _id, lambda _, card: card.printings[0].id, ("printing",)),
    "name": SearchField(_TEXT, _name, lambda _, card: strict_key(card.name)),
    "legal": SearchField(_TEXT, _legal, None, ("format",)),
}
FIELD_NAMES: Final = (*FIELDS, "sort")  # `sort` is no condition, and matches nothing by itself
SORTABLE: Final = tuple(name for name, field in FIELDS.items() if field.sort_key is not None)
_SHORT_NAMES: Final = {long: name for name, field in FIELDS.items() for long in (name, *field.long_names)}
FIELD_LIST: Final = ", ".join("/".join((name, *FIELDS[name].long_names)) for name in FIELDS) + ", sort"
IS_VALUES: Final = (*FLAGS, "banned")
