"""Differences between decks, by section and name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from riftcheck.decks.diff import CountChange, diff
from riftcheck.decks.model import SECTIONS, Deck, Entry, ResolvedDeck
from riftcheck.decks.resolve import resolve

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Section

RAY, SCORCHER, BUCCANEER = "Hextech Ray", "Blazing Scorcher", "Brazen Buccaneer"


def deck(db: CardDatabase, *champion: str, **sections: dict[str, int]) -> ResolvedDeck:
    made = Deck("json", champion=[Entry(name, 1) for name in champion])
    for name, cards in sections.items():
        setattr(made, name, [Entry(card, count) for card, count in cards.items()])
    return resolve(made, db)


def test_equal_decks_have_no_difference(db: CardDatabase) -> None:
    one = deck(db, "Jinx, Rebel", main={RAY: 3, SCORCHER: 2}, runes={"Fury Rune": 12})
    other = deck(db, "jinx - rebel", runes={"Fury Rune": 12}, main={SCORCHER: 2, RAY: 3})
    found = diff(one, other)
    assert found.same
    assert found.to_json() == {"same": True, "champion": None, "sections": {}, "choices": {}}


def test_added_removed_and_changed(db: CardDatabase) -> None:
    found = diff(deck(db, main={RAY: 3, SCORCHER: 2, "Nobody": 1}), deck(db, main={RAY: 1, BUCCANEER: 2, "NOBODY": 1}))
    section = found.sections["main"]
    ids = {name: db.by_name[name].base_printing.id for name in (RAY, SCORCHER, BUCCANEER)}
    assert section.added == (CountChange(BUCCANEER, ids[BUCCANEER], 0, 2),)
    assert section.removed == (CountChange(SCORCHER, ids[SCORCHER], 2, 0),)
    assert section.changed == (CountChange(RAY, ids[RAY], 3, 1),)
    assert not found.same
    assert found.to_json()["sections"] == {
        "main": {
            "added": [{"name": BUCCANEER, "id": ids[BUCCANEER], "before": 0, "after": 2}],
            "removed": [{"name": SCORCHER, "id": ids[SCORCHER], "before": 2, "after": 0}],
            "changed": [{"name": RAY, "id": ids[RAY], "before": 3, "after": 1}],
        }
    }


def test_each_section_stands_for_itself(db: CardDatabase) -> None:
    one = deck(db, main={RAY: 3}, sideboard={SCORCHER: 1}, runes={"Fury Rune": 7, "Chaos Rune": 5})
    other = deck(db, main={RAY: 2}, sideboard={SCORCHER: 1, RAY: 1}, runes={"Fury Rune": 6, "Chaos Rune": 6})
    found = diff(one, other)
    assert list(found.sections) == ["main", "runes", "sideboard"]
    assert [change.name for change in found.sections["sideboard"].added] == [RAY]
    changed = [(change.name, change.before, change.after) for change in found.sections["runes"].changed]
    assert changed == [("Chaos Rune", 5, 6), ("Fury Rune", 7, 6)]


def test_printings_and_their_order_do_not_matter(db: CardDatabase) -> None:
    card = next(card for card in db.cards if card.kind == "main" and len(card.printings) > 1)
    base, other = card.printings[0].id, card.printings[1].id
    assert diff(deck(db, main={base: 3}), deck(db, main={other: 1, base: 2})).same
    more = {
        diff(deck(db), deck(db, main=main)).sections["main"].added
        for main in ({base: 1, other: 2}, {other: 2, base: 1})
    }
    assert more == {(CountChange(card.name, min(base, other), 0, 3),)}


def test_unknown_names_are_told_apart_without_case(db: CardDatabase) -> None:
    found = diff(deck(db, main={"Nobody": 1}), deck(db, main={"nobody": 2, "Anybody": 1})).to_json()["sections"]["main"]
    assert found["changed"] == [{"name": "nobody", "id": None, "before": 1, "after": 2, "unknown": True}]
    assert found["added"] == [{"name": "Anybody", "id": None, "before": 0, "after": 1, "unknown": True}]


def test_the_champion_changes(db: CardDatabase) -> None:
    rebel, other = deck(db, "Jinx, Rebel"), deck(db, "Jinx, Demolitionist")
    assert diff(rebel, other).to_json()["champion"] == {"before": ["Jinx, Rebel"], "after": ["Jinx, Demolitionist"]}
    assert diff(rebel, deck(db)).to_json()["champion"] == {"before": ["Jinx, Rebel"], "after": []}
    assert not diff(deck(db), rebel).same
    assert diff(deck(db, "A", "B"), deck(db, "b", "a")).same


def test_choices_change(db: CardDatabase) -> None:
    one, other = deck(db), deck(db)
    one.choices = {"Card": ("X", "Y"), "Old": ("Z",)}
    other.choices = {"Card": ("Y", "W"), "Same": ()}
    found = diff(one, other)
    assert found.to_json()["choices"] == {
        "Card": {"before": ["X", "Y"], "after": ["W", "Y"]},
        "Old": {"before": ["Z"], "after": []},
    }
    assert not found.same
    other.choices = {"Card": ("Y", "X"), "Old": ("Z",)}
    assert diff(one, other).same


lists = st.fixed_dictionaries(
    {
        name: st.dictionaries(st.sampled_from([RAY, SCORCHER, BUCCANEER, "Nobody"]), st.integers(1, 4))
        for name in SECTIONS
    }
)


@given(lists, lists)
def test_the_changes_make_one_deck_the_other(
    db: CardDatabase, before: dict[Section, dict[str, int]], after: dict[Section, dict[str, int]]
) -> None:
    found = diff(deck(db, **before), deck(db, **after))
    json.dumps(found.to_json())
    for name in SECTIONS:
        made = dict(before[name])
        section = found.sections.get(name)
        for change in (*section.added, *section.removed, *section.changed) if section else ():
            assert made.pop(change.name, 0) == change.before
            made[change.name] = change.after
        assert {card: count for card, count in made.items() if count} == after[name]
        assert (section is None) == (before[name] == after[name])
    assert found.same == (before == after)
