"""docs/search.md against the code: the fields, their operators, the values of `is`, the limits and the examples."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

import pytest

from riftcheck.carddb.search import FIELD_NAMES, FIELDS, IS_VALUES, MAX_QUERY, MAX_TERMS, SORTABLE, search
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

_PAGE = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")


def _section(title: str) -> str:
    _, _, rest = _PAGE.partition(f"\n## {title}\n")
    return rest.partition("\n## ")[0]


def _rows(title: str) -> list[list[str]]:
    """Return the cells of a section's table, without its head."""
    lines = [line for line in _section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def _codes(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


_EXAMPLES = [code for row in _rows("Examples") for code in _codes(row[0])]
_FIELD_EXAMPLES = [code for row in _rows("Fields") for code in _codes(row[3])]


def test_the_page_lists_the_fields_of_the_code_and_no_others() -> None:
    assert [_codes(row[0]) for row in _rows("Fields")] == [
        [name, *(FIELDS[name].long_names if name in FIELDS else ())] for name in FIELD_NAMES
    ]


def test_the_page_lists_the_operators_of_each_field() -> None:
    for row in _rows("Fields"):
        name = _codes(row[0])[0]
        operators = FIELDS[name].operators if name in FIELDS else (":", "=")
        assert tuple(_codes(row[1])) == operators, name


def test_the_page_lists_the_values_of_is_and_the_fields_that_sort() -> None:
    cells = {_codes(row[0])[0]: row[2] for row in _rows("Fields")}
    assert set(_codes(cells["is"])) == set(IS_VALUES)
    assert set(_codes(cells["sort"])) == {*SORTABLE, "sort:-e"}


def test_the_page_says_the_limits() -> None:
    assert f"at most {MAX_QUERY} characters and {MAX_TERMS} terms" in _PAGE


@pytest.mark.parametrize("query", _EXAMPLES + _FIELD_EXAMPLES)
def test_every_example_finds_some_cards_and_not_all(db: CardDatabase, query: str) -> None:
    cards = search(db, query, day=date(2026, 8, 1))
    assert cards
    assert len(cards) < len(db.cards) or query.startswith("sort")


def test_there_are_examples_for_every_field() -> None:
    assert len(_EXAMPLES) >= 8
    assert len(_FIELD_EXAMPLES) >= len(FIELD_NAMES)
