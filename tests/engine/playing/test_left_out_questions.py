"""What is not asked of plays, triggers and events because the answer is known: it must be as if it had been asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from drills.random_games import RandomGame
from riftcheck.engine.board.events import emit
from riftcheck.engine.board.timing import T_ACTION, T_MAIN, T_REACTION
from riftcheck.engine.costs.bill import bill_for_play, owes_nothing
from riftcheck.engine.costs.total_cost import FREE
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_ACTIVATED, I_CARD, I_TRIGGER
from riftcheck.engine.model.rules_version import LATEST
from riftcheck.engine.model.state import kind_flags
from riftcheck.engine.playing.plays import WAY_CHAMPION, WAY_HAND, can_play
from tests.engine.own_cards import HOME, MILL, Table

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.state import State

TIMINGS = {w.D_MAIN: T_MAIN, w.D_FOCUS: T_ACTION, w.D_PRIORITY: T_REACTION}

# --- plays ------------------------------------------------------------------------------------------------------------

CHEAPER = """
- {name: Eager, type: Unit, might: 2, energy: 3, abilities: [{cost-of: this, less: {energy: 2}}]}
- {name: Guild, type: Unit, might: 2, abilities: [{cost-of: units you play, less: {energy: 2}}]}
- {name: Barn, type: Gear, abilities: [{cost: {exhaust: me}, speed: reaction, do: [{add: {energy: 3}}]}]}
"""


def offered(t: Table) -> set[str]:
    t.s.index = None
    t.s.waiting, t.s.decision = False, None
    t.go()
    return {key.removeprefix("play ") for key in t.offers() if key.startswith("play ")}


def poor(*hand: str) -> Table:
    """Return a table at which a player has a hand, and nothing to pay with."""
    t = Table(CHEAPER)
    t.s.players[HOME].pool[:] = [0] * w.POOL_SIZE
    t.zone(HOME, "hand", *hand)
    return t


def test_a_card_beyond_the_runes_is_offered_where_something_else_pays() -> None:
    t = poor("Sled")
    assert offered(t) == set()
    t.s.players[HOME].pool[0] = 2
    assert offered(t) == {"Sled"}
    t.s.players[HOME].pool[0] = 0
    t.obj("Barn", HOME, HOME)
    assert offered(t) == {"Sled"}


def test_a_card_beyond_the_runes_is_offered_where_a_price_is_lower() -> None:
    t = poor("Eager", "Ox")
    t.obj("Fury Rune", HOME, HOME)
    assert offered(t) == {"Eager"}
    t = poor("Ox")
    rune = t.obj("Fury Rune", HOME, HOME)
    other = t.obj("Fury Rune", HOME, HOME)
    assert (rune.exhausted, other.exhausted) == (False, False)
    assert offered(t) == set()
    t.unit("Guild", HOME, HOME)
    assert offered(t) == {"Ox"}


def test_so_is_a_chosen_champion() -> None:
    t = poor()
    t.obj("Fury Rune", HOME, HOME)
    t.zone(HOME, "champion", "Eager")
    assert offered(t) == {"Eager from the champion zone"}
    t = poor()
    t.zone(HOME, "champion", "Cat")
    assert offered(t) == set()
    t.unit("Guild", HOME, HOME)
    assert offered(t) == {"Cat from the champion zone"}


def in_full(s: State, player: int, timing: int) -> set[tuple[int, int]]:
    """Return the plays from hand and champion zone by the full question, one of equal cards in hand."""
    first: dict[int, int] = {}
    for card in s.players[player].hand:
        first.setdefault(s.card_defs[card], card)
    asked = [(card, WAY_HAND) for card in first.values()] + [
        (card, WAY_CHAMPION) for card in s.players[player].champion
    ]
    return {
        (card, way)
        for card, way in asked
        if not s.pool.defs[s.card_defs[card]].unsupported and can_play(s, player, card, way, timing)
    }


@pytest.mark.parametrize("seed", range(6))
def test_the_plays_of_a_window_are_those_of_the_full_question(seed: int) -> None:
    game = RandomGame(seed, LATEST, "duel")
    seen = 0
    while game.game.decision is not None and game.played < 250:
        decision = game.game.decision
        if decision.kind in TIMINGS:
            found = {
                (card, way)
                for kind, card, way in decision.options
                if kind == w.O_PLAY and way in (WAY_HAND, WAY_CHAMPION)
            }
            s = game.game.state.clone()
            assert found == in_full(s, decision.player, TIMINGS[decision.kind])
            seen += len(found)
        game.step()
    assert seen > 10


# --- abilities without a cost -----------------------------------------------------------------------------------------


def trigger_of(t: Table) -> Item:
    return t.item(I_TRIGGER, "Cat", HOME)


def test_an_ability_without_a_cost_has_an_empty_bill() -> None:
    t = Table(CHEAPER)
    item = trigger_of(t)
    assert owes_nothing(t.s, item)
    bill = bill_for_play(t.s, item)
    assert (bill.energy, bill.power, bill.parts) == (0, (), [])


def test_what_may_owe_something_has_its_bill_made() -> None:
    t = Table(CHEAPER)
    assert not owes_nothing(t.s, t.item(I_CARD, "Cat", HOME))
    cost = t.defined("The Miller").main.activated[0].cost
    item = t.item(I_ACTIVATED, "The Miller", HOME)
    item.activated = t.defined("The Miller").main.activated[0]
    assert not owes_nothing(t.s, item)
    item = trigger_of(t)
    item.chosen = [(t.unit("Ox", HOME, MILL).id,)]
    assert not owes_nothing(t.s, item), "Deflect may cost power"
    item = trigger_of(t)
    item.extras = ("repeat",)
    assert not owes_nothing(t.s, item)
    item = trigger_of(t)
    item.instead = cost
    assert not owes_nothing(t.s, item)
    item = trigger_of(t)
    item.price = FREE
    assert not owes_nothing(t.s, item)
    item = trigger_of(t)
    t.unit("Guild", HOME, HOME)
    assert not owes_nothing(t.s, item), "a discount may be asked about"


# --- events -----------------------------------------------------------------------------------------------------------


def test_an_event_that_only_the_log_wants_has_all_that_a_published_one_has() -> None:
    t = Table()
    ox = t.unit("Ox", HOME, MILL)
    t.s.asked = kind_flags(())
    event = emit(t.s, w.E_HOLD, HOME, t.s.locs[MILL].bf, loc=MILL)
    assert event is not None
    assert event.units == (ox.id,), "who took part is noted"
    assert t.s.log == [event]
    assert t.s.history == []


def test_an_event_that_is_counted_goes_into_the_history_as_well() -> None:
    t = Table()
    t.s.asked = kind_flags((w.E_XP,))
    xp, other = emit(t.s, w.E_XP, HOME, HOME, amount=1), emit(t.s, w.E_LOSE, HOME, HOME, amount=1)
    assert t.s.history == [xp]
    assert t.s.log == [xp, other]
    t.s.log = None
    assert emit(t.s, w.E_LOSE, HOME, HOME, amount=1) is None
    counted = emit(t.s, w.E_XP, HOME, HOME, amount=1)
    assert t.s.history == [xp, counted]
