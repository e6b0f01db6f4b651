from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from riftcheck import carddb
from riftcheck.decks.model import SECTIONS, DeckReadError, Entry
from riftcheck.decks.resolve import resolve
from riftcheck.decks.text import parse
from riftcheck.decks.text.headers import ASIDE, HEADERS, header, is_furniture, metadata
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Parsed

THREE = [
    "3 {}", "3x {}", "3 x {}", "x3 {}", "{} x3", "{} x 3", "{} 3", "{} (3)", "{} [3]", "- 3 {}", "* 3 {}",
    "\u2022 3 {}", "3\t{}", "3,{}", "{},3", '3,"{}"', '"{}",3', "3;{}", "\uff13 {}", "3 {} *F*", "3 {} (Foil)",
    "3 {} (Overnumbered)", "| 3 | {} |", "**3 {}**", "3 {} # for the mirror", "3 {} // for the mirror", "3{}", "3x{}",
    "3 * {}", "3* {}", "3 *{}", "3*{}", "*3 {}", "{} *3", "{} * 3", "{} (*3)", "3 of {}", "3x of {}", "3 OF {}",
    "3 \u00d7 {}", "{}: 3", "  3   {}  ", "3\u00a0{}", "3\u200b {}", "3\u00d7 {}", "03 {}",
]  # fmt: skip
WITH_ID = [
    "3 [{id}] {name}", "3 {name} ({id})", "{name} ({id}) x3", "3 {name} {id}", "3 {id} {name}", "3 {id}", "{id} x3",
    "3 {name} [{id}]", "3 {name} - {id}", "3,{name},{id}", "{id},{name},3", "3 {name} ({id}, Foil)",
]  # fmt: skip
ONE_WITH_ID = ["[{id}] {name}", "{id}", "{name} ({id})", "{id} {name}"]


def entries(parsed: Parsed) -> list[Entry]:
    deck = parsed.deck
    return [*deck.champion, *(entry for section in SECTIONS for entry in deck.section(section))]


def only(text: str, db: CardDatabase) -> Entry:
    parsed = parse(text, db)
    assert [line.kind for line in parsed.lines] == ["card"], text
    assert parsed.problems == []
    (entry,) = entries(parsed)
    return entry


def all_names(db: CardDatabase) -> list[str]:
    return sorted({name for card in db.cards for name in (card.name, card.full_name, *card.aliases)})


@pytest.mark.parametrize("dialect", THREE)
def test_every_name_is_read_in_every_dialect(dialect: str, db: CardDatabase) -> None:
    # Each name has one spelling in a dialect, and all four over the dialects.
    for number, name in enumerate(all_names(db), THREE.index(dialect)):
        spelling = (name, name.replace(", ", " - "), name.upper(), name.replace("'", "\u2019"))[number % 4]
        entry = only(dialect.format(spelling), db)
        assert entry.count == 3, spelling
        assert db.find(entry.written).card is db.find(name).card, spelling


def test_every_name_alone_is_one_copy(db: CardDatabase) -> None:
    for name in all_names(db):
        entry = only(name, db)
        assert (entry.count, db.find(entry.written).card) == (1, db.find(name).card)


def test_no_name_is_taken_for_a_header_or_for_furniture(db: CardDatabase) -> None:
    for name in all_names(db):
        assert header(name, db) is None
        assert not is_furniture(name)
        assert metadata(name) is None
        # nor is one that stands under a header
        parsed = parse(f"Sideboard\n{name}\n3 {name}", db)
        assert [entry.count for entry in parsed.deck.sideboard] == [1, 3]


def test_no_alias_of_a_header_is_a_card(db: CardDatabase) -> None:
    for alias in (*HEADERS, *ASIDE, *db.headers):
        match = db.find(alias)
        assert (match.card, match.candidates) == (None, ()), alias


@pytest.mark.parametrize("dialect", [*WITH_ID, *ONE_WITH_ID])
def test_every_printing_is_read_by_its_id(dialect: str, db: CardDatabase) -> None:
    for card in db.cards:
        for printing in card.printings:
            text = dialect.format(id=printing.id, name=card.full_name)
            parsed = parse(text, db)
            ((_, slot),) = resolve(parsed.deck, db).slots()
            assert (slot.card, slot.id, slot.count) == (card, printing.id, 3 if dialect in WITH_ID else 1), text


