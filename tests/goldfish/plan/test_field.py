"""A field as the opponent of a run: which list is met, who plays it, what its data is, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from riftcheck import carddb
from riftcheck.goldfish.execution.executors import in_process_executor, process_executor
from riftcheck.goldfish.execution.jobs import Job, job_from
from riftcheck.goldfish.execution.runner import run_job
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import (
    FieldList,
    Opponent,
    Run,
    RunError,
    UnsupportedCardsError,
    opponent_from,
    run_from,
)
from riftcheck.goldfish.policies.planner import PlannerPolicy
from riftcheck.goldfish.results.document import UnknownFigureError, check_figure, figure, result_document
from riftcheck.goldfish.results.run_info import run_info
from riftcheck.goldfish.simulation.game import OPPONENT, first_player, game_seed, new_game, play_game
from riftcheck.goldfish.simulation.replay_log import replay
from riftcheck.goldfish.stats.tally import SEATS, Tally
from tests.goldfish.game_lists import PLAIN, plain, real
from tests.unwritten import UNIT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.plan.run import DeckZones

# A unit that costs 2 energy and has Might 2, and nothing else.
OTHER = "Pit Rookie"


def field_of(*lists: DeckZones, weights: tuple[float, ...] = (), **values: object) -> Opponent:
    named = zip("abcdefgh", lists, weights or (1,) * len(lists), strict=False)
    entries = tuple(FieldList(name, weight, one) for name, one, weight in named)
    return Opponent("field", lists=entries, policy="planner", **values)  # type: ignore[arg-type]


def plain_run(**values: object) -> Run:
    """Return a run whose opponent has a heavy list of one plain unit, and a light one of another."""
    opponent = field_of(plain(), plain(name=OTHER), weights=(3, 1))
    return Run(plain(), replace(opponent, policy="greedy"), seed=4, turns=8, **values)  # type: ignore[arg-type]


def cards_of_opponent(run: Run, index: int, db: CardDatabase) -> set[str]:
    s = new_game(prepare(run, db), index)
    return {s.pool.defs[s.card_defs[card]].name for card in s.players[OPPONENT].deck}


def test_the_data_of_a_field_is_read_back_and_plays_the_same(db: CardDatabase) -> None:
    run = plain_run()
    data = json.loads(json.dumps(run.to_json()))
    assert run_from(data) == run
    assert data["opponent"].keys() == {"kind", "lists", "policy", "options", "mulligan"}
    assert [one["weight"] for one in data["opponent"]["lists"]] == [3, 1]
    assert play_game(prepare(run_from(data), db), 5) == play_game(prepare(run, db), 5)


def test_other_opponents_have_the_data_that_they_had() -> None:
    listed = Opponent("list", list=plain())
    assert listed.to_json().keys() == {"kind", "list", "policy", "options", "mulligan"}
    assert listed.policy == opponent_from({"kind": "list", "list": plain().to_json()}).policy == "greedy"
    assert Opponent().to_json() == {"kind": "passive"}
    # As job tables have it: a run of another kind keeps its key.
    assert Job((Run(plain(), listed, seed=3, rules="1.4.1"),)).key == "83940b4883771ded01410040cf6c9901"


def test_a_field_is_played_by_the_planner_with_its_usual_options(db: CardDatabase) -> None:
    assert opponent_from({"kind": "field", "lists": []}).policy == "planner"
    prepared = prepare(Run(plain(), field_of(plain())), db)
    _, other = prepared.policies(7)
    assert isinstance(other, PlannerPolicy)
    assert prepared.run.opponent.options == {}


def test_the_list_that_is_met_is_the_one_that_is_played_and_counted(db: CardDatabase) -> None:
    run = plain_run()
    prepared = prepare(run, db)
    for index in range(16):
        place = prepared.list_met(index)
        assert cards_of_opponent(run, index, db) == {(PLAIN, OTHER)[place]}
        assert play_game(prepared, index).met == place
        assert replay(prepared, index).met == "ab"[place]


def test_every_list_is_met_going_first_and_second(db: CardDatabase) -> None:
    prepared = prepare(plain_run(), db)
    for games in (8, 16, 80):
        met = [(prepared.list_met(index), first_player("alternate", index)) for index in range(games)]
        assert [met.count((0, seat)) for seat in (0, 1)] == [games * 3 // 8] * 2
        assert [met.count((1, seat)) for seat in (0, 1)] == [games // 8] * 2


def test_two_lists_under_one_seed_meet_the_same_opponents(db: CardDatabase) -> None:
    # Of one weight, so that the seed decides which of them comes when.
    run = replace(plain_run(), opponent=field_of(*[plain()] * 6))
    other = prepare(replace(run, list=plain(name=OTHER)), db)
    prepared = prepare(run, db)
    met = [prepared.list_met(index) for index in range(24)]
    assert met == [other.list_met(index) for index in range(24)]
    reseeded = prepare(replace(run, seed=run.seed + 1), db)
    assert met != [reseeded.list_met(index) for index in range(24)]
    mine, theirs = new_game(prepared, 6), new_game(other, 6)
    # And in the same order.
    assert mine.players[OPPONENT].deck == theirs.players[OPPONENT].deck
    assert game_seed(run.seed, 6) == game_seed(other.run.seed, 6)


def test_processes_and_chunks_do_not_matter() -> None:
    db = carddb.load_default()
    job = job_from(Job((plain_run(), plain_run(first="draw"))).to_json())
    with in_process_executor(db) as executor:
        one = run_job(job, 40, executor, chunk=40).result
    with process_executor(carddb.load_default, 2) as executor:
        other = run_job(job, 40, executor, chunk=7).result
    assert [tally.to_bytes() for tally in one.tallies] == [tally.to_bytes() for tally in other.tallies]
    tally = one.tallies[0]
    assert Tally.from_json(json.loads(tally.to_bytes())).to_bytes() == tally.to_bytes()
    assert [tally.of_met(place, *SEATS).games("outcome") for place in (0, 1)] == [30, 10]


def test_a_tally_without_a_field_has_the_bytes_it_had(db: CardDatabase) -> None:
    tally = Tally()
    tally.add(play_game(prepare(Run(plain(), seed=3, turns=8, policy="greedy"), db), 0))
    assert tally.to_json().keys() == {"seats", "kinds", "opening"}
    assert "field" not in result_document(tally, run_info(prepare(Run(plain()), db)))


def test_scores_against_each_list_add_up(db: CardDatabase) -> None:
    # The first list has no cards that score: it is beaten, and the second beats the player.
    strong = real(db)
    run = Run(plain(name=OTHER), field_of(plain(), strong, weights=(1, 3)), seed=2, policy="passive", turns=15)
    prepared = prepare(replace(run, opponent=replace(run.opponent, policy="greedy")), db)
    tally, games = Tally(), [play_game(prepared, index) for index in range(24)]
    for facts in games:
        tally.add(facts)
    info = run_info(prepared)
    result = result_document(tally, info)
    weak, other = result["field"]
    assert (weak["name"], weak["share"], weak["weight"], weak["all"]["games"]) == ("a", 0.25, 1, 6)
    assert (other["name"], other["share"], other["legend"], other["all"]["games"]) == ("b", 0.75, "Loose Cannon", 18)
    assert other["list_hash"] == "list-072"
    for place, one in enumerate((weak, other)):
        mine = [facts for facts in games if facts.met == place]
        lost = sum(facts.finished and not facts.won for facts in mine) / len(mine)
        assert one["all"]["not_won"]["value"] == pytest.approx(lost, abs=1e-4)
        assert one["first"]["games"] == one["second"]["games"] == len(mine) // 2
        first = [facts.finished and not facts.won for facts in mine if facts.first]
        assert one["first"]["not_won"]["value"] == pytest.approx(sum(first) / len(first), abs=1e-4)
    assert figure(result, "field/b/all/won") == other["all"]["won"]
    check_figure(info, "field/b/first/won")
    with pytest.raises(UnknownFigureError, match="field/c/all/won"):
        check_figure(info, "field/c/all/won")


@pytest.mark.parametrize(
    ("lists", "said"),
    [
        ([], "there is no list in it"),
        ([("a", 1), ("b", 1), ("a", 2)], "Two lists of the field are named 'a'"),
        ([("a", 1), ("b", 0)], "The weight of b in the field is 0; it should be a number above 0."),
        ([("a", -1)], "The weight of a in the field is -1"),
        ([("a", True)], "The weight of a in the field is True"),
        ([("a", "1")], "The weight of a in the field is '1'"),
        ([("a", float("nan"))], "The weight of a in the field is nan"),
        ([("a", float("inf"))], "The weight of a in the field is inf"),
    ],
)
def test_fields_that_are_none(lists: list[tuple[str, float]], said: str, db: CardDatabase) -> None:
    entries = [{"name": name, "weight": weight, "list": plain().to_json()} for name, weight in lists]
    opponent = opponent_from({"kind": "field", "lists": entries})
    with pytest.raises(RunError, match=said):
        prepare(Run(plain(), opponent), db)


def test_data_of_a_field_in_another_form() -> None:
    forms: list[object] = [None, {}, [3], [{"name": "a", "weight": 1}]]
    for lists in forms:
        with pytest.raises(RunError):
            opponent_from({"kind": "field", "lists": lists})


def test_cards_are_refused_with_the_list_that_has_them(db: CardDatabase) -> None:
    with pytest.raises(RunError, match="Not known among the cards of b of the field: Nonsuch"):
        prepare(Run(plain(), field_of(plain(), plain(name="Nonsuch"))), db)


def test_cards_that_cannot_be_executed_name_the_list_that_has_them(unwritten: CardDatabase) -> None:
    run = Run(plain(), field_of(plain(), plain(39, UNIT)))
    with pytest.raises(UnsupportedCardsError) as refused:
        prepare(run, unwritten)
    assert list(refused.value.cards) == [UNIT]
    assert "(in b of the field)" in refused.value.cards[UNIT]
    info = run_info(prepare(replace(run, unsupported="vanilla"), unwritten))
    assert (info.flags.unsupported, info.flags.cards) == ("vanilla", (UNIT,))
