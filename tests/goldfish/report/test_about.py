"""The head of a report: what it is about is told in words, whatever of it is known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.goldfish.plan.run import Opponent, Run
from riftcheck.goldfish.report.about import compare_about, game_about, result_about, sweep_about
from riftcheck.goldfish.report.comparisons import compare_lines, compare_page
from tests.goldfish.game_lists import plain, real

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

GREEDY = {"name": "greedy", "version": 3, "never": ["hides a card", "declines an optional cost"]}


def told(run: Run, **more: Any) -> dict[str, Any]:
    return {"run": run.to_json(), "games": 300, "turns": 30, "victory": 8, "build": "compiled", **more}


def test_a_result_says_what_it_is_about(db: CardDatabase) -> None:
    run = Run(real(db), seed=7, policy="greedy", rules="1.2", data_version="46c2")
    pairs = dict(result_about(told(run, date="2026-01-28", policy=GREEDY), "list-072.txt"))
    assert pairs == {
        "Legend": "Jinx, Loose Cannon",
        "Champion": "Jinx, Demolitionist",
        "List": "list-072.txt, hash list-072",
        "Date": "2026-01-28, Core Rules 1.2",
        "Played by": "greedy, version 3",
        "greedy never": "hides a card; declines an optional cost",
        "Against": "nobody (passive)",
        "Games": "300 from seed 7, going first in every other one; 30 turns at most, to 8 points",
        "Versions": f"card data 46c2, riftcheck {run.engine_version}, compiled",
    }


@pytest.mark.parametrize(("number", "first", "goes"), [(2, "alternate", 1), (3, "alternate", 2), (3, "play", 1)])
def test_a_game_says_what_it_is_about_so_that_it_can_be_repeated(
    db: CardDatabase, number: int, first: str, goes: int
) -> None:
    run = Run(real(db), Opponent("list", list=real(db)), seed=7, policy="planner", first=first, data_version="46c2")
    settings = {"run": run.to_json(), "date": "2026-01-28", "policy": GREEDY | {"name": "planner"}}
    assert dict(game_about(settings, number, "list-072.txt")) == {
        "Legend": "Jinx, Loose Cannon",
        "Champion": "Jinx, Demolitionist",
        "List": "list-072.txt, hash list-072",
        "Date": "2026-01-28, Core Rules 1.5",
        "Played by": "planner, version 3",
        "planner never": "hides a card; declines an optional cost",
        "Against": "Jinx, Loose Cannon with Jinx, Demolitionist (list list-072), played by greedy",
        "Game": (
            f"number {number} of the run with seed 7; player 1 has the list, player {goes} goes first; 30 turns at most"
        ),
        "Versions": f"card data 46c2, riftcheck {run.engine_version}",
    }


def test_what_is_not_known_is_left_out() -> None:
    pairs = dict(result_about({"run": {"list": "?"}, "games": 5, "turns": 30, "victory": 8}))
    assert pairs == {"List": "without a name", "Games": "5; 30 turns at most, to 8 points"}
    older = dict(result_about(told(Run(plain(), seed=7, rules="1.2"))))
    assert older["Rules"] == "Core Rules 1.2"
    assert not {"Date", "planner never"} & older.keys()


@pytest.mark.parametrize(
    ("opponent", "said"),
    [
        (Opponent(), "nobody (passive)"),
        (Opponent("scripted", script={"removal": {"every": 2, "from": 4}}), "a script (removal every 2, from 4)"),
        (Opponent("list", list=plain()), "A list, played by greedy"),
    ],
)
def test_who_plays_against_whom(opponent: Opponent, said: str) -> None:
    run = Run(plain(), opponent, policy="lookahead", options={"budget": 20, "samples": 2})
    pairs = dict(result_about(told(run)))
    assert (pairs["Played by"], pairs["Against"]) == ("lookahead (budget 20, samples 2)", said)


def test_what_an_opponent_never_does_is_told_where_it_is_another_policy() -> None:
    run = Run(plain(), Opponent("list", list=plain()), policy="planner")
    planner = {"name": "planner", "version": 1, "never": []}
    assert dict(result_about(told(run, policy=planner, opponent_policy=GREEDY)))["The opponent never"]
    assert "The opponent never" not in dict(result_about(told(run, policy=GREEDY, opponent_policy=GREEDY)))


@pytest.mark.parametrize(("first", "said"), [("play", "going first in all"), ("draw", "going second in all")])
def test_who_goes_first(first: Any, said: str) -> None:
    assert said in dict(result_about(told(Run(plain(), first=first))))["Games"]


def compared(db: CardDatabase, answer: str = "worse", **answers: str) -> dict[str, Any]:
    """Return a comparison of a real list with one that has a card of it once more."""
    a = real(db)
    b = replace(
        a, main=(*(name for name in a.main if name != "Sneaky Deckhand"), *["Immortal Phoenix"] * 3), list_hash="b" * 32
    )
    flags = {"illegal": [], "unsupported": "", "cards": [], "stopped": 0, "provisional": []}
    means = dict.fromkeys(("won", "turn", "pace", "points"), 1.0)
    return {
        "paired": True,
        "games": 60,
        "measure": "turn",
        "answer": answer,
        "reason": "",
        "differences": [
            {"measure": name, "value": 0.1, "low": 0.0, "high": 0.2, "answer": answers.get(name, "not known")}
            for name in means
        ],
        **{
            side: {"run": Run(one, seed=7).to_json(), "flags": flags, "games": 60, "means": means}
            for side, one in (("a", a), ("b", b))
        },
    }


def test_a_comparison_names_its_lists_and_what_they_differ_in(db: CardDatabase) -> None:
    document = compared(db)
    pairs = dict(compare_about(document, ("before.txt", "after.txt")))
    assert pairs["A"] == "before.txt, Jinx, Loose Cannon with Jinx, Demolitionist, hash list-072"
    assert pairs["B"] == "after.txt, Jinx, Loose Cannon with Jinx, Demolitionist, hash bbbbbbbb"
    assert pairs["B less A"] == "+3 Immortal Phoenix, -3 Sneaky Deckhand"
    for shown in (
        " ".join(compare_lines(document, names=("x.txt", "y.txt"))),
        compare_page(document, ("x.txt", "y.txt")),
    ):
        assert "B (y.txt) is worse than A (x.txt)." in shown
    # Without names, by their hashes.
    assert "B (list bbbbbbbb) is worse than A (list list-072)." in " ".join(compare_lines(document))
    same = {**document, "b": document["a"]}
    assert dict(compare_about(same, ("", "")))["B less A"] == "nothing: both are the same list"
    undecided = {**same, "answer": "not known"}
    assert "A and B are the same list: there is nothing to tell apart." in " ".join(compare_lines(undecided))
    other = {**document, "b": {**document["b"], "run": Run(plain(), seed=7).to_json()}}
    pairs = dict(compare_about(other, ("", "")))
    assert pairs["Legend of B"] == "none, not Jinx, Loose Cannon"
    assert pairs["Chosen champion of B"] == "none, not Jinx, Demolitionist"
    assert pairs["B less A"] == "46 other cards in place of 47"
    unknown = {**document, **{side: {**document[side], "run": {}} for side in "ab"}, "answer": "not known"}
    assert "B less A" not in dict(compare_about(unknown, ("", "")))
    assert "the same list" not in " ".join(compare_lines(unknown))


def test_what_the_two_lists_do_not_share_is_told_of_each(db: CardDatabase) -> None:
    document = compared(db)
    document["b"]["run"]["policy"] = "random"
    pairs = dict(compare_about(document, ("", "")))
    assert (pairs["Played by (A)"], pairs["Played by (B)"]) == ("greedy", "random")
    assert "Played by" not in pairs


def test_a_measure_that_points_the_other_way_is_explained_and_no_other(db: CardDatabase) -> None:
    def said(document: dict[str, Any]) -> str:
        return " ".join(" ".join(compare_lines(document)).split())

    assert "By points at the end B is better: a game ends at the Victory Score" in said(compared(db, points="better"))
    assert "By turns of all points added up B is better" in said(compared(db, pace="better", points="better"))
    assert "By games won B is worse" in said(compared(db, "better", won="worse", turn="better"))
    for document in (compared(db, turn="worse", points="worse"), compared(db, "not known", points="better")):
        assert "By points" not in said(document)


def test_a_sweep_says_what_it_is_about(db: CardDatabase) -> None:
    pairs = dict(sweep_about({"run": Run(real(db), seed=7).to_json(), "games": 60}, "deck.txt"))
    assert pairs["List"] == "deck.txt, Jinx, Loose Cannon with Jinx, Demolitionist, hash list-072"
    assert pairs["Games"] == "60 of the list and of each change, from seed 7, going first in every other one"


def test_run_report_names_the_mechanics_it_used() -> None:
    pairs = dict(result_about({"run": {"list": "?", "rules": "1.5"}, "games": 5, "turns": 30, "victory": 8}))
    assert pairs["Rules"] == "Core Rules 1.5"