def test_underscores_between_count_and_id(db: CardDatabase) -> None:
    entry = only("3_SFD_086", db)
    assert (entry.count, db.find(entry.written).card) == (3, db.find("SFD-086").card)
    unknown = only("3_RAD_001", db)
    assert (unknown.count, unknown.written) == (3, "RAD_001")


def test_a_set_and_a_number_beside_it(db: CardDatabase) -> None:
    parsed = parse("3 Charm (OGN) 43\n2 Charm [OGN]", db)
    (slot,) = resolve(parsed.deck, db).main
    assert (slot.name, slot.id, slot.count, parsed.problems) == ("Charm", "OGN-043", 5, [])
    assert parsed.deck.main[0].id == "OGN-43"


def test_html_entities(db: CardDatabase) -> None:
    assert only("3&nbsp;Daisy&#x21;", db) == Entry("Daisy!", 3, 1)
    assert only("1 Targon&#39;s Peak", db) == Entry("Targon's Peak", 1, 1)


def test_byte_order_mark_and_line_ends(db: CardDatabase) -> None:
    parsed = parse("\ufeff3 Charm\r\n\r\n2 Defy\r1 Gust\n", db)
    assert parsed.deck.main == [Entry("Charm", 3, 1), Entry("Defy", 2, 3), Entry("Gust", 1, 4)]


def test_an_unknown_name_with_a_count_is_a_card_line(db: CardDatabase) -> None:
    for text in ("2 No Such Card", "No Such Card x2", "2x No Such Card", "2 No Such Card (RAD-999)"):
        entry = only(text, db)
        assert (entry.written, entry.count) == ("No Such Card", 2)


def test_an_id_tells_what_a_name_in_another_language_means(db: CardDatabase) -> None:
    parsed = parse("3 Charme (OGN-043)", db)
    assert [slot.name for slot in resolve(parsed.deck, db).main] == ["Charm"]


def test_a_name_stands_where_its_id_is_unknown(db: CardDatabase) -> None:
    parsed = parse("3 Charm (RAD-999)", db)
    assert [slot.name for slot in resolve(parsed.deck, db).main] == ["Charm"]


@pytest.mark.parametrize(
    "line", ["3 OGN-043b", "OGN-043b x3", "3 Charm (OGN-043b)", "[OGN-043b] Charm x3", "OGN-043b,3,Charm"]
)
def test_an_unknown_suffix_is_one_card_with_the_name_beside_it(line: str, db: CardDatabase) -> None:
    parsed = parse(line, db)
    assert parsed.problems == []
    assert [(slot.name, slot.count, slot.id) for slot in resolve(parsed.deck, db).main] == [("Charm", 3, "OGN-043b")]


def test_an_unknown_suffix_beside_the_name_of_another_card_is_a_problem(db: CardDatabase) -> None:
    for printing in ("OGN-007a", "OGN-007c"):
        (problem,) = parse(f"3 Charm ({printing})\n3 Defy", db).problems
        assert f'"Charm" and {printing} are different cards' in problem.message


@pytest.mark.parametrize(("printing", "known"), [("OGN-036", True), ("OGN-036q", False)])
def test_an_unknown_suffix_is_not_guessed_beside_an_unknown_name(printing: str, known: bool, db: CardDatabase) -> None:
    (slot,) = resolve(parse(f"1 Foo Bar ({printing})", db).deck, db).main
    assert (slot.card is not None) is known


def test_an_id_tells_which_card_a_short_name_means(db: CardDatabase) -> None:
    jinx = db.by_name["Jinx, Rebel"]
    parsed = parse(f"3 Jinx ({jinx.base_printing.id})", db)
    assert [slot.card for slot in resolve(parsed.deck, db).main] == [jinx]


