from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.decks.model import SECTIONS, DeckReadError, Entry
from riftcheck.decks.text import parse

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Deck

LEGEND, CHAMPION = "Viktor, Herald of the Arcane", "Viktor, Leader"


def shape(deck: Deck) -> dict[str, list[tuple[int, str]]]:
    zones = {section: deck.section(section) for section in SECTIONS} | {"champion": deck.champion}
    return {zone: [(entry.count, entry.written) for entry in found] for zone, found in zones.items() if found}


def test_a_map_of_ids(db: CardDatabase) -> None:
    text = '{\n"OGN-265": 1,\n"OGN-004": 2,\n"VEN-R01": 7,\n"RAD-R12": 5,\n"RAD-044": 1,\n"OGN-288/298": 1\n}'
    parsed = parse(text, db)
    assert parsed.deck.origin == "text"
    assert shape(parsed.deck) == {
        "legend": [(1, "OGN-265")],
        "main": [(2, "OGN-004"), (1, "RAD-044")],
        "runes": [(7, "VEN-R01"), (5, "RAD-R12")],
        "battlefields": [(1, "OGN-288/298")],
    }
    assert [(line.number, line.kind, line.zone) for line in parsed.lines[1:5]] == [
        (2, "card", "legend"),
        (3, "card", "main"),
        (4, "card", "runes"),
        (5, "card", "runes"),
    ]
    assert [line.kind for line in parsed.lines if line.text in "{}"] == ["comment", "comment"]


SITE: dict[str, Any] = {
    "name": "Jinx, Rebel",
    "author": "Bob",
    "tags": ["aggro"],
    "legend": LEGEND,
    "champion": CHAMPION,
    "mainDeck": ["3 Charm", {"name": "Defy", "quantity": 2, "id": "OGN-045"}, {"card": {"name": "Gust"}, "count": "2"}],
    "runes": {"Calm": 6, "Order Rune": 6},
    "battlefields": ["Targon's Peak"],
    "sideDeck": [{"id": "OGN-043", "count": 1}],
}


@pytest.mark.parametrize("data", [SITE, {"deck": SITE, "version": 2}, {"data": {"deck": SITE}}])
@pytest.mark.parametrize("indent", [None, 2])
def test_sections_of_sites(data: dict[str, Any], indent: int | None, db: CardDatabase) -> None:
    text = json.dumps(data, indent=indent)
    parsed = parse(text, db)
    assert shape(parsed.deck) == {
        "legend": [(1, LEGEND)],
        "champion": [(1, CHAMPION)],
        "main": [(3, "Charm"), (2, "Defy"), (2, "Gust")],
        "runes": [(6, "Calm Rune"), (6, "Order Rune")],
        "battlefields": [(1, "Targon's Peak")],
        "sideboard": [(1, "OGN-043")],
    }
    assert parsed.problems == []
    assert parsed.deck.main[1].id == "OGN-045"
    lines = text.splitlines()
    for section in SECTIONS:
        for entry in parsed.deck.section(section):
            assert entry.written.removesuffix(" Rune") in lines[(entry.line or 0) - 1]
    assert [line.number for line in parsed.lines] == list(range(1, len(lines) + 1))


def test_the_projects_own_form_says_where_the_champion_is(db: CardDatabase) -> None:
    own = {
        "legend": [LEGEND],
        "champion": CHAMPION,
        "champion_apart": True,
        "main": [{"name": "Charm", "full_name": "Charm", "count": 3}, {"id": "OGN-043", "count": 1}, "Defy"],
        "runes": [],
        "battlefields": [{"name": "No Such Field", "unknown": True}],
        "choices": {"Charm": ["Defy"]},
    }
    deck = parse(json.dumps(own), db).deck
    assert (deck.origin, deck.champion_apart, deck.choices) == ("json", True, {"Charm": ("Defy",)})
    assert shape(deck) == {
        "legend": [(1, LEGEND)],
        "champion": [(1, CHAMPION)],
        "main": [(3, "Charm"), (1, "OGN-043"), (1, "Defy")],
        "battlefields": [(1, "No Such Field")],
    }


@pytest.mark.parametrize("count", [1, 200, "1", "012", "200"])
def test_a_count_from_1_to_200_is_read_also_as_a_string(count: Any, db: CardDatabase) -> None:
    parsed = parse(json.dumps({"main": [{"name": "Charm", "count": count}]}), db)
    assert parsed.deck.main == [Entry("Charm", int(count), 1)]


