"""The goldfish runs of real lists that benchmarks and drills play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bench import lists
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.goldfish.plan.run import DeckZones, Run, engine_version
from riftcheck.goldfish.studies.request import StudyRequest

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

USUAL: Final = lists.FOLDER / "list-072.txt"  # wholly of Origins


def zones(db: CardDatabase, path: Path = USUAL) -> DeckZones:
    """Return the list of a file as it is played."""
    return DeckZones.of(zones_for_play(resolve(read_list({"text": path.read_text("utf-8")}, db).deck, db)))


def goldfish_request(db: CardDatabase, games: int, seed: int = 5) -> StudyRequest:
    """Return the request to goldfish that list, which names the cards and the code that must play it."""
    run = Run(zones(db), seed=seed, turns=30, data_version=db.version, engine_version=engine_version())
    return StudyRequest("goldfish", (run,), games)