def test_name_and_id_of_different_cards_are_a_problem_that_names_both(db: CardDatabase) -> None:
    parsed = parse("3 Charm (OGN-042)\n3 Defy", db)
    assert [line.kind for line in parsed.lines] == ["problem", "card"]
    (problem,) = parsed.problems
    assert problem.line == 1
    assert "Charm" in problem.message
    assert "OGN-042" in problem.message
    assert "Calm Rune" in problem.message
    assert parsed.deck.main[0] == Entry("Charm (OGN-042)", 1, 1, unreadable=True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("0 Charm", "not 0"),
        ("201 Charm", "not 201"),
        ("000 Charm", "not 000"),
        ("x0 Charm", "not x0"),
        ("Charm x201", "not x201"),
        ("Charm 201", "not 201"),
        (f"{'9' * 5000} Charm", "whole number"),
        ("3", "no card after it"),
        ("3 Charm x3", "more than one number"),
        ("3 3 Charm", "more than one number"),
        ("12 12", "no card"),
        ("-1 Charm", "No card is called"),
        ("3. Charm", "the number of the line"),
        ("1.5 Charm", "may be a count"),
        ("Blah", 'No card is called "Blah"'),
        ("Finishers:", "No card is called"),
        ("Finishers", "No card is called"),
        ("My cool deck by Bob", "No card is called"),
        ("Replace 2 Charm with Defy", "No card is called"),
        ("Name: Charm", "No card is called"),
        ("Notes: 2 Charm", "No card is called"),
        ("https://example.org/ 3 Charm", "No card is called"),
    ],
)
def test_a_line_that_is_no_card_is_a_problem_and_nothing_is_lost(line: str, said: str, db: CardDatabase) -> None:
    parsed = parse(f"Main Deck\n2 Defy\n{line}\n1 Gust", db)
    assert [line.kind for line in parsed.lines] == ["header", "card", "problem", "card"]
    assert [problem.line for problem in parsed.problems] == [3]
    assert said in parsed.problems[0].message
    unreadable = [entry for entry in parsed.deck.main if entry.unreadable]
    assert [(entry.count, entry.line) for entry in unreadable] == [(1, 3)]


@pytest.mark.parametrize(
    "line",
    [
        "# 3 Charm",
        "// 3 Charm",
        "~~3 Charm~~",
        "-----",
        "===",
        "| --- | --- |",
        "https://example.org/decks/3",
        "www.example.org",
        "Total: 56",
        "Total: 40 cards",
        "40 cards",
        "Main Deck Total: 40",
        "Quantity,Name",
        "Created with Piltover Archive",
        "Exported from riftbound.gg on 2026-08-01",
        "Author: Bob",
        "Deck Name: Jinx go fast",
        "Deck: Jinx go fast",
        "Date: 3 October",
        "Player:",
    ],
)
def test_what_surely_holds_no_card_is_a_comment(line: str, db: CardDatabase) -> None:
    parsed = parse(f"Main Deck\n2 Defy\n{line}\n1 Gust", db)
    assert [line.kind for line in parsed.lines] == ["header", "card", "comment", "card"]
    assert [entry.written for entry in parsed.deck.main] == ["Defy", "Gust"]
    assert parsed.problems == []


@pytest.mark.parametrize(
    "title",
    [
        "My cool deck by Bob",
        "Top 8 Regional",
        "Worlds 2026",
        "Jinx",
        "Jinx 2",
        "\u6211\u7684\u724c\u7ec4",
        "Bob: my deck",
    ],
)
def test_a_title_before_the_first_card(title: str, db: CardDatabase) -> None:
    parsed = parse(f"{title}\n\n3 Charm\n", db)
    assert [line.kind for line in parsed.lines] == ["comment", "card"]
    assert entries(parsed) == [Entry("Charm", 3, 3)]
    assert parsed.problems == []


@pytest.mark.parametrize("line", ["Blah 3 Charm", "Blah Main Deck: 3 Charm", "Blah, Charm x3"])
def test_a_line_with_a_card_is_no_title(line: str, db: CardDatabase) -> None:
    parsed = parse(f"{line}\n3 Defy", db)
    assert parsed.lines[0].kind != "comment"
    assert sum(entry.count for entry in entries(parsed)) >= 6


