"""The games at random of `python -m drills games`: each seed once, and one that breaks is told with its command."""

from __future__ import annotations

from collections import Counter

import pytest

from drills import games
from drills.random_games import SEATS, RandomGame

FIRST = 1000


def test_every_seed_is_played_once_in_its_mode() -> None:
    found = games.play_all(FIRST, 5, 1)
    assert found == games.play(range(FIRST, FIRST + 5))
    assert found.modes == Counter(list(SEATS))
    assert found.rules.total() == 5
    assert found.decisions > 5 * 20
    assert found.broken == []


def test_a_game_that_breaks_is_counted_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def faults(game: RandomGame) -> list[str]:
        return ["a card is in two zones"] if game.seed == FIRST and game.played else []

    monkeypatch.setattr(RandomGame, "faults", faults)
    found = games.play(range(FIRST, FIRST + 2))
    assert found.modes.total() == 2
    (told,) = found.broken
    assert "decision 1: a card is in two zones" in told
    assert f"RIFTCHECK_FUZZ_GAMES=1 RIFTCHECK_SEED={FIRST} python -m pytest" in told

    monkeypatch.setattr(games, "play_all", lambda first, count, _processes: games.play(range(first, first + count)))
    monkeypatch.setenv("RIFTCHECK_FUZZ_GAMES", "2")
    monkeypatch.setenv("RIFTCHECK_SEED", str(FIRST))
    with pytest.raises(SystemExit, match=r"^1 of 2 games broke\n\n"):
        games.run()
