"""The reason why a card cannot be played now, found with the engine's own tests of legality.

Nothing here decides whether a play is legal: the engine has refused it. Its tests are called one after another, in the
order of `riftcheck.engine.playing.plays.can_play`. How much energy and power is missing is found on a copy of the state
in which the player has more of both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import forbids, get_index, may_be_seen
from riftcheck.engine.board.timing import T_ACTION, T_MAIN, T_REACTION, speed_of
from riftcheck.engine.board.zones import base_of, find_card
from riftcheck.engine.costs.additional import extras_of
from riftcheck.engine.costs.affordability import can_pay_total, extras_possible, keeps_time
from riftcheck.engine.costs.total_cost import total_price
from riftcheck.engine.display.names import DOMAINS
from riftcheck.engine.display.prompts import cost_words
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.references import card_ref
from riftcheck.engine.model.scripts import DESTINATION, MODE_STEP, MODES, TARGETS
from riftcheck.engine.playing.entry_locations import entry_places, has_place
from riftcheck.engine.playing.legal_targets import legal_targets, may_hold
from riftcheck.engine.playing.movement import may_be_at
from riftcheck.engine.playing.permissions import holds, play_forbidden
from riftcheck.engine.playing.plays import (
    WAY_CHAMPION,
    WAY_FACEDOWN,
    WAY_FLOW,
    WAY_HAND,
    WAY_PERMISSION,
    WAY_STEP,
    can_play,
    flow_costs,
    mandatory_extras,
    probe,
)
from riftcheck.scenario.setup.references import CARD
from riftcheck.scenario.setup.vocabulary import numbered, same_cost

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.costs.discounts import Price
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.scripts import Opening
    from riftcheck.engine.model.state import State
    from riftcheck.scenario.setup.references import Cast, Thing

TIMINGS: Final = {w.D_MAIN: T_MAIN, w.D_INVITE: T_MAIN, w.D_FOCUS: T_ACTION, w.D_PRIORITY: T_REACTION}
ZONES: Final = {
    w.Z_HAND: "in the hand", w.Z_DECK: "in the deck", w.Z_TRASH: "in the trash", w.Z_BANISHED: "banished, a card",
    w.Z_CHAMPION: "in the champion zone", w.Z_RUNE_DECK: "in the rune deck",
}  # fmt: skip
TOO_SLOW: Final = {
    T_ACTION: "this is no time for it: in a showdown it needs Action or Reaction",
    T_REACTION: "this is no time for it: the chain is not empty, and it has no Reaction (`resolve` empties the chain)",
}
# A target among several that are chosen one after another.
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
MANY: Final = range(2, len(ORDINALS) + 1)
# The place in a reason that several places may share.
PLACE: Final = "{place}"
# More energy and power than any cost asks for.
PLENTY: Final = 60
MASKS: Final = {w.FURY: "Fury", w.CALM: "Calm", w.MIND: "Mind", w.BODY: "Body", w.CHAOS: "Chaos", w.ORDER: "Order"}


def refused_play(cast: Cast, decision: Decision, things: list[Thing], kind: int = -1) -> str:
    """Return why the player asked cannot play any of some things now; `kind` is the only way of playing to look at.

    The first thing that the player could play at another time is explained, else the first of all.
    """
    s, player = cast.s, decision.player
    cards = [thing.number for thing in things if thing.kind == CARD]
    if not cards:
        return "no card of this name is in the game" if not things else "a token is not played"
    for card in cards:
        for way in ways_to_play(s, player, card):
            if kind in (-1, way % WAY_STEP):
                return play_reason(s, player, card, way, decision.kind)
    return _elsewhere(cast, decision, cards[0], kind)


def ways_to_play(s: State, player: int, card: int) -> list[int]:
    """Return the ways in which a player might play a card from the zone where it is, whatever else the rules ask."""
    zone, owner = find_card(s, card), s.owners[card]
    found: list[int] = []
    if owner == player and zone in (w.Z_HAND, w.Z_CHAMPION):
        found.append(WAY_HAND if zone == w.Z_HAND else WAY_CHAMPION)
    found += [
        WAY_FACEDOWN + o.id * WAY_STEP
        for o in s.board.values()
        if o.card == card and o.facedown and o.controller == player
    ]
    if owner == player and zone == w.Z_TRASH:
        found += [WAY_FLOW + number * WAY_STEP for number in range(len(flow_costs(s, card)))]
    for number, (env, can, _) in enumerate(get_index(s).cans):
        if can.act != "play" or env.you != player or (can.zone < 0 and not can.offboard) or not holds(s, env, can):
            continue
        here = env.card == card if can.own else owner == player and zone == can.zone
        if here and can.covers(s, env, card_ref(s, card)):
            found.append(WAY_PERMISSION + number * WAY_STEP)
    return found


def _elsewhere(cast: Cast, decision: Decision, card: int, kind: int) -> str:
    s, player = cast.s, decision.player
    zone, owner = find_card(s, card), s.owners[card]
    if kind != -1 and ways_to_play(s, player, card):
        return f"it cannot be played from there: it is {ZONES.get(zone, 'on the board')} of p{owner + 1}"
    if zone in (w.Z_HAND, w.Z_CHAMPION) and owner != player:
        passes = f" (p{player + 1} may `pass`)" if (w.O_PASS, 0, 0) in decision.options else ""
        return f"it is {ZONES[zone]} of p{owner + 1}, and p{player + 1} is asked now{passes}"
    if zone >= 0:
        return (
            f"it is {ZONES.get(zone, 'in a zone')} of p{owner + 1}, and nothing lets p{player + 1} play it from there"
        )
    if any(item.card == card for item in s.chain):
        return "it is on the chain already"
    o = next((o for o in s.board.values() if o.card == card), None)
    if o is not None and o.facedown:
        return f"it is facedown under the control of p{o.controller + 1}, and p{player + 1} is asked now"
    return "it is on the board already"


def play_reason(s: State, player: int, card: int, way: int, window: int) -> str:
    """Return why a player cannot play a card in one way in a window; empty where the engine's tests find no reason."""
    timing = TIMINGS[window]
    item = probe(s, player, card, way)
    if item.d.unsupported:
        return f"the engine cannot execute it: {item.d.unsupported}"
    if window == w.D_INVITE and not item.d.types & w.SPELL:
        return "a teammate who is invited may play only spells"
    # CR 354: a card of the trash has left it when its cost is counted and its choices are made.
    trash = s.players[s.owners[card]].trash
    place = trash.index(card) if item.zone == w.Z_TRASH else -1
    if place >= 0:
        del trash[place]
    reason = _permission_reason(s, item, way, timing) or _place_reason(s, item, timing)
    if place >= 0:
        trash.insert(place, card)
    return reason or _choice_or_cost_reason(s, item, card, way, timing)


