"""The modes of play (CR 483-491): players, battlefields, first turns, teams, invitations; who leaves; who is asked."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.board.zones import battlefields, new_object
from riftcheck.engine.flow.cleanup import start_cleanup
from riftcheck.engine.flow.scoring import conquer, establish_control
from riftcheck.engine.flow.setup import MODES
from riftcheck.engine.flow.turn import STEP_SCORING, step_turn
from riftcheck.engine.game import Game, GameDeck
from riftcheck.engine.invariants import broken
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import ask
from riftcheck.engine.model.frames import TurnFrame
from riftcheck.engine.model.turn_order import teammates
from riftcheck.engine.playing.options import hide_places
from tests.engine.hand_built import Builder, turn_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.state import State

UNIT, SPELL = "Shipyard Skulker", "Mobilize"
FIELDS = ("Altar to Unity", "Bandle Tree", "Back-Alley Bar")
SEATS = {"duel": 2, "match": 2, "ffa3": 3, "ffa4": 4, "2v2": 4}


def _deck(main: str = UNIT, fields: tuple[str, ...] = FIELDS) -> GameDeck:
    return GameDeck((main,) * 39, ("Body Rune",) * 12, fields)


def _game(pool: Pool, mode: str, *, main: str = UNIT, ask_all: bool = True, seed: int = 1) -> Game:
    decks = [_deck(main)] * SEATS[mode]
    return Game.start(pool, decks, mode, seed, first=0, ask_all=ask_all, log=True)


def _on(game: Game, until: Callable[[Decision, State], bool], limit: int = 400) -> Decision:
    """Answer with as little as possible, the last option, until a question is asked for which `until` holds."""
    for _ in range(limit):
        decision = game.decision
        assert decision is not None
        if until(decision, game.state):
            return decision
        game.answer([len(decision.options) - 1] if decision.lo else [])
    return pytest.fail("that question was never asked")


def _main_of(player: int, turn: int) -> Callable[[Decision, State], bool]:
    return lambda decision, s: decision.kind == w.D_MAIN and decision.player == player and s.turn >= turn


def _kinds(decision: Decision) -> list[int]:
    return [option[0] for option in decision.options]


def _take(game: Game, kind: int) -> None:
    assert game.decision is not None
    game.answer([_kinds(game.decision).index(kind)])


# --- the table of modes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "players", "teams", "victory"),
    [
        ("duel", 2, (0, 1), 8),  # CR 487.1-3
        ("match", 2, (0, 1), 8),  # CR 488.1-3
        ("ffa3", 3, (0, 1, 2), 8),  # CR 489.1-3
        ("ffa4", 4, (0, 1, 2, 3), 8),  # CR 490.1-3
        ("2v2", 4, (0, 1, 0, 1), 11),  # CR 491.1-3
    ],
)
def test_players_teams_and_victory_score(mode: str, players: int, teams: tuple[int, ...], victory: int) -> None:
    found = MODES[mode]
    assert (found.players, found.teams, found.victory) == (players, teams, victory)


@pytest.mark.parametrize(
    ("mode", "owners"),
    [
        ("duel", [0, 1]),  # CR 487.5
        ("ffa3", [0, 1, 2]),  # CR 489.5
        ("ffa4", [1, 2, 3]),  # CR 490.4.b
        ("2v2", [1, 2, 3]),  # CR 491.5.a-b
    ],
)
def test_each_player_but_the_first_of_four_brings_one_battlefield(pool: Pool, mode: str, owners: list[int]) -> None:
    s = _game(pool, mode).state
    assert [s.board[s.locs[loc].bf].owner for loc in battlefields(s)] == owners


def test_battlefields_are_drawn_but_chosen_in_a_match(pool: Pool) -> None:
    """CR 487.5, 488.5: only in a match does the player select."""
    duels = {tuple(game.state.board[at.bf].d.name for at in game.state.locs if at.bf >= 0) for game in _duels(pool)}
    assert len(duels) > 3
    game = _game(pool, "match")
    for player in (0, 1):
        decision = game.decision
        assert decision is not None
        assert (decision.kind, decision.player, len(decision.options)) == (w.D_BATTLEFIELD, player, 3)
        assert all(game.view(1 - player)["decision"] is None for _ in decision.options)
        assert game.state.locs == []  # they are placed together, after both have chosen
        game.answer([player + 1])
    s = game.state
    assert [s.board[s.locs[loc].bf].d.name for loc in battlefields(s)] == [FIELDS[1], FIELDS[2]]


def _main_in(number: int) -> Callable[[Decision, State], bool]:
    return lambda decision, s: decision.kind == w.D_MAIN and s.turn == number


def _duels(pool: Pool) -> list[Game]:
    return [_game(pool, "duel", seed=seed) for seed in range(20)]


@pytest.mark.parametrize(
    ("mode", "drawn"),
    [("duel", [1, 1]), ("ffa3", [0, 1, 1]), ("ffa4", [0, 1, 1, 1]), ("2v2", [0, 1, 1, 1])],
)
def test_the_first_of_more_than_two_draws_nothing_in_the_first_draw_phase(
    pool: Pool, mode: str, drawn: list[int]
) -> None:
    """CR 487.7, 489.7, 490.7, 491.7."""
    game = _game(pool, mode)
    for player, cards in enumerate(drawn):
        _on(game, _main_of(player, player + 1))
        assert len(game.state.players[player].hand) == 4 + cards
    _on(game, _main_of(0, len(drawn) + 1))
    assert len(game.state.players[0].hand) == 5 + drawn[0]


@pytest.mark.parametrize("mode", SEATS)
def test_the_last_player_channels_a_third_rune_once(pool: Pool, mode: str) -> None:
    """CR 487.7, 488.7, 489.7, 490.7, 491.7."""
    count = SEATS[mode]
    game = _game(pool, mode)
    _on(game, _main_of(count - 1, 2 * count))
    assert [len(p.runes) for p in game.state.players] == [4] * (count - 1) + [5]


def test_turns_alternate_between_the_teams(pool: Pool) -> None:
    """CR 491.5.c.1, and whoever goes first."""
    for first in range(4):
        game = Game.start(pool, [_deck()] * 4, "2v2", 1, first=first)
        teams = []
        for turn in range(1, 9):
            _on(game, _main_in(turn))
            teams.append(game.state.team[game.state.tp])
        assert teams == [first % 2, 1 - first % 2] * 4


# --- teams -----------------------------------------------------------------------------------------------------------


class _Teams(Builder):
    """A game of two against two with two battlefields, in the main phase of player 0."""

    def __init__(self) -> None:
        super().__init__(players=4)
        s = self.s
        s.team = (0, 1, 0, 1)
        s.points, s.scored, s.victory = [0, 0], [0, 0], 11
        s.order = (0, 1, 2, 3)
        s.frames = [TurnFrame()]


MILL, NEW_MILL = 4, 5


def test_points_are_those_of_the_team(pool: Pool) -> None:
    """CR 491.8.d, 491.6.a.3."""
    b = _Teams()
    b.obj("Pebble Golem", 2, MILL)
    establish_control(b.s, 2, MILL)
    conquer(b.s, 2, MILL)
    assert b.s.points == [1, 0]
    game = _game(pool, "2v2")
    game.state.points[1] = 11
    game.state.dirty |= w.DIRTY_ALL
    start_cleanup(game.state)
    game.answer([])
    assert game.winner == 1
    assert game.view(0)["winners"] == [1, 3]


def test_a_battlefield_that_a_teammate_controlled_when_the_turn_began_cannot_be_scored() -> None:
    """CR 491.8.b.1, 471.1.a."""
    b = _Teams()
    s = b.s
    s.frames[0].step = STEP_SCORING
    s.locs[MILL].control = 2
    step_turn(s, turn_of(s))
    assert s.points == [0, 0]
    b.obj("Pebble Golem", 0, MILL)
    establish_control(s, 0, MILL)
    conquer(s, 0, MILL)
    assert s.points == [0, 0]
    establish_control(s, 0, NEW_MILL)
    conquer(s, 0, NEW_MILL)
    assert s.points == [1, 0]


@pytest.mark.parametrize(("held", "points", "drawn"), [(True, 11, 0), (False, 10, 1)])
def test_the_final_point_excepts_what_the_ally_held(*, held: bool, points: int, drawn: int) -> None:
    """CR 491.8.g.1: conquer every battlefield but those; else draw a card (CR 473.1.b.1)."""
    b = _Teams()
    s = b.s
    b.zone(0, "deck", "Pebble Golem")
    s.points = [10, 0]
    s.frames[0].step = STEP_SCORING
    s.locs[NEW_MILL].control = 2 if held else w.NOBODY
    step_turn(s, turn_of(s))
    b.obj("Pebble Golem", 0, MILL)
    establish_control(s, 0, MILL)
    conquer(s, 0, MILL)
    assert s.points == [points, 0]
    assert len(s.players[0].hand) == drawn


def test_control_is_not_shared() -> None:
    """CR 491.8.c.1: no hiding at a teammate's battlefield."""
    b = _Teams()
    b.s.locs[MILL].control, b.s.locs[NEW_MILL].control = 2, 0
    assert hide_places(b.s, 0) == [NEW_MILL]


