from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.decks.model import SECTIONS, DeckReadError, Entry, NoCardError, OtherGameError
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
    parsed = parse('{"main": ["Defy"],\n"extras": ["Charm"],\n"stats": {"mean": 2.5},\n"OGN-043": 2}', db)
    assert [(entry.written, entry.unreadable) for entry in parsed.deck.main] == [
        ("Defy", False),
        ("list", True),
        ("OGN-043", False),
    ]
    assert [(problem.line, "extras" in problem.message) for problem in parsed.problems] == [(2, True)]


def test_cards_beside_the_deck_are_not_passed_over(db: CardDatabase) -> None:
    parsed = parse('{"a": ["Gust"],\n"deck": {\n"main": ["Defy"]},\n"extra": {"b": {"name": "Charm"}}}', db)
    assert [(entry.line, entry.unreadable) for entry in parsed.deck.main] == [(1, True), (3, False), (4, True)]


def test_a_list_of_entries_goes_by_type(db: CardDatabase) -> None:
    deck = parse(json.dumps([{"name": LEGEND}, {"name": "Charm", "count": 3}, "7 Order Rune"]), db).deck
    assert shape(deck) == {"legend": [(1, LEGEND)], "main": [(3, "Charm")], "runes": [(7, "Order Rune")]}


@pytest.mark.parametrize("fence", ["```json\n%s\n```", "```\n%s```\n", "\n``` json  \n\n%s\n\n```\n"])
def test_json_in_a_fence_is_read(fence: str, db: CardDatabase) -> None:
    for data in ({"mainDeck": [{"name": "Defy", "count": 3}]}, [{"name": "Defy", "count": 3}]):
        parsed = parse(fence % json.dumps(data, indent=1), db)
        assert (shape(parsed.deck), parsed.problems) == ({"main": [(3, "Defy")]}, [])
        assert [line.text.strip(' ",') for line in parsed.lines if line.kind == "card"] == ['name": "Defy']


def test_a_list_in_a_fence_is_a_list(db: CardDatabase) -> None:
    assert shape(parse("```text\nMain Deck:\n3 Defy\n```", db).deck) == {"main": [(3, "Defy")]}
    with pytest.raises(DeckReadError, match="The text begins like JSON, but is not: line 2"):
        parse('```json\n{"Defy": 3,\n```', db)


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


def found(data: Any, db: CardDatabase) -> tuple[dict[str, list[tuple[int, str]]], list[str]]:
    parsed = parse(json.dumps(data), db)
    return shape(parsed.deck), [problem.message for problem in parsed.problems]


@pytest.mark.parametrize(
    "said",
    [
        {"zone": "sideboard"},
        {"section": "Side Board"},
        {"board": "side"},
        {"slot": "SIDEBOARD"},
        {"category": "Sideboard"},
        {"sideboard": True},
        {"isSideboard": "true"},
        {"category": "Spell", "zone": "sideboard"},
        {"zone": "sideboard", "sideboard": True},
        {"isSide": True},
        {"in_side": "yes"},
        {"inSideboard": True},
        {"boardType": "side"},
        {"location": "sideboard"},
        {"pile": "Side Deck", "type": "Spell"},
        {"type": "sideboard"},
    ],
)
@pytest.mark.parametrize("outer", [None, "cards", "mainDeck"])
def test_an_entry_is_in_the_section_that_it_names(said: dict[str, Any], outer: str | None, db: CardDatabase) -> None:
    entries = [
        {"name": "Defy", "count": 3, **said},
        {"name": "Charm", "count": 2},
        {"name": "Gust", "sideboard": False},
    ]
    shown = {"main": [(2, "Charm"), (1, "Gust")], "sideboard": [(3, "Defy")]}
    assert found(entries if outer is None else {outer: entries}, db) == (shown, [])


def test_an_entry_names_each_section(db: CardDatabase) -> None:
    names = {"legend": LEGEND, "champion": CHAMPION, "main": "Defy", "battlefield": "Targon's Peak", "Runes": "Calm"}
    entries = [{"cardName": name, "quantity": 1, "zone": zone} for zone, name in names.items()]
    assert found(entries, db)[0] == {
        "legend": [(1, LEGEND)],
        "champion": [(1, CHAMPION)],
        "main": [(1, "Defy")],
        "battlefields": [(1, "Targon's Peak")],
        "runes": [(1, "Calm Rune")],
    }


