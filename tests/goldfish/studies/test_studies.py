"""Two lists game by game, and many changes of one: what is known, and what only looks so."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from statistics import fmean, stdev

import pytest

from riftcheck.goldfish.results.run_info import Flags
from riftcheck.goldfish.simulation.facts import GameFacts
from riftcheck.goldfish.simulation.game_rows import GameRow, GameRows, game_row
from riftcheck.goldfish.studies.comparison import (
    Difference,
    compare,
    differences,
    measure_named,
    paired_difference,
)
from riftcheck.goldfish.studies.sweep import SweepPlan, Variant, one_copy, ranking, swaps
from tests.goldfish.made_up_games import ABOUT, TURNS, VICTORY, made_up_game


def lines_of(turns: list[int], *, won: bool = False) -> GameRows:
    lines = GameRows(TURNS, VICTORY)
    for index, turn in enumerate(turns):
        lines.by_index[index] = GameRow(won=won, lost=False, turn=turn, points=8, pace=4 * turn)
    return lines


def by(found: list[Difference], measure: str) -> Difference:
    return next(one for one in found if one.measure == measure)


def test_the_line_of_a_game() -> None:
    facts = GameFacts(index=4, first=True, finished=True, won=True, point_turns=[2, 3, 3])
    assert game_row(facts, 10, 3) == GameRow(won=True, lost=False, turn=3, points=3, pace=8)
    assert game_row(facts, 10, 5) == GameRow(won=True, lost=False, turn=11, points=3, pace=8 + 22)
    lost = GameFacts(index=5, first=True, finished=True, point_turns=[1])
    assert game_row(lost, 10, 3) == GameRow(won=False, lost=True, turn=11, points=1, pace=23)


def test_lines_merge_in_any_order_and_survive_json() -> None:
    one, two = GameRows(TURNS, VICTORY), GameRows(TURNS, VICTORY)
    one.extend(made_up_game(index) for index in range(10))
    two.extend(made_up_game(index) for index in range(10, 20))
    other = GameRows.from_json(json.loads(json.dumps(two.to_json())))
    other.merge(one)
    one.merge(two)
    assert one.to_json() == other.to_json()
    assert len(one.by_index) == 20
    with pytest.raises(ValueError, match="Game 10 is in both parts"):
        one.merge(two)
    with pytest.raises(ValueError, match="30 turns to 8 points"):
        one.merge(GameRows(30, VICTORY))


def test_differences_by_hand() -> None:
    a, b = lines_of([6, 7, 8, 9] * 5), lines_of([5, 7, 7, 9] * 5)
    found = by(differences(a, b), "turn")
    assert (found.value, found.n, found.changed, found.answer) == (-0.5, 20, 10, "better")
    assert found.error == pytest.approx((20 / 19 * 0.25 / 20) ** 0.5)
    assert found.low == pytest.approx(-0.5 - 2 * found.error)
    assert found.high == pytest.approx(-0.5 + 2 * found.error)
    assert by(differences(b, a), "turn").answer == "worse"
    assert by(differences(a, b), "points").answer == "not known"


def test_only_games_that_both_have_count_in_pairs() -> None:
    assert by(differences(lines_of([6] * 30), lines_of([5] * 20)), "turn").n == 20


def test_a_list_against_itself_is_not_known() -> None:
    found = differences(lines_of([6, 7, 8] * 9), lines_of([6, 7, 8] * 9))
    assert {one.answer for one in found} == {"not known"}
    assert {one.chance for one in found} == {1.0}


def test_few_games_that_differ_tell_nothing() -> None:
    found = by(differences(lines_of([6] * 500), lines_of([5] * 9 + [6] * 491)), "turn")
    assert found.value <= -2 * found.error
    assert (found.answer, found.chance) == ("not known", 1.0)
    assert "only 9 of 500" in found.reason


def test_a_difference_in_every_game_alike_is_known() -> None:
    found = by(differences(lines_of([6] * 50), lines_of([5] * 50)), "turn")
    assert (found.answer, found.error) == ("better", 0)
    assert found.chance < 1e-10


def test_a_few_games_that_go_far_the_other_way_leave_it_not_known() -> None:
    """Fifty games a turn sooner and one 22 turns later: by two standard errors B is better, by one game more it is not.

    Nothing differs between such lists where the late game comes once in 220: here it came less often by chance.
    """
    sooner, later = [5] * 50, [6] * 249
    found = by(differences(lines_of([6] * 300), lines_of([*sooner, *later, 28])), "turn")
    assert found.value < -1.0 * 27 / 300
    assert (found.answer, found.reason) == ("not known", "")
    many = by(differences(lines_of([6] * 600), lines_of([5] * 120 + [6] * 479 + [28])), "turn")
    assert many.high < 0
    assert (many.answer, many.chance) == ("not known", 1.0)
    assert "few and go far" in many.reason
    light = by(differences(lines_of([6] * 600), lines_of([5] * 120 + [6] * 477 + [8] * 3)), "turn")
    assert (light.answer, light.reason) == ("better", "")


def made_up_steps(rng: random.Random, games: int, sooner: float, later: int) -> list[int]:
    """Return steps whose mean is 0: a turn sooner with a probability, and seldom some turns later."""
    return rng.choices((-1, later, 0), (sooner, sooner / later, 1 - sooner - sooner / later), k=games)


def test_where_nothing_differs_a_tail_that_was_seen_makes_no_answer() -> None:
    rng = random.Random(8)
    found = [made_up_steps(rng, 1000, 0.1, 22) for _ in range(500)]
    by_spread = sum(abs(fmean(steps)) >= 2 * stdev(steps) / 1000**0.5 for steps in found)
    answers = [paired_difference(measure_named("turn"), steps).answer for steps in found]
    assert by_spread / 500 > 0.05 > (500 - answers.count("not known")) / 500


def test_pairs_see_what_two_samples_do_not() -> None:
    rng = random.Random(5)
    shared = [rng.randint(4, 12) for _ in range(400)]
    a, b = lines_of(shared), lines_of([turn - (rng.random() < 0.1) for turn in shared])
    assert by(differences(a, b), "turn").answer == "better"
    assert by(differences(a, b, paired=False), "turn").answer == "not known"


@pytest.mark.parametrize("paired", [True, False])
def test_the_interval_of_a_difference_covers_it(paired: bool) -> None:
    rng = random.Random(20)
    hits = 0
    for _ in range(1000):
        one = [rng.randint(4, 9) for _ in range(100)]
        other = one if paired else [rng.randint(4, 9) for _ in range(100)]
        b = lines_of([turn + (rng.random() < 0.4) - (rng.random() < 0.2) for turn in other])
        found = by(differences(lines_of(one), b, paired=paired), "turn")
        hits += found.low <= 0.2 <= found.high
    assert 0.93 < hits / 1000 < 0.975


def test_runs_of_other_lengths_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="12 turns to 8 points, the other of 30 turns"):
        differences(lines_of([5, 6]), GameRows(30, VICTORY))
    with pytest.raises(ValueError, match="two games each"):
        differences(lines_of([5]), lines_of([5]))


def test_lists_are_judged_by_games_won_where_an_opponent_wins() -> None:
    a, b = lines_of([6, 7] * 20, won=True), lines_of([7, 8] * 20, won=True)
    document = compare(a, b, ABOUT, ABOUT)
    assert (document["measure"], document["answer"]) == ("turn", "worse")
    a.by_index[0] = replace(a.by_index[0], won=False, lost=True)
    assert compare(a, b, ABOUT, ABOUT)["measure"] == "turn"
    for index in range(5):
        a.by_index[index] = replace(a.by_index[index], won=False, lost=True)
    document = compare(a, b, ABOUT, ABOUT)
    assert (document["measure"], document["answer"]) == ("won", "not known")
    assert document["a"]["means"]["won"] == 0.875
    assert document["a"]["run"] == ABOUT.run


def test_flags_of_either_list_mark_the_differences() -> None:
    flagged = replace(ABOUT, flags=Flags(unsupported="vanilla", cards=("Cinder",)))
    document = compare(lines_of([5, 6]), lines_of([5, 6]), ABOUT, flagged)
    assert all(one["flags"] == ["vanilla"] for one in document["differences"])


MAIN = ("Ash", "Ash", "Ash", "Bow", "Cup", "Cup", "Dew", "Dew")


def test_one_copy_more_and_less_for_the_same_filler() -> None:
    plan = one_copy(MAIN, champion="Dew")
    assert plan.filler == "Bow"
    assert [(variant.change, variant.name) for variant in plan.variants] == [
        ("less", "+1 Bow, -1 Ash"),
        ("more", "+1 Cup, -1 Bow"),
        ("less", "+1 Bow, -1 Cup"),
        ("less", "+1 Bow, -1 Dew"),
    ]
    assert {one.name for one in plan.skipped} == {"+1 Ash, -1 Bow", "+1 Dew, -1 Bow"}
    assert "3 copies of Dew" in plan.skipped[1].reason
    assert {len(variant.main) for variant in plan.variants} == {8}


def test_what_is_put_in_lies_where_the_other_lay() -> None:
    for variant in (*one_copy(MAIN).variants, *swaps(MAIN, ["Elm"]).variants):
        changed = [place for place in range(8) if variant.main[place] != MAIN[place]]
        assert len(changed) == 1
        assert MAIN[changed[0]] == variant.taken_out
        assert variant.main[changed[0]] == variant.put_in


def test_a_filler_from_elsewhere_only_goes_in() -> None:
    plan = one_copy(MAIN, filler="Elm")
    assert {variant.change for variant in plan.variants} == {"less"}
    assert {one.reason for one in plan.skipped} == {"The list has no copy of Elm to take out."}


def test_a_list_without_a_filler_asks_for_one() -> None:
    with pytest.raises(ValueError, match="none of them can be the filler"):
        one_copy(("Ash",) * 3 + ("Bow",) * 3)
    with pytest.raises(ValueError, match="empty"):
        one_copy(())


def test_swaps_are_all_pairs_but_those_refused() -> None:
    plan = swaps(MAIN, ["Elm", "Cup"], refused=lambda main: "No bows." if main.count("Bow") == 0 else "")
    assert len(plan.variants) + len(plan.skipped) == 4 + 3
    assert [one.reason for one in plan.skipped] == ["No bows.", "No bows."]


def variants(count: int) -> list[Variant]:
    return [Variant(f"change {number}", "swap", "X", "Y", ()) for number in range(count)]


def changed_by(rng: random.Random, shared: list[int], sooner: float) -> GameRows:
    return lines_of([turn - (rng.random() < sooner) + (rng.random() < 0.2) for turn in shared])


def test_a_ranking_finds_what_is_planted() -> None:
    rng = random.Random(7)
    shared = [rng.randint(4, 12) for _ in range(500)]
    chances = [0.2] * 18 + [0.4, 0.02]
    played = [(one, changed_by(rng, shared, chance)) for one, chance in zip(variants(20), chances, strict=True)]
    document = ranking(lines_of(shared), played, SweepPlan("Bow"), ABOUT)
    assert document["measure"] == "turn"
    assert (document["comparisons"], document["games"]) == (20, 500)
    best, *others, worst = document["changes"]
    assert (best["name"], best["answer"]) == ("change 18", "better")
    assert (worst["name"], worst["answer"]) == ("change 19", "worse")
    assert {one["answer"] for one in others} == {"not known"}
    assert [one["value"] for one in document["changes"]] == sorted(one["value"] for one in document["changes"])


def test_where_nothing_is_better_almost_no_ranking_says_so() -> None:
    rng = random.Random(8)
    alone = corrected = 0
    for _ in range(100):
        shared = [rng.randint(4, 9) for _ in range(80)]
        played = [(one, changed_by(rng, shared, 0.2)) for one in variants(20)]
        document = ranking(lines_of(shared), played, SweepPlan(""), ABOUT)
        alone += any(one["alone"] != "not known" for one in document["changes"])
        corrected += any(one["answer"] != "not known" for one in document["changes"])
    assert alone > 30
    assert corrected <= 10


def test_what_one_change_shows_may_come_in_another() -> None:
    """A change whose late games were not seen: another has them, so it is not known; alone it would be better."""
    base = lines_of([6] * 400)
    unseen, seen = lines_of([5] * 30 + [6] * 370), lines_of([5] * 30 + [6] * 369 + [28])
    one, other = variants(2)
    alone = ranking(base, [(one, unseen)], SweepPlan(""), ABOUT)["changes"]
    assert [change["answer"] for change in alone] == ["better"]
    both = ranking(base, [(one, unseen), (other, seen)], SweepPlan(""), ABOUT)["changes"]
    assert [change["answer"] for change in both] == ["not known", "not known"]
    assert "few and go far" in both[0]["reason"]


def test_a_measure_that_is_not_there_is_told() -> None:
    with pytest.raises(ValueError, match="won, turn, pace, points"):
        ranking(lines_of([5, 6]), [], SweepPlan(""), ABOUT, "speed")
