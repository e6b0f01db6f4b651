"""Policies, which answer the decisions of a seat: by name, a new one for every game.

`POLICIES` are the names and their options: the least, the greatest and the usual value of each, whole numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.goldfish.policies.base import Policy, PolicyError
from riftcheck.goldfish.policies.greedy import GreedyPolicy
from riftcheck.goldfish.policies.passive import PassivePolicy
from riftcheck.goldfish.policies.planner import PlannerPolicy
from riftcheck.goldfish.policies.random_play import RandomPolicy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.goldfish.policies.mulligan import Mulligan
    from riftcheck.goldfish.policies.polarity import PolarityTable

__all__ = [
    "DEFAULT",
    "PLANNING",
    "POLICIES",
    "Policy",
    "PolicyError",
    "checked_options",
    "make_policy",
    "opposing_policy",
]

POLICIES: Final[dict[str, dict[str, tuple[int, int, int]]]] = {
    "planner": {"budget": (1, 100_000, 28), "samples": (1, 64, 1), "ahead": (1, 10, 1)},
    "lookahead": {"budget": (1, 100_000, 150), "samples": (1, 64, 2), "ahead": (1, 10, 2)},
    "greedy": {},
    "random": {},
    "passive": {},
}

# Those who plan, and can say why.
PLANNING: Final = ("planner", "lookahead")
# Who plays where nobody is named.
DEFAULT: Final = "planner"


def opposing_policy(policy: str) -> str:
    """Return who plays an opponent's list where nobody is named: one as good, so that a list draws with itself.

    Against `greedy` that is `greedy`; against all others the default.
    """
    return policy if policy == "greedy" else DEFAULT


def checked_options(name: str, options: Mapping[str, Any]) -> dict[str, int]:
    """Return the options of a policy, the usual values where nothing is said.

    :raises PolicyError: for a policy or option that does not exist, or a value that it cannot have.
    """
    known = POLICIES.get(name)
    if known is None:
        raise PolicyError(f'There is no policy "{name}"; there are {", ".join(POLICIES)}.')
    unknown = sorted(set(options) - set(known))
    if unknown:
        has = f"its options are {', '.join(known)}" if known else "it has no options"
        raise PolicyError(f'The policy "{name}" has no option "{unknown[0]}"; {has}.')
    found: dict[str, int] = {}
    for option, (least, most, usual) in known.items():
        value = options.get(option, usual)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise PolicyError(
                f'The option "{option}" of the policy "{name}" is {value!r}; it should be a whole number '
                f"from {least} to {most}."
            )
        found[option] = value
    return found


def make_policy(
    name: str, options: Mapping[str, int], mulligan: Mulligan, polarities: PolarityTable, seed: int
) -> Policy:
    """Return a policy for one game; `seed` is for what it draws by itself."""
    if name == "greedy":
        return GreedyPolicy(mulligan, polarities)
    if name == "random":
        return RandomPolicy(mulligan, seed)
    if name in PLANNING:
        return PlannerPolicy(mulligan, polarities, seed, options)
    return PassivePolicy()
