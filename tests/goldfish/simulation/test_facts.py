"""What is noted of a game, against games that can be reckoned by hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.flow.loop import advance, submit
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import Event
from riftcheck.goldfish.plan.run import DeckZones, Opponent
from riftcheck.goldfish.policies.seat_view import SeatView
from riftcheck.goldfish.simulation.facts import TurnFacts
from riftcheck.goldfish.simulation.game import game_seed, new_game, play_game, play_out
from riftcheck.goldfish.simulation.recorder import Recorder
from tests.goldfish.game_lists import PLAIN, drawn, plain, real, table

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.plan.prepared_run import PreparedRun
    from riftcheck.goldfish.simulation.facts import GameFacts


@pytest.fixture(scope="module")
def plain_game(db: CardDatabase) -> GameFacts:
    """Forty units of cost and Might 3, going first, against who only passes."""
    return play_game(table(db, plain(), first="play"), 0)


def test_turns_and_energy_of_plain_units(plain_game: GameFacts) -> None:
    turns = plain_game.turns
    # Two runes a turn; each unit costs three. On turn 7 what is held wins before runes and cards come.
    assert [turn.runes for turn in turns] == [2, 4, 6, 8, 10, 12, 12]
    assert [turn.energy_spent for turn in turns] == [0, 3, 6, 6, 9, 6, 0]
    assert [turn.energy_wasted for turn in turns] == [2, 1, 0, 2, 1, 6, 0]
    assert [turn.energy_produced for turn in turns] == [2, 4, 6, 8, 10, 12, 0]
    assert all(turn.power_produced == turn.power_spent == turn.power_wasted == 0 for turn in turns)


def test_cards_of_plain_units(plain_game: GameFacts) -> None:
    turns = plain_game.turns
    assert [turn.drawn for turn in turns] == [1, 1, 1, 1, 1, 1, 0]
    assert [turn.played for turn in turns] == [0, 1, 2, 2, 3, 2, 0]
    assert [turn.hand for turn in turns] == [5, 5, 4, 3, 1, 0, 0]
    # One of a kind is kept at this cost, and at most two may go.
    assert plain_game.mulligan == 2
    assert plain_game.opening == [0, 0, 0, 0]
    assert list(plain_game.kinds) == [0]
    kind = plain_game.kinds[0]
    assert kind.drawn == [0, 0, 0, 0, 1, 2, 3, 4, 5, 6]
    assert kind.played == [2, 3, 3, 4, 4, 5, 5, 5, 6, 6]
    # In the order of the hand, each since turn 2 or since it was drawn.
    assert kind.delays == [0, 1, 1, 2, 2, 3, 2, 1, 1, 0]
    assert (kind.curve_chances, kind.curve_hits, kind.in_hand, kind.dead, kind.abilities) == (1, 1, 0, 0, {})


def test_points_of_plain_units(plain_game: GameFacts) -> None:
    # Turn 3: the unit of turn 2 conquers; turn 4: hold, and conquer the other; then two are held each turn.
    assert plain_game.point_turns[:8] == [3, 4, 4, 5, 5, 6, 6, 7]
    assert [turn.points for turn in plain_game.turns[:6]] == [0, 0, 1, 3, 5, 7]
    assert (plain_game.finished, plain_game.won, plain_game.first) == (True, True, True)
    assert (plain_game.conquered, plain_game.units_lost, plain_game.battlefields_lost) == (2, 0, 0)
    assert plain_game.held >= 6
    assert (plain_game.burn_outs, plain_game.opponent_points, plain_game.turns_with_unsupported) == (0, 0, 0)


def test_the_second_player_has_one_rune_more(db: CardDatabase) -> None:
    facts = play_game(table(db, plain(), first="draw"), 0)
    assert not facts.first
    assert [turn.runes for turn in facts.turns][:4] == [3, 5, 7, 9]
    assert [turn.played for turn in facts.turns][:3] == [1, 1, 2]
    assert facts.point_turns[:6] == [2, 3, 3, 4, 4, 5]


def test_a_game_ends_with_the_last_turn(db: CardDatabase) -> None:
    whole = play_game(table(db, plain(), first="play"), 0)
    for turns in (1, 2, 4, 6):
        facts = play_game(table(db, plain(), first="play", turns=turns), 0)
        assert not facts.finished
        assert not facts.won
        assert facts.turns == whole.turns[:turns]
        assert facts.point_turns == [turn for turn in whole.point_turns if turn <= turns]
        assert facts.kinds[0].drawn == [turn for turn in whole.kinds[0].drawn if turn <= turns]
        assert facts.kinds[0].in_hand == whole.turns[turns - 1].hand
    assert play_game(table(db, plain(), first="play", turns=7), 0).finished


def test_what_never_can_be_played_is_dead(db: CardDatabase) -> None:
    # Nothing makes order power here: 20 of the cards can never be paid for.
    listed = DeckZones((PLAIN, "Vengeance") * 20, ("Chaos Rune",) * 12, ("Blank Battlefield",))
    facts = play_game(table(db, listed, first="play"), 3)
    kind = facts.kinds[1]
    assert kind.played == []
    assert kind.in_hand == kind.dead > 0
    # Its energy was there on turn 2, and it could not be played.
    assert (kind.curve_chances, kind.curve_hits) in {(1, 0), (0, 0)}


def test_a_deck_that_runs_out_burns_out(db: CardDatabase) -> None:
    listed = DeckZones(("Mountain Drake",) * 6, ("Body Rune",) * 2, ("Blank Battlefield",))
    facts = play_game(table(db, listed, first="play"), 0)
    # Six cards: four in the opening hand, then two; there is no trash to go on with, so from turn 3 on it is lost.
    assert facts.burn_outs >= 1
    assert facts.opponent_points >= 1
    assert facts.finished
    assert not facts.won


def test_abilities_that_happened_are_counted(db: CardDatabase) -> None:
    facts = [play_game(table(db, real(db)), index) for index in range(20)]
    found = {key for game in facts for kind in game.kinds.values() for key in kind.abilities}
    assert any(key.startswith("Loose Cannon") for key in found)
    for game in facts:
        for number, kind in game.kinds.items():
            if real(db).names()[number] == "Chemtech Enforcer":
                assert sum(kind.abilities.values()) == len(kind.played)


def sound(facts: GameFacts, turns: int) -> None:
    """Whatever happens in a game, these hold."""
    assert 1 <= len(facts.turns) <= turns or not facts.turns
    assert facts.point_turns == sorted(facts.point_turns)
    assert all(1 <= turn <= max(1, len(facts.turns)) for turn in facts.point_turns)
    for turn in facts.turns:
        assert turn.energy_produced == turn.energy_spent + turn.energy_wasted
        assert turn.power_produced == turn.power_spent + turn.power_wasted
        assert min(turn.runes, turn.energy_wasted, turn.power_wasted, turn.drawn, turn.played, turn.hand) >= 0
    for kind in facts.kinds.values():
        assert len(kind.played) == len(kind.delays)
        assert all(delay >= 0 for delay in kind.delays)
        assert 0 <= kind.dead <= kind.in_hand
        assert kind.curve_hits <= kind.curve_chances <= 1
    assert sum(len(kind.drawn) for kind in facts.kinds.values()) == len(facts.opening) + sum(
        turn.drawn for turn in facts.turns
    )
    assert len(facts.opening) <= 4
    assert facts.won <= facts.finished


@pytest.mark.parametrize("mine", ["greedy", "random"])
@pytest.mark.parametrize("theirs", ["greedy", "random", "passive"])
def test_facts_of_random_decks_are_sound(db: CardDatabase, mine: str, theirs: str) -> None:
    for seed in range(6):
        opponent = Opponent("list", list=drawn(db, seed + 100), policy=theirs)
        facts = play_game(table(db, drawn(db, seed), opponent, policy=mine, seed=seed, turns=20), seed)
        sound(facts, 20)


def test_random_decks_are_looked_ahead_with(db: CardDatabase) -> None:
    for seed in range(2):
        opponent = Opponent("list", list=drawn(db, seed + 200), policy="random")
        ready = table(db, drawn(db, seed), opponent, policy="lookahead", options={"budget": 15}, seed=seed, turns=7)
        sound(play_game(ready, seed), 7)


def events_of(ready: PreparedRun, index: int) -> list[Event]:
    """Return every event of a game, played again without a recorder."""
    s = new_game(ready, index)
    s.log = []
    policies = ready.policies(game_seed(ready.run.seed, index))
    advance(s)
    while s.winner < 0:
        decision = s.decision
        assert decision is not None
        submit(s, policies[decision.player].answer(SeatView(s, decision.player)))
    return s.log


@pytest.mark.parametrize("theirs", ["greedy", "random"])
def test_what_was_counted_is_what_the_game_says_at_its_end(db: CardDatabase, theirs: str) -> None:
    finished = 0
    for seed in range(8):
        opponent = Opponent("list", list=drawn(db, seed + 300), policy=theirs)
        ready = table(db, drawn(db, seed), opponent, seed=seed)
        s = new_game(ready, seed)
        facts = play_out(ready, s, Recorder(ready, s, 0, seed))
        sound(facts, 30)
        if not facts.finished:
            continue
        finished += 1
        assert [facts.turns[-1].points, facts.opponent_points] == s.points
        assert facts.won == (s.winner == 0)
        assert len(facts.turns) == s.players[0].turns
        mine = [event for event in events_of(ready, seed) if event.player == 0]
        assert sum(turn.drawn for turn in facts.turns) == sum(event.kind == w.E_DRAW for event in mine)
        assert facts.conquered == sum(event.kind == w.E_CONQUER for event in mine)
        assert facts.held == sum(event.kind == w.E_HOLD for event in mine)
        assert sum(turn.energy_spent for turn in facts.turns) == sum(
            event.amount for event in mine if event.kind == w.E_SPEND
        )
        hand = [ready.kind_of[s.card_defs[card]] for card in s.players[0].hand if s.owners[card] == 0]
        assert {number: kind.in_hand for number, kind in facts.kinds.items() if kind.in_hand} == Counter(hand)
    assert finished >= 6


def test_what_is_spent_in_the_enemies_turn_was_not_wasted(db: CardDatabase) -> None:
    ready = table(db, plain(), first="play")
    s = new_game(ready, 0)
    watch = Recorder(ready, s, 0, 0)

    def event(kind: int, player: int, amount: int = 0, origin: int = -1) -> Event:
        return Event(kind, player, -1, -1, -1, origin, amount, -1, None)

    watch.turns, watch.ending = 1, (3, 1)
    watch.facts.turns.append(TurnFacts())
    s.log = [event(w.E_TURN_STARTS, 1)]
    watch.drain()
    turn = watch.facts.turns[-1]
    assert (turn.energy_wasted, turn.power_wasted, turn.energy_produced) == (3, 1, 3)
    s.log = [event(w.E_SPEND, 0, 2, 0), event(w.E_SPEND, 1, 5, 5)]
    watch.drain()
    assert (turn.energy_wasted, turn.energy_spent, turn.energy_produced) == (1, 2, 3)
    s.log = [event(w.E_SPEND, 0, 0, 1)]
    watch.drain()
    assert (turn.power_wasted, turn.power_spent, turn.power_produced) == (0, 1, 1)


def test_points_that_are_lost_and_won_again_count_once(db: CardDatabase) -> None:
    ready = table(db, plain(), first="play")
    s = new_game(ready, 0)
    watch = Recorder(ready, s, 0, 0)
    watch.facts.turns += [TurnFacts(), TurnFacts()]
    for turn, kind, amount in ((1, w.E_GAIN, 2), (2, w.E_LOSE, 1), (2, w.E_GAIN, 1), (2, w.E_GAIN, 1)):
        watch.turns = turn
        s.log = [Event(kind, 0, 0, -1, -1, -1, amount, -1, None)]
        watch.drain()
    assert watch.facts.point_turns == [1, 1, 2]
    assert watch.facts.turns[-1].points == 3
