"""Who played, and what they never do, in words: in the lines and pages of all three documents."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

from riftcheck.goldfish.plan.run import Opponent, Run
from riftcheck.goldfish.policies.traits import OMISSIONS
from riftcheck.goldfish.report.comparisons import compare_lines, compare_page, sweep_lines, sweep_page
from riftcheck.goldfish.report.page import result_page
from riftcheck.goldfish.report.policy_words import policy_lines
from riftcheck.goldfish.report.text import result_lines
from riftcheck.goldfish.results.document import result_document
from riftcheck.goldfish.results.run_info import policy_json, policy_traits
from riftcheck.goldfish.simulation.game_rows import GameRows
from riftcheck.goldfish.stats.tally import Tally
from riftcheck.goldfish.studies.comparison import compare
from riftcheck.goldfish.studies.sweep import one_copy, ranking
from tests.goldfish.game_lists import plain
from tests.goldfish.made_up_games import ABOUT, KINDS, made_up_game

TOLD = replace(
    ABOUT,
    date="2026-01-28",
    policies=policy_traits(Run(plain(), Opponent("list", list=plain(), policy="greedy"), policy="random")),
)
PLAYED = "Played by random (version 1) against greedy (version 1), by the rules and bans of 2026-01-28."
NEVER = f"greedy never {OMISSIONS['hide']}; never {OMISSIONS['showdown']}; never "


def game_rows(seed: int) -> GameRows:
    rows = GameRows(ABOUT.turns, ABOUT.victory)
    rows.extend(made_up_game(index, seed) for index in range(40))
    return rows


def test_each_policy_is_told_once_and_who_leaves_nothing_out_not_at_all() -> None:
    played, never = policy_lines(TOLD.settings())
    assert played == PLAYED
    assert never.startswith(NEVER)
    alike = {"date": None, "policy": policy_json("greedy"), "opponent_policy": policy_json("greedy")}
    assert policy_lines(alike)[0] == "Played by greedy (version 1) against greedy (version 1)."
    assert len(policy_lines(alike)) == 2
    assert policy_lines({"policy": policy_json("random"), "date": None}) == ["Played by random (version 1)."]


def test_an_older_result_has_no_such_words() -> None:
    assert policy_lines({"run": {}}) == []


def test_no_policy_plays_for_an_opponent_without_a_list() -> None:
    assert policy_traits(Run(plain(), policy="greedy")) == {"policy": policy_json("greedy")}
    script = Opponent("scripted", script={"removal": {"every": 2}})
    assert policy_traits(Run(plain(), script, policy="greedy")) == {"policy": policy_json("greedy")}


def test_all_documents_say_it_as_lines_and_as_a_page() -> None:
    result = result_document(Tally(), TOLD)
    compared = compare(game_rows(1), game_rows(2), TOLD, TOLD)
    plan = one_copy(tuple(name for place, name in enumerate(KINDS) for _ in range(2 + (place > 0))))
    ranked = ranking(game_rows(1), [(one, game_rows(2)) for one in plan.variants], plan, TOLD)
    for lines in (result_lines(result), compare_lines(compared), sweep_lines(ranked)):
        text = " ".join(" ".join(lines).split())
        assert f"{PLAYED} {NEVER}" in text
    for page in (result_page(result), compare_page(compared), sweep_page(ranked)):
        text = unescape(page)
        assert f"<p>{PLAYED}</p>" in text
        assert f"<p>{NEVER}" in text
