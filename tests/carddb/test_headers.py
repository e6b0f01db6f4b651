"""The words of headers in other languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest

from riftcheck import carddb
from riftcheck.carddb import sources
from riftcheck.carddb.errors import CardDataError
from riftcheck.carddb.layers import merge
from riftcheck.carddb.model import HeaderPlace
from riftcheck.carddb.names import header_key

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase


def test_every_language_names_every_part_of_a_deck(db: CardDatabase) -> None:
    assert set(db.headers.values()) == set(get_args(HeaderPlace))
    for words in ("Hauptdeck", "deck principal", "mazo principal", "mazzo principale", "baralho principal"):
        assert db.headers[header_key(words)] == "main"
    for words in (
        "\u4e3b\u724c\u7ec4",
        "\u4e3b\u724c\u7d44",
        "\u30e1\u30a4\u30f3\u30c7\u30c3\u30ad",
        "\uba54\uc778 \ub371",
    ):
        assert db.headers[header_key(words)] == "main"


def test_no_word_names_two_parts(db: CardDatabase) -> None:
    layer = sources.files([sources.SHIPPED])

    places: dict[str, set[str]] = {}
    for entry in merge(layer)["headers"]:
        for words in entry["words"]:
            places.setdefault(header_key(words), set()).add(entry["place"])
    assert {words: found for words, found in places.items() if len(found) > 1} == {}
    assert places.keys() == db.headers.keys()


@pytest.mark.parametrize("text", ["Be\u00cfdeck", "l'\u00e9tude", "l\u2019\u00c9TUDE"])
def test_case_accents_and_apostrophes_do_not_matter(text: str) -> None:
    assert header_key(text) in {"beideck", "letude"}


def test_a_folder_adds_a_language(tmp_path: Path) -> None:
    (tmp_path / "pl.yaml").write_text("headers:\n  - {place: sideboard, language: pl, words: [Rezerwa]}\n")
    assert carddb.load([tmp_path]).headers["rezerwa"] == "sideboard"


@pytest.mark.parametrize("entry", ["place: hand, language: pl", "place: main, language: Polish"])
def test_a_wrong_place_or_language_is_rejected(entry: str, tmp_path: Path) -> None:
    (tmp_path / "pl.yaml").write_text(f"headers:\n  - {{{entry}, words: [Rezerwa]}}\n")
    with pytest.raises(CardDataError, match="headers"):
        carddb.load([tmp_path])