@pytest.mark.parametrize("category", ["Spell", "Units", "Removal", "main", "Champion"])
def test_a_category_is_no_section_where_a_section_is_given(category: str, db: CardDatabase) -> None:
    side = {"main": [], "sideDeck": [{"name": CHAMPION, "category": "Spell"}, {"name": "Defy"}]}
    assert found(side, db)[0] == {"sideboard": [(1, CHAMPION), (1, "Defy")]}
    entries = [{"name": "Viktor, Innovator", "category": category}, {"name": CHAMPION, "category": category}]
    assert found({"legend": LEGEND, "mainDeck": entries}, db) == (
        {"legend": [(1, LEGEND)], "main": [(1, "Viktor, Innovator"), (1, CHAMPION)]},
        [],
    )


@pytest.mark.parametrize(
    ("outer", "said", "message"),
    [
        ("cards", {"slot": "12"}, 'Defy is in "12", which is no section of a deck. Name one such as main.'),
        (
            "cards",
            {"zone": "somewhere"},
            'Defy is in "somewhere", which is no section of a deck. Name one such as main.',
        ),
        ("cards", {"zone": "main", "sideboard": True}, "Defy is in several sections: main and sideboard. Keep one."),
        (
            "cards",
            {"maindeck": False},
            'Defy is in "maindeck: false", which is no section of a deck. Name one such as main.',
        ),
        ("cards", {"isMain": 0}, 'Defy is in "isMain: false", which is no section of a deck. Name one such as main.'),
        (
            "cards",
            {"sideboardable": True},
            'Defy is in "sideboardable: true", which is no section of a deck. Name one such as main.',
        ),
        (
            "cards",
            {"group": "Sideboard plan"},
            'Defy is in "Sideboard plan", which is no section of a deck. Name one such as main.',
        ),
        ("sideDeck", {"zone": "main"}, "Defy is under sideboard and names main as its section. Keep one of them."),
    ],
)
def test_an_entry_in_two_sections_or_an_unknown_one_is_in_doubt(
    outer: str, said: dict[str, Any], message: str, db: CardDatabase
) -> None:
    _, problems = found({outer: [{"name": "Defy", "count": 2, **said}, "Charm"]}, db)
    assert problems == [message]


@pytest.mark.parametrize("said", [{"isMaybe": True}, {"in_maybeboard": "true"}, {"location": "Maybeboard"}])
def test_an_entry_that_says_so_is_set_aside(said: dict[str, Any], db: CardDatabase) -> None:
    parsed = parse(json.dumps([{"name": "Defy", "count": 3, **said}, "Charm"]), db)
    assert (shape(parsed.deck), parsed.problems) == ({"main": [(1, "Charm")]}, [])
    assert [aside.copies for aside in parsed.set_aside] == [3]


@pytest.mark.parametrize(
    "said",
    [
        {"maindeck": True, "inDeck": "yes", "isMaybe": False, "isSide": "false"},
        {"location": "Binder 3", "group": "Removal", "deck": "Ahri Control", "type": "Spell"},
        {"isChampion": True, "foil": False, "wishlist": False, "isToken": False},
        {"considered_ban": False, "outside": "no"},
        {"deckIndex": 0, "index": 4, "deckId": 9},
        {"label": "3x Defy", "note": "3 copies", "versions": [{"id": "OGN-045", "count": 3}]},
        {
            "text": "Counter a spell that costs 4 or less.",
            "image": "https://example.org/4x/defy.png",
            "updated": "2026-05-01",
        },
        {"labels": ["4 copies"], "counts": {"owned": 4}, "prices": [{"eur": 4}]},
    ],
)
@pytest.mark.parametrize("outer", [None, "mainDeck"])
def test_what_an_entry_says_besides_does_not_matter(said: dict[str, Any], outer: str | None, db: CardDatabase) -> None:
    said = {**said, "name": "Defy", "count": 3}
    assert found([said] if outer is None else {outer: [said]}, db) == ({"main": [(3, "Defy")]}, [])


