"""Counts of what policies leave out: for each word of `traits.OMISSIONS`, how often it could be done, and was."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from riftcheck.engine.flow.loop import advance, submit
from riftcheck.engine.model import constants as w
from riftcheck.goldfish.policies.seat_view import SeatView
from riftcheck.goldfish.simulation.game import game_seed, new_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.engine.model.decisions import Decision
    from riftcheck.goldfish.plan.prepared_run import PreparedRun

# Acts of the main phase, of a chain and of a showdown.
ACTS = {w.O_PLAY: "play", w.O_HIDE: "hide", w.O_ACTIVATE: "use"}
# Questions that are answered with yes and are no optional cost.
NO_COST = frozenset({"accelerate", "may", "new-choices"})


class OmissionCounts:
    """The counts of one policy: `offered` and `done`, by word."""

    def __init__(self) -> None:
        self.offered: Counter[str] = Counter()
        self.done: Counter[str] = Counter()

    def play(self, ready: PreparedRun, games: int, turns: int = 30) -> None:
        """Play games in which the policy of the run answers for the list, and count its answers."""
        for index in range(games):
            s = new_game(ready, index)
            minds = ready.policies(game_seed(ready.run.seed, index))
            seats = (SeatView(s, 0), SeatView(s, 1))
            advance(s)
            while s.winner < 0 and s.players[0].turns <= turns:
                decision = s.decision
                assert decision is not None
                player = decision.player
                chosen = minds[player].answer(seats[player])
                if player == 0:
                    self._count(seats[0], decision, chosen)
                submit(s, chosen)

    def _count(self, seat: SeatView, decision: Decision, chosen: list[int]) -> None:
        for word, places in could_do(seat, decision):
            self.offered[word] += 1
            self.done[word] += any(place in places for place in chosen)


def could_do(seat: SeatView, decision: Decision) -> Iterator[tuple[str, set[int]]]:
    """Yield each word that an answer to a question may be, with the positions of the options that are it."""
    options = decision.options
    if decision.kind in (w.D_MAIN, w.D_FOCUS, w.D_PRIORITY):
        acts = {word: {place for place, one in enumerate(options) if one[0] == kind} for kind, word in ACTS.items()}
        yield from ((word, places) for word, places in acts.items() if places)
        if decision.kind == w.D_FOCUS and seat.fighting < 0 and acts["play"] | acts["use"]:
            yield "showdown", acts["play"] | acts["use"]
    elif decision.kind == w.D_MULLIGAN:
        yield "set aside", set(range(len(options)))
    elif decision.kind == w.D_YES_NO and decision.text not in NO_COST and len(options) > 1:
        yield "decline", {place for place, one in enumerate(options) if one[0] == w.O_NO}
    elif decision.kind == w.D_ORDER and len(options) > 1:
        yield "order", set(range(1, len(options)))