def test_neither_moving_teammates_units_nor_moving_to_them(pool: Pool) -> None:
    """CR 491.8.c.2, 449.2.b."""
    game = _game(pool, "2v2")
    _on(game, _main_of(0, 5))
    s = game.state
    own, mates = (new_object(s, w.NOBODY, s.pool.defs[s.pool.by_name["Recruit"]], seat, seat, seat) for seat in (0, 2))
    fields = list(battlefields(s))
    moves = _moves_anew(game)
    assert moves == fields
    mates.exhausted = False
    s.locs[2].units.remove(mates.id)
    s.locs[fields[0]].units.append(mates.id)
    mates.loc = fields[0]
    s.locs[fields[0]].control = 2
    assert _moves_anew(game) == fields[1:]
    own.exhausted = True
    assert _moves_anew(game) == []


def _moves_anew(game: Game) -> list[int]:
    """Return where the turn player may move, asked again after the board was changed by hand."""
    s = game.state
    s.decision, s.waiting, s.index = None, False, None
    s.stamp += 1
    turn = s.frames[-1]
    assert isinstance(turn, TurnFrame)
    turn.invited = 0
    step_turn(s, turn)
    assert game.decision is not None
    return [loc for kind, loc, _ in game.decision.options if kind == w.O_MOVE]


