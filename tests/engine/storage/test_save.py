"""Saving and loading: nothing is lost, nothing hostile gets in."""

from __future__ import annotations

import copy
import json
import math
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riftcheck.engine.board.layers import keywords, might
from riftcheck.engine.model import chain_items, decisions, frames, objects, state
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Bill, Item
from riftcheck.engine.model.rng import below
from riftcheck.engine.model.rules_version import V1_0, RulesVersion
from riftcheck.engine.model.scripts import CostDef
from riftcheck.engine.model.state import State
from riftcheck.engine.storage import combat_notes
from riftcheck.engine.storage.card_checksums import mark
from riftcheck.engine.storage.codec import REQUIRED
from riftcheck.engine.storage.frame_records import names_of
from riftcheck.engine.storage.save import SaveError, checksum, dump, load
from riftcheck.engine.storage.schema import DERIVED, FIELDS, STATE
from riftcheck.engine.storage.tables import Writer
from tests.engine.hand_built import BELL_COST, TOAD_TRIGGER, Builder, card, filled, make_pool
from tests.instance_fields import fields_of

# More than the steps of any frame.
STEPS_OF_A_FRAME = 100
KINDS_OF_FRAME = {frames.ChoiceFrame, *frames.FRAMES.values()}


@pytest.mark.parametrize("cls", sorted(set(FIELDS) - {frames.Frame}, key=str), ids=lambda cls: cls.__name__)
def test_every_field_is_stored_or_derived(cls: type) -> None:
    stored = [field.name for field in FIELDS[cls].fields]
    derived = DERIVED.get(cls, frozenset())
    assert len(stored) == len(set(stored))
    assert set(stored) | derived == fields_of(cls)
    assert not set(stored) & derived


@pytest.mark.parametrize("cls", frames.FRAMES.values(), ids=lambda cls: cls.__name__)
def test_every_field_of_a_frame_is_stored(cls: type[frames.Frame]) -> None:
    stored = set()
    for step in range(STEPS_OF_A_FRAME):
        names = [name for name in names_of(cls, step) if name]
        assert len(names) == len(set(names))
        stored.update(names)
    assert stored | {"events", "item", "kind", "step"} == fields_of(cls)


def test_every_field_of_the_state_is_stored_or_derived() -> None:
    stored = set(STATE) - {"notes"} | combat_notes.FIELDS
    assert stored | DERIVED[State] == fields_of(State)
    assert not stored & DERIVED[State]


def test_every_class_of_the_state_has_a_table() -> None:
    classes = {
        cls
        for module in (state, frames, decisions, objects, chain_items)
        for cls in vars(module).values()
        if isinstance(cls, type) and cls.__module__ == module.__name__ and fields_of(cls)
    }
    # An Env is stored as a part of an Item; the frames of all kinds are stored by one table.
    assert classes - {State, chain_items.Env, *KINDS_OF_FRAME} == set(FIELDS)


def test_defaults_are_those_of_a_fresh_object() -> None:
    b = Builder()
    o = b.obj("Pebble Golem", 0, 0)
    out = Writer(b.s.pool)
    fresh = {
        objects.Obj: o,
        objects.Loc: objects.Loc(0, w.NOBODY),
        objects.Player: objects.Player(),
        chain_items.Item: Item(50, 0, 0, 0, 0, w.NOBODY, o.d, None),
    }
    o.turn = 0
    for cls, value in fresh.items():
        record = FIELDS[cls]
        for field in record.fields:
            if field.default is not REQUIRED:
                assert field.codec.write(getattr(value, field.name), out) == field.default, (cls, field.name)


def test_a_full_state_comes_back() -> None:
    s = filled().s
    document = dump(s)
    back = load(s.pool, json.loads(json.dumps(document)))
    assert dump(back) == document
    assert checksum(back) == checksum(s)
    assert back.rules is s.rules
    assert back.index is None
    assert back.stamp == 0
    for number, p in enumerate(s.players):
        assert back.players[number].rune_count == p.rune_count == [1, 1, 0, 0, 0, 0]
        assert back.players[number].ready_runes == p.ready_runes == 1


def test_a_clone_has_the_same_document() -> None:
    s = filled().s
    assert dump(s.clone()) == dump(s)


def test_what_is_derived_is_computed_again() -> None:
    s = filled().s
    back = load(s.pool, dump(s))
    assert list(back.board) == list(s.board)
    for oid, o in s.board.items():
        assert might(back, back.board[oid]) == might(s, o)
        assert keywords(back, back.board[oid]) == keywords(s, o)
        assert back.board[oid].tags == o.tags


