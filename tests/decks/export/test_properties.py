"""Any deck of known cards goes out and comes back in every form, up to what the form cannot hold."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riftcheck import carddb
from riftcheck.decks.champion import could_be_champion, read_champion
from riftcheck.decks.codes import canonical, carried_id, from_code
from riftcheck.decks.document import from_mapping
from riftcheck.decks.export import export, export_parsed
from riftcheck.decks.model import Deck, Entry, ResolvedDeck, Section
from riftcheck.decks.resolve import resolve
from riftcheck.decks.text import parse

if TYPE_CHECKING:
    from riftcheck.carddb import Card, CardDatabase
    from riftcheck.decks.export import Target


@cache
def db() -> CardDatabase:
    return carddb.load()


def _section(card: Card) -> Section:
    if "Battlefield" in card.types:
        return "battlefields"
    if "Legend" in card.types:
        return "legend"
    return "runes" if "Rune" in card.types else "main"


@cache
def pool(section: Section) -> list[str]:
    """Return the printings that a section may hold."""
    return [printing.id for card, printing in db().by_printing.values() if _section(card) == section]


def entries(section: Section, counts: st.SearchStrategy[int], most: int, *, in_codes: bool) -> st.SearchStrategy[Any]:
    ids = [printing for printing in pool(section) if not in_codes or carried_id(printing) is not None]
    return st.dictionaries(st.sampled_from(ids), counts, max_size=most)


@st.composite
def decks(
    draw: st.DrawFn, *, in_codes: bool, sideboards: bool = True, filled: bool = False, extra: bool = False
) -> ResolvedDeck:
    """Draw a deck whose main deck holds all copies of the champion; `filled`: exactly 40 cards."""
    deck = Deck("json")
    main = draw(entries("main", st.integers(1, 3), 18, in_codes=in_codes))
    deck.main = [Entry(card, count) for card, count in main.items()]
    if filled:
        missing = 40 - sum(main.values())
        deck.main += [Entry("OGN-043", missing)] if missing > 0 else []
    deck.legend = [Entry(card, 1) for card in draw(entries("legend", st.just(1), 1, in_codes=in_codes))]
    runes = draw(entries("runes", st.integers(1, 14), 4, in_codes=in_codes))
    deck.runes = [Entry(card, count) for card, count in runes.items()]
    battlefields = draw(entries("battlefields", st.integers(1, 2), 3, in_codes=in_codes))
    deck.battlefields = [Entry(card, count) for card, count in battlefields.items()]
    if sideboards:
        found = draw(entries("main", st.integers(1, 5), 6, in_codes=in_codes))
        deck.sideboard = [Entry(card, count) for card, count in found.items()]
    if extra:
        legends = draw(entries("legend", st.integers(1, 2), 4, in_codes=in_codes))
        deck.extra_legends = [Entry(card, count) for card, count in legends.items()]
    champions = [entry.written for entry in deck.main if could_be_champion(db().by_printing[entry.written][0])]
    chosen = draw(st.none() | st.sampled_from(champions)) if champions else None
    if chosen is not None:
        deck.champion = [Entry(chosen, 1)]
    return resolve(deck, db())


def contents(deck: ResolvedDeck) -> dict[str, Any]:
    cards: dict[str, Any] = {f"{section} {slot.id}": slot.count for section, slot in deck.slots()}
    order = [slot.id for slot in deck.extra_legends]
    return cards | {"champion": [slot.name for slot in deck.champion], "order of extra legends": order}


def again(content: str | dict[str, Any], to: Target) -> ResolvedDeck:
    if isinstance(content, dict):
        deck = from_mapping(content)
    else:
        deck = from_code(content, db()).deck if to == "code" else parse(content, db()).deck
    return read_champion(resolve(deck, db()), infer=False).deck


@given(decks(in_codes=True, extra=True))
def test_codes_hold_every_deck_of_their_printings(deck: ResolvedDeck) -> None:
    made = export(deck, "code", db())
    assert isinstance(made.content, str)
    assert canonical(made.content)
    assert (made.warnings == []) == (contents(again(made.content, "code")) == contents(deck))
    if not deck.champion or sum(slot.count for slot in deck.main) != 39:
        assert made.warnings == []
        again_out = export_parsed(from_code(made.content, db()), "code", db())
        assert (again_out.content, again_out.warnings) == (made.content, [])


@given(decks(in_codes=False, extra=True))
def test_json_holds_every_deck(deck: ResolvedDeck) -> None:
    made = export(deck, "json", db())
    assert made.warnings == []
    assert contents(again(made.content, "json")) == contents(deck)


@pytest.mark.parametrize("to", ["sections", "text"])
@given(deck=decks(in_codes=False, filled=True, extra=True))
def test_texts_tell_whatever_they_lose(to: Target, deck: ResolvedDeck) -> None:
    made = export(deck, to, db())
    assert (made.warnings == []) == (contents(again(made.content, to)) == contents(deck))


@given(decks(in_codes=False, extra=True))
def test_sections_hold_every_deck(deck: ResolvedDeck) -> None:
    made = export(deck, "sections", db())
    one_short = bool(deck.champion) and sum(slot.count for slot in deck.main) == 39
    empty = not any(True for _ in deck.slots())
    if not one_short and not empty:
        assert made.warnings == []
        assert contents(again(made.content, "sections")) == contents(deck)


@given(decks(in_codes=False, sideboards=False, filled=True))
def test_tts_holds_every_copy(deck: ResolvedDeck) -> None:
    content = export(deck, "tts", db()).content
    assert isinstance(content, str)
    assert sorted(content.split()) == sorted(f"{slot.id}-1" for _, slot in deck.slots() for _ in range(slot.count))
