"""What a result says of the policies: of those that play, and of nobody else."""

from __future__ import annotations

from riftcheck.goldfish.plan.run import Opponent, Run
from riftcheck.goldfish.results.run_info import policy_json, policy_traits
from tests.goldfish.game_lists import plain


def test_no_policy_plays_for_an_opponent_without_a_list() -> None:
    alone = {"policy": policy_json("greedy")}
    assert policy_traits(Run(plain(), policy="greedy")) == alone
    script = Opponent("scripted", script={"removal": {"every": 2}})
    assert policy_traits(Run(plain(), script, policy="greedy")) == alone


def test_the_policy_of_an_opponent_with_a_list_is_told() -> None:
    found = policy_traits(Run(plain(), Opponent("list", list=plain(), policy="greedy"), policy="random"))
    assert found == {"policy": policy_json("random"), "opponent_policy": policy_json("greedy")}
