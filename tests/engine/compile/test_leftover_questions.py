"""What cannot be skipped or waited for is refused; the questions of `scenarios/leftovers` are saved like any other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.display.descriptions import option_words
from riftcheck.engine.flow.loop import advance
from riftcheck.engine.model import constants as w
from riftcheck.engine.storage.save import dump, load
from riftcheck.scenario.format.reader import read_file
from riftcheck.scenario.runner import HOLDS, run
from riftcheck.scenario.setup.cards import Pools
from riftcheck.scenario.steps.answers import Answers
from tests.engine.table_actions import refused
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.scenario.format.reader import Scenario

LEFTOVERS = ROOT / "tests" / "scenarios" / "leftovers"


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("abilities: [{instead-of: your turn, do: []}]", "a turn that is skipped as long as something is there"),
        (
            "abilities: [{when: you play me, do: [{set-up: {instead-of: your turn, do: []}}]}]",
            "a number of turns that are skipped without end",
        ),
        ("abilities: [{when: your turn starts, do: [{draw: 1}]}]", "a trigger on the start of the turn"),
        ("abilities: [{when: your scoring step, do: [{draw: 1}]}]", "a trigger on the start of the scoring step"),
        ("abilities: [{when: your awaken phase starts, do: [{draw: 1}]}]", "a trigger on the start of the awaken"),
        (
            "abilities: [{for: spells in your hand, keywords: [hidden]}]",
            "keywords granted to cards that are not on the board",
        ),
    ],
)
def test_what_is_not_done_is_refused(card: str, reason: str) -> None:
    assert refused(card) == reason


def test_a_choice_between_replacements_says_whose_they_are(pools: Pools, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = next(one for one in SCENARIOS if one.name.startswith("Doubling first, preventing after it"))
    told: list[list[str]] = []
    answer = Answers.submit

    def submit(self: Answers, chosen: list[int]) -> None:
        decision = self.decision
        if decision is not None and decision.kind == w.D_REPLACE:
            told.append([option_words(self.s, option) for option in decision.options])
        answer(self, chosen)

    monkeypatch.setattr(Answers, "submit", submit)
    assert run(scenario, pools).result == HOLDS
    assert told == [["Replace for Coat, by Coat", "Replace for Coat, by Trap"]]


SCENARIOS = [scenario for file in sorted(LEFTOVERS.glob("*.yaml")) for scenario in read_file(file)]


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_a_game_saved_at_any_of_these_questions_goes_on_the_same(
    scenario: Scenario, pools: Pools, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = Answers.submit

    def submit(self: Answers, chosen: list[int]) -> None:
        saved = json.loads(json.dumps(dump(self.s)))
        twin = load(self.s.pool, saved)
        assert dump(twin) == saved
        # A scenario keeps the history of every kind of event, a game that of those which its cards count.
        twin.asked = self.s.asked
        twin.answer, twin.waiting = sorted(chosen), False
        advance(twin)
        answer(self, chosen)
        assert dump(twin) == dump(self.s)

    monkeypatch.setattr(Answers, "submit", submit)
    outcome = run(scenario, pools)
    assert outcome.result == HOLDS, (outcome.text, outcome.message)
