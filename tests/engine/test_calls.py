"""How much work a game is, as a number without noise: the functions that fixed games call."""

from __future__ import annotations

import pytest

from bench import engine


@pytest.mark.parametrize("kind", engine.KINDS)
def test_a_game_calls_at_most_a_fifth_more_functions_than_is_stored(kind: str) -> None:
    """Renew the mark with `python -m bench engine --store`, and say in the commit why more work is right."""
    assert engine.risen({kind: engine.calls(kind)}, engine.stored_calls()) == []


def test_a_rise_of_more_than_a_fifth_is_told() -> None:
    stored = {"real_cards": 1000.0}
    assert engine.risen({"real_cards": 1199.0}, stored) == []
    assert "makes 1201 calls; 1000 are stored" in engine.risen({"real_cards": 1201.0}, stored)[0]


def test_the_count_does_not_vary() -> None:
    assert engine.calls("keyword_units") == engine.calls("keyword_units")
