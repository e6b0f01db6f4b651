from __future__ import annotations

import html
import json
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riftcheck import carddb
from riftcheck.carddb import names as carddb_names
from riftcheck.carddb.names import MAX_NAME
from riftcheck.decks.document import MAX_ENTRIES
from riftcheck.decks.model import MAX_COUNT, SECTIONS, DeckReadError
from riftcheck.decks.text import parse
from tests.decks.text.work_counter import WorkCounter

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Deck

PIECES = st.sampled_from([
    "3", "x3", "0", "100", "Charm", "Jinx, Rebel", "Jinx", "Body Rune", "OGN-043", "(OGN-043)", "[OGN]", "RAD-R11-1",
    "Main Deck:", "Champion", "(40)", "Deck", ":", ",", ";", "|", "#", "//", "~~", "**", "-", "x", "Total", "{", '"',
    "https://a.b", "&amp;", "&#10;", "\u00a0", "\u200b", "\uff13", "\u00b2", "\u0663", "\ud800", "\n", "\n\n", "\r",
    "\u2028", "\x0b", "\x00", "]", "$", "Blah", "RAD-104", "OGN-004-1", "(Legend)", "Champion -", "Name:", "None",
    "Exported from", "Runes:", "Fury", "Blank Battlefield", "a" * 201,
])  # fmt: skip
LINES = st.lists(PIECES, max_size=25).map(" ".join)
TEXTS = st.one_of(st.text(max_size=300), LINES, st.lists(PIECES, max_size=25).map("".join))
JSONS = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), PIECES),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(["main", "name", "id", "count", "deck", "runes", "cards", "OGN-043", "x"]), inner
        ),
    ),
    max_leaves=15,
)
INVISIBLE = "\u200b\ufeff"


def visible(line: str) -> bool:
    line = html.unescape(line) if "&" in line else line
    return bool("".join(letter for letter in line if letter not in INVISIBLE).strip())


def copies(deck: Deck) -> dict[str, Counter[tuple[str, bool]]]:
    found: dict[str, Counter[tuple[str, bool]]] = {}
    for zone in (*SECTIONS, "champion"):
        counter: Counter[tuple[str, bool]] = Counter()
        for entry in getattr(deck, zone):
            counter[entry.written, entry.unreadable] += entry.count
        found[zone] = counter
    return found


@given(TEXTS)
def test_any_text_is_read_or_refused_and_every_line_is_accounted_for_once(text: str) -> None:
    try:
        parsed = parse(text, carddb_once())
    except DeckReadError:
        return
    lines = text.splitlines()
    assert [line.number for line in parsed.lines] == [number for number, line in enumerate(lines, 1) if visible(line)]
    assert all(line.text == lines[line.number - 1] for line in parsed.lines)
    entries = [entry for zone in (*SECTIONS, "champion") for entry in getattr(parsed.deck, zone)]
    cards = {line.number for line in parsed.lines if line.kind in {"card", "problem"}}
    assert {entry.line for entry in entries} <= cards
    problems = {line.number for line in parsed.lines if line.kind == "problem"}
    assert {problem.line for problem in parsed.problems} == problems
    assert {entry.line for entry in entries if entry.unreadable} == problems
    assert len(parsed.problems) == sum(entry.unreadable for entry in entries)
    assert all(1 <= entry.count <= MAX_COUNT and 1 <= len(entry.written) <= MAX_NAME for entry in entries)
    assert all(entry.id is None or len(entry.id) <= MAX_NAME for entry in entries)
    assert len(entries) <= MAX_ENTRIES


@given(JSONS)
def test_any_json_is_read_or_refused(data: object) -> None:
    try:
        parsed = parse(json.dumps(data, indent=1), carddb_once())
    except DeckReadError:
        return
    assert any(line.kind in {"card", "problem"} for line in parsed.lines)
    entries = [entry for zone in (*SECTIONS, "champion") for entry in getattr(parsed.deck, zone)]
    assert all(1 <= len(entry.written) <= MAX_NAME for entry in entries)


TOKEN = st.sampled_from(["OGN-043-1", "OGN-004", "OGN-009-2", "RAD-011", "RAD-R11-1", "OGN-214", "RAD-104"])


@given(st.lists(st.lists(TOKEN, min_size=1, max_size=8), min_size=1, max_size=8), st.booleans())
def test_every_id_of_a_text_is_a_copy(lines: list[list[str]], headed: bool) -> None:
    text = "\n".join(" ".join(line) for line in lines)
    parsed = parse(f"Main Deck:\n{text}\n3 Defy" if headed else f"{text}\n3 Defy", carddb_once())
    assert parsed.problems == []
    entries = [entry for zone in (*SECTIONS, "champion") for entry in getattr(parsed.deck, zone)]
    assert sum(entry.count for entry in entries) == sum(map(len, lines)) + 3


