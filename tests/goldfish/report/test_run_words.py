"""The settings of a run in words: everything that decides it is there, and nothing of it as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riftcheck.engine.compile.pool import UNSUPPORTED
from riftcheck.goldfish.plan.run import Opponent, Run
from riftcheck.goldfish.policies.mulligan import mulligan_from
from riftcheck.goldfish.report.page import study_page
from riftcheck.goldfish.report.run_words import mulligan_words, plain_words, run_rows, subject
from tests.goldfish.game_lists import plain, real

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


def run_of(db: CardDatabase, opponent: Opponent | None = None, **values: Any) -> dict[str, Any]:
    return Run(real(db), opponent or Opponent(), seed=7, **values).to_json()


def test_a_run_is_named_by_legend_and_champion(db: CardDatabase) -> None:
    assert subject(run_of(db)) == "Jinx, Loose Cannon with Jinx, Demolitionist"
    assert subject(Run(plain()).to_json()) == subject({}) == subject({"list": "?"}) == "A list"


def test_every_setting_has_a_row_once(db: CardDatabase) -> None:
    run = run_of(db, Opponent("list", list=real(db)), battlefield="Zaun Warrens", first="draw")
    rows = run_rows(run)
    titles = [title for title, _ in rows]
    assert len(titles) == len(set(titles))
    words = dict(rows)
    assert words["Main deck"].startswith("2 Seal of Discord, 1 Seal of Rage, 3 Stacked Deck")
    assert words["Main deck"] == words["Main deck of the opponent"]
    assert (words["Battlefield"], words["Goes first"], words["Seed"]) == ("Zaun Warrens", "the opponent", "7")
    assert words["Battlefield of the opponent"] == "drawn in each game of those of the list"
    assert dict(run_rows(run_of(db)))["Battlefield of the opponent"] == "one without text"
    assert words["Mulligan"] == words["Mulligan of the opponent"]
    # One more or less would change a row: each key is told.
    for key in run:
        changed = {name: value for name, value in run.items() if name != key}
        assert run_rows(changed) != rows or key == "options"
    assert run_rows(run | {"policy": "random", "options": {"x": 1}, "new": [1, None]})[-1] == ("new", "1; none")


def test_what_becomes_of_cards_that_cannot_be_executed_is_told_in_words(db: CardDatabase) -> None:
    said = [dict(run_rows(run_of(db, unsupported=one)))["Cards that cannot be executed"] for one in UNSUPPORTED]
    assert said == [
        "lists with such a card are not played",
        "they are drawn and never played",
        "units are cost and Might only, other cards are drawn and never played",
    ]


def test_a_page_has_no_data_in_it(db: CardDatabase) -> None:
    told = run_of(db, Opponent("list", list=real(db)))
    page = study_page(
        "Title", [], about=[], question="Question", details=[], sections=[], runs={"The run": told, "Another run": {}}
    )
    table = page.partition("<h3>The run</h3>")[2]
    assert "Loose Cannon" in table
    assert not set('{}[]"') & set(table.replace('"row"', "").replace('"words"', ""))
    assert "Another run" not in page


def test_a_mulligan_policy_in_words() -> None:
    rules = [
        {"keep": True, "cost": [0, 2]},
        {"keep": True, "role": "unit", "cost": [3, 99], "copies": 1},
        {"keep": False, "name": "Cleave"},
        {"keep": False},
    ]
    assert mulligan_words(mulligan_from({"most": 1, "rules": rules}).to_json()) == (
        "keep any card that costs 0 to 2; keep unit that costs 3 or more, 1 of a name; set aside Cleave; "
        "set aside any card. At most 1 go."
    )
    assert mulligan_words({"most": 2, "rules": []}) == "Nothing is set aside."
    assert mulligan_words(mulligan_from({"most": 0, "rules": rules}).to_json()) == "Nothing is set aside."


def test_data_that_nobody_has_words_for() -> None:
    assert plain_words({"a": [1, {"b": True}], "c": None}) == "a 1; b yes, c none"
