"""The reason why an ability cannot be activated, a unit not move, or a card not be hidden now; see `refusals`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.ability_index import facedown_room, get_index
from riftcheck.engine.board.zones import find_card
from riftcheck.engine.costs.affordability import affordable
from riftcheck.engine.display.prompts import cost_words
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_ACTIVATED, Env, Item
from riftcheck.engine.model.references import card_def
from riftcheck.engine.playing.movement import may_be_at, standard_movers
from riftcheck.engine.playing.options import hide_prices
from riftcheck.engine.playing.plays import can_activate
from riftcheck.engine.playing.prices_by_choice import price_now
from riftcheck.scenario.setup.references import CARD
from riftcheck.scenario.steps.refusals import PLENTY, TIMINGS, TOO_SLOW, choice_reason, missing, with_more

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Activated
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State
    from riftcheck.scenario.setup.references import Cast, Thing

ONLY_IN_MAIN = "only in the main phase of their player's turn, with an empty chain and no showdown"


# --- abilities --------------------------------------------------------------------------------------------------------


def refused_activation(cast: Cast, decision: Decision, things: list[Thing], number: int) -> str:
    """Return why the player asked cannot activate an ability of any of some things; `number` 0 is any ability."""
    s = cast.s
    for thing in things:
        o = cast.object_of(thing)
        own = [] if o is None else [pair for pair in get_index(s).activated if pair[0].me == o.id]
        for env, activated in own[number - 1 : number] if number else own:
            return ability_reason(s, decision.player, env, activated, decision.kind)
    if all(cast.object_of(thing) is None for thing in things):
        return "it is not on the board"
    return "it has no ability that can be activated"


def ability_reason(s: State, player: int, env: Env, activated: Activated, window: int) -> str:
    """Return why a player cannot activate an ability in a window; empty where the engine's tests find no reason."""
    timing = TIMINGS[window]
    o = s.board[env.me]
    if activated.speed < timing:
        return TOO_SLOW[timing]
    if env.you != player:
        if not activated.anyone:
            return f"p{env.you + 1} controls it" if env.you >= 0 else "no player controls it"
        env = Env(player, env.me, env.this, env.card, env.d)
    if activated.exhausts and o.exhausted:
        return "it is exhausted"
    if activated.once and activated.key in o.once:
        return "it was used this turn already"
    for test in (activated.gate, activated.only):
        if test is not None and not test(s, env):
            if test is activated.only and activated.keyword == "empower":
                return "it is Empowered already"
            return "the condition for activating it does not hold"
    return _cost_or_choice_reason(s, player, env, activated, timing)


def _cost_or_choice_reason(s: State, player: int, env: Env, activated: Activated, timing: int) -> str:
    rich, can = with_more(s, player, lambda rich: can_activate(rich, player, env, activated, timing))
    item = Item(w.NOBODY, I_ACTIVATED, player, env.me, env.this, env.card, env.d, activated.script)
    item.activated = activated
    item.slots = [()] * activated.script.slots
    if can(PLENTY, PLENTY):
        base = affordable(s, item, activated.cost)
        return "" if can(0, 0) else missing(s, player, can, price_now(s, item), choosing=base)
    if not affordable(rich, item, activated.cost):
        return f"its cost cannot be paid: {cost_words(s, item, activated.cost)}"
    return choice_reason(rich, item) or "its choices and costs cannot all be made together (CR 355.16)"


# --- moves ------------------------------------------------------------------------------------------------------------


def refused_move(s: State, decision: Decision, loc: int) -> str:
    """Return why the player asked can make no standard move to a place (CR 144.4); empty if units are the reason."""
    player = decision.player
    if decision.kind != w.D_MAIN:
        return f"units move {ONLY_IN_MAIN}"
    if loc < len(s.players) and loc != player:
        return "units do not move to the base of another player"
    if not may_be_at(s, player, loc):
        return f"p{player + 1} may have no unit there now (CR 449.2)"
    return ""


def refused_mover(s: State, o: Obj | None, player: int, loc: int) -> str:
    """Return why one unit cannot make a standard move to a place; empty if it can."""
    if o is None:
        return "it is not on the board"
    if o.id in standard_movers(s, player, loc):
        return ""
    if o.controller != player:
        return f"p{o.controller + 1} controls it"
    if not o.d.types & w.UNIT:
        return "only units move"
    if o.exhausted:
        return "it is exhausted"
    if o.loc == loc:
        return "it is there already"
    bases = len(s.players)
    if o.loc >= bases and loc >= bases:
        return "only a unit with Ganking moves from battlefield to battlefield"
    return "a card forbids it, or asks a price for it that cannot be paid"


# --- hiding -----------------------------------------------------------------------------------------------------------


def refused_hide(cast: Cast, decision: Decision, things: list[Thing], loc: int) -> str:
    """Return why the player asked cannot hide any of some cards at a place (CR 422, 811.1.b)."""
    s, player = cast.s, decision.player
    if decision.kind != w.D_MAIN:
        return f"cards are hidden {ONLY_IN_MAIN}"
    cards = [thing.number for thing in things if thing.kind == CARD and s.owners[thing.number] == player]
    held = [card for card in cards if find_card(s, card) in (w.Z_HAND, w.Z_CHAMPION)]
    if not held:
        return f"it is not in the hand or the champion zone of p{player + 1}"
    if not card_def(s, held[0]).kw & w.K_HIDDEN:
        return "it has no Hidden"
    count = len(s.players)
    if loc < count:
        return "cards are hidden only at battlefields"
    if s.locs[loc].control != player:
        return f"p{player + 1} does not control battlefield {loc - count + 1}"
    if len(s.locs[loc].facedown) >= facedown_room(s, loc):
        return f"battlefield {loc - count + 1} has no room for another facedown card"
    return "" if hide_prices(s, player, held[0]) else f"p{player + 1} cannot pay for hiding it"
