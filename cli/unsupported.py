"""The refusal of cards that the engine cannot execute: each once, with what is missing, and what lets them in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.cli.options import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping


def unsupported_refusal(whose: str, cards: Mapping[str, str]) -> Refused:
    """Return the refusal of cards, with what is missing by name; `whose` cards they are begins the sentence."""
    lines = (f"{name}: {missing}" for name, missing in cards.items())
    more = "--unsupported skip never lets them be played; vanilla lets units be cost and Might only."
    return Refused("\n  ".join([f"{whose} has cards that a game cannot execute:", *lines]) + f"\n{more}")
