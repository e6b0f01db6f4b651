"""The table of a result: a row for every figure, under the path by which it is asked for, and the run before them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import FieldList, Opponent, Run
from riftcheck.goldfish.policies.traits import VERSIONS
from riftcheck.goldfish.report.figure_rows import FIGURE_COLUMNS, compare_rows, ranking_rows, result_rows
from riftcheck.goldfish.results.columns import is_table, rows_of
from riftcheck.goldfish.results.document import figure, is_figure, result_document
from riftcheck.goldfish.results.run_info import Flags, run_info
from riftcheck.goldfish.simulation.game import play_game
from riftcheck.goldfish.simulation.game_rows import GameRows
from riftcheck.goldfish.stats.intervals import rounded
from riftcheck.goldfish.stats.tally import Tally
from riftcheck.goldfish.studies.comparison import MEASURES, compare
from riftcheck.goldfish.studies.sweep import one_copy, ranking
from tests.goldfish.game_lists import real
from tests.goldfish.made_up_games import ABOUT, KINDS, made_up_game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.simulation.facts import GameFacts

MARKED = replace(ABOUT, flags=Flags(illegal=("main-size",), unsupported="skip", cards=("A",)))


def tally_of(games: Iterable[GameFacts]) -> Tally:
    tally = Tally()
    for facts in games:
        tally.add(facts)
    return tally


@cache
def whole_result() -> dict[str, Any]:
    return result_document(tally_of(made_up_game(index) for index in range(60)), ABOUT)


def game_rows(seed: int) -> GameRows:
    rows = GameRows(ABOUT.turns, ABOUT.victory)
    rows.extend(made_up_game(index, seed) for index in range(40))
    return rows


def figures_in(part: Any) -> int:
    """Count the figures of a part of a document, those of each turn one by one."""
    if is_figure(part):
        return 1
    if is_table(part):
        return sum(figures_in(one) for row in rows_of(part) for one in row.values())
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return sum(map(figures_in, inner))


def of_kind(rows: Iterable[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [row for row in rows if row["row"] == kind]


def check_paths(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of figures, each of which is that of its path, and none of which is left out or twice there."""
    rows = of_kind(result_rows(result), "figure")
    assert len(rows) == len({row["path"] for row in rows}) == figures_in(result)
    for row in rows:
        assert row.keys() <= set(FIGURE_COLUMNS)
        one = figure(result, row["path"])
        assert [row[name] for name in ("value", "low", "high", "n")] == [
            "" if one[name] is None else one[name] for name in ("value", "low", "high", "n")
        ]
        assert row["exact"] == ("" if one.get("exact", {}).get("value") is None else one["exact"]["value"])
        assert row["flags"] == ";".join(one.get("flags", ()))
    return rows


def test_every_figure_is_a_row_under_its_path() -> None:
    assert len(check_paths(whole_result())) > 1000
    nothing = result_document(Tally(), ABOUT)
    assert {row["value"] for row in check_paths(nothing)} == {""}


def test_every_figure_of_a_real_list_is_a_row(db: CardDatabase) -> None:
    ready = prepare(Run(real(db), policy="greedy", seed=5), db)
    result = result_document(tally_of(play_game(ready, index) for index in range(12)), run_info(ready, db=db))
    rows = check_paths(result)
    ability = next(row for row in rows if row.get("ability"))
    assert ability["path"].startswith(f"cards/{ability['card']}/{ability['seat']}/abilities/{ability['ability']}/")
    assert (ability["chapter"], ability["figure"]) == ("cards", "abilities/games")
    assert ability["text"]
    exact = next(row for row in rows if row["path"] == "cards/Mindsplitter/all/seen_by/0/seen")
    assert exact["exact_why"] in {"chance", "draws"}
    assert all(isinstance(exact[name], float) for name in ("exact", "exact_kept", "exact_sought"))


def test_the_parts_of_a_path_stand_in_columns_of_their_own() -> None:
    by_path = {row["path"]: row for row in result_rows(whole_result())}
    assert _place(by_path["first/score/by_turn/5/points"]) == ("score", "first", "", "5", "", "by_turn/points")
    assert _place(by_path["all/score/points/3/reached"]) == ("score", "all", "", "", "3", "points/reached")
    assert _place(by_path["all/score/points/3/on_turn/4/share"]) == (
        "score",
        "all",
        "",
        "4",
        "3",
        "points/on_turn/share",
    )
    assert _place(by_path["all/turns/2/runes"]) == ("turns", "all", "", "2", "", "runes")
    card = KINDS[0]
    assert _place(by_path[f"cards/{card}/second/opening"]) == ("cards", "second", card, "", "", "opening")
    path = f"cards/{card}/all/with_in_opening/turns/2/runes"
    assert _place(by_path[path]) == ("cards", "all", card, "2", "", "with_in_opening/turns/runes")


