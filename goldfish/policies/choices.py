"""The choosers of the greedy policy by kind of decision: targets, picks, costs, places, modes, yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.instructions import Deal, Discard, Draw
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD
from riftcheck.engine.model.scripts import MODES, TARGETS
from riftcheck.goldfish.policies.base import least_answer
from riftcheck.goldfish.policies.board import missing_damage, units_to_send, worth
from riftcheck.goldfish.policies.polarity import HARM, HELP, NEITHER

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.decisions import Decision, Option
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.goldfish.policies.polarity import Polarity, PolarityTable
    from riftcheck.goldfish.policies.seat_view import SeatView

    Chooser = Callable[[PolarityTable, SeatView, Decision], list[int]]

# How many turns ahead a dear card is still worth keeping, in energy beyond the runes.
REACH: Final = 3
# The texts of questions, as the engine has them.
DISCARD: Final = "discard"
PREDICT: Final = "predict"
SHOW: Final = "show"
ACCELERATE: Final = "accelerate"
DECLINED: Final = frozenset({"new-choices"})
# What comes before worth where harm is aimed: to turn the combat, to kill, to hit where units fight.
TURNS: Final = 4000
KILLS: Final = 2000
FIGHTS: Final = 1000


def polarity_of(polarities: PolarityTable, item: Item | None) -> Polarity | None:
    """Return the polarity of an item's text; None for what has none."""
    return None if item is None or item.script is None else polarities.of(item.script, item.d.name)


def choose_targets(polarities: PolarityTable, seat: SeatView, decision: Decision) -> list[int]:
    """Return the positions of the targets: harm to the best enemy objects, help to the best friendly ones.

    Where only targets of the wrong side are left, as few as the decision requires.
    """
    item = seat.item(decision.about)
    polarity = polarity_of(polarities, item)
    sign = NEITHER
    if item is not None and polarity is not None and polarity.openings:
        sign = polarity.openings[len(item.chosen) % len(polarity.openings)] or polarity.whole
    return ranked_options(seat, decision, sign or HELP, polarity if sign == HARM else None)


def damage_of(seat: SeatView, polarity: Polarity, source: CardDef | None = None) -> int:
    """Return the damage that a text can deal, 0 where it deals none or that is not known.

    `source` is the card with the text while it is in hand: it cannot be discarded for its own damage.
    """
    if Deal not in polarity.verbs:
        return 0
    if not polarity.thrown:
        return polarity.amount
    hand = seat.hand()
    if source in hand:
        hand.remove(source)
    return max((d.energy for d in hand), default=0)


def ranked_options(seat: SeatView, decision: Decision, sign: int, polarity: Polarity | None = None) -> list[int]:
    """Return the best options by what they are worth to this player, if harm or help comes to them.

    `polarity` is that of a harmful text: the units that it kills or hits in combat come first.
    """
    limit = 0 if polarity is None else damage_of(seat, polarity)
    scores: list[tuple[int, int]] = []
    passing: list[int] = []
    for place, option in enumerate(decision.options):
        if option[0] in (w.O_PASS, w.O_NO):
            passing.append(place)
        else:
            first = 0 if polarity is None else harm_priority(seat, option[1], limit)
            scores.append((-option_value(seat, option[1], sign) - first, place))
    scores.sort()
    good = [place for value, place in scores if value < 0][: decision.hi]
    if passing and not good:
        return passing[:1]
    rest = [place for value, place in scores if value >= 0]
    return sorted(good + rest[: max(0, decision.lo - len(good))])


def harm_priority(seat: SeatView, ref: int, limit: int) -> int:
    """Return the priority of harming an enemy unit, 0 for other objects; `limit` is the damage, 0 for other harm."""
    o = seat.object(ref)
    if o is None or o.controller not in seat.enemies or not o.d.types & w.UNIT:
        return 0
    loc = seat.fighting
    value = 0
    if loc >= 0 and o.loc == loc:
        value = FIGHTS
        if limit and 0 < missing_damage(seat, loc) <= limit:
            value += TURNS
    return value + (KILLS if limit and seat.might(o) - o.damage <= limit else 0)


def option_value(seat: SeatView, ref: int, sign: int) -> int:
    """Return the value to this player of harm (`sign` -1) or help (1) to an object, a player or a chain item."""
    o = seat.object(ref)
    if o is not None:
        value = worth(seat, o) - (2 if sign == HARM and o.exhausted else 0)
        return sign * value if o.controller == seat.player else -sign * value
    if w.REF_LOCATION > ref >= 0:
        return sign if ref == seat.player else -sign
    item = seat.item(ref) if ref >= w.FIRST_ID else None
    if item is not None:
        return (1 + item.d.energy) * (sign if item.you == seat.player else -sign)
    d = seat.face(ref)
    return 0 if d is None else 1 + d.energy  # a card in a trash or a deck: the dearest


