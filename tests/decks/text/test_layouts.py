from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest

from riftcheck.decks.model import SECTIONS, Entry, Line
from riftcheck.decks.text import parse

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Deck

LEGEND, CHAMPION = "Viktor, Herald of the Arcane", "Viktor, Leader"
FIELDS = ["Targon's Peak", "Trifarian War Camp", "Obelisk of Power"]
BLOCKS = f"""\
1 {LEGEND}

1 {CHAMPION}

3 Seal of Unity
2 {CHAMPION}

1 {FIELDS[0]}
1 {FIELDS[1]}
1 {FIELDS[2]}

12 Order Rune
"""
ONE_LINE = (
    f"Legend: 1 {LEGEND} Champion: 1 {CHAMPION} Main Deck: 3 Seal of Unity 2 {CHAMPION} Battlefields: 1 {FIELDS[0]} "
    f"1 {FIELDS[1]} 1 {FIELDS[2]} Rune Pool: 12 Order Rune Sideboard: 3 Charm 2 Stacked Deck"
)


def shape(deck: Deck) -> dict[str, list[tuple[int, str]]]:
    zones = {section: deck.section(section) for section in SECTIONS} | {"champion": deck.champion}
    return {zone: [(entry.count, entry.written) for entry in found] for zone, found in zones.items() if found}


WHOLE = {
    "legend": [(1, LEGEND)],
    "champion": [(1, CHAMPION)],
    "main": [(3, "Seal of Unity"), (2, CHAMPION)],
    "battlefields": [(1, name) for name in FIELDS],
    "runes": [(12, "Order Rune")],
}


def test_blocks_without_headers(db: CardDatabase) -> None:
    parsed = parse(BLOCKS, db)
    assert parsed.deck.origin == "text"
    assert shape(parsed.deck) == WHOLE
    assert parsed.lines[:3] == [
        Line(1, f"1 {LEGEND}", "card", "legend"),
        Line(3, f"1 {CHAMPION}", "card", "champion"),
        Line(5, "3 Seal of Unity", "card", "main"),
    ]
    assert parsed.lines[-1] == Line(12, "12 Order Rune", "card", "runes")


def test_legend_and_champion_in_one_block(db: CardDatabase) -> None:
    assert shape(parse(BLOCKS.replace("\n\n", "\n", 1), db).deck) == WHOLE


def test_without_blank_lines_cards_go_by_type_and_no_champion_is_read(db: CardDatabase) -> None:
    for text in (BLOCKS.replace("\n\n", "\n"), BLOCKS.replace("\n", "\n\n")):
        assert shape(parse(text, db).deck) == {
            "legend": WHOLE["legend"],
            "main": [(1, CHAMPION), *WHOLE["main"]],
            "battlefields": WHOLE["battlefields"],
            "runes": WHOLE["runes"],
        }


def test_a_champion_block_is_one_copy_of_a_champion_unit(db: CardDatabase) -> None:
    for line in (f"2 {CHAMPION}", "1 Seal of Focus", f"1 {CHAMPION}\n1 Charm"):
        deck = parse(BLOCKS.replace(f"1 {CHAMPION}", line, 1), db).deck
        assert deck.champion == []
        assert len(deck.main) == 3 + line.count("\n")


def test_tokens_without_headers(db: CardDatabase) -> None:
    deck = parse("3 Charm\n1 Recruit\n1 Baron Pit\n1 Gold", db).deck
    assert shape(deck) == {"main": [(3, "Charm"), (1, "Recruit"), (1, "Gold")], "battlefields": [(1, "Baron Pit")]}


def test_unknown_cards_go_where_their_block_is(db: CardDatabase) -> None:
    text = BLOCKS.replace(LEGEND, "Nobody, New Legend").replace(f"1 {CHAMPION}", "1 Nobody, Unit", 1)
    text = text.replace(FIELDS[0], "No Such Field").replace("Seal of Unity", "No Such Seal")
    text = text.replace("12 Order Rune", "6 Order Rune\n1 Calm Rune\n5 No Such Rune")
    assert shape(parse(text, db).deck) == {
        "legend": [(1, "Nobody, New Legend")],
        "champion": [(1, "Nobody, Unit")],
        "main": [(3, "No Such Seal"), (2, CHAMPION)],
        "battlefields": [(1, "No Such Field"), (1, FIELDS[1]), (1, FIELDS[2])],
        "runes": [(6, "Order Rune"), (1, "Calm Rune"), (5, "No Such Rune")],
    }


