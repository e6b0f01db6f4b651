"""What is known of each policy beside its play: the version of that, and what it never does though it could.

Results name both. A version goes up with every change that has the policy answer a question of a game otherwise;
figures of two versions are not of the same player. A test holds the play of each version by a digest.
"""

from __future__ import annotations

from typing import Final

VERSIONS: Final[dict[str, int]] = {
    "planner": 2,
    "lookahead": 2,
    "greedy": 1,
    "random": 1,
    "passive": 1,
}

# What a policy may leave out, by a word for each: what it then never does.
OMISSIONS: Final[dict[str, str]] = {
    "play": "plays a card",
    "use": "uses an ability",
    "set aside": "sets a card aside in the mulligan",
    "hide": "hides a card",
    "showdown": "plays a card or uses an ability with Focus in a showdown without a combat",
    "decline": "declines an optional cost, other than Accelerate",
    "order": "chooses which of its abilities goes on the chain first",
}

NEVER: Final[dict[str, tuple[str, ...]]] = {
    "planner": ("order",),
    "lookahead": ("order",),
    "greedy": ("hide", "showdown", "decline", "order"),
    "random": (),
    "passive": ("play", "use", "set aside"),
}


def never_done(name: str) -> tuple[str, ...]:
    """Return what a policy never does though it is offered, each as the words that follow `never`."""
    return tuple(OMISSIONS[one] for one in NEVER[name])
