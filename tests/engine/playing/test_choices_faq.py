"""What the Origins FAQ says of single cards, held against the cards as they are shipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.model import constants as w
from tests.engine.own_cards import AWAY, HOME, MILL, NEW_MILL, Table, alive, shipped

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

SHIFT = "- {name: Shift, type: Spell, keywords: [reaction], do: [{move: choose a unit}]}\n"
BOUNCE = "- {name: Bounce, type: Spell, keywords: [reaction], do: [{return: choose a unit}]}\n"


def test_the_controller_draws_even_if_the_kill_was_replaced(db: CardDatabase) -> None:
    """Hidden Blade against Zhonya's Hourglass; CR 359.3.e.14.b."""
    table = Table(shipped=shipped(db, "Hidden Blade", "Zhonya's Hourglass"))
    hourglass = table.obj("Zhonya's Hourglass", AWAY, AWAY)
    ox = table.unit("Ox", AWAY, MILL)
    table.zone(AWAY, "deck", "Cat", "Cat", "Cat")
    table.play(HOME, "Hidden Blade")
    table.passes()
    assert (alive(table.s, ox), alive(table.s, hourglass)) == (True, False)
    assert len(table.hand(AWAY)) == 2


def test_nobody_draws_where_the_unit_had_left(db: CardDatabase) -> None:
    """Hidden Blade; CR 359.3.e.14.a."""
    table = Table(BOUNCE, shipped=shipped(db, "Hidden Blade"))
    ox = table.unit("Ox", AWAY, MILL)
    table.zone(AWAY, "deck", "Cat", "Cat", "Cat")
    table.zone(AWAY, "hand", "Bounce")
    table.play(HOME, "Hidden Blade")
    table.answer("play Bounce")
    table.passes()
    assert not alive(table.s, ox)
    assert table.hand(AWAY) == ["Ox"]


@pytest.mark.parametrize("gone", [False, True])
def test_without_a_killed_unit_the_hook_finds_none(db: CardDatabase, gone: bool) -> None:
    """Baited Hook: the killed unit's Might is null if none was killed (CR 359.3.e.12); the rest is recycled."""
    table = Table(BOUNCE, shipped=shipped(db, "Baited Hook"))
    table.obj("Baited Hook", HOME, HOME)
    table.unit("Ox", HOME, HOME)
    table.zone(HOME, "deck", "Cat", "Ox")
    table.zone(AWAY, "hand", "Bounce")
    table.go()
    table.answer("use Baited Hook")
    table.answer("play Bounce" if gone else "pass")
    table.passes()
    if not gone:  # else nothing can be taken, so nothing is asked
        table.answer("yes")
        assert sorted(table.offers()) == ["pick Cat", "pick Ox"]
        table.answer("pick Ox")
    assert len(table.s.players[HOME].deck) == (2 if gone else 1)
    table.passes()


def test_of_what_the_opponents_reveal_one_is_banished_and_played(db: CardDatabase) -> None:
    """Blind Fury: the rest goes back to the decks of its owners."""
    table = Table(players=3, shipped=shipped(db, "Blind Fury"))
    table.zone(1, "deck", "Cat", "Ox")
    table.zone(2, "deck", "Ox", "Cat")
    table.play(0, "Blind Fury")
    table.passes()
    assert table.offers() == ["pick Ox", "pick Cat"]
    table.answer("pick Ox")
    s = table.s
    assert [s.board[oid].d.name for oid in s.locs[0].units] == ["Ox"]
    assert (table.names(s.players[1].deck), table.names(s.players[2].deck)) == (["Cat"], ["Cat", "Ox"])


@pytest.mark.parametrize("deck", [("Cat", "Sled", "Sled"), ("Sled", "Sled")])
def test_cards_are_revealed_until_a_unit_comes(db: CardDatabase, deck: tuple[str, ...]) -> None:
    """Dazzling Aurora: that unit is played for nothing, the others are recycled; without one all are."""
    table = Table(shipped=shipped(db, "Dazzling Aurora"))
    s = table.s
    table.obj("Dazzling Aurora", HOME, HOME)
    table.zone(HOME, "deck", "Ox", "Ox", *deck) if "Cat" in deck else table.zone(HOME, "deck", *deck)
    table.zone(AWAY, "deck", "Ox", "Ox")
    table.unit("Cat", AWAY, AWAY)
    table.go()
    table.answer("end turn")
    table.passes()
    played = [s.board[oid].d.name for oid in s.locs[HOME].units]
    assert played == (["Cat"] if "Cat" in deck else [])
    assert table.names(s.players[HOME].deck).count("Sled") == 2