@pytest.mark.parametrize("key", ["deck2", "mainDeck2", "main_deck_2", "Main Deck 3"])
def test_a_second_deck_is_a_problem(key: str, db: CardDatabase) -> None:
    _, problems = found({"mainDeck": ["3 Defy"], key: ["3 Charm"]}, db)
    assert problems == [f'"{key}" is another deck or section. Give one deck at a time.']
    assert found({"mainDeck": ["3 Defy"], key: []}, db) == ({"main": [(3, "Defy")]}, [])


def test_numbered_keys_of_one_deck_are_sections(db: CardDatabase) -> None:
    deck = {"battlefield1": "Targon's Peak", "battlefield2": "Marai Spire", "mainDeck1": ["3 Defy"]}
    places = {"battlefields": [(1, "Targon's Peak"), (1, "Marai Spire")], "main": [(3, "Defy")]}
    assert found(deck, db) == (places, [])


@pytest.mark.parametrize(
    ("numbers", "count"),
    [
        ({"count": 3, "quantity": 3}, 3),
        ({"count": 3, "Quantity": "3"}, 3),
        ({"count": 2.0}, 2),
        ({"normal": 1, "foil": 2}, 3),
        ({"normal": 0, "foil": 4}, 4),
        ({"count": 3, "normal": 3, "foil": 0}, 3),
        ({"count": 3, "foil": True}, 3),
        ({"count": 3, "foil": 0}, 3),
        (
            {
                "count": 3,
                "energy": 5,
                "energyCost": 2,
                "might": 4,
                "collectorNumber": "45",
                "price": 1.25,
                "sortOrder": 7,
            },
            3,
        ),
        ({"count": 3, "popularity": 0.5, "updated": 1780000000, "likes": 0}, 3),
        ({"foil": False}, 1),
        ({}, 1),
    ],
)
def test_the_count_of_an_entry_is_read(numbers: dict[str, Any], count: int, db: CardDatabase) -> None:
    assert found([{"name": "Defy", **numbers}], db) == ({"main": [(count, "Defy")]}, [])


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"cnt": 4}, 'Defy has the number 4 under "cnt". If it is the count, name it "count".'),
        ({"cnt": "4"}, 'Defy has the number 4 under "cnt". If it is the count, name it "count".'),
        ({"count": 1, "sideCount": 2}, 'Defy has the number 2 under "sideCount". If it is the count, name it "count".'),
        ({"main": 1, "sideboard": 2}, 'Defy has the number 1 under "main". If it is the count, name it "count".'),
        (
            {"count": 1, "deckIndex": 1},
            'Defy has the number 1 under "deckIndex". If it is the count, name it "count".',
        ),
        *(
            (
                {"count": 3, key: value},
                f'Defy has the number 4 under "{key}", which is not its count. Keep one of them.',
            )
            for key, value in (
                ("label", "4x Defy"),
                ("label", "4 Defy"),
                ("note", "4 copies"),
                ("note", "play x4, always"),
                ("versions", [{"id": "OGN-045", "count": 4}]),
                ("versions", [{"id": "OGN-045", "count": 3}, {"id": "OGN-045a", "count": 1}]),
                ("printings", {"OGN-045": 4}),
            )
        ),
        ({"count": 3, "quantity": 2}, "Defy has different counts: 3 and 2. Keep one."),
        ({"count": 3, "Count": 4}, "Defy has different counts: 3 and 4. Keep one."),
        ({"count": 3, "foil": 1}, "Defy has different counts: 3 and 1. Keep one."),
        ({"card": {"count": 4}, "count": 3}, "Defy has different counts: 3 and 4. Keep one."),
        ({"count": 0}, "The count of Defy is a whole number from 1 to 200, not 0."),
        ({"normal": 0, "foil": 0}, "The count of Defy is a whole number from 1 to 200, not 0."),
        ({"count": 2.5}, "The count of Defy is a whole number from 1 to 200, not 2.5."),
    ],
)
def test_a_number_that_may_be_another_count_is_in_doubt(
    numbers: dict[str, Any], message: str, db: CardDatabase
) -> None:
    assert found(["Charm", {"name": "Defy", **numbers}], db)[1] == [message]