def test_no_title_where_cards_have_no_counts_or_a_header_came_first(db: CardDatabase) -> None:
    assert [line.kind for line in parse("Jinx, Rebell\nCharm\nDefy", db).lines] == ["problem", "card", "card"]
    assert [line.kind for line in parse("Main\nBlah\n3 Charm", db).lines] == ["header", "problem", "card"]
    assert [line.kind for line in parse("3 Charm\nBlah", db).lines] == ["card", "problem"]


def test_several_cards_on_one_line(db: CardDatabase) -> None:
    for text in (
        "3 Charm 2 Defy 1 Jinx, Rebel",
        "3x Charm, 2x Defy, 1x Jinx, Rebel",
        "Charm x3 Defy x2 Jinx, Rebel x1",
    ):
        found = [(entry.count, entry.written) for entry in parse(text, db).deck.main]
        assert found == [(3, "Charm"), (2, "Defy"), (1, "Jinx, Rebel")], text


def test_names_with_commas_between(db: CardDatabase) -> None:
    parsed = parse("Main Deck: Charm, Jinx, Rebel, Defy", db)
    assert [entry.written for entry in parsed.deck.main] == ["Charm", "Jinx, Rebel", "Defy"]
    # One of them is unknown: nothing is guessed.
    parsed = parse("Main Deck: Charm, Blah, Defy", db)
    assert [entry.written for entry in parsed.deck.main] == ["Charm, Blah, Defy"]


def test_an_unknown_card_among_several_on_a_line(db: CardDatabase) -> None:
    parsed = parse("Main Deck: 3 Charm 2 No Such Card 1 Defy", db)
    assert [(entry.count, entry.written) for entry in parsed.deck.main] == [
        (3, "Charm"),
        (2, "No Such Card"),
        (1, "Defy"),
    ]


def test_one_bad_count_on_a_line_keeps_the_other_cards(db: CardDatabase) -> None:
    parsed = parse("Main Deck: 3 Charm 0 Gust 1 Defy", db)
    assert [(e.written, e.unreadable) for e in parsed.deck.main] == [
        ("Charm", False),
        ("0 Gust", True),
        ("Defy", False),
    ]
    assert [line.kind for line in parsed.lines] == ["problem"]


@pytest.mark.parametrize(
    "text", ["", " \n\t\n", "\ufeff", "hello", "# 3 Charm", "Main Deck\n\nRunes", "0 Charm", "Legend: none"]
)
def test_a_text_without_a_card_is_refused_with_what_would_be_right(text: str, db: CardDatabase) -> None:
    with pytest.raises(DeckReadError, match="such as 3 Charm"):
        parse(text, db)


def test_a_deck_code_alone_in_a_text_is_no_list(db: CardDatabase) -> None:
    with pytest.raises(DeckReadError, match="no card"):
        parse("CMAAAAAAAAAAAAAAAAAAAAAAAAAA", db)


def test_sizes_are_guarded(db: CardDatabase) -> None:
    assert len(parse("3 Charm\n" * 300 + "\n" * 700, db).deck.main) == 300
    with pytest.raises(DeckReadError, match=r"1000 lines"):
        parse("3 Charm\n" + "\n" * 1000, db)
    with pytest.raises(DeckReadError, match="64 KB"):
        parse("3 Charm" + " " * 65_536, db)
    with pytest.raises(DeckReadError, match="64 KB"):
        parse("3 Charm" + "\u00e9" * 32_768, db)
    with pytest.raises(DeckReadError, match="no card in it"):
        parse("x " * 3000, db)
    for separator in " ,;|:*/()[]\t":
        with pytest.raises(DeckReadError, match="over 3,000 words"):
            parse("3 Charm\n" + f"x{separator * 2}" * 2999, db)
    champions = "Champion\n" + "2 Jinx, Rebel\n" * 151  # two entries a line
    ids = json.dumps({f"OGN-{number:03}": 1 for number in range(301)})
    for text in ("3 Charm\n" * 301, "3 Charm " * 301, champions, ids):
        with pytest.raises(DeckReadError, match="over 300 entries in all"):
            parse(text, db)


PAGE = ROOT / "docs" / "deck-formats.md"


