"""A card named with a comma goes by its first name, if no other card of the scenario has that first name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.scenario.runner import FAULTY, HOLDS
from riftcheck.scenario.setup.cards import Pools
from tests.scenario.scenario_runs import ran

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

KAYN = '"Kayn, Unleashed"'


@pytest.mark.parametrize(
    ("hand", "word", "result", "words"),
    [
        (KAYN, "Kayn", HOLDS, ""),
        (KAYN, "kayn", FAULTY, 'no card "kayn"'),
        (KAYN, "Kay", FAULTY, 'no card "Kay"'),
        (f'{KAYN}, "Kayn, Other"', "Kayn", FAULTY, 'no card "Kayn"'),
        (f'{KAYN}, {{card: "Kayn, Other", as: Kayn}}', "Kayn", HOLDS, ""),
    ],
)
def test_a_first_name_means_the_only_card_that_has_it(
    db: CardDatabase, hand: str, word: str, result: str, words: str
) -> None:
    own = 'own-cards: [{name: "Kayn, Other", might: 2}]'
    text = f"name: a\nrules: [100]\n{own}\nsetup: {{p1: {{hand: [{hand}]}}}}\nexpect: {{{word}: hand}}"
    outcome = ran(Pools(db), text)
    assert outcome.result == result, outcome.message
    assert words in outcome.message


def test_a_legend_goes_by_the_name_of_its_champion(db: CardDatabase) -> None:
    text = "name: a\nrules: [100]\nsetup: {p1: {legend: Unforgiven}}\nexpect: {Yasuo: {controller: p1}}"
    outcome = ran(Pools(db), text)
    assert outcome.result == HOLDS, outcome.message