def test_an_entry_of_two_cards_is_in_doubt(db: CardDatabase) -> None:
    message = "The entry names several cards: Charm; Defy. Keep the one that is meant."
    for entry in ({"name": "Charm", "cardName": "Defy"}, {"name": "Gust", "id": "OGN-043", "cardCode": "OGN-045"}):
        assert found([entry, "Charm"], db)[1] == [message]


def test_the_id_of_a_site_is_no_printing(db: CardDatabase) -> None:
    entry = {"id": "0b1f6a2c-77aa-4c7e-9d5b-1f0f8f0d0c11", "cardCode": "OGN-045", "count": 2}
    assert found([entry, {"id": 7131, "name": "Charm"}], db) == ({"main": [(2, "OGN-045"), (1, "Charm")]}, [])


GROUPS: dict[str, Any] = {
    "Legend": [{"cardName": LEGEND, "quantity": 1}],
    "champion": [CHAMPION],
    "maindeck": [{"cardCode": "OGN-045", "cardName": "Defy", "quantity": 3}],
    "battlefields": ["Targon's Peak"],
    "runes": {"Calm": 6},
    "sideboard": [{"cardCode": "OGN-043", "quantity": 2}],
}


@pytest.mark.parametrize(
    "groups",
    [
        GROUPS,
        [{"section": name, "cards": cards} for name, cards in GROUPS.items()],
        [{"name": name, "total": 3, "items": cards} for name, cards in GROUPS.items()],
        {name: {"total": 3, "cards": cards} if isinstance(cards, list) else cards for name, cards in GROUPS.items()},
    ],
)
@pytest.mark.parametrize("key", ["sections", "breakdown"])
def test_sections_under_a_group_key_are_read(key: str, groups: Any, db: CardDatabase) -> None:
    expected = {
        "legend": [(1, LEGEND)],
        "champion": [(1, CHAMPION)],
        "main": [(3, "Defy")],
        "battlefields": [(1, "Targon's Peak")],
        "runes": [(6, "Calm Rune")],
        "sideboard": [(2, "OGN-043")],
    }
    assert found({"name": "x", key: groups}, db) == (expected, [])
    assert found({"data": {"name": "x", key: groups}}, db) == (expected, [])


def test_groups_beside_sections_are_not_counted_twice(db: CardDatabase) -> None:
    data = {"mainDeck": ["Defy"], "breakdown": {"units": 20, "spells": 3}}
    assert found(data, db) == ({"main": [(1, "Defy")]}, [])
    shown, problems = found({**data, "breakdown": {"spells": ["Defy"]}}, db)
    assert problems == ['"breakdown" is no section of a deck, but names cards.']
    assert shown["main"][0] == (1, "Defy")


def test_an_unknown_group_is_in_doubt_and_loses_no_card(db: CardDatabase) -> None:
    shown, problems = found({"sections": [{"section": "Removal", "cards": [{"name": "Defy", "count": 2}]}]}, db)
    assert problems == ['"Removal" is no section of a deck. Name one such as main.']
    assert (2, "Defy") in shown["main"]
    _, problems = found({"sections": [{"section": "main", "extras": ["Defy"], "cards": ["Charm"]}]}, db)
    assert problems == ['"extras" is no section of a deck, but names cards.']


def test_lists_by_type_in_the_main_deck_are_read(db: CardDatabase) -> None:
    data = {"legend": LEGEND, "mainDeck": {"units": [CHAMPION], "spells": [{"name": "Defy", "count": 3}], "total": 4}}
    assert found(data, db) == ({"legend": [(1, LEGEND)], "main": [(1, CHAMPION), (3, "Defy")]}, [])


