"""`cards import`: a file of cards to a folder that loads, and nothing written where anything is wrong."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck import carddb
from riftcheck.carddb.catalogue.importing import ImportRefusedError, ImportResult, import_cards, place_of
from riftcheck.carddb.errors import CatalogueError
from riftcheck.carddb.lint import lint
from tests.carddb.sync.card_server import answer, new_card, with_cards

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

UNIT: dict[str, Any] = {
    "id": "ZZZ-001",
    "name": "Copper Heron",
    "types": ["Unit"],
    "supertypes": [],
    "domains": ["Fury"],
    "energy": 2,
    "power": 1,
    "might": 3,
    "tags": ["Bird"],
    "champion_tag": None,
    "rarity": "Common",
    "keywords": ["Assault"],
    "keywords_mentioned": ["Tank"],
    "text": "A paraphrase.",
    "copy_limit": 3,
    "printings": [{"id": "ZZZ-001", "variant": "base", "rarity": "Common"}],
    "confidence": {"name": "high", "might": "high", "champion_tag": "n/a", "text": "high (in two languages)"},
}
LEGEND = UNIT | {
    "id": "ZZZ-100",
    "name": "Clock Keeper",
    "full_name": "Corvane, Clock Keeper",
    "types": ["Legend"],
    "domains": ["Fury", "Mind"],
    "energy": None,
    "power": None,
    "might": None,
    "tags": ["Yordle", "Corvane"],
    "champion_tag": "Corvane",
    "rarity": "Rare",
    "printings": None,
    "confidence": {"energy": "n/a"},
}


def card(**changed: Any) -> dict[str, Any]:
    return UNIT | changed


def document(*cards: dict[str, Any], **more: Any) -> dict[str, Any]:
    told = {"code": "ZZZ", "name": "Made-up Set", "released": "2026-09-01", "base_cards": 120}
    return {"set": told, "cards": list(cards), **more}


def imported(tmp_path: Path, db: CardDatabase, contents: Any, **options: Any) -> ImportResult:
    file = tmp_path / "Made-up Set.json"
    file.write_text(json.dumps(contents), "utf-8")
    return import_cards(file, db, folder=tmp_path / "cards", **options)


def loaded(tmp_path: Path) -> CardDatabase:
    return carddb.load([tmp_path / "cards"])


def test_cards_printings_and_a_set_are_written_and_loaded(db: CardDatabase, tmp_path: Path) -> None:
    promo = {"id": "ZZZ-001-P", "variant": "promo"}
    special = {"id": "ZZZ-SP1", "variant": "special", "rarity": "Showcase"}
    heron = card(printings=[*UNIT["printings"], special, promo, promo])
    runes = [{"id": "ZZZ-R01", "name": "Fury Rune", "variant": "rune"}]
    reprints = [{"id": "ZZZ-121", "name": "Charm", "variant": "overnumbered", "same_card_as": ["OGN-043"]}]
    extra = {"runes": runes, "reprints": reprints, "known_gaps": {"no_name": ["002"]}}
    result = imported(tmp_path, db, document(heron, LEGEND, extra=extra))
    assert result.path == tmp_path / "cards" / "imported-made-up-set.yaml"
    assert result.counts == {"sets": 1, "cards": 2, "printings": 2, "texts": 0}
    assert [one.ids for one in result.left_out] == [("ZZZ-001-P",)]
    assert not lint([tmp_path / "cards"]).problems
    found = loaded(tmp_path)
    bird = found.by_name["Copper Heron"]
    assert (bird.types, bird.domains, bird.energy, bird.power, bird.might) == (("Unit",), ("Fury",), 2, 1, 3)
    assert (bird.keywords, bird.provisional, bird.executable, bird.official_text) == (("Assault",), (), False, None)
    assert [(one.id, one.variant) for one in bird.printings] == [("ZZZ-001", "base"), ("ZZZ-SP1", "special")]
    legend = found.by_name["Clock Keeper"]
    assert (legend.full_name, legend.champion_tag, legend.kind) == ("Corvane, Clock Keeper", "Corvane", "legend")
    assert found.by_printing["ZZZ-R01"][0].name == "Fury Rune"
    assert found.by_printing["ZZZ-121"][0].name == "Charm"
    made_up = found.sets["ZZZ"]
    assert (made_up.size, made_up.legal_from and made_up.legal_from.isoformat()) == (120, "2026-09-01")
    assert result.notes == ()


def test_what_is_not_sure_is_provisional_and_what_is_unknown_left_out(db: CardDatabase, tmp_path: Path) -> None:
    confidence = {
        "energy": "medium",
        "might": "none",
        "rarity": "medium (number slot)",
        "tags": "low",
        "types": "medium",
        "text": "none",
        "champion_tag": "n/a",
        "mapping": "low",
    }
    imported(tmp_path, db, document(card(might=None, text=None, confidence=confidence)))
    found = loaded(tmp_path).by_name["Copper Heron"]
    assert found.might is None
    assert {fact.field: fact.reason for fact in found.provisional} == {
        "type": "medium confidence: one source",
        "energy": "medium confidence: one source",
        "might": "no source tells it",
        "unique": "its text is in no source",
        "copies": "its text is in no source",
        "tags": "low confidence: inferred",
        "rarity": "medium confidence: number slot",
        "text": "its text is in no source",
    }
    assert not [problem for problem in lint([tmp_path / "cards"]).problems if problem.path.startswith("cards/")]


def test_a_card_without_text_of_its_own_can_be_played(db: CardDatabase, tmp_path: Path) -> None:
    imported(tmp_path, db, document(card(text=None, keywords=[], confidence={"text": "high"})))
    found = loaded(tmp_path).by_name["Copper Heron"]
    assert (found.executable, found.provisional) == (True, ())


def test_equipment_of_which_a_part_is_unknown(db: CardDatabase, tmp_path: Path) -> None:
    ring = card(types=["Gear"], tags=["Equipment"], might=None, might_bonus=2, effect_text_missing=True)
    imported(tmp_path, db, document(ring))
    found = loaded(tmp_path).by_name["Copper Heron"]
    assert (found.equipment, found.might_bonus, found.might) == (True, 2, None)
    assert [(fact.field, fact.reason) for fact in found.provisional] == [("text", "a part of its text is in no source")]


@pytest.mark.parametrize(("official", "text"), [(True, "A paraphrase."), (False, None), (None, None)])
def test_only_official_texts_are_kept(
    db: CardDatabase, tmp_path: Path, official: bool | None, text: str | None
) -> None:
    imported(tmp_path, db, document(card(), official_texts=official))
    assert loaded(tmp_path).by_name["Copper Heron"].official_text == text


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"types": None}, "no type"),
        ({"rarity": None}, "no rarity"),
        ({"domains": None}, "no domain"),
        ({"text": "Your deck can have any number of me."}, "speaks of the deck"),
        ({"supertypes": ["Champion"], "champion_tag": None}, "whose card it is"),
        ({"supertypes": ["Champion"], "champion_tag": "Corvane"}, "whose card it is"),
        ({"types": ["Spell"], "supertypes": ["Champion"], "might": None}, "is no unit"),
        ({"types": ["Spell"]}, "might, which such a card has not"),
        ({"types": ["Unit", "Legend"]}, "at once"),
        ({"copy_limit": 7}, "limit of 7 copies"),
        ({"tags": ["a\nb"]}, "cannot be shown"),
        ({"name": "a\u202eb"}, "cannot be shown"),
        ({"name": "RAD-011"}, "is the number of a printing"),
        ({"name": "rad 22"}, "is the number of a printing"),
    ],
)
def test_a_card_of_which_too_little_is_certain_is_left_out(
    db: CardDatabase, tmp_path: Path, changed: dict[str, Any], reason: str
) -> None:
    result = imported(tmp_path, db, document(card(**changed)))
    (aside,) = result.left_out
    assert reason in aside.reason
    assert result.counts["cards"] == 0


def test_a_card_that_nobody_can_name_is_left_aside(db: CardDatabase, tmp_path: Path) -> None:
    result = imported(tmp_path, db, document(card(name=None), card(id="ZZZ-002", name="Iron Heron", printings=None)))
    assert [(one.ids, one.reason) for one in result.left_out] == [(("ZZZ-001",), "nobody knows its name")]
    assert result.diff.new_cards == ("Iron Heron",)


def test_a_second_import_changes_nothing_and_a_corrected_file_replaces(db: CardDatabase, tmp_path: Path) -> None:
    first = imported(tmp_path, db, document(card(), LEGEND))
    data, stamp = first.path.read_bytes(), first.path.stat().st_mtime_ns
    for known in (db, loaded(tmp_path)):
        again = imported(tmp_path, known, document(LEGEND, card()))
        assert (again.changed, again.counts) == (False, first.counts)
        assert (first.path.read_bytes(), first.path.stat().st_mtime_ns) == (data, stamp)
    assert imported(tmp_path, loaded(tmp_path), document(card(might=4), LEGEND)).changed
    assert loaded(tmp_path).by_name["Copper Heron"].might == 4


def test_of_a_known_card_only_new_printings_are_added_and_differences_told(db: CardDatabase, tmp_path: Path) -> None:
    known = db.by_name["Blazing Scorcher"]
    scorcher = card(
        id="OGN-001",
        name="Blazing Scorcher",
        energy=1,
        might=known.might,
        power=known.power,
        tags=list(known.tags),
        printings=[
            {"id": "OGN-001"},
            {"id": "OGN-399", "variant": "overnumbered", "rarity": "Showcase"},
            {"id": "OGN-001b"},  # a new printing, although a look-up reads it as OGN-001
        ],
    )
    contents = document(scorcher) | {"set": {"code": "OGN"}}
    result = imported(tmp_path, db, contents)
    assert {(one.card, one.field, one.ours, one.theirs) for one in result.diff.changes} == {
        ("Blazing Scorcher", "energy", 5, 1)
    }
    assert (result.diff.missing, result.counts) == ((), {"sets": 0, "cards": 0, "printings": 2, "texts": 0})
    found = loaded(tmp_path)
    assert found.by_name["Blazing Scorcher"].energy == 5
    assert found.find_id("OGN-001b").unknown_id is None
    assert found.by_printing["OGN-399"][0].name == "Blazing Scorcher"


def test_where_nothing_is_new_no_file_is_written(db: CardDatabase, tmp_path: Path) -> None:
    result = imported(tmp_path, db, document({"id": "OGN-001", "name": "Blazing Scorcher"}) | {"set": {"code": "OGN"}})
    assert not result.changed
    assert not (tmp_path / "cards").exists()
    assert result.lines()[-1] == f"nothing is to be added, and nothing is written to {result.path}"


def test_a_dry_run_writes_nothing(db: CardDatabase, tmp_path: Path) -> None:
    result = imported(tmp_path, db, document(card()), dry_run=True)
    assert (result.changed, result.dry_run) == (True, True)
    assert not (tmp_path / "cards").exists()


def test_the_contents_of_the_api_are_read_as_a_sync_reads_them(db: CardDatabase, tmp_path: Path) -> None:
    result = imported(tmp_path, db, with_cards(answer(db), new_card()))
    assert result.counts == {"sets": 1, "cards": 1, "printings": 0, "texts": len(db.cards) + 1}
    assert loaded(tmp_path).by_name["Copper Heron"].official_text == "Made-up text of a new card."


def test_contents_that_lack_most_cards_are_refused_as_by_a_sync(db: CardDatabase, tmp_path: Path) -> None:
    contents = {"sets": [{"id": "ZZZ", "cards": [new_card()]}]}
    with pytest.raises(ImportRefusedError, match=r"lacks (\d+) of the \1 cards .* Nothing was written"):
        imported(tmp_path, db, contents)
    assert not (tmp_path / "cards").exists()
    assert imported(tmp_path, db, contents, force=True).forced


def test_what_another_file_of_the_folder_has_is_known(db: CardDatabase, tmp_path: Path) -> None:
    imported(tmp_path, db, document(card()))
    other = tmp_path / "other.json"
    printing = {"id": "ZZZ-001a", "variant": "alt_art", "rarity": "Showcase"}
    other.write_text(json.dumps(document(card(printings=[*UNIT["printings"], printing]))), "utf-8")
    result = import_cards(other, loaded(tmp_path), folder=tmp_path / "cards")
    assert result.counts == {"sets": 0, "cards": 0, "printings": 1, "texts": 0}
    assert [one.id for one in loaded(tmp_path).by_name["Copper Heron"].printings] == ["ZZZ-001", "ZZZ-001a"]


def test_a_file_that_no_import_wrote_is_not_replaced(db: CardDatabase, tmp_path: Path) -> None:
    place = place_of(tmp_path / "Made-up Set.json", tmp_path / "cards")
    place.parent.mkdir()
    place.write_text("bans: []\n", "utf-8")
    with pytest.raises(CatalogueError, match="was not written by an import"):
        imported(tmp_path, db, document(card()))
    assert place.read_text("utf-8") == "bans: []\n"


def scorcher(**changed: Any) -> dict[str, Any]:
    return card(id="OGN-001", name="Blazing Scorcher", printings=None) | changed


def many_that_differ(db: CardDatabase) -> list[dict[str, Any]]:
    units = [one for one in db.cards if one.kind == "main" and one.types == ("Unit",)][:6]
    return [
        {"id": one.base_printing.id, "name": one.name, "types": ["Unit"], "energy": (one.energy or 0) + 1}
        for one in units
    ]


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (lambda _: [card(id="OGN-001", printings=None)], "gives the ids of 1 known cards to others"),
        (lambda _: [card(name="blazing scorcher", types=["Spell"], might=None)], "named like Blazing Scorcher, a Unit"),
        (lambda _: [scorcher(domains=["Calm"])], "changes the domains of 1 known cards"),
        (lambda _: [card(name="Jinx")], "its name fits several cards"),
        (lambda _: [card(), card(name="Iron Heron")], r"gives 1 ids to several cards \(ZZZ-001\)"),
        (many_that_differ, "6 of the 6 known cards in the file differ"),
    ],
)
def test_a_file_that_contradicts_the_database_or_itself_is_refused(
    db: CardDatabase, tmp_path: Path, cards: Callable[[CardDatabase], list[dict[str, Any]]], says: str
) -> None:
    contents = document(*cards(db))
    with pytest.raises(ImportRefusedError, match=says) as caught:
        imported(tmp_path, db, contents)
    assert caught.value.result.refusals
    assert not (tmp_path / "cards").exists()
    assert imported(tmp_path, db, contents, force=True).forced
    after = loaded(tmp_path) if (tmp_path / "cards").exists() else db
    for name in ("Blazing Scorcher", "Jinx, Rebel"):
        before, now = db.by_name[name], after.by_name[name]
        assert (now.domains, now.types, now.energy) == (before.domains, before.types, before.energy)


def without(key: str) -> dict[str, Any]:
    contents = document(card())
    del contents[key]
    return contents


def faulty(**changed: Any) -> dict[str, Any]:
    return document(copy.deepcopy(UNIT), card(**{"id": "ZZZ-002", "name": "Iron Heron", "printings": None, **changed}))


@pytest.mark.parametrize(
    ("contents", "says"),
    [
        (None, "must be an object"),
        ([], "must be an object"),
        (7, "must be an object"),
        (without("set"), "set: is required"),
        (without("cards"), "cards: is required"),
        (document(card()) | {"cards": {}}, "cards: must be a list"),
        (document(card()) | {"set": "RAD"}, "set: must be an object"),
        (document(card()) | {"extra": {"runes": [7]}}, "extra/runes/0: must be an object"),
        (document(card(), copy.deepcopy(UNIT)), "cards/1/name: 'Copper Heron' stands in the file already"),
        (faulty(name="x" * 10_000), "cards/1/name: must have 1 to 200 characters"),
        (faulty(id=7), "cards/1/id: must be a text"),
        (faulty(energy="2"), "cards/1/energy: must be a whole number from 0 to 99"),
        (faulty(energy=1e300), "cards/1/energy: must be a whole number"),
        (faulty(types=["Planeswalker"]), "cards/1/types/0: must be one of Unit, "),
        (faulty(domains="Fury"), "cards/1/domains: must be a list"),
        (faulty(tags=[["a"]]), "cards/1/tags/0: must be a text"),
        (faulty(text={"a": 1}), "cards/1/text: must be a text"),
        (faulty(confidence={"text": "sure"}), "cards/1/confidence/text/value: must begin with one of high, "),
        (faulty(name="\ud800"), "cards/1/name: holds half of a character"),
        (document(card()) | {"set": {"code": "RAD", "released": "soon"}}, "set/released: must be a day"),
    ],
)
def test_a_file_of_another_shape_is_refused_with_the_place(
    db: CardDatabase, tmp_path: Path, contents: Any, says: str
) -> None:
    with pytest.raises(CatalogueError, match="has not the expected shape") as caught:
        imported(tmp_path, db, contents, force=True)
    assert says in str(caught.value)
    assert not (tmp_path / "cards").exists()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "the file is not JSON at line 1, column 1"),
        (b"set: RAD", "the file is not JSON at line 1, column 1"),
        (b"\xff\xfe", "the file is not UTF-8 at byte 0"),
        (b'{"cards": NaN}', "it holds a number that is none"),
        (b"[" * 200_000, "nested far too deep"),
        (b'{"a":' * 200_000, "nested far too deep"),
        (b"[" + b"1" * 9_000 + b"]", "or is far too long"),
        (b" " * 100_000_000, "the file is larger than 32 MB"),
    ],
    ids=["empty", "yaml", "not-utf-8", "nan", "lists", "objects", "number", "large"],
)
def test_a_file_that_is_no_json_is_refused(db: CardDatabase, tmp_path: Path, data: bytes, says: str) -> None:
    file = tmp_path / "cards.json"
    file.write_bytes(data)
    with pytest.raises(CatalogueError, match=says):
        import_cards(file, db, folder=tmp_path / "cards")
    assert not (tmp_path / "cards").exists()


def test_a_file_that_cannot_be_read_is_refused(db: CardDatabase, tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match=r"none\.json cannot be read: No such file"):
        import_cards(tmp_path / "none.json", db, folder=tmp_path / "cards")
