"""What a player may know, and what is dealt anew where they may not."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riftcheck.engine.board.zones import put_card, take_card
from riftcheck.engine.display.names import EVERYTHING, SPECTATOR, may_know, ref_name
from riftcheck.engine.display.redeal import redeal
from riftcheck.engine.display.view import KINDS, OPTIONS, view
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD
from riftcheck.engine.model.references import card_ref
from riftcheck.engine.storage.save import checksum, dump
from tests.engine.hand_built import Builder, card, filled, make_pool

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State

EYES = [0, 1, None]


def secret() -> Builder:
    """Return a game in which every card of a hidden zone has a name of its own."""
    pool = make_pool()
    b = Builder(pool)
    for owner in (0, 1):
        for zone, types, kw in (("hand", w.UNIT, 0), ("deck", w.SPELL, 0), ("hand", w.SPELL, w.K_HIDDEN)):
            for number in range(3):
                name = f"Secret {zone} {kw} {owner} {number}"
                card(pool, name, types, kw=kw)
                b.zone(owner, zone, name)
        for number in range(3):
            name = f"Secret rune {owner} {number}"
            card(pool, name, w.RUNE)
            b.zone(owner, "rune_deck", name)
        name = f"Secret facedown {owner}"
        card(pool, name, w.UNIT, kw=w.K_HIDDEN, assault=3, tags=frozenset({f"Secret tag {owner}"}))
        b.facedown(name, owner, 2 + owner)
    return b


@pytest.mark.parametrize("player", EYES)
def test_no_hidden_name_is_in_a_view(player: int | None) -> None:
    s = secret().s
    text = json.dumps(view(s, player))
    own = {
        name for name in s.pool.by_name if name.startswith(("Secret hand", "Secret facedown")) and _of(name) == player
    }
    for name in s.pool.by_name:
        if name.startswith("Secret"):
            assert (f'"{name}"' in text) == (name in own), name
    assert "Secret tag" not in text


def _of(name: str) -> int:
    return int(name.split()[3] if name.startswith("Secret hand") else name.split()[2])


@pytest.mark.parametrize("player", EYES)
def test_a_view_is_a_document_of_its_own(player: int | None) -> None:
    s = filled().s
    before = checksum(s)
    shown = view(s, player)
    assert json.loads(json.dumps(shown)) == shown
    for part in (shown["board"], shown["players"], shown["chain"], shown["battlefields"], shown["points"]):
        part.clear()
    shown = view(s, player)
    shown["players"][0]["runes"].clear()
    shown["battlefields"][0]["units"].clear()
    assert checksum(s) == before
    assert view(s, player) == view(s.clone(), player)


def test_what_is_public_is_there() -> None:
    s = filled().s
    shown = view(s, None)
    assert (shown["turn"], shown["phase"], shown["turn_player"], shown["victory_score"]) == (3, "main", 0, 8)
    assert shown["points"] == [3, 5]
    assert shown["winners"] == []
    one, two = shown["players"]
    # CR 108.4.d: so is the number of cards in a main deck.
    assert (two["hand_size"], two["deck_size"], two["rune_deck_size"], two["xp"]) == (3, 8, 3, 4)
    assert one["hand"] is None
    assert [entry["name"] for entry in one["trash"]] == ["Loud Bell"]
    assert [entry["name"] for entry in one["champion_zone"]] == ["Pebble Golem"]
    assert one["pool"]["spells"] == {"energy": 0, "power": {"fury": 2}}
    assert one["pool"]["any"] == {"energy": 0, "power": {}}
    board = {entry["object"]: entry for entry in shown["board"]}
    assert board[one["legend"]]["name"] == "The Miller"
    assert [board[oid]["exhausted"] for oid in one["runes"]] == [False, True]
    mill = shown["battlefields"][0]
    assert (mill["name"], mill["location"], mill["control"], mill["contested"]) == ("Old Mill", 2, 1, 0)
    toad, chick = (board[oid] for oid in mill["units"])
    assert (toad["name"], toad["damage"], toad["stunned"], toad["role"]) == ("Marsh Toad", 1, True, "defender")
    assert chick["token"]
    assert not toad["token"]
    golem = next(entry for entry in shown["board"] if entry["name"] == "Pebble Golem")
    # 4 printed, 1 a buff, 1 of the rope, 1 this turn.
    assert golem["might"] == 7
    assert golem["keywords"] == {"assault": 2, "tank": 1}
    assert golem["tags"] == ["Big", "Stone"]
    assert board[golem["attachments"][0]]["attached_to"] == golem["object"]
    assert toad["keywords"] == {"hidden": 1, "tank": 1}


def test_the_chain_is_public() -> None:
    s = filled().s
    toad = next(o for o in s.board.values() if o.d.name == "Marsh Toad")
    spell, waiting = view(s, None)["chain"]
    assert (spell["name"], spell["kind"], spell["player"], spell["pending"]) == ("Quiet Knife", "card", 0, False)
    assert spell["chosen"] == [[{"object": toad.id}], [{"player": 1}, {"location": 2}]]
    assert (waiting["words"], waiting["source"], waiting["pending"]) == (
        "ability of Marsh Toad",
        {"object": toad.id},
        True,
    )


def test_facedown_cards_are_seen_by_their_controller() -> None:
    s = filled().s
    for player in EYES:
        board = {entry["object"]: entry for entry in view(s, player)["board"]}
        for o in s.board.values():
            if o.facedown:
                seen = board[o.id]
                assert (seen["name"] == o.d.name) == (player == o.controller)
                assert (seen["facedown"], seen["location"]) == (True, o.loc)
                assert "might" not in seen
                if player != o.controller:
                    assert seen["name"] == "facedown card"
                    assert seen.keys() == {"object", "name", "owner", "controller", "location", "facedown"}


def test_the_question_is_for_its_player_alone() -> None:
    s = filled().s
    for player in (1, None):
        assert view(s, player)["decision"] is None
        assert view(s, player)["deciding"] == 0
    decision = view(s, 0)["decision"]
    assert (decision["kind"], decision["least"], decision["most"]) == ("main", 1, 1)
    play, hide, move, end = decision["options"]
    hand = {entry["card"]: entry["name"] for entry in view(s, 0)["players"][0]["hand"]}
    assert (play["key"], play["kind"], hand[play["card"]], play["way"]) == ("play Tin Heron", "play", "Tin Heron", 0)
    assert (hide["key"], hide["location"]) == ("hide Quiet Knife at battlefield 2", 3)
    assert (move["key"], move["location"]) == ("move to battlefield 1", 2)
    assert (end["key"], end["index"]) == ("end turn", 3)


def test_an_answered_question_is_gone() -> None:
    s = filled().s
    s.waiting = False
    assert view(s, 0)["decision"] is None
    assert view(s, 0)["deciding"] is None


def test_numbers_of_cards_are_of_the_view() -> None:
    s = filled().s
    shown = view(s, 0)
    numbers = [
        entry["card"]
        for p in shown["players"]
        for zone in ("hand", "trash", "champion_zone")
        for entry in p[zone] or ()
    ]
    assert numbers == list(range(1, len(numbers) + 1))


def test_looked_at_cards_are_named_in_the_question() -> None:
    b = secret()
    s = b.s
    top = s.players[0].deck[-1]
    b.asks(0, w.D_PICK, [(w.O_REF, card_ref(s, top), 0), (w.O_NO, 0, 0)], about=card_ref(s, top))
    name = s.pool.defs[s.card_defs[top]].name
    shown = view(s, 0)["decision"]
    assert shown["options"][0]["name"] == shown["about"]["name"] == name
    assert name not in json.dumps(view(s, 1))


def test_every_kind_of_question_and_option_has_a_name() -> None:
    questions = {value for name, value in vars(w).items() if name.startswith("D_")}
    options = {value for name, value in vars(w).items() if name.startswith("O_")}
    assert set(KINDS) == questions
    assert set(OPTIONS) == options
    assert len(set(KINDS.values())) == len(KINDS)
    assert len(set(OPTIONS.values())) == len(OPTIONS)


@pytest.mark.parametrize("player", [-1, 2])
def test_there_must_be_such_a_player(player: int) -> None:
    with pytest.raises(ValueError, match=f"no player {player}: the players are 0 to 1"):
        view(filled().s, player)


def test_who_may_know_a_card() -> None:
    b = filled()
    s = b.s
    p = s.players[0]
    for cards, knowing in ((p.hand, {0}), (p.deck, set()), (p.rune_deck, set()), (p.trash, {0, 1, SPECTATOR})):
        assert {eye for eye in (0, 1, SPECTATOR) if may_know(s, cards[0], eye)} == knowing
        assert may_know(s, cards[0], EVERYTHING)
    hidden = next(o for o in s.board.values() if o.facedown and o.controller == 0)
    assert {eye for eye in (0, 1, SPECTATOR) if may_know(s, hidden.card, eye)} == {0}
    assert may_know(s, s.chain[0].card, SPECTATOR)
    assert not may_know(s, b.new("Loud Bell", 0), 0)
    assert ref_name(s, card_ref(s, p.deck[0]), 0) == "a card"


# --- exchanged hidden cards -------------------------------------------------------------------------------------------


def swap(s: State, one: tuple[int, str, int], other: tuple[int, str, int]) -> None:
    a, b = getattr(s.players[one[0]], one[1]), getattr(s.players[other[0]], other[1])
    a[one[2]], b[other[2]] = b[other[2]], a[one[2]]


@pytest.mark.parametrize(
    ("one", "other", "blind"),
    [
        ((1, "hand", 0), (1, "deck", 2), [0, None]),
        ((1, "hand", 0), (1, "hand", 2), [0, None]),
        ((0, "deck", 0), (0, "deck", 2), [0, 1, None]),
        ((0, "rune_deck", 0), (0, "rune_deck", 2), [0, 1, None]),
    ],
)
def test_exchanging_hidden_cards_changes_no_view(
    one: tuple[int, str, int], other: tuple[int, str, int], blind: list[int | None]
) -> None:
    s = secret().s
    before = {player: view(s, player) for player in EYES}
    swap(s, one, other)
    for player in EYES:
        assert (view(s, player) == before[player]) == (player in blind)


def test_exchanging_facedown_cards_changes_only_the_view_of_their_controller() -> None:
    s = secret().s
    before = {player: view(s, player) for player in EYES}
    o = next(o for o in s.board.values() if o.facedown and o.controller == 1)
    hand = s.players[1].hand
    o.card, hand[0] = hand[0], o.card
    o.d = s.pool.defs[s.card_defs[o.card]]
    for player in EYES:
        assert (view(s, player) == before[player]) == (player != 1)


@given(st.integers(0, 2**64), st.sampled_from(EYES))
def test_dealing_anew_changes_no_view_of_that_player(seed: int, player: int | None) -> None:
    for s in (secret().s, filled().s):
        before = dump(s)
        new = redeal(s, player, seed)
        assert view(new, player) == view(s, player)
        assert dump(s) == before
        assert checksum(redeal(s, player, seed)) == checksum(new)


def faces(s: State, cards: list[int]) -> list[str]:
    return [s.pool.defs[s.card_defs[number]].name for number in cards]


def hidden_faces(s: State, owner: int) -> Counter[str]:
    p = s.players[owner]
    facedown = [o.card for o in s.board.values() if o.facedown and o.owner == owner]
    return Counter(faces(s, [*p.hand, *p.deck, *facedown]))


def test_dealing_anew_keeps_what_each_owner_has() -> None:
    s = secret().s
    for seed in range(20):
        new = redeal(s, 0, seed)
        for owner in (0, 1):
            assert hidden_faces(new, owner) == hidden_faces(s, owner)
            rune_deck = s.players[owner].rune_deck
            assert sorted(faces(new, rune_deck)) == sorted(faces(s, rune_deck))
        assert faces(new, s.players[0].hand) == faces(s, s.players[0].hand)
        for o in new.board.values():
            assert o.card < 0 or s.pool.defs[new.card_defs[o.card]] is o.d
            if o.facedown and o.controller == 0:
                assert o.d is s.board[o.id].d
            if o.facedown and o.controller == 1:
                assert o.d.kw & w.K_HIDDEN
                assert (o.kw, o.assault, o.tags) == (o.d.kw, o.d.assault, o.d.tags)
        assert new.rng != s.rng
        assert new.log is None


def test_every_hidden_card_gets_everywhere() -> None:
    s = secret().s
    places: dict[str, set[str]] = {}
    for seed in range(300):
        new = redeal(s, 0, seed)
        p = new.players[1]
        facedown = [o.card for o in new.board.values() if o.facedown and o.controller == 1]
        for place, cards in (("hand", p.hand), ("deck", p.deck), ("facedown", facedown)):
            for name in faces(new, cards):
                places.setdefault(name, set()).add(place)
    everywhere = {"hand", "deck", "facedown"}
    for name, found in places.items():
        able = s.pool.defs[s.pool.by_name[name]].kw & w.K_HIDDEN
        assert found == (everywhere if able else everywhere - {"facedown"}), name
    own = {tuple(faces(redeal(s, 0, seed), s.players[0].deck)) for seed in range(100)}
    assert len(own) == 6
    runes = {tuple(faces(redeal(s, 0, seed), s.players[0].rune_deck)) for seed in range(100)}
    assert len(runes) == 6


def test_a_card_hidden_by_an_effect_can_be_any() -> None:
    b = secret()
    card(b.s.pool, "Secret odd", w.UNIT)
    odd = b.facedown("Secret odd", 1, 3)
    names = {redeal(b.s, 0, seed).board[odd.id].d.name for seed in range(200)}
    assert len(names) > 6
    assert any(not b.s.pool.defs[b.s.pool.by_name[name]].kw & w.K_HIDDEN for name in names - {"Secret odd"})


def test_what_was_seen_stays() -> None:
    b = secret()
    s = b.s
    top, second = s.players[0].deck[-1], s.players[0].deck[-2]
    known = s.players[1].hand[0]
    b.asks(0, w.D_PICK, [(w.O_REF, card_ref(s, top), 0), (w.O_NO, 0, 0)], about=w.NOBODY)
    item = b.item(I_CARD, "Quiet Knife", 0)
    item.slots = [(card_ref(s, second),)]
    s.chain = [item]
    s.players[1].finalized = [known]
    for seed in range(20):
        new = redeal(s, 0, seed)
        for number in (top, second, known):
            assert new.card_defs[number] == s.card_defs[number]
    other = {redeal(s, 1, seed).card_defs[top] for seed in range(50)}
    assert len(other) > 1


def test_a_stale_reference_is_nothing_that_was_seen() -> None:
    b = secret()
    s = b.s
    moved = s.players[1].hand[0]
    ref = card_ref(s, moved)
    take_card(s, moved, w.Z_HAND)
    put_card(s, moved, w.Z_DECK)
    b.asks(0, w.D_PICK, [(w.O_REF, ref, 0), (w.O_NO, 0, 0)])
    assert len({redeal(s, 0, seed).card_defs[moved] for seed in range(50)}) > 1