def test_an_unknown_card_beside_the_legend_is_no_second_legend(db: CardDatabase) -> None:
    two = parse(BLOCKS.replace(f"\n\n1 {CHAMPION}", "\n1 Nobody, Unit", 1), db).deck
    assert shape(two) == WHOLE | {"champion": [(1, "Nobody, Unit")]}
    assert shape(parse(f"1 {LEGEND}\n2 Nobody", db).deck) == {"legend": [(1, LEGEND)], "main": [(2, "Nobody")]}


def test_an_unknown_first_card_is_the_legend_only_where_there_is_no_other(db: CardDatabase) -> None:
    assert shape(parse("1 Nobody\n3 Charm", db).deck)["legend"] == [(1, "Nobody")]
    assert shape(parse("2 Nobody\n3 Charm", db).deck)["main"] == [(2, "Nobody"), (3, "Charm")]
    assert shape(parse(f"1 Nobody\n1 {LEGEND}\n3 Charm", db).deck)["legend"] == [(1, LEGEND)]
    assert shape(parse("1 Nobody", db).deck) == {"main": [(1, "Nobody")]}


def test_an_unknown_rune_is_told_by_its_id(db: CardDatabase) -> None:
    assert shape(parse("3 Charm\n7 RAD-R11", db).deck)["runes"] == [(7, "RAD-R11")]


def test_a_problem_stands_in_the_block_where_it_is(db: CardDatabase) -> None:
    deck = parse(BLOCKS.replace(f"1 {FIELDS[1]}", "Trifarian Cramp"), db).deck
    assert [entry.unreadable for entry in deck.battlefields] == [False, True, False]


def test_a_block_after_the_runes_is_the_sideboard_of_a_whole_main_deck(db: CardDatabase) -> None:
    names = [card.name for card in db.cards if card.kind == "main" and not card.is_champion][:13]
    cards = "\n".join(f"3 {name}" for name in names)
    whole = BLOCKS.replace(f"3 Seal of Unity\n2 {CHAMPION}", cards) + "\n2 Charm\n1 Defy\n"
    assert shape(parse(whole, db).deck)["sideboard"] == [(2, "Charm"), (1, "Defy")]
    short = whole.replace(f"3 {names[0]}\n", "", 1)
    assert "sideboard" not in shape(parse(short, db).deck)


def test_one_line_with_all_sections(db: CardDatabase) -> None:
    parsed = parse(ONE_LINE, db)
    assert shape(parsed.deck) == WHOLE | {"sideboard": [(3, "Charm"), (2, "Stacked Deck")]}
    assert parsed.lines == [Line(1, ONE_LINE, "card", None)]


def test_sections_one_a_line(db: CardDatabase) -> None:
    text = ONE_LINE
    for word in ("Champion:", "Main Deck:", "Battlefields:", "Rune Pool:", "Sideboard:"):
        text = text.replace(f" {word}", f"\n{word}")
    parsed = parse(text, db)
    assert shape(parsed.deck) == WHOLE | {"sideboard": [(3, "Charm"), (2, "Stacked Deck")]}
    assert [line.zone for line in parsed.lines] == ["legend", "champion", "main", "battlefields", "runes", "sideboard"]


def test_a_header_word_in_a_name_before_a_header(db: CardDatabase) -> None:
    deck = parse(
        "Main Deck: 3 Scrapyard Champion Main Deck: 2 Stacked Deck Deck: 1 Charm Runes: 5 Body Rune Deck: 1 Defy", db
    ).deck
    assert shape(deck) == {
        "main": [(3, "Scrapyard Champion"), (2, "Stacked Deck"), (1, "Charm"), (1, "Defy")],
        "runes": [(5, "Body Rune")],
    }