def test_definitions_and_abilities_are_those_of_the_pool() -> None:
    s = filled().s
    back = load(s.pool, dump(s))
    assert [o.d for o in back.board.values()] == [o.d for o in s.board.values()]
    assert back.chain[0].script is s.chain[0].script
    assert back.chain[1].trigger is s.pool.found[TOAD_TRIGGER]
    assert back.delayed[0].ability is s.pool.found[TOAD_TRIGGER]
    bill = back.chain[0].bill
    assert bill is not None
    assert bill.parts == [(s.pool.found[BELL_COST], 0)]


def test_who_held_the_same_item_holds_the_same_item() -> None:
    s = filled().s
    back = load(s.pool, dump(s))
    assert back.frames[1].item is back.chain[0]
    assert back.frames[2].item is back.frames[3].item is back.resolving
    assert back.resolving not in back.chain
    assert back.resolving is not None
    assert s.resolving is not None
    assert back.resolving.id == s.resolving.id


def test_a_loaded_state_shares_nothing_with_its_document() -> None:
    s = filled().s
    document = dump(s)
    before = copy.deepcopy(document)
    back = load(s.pool, document)
    back.players[0].hand.clear()
    back.chain[0].slots[0] = ()
    replaced = back.frames[3]
    assert isinstance(replaced, frames.EventFrame)
    replaced.entries.append(7)
    back.rng[0] = 0
    assert document == before


def test_random_numbers_go_on_where_they_were() -> None:
    s = filled().s
    back = load(s.pool, dump(s))
    assert [below(back.rng, 1000) for _ in range(20)] == [below(s.rng, 1000) for _ in range(20)]


def test_the_checksum_sees_the_game_and_not_the_log_or_caches() -> None:
    s = filled().s
    before = checksum(s)
    might(s, next(iter(s.board.values())))
    s.log = None
    s.index = None
    s.stamp += 5
    assert checksum(s) == before
    s.rng[2] ^= 1
    assert checksum(s) != before


def test_the_checksum_is_that_of_the_document_without_the_log() -> None:
    s = filled().s
    document = dump(s)
    assert document.pop("log")
    assert checksum(s) == zlib.crc32(json.dumps(document, separators=(",", ":")).encode())


def test_a_state_of_older_rules_keeps_them() -> None:
    s = Builder().s
    s.rules = V1_0
    assert load(s.pool, dump(s)).rules is V1_0


def test_unknown_rules_are_not_saved() -> None:
    s = Builder().s
    s.rules = RulesVersion(name="house rules")
    with pytest.raises(SaveError, match=r"'house rules' cannot be saved"):
        dump(s)


def test_what_the_pool_does_not_know_is_not_saved() -> None:
    b = Builder()
    item = b.item(0, "Quiet Knife", 0)
    item.bill = Bill(0, (), [(CostDef("nowhere", None, (), (), (), -1), 0)], 0)
    b.s.chain.append(item)
    with pytest.raises(SaveError, match=r"CostDef 'nowhere' is not in the pool"):
        dump(b.s)


# --- documents that are none ------------------------------------------------------------------------------------------


YES: Any = True


