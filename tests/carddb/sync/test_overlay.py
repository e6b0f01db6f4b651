"""The whole way: from a server's answer to a folder that loads, and nothing written where anything is wrong."""

from __future__ import annotations

import copy
import json
import os
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from riftcheck import carddb
from riftcheck.carddb import legality, strict_yaml, user_overlay
from riftcheck.carddb.catalogue.overlay import Overlay, own
from riftcheck.carddb.errors import SyncError
from riftcheck.carddb.sync import FILE, SyncRefusedError, SyncResult, sync, sync_with
from tests.carddb.sync.card_server import KEY, answer, changed, new_card, reply, riot, with_cards, without

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

LATER = date(2027, 6, 1)
NEW = (
    new_card(),
    new_card(id="zzz-001a-120", rarity="Showcase", description="The same in other words."),
    new_card(id="zzz-121-120", rarity="Showcase"),
    new_card(id="zzz-121-star-120", rarity="Showcase"),
    new_card(id="zzz-010-120", name="Corvane, Early", type="Champion Unit", tags=["Corvane"]),
    new_card(id="zzz-100-120", name="Corvane - Clock Keeper", type="Legend", stats=None, tags=["Corvane"]),
    new_card(id="zzz-t01", name="Cog", type="Token Unit", faction=None, stats={"might": 1}, tags=["Mech"]),
    new_card(id="zzz-r01", name="Fury Rune", type="Basic Rune", stats=None, tags=None),
    new_card(id="zzz-r01b", name="Fury Rune", type="Basic Rune", stats=None, tags=None),
    new_card(id="zzz-sp1-006", name="Blazing Scorcher", tags=None, stats=None),
    new_card(id="zzz-115-120", name="Vague - Title", type="Legend", stats=None, tags=["Yordle"]),
)


@pytest.fixture(scope="module")
def good(db: CardDatabase) -> dict[str, Any]:
    return answer(db)


def fetch(db: CardDatabase, contents: Any, folder: Path, **options: Any) -> SyncResult:
    with riot(reply(contents)) as server:
        return sync(db, KEY, folder=folder, base_url=server.url, **options)


def facts(db: CardDatabase) -> dict[str, tuple[Any, ...]]:
    return {
        card.name: (
            *(card.full_name, card.types, card.supertypes, card.domains, card.energy, card.power, card.might),
            *(card.tags, card.champion_tag, card.rarity, card.copies, card.unsupported, [p.id for p in card.printings]),
        )
        for card in db.cards
    }


def test_texts_of_all_cards_are_written_and_loaded_and_no_fact_moves(
    db: CardDatabase, good: dict[str, Any], tmp_path: Path
) -> None:
    result = fetch(db, good, tmp_path)
    assert result.path == tmp_path / FILE
    assert result.counts == {"sets": 0, "cards": 0, "printings": 0, "texts": len(db.cards)}
    assert (result.changed, result.left_out, result.notes, result.refusals) == (True, (), (), ())
    loaded = carddb.load([tmp_path])
    assert {card.name: card.official_text for card in loaded.cards} == {
        card.name: f"Made-up text of {card.name}." for card in db.cards
    }
    assert facts(loaded) == facts(db)
    assert list(tmp_path.iterdir()) == [tmp_path / FILE]


