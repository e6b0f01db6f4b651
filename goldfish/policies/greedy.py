"""The player on curve: spends the most energy it can each turn, moves to score, attacks where it wins.

It holds back where a unit would be lost for nothing, aims harm at enemies and help at its own, keeps what only matters
in combat for combats that it turns. It looks no further than the question at hand.

It hides no cards: that takes a rune for good, which who spends all its energy each turn misses more than the cost of
what is hidden. Greedy players who hid what they could not play won 44 to 50 % of 600 games against those who did not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.instructions import Attach, Buff, Counter, Discard, Draw, Give, Ready
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.scripts import C_BANISH, C_EXHAUST
from riftcheck.goldfish.policies.base import cards_aside, least_answer
from riftcheck.goldfish.policies.board import MINE, combat_outcome, last_chance, missing_damage, units_to_send, worth
from riftcheck.goldfish.policies.choices import CHOOSERS, damage_of
from riftcheck.goldfish.policies.polarity import HARM, HELP

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Decision, Option
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.objects import Obj
    from riftcheck.goldfish.policies.mulligan import Mulligan
    from riftcheck.goldfish.policies.polarity import Polarity, PolarityTable
    from riftcheck.goldfish.policies.seat_view import SeatView

# How often it acts in one turn at the most: abilities that cost nothing must not go on for ever.
ACTS: Final = 60
# What is worth playing for itself, in the order of taste among what spends as much energy.
UNIT_WORTH: Final = 8
GEAR_WORTH: Final = 5
SPELL_WORTH: Final = 4
REMOVAL_WORTH: Final = 9

Play = tuple[int, int, int]


class GreedyPolicy:
    """Answers as a player on curve does."""

    __slots__ = ("acts", "mulligan", "polarities", "turn")

    def __init__(self, mulligan: Mulligan, polarities: PolarityTable) -> None:
        self.mulligan = mulligan
        self.polarities = polarities
        self.turn = 0
        self.acts = 0

    def answer(self, seat: SeatView) -> list[int]:
        """Return the positions of the chosen options of the open decision, as a player on curve chooses."""
        decision = seat.question
        kind = decision.kind
        if kind == w.D_MAIN:
            return [self.main(seat, decision)]
        if kind == w.D_MOVE:
            return self.move(seat, decision)
        if kind in (w.D_FOCUS, w.D_PRIORITY):
            return [self.respond(seat, decision)]
        if kind == w.D_MULLIGAN:
            return cards_aside(self.mulligan, seat)
        chooser = CHOOSERS.get(kind)
        return least_answer(decision) if chooser is None else chooser(self.polarities, seat, decision)

    # --- the main phase ---

    def main(self, seat: SeatView, decision: Decision) -> int:
        """Play what spends most, then use what helps, then move to score; end the turn when nothing is left."""
        options = decision.options
        last = len(options) - 1
        if self.act_limit_reached(seat):
            return last
        plays: list[Play] = []
        moves: list[int] = []
        uses: list[int] = []
        for place in range(last):
            kind = options[place][0]
            if kind == w.O_PLAY:
                d = seat.card(options[place])
                value = self.play_value(seat, options[place], d)
                if value > 0:
                    plays.append((d.energy, value, place))
            elif kind == w.O_MOVE:
                moves.append(place)
            elif kind == w.O_ACTIVATE:
                uses.append(place)
        if plays:
            play = plays[0][2] if len(plays) == 1 else best_play(seat, options, plays)
            return power_first(seat, options, uses, play) if uses else play
        use = next((place for place in uses if self.is_worth_activating(seat, options[place])), w.NOBODY)
        if use >= 0:
            return use
        return last if not moves else best_move(seat, options, moves, last)

    def act_limit_reached(self, seat: SeatView) -> bool:
        """Count one more act of this turn; return True once the limit of acts is passed."""
        turn = seat.turn
        if turn != self.turn:
            self.turn, self.acts = turn, 0
        self.acts += 1
        return self.acts > ACTS

    def play_value(self, seat: SeatView, option: Option, d: CardDef) -> int:
        """Return the value of playing a card now, 0 for a card that is better kept."""
        types = d.types
        if not types & w.SPELL:
            own_only = self.polarities.sweeps(d.name)
            if own_only is not None and self.backfires(seat, own_only=own_only):
                return 0
        if types & w.UNIT:
            return UNIT_WORTH + d.might
        if types & w.GEAR:
            return GEAR_WORTH
        if d.script is None:
            return 0
        polarity = self.polarities.of(d.script, d.name)
        return self.spell_value(seat, option, polarity)

    def backfires(self, seat: SeatView, *, own_only: bool) -> bool:
        """Return True if a card with untargeted harm would cost this player more than the enemy.

        `own_only`: the card harms only the units of this player.
        """
        if own_only:
            return True
        mine = sum(worth(seat, o) for loc in seat.fields for o in seat.units(seat.player, loc))
        return mine > sum(worth(seat, o) for loc in seat.fields for o in seat.enemy_units(loc))

    def spell_value(self, seat: SeatView, option: Option, polarity: Polarity) -> int:
        """Return the value of a spell in the main phase, 0 for one that is better kept."""
        if polarity.whole == HARM and not polarity.fights:
            if not polarity.aimed:
                mine = sum(worth(seat, o) for o in seat.army(seat.player))
                theirs = sum(worth(seat, o) for o in seat.enemy_army())
                return REMOVAL_WORTH if theirs > mine else SPELL_WORTH if polarity.gains and not mine else 0
            return REMOVAL_WORTH if self.has_harm_target(seat, option, polarity) else 0
        if polarity.fights:
            return 0
        if Discard in polarity.verbs and seat.hand_size(seat.player) > seat.enemy_hand_size():
            # What makes everybody discard costs whoever has more.
            return 0 if polarity.openings == () and Draw in polarity.verbs else SPELL_WORTH
        if polarity.whole == HELP and polarity.aimed and not polarity.gains:
            return SPELL_WORTH if self.has_help_target(seat, option) else 0
        return SPELL_WORTH

    def has_harm_target(self, seat: SeatView, option: Option, polarity: Polarity) -> bool:
        """Return True if a harmful option has an enemy target; for damage, one that it kills."""
        refs = seat.targets(option)
        if refs is None:
            return bool(seat.enemy_army())
        limit = damage_of(seat, polarity, seat.card(option) if option[0] == w.O_PLAY else None)
        for ref in refs:
            o = seat.object(ref)
            if o is None or o.controller not in seat.enemies or not o.d.types & w.UNIT:
                continue
            if not limit and not polarity.thrown:
                return True
            if seat.might(o) - o.damage <= limit:
                return True
        return False

    def has_help_target(self, seat: SeatView, option: Option) -> bool:
        """Return True if a helpful option has a friendly unit as target."""
        refs = seat.targets(option)
        return refs is None or any(seat.owner(ref) == seat.player for ref in refs)

    def is_worth_activating(self, seat: SeatView, option: Option) -> bool:
        """Return True if an ability is worth activating in the main phase."""
        ability = seat.ability(option)
        if ability.script.adds:
            return False  # payments use what adds resources by themselves
        polarity = self.polarities.of(ability.script, seat.source(option).name)
        if polarity.whole == HARM and polarity.aimed:
            return self.has_harm_target(seat, option, polarity)
        if polarity.fights:
            return False
        if polarity.whole == HELP and polarity.aimed:
            return self.has_help_target(seat, option) and not self.is_redundant(seat, option, polarity)
        if Draw in polarity.verbs and len(ability.cost.power) > 1:
            # Runes that go under an empty rune deck are channeled again at once; others are missed for the rest.
            return polarity.gains and not seat.rune_deck_size(seat.player)
        return polarity.gains

    def is_redundant(self, seat: SeatView, option: Option, polarity: Polarity) -> bool:
        """Return True if an ability would change nothing: its object is ready, or attached, already."""
        me = seat.object(option[1])
        if Attach in polarity.verbs:
            return me is not None and me.attached_to >= 0
        refs = seat.targets(option) or []
        own = [o for ref in refs if (o := seat.object(ref)) is not None and o.controller == seat.player]
        if Ready in polarity.verbs:
            return not any(o.exhausted for o in own)
        return Buff in polarity.verbs and all(o.buffs for o in own)

    # --- moving ---

    def move(self, seat: SeatView, decision: Decision) -> list[int]:
        """Return the positions of the units to move: the profitable ones, else the weakest, as few as are required."""
        dest = decision.about - w.REF_LOCATION
        places = {option[1]: place for place, option in enumerate(decision.options)}
        movers = [o for ref in places if (o := seat.object(ref)) is not None]
        if dest >= seat.first_field:
            chosen = units_to_send(seat, dest, [o for o in movers if is_free_to_move(seat, o, dest)])
            if chosen:
                return sorted(places[o.id] for o in chosen[: decision.hi])
        movers.sort(
            key=lambda o: (o.loc >= seat.first_field and len(seat.units(seat.player, o.loc)) == 1, worth(seat, o), o.id)
        )
        return sorted(places[o.id] for o in movers[: decision.lo])

    # --- the chain and combat ---

    def respond(self, seat: SeatView, decision: Decision) -> int:
        """Return the position of an option that turns a combat or counters an enemy's item; else of passing."""
        options = decision.options
        last = len(options) - 1
        if self.act_limit_reached(seat):
            return last
        loc = seat.fighting
        newest = seat.newest()
        against = newest is not None and newest.you != seat.player
        losing = loc >= 0 and combat_outcome(seat, loc) != MINE
        if not losing and not against:
            return last
        where = loc if losing else w.NOBODY
        return next((place for place in range(last) if self.is_response(seat, options[place], where, against)), last)

    def is_response(self, seat: SeatView, option: Option, loc: int, against: bool) -> bool:
        """Return True if an option helps in the combat at `loc` (-1 for none), or, with `against`, counters an item."""
        if option[0] == w.O_PLAY:
            d = seat.card(option)
            if d.types & w.UNIT and loc >= 0:
                return True  # a unit that may come now comes to help
            return d.script is not None and self.changes_outcome(
                seat, option, self.polarities.of(d.script, d.name), loc, against
            )
        if option[0] != w.O_ACTIVATE:
            return False
        script = seat.ability(option).script
        if script.adds:
            return False  # payments use what adds resources by themselves
        polarity = self.polarities.of(script, seat.source(option).name)
        return self.changes_outcome(seat, option, polarity, loc, against)

    def changes_outcome(self, seat: SeatView, option: Option, polarity: Polarity, loc: int, against: bool) -> bool:
        """Return True if a text changes the outcome: it counters an enemy's item, or makes up what a combat lacks."""
        if Counter in polarity.verbs:
            return against
        if loc < 0 or newest_item_is_own(seat):
            return False
        if polarity.whole == HARM:
            return polarity.aimed and self.has_combat_target(seat, option, polarity, loc)
        short = missing_damage(seat, loc)
        return polarity.whole == HELP and Give in polarity.verbs and 0 <= short <= max(1, polarity.amount)

    def has_combat_target(self, seat: SeatView, option: Option, polarity: Polarity, loc: int) -> bool:
        """Return True if a harmful option can target an enemy unit of a combat, and kills or removes it."""
        limit = damage_of(seat, polarity, seat.card(option) if option[0] == w.O_PLAY else None)
        for ref in seat.targets(option) or ():
            o = seat.object(ref)
            if o is None or o.controller not in seat.enemies or o.loc != loc:
                continue
            if not limit and not polarity.thrown:
                return True
            if seat.stands(o, attacks=not seat.attacking) <= limit or 0 < missing_damage(seat, loc) <= limit:
                return True
        return False


