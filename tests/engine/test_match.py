"""A match (CR 488): games, battlefields, sideboards (TR 403), who goes first (TR 407), its end, and how it is kept."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.decks.champion import could_be_champion
from riftcheck.engine.game import GameDeck, GameError, IllegalAnswer
from riftcheck.engine.match import FIRST, GAME, OVER, SIDEBOARD, Match
from riftcheck.engine.model import constants as w
from riftcheck.engine.registration import MatchError, Registered, exchanged
from riftcheck.engine.storage.save import checksum

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool

FIELDS = ("Altar to Unity", "Bandle Tree", "Back-Alley Bar")
OTHERS = ("Obelisk of Power", "Reaver's Row", "Reckoner's Arena")
UNIT, SIDE = "Shipyard Skulker", "Mobilize"


@pytest.fixture(scope="module")
def jinxes(pool: Pool) -> tuple[str, str, str]:
    """A legend and two champions of hers that can be played."""
    for legend in (d for d in pool.defs if d.types & w.LEGEND and not d.unsupported):
        own = [
            d.name
            for d in pool.defs
            if d.types & w.CHAMPION and not d.types & w.SIGNATURE and not d.unsupported
            if d.champion_tag == legend.champion_tag
        ]
        if len(own) > 1:
            return legend.name, own[0], own[1]
    return pytest.fail("no legend has two champions that can be played")


def _registered(fields: tuple[str, ...] = FIELDS, side: tuple[str, ...] = (SIDE,) * 8) -> Registered:
    return Registered(GameDeck((UNIT,) * 40, ("Body Rune",) * 12, fields), side)


def _match(pool: Pool, seed: int = 3, **options: Any) -> Match:
    return Match.start(pool, [_registered(), _registered(OTHERS)], seed, **options)


def _begin(match: Match, fields: tuple[int, int] = (0, 0)) -> None:
    """Let nobody change anything, the chooser go first, and each player choose a battlefield by its place."""
    for player in match.waits_for if match.step == SIDEBOARD else ():
        match.sideboard(player)
    if match.step == FIRST:
        match.choose_first(match.chooser, first=True)
    while match.decision is not None and match.decision.kind == w.D_BATTLEFIELD:
        match.answer([fields[match.decision.player]])


def _won(match: Match, winner: int, fields: tuple[int, int] = (0, 0)) -> None:
    _begin(match, fields)
    match.concede_game(1 - winner)


# --- winning ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("winners", [(0, 0), (1, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1)])
def test_two_wins_are_a_match(pool: Pool, winners: tuple[int, ...]) -> None:
    """CR 488.6."""
    match = _match(pool)
    for number, winner in enumerate(winners, 1):
        assert match.number == number
        assert match.winner is None
        _won(match, winner)
    assert (match.step, match.winner, match.waits_for) == (OVER, winners[-1], ())
    assert match.wins[winners[-1]] == 2
    assert [result.winner for result in match.results] == list(winners)


def test_three_wins_are_a_match_of_five(pool: Pool) -> None:
    """CR 488.6.a."""
    match = _match(pool, best_of=5)
    for winner in (0, 0, 1, 1):
        _won(match, winner)
        assert match.winner is None
    _won(match, 0)
    assert (match.winner, match.wins) == (0, (3, 2))


def test_a_drawn_game_counts_for_nobody(pool: Pool) -> None:
    """TR 404.3."""
    match = _match(pool)
    _begin(match)
    match.draw_game()
    assert (match.wins, match.number, match.step) == ((0, 0), 2, GAME)
    _won(match, 0)
    _won(match, 0)
    assert (match.winner, len(match.results)) == (0, 3)


def test_conceding_the_match_ends_it(pool: Pool) -> None:
    match = _match(pool)
    _won(match, 0)
    match.concede(0)
    assert (match.step, match.winner, match.wins) == (OVER, 1, (1, 0))
    for refused in (lambda: match.concede(1), match.time_is_up, match.draw_game, lambda: match.answer([0])):
        with pytest.raises(MatchError):
            refused()


def test_conceding_the_match_loses_the_game_that_is_played(pool: Pool) -> None:
    match = _match(pool)
    _begin(match)
    match.concede(0)
    assert (match.winner, match.wins) == (1, (0, 1))


@pytest.mark.parametrize(("points", "winner"), [((5, 3), 0), ((3, 5), 1), ((5, 4), None), ((4, 4), None)])
def test_when_time_is_up_a_lead_of_two_wins_the_game(pool: Pool, points: tuple[int, int], winner: int | None) -> None:
    """TR 408.2.b, 408.3."""
    match = _match(pool)
    _begin(match)
    assert match.game is not None
    match.game.state.points[:] = points
    match.time_is_up()
    assert (match.step, match.winner, match.results[-1].winner) == (OVER, winner, winner)


@pytest.mark.parametrize(("before", "winner"), [((0,), 0), ((1,), 1), ((0, 1), None), ((), None)])
def test_between_games_more_games_won_win_the_match(pool: Pool, before: tuple[int, ...], winner: int | None) -> None:
    """TR 404.4-5, 408.2.d."""
    match = _match(pool)
    for one in before:
        _won(match, one)
    match.time_is_up()
    assert (match.winner, len(match.results)) == (winner, len(before))


# --- who goes first --------------------------------------------------------------------------------------------------


def test_for_the_first_game_somebody_is_designated_at_random(pool: Pool) -> None:
    """TR 407.1-2."""
    choosers = {Match.start(pool, [_registered()] * 2, seed).chooser for seed in range(12)}
    assert choosers == {0, 1}
    match = _match(pool)
    assert (match.step, match.waits_for) == (FIRST, (match.chooser,))
    with pytest.raises(MatchError, match=r'it waits for "first" of player'):
        match.choose_first(1 - match.chooser, first=True)


@pytest.mark.parametrize("first", [True, False])
def test_the_one_who_chooses_goes_first_or_last(pool: Pool, *, first: bool) -> None:
    match = _match(pool)
    chooser = match.chooser
    match.choose_first(chooser, first=first)
    assert match.game is not None
    assert match.game.state.order[0] == (chooser if first else 1 - chooser)


@pytest.mark.parametrize("winner", [0, 1])
def test_afterwards_the_loser_chooses(pool: Pool, winner: int) -> None:
    """TR 407.4."""
    match = _match(pool)
    _won(match, winner)
    for player in (0, 1):
        match.sideboard(player)
    assert (match.step, match.waits_for) == (FIRST, (1 - winner,))


def test_after_a_draw_everything_stays(pool: Pool) -> None:
    """TR 403.10, 406.1.b, 407.4: no sideboarding, the same battlefields, the same first player."""
    match = _match(pool)
    _begin(match, (1, 2))
    first, seed_one = match.first, match.game
    match.draw_game()
    assert (match.step, match.first) == (GAME, first)
    assert match.game is not seed_one
    assert [match.battlefields(player) for player in (0, 1)] == [(FIELDS[1],), (OTHERS[2],)]
    assert match.decision is not None
    assert match.decision.kind == w.D_MULLIGAN
    assert match.fields == (FIELDS[1], OTHERS[2])


# --- battlefields ----------------------------------------------------------------------------------------------------


def test_a_battlefield_of_a_game_that_was_won_is_not_chosen_again(pool: Pool) -> None:
    """CR 488.5: those of both players; the third game has one left."""
    match = _match(pool)
    assert [match.battlefields(player) for player in (0, 1)] == [FIELDS, OTHERS]
    _won(match, 0, (1, 2))
    assert match.results[0].battlefields == (FIELDS[1], OTHERS[2])
    assert [match.battlefields(player) for player in (0, 1)] == [(FIELDS[0], FIELDS[2]), OTHERS[:2]]
    _won(match, 1, (0, 0))
    assert [match.battlefields(player) for player in (0, 1)] == [(FIELDS[2],), (OTHERS[1],)]
    _begin(match)
    assert match.game is not None
    names = {match.game.state.board[at.bf].d.name for at in match.game.state.locs if at.bf >= 0}
    assert names == {FIELDS[2], OTHERS[1]}


def test_in_games_four_and_five_of_a_match_of_five_they_come_back(pool: Pool) -> None:
    """CR 488.6.a.1-2: each was presented before, and none is presented more than twice."""
    match = _match(pool, best_of=5)
    for winner in (0, 1, 0):
        _won(match, winner)
    assert match.battlefields(0) == FIELDS
    _won(match, 1, (1, 0))
    assert match.number == 5
    assert match.battlefields(0) == (FIELDS[0], FIELDS[2])


def test_a_game_that_was_conceded_before_battlefields_were_out_uses_none_up(pool: Pool) -> None:
    match = _match(pool)
    match.choose_first(match.chooser, first=True)
    match.concede_game(0)
    assert match.results[0].battlefields == (None, None)
    assert match.battlefields(0) == FIELDS


def test_a_match_needs_three_battlefields(pool: Pool) -> None:
    """CR 488.4.a."""
    with pytest.raises(MatchError, match="3 battlefields in each deck; deck 2 has 2"):
        Match.start(pool, [_registered(), _registered(FIELDS[:2])])


# --- sideboards ------------------------------------------------------------------------------------------------------


def test_nobody_sideboards_before_the_first_game(pool: Pool) -> None:
    """TR 403.5."""
    match = _match(pool)
    with pytest.raises(MatchError, match='it waits for "first"'):
        match.sideboard(0)


def test_cards_are_exchanged_one_for_one_and_stay_for_the_next_games(pool: Pool) -> None:
    """TR 403.4."""
    match = _match(pool)
    _won(match, 0)
    match.sideboard(1, [UNIT] * 3, [SIDE] * 3)
    assert match.waits_for == (0,)
    with pytest.raises(MatchError, match='"sideboard" of player 1'):
        match.sideboard(1)
    match.sideboard(0)
    now = match.deck(1)
    assert (now.deck.main.count(UNIT), now.deck.main.count(SIDE)) == (37, 3)
    assert sorted(now.sideboard) == sorted([SIDE] * 5 + [UNIT] * 3)
    _begin(match)
    assert match.game is not None
    s = match.game.state
    cards = [*s.players[1].deck, *s.players[1].hand]
    assert sum(s.pool.defs[s.card_defs[card]].name == SIDE for card in cards) == 3
    match.concede_game(0)
    match.sideboard(1, [SIDE], [UNIT])
    assert match.deck(1).deck.main.count(SIDE) == 2
    assert match.deck(0) == _registered()


def test_the_size_of_deck_and_sideboard_never_changes(pool: Pool) -> None:
    """TR 403.4.c."""
    with pytest.raises(MatchError, match="one for one: 2 go out and 1 come in"):
        exchanged(pool, _registered(), [UNIT, UNIT], [SIDE])
    after = exchanged(pool, _registered(), [UNIT] * 8, [SIDE] * 8)
    assert (len(after.deck.main), len(after.sideboard)) == (40, 8)
    with pytest.raises(MatchError, match=f"{SIDE} is not in the sideboard, or not so often"):
        exchanged(pool, _registered(), [UNIT] * 9, [SIDE] * 9)


@pytest.mark.parametrize("name", ["Body Rune", FIELDS[0], "No Such Card"])
def test_runes_and_battlefields_do_not_change(pool: Pool, name: str) -> None:
    """TR 403.4.b."""
    with pytest.raises(MatchError, match=f"{name} is not in the main deck"):
        exchanged(pool, _registered(), [name], [SIDE])


def test_the_chosen_champion_may_become_another_of_the_legends(pool: Pool, jinxes: tuple[str, str, str]) -> None:
    """TR 403.4.a, 601.1.c.4: from the sideboard or the main deck."""
    legend, one, other = jinxes
    before = replace(_registered().deck, legend=legend, champion=one)
    swapped = exchanged(pool, Registered(before, (other,)), [one], [other], other)
    assert (swapped.deck.champion, swapped.sideboard, len(swapped.deck.main)) == (other, (one,), 40)
    within = Registered(replace(before, main=(*before.main[1:], other)))
    after = exchanged(pool, within, champion=other, out=(), into=())
    assert (after.deck.champion, after.deck.main.count(one), after.deck.main.count(other)) == (other, 1, 0)


def test_what_cannot_be_the_champion_is_refused(pool: Pool, jinxes: tuple[str, str, str]) -> None:
    legend, one, other = jinxes
    before = Registered(replace(_registered().deck, legend=legend, champion=one), (other, SIDE))
    with pytest.raises(MatchError, match="cannot be the chosen champion of this legend"):
        exchanged(pool, before, [], [], UNIT)
    with pytest.raises(MatchError, match=f"{one} is not in the deck after the exchange"):
        exchanged(pool, before, [one], [SIDE])
    with pytest.raises(MatchError, match=f"{other} is not in the deck after the exchange"):
        exchanged(pool, before, [], [], other)
    stranger = next(
        d.name
        for d in pool.defs
        if d.types & w.CHAMPION and not d.unsupported and not d.tags & pool.defs[pool.by_name[legend]].tags
    )
    with pytest.raises(MatchError, match="cannot be the chosen champion of this legend"):
        exchanged(pool, Registered(before.deck, (stranger,)), [UNIT], [stranger], stranger)


def test_a_tag_that_is_no_champion_tag_makes_no_champion(pool: Pool) -> None:
    """CR 103.3.a.2, 133.8.b: the Yordle Teemo is no champion of the legend of the Yordle Kennen."""
    legend, own, stranger = "Heart of the Tempest", "Kennen, Storm of Shuriken", "Teemo, Scout"
    assert "Yordle" in pool.defs[pool.by_name[legend]].tags & pool.defs[pool.by_name[stranger]].tags
    before = Registered(replace(_registered().deck, legend=legend, champion=UNIT), (own, stranger))
    with pytest.raises(MatchError, match="cannot be the chosen champion of this legend"):
        exchanged(pool, before, [UNIT], [stranger], stranger)
    assert exchanged(pool, before, [UNIT], [own], own).deck.champion == own


def test_of_every_champion_the_champion_tag_alone_counts(pool: Pool, db: CardDatabase) -> None:
    """As `riftcheck.validator.rules.champion` has it."""
    legends = [card for card in db.cards if "Legend" in card.types]
    for card in db.cards:
        if not could_be_champion(card) or card.is_token:
            continue
        for legend in legends:
            before = replace(_registered().deck, legend=legend.name, champion=UNIT)
            try:
                exchanged(pool, Registered(before, (card.name,)), [UNIT], [card.name], card.name)
            except MatchError:
                may = False
            else:
                may = True
            assert may == (card.champion_tag == legend.champion_tag), (card.name, legend.name)


def test_a_sideboard_that_cannot_be_played_is_refused_at_once(pool: Pool) -> None:
    with pytest.raises(GameError, match='the card "No Such Card" is not known'):
        Match.start(pool, [_registered(), _registered(side=("No Such Card",))])


# --- what is open and what is seen -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decks", "options", "message"), [(1, {}, "played by 2 players; 1 decks"), (2, {"best_of": 4}, "best of 3 or of 5")]
)
def test_what_cannot_be_a_match_is_refused(pool: Pool, decks: int, options: dict[str, Any], message: str) -> None:
    with pytest.raises(MatchError, match=message):
        Match.start(pool, [_registered()] * decks, **options)


def test_answers_are_those_of_the_game(pool: Pool) -> None:
    match = _match(pool)
    with pytest.raises(MatchError, match='no game is played now: the match waits for "first"'):
        match.answer([0])
    _begin(match)
    with pytest.raises(IllegalAnswer):
        match.answer([99])
    assert match.decision is not None
    assert match.waits_for == (match.decision.player,)


def test_a_player_sees_the_own_deck_and_counts_the_others(pool: Pool) -> None:
    """TR 403.6: sideboards may be counted; what was exchanged is the player's own."""
    match = _match(pool)
    _won(match, 0)
    match.sideboard(1, [UNIT], [SIDE])
    mine, theirs, none = (match.view(player) for player in (1, 0, None))
    assert mine["deck"]["main"].count(SIDE) == 1
    assert SIDE not in theirs["deck"]["main"]
    assert (none["deck"], none["battlefields_left"]) == (None, None)
    assert [view["sideboard_sizes"] for view in (mine, theirs, none)] == [[8, 8]] * 3
    assert none["results"] == [[0, match.results[0].first, [FIELDS[0], OTHERS[0]]]]
    assert json.loads(json.dumps(mine)) == mine


