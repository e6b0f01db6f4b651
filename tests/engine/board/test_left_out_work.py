"""What the engine leaves undone because nothing can have changed: it must be as if it had been done."""

from __future__ import annotations

import pytest

from drills.random_games import RandomGame
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.layers import might
from riftcheck.engine.board.zones import remove, set_exhausted, take_card
from riftcheck.engine.flow.cleanup import quiet, start_cleanup, step_cleanup
from riftcheck.engine.flow.loop import advance
from riftcheck.engine.flow.turn import STEP_EXPIRE, STEP_REPEAT
from riftcheck.engine.invariants import broken
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import READS_BOARD, READS_GAME, READS_HISTORY, READS_MIGHT, READS_TAGS
from riftcheck.engine.model.chain_items import I_CARD, I_TRIGGER
from riftcheck.engine.model.rules_version import LATEST
from riftcheck.engine.storage.save import dump
from tests.engine.own_cards import AWAY, HOME, MILL, Table, own_pool

ELSEWHERE = READS_HISTORY | READS_BOARD | READS_GAME

# --- what passives look at --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ability", "expected"),
    [
        # Only the object itself and where it is: others may change without it.
        ("{for: me, might: +1}", 0),
        ("{for: other friendly units here, might: +1}", 0),
        ("{for: friendly buffed units, might: +1}", 0),
        ("{for: me, while: I am buffed, might: +1}", 0),
        ("{for: me, while: I am attacking, keywords: [tank]}", 0),
        # Others on the board.
        ("{for: me, while: I am alone, might: +1}", READS_BOARD),
        ("{for: other friendly units, while: I am buffed, might: +1}", READS_BOARD),
        ("{for: me, might: +1 per other friendly unit}", READS_BOARD),
        # What the layers change themselves.
        ("{for: me, while: I am mighty, keywords: [tank]}", READS_MIGHT),
        ("{for: friendly Poro units, might: +1}", READS_TAGS),
        # The rest of the game.
        ("{for: me, might: +1 per card in your trash}", ELSEWHERE),
        ("{for: me, might: your points}", ELSEWHERE),
        ("{for: me, while: you have discarded this turn, might: +1}", ELSEWHERE),
    ],
)
def test_what_a_passive_looks_at(ability: str, expected: int) -> None:
    made = own_pool(f"- {{name: Watcher, type: Unit, might: 2, abilities: [{ability}]}}")
    (static,) = made.defs[made.by_name["Watcher"]].main.statics
    assert static.reads == expected


WATCHERS = """
- {name: Lone, type: Unit, might: 2, abilities: [{for: me, while: I am alone, might: +3}]}
- {name: Miser, type: Unit, might: 2, abilities: [{for: me, might: +1 per card in your trash}]}
- {name: Keeper, type: Unit, might: 2, abilities: [{for: other friendly units here, might: +1}]}
- {name: Sleeper, type: Unit, might: 2, abilities: [{for: me, might: +1 per exhausted friendly unit}]}
"""


def test_might_follows_what_it_hangs_on() -> None:
    t = Table(WATCHERS)
    lone, miser = t.unit("Lone", HOME, MILL), t.unit("Miser", HOME, HOME)
    sleeper = t.unit("Sleeper", HOME, HOME)
    assert [might(t.s, o) for o in (lone, miser, sleeper)] == [5, 2, 2]
    cat = t.unit("Cat", HOME, MILL)
    assert might(t.s, lone) == 2
    set_exhausted(t.s, cat, exhausted=True)
    assert might(t.s, sleeper) == 3
    remove(t.s, cat)
    assert [might(t.s, lone), might(t.s, sleeper)] == [5, 2]
    t.zone(HOME, "trash", "Cat")
    t.s.stamp += 1  # a zone filled by hand
    assert might(t.s, miser) == 3
    take_card(t.s, t.s.players[HOME].trash[0], w.Z_TRASH)
    assert might(t.s, miser) == 2


def test_an_object_that_is_touched_is_computed_with_the_passives_of_others() -> None:
    t = Table(WATCHERS)
    t.unit("Keeper", HOME, MILL)
    cat, other = t.unit("Cat", HOME, MILL), t.unit("Cat", AWAY, MILL)
    assert [might(t.s, cat), might(t.s, other)] == [2, 1]
    index = get_index(t.s)
    assert (index.layered, index.tied, index.wide) == (True, False, False)
    stamp = t.s.stamp
    set_exhausted(t.s, cat, exhausted=True)
    assert t.s.stamp == stamp
    assert cat.seen < 0
    assert might(t.s, cat) == 2


