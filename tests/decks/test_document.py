"""A list in JSON is read strictly: every fault at its path, nothing lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riftcheck.decks.champion import read_champion
from riftcheck.decks.deck_answer import deck_json
from riftcheck.decks.document import MAX_ENTRIES, DeckFieldError, from_mapping
from riftcheck.decks.model import DeckReadError, Entry
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


def faults(data: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(DeckFieldError) as caught:
        from_mapping(data)
    return {"/".join(map(str, path)): message for path, message in caught.value.errors}


def test_all_forms_of_an_entry() -> None:
    deck = from_mapping(
        {
            "legend": "Loose Cannon",
            "champion": "Jinx, Rebel",
            "main": ["Charm", {"name": "Defy", "count": 3}, {"id": "OGN-007a", "count": 2}, {"name": "Charm"}],
            "runes": [{"name": "Fury Rune", "count": 12, "full_name": "ignored", "unknown": True}],
            "choices": {"Neeko": ["A", "B"]},
        }
    )
    assert deck.legend == [Entry("Loose Cannon", 1)]
    assert deck.champion == [Entry("Jinx, Rebel", 1)]
    assert deck.main[:2] == [Entry("Charm", 1), Entry("Defy", 3)]
    assert deck.main[2] == Entry("OGN-007a", 2, id="OGN-007a")
    assert deck.runes == [Entry("Fury Rune", 12)]
    assert deck.choices == {"Neeko": ("A", "B")}
    assert (deck.origin, deck.champion_apart) == ("json", False)


def test_a_legend_may_be_a_name_a_list_or_entries() -> None:
    for legend in ("Loose Cannon", ["Loose Cannon"], [{"name": "Loose Cannon", "count": 1}]):
        assert from_mapping({"legend": legend}).legend == [Entry("Loose Cannon", 1)]
    assert from_mapping({"main": []}).legend == []


@pytest.mark.parametrize(
    ("data", "path", "told"),
    [
        ({"mian": []}, "mian", "unknown field; a deck has"),
        ({}, "", "a deck needs text, code, or its sections"),
        ({"main": "Charm"}, "main", "must be a list"),
        ({"main": {}}, "main", "must be a list"),
        ({"main": None}, "main", "must be a list"),
        ({"legend": None}, "legend", "must be a list"),
        ({"main": [], "choices": None}, "choices", "must be an object"),
        ({"main": [{"name": "Charm", "id": None}]}, "main/0/id", "must be a name"),
        ({"main": ["Charm"] * 200, "sideboard": ["Charm"] * 101}, "", "over 300 entries in all"),
        ({"main": [], "champion_id": "OGN-001"}, "champion_id", "stands beside a champion"),
        ({"main": [{"name": "Charm", "count": 0}]}, "main/0/count", "whole number from 1 to 200"),
        ({"main": [{"name": "Charm", "count": 201}]}, "main/0/count", "whole number from 1 to 200"),
        ({"main": [{"name": "Charm", "count": 2.0}]}, "main/0/count", "whole number from 1 to 200"),
        ({"main": [{"name": "Charm", "count": True}]}, "main/0/count", "whole number from 1 to 200"),
        ({"main": [{"name": "Charm", "count": "3"}]}, "main/0/count", "whole number from 1 to 200"),
        ({"main": [{"count": 3}]}, "main/0", "must have a name or an id"),
        ({"main": [{"name": 3}]}, "main/0/name", "must be a name"),
        ({"main": [{"name": "x" * 201}]}, "main/0/name", "must be a name of 1 to 200"),
        ({"main": [{"name": "Charm", "amount": 3}]}, "main/0/amount", "unknown field; an entry has"),
        ({"main": [["Charm"]]}, "main/0", "must be a name"),
        ({"main": [None]}, "main/0", "must be a name"),
        ({"main": [""]}, "main/0", "must be a name"),
        ({"main": [" \t"]}, "main/0", "must be a name"),
        ({"main": ["Charm"] * (MAX_ENTRIES + 1)}, "main", "at most 300"),
        ({"main": [], "champion": ["Jinx"]}, "champion", "must be a name"),
        ({"main": [], "champion_apart": "yes"}, "champion_apart", "must be true or false"),
        ({"main": [], "choices": ["A"]}, "choices", "must be an object"),
        ({"main": [], "choices": {"A": "B"}}, "choices/A", "must be a list"),
        ({"main": [], "choices": {"A": ["B", 3]}}, "choices/A/1", "must be a name"),
    ],
)
def test_a_fault_is_told_at_its_path(data: dict[str, Any], path: str, told: str) -> None:
    assert told in faults(data)[path]


def test_all_faults_are_told_at_once_and_at_most_fifty() -> None:
    assert set(faults({"main": [{"count": 0}, 3], "x": 1})) == {"main/0", "main/0/count", "main/1", "x"}
    with pytest.raises(DeckFieldError) as caught:
        from_mapping({"main": [0] * 200})
    assert (len(caught.value.errors), caught.value.total) == (50, 200)


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"text": "3 Charm", "code": "CM"}, "code"),
        ({"text": 3}, "text"),
        ({"code": None}, "code"),
        ({"text": "3 Charm", "main": []}, "main"),
        ({"text": "3 Charm", "champion": 3}, "champion"),
        ({"text": "3 Charm", "champion": " "}, "champion"),
        ({"text": "3 Charm", "champion": "x" * 201}, "champion"),
        ({"text": "3 Charm", "choices": None}, "choices"),
    ],
)
def test_text_and_code_stand_alone(db: CardDatabase, data: dict[str, Any], path: str) -> None:
    with pytest.raises(DeckFieldError) as caught:
        read_list(data, db)
    assert path in {"/".join(map(str, where)) for where, _ in caught.value.errors}


def test_what_cannot_be_read_at_all_is_said(db: CardDatabase) -> None:
    with pytest.raises(DeckReadError):
        read_list({"text": "\n\n"}, db)
    with pytest.raises(DeckReadError):
        read_list({"code": "CM!"}, db)


TEXT = "Legend:\n1 Loose Cannon\nChampion:\n1 Jinx, Rebel\nMain Deck:\n3 Charm\n{more}Rune Pool:\n12 Fury Rune\n"


def read(db: CardDatabase, text: str, champion: str, least: int = 40) -> tuple[str | None, dict[str, int]]:
    reading = read_champion(resolve(read_list({"text": text, "champion": champion}, db).deck, db), least)
    chosen = None if reading.champion is None else reading.champion.name
    return chosen, {slot.name: slot.count for slot in reading.deck.main}


def test_a_champion_beside_a_text_that_names_the_same_is_one_champion(db: CardDatabase) -> None:
    assert read(db, TEXT.format(more=""), "JINX - REBEL") == ("Jinx, Rebel", {"Jinx, Rebel": 1, "Charm": 3})


def test_another_champion_beside_a_text_takes_the_zone_and_the_copy_apart_stays_a_card(db: CardDatabase) -> None:
    champion, main = read(db, TEXT.format(more="1 Jinx, Demolitionist\n"), "Jinx, Demolitionist")
    assert champion == "Jinx, Demolitionist"
    assert main == {"Charm": 3, "Jinx, Demolitionist": 1, "Jinx, Rebel": 1}


def test_another_champion_beside_a_text_adds_nothing_where_the_old_one_was_a_label(db: CardDatabase) -> None:
    _, main = read(db, TEXT.format(more="2 Jinx, Rebel\n1 Jinx, Demolitionist\n"), "Jinx, Demolitionist")
    assert main == {"Charm": 3, "Jinx, Rebel": 2, "Jinx, Demolitionist": 1}


def test_whether_the_old_one_was_a_label_goes_by_the_size_of_the_format(db: CardDatabase) -> None:
    text = TEXT.format(more="1 Jinx, Rebel\n1 Jinx, Demolitionist\n")
    assert read(db, text, "Jinx, Demolitionist", least=6)[1]["Jinx, Rebel"] == 2
    assert read(db, text, "Jinx, Demolitionist", least=7)[1]["Jinx, Rebel"] == 1


CODE = "CMAQCAADA4AAAAAAAAAAAAACAEAACBYBAIAAMAIBAEABQAQBAABLMAQBAMAPAAIAAAAACAQAAY"


@pytest.mark.parametrize("text", [CODE, f"\n  {CODE.lower()}\r\n"])
def test_a_deck_code_pasted_as_a_text_is_read_as_one(db: CardDatabase, text: str) -> None:
    parsed = read_list({"text": text}, db)
    assert parsed.deck == read_list({"code": CODE}, db).deck
    assert [line.kind for line in parsed.lines] == ["card"]


def test_one_word_that_is_no_code_is_a_text(db: CardDatabase) -> None:
    assert read_list({"text": "Charm"}, db).deck.origin == "text"
    with pytest.raises(DeckReadError):
        read_list({"text": CODE[:-2] + "!"}, db)


def test_equal_names_add_up_and_printings_stay_apart(db: CardDatabase) -> None:
    data = {"main": ["Charm", "charm", {"id": "OGN-043", "count": 1}], "runes": ["OGN-007", "OGN-007a", "Fury Rune"]}
    deck = resolve(from_mapping(data), db)
    assert [(slot.name, slot.id, slot.count) for slot in deck.main] == [("Charm", "OGN-043", 3)]
    assert [(slot.id, slot.count) for slot in deck.runes] == [("OGN-007", 2), ("OGN-007a", 1)]


def test_a_name_and_an_id_of_two_cards_fit_both(db: CardDatabase) -> None:
    data = {"main": [{"name": "Charm", "id": "OGN-007", "count": 2}, {"name": "Charm", "id": "ZZZ-999", "count": 1}]}
    deck = resolve(from_mapping(data), db)
    both, known = deck.main
    assert (both.card, [card.name for card in both.candidates]) == (None, ["Charm", "Fury Rune"])
    assert known.card is db.by_name["Charm"]


def test_what_is_doubtful_comes_back_as_it_was(db: CardDatabase) -> None:
    data = {
        "legend": "Loose Cannon",
        "main": [
            {"name": "Charm", "id": "OGN-007", "count": 2},
            {"name": "Charm", "count": 160},
            {"name": "Charm", "count": 61},
            {"name": "Brand New", "id": "RAD-011", "count": 3},
        ],
    }
    first = deck_json(read_champion(resolve(from_mapping(data), db)).deck)
    assert first["main"] == [
        {"name": "Charm", "count": 2, "id": "OGN-007", "unknown": True},
        {"name": "Charm", "count": 200, "id": "OGN-043"},
        {"name": "Charm", "count": 21, "id": "OGN-043"},
        {"name": "Brand New", "count": 3, "id": "RAD-011", "unknown": True},
    ]
    assert deck_json(read_champion(resolve(from_mapping(first), db)).deck) == first


def test_the_printing_of_the_champion_comes_back(db: CardDatabase) -> None:
    data = {
        "legend": "Loose Cannon",
        "champion": "OGN-202a",
        "main": [{"id": "OGN-202", "count": 1}, {"id": "OGN-202a"}],
    }
    first = deck_json(read_champion(resolve(from_mapping(data), db)).deck)
    assert (first["champion"], first["champion_id"]) == ("Jinx, Rebel", "OGN-202a")
    again = read_champion(resolve(from_mapping(first), db)).champion
    assert again is not None
    assert again.id == "OGN-202a"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 201) | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "id", "count", "x"]), inner),
    max_leaves=8,
)


SECTIONS = ["text", "code", "legend", "main", "runes", "champion", "choices", "sideboard"]


@given(st.dictionaries(st.sampled_from(SECTIONS), JSON))
def test_any_json_is_read_or_refused_with_a_reason(db: CardDatabase, data: dict[str, Any]) -> None:
    try:
        deck = read_list(data, db).deck
    except (DeckFieldError, DeckReadError) as refusal:
        assert str(refusal)  # noqa: PT017 (either answer is right; a silent one is not)
    else:
        resolve(deck, db)
