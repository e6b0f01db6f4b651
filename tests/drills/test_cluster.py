"""A run over a cluster whose workers and scheduler are killed; `python -m drills cluster` kills more often."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bench.simulation.goldfish_runs import goldfish_request
from drills.cluster import play_and_kill
from drills.undisturbed import undisturbed

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

GAMES = 400


def test_a_run_whose_cluster_is_killed_has_the_same_result(db: CardDatabase) -> None:
    request = goldfish_request(db, GAMES)
    text, found = play_and_kill(request, db, 1, random.Random(3))
    assert text == undisturbed(request, db, 1)
    assert found.kills == 1
    assert "The connection to the Dask scheduler at tcp://127.0.0.1:" in found.told
    assert GAMES // 2 <= found.kept < GAMES
    assert sum(part.stop - part.start for part in found.parts) == GAMES, "no game is played again that was kept"
