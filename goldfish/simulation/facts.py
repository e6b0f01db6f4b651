"""The facts of one game of a goldfish run: whole numbers, from which every figure is counted.

Turn numbers are the player's own turns, from 1. Lists by turn hold an entry for each turn that was begun, in order.
Kinds of cards are places in the `kinds` of the run: the names of the list, in order.
"""

from __future__ import annotations

from dataclasses import dataclass, field

# The first two classes write their constructors themselves: a game makes thirty of their objects, and the constructor
# that a data class is given is no compiled one.


@dataclass(slots=True, init=False)
class KindFacts:
    """The facts of the copies of one card in a game."""

    # The turn of each copy that was drawn, 0 for the opening hand (after the mulligan).
    drawn: list[int]
    # The turn on which each copy was played, in order of playing, and how many turns after it was first offered.
    played: list[int]
    delays: list[int]
    # Whether it was offered, with a copy in hand, on the first turn that began with the runes for it (`on curve`).
    curve_chances: int
    curve_hits: int
    # Copies in hand when the game ended, of which so many were never offered to be played.
    in_hand: int
    dead: int
    # How often each of its abilities happened, by the key of the ability.
    abilities: dict[str, int]

    def __init__(
        self,
        *,
        drawn: list[int] | None = None,
        played: list[int] | None = None,
        delays: list[int] | None = None,
        curve_chances: int = 0,
        curve_hits: int = 0,
        in_hand: int = 0,
        dead: int = 0,
        abilities: dict[str, int] | None = None,
    ) -> None:
        self.drawn = [] if drawn is None else drawn
        self.played = [] if played is None else played
        self.delays = [] if delays is None else delays
        self.curve_chances = curve_chances
        self.curve_hits = curve_hits
        self.in_hand = in_hand
        self.dead = dead
        self.abilities = {} if abilities is None else abilities


@dataclass(slots=True, init=False)
class TurnFacts:
    """The facts of one turn of the player."""

    # At the beginning of the main phase.
    runes: int
    # Produced is spent and wasted; wasted is what lies ready or floats as the player ends the turn, and is not spent
    # in the turn after it.
    energy_produced: int
    energy_spent: int
    energy_wasted: int
    power_produced: int
    power_spent: int
    power_wasted: int
    drawn: int
    played: int
    # As the player ends the turn; points are those before the player's next turn.
    hand: int
    points: int

    def __init__(
        self,
        *,
        runes: int = 0,
        energy_produced: int = 0,
        energy_spent: int = 0,
        energy_wasted: int = 0,
        power_produced: int = 0,
        power_spent: int = 0,
        power_wasted: int = 0,
        drawn: int = 0,
        played: int = 0,
        hand: int = 0,
        points: int = 0,
    ) -> None:
        self.runes = runes
        self.energy_produced = energy_produced
        self.energy_spent = energy_spent
        self.energy_wasted = energy_wasted
        self.power_produced = power_produced
        self.power_spent = power_spent
        self.power_wasted = power_wasted
        self.drawn = drawn
        self.played = played
        self.hand = hand
        self.points = points


@dataclass(slots=True)
class GameFacts:
    """The facts of one game."""

    index: int
    first: bool
    # Whether the game ended by the rules; otherwise the player's last turn was over.
    finished: bool = False
    won: bool = False
    turns: list[TurnFacts] = field(default_factory=list)
    # The turn of each point of the player, from the first on; shorter where points were not reached.
    point_turns: list[int] = field(default_factory=list)
    # Cards set aside in the mulligan, and the kinds in the hand that was kept, one for each card.
    mulligan: int = 0
    opening: list[int] = field(default_factory=list)
    kinds: dict[int, KindFacts] = field(default_factory=dict)
    units_lost: int = 0
    conquered: int = 0
    held: int = 0
    battlefields_lost: int = 0
    burn_outs: int = 0
    opponent_points: int = 0
    # Turns of the player on which a card that cannot be executed was in hand.
    turns_with_unsupported: int = 0
    # And turns on which one was in hand that is not known for sure.
    turns_with_provisional: int = 0
    # The place in the field of the list that was met; -1 where the opponent is no field.
    met: int = -1
