"""Deck codes in texts with other words around them, and codes of another game."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from riftcheck.decks import codes, other_games, reader
from riftcheck.decks.document import DeckFieldError
from riftcheck.decks.model import DeckReadError, OtherGameError
from riftcheck.decks.reader import read_list, read_text
from tests.decks.text.work_counter import WorkCounter
from tests.reference_codes import LIBRARY

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

CODE = (
    "CMAAAAAAAAAACAQAAAVFSAAAAICAAABNHJTXIAQDAARCIAQGAAACWLZQJNLXUAYDAAPSQOICA4AAAQ2NNF376AMUAKMAEAIDADJQ"
    "CAABAMBQAIBNKABACAAAIIAQGABIAEAAA5Y"
)
OTHER = "CMAQCAADA4AAAAAAAAAAAAACAEAACBYBAIAAMAIBAEABQAQBAABLMAQBAMAPAAIAAAAACAQAAY"
# From the page of the format, and from other programs that read it.
RUNETERRA = (
    "CEAAECABAQJRWHBIFU2DOOYIAEBAMCIMCINCILJZAICACBANE4VCYBABAILR2HRL",
    "CEBAIAIFB4WDANQIAEAQGDAUDAQSIJZUAIAQCBIFAEAQCBAA",
    "CEDACAIFDUAQEBAIAECAIBICAECDGNACAMCQIBQDAMCAKDISAIAQCBBWAIAQKEZPAIAQGBIMAMAQKAIZEE",
)
LOOKS = "This looks like a Legends of Runeterra deck code; riftcheck checks Riftbound decks."


def wrapped(width: int, between: str = "\n") -> str:
    return between.join(CODE[start : start + width] for start in range(0, len(CODE), width))


AROUND = {
    "label": f"Deck code: {CODE}",
    "sentence": f"My list for Saturday is {CODE}, see you there!",
    "lines": f"Ahri Control v2\n\n{CODE}\nThanks",
    "link": f"https://example.org/deck-builder?deck={CODE}&lang=en",
    "path": f"https://example.org/decks/{CODE}#list",
    "escaped link": f"https://example.org/?q=deck%3A{CODE}%3D%3D",
    "label and link": f"Code: {CODE}\nhttps://example.org/deck-builder?deck={CODE}",
    "markdown": f"[deck](https://example.org/{CODE})",
    "quotes": f'"{CODE}"',
    "JSON": f'{{"deckCode": "{CODE}"}}',
    "zero width": f"\u200b{CODE}\ufeff",
    "zero width inside": CODE[:50] + "\u200b" + CODE[50:],
    "full width": "".join(chr(ord(letter) + 0xFEE0) for letter in CODE),
    "padding": f"{CODE}======",
    "lower": f"deck code: {CODE.lower()}",
    "wrapped": wrapped(76),
    "wrapped narrowly": wrapped(19, "\r\n"),
    "wrapped under a label": f"Deck code:\n{wrapped(60)}\n\nEnjoy!",
    "spaces": wrapped(30, " "),
    "lower wrapped": wrapped(76).lower(),
    "quoted lines": "> " + wrapped(60, "\n> "),
    "hyphen at the end of a line": wrapped(76, "-\n"),
    "equals sign at the end of a line": wrapped(76, "=\n"),
    "groups of four": wrapped(4, " "),
    "wrapped before words of its letters": f"{wrapped(76)}\nGL HF ALL",
    "wrapped and lower before such words": f"{wrapped(76)}\nhave fun".lower(),
    "padded before such words": f"{CODE}==\nHAVE FUN",
}


@pytest.mark.parametrize("name", AROUND)
def test_a_code_is_read_with_other_words_around_it(name: str, db: CardDatabase) -> None:
    expected = read_list({"code": CODE}, db).deck
    parsed = read_text(AROUND[name], db)
    assert parsed.deck == expected
    assert parsed.code in {CODE, CODE.lower()}
    assert parsed.problems == []
    assert "card" in {line.kind for line in parsed.lines} <= {"card", "comment"}
    assert read_list({"code": AROUND[name]}, db).deck == expected


def test_the_lines_of_a_code_and_its_notes_are_accounted_for(db: CardDatabase) -> None:
    lines = read_text(f"My list\n\n{wrapped(76)}\nSee you", db).lines
    assert [(line.number, line.kind) for line in lines] == [(1, "comment"), (3, "card"), (4, "card"), (5, "comment")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"Deck code: {CODE[:-20]}", "The deck code ends too early, in the sideboard; its end seems to be missing."),
        (f"Deck code: {CODE}A7Q", "The deck code goes on after its end (bytes left: 2); is it two codes in one?"),
        (
            f"Code: {CODE[:40]}0{CODE[41:]}",
            "Character 41 of the deck code is '0'; a code has letters A to Z and digits",
        ),
        (f"https://example.org/{CODE[:1]}E{CODE[2:]}", "The deck code"),
    ],
)
def test_a_code_that_was_seen_and_cannot_be_read_is_reported(text: str, message: str, db: CardDatabase) -> None:
    for data in ({"text": text}, {"code": text}):
        with pytest.raises(DeckReadError) as caught:
            read_list(data, db)
        assert str(caught.value).startswith(f"The text has a deck code that cannot be read. {message}")


def test_a_code_in_groups_that_cannot_be_read_is_reported(db: CardDatabase) -> None:
    with pytest.raises(DeckReadError, match="The text has a deck code that cannot be read"):
        read_text(wrapped(4, " ")[:-6], db)


def test_a_shortened_code_is_not_completed_by_the_words_after_it(db: CardDatabase) -> None:
    for cut in range(1, 12):
        for words in ("GL HF ALL", "HAVE FUN", "SEE YA"):
            with pytest.raises(DeckReadError, match="The text has a deck code that cannot be read"):
                read_text(f"{CODE[:-cut]}\n{words}", db)


@pytest.mark.parametrize("unit", ["CMAAAAAA ", "CMAAAAAA\n", "CMAA ", "CMAAAAAAAAAAAAAAAAAA ", "cmaaaaaaaaaaaaaa\n"])
def test_the_search_for_a_code_is_linear(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counter = WorkCounter(monkeypatch, reader.__name__, codes.__name__)

    def search(text: str) -> None:
        with suppress(DeckReadError):
            reader.code_in(text)

    small, large = (counter.of(search, unit * times) for times in (400, 3200))
    assert large < small * 16


def test_several_codes_are_rejected(db: CardDatabase) -> None:
    for text in (f"{CODE}\n{OTHER}", f"Mine: {CODE}. Yours: {OTHER}", f"Old: {CODE[:-9]}\nNew: {CODE}"):
        with pytest.raises(DeckReadError, match=r"^The text has several deck codes\. Give one code at a time\.$"):
            read_text(text, db)


def test_a_list_with_its_code_is_read_as_the_list(db: CardDatabase) -> None:
    parsed = read_text(f"Deck code: {CODE}\n3 Charm\n2 Defy", db)
    assert parsed.code is None
    assert [(entry.count, entry.written) for entry in parsed.deck.main] == [(3, "Charm"), (2, "Defy")]


def test_a_code_among_the_cards_of_a_list_is_a_problem_that_says_so(db: CardDatabase) -> None:
    parsed = read_text(f"3 Charm\n{CODE}\n2 Defy\nCharme", db)
    message = "This line has a deck code, but the text lists cards, too. Give either the code or the cards."
    assert [problem.message for problem in parsed.problems][:1] == [message]
    assert "deck code" not in parsed.problems[1].message
    assert [entry.reason for entry in parsed.deck.main if entry.line == 2] == [message]


@pytest.mark.parametrize(
    "text",
    [
        "CURSED THING\nCERTAIN OTHERS",
        "circumnavigational characteristics",
        "https://example.org/decks/cm4x9zq2k0001l708h3v6b2ad",
        "CURRENT LIST IS EMPTY",
        "",
    ],
)
def test_words_that_only_begin_like_a_code_are_no_code(text: str, db: CardDatabase) -> None:
    with pytest.raises(DeckReadError, match=r"^The text has no card in it\."):
        read_text(text, db)


@pytest.mark.parametrize("code", RUNETERRA)
@pytest.mark.parametrize("around", ["{}", "\n{}\n", "Deck code: {}", "https://example.org/?code={}", "\u200b{}=="])
def test_a_code_of_runeterra_is_rejected_as_another_game(code: str, around: str, db: CardDatabase) -> None:
    for data in ({"text": around.format(code)}, {"code": around.format(code)}, {"code": code.lower()}):
        with pytest.raises(OtherGameError) as caught:
            read_list(data, db)
        assert str(caught.value) == LOOKS


def test_riftbound_is_tried_first(db: CardDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_games, "is_runeterra", bool)
    for vector in LIBRARY:
        assert read_list({"code": vector["code"]}, db).code == vector["code"]
    with pytest.raises(OtherGameError):
        read_list({"code": CODE[:-9]}, db)


def test_a_damaged_code_of_riftbound_is_no_code_of_runeterra() -> None:
    for code in (CODE, OTHER):
        damaged = [code[:size] for size in range(len(code))]
        damaged += [code[:at] + letter + code[at + 1 :] for at in range(2, len(code)) for letter in "AQ7"]
        assert not any(codes.is_runeterra(one) for one in damaged)


def test_a_damaged_code_of_runeterra_is_not_recognized() -> None:
    assert not codes.is_runeterra(RUNETERRA[0][:-6])
    assert not codes.is_runeterra(f"{RUNETERRA[0]}AAAA")
    assert not codes.is_runeterra("CEAAAAA")  # no card
    assert not codes.is_runeterra("CE" + "7" * 100)  # numbers without an end
    assert not codes.is_runeterra("")


def test_a_keyforge_deck_given_as_the_deck_is_rejected_as_another_game(db: CardDatabase) -> None:
    with pytest.raises(OtherGameError, match="KeyForge"):
        read_list({"name": "x", "expansion": 341, "_links": {"houses": ["Dis", "Logos", "Mars"]}}, db)
    with pytest.raises(DeckFieldError):
        read_list({"name": "x", "houses": ["a card"]}, db)