def broken(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(dump(filled().s)))
    part: Any = document
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return document


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "this is not a saved game"),
        ([], "this is not a saved game"),
        ({}, "this is not a saved game"),
        ({"saved": "riftcheck game", "format": 2}, "saved in format 2, and this version reads format 1"),
        (
            {"saved": "riftcheck game", "format": 1, "rules": "9.9"},
            "rules '9.9'; the known versions are 1.0, 1.2, 1.4, 1.4.1, 1.5",
        ),
        ({"saved": "riftcheck game", "format": 1, "rules": ["1.4"]}, "rules a list"),
        ({"saved": "riftcheck game", "format": 1, "rules": "1.4"}, "not complete: it has no `answer`"),
        (broken(("more",), 1), "a part that no saved game has: 'more'"),
        (broken(("names", 0, 0), "Glass Golem"), "other card data: 'Glass Golem' is not known here"),
        (broken(("names", 0, 1), 1), "other card data: .* has changed since"),
        (broken(("names", 0), "x"), "`names`: a name and a number are expected, not 'x'"),
        (broken(("names",), {}), "`names`: a list of at most"),
        (broken(("turn",), -1), "`turn`: -1 is less than 0"),
        (broken(("turn",), 10**400), "`turn`: a huge number is too large"),
        (broken(("turn",), 1.0), r"`turn`: a whole number is expected, not 1\.0"),
        (broken(("turn",), math.nan), "`turn`: a whole number is expected, not nan"),
        (broken(("turn",), YES), "`turn`: a whole number is expected, not True"),
        (broken(("tp",), 2), "`tp`: 2 is not from 0 to 1"),
        (broken(("phase",), 7), "`phase`: 7 is not from 0 to 6"),
        (broken(("players",), []), "`players`: a list of 1 to 4 entries is expected"),
        (broken(("players", 0, 0, 0), 99999), "`players`, entry 1, `hand`, entry 1: 99999 is not from 0"),
        (broken(("players", 0), "x"), "`players`, entry 1: a list is expected, not 'x'"),
        (broken(("points",), [1]), "there are fewer scores than teams"),
        (broken(("rng",), [1, 2, 3]), "`rng`: 4 entries are expected, not 3"),
        (broken(("notes",), ["x" * 401]), "`notes`, entry 1: a text of 401 characters is longer than 400"),
        (broken(("notes",), [3]), "`notes`, entry 1: a text is expected, not 3"),
        (broken(("notes",), ["x"] * 5000), "`notes`: 5000 entries are more than the 4096"),
        (broken(("board", 0), [1, 2]), "`board`, entry 1: 7 to 29 entries are expected, not 2"),
        (broken(("board", 0, 0), 33), "`board`: two objects have the same id"),
        (broken(("board", 0, 0), 9999), "contradicts itself: object 9999 has an id that is not given out yet"),
        (broken(("board", 0, 1), 99999), "`board`, entry 1, `card`: 99999 is not from -1"),
        (broken(("resolving",), 77), "`resolving`: 77 is not from 0"),
        (broken(("items", 0, 7), "no such/do"), "the card data has nothing under 'no such/do'"),
        (broken(("items", 0, 7), TOAD_TRIGGER), f"'{TOAD_TRIGGER}' is a trigger, but a script is expected"),
        (broken(("delayed", 0, 1), "Quiet Knife/do"), "is a script, but a trigger or activated or static"),
        (broken(("items", 0, 24), [1, 2]), "`bill`: 4 to 4 entries are expected"),
        (broken(("frames", 0, 0), 99), "`frames`, entry 1, `kind`: 99 is not from 0"),
        (broken(("decision", 2, 0), [0]), "`decision`, `options`, entry 1: a list of 3 is expected"),
        (broken(("decision",), None), "it waits for an answer, but nothing is asked"),
        (broken(("decision", 3), 99), "99 to 1 of 4 options are to be chosen"),
        (broken(("decision", 2, 0, 1), 500), r"\[2, 500, 0\] is offered, which means nothing"),
        (broken(("decision", 2, 0, 2), 5), r"\[2, \d+, 5\] is offered, which means nothing"),
        (broken(("decision", 2, 1, 2), 4), r"\[3, \d+, 4\] is offered, which means nothing"),
        (broken(("decision", 2, 2, 1), 4), r"\[5, 4, 0\] is offered, which means nothing"),
        (broken(("decision", 2, 3), [w.O_ACTIVATE, 7, 0]), r"\[4, 7, 0\] is offered, which means nothing"),
        (broken(("decision", 2, 3), [w.O_PLAYER, 2, 0]), r"\[13, 2, 0\] is offered, which means nothing"),
        (broken(("answer",), [4]), "the answer names an option that was not offered"),
        (broken(("order",), [0, 0]), "the turn order does not name each player once"),
        (broken(("winner",), 2), "team 2 cannot have won"),
        (broken(("locs", 0, 2), [33]), "location 0 has 33 among its units, which is elsewhere"),
        (broken(("locs", 2, 1), 5000), "location 2 is a battlefield that is not on the board"),
        (broken(("players", 0, 9), [32]), "player 0 has 32 among the runes, which is none"),
        (broken(("players", 0, 9), []), "a rune on the board belongs to nobody"),
        (broken(("players", 0, 8), 5000), "the legend of player 0 is not on the board"),
        (broken(("players", 0, 0), [2, 2]), "card 2 is in two places"),
        (broken(("items", 0, 12), [[-999999]]), "a reference means card 244, which is none"),
    ],
)
def test_what_is_wrong_is_said(data: Any, message: str) -> None:
    with pytest.raises(SaveError, match=message) as caught:
        load(make_pool_of_filled(), data)
    assert str(caught.value).endswith(".")
    assert str(caught.value).isascii()


def make_pool_of_filled() -> Any:
    return filled().s.pool


def test_units_must_stand_in_the_lists_of_their_location() -> None:
    document = dump(filled().s)
    document["locs"][0][2] = []
    with pytest.raises(SaveError, match="is missing from the lists of its location"):
        load(make_pool(), document)