@pytest.mark.parametrize("moves", [True, False])
def test_a_unit_that_was_not_moved_has_no_destination(db: CardDatabase, moves: bool) -> None:
    """Dragon's Rage: the second half is an ability of its own, and comes only if the unit was moved."""
    table = Table(BOUNCE, shipped=shipped(db, "Dragon's Rage"))
    ox, cat = table.unit("Ox", AWAY, MILL), table.unit("Cat", AWAY, NEW_MILL)
    table.zone(AWAY, "hand", "Bounce")
    table.play(HOME, "Dragon's Rage", ox.id, NEW_MILL)
    if moves:
        table.answer("pass")
        table.passes()
    else:
        table.answer("play Bounce")
        table.answer(ox.id)
        table.passes()
    assert alive(table.s, cat) == (not moves)


def test_the_hidden_cards_that_are_revealed_are_counted(db: CardDatabase) -> None:
    """Teemo, Strategist: one target, chosen first; as much damage as cards with Hidden."""
    table = Table(shipped=shipped(db, "Teemo, Strategist", "Hidden Blade", "Fox-Fire"))
    teemo = table.unit("Teemo, Strategist", AWAY, MILL)
    ox = table.unit("Ox", HOME, HOME)
    table.zone(AWAY, "deck", "Cat", "Hidden Blade", "Ox", "Fox-Fire", "Ox", "Ox")
    table.zone(HOME, "deck", "Cat", "Cat")
    table.go()
    table.answer("move to battlefield 1")
    table.passes()
    assert not alive(table.s, teemo)
    damage = [(e.subject, e.amount) for e in table.s.log or [] if e.kind == w.E_DAMAGE]
    assert damage[:1] == [(ox.id, 2)]


def test_a_unit_found_in_the_hand_is_played_where_ava_attacks_and_a_spell_anywhere(db: CardDatabase) -> None:
    """Ava Achiever: `here` is said of units only."""
    stab = "- {name: Stab, type: Spell, energy: 9, keywords: [hidden], do: [{stun: choose a unit}]}\n"
    mole = "- {name: Mole, type: Unit, might: 1, energy: 9, keywords: [hidden]}\n"
    for name in ("Stab", "Mole"):
        table = Table(stab + mole, shipped=shipped(db, "Ava Achiever"))
        s = table.s
        table.unit("Ava Achiever", HOME, HOME)
        target = table.unit("Cat", AWAY, AWAY)
        table.unit("Ox", AWAY, MILL)
        table.zone(HOME, "hand", name)
        table.go()
        table.answer("move to battlefield 1")
        table.answer("yes")
        while not any(key.startswith("pick") for key in table.offers()):
            table.answer("pass")
        table.answer(f"pick {name}")
        if name == "Stab":
            table.answer(target.id)
            assert target.stunned
        else:
            assert "Mole" in [s.board[oid].d.name for oid in s.locs[MILL].units]


def test_the_model_of_a_mutation_is_a_target_too(db: CardDatabase) -> None:
    """Convergent Mutation: raised to the other unit's Might as it is when the spell resolves; never lowered."""
    table = Table(BOUNCE, shipped=shipped(db, "Convergent Mutation"))
    cat, ox = table.unit("Cat", HOME, HOME), table.unit("Ox", HOME, HOME)
    table.zone(AWAY, "hand", "Bounce")
    table.play(HOME, "Convergent Mutation", cat.id)
    assert [e.subject for e in table.s.log or [] if e.kind == w.E_CHOOSE] == [cat.id, ox.id]
    table.answer("play Bounce")
    table.answer(ox.id)
    table.passes()
    assert table.s.board[cat.id].temp_might == 0


def test_what_a_line_has_named_is_not_another(db: CardDatabase) -> None:
    """Twisted Fate, Gambler: 2 to one enemy unit there, 1 to all others; the one takes 2 only."""
    table = Table(shipped=shipped(db, "Twisted Fate, Gambler"))
    table.unit("Twisted Fate, Gambler", HOME, HOME)
    oxen = [table.unit("Ox", AWAY, MILL) for _ in range(2)]
    table.zone(HOME, "rune_deck", "Fury Rune", "Fury Rune")
    table.go()
    table.answer("move to battlefield 1")
    while table.asked() != (HOME, w.D_TARGET):
        table.answer("pass")
    table.answer(oxen[1].id)
    table.passes()
    amounts = {e.subject: e.amount for e in reversed(table.s.log or []) if e.kind == w.E_DAMAGE}
    assert [amounts[ox.id] for ox in oxen] == [1, 2]