def test_every_dialect_of_the_page_is_read(db: CardDatabase) -> None:
    examples = [line.strip() for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("    ")]
    dialects = [dialect for line in examples for dialect in re.split(r" {2,}", line)]
    assert len(dialects) > 20
    for dialect in dialects:
        ((_, slot),) = resolve(parse(dialect, db).deck, db).slots()
        assert slot.name == "Charm", dialect


def test_every_header_of_the_page_is_read(db: CardDatabase) -> None:
    page = PAGE.read_text(encoding="utf-8").partition("| section | headers |")[2].partition("\n\n")[0]
    rows = [row.strip("| ").split(" | ") for row in page.splitlines()[2:]]
    places = {"main deck": "main", "each card by its type": "any", "extra legends": "extra_legends"}
    listed = {alias: places.get(name, name) for name, aliases in rows for alias in aliases.split(", ")}
    assert len(listed) > 25
    for alias, place in listed.items():
        opened = header(alias, db)
        assert opened is not None
        assert (opened.place, opened.total) == (place, False)


@pytest.fixture(scope="module")
def of_cards(tmp_path_factory: pytest.TempPathFactory) -> CardDatabase:
    """A database with cards whose names begin with Of, one of them before the name of another card."""
    facts = {"type": "Spell", "energy": 1, "power": 0, "rarity": "Common", "abilities": "unsupported", "reason": "-"}
    names = ("Of Blood and Iron", "of small letters", "Of Charm")
    cards = [
        {"name": name, "printings": [{"id": f"RAD-20{number}", "variant": "overnumbered"}], **facts}
        for number, name in enumerate(names)
    ]
    folder = tmp_path_factory.mktemp("of")
    (folder / "of.yaml").write_text(json.dumps({"cards": cards}), encoding="utf-8")
    return carddb.load([folder])


def test_a_name_that_begins_with_of_keeps_it(of_cards: CardDatabase) -> None:
    for dialect in ("3 {}", "3x {}", "3 x {}", "3 * {}", "{} x3", "{} * 3", "{} 3", "3 of {}"):
        for name in ("Of Blood and Iron", "of small letters", "Of Charm", "Gust"):
            entry = only(dialect.format(name), of_cards)
            assert (entry.count, of_cards.find(entry.written).card) == (3, of_cards.find(name).card), (dialect, name)


def test_of_before_a_known_name_belongs_to_the_name_where_both_are_a_card(of_cards: CardDatabase) -> None:
    assert of_cards.find(only("3 of Charm", of_cards).written).card is of_cards.by_name["Of Charm"]


def test_of_before_an_unknown_name_belongs_to_the_count_where_the_name_is_capital(db: CardDatabase) -> None:
    for text, written in (
        ("3 of Charme", "Charme"),
        ("3 Of Blood and Iron", "Of Blood and Iron"),
        ("3 Of Charm", "Of Charm"),
        ("3 of blood and iron", "of blood and iron"),
        ("3 * Charme", "Charme"),
        ("3* Charme", "Charme"),
        ("Charme *3", "Charme"),
    ):
        entry = only(text, db)
        assert (entry.written, entry.count) == (written, 3), text


def test_of_after_no_count_and_before_a_rune(db: CardDatabase) -> None:
    assert [problem.text for problem in parse("1 Gust\nof Charm", db).problems] == ["of Charm"]
    assert parse("Runes:\n6 of Calm\n6 * Body", db).deck.runes == [Entry("Calm Rune", 6, 2), Entry("Body Rune", 6, 3)]


def test_the_star_of_an_id_is_no_sign_of_a_count(db: CardDatabase) -> None:
    stars = [printing.id for card in db.cards for printing in card.printings if printing.id.endswith("*")]
    assert stars
    for printing in stars:
        apart = printing.replace("-", " ")
        card = db.find_id(printing).card
        for text, count in (
            (apart, 1),
            (printing, 1),
            (f"3 {apart}", 3),
            (f"3 {printing}", 3),
            (f"3 * {apart}", 3),
            (f"{apart} x3", 3),
        ):
            ((_, slot),) = resolve(parse(text, db).deck, db).slots()
            assert (slot.card, slot.count) == (card, count), text


