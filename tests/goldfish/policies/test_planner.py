"""The planner: what its search finds, what it leaves alone, and what it says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.simulation.goldfish_runs import zones
from drills import blunders
from riftcheck.engine.flow.loop import advance, submit
from riftcheck.engine.model import constants as w
from riftcheck.goldfish.plan.run import Opponent
from riftcheck.goldfish.policies.deviations import Deviations, other_answers
from riftcheck.goldfish.policies.greedy import GreedyPolicy
from riftcheck.goldfish.policies.planner import Plan, PlannerPolicy
from riftcheck.goldfish.policies.playouts import Playouts
from riftcheck.goldfish.policies.position import MIGHT, PARTS, WON, lasting_worth, position_parts
from riftcheck.goldfish.policies.seat_view import SeatView
from riftcheck.goldfish.simulation.game import game_seed, new_game, play_game
from riftcheck.goldfish.simulation.plan_words import plan_words
from riftcheck.goldfish.simulation.replay_log import replay
from tests.goldfish.game_lists import real, table

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.plan.prepared_run import PreparedRun


def at_own_turn(ready: PreparedRun, index: int, turn: int) -> State:
    """Return a game at the player's first decision of a turn's main phase, both having played greedily."""
    s = new_game(ready, index)
    minds = [GreedyPolicy(ready.run.mulligan, ready.polarities) for _ in range(2)]
    advance(s)
    while s.winner < 0:
        decision = s.decision
        assert decision is not None
        if decision.kind == w.D_MAIN and decision.player == 0 and s.players[0].turns == turn:
            return s
        submit(s, minds[decision.player].answer(SeatView(s, decision.player)))
    raise AssertionError("the game was over before")


def plans_of(ready: PreparedRun, games: int) -> list[Plan]:
    """Return the plans of the first games."""
    told: list[Plan] = []
    for index in range(games):
        s = new_game(ready, index)
        minds = ready.policies(game_seed(ready.run.seed, index))
        assert isinstance(minds[0], PlannerPolicy)
        minds[0].tell = told.append
        advance(s)
        while s.winner < 0 and s.players[0].turns < 8:
            assert s.decision is not None
            submit(s, minds[s.decision.player].answer(SeatView(s, s.decision.player)))
    return told


def test_a_plan_is_better_than_the_line_of_a_greedy_player_or_is_that(db: CardDatabase) -> None:
    plans = plans_of(table(db, real(db), policy="planner", seed=3), 12)
    better = [plan for plan in plans if plan.taken]
    assert len(better) > len(plans) // 10
    for plan in plans:
        assert plan.best.value > plan.usual.value if plan.taken else plan.best is plan.usual
        assert len(plan.taken) < plan.tried


def test_a_larger_budget_tries_more_lines_and_never_finds_less(db: CardDatabase) -> None:
    ready = table(db, real(db), Opponent("list", list=real(db)), policy="planner", first="play")
    gains: dict[int, list[int]] = {}
    for budget in (1, 20, 200):
        gains[budget] = []
        for index in range(8):
            s = at_own_turn(ready, index, 3)
            policy = PlannerPolicy(
                ready.run.mulligan, ready.polarities, 5, {"budget": budget, "samples": 1, "ahead": 1}
            )
            seat = SeatView(s, 0)
            plan = policy.plan(seat, seat.question)
            gains[budget].append(plan.best.value - plan.usual.value)
    assert gains[1] == [0] * 8
    assert all(small <= large for small, large in zip(gains[20], gains[200], strict=True))
    assert sum(gains[200]) > 0


def test_an_enabler_is_cast_for_a_unit_or_kept(db: CardDatabase) -> None:
    path = blunders.LISTS[0]
    greedy, planner = (blunders.counted(path, policy, 25, db) for policy in ("greedy", "planner"))
    assert greedy.made["enabler_alone"] > greedy.chances["enabler_alone"] // 3
    assert planner.made["enabler_alone"] <= planner.chances["enabler_alone"] // 5
    assert planner.chances["enabler_alone"] >= 4


def test_the_battlefield_with_a_cost_comes_last(db: CardDatabase) -> None:
    planner = blunders.counted(blunders.LISTS[1], "planner", 40, db)
    assert planner.chances["costly_first"] >= 10
    assert planner.made["costly_first"] <= planner.chances["costly_first"] // 4


def test_the_planner_beats_greedy_on_the_same_list(db: CardDatabase) -> None:
    # Each goes first in every other game. Of 60 games of equals 38 or more are won once in forty times.
    listed = real(db)
    ready = table(db, listed, Opponent("list", list=listed), policy="planner", seed=31)
    assert sum(play_game(ready, index).won for index in range(60)) >= 38


def test_the_log_tells_each_plan_where_it_is_asked_for(db: CardDatabase) -> None:
    ready = table(db, zones(db, blunders.LISTS[0]), policy="planner", seed=7)
    quiet, told = replay(ready, 2), replay(ready, 2, why=True)
    plans = [line for line in told.lines if line.text.startswith("Plan: ")]
    assert plans
    assert [line for line in told.lines if line not in plans] == list(quiet.lines)
    assert quiet.facts == told.facts
    greedy = table(db, real(db), policy="greedy")
    assert replay(greedy, 0, why=True).lines == replay(greedy, 0).lines


def test_the_words_of_a_plan(db: CardDatabase) -> None:
    plans = plans_of(table(db, zones(db, blunders.LISTS[0]), policy="planner", seed=7), 10)
    words = [plan_words(plan) for plan in plans]
    assert any(one.startswith("Plan: as on curve; ") for one in words)
    assert any("Play Confront before Play" in one and "points +" in one for one in words)
    assert any(one.startswith("Plan: not Play Confront this turn") for one in words)
    for plan, one in zip(plans, words, strict=True):
        assert one.endswith(f"{plan.tried} lines tried" if plan.tried > 1 else "1 line tried")
        if plan.taken and abs(plan.best.value) < WON // 2:
            assert f"Worth {round((plan.best.value - plan.usual.value) / MIGHT, 1):g} Might more than on curve" in one


def test_a_playout_keeps_the_game_as_it_was(db: CardDatabase) -> None:
    ready = table(db, real(db), first="play")
    s = at_own_turn(ready, 0, 3)
    playouts = Playouts(0, 4, ready.run.mulligan, ready.polarities)
    seat = SeatView(s, 0)
    line = playouts.play(seat.imagined(1), [], frozenset(), copies=True)
    again = playouts.play(seat.imagined(1), [], frozenset(), copies=False)
    assert line.value == again.value
    assert [step.answer for step in line.steps] == [step.answer for step in again.steps]
    # Only the first step of the second kept nothing: the game before any step is made from that.
    again.steps[0].state = seat.imagined(1)
    for place, step in enumerate(line.steps):
        made = again.state_at(place)
        assert made.decision is not None
        assert (made.decision.kind, made.decision.options) == (step.decision.kind, step.decision.options)


def test_alternatives_to_a_question(db: CardDatabase) -> None:
    ready = table(db, real(db), first="play")
    s = at_own_turn(ready, 0, 3)
    seat = SeatView(s, 0)
    playouts = Playouts(0, 4, ready.run.mulligan, ready.polarities)
    line = playouts.play(seat.imagined(1), [], frozenset(), copies=True)
    found = Deviations(line, 0, alone=True).waiting
    assert [(one.rank, one.place) for one in found] == sorted((one.rank, one.place) for one in found)
    for one in found:
        assert one.answer != line.steps[one.place].answer
        assert (one.answer is None) == bool(one.left_out)
    decision = line.steps[0].decision
    assert len(other_answers(decision, 0, [0])) <= 5


def test_what_was_not_tried_waits_again_when_another_line_is_the_best(db: CardDatabase) -> None:
    ready = table(db, real(db), first="play")
    s = at_own_turn(ready, 0, 3)
    line = Playouts(0, 4, ready.run.mulligan, ready.polarities).play(
        SeatView(s, 0).imagined(1), [], frozenset(), copies=True
    )
    found = Deviations(line, 0, alone=True)
    acts = {one.act for one in found.waiting} - {None}
    first = found.next()
    while first.act is None:
        first = found.next()
    assert len(acts) > 2
    found.follow(line, 0)
    assert {one.act for one in found.waiting} - {None} == acts - {first.act}
    assert [one.act for one in found.waiting if one.act is not None].count(first.act) == 0


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("Shipyard Skulker", 0, 0),  # no text
        ("Confront", 0, 0),  # nothing of a spell lasts
        ("Chemtech Enforcer", 0, 2),  # it has done its work as it came
        ("Scrapheap", 3, 20),  # as it is played, discarded or killed
    ],
)
def test_what_an_ability_is_still_worth(db: CardDatabase, name: str, least: int, most: int) -> None:
    ready = table(db, real(db))
    d = ready.pool.defs[ready.pool.by_name[name]]
    assert least <= lasting_worth(ready.polarities, d) <= most


def test_a_game_that_is_won_is_worth_more_the_sooner_and_the_more_is_left(db: CardDatabase) -> None:
    ready = table(db, real(db), first="play")
    s = at_own_turn(ready, 0, 4)
    seat = SeatView(s, 0)
    plain = position_parts(s, seat, ready.polarities, 0)
    assert len(plain) == len(PARTS)
    s.winner = s.team[0]
    won = position_parts(s, seat, ready.polarities, 0)
    assert won[1:] == plain[1:]
    assert sum(won) > WON // 2
    assert sum(position_parts(s, seat, ready.polarities, 3)) == sum(won) + 3
    s.turn += 1
    assert sum(position_parts(s, seat, ready.polarities, 0)) < sum(won)
    s.winner = s.team[1]
    assert sum(position_parts(s, seat, ready.polarities, 0)) < -WON // 2


def test_what_the_words_say_of_a_game_that_is_decided(db: CardDatabase) -> None:
    plan = next(plan for plan in plans_of(table(db, real(db), policy="planner", seed=3), 12) if plan.taken)
    for usual, best, says in (
        (0, WON, "It wins"),
        (-WON, 50, "It does not lose"),
        (WON - 60, WON, "Worth 10 Might more than on curve"),
        (-WON, -WON + 6, "Worth 1 Might more than on curve"),
    ):
        plan.usual.value, plan.best.value = usual, best
        told = plan_words(plan)
        assert f". {says}" in told
        assert told.count("It ") <= 1


def test_a_plan_tells_no_answer_that_its_line_does_not_give(db: CardDatabase) -> None:
    seen = 0
    for plan in plans_of(table(db, real(db), Opponent("list", list=real(db)), policy="planner", seed=9), 8):
        for _, one in plan.taken:
            if one.answer is not None:
                assert plan.best.steps[one.place].answer == one.answer
                seen += 1
    assert seen > 10
