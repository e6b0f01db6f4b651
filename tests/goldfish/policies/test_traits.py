"""What is known of each policy: the version of its play holds the plays, and what it never does it never does."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from riftcheck.goldfish.plan.run import Opponent
from riftcheck.goldfish.policies import POLICIES
from riftcheck.goldfish.policies.traits import NEVER, OMISSIONS, VERSIONS, never_done
from tests.goldfish.game_lists import table
from tests.goldfish.policies.omissions import OmissionCounts
from tests.goldfish.policies.plays import digest, listed, stored

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

# Lists in mirror play in which all that may be left out can be done.
NUMBERS = ("014", "058", "068")
# The look-ahead is the planner with a larger budget; what it never does hangs on neither.
OPTIONS = {"lookahead": {"budget": 12, "samples": 1, "ahead": 1}}
GAMES = {"greedy": 30, "random": 15, "passive": 10, "planner": 6, "lookahead": 2}


@cache
def counts(db: CardDatabase, name: str) -> OmissionCounts:
    found = OmissionCounts()
    for number in NUMBERS:
        deck = listed(db, number)
        opponent = Opponent("list", list=deck)
        values: dict[str, object] = {
            "policy": name,
            "options": OPTIONS.get(name, {}),
            "seed": 3,
            "unsupported": "vanilla",
        }
        found.play(table(db, deck, opponent, **values), GAMES[name])
    return found


def test_every_policy_has_its_traits() -> None:
    assert list(VERSIONS) == list(NEVER) == list(POLICIES)
    assert all(version >= 1 for version in VERSIONS.values())
    assert {word for words in NEVER.values() for word in words} == set(OMISSIONS)
    assert never_done("passive") == (
        "plays a card",
        "uses an ability",
        "sets a card aside in the mulligan",
    )


@pytest.mark.parametrize("name", POLICIES)
def test_the_plays_of_a_version_are_those_that_were_stored(db: CardDatabase, name: str) -> None:
    told = stored()[name]
    assert told["version"] == VERSIONS[name], "python -m tests.goldfish.policies.plays stores the plays of a version"
    assert digest(db, name) == told["plays"], (
        f"{name} plays otherwise than version {VERSIONS[name]} does. If its own answers changed, raise its version in "
        "goldfish/policies/traits.py; then, or if only cards or rules did, python -m tests.goldfish.policies.plays"
    )


def test_other_plays_have_another_digest(db: CardDatabase) -> None:
    assert digest(db, "planner", {"budget": 20}) != stored()["planner"]["plays"]
    assert len({one["plays"] for one in stored().values()}) == len(POLICIES)


@pytest.mark.parametrize("name", POLICIES)
def test_what_a_policy_never_does_it_could_have_done(db: CardDatabase, name: str) -> None:
    found = counts(db, name)
    for word in NEVER[name]:
        assert found.offered[word] >= 2, word
        assert found.done[word] == 0, word


@pytest.mark.parametrize("name", ["planner", "greedy", "random"])
def test_what_is_not_said_of_a_policy_it_does(db: CardDatabase, name: str) -> None:
    found = counts(db, name)
    for word in set(OMISSIONS) - set(NEVER[name]):
        assert found.done[word] > 0, word