@pytest.mark.parametrize("who", range(4))
def test_if_one_concedes_the_team_has_lost(pool: Pool, who: int) -> None:
    """CR 491.6.a.1, 651.4."""
    game = _game(pool, "2v2")
    game.concede(who)
    assert game.winner == 1 - who % 2
    assert [p.gone for p in game.state.players] == [seat % 2 == who % 2 for seat in range(4)]


# --- invitations -----------------------------------------------------------------------------------------------------


def _invited(pool: Pool, main: str = SPELL) -> Game:
    game = _game(pool, "2v2", main=main, ask_all=False)
    _on(game, _main_of(0, 5))
    return game


def test_the_turn_player_invites_the_teammate_alone(pool: Pool) -> None:
    """CR 316.5.b.1."""
    game = _invited(pool)
    assert game.decision is not None
    assert [option for option in game.decision.options if option[0] == w.O_INVITE] == [(w.O_INVITE, 2, 0)]
    assert game.decision.options[-1][0] == w.O_END
    assert [teammates(game.state, seat) for seat in range(4)] == [[2], [3], [0], [1]]


@pytest.mark.parametrize("mode", ["duel", "ffa3", "ffa4"])
def test_nobody_is_invited_without_teammates(pool: Pool, mode: str) -> None:
    game = _game(pool, mode, main=SPELL)
    decision = _on(game, _main_of(0, SEATS[mode] + 1))
    assert w.O_INVITE not in _kinds(decision)


def test_the_invited_plays_a_spell_without_action_or_reaction(pool: Pool) -> None:
    """CR 316.5.b.1, 491.8.a: with the invited player's own cards and runes; then the turn player goes on."""
    game = _invited(pool)
    mate = game.state.players[2]
    assert not game.state.pool.defs[game.state.pool.by_name[SPELL]].kw & (w.K_ACTION | w.K_REACTION)
    runes, hand = len(mate.runes), len(mate.hand)
    _take(game, w.O_INVITE)
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player) == (w.D_INVITE, 2)
    assert _kinds(game.decision) == [w.O_PLAY, w.O_PASS]
    assert game.view(0)["decision"] is None
    _take(game, w.O_PLAY)
    _on(game, _main_of(0, 5))
    assert game.state.turn == 5
    assert (len(mate.runes), len(mate.hand)) == (runes + 1, hand - 1)
    assert w.O_INVITE in _kinds(game.decision)


