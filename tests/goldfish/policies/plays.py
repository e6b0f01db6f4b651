"""The plays that belong to each version of a policy: a digest of its answers in some games of two lists.

`python -m tests.goldfish.policies.plays` writes the digests of today into `plays.yaml`. Who changes how a policy plays
raises its version in `riftcheck.goldfish.policies.traits` first. Where only cards or rules have changed, which answers
follow, the version stays.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

import yaml

from riftcheck import carddb
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.engine.flow.loop import advance, submit
from riftcheck.goldfish.plan.run import DeckZones, Opponent
from riftcheck.goldfish.policies.seat_view import SeatView
from riftcheck.goldfish.policies.traits import VERSIONS
from riftcheck.goldfish.simulation.game import game_seed, new_game
from tests.goldfish.game_lists import LISTS, table
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.carddb import CardDatabase

FILE: Final = ROOT / "tests" / "goldfish" / "policies" / "plays.yaml"
# Lists with what policies differ in: hidden cards, optional costs, Reactions, abilities to be activated.
NUMBERS: Final = ("014", "058")
GAMES: Final = 2
TURNS: Final = 5
SEED: Final = 5
# Who hangs on how a greedy player plays has one for an opponent; the others have one who passes.
GREEDY: Final = ("planner", "lookahead", "greedy")
# The look-ahead with its own budget takes several seconds.
OPTIONS: Final[dict[str, dict[str, int]]] = {"lookahead": {"budget": 40}}


def listed(db: CardDatabase, number: str) -> DeckZones:
    """Return a list of the fixtures by its number."""
    text = (LISTS / f"list-{number}.txt").read_text("utf-8")
    return DeckZones.of(zones_for_play(resolve(read_list({"text": text}, db).deck, db)), number)


def digest(db: CardDatabase, policy: str, options: Mapping[str, int] | None = None) -> str:
    """Return the digest of what a policy answers in the first turns of some games.

    Of each answer it has the kind of the question, how many options there were, and which were taken.
    """
    seen = hashlib.sha256()
    for number in NUMBERS:
        deck = listed(db, number)
        opponent = Opponent("list", list=deck, policy="greedy" if policy in GREEDY else "passive")
        chosen_options = OPTIONS.get(policy, {}) if options is None else dict(options)
        ready = table(db, deck, opponent, policy=policy, options=chosen_options, seed=SEED, unsupported="vanilla")
        for index in range(GAMES):
            s = new_game(ready, index)
            minds = ready.policies(game_seed(SEED, index))
            seats = (SeatView(s, 0), SeatView(s, 1))
            advance(s)
            while s.winner < 0 and s.players[0].turns <= TURNS:
                decision = s.decision
                assert decision is not None
                player = decision.player
                chosen = minds[player].answer(seats[player])
                if player == 0:
                    seen.update(f"{decision.kind} {len(decision.options)} {chosen}\n".encode())
                submit(s, chosen)
    return seen.hexdigest()[:32]


def stored() -> dict[str, dict[str, int | str]]:
    """Return the version and the digest of each policy as they were stored."""
    found: dict[str, dict[str, int | str]] = yaml.safe_load(FILE.read_text("utf-8"))
    return found


def main() -> None:
    """Write the versions and digests of today."""
    db = carddb.load()
    found = {name: {"version": version, "plays": digest(db, name)} for name, version in VERSIONS.items()}
    FILE.write_text(yaml.safe_dump(found, sort_keys=False), "utf-8")


if __name__ == "__main__":
    main()