ALIASES = {
    "legend": ["Legend", "Legends", "Champion Legend"],
    "champion": ["Champion", "Chosen Champion"],
    "main": ["Main", "Main Deck", "MainDeck", "Deck", "Units", "Spells", "Gear", "Main-Deck"],
    "battlefields": ["Battlefield", "Battlefields"],
    "runes": ["Rune", "Runes", "Rune Deck", "Rune Pool", "RunePool"],
    "sideboard": ["Sideboard", "SideBoard", "Side Deck", "Side Board"],
}
FORMS = [
    "{}", "{}:", "{} :", "{} (40)", "{} (40):", "{}: 40", "{} [8]", "{} - 40", "{} 40", "{}: 40 cards", "{} (39/40)",
    "# {}", "## {}", "#{}", "**{}**", "**{}:**", "**{}**:", "~~{}~~", "~~{} (40)~~", "[{}]", "=== {} ===", "// {}",
    "- {}", "__{}__", "\u2694\ufe0f {} (20)", "> {}",
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_every_header_in_every_form(form: str, db: CardDatabase) -> None:
    for zone, aliases in ALIASES.items():
        for alias in aliases:
            for spelling in (alias, alias.upper(), alias.lower()):
                # A rune under a header goes where the header says.
                parsed = parse(f"{form.format(spelling)}\n1 Body Rune", db)
                assert parsed.lines[0].kind == "header", spelling
                assert parsed.lines[0].zone == zone
                assert shape(parsed.deck) == {zone: [(1, "Body Rune")]}


def test_a_header_over_cards_of_all_kinds(db: CardDatabase) -> None:
    parsed = parse(f"Sideboard\n2 Defy\nMain Board (56)\n1 {LEGEND}\n3 Charm\n7 Order Rune", db)
    assert shape(parsed.deck) == {
        "legend": [(1, LEGEND)],
        "main": [(3, "Charm")],
        "runes": [(7, "Order Rune")],
        "sideboard": [(2, "Defy")],
    }


def test_further_copies_of_the_champion_go_to_main(db: CardDatabase) -> None:
    deck = parse(f"Champion\n3 {CHAMPION}\nMain\n3 Charm", db).deck
    assert deck.champion == [Entry(CHAMPION, 1, 2)]
    assert deck.main == [Entry(CHAMPION, 2, 2), Entry("Charm", 3, 4)]


def test_several_legends_and_champions_stay_as_written(db: CardDatabase) -> None:
    deck = parse(f"Legend\n1 {LEGEND}\n1 Loose Cannon\nChampion\n1 {CHAMPION}\n1 Jinx, Rebel", db).deck
    assert len(deck.legend) == len(deck.champion) == 2


def test_runes_by_their_domain_alone(db: CardDatabase) -> None:
    assert shape(parse("Runes\n6 Calm\n6 body", db).deck) == {"runes": [(6, "Calm Rune"), (6, "Body Rune")]}


def test_an_empty_section_is_written_as_none(db: CardDatabase) -> None:
    parsed = parse("Main: 3 Charm\nSideboard: none", db)
    assert shape(parsed.deck) == {"main": [(3, "Charm")]}
    assert parsed.lines[1] == Line(2, "Sideboard: none", "header", "sideboard")


def test_cards_before_the_first_header_go_by_blocks(db: CardDatabase) -> None:
    deck = parse(BLOCKS + "\nSideboard:\n2 Charm", db).deck
    assert shape(deck) == WHOLE | {"sideboard": [(2, "Charm")]}


TOKENS = "OGN-265-1 OGN-246-1 OGN-245-1 OGN-245-1 OGN-214-1"
TOKEN_SHAPE = {
    "legend": [(1, "OGN-265-1")],
    "champion": [(1, "OGN-246-1")],
    "main": [(2, "OGN-245-1")],
    "runes": [(1, "OGN-214-1")],
}


@pytest.mark.parametrize(
    "text",
    [
        TOKENS,
        TOKENS.replace(" ", "\n"),
        TOKENS.replace(" ", "$"),
        base64.b64encode(TOKENS.replace(" ", "$").encode()).decode(),
    ],
)
def test_tokens_of_tabletop_simulator_and_pixelborn(text: str, db: CardDatabase) -> None:
    deck = parse(text, db).deck
    assert sorted(shape(deck)) == sorted(TOKEN_SHAPE)
    total = sum(entry.count for zone in ("legend", "champion", "main", "runes") for entry in getattr(deck, zone))
    assert total == 5
    assert not deck.champion_apart  # read by the size of the main deck, as in every text


def test_the_second_token_is_the_champion_only_with_the_legends_tag(db: CardDatabase) -> None:
    jinx, charm = db.by_name["Jinx, Rebel"].base_printing.id, "OGN-043"
    for second in (jinx, charm):
        deck = parse(f"OGN-265-1 {second}-1 OGN-245-1", db).deck
        assert (deck.champion, len(deck.main)) == ([], 2)


def test_unknown_tokens(db: CardDatabase) -> None:
    deck = parse("RAD-104-1 OGN-246-1 OGN-245-1 RAD-011-1 OGN-214-1 RAD-R13-1", db).deck
    assert shape(deck) == {
        "legend": [(1, "RAD-104")],
        "champion": [(1, "OGN-246-1")],
        "main": [(1, "OGN-245-1"), (1, "RAD-011")],
        "runes": [(1, "OGN-214-1"), (1, "RAD-R13")],
    }


def test_ids_one_a_line_are_a_list_of_cards(db: CardDatabase) -> None:
    deck = parse("OGN-265\nOGN-246\nOGN-214", db).deck
    assert shape(deck) == {"legend": [(1, "OGN-265")], "main": [(1, "OGN-246")], "runes": [(1, "OGN-214")]}
