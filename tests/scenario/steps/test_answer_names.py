"""Names for answers: triggers by their source, replacements by what makes them, and words that fit no question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.scenario.format.reader import read_scenarios
from riftcheck.scenario.runner import FAILS, FAULTY, HOLDS, run
from riftcheck.scenario.setup.cards import Pools
from tests.scenario.scenario_runs import ran

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.scenario.runner import Outcome

TRIGGERS = """
name: a
rules: [340.1]
own-cards:
  - {name: Alpha, might: 1, abilities: [{when: you play a gear, do: [{xp: 1}]}]}
  - {name: Two, might: 1, abilities: [{when: you play a gear, do: [{xp: 1}]}, {when: you play a gear, do: [{draw: 1}]}]}
  - {name: Ghost, might: 1, abilities: [{when: deathknell, do: [{draw: 1}]}]}
  - {name: Doom, energy: 0, do: [{kill: all units}]}
  - {name: Ping, energy: 0, keywords: [reaction], do: [{deal: 1, to: choose a unit}]}
"""


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


def gear(pools: Pools, base: str, answer: str, chain: str, play: str = "Bare Gear") -> Outcome:
    """Return the outcome of playing a card and naming the trigger that goes on the chain first."""
    setup = f"setup: {{p1: {{hand: [Bare Gear, Doom], base: {base}}}}}"
    resolve = "  - resolve\n" if play == "Doom" else ""
    steps = f"steps:\n  - {{play: {play}}}\n{resolve}  - {{answer: {answer}}}\n"
    return ran(pools, f"{TRIGGERS}{setup}\n{steps}expect: {{chain: {chain}}}")


LEFT_RIGHT = "[{card: Alpha, as: left}, {card: Alpha, as: right, exhausted: true}]"


@pytest.mark.parametrize(
    ("base", "answer", "chain", "other"),
    [
        (LEFT_RIGHT, "ability of right", "[ability of right, ability of left]", "[ability of left, ability of right]"),
        (
            LEFT_RIGHT,
            "ability of left",
            "[ability of Alpha, ability of Alpha (2)]",
            "[ability of right, ability of left]",
        ),
        (
            LEFT_RIGHT,
            "ability of Alpha (2)",
            "[ability of right, ability of left]",
            "[ability of left, ability of right]",
        ),
        (
            "[Alpha, {card: Alpha, exhausted: true}]",
            "ability of p1 Alpha (2)",
            "[ability of Alpha (2), ability of Alpha]",
            "[ability of Alpha (1), ability of Alpha (2)]",
        ),
        ("[Two]", "ability 2 of Two", "[ability 2 of Two, ability 1 of Two]", "[ability 1 of Two, ability 2 of Two]"),
        ("[Two]", "ability 1 of Two", "[ability of Two, ability 2 of Two]", "[ability of Two, ability 1 of Two]"),
        (
            "[{card: Two, as: one}, {card: Two, as: two}]",
            "[ability 2 of two, ability 1 of one, ability 1 of two]",
            "[ability 2 of two, ability 1 of one, ability 1 of two, ability 2 of one]",
            "[ability 2 of two, ability 1 of one, ability 2 of one, ability 1 of two]",
        ),
    ],
)
def test_two_triggers_of_one_card_are_told_apart(pools: Pools, base: str, answer: str, chain: str, other: str) -> None:
    outcome = gear(pools, base, answer, chain)
    assert outcome.result == HOLDS, outcome.message
    assert gear(pools, base, answer, other).result == FAILS


def test_the_triggers_of_what_has_died_are_told_apart(pools: Pools) -> None:
    base = "[{card: Ghost, as: left}, {card: Ghost, as: right}]"
    chain = "[ability of right, ability of left]"
    assert gear(pools, base, "ability of right", chain, play="Doom").result == HOLDS
    assert gear(pools, base, "ability of left", chain, play="Doom").result == FAILS


@pytest.mark.parametrize(
    ("base", "answer", "words"),
    [
        (
            LEFT_RIGHT,
            "ability of Alpha",
            "next ability of Alpha [ability of left]; next ability of Alpha (2) [ability of",
        ),
        (
            "[Alpha, {card: Alpha, exhausted: true}]",
            "ability of Alpha",
            "next ability of Alpha [ability of Alpha (1)]; next ability of Alpha (2) [ability of Alpha (2)]",
        ),
        (
            "[Two]",
            "ability of Two",
            "next ability of Two [ability 1 of Two]; next ability of Two (2) [ability 2 of Two]",
        ),
    ],
)
def test_an_ambiguous_trigger_lists_the_names_that_tell_them_apart(
    pools: Pools, base: str, answer: str, words: str
) -> None:
    outcome = gear(pools, base, answer, "[]")
    assert outcome.result == FAULTY
    assert f"can mean several: {words}" in outcome.message


REPLACING = """
name: a
rules: ["372"]
own-cards:
  - {name: Ping, energy: 0, keywords: [reaction], do: [{deal: 1, to: choose a unit}]}