def _permission_reason(s: State, item: Item, way: int, timing: int) -> str:
    """Return why an item may not be played at this time, or at all (CR 054.1, 310, 358)."""
    if item.zone == w.Z_FACEDOWN and s.board[way // WAY_STEP].turn == s.turn:
        return "it was hidden this turn, and may be played from the next turn on (CR 811.1.b)"
    if timing != T_MAIN and not item.d.kw & w.K_AMBUSH and speed_of(s, item) < timing:
        return TOO_SLOW[timing]
    forbidder = _forbidder(s, item, w.NOBODY)
    if forbidder:
        return f"{forbidder} forbids playing it"
    if item.zone == w.Z_FACEDOWN and not may_be_seen(s, w.E_REVEAL, item.you, way // WAY_STEP):
        return "it may not be revealed (CR 422.4)"
    item.extras = mandatory_extras(s, item)
    if timing != T_MAIN and item.extras and not keeps_time(s, item):
        return "its mandatory additional cost would take away what lets it be played at this time"
    return ""


def _forbidder(s: State, item: Item, loc: int) -> str:
    """Return the name of the card that forbids playing an item, to a place or (-1) at all; empty if none does."""
    if not play_forbidden(s, item, loc):
        return ""
    event = Event(w.E_PLAY, item.you, item.id if item.id >= 0 else item.it, -1, loc, -1, 0, item.id, None)
    for env, cannot in get_index(s).cannots.get(w.E_PLAY, ()):
        if forbids(s, env, cannot, event):
            return env.d.name
    return f"the text of {item.d.name}"


# --- places -----------------------------------------------------------------------------------------------------------


def _place_reason(s: State, item: Item, timing: int) -> str:
    if not (item.d.types & w.UNIT or item.d.kw & w.K_DEPLOY) or has_place(s, item, timing):
        return ""
    places: dict[str, list[str]] = {}
    for loc in (base_of(item.you), *range(len(s.players), len(s.locs))):
        places.setdefault(_barred_place(s, item, loc, timing, PLACE), []).append(_place_name(s, loc))
    reasons = (reason.replace(PLACE, _either(names)) for reason, names in places.items())
    return f"there is no place for it: {'; '.join(reasons)}"


def _place_name(s: State, loc: int) -> str:
    count = len(s.players)
    return f"battlefield {loc - count + 1}" if loc >= count else f"p{loc + 1} base"


def _either(names: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def refused_place(s: State, item: Item, loc: int, timing: int) -> str:
    """Return why what is played cannot enter at a place; empty if it can, or if its text chooses places as well."""
    if item.script is not None and any(opening.kind == DESTINATION for opening in item.script.openings):
        return ""
    if not item.d.types & w.UNIT and not item.d.kw & w.K_DEPLOY:
        return "no place is chosen for a spell" if item.d.types & w.SPELL else "gear enters its controller's base"
    if loc in entry_places(s, item, timing):
        return ""
    return _barred_place(s, item, loc, timing, _place_name(s, loc))


def _barred_place(s: State, item: Item, loc: int, timing: int, name: str) -> str:
    count = len(s.players)
    forbidder = _forbidder(s, item, loc)
    if forbidder:
        return f"{forbidder} forbids playing it to {name}"
    if loc < count and loc != base_of(item.you):
        return "nothing is played to the base of another player (CR 355.2.a)"
    if item.zone == w.Z_FACEDOWN and item.facedown_loc >= 0:
        return f"it is played from facedown, so only to battlefield {item.facedown_loc - count + 1}"
    if not may_be_at(s, item.you, loc):
        return f"p{item.you + 1} may have no unit at {name} now (CR 464.2)"
    if speed_of(s, item) < timing:
        return f"at this time its Ambush lets it be played only to a battlefield where p{item.you + 1} has units"
    if loc >= count and s.locs[loc].control != item.you:
        return f"p{item.you + 1} does not control {name}, and nothing else lets it be played there"
    return f"it may not be played to {name}"


# --- choices and costs ------------------------------------------------------------------------------------------------


def _choice_or_cost_reason(s: State, item: Item, card: int, way: int, timing: int) -> str:
    """Return what a play lacks: things to pay with, things to choose, or energy and power (CR 355.8, 356, 357)."""
    rich, can = with_more(s, item.you, lambda rich: can_play(rich, item.you, card, way, timing))
    if can(PLENTY, PLENTY):
        base = can_pay_total(s, item)
        return "" if can(0, 0) else missing(s, item.you, can, total_price(s, item), choosing=base)
    if item.zone == w.Z_TRASH:
        rich.players[rich.owners[card]].trash.remove(card)
    if not extras_possible(rich, item):
        return _with_price(s, item, f"its mandatory additional cost cannot be paid: {_extra_words(s, item)}")
    if not can_pay_total(rich, item):
        what = "" if item.instead is None else f": {cost_words(s, item, item.instead)}"
        return f"a part of its cost that is no energy and no power cannot be paid{what}"
    reason = choice_reason(rich, item)
    return _with_price(s, item, reason) if reason else "its choices and costs cannot all be made together (CR 355.16)"


def _with_price(s: State, item: Item, reason: str) -> str:
    """Return a reason, and the energy and power that are missing besides, where no choice changes the price."""
    own = [extra.cost for extra in item.d.main.extras if extra.key in item.extras]
    if get_index(s).prices or item.d.main.prices or any(cost.energy or cost.power or cost.ways for cost in own):
        return reason
    before, item.extras = item.extras, ()
    _, can = with_more(s, item.you, lambda rich: can_pay_total(rich, item))
    if can(PLENTY, PLENTY) and not can(0, 0):
        reason += f"; also, {missing(s, item.you, can, total_price(s, item), choosing=False)}"
    item.extras = before
    return reason


def _extra_words(s: State, item: Item) -> str:
    costs = [extra.cost for extra in item.d.main.extras if extra.key in item.extras]
    return " and ".join(filter(None, (cost_words(s, item, cost) for cost in costs))) or "what it asks for is missing"


def with_more(s: State, player: int, test: Callable[[State], bool]) -> tuple[State, Callable[..., bool]]:
    """Return a copy of a state, and whether a test holds on it with so much more energy and power in a player's pool.

    The power goes to a place of the pool: by default that of any domain.
    """
    rich = s.clone()
    pool = rich.players[player].pool
    before = pool[: w.POOL_GROUP]

    def can(energy: int, power: int, place: int = w.POOL_ANY) -> bool:
        pool[: w.POOL_GROUP] = before
        pool[0] += energy
        pool[place] += power
        return test(rich)

    return rich, can


def missing(s: State, player: int, can: Callable[..., bool], price: Price, *, choosing: bool) -> str:
    """Return how much energy and power a player lacks, tried with more and more of each.

    `choosing`: the price can be paid as it stands, so only what is chosen makes it too much.
    """
    energy = next(number for number in range(PLENTY + 1) if can(number, PLENTY))
    power = next(number for number in range(PLENTY + 1) if can(PLENTY, number))
    lacks = [f"{energy} energy"] if energy else []
    if power:
        fitting = [place for place in range(len(DOMAINS)) if can(PLENTY, power, 1 + place)]
        domain = " or ".join(DOMAINS[place].capitalize() for place in fitting)
        domain = "" if len(fitting) == len(DOMAINS) else f"{domain} "
        lacks.append(f"{power} {domain}power")
    have = f"p{player + 1} has {_runes(s, player)}"
    verb = "is" if energy + power == 1 else "are"
    lacking = f"{' and '.join(lacks)} {verb} missing" if lacks else "energy and power cannot both be paid"
    more = ", and more with each legal choice (such as Deflect)" if choosing else ""
    return f"it costs {price_words(*price)}{more}; {lacking} ({have})"


def price_words(energy: int, power: tuple[int, ...]) -> str:
    """Return an energy and power cost in words, such as `2 energy and 1 Mind power`."""
    words = [f"{energy} energy"]
    for mask in dict.fromkeys(power):
        names = [name for domain, name in MASKS.items() if mask & domain]
        domain = "" if mask == w.ANY_DOMAIN else f"{' or '.join(names)} "
        words.append(f"{power.count(mask)} {domain}power")
    return " and ".join(words)


def _runes(s: State, player: int) -> str:
    runes = [s.board[oid] for oid in s.players[player].runes]
    names = [MASKS[o.d.domains] for o in runes]
    kinds = ", ".join(f"{names.count(name)} {name}" for name in MASKS.values() if name in names)
    words = f"{len(runes)} rune{'' if len(runes) == 1 else 's'}{f': {kinds}' if kinds else ''}"
    return f"{sum(not o.exhausted for o in runes)} ready of {words}"


def choice_reason(s: State, item: Item) -> str:
    """Return the choice for which there are not enough things (CR 355.8)."""
    if item.script is None:
        return ""
    for opening in item.script.openings:
        if opening.fed or (opening.kind != MODES and opening.modes >= 0):
            continue
        if opening.kind == MODES:
            modes = [_mode_reason(s, item, opening, mode) for mode in opening.candidates(s, item)]
            if not modes or all(modes):
                return f"none of its modes can be chosen: {'; '.join(dict.fromkeys(modes)) or 'all were chosen'}"
        else:
            reason = _target_reason(s, item, opening)
            if reason:
                return reason
    return ""


def _mode_reason(s: State, item: Item, opening: Opening, mode: int) -> str:
    assert item.script is not None
    own = [one for one in item.script.openings if one.modes == opening.modes * MODE_STEP + mode and not one.fed]
    return next(filter(None, (_target_reason(s, item, one) for one in own)), "")


def _target_reason(s: State, item: Item, opening: Opening) -> str:
    if opening.kind != TARGETS or not may_hold(s, item, opening):
        return ""
    low, found = opening.low(s, item), len(legal_targets(s, item, opening))
    if found >= low:
        return ""
    if found:
        return f"it needs {low} targets, and only {found} {'is' if found == 1 else 'are'} legal"
    assert item.script is not None
    alike = [one for one in item.script.openings if one.kind == TARGETS and one.modes == opening.modes and not one.fed]
    asked = [one for one in alike if may_hold(s, item, one)]
    return f"it has no legal {f'{ORDINALS[asked.index(opening)]} ' if len(asked) in MANY else ''}target"


def refused_extra(s: State, item: Item, name: str) -> str:
    """Return why an optional additional cost of a card is not asked for; empty if its price can be paid."""
    extras = extras_of(s, item)
    names = numbered(extra.name for extra in extras)
    extra = next((extra for extra, own in zip(extras, names, strict=True) if same_cost(name, own)), None)
    if extra is None:
        return "nothing gives this card that cost now"
    if extra.gate is not None and not extra.gate(s, item):
        return "its condition does not hold"
    before = item.extras
    item.extras = (*mandatory_extras(s, item), extra.key)
    _, can = with_more(s, item.you, lambda rich: can_pay_total(rich, item))
    if can(0, 0):
        reason = ""
    elif can(PLENTY, PLENTY):
        reason = f"with {name}, {missing(s, item.you, can, total_price(s, item), choosing=False)}"
    else:
        reason = f"{name} cannot be paid: {cost_words(s, item, extra.cost)}"
    item.extras = before
    return reason