def test_the_invited_plays_no_units(pool: Pool) -> None:
    """CR 316.5.b.1 speaks of spells and abilities. Who could do nothing is not asked, and not invited again."""
    game = _invited(pool, UNIT)
    _take(game, w.O_INVITE)
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player) == (w.D_MAIN, 0)
    assert w.O_INVITE not in _kinds(game.decision)


def test_who_declines_is_invited_again_after_something_else(pool: Pool) -> None:
    game = _invited(pool)
    _take(game, w.O_INVITE)
    _take(game, w.O_PASS)
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player) == (w.D_MAIN, 0)
    assert w.O_INVITE not in _kinds(game.decision)
    _take(game, w.O_PLAY)
    decision = _on(game, _main_of(0, 5))
    assert game.state.turn == 5
    assert w.O_INVITE in _kinds(decision)


def test_an_invitation_is_saved_and_cloned(pool: Pool) -> None:
    game = _invited(pool)
    _take(game, w.O_INVITE)
    for other in (game.clone(), Game.from_json(pool, game.to_json())):
        _take(other, w.O_PASS)
        assert other.decision is not None
        assert (other.decision.kind, other.decision.player) == (w.D_MAIN, 0)
        assert w.O_INVITE not in _kinds(other.decision)


def test_in_a_showdown_everybody_gets_focus_in_turn_order(pool: Pool) -> None:
    """CR 347.2.b: teammates need no invitation there."""
    game = _game(pool, "2v2", ask_all=True)
    _on(game, _main_of(0, 5))
    s = game.state
    new_object(s, w.NOBODY, s.pool.defs[s.pool.by_name["Recruit"]], 0, 0, 0)
    _moves_anew(game)
    _take(game, w.O_MOVE)
    asked = []
    while game.decision is not None and game.decision.kind != w.D_MAIN:
        if game.decision.kind == w.D_FOCUS:
            asked.append(game.decision.player)
        game.answer([len(game.decision.options) - 1])
    assert asked == [0, 1, 2, 3]


# --- asking all ------------------------------------------------------------------------------------------------------


def test_who_can_only_pass_is_asked_in_every_window(pool: Pool) -> None:
    """A question left out would tell what is not in a hand."""
    plain, asking = (_count(_game(pool, "duel", ask_all=ask_all)) for ask_all in (False, True))
    assert plain.get(w.D_FOCUS, 0) == 0
    assert asking[w.D_MAIN] >= plain[w.D_MAIN]
    assert asking.get(w.D_FOCUS, 0) >= 2
    assert asking.get(w.D_PRIORITY, 0) >= plain.get(w.D_PRIORITY, 0)


def _count(game: Game) -> dict[int, int]:
    """Play and move whatever is possible for some turns, and count the questions by their kind."""
    kinds: dict[int, int] = {}
    while game.decision is not None and game.state.turn < 8:
        kinds[game.decision.kind] = kinds.get(game.decision.kind, 0) + 1
        game.answer(range(game.decision.lo))
    return kinds


def _asks(kind: int, options: list[tuple[int, int, int]], lo: int, *, ask_all: bool) -> bool:
    s = Builder().s
    s.ask_all = ask_all
    return ask(s, 0, kind, options, lo, len(options), w.NOBODY, "")


@pytest.mark.parametrize("kind", [w.D_PICK, w.D_COST, w.D_MULLIGAN])
def test_who_has_nothing_to_pick_is_asked_all_the_same(kind: int) -> None:
    assert not _asks(kind, [], 0, ask_all=False)
    assert _asks(kind, [], 0, ask_all=True)


@pytest.mark.parametrize("decline", [w.O_PASS, w.O_NO, w.O_END])
def test_who_can_only_decline_is_asked_all_the_same(decline: int) -> None:
    assert not _asks(w.D_PRIORITY, [(decline, 0, 0)], 1, ask_all=False)
    assert _asks(w.D_PRIORITY, [(decline, 0, 0)], 1, ask_all=True)


def test_what_everybody_sees_is_not_asked_for_nothing() -> None:
    """A target that nobody has, or the only one that must be taken, betrays no hand."""
    assert not _asks(w.D_TARGET, [], 0, ask_all=True)
    assert not _asks(w.D_TARGET, [(w.O_REF, 40, 0)], 1, ask_all=True)


# --- who leaves ------------------------------------------------------------------------------------------------------


