"""The facts of one game of a goldfish run: whole numbers, from which every figure is counted.

Turn numbers are the player's own turns, from 1. Lists by turn hold an entry for each turn that was begun, in order.
Kinds of cards are places in the `kinds` of the run: the names of the list, in order.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class KindFacts:
    """The facts of the copies of one card in a game."""

    # The turn of each copy that was drawn, 0 for the opening hand (after the mulligan).
    drawn: list[int] = field(default_factory=list)
    # The turn on which each copy was played, in order of playing, and how many turns after it was first offered.
    played: list[int] = field(default_factory=list)
    delays: list[int] = field(default_factory=list)
    # Whether it was offered, with a copy in hand, on the first turn that began with the runes for it (`on curve`).
    curve_chances: int = 0
    curve_hits: int = 0
    # Copies in hand when the game ended, of which so many were never offered to be played.
    in_hand: int = 0
    dead: int = 0
    # How often each of its abilities happened, by the key of the ability.
    abilities: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class TurnFacts:
    """The facts of one turn of the player."""

    # At the beginning of the main phase.
    runes: int = 0
    # Produced is spent and wasted; wasted is what lies ready or floats as the player ends the turn, and is not spent
    # in the turn after it.
    energy_produced: int = 0
    energy_spent: int = 0
    energy_wasted: int = 0
    power_produced: int = 0
    power_spent: int = 0
    power_wasted: int = 0
    drawn: int = 0
    played: int = 0
    # As the player ends the turn; points are those before the player's next turn.
    hand: int = 0
    points: int = 0


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
