"""The log of a state may be a list that tells each event as it happens, in a compiled program too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.flow.loop import advance, submit
from riftcheck.engine.model.objects import Event
from riftcheck.goldfish.policies.seat_view import SeatView
from riftcheck.goldfish.simulation.game import new_game
from tests.goldfish.game_lists import real, table

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


class ListeningLog(list[Event]):
    """A log that counts what it is told, as those of games over HTTP and at the terminal put it into words."""

    def __init__(self) -> None:
        super().__init__()
        self.told = 0

    def append(self, event: Event) -> None:
        super().append(event)
        self.told += 1


def test_a_log_that_listens_is_told_every_event(db: CardDatabase) -> None:
    ready = table(db, real(db), policy="greedy")
    s = new_game(ready, 0)
    log = ListeningLog()
    s.log = log
    advance(s)
    minds = ready.policies(1)
    for _ in range(40):
        assert s.decision is not None
        submit(s, minds[s.decision.player].answer(SeatView(s, s.decision.player)))
    assert len(log) > 100
    assert log.told == len(log)
