"""How many sequences of answers there are to a depth, from positions built by hand (what chess calls perft).

A choice that is offered too often or not at all, or asked where nothing can be chosen, changes the counts. Every answer
that a question allows counts as one, so a question for up to two of four cards has 1 + 4 + 6 of them.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import pytest

from bench import engine as bench
from riftcheck.engine.board.zones import base_of, new_object
from riftcheck.engine.compile.cards import Facts, build
from riftcheck.engine.flow.loop import submit
from riftcheck.engine.game import Game, GameDeck
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.state import State

POOL: Final = build(
    [
        # Nobody ever has so much energy: what is drawn plays no part.
        Facts("Mountain", ("Unit",), domains=("Fury",), energy=60, might=9),
        Facts("Two", ("Unit",), domains=("Fury",), energy=2, might=2),
        Facts("Three", ("Unit",), domains=("Fury",), energy=3, might=3),
        Facts("Fury Rune", ("Rune",), ("Basic",), ("Fury",)),
        Facts("East Field", ("Battlefield",)),
        Facts("West Field", ("Battlefield",)),
    ]
)


def opening() -> State:
    """Both players have four cards that they will never be able to play, and nothing else."""
    decks = [GameDeck(("Mountain",) * 20, ("Fury Rune",) * 12, (field,)) for field in ("East Field", "West Field")]
    return Game.start(POOL, decks, "duel", 1, first=0).state


def main_phase(*units: tuple[str, int, str]) -> State:
    """Return the first main phase of player 0, with ready units: name, controller, `base` or the battlefield's name."""
    s = opening()
    submit(s, [])
    places = {s.board[at.bf].d.name: loc for loc, at in enumerate(s.locs) if at.bf >= 0}
    # The second mulligan is the last question before the first turn; what is put down now is there when it begins.
    for name, player, place in units:
        loc = base_of(player) if place == "base" else places[place]
        new_object(s, w.NOBODY, POOL.defs[POOL.by_name[name]], player, player, loc)
        if loc in places.values():
            s.locs[loc].control = player
    submit(s, [])
    assert s.decision is not None
    assert (s.decision.kind, s.decision.player, s.turn) == (w.D_MAIN, 0, 1)
    return s


def lone_scout() -> State:
    """One unit in its owner's base, two open battlefields."""
    return main_phase(("Two", 0, "base"))


def siege() -> State:
    """Two against two: player 0 in the base, player 1 at the East Field."""
    return main_phase(("Three", 0, "base"), ("Two", 0, "base"), ("Two", 1, "East Field"), ("Two", 1, "East Field"))


def keyword_hand() -> State:
    """The third turn of two decks of units with keywords, with real hands and runes to pay with."""
    s = bench.start("keyword_units", 11).state
    while s.turn < 3 or s.decision is None or s.decision.kind != w.D_MAIN:
        assert s.decision is not None
        submit(s, list(range(s.decision.lo)))
    return s


def count(s: State, depth: int) -> int:
    """Return how many sequences of `depth` answers there are from here on."""
    decision = s.decision
    if not s.waiting or decision is None:
        return 0
    places = range(len(decision.options))
    answers = [
        list(chosen)
        for size in range(decision.lo, min(decision.hi, len(places)) + 1)
        for chosen in combinations(places, size)
    ]
    if depth == 1:
        return len(answers)
    total = 0
    for answer in answers:
        after = s.clone()
        submit(after, answer)
        total += count(after, depth - 1)
    return total


COUNTS: Final[dict[Callable[[], State], tuple[int, ...]]] = {
    # By hand. Each player may set aside up to two of four cards, 1 + 4 + 6 = 11, so 11 * 11 for both. After that there
    # is nothing to do but end the turn, which is not asked, until a deck is empty and burning out decides the game.
    opening: (11, 121, 0),
    # By hand. Each turn of player 0 asks one question, the other player's none. From the base (B) there are three
    # answers: to either battlefield (then the unit is at a battlefield, F, next turn) or end the turn. From a
    # battlefield there are two: home or stay; there is no way to the other one without Ganking. So
    # B(n) = 2 F(n-1) + B(n-1) and F(n) = B(n-1) + F(n-1) with B(1) = 3 and F(1) = 2: 3, 7, 17, 41, 99, 239. At one or
    # two points a turn nobody wins before the seventh question.
    lone_scout: (3, 7, 17, 41, 99, 239),
    # By hand to depth 3, the rest by the engine. First: east, west or end, 3. Then: which of two units move, 3 ways
    # each, or, at the end of the turn, player 1 goes home or ends, 2: together 8. Then, of moves east: with Three or
    # Two alone the attacker chooses whom of two to kill, with both the attackers deal all they need and the defender
    # chooses, 2 each, 6. Of the moves west: the unit that stayed may go east, west or nowhere, 3 each, or if both went
    # player 1 is asked, 2: together 8. After the turn of player 0: which of two units of player 1 go home, 3, or
    # player 0 is asked again, 3. 6 + 8 + 6 = 20.
    siege: (3, 8, 20, 48, 114),
    # Counted by the engine when it was found right otherwise; they hold what keywords, costs and places offer.
    keyword_hand: (8, 41, 176, 935),
}


@pytest.mark.parametrize("position", COUNTS, ids=lambda position: position.__name__)
def test_there_are_as_many_sequences_as_counted(position: Callable[[], State]) -> None:
    s = position()
    assert tuple(count(s, depth) for depth in range(1, len(COUNTS[position]) + 1)) == COUNTS[position]
