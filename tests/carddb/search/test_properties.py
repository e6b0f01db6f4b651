"""What holds for every query, on the shipped cards."""

from __future__ import annotations

import contextlib
from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riftcheck.carddb import CardDatabase, QueryError
from riftcheck.carddb.search import FIELD_NAMES, FIELDS, autocomplete, named_fuzzy, search

if TYPE_CHECKING:
    from riftcheck.carddb import Card

_DAY = date(2026, 8, 1)
_VALUES = st.sampled_from(
    ["unit", "gear", "fury", "fury,order", "3", "0", "10", "ogn", "PR", "epic", "champion", "banned", "sealed", "jinx"],
) | st.sampled_from(
    ["constructed", "OGN-001", '"Shadow Isles"', "yordle", "tank", "-name", "-e", "or", "e", "o", "\u00e9", "''", ""],
)
_TERMS = st.one_of(
    st.sampled_from(["a", "of", "the", '"of the"', "kai'sa", "-", "or", "OR", ",", "(", ")", "-(", '"', "\u201c"]),
    st.builds(
        lambda name, operator, value: f"{name}{operator}{value}",
        st.sampled_from([*FIELD_NAMES, "x"]),
        st.sampled_from([":", "=", "!=", "<", "<=", ">", ">="]),
        _VALUES,
    ),
)
_NEARLY = st.lists(st.builds(str.__add__, st.sampled_from(["", "-", "--"]), _TERMS), max_size=12).map(" ".join)
_LEAVES = st.sampled_from(
    ["a", "er", '"of the"', "t:unit", "t:spell", "d:fury", "d<=fury,calm", "d=order", "e:3", "e!=3", "m>4", "p<1"],
) | st.sampled_from(
    [
        "o:draw",
        "ogn 7",
        "OGN-007",
        "might>=5",
        "tag:yordle",
        "k:tank",
        "set:ogn",
        "r:epic",
        "is:champion",
        "is:banned",
        "legal:constructed",
        "champ:jinx",
    ],
)


def _wrap(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        inner.map(lambda part: f"-({part})"),
        pairs.map(" ".join),
        pairs.map(" or ".join),
        inner.map(lambda part: f"({part})"),
    )


_VALID = st.recursive(_LEAVES, _wrap, max_leaves=6).filter(lambda query: len(query) <= 90)


def _found(db: CardDatabase, query: str) -> list[Card]:
    return search(db, query, day=_DAY)


@given(text=st.one_of(st.text(max_size=210), st.text('()-:=<>!,"or et3 \u201c\u2014', max_size=210), _NEARLY))
def test_no_text_raises_anything_but_a_query_error(db: CardDatabase, text: str) -> None:
    refusal = None
    cards: list[Card] = []
    try:
        cards = _found(db, text)
    except QueryError as error:
        refusal = error
    assert set(cards) <= set(db.cards)
    assert len(set(cards)) == len(cards)
    if refusal is not None:
        assert str(refusal).isprintable()
        assert 0 <= refusal.position <= len(text)


@given(text=st.one_of(_NEARLY, _VALID))
def test_a_query_and_its_negation_part_the_cards(db: CardDatabase, text: str) -> None:
    assume("sort" not in text)
    cards: list[Card] = []
    with contextlib.suppress(QueryError):
        cards = _found(db, text)
    assume(cards and text.strip())
    assume(len(text) <= 197)
    rest = _found(db, f"-({text})")
    assert not set(cards) & set(rest)
    assert len(cards) + len(rest) == len(db.cards)
    assert _found(db, f"-(-({text}))") == cards


@given(left=_VALID, right=_VALID)
def test_or_is_the_union_and_two_side_by_side_the_intersection(db: CardDatabase, left: str, right: str) -> None:
    one, other = set(_found(db, left)), set(_found(db, right))
    assert _found(db, f"{left} or {right}") == [card for card in db.cards if card in one | other]
    assert _found(db, f"({left}) ({right})") == [card for card in db.cards if card in one & other]


@given(query=_VALID, name=st.sampled_from([n for n in FIELDS if FIELDS[n].sort_key]), down=st.booleans())
def test_sorting_loses_and_adds_no_card(db: CardDatabase, query: str, name: str, *, down: bool) -> None:
    ordered = _found(db, f"({query}) sort:{'-' if down else ''}{name}")
    assert len(ordered) == len(set(ordered))
    assert set(ordered) == set(_found(db, query))


@given(text=st.text(max_size=210))
def test_no_text_is_too_odd_for_names(db: CardDatabase, text: str) -> None:
    known = {card.name for card in db.cards}
    assert known.issuperset(autocomplete(db, text))
    match = named_fuzzy(db, text)
    assert match.card is None or not match.candidates


@pytest.mark.parametrize("name", ["t", "d", "e", "p", "m", "set", "r"])
def test_each_value_of_a_field_finds_the_cards_that_have_it(db: CardDatabase, name: str) -> None:
    values = {
        "t": lambda card: {kind.lower() for kind in card.types},
        "d": lambda card: {domain.lower() for domain in card.domains},
        "e": lambda card: {card.energy} - {None},
        "p": lambda card: {card.power} - {None},
        "m": lambda card: {card.might} - {None},
        "set": lambda card: {printing.set for printing in card.printings},
        "r": lambda card: {card.rarity},
    }[name]
    for value in set().union(*map(values, db.cards)):
        assert _found(db, f"{name}:{value}") == [card for card in db.cards if value in values(card)]


def test_every_card_is_found_by_each_of_its_names(db: CardDatabase) -> None:
    for card in db.cards:
        for name in (card.name, card.full_name, *card.aliases):
            assert card in _found(db, name), name
            assert card in _found(db, f'name="{name}"'), name
            assert name is card.full_name or card.name in autocomplete(db, name, 1000), name


def test_every_card_is_found_by_each_of_its_printings(db: CardDatabase) -> None:
    for printing_id, (card, _) in db.by_printing.items():
        assert _found(db, f"id:{printing_id}") == [card]
        assert _found(db, printing_id) == [card]
