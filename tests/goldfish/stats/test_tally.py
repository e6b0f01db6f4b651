"""Tallies are whole numbers: any way to cut the games and to merge the parts gives the same bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from riftcheck.goldfish.simulation.facts import GameFacts, KindFacts, TurnFacts
from riftcheck.goldfish.stats.tally import ROW, TURN_FIELDS, Counts, Tally
from tests.examples import examples
from tests.goldfish.made_up_games import KINDS, made_up_game

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

GAMES = [made_up_game(index) for index in range(60)]


def tally_of(games: Iterable[GameFacts]) -> Tally:
    tally = Tally()
    for facts in games:
        tally.add(facts)
    return tally


WHOLE = tally_of(GAMES).to_bytes()


@settings(max_examples=examples(40), deadline=None)
@given(st.permutations(range(60)), st.lists(st.integers(1, 20), min_size=1, max_size=12), st.randoms())
def test_any_order_and_any_parts_give_the_same_bytes(order: list[int], sizes: list[int], rng: random.Random) -> None:
    parts: list[Tally] = []
    start = 0
    while start < len(order):
        size = sizes[len(parts) % len(sizes)]
        parts.append(tally_of(GAMES[place] for place in order[start : start + size]))
        start += size
    rng.shuffle(parts)
    # Every other part goes through JSON, as a chunk that comes from another process or a table does.
    parts = [Tally.from_json(json.loads(part.to_bytes())) if n % 2 else part for n, part in enumerate(parts)]
    while len(parts) > 1:
        other = parts.pop(rng.randrange(len(parts)))
        parts[rng.randrange(len(parts))].merge(other)
    assert parts[0].to_bytes() == WHOLE


def test_one_game_more_is_another_tally() -> None:
    assert tally_of([*GAMES, made_up_game(60)]).to_bytes() != WHOLE


def test_every_number_of_a_game_is_counted() -> None:
    """A change of any number of the facts changes the tally."""
    before = tally_of([small_game()]).to_bytes()
    changed = []
    for field in ("mulligan", "units_lost", "conquered", "held", "battlefields_lost", "burn_outs", "opponent_points"):
        game = small_game()
        setattr(game, field, getattr(game, field) + 1)
        changed.append(game)
    for field in (*TURN_FIELDS, "points"):
        game = small_game()
        setattr(game.turns[1], field, getattr(game.turns[1], field) + 1)
        changed.append(game)
    for field in ("curve_chances", "in_hand", "dead"):
        game = small_game()
        setattr(game.kinds[2], field, getattr(game.kinds[2], field) + 1)
        changed.append(game)
    tallies = [tally_of([game]).to_bytes() for game in changed]
    assert before not in tallies
    assert len(set(tallies)) == len(changed)


def small_game() -> GameFacts:
    facts = GameFacts(index=0, first=True, finished=True, won=True, opening=[2, 2, 1, 1], point_turns=[1, 2])
    facts.turns = [TurnFacts(runes=2, drawn=1), TurnFacts(runes=4, energy_spent=3, drawn=1, played=1, hand=3)]
    facts.turns.append(TurnFacts(energy_spent=1))
    facts.kinds = {2: KindFacts(drawn=[0, 0, 2], played=[2], delays=[1], curve_chances=1, curve_hits=1, in_hand=2)}
    facts.kinds[2].abilities = {"when played": 2}
    return facts


def test_a_small_game_counts_as_by_hand() -> None:
    tally = tally_of([small_game()])
    first = tally.seats["first"]
    assert first.hists["outcome"] == {2: 1}
    assert (first.hists["point 1"], first.hists["point 2"]) == ({1: 1}, {2: 1})
    assert first.hists["length"] == {3: 1}
    assert first.sums["energy"] == [1, 4, 0, 16, 0, 0]
    assert first.sums["drawn"] == [2, 4, 8]
    assert len(first.rows) == 2  # the turn that won was cut short
    row = first.rows[1]
    assert row[:5] == [1, 0, 4, 16, 64]
    assert len(row) == ROW
    assert first.rows[0][:2] == [1, 1]  # nothing was played on the first turn
    kind = tally.kinds["first"][2]
    assert kind.hists["opening"] == {2: 1}
    assert kind.hists["copies"] == {3: 1}
    assert kind.hists["drawn"] == {0: 2, 2: 1}
    assert kind.hists["first drawn"] == {0: 1}
    assert kind.hists["played on"] == {2: 1}
    assert kind.sums["delay"] == [1] * 10
    assert kind.sums["in hand"] == [1, 3, 2, 9, 6, 4]
    assert kind.hists["ability when played"] == {2: 1}
    assert sorted(tally.opening["first"]) == [1, 2]
    assert not tally.kinds["second"]


def test_seats_and_openings_add_up() -> None:
    tally = tally_of(GAMES)
    assert tally.games == 60
    assert [tally.seats[seat].games("outcome") for seat in ("first", "second")] == [30, 30]
    for kind in range(len(KINDS)):
        has = sum(kind in facts.opening for facts in GAMES)
        assert tally.of_opening(kind, "first", "second").games("outcome") == has
        assert tally.of_kind(kind, "first", "second").games("opening") == has


def test_taking_away_undoes_adding() -> None:
    one, two = tally_of(GAMES[:30]).of("first"), tally_of(GAMES[30:]).of("first")
    both = Counts()
    both.plus(one)
    both.plus(two)
    both.plus(two, sign=-1)
    rows = both.to_json()["rows"]
    while rows and not any(rows[-1]):
        rows.pop()
    assert both.to_json() | {"rows": rows} == one.to_json()


def test_a_copy_that_came_back_to_hand_is_not_more_than_all() -> None:
    """A card that was never drawn can be in hand at the end: the champion, sent back."""
    facts = GameFacts(index=0, first=True, kinds={0: KindFacts(played=[1], delays=[0], in_hand=1, dead=0)})
    assert tally_of([facts]).kinds["first"][0].sums["in hand"] == [1, 1, 1, 1, 1, 1]


def test_a_tally_is_small_and_sorted() -> None:
    data = tally_of(GAMES).to_bytes()
    assert len(data) < 50_000
    assert json.dumps(json.loads(data), separators=(",", ":"), sort_keys=True).encode() == data
