"""Policies that have come as far in a game as others: a compiled one cannot be copied by who does not know it."""

from __future__ import annotations

from typing import TypeVar

from riftcheck.goldfish.policies.base import Policy
from riftcheck.goldfish.policies.greedy import GreedyPolicy
from riftcheck.goldfish.policies.polarity import PolarityTable
from tests.instance_fields import fields_of

Kind = TypeVar("Kind", bound=Policy)


def give_fields(fresh: Kind, mind: Kind) -> Kind:
    """Return a policy with what another has noted so far, in lists and sets of its own; the polarities are shared."""
    for name in fields_of(type(mind)):
        value = getattr(mind, name)
        if isinstance(value, GreedyPolicy):
            give_fields(getattr(fresh, name), value)
        elif not isinstance(value, PolarityTable):
            setattr(fresh, name, type(value)(value) if isinstance(value, list | set | dict) else value)
    return fresh
