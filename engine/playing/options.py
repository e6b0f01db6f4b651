"""The options of the holder of priority or focus (CR 313, 316, 338, 347), and carrying one out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.departures import kill
from riftcheck.engine.board.ability_index import facedown_room, get_index
from riftcheck.engine.board.events import emit
from riftcheck.engine.board.timing import T_ACTION, T_MAIN, T_REACTION
from riftcheck.engine.board.zones import battlefields, changed, find_card, new_object, place, take_card
from riftcheck.engine.costs.payability import most_energy, payable
from riftcheck.engine.costs.payment import best_plan, dying, pay
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import FLOW
from riftcheck.engine.model.references import FOR_NOBODY, FOR_OWNER, card_def, card_ref
from riftcheck.engine.playing.movement import move_options, start_move
from riftcheck.engine.playing.openings import openings_possible
from riftcheck.engine.playing.permissions import holds
from riftcheck.engine.playing.plays import (
    WAY_CHAMPION,
    WAY_FACEDOWN,
    WAY_FLOW,
    WAY_HAND,
    WAY_PERMISSION,
    WAY_STEP,
    activate,
    can_activate,
    can_play,
    flow_costs,
    play_card,
    probe,
)

if TYPE_CHECKING:
    from riftcheck.engine.costs.discounts import Price
    from riftcheck.engine.model.decisions import Option
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.index import Index
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State

# The text of the question of a window: who can only pass is not asked it, unless the game asks so that a pause betrays
# nothing (see `decisions.ask`).
WINDOW: Final = "action"


def main_options(s: State, player: int) -> list[Option]:
    """Return the options of the turn player in a Neutral Open State; the last one ends the turn (CR 316)."""
    options = _acts(s, player, T_MAIN)
    _hides(s, player, options)
    for loc in move_options(s, player):
        options.append((w.O_MOVE, loc, 0))
    options.append((w.O_END, 0, 0))
    return options


def focus_options(s: State, player: int) -> list[Option]:
    """Return the options of the player with focus in a Showdown Open State; the last one passes (CR 347)."""
    return [*_acts(s, player, T_ACTION), (w.O_PASS, 0, 0)]


def priority_options(s: State, player: int) -> list[Option]:
    """Return the options of the player with priority in a Closed State; the last one passes (CR 338)."""
    return [*_acts(s, player, T_REACTION), (w.O_PASS, 0, 0)]


def invited_options(s: State, player: int) -> list[Option]:
    """Return the options of an invited teammate of the turn player, spells and abilities; the last one declines."""
    options = [
        option for option in _acts(s, player, T_MAIN) if option[0] != w.O_PLAY or card_def(s, option[1]).types & w.SPELL
    ]
    options.append((w.O_PASS, 0, 0))
    return options


def _acts(s: State, player: int, timing: int) -> list[Option]:
    """Return the cards and abilities that a player may use at a timing."""
    index = s.index
    if index is None or index.granting:
        index = get_index(s)
    p = s.players[player]
    options: list[Option] = []
    card_defs, defs = s.card_defs, s.pool.defs
    slowest = T_MAIN if index.hastening else timing
    # Of equal cards in hand one is offered: the first.
    first: dict[int, int] = {}
    for card in p.hand:
        kind = card_defs[card]
        if defs[kind].fastest >= slowest and kind not in first:
            first[kind] = card
    if first or p.champion:
        _plays(s, player, timing, slowest, index, first, options)
    for at in s.locs:
        if at.facedown:
            _facedown_plays(s, player, timing, at.facedown, options)
    if s.flows or index.cans:
        _other_plays(s, player, timing, slowest, index, options)
    if index.activated:
        _activations(s, player, timing, index, options)
    return options


def _plays(
    s: State, player: int, timing: int, slowest: int, index: Index, first: dict[int, int], options: list[Option]
) -> None:
    """Add the plays from the hand and the champion zone; `first` are the cards in hand to ask of, by their kinds.

    A card that is slower than `slowest` cannot be played at this timing, whatever is said of it.
    """
    defs = s.pool.defs
    # Nothing on the board bears on the cost of cards or forbids to play some; permissions only add. What is said of
    # cards out of their time changes their price as well.
    printed = not (index.prices or index.easing or slowest != timing) and w.E_PLAY not in index.cannots
    most = most_energy(s, player)
    for kind, card in first.items():
        d = defs[kind]
        dear = printed and d.energy > most and not d.main.prices
        if not dear and _playable(s, player, card, d, WAY_HAND, timing, printed):
            options.append((w.O_PLAY, card, WAY_HAND))
    for card in s.players[player].champion:
        d = defs[s.card_defs[card]]
        dear = d.fastest < slowest or (printed and d.energy > most and not d.main.prices)
        if not dear and _playable(s, player, card, d, WAY_CHAMPION, timing, printed):
            options.append((w.O_PLAY, card, WAY_CHAMPION))


def _playable(s: State, player: int, card: int, d: CardDef, way: int, timing: int, printed: bool) -> bool:
    if d.unsupported:
        return False
    if printed and not d.main.prices:
        # The full question is only asked where the answer can differ from that of the printed price.
        use = d.uses | (2 if s.showdown >= 0 else 0)
        if not payable(s, player, d.energy, d.power, use):
            return False
        if d.plain and (timing == T_MAIN or (d.types & w.SPELL and not d.main.statics)):
            return not d.chooses or openings_possible(s, probe(s, player, card, way))
    return can_play(s, player, card, way, timing)


def _facedown_plays(s: State, player: int, timing: int, facedown: list[int], options: list[Option]) -> None:
    for oid in facedown:
        o = s.board[oid]
        # CR 811.1.b: beginning on the next turn.
        if o.controller != player or o.turn == s.turn or o.d.unsupported:
            continue
        way = WAY_FACEDOWN + oid * WAY_STEP
        if can_play(s, player, o.card, way, timing):
            options.append((w.O_PLAY, o.card, way))


def _other_plays(s: State, player: int, timing: int, slowest: int, index: Index, options: list[Option]) -> None:
    """Add the plays with Flow, and those that an ability permits from a zone or for another price."""
    p = s.players[player]
    card_defs, defs = s.card_defs, s.pool.defs
    given = False
    for _, can, _ in index.cans:
        given = given or can.act == FLOW
    for card in p.trash if s.flows or given else ():
        d = defs[card_defs[card]]
        if d.unsupported:
            continue
        for number in range(len(flow_costs(s, card) if given else d.flows)):
            way = WAY_FLOW + number * WAY_STEP
            if d.fastest >= slowest and can_play(s, player, card, way, timing):
                options.append((w.O_PLAY, card, way))
    if index.cans:
        _permitted_plays(s, player, timing, slowest, index, options)


def _permitted_plays(s: State, player: int, timing: int, slowest: int, index: Index, options: list[Option]) -> None:
    """Add the plays that an ability permits from a zone or for another price."""
    hand = s.players[player].hand
    offered: set[tuple[str, int]] = set()
    for number, (env, can, _) in enumerate(index.cans):
        if can.act != "play" or env.you != player or (can.zone < 0 and not can.offboard):
            continue
        if not holds(s, env, can):
            continue
        way = WAY_PERMISSION + number * WAY_STEP
        for card in [env.card] if can.own else _zone_cards(s, player, can.zone):
            d = card_def(s, card)
            # As with the printed price, of several copies in hand one is offered, and so of several such permissions.
            alike = (can.key, d.index if card in hand else -1 - card)
            if d.unsupported or d.fastest < slowest or alike in offered:
                continue
            if can.covers(s, env, card_ref(s, card)) and can_play(s, player, card, way, timing):
                options.append((w.O_PLAY, card, way))
                if can.own or can.cost is None:
                    offered.add(alike)


def _zone_cards(s: State, player: int, zone: int) -> list[int]:
    p = s.players[player]
    return p.trash if zone == w.Z_TRASH else (p.hand if zone == w.Z_HAND else p.banished)


def _activations(s: State, player: int, timing: int, index: Index, options: list[Option]) -> None:
    board = s.board
    for number, (env, activated) in enumerate(index.activated):
        if activated.speed < timing or (activated.exhausts and board[env.me].exhausted):
            continue
        if env.you != player and not activated.anyone:
            continue
        plain = activated.free and env.this == env.me and not index.prices
        if plain or can_activate(s, player, env, activated, timing):
            options.append((w.O_ACTIVATE, env.me, number))


# --- hiding (CR 422, 811) ---------------------------------------------------------------------------------------------


def hide_cost(s: State, player: int, card: int) -> list[Price]:
    """Return the prices at which a player may hide a card: (energy, power masks)."""
    base: Price = (0, (w.ANY_DOMAIN if s.rules.hide_costs_any else card_def(s, card).own,))
    prices = [base]
    for env, can, _ in get_index(s).cans:
        if can.act != "hide" or env.you != player or can.places is not None:
            continue
        if not holds(s, env, can) or not can.covers(s, env, card_ref(s, card)):
            continue
        if can.ignoring:
            return [(0, ())]
        if can.cost is not None:
            prices.append((0 if can.cost.energy is None else can.cost.energy(s, env), can.cost.power))
    return prices


def hide_places(s: State, player: int) -> list[int]:
    """Return the battlefields where a player may hide a card now."""
    found: list[int] = []
    for loc in battlefields(s):
        at = s.locs[loc]
        if at.control == player and len(at.facedown) < facedown_room(s, loc):
            found.append(loc)
    return found


def _hides(s: State, player: int, options: list[Option]) -> None:
    p = s.players[player]
    card_defs, defs = s.card_defs, s.pool.defs
    # Of equal cards the first is offered.
    hidden: dict[int, int] = {}
    for cards in (p.hand, p.champion):
        for card in cards:
            kind = card_defs[card]
            if defs[kind].kw & w.K_HIDDEN and kind not in hidden:
                hidden[kind] = card
    places = hide_places(s, player) if hidden else []
    if not places:
        return
    for card in hidden.values():
        prices = len(hide_prices(s, player, card))
        options += [(w.O_HIDE, card, loc + w.HIDE_PRICE * number) for number in range(prices) for loc in places]


def hide_prices(s: State, player: int, card: int) -> list[Price]:
    """Return the prices of hiding a card that its player can pay now, each once; the player chooses (CR 422.2)."""
    prices = dict.fromkeys(hide_cost(s, player, card))
    return [(energy, power) for energy, power in prices if payable(s, player, energy, power, 0)]


def hide(s: State, player: int, card: int, detail: int) -> None:
    """Pay and put a card facedown at a battlefield; no chain, not a play (CR 811.1.c)."""
    d = card_def(s, card)
    number, loc = divmod(detail, w.HIDE_PRICE)
    energy, power = hide_prices(s, player, card)[number]
    if energy or power:
        plan = best_plan(s, player, energy, power, 0, (0,) * 6)
        killed = dying(s, player, 0, plan)
        recycled = pay(s, player, energy, power, 0, plan)
        for rune in recycled:
            emit(s, w.E_RECYCLE, player, card_ref(s, rune) if rune >= 0 else w.NOBODY, amount=-1)
        emit(s, w.E_SPEND, player, amount=energy, origin=len(power))
        if killed:
            kill(s, killed, player)
    take_card(s, card, find_card(s, card))
    o = new_object(s, card, d, s.owners[card], player, w.NOBODY)
    turn_facedown(s, o, loc)
    emit(s, w.E_HIDE, player, o.id, loc=loc)


def turn_facedown(s: State, o: Obj, loc: int) -> None:
    """Put an object that is nowhere yet facedown into the zone of a battlefield."""
    o.facedown = True
    if o.card >= 0:
        s.entries[o.card] += FOR_OWNER if o.controller == o.owner else FOR_NOBODY
    o.turn = s.turn
    place(s, o, loc)
    changed(s, o)


def take_action(s: State, player: int, option: Option) -> None:
    """Take the chosen option of the holder of priority or focus."""
    kind, subject, detail = option
    if kind == w.O_PLAY:
        play_card(s, player, subject, detail)
    elif kind == w.O_ACTIVATE:
        env, activated = get_index(s).activated[detail]
        activate(s, player, env, activated)
    elif kind == w.O_MOVE:
        start_move(s, player, subject)
    elif kind == w.O_HIDE:
        hide(s, player, subject, detail)