def choose_picks(polarities: PolarityTable, seat: SeatView, decision: Decision) -> list[int]:
    """Return the positions of the cards or units to pick: the least useful to give up, the most useful to keep."""
    text = decision.text
    faces = [seat.face(option[1]) for option in decision.options]
    if text == PREDICT:
        # Recycled is what cannot be played for long.
        far = [place for place, d in enumerate(faces) if d is not None and d.energy > seat.runes + REACH]
        return far[: decision.hi]
    item = seat.item(decision.about)
    polarity = polarity_of(polarities, item)
    own = all(seat.owner(option[1]) == seat.player for option in decision.options)
    giving = text == DISCARD or (polarity is not None and polarity.takes and Draw not in polarity.verbs)
    if text == DISCARD and polarity is not None and polarity.thrown and item is not None:
        return discard_for_damage(seat, decision, faces, item)
    if text == DISCARD or (giving and own):
        return least_useful(seat, decision, faces)
    if giving:
        return ranked_options(seat, decision, HARM)
    return best_cards(seat, decision, faces)


def least_useful(seat: SeatView, decision: Decision, faces: list[CardDef | None]) -> list[int]:
    """Return the positions of the least useful cards, as few as required: out of reach, then cheapest, then units."""

    def use(place: int) -> tuple[int, int]:
        d = faces[place]
        if d is None:
            return 0, place
        o = seat.object(decision.options[place][1])
        if o is not None:
            return 100 + worth(seat, o), place
        far = d.energy - seat.runes - REACH
        return (-far if far > 0 else d.energy + 1), place

    return sorted(sorted(range(len(faces)), key=use)[: decision.lo])


def discard_for_damage(seat: SeatView, decision: Decision, faces: list[CardDef | None], item: Item) -> list[int]:
    """Return the position of the cheapest card with enough energy to kill an item's target; else the least useful."""
    aims = [o for group in item.chosen for ref in group if (o := seat.object(ref)) is not None]
    wanted = max((seat.might(o) - o.damage for o in aims), default=0)
    enough = [(d.energy, place) for place, d in enumerate(faces) if d is not None and d.energy >= wanted]
    return [min(enough)[1]] if enough and decision.lo == 1 else least_useful(seat, decision, faces)


def best_cards(seat: SeatView, decision: Decision, faces: list[CardDef | None]) -> list[int]:
    """Return the positions of the dearest cards within reach, as many as are allowed."""

    def use(place: int) -> tuple[int, int]:
        d = faces[place]
        if d is None:
            return 0, place
        return (-d.energy - 1 if d.energy <= seat.runes + REACH else d.energy), place

    return sorted(sorted(range(len(faces)), key=use)[: min(decision.hi, len(faces))])


def choose_costs(polarities: PolarityTable, seat: SeatView, decision: Decision) -> list[int]:
    """Return the positions of the least useful cards to pay with, as few as are required; the greatest is shown off."""
    del polarities
    if decision.text == SHOW:
        return [
            max(range(len(decision.options)), key=lambda place: (_greatness(seat, decision.options[place]), -place))
        ]
    return least_useful(seat, decision, [seat.face(option[1]) for option in decision.options])


def _greatness(seat: SeatView, option: Option) -> int:
    o = seat.object(option[1])
    d = seat.face(option[1])
    return 0 if d is None else d.energy + len(d.power) + (d.might if o is None else seat.might(o))


def choose_yes_no(polarities: PolarityTable, seat: SeatView, decision: Decision) -> list[int]:
    """Return the position of yes where it helps: not for harm with friendly targets only, nor for useless haste."""
    yes = next((place for place, option in enumerate(decision.options) if option[0] == w.O_YES), -1)
    if yes < 0 or decision.text in DECLINED:
        return least_answer(decision)
    item = seat.item(decision.about)
    if decision.text == ACCELERATE:
        wanted = any(seat.control(loc) not in seat.friends and not seat.enemy_units(loc) for loc in seat.fields)
        return [yes] if wanted else least_answer(decision)
    polarity = polarity_of(polarities, item)
    if polarity is not None and decision.text == "may" and polarity.whole == HARM and polarity.aimed:
        return [yes] if seat.enemy_army() else least_answer(decision)
    return [yes]


def choose_number(polarities: PolarityTable, seat: SeatView, decision: Decision) -> list[int]:
    """Return the position of the greatest number."""
    del polarities, seat
    return [max(range(len(decision.options)), key=lambda place: (decision.options[place][1], -place))]


def choose_mode(polarities: PolarityTable, seat: SeatView, decision: Decision) -> list[int]:
    """Return the position of the first mode with a target of the right side, or without targets."""
    item = seat.item(decision.about)
    polarity = polarity_of(polarities, item)
    if item is None or item.script is None or polarity is None:
        return least_answer(decision)
    openings = item.script.openings
    place = next((n for n, one in enumerate(openings) if one.kind == MODES and one.text == decision.text), -1)
    if place < 0:
        return least_answer(decision)
    for number, option in enumerate(decision.options):
        hanging = openings[place].modes * 16 + option[1]
        aims = [
            (polarity.openings[n], one)
            for n, one in enumerate(openings)
            if one.kind == TARGETS and one.modes == hanging
        ]
        if all(_has_target(seat, sign) for sign, _ in aims):
            return [number]
    return least_answer(decision)


