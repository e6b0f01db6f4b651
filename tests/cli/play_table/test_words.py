"""The words of `riftcheck play`: what a reader is told of an event, and what a default is."""

from __future__ import annotations

from typing import Any

import pytest

from riftcheck.cli.play_table.answers import AnswerError, default_of, read_answer
from riftcheck.cli.play_table.story import SKIPPED, PlayLog
from riftcheck.engine.display.descriptions import EVENTS


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("player 1 plays Poro", "You play Poro"),
        ("player 1 passes", "You pass"),
        ("player 1 is out of the game", "You are out of the game"),
        ("player 2 plays Poro", "Player 2 plays Poro"),
        ("Poro moves from the base of player 1 to Mill", "Poro moves from your base to Mill"),
        ("player 2 chooses player 1", "Player 2 chooses you"),
        ("player 11 draws a card", "Player 11 draws a card"),
    ],
)
def test_the_reader_is_you(words: str, told: str) -> None:
    assert PlayLog(0).personal(words) == told


def test_who_looks_on_is_nobody() -> None:
    assert PlayLog(None).personal("player 1 plays Poro") == "Player 1 plays Poro"


def test_only_events_that_are_described_are_left_out() -> None:
    assert set(EVENTS) >= SKIPPED


def _asked(*kinds: str, least: int = 1, most: int = 1) -> dict[str, Any]:
    options = [{"index": index, "kind": kind, "key": f"{kind} {index}"} for index, kind in enumerate(kinds)]
    return {"least": least, "most": most, "options": options}


@pytest.mark.parametrize(
    ("decision", "default"),
    [
        (_asked("play", "pass"), [1]),
        (_asked("play", "end"), None),
        (_asked("yes", "no"), None),
        (_asked("choose", "choose", least=0, most=2), []),
        (_asked("choose", "choose"), None),
        (_asked(least=0, most=0), []),
    ],
)
def test_enter_passes_or_chooses_nothing(decision: dict[str, Any], default: list[int] | None) -> None:
    assert default_of(decision) == default
    if default is None:
        with pytest.raises(AnswerError, match="no default"):
            read_answer(" ", decision)
    else:
        assert read_answer("", decision) == default


def test_an_exact_key_goes_before_longer_ones() -> None:
    options = [
        {"index": index, "kind": "choose", "key": key} for index, key in enumerate(("play Poro (2)", "play Poro"))
    ]
    decision = {"least": 1, "most": 1, "options": options}
    assert read_answer("PLAY  poro", decision) == [1]
    with pytest.raises(AnswerError, match="fits several options"):
        read_answer("play", decision)


def test_all_and_none() -> None:
    decision = _asked("choose", "choose", "choose", least=0, most=3)
    assert (read_answer("all", decision), read_answer("NONE", decision)) == ([0, 1, 2], [])
