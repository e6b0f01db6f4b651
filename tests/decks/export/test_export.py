"""Exports: what each form looks like, and that nothing is lost without a warning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.decks.champion import read_champion
from riftcheck.decks.codes import DeckWriteError, decode, encode, from_code
from riftcheck.decks.document import from_mapping
from riftcheck.decks.export import TARGETS, export, export_parsed
from riftcheck.decks.export.readback import differences
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.text import parse
from tests.reference_codes import LIBRARY
from tests.reference_codes import NAMES as VECTOR_NAMES

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.export import Export, Target
    from riftcheck.decks.model import Deck, ResolvedDeck

LEGEND = "Herald of the Arcane"
CHAMPION = "Viktor, Leader"
NAMES = [
    "Seal of Unity",
    "Stupefy",
    "Cleave",
    "Disintegrate",
    "Flame Chompers",
    "Brazen Buccaneer",
    "Chemtech Enforcer",
    "Blazing Scorcher",
    "Discipline",
    "Defy",
    "Hidden Blade",
    "Punch First",
    "Draven, Showboat",
    "Charm",
    "Noxus Hopeful",
]


def viktor(copies: int = 2, others: int = 38) -> dict[str, Any]:
    """A list with so many copies of its champion and so many other cards in the main deck."""
    full, rest = divmod(others, 3)
    main = [{"name": name, "count": 3} for name in NAMES[:full]]
    if rest:
        main.append({"name": NAMES[full], "count": rest})
    if copies:
        main.append({"name": CHAMPION, "count": copies})
    return {
        "legend": LEGEND,
        "champion": CHAMPION,
        "main": main,
        "runes": [{"name": "Order Rune", "count": 12}],
        "battlefields": ["Targon's Peak", "Trifarian War Camp", "Obelisk of Power"],
    }


def read(deck: Deck, db: CardDatabase, least: int = 40) -> ResolvedDeck:
    return read_champion(resolve(deck, db), least).deck


def exported(data: dict[str, Any], to: Target, db: CardDatabase) -> Export:
    return export(read(from_mapping(data), db), to, db)


def again(made: Export, db: CardDatabase, least: int = 40) -> ResolvedDeck:
    if isinstance(made.content, dict):
        return read(from_mapping(made.content), db, least)
    parsed = from_code(made.content, db) if made.to == "code" else parse(made.content, db)
    return read(parsed.deck, db, least)


def contents(deck: ResolvedDeck) -> dict[str, Any]:
    cards: dict[str, Any] = {}
    for section, slot in deck.slots():
        cards[f"{section} {slot.id or slot.name.casefold()}"] = slot.count
    return cards | {"champion": [slot.name for slot in deck.champion]}


def test_exports_keep_unknown_suffixes(db: CardDatabase) -> None:
    main = [("OGN-251b", 1), ("OGN-202b", 1), ("OGN-036a", 1), ("OGN-276*", 1), ("VEN-R01b", 6), ("OGN-043b", 3)]
    code = encode(main, [("VEN-155b", 1)], "OGN-202b")
    parsed = from_code(code, db)
    for to in ("code", "json", "sections"):
        made = export_parsed(parsed, to, db)
        assert made.warnings == []
        back = export(again(made, db), "code", db)
        assert (back.content, back.warnings) == (code, []), to


def test_a_suffix_that_a_code_cannot_hold_is_replaced_with_a_warning(db: CardDatabase) -> None:
    made = exported(viktor() | {"sideboard": [{"id": "OGN-043q", "count": 2}]}, "code", db)
    assert made.warnings == ["Charm: written as OGN-043, because a deck code cannot hold OGN-043q."]


MAIN_LINES = "".join(f"3 {name}\n" for name in NAMES[:12]) + "2 Draven, Showboat\n"
BATTLEFIELD_LINES = "1 Targon's Peak\n1 Trifarian War Camp\n1 Obelisk of Power\n"


def test_text_is_blocks_without_headers(db: CardDatabase) -> None:
    made = exported(viktor(), "text", db)
    assert made.warnings == []
    assert made.content == (
        "1 Viktor, Herald of the Arcane\n\n1 Viktor, Leader\n\n"
        f"{MAIN_LINES}1 Viktor, Leader\n\n{BATTLEFIELD_LINES}\n12 Order Rune\n"
    )


def test_sections_have_headers_and_one_card_a_line(db: CardDatabase) -> None:
    made = exported(
        viktor() | {"sideboard": [{"id": "UNL-173", "count": 2}, {"id": "OGN-039a", "count": 1}]}, "sections", db
    )
    assert made.warnings == []
    assert made.content == (
        "Legend:\n1 Viktor, Herald of the Arcane\n\nChampion:\n1 Viktor, Leader\n\n"
        f"Main Deck:\n{MAIN_LINES}1 Viktor, Leader\n\nBattlefields:\n{BATTLEFIELD_LINES}\nRune Pool:\n12 Order Rune\n\n"
        f"Sideboard:\n2 {db.by_printing['UNL-173'][0].full_name}\n1 Kai'Sa, Survivor (OGN-039a)\n"
    )


def test_tts_is_one_token_a_copy(db: CardDatabase) -> None:
    made = exported(viktor(copies=2, others=38), "tts", db)
    assert made.warnings == []
    assert isinstance(made.content, str)
    tokens = made.content.split(" ")
    assert tokens[:5] == ["OGN-265-1", "OGN-246-1", "OGN-245-1", "OGN-245-1", "OGN-245-1"]
    assert tokens[-13:] == ["OGN-284-1", *["OGN-214-1"] * 12]
    assert len(tokens) == 56
    assert tokens.count("OGN-246-1") == 2


def test_code_has_all_copies_and_labels_the_champion(db: CardDatabase) -> None:
    made = exported(viktor() | {"sideboard": ["Charm"]}, "code", db)
    assert made.warnings == []
    assert isinstance(made.content, str)
    decoded = decode(made.content)
    assert dict(decoded.main)["OGN-246"] == 2
    assert sum(count for _, count in decoded.main) == 56
    assert (decoded.sideboard, decoded.champion, decoded.version) == ([("OGN-043", 1)], "OGN-246", 3)


def test_json_is_a_deck_to_send_in(db: CardDatabase) -> None:
    data = viktor() | {"sideboard": ["Nobody's Card"], "choices": {"Charm": ["Defy"]}}
    made = exported(data, "json", db)
    assert made.warnings == []
    assert isinstance(made.content, dict)
    assert made.content["legend"] == [
        {"name": LEGEND, "count": 1, "id": "OGN-265", "full_name": "Viktor, Herald of the Arcane"}
    ]
    assert made.content["main"][-1] == {"name": CHAMPION, "count": 2, "id": "OGN-246"}
    assert (made.content["champion"], made.content["champion_apart"]) == (CHAMPION, False)
    assert made.content["choices"] == {"Charm": ["Defy"]}
    assert [(entry["name"], entry["count"], entry["unknown"]) for entry in made.content["sideboard"]] == [
        ("Nobody's Card", 1, True)
    ]
    assert contents(again(made, db)) == contents(read(from_mapping(data), db))


def test_the_copy_listed_as_champion_is_of_the_printing_that_was_named(db: CardDatabase) -> None:
    data = viktor(0, 37) | {"champion": "OGN-246a"}
    data["main"] += [{"id": printing, "count": 1} for printing in ("OGN-246", "OGN-246a", "ARC-006")]
    made = exported(data, "sections", db)
    assert made.warnings == []
    assert "Champion:\n1 Viktor, Leader (OGN-246a)\n\n" in str(made.content)
    assert contents(again(made, db)) == contents(read(from_mapping(data), db))


def test_what_is_read_back_otherwise_is_told_card_by_card(db: CardDatabase) -> None:
    deck = read(from_mapping(viktor()), db)
    other = viktor(3) | {"runes": [{"id": "OGN-214a", "count": 12}], "champion": "Draven, Showboat"}
    assert differences(deck, other, "json", db, 40) == [
        "Read back, Viktor, Leader in the main deck: 3, not 2.",
        "Read back, Order Rune in the runes is 12 OGN-214a, not 12 OGN-214.",
        "Read back, the chosen champion is Draven, Showboat, not Viktor, Leader.",
    ]


def test_a_list_that_names_no_champion_names_none_when_exported(db: CardDatabase) -> None:
    data = viktor() | {"champion": None}
    deck = read_champion(resolve(from_mapping(data), db), infer=False).deck
    for to in TARGETS:
        assert export(deck, to, db).warnings == []


def test_a_sideboard_follows_a_headerless_text_under_a_header(db: CardDatabase) -> None:
    made = exported(viktor() | {"sideboard": [{"name": "Charm", "count": 2}]}, "text", db)
    assert made.warnings == []
    assert str(made.content).endswith("\n\n12 Order Rune\n\nSideboard:\n2 Charm\n")
    assert contents(again(made, db))["sideboard OGN-043"] == 2


def test_tts_leaves_a_sideboard_out_and_says_so(db: CardDatabase) -> None:
    made = exported(viktor() | {"sideboard": [{"name": "Charm", "count": 2}, "Defy"]}, "tts", db)
    assert made.warnings == [
        "The sideboard is left out, because the form of Tabletop Simulator has none: 2 Charm, 1 Defy."
    ]
    assert "OGN-043" not in str(made.content)


@pytest.mark.parametrize("to", TARGETS)
@pytest.mark.parametrize(("copies", "others"), [(1, 39), (2, 38), (3, 37), (1, 38), (1, 44), (1, 20), (1, 0)])
def test_the_champion_and_all_its_copies_come_back(copies: int, others: int, to: Target, db: CardDatabase) -> None:
    data = viktor(copies, others)
    made = exported(data, to, db)
    assert made.warnings == []
    assert contents(again(made, db)) == contents(read(from_mapping(data), db))


@pytest.mark.parametrize("to", ["text", "sections"])
def test_a_text_of_more_than_forty_lists_the_champion_beside_all_its_copies(to: Target, db: CardDatabase) -> None:
    made = exported(viktor(3, 40), to, db)
    assert made.warnings == []
    assert str(made.content).count("1 Viktor, Leader\n") == 1
    assert str(made.content).count("3 Viktor, Leader\n") == 1
    assert contents(again(made, db)) == contents(read(from_mapping(viktor(3, 40)), db))


def test_tts_never_has_a_card_more_than_the_deck(db: CardDatabase) -> None:
    made = exported(viktor(3, 40), "tts", db)
    assert str(made.content).split(" ").count("OGN-246-1") == 3
    assert made.warnings == ["Read back, Viktor, Leader in the main deck: 2, not 3."]


@pytest.mark.parametrize("to", ["text", "sections", "code", "tts"])
def test_one_card_short_with_two_copies_of_the_champion_cannot_be_told(to: Target, db: CardDatabase) -> None:
    made = exported(viktor(2, 37), to, db)
    assert len(made.warnings) == 1
    assert f"{CHAMPION} in the main deck" in made.warnings[0]
    assert contents(again(made, db)) != contents(read(from_mapping(viktor(2, 37)), db))


def test_the_least_size_of_the_format_decides_where_the_champion_stands(db: CardDatabase) -> None:
    data = viktor(2, 23)
    deck = read(from_mapping(data), db, 25)
    for to in TARGETS:
        made = export(deck, to, db, least=25)
        assert made.warnings == []
        assert contents(again(made, db, least=25)) == contents(deck)
    assert export(deck, "sections", db, least=25).content != export(deck, "sections", db).content


def test_a_printing_no_code_holds_is_written_by_another_of_the_card(db: CardDatabase) -> None:
    data = viktor(0, 35) | {"champion": "OPP-246/298"}
    data["main"] += [{"id": "OPP-001/298", "count": 2}, {"id": "OGN-001", "count": 1}]
    data["main"] += [{"id": "OPP-246/298", "count": 2}]
    data["runes"] = [{"id": "OPP-214b/298", "count": 12}]
    made = exported(data, "code", db)
    assert made.warnings == [
        "Blazing Scorcher: written as OGN-001, because a deck code cannot hold OPP-001/298.",
        "Viktor, Leader: written as OGN-246, because a deck code cannot hold OPP-246/298.",
        "Order Rune: written as OGN-214, because a deck code cannot hold OPP-214b/298.",
    ]
    found = contents(again(made, db))
    assert (found["main OGN-001"], found["runes OGN-214"], found["champion"]) == (6, 12, [CHAMPION])


@pytest.mark.parametrize("to", ["text", "sections", "tts", "json"])
def test_other_forms_keep_every_printing(to: Target, db: CardDatabase) -> None:
    data = viktor(0, 36)
    data["main"] += [{"id": printing, "count": 1} for printing in ("OPP-001/298", "OGN-246a", "PR-246b/298", "VEN-SP1")]
    data["runes"] = [{"id": "OPP-214b/298", "count": 6}, {"id": "SFD-R06b", "count": 6}]
    data["legend"] = [{"id": "OGN-308*", "count": 1}]
    made = exported(data, to, db)
    assert made.warnings == []
    assert contents(again(made, db)) == contents(read(from_mapping(data), db))


@pytest.mark.parametrize(("to", "form"), [("code", "a deck code"), ("tts", "the form of Tabletop Simulator")])
def test_a_card_without_an_id_for_the_form_is_left_out_by_name(to: Target, form: str, db: CardDatabase) -> None:
    data = viktor(2, 36) | {"champion": "Somebody New"}
    data["main"] += [{"name": "Nobody's Card", "count": 2}, {"name": "RAD-044", "count": 1}]
    made = exported(data, to, db)
    assert made.warnings == [
        f"1 Somebody New (main deck): left out, because {form} has no id for it.",
        f"2 Nobody's Card (main deck): left out, because {form} has no id for it.",
        f"The chosen champion Somebody New is not named: {form} has no id for it.",
    ]
    found = contents(again(made, db))
    assert found["main rad-044"] == 1
    assert sum(count for card, count in found.items() if card.startswith("main ")) == 39


def test_a_token_whose_printings_no_code_holds_is_left_out_by_name(db: CardDatabase) -> None:
    made = exported(viktor() | {"battlefields": ["Baron Pit"]}, "code", db)
    assert made.warnings == ["1 Baron Pit (battlefields): left out, because a deck code has no id for it."]


@pytest.mark.parametrize("to", ["text", "sections", "json"])
def test_unknown_cards_are_written_as_they_came(to: Target, db: CardDatabase) -> None:
    data = viktor(2, 36)
    data["main"] += [{"name": "Nobody's  Card", "count": 2}]
    made = exported(data, to, db)
    assert made.warnings == []
    assert contents(again(made, db))["main nobody's card" if to != "json" else "main nobody's  card"] == 2


@pytest.mark.parametrize("to", ["text", "sections"])
def test_a_name_of_several_lines_brings_no_cards_in(to: Target, db: CardDatabase) -> None:
    data = viktor()
    data["main"] += [{"name": "Nobody\n3 Charm", "count": 1}]
    made = exported(data, to, db)
    assert "\n3 Charm" not in str(made.content).replace(MAIN_LINES, "")
    assert made.warnings


def test_cards_in_a_section_that_is_not_theirs_are_told_where_a_form_moves_them(db: CardDatabase) -> None:
    data = viktor(1, 38)
    data["main"] += [{"name": "Fury Rune", "count": 1}]
    moved = ["Read back, Fury Rune in the main deck: 0, not 1.", "Read back, Fury Rune in the runes: 1, not 0."]
    told = {to: exported(data, to, db).warnings for to in TARGETS}
    assert told == {"text": moved, "sections": [], "code": moved, "tts": moved, "json": []}


@pytest.mark.parametrize("to", ["text", "sections", "code", "tts"])
def test_choices_are_told_where_a_form_has_none(to: Target, db: CardDatabase) -> None:
    made = exported(viktor() | {"choices": {"Charm": ["Defy"], "Cleave": []}}, to, db)
    assert made.warnings == ["The choices for Charm, Cleave are left out: only JSON holds them."]


@pytest.mark.parametrize("to", ["text", "sections", "json"])
def test_more_copies_than_a_line_may_say_stand_on_two(to: Target, db: CardDatabase) -> None:
    data = viktor() | {"runes": [{"name": "Order Rune", "count": 199}, {"name": "Order Rune", "count": 2}]}
    made = exported(data, to, db)
    assert made.warnings == []
    assert contents(again(made, db))["runes OGN-214"] == 201


def test_more_copies_than_a_code_holds_are_refused(db: CardDatabase) -> None:
    data = viktor() | {"runes": [{"name": "Order Rune", "count": 199}, {"name": "Order Rune", "count": 2}]}
    with pytest.raises(DeckWriteError, match="OGN-214"):
        exported(data, "code", db)


def test_a_line_that_cannot_be_read_stays_in_a_text(db: CardDatabase) -> None:
    parsed = parse("Legend:\n1 Viktor, Herald of the Arcane\nMain Deck:\n3 Charm\n0 Defy\n", db)
    assert parsed.problems
    deck = read(parsed.deck, db)
    made = export(deck, "sections", db)
    assert made.warnings == []
    assert "\n0 Defy\n" in str(made.content)
    assert export(deck, "code", db).warnings == [
        "1 0 Defy (main deck): left out, because a deck code has no id for it."
    ]


@pytest.mark.parametrize("to", ["text", "sections", "tts"])
def test_a_list_without_a_card_cannot_be_read_back(to: Target, db: CardDatabase) -> None:
    made = exported({"main": []}, to, db)
    assert [warning.partition(":")[0] for warning in made.warnings] == ["This cannot be read back"]


def returns_same(code: str, db: CardDatabase) -> bool:
    """Tell whether a code comes back as it is, which is also when no warning says that it does not."""
    made = export_parsed(from_code(code, db), "code", db)
    assert (made.content == code.strip()) == (made.warnings == [])
    return made.content == code.strip()


@pytest.mark.parametrize("vector", LIBRARY, ids=VECTOR_NAMES)
def test_codes_of_the_reference_library_round_trip_from_version_3_on(vector: dict[str, Any], db: CardDatabase) -> None:
    assert returns_same(vector["code"], db) == (decode(vector["code"]).version >= 3)


def test_canonical_codes_come_back_the_same(db: CardDatabase) -> None:
    whole = [("OGN-265", 1), ("OGN-246", 2), ("OGN-214", 12), *[(f"OGN-{number:03d}", 2) for number in range(10, 29)]]
    code = encode(whole, [], "OGN-246")
    assert returns_same(code, db)
    assert returns_same(f" {code}\n", db)
    assert returns_same(encode(whole, [("OGN-001", 1)], None), db)


@pytest.mark.parametrize(
    ("main", "champion"),
    [
        ([("OGN-043", 39)], "OGN-246"),  # apart: the copy is added
        ([("OGN-043", 38), ("OGN-246", 2)], "OGN-246a"),  # the label is of a printing that the main list lacks
        ([("OGN-043", 37), ("OGN-246", 2)], "OGN-246"),  # one short: a third copy is added
    ],
)
def test_codes_with_a_separate_champion_round_trip_and_their_decks_get_a_label(
    main: list[tuple[str, int]], champion: str, db: CardDatabase
) -> None:
    code = encode([("OGN-265", 1), *main], [], champion)
    assert returns_same(code, db)
    made = export(read(from_code(code, db).deck, db), "code", db)
    assert made.warnings == []
    assert isinstance(made.content, str)
    assert made.content != code
    assert contents(again(made, db)) == contents(read(from_code(code, db).deck, db))


def test_a_code_in_lower_case_or_of_an_old_version_comes_back_in_our_form(db: CardDatabase) -> None:
    code = encode([("OGN-043", 3)], [], None)
    assert not returns_same(code.lower(), db)
    assert not returns_same("CIAAAAAAAAAAAAAAAAAAAAAAAA", db)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (LIBRARY[-1]["code"], "it is written as version 3, not 1."),
        ("CIAAAAAAAAAAAAAAAAAAAAAAAA", "it is written as version 3, not 2."),
        (LIBRARY[0]["code"].lower(), "it is written in the canonical form of its version."),
        ("CYAACAYBAEAAABYAAAAA", "it is written as version 3, not 6."),  # no extra legends
    ],
)
def test_code_that_an_export_changes_has_a_warning(code: str, told: str, db: CardDatabase) -> None:
    made = export_parsed(from_code(code, db), "code", db)
    assert made.warnings == [f"This code differs from the input: {told}"]
    was, now = decode(code), decode(str(made.content))
    assert (was.main, was.sideboard, was.champion) == (now.main, now.sideboard, now.champion)


def test_fields_given_with_a_code_are_added_to_the_exported_code(db: CardDatabase) -> None:
    code = encode([("OGN-265", 1), ("OGN-246", 2), ("OGN-043", 38)], [], None)
    parsed = read_list({"code": code, "champion": "Viktor, Leader", "extra_legends": ["Loose Cannon"]}, db)
    made = export_parsed(parsed, "code", db)
    decoded = decode(str(made.content))
    assert (decoded.version, decoded.champion, decoded.extra_legends) == (6, "OGN-246", ["OGN-251"])
    assert made.warnings == ["This code differs from the input: it is written as version 6, not 5."]
    assert returns_same(str(made.content), db)


def test_extra_legends_that_a_code_cannot_hold_are_replaced_or_reported(db: CardDatabase) -> None:
    twice = {"name": "Grove of the God-Willow", "count": 2}
    data = viktor() | {"extra_legends": ["OPP-259/298", "Nobody at All", "RAD-999", "UNL-T01", twice]}
    made = exported(data, "code", db)
    assert decode(str(made.content)).extra_legends == ["OGN-259", "RAD-999", "OGN-280", "OGN-280"]
    assert made.warnings == [
        "Unforgiven: written as OGN-259, because a deck code cannot hold OPP-259/298.",
        "1 Nobody at All (extra legends): left out, because a deck code has no id for it.",
        "1 Baron Pit (extra legends): left out, because a deck code has no id for it.",
    ]
