"""The errors of a game that cannot be played to its end."""

from __future__ import annotations


class EndlessGameError(RuntimeError):
    """A game that did not end, by a fault of a policy or of the engine; the message names the game."""


class FailedGameError(RuntimeError):
    """A game at which the engine or a policy failed; the message names run and game, so that it can be repeated."""