def test_new_cards_printings_and_sets_are_written_and_loaded(
    db: CardDatabase, good: dict[str, Any], tmp_path: Path
) -> None:
    result = fetch(db, with_cards(good, *NEW), tmp_path)
    loaded = carddb.load([tmp_path])
    heron = loaded.by_name["Copper Heron"]
    assert (heron.domains, heron.energy, heron.power, heron.might) == (("Fury",), 2, 1, 3)
    assert (heron.executable, heron.official_text) == (False, "Made-up text of a new card.")
    assert [(p.id, p.variant, p.rarity) for p in heron.printings] == [
        ("ZZZ-001", "base", "Common"),
        ("ZZZ-001a", "alt_art", "Showcase"),
        ("ZZZ-121", "overnumbered", "Showcase"),
        ("ZZZ-121*", "signature", "Showcase"),
    ]
    assert heron.rarity == "Common"
    assert loaded.by_name["Corvane, Early"].is_champion
    keeper = loaded.by_name["Clock Keeper"]
    assert (keeper.kind, keeper.champion_tag, keeper.full_name) == ("legend", "Corvane", "Corvane, Clock Keeper")
    assert loaded.find("Corvane - Clock Keeper").card is keeper
    assert loaded.by_name["Cog"].is_token
    added = {p.id: (card.name, p.variant) for card, p in loaded.by_printing.values() if p.set == "ZZZ"}
    assert added["ZZZ-R01"] == ("Fury Rune", "rune")
    assert added["ZZZ-R01b"] == ("Fury Rune", "rune_alt")
    assert added["ZZZ-SP1"] == ("Blazing Scorcher", "special")
    assert added["ZZZ-T01"] == ("Cog", "token")
    assert "Vague - Title" not in loaded.by_name
    assert [one.name for one in result.left_out] == ["Vague - Title"]
    assert result.counts == {"sets": 1, "cards": 4, "printings": 3, "texts": len(db.cards) + 4}


def test_a_new_set_makes_nothing_legal_before_a_person_gives_its_day(
    db: CardDatabase, good: dict[str, Any], tmp_path: Path
) -> None:
    folder, by_hand = tmp_path / "synced", tmp_path / "by_hand"
    result = fetch(db, with_cards(good, new_card()), folder)
    (note,) = result.notes
    assert "ZZZ (Made-up Set)" in note
    assert "the day from which it is legal: give it by hand" in note
    loaded = carddb.load([folder])
    assert (loaded.sets["ZZZ"].size, loaded.sets["ZZZ"].legal_from) == (120, None)
    assert "Copper Heron" not in legality.legal_names(loaded, LATER)
    # The way that the documentation names.
    by_hand.mkdir()
    (by_hand / "sets.yaml").write_text(
        "sets:\n- {code: ZZZ, name: Made-up Set, size: 120, legal_from: 2027-05-01, source: hand 2027 1}\n"
    )
    loaded = carddb.load([folder, by_hand])
    assert "Copper Heron" in legality.legal_names(loaded, LATER)


