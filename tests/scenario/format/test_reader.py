"""Reading scenario files: what is not understood is a fault with file, line, path and the near word; the rest runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.carddb import CardDatabase, CardDataError
from riftcheck.scenario.expectations.judge import GAME
from riftcheck.scenario.format.reader import read_file, read_scenarios, scenario_files
from riftcheck.scenario.format.reserved_words import taken
from riftcheck.scenario.runner import FAILS, FAULTY, HOLDS, Outcome, run
from riftcheck.scenario.setup.cards import NEUTRAL, Pools

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


def ran(pools: Pools, text: str) -> list[Outcome]:
    return [run(scenario, pools) for scenario in read_scenarios(text.encode(), "here.yaml")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{name: a}", "rules is missing"),
        ("{rules: [100], expect: {turn: 3}}", "name is missing"),
        ("{name: a, rules: [], expect: {turn: 3}}", "1/rules: says nothing"),
        ("{name: a, rules: , expect: {turn: 3}}", "1/rules: says nothing"),
        ("{name: a, rules: [1.4], expect: {turn: 3}}", "1/rules/0: must be a number of the Core Rules"),
        ("{name: a, rules: [190.10], expect: {turn: 3}}", "put it into quotes"),
        ("{name: a, rules: [100], expext: {turn: 3}}", 'unknown key "expext" (expect?)'),
        ("{name: a, rules: [100]}", "neither steps nor expect"),
        ("{name: a, rules: [100], expect: {}}", "1/expect: nothing is expected here"),
        ("{name: a, rules: [100], expect: }", "1/expect: must be a mapping"),
        ("{name: a, rules: [100], steps: [], expect: {turn: 3}}", "1/steps: says nothing"),
        ("{name: a, rules: [100], steps: [pass]}", "nothing is expected"),
        ("{name: a, rules: [100], steps: [{pass: , expect: {}}]}", "1/steps/0/expect: nothing is expected here"),
        ("{name: a, rules: [100], steps: [{play: x, illegal: false}]}", "1/steps/0/illegal: must be true"),
        (
            "{name: a, rules: [100], steps: [{play: x, illegal: true, expect: {no-events: [die]}}]}",
            "1/steps/0/expect/no-events: an illegal step is tried on a copy",
        ),
        ("{name: a, rules: [100], steps: [{play: x, move: y}], expect: {turn: 3}}", "this one does play and move"),
        ("{name: a, rules: [100], steps: [{pley: x}], expect: {turn: 3}}", 'unknown key "pley" (play?)'),
        ("{name: a, rules: [100], steps: [{pass: , as: x}], expect: {turn: 3}}", 'unknown key "as"'),
        ("{name: a, rules: [100], steps: [{concede: p1, by: p2}], expect: {turn: 3}}", 'unknown key "by"'),
        ("{name: a, rules: [100], steps: [jump], expect: {turn: 3}}", "no step 'jump'"),
        ("{name: a, rules: [100], versions: [9.9], expect: {turn: 3}}", "no rules version 9.9"),
        (
            "{name: a, rules: [100], mode: ffa3, versions: ['1.4', '1.0'], expect: {turn: 4}}",
            'inviting is not played here, so "ffa3" needs rules 1.2 or newer; leave 1.0 out of `versions`',
        ),
        ("{name: a, rules: [100], mode: duell, expect: {turn: 3}}", "(duel?)"),
        ("{name: a, rules: [100], setup: {p1: {hnad: []}}, expect: {turn: 3}}", 'unknown key "hnad" (hand?)'),
        ("{name: a, rules: [100], setup: {p9: {}}, expect: {turn: 3}}", 'unknown key "p9"'),
        ("{name: a, rules: [100], ruling: C7, expect: {turn: 3}}", "1/ruling: must be a letter from A to K"),
        ("{name: a, rules: [100], ruling: L07, expect: {turn: 3}}", "1/ruling: must be a letter from A to K"),
        ("{name: a, rules: [100], cards-proved: [], expect: {turn: 3}}", "1/cards-proved: says nothing"),
        ("{name: a, rules: [100], cards-proved: [5], expect: {turn: 3}}", "1/cards-proved/0: must be text"),
        ("{name: a, rules: [100], cards-proved: [Void Seekr], expect: {turn: 3}}", "'Void Seekr' (Void Seeker?)"),
        ("{name: a, rules: [100], cards-proved: [Vanilla 2], expect: {turn: 3}}", "Vanilla 2 has no text"),
        ("{name: a, rules: [100], cards-proved: [Void Seeker], expect: {turn: 3}}", "'Void Seeker' is nowhere in this"),
        ("{name: a, rules: [100], own-cards: 5, expect: {turn: 3}}", "1/own-cards: must be a list of cards"),
        ("{name: a, rules: [100], own-cards: [{might: 2}], expect: {turn: 3}}", "1/own-cards/0: a card needs its name"),
        (
            "{name: a, rules: [100], own-cards: [{name: Vanilla 3}], expect: {turn: 3}}",
            "1/own-cards/0/name: 'Vanilla 3' is a card that is there already",
        ),
        ("{name: a, rules: [100], own-cards: [{name: Void Seeker}], expect: {turn: 3}}", "is there already"),
        ("{name: a, rules: [100], own-cards: [{name: Recruit}], expect: {turn: 3}}", "is there already"),
        ("{name: a, rules: [100], own-cards: [{name: turn}], expect: {turn: 3}}", "'turn' is a word of scenarios"),
        ("{name: a, rules: [100], own-cards: [{name: p2 base}], expect: {turn: 3}}", "'p2 base' means a place"),
        ("{name: a, rules: [100], own-cards: [{name: Big (2)}], expect: {turn: 3}}", "means a thing"),
        (
            "{name: a, rules: [100], own-cards: [{name: X, migth: 2}], expect: {turn: 3}}",
            'unknown key "migth" (might?)',
        ),
    ],
)
def test_a_scenario_that_cannot_be_read_tells_where_and_the_others_run(pools: Pools, text: str, words: str) -> None:
    first, bad, last = ran(
        pools,
        f"- {{name: first, rules: [100], expect: {{turn: 3}}}}\n- {text}\n"
        "- {name: last, rules: [100], expect: {turn: 4}}\n",
    )
    assert (first.result, last.result) == (HOLDS, FAILS)
    assert (bad.result, bad.where) == (FAULTY, "here.yaml:2")
    assert words in bad.message
    assert bad.message.startswith("1")
    assert bad.text == f"- {text}".strip()


def test_a_name_stands_once_for_a_version(pools: Pools) -> None:
    text = "- {name: a, rules: [100], expect: {turn: 3}}\n"
    one, two = ran(pools, text + text.replace("expect", "versions: ['1.2', '1.5'], expect"))
    assert (one.result, two.result) == (HOLDS, FAULTY)
    assert two.message == "1: the name 'a' stands at line 1 too, for the same versions"
    assert [each.result for each in ran(pools, text + text.replace("expect", "versions: ['1.2'], expect"))] == [
        HOLDS,
        HOLDS,
    ]


def test_a_scenario_without_a_name_is_told_by_its_place() -> None:
    (scenario,) = read_scenarios(b"- {rules: [100]}", "here.yaml")
    assert (scenario.name, scenario.rules) == ("scenario 1", ())
    assert str(scenario.fault) == "here.yaml:1: 0: name is missing"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "there is no scenario here"),
        ("{own-cards: [{might: 2}], scenarios: [{name: a, rules: [100], expect: {turn: 3}}]}", "a card needs its name"),
        ("{own-card: [], scenarios: []}", 'unknown key "own-card" (own-cards?)'),
        ("- [", "not YAML"),
    ],
)
def test_a_file_that_cannot_be_read_at_all(text: str, words: str) -> None:
    with pytest.raises(CardDataError) as caught:
        read_scenarios(text.encode(), "here.yaml")
    assert words in str(caught.value)


def test_an_own_card_may_be_proved_and_is_defined_once(pools: Pools) -> None:
    text = "own-cards: [{name: Big}]\nscenarios: [{name: a, rules: [100], cards-proved: [Big], expect: {Big: hand}}]"
    text = text.replace("expect", "setup: {p1: {hand: [Big]}}, expect")
    assert ran(pools, text)[0].result == HOLDS
    twice = text.replace("cards-proved", "own-cards: [{name: Big}], cards-proved")
    assert ran(pools, twice)[0].message == "scenarios/0/own-cards/0/name: the own card 'Big' is defined twice"


def test_files_of_both_endings_are_read(tmp_path: Path) -> None:
    text = "{name: a, rules: [100], expect: {turn: 3}}"
    for name in ("b.yml", "a.yaml", "c.YAML", "not-scenarios.yaml", "d.txt"):
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "deep.yaml").mkdir()
    (tmp_path / "deep.yaml" / "e.yml").write_text(text, "utf-8")
    found = scenario_files(tmp_path)
    assert [file.name for file in found] == ["a.yaml", "b.yml", "c.YAML", "e.yml"]
    assert [read_file(file)[0].name for file in found] == ["a"] * 4


def test_the_words_of_the_format_are_no_names() -> None:
    words = (*GAME, "p3", "base", "p2 base", "battlefield 3", "yes", "none", "nobody", "any", "mode 2", "target Poro")
    assert [word for word in words if not taken(word)] == []
    assert [word for word in ("at home", "next victim", "second", *(f.name for f in NEUTRAL)) if taken(word)] == []