# --- keeping ---------------------------------------------------------------------------------------------------------


def _play_out(match: Match, seed: int, most: int = 3000) -> None:
    rng = random.Random(seed)
    for _ in range(most):
        if match.step == SIDEBOARD:
            for player in match.waits_for:
                match.sideboard(player, [UNIT] * 2, [SIDE] * 2) if SIDE in match.deck(player).sideboard[:2] else (
                    match.sideboard(player)
                )
        elif match.step == FIRST:
            match.choose_first(match.chooser, first=seed % 2 == 0)
        elif match.step == GAME and match.game is not None and match.decision is not None:
            count = rng.randint(match.decision.lo, min(match.decision.hi, len(match.decision.options)))
            match.answer(sorted(rng.sample(range(len(match.decision.options)), count)))
        else:
            return


@pytest.mark.parametrize("seed", range(3))
def test_a_match_at_random_ends_and_is_played_again_the_same(pool: Pool, seed: int) -> None:
    match = _match(pool, seed)
    _play_out(match, seed)
    assert match.step == OVER
    assert match.winner is not None
    again = Match.from_json(pool, json.loads(json.dumps(match.to_json())))
    assert (again.results, again.winner, again.to_json()) == (match.results, match.winner, match.to_json())


def test_each_game_of_a_match_is_dealt_anew(pool: Pool) -> None:
    match = Match.start(pool, [replace(_registered(), deck=replace(_registered().deck, main=(UNIT, SIDE) * 20))] * 2)
    hands = []
    for _ in range(2):
        _begin(match)
        assert match.game is not None
        hands.append(checksum(match.game.state))
        match.draw_game()
    assert len(set(hands)) == 2