@pytest.mark.parametrize("count", [0, 201, -1, 1.5, True, None, "x", "201", "0200", [1]])
def test_a_wrong_count_is_a_problem(count: Any, db: CardDatabase) -> None:
    parsed = parse(json.dumps({"main": ["Defy", {"name": "Charm", "count": count}]}), db)
    assert parsed.deck.main == [Entry("Defy", 1, 1), Entry("Charm", 1, 1, unreadable=True)]
    assert "1 to 200" in parsed.problems[0].message


def test_what_is_no_entry_is_a_problem(db: CardDatabase) -> None:
    parsed = parse('{"main": ["Defy", 5, {"count": 2}, ["Charm"]]}', db)
    assert [entry.unreadable for entry in parsed.deck.main] == [False, True, True, True]
    assert len(parsed.problems) == 3


@pytest.mark.parametrize(
    "nameless", ['{" ": 3, "Defy": 1}', '["Defy", {"name": " ", "count": 3}]', '{"": 3, "Defy": 1}']
)
def test_an_entry_without_a_name_is_a_problem(nameless: str, db: CardDatabase) -> None:
    parsed = parse(f'{{"main": {nameless}}}', db)
    assert sorted((entry.written, entry.unreadable) for entry in parsed.deck.main) == [('""', True), ("Defy", False)]
    assert "must have a name" in parsed.problems[0].message


def test_the_gravest_thing_on_a_line_is_what_the_line_is(db: CardDatabase) -> None:
    kinds = [
        [line.kind for line in parse(text, db).lines]
        for text in (
            '{"main": [5, "Defy"], "sideboard": []}',
            '{"main": ["Defy"], "runes": []}',
            '{"runes": [],\n"main": ["Defy"]}',
        )
    ]
    assert kinds == [["problem"], ["card"], ["header", "card"]]


def test_name_and_id_of_different_cards(db: CardDatabase) -> None:
    parsed = parse('{"main": ["Defy", {"name": "Charm", "id": "OGN-042"}]}', db)
    assert "Calm Rune" in parsed.problems[0].message


def test_cards_under_an_unknown_key_are_not_passed_over(db: CardDatabase) -> None:
    parsed = parse('{"main": ["Defy"],\n"maybe": ["Charm"],\n"stats": {"mean": 2.5},\n"OGN-043": 2}', db)
    assert [(entry.written, entry.unreadable) for entry in parsed.deck.main] == [
        ("Defy", False),
        ("list", True),
        ("OGN-043", False),
    ]
    assert [(problem.line, "maybe" in problem.message) for problem in parsed.problems] == [(2, True)]


def test_cards_beside_the_deck_are_not_passed_over(db: CardDatabase) -> None:
    parsed = parse('{"a": ["Gust"],\n"deck": {\n"main": ["Defy"]},\n"extra": {"b": {"name": "Charm"}}}', db)
    assert [(entry.line, entry.unreadable) for entry in parsed.deck.main] == [(1, True), (3, False), (4, True)]


def test_a_list_of_entries_goes_by_type(db: CardDatabase) -> None:
    deck = parse(json.dumps([{"name": LEGEND}, {"name": "Charm", "count": 3}, "7 Order Rune"]), db).deck
    assert shape(deck) == {"legend": [(1, LEGEND)], "main": [(3, "Charm")], "runes": [(7, "Order Rune")]}


def test_a_bracket_that_begins_a_line_is_no_json(db: CardDatabase) -> None:
    assert shape(parse("[OGN-043] Charm\n2 Defy", db).deck) == {"main": [(1, "Charm"), (2, "Defy")]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"main": [', "begins like JSON, but is not: line 1"),
        ('{"OGN-043": 1, "OGN-043": 2}', '"OGN-043" twice'),
        ('{"OGN-043": NaN}', "NaN"),
        ('{"a":' * 12_000, "nests too deep"),
        ('{"OGN-043": ' + "9" * 6000 + "}", "too long"),
        ("{}", "no card"),
        ('{"main": 40}', "no card"),
        ('{"main": ["Charm"], "champion_apart": "yes"}', "true or false"),
        ('{"main": ["Charm"], "choices": []}', "choices"),
    ],
)
def test_json_that_cannot_be_read(text: str, said: str, db: CardDatabase) -> None:
    with pytest.raises(DeckReadError, match=said):
        parse(text, db)
