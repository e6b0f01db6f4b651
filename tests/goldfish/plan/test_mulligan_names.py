"""The names in mulligan policies: any spelling of a card is that card, and anything else is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.goldfish.plan.mulligan_names import with_card_names
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import DeckZones, Opponent, Run, RunError
from riftcheck.goldfish.policies.mulligan import Mulligan, MulliganError, mulligan_from

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


def policy(name: str) -> Mulligan:
    return mulligan_from({"rules": [{"keep": True, "cost": 2}, {"keep": False, "name": name}]})


def names(mulligan: Mulligan) -> list[str | None]:
    return [rule.name for rule in mulligan.rules]


@pytest.mark.parametrize("spelling", ["Get Excited!", "get excited", "getexcited", "OGN-008"])
def test_a_rule_names_its_card_in_any_spelling(db: CardDatabase, spelling: str) -> None:
    assert names(with_card_names(policy(spelling), db)) == [None, "Get Excited!"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "Get Exited",
            "Rule 2 of the mulligan policy: there is no card 'Get Exited'; is it Get Excited!",
        ),
        ("Zzyzx", "Rule 2 of the mulligan policy: there is no card 'Zzyzx'"),
        ("Kai'Sa", 'Rule 2 of the mulligan policy: "Kai\'Sa" fits several cards: '),
    ],
)
def test_a_name_of_no_card_or_of_several_is_told(db: CardDatabase, name: str, told: str) -> None:
    with pytest.raises(MulliganError) as refused:
        with_card_names(policy(name), db)
    assert str(refused.value).startswith(told)


def test_a_run_is_prepared_with_the_names_of_both_players(db: CardDatabase) -> None:
    zones = DeckZones(("Cleave",) * 40, ("Fury Rune",) * 12)
    run = Run(zones, Opponent("list", list=zones, mulligan=policy("chemtech enforcer")), mulligan=policy("CLEAVE"))
    prepared = prepare(run, db).run
    assert names(prepared.mulligan) == [None, "Cleave"]
    assert names(prepared.opponent.mulligan) == [None, "Chemtech Enforcer"]
    with pytest.raises(RunError, match="there is no card"):
        prepare(Run(zones, mulligan=policy("Zzyzx")), db)