def _place(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(row.get(name, "") for name in ("chapter", "seat", "card", "turn", "point", "figure"))


def test_the_run_stands_before_the_figures(db: CardDatabase) -> None:
    opponent = Opponent("list", list=real(db), policy="greedy")
    ready = prepare(Run(real(db), opponent, policy="planner", options={"budget": 12}, seed=5), db)
    told = run_info(ready, ["main-size"], date="2026-01-28")
    rows = list(result_rows(result_document(Tally(), told)))
    kinds = [row["row"] for row in rows]
    assert kinds == sorted(kinds, reverse=True)
    settings = {row["path"]: row["text"] for row in of_kind(rows, "run")}
    assert all(isinstance(text, str) for text in settings.values())
    assert settings["run/list/list_hash"] == "list-072"
    assert settings["run/list/main"].startswith("2 Seal of Discord; 1 Seal of Rage; 3 Stacked Deck; ")
    assert (settings["date"], settings["run/seed"], settings["run/rules"]) == (
        "2026-01-28",
        "5",
        f"CR {ready.run.rules}",
    )
    assert (settings["policy/name"], settings["policy/version"]) == ("planner", str(VERSIONS["planner"]))
    assert (settings["opponent_policy/name"], settings["run/options/budget"]) == ("greedy", "12")
    assert "hides a card; " in settings["opponent_policy/never"]
    assert (settings["run/data_version"], settings["run/engine_version"]) == (db.version, ready.run.engine_version)
    assert settings["flags/illegal"] == "main-size"
    assert settings["run/mulligan/rules/1/keep"] == "true"
    assert settings["run/battlefield"] == ""


def test_the_lists_of_a_field_are_told_whole_however_many_they_are(db: CardDatabase) -> None:
    names = [f"list {number}" for number in range(60)]
    opponent = Opponent("field", lists=tuple(FieldList(name, 1 + place, real(db)) for place, name in enumerate(names)))
    ready = prepare(Run(real(db), opponent, policy="greedy", seed=5), db)
    rows = list(result_rows(result_document(Tally(), run_info(ready))))
    settings = {row["path"]: row for row in of_kind(rows, "run")}
    assert len(settings) == len(of_kind(rows, "run"))
    assert settings["run/opponent/lists/list 59/weight"]["text"] == "60"
    assert settings["run/opponent/lists/list 59/list/main"]["text"].startswith("2 Seal of Discord; ")
    for path, told in (("weight", "60"), ("legend", "Loose Cannon"), ("share", str(rounded(60 / (60 * 61 / 2))))):
        row = settings[f"field/list 59/{path}"]
        assert (row["list"], row["text"]) == ("list 59", told)
    assert not [row for row in settings.values() if len(row["text"]) > 2000 or row["text"].startswith("[")]


def test_a_comparison_has_a_row_for_each_difference_and_both_runs() -> None:
    document = compare(game_rows(1), game_rows(2), MARKED, ABOUT)
    rows = list(compare_rows(document))
    found = of_kind(rows, "difference")
    assert [row["figure"] for row in found] == [measure.name for measure in MEASURES]
    for row, one in zip(found, document["differences"], strict=True):
        name = row["figure"]
        assert row["path"] == f"differences/{name}"
        assert [row[key] for key in ("value", "low", "high", "n", "changed", "answer")] == [
            one[key] for key in ("value", "low", "high", "n", "changed", "answer")
        ]
        assert (row["a"], row["b"]) == (document["a"]["means"][name], document["b"]["means"][name])
        assert row["flags"] == "illegal;skip"
    told = {(row.get("list", ""), row["path"]): row["text"] for row in of_kind(rows, "run")}
    assert (told["A", "a/flags/illegal"], told["B", "b/flags/illegal"]) == ("main-size", "")
    assert told["A", "a/run/seed"] == told["B", "b/run/seed"] == "7"
    assert (told["", "measure"], told["", "answer"]) == (document["measure"], document["answer"])
    assert Counter(row["row"] for row in rows).keys() == {"run", "difference"}


def test_a_sweep_has_a_row_for_each_change_from_the_best_on() -> None:
    plan = one_copy(tuple(name for place, name in enumerate(KINDS) for _ in range(2 + (place > 0))))
    played = [(one, game_rows(2 + number)) for number, one in enumerate(plan.variants)]
    document = ranking(game_rows(1), played, plan, ABOUT)
    rows = list(ranking_rows(document))
    changes = of_kind(rows, "change")
    assert len(changes) == len(plan.variants) > 2
    for row, one in zip(changes, document["changes"], strict=True):
        assert row["path"] == f"changes/{one['name']}"
        keys = ("value", "low", "high", "n", "changed", "change", "put_in", "taken_out", "chance", "alone", "answer")
        assert [row[key] for key in keys] == [one[key] for key in keys]
        assert (row["figure"], row["text"], row["flags"]) == (one["measure"], one["reason"], "")
    skipped = of_kind(rows, "skipped")
    assert [(row["path"], row["text"]) for row in skipped] == [
        (f"skipped/{one['name']}", one["reason"]) for one in document["skipped"]
    ]
    assert skipped
    assert {row["path"]: row["text"] for row in of_kind(rows, "run")}["filler"] == plan.filler
