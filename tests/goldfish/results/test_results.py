"""The result: figures as counted by hand, exact values beside, flags on every figure, the same bytes for any parts."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.decks.stats import seen
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import Opponent
from riftcheck.goldfish.results.ability_labels import MAX_LETTERS
from riftcheck.goldfish.results.columns import is_table, rows_of, to_columns
from riftcheck.goldfish.results.document import (
    UnknownFigureError,
    check_figure,
    estimates,
    figure,
    is_figure,
    result_document,
    to_text,
    too_wide,
)
from riftcheck.goldfish.results.run_info import Flags, RunInfo, run_info
from riftcheck.goldfish.simulation.facts import GameFacts, KindFacts, TurnFacts
from riftcheck.goldfish.simulation.game import play_game
from riftcheck.goldfish.simulation.game_rows import GameRows
from riftcheck.goldfish.stats import exact
from riftcheck.goldfish.stats.tally import Tally
from riftcheck.goldfish.studies.sweep import arms, one_copy
from tests.goldfish.game_lists import PLAIN, plain, real, table
from tests.goldfish.made_up_games import ABOUT, COPIES, KINDS, made_up_game
from tests.unwritten import UNIT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.carddb import CardDatabase

SMALL = RunInfo(kinds=("Lamb", "Wolf"), copies=(30, 9), turns=5, victory=2)


@cache
def all_games() -> list[GameFacts]:
    return [made_up_game(index) for index in range(200)]


def tally_of(games: Iterable[GameFacts]) -> Tally:
    tally = Tally()
    for facts in games:
        tally.add(facts)
    return tally


@cache
def whole_result() -> dict[str, Any]:
    return result_document(tally_of(all_games()), ABOUT)


def game(index: int, point_turns: list[int], turns: int, **more: object) -> GameFacts:
    facts = GameFacts(index=index, first=True, won=len(point_turns) >= 2, point_turns=point_turns)
    facts.finished = facts.won
    facts.turns = [TurnFacts(drawn=1, energy_spent=2, energy_wasted=turn) for turn in range(turns)]
    for number, turn in enumerate(facts.turns, start=1):
        turn.points = sum(reached <= number for reached in point_turns)
    facts.opening = [0, 0, 0, 1] if index else [0, 0, 0, 0]
    for name, value in more.items():
        setattr(facts, name, value)
    return facts


BY_HAND = [game(0, [2, 3], 3), game(1, [4], 5), game(2, [1, 4], 4, mulligan=2), game(3, [], 5, finished=True)]


@pytest.fixture(scope="module")
def by_hand() -> dict[str, Any]:
    return result_document(tally_of(BY_HAND), SMALL)


def figures(part: object) -> list[dict[str, Any]]:
    if is_table(part):
        part = rows_of(part)
    if isinstance(part, dict) and is_figure(part):
        return [part]
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return [found for one in inner for found in figures(one)]


def values(result: dict[str, Any], path: str, names: Iterable[object]) -> list[float | None]:
    return [figure(result, path.format(name))["value"] for name in names]


def test_how_games_ended(by_hand: dict[str, Any]) -> None:
    assert values(by_hand, "all/score/{}", ("won", "not_won", "not_finished")) == [0.5, 0.25, 0.25]
    assert figure(by_hand, "all/score/length")["value"] == 4.25
    assert by_hand["second"]["games"] == 0
    assert figure(by_hand, "second/score/won") == {"value": None, "low": None, "high": None, "n": 0}


def test_points_by_turn_keep_on_when_a_game_is_over(by_hand: dict[str, Any]) -> None:
    # Game 0 has 0, 1, 2, 2, 2 points; game 1: 0, 0, 0, 1, 1; game 2: 1, 1, 1, 2, 2; game 3: none.
    assert values(by_hand, "all/score/by_turn/{}/points", range(1, 6)) == [0.25, 0.5, 0.75, 1.25, 1.25]
    assert values(by_hand, "all/score/by_turn/{}/victory_score", range(1, 6)) == [0, 0, 0.25, 0.5, 0.5]
    assert values(by_hand, "all/score/by_turn/{}/median", (1, 4)) == [0, 1]
    assert figure(by_hand, "all/score/by_turn/5/points")["n"] == 4


def test_points_that_are_lost_again_are_gone() -> None:
    one = game(0, [1, 2], 4)
    one.turns[2].points, one.turns[3].points = 1, 0
    result = result_document(tally_of([one, game(1, [2], 2)]), replace(SMALL, victory=3))
    assert values(result, "all/score/by_turn/{}/points", range(1, 5)) == [0.5, 1.5, 1, 0.5]
    assert values(result, "all/score/points/{}/reached", (1, 2)) == [1, 0.5]


def test_the_turn_of_each_point(by_hand: dict[str, Any]) -> None:
    assert values(by_hand, "all/score/points/1/{}", ("reached", "median", "mean_if_reached")) == [0.75, 2, 2.3333]
    assert values(by_hand, "all/score/points/2/{}", ("reached", "median", "mean_if_reached")) == [0.5, 4, 3.5]
    assert figure(by_hand, "all/score/points/2/median")["high"] is None
    assert values(by_hand, "all/score/points/2/on_turn/{}/share", range(1, 6)) == [0, 0, 0.25, 0.25, 0]


def test_rows_by_turn_are_over_the_games_that_played_it_to_its_end(by_hand: dict[str, Any]) -> None:
    rows = rows_of(by_hand["all"]["turns"])
    assert [row["drawn"]["n"] for row in rows] == [4, 4, 3, 2, 1]
    assert [row["energy_wasted"]["value"] for row in rows] == [0, 1, 2, 3, 4]
    assert figure(by_hand, "all/turns/1/nothing_played")["value"] == 1
    assert figure(by_hand, "all/totals/energy_wasted_share")["value"] == pytest.approx(29 / (29 + 34), abs=1e-4)
    assert figure(by_hand, "all/totals/energy_spent")["value"] == 8.5


def test_hands(by_hand: dict[str, Any]) -> None:
    assert values(by_hand, "all/hands/{}", ("kept", "set_aside", "two_set_aside")) == [0.75, 0.5, 0.25]


def test_with_and_without_a_card_in_the_opening_hand(by_hand: dict[str, Any]) -> None:
    wolf = by_hand["cards"][1]["all"]
    assert (wolf["with_in_opening"]["games"], wolf["without_in_opening"]["games"]) == (3, 1)
    assert figure(by_hand, "cards/Wolf/all/without_in_opening/by_turn/3/points")["value"] == 2
    assert figure(by_hand, "cards/Wolf/all/with_in_opening/by_turn/3/points")["value"] == pytest.approx(1 / 3, abs=1e-4)
    assert "without_in_opening" not in by_hand["cards"][0]["all"]  # every hand had it
    assert "second" not in by_hand["cards"][0]  # nobody went second


def test_games_are_split_by_every_card_of_the_opening_hand_as_if_they_were_all_there_were() -> None:
    result = result_document(tally_of(all_games()), ABOUT)
    for kind, card in enumerate(result["cards"]):
        for side, held in (("with_in_opening", True), ("without_in_opening", False)):
            some = [facts for facts in all_games() if (kind in facts.opening) is held]
            alone = result_document(tally_of(some), ABOUT)["all"]
            del alone["turns"]["drawn"]["exact"]  # of all hands there are, not of those with the card
            shown = card["all"][side]
            assert len(some) == shown["games"] > 0
            for chapter in ("hands", "turns", "totals", "board"):
                assert shown[chapter] == alone[chapter], (kind, side, chapter)
            assert shown["won"] == alone["score"]["won"]
        assert "board" not in card["first"]["with_in_opening"]


def test_cards_by_hand() -> None:
    one = KindFacts(drawn=[0, 3], played=[2], delays=[1], curve_chances=1, curve_hits=1, in_hand=1, dead=1)
    other = KindFacts(drawn=[2], in_hand=1)
    games = [game(n, [], 4, kinds=kinds) for n, kinds in enumerate(({1: one}, {1: other}, {}, {}))]
    result = result_document(tally_of(games), SMALL)
    found = values(
        result,
        "cards/Wolf/all/{}",
        ("drawn", "copies_drawn", "on_curve", "played", "played_if_drawn", "delay", "dead", "left_in_hand"),
    )
    assert found == [0.5, 0.75, 1, 0.25, 0.5, 1, 0.3333, 0.6667]
    assert values(result, "cards/Wolf/all/seen_by/{}/seen", range(5)) == [0.25, 0.25, 0.5, 0.5, 0.5]
    assert values(result, "cards/Wolf/all/played_on/{}/played", (2,)) == [0.25]
    assert result["cards"][1]["all"]["played_on"]["turn"] == [2]
    assert figure(result, "cards/Wolf/all/games_with_dead")["value"] == 0.5


def test_abilities_by_hand() -> None:
    kinds = {0: KindFacts(played=[1], delays=[0], abilities={"Lamb/when it dies": 3})}
    games = [game(0, [], 2, kinds=kinds), *(game(n, [], 2) for n in range(1, 4))]
    result = result_document(tally_of(games), SMALL)
    assert values(result, "cards/Lamb/all/abilities/when it dies/{}", ("games", "times")) == [0.25, 0.75]


def test_abilities_say_what_they_are(db: CardDatabase) -> None:
    ready = table(db, real(db), seed=5)
    told = run_info(ready, db=db)
    result = result_document(tally_of(play_game(ready, index) for index in range(20)), told)
    found = {key: one for card in result["cards"] for key, one in card["all"]["abilities"].items()}
    assert set(found) == {"0", "0#1"}
    assert all(one["says"] for one in found.values())
    assert all(len(words) <= MAX_LETTERS for words in told.words.values())
    assert any(words.endswith("...") for words in told.words.values())


def test_the_board_by_hand() -> None:
    games = [game(n, [], 2, units_lost=lost, burn_outs=lost // 3) for n, lost in enumerate((0, 0, 1, 3))]
    result = result_document(tally_of(games), SMALL)
    assert values(result, "all/board/{}", ("units_lost", "any_units_lost", "any_burn_outs", "held")) == [
        1,
        0.5,
        0.25,
        0,
    ]


def test_every_figure_has_bounds_around_its_value() -> None:
    found = figures(whole_result())
    assert len(found) > 1000
    for one in found:
        if None not in (one["value"], one["low"], one["high"]):
            assert one["low"] <= one["value"] <= one["high"]


def test_seats_add_up_to_all() -> None:
    assert whole_result()["all"]["games"] == whole_result()["first"]["games"] + whole_result()["second"]["games"]
    both = sum(
        whole_result()[seat]["score"]["won"]["value"] * whole_result()[seat]["games"] for seat in ("first", "second")
    )
    assert both == pytest.approx(whole_result()["all"]["score"]["won"]["value"] * 200)


def test_parts_give_the_same_text() -> None:
    parts = [tally_of(all_games()[start::7]) for start in range(7)]
    whole = Tally()
    for part in reversed(parts):
        whole.merge(Tally.from_json(json.loads(part.to_bytes())))
    assert to_text(result_document(whole, ABOUT)) == to_text(whole_result())


def test_what_decides_the_run_is_in_the_result() -> None:
    assert whole_result()["run"] == ABOUT.run
    assert whole_result()["flags"] == {"illegal": [], "unsupported": "", "cards": [], "stopped": 0, "provisional": []}
    assert not [one for one in figures(whole_result()) if "flags" in one]


def test_flags_mark_every_figure() -> None:
    flags = Flags(illegal=("main-size",), unsupported="skip", cards=("Cinder",))
    result = result_document(tally_of(all_games()[:20]), replace(ABOUT, flags=flags))
    assert all(one["flags"] == ["illegal", "skip"] for one in figures(result))
    in_hand = sum(facts.turns_with_unsupported > 0 for facts in all_games()[:20])
    assert figure(result, "all/unsupported/games")["value"] == in_hand / 20
    turns = sum(facts.turns_with_unsupported for facts in all_games()[:20]) / sum(
        len(facts.turns) for facts in all_games()[:20]
    )
    assert figure(result, "all/unsupported/turns")["value"] == pytest.approx(turns, abs=1e-4)


def test_exact_values_stand_beside_and_lie_in_most_intervals() -> None:
    inside = []
    for card in whole_result()["cards"]:
        for one in [card["all"]["opening"], *(row["seen"] for row in rows_of(card["all"]["seen_by"]))]:
            if "exact" in one:
                assert one["exact"]["kept"] == one["exact"]["value"] < one["exact"]["sought"]
                inside.append(one["low"] <= one["exact"]["value"] <= one["high"])
    assert len(inside) == len(KINDS) * 6  # the opening hand, turn 0, and four turns that every game had
    assert sum(inside) >= 0.9 * len(inside)
    assert rows_of(whole_result()["all"]["turns"])[0]["drawn"]["exact"] == {"value": 1, "why": "draws"}
    opening = whole_result()["cards"][0]["all"]["opening"]["exact"]
    assert opening["value"] == round(float(seen(COPIES[0], 39, 1, 0, first=True)), 6)
    assert opening["why"] in whole_result()["why"]


def test_a_mulligan_that_is_not_known_has_no_exact_value(by_hand: dict[str, Any]) -> None:
    found = by_hand["cards"][1]["all"]["opening"]["exact"]
    assert (found["value"], found["why"]) == (None, "mulligan")
    assert found["kept"] < found["sought"]


def test_a_mulligan_that_is_known_has_one() -> None:
    known = exact.opening_odds(SMALL.copies, lambda hand: [place for place in range(4) if hand[place] == 0][:2])
    result = result_document(tally_of(BY_HAND), replace(SMALL, opening_odds=known))
    found = result["cards"][1]["all"]["opening"]["exact"]
    assert (found["value"], found["why"]) == (found["sought"], "chance")
    assert rows_of(result["cards"][1]["all"]["seen_by"])[2]["seen"]["exact"]["why"] == "draws"


def test_keeping_all_and_seeking_one_are_as_the_statistics_of_decks_say() -> None:
    copies = (3, 9, 9, 9, 9)
    kept = exact.opening_odds(copies, lambda _hand: [])
    sought = exact.opening_odds(copies, lambda hand: [place for place in range(4) if hand[place] != 0][:2])
    for turn in (0, 1, 5):
        assert kept.odds(0, turn) == seen(3, 39, 1, turn, first=True)
        assert kept.odds(2, turn) == seen(9, 39, 1, turn, first=True)
        assert sought.odds(0, turn) == seen(3, 39, 1, turn, first=True, mulligan="mulligan")


def test_odds_after_a_mulligan_are_as_all_orders_of_a_small_deck_give() -> None:
    copies = (2, 1, 3, 1)
    deck = [kind for kind, count in enumerate(copies) for _ in range(count)]

    def aside(hand: tuple[int, ...]) -> list[int]:
        """Set aside kind 3, then second copies, two at the most; the order of the hand decides."""
        odd = [place for place, kind in enumerate(hand) if kind == 3 or kind in hand[:place]]
        return odd[:2]

    hits = [[0, 0] for _ in copies]
    orders = 0
    for order in permutations(deck):
        orders += 1
        hand, rest = order[:4], order[4:]
        gone = aside(hand)
        held = [kind for place, kind in enumerate(hand) if place not in gone] + list(rest[: len(gone)])
        drawn = held + list(rest[len(gone) : len(gone) + 1])
        for kind in range(4):
            hits[kind][0] += kind in held
            hits[kind][1] += kind in drawn
    found = exact.opening_odds(copies, aside)
    assert [[found.odds(kind), found.odds(kind, 1)] for kind in range(4)] == [
        [Fraction(count, orders) for count in pair] for pair in hits
    ]


def test_exact_openings_refuse_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="3 cards aside; 2 are allowed"):
        exact.opening_odds((20, 20), lambda _hand: [0, 1, 2])
    with pytest.raises(ValueError, match="no cards"):
        exact.opening_odds((0, 0), lambda _hand: [])


def test_seats_with_other_odds_are_weighted() -> None:
    parts: list[tuple[int, dict[str, Any]]] = [(30, {"value": 0.5, "why": "x"}), (10, {"value": 0.1, "why": "x"})]
    assert exact.weighted(parts) == {"value": 0.4, "why": "x"}
    assert exact.weighted([parts[0], (10, {"value": None, "why": "x"})])["value"] is None


def test_estimates_while_a_run_goes_on_are_those_of_its_result() -> None:
    found = estimates(tally_of(all_games()), replace(ABOUT, flags=Flags(unsupported="skip")))
    assert found["games"] == 200
    assert found["figures"]["won"] == whole_result()["all"]["score"]["won"] | {"flags": ["skip"]}
    assert found["figures"]["median"]["value"] == whole_result()["all"]["score"]["points"][-1]["median"]["value"]
    assert estimates(Tally(), ABOUT)["figures"]["kept"]["value"] is None


def test_a_run_stops_when_what_is_wanted_is_narrow() -> None:
    assert too_wide(whole_result(), {"all/score/won": 0.08}) == []
    assert too_wide(whole_result(), {"all/score/won": 0.05, "all/score/length": 2}) == ["all/score/won"]
    assert too_wide(whole_result(), {"all/score/points/8/median": 3}) == ["all/score/points/8/median"]  # no upper bound
    assert too_wide(whole_result(), {"all/score/by_turn/29/points": 9}) == [
        "all/score/by_turn/29/points"
    ]  # no game has got there


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("all/score/wun", "did you mean 'won'"),
        ("cards/Cindr/all/played", "did you mean 'Cinder'"),
        ("all/score", "is no single figure"),
        ("all/score/won/value", "is not in this result"),
    ],
)
def test_a_figure_that_is_not_there_is_told(path: str, says: str) -> None:
    with pytest.raises(UnknownFigureError, match=says):
        too_wide(whole_result(), {path: 0.1})


def test_a_half_width_is_above_0() -> None:
    with pytest.raises(ValueError, match="must be above 0"):
        too_wide(whole_result(), {"all/score/won": 0})


def test_a_real_list_meets_its_exact_values(db: CardDatabase) -> None:
    """What is worked out of the mulligan policy as data, and what is played, are two ways to the same odds."""
    ready = table(db, real(db), seed=5)
    told = run_info(ready)
    result = result_document(tally_of(play_game(ready, index) for index in range(200)), told)
    openings = [card["all"]["opening"] for card in result["cards"] if card["copies"]]
    assert {one["exact"]["why"] for one in openings} == {"chance"}
    inside = [one["low"] <= one["exact"]["value"] <= one["high"] for one in openings]
    kept = [one["low"] <= one["exact"]["kept"] <= one["high"] for one in openings]
    assert len(inside) == 16
    assert sum(inside) >= 14
    assert sum(kept) <= 8
    assert (told.victory, told.flags.marks(), sum(told.copies)) == (8, [], 39)
    assert result["run"]["list"]["list_hash"] == "list-072"
    assert not {"jobs", "chunks", "executor", "cluster", "time"} & result["run"].keys()


def test_cards_that_cannot_be_executed_are_flagged(unwritten: CardDatabase) -> None:
    db, unable = unwritten, UNIT
    listed = replace(plain(30), main=(PLAIN,) * 30 + (unable,) * 9)
    ready = table(db, listed, unsupported="skip")
    result = result_document(tally_of(play_game(ready, index) for index in range(20)), run_info(ready, ["main-copies"]))
    assert result["flags"] == Flags(("main-copies",), "skip", (unable,)).to_json()
    assert figure(result, "all/unsupported/games")["value"] > 0.5
    assert figure(result, f"cards/{unable}/all/played")["value"] == 0
    against = table(db, plain(), Opponent("list", list=listed), unsupported="skip")
    assert run_info(against).flags.cards == (unable,)
    assert run_info(table(db, plain(), unsupported="skip")).flags.marks() == []


def test_a_sweep_is_runs_that_differ_in_the_main_deck(db: CardDatabase) -> None:
    run = table(db, real(db), seed=5).run
    plan = one_copy(run.list.main, champion=run.list.champion or "")
    changed = arms(run, plan)
    assert [arm.name for arm in changed] == [variant.name for variant in plan.variants]
    assert len(changed) > 10
    for variant, arm in zip(plan.variants, changed, strict=True):
        assert arm.run.list.main == variant.main
        assert replace(arm.run, list=run.list) == run
        assert arm.told["put_in"] == variant.put_in


def test_a_change_of_one_card_leaves_most_games_as_they_were(db: CardDatabase) -> None:
    """The same chances: a game in which the changed copy does not come up goes as it went."""
    run = table(db, real(db), seed=5).run
    other = arms(run, one_copy(run.list.main, champion=run.list.champion or ""))[-1].run
    found = []
    for one in (run, other):
        lines = GameRows(run.turns, 8)
        ready = prepare(one, db)
        lines.extend(play_game(ready, index) for index in range(60))
        found.append(lines.by_index)
    same = sum(found[0][index] == found[1][index] for index in range(60))
    assert 30 <= same < 60


@pytest.mark.parametrize(
    "path",
    [
        "all/score/by_turn/12/points",
        "second/turns/12/energy_wasted",
        f"cards/{KINDS[1]}/first/with_in_opening/by_turn/5/points",
        f"cards/{KINDS[1]}/all/played_on/9/played",
        f"cards/{KINDS[1]}/all/seen_by/0/seen",
        f"cards/{KINDS[1]}/all/abilities/0/times",
    ],
)
def test_figures_that_may_come_are_known_and_waited_for(path: str) -> None:
    told = replace(ABOUT, words={f"{KINDS[1]}/0": "When..."})
    check_figure(told, path)
    assert too_wide(result_document(Tally(), told), {path: 1e9}) == [path]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("all/score/by_turn/5/pointz", "'all/score/by_turn/5/pointz': 'pointz' is not in this result; did you mean"),
        ("all/score/by_turn/31/points", "'31' is not"),
        ("all/score/points/99/reached", "'99' is not"),
        ("cards/Nobody/all/played", "'Nobody' is not"),
        ("cards/Lamb/all/seen_by/3", "no single figure"),
        ("second/score/won/value", "'value' is not"),
    ],
)
def test_figures_that_cannot_come_are_refused_before_any_game(path: str, said: str) -> None:
    with pytest.raises(UnknownFigureError, match=re.escape(said)):
        check_figure(replace(ABOUT, kinds=("Lamb", *ABOUT.kinds[1:])), path)


def test_who_always_goes_first_has_no_figures_of_going_second() -> None:
    told = replace(ABOUT, run={"first": "play"})
    check_figure(told, f"cards/{KINDS[1]}/first/played")
    with pytest.raises(UnknownFigureError):
        check_figure(told, f"cards/{KINDS[1]}/second/played")


# --- rows by turn as columns ------------------------------------------------------------------------------------------


def test_rows_by_turn_come_back_from_columns_as_they_were() -> None:
    one = {"value": 1.5, "low": 1.0, "high": 2.0, "n": 4}
    other = {"value": None, "low": None, "high": None, "n": 0}
    odds = {"value": 0.5, "why": "chance"}
    found = [
        {"turn": 1, "points": one | {"exact": odds}, "share": one},
        {"turn": 3, "points": other, "share": one},
    ]
    table = to_columns({"rows": found})["rows"]
    assert table["turn"] == [1, 3]
    assert table["points"]["value"] == [1.5, None]
    assert (table["points"]["n"], table["share"]["n"]) == ([4, 0], 4)
    assert rows_of(table) == found
    assert to_columns([{"point": 1, "on_turn": []}]) == [{"point": 1, "on_turn": []}]
    assert rows_of([]) == []


def test_a_result_says_each_name_once_a_table() -> None:
    played = whole_result()["cards"][2]["all"]["played_on"]
    assert is_table(played)
    assert played["turn"] == sorted(played["turn"])
    assert len(played["played"]["value"]) == len(played["turn"]) > 1
    assert figure(whole_result(), f"cards/{KINDS[2]}/all/played_on/{played['turn'][1]}/played") == {
        name: found if isinstance(found, int) else found[1] for name, found in played["played"].items()
    }
    rows_alone = json.dumps(_unpacked(whole_result()), separators=(",", ":"))
    assert len(to_text(whole_result())) < 0.75 * len(rows_alone)


def test_flags_stand_at_columns_and_come_to_their_rows() -> None:
    marked = result_document(tally_of(all_games()), replace(ABOUT, flags=Flags(illegal=("banned",))))
    assert marked["all"]["turns"]["drawn"]["flags"] == ["illegal"]
    assert all(row["drawn"]["flags"] == ["illegal"] for row in rows_of(marked["all"]["turns"]))


def _unpacked(part: object) -> object:
    if is_table(part):
        part = rows_of(part)
    if isinstance(part, dict):
        return {name: _unpacked(one) for name, one in part.items()}
    return [_unpacked(one) for one in part] if isinstance(part, list) else part
