"""The first part of a report: the outcome that counts, stumbles, best and worst cards; and turns of few games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.goldfish.report.overview import overview
from riftcheck.goldfish.report.page import result_page
from riftcheck.goldfish.report.result_charts import first_charts, further_charts
from riftcheck.goldfish.report.sections import points_by_turn, sections
from riftcheck.goldfish.results.document import result_document
from riftcheck.goldfish.results.run_info import RunInfo
from riftcheck.goldfish.results.turn_games import games_begun, least_games, turns_of_many
from riftcheck.goldfish.simulation.facts import GameFacts, KindFacts, TurnFacts
from riftcheck.goldfish.stats.tally import Tally

if TYPE_CHECKING:
    from riftcheck.goldfish.report.sections import Section

NAMES = tuple(f"Card {letter}" for letter in "ABCDEFGHIJKLMNOP")
ABOUT = RunInfo(kinds=NAMES, copies=(2,) * len(NAMES), turns=20, victory=1, run={"opponent": {"kind": "passive"}})


def game(index: int, turns: int, opening: int, *, lost: bool = False, finished: bool = True) -> GameFacts:
    facts = GameFacts(index, first=index % 2 == 0, finished=finished, won=finished and not lost)
    facts.opening = [opening]
    facts.turns = [
        TurnFacts(played=int(number != 2), energy_spent=3, energy_wasted=1) for number in range(1, turns + 1)
    ]
    facts.point_turns = [] if lost or not finished else [turns]
    # Of each card's copies that came to hand the later cards leave more that could not be played.
    facts.kinds = {opening: KindFacts(drawn=[0], in_hand=1, dead=int(index // 16 % 20 < opening))}
    return facts


def result_of(games: list[GameFacts], about: RunInfo = ABOUT) -> dict[str, Any]:
    tally = Tally()
    for facts in games:
        tally.add(facts)
    return result_document(tally, about)


def table(result: dict[str, Any], title: str) -> Section:
    return next(one for one in overview(result) if one.title == title)


def names(section: Section) -> list[str]:
    return [str(row[0]) for row in section.rows]


# With card 0 games last 5 turns, with card 15 they last 20 turns: sixteen cards of forty games each.
GAMES = [game(index, 5 + index % 16, index % 16) for index in range(640)]


def test_the_clock_against_nobody_and_the_win_rate_against_somebody() -> None:
    alone = result_of(GAMES)
    assert overview(alone)[0].title == "The clock"
    assert names(overview(alone)[0]) == [
        "mean turn of the Victory Score",
        "turn by which half of all games had it",
        "won, %",
    ]
    beaten = result_of([*GAMES, *(game(640 + index, 6, 3, lost=True) for index in range(40))])
    assert overview(beaten)[0].title == "The win rate"
    assert names(overview(beaten)[0])[:3] == [
        "won, %",
        "lost, %",
        "mean turn of the Victory Score, where it was reached",
    ]
    listed = RunInfo(
        **{name: getattr(ABOUT, name) for name in ("kinds", "copies", "turns", "victory")},
        run={"opponent": {"kind": "list"}},
    )
    assert overview(result_of(GAMES, listed))[0].title == "The win rate"
    endless = result_of([*GAMES, game(640, 20, 3, finished=False)])
    assert "not finished, %" in names(overview(endless)[0])


def test_stumbles_are_those_of_the_games() -> None:
    rows = {str(row[0]): row[1] for row in table(result_of(GAMES), "Opening hands and stumbles").rows}
    assert rows["nothing played on turn 2, %"].value == "100.0"  # type: ignore[union-attr]
    assert rows["nothing played on turn 3, %"].value == "0.0"  # type: ignore[union-attr]
    assert rows["energy wasted, %"].value == "25.0"  # type: ignore[union-attr]
    dead = table(result_of(GAMES), "The cards that were most often dead")
    assert names(dead) == ["Card P", "Card O", "Card N", "Card M", "Card L"]
    assert [row[3].value for row in dead.rows][:2] == ["75.0", "70.0"]  # type: ignore[union-attr]


def test_the_five_best_and_the_five_worst_cards() -> None:
    result = result_of(GAMES)
    best, worst = (table(result, f"The {end} cards in the opening hand") for end in ("best", "worst"))
    assert names(best) == ["Card A", "Card B", "Card C", "Card D", "Card E"]
    assert names(worst) == ["Card P", "Card O", "Card N", "Card M", "Card L"]
    assert best.rows[0][1] == worst.rows[0][1] == "40"
    assert best.rows[0][2].value == "-8.00"  # type: ignore[union-attr]
    assert worst.rows[0][2].value == "+8.00"  # type: ignore[union-attr]
    assert best.rows[0][3:] == ["<0.001", "yes"]
    assert "no proof that the card is why" in best.says
    assert "of 16 cards some stand out by chance" in best.says


def test_fewer_cards_with_enough_games_are_fewer_in_the_tables() -> None:
    few = [facts for facts in GAMES if facts.opening[0] < 5]
    result = result_of(few)
    best, worst = (table(result, f"The {end} cards in the opening hand") for end in ("best", "worst"))
    assert (names(best), names(worst)) == (["Card A", "Card B"], ["Card E", "Card D"])
    (nothing,) = [one for one in overview(result_of(few[:40])) if one.title.startswith("Best and worst")]
    assert not nothing.rows
    assert "30 games" in nothing.says


def test_the_worst_cards_are_worse_and_the_best_are_better_however_few_there_are() -> None:
    # Of four cards three have the same long games: with these games go worse, with the first they go better.
    slow = [game(index, 5 if index % 4 == 0 else 12, index % 4) for index in range(160)]
    best, worst = (table(result_of(slow), f"The {end} cards in the opening hand") for end in ("best", "worst"))
    assert (names(best), names(worst)) == (["Card A"], ["Card D", "Card C", "Card B"])
    # And the other way round: one long game drags the difference of all others to the good side.
    fast = [game(index, 12 if index % 4 == 0 else 5, index % 4) for index in range(160)]
    best, worst = (table(result_of(fast), f"The {end} cards in the opening hand") for end in ("best", "worst"))
    assert (names(best), names(worst)) == (["Card B", "Card C", "Card D"], ["Card A"])


def test_where_no_card_makes_a_difference_none_is_best_or_worst() -> None:
    same = result_of([game(index, 7, index % 4) for index in range(160)])
    shown = [one for one in overview(same) if "cards in the opening hand" in one.title]
    assert [len(one.rows) for one in shown] == [0, 0]
    for place, card in enumerate(same["cards"][:4]):  # what would be shown as +0.00 and -0.00
        card["all"]["opening_difference"]["value"] = 0.004 if place % 2 else -0.004
    assert [len(one.rows) for one in overview(same) if "cards in the opening hand" in one.title] == [0, 0]
    assert shown[0].says.endswith("With none of them games went better.")
    assert shown[1].says == "With none of the cards games went worse than without it."


def test_a_result_of_an_earlier_version_has_no_best_cards() -> None:
    result = result_of(GAMES)
    del result["measure"]
    for card in result["cards"]:
        del card["all"]["opening_difference"]
    assert [one.title for one in overview(result)][-1] == "The cards that were most often dead"
    assert "best cards" not in result_page(result)


def test_games_that_began_a_turn_are_counted() -> None:
    games = [game(0, 3, 0), game(1, 5, 0, lost=True), game(2, 20, 0, finished=False), game(3, 4, 0)]
    result = result_of(games)
    assert games_begun(result) == [sum(len(one.turns) >= turn for one in games) for turn in range(1, 21)]


@pytest.mark.parametrize(("games", "least"), [(0, 0), (3, 3), (300, 10), (1000, 10), (1001, 11), (20000, 200)])
def test_what_few_games_are(games: int, least: int) -> None:
    assert least_games({"games": games}) == least


def test_a_turn_of_few_games_sets_no_axis_and_is_marked() -> None:
    games = [game(index, 6, 0) for index in range(297)] + [game(297 + index, 14, 0) for index in range(3)]
    result = result_of(games)
    assert turns_of_many(result) == 6
    for chart in (*first_charts(result), *further_charts(result)):
        if chart.drawn:
            assert ">6</text>" in chart.drawn or ">5</text>" in chart.drawn
            assert ">7</text>" not in chart.drawn
            assert "are left out: fewer than 10 games" in chart.says
    shown = points_by_turn(result)
    assert [str(row[0]) for row in shown.rows][4:8] == ["turn 5", "turn 6", "turn 7 (few)", "turn 8 (few)"]
    assert shown.says.endswith("Few: fewer than 10 games began the turn.")
    energy = next(one for one in sections(result) if one.title == "Runes and energy")
    assert names(energy)[4:7] == ["5", "6 (few)", "7 (few)"]
    many = result_of([game(index, 6, 0) for index in range(300)])
    assert not any("left out" in chart.says for chart in (*first_charts(many), *further_charts(many)))
    assert "few" not in points_by_turn(many).says.lower().replace("few games", "")
