"""The glossary: one concept has one word, and code that has the word is where the glossary says."""

from __future__ import annotations

import pkgutil
import re
from collections import Counter

from ledger.numbers import read_numbers
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in row]
    for row in re.findall(r"^\| (?!word)(.+?) \| (.+?) \| (.*?)\| (.*?)\|$", PAGE, re.MULTILINE)
]


def test_every_word_stands_there_once() -> None:
    words = Counter(word for row in ROWS for word in row[0].split(", "))
    assert len(ROWS) == PAGE.count("\n| ") - PAGE.count("\n| word ")
    assert [word for word, times in words.items() if times > 1] == []


def test_no_two_words_name_the_same_code_and_each_name_is_there() -> None:
    names = [name for row in ROWS for name in re.findall(r"`(riftcheck[\w.]*)`", row[3])]
    assert len(names) > 40
    assert [name for name, times in Counter(names).items() if times > 1] == []
    for name in names:
        pkgutil.resolve_name(name)


def test_the_rules_are_those_of_the_rulebook() -> None:
    known = set(read_numbers().order)
    cited = {number for row in ROWS if not row[2].startswith("TR") for number in re.findall(r"\d[\w.]*", row[2])}
    assert len(cited) > 20
    assert cited <= known