def test_a_star_between_cards_does_not_take_the_count_of_the_next(db: CardDatabase) -> None:
    for text, counts in (
        ("3 Charm * 2 Defy", (3, 2)),
        ("Charm * 3, Defy * 2", (3, 2)),
        ("Charm *3 Defy *2", (3, 2)),
        ("3* Charm 2* Defy", (3, 2)),
        ("* Charm * 2 Defy", (1, 2)),
        ("3 of Charm, 2 of Defy", (3, 2)),
    ):
        found = entries(parse(text, db))
        assert [(db.find(entry.written).card, entry.count) for entry in found] == [
            (db.find("Charm").card, counts[0]),
            (db.find("Defy").card, counts[1]),
        ], text


@pytest.mark.parametrize("note", ["3 * Charm", "3 of Charm", "3 x Charm", "Charm * 3", "Charm *3"])
def test_a_note_with_a_counted_card_is_a_problem_in_every_spelling(note: str, db: CardDatabase) -> None:
    parsed = parse(f"1 Defy // {note}", db)
    assert [line.kind for line in parsed.lines] == ["problem"]


@pytest.mark.parametrize("text", ["0 * Charm", "201* Charm", "Charm * 201", "*0 Charm", "201 of Charm"])
def test_counts_out_of_range_are_problems_in_every_spelling(text: str, db: CardDatabase) -> None:
    (problem,) = parse(f"1 Gust\n{text}", db).problems
    assert "A count is a whole number from 1 to 200" in problem.message


@pytest.mark.parametrize(
    ("line", "count", "written"),
    [
        ("SFD-021 4", 4, "SFD-021"),
        ("SFD-223 * 4", 4, "SFD-223"),
        ("4 * SFD-223", 4, "SFD-223"),
        ("OGN-303* 3", 3, "OGN-303*"),
        ("OGN 303*", 1, "OGN 303*"),
        ("SFD-021-4", 1, "SFD-021-4"),  # the number of a picture of Tabletop Simulator
        ("OGN 25", 1, "OGN 25"),
    ],
)
def test_a_number_behind_an_id_is_a_count(db: CardDatabase, line: str, count: int, written: str) -> None:
    (entry,) = parse(f"Main Deck:\n{line}", db).deck.main
    assert (entry.count, entry.written, entry.unreadable) == (count, written, False)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("100 Charm", 100),
        ("200 Charm", 200),
        ("Charm 143", 143),
        ("Charm x200", 200),
        ("200x Charm", 200),
        ("200Charm", 200),
        ("Charm: 128", 128),
        ("OGN-043 200", 200),
        ("100 of Charm", 100),
    ],
)
def test_counts_of_three_digits_up_to_200_are_counts(text: str, count: int, db: CardDatabase) -> None:
    parsed = parse(f"1 Gust\n{text}", db)
    assert parsed.problems == []
    assert [(db.find(entry.written).card, entry.count) for entry in parsed.deck.main[1:]] == [
        (db.find("Charm").card, count)
    ]


@pytest.mark.parametrize(
    ("line", "count", "printing"),
    [
        ("Charm (OGN) 043", 1, "OGN-043"),
        ("Zenith Blade (OGN) 262", 1, "OGN-262"),
        ("3 Stand United (OGN) 053", 3, "OGN-053"),
        ("Charm (OGN) 3", 3, None),
    ],
)
def test_three_digits_after_a_set_are_the_number_of_the_card(
    line: str, count: int, printing: str | None, db: CardDatabase
) -> None:
    parsed = parse(f"Main Deck:\n{line}", db)
    assert parsed.problems == []
    assert [(entry.count, entry.id) for entry in parsed.deck.main] == [(count, printing)]


@pytest.mark.parametrize("line", ["Pyke, Bloodharbor Ripper (UNL) 228*", "1 Pyke, Bloodharbor Ripper (UNL) 228*"])
def test_a_number_with_a_star_behind_a_set_is_the_id_of_that_printing(db: CardDatabase, line: str) -> None:
    (entry,) = parse(f"Legend:\n{line}", db).deck.legend
    assert (entry.count, entry.written, entry.id) == (1, "Pyke, Bloodharbor Ripper", "UNL-228*")
