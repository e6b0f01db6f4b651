"""Reading the contents: strict on what is used, blind to the rest."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riftcheck.carddb.catalogue import content
from riftcheck.carddb.errors import CatalogueError
from tests.carddb.sync.card_server import answer, new_card, spelled

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.carddb.catalogue.content import ContentCard


def read_card(**facts: Any) -> ContentCard:
    return content.read({"sets": [{"id": "ZZZ", "cards": [new_card(**facts)]}]}).cards[0]


def test_every_printing_of_the_database_is_found_by_the_id_of_the_api(db: CardDatabase) -> None:
    for card, printing in db.by_printing.values():
        entry = read_card(id=spelled(printing, db))
        found = db.find_id(entry.spelled)
        assert (found.card, found.printing) == (card, printing), spelled(printing, db)
        assert entry.set == printing.set


@pytest.mark.parametrize(
    ("raw", "printing", "total"),
    [
        ("ogn-001-298", "OGN-001", "298"),
        ("OGN-001", "OGN-001", None),
        ("ogn-299-star-298", "OGN-299*", "298"),
        ("OGN-299*/298", "OGN-299*", "298"),
        ("ogn-007a-298", "OGN-007a", "298"),
        ("opp-197b-298", "OPP-197b", "298"),
        ("ven-r01", "VEN-R01", None),
        ("sfd-r01b-221", "SFD-R01b", "221"),
        ("ven-sp1-006", "VEN-SP1", "006"),
        ("unl-t02", "UNL-T02", None),
        ("pr-1", "PR-001", None),
    ],
)
def test_ids_in_the_spellings_of_the_api(raw: str, printing: str, total: str | None) -> None:
    entry = read_card(id=raw)
    assert (entry.id, entry.total) == (printing, total)


@pytest.mark.parametrize(
    "raw", ["", "ogn", "ogn-0001", "ogn-007c", "ogn-007p-298", "ogn-007a-star-298", "origins-1-2", "5f3c"]
)
def test_what_is_no_id_is_none(raw: str) -> None:
    assert read_card(id=raw).id is None


@pytest.mark.parametrize(
    ("faction", "domains"),
    [
        ("fury", ("Fury",)),
        ("Fury,Chaos", ("Fury", "Chaos")),
        ("Chaos / Fury", ("Fury", "Chaos")),
        (["CHAOS", "fury"], ("Fury", "Chaos")),
        ("colorless", ()),
        ("Neutral", ()),
        (None, None),
        ([], None),
        ([None], None),
        ("", None),
    ],
)
def test_domains(faction: Any, domains: tuple[str, ...] | None) -> None:
    entry = read_card(faction=faction)
    assert entry.domains == domains
    assert entry.unread == {}


@pytest.mark.parametrize("faction", ["shadow", "Fury,shadow", "Fury,colorless", ["Fury", "?"]])
def test_a_domain_that_is_not_known_is_kept_for_others_to_judge(faction: Any) -> None:
    entry = read_card(faction=faction)
    assert entry.domains is None
    assert set(entry.unread) == {"domains"}


@pytest.mark.parametrize(
    ("kind", "supertype", "types", "supertypes"),
    [
        ("Unit", None, ("Unit",), ()),
        ("Champion Unit", None, ("Unit",), ("Champion",)),
        ("unit", "champion", ("Unit",), ("Champion",)),
        ("Unit", ["Champion"], ("Unit",), ("Champion",)),
        ("Signature Spell", None, ("Spell",), ("Signature",)),
        ("Basic Rune", None, ("Rune",), ("Basic",)),
        ("Token Unit", None, ("Unit",), ("Token",)),
        ("Unit, Gear", None, ("Unit", "Gear"), ()),
        (["Unit", "Gear"], None, ("Unit", "Gear"), ()),
        ("Champion Legend", None, ("Legend",), ()),
        ("Legend", "Champion", ("Legend",), ()),
        (None, None, None, ()),
    ],
)
def test_types(kind: Any, supertype: Any, types: tuple[str, ...] | None, supertypes: tuple[str, ...]) -> None:
    entry = read_card(type=kind, supertype=supertype)
    assert (entry.types, entry.supertypes, entry.unread) == (types, supertypes, {})


@pytest.mark.parametrize("kind", ["Landmark", "Champion", "Elite Unit"])
def test_a_type_that_is_not_known_is_kept_for_others_to_judge(kind: str) -> None:
    entry = read_card(type=kind)
    assert (entry.types, entry.unread) == (None, {"type": kind})


def test_a_rarity_is_known_in_any_case_or_kept() -> None:
    assert read_card(rarity="EPIC").rarity == "Epic"
    entry = read_card(rarity="Ultimate")
    assert (entry.rarity, entry.unread) == (None, {"rarity": "Ultimate"})


def test_what_is_absent_or_null_says_nothing() -> None:
    bare = {"id": "zzz-001", "name": "Copper Heron"}
    nulls = new_card(**dict.fromkeys(new_card().keys() - bare.keys()), **bare)
    for card in (bare, nulls):
        entry = content.read({"sets": [{"id": "ZZZ", "name": None, "cards": [card]}]}).cards[0]
        said = (
            entry.text,
            entry.types,
            entry.domains,
            entry.rarity,
            entry.energy,
            entry.power,
            entry.might,
            entry.tags,
        )
        assert said == (None,) * 8
        assert entry.keywords == ()


def test_names_and_tags_are_spelled_as_in_the_database() -> None:
    entry = read_card(
        name=" Kai\u2019Sa,\u00a0 Survivor ", tags=["Kai\u2019Sa", "Void", "Void"], description=" A line.\r\n"
    )
    assert (entry.name, entry.tags, entry.text) == ("Kai'Sa, Survivor", ("Kai'Sa", "Void"), "A line.")


def test_both_forms_of_art_and_unknown_keys_are_passed_over() -> None:
    art = {"art": {"fullURL": 5}, "media": "x", "flavorText": 7, "unheard": {"of": []}}
    assert read_card(**art).name == "Copper Heron"


def test_the_order_of_the_answer_does_not_matter(db: CardDatabase) -> None:
    contents = answer(db)
    turned = copy.deepcopy(contents)
    turned["sets"].reverse()
    for entry in turned["sets"]:
        entry["cards"].reverse()
    assert content.read(turned) == content.read(contents)


@pytest.mark.parametrize(
    ("cards", "size"),
    [
        (["zzz-001-120", "zzz-121-120", "zzz-r01", "zzz-sp1-006"], 120),
        (["zzz-001", "zzz-002-120"], 120),
        (["zzz-001-000"], None),
        (["zzz-001-120", "zzz-001-130"], None),
        (["zzz-001"], None),
    ],
)
def test_the_size_of_a_set_is_what_all_its_ids_say(cards: list[str], size: int | None) -> None:
    entries = [new_card(id=raw) for raw in cards]
    (found,) = content.read({"sets": [{"id": "zzz", "name": "Made-up", "cards": entries}]}).sets
    assert (found.code, found.name, found.size) == ("ZZZ", "Made-up", size)


def test_a_set_with_another_id_has_the_code_of_its_cards() -> None:
    sets = [
        {"id": "made-up", "name": None, "cards": [new_card()]},
        {"id": "mixed", "name": "Mixed", "cards": [new_card(id="yyy-001"), new_card(id="xxx-001")]},
        {"id": "none", "name": "None", "cards": None},
    ]
    assert [card_set.code for card_set in content.read({"sets": sets}).sets] == ["ZZZ"]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ([], "must be an object"),
        ("contents", "must be an object"),
        (None, "must be an object"),
        ({}, "sets: is required"),
        ({"sets": None}, "sets: "),
        ({"sets": {}}, "sets: must be a list"),
        ({"sets": [7]}, "sets/0: must be an object"),
        ({"sets": [{"id": "OGN"}]}, "sets/0/cards: is required"),
        ({"sets": [{"cards": []}]}, "sets/0/id: is required"),
        ({"sets": [{"id": 4, "cards": []}]}, "sets/0/id: must be a text"),
        ({"sets": []}, "holds no cards"),
        ({"sets": [{"id": "OGN", "cards": None}]}, "holds no cards"),
    ],
)
def test_another_shape_is_refused(wrong: Any, says: str) -> None:
    with pytest.raises(CatalogueError, match=says):
        content.read(wrong)


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"id": None}, "sets/0/cards/0/id"),
        ({"name": ""}, "sets/0/cards/0/name"),
        ({"name": "x" * 201}, "sets/0/cards/0/name"),
        ({"name": ["Heron"]}, "sets/0/cards/0/name"),
        ({"description": {"plain": "x"}}, "sets/0/cards/0/description"),
        ({"description": "half \ud83d"}, "description: holds half of a character"),
        ({"tags": ["Ionia", "\ude00"]}, "tags: holds half of a character"),
        ({"tags": "Ionia", "faction": {"id": "fury"}}, "faction: must be a string, a list of strings, or null"),
        ({"tags": [1]}, "tags: must be a string"),
        ({"stats": []}, "stats"),
        ({"stats": {"energy": "2"}}, "stats/energy: must be a whole number"),
        ({"stats": {"might": True}}, "stats/might: must be a whole number"),
        ({"stats": {"power": 1.5}}, "stats/power: must be a whole number"),
        ({"stats": {"energy": -1}}, "stats/energy"),
        ({"stats": {"energy": 100}}, "stats/energy"),
    ],
)
def test_a_wrong_value_in_what_is_used_is_refused(facts: dict[str, Any], says: str) -> None:
    with pytest.raises(CatalogueError, match=says):
        read_card(**facts)


def test_many_faults_are_counted_and_five_are_shown() -> None:
    with pytest.raises(CatalogueError, match=r"\(and 7 more\)") as caught:
        content.read({"sets": [{"id": "ZZZ", "cards": [{}] * 6}]})
    assert len(str(caught.value)) < 600


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(sorted(new_card())), inner, max_size=5),
    max_leaves=9,
)


@given(st.dictionaries(st.sampled_from([*new_card(), "supertype"]), JSON))
def test_no_value_gets_through_but_as_a_card_or_an_error(facts: dict[str, Any]) -> None:
    try:
        entry = read_card(**facts)
    except CatalogueError:
        return
    assert entry.name == " ".join(entry.name.split())
    assert all(number is None or 0 <= number <= 99 for number in (entry.energy, entry.power, entry.might))
