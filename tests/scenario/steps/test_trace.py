"""The trace: each question with the word of the file that answered it, or the reason for an answer without a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.scenario.format.reader import read_scenarios
from riftcheck.scenario.runner import FAILS, HOLDS, run
from riftcheck.scenario.setup.cards import Pools

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.scenario.runner import Outcome

BASE = """
name: one
rules: [100]
own-cards:
  - {name: Two, energy: 0, do: [{deal: 1, to: choose up to 2 units}]}
  - {name: Near, energy: 0, do: [{deal: 1, to: choose up to 2 units at the same location}]}
  - {name: One, energy: 0, do: [{deal: 1, to: choose an enemy unit}]}
  - {name: Sprinter, might: 2, keywords: [accelerate]}
  - {name: Costly, energy: 0, power: 1, domains: [Fury, Calm], might: 3}
  - {name: Maybe, energy: 0, do: [{may: [{xp: 1}]}]}
"""
SETUP = "{p1: {hand: [Two, Near, One, Sprinter, Costly, Maybe], base: [Vanilla 3, Vanilla 4]}, p2: {base: [Vanilla 9]}}"


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


def traced(pools: Pools, *steps: str, setup: str = SETUP, more: str = "") -> Outcome:
    told = "".join(f"  - {step}\n" for step in steps)
    text = f"{BASE}{more}setup: {setup}\nsteps:\n{told}expect: {{turn: 3}}"
    (scenario,) = read_scenarios(text.encode(), "here.yaml")
    return run(scenario, pools, trace=True)


@pytest.mark.parametrize(
    ("steps", "kind", "answers", "source"),
    [
        (
            ["{play: Two, targets: [Vanilla 3, Vanilla 9]}"],
            "target",
            "target Vanilla 9",
            "steps/0/targets/0, steps/0/targets/1",
        ),
        (["{play: Two, targets: none}"], "target", "", "steps/0/targets"),
        (["{play: Two, choose: [[Vanilla 3]]}"], "target", "target Vanilla 3", "steps/0/choose/0/0"),
        (["{play: Near, targets: Vanilla 3}"], "target", "none", "the step names no more targets"),
        (["{play: Near, targets: [[Vanilla 3]]}"], "target", "none", "the step names no more targets"),
        (["{play: Two}", "{answer: [Vanilla 3]}"], "target", "target Vanilla 3", "steps/1/answer/0"),
        (["{play: One}"], "target", "target Vanilla 9", "the only answer"),
        (["{play: One, targets: Vanilla 9}"], "target", "target Vanilla 9", "steps/0/targets"),
        (["{play: Sprinter, to: base}"], "yes-no", "no", "`extra` does not name `accelerate`"),
        (["{play: Sprinter, to: base, extra: accelerate}"], "yes-no", "yes", "steps/0/extra"),
        (["{play: Sprinter, to: base}"], "location", "at base", "steps/0/to"),
        (["{play: Maybe}", "resolve", "{answer: 'no'}"], "yes-no", "no", "steps/2/answer"),
        (["{play: Maybe}", "{resolve: , choose: [yes]}"], "yes-no", "yes", "steps/1/choose/0"),
        (["{move: [Vanilla 3, Vanilla 4], to: battlefield 1}"], "move", "Vanilla 4", "steps/0/move/0, steps/0/move/1"),
        (["{move: Vanilla 3, to: battlefield 1}"], "main", "move to battlefield 1", "steps/0/to"),
        (["end-turn"], "main", "end turn", "steps/0"),
        (
            ["{play: Costly, to: base}"],
            "payment",
            "{recycle: [Fury], exhaust: []}]",
            "paid by the engine, no `runes` are given",
        ),
    ],
)
def test_an_answer_has_its_path_or_its_reason(
    pools: Pools, steps: list[str], kind: str, answers: str, source: str
) -> None:
    outcome = traced(pools, *steps)
    (trace,) = outcome.traces
    found = [
        (asked.origin or asked.reason, "; ".join(asked.answers))
        for step in trace.steps
        for asked in step.questions
        if asked.kind == kind
    ]
    assert any(origin == source and told.endswith(answers) for origin, told in found), found


def test_a_payment_that_is_given_has_its_path(pools: Pools) -> None:
    setup = "{p1: {hand: [Costly], runes: [Fury, Calm]}}"
    outcome = traced(pools, "{play: Costly, to: base, pay: {recycle: [Calm]}}", setup=setup)
    assert outcome.result == HOLDS, outcome.message
    paid = outcome.traces[0].steps[0].questions[-1]
    assert (paid.kind, paid.origin) == ("payment", "steps/0/pay")
    assert paid.answers == ["plan 2 [{recycle: [Calm], exhaust: []}]"]


def test_a_payment_with_one_way_that_is_given_has_its_path(pools: Pools) -> None:
    setup = "{p1: {hand: [Costly], runes: [Fury]}}"
    outcome = traced(pools, "{play: Costly, to: base, pay: {recycle: [Fury]}}", setup=setup)
    assert outcome.result == HOLDS, outcome.message
    paid = outcome.traces[0].steps[0].questions[-1]
    assert (paid.kind, paid.origin, paid.reason) == ("payment", "steps/0/pay", "")


def test_a_failed_scenario_has_its_trace_up_to_the_failure(pools: Pools) -> None:
    outcome = traced(pools, "{play: Two}", "resolve")
    (trace,) = outcome.traces
    assert outcome.result == FAILS
    assert [(step.path, len(step.questions)) for step in trace.steps] == [("steps/0", 1), ("steps/1", 0)]
    assert trace.open.startswith("p1 is asked (target")


def test_an_illegal_step_says_why_it_failed(pools: Pools) -> None:
    outcome = traced(pools, "{play: One, targets: Vanilla 3, illegal: true}")
    assert outcome.result == HOLDS, outcome.message
    note = outcome.traces[0].steps[0].note
    assert note.startswith("illegal, tried on a copy: the answer 'Vanilla 3' (steps/0/targets) was not asked for; p1")


def test_each_version_has_a_trace(pools: Pools) -> None:
    outcome = traced(pools, "{play: One}", more='versions: ["1.2", "1.5"]\n')
    assert [trace.version for trace in outcome.traces] == ["1.2", "1.5"]
    assert run(outcome.scenario, pools).traces == ()
