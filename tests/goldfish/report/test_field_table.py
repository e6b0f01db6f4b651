"""The table of a field: a row for each list in few columns, and none where the opponent is no field."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from riftcheck.goldfish.plan.run import FieldList, Opponent, Run
from riftcheck.goldfish.report.field_table import TITLE, field_table
from riftcheck.goldfish.report.page import result_page
from riftcheck.goldfish.report.run_words import opponent_words, run_rows
from riftcheck.goldfish.report.text import result_lines
from riftcheck.goldfish.results.document import result_document
from riftcheck.goldfish.stats.tally import Tally
from tests.goldfish.game_lists import plain, real
from tests.goldfish.made_up_games import ABOUT, VICTORY, made_up_game

if TYPE_CHECKING:
    from typing import Any

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.simulation.facts import GameFacts

NAMES = ("a.txt", "<b> & \x1b[1m.txt", "c.txt")
LISTS = tuple(FieldList(name, weight, plain()) for name, weight in zip(NAMES, (2, 1, 1), strict=True))


def game(index: int, *, won: bool, met: int) -> GameFacts:
    facts = replace(made_up_game(index), met=met, first=True, finished=True, won=won)
    facts.point_turns = [4] * VICTORY if won else []
    return facts


def result() -> dict[str, Any]:
    """Return a result of games that the player all began: three of four won against the first list, none else."""
    tally = Tally()
    for index, (met, won) in enumerate([(0, True), (0, True), (0, True), (0, False), (1, False)]):
        tally.add(game(index, won=won, met=met))
    return result_document(tally, replace(ABOUT, field_lists=LISTS))


def test_a_row_says_of_each_list_how_its_games_ended() -> None:
    title, _, titles, rows = field_table(result())
    assert (title, len(titles)) == (TITLE, 7)
    shown = [[cell if isinstance(cell, str) else cell.value for cell in row] for row in rows]
    assert shown[0] == ["a.txt", "50.0", "4", "75.0", "75.0", "-", "4"]
    assert shown[1][1:] == ["25.0", "1", "0.0", "0.0", "-", "later"]
    assert "\x1b" not in shown[1][0]
    # A list that no game has met yet.
    assert shown[2] == ["c.txt", "25.0", "0", "-", "-", "-", "-"]


def test_the_section_stands_in_the_text_and_on_the_page() -> None:
    lines = result_lines(result())
    assert lines.index(TITLE) < lines.index("The turn of each point")
    assert max(map(len, lines)) <= 80
    page = result_page(result())
    assert f"<h3>{TITLE}</h3>" in page
    assert "&lt;b&gt; &amp; " in page


def test_there_is_no_section_without_a_field() -> None:
    tally = Tally()
    tally.add(made_up_game(1))
    assert TITLE not in result_lines(result_document(tally, ABOUT))


def test_the_settings_of_a_run_name_each_list(db: CardDatabase) -> None:
    lists = (FieldList("jinx.txt", 7.5, real(db)), FieldList("plain.txt", 1, plain()))
    run = Run(plain(), Opponent("field", lists=lists, policy="planner"), seed=3).to_json()
    assert opponent_words(run["opponent"]) == "a field of 2 lists, each played by planner"
    assert opponent_words(run["opponent"]) == "a field of 2 lists, each played by planner"
    rows = dict(run_rows(run))
    assert rows["In the field: jinx.txt"].startswith(
        "Weight: 7.5. Legend: Jinx, Loose Cannon. Champion: Jinx, Demolitionist."
    )
    assert rows["In the field: plain.txt"].startswith("Weight: 1. Main deck: 40 ")
    assert rows["Battlefield of the opponent"] == "drawn in each game of those of the list"
