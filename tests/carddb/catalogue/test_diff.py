"""Comparing the contents with the database, and refusing what cannot be believed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from riftcheck import carddb
from riftcheck.carddb.catalogue import content
from riftcheck.carddb.catalogue.diff import Own, compare, is_named, match
from tests.carddb.sync.card_server import answer, card_json, changed, new_card, with_cards, without

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase
    from riftcheck.carddb.catalogue.diff import Diff


@pytest.fixture(scope="module")
def good(db: CardDatabase) -> dict[str, Any]:
    return answer(db)


def diff(contents: dict[str, Any], db: CardDatabase) -> Diff:
    return compare(content.read(contents), db)


def facts(found: Diff) -> list[tuple[str, str, Any, Any]]:
    return [(change.card, change.field, change.ours, change.theirs) for change in found.changes]


def test_the_same_facts_are_no_difference(db: CardDatabase, good: dict[str, Any]) -> None:
    found = diff(good, db)
    assert found.is_empty
    assert found.refusals() == ()
    assert found.known == sum(not card.is_token for card in db.cards)


def test_a_feed_without_supertypes_stats_or_factions_says_nothing_of_them(db: CardDatabase) -> None:
    contents = answer(db)
    for entry in contents["sets"]:
        for card in entry["cards"]:
            card |= {"type": card["type"].split()[-1], "stats": None, "faction": None, "tags": None, "rarity": None}
    # The one card of two types has one in such a feed.
    assert facts(diff(contents, db)) == [("Patched Porobot", "type", ["Unit", "Gear"], ["Gear"])]


@pytest.mark.parametrize(
    "spelling",
    ["Nine-Tailed Fox", "Ahri - Nine-Tailed Fox", "Ahri, Nine-Tailed Fox", "nine-tailed fox", "Nine\u2011Tailed Fox"],
)
def test_a_legend_may_be_called_in_every_known_way(db: CardDatabase, good: dict[str, Any], spelling: str) -> None:
    assert diff(changed(good, "Nine-Tailed Fox", name=spelling), db).is_empty


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"stats": {"energy": 4}}, ("energy", 5, 4)),
        ({"stats": {"might": 0}}, ("might", 5, 0)),
        ({"stats": {"power": 2}}, ("power", 0, 2)),
        ({"faction": "calm"}, ("domains", ["Fury"], ["Calm"])),
        ({"faction": "colorless"}, ("domains", ["Fury"], [])),
        ({"faction": "ash"}, ("domains", ["Fury"], "ash")),
        ({"type": "Spell"}, ("type", ["Unit"], ["Spell"])),
        ({"type": "Champion Unit"}, ("supertypes", [], ["Champion"])),
        ({"tags": ["Noxus"]}, ("tags", ["Dragon", "Noxus"], ["Noxus"])),
        ({"tags": []}, ("tags", ["Dragon", "Noxus"], [])),
        ({"rarity": "Showcase"}, ("rarity", "Common", "Showcase")),
        ({"rarity": "Ultimate"}, ("rarity", "Common", "Ultimate")),
        ({"name": "Blazing Scorchers"}, ("name", "Blazing Scorcher", "Blazing Scorchers")),
    ],
)
def test_each_fact_that_differs_is_named(
    db: CardDatabase, good: dict[str, Any], told: dict[str, Any], said: tuple[str, Any, Any]
) -> None:
    field, ours, theirs = said
    contents = changed(good, "Blazing Scorcher", **told)
    found = [change for change in facts(diff(contents, db)) if (change[2], change[3]) == (ours, theirs)]
    assert found == [("Blazing Scorcher", field, ours, theirs)]


def test_a_zero_is_no_difference_where_a_card_has_no_number(db: CardDatabase, good: dict[str, Any]) -> None:
    zero = {"energy": 0, "might": 0, "power": 0}
    for name in ("Fury Rune", "Nine-Tailed Fox"):
        assert diff(changed(good, name, stats=zero), db).is_empty
    assert facts(diff(changed(good, "Fury Rune", stats={"energy": 3}), db)) == [("Fury Rune", "energy", None, 3)]


def test_the_might_printed_on_equipment_is_its_bonus(db: CardDatabase, good: dict[str, Any]) -> None:
    sword = db.by_name["Long Sword"]
    assert sword.might_bonus == 2
    assert diff(changed(good, "Long Sword", stats={"might": 2}), db).is_empty
    assert facts(diff(changed(good, "Long Sword", stats={"might": 3}), db)) == [("Long Sword", "might", 2, 3)]


def test_a_change_in_many_printings_is_said_once(db: CardDatabase, good: dict[str, Any]) -> None:
    karma = db.by_name["Karma, Channeler"]
    assert len(karma.printings) > 1
    found = diff(changed(good, karma.name, tags=["Ionia", "Vi"]), db)
    assert facts(found) == [(karma.name, "tags", ["Karma", "Ionia"], ["Ionia", "Vi"])]
    assert found.refusals() == ()


def lost(db: CardDatabase, count: int) -> set[str]:
    return {card.name for card in [card for card in db.cards if not card.is_token][:count]}


def test_two_in_a_hundred_may_go_and_no_more(db: CardDatabase, good: dict[str, Any]) -> None:
    known = sum(not card.is_token for card in db.cards)
    most = known * 2 // 100
    assert diff(without(good, lost(db, most)), db).refusals() == ()
    found = diff(without(good, lost(db, most + 1)), db)
    assert set(found.missing) == lost(db, most + 1)
    (reason,) = found.refusals()
    assert reason.startswith(f"the catalogue lacks {most + 1} of the {known} cards of the database (Blazing Scorcher, ")


def test_a_whole_set_that_is_not_there_is_lost(db: CardDatabase, good: dict[str, Any]) -> None:
    rest = {**good, "sets": [entry for entry in good["sets"] if entry["id"] != "VEN"]}
    assert diff(rest, db).refusals()


def test_tokens_may_be_absent(db: CardDatabase, good: dict[str, Any]) -> None:
    assert diff(without(good, {card.name for card in db.cards if card.is_token}), db).is_empty


@pytest.mark.parametrize("faction", ["calm", "Fury,Calm", "colorless", "ash"])
def test_a_domain_that_changes_is_refused(db: CardDatabase, good: dict[str, Any], faction: str) -> None:
    (reason,) = diff(changed(good, "Blazing Scorcher", faction=faction), db).refusals()
    assert reason == "the catalogue changes the domains of 1 known cards (Blazing Scorcher)"


def test_new_cards_printings_and_sets_are_found(db: CardDatabase, good: dict[str, Any]) -> None:
    reprint = new_card(id="zzz-004-120", name="Blazing Scorcher")
    found = diff(with_cards(good, new_card(), new_card(id="zzz-001a-120"), reprint), db)
    assert found.new_cards == ("Copper Heron",)
    assert [(new.card, new.id) for new in found.new_printings] == [("Blazing Scorcher", "ZZZ-004/120")]
    assert found.new_sets == ("ZZZ",)
    assert not found.missing


def reasons(contents: dict[str, Any], db: CardDatabase) -> list[str]:
    return [found.reason for found in match(content.read(contents), db) if found.reason]


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"id": "5f3c-11"}, "its id is not of a known form"),
        ({"name": "Ahri"}, "its name fits several cards: Ahri, "),
        ({"name": "Dark Child", "type": "Legend"}, "may be a printing of Dark Child - Starter, but it is not named so"),
        ({"name": "Blazing Scorcher", "type": "Spell"}, "it is named like Blazing Scorcher, a Unit, but is Spell"),
        ({"name": "Blazing Scorcher", "type": None}, "but is of no readable type"),
        ({"id": "opp-001", "name": "Whoever"}, "its id fits printings of several cards"),
    ],
)
def test_what_is_in_doubt_is_neither_known_nor_new(
    db: CardDatabase, good: dict[str, Any], told: dict[str, Any], says: str
) -> None:
    contents = with_cards(good, new_card(**told))
    (reason,) = reasons(contents, db)
    assert says in reason
    assert diff(contents, db).new_cards == ()


def test_a_printing_of_a_series_is_told_by_its_total(db: CardDatabase, good: dict[str, Any]) -> None:
    scorcher = db.by_name["Blazing Scorcher"]
    promo = next(printing for printing in scorcher.printings if printing.set == "OPP")
    entry = card_json(scorcher, promo, db)
    found = diff(with_cards(good, entry | {"id": "opp-001-999"}), db)
    assert [(new.card, new.id) for new in found.new_printings] == [("Blazing Scorcher", "OPP-001/999")]


def test_two_promos_of_one_number_are_told_apart(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "promo.yaml").write_text(
        "printings:\n- {card: Blazing Scorcher, id: OPP-001/555, variant: promo, rarity: Epic}\n"
    )
    more = carddb.load([tmp_path])
    scorcher = db.by_name["Blazing Scorcher"]
    entry = card_json(scorcher, scorcher.printings[0], db) | {"id": "opp-001-555", "rarity": "Epic"}
    assert diff(with_cards(good, entry), more).changes == ()
    found = match(content.read(with_cards(good, entry)), more)
    assert [one.printing.id for one in found if one.printing and one.entry.total == "555"] == ["OPP-001/555"]


def test_what_an_earlier_sync_added_counts_as_unknown_where_that_is_asked(
    db: CardDatabase, good: dict[str, Any]
) -> None:
    read = content.read(good)
    before = Own(cards=frozenset({"Blazing Scorcher"}), printings=frozenset({"OGN-002"}))
    found = {entry.entry.spelled: entry for entry in match(read, db, before)}
    assert found["OGN-001/298"].is_new
    assert found["OGN-002/298"].card is db.by_name["Brazen Buccaneer"]
    assert found["OGN-002/298"].printing is None
    assert found["OGN-003/298"].printing is not None


def test_a_card_is_named_by_its_names_alone(db: CardDatabase) -> None:
    yi = db.by_name["Master Yi, Honed"]
    assert is_named(yi, "master yi - honed")
    assert is_named(yi, "Yi, Honed (Alternate Art)")
    assert not is_named(yi, "Master Yi")
    assert not is_named(db.by_name["Dark Child - Starter"], "Dark Child")
