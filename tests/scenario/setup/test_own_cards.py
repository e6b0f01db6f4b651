"""Own cards: a faulty one makes faulty who uses it; one may hide a card of the database, and that is told."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING

import pytest

from riftcheck.scenario.format.reader import read_scenarios
from riftcheck.scenario.runner import FAULTY, HOLDS, Outcome, run
from riftcheck.scenario.setup.cards import Pools

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

FILE = """own-cards:
  - {name: Good, might: 3}
  - {name: Bad, do: [{del: 3, to: choose a unit}]}
  - {name: Worse, might: many}
  - {name: Maker, abilities: [{when: you play me, do: [{play-token: Nonesuch}]}]}
scenarios:
  - {name: good, rules: [100], setup: {p1: {hand: [Good]}}, expect: {Good: hand}}
  - {name: bad, rules: [100], setup: {p1: {hand: [Bad]}}, expect: {turn: 3}}
  - {name: said, rules: [100], expect: {not-offered: [play Bad]}}
  - {name: worse, rules: [100], setup: {p1: {base: [{card: Worse, as: it}]}}, expect: {turn: 3}}
  - {name: maker, rules: [100], setup: {p1: {hand: [Maker]}}, expect: {turn: 3}}
  - {name: proof, rules: [100], cards-proved: [Bad], expect: {turn: 3}}