CARD_LINE = st.builds(
    lambda count, name: (count, name),
    st.integers(1, MAX_COUNT),
    st.sampled_from(["Charm", "Jinx, Rebel", "Body Rune", "OGN-004", "No Such Card", "Rune Prison", "Targon's Peak"]),
)


@given(
    st.lists(CARD_LINE, min_size=1, max_size=20).flatmap(
        lambda cards: st.tuples(st.just(cards), st.permutations(cards))
    )
)
def test_the_order_within_a_section_changes_no_count(both: tuple[list[tuple[int, str]], list[tuple[int, str]]]) -> None:
    for section in ("Main Deck", "Sideboard", "Runes", "Champion"):
        read = [
            parse("\n".join([section, *(f"{n} {name}" for n, name in cards)]), carddb_once()).deck for cards in both
        ]
        assert copies(read[0]) == copies(read[1])
        total = sum(sum(counter.values()) for counter in copies(read[0]).values())
        assert total == sum(count for count, _ in both[0])


@given(st.lists(CARD_LINE, min_size=1, max_size=20))
def test_one_line_holds_what_many_lines_hold(cards: list[tuple[int, str]]) -> None:
    lines = [f"{count} {name}" for count, name in cards]
    known = any(name != "No Such Card" for _, name in cards)
    one, many = (parse(f"Main Deck:{joint}{joint.join(lines)}", carddb_once()).deck for joint in (" ", "\n"))
    if known or len(cards) == 1:
        assert copies(one) == copies(many)


SIZES = (1_000, 4_000)
HOSTILE = [
    "a ",
    "1 ",
    "x ",
    ":",
    "a:",
    "Main: ",
    "(",
    "[{",
    "1 a ",
    ", ",
    "a, ",
    "&#",
    "&amp;",
    "- ",
    "_",
    "(x ",
    "ab cd: ",
    "9",
    "Body Rune: ",
]
HOSTILE += [
    "RAD-011 ",
    "RAD-011, ",
    "[RAD-011] ",
    "// 3 a ",
    "# 1 ",
    "(Legend) ",
    "3 a (Champion) ",
    "Name: 3 ",
    "a - ",
]
HOSTILE += [
    "Runes: 6 Fury ",
    "Fury: 6 ",
    "Exported from 3 ",
    "Ekko, Boy\n",
    "None\n",
    "Blank Battlefield ",
    "Legend - ",
]
HOSTILE += ["# sideboard plan\n", "// SB\n", "Sideboard cards\n", "/* ", "<!-- ", "(SB) ", "~~3 a~~ "]
HOSTILE += ["OGN-001 ", '"', "\\", "\u00a0", "\u00e9", "#", "3 Jinx ", "Charm, "]


def hostile(piece: str, size: int, *, wide: bool) -> str:
    """Return a text of about so many bytes that is one piece again and again, in one line or in as many as are read."""
    if wide:
        return piece * (size // len(piece.encode()))
    return "\n".join([piece * (60 // len(piece.encode()))] * (size // 66))


def read(text: str, db: CardDatabase) -> None:
    with suppress(DeckReadError):
        parse(text, db)


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("wide", [True, False])
def test_hostile_texts_take_linear_work(
    piece: str, wide: bool, db: CardDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four times the text is about four times the work, up to the longest text that is read."""
    read("3 Charm", db)
    counter = WorkCounter(monkeypatch)
    for before in ("", "3 Charm\n"):
        short, long = (
            counter.of(lambda text: read(text, db), before + hostile(piece, size, wide=wide)) for size in SIZES
        )
        assert long < 5 * short


@pytest.mark.parametrize("piece", HOSTILE)
def test_the_longest_hostile_texts_are_read_to_their_end(piece: str, db: CardDatabase) -> None:
    read(hostile(piece, 65_000, wide=True), db)


def test_work_that_is_not_linear_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    counter = WorkCounter(monkeypatch)
    for slow in (_again_and_again, _each_with_each, _rest_after_rest):
        short, long = (counter.of(slow, "a " * (size // 8)) for size in SIZES)
        assert long > 10 * short


def _again_and_again(text: str) -> int:
    return sum(text.count(letter) for letter in text)


def _each_with_each(text: str) -> int:
    found = 0
    for one in text:
        for other in text:
            found += one == other
    return found


def _rest_after_rest(text: str) -> None:
    while text:
        carddb_names.strict_key(text)
        text = text[1:]


_DB: list[CardDatabase] = []


def carddb_once() -> CardDatabase:
    """Return the shipped database; hypothesis warns of a fixture of a function, which this is not."""
    if not _DB:
        _DB.append(carddb.load())
    return _DB[0]