setup:
  p1: {hand: [{card: Lotus Trap, as: the trap}, Ping]}
  p2: {base: [Vanilla 9], hand: [Counter Strike]}
steps:
  - {play: Lotus Trap, targets: Vanilla 9}
  - pass
  - {play: Counter Strike, by: p2, targets: Vanilla 9}
  - resolve
  - {play: Ping, targets: Vanilla 9}
"""


@pytest.mark.parametrize(
    ("answer", "chosen"),
    [
        ("by Lotus Trap", "[by the trap]"),
        ("by the trap", "[by the trap]"),
        ("replace for Vanilla 9 by Lotus Trap", "[by the trap]"),
        ("'replace for Vanilla 9, by Counter Strike'", "[by Counter Strike]"),
        ("by Counter Strike", "[by Counter Strike]"),
    ],
)
def test_a_replacement_is_named_by_the_card_that_makes_it(pools: Pools, answer: str, chosen: str) -> None:
    text = f"{REPLACING}  - {{resolve: top, choose: [{answer}]}}\nexpect: {{Vanilla 9: {{damage: 0}}}}"
    (scenario,) = read_scenarios(text.encode(), "here.yaml")
    outcome = run(scenario, pools, trace=True)
    assert outcome.result == HOLDS, outcome.message
    (asked,) = [asked for asked in outcome.traces[0].steps[-1].questions if asked.kind == "replace"]
    assert asked.answers[0].endswith(chosen)
    assert asked.origin == "steps/5/choose/0"


def test_replacements_that_are_offered_show_what_makes_them(pools: Pools) -> None:
    outcome = ran(pools, f"{REPLACING}  - {{resolve: top}}\nexpect: {{turn: 3}}")
    assert outcome.result == FAILS
    for words in ("replace for Vanilla 9 [by Counter Strike]", "replace for Vanilla 9 (2) [by the trap]"):
        assert words in outcome.message
    wrong = ran(pools, f"{REPLACING}  - {{resolve: top, choose: [by Ping]}}\nexpect: {{turn: 3}}")
    assert (wrong.result, wrong.message.split(":")[0]) == (FAILS, "'by Ping' is not offered")


@pytest.mark.parametrize("word", ["'yes'", "yes", "'no'", "no"])
def test_a_word_that_fits_no_option_lists_the_options(pools: Pools, word: str) -> None:
    setup = "setup: {p1: {hand: [Ping], base: [Vanilla 2, Vanilla 3]}}"
    outcome = ran(pools, f"{TRIGGERS}{setup}\nsteps: [{{play: Ping}}, {{answer: {word}}}]\nexpect: {{turn: 3}}")
    assert outcome.result == FAILS
    assert outcome.message.endswith("offered are: target Vanilla 2; target Vanilla 3")


@pytest.mark.parametrize(
    ("word", "words"),
    [("any", "'any' answers no question"), ("pass", "'pass' answers no question: it is a step of its")],
)
def test_a_word_of_the_format_is_no_answer(pools: Pools, word: str, words: str) -> None:
    setup = "setup: {p1: {hand: [Ping], base: [Vanilla 2, Vanilla 3]}}"
    outcome = ran(pools, f"{TRIGGERS}{setup}\nsteps: [{{play: Ping}}, {{answer: {word}}}]\nexpect: {{turn: 3}}")
    assert outcome.result == FAULTY
    assert words in outcome.message