def test_a_set_whose_size_is_not_said_has_none(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    result = fetch(db, with_cards(good, new_card(id="zzz-001")), tmp_path)
    assert "the day from which it is legal and its size: give it by hand" in result.notes[0]
    loaded = carddb.load([tmp_path])
    assert loaded.sets["ZZZ"].size == 0
    assert loaded.by_name["Copper Heron"].printings[0].variant == "base"


def test_a_card_that_a_shipped_set_lacks_is_known_and_legal(
    db: CardDatabase, good: dict[str, Any], tmp_path: Path
) -> None:
    assert db.known_numbers("RAD") == 161
    added = {"id": "RAD", "name": "Radiance", "cards": [new_card(id="rad-011-167")]}
    result = fetch(db, {**good, "sets": [*good["sets"], added]}, tmp_path)
    assert (result.diff.new_sets, result.notes) == ((), ())
    loaded = carddb.load([tmp_path])
    assert loaded.known_numbers("RAD") == 162
    assert "Copper Heron" in legality.legal_names(loaded, LATER)
    assert loaded.sets["RAD"].legal_from == db.sets["RAD"].legal_from


def test_a_new_promo_keeps_its_total(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    promo = new_card(id="opp-001-999", name="Blazing Scorcher", rarity="Promo", tags=["Dragon", "Noxus"])
    fetch(db, with_cards(good, promo), tmp_path)
    card, printing = carddb.load([tmp_path]).by_printing["OPP-001/999"]
    assert (card.name, printing.variant) == ("Blazing Scorcher", "promo")


def test_a_second_sync_with_the_same_answer_changes_nothing(
    db: CardDatabase, good: dict[str, Any], tmp_path: Path
) -> None:
    contents = with_cards(good, *NEW)
    first = fetch(db, contents, tmp_path)
    data, stamp = (tmp_path / FILE).read_bytes(), (tmp_path / FILE).stat().st_mtime_ns
    for known in (db, carddb.load([tmp_path])):
        again = fetch(known, contents, tmp_path)
        assert not again.changed
        assert again.counts == first.counts
        assert again.left_out == first.left_out
        assert (tmp_path / FILE).read_bytes() == data
        assert (tmp_path / FILE).stat().st_mtime_ns == stamp
    assert again.diff.new_cards == ("Vague - Title",)  # all else is known by now


def test_the_order_of_the_answer_does_not_matter(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    contents = with_cards(good, *NEW)
    turned = copy.deepcopy(contents)
    turned["sets"].reverse()
    for entry in turned["sets"]:
        entry["cards"].reverse()
    fetch(db, contents, tmp_path)
    assert not fetch(db, turned, tmp_path).changed


def test_the_overlay_follows_the_answer(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    other = new_card(id="zzz-002-120", name="Iron Heron")
    fetch(db, with_cards(good, new_card(), other), tmp_path)
    known = carddb.load([tmp_path])
    result = fetch(known, with_cards(good, new_card(stats={"energy": 3, "might": 3})), tmp_path)
    assert [(c.card, c.field, c.ours, c.theirs) for c in result.diff.changes] == [("Copper Heron", "energy", 2, 3)]
    assert result.diff.missing == ("Iron Heron",)
    loaded = carddb.load([tmp_path])
    assert loaded.by_name["Copper Heron"].energy == 3
    assert "Iron Heron" not in loaded.by_name


def test_what_an_earlier_answer_said_is_no_evidence(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    """A champion that the answer no longer has vouches for no Signature card."""
    signature = new_card(id="zzz-101-120", name="Twice Told", type="Signature Spell", tags=["Corvane"])
    champion = new_card(id="zzz-010-120", name="Corvane, Early", type="Champion Unit", tags=["Corvane"])
    assert fetch(db, with_cards(good, champion, signature), tmp_path).left_out == ()
    result = fetch(carddb.load([tmp_path]), with_cards(good, signature), tmp_path)
    assert [one.name for one in result.left_out] == ["Twice Told"]
    assert "Twice Told" not in carddb.load([tmp_path]).by_name


def test_what_is_shipped_by_now_leaves_the_overlay(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    """An old overlay may hold what a newer version ships: the shipped facts are the ones that count."""
    (tmp_path / FILE).write_text(
        "cards:\n"
        "- {name: Blazing Scorcher, type: Unit, rarity: Epic, abilities: unsupported, reason: old,\n"
        "   printings: [{id: OGN-001, variant: base}]}\n"
    )
    stale = carddb.load([tmp_path])
    assert stale.by_name["Blazing Scorcher"].domains == ()
    assert own(tmp_path / FILE).cards == frozenset()
    fetch(stale, good, tmp_path, force=True)
    assert facts(carddb.load([tmp_path])) == facts(db)


@pytest.mark.parametrize("data", [b"cards: [", b"\xff", b"- 1", b"cards: [{name: 1}]", b"sets: 4"])
def test_an_overlay_that_cannot_be_read_is_replaced(
    db: CardDatabase, good: dict[str, Any], tmp_path: Path, data: bytes
) -> None:
    (tmp_path / FILE).write_bytes(data)
    assert fetch(db, good, tmp_path).changed
    assert facts(carddb.load([tmp_path])) == facts(db)


def test_a_wrong_tag_of_the_feed_is_reported_and_not_taken_over(
    db: CardDatabase, good: dict[str, Any], tmp_path: Path
) -> None:
    result = fetch(db, changed(good, "Karma, Channeler", tags=["Ionia", "Vi"]), tmp_path)
    assert "  Karma, Channeler (OGN-235/298): tags is Karma Ionia here and Ionia Vi there" in result.lines()
    karma = carddb.load([tmp_path]).by_name["Karma, Channeler"]
    assert (karma.tags, karma.champion_tag) == (("Karma", "Ionia"), "Karma")


def losing(db: CardDatabase, contents: dict[str, Any], share: float) -> dict[str, Any]:
    names = [card.name for card in db.cards if not card.is_token]
    return without(contents, set(names[: round(len(names) * share)]))


def test_losing_three_in_a_hundred_is_refused_and_forced(
    db: CardDatabase, good: dict[str, Any], tmp_path: Path
) -> None:
    contents, folder = losing(db, good, 0.03), tmp_path / "not" / "there"
    with pytest.raises(SyncRefusedError, match=r"lacks 33 of the 1085 cards .* Nothing was written") as caught:
        fetch(db, contents, folder)
    result = caught.value.result
    assert len(result.diff.missing) == 33
    assert not result.forced
    assert any(line.startswith("refused: the catalogue lacks 33") for line in result.lines())
    assert result.lines()[-1] == f"nothing is written to {folder / FILE}"
    assert not (tmp_path / "not").exists()
    forced = fetch(db, contents, folder, force=True)
    assert (forced.forced, forced.changed) == (True, True)
    assert any(line.startswith("used by force: the catalogue lacks 33") for line in forced.lines())
    assert facts(carddb.load([folder])) == facts(db)


def test_losing_one_in_a_hundred_is_reported(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    result = fetch(db, losing(db, good, 0.01), tmp_path)
    assert len(result.diff.missing) == 11
    assert "not in the catalogue: cards (11):" in result.lines()


def test_a_changed_domain_is_refused_and_when_forced_still_not_taken_over(
    db: CardDatabase, good: dict[str, Any], tmp_path: Path
) -> None:
    contents = changed(good, "Blazing Scorcher", faction="calm")
    with pytest.raises(SyncRefusedError, match="changes the domains of 1 known cards"):
        fetch(db, contents, tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert fetch(db, contents, tmp_path, force=True).forced
    assert carddb.load([tmp_path]).by_name["Blazing Scorcher"].domains == ("Fury",)


def test_force_where_nothing_is_wrong_forces_nothing(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    assert not fetch(db, good, tmp_path, force=True).forced


@pytest.mark.parametrize(
    "act",
    [
        reply(status=401),
        reply(b"<html></html>", kind="text/html"),
        reply(b"{"),
        reply({"sets": 1}),
        reply({"sets": []}),
        reply(status=302, Location="https://example.invalid/"),
    ],
)
@pytest.mark.parametrize("force", [False, True])
def test_a_failure_leaves_all_as_it_was(
    db: CardDatabase, tmp_path: Path, act: Callable[..., None], force: bool
) -> None:
    before = b"texts:\n- {card: Blazing Scorcher, text: mine}\n"
    kept, absent = tmp_path / "kept", tmp_path / "absent"
    kept.mkdir()
    (kept / FILE).write_bytes(before)
    for folder in (kept, absent):
        with riot(act) as server, pytest.raises(SyncError):
            sync(db, KEY, folder=folder, base_url=server.url, force=force)
    assert (kept / FILE).read_bytes() == before
    assert list(kept.iterdir()) == [kept / FILE]
    assert not absent.exists()


def test_a_dry_run_says_all_and_writes_nothing(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    result = fetch(db, with_cards(good, *NEW), folder, dry_run=True)
    assert (result.changed, result.dry_run) == (True, True)
    assert result.lines()[-1] == f"{folder / FILE} would hold 1 sets, 4 cards, 3 printings, {len(db.cards) + 4} texts"
    assert not folder.exists()
    with pytest.raises(SyncRefusedError):
        fetch(db, losing(db, good, 0.03), folder, dry_run=True)


def test_the_folder_is_by_default_the_one_that_is_loaded(
    db: CardDatabase, good: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_args, **_options: str(tmp_path / "riftcheck"))
    with riot(reply(good)) as server:
        result = sync_with(server.client(), db)
    assert result.path == user_overlay() / FILE == tmp_path / "riftcheck" / "cards" / FILE
    charm = carddb.load_default().by_name["Charm"]
    assert charm.official_text is not None
    assert db.by_name["Charm"].official_text is None


def test_an_overlay_that_would_not_load_is_not_written(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("printings:\n- {card: Fury Rune, id: ZZZ-001, variant: rune}\n")
    contents = with_cards(good, *NEW)
    with pytest.raises(SyncError, match=r"would not load and is not written: .*ZZZ-001 is a printing of '"):
        fetch(db, contents, tmp_path)
    assert list(tmp_path.iterdir()) == [mine]


def test_a_folder_that_cannot_be_written_is_said(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SyncError, match=r"riot\.yaml cannot be written"):
        fetch(db, good, tmp_path / "file" / "cards")


def test_a_write_that_breaks_off_leaves_the_old_file_and_no_litter(
    db: CardDatabase, good: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch(db, good, tmp_path)
    before = (tmp_path / FILE).read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SyncError, match="No space left on device"):
        fetch(db, with_cards(good, new_card()), tmp_path)
    assert (tmp_path / FILE).read_bytes() == before
    assert list(tmp_path.iterdir()) == [tmp_path / FILE]


def test_one_id_for_two_new_cards_is_neither_of_them(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    contents = with_cards(good, new_card(), new_card(name="Iron Heron"), new_card())
    result = fetch(db, contents, tmp_path)
    assert {(one.name, one.reason) for one in result.left_out} == {
        ("Copper Heron", "the catalogue gives its id to several cards"),
        ("Iron Heron", "the catalogue gives its id to several cards"),
    }
    assert result.counts["cards"] == 0


def test_an_id_of_a_set_that_nobody_describes_is_left_out(
    db: CardDatabase, good: dict[str, Any], tmp_path: Path
) -> None:
    cards = (new_card(), new_card(id="yyy-001"), new_card(id="yyy-002", name="Blazing Scorcher", tags=None))
    result = fetch(db, with_cards(good, *cards), tmp_path)
    assert [one.ids for one in result.left_out] == [("YYY-002",), ("YYY-001",)]
    assert all("names the set YYY" in one.reason for one in result.left_out)
    assert carddb.load([tmp_path]).by_name["Copper Heron"].printings[0].id == "ZZZ-001"


def test_a_printing_of_a_card_of_the_users_own_is_left_to_them(good: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "cards.yaml").write_text(
        "sets:\n- {code: QQQ, name: Mine, size: 9, source: hand 2026 1}\n"
        "cards:\n- {name: Copper Heron, type: Unit, domains: [Fury], rarity: Common, abilities: [], tags: [Ionia],\n"
        "   energy: 2, power: 1, might: 3, printings: [{id: QQQ-001, variant: base}]}\n"
    )
    known = carddb.load([tmp_path / "mine"])
    contents = with_cards(good, new_card())
    result = fetch(known, contents, tmp_path / "synced")
    assert [one.reason for one in result.left_out] == ["the card is in a file of your own; add the printing there"]
    loaded = carddb.load([tmp_path / "synced", tmp_path / "mine"])
    assert loaded.by_name["Copper Heron"].official_text == "Made-up text of a new card."


def test_the_text_is_that_of_the_first_base_printing(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    contents = copy.deepcopy(good)
    for entry in contents["sets"]:
        for card in entry["cards"]:
            card["description"] = card["id"]
    fetch(db, contents, tmp_path)
    loaded = carddb.load([tmp_path])
    assert loaded.by_name["Blazing Scorcher"].official_text == "ogn-001-298"
    assert loaded.by_name["Nine-Tailed Fox"].official_text == "ogn-255-298"
    assert loaded.by_name["Karma, Channeler"].official_text == "ogn-235-298"


def test_a_text_under_another_name_is_not_taken(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    contents = changed(good, "Blazing Scorcher", name="Brazen Buccaneer", description="Whose is it?")
    result = fetch(db, contents, tmp_path)
    assert ("Blazing Scorcher", "name") in [(change.card, change.field) for change in result.diff.changes]
    loaded = carddb.load([tmp_path])
    assert loaded.by_name["Blazing Scorcher"].official_text is None
    assert loaded.by_name["Brazen Buccaneer"].official_text == "Made-up text of Brazen Buccaneer."


# Names that differ in their signs alone would be one card, so that such stand in answers of their own.
@pytest.mark.parametrize(
    "names",
    [("No", "null", "1e3", "2026-01-01", "=", "- a", "a: b", "#1", "!x"), ("<<", "&a"), ("%", "*a")],
    ids=["plain", "merge", "alias"],
)
def test_names_that_mean_something_in_yaml_stay_names(
    db: CardDatabase, good: dict[str, Any], tmp_path: Path, names: tuple[str, ...]
) -> None:
    cards = [
        new_card(id=f"zzz-{number:03}-120", name=name, description=name) for number, name in enumerate(names, start=1)
    ]
    fetch(db, with_cards(good, *cards), tmp_path)
    loaded = carddb.load([tmp_path])
    for number, name in enumerate(names, start=1):
        assert loaded.by_printing[f"ZZZ-{number:03}"][0] is loaded.by_name[name]
        assert loaded.by_name[name].official_text == name


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), min_size=1))
@example(["\x00\x85\u2028\ufeff\U0001f600", "a\r\n b \n\n", "\ufffe", "- ", "'", '"', "~", "\t"])
def test_every_text_is_read_as_it_was_written(texts: list[str]) -> None:
    data = Overlay(texts=[{"card": "Heron", "text": text} for text in texts]).to_bytes("# made up\n")
    document = strict_yaml.read(data, FILE)
    assert [entry["text"] for entry in document.value["texts"]] == texts


def test_a_value_that_stands_twice_is_written_out_twice() -> None:
    tags = ["Ionia"]
    data = Overlay(cards=[{"name": "A", "tags": tags}, {"name": "B", "tags": tags}]).to_bytes("# made up\n")
    assert strict_yaml.read(data, FILE).value == {"cards": [{"name": "A", "tags": tags}, {"name": "B", "tags": tags}]}


def test_the_result_is_json_and_lines_for_people(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    contents = changed(with_cards(losing(db, good, 0.0), *NEW), "Brazen Buccaneer", stats={"energy": 9})
    result = fetch(db, contents, tmp_path)
    plain = result.to_json()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["diff"]["new_cards"][0] == "Copper Heron"
    assert plain["path"] == str(tmp_path / FILE)
    assert plain["diff"]["changes"] == [
        {"card": "Brazen Buccaneer", "id": "OGN-002/298", "field": "energy", "ours": 6, "theirs": 9}
    ]
    text = "\n".join(result.lines())
    assert text.startswith("Riot's contents 1.42.0 of 2026-10-20T00:00:00Z (americas)\n")
    assert "  Brazen Buccaneer (OGN-002/298): energy is 6 here and 9 there\n" in text
    assert "left out (1):\n  Vague - Title (ZZZ-115/120): its name says Vague, its tags (Yordle) do not\n" in text
    assert KEY not in text + json.dumps(plain)
    assert fetch(db, contents, tmp_path).lines()[-1].startswith(f"{tmp_path / FILE} stays as it is: 1 sets, ")


def test_long_lists_are_cut_for_people_only(db: CardDatabase, good: dict[str, Any], tmp_path: Path) -> None:
    cards = [new_card(id=f"zzz-{number:03}-120", name=f"Heron {chr(64 + number)}") for number in range(1, 26)]
    result = fetch(db, with_cards(good, *cards), tmp_path)
    assert "  and 5 more" in result.lines()
    assert len(result.to_json()["diff"]["new_cards"]) == 25