def newest_item_is_own(seat: SeatView) -> bool:
    """Return True if the newest chain item is this player's own: it has still to resolve."""
    newest = seat.newest()
    return newest is not None and newest.you == seat.player


def best_play(seat: SeatView, options: list[Option], plays: list[Play]) -> int:
    """Return the first play of those that together spend the most energy; of equal ones those of the greatest worth."""
    have = seat.energy
    if sum(energy for energy, _, _ in plays) <= have:
        return max(plays, key=lambda play: (play[0], play[1], -play[2]))[2]
    # By the energy that is spent exactly: what that is worth, -1 where nothing spends so much, and the plays of it.
    reached = [0] + [-1] * have
    together: list[tuple[int, ...]] = [()] * (have + 1)
    costs: dict[int, int] = {}
    for energy, value, place in plays:
        cost = costs[place] = min(energy, have)
        for _ in range(seat.copies(options[place])):
            for spent in range(have - cost, -1, -1):
                total = spent + cost
                if reached[spent] >= 0 and reached[total] < reached[spent] + value:
                    reached[total] = reached[spent] + value
                    together[total] = (*together[spent], place)
    most = have
    while reached[most] < 0:
        most -= 1
    if not together[most]:
        return max(plays, key=lambda play: (play[1], -play[2]))[2]
    return max(together[most], key=lambda place: (costs[place], -place))