# --- the index that goes on -------------------------------------------------------------------------------------------


def test_who_comes_and_goes_is_in_the_index_and_out_of_it() -> None:
    t = Table(WATCHERS)
    t.unit("Cat", HOME, MILL)
    before = get_index(t.s)
    keeper = t.unit("Keeper", HOME, MILL)
    after = t.s.index
    assert after is not None, "the index is not built anew"
    assert after is not before
    assert [env.me for env, _, _ in after.statics] == [keeper.id]
    assert before.statics == []
    assert broken(t.s) == []
    remove(t.s, keeper)
    assert t.s.index is not None
    assert t.s.index.statics == []
    assert not t.s.index.layered
    assert [env.me for env, _, _ in after.statics] == [keeper.id], "a copy may hold the index from before"


# --- cleanups ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_cleanup_that_is_left_out_would_have_found_nothing(seed: int) -> None:
    game = RandomGame(seed, LATEST, "duel")
    seen = 0
    while game.game.decision is not None and game.played < 400:
        s = game.game.state
        if not s.dirty and not s.combat and (s.chain or game.game.decision.kind == w.D_MAIN):
            again = s.clone()
            again.decision, again.waiting = None, False
            again.cleanup_stamp = w.NOBODY
            again.dirty = w.DIRTY_CHAIN | w.DIRTY_STATUS | w.DIRTY_PRESENCE | w.DIRTY_DAMAGE
            step_cleanup(again, start_cleanup(again))
            again.decision, again.waiting = s.decision, True
            for o in again.board.values():
                o.noticed = s.board[o.id].noticed  # what is noticed only now has triggered nothing
            assert dump(again) == dump(s)
            seen += 1
        game.step()
    assert seen > 20


def test_a_cleanup_is_left_out_only_while_nothing_that_it_looks_at_has_changed() -> None:
    t = Table()
    t.unit("Ox", HOME, MILL)
    t.s.dirty = w.DIRTY_ALL
    advance(t.s)
    s = t.s.clone()
    assert s.locs[MILL].control == HOME
    s.chain.append(t.item(I_CARD, "Cat", HOME))
    s.dirty = w.DIRTY_CHAIN | w.DIRTY_STATUS
    assert quiet(s)
    for bit in (w.DIRTY_DAMAGE, w.DIRTY_PRESENCE, w.DIRTY_POINTS):
        s.dirty = w.DIRTY_CHAIN | bit
        assert not quiet(s)
    s.dirty = w.DIRTY_CHAIN
    s.combat = True
    assert not quiet(s)
    s.combat = False
    s.stamp += 1
    assert not quiet(s), "some Might may have changed"
    s.stamp -= 1
    s.chain.clear()
    assert quiet(s)
    s.locs[MILL].control = AWAY
    assert not quiet(s), "a battlefield is lost"
    s.chain.append(t.item(I_CARD, "Cat", HOME))
    assert quiet(s), "not while the chain goes on"
    s.chain.clear()
    s.locs[MILL].control = HOME
    s.locs[MILL].showdown = True
    assert not quiet(s), "a showdown begins"
    s.locs[MILL].showdown, s.showdown = False, MILL
    assert not quiet(s), "a showdown may become a combat"


# --- steps of the turn ------------------------------------------------------------------------------------------------


def test_no_step_follows_the_cleanup_in_which_a_game_is_won() -> None:
    t = Table()
    frame = t.s.frames[0]
    frame.step = STEP_EXPIRE
    t.s.points[HOME] = t.s.victory
    t.go()
    assert t.s.winner == HOME
    assert frame.step == STEP_REPEAT


def test_what_waits_for_a_pass_comes_before_the_next_window() -> None:
    t = Table()
    t.s.chain.append(t.item(I_CARD, "Cat", HOME))
    t.s.chain[0].pending = False
    t.s.prio, t.s.ask_all = HOME, True
    t.go()
    assert t.asked() == (HOME, w.D_PRIORITY)
    t.s.triggered.append(t.item(I_TRIGGER, "Cat", HOME))
    t.s.answer, t.s.waiting = [len(t.offers()) - 1], False
    advance(t.s)
    assert len(t.s.chain) == 2, "the trigger is on the chain before anybody else is asked"
