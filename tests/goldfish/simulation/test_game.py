"""A game that fails on the way: the error names run and game, and the number of the game repeats it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.goldfish.plan import prepared_run
from riftcheck.goldfish.policies import make_policy
from riftcheck.goldfish.simulation.errors import FailedGameError
from riftcheck.goldfish.simulation.game import play_game
from riftcheck.goldfish.simulation.replay_log import replay
from tests.cli.command_runs import run
from tests.goldfish.game_lists import LISTS, plain, table

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.policies.base import Policy
    from riftcheck.goldfish.policies.seat_view import SeatView

SAID = r"game 4 of the run with seed 9 failed in turn 3 \(IndexError: pop from empty list\); .* --seed 9 --game 4"


class Failing:
    """Plays as another policy does, and fails in the third turn."""

    def __init__(self, of: Policy) -> None:
        self.of = of

    def answer(self, seat: SeatView) -> list[int]:
        if seat._s.turn == 3:
            [].pop()
        return self.of.answer(seat)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared_run, "make_policy", lambda *asked: Failing(make_policy(*asked)))


@pytest.mark.usefixtures("failing")
def test_a_failure_names_run_and_game_and_is_met_again_by_their_numbers(db: CardDatabase) -> None:
    prepared = table(db, plain(), seed=9)
    with pytest.raises(FailedGameError, match=SAID) as raised:
        play_game(prepared, 4)
    assert isinstance(raised.value.__cause__, IndexError)
    with pytest.raises(FailedGameError, match=SAID):
        replay(prepared, 4)


@pytest.mark.usefixtures("failing")
@pytest.mark.parametrize("chosen", [("--games", "2"), ("--game", "0")], ids=["all", "one"])
def test_the_command_refuses_with_that_sentence(chosen: tuple[str, ...]) -> None:
    options = ("--date", "2026-01-28", "--seed", "9", "--jobs", "1")
    found = run("goldfish", str(LISTS / "list-072.txt"), *options, *chosen)
    assert found.exit_code != 0
    assert "--seed 9 --game 0 repeat it" in found.stderr
    assert "Traceback" not in found.stderr
