"""Texts that were misread without a report, and notes that name no card."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from riftcheck.decks.model import DeckReadError
from riftcheck.decks.resolve import resolve
from riftcheck.decks.text import parse
from riftcheck.validator import Options, check
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.validator import Report

FOLDER = ROOT / "tests" / "fixtures" / "misread"
EXPECTED: dict[str, dict[str, Any]] = yaml.safe_load((FOLDER / "expected.yaml").read_text("utf-8"))
LEGAL = (FOLDER / "sb-prefix.txt").read_text("utf-8")


def report(text: str, db: CardDatabase) -> Report:
    return check(resolve(parse(text, db).deck, db), db, Options(date(2026, 7, 1)))


@pytest.mark.parametrize("name", EXPECTED)
def test_a_text_that_was_misread_has_its_verdict(name: str, db: CardDatabase) -> None:
    text, expected = (FOLDER / name).read_text("utf-8"), EXPECTED[name]
    parsed, found = parse(text, db), report(text, db)
    assert parsed.problems == []
    assert found.verdict == expected["verdict"]
    assert sorted({issue.code for issue in found.issues if issue.severity == "error"}) == expected.get("errors", [])
    for section in ("main", "runes", "battlefields", "sideboard"):
        assert found.counts[section] == expected.get(section, 0), section
    assert sum(one.copies for one in parsed.set_aside) == expected.get("set_aside", 0)


@pytest.mark.parametrize("name", ["csv-id-normal-foil.txt", "csv-id-number-qty.txt"])
def test_a_table_with_two_columns_of_numbers_is_reported_once(name: str, db: CardDatabase) -> None:
    text = (FOLDER / name).read_text("utf-8")
    with pytest.raises(DeckReadError, match=r"no header row: OGN-255,\d+,1 can be \d+ or 1 copies"):
        parse(text, db)
    parsed = parse(f"{text}\n1 Gust", db)
    assert len(parsed.problems) == 1
    assert {line.outcome for line in parsed.lines if "," in line.text} == {"doubt"}
    header = "Card ID,Normal,Foil" if "foil" in name else "Card ID,Number,Quantity"
    assert report(f"{header}\n{text}", db).verdict == "legal"


def test_each_mark_of_a_printing_is_ignored(db: CardDatabase) -> None:
    parsed = parse((FOLDER / "printing-marks.txt").read_text("utf-8"), db)
    assert parsed.problems == []
    assert all(card.card is not None for line in parsed.lines for card in line.cards)


def test_ids_of_promos_are_read_by_set_and_number(db: CardDatabase) -> None:
    parsed = parse((FOLDER / "promo-ids.txt").read_text("utf-8"), db)
    assert parsed.problems == []
    assert [card.count for line in parsed.lines for card in line.cards] == [1] * 8


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Legend:\n", "Ahri Control v2 - 5-1 at Nexus Night 2026-05-01 (8th of 64)\n\nLegend:\n"),
        ("2 Charm\n", "// Counters (5)\n2 Charm\n"),
        ("2 Charm\n", "## Removal\n2 Charm\n"),
        ("3 Defy\n", "3 Defy # swap 1 for Charm game 2\n"),
        ("2 Charm\n", "2 Charm | 0.35 EUR | 12 %\n"),
        ("3 Defy\n", "3 Defy\n# 3 Wind Wall\n"),
    ],
)
def test_titles_notes_prices_and_commented_cards_stay_legal(old: str, new: str, db: CardDatabase) -> None:
    assert old in LEGAL
    found = report(LEGAL.replace(old, new, 1), db)
    assert (found.verdict, found.counts["main"], found.counts["sideboard"]) == ("legal", 40, 8)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("3 Defy\n", "3 Defy 2\n"),
        ("3 Defy\n", "3 Defy (OGN-043)\n"),
        ("3 Defy\n", "3 Defy # 1 Charm\n"),
        ("2 Charm\n", "Removal\n2 Charm\n"),
        ("2 Charm\n", "2 Charm x3\n"),
    ],
)
def test_lines_in_doubt_are_never_legal(old: str, new: str, db: CardDatabase) -> None:
    text = LEGAL.replace(old, new, 1)
    assert len(parse(text, db).problems) == 1
    assert report(text, db).verdict != "legal"


@pytest.mark.parametrize(
    "header", ["Maybeboard", "// Maybe:", "## Considering (3)", "Wunschliste", "\u5f85\u5b9a", "Tokens"]
)
def test_cards_under_a_header_that_sets_aside_are_in_no_section(header: str, db: CardDatabase) -> None:
    text = f"{LEGAL}\n{header}\n3 Defy\n\n2 Gust\nSideboard:\n"
    parsed = parse(text, db)
    assert report(text, db).counts["main"] == 40
    assert [(one.header, one.copies) for one in parsed.set_aside] == [(header, 5)]
    aside = [line for line in parsed.lines if line.outcome == "set-aside"]
    assert [[(card.count, card.written, card.zone) for card in line.cards] for line in aside] == [
        [(3, "Defy", None)],
        [(2, "Gust", None)],
    ]


def test_an_unknown_line_among_cards_that_are_set_aside_is_in_doubt(db: CardDatabase) -> None:
    parsed = parse(f"{LEGAL}\nMaybeboard\n3 Defy\nFinishers\n2 Gust", db)
    assert [problem.text for problem in parsed.problems] == ["Finishers"]


@pytest.mark.parametrize(
    "header", ["Sideboard Cards", "Sideboard total: 3", "Sideboard count", "R\u00e9serve (3 cartes)"]
)
def test_a_header_with_a_total_opens_its_part_if_cards_follow(header: str, db: CardDatabase) -> None:
    assert [entry.count for entry in parse(f"Main:\n3 Charm\n\n{header}\n3 Defy", db).deck.sideboard] == [3]
    after = parse(f"Main:\n3 Charm\nSideboard:\n3 Defy\n{header}\n\nRunes:\n6 Calm Rune", db)
    assert after.problems == []
    assert [line.kind for line in after.lines if line.text == header] == ["comment" if "(" not in header else "header"]


@pytest.mark.parametrize(
    ("lines", "counts"),
    [
        (["1. Defy", "2. Charm", "3. Gust"], [1, 1, 1]),
        (["2. 3 Defy", "5. 2 Charm"], [3, 2]),
        (["1) Defy x3", "2) Charm x2"], [3, 2]),
        (["3. Defy", "3. Charm"], None),
        (["1. Defy", "3. Charm"], None),
        (["5. 3 Defy", "2. 2 Charm"], None),
    ],
)
def test_numbers_of_lines_are_not_counts_if_they_rise(
    lines: list[str], counts: list[int] | None, db: CardDatabase
) -> None:
    parsed = parse("\n".join(["Main:", *lines, "1 Singularity"]), db)
    assert bool(parsed.problems) is (counts is None)
    assert counts is None or [entry.count for entry in parsed.deck.main] == [*counts, 1]


@pytest.mark.parametrize(
    ("table", "counts"),
    [
        ("Name,Quantity\nDefy,3\nCharm,2.0", [3, 2]),
        ("Quantity;Name;Set;Number\n3;Defy;OGN;045\n2;Charm;OGN;043", [3, 2]),
        ("Card ID\tNormal\tFoil\nOGN-045\t1\t2\nOGN-043\t2\t0", [3, 2]),
        ("| Qty | Card Name |\n|---|---|\n| 3 | Defy |\n| 2 | Charm |", [3, 2]),
        ("Name,Quantity,Energy\nDefy,3,7\nCharm,2,7", [3, 2]),
        ('Name,Count\n"Ahri, Alluring",3\nAhri, Inquisitive,2', [3, 2]),
        ("Name,Quantity,Normal,Foil\nDefy,3,1,2", [3]),
        ("Name,Quantity,Count\nDefy,3,2", None),
        ("Name,Quantity,Normal,Foil\nDefy,3,1,1", None),
        ("Name,Wanted\nDefy,3", None),
        ("Name,Quantity\nDefy,many", None),
        ("Name,Quantity,Section\nDefy,3,Hand", None),
        ("Name;Quantity\nDefy;3,0\nCharm;2.00", [3, 2]),
        ("Name;Quantity\nDefy;3,5", None),
        ("Name,Quantity\nDefy,", None),
        ("Name,Normal,Foil\nDefy,,3\nCharm,2,", [3, 2]),
        ("Name,Normal,Foil\nDefy,,", None),
        ("Name,Quantity,Foil\nDefy,3,0\nCharm,2,1", [3, 2]),
        ("Name,Quantity,Foil\nDefy,3,Yes\nCharm,2,false", [3, 2]),
        ("Name,Quantity,Foil\nDefy,3,2", None),
        ("Name,Quantity,Normal,Foil\nDefy,3,3,1", None),
        ("Name,Quantity,Sideboard\nDefy,3,0\nCharm,2,", [3, 2]),
        ("Name,Quantity,Sideboard\nDefy,3,9", None),
        ("Name,Quantity,SB\nDefy,3,3", None),
        ("Name,Quantity,Maybe\nDefy,3,1", None),
        ("Name,Quantity,Sideboard\nDefy,3,soon", None),
        ("Name,Quantity,Proxies\nDefy,3,2", [3]),
        ("Name,Quantity,In Deck\nDefy,3,3\nCharm,2,2", [3, 2]),
        ("Name,Quantity,In Deck\nDefy,3,0", None),
        ("Name,Quantity,In Deck\nDefy,3,yes", [3]),
        ("Name,Quantity,In Deck\nDefy,3,no", None),
        ("Name,Quantity,Status\nDefy,3,owned", [3]),
        ("Name,Quantity,Status\nDefy,3,maybe", None),
        ("Name,Quantity,Notes\nDefy,3,good on the play side", [3]),
        ("Name,Quantity,Notes\nDefy,3,in the sideboard", None),
        ("Name,Quantity,Section\nDefy,3,\nCharm,2,", [3, 2]),
        ("Name,Quantity,Section\nDefy,3,\nCharm,2,Main", None),
    ],
)
def test_a_table_with_a_header_row_is_read_by_it(table: str, counts: list[int] | None, db: CardDatabase) -> None:
    parsed = parse(f"Main:\n1 Gust\n{table}", db)
    assert bool(parsed.problems) is (counts is None)
    assert counts is None or [entry.count for entry in parsed.deck.main] == [1, *counts]


def test_a_section_column_places_each_row(db: CardDatabase) -> None:
    deck = parse("Name,Quantity,Board\nDefy,3,Main\nCharm,2,Sideboard\nGust,1,Main", db).deck
    assert [entry.written for entry in deck.main] == ["Defy", "Gust"]
    assert [entry.written for entry in deck.sideboard] == ["Charm"]


# The deck without three of its main deck cards and without a sideboard: legal only if a line adds three cards to main.
SHORT = LEGAL.partition("SB:")[0].replace("3 Defy\n", "")


def with_main(lines: str) -> str:
    return SHORT.replace("Main Deck:\n", f"Main Deck:\n{lines}\n")


@pytest.mark.parametrize(
    "line",
    [
        *("[SB] 3 Defy", "(SB) 3 Defy", "[Sideboard] 3 Defy", "(Maybe) 3 Defy", "3 Defy (SB)", "3 Defy [Sideboard]"),
        *("3 Defy (Sideboard)", "3 Defy [Maybeboard]", "3 Defy (maybe)", "3 Defy (cut)", "3 Defy (out)"),
        *(
            "3x Defy (ogn) 45 [Sideboard]",
            "3x Defy (ogn) 45 [Maybeboard{noDeck}{noPrice}]",
            "3 Defy (in the sideboard)",
        ),
        *(
            "3 Defy [Counter, Sideboard]",
            "3 Defy (SB?)",
            "3 Defy # Sideboard",
            "3 Defy // maybe",
            "3 Defy (R\u00e9serve)",
        ),
        *("3 Defy (foil, x4)", "3 Defy (Foil x4)", "3 Defy (x4 foil)", "3 Defy (or Charm)", "3 Defy (Charm or Gust)"),
    ],
)
def test_another_section_count_or_card_in_brackets_is_in_doubt(line: str, db: CardDatabase) -> None:
    assert len(parse(with_main(line), db).problems) == 1
    assert report(with_main(line), db).verdict != "legal"


@pytest.mark.parametrize(
    "line",
    [
        *(
            "3 Defy (Spell)",
            "3 Defy [Spell]",
            "3 Defy (Main)",
            "[Main Deck] 3 Defy",
            "3 Defy (Champion)",
            "3 Defy # main",
        ),
        *("3 Defy (foil, NM)", "Defy (foil x3)", "3 Defy (Defy promo)", "3 Defy (Launch Exclusive)", "3 Defy (Token)"),
        "3 Defy # from the sideboard in game 2",
    ],
)
def test_kinds_marks_and_the_same_section_in_brackets_stay_legal(line: str, db: CardDatabase) -> None:
    assert parse(with_main(line), db).problems == []
    assert report(with_main(line), db).verdict == "legal"


def test_brackets_are_the_section_of_a_card_without_headers(db: CardDatabase) -> None:
    parsed = parse("3 Gust\n3 Defy (SB)\n[Maybe] 2 Charm\n2 Wind Wall [Spell]", db)
    assert parsed.problems == []
    assert [entry.written for entry in parsed.deck.main] == ["Gust", "Wind Wall"]
    assert [entry.written for entry in parsed.deck.sideboard] == ["Defy"]
    assert [(one.line, one.copies) for one in parsed.set_aside] == [(3, 2)]


@pytest.mark.parametrize(
    "header",
    [
        *("Extra cards", "Other cards:", "Additional cards (3)", "Non deck cards"),
        *(
            "Total Sideboard: 3",
            "Total Side Deck (3)",
            "All Sideboard Cards",
            "The Sideboard Cards",
            "Cards in Sideboard",
        ),
        *("Cards in Side: 3", "Sideboard card count: 3", "Sideboard Card Total", "Sideboard cards total (3)"),
        *("Sideboard Cards\n---", "Sideboard Cards\n# note", "Sideboard Cards\nhttps://example.org", "SB"),
        *("Sideboard Cards\nSpells (3)", "Sideboard total: 3\n\n// note\n", "Sideboard Cards\nQuantity,Name"),
        *("Sideboard:\nSpells (3)", "# Sideboard\n## Spells", "Sideboard\n// Spells", "Maybeboard\nSpells", "# SB"),
        *("# Maybeboard\n## Spells", "# Sideboard options", "// Sideboard - 3 cards vs aggro", "## SB plan"),
    ],
)
def test_a_header_that_may_end_the_main_deck_is_never_passed_over(header: str, db: CardDatabase) -> None:
    cards = "3,Defy" if header.endswith("Name") else "3 Defy"
    found = report(f"{SHORT}\n{header}\n{cards}\n", db)
    assert (found.verdict != "legal", found.counts["main"] < 40 or not found.counts["sideboard"]) == (True, True)


@pytest.mark.parametrize(
    "header",
    [
        *(
            "Spells (3)",
            "## Spells",
            "// Spells",
            "// Counters",
            "Total Main Deck: 40",
            "# Main deck notes",
            "40 cards",
        ),
        *(
            "Main Deck Cards",
            "Total: 40",
            "Main deck: 40 cards, sideboard: 8 cards",
            "Total deck: 64",
            "# counters (3)",
        ),
        "# from the sideboard",
    ],
)
def test_groups_totals_and_notes_in_the_main_deck_stay_legal(header: str, db: CardDatabase) -> None:
    text = LEGAL.replace("3 Defy\n", f"{header}\n3 Defy\n")
    assert parse(text, db).problems == []
    found = report(text, db)
    assert (found.verdict, found.counts["main"], found.counts["sideboard"]) == ("legal", 40, 8)


def test_kinds_of_cards_under_a_sideboard_stay_in_it(db: CardDatabase) -> None:
    parsed = parse("Main:\n3 Gust\nSideboard:\nSpells (3)\n3 Defy\n## Units\n1 Lonely Poro\nRunes:\n6 Calm", db)
    assert [entry.count for entry in parsed.deck.sideboard] == [3, 1]
    assert [entry.count for entry in parsed.deck.main] == [3]
    aside = parse("Main:\n3 Gust\nMaybeboard:\nSpells\n3 Defy\nMain:\nSpells\n1 Charm", db)
    assert [one.copies for one in aside.set_aside] == [3]
    assert [entry.count for entry in aside.deck.main] == [3, 1]


def test_a_comment_that_begins_with_sideboard_is_one_under_it_and_without_cards_after_it(db: CardDatabase) -> None:
    text = f"{LEGAL}\nSideboard:\n# Sideboard options\n"
    assert parse(text, db).problems == []
    assert parse(f"{SHORT}\n// Sideboard guide\nRunes:", db).problems == []


TAKEN_OUT = ["- ~~3 Defy~~", "3 ~~Defy~~", "<!-- 3 Defy -->", "/* 3 Defy */", "-- 3 Defy", "; 3 Defy", "% 3 Defy"]


@pytest.mark.parametrize("line", [*TAKEN_OUT, "/*\n3 Defy\n*/", "<!--\n3 Defy\n\n-->"])
def test_a_card_that_is_struck_or_commented_out_is_a_note(line: str, db: CardDatabase) -> None:
    assert report(with_main(line), db).verdict != "legal"
    with_note = LEGAL.replace("3 Defy\n", f"3 Defy\n{line}\n")
    assert parse(with_note, db).problems == []
    assert report(with_note, db).verdict == "legal"


@pytest.mark.parametrize("line", ["3 Defy <!-- good -->", "3 Defy /* good */", "\u2014 3 Defy", "; 3; Defy"])
def test_a_note_beside_a_card_and_other_bullets_keep_the_card(line: str, db: CardDatabase) -> None:
    assert report(with_main(line), db).verdict == "legal"


@pytest.mark.parametrize("line", ["~~3 Defy~~ 3 Gust", "3 Defy <!-- x4 -->", "3 ~~Charm~~ Defy", "3 Defy /* no end"])
def test_a_line_that_is_partly_taken_out_is_never_legal(line: str, db: CardDatabase) -> None:
    assert report(with_main(line), db).verdict != "legal"


def test_a_note_with_a_counted_card_is_one_problem(db: CardDatabase) -> None:
    parsed = parse("Main:\n3 Defy\nNote: swap 1 Charm\nNote: good", db)
    assert [(entry.count, entry.unreadable) for entry in parsed.deck.main] == [(3, False), (1, True)]


def test_lines_that_are_all_in_doubt_are_read_with_their_reasons(db: CardDatabase) -> None:
    assert "2 or 3 copies" in parse("3 Charm x2", db).problems[0].message
    assert report("3 Charm x2", db).verdict != "legal"
    with pytest.raises(DeckReadError, match="no card in it"):
        parse("Hello all of you", db)


def test_the_account_of_the_lines_agrees_with_the_deck_about_champions(db: CardDatabase) -> None:
    several = LEGAL.replace("1 Ahri, Inquisitive", "3 Ahri, Inquisitive")
    group = LEGAL.replace("2 Irelia", "Champions (3)\n2 Irelia")
    for text, in_main in ((several, 41), (group, 39)):
        parsed = parse(text, db)
        cards = [card for line in parsed.lines for card in line.cards]
        for zone, expected in (("champion", 1), ("main", in_main)):
            assert sum(card.count for card in cards if card.zone == zone) == expected
        assert (len(parsed.deck.champion), sum(entry.count for entry in parsed.deck.main)) == (1, in_main)
    assert report(group, db).verdict == "legal"


NOTES = ["2026-05-01", "01/05/26", "1.5.2026", "5-1", "5-1-1", "Record 5-1", "$12.50", "12.50 EUR", "Price: $12.50"]
MORE_NOTES = ["Total: 123.45 EUR", "85%", "12 %", "8th of 64", "8th place", "5 wins", "40/40", "Winrate: 60%"]
PEOPLE = ["Player Bob", "by Bob", "Subtotal"]


@pytest.mark.parametrize("note", [*NOTES, *MORE_NOTES, *PEOPLE])
def test_dates_records_prices_and_people_are_notes_wherever_they_are(note: str, db: CardDatabase) -> None:
    text = LEGAL.replace("3 Defy\n", f"3 Defy\n{note}\n")
    parsed = parse(f"{note}\n{text}\n{note}", db)
    assert parsed.problems == []
    assert {line.kind for line in parsed.lines if line.text == note} == {"comment"}
    assert report(text, db).verdict == "legal"


@pytest.mark.parametrize("line", ["5-1 Defy", "by 3 Defy", "Player Defy", "Record: 3 Defy", "3", "Price: 3 Defy"])
def test_a_line_with_a_card_or_a_number_alone_is_no_note(line: str, db: CardDatabase) -> None:
    kinds = [found.kind for found in parse(f"Main:\n1 Gust\n{line}", db).lines]
    assert kinds[2] != "comment"


@pytest.mark.parametrize(
    "line",
    [
        *("{n}: Defy", "+{n} Defy", "{n}\u0445 Defy", "{n} copies of Defy", "{n} pcs Defy", "{n} copies Defy"),
        *("{n} Defy - Origins", "{n}x Defy (V.1)", "{n} Defy (V.1 - Common)", "{n} Defy ($1.25 each)"),
        "{n} Defy US$1.25",
    ],
)
def test_rarer_spellings_of_counts_sets_and_prices(line: str, db: CardDatabase) -> None:
    assert report(with_main(line.format(n=3)), db).verdict == "legal"
    assert report(with_main(line.format(n=4)), db).verdict == "illegal"


@pytest.mark.parametrize("line", ["3: x Defy (OGN-045)", "3: 4x (OGN-045)", "Defy4 OGN-045"])
def test_a_number_in_words_that_are_no_card_is_in_doubt_beside_an_id(line: str, db: CardDatabase) -> None:
    assert len(parse(with_main(line), db).problems) == 1


@pytest.mark.parametrize(
    "line",
    ["+3 K'Sante, Dauntless", "3: K\u2019Sante, Dauntless", "3 copies of K'Sante, Dauntless", "3: b.f. sword SFD-161"],
)
def test_a_sign_after_the_first_letter_of_a_name_hides_no_count(line: str, db: CardDatabase) -> None:
    parsed = parse(line, db)
    assert [entry.count for entry in parsed.deck.main] == [3]
    assert parsed.problems == []


@pytest.mark.parametrize(
    "line", ["3 Gustt (OGN-045)", "3\\. Defy", "3: Defy 2", "3 copies of Defy x2", "3 Defy (V.1 x4)"]
)
def test_rarer_spellings_with_two_readings_are_in_doubt(line: str, db: CardDatabase) -> None:
    assert len(parse(with_main(line), db).problems) == 1


def test_an_unknown_name_with_the_id_of_a_card_is_that_card(db: CardDatabase) -> None:
    assert parse(with_main("3 Defyy (OGN-045)\n1 R\u00e9futation (OGN-045)"), db).problems == []


def test_a_count_before_a_header_and_sums_above_a_list_without_headers(db: CardDatabase) -> None:
    assert report(LEGAL.replace("Main Deck:", "39 Main Deck:"), db).verdict == "legal"
    flat = "1 Jinx, Loose Cannon\n\n3 Gust\n---\n6 Fury Rune"
    for text in (f"Main Deck: 40\nSideboard: 8\n\n{flat}", flat):
        parsed = parse(text, db)
        assert [len(getattr(parsed.deck, zone)) for zone in ("legend", "main", "runes", "sideboard")] == [1, 1, 1, 0]
    assert len(parse("Main:\n3 Gust\nRunes: 0\nSideboard: 3\n\n3 Defy", db).deck.sideboard) == 1


def test_columns_for_sections_divide_the_copies(db: CardDatabase) -> None:
    for head, row in (
        ("Name,Main,Sideboard", "Defy,2,1"),
        ("Name,Quantity,Main Deck,SB Qty", "Defy,3,2,1"),
        ("Card ID,In Deck,In Sideboard", "OGN-045,2,1"),
    ):
        parsed = parse(f"{head}\n{row}", db)
        assert parsed.problems == []
        deck = parsed.deck
        assert ([one.count for one in deck.main], [one.count for one in deck.sideboard]) == ([2], [1])


def test_a_column_for_a_section_marks_its_rows(db: CardDatabase) -> None:
    parsed = parse("Name,Qty,Sideboard,Maybe\nDefy,3,,\nCharm,2,x,\nGust,1,,yes", db)
    assert parsed.problems == []
    assert [one.written for one in parsed.deck.main] == ["Defy"]
    assert [one.written for one in parsed.deck.sideboard] == ["Charm"]
    assert [one.copies for one in parsed.set_aside] == [1]


def test_a_card_without_a_section_in_a_table_with_sections_goes_by_its_type_only_if_that_is_certain(
    db: CardDatabase,
) -> None:
    text = "Name,Qty,Section\nTargon's Peak,1,\nCalm Rune,6,\nDefy,3,Main\nCharm,2,"
    parsed = parse(text, db)
    assert [problem.message for problem in parsed.problems] == ['The row "Charm,2," of the table names no section.']
    assert [one.count for one in parsed.deck.runes] == [6]


def test_a_note_of_a_row_with_a_section_is_a_note(db: CardDatabase) -> None:
    parsed = parse("Name,Qty,Section,Notes\nDefy,3,Main,out for the sideboard\nCharm,2,Main,Sideboard", db)
    assert [problem.text for problem in parsed.problems] == ["Charm,2,Main,Sideboard"]


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_utf_8_that_was_read_as_another_encoding_is_repaired(encoding: str, db: CardDatabase) -> None:
    line = "2 Desert\u2019s Call".encode().decode(encoding)
    parsed = parse(f"Main:\n{line}\n3 Defy", db)
    assert parsed.problems == []
    assert [(one.count, db.find(one.written).card) for one in parsed.deck.main] == [
        (2, db.find("Desert's Call").card),
        (3, db.find("Defy").card),
    ]
