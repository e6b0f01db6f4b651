"""A seat's view of a game: the information that its player has, and no more. It is all that a policy sees.

Nothing is copied and no document is built, because a view is read at every decision of thousands of games. Cards on the
board face up, on the chain, in a trash or in the player's own hand are known (CR 128); of all other cards only their
number is. The numbers that stand for cards say nothing about the cards, and no policy may read anything into them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.resources import victory_score
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.layers import might
from riftcheck.engine.display.redeal import redeal, seen_cards
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_ACTIVATED, Item
from riftcheck.engine.model.references import any_card, def_behind
from riftcheck.engine.model.scripts import TARGETS
from riftcheck.engine.playing.openings import target_choices
from riftcheck.engine.playing.options import hide_prices
from riftcheck.engine.playing.permissions import play_forbidden
from riftcheck.engine.playing.plays import WAY_HAND, probe
from riftcheck.goldfish.policies.base import FILLER

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Activated
    from riftcheck.engine.model.decisions import Decision, Option
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State

# Where the energy of a pool stands that may be spent on anything.
ANY_USE: Final = 0


class SeatView:
    """One player's view of a game of any mode. Players and locations are numbers, as in the engine.

    `friends` are the players of this player's team, this one among them; `enemies` are all others. `first_field` is the
    first location that is a battlefield: before it are the bases of the players.
    """

    __slots__ = ("_s", "enemies", "first_field", "friends", "player")

    def __init__(self, s: State, player: int) -> None:
        self._s = s
        self.player = player
        self.friends: tuple[int, ...] = ()
        self.enemies: tuple[int, ...] = ()
        self.first_field = 0
        for number, team in enumerate(s.team):
            self.first_field = number + 1
            if team == s.team[player]:
                self.friends += (number,)
            else:
                self.enemies += (number,)

    @property
    def question(self) -> Decision:
        """The open decision, which is this player's.

        :raises ValueError: if this player is not asked.
        """
        decision = self._s.decision
        if decision is None or decision.player != self.player or not self._s.waiting:
            raise ValueError(f"player {self.player} is not asked anything now")
        return decision

    # --- the game ---

    @property
    def turn(self) -> int:
        """The number of the turn, counting both players'."""
        return self._s.turn

    @property
    def own_turns(self) -> int:
        """The number of turns that this player has begun."""
        return self._s.players[self.player].turns

    @property
    def goal(self) -> int:
        """The Victory Score in force."""
        return victory_score(self._s)

    def points(self, player: int) -> int:
        """Return a player's points."""
        return self._s.points[self._s.team[player]]

    def enemy_points(self) -> int:
        """Return the points of the enemy who has most."""
        s = self._s
        most = 0
        for enemy in self.enemies:
            points = s.points[s.team[enemy]]
            most = max(most, points)
        return most

    def scored(self, loc: int) -> bool:
        """Return True if this player has scored a battlefield this turn."""
        return bool(self._s.scored[self._s.team[self.player]] >> loc & 1)

    # --- resources and cards ---

    @property
    def energy(self) -> int:
        """The energy that this player can spend now on anything, by runes and what floats."""
        p = self._s.players[self.player]
        return p.ready_runes + p.pool[ANY_USE]

    @property
    def runes(self) -> int:
        """The number of runes of this player."""
        return len(self._s.players[self.player].runes)

    def hand(self) -> list[CardDef]:
        """Return the cards in this player's hand, in its order."""
        s = self._s
        defs, kinds = s.pool.defs, s.card_defs
        return [defs[kinds[card]] for card in s.players[self.player].hand]

    def known(self) -> list[int]:
        """Return what a plan of this turn hangs on, as numbers.

        That is the hand, points, the number of cards in the hands of others, the chain, who controls each location, and
        how each object stands; of others' facedown cards no more than where they lie.
        """
        s = self._s
        kinds = s.card_defs
        found = [kinds[card] for card in s.players[self.player].hand]
        found += s.points
        for number, p in enumerate(s.players):
            if number != self.player:
                found.append(len(p.hand))
        for item in s.chain:
            found += (item.id, item.kind, item.you)
        for place in s.locs:
            found.append(place.control)
        for o in s.board.values():
            found += (o.id, o.controller, o.loc)
            if not o.facedown or o.controller == self.player:
                found += (o.exhausted, o.damage, o.buffs, o.stunned, might(s, o))
        return found

    def hand_size(self, player: int) -> int:
        """Return the number of cards in a player's hand."""
        return len(self._s.players[player].hand)

    def enemy_hand_size(self) -> int:
        """Return the number of cards in the hand of the enemy who has most."""
        most = 0
        for enemy in self.enemies:
            size = len(self._s.players[enemy].hand)
            most = max(most, size)
        return most

    def deck_size(self, player: int) -> int:
        """Return the number of cards in a player's main deck."""
        return len(self._s.players[player].deck)

    def rune_deck_size(self, player: int) -> int:
        """Return the number of runes in a player's rune deck."""
        return len(self._s.players[player].rune_deck)

    def card(self, option: Option) -> CardDef:
        """Return the card that an option to play or hide is about."""
        s = self._s
        return s.pool.defs[s.card_defs[option[1]]]

    def copies(self, option: Option) -> int:
        """Return the number of copies in hand of the card of an option to play, at least 1."""
        s = self._s
        kinds = s.card_defs
        kind = kinds[option[1]]
        count = 0
        for card in s.players[self.player].hand:
            if kinds[card] == kind:
                count += 1
        return count or 1

    def face(self, ref: int) -> CardDef | None:
        """Return the card behind a reference that this player is offered; None for what is none."""
        s = self._s
        o = s.board.get(ref)
        if o is not None:
            return None if o.facedown and o.controller != self.player else o.d
        if ref > -2:  # noqa: PLR2004 - cards off the board are below
            return None
        return def_behind(s, ref)

    def owner(self, ref: int) -> int:
        """Return the controller of an object or the owner of a card, -1 for a reference to neither."""
        s = self._s
        o = s.board.get(ref)
        if o is not None:
            return o.controller
        return s.owners[any_card(s, ref)] if ref < w.NOBODY else w.NOBODY

    # --- the board ---

    @property
    def fields(self) -> range:
        """The locations that are battlefields."""
        return range(self.first_field, len(self._s.locs))

    @property
    def fighting(self) -> int:
        """The location of the combat that is going on, -1 for none."""
        return self._s.showdown if self._s.combat else w.NOBODY

    @property
    def attacking(self) -> bool:
        """True while this player attacks in a combat."""
        return self._s.attacker == self.player

    def control(self, loc: int) -> int:
        """Return the controller of a battlefield, -1 for none."""
        return self._s.locs[loc].control

    def object(self, ref: int) -> Obj | None:
        """Return an object on the board that is face up, or this player's own."""
        o = self._s.board.get(ref)
        return None if o is None or (o.facedown and o.controller != self.player) else o

    def units(self, player: int, loc: int) -> list[Obj]:
        """Return the units that a player controls at a location."""
        board = self._s.board
        return [o for oid in self._s.locs[loc].units if (o := board[oid]).controller == player]

    def enemy_units(self, loc: int) -> list[Obj]:
        """Return the units that enemies control at a location."""
        board, enemies = self._s.board, self.enemies
        return [o for oid in self._s.locs[loc].units if (o := board[oid]).controller in enemies]

    def army(self, player: int) -> list[Obj]:
        """Return all units that a player controls."""
        board = self._s.board
        return [o for at in self._s.locs for oid in at.units if (o := board[oid]).controller == player]

    def enemy_army(self) -> list[Obj]:
        """Return all units that enemies control."""
        board, enemies = self._s.board, self.enemies
        return [o for at in self._s.locs for oid in at.units if (o := board[oid]).controller in enemies]

    def alone(self) -> bool:
        """Return True if no enemy has units or runes."""
        return not any(self._s.players[enemy].runes for enemy in self.enemies) and not self.enemy_army()

    def might(self, o: Obj) -> int:
        """Return a unit's Might."""
        return might(self._s, o)

    def attack(self, o: Obj) -> int:
        """Return the damage that a unit deals as an attacker."""
        value = might(self._s, o)
        if o.stunned:
            return 0
        if o.role != w.ATTACKER:
            value += o.assault
        return max(0, value)

    def defence(self, o: Obj) -> int:
        """Return the damage that a unit deals as a defender."""
        value = might(self._s, o)
        if o.stunned:
            return 0
        if o.role != w.DEFENDER:
            value += o.shield
        return max(0, value)

    def stands(self, o: Obj, *, attacks: bool) -> int:
        """Return the damage that kills a unit that attacks or defends."""
        value = might(self._s, o) - o.damage
        if attacks:
            return value if o.role == w.ATTACKER else value + o.assault
        return value if o.role == w.DEFENDER else value + o.shield

    def item(self, ref: int) -> Item | None:
        """Return an item of the chain, or the one that is being finalized or resolved."""
        s = self._s
        for frame in reversed(s.frames):
            if frame.item is not None and frame.item.id == ref:
                return frame.item
        return next((item for item in s.chain if item.id == ref), None)

    def newest(self) -> Item | None:
        """Return the newest item of the chain."""
        return self._s.chain[-1] if self._s.chain else None

    # --- what an option would do ---

    def ability(self, option: Option) -> Activated:
        """Return the ability that an option uses."""
        return get_index(self._s).activated[option[2]][1]

    def source(self, option: Option) -> CardDef:
        """Return the card whose ability an option uses."""
        return get_index(self._s).activated[option[2]][0].d

    def targets(self, option: Option) -> list[int] | None:
        """Return the legal references for the first target of a play or an ability; None without targets."""
        s = self._s
        if option[0] == w.O_PLAY:
            item = probe(s, self.player, option[1], option[2])
        else:
            env, activated = get_index(s).activated[option[2]]
            item = Item(w.NOBODY, I_ACTIVATED, self.player, env.me, env.this, env.card, env.d, activated.script)
            item.activated = activated
            item.slots = [()] * activated.script.slots
        if item.script is None:
            return None
        for opening in item.script.openings:
            if opening.kind == TARGETS and opening.modes < 0:
                return target_choices(s, item, opening)
        return None

    def hides_freely(self, option: Option) -> bool:
        """Return True if an option to hide takes no Power, or a rune that is channeled again for lack of others.

        What could not be played from there is not hidden for free either.
        """
        s = self._s
        if not self.comes_out(option[1], option[2] % w.HIDE_PRICE):
            return False
        energy, power = hide_prices(s, self.player, option[1])[option[2] // w.HIDE_PRICE]
        return not power or (not s.players[self.player].rune_deck and self.energy >= energy + len(power))

    def comes_out(self, card: int, loc: int) -> bool:
        """Return True if nothing forbids to play a card to where it lies facedown; units come out nowhere else.

        CR 811.1.d.1.
        """
        s = self._s
        item = probe(s, s.owners[card], card, WAY_HAND)
        return not item.d.types & w.UNIT or not play_forbidden(s, item, loc)

    # --- thinking ahead ---

    def imagined(self, seed: int) -> State:
        """Return a copy of the game with all that this player cannot know dealt anew, for playing it out.

        It hangs on what the player knows and on the seed alone.
        """
        return redeal(self._s, self.player, seed, in_order=True)

    def imagined_with_blanks(self, seed: int) -> State:
        """Return a copy as `imagined` does, in which what this player may draw is a card that cannot be played.

        So no line is better for the luck of one deal. In a pool without such a card the deal stays as it is.
        """
        s = self.imagined(seed)
        filler = s.pool.by_name.get(FILLER)
        if filler is None:
            return s
        seen = seen_cards(self._s, self.player)
        faces = list(s.card_defs)
        for card in s.players[self.player].deck:
            if card not in seen:
                faces[card] = filler
        s.card_defs = tuple(faces)
        return s
