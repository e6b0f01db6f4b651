"""From the feed's words to the facts of a card that the database lacks, or to the reason why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.carddb.catalogue import content, newcards
from riftcheck.carddb.catalogue.diff import Own, match
from tests.carddb.sync.card_server import answer, new_card, with_cards

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb import Card, CardDatabase


@pytest.fixture(scope="module")
def good(db: CardDatabase) -> dict[str, Any]:
    return answer(db)


def build(contents: dict[str, Any], db: CardDatabase) -> tuple[list[dict[str, Any]], list[str]]:
    cards, aside = newcards.build(match(content.read(contents), db), db, Own())
    for card in cards:
        del card["entries"]
    return cards, [f"{one.name}: {one.reason}" for one in aside]


def built(good: dict[str, Any], db: CardDatabase, *cards: dict[str, Any]) -> dict[str, Any]:
    """Return the last of some new cards, all of which must be taken over."""
    taken, aside = build(with_cards(good, *cards), db)
    assert aside == []
    return next(card for card in taken if cards[-1]["name"].endswith(card["name"]))


def left_out(contents: dict[str, Any], db: CardDatabase) -> str:
    """Return the reason for which the one new card in an answer is left out."""
    taken, (reason,) = build(contents, db)
    assert taken == []
    return reason


def without_supertypes(contents: dict[str, Any]) -> dict[str, Any]:
    return {
        **contents,
        "sets": [
            {**entry, "cards": [card | {"type": card["type"].split()[-1]} for card in entry["cards"]]}
            for entry in contents["sets"]
        ],
    }


CHAMPION = new_card(
    id="zzz-010-120", name="Corvane, Early", type="Champion Unit", tags=["Corvane", "Ionia"], rarity="Rare"
)
LEGEND = new_card(
    id="zzz-100-120", name="Corvane - Clock Keeper", type="Legend", faction="Mind,Order", stats=None, tags=["Corvane"]
)
SIGNATURE = new_card(
    id="zzz-101-120", name="Twice Told", type="Signature Spell", tags=["Corvane"], faction=["Mind", "Order"]
)


@pytest.mark.parametrize("code", ["OGN", "OGS", "SFD", "UNL", "VEN"])
def test_a_whole_set_is_found_again_from_the_feed(db: CardDatabase, code: str) -> None:
    """The shipped cards of a set stand in for new ones: what is taken over is as the database has it."""
    own = Own(cards=frozenset(card.name for card in db.cards if card.printings[0].set == code))
    contents = answer(db)
    for entry in contents["sets"]:
        for card in entry["cards"]:
            card["name"] = db.by_name[card["name"]].full_name
    cards, aside = newcards.build(match(content.read(contents), db, own), db, own)
    # Three parts: which is the champion is not said.
    assert {one.name for one in aside} == {
        name for name in map(full_name(db), own.cards) if name.endswith(" - Starter")
    }
    assert len(cards) + len(aside) == len(own.cards)
    for found in cards:
        card = db.by_name[found["name"]]
        assert facts(found) == shipped(card), card.name


def full_name(db: CardDatabase) -> Callable[[str], str]:
    return lambda name: db.by_name[name].full_name


def facts(found: dict[str, Any]) -> dict[str, Any]:
    kind = found["type"]
    return {
        "full_name": found.get("full_name", found["name"]),
        "types": tuple(kind if isinstance(kind, list) else [kind]),
        "supertypes": tuple(found.get("supertypes", ())),
        "champion_tag": found.get("champion_tag"),
        "domains": tuple(found.get("domains", ())),
        "numbers": (found.get("energy"), found.get("power"), found.get("might")),
        "tags": set(found.get("tags", ())),
        "keywords": set(found.get("printed_keywords", ())),
        "equipment": found.get("equipment", False),
        "unique": found.get("unique", False),
    }


def shipped(card: Card) -> dict[str, Any]:
    return {
        "full_name": card.full_name,
        "types": card.types,
        "supertypes": card.supertypes,
        "champion_tag": card.champion_tag,
        "domains": card.domains,
        "numbers": (card.energy, card.power, card.might),
        "tags": set(card.tags),
        "keywords": set(card.keywords),
        "equipment": card.equipment,
        "unique": card.unique,
    }


def test_a_plain_unit(db: CardDatabase, good: dict[str, Any]) -> None:
    assert built(good, db, new_card()) == {
        "name": "Copper Heron",
        "type": "Unit",
        "domains": ["Fury"],
        "energy": 2,
        "power": 1,
        "might": 3,
        "tags": ["Ionia"],
        "printed_keywords": ["Accelerate"],
        "rarity": "Common",
        "abilities": "unsupported",
        "reason": newcards.REASON,
    }


def test_a_champion_unit_a_legend_and_a_signature_card(db: CardDatabase, good: dict[str, Any]) -> None:
    unit = built(good, db, CHAMPION)
    assert (unit["name"], unit["supertypes"], unit["champion_tag"]) == ("Corvane, Early", ["Champion"], "Corvane")
    legend = built(good, db, LEGEND)
    assert (legend["name"], legend["full_name"]) == ("Clock Keeper", "Corvane, Clock Keeper")
    assert (legend["champion_tag"], legend["domains"]) == ("Corvane", ["Mind", "Order"])
    assert "energy" not in legend
    # The tag of a signature card is a champion's because the champion is there, in whatever order they stand.
    assert built(good, db, CHAMPION, SIGNATURE)["champion_tag"] == "Corvane"
    assert built(good, db, SIGNATURE | {"tags": ["Ahri", "Ionia"]})["champion_tag"] == "Ahri"


def test_a_token_is_a_token_by_word_or_by_number(db: CardDatabase, good: dict[str, Any]) -> None:
    for told in ({"type": "Token Unit"}, {"id": "zzz-t01", "type": "Unit"}):
        token = built(good, db, new_card(faction=None, stats={"might": 3}, **told))
        assert token["supertypes"] == ["Token"]
        assert (token.get("energy"), token["might"]) == (None, 3)


def test_other_kinds(db: CardDatabase, good: dict[str, Any]) -> None:
    battlefield = built(good, db, new_card(type="Battlefield", faction=None, stats={"energy": 0}, tags=None))
    assert battlefield.keys() == {"name", "type", "printed_keywords", "rarity", "abilities", "reason"}
    rune = built(good, db, new_card(type="Basic Rune", faction="fury", stats=None, tags=[]))
    assert (rune["type"], rune["supertypes"], rune["domains"]) == ("Rune", ["Basic"], ["Fury"])
    gear = built(good, db, new_card(type="Gear", tags=["Equipment"], stats={"energy": 1, "might": 2}))
    assert (gear["equipment"], gear["power"], "might" in gear, "might_bonus" in gear) == (True, 0, False, False)
    colorless = built(good, db, new_card(faction="colorless"))
    assert "domains" not in colorless


@pytest.mark.parametrize(
    "told",
    [
        {"keywords": ["Unique"]},
        {"keywords": None, "description": "[Unique] (Your deck can have only 1 card with this name.)"},
    ],
)
def test_unique_is_read_from_keywords_or_text(db: CardDatabase, good: dict[str, Any], told: dict[str, Any]) -> None:
    assert built(good, db, new_card(**told))["unique"] is True


@pytest.mark.parametrize(
    "text",
    [
        "Look at two cards from the top of your Main Deck.",
        "Put it on the bottom of your deck.",
        "As I'm revealed from your deck, draw 1.",
        "Shuffle your rune deck.",
        "Give a Deckhand +1.",
        "Copper Heron",
    ],
)
def test_a_deck_in_play_changes_nothing(db: CardDatabase, good: dict[str, Any], text: str) -> None:
    assert built(good, db, new_card(description=text))["name"] == "Copper Heron"


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"description": "Your deck can have any number of cards called so."}, "may change how one is built"),
        ({"description": "If this is in your deck, choose 3 more legends."}, "may change how one is built"),
        ({"description": "Only for deckbuilding."}, "may change how one is built"),
        ({"faction": None}, "no domain, nor calls it colorless"),
        ({"faction": "ash"}, "its domains 'ash' is not known"),
        ({"type": None}, "gives it no type"),
        ({"type": "Landmark"}, "its type 'Landmark' is not known"),
        ({"type": "Unit Battlefield"}, "it is Unit and Battlefield at once"),
        ({"type": "Champion Spell"}, "calls it Champion Spell"),
        ({"type": "Champion Signature Unit"}, "calls it Champion Signature Unit"),
        ({"type": "Basic Unit"}, "calls it Basic Unit"),
        ({"type": "Signature Battlefield", "stats": None}, "calls it Signature Battlefield"),
        ({"rarity": None}, "gives it no rarity"),
        ({"rarity": "Ultimate"}, "its rarity 'Ultimate' is not known"),
        ({"stats": None}, "no energy cost"),
        ({"stats": {"energy": 2}}, "no might"),
        ({"type": "Battlefield"}, "numbers that such a card has not"),
        ({"type": "Rune", "stats": None, "faction": "colorless"}, "a rune without a domain"),
        ({"name": "Copper\u0007Heron"}, "characters that cannot be shown"),
        ({"name": " "}, "or nothing"),
        ({"tags": ["Ioni\u200ba"]}, "characters that cannot be shown"),
        # Tags that look like a champion's, on a card that is not called one.
        ({"tags": ["Ahri"]}, "look like those of a champion unit"),
        ({"name": "Corvane, Early", "tags": ["Corvane"]}, "look like those of a champion unit"),
        # Item by item, what feeds have had wrong.
        (CHAMPION | {"tags": ["Ionia", "Vi"]}, "its name says Corvane, its tags (Ionia, Vi) do not"),
        (CHAMPION | {"name": "Yordle, Kennen", "tags": ["Yordle", "Kennen"]}, "Yordle, which is a tag but no champion"),
        (CHAMPION | {"name": "Corvane"}, "not of the form Champion, Title"),
        (LEGEND | {"name": "Clock Keeper"}, "not of the form Champion, Title"),
        (LEGEND | {"name": "Yordle, Corvane - Clock Keeper", "tags": ["Yordle", "Corvane"]}, "not of the form"),
        (LEGEND | {"name": "Yordle - Clock Keeper", "tags": ["Yordle", "Corvane"]}, "a tag but no champion's"),
        (LEGEND | {"tags": None}, "its name says Corvane, its tags (none) do not"),
        (LEGEND | {"faction": "colorless"}, "a legend without a domain"),
        (LEGEND | {"name": "Corvane - Blazing Scorcher"}, "another card is called Blazing Scorcher"),
        (SIGNATURE, "none of its tags (Corvane) are known to be a champion's"),
        (SIGNATURE | {"tags": ["Ahri", "Vi"]}, "2 of its tags (Ahri, Vi) are known to be a champion's"),
        (SIGNATURE | {"tags": []}, "none of its tags (none)"),
    ],
)
def test_what_is_not_certain_is_left_out(
    db: CardDatabase, good: dict[str, Any], told: dict[str, Any], says: str
) -> None:
    assert says in left_out(with_cards(good, new_card(**told)), db)


def test_plain_units_called_like_champions_are_plain(db: CardDatabase, good: dict[str, Any]) -> None:
    unit = built(good, db, new_card(name="Allay, Later Admirer", tags=["Yordle", "Bandle City"]))
    assert "champion_tag" not in unit
    assert "supertypes" not in unit


def test_printings_that_contradict_each_other_are_left_out(db: CardDatabase, good: dict[str, Any]) -> None:
    other = new_card(id="zzz-121-120", stats={"energy": 3, "might": 3, "power": 1})
    assert "its printings differ in energy" in left_out(with_cards(good, new_card(), other), db)
    silent = new_card(id="zzz-121-120", stats=None, tags=None, faction=None, type=None)
    assert built(good, db, new_card(), silent)["energy"] == 2
    turned = new_card(id="zzz-121-120", tags=["Noxus", "Ionia"])
    assert built(good, db, new_card(tags=["Ionia", "Noxus"]), turned)["tags"] == ["Ionia", "Noxus"]


def test_two_new_cards_of_one_name_are_not_both_taken(db: CardDatabase, good: dict[str, Any]) -> None:
    second = LEGEND | {"id": "zzz-102-120", "name": "Brisel - Clock Keeper", "tags": ["Brisel"]}
    taken, (reason,) = build(with_cards(good, LEGEND, second), db)
    assert [card["full_name"] for card in taken] == ["Corvane, Clock Keeper"]
    assert reason == "Brisel - Clock Keeper: another card is called Clock Keeper"


def test_in_a_feed_without_supertypes_only_known_plain_tags_make_a_plain_card(
    db: CardDatabase, good: dict[str, Any]
) -> None:
    plain = without_supertypes(good)
    assert built(plain, db, new_card(tags=["Ionia"]))["tags"] == ["Ionia"]
    assert built(plain, db, new_card(tags=None))["name"] == "Copper Heron"
    reason = left_out(with_cards(plain, new_card(type="Spell", tags=["Corvane"])), db)
    assert "does not tell champion units and Signature cards apart" in reason
    # Where the feed tells them, an unheard tag may be a new region or species.
    assert built(good, db, new_card(type="Spell", tags=["Atlantis"]))["tags"] == ["Atlantis"]
