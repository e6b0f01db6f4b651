"""Goldfishing real lists: those of the tests, each on the last day from which it is legal, against who only passes.

The processor seconds of a game of each list, in rounds over all of them, so that what else the machine does falls on
all alike; `ratio` is the median of all lists over that of those wholly of Origins and Proving Grounds, in games a
second.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from bench import lists
from riftcheck import carddb
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import DeckZones, Run
from riftcheck.goldfish.simulation.game import play_game
from riftcheck.goldfish.studies.entered_deck import engine_rules
from riftcheck.validator.case import ruleset_of
from riftcheck.validator.report import Options
from riftcheck.validator.timeline import timeline

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.plan.prepared_run import PreparedRun

SEED: Final = 7
ROUNDS: Final = 20
GAMES: Final = 5
ORIGINS: Final = {"OGN", "OGS"}
# The least share of the games a second of Origins lists that the project promises for all.
PROMISED: Final = 2 / 3
# Of which day the options of a history are does not matter.
ANY_DAY: Final = Options(date(2026, 8, 14))


@dataclass(slots=True)
class PlayedList:
    """A list made ready: whether it is wholly of Origins and Proving Grounds, and the seconds that it took so far."""

    ready: PreparedRun
    origins: bool
    seconds: float = 0.0
    games: int = 0

    def play(self, numbers: range) -> None:
        """Play the games of some numbers, and count them and the seconds that they take."""
        begun = time.process_time()
        for number in numbers:
            play_game(self.ready, number)
        self.seconds += time.process_time() - begun
        self.games += len(numbers)

    @property
    def rate(self) -> float:
        """Return the games a second."""
        return self.games / self.seconds


def legal_lists(db: CardDatabase) -> list[PlayedList]:
    """Return every list of the tests that is legal on some day, made ready for the last stretch of such days.

    :raises RunError: if one cannot be played.
    """
    found = []
    for text in lists.texts():
        deck = resolve(read_list({"text": text}, db).deck, db)
        days = [stretch.day for stretch in timeline(deck, db, ANY_DAY) if stretch.verdict == "legal"]
        if not days:
            continue
        rules = engine_rules(ruleset_of(db, Options(days[-1])).rules)
        zones = DeckZones.of(zones_for_play(deck))
        ready = prepare(Run(zones, seed=SEED, rules=rules), db)
        sets = [{printing.set for printing in db.by_name[name].printings} for name in zones.names()]
        found.append(PlayedList(ready, all(one & ORIGINS for one in sets)))
    return found


def run() -> dict[str, Any]:
    """Return the median games a second of all lists and of those of Origins, and their ratio."""
    found = legal_lists(carddb.load())
    for one in found:
        play_game(one.ready, 0)  # what is made once and kept is not counted
    for number in range(ROUNDS):
        for one in found:
            one.play(range(number * GAMES, (number + 1) * GAMES))
    every = statistics.median(one.rate for one in found)
    origins = statistics.median(one.rate for one in found if one.origins)
    return {
        "lists": len(found),
        "of_origins": sum(one.origins for one in found),
        "games_of_each": ROUNDS * GAMES,
        "median_per_second": round(every, 1),
        "median_of_origins_per_second": round(origins, 1),
        "slowest_per_second": round(min(one.rate for one in found), 1),
        "ratio": round(every / origins, 3),
        "promised_ratio": round(PROMISED, 3),
    }
