"""Games for the tests of counting: made up from a seed, of any length, with everything in them that is counted."""

from __future__ import annotations

import random

from riftcheck.goldfish.results.run_info import RunInfo
from riftcheck.goldfish.simulation.facts import GameFacts, KindFacts, TurnFacts

KINDS = ("Alpha & <Omega>", "Bulwark, of the Long and Winding Name", "Cinder", "Dune Drake", "Ember Egg")
COPIES = (3, 9, 9, 9, 9)
VICTORY = 8
TURNS = 12
ABOUT = RunInfo(kinds=KINDS, copies=COPIES, turns=TURNS, victory=VICTORY, run={"list_hash": "abc", "seed": 7})


def made_up_game(index: int, seed: int = 1) -> GameFacts:
    """Return a game that depends on its index and the seed alone."""
    rng = random.Random(f"{seed} {index}")
    deck = [kind for kind, copies in enumerate(COPIES) for _ in range(copies)]
    rng.shuffle(deck)
    facts = GameFacts(index=index, first=index % 2 == 0)
    facts.opening = [deck.pop() for _ in range(4)]
    kinds = {kind: KindFacts() for kind in range(len(KINDS))}
    for kind in facts.opening:
        kinds[kind].drawn.append(0)
    for number in range(1, rng.randint(4, TURNS) + 1):
        facts.turns.append(_turn(rng, number, deck, kinds))
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            if len(facts.point_turns) < VICTORY:
                facts.point_turns.append(number)
        facts.turns[-1].points = len(facts.point_turns)
    facts.won = len(facts.point_turns) == VICTORY
    facts.finished = facts.won or rng.random() < 0.2
    for one in kinds.values():
        one.in_hand = max(len(one.drawn) - len(one.played), 0)
        one.dead = rng.randint(0, one.in_hand)
        one.curve_chances = 1 if one.drawn else 0
        one.curve_hits = rng.randint(0, one.curve_chances)
        if one.played:
            one.abilities["when played"] = len(one.played)
    facts.kinds = {kind: one for kind, one in kinds.items() if one.drawn}
    facts.units_lost, facts.conquered, facts.held = rng.randint(0, 3), rng.randint(0, 5), rng.randint(0, 4)
    facts.battlefields_lost, facts.burn_outs = rng.randint(0, 2), int(rng.random() < 0.05)
    facts.opponent_points = rng.randint(0, 7)
    facts.turns_with_unsupported = rng.randint(0, len(facts.turns))
    return facts


def _turn(rng: random.Random, number: int, deck: list[int], kinds: dict[int, KindFacts]) -> TurnFacts:
    turn = TurnFacts(runes=2 * number, energy_produced=2 * number, drawn=1)
    kinds[deck.pop()].drawn.append(number)
    turn.energy_spent = rng.randint(0, 2 * number)
    turn.energy_wasted = 2 * number - turn.energy_spent
    turn.power_produced = turn.power_spent = rng.randint(0, 2)
    turn.hand = rng.randint(0, 6)
    for one in kinds.values():
        if len(one.drawn) > len(one.played) and rng.random() < 0.3:
            one.played.append(number)
            one.delays.append(rng.randint(0, 2))
            turn.played += 1
    return turn
