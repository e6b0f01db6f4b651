"""Extra legends in runs of a goldfish: kept as data, played by every policy, refused where they are not known."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.engine.model import constants as w
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import DeckZones, Opponent, Run, RunError, run_from
from riftcheck.goldfish.simulation.game import new_game
from riftcheck.goldfish.simulation.replay_log import replay
from tests.hosts import GUESTS
from tests.neeko import ALONE, HOSTING

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

TURNS = 12


@pytest.fixture(scope="module")
def listed(db: CardDatabase) -> DeckZones:
    return DeckZones.of(zones_for_play(resolve(read_list(HOSTING, db).deck, db)))


def test_a_run_keeps_them_and_one_without_is_written_as_before(listed: DeckZones, db: CardDatabase) -> None:
    run = Run(listed, Opponent("list", list=listed))
    document = json.loads(json.dumps(run.to_json()))
    assert run_from(document) == run
    assert document["list"]["extra_legends"] == list(GUESTS)
    assert set(GUESTS) <= set(run.kinds)
    alone = DeckZones.of(zones_for_play(resolve(read_list(ALONE, db).deck, db)))
    assert "extra_legends" not in alone.to_json()
    document["list"]["extra_legends"] = "Unforgiven"
    with pytest.raises(RunError, match="extra legends of a list in a run are a list"):
        run_from(document)


@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_a_policy_adds_one_of_them(listed: DeckZones, db: CardDatabase, policy: str) -> None:
    prepared = prepare(Run(listed, Opponent("list", list=listed), policy, turns=TURNS, seed=3), db)
    waiting = [len(p.extra_legends) for p in new_game(prepared, 0).players]
    assert waiting == [3, 3]
    lines = [line.text for index in range(3) for line in replay(prepared, index).lines]
    assert any(f"{guest} joins the legend of player {seat}" in lines for guest in GUESTS for seat in (1, 2))


def test_one_that_is_not_known_is_refused(listed: DeckZones, db: CardDatabase) -> None:
    with pytest.raises(RunError, match="Not known among the cards of the list: Nemo"):
        prepare(Run(replace(listed, extra_legends=("Nemo",))), db)
    prepared = prepare(Run(listed, Opponent()), db)
    assert {prepared.pool.defs[number].types & w.LEGEND for number in prepared.decks[0].extra_legends} == {w.LEGEND}