def power_first(seat: SeatView, options: list[Option], uses: list[int], play: int) -> int:
    """Return what adds Power for a unit or gear before that is played, if cards of the trash pay for it; else the play.

    Payments use by themselves what adds and takes nothing else.
    """
    d = seat.card(options[play])
    if not d.power or not d.types & w.PERMANENT:
        return play
    for place in uses:
        ability = seat.ability(options[place])
        cost = ability.cost
        if ability.script.adds and not cost.power and {part.kind for part in cost.parts} == {C_EXHAUST, C_BANISH}:
            return place
    return play


def best_move(seat: SeatView, options: list[Option], moves: list[int], last: int) -> int:
    """Return the best standard move, or the last option: to end the turn."""
    player = seat.player
    ready = [o for o in seat.army(player) if not o.exhausted]
    best, found = 0, last
    for place in moves:
        dest = options[place][1]
        if dest < seat.first_field:
            continue
        movers = [o for o in ready if is_free_to_move(seat, o, dest)]
        chosen = units_to_send(seat, dest, movers)
        if not chosen:
            continue
        gain = 4 + (2 if not seat.scored(dest) else 0)
        if seat.control(dest) in seat.enemies:
            gain += 8 if last_chance(seat) else 1
        if gain > best:
            best, found = gain, place
    if found != last or player not in (options[place][1] for place in moves):
        return found
    return return_to_base(seat, options, moves, last)


def is_free_to_move(seat: SeatView, o: Obj, dest: int) -> bool:
    """Return True if a unit is free to move: it is at the base, or not the last one at a battlefield it holds."""
    if o.loc == dest:
        return False
    if o.loc < seat.first_field:
        return True
    return bool(o.kw & w.K_GANKING) and len(seat.units(seat.player, o.loc)) > 1


def return_to_base(seat: SeatView, options: list[Option], moves: list[int], last: int) -> int:
    """Return the move to the base if a unit too many sits at one battlefield while another is to be taken next turn."""
    player = seat.player
    wanted = any(seat.control(loc) not in seat.friends and not seat.units(player, loc) for loc in seat.fields)
    if not wanted or seat.units(player, player):
        return last
    for loc in seat.fields:
        if sum(not o.exhausted for o in seat.units(player, loc)) > 1:
            return next(place for place in moves if options[place][1] == player)
    return last