def test_a_card_must_be_in_a_zone_of_its_owner() -> None:
    document = dump(filled().s)
    document["players"][0][0], document["players"][1][0] = document["players"][1][0], document["players"][0][0]
    with pytest.raises(SaveError, match="is in a zone of player 0, who does not own it"):
        load(make_pool(), document)


def test_attachments_agree() -> None:
    b = filled()
    rope = next(o for o in b.s.board.values() if o.d.name == "Rope")
    top = b.s.board[rope.attached_to]
    top.attachments = ()
    with pytest.raises(SaveError, match=f"object {rope.id} is attached to something that does not have it"):
        load(b.s.pool, dump(b.s))
    top.attachments, rope.attached_to = (rope.id,), w.NOBODY
    with pytest.raises(SaveError, match=f"object {top.id} has an attachment that is not attached to it"):
        load(b.s.pool, dump(b.s))


def test_a_rune_deck_holds_runes() -> None:
    b = Builder()
    b.zone(0, "rune_deck", "Quiet Knife")
    with pytest.raises(SaveError, match="the rune deck of player 0 has a card that is no rune"):
        load(b.s.pool, dump(b.s))


def test_another_pool_with_the_same_cards_will_do() -> None:
    s = filled().s
    document = dump(s)
    other = make_pool()
    assert dump(load(other, document)) == document


def test_a_pool_in_another_order_will_do() -> None:
    s = filled().s
    other = make_pool()
    card(other, "Zinc Heron", w.UNIT)
    moved = other.defs[0]
    other.defs[0], other.defs[-1] = other.defs[-1], other.defs[0]
    for place, d in enumerate(other.defs):
        d.index = place
        other.by_name[d.name] = place
    back = load(other, dump(s))
    assert moved.index != 0
    assert dump(back) == dump(s)


@pytest.mark.parametrize(
    "facts", [{"might": 2}, {"energy": 3}, {"kw": 0}, {"tags": frozenset({"Frog"})}, {"power": (1,)}, {"assault": 1}]
)
def test_the_mark_of_a_card_changes_with_its_facts(facts: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"might": 1, "kw": w.K_HIDDEN}
    one = card(make_pool(), "Frog", w.UNIT, **usual)
    other = card(make_pool(), "Frog", w.UNIT, **(usual | facts))
    assert mark(one) == mark(card(make_pool(), "Frog", w.UNIT, **usual))
    assert mark(one) != mark(other)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=4), part, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_no_json_crashes_it(data: Any) -> None:
    with pytest.raises(SaveError):
        load(make_pool(), data)


FULL = filled().s
DOCUMENT = json.dumps(dump(FULL))


def parts(part: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(part, dict):
        return found + [way for key, value in part.items() for way in parts(value, (*path, key))]
    if isinstance(part, list):
        return found + [way for place, value in enumerate(part) for way in parts(value, (*path, place))]
    return found


PATHS = parts(json.loads(DOCUMENT))


@given(st.sampled_from(PATHS), JSON | st.integers(-3, 60))
def test_no_changed_part_crashes_it(path: tuple[Any, ...], value: Any) -> None:
    document = json.loads(DOCUMENT)
    part = document
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    try:
        back = load(FULL.pool, document)
    except SaveError:
        return
    # What is let in is a game that can be saved, loaded, copied and read.
    again = dump(back)
    assert dump(load(FULL.pool, again)) == again
    for o in back.board.values():
        might(back, o)


@pytest.mark.parametrize(
    ("work", "message"),
    [
        ([frames.PlaceFrame()], "under all work lies neither the turn nor the setup"),
        ([frames.TurnFrame(), frames.TurnFrame()], "a turn or the setup lies upon other work"),
        ([frames.TurnFrame(), frames.SetupFrame()], "a turn or the setup lies upon other work"),
        ([frames.TurnFrame(), frames.FinalizeFrame()], "an item is being finalized that is not pending on the chain"),
    ],
)
def test_work_without_an_end_is_not_loaded(work: list[frames.Frame], message: str) -> None:
    b = Builder()
    b.s.frames = work
    with pytest.raises(SaveError, match=f"contradicts itself: {message}"):
        load(b.s.pool, dump(b.s))


@pytest.mark.parametrize("pending", [True, False])
def test_what_is_finalized_is_pending_on_the_chain(pending: bool) -> None:
    b = filled()
    item = b.s.chain[-1]
    item.pending = pending
    b.s.frames = [frames.TurnFrame(), frames.FinalizeFrame(item)]
    if pending:
        assert load(b.s.pool, dump(b.s)).frames[-1].item is not None
    else:
        with pytest.raises(SaveError, match="not pending on the chain"):
            load(b.s.pool, dump(b.s))