def _in_showdown(pool: Pool, mode: str) -> Game:
    """Return a game of three or four in a showdown that the first player has opened; all are asked."""
    game = _game(pool, mode, ask_all=True)
    _on(game, _main_of(0, SEATS[mode] + 1))
    s = game.state
    new_object(s, w.NOBODY, s.pool.defs[s.pool.by_name["Recruit"]], 0, 0, 0)
    _moves_anew(game)
    _take(game, w.O_MOVE)
    _on(game, lambda decision, _: decision.kind == w.D_FOCUS)
    return game


def test_if_all_who_stay_have_passed_focus_the_showdown_ends(pool: Pool) -> None:
    """CR 652.5.b.2."""
    game = _in_showdown(pool, "ffa3")
    _take(game, w.O_PASS)
    _take(game, w.O_PASS)
    game.concede(2)
    assert game.state.showdown == w.NOBODY
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player) == (w.D_MAIN, 0)


def test_the_pass_of_who_has_left_counts_no_more(pool: Pool) -> None:
    """CR 651.3: with the first player's pass forgotten, the others still have to pass, both of them."""
    game = _in_showdown(pool, "ffa3")
    _take(game, w.O_PASS)
    game.concede(0)
    asked = []
    while game.decision is not None and game.decision.kind == w.D_FOCUS:
        asked.append(game.decision.player)
        _take(game, w.O_PASS)
    assert asked == [1, 2]


def test_focus_goes_on_from_who_has_left(pool: Pool) -> None:
    """CR 652.5.b.1."""
    game = _in_showdown(pool, "ffa4")
    _take(game, w.O_PASS)
    game.concede(1)
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player) == (w.D_FOCUS, 2)


def test_if_all_who_stay_have_passed_priority_the_item_resolves(pool: Pool) -> None:
    """CR 652.5.c.2."""
    game = _game(pool, "ffa3", main=SPELL, ask_all=True)
    _on(game, _main_of(0, 4))
    hand = len(game.state.players[0].hand)
    _take(game, w.O_PLAY)
    _on(game, lambda decision, _: decision.kind == w.D_PRIORITY)
    _take(game, w.O_PASS)
    _take(game, w.O_PASS)
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player, len(game.state.chain)) == (w.D_PRIORITY, 2, 1)
    game.concede(2)
    assert game.state.chain == []
    assert len(game.state.players[0].hand) == hand - 1
    assert (game.decision.kind, game.decision.player) == (w.D_MAIN, 0)


def test_the_turn_of_who_has_left_goes_to_the_next(pool: Pool) -> None:
    """CR 652.5.a.1."""
    game = _game(pool, "ffa3")
    _on(game, _main_of(0, 4))
    game.concede(0)
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player, game.state.turn) == (w.D_MAIN, 1, 5)


def test_a_game_that_somebody_has_left_can_be_saved(pool: Pool) -> None:
    """CR 652.2.a: the blank battlefield is a token of every pool."""
    game = _game(pool, "ffa3")
    _on(game, _main_of(0, 4))
    game.concede(1)
    again = Game.from_json(pool, game.to_json())
    assert [field["name"] for field in again.view(0)["battlefields"]].count("Blank Battlefield") == 1
    assert again.to_json() == game.to_json()


@pytest.mark.parametrize("mode", ["ffa3", "ffa4"])
@pytest.mark.parametrize("seed", range(6))
def test_players_may_leave_at_any_time(pool: Pool, mode: str, seed: int) -> None:
    """CR 650-652: whoever leaves, and whatever is going on, the others play to the end."""
    rng = random.Random(seed)
    mains = ("Sabotage", "Mobilize", "Cull the Weak", "Charm", "Shuriken Flip", UNIT, "Legion Rearguard")
    deck = replace(_deck(), main=tuple(rng.choice(mains) for _ in range(39)), runes=("Chaos Rune", "Body Rune") * 6)
    game = Game.start(pool, [deck] * SEATS[mode], mode, seed, ask_all=bool(seed % 2))
    leaving = dict(zip(rng.sample(range(5, 120), 2), rng.sample(range(SEATS[mode]), 2), strict=True))
    for number in range(5000):
        if number in leaving and game.decision is not None:
            game.concede(leaving[number])
        if game.decision is None:
            break
        assert broken(game.state) == []
        assert not game.state.players[game.decision.player].gone
        count = rng.randint(game.decision.lo, min(game.decision.hi, len(game.decision.options)))
        game.answer(rng.sample(range(len(game.decision.options)), count))
    assert game.winner is not None