def _has_target(seat: SeatView, sign: int) -> bool:
    return bool(seat.enemy_army() if sign == HARM else seat.army(seat.player)) or sign == NEITHER


def choose_place(polarities: PolarityTable, seat: SeatView, decision: Decision) -> list[int]:
    """Return the position of the place for a unit, for gear that is played to a battlefield, or for what moves.

    A unit goes to a battlefield, open or to be won or held, else to the base.
    """
    item = seat.item(decision.about)
    places = {option[1]: number for number, option in enumerate(decision.options)}
    if not places:
        return []
    if item is not None and item.kind == I_CARD and item.d.types & w.GEAR:
        return [_gear_place(polarities, seat, places, item.d)]
    if item is None or item.kind != I_CARD or not item.d.types & w.UNIT:
        return [_destination(seat, places, item)]
    best, found = 0, places.get(seat.player, 0)
    for loc, number in places.items():
        if loc < seat.first_field:
            continue
        value = _battlefield_value(seat, loc, item.d)
        if value > best:
            best, found = value, number
    return [found]


def _gear_place(polarities: PolarityTable, seat: SeatView, places: dict[int, int], d: CardDef) -> int:
    """Return the position of the battlefield for gear: where friends are, but what hurts as it dies to enemies."""
    hurts = any(one.deathknell and polarities.of(one.script, d.name).whole == HARM for one in d.main.triggers)

    def value(loc: int) -> tuple[bool, int]:
        theirs = seat.control(loc) in seat.enemies
        return (theirs, len(seat.enemy_units(loc))) if hurts else (not theirs, len(seat.units(seat.player, loc)))

    return places[max(places, key=value)]


def _battlefield_value(seat: SeatView, loc: int, d: CardDef) -> int:
    """Return the value of playing a unit to a battlefield instead of to the base, from 0 to 4."""
    foes = seat.enemy_units(loc)
    mine = seat.units(seat.player, loc)
    if foes:
        strength = d.might + d.assault + sum(seat.attack(o) for o in mine)
        dies = sum(seat.defence(o) for o in foes) >= d.might + d.assault + sum(
            seat.stands(o, attacks=True) for o in mine
        )
        wins = strength >= sum(max(1, seat.stands(o, attacks=False)) for o in foes)
        return 3 if wins and not dies else 0
    if seat.control(loc) not in seat.friends:
        return 4
    threat = 0
    for o in seat.enemy_army():
        if o.loc != loc:
            threat += seat.attack(o)
    for o in mine:
        threat -= seat.stands(o, attacks=False)
    if threat > 0:
        return 2
    for other in seat.fields:
        if seat.control(other) not in seat.friends:
            return 0
    return 1


def _destination(seat: SeatView, places: dict[int, int], item: Item | None) -> int:
    """Return the position of the destination of a move: where a friendly unit scores, or an enemy's base."""
    refs = [] if item is None else [ref for group in item.chosen for ref in group]
    moved = [o for ref in refs if (o := seat.object(ref)) is not None]
    if not moved or moved[-1].controller != seat.player:
        return places.get(moved[-1].controller if moved else seat.enemies[0], 0)
    for loc, number in places.items():
        if loc >= seat.first_field and units_to_send(seat, loc, moved):
            return number
    return places.get(seat.player, 0)


def choose_victim(polarities: PolarityTable, seat: SeatView, decision: Decision) -> list[int]:
    """Return the position of the most valuable unit, to which combat damage is assigned."""
    del polarities

    def value(option: Option) -> int:
        o = seat.object(option[1])
        return 0 if o is None else worth(seat, o)

    return [max(range(len(decision.options)), key=lambda place: (value(decision.options[place]), -place))]


def choose_player(polarities: PolarityTable, seat: SeatView, decision: Decision) -> list[int]:
    """Return the position of an enemy player for harm, of this player for anything else."""
    polarity = polarity_of(polarities, seat.item(decision.about))
    wanted = seat.enemies if polarity is None or polarity.whole == HARM or Discard in polarity.verbs else (seat.player,)
    return [next((place for place, option in enumerate(decision.options) if option[1] in wanted), 0)]


CHOOSERS: Final[dict[int, Chooser]] = {
    w.D_TARGET: choose_targets,
    w.D_PICK: choose_picks,
    w.D_COST: choose_costs,
    w.D_YES_NO: choose_yes_no,
    w.D_NUMBER: choose_number,
    w.D_MODE: choose_mode,
    w.D_LOCATION: choose_place,
    w.D_ASSIGN: choose_victim,
    w.D_PLAYER: choose_player,
}