"""


@pytest.fixture
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


def ran(pools: Pools, text: str) -> list[Outcome]:
    return [run(scenario, pools) for scenario in read_scenarios(text.encode(), "here.yaml")]


def one(pools: Pools, cards: str, rest: str) -> Outcome:
    (outcome,) = ran(pools, f"{{name: a, rules: [100], own-cards: {cards}, {rest}}}")
    return outcome


def test_a_faulty_card_for_all_makes_faulty_who_uses_it_and_is_told_once(pools: Pools) -> None:
    good, *others = ran(pools, FILE)
    assert good.result == HOLDS, good.message
    assert [outcome.result for outcome in others] == [FAULTY] * 5
    fault = 'the card "Bad" cannot be executed: it is faulty: here.yaml:3: Bad: do/0: "del" is no verb'
    assert others[0].message.startswith(f"scenarios/1/setup/p1/hand/0: {fault}")
    assert (others[0].line, others[1].line) == (8, 9)
    assert others[1].message.startswith(f"scenarios/2/expect/not-offered/0: {fault}")
    assert "here.yaml:4: own-cards/2/might: must be a whole number" in others[2].message
    assert 'here.yaml:5: own-cards/3: it makes the token "Nonesuch"' in others[3].message
    assert others[4].message.startswith(f"scenarios/5/cards-proved/0: {fault}")
    assert [problem.line for problem in pools.faulty] == [3, 4, 5]


def test_a_faulty_card_of_one_scenario_is_its_fault(pools: Pools) -> None:
    outcome = one(pools, "[{name: Bad, migth: 3}]", "expect: {turn: 3}")
    assert (outcome.result, outcome.message[:64]) == (
        FAULTY,
        'own-cards/0/migth: unknown key "migth" (might?); known here: abi',
    )
    assert not pools.faulty


def test_an_own_card_asks_for_no_tag_that_no_card_has(pools: Pools) -> None:
    asks = "{name: Drummer, type: Gear, abilities: [{for: Sand Soldier units you control, might: +1}]}"
    outcome = one(pools, f"[{asks}]", "expect: {turn: 3}")
    told = "no card has the tag 'Sand Soldier'; a thing of that name is \"named Sand Soldier\""
    assert (outcome.result, outcome.message) == (FAULTY, f"own-cards/0: {told}")
    assert one(pools, f"[{asks}, {{name: Veteran, tags: [Sand Soldier]}}]", "expect: {turn: 3}").result == HOLDS
    given = "{name: Drill, type: Gear, abilities: [{for: friendly units, tags: [Sand Soldier]}]}"
    assert one(pools, f"[{asks}, {given}]", "expect: {turn: 3}").result == HOLDS


@pytest.mark.parametrize("where", ["file", "scenario"])
def test_an_own_card_hides_a_card_of_the_database_and_that_is_told(pools: Pools, where: str) -> None:
    cards = "own-cards: [{name: Void Seeker, type: Unit, might: 7}]"
    play = "name: a, rules: [100], setup: {p1: {base: [Void Seeker]}}, expect: {Void Seeker: {might: 7}}"
    text = f"{{{cards}, scenarios: [{{{play}}}]}}" if where == "file" else f"{{{cards}, {play}}}"
    (outcome,) = ran(pools, text)
    assert outcome.result == HOLDS, outcome.message
    (note,) = pools.notes
    assert note.startswith("here.yaml:1: 'Void Seeker' is the own card here, not the card of that name in the database")
    # The database's own stays what it is for all others.
    (outcome,) = ran(pools, "{name: b, rules: [100], setup: {p1: {base: [Void Seeker]}}, expect: {turn: 3}}")
    assert "Void Seeker cannot stand here: only units and gear" in outcome.message


def test_what_is_said_to_hide_is_not_told(pools: Pools) -> None:
    rest = "cards-proved: [Void Seeker], setup: {p1: {hand: [Void Seeker]}}, expect: {Void Seeker: hand}"
    outcome = one(pools, "[{name: Void Seeker, shadows: true, type: Unit}]", rest)
    assert (outcome.result, pools.notes) == (HOLDS, []), outcome.message


@pytest.mark.parametrize(
    ("cards", "rest", "words"),
    [
        # Where the card of the database may be the one that is meant.
        ("[{name: Void Seeker}]", "expect: {turn: 3}", "own-cards/0/name: 'Void Seeker' is a card that is there alr"),
        ("[{name: Void Seeker, type: Spell}]", "expect: {turn: 3}", "leave it out here to play that one"),
        (
            "[{name: Void Seeker, might: 7}]",
            "cards-proved: [Void Seeker], setup: {p1: {hand: [Void Seeker]}}, expect: {turn: 3}",
            "cards-proved/0: 'Void Seeker' is an own card here, so nothing is proved of the card of that name",
        ),
        # What is never hidden.
        ("[{name: Recruit, might: 7, shadows: true}]", "expect: {turn: 3}", "a token, which cards make"),
        ("[{name: Filler, might: 7, shadows: true}]", "expect: {turn: 3}", "neutral, as docs/scenarios.md says"),
        ("[{name: turn, might: 7}]", "expect: {turn: 3}", "'turn' is a word of scenarios"),
        # What says nothing.
        ("[{name: Novoid, might: 7, shadows: true}]", "expect: {turn: 3}", "own-cards/0/shadows: there is no card"),
        ("[{name: Void Seeker, shadows: false}]", "expect: {turn: 3}", "must be true, or left out"),
        (
            "[{name: Void Seeker, might: 7}, {name: Void Seeker, might: 7}]",
            "expect: {turn: 3}",
            "own-cards/1/name: the own card 'Void Seeker' is defined twice",
        ),
    ],
)
def test_an_own_card_that_may_not_have_its_name(pools: Pools, cards: str, rest: str, words: str) -> None:
    outcome = one(pools, cards, rest)
    assert outcome.result == FAULTY, outcome.message
    assert words in outcome.message


def test_what_names_a_card_meets_the_one_that_hides_only(pools: Pools) -> None:
    cards = (
        "[{name: Void Seeker, energy: 0, do: [{xp: 1}]}, {name: Oracle, energy: 0, abilities: ["
        "{when: you play me, do: [{name-a: spell, as: this.said}]}, {cannot: you play spells named this.said}]}]"
    )
    rest = (
        "setup: {p1: {hand: [Oracle, Void Seeker]}}, "
        "steps: [{play: Oracle, to: base}, {resolve: , choose: name Void Seeker}], "
        "expect: {not-offered: [play Void Seeker]}"
    )
    outcome = one(pools, cards, rest)
    assert outcome.result == HOLDS, outcome.message
    outcome = one(pools, cards, rest.replace("name Void Seeker", "name Void Seeker (2)"))
    assert outcome.result == FAULTY, outcome.message


def test_a_faulty_card_of_the_database_stops_only_the_scenarios_that_name_it(
    db: CardDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault names the file of the card, and an answer of an unknown word asks no faulty card for its costs."""
    faulty = copy.copy(db)
    source = {"file": "carddb/cards/ogn.yaml", "lines": {"": 7}, "raw": {"do": [{"explode": "all units"}]}}
    monkeypatch.setattr(
        faulty, "ability_sources", {**db.ability_sources, "Cleave": json.dumps(source, separators=(",", ":"))}
    )
    own = Pools(faulty)
    text = "{{name: {}, rules: ['001'], setup: {{p1: {{hand: [{}]}}}}, steps: [{}], expect: {{turn: 3}}}}"
    play = "{{play: {}, extra: nonsense}}"
    named, other = (
        ran(own, text.format(name, card, play.format(card)))[0] for name, card in (("a", "Cleave"), ("b", "Pit Crew"))
    )
    assert named.result == FAULTY
    assert "a card cannot be read: carddb/cards/ogn.yaml:7" in named.message
    assert "explode" not in other.message
