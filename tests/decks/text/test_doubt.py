"""Lines in doubt: what might be a card comes out as a card or as a problem, never as nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from riftcheck.decks.model import SECTIONS, Entry
from riftcheck.decks.text import parse
from riftcheck.decks.text.names import BLANK_BATTLEFIELD
from riftcheck.validator import case

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

LEGEND, CHAMPION = "Jinx, Loose Cannon", "Jinx, Rebel"
UNRELEASED = "Taliyah, Nobody Knows Which"

Shape = dict[str, list[tuple[int, str]]]


def shape(text: str, db: CardDatabase) -> Shape:
    """Return the entries by section; one that is unreadable has no copies."""
    deck = parse(text, db).deck
    zones = {section: deck.section(section) for section in SECTIONS} | {"champion": deck.champion}
    return {
        zone: [(0 if entry.unreadable else entry.count, entry.written) for entry in found]
        for zone, found in zones.items()
        if found
    }


def kinds(text: str, db: CardDatabase) -> list[str]:
    return [line.kind for line in parse(text, db).lines]


@pytest.mark.parametrize("joint", [" ", ", ", ","])
def test_every_id_in_a_row_is_a_card(joint: str, db: CardDatabase) -> None:
    row = joint.join(["OGN-043", "OGN-004", "OGN-009", "OGN-043"])
    found = [(2, "OGN-043"), (1, "OGN-004"), (1, "OGN-009")]
    assert shape(f"Main Deck:\n{row}\n3 Defy", db) == {"main": [*found, (3, "Defy")]}
    assert shape(f"Main Deck: {row}", db) == {"main": found}
    assert shape(json.dumps({"main": [row, "Defy"]}), db) == {"main": [*found, (1, "Defy")]}


def test_tokens_under_headers(db: CardDatabase) -> None:
    text = "Main Deck:\nOGN-043-1 OGN-043-1 OGN-004-1 OGN-009-1\nSideboard:\nOGN-045-1 OGN-045-1"
    assert shape(text, db) == {
        "main": [(2, "OGN-043-1"), (1, "OGN-004-1"), (1, "OGN-009-1")],
        "sideboard": [(2, "OGN-045-1")],
    }


def test_a_known_and_an_unknown_id_on_a_line_are_two_cards(db: CardDatabase) -> None:
    for row in (["RAD-011", "OGN-004"], ["OGN-004", "RAD-011"]):
        found = [(1, written) for written in row]
        assert shape(f"Main\n{' '.join(row)}\n3 Defy", db) == {"main": [*found, (3, "Defy")]}
    assert shape("3 Defy\nRAD-011 OGN-004", db) == {"main": [(3, "Defy"), (1, "RAD-011"), (1, "OGN-004")]}


@pytest.mark.parametrize(
    "line", ["3 OGN-045 OGN-046", "3 OGN-045 OGN-045", "OGN-043 Defy OGN-045", "Charm OGN-043 Defy OGN-045"]
)
def test_several_ids_that_are_no_row_are_a_problem(line: str, db: CardDatabase) -> None:
    parsed = parse(f"Main\n{line}\n3 Defy", db)
    assert [entry.unreadable for entry in parsed.deck.main] == [True, False]
    assert "several ids" in parsed.problems[0].message


def test_one_card_by_two_ids_is_one_card(db: CardDatabase) -> None:
    parsed = parse("3 Charm OGN-043 (OGN-043/298)", db)
    assert [(entry.count, entry.written) for entry in parsed.deck.main] == [(3, "Charm")]
    assert parsed.problems == []


@pytest.mark.parametrize("line", ["OGN-043,3,Charm", "Charm,3,OGN-043", "OGN-043 x3, Charm"])
def test_name_count_and_id_in_columns_are_one_card(line: str, db: CardDatabase) -> None:
    assert parse(f"Main\n{line}", db).deck.main == [Entry("Charm", 3, 2, id="OGN-043")]


@pytest.mark.parametrize("written", ["RAD-011", "rad_011", "RAD-R09", "ZZZ-123"])
def test_an_id_alone_is_a_card_and_no_title(written: str, db: CardDatabase) -> None:
    for text in (
        f"{written}\n3 Charm",
        f"3 Charm\n{written}",
        f"Main\n{written}\n3 Charm",
        f"{written}\nMain\n3 Charm",
    ):
        assert sum(count for zone in shape(text, db).values() for count, _ in zone) == 4, text
        assert "comment" not in kinds(text, db)
        assert parse(text, db).problems == []


def test_an_unknown_id_that_begins_a_list_without_a_legend_is_the_legend(db: CardDatabase) -> None:
    for text in ("RAD-104\n3 Charm", "RAD-104\n\n3 Charm", "RAD-104\nMain Deck:\n3 Charm"):
        assert shape(text, db) == {"legend": [(1, "RAD-104")], "main": [(3, "Charm")]}
    for text in (f"RAD-104\n1 {LEGEND}\n3 Charm", f"RAD-104\n3 Charm\nLegend:\n1 {LEGEND}"):
        assert shape(text, db) == {"legend": [(1, LEGEND)], "main": [(1, "RAD-104"), (3, "Charm")]}
    assert "legend" not in shape("RAD-R13\n3 Charm", db)


@pytest.mark.parametrize("name", [UNRELEASED, UNRELEASED.replace(", ", " - ")])
def test_an_unreleased_legend_above_a_list_without_a_legend(name: str, db: CardDatabase) -> None:
    for text in (f"{name}\n3 Charm", f"My deck\n{name}\n\n3 Charm", f"{name}\nMain:\n3 Charm"):
        assert shape(text, db) == {"legend": [(1, name)], "main": [(3, "Charm")]}
        assert parse(text, db).problems == []
    line = next(line for line in parse(f"{name}\n3 Charm", db).lines if line.number == 1)
    assert (line.kind, line.zone) == ("card", "legend")
    same = f"{name}\n\n1 Taliyah, Somebody\n\n3 Charm\n2 Defy"
    assert shape(same, db)["legend"] == [(1, name)]


@pytest.mark.parametrize(
    "rest",
    [
        f"1 {LEGEND}\n3 Charm",
        f"3 Charm\nLegend\n1 {LEGEND}",
        "1 Nobody, New Legend\n3 Charm",
        "Legend: RAD-104\n3 Charm",
    ],
)
def test_such_words_are_a_title_where_the_list_has_a_legend(rest: str, db: CardDatabase) -> None:
    assert kinds(f"{UNRELEASED}\n{rest}", db)[0] == "comment"
    assert len(shape(f"{UNRELEASED}\n{rest}", db)["legend"]) == 1


@pytest.mark.parametrize(
    "title", ["Jinx Aggro, by Bob", "Jinx, 1st Place", "Top 8", "Top-8", "Top 16", "Aggro: Jinx, Bob"]
)
def test_a_title_with_a_comma_or_a_number_is_no_legend(title: str, db: CardDatabase) -> None:
    assert kinds(f"{title}\n3 Charm", db) == ["comment", "card"]


@pytest.mark.parametrize(
    "text",
    [
        f"{LEGEND} (Legend)\n{CHAMPION} (Champion)\n3 Charm",
        f"1 {LEGEND} [Legend]\n1 {CHAMPION} [Chosen Champion]\n3 Charm (Spell)",
        f"Legend - {LEGEND}\nChampion \u2013 1 {CHAMPION}\n3 Charm",
        f"Legend: {LEGEND}\nChampion: {CHAMPION}\n3 Charm",
        f"Legend - {LEGEND}\nChampion - {CHAMPION}\nMain Deck\n3 Charm",
    ],
)
def test_a_line_that_says_what_its_card_is(text: str, db: CardDatabase) -> None:
    assert shape(text, db) == {"legend": [(1, LEGEND)], "champion": [(1, CHAMPION)], "main": [(3, "Charm")]}


def test_brackets_tell_what_an_unknown_card_is(db: CardDatabase) -> None:
    text = "Nobody (Legend)\nNobody Else (Champion)\n3 Charm\n2 No Such Card (Sideboard)"
    assert shape(text, db) == {
        "legend": [(1, "Nobody")],
        "champion": [(1, "Nobody Else")],
        "main": [(3, "Charm")],
        "sideboard": [(2, "No Such Card")],
    }
    assert kinds("My Deck (Main)\n3 Charm", db) == ["comment", "card"]


def test_a_header_outranks_brackets_and_two_champions_in_brackets_are_kinds(db: CardDatabase) -> None:
    two = f"1 {CHAMPION} (Champion)\n2 Vi, Destructive (Champion)\n3 Charm"
    assert shape(two, db) == {"main": [(1, CHAMPION), (2, "Vi, Destructive"), (3, "Charm")]}
    assert shape(f"Main\n3 {CHAMPION} (Champion)", db) == {"main": [(3, CHAMPION)]}
    assert shape(f"1 {CHAMPION} (Champion)\n3 Charm\nChampion\n1 Vi, Destructive", db)["champion"] == [
        (1, "Vi, Destructive")
    ]


def test_a_sideboard_after_the_runes_counts_the_champion_above(db: CardDatabase) -> None:
    names = [card.name for card in db.cards if card.kind == "main" and not card.is_champion][:13]
    cards = "\n".join(f"3 {name}" for name in names)
    text = f"Legend: {LEGEND}\nChampion: {CHAMPION}\n\n{cards}\n\n12 Fury Rune\n\n2 Charm\n1 Defy"
    assert shape(text, db)["sideboard"] == [(2, "Charm"), (1, "Defy")]


@pytest.mark.parametrize(
    "line",
    [
        "Exported from riftdecks: 3 Fight or Flight",
        "Exported from riftdecks: Fight or Flight x3",
        "Made with love 3 OGN-168",
        "Name: 3 Fight or Flight",
        "Name: 3 Antagonistic Apparatus",
        "Notes: 3 Fight or Flight",
        "Notes: then 3 Fight or Flight more",
        "Title: 3 Fight or Flight",
        "Player: Bob 3 Fight or Flight",
        "My deck with 3 Fight or Flight in it",
        "1 Charm // 3 Fight or Flight",
        "1 Charm # 3 Fight or Flight",
        "1 Charm # not Fight or Flight x3",
    ],
)
def test_no_comment_swallows_a_counted_card(line: str, db: CardDatabase) -> None:
    for text in (f"{line}\n3 Defy", f"3 Defy\n{line}", f"Main\n3 Defy\n{line}"):
        parsed = parse(text, db)
        found = next(read for read in parsed.lines if read.text == line)
        assert found.kind != "comment", text
        entries = [entry for section in SECTIONS for entry in parsed.deck.section(section)]
        assert any(entry.line == found.number and (entry.unreadable or entry.count == 3) for entry in entries)
        assert (3, "Defy") in shape(text, db)["main"]


@pytest.mark.parametrize(
    "line", ["3 Charm // 2 more would be nice", "3 Charm # was Defy", "3 Charm // 2 in the mirror, then 3"]
)
def test_a_note_without_a_counted_card_is_a_note(line: str, db: CardDatabase) -> None:
    assert shape(line, db) == {"main": [(3, "Charm")]}


MARKS = ["(Foil)", "[Foil] *", "\U0001f525", "Alternate Art", "(Alternate Art)", "*F*", "(Foil) (Signed)", "foil"]


@pytest.mark.parametrize("mark", MARKS)
def test_the_id_is_the_identity_and_no_mark_beside_it(mark: str, db: CardDatabase) -> None:
    text = f"3 RAD-044 {mark}\n2 RAD-032 {mark}\n1 OGN-043 {mark}"
    found = [(count, written.removesuffix(" foil")) for count, written in shape(text, db)["main"]]
    assert found == [(3, "RAD-044"), (2, "RAD-032"), (1, "OGN-043")]


@pytest.mark.parametrize(
    "text",
    [
        "Runes: 6 Fury 6 Chaos",
        "Runes: 6 Fury, 6 Chaos",
        "Runes: Fury x6, Chaos x6",
        "Runes: Fury 6, Chaos 6",
        "Runes: Fury: 6, Chaos: 6",
        "Runes (12): 6 Fury 6 Chaos",
        "Runes\nFury: 6\nChaos: 6",
        "Runes\n6 Fury 6 Chaos",
        "Runes\nFury Rune: 6 Chaos Rune: 6",
        json.dumps({"runes": ["6 Fury", "Chaos: 6"]}),
    ],
)
def test_runes_by_their_domain_in_every_dialect(text: str, db: CardDatabase) -> None:
    assert shape(text, db) == {"runes": [(6, "Fury Rune"), (6, "Chaos Rune")]}
    assert parse(text, db).problems == []


def test_a_count_with_a_comma_after_it_belongs_to_what_is_before(db: CardDatabase) -> None:
    assert shape("Charm 3, Defy 2, Gust 1", db) == {"main": [(3, "Charm"), (2, "Defy"), (1, "Gust")]}


@pytest.mark.parametrize("nothing", ["None", "none", "-", "n/a", "N/A", "empty", "(empty)", "None."])
def test_nothing_under_a_header(nothing: str, db: CardDatabase) -> None:
    for text in (f"Main\n3 Charm\nSideboard:\n{nothing}", f"Sideboard:\n{nothing}\nMain\n3 Charm"):
        assert shape(text, db) == {"main": [(3, "Charm")]}
        assert sorted(kinds(text, db)) == ["card", "comment", "header", "header"]


def test_the_blank_battlefield_goes_to_the_battlefields(db: CardDatabase) -> None:
    assert BLANK_BATTLEFIELD == case.BLANK_BATTLEFIELD
    for line in ("3 Blank Battlefield", "3x blank battlefield", "Blank Battlefield x3"):
        for text in (f"{line}\n3 Charm", f"3 Charm\n{line}"):
            assert shape(text, db)["main"] == [(3, "Charm")]
            assert [count for count, _ in shape(text, db)["battlefields"]] == [3]
    for text in ("Blank Battlefield\n3 Charm", "Blank Battlefield\nCharm", "1 Blank Battlefield 3 Charm"):
        assert shape(text, db)["battlefields"] == [(1, "Blank Battlefield")]
        assert parse(text, db).problems == []


@pytest.mark.parametrize("line", ["3 {}", "{} x3", "3 {} (RAD-011)", "Main: 3 {}", "Legend: {} 99"])
def test_a_name_that_is_too_long_is_a_problem(line: str, db: CardDatabase) -> None:
    for name in ("a" * 201, "ab " * 300 + "c"):
        parsed = parse(f"3 Charm\n{line.format(name)}", db)
        (entry,) = [entry for section in SECTIONS for entry in parsed.deck.section(section) if entry.unreadable]
        assert 0 < len(entry.written) <= 200
        assert "at most 200 characters" in parsed.problems[0].message
        assert len(parsed.problems[0].message) < 300
    fits = parse(f"3 Charm\n3 {'a' * 200}", db)
    assert (fits.problems, fits.deck.main[1].count) == ([], 3)


def test_a_name_that_is_too_long_in_json_is_a_problem(db: CardDatabase) -> None:
    for entry in (
        {"name": "a" * 201},
        {"name": "a" * 201, "id": "OGN-043"},
        {"name": "a" * 201, "count": 0},
        "a" * 201,
    ):
        parsed = parse(json.dumps({"main": ["Charm", entry]}), db)
        assert [found.unreadable for found in parsed.deck.main] == [False, True]
        assert len(parsed.deck.main[1].written) <= 200


def test_a_line_in_json_with_a_name_and_the_id_of_another_card_is_a_problem(db: CardDatabase) -> None:
    parsed = parse(json.dumps({"main": ["Defy", "3 Charm (OGN-042)"]}), db)
    assert "Calm Rune" in parsed.problems[0].message


def test_tokens_are_added_up_before_they_are_counted(db: CardDatabase) -> None:
    for joint in (" ", "\n"):
        parsed = parse(joint.join(["OGN-265-1", *["OGN-043-1", "OGN-045-1"] * 270]), db)
        assert [entry.count for entry in parsed.deck.main] == [200, 200, 70, 70]
        assert {line.zone for line in parsed.lines[1:]} <= {"main"}
    two = parse("OGN-043-1\nOGN-043-1", db)
    assert [entry.line for entry in two.deck.main] == [1, 2]  # as long as there are few, each has its line
    assert shape("OGN-045-1 OGN-043/999", db) == {"main": [(1, "OGN-045-1"), (1, "OGN-043/999")]}
