"""What the planner does not do in games of real lists: plays that cost it something and gain it nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.simulation.goldfish_runs import zones
from riftcheck.engine.flow.loop import advance, submit
from riftcheck.engine.model import constants as w
from riftcheck.goldfish.plan.run import DeckZones
from riftcheck.goldfish.policies.seat_view import SeatView
from riftcheck.goldfish.simulation.game import game_seed, new_game
from tests.goldfish.game_lists import LISTS, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.state import State


def answers(db: CardDatabase, number: str, games: int, turns: int = 30) -> Iterator[tuple[State, Decision, list[int]]]:
    """Yield each question of the planner's games with a list against nobody, as it is put, and the answer."""
    ready = table(db, zones(db, LISTS / f"list-{number}.txt"), policy="planner", seed=7)
    for index in range(games):
        s = new_game(ready, index)
        minds = ready.policies(game_seed(ready.run.seed, index))
        advance(s)
        while s.winner < 0 and s.players[0].turns <= turns:
            decision = s.decision
            assert decision is not None
            chosen = minds[decision.player].answer(SeatView(s, decision.player))
            if decision.player == 0:
                yield s, decision, chosen
            submit(s, chosen)


def test_a_player_who_discards_is_the_enemy(db: CardDatabase) -> None:
    # Bewitching Spirit: a chosen player discards a card. Nobody else's hand is empty against nobody.
    chosen = [
        decision.options[answer[0]][1]
        for s, decision, answer in answers(db, "006", 12, turns=6)
        if decision.kind == w.D_TARGET and all(0 <= ref < w.REF_LOCATION for _, ref, _ in decision.options)
    ]
    assert len(chosen) >= 5
    assert chosen.count(0) <= len(chosen) // 5


@pytest.mark.parametrize("number", ["006", "062"])
def test_what_kills_is_not_played_for_nothing_on_its_own_side(db: CardDatabase, number: str) -> None:
    # Falling Star comes from the trash or from the top of the deck, and its player may leave it: there are no enemies.
    aimed = offered = 0
    for s, decision, _ in answers(db, number, 25):
        offered += decision.kind == w.D_YES_NO and decision.text == "may"
        item = SeatView(s, 0).newest()
        aimed += decision.kind == w.D_TARGET and item is not None and item.d.name == "Falling Star"
    assert offered >= 10
    assert aimed <= 1


def test_spells_of_a_combat_are_kept_where_nobody_fights(db: CardDatabase) -> None:
    # En Garde and Discipline give Might for a turn; greedy plays each that it can pay.
    offered = played = 0
    for s, decision, answer in answers(db, "010", 15):
        if decision.kind != w.D_MAIN:
            continue
        names = [s.pool.defs[s.card_defs[ref]].name if kind == w.O_PLAY else "" for kind, ref, _ in decision.options]
        offered += "En Garde" in names
        played += names[answer[0]] == "En Garde"
    assert offered >= 20
    assert played <= 1


@pytest.mark.parametrize("number", ["006", "028"])
def test_no_free_battlefield_is_left_to_nobody(db: CardDatabase, number: str) -> None:
    # Nobody has units: whoever is ready conquers what is not controlled, as long as that scores, also from another
    # battlefield by Ganking.
    left = ends = 0
    for s, decision, answer in answers(db, number, 25):
        if decision.kind == w.D_MAIN and decision.options[answer[0]][0] == w.O_END:
            seat = SeatView(s, 0)
            ends += 1
            left += any(
                kind == w.O_MOVE and ref >= seat.first_field and seat.control(ref) == w.NOBODY and not seat.scored(ref)
                for kind, ref, _ in decision.options
            )
    assert ends > 60
    assert left <= ends // 50


def test_a_unit_is_not_hidden_where_none_can_be_played(db: CardDatabase) -> None:
    main = ("Sprite Call",) * 20 + ("Pouty Poro",) * 19
    listed = DeckZones(main, ("Chaos Rune",) * 12, ("Rockfall Path",), champion="Pyke, Dockside Butcher")
    s = new_game(table(db, listed, policy="planner"), 0)
    advance(s)
    seat = SeatView(s, 0)
    field = next(loc for loc in seat.fields if s.board[s.locs[loc].bf].d.name == "Rockfall Path")
    other = next(loc for loc in seat.fields if loc != field)
    unit = s.players[0].champion[0]
    spell = next(card for card in s.players[0].deck if s.pool.defs[s.card_defs[card]].name == "Sprite Call")
    assert not seat.comes_out(unit, field)
    assert seat.comes_out(unit, other)
    assert seat.comes_out(spell, field)
    hidden = [
        s.pool.defs[s.card_defs[decision.options[answer[0]][1]]]
        for s, decision, answer in answers(db, "006", 25)
        if decision.kind == w.D_MAIN
        and decision.options[answer[0]][0] == w.O_HIDE
        and not SeatView(s, 0).comes_out(decision.options[answer[0]][1], decision.options[answer[0]][2] % w.HIDE_PRICE)
    ]
    assert hidden == []