def test_a_saved_or_cloned_match_goes_on_the_same(pool: Pool) -> None:
    match = _match(pool)
    _won(match, 0)
    match.sideboard(0, [UNIT], [SIDE])
    others = [match.clone(), Match.from_json(pool, match.to_json())]
    for one in (match, *others):
        assert one.waits_for == (1,)
        one.sideboard(1)
        _begin(one)
    stands = [json.dumps(one.to_json()) for one in (match, *others)]
    assert stands == stands[:1] * 3
    others[0].concede(0)
    assert match.step == GAME


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"saved": "something"}, "not a saved match"),
        ({"format": 9}, "damaged, or not of format 1"),
        ({"more": 1}, "damaged, or not of format 1"),
        ({"seed": "1"}, "`seed` is not what it should be"),
        ({"ask_all": 1}, "`ask_all` is not what it should be"),
        ({"rules": "9.9"}, "no rules version"),
        ({"best_of": 2}, "best of 3 or of 5"),
        ({"decks": [1, 2]}, "a deck in it is none"),
        ({"actions": [["dance"]]}, r"nobody can do \['dance'\]"),
        ({"actions": [["first", "x", True]]}, "nobody can do"),
        ({"actions": ["first"]}, "nobody can do"),
        ({"actions": [["sideboard", 0, [], [], None]]}, 'it waits for "first"'),
        ({"checksum": 1}, "it goes another way here"),
    ],
)
def test_what_is_no_saved_match_is_refused(pool: Pool, change: dict[str, Any], message: str) -> None:
    match = _match(pool)
    with pytest.raises(GameError, match=message):
        Match.from_json(pool, match.to_json() | change)


@pytest.mark.parametrize("name", ["main", "sideboard", "legend"])
def test_a_deck_of_a_saved_match_is_read_strictly(pool: Pool, name: str) -> None:
    document = _match(pool).to_json()
    document["decks"][0][name] = [1]
    with pytest.raises(MatchError, match="this saved match is damaged"):
        Match.from_json(pool, document)