def test_a_decoder_result_has_all_cards_in_its_main_deck(db: CardDatabase) -> None:
    cards = {"OGN-265": 1, "OGN-045": 3, "OGN-289": 1, "OGN-042": 6}
    data = {
        "mainDeck": [{"cardCode": code, "count": count} for code, count in cards.items()],
        "sideboard": [{"cardCode": "OGN-043", "count": 2}],
        "chosenChampion": "OGN-246",
    }
    assert found(data, db) == (
        {
            "legend": [(1, "OGN-265")],
            "champion": [(1, "OGN-246")],
            "main": [(3, "OGN-045")],
            "battlefields": [(1, "OGN-289")],
            "runes": [(6, "OGN-042")],
            "sideboard": [(2, "OGN-043")],
        },
        [],
    )
    # With a legend of its own, the main deck is what the site says, and the checker reports the rune.
    assert found({**data, "legend": "OGN-265", "mainDeck": ["OGN-042"]}, db)[0]["main"] == [(1, "OGN-042")]


def test_notes_of_a_site_among_the_cards_are_no_cards(db: CardDatabase) -> None:
    assert found(["Exported from https://example.org", "OGN-045", "# 3 Charm"], db) == ({"main": [(1, "OGN-045")]}, [])
    assert (3, "Charm") in found(["Exported from a site: 3 Charm", "OGN-045"], db)[0]["main"]


KEYFORGE = [
    {
        "data": {
            "name": "Someone",
            "expansion": 341,
            "_links": {"houses": ["Dis", "Logos", "Mars"], "cards": ["0f-1"]},
        },
        "_linked": {"cards": [{"card_title": "A card", "house": "Dis", "card_number": "1"}]},
    },
    {"deck": {"name": "x", "housesAndCards": [{"house": "StarAlliance", "cards": [{"cardTitle": "A card"}]}]}},
    {"houses": ["Untamed"], "cards": [{"name": "One", "count": 1}, {"name": "Two", "count": 2}, "Charm"]},
]


@pytest.mark.parametrize("data", KEYFORGE)
def test_json_of_a_keyforge_deck_is_rejected_as_another_game(data: Any, db: CardDatabase) -> None:
    with pytest.raises(OtherGameError, match=r"^This looks like a KeyForge deck; riftcheck checks Riftbound decks\.$"):
        parse(json.dumps(data), db)


def test_a_house_does_not_make_a_deck_one_of_another_game(db: CardDatabase) -> None:
    assert found({"house": "Logos", "author": "Mars", "cards": ["Charm", "Defy"]}, db)[1] == []
    with pytest.raises(NoCardError):
        parse('{"house": "of cards", "cards": []}', db)


@pytest.mark.parametrize(
    "data",
    [
        {"mainDeck": ["Defy"], "maybeboard": [{"name": "Charm", "count": 3}, "Gust"]},
        {"mainDeck": ["Defy"], "Maybe Board": {"Charm": 3, "Gust": 1}},
        [
            {"name": "Defy"},
            {"name": "Charm", "count": 3, "board": "maybeboard"},
            {"name": "Gust", "board": "maybeboard", "category": "Spell"},
        ],
        {"sections": [{"name": "main", "cards": ["Defy"]}, {"name": "Considering", "cards": {"Charm": 3, "Gust": 1}}]},
    ],
)
@pytest.mark.parametrize("indent", [None, 1])
def test_cards_of_a_maybeboard_are_set_aside(data: Any, indent: int | None, db: CardDatabase) -> None:
    parsed = parse(json.dumps(data, indent=indent), db)
    assert shape(parsed.deck) == {"main": [(1, "Defy")]}
    assert [aside.copies for aside in parsed.set_aside] == [4]
    assert parsed.problems == []
    if indent:
        assert [line.kind for line in parsed.lines if "Charm" in line.text or "Gust" in line.text] == ["set-aside"] * 2


def test_an_unreadable_entry_in_a_maybeboard_is_a_problem(db: CardDatabase) -> None:
    parsed = parse('{"main deck": ["Defy"], "maybeboard": [{"name": "Charm", "cnt": 3}]}', db)
    assert len(parsed.problems) == 1
    assert parsed.set_aside == []


def test_a_category_does_not_set_a_card_aside(db: CardDatabase) -> None:
    assert found([{"name": "Defy", "category": "Tokens"}], db)[0] == {"main": [(1, "Defy")]}
