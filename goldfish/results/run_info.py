"""Run information for results, beside the counts: card names, copies in the deck, flags and labels."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.flow.setup import MODES, MULLIGAN
from riftcheck.goldfish.policies.traits import VERSIONS, never_done
from riftcheck.goldfish.results.ability_labels import ability_labels
from riftcheck.goldfish.stats.exact import DrawPile, opening_odds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.plan.prepared_run import PreparedRun
    from riftcheck.goldfish.plan.provisional import CardInDoubt
    from riftcheck.goldfish.plan.run import FieldList, Run
    from riftcheck.goldfish.stats.exact import OpeningOdds

OPPONENT_CODE: Final = "opponent: "  # stands before the codes of the rules that an opponent's list breaks
MOST_KINDS: Final = 24  # kinds in a main deck for which every opening hand is looked at; it takes about a second


@dataclass(frozen=True, slots=True)
class Flags:
    """The reservations with which every figure of a result is to be read.

    `illegal`: the codes of what is wrong with the list, in order. `unsupported`: what was done with cards that cannot
    be executed (`skip`, `vanilla`; empty where there are none) and `cards`, their names. `stopped`: how many games had
    been asked for, if the run was stopped before; it marks no figure, for the games that were played are not odd ones.
    `provisional`: the cards of both lists that are not known for sure, with what is not; they mark no figure either.
    """

    illegal: tuple[str, ...] = ()
    unsupported: str = ""
    cards: tuple[str, ...] = ()
    stopped: int = 0
    provisional: tuple[CardInDoubt, ...] = ()

    def marks(self) -> list[str]:
        """Return the words that stand at every figure; none for a legal list that runs whole."""
        return ["illegal"] * bool(self.illegal) + [self.unsupported] * bool(self.unsupported)

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "illegal": list(self.illegal),
            "unsupported": self.unsupported,
            "cards": list(self.cards),
            "stopped": self.stopped,
            "provisional": [card.to_json() for card in self.provisional],
        }


@dataclass(frozen=True, slots=True)
class RunInfo:
    """The information on a run that its result needs.

    `kinds` are the names of the list by the number that facts give them, `copies` how many of each are drawn from (the
    champion's copy in the Champion Zone is not). `turns`: the last turn of the player that is played. `victory`: the
    points that win. `openings`: what the mulligan does with every hand, where that is known (`exact.openings`). `run`
    goes into the result as it is: the list with its hash, data version, engine version, seed, policies and options;
    nothing of jobs, chunks, executor, cluster or time. `words`: what abilities say in few words, by their key.
    `date`: the day by whose rules and bans the lists were judged, None where nobody did. `policies`: by `policy`, and
    `opponent_policy` where a policy plays for the opponent, what is known of it (`policy_json`).
    `field_lists`: the lists of the field, where the opponent is one.
    """

    kinds: tuple[str, ...]
    copies: tuple[int, ...]
    turns: int
    victory: int
    mode: str = "duel"
    run: dict[str, Any] = field(default_factory=dict)
    flags: Flags = field(default_factory=Flags)
    opening_odds: OpeningOdds | None = None
    words: dict[str, str] = field(default_factory=dict)
    date: str | None = None
    policies: dict[str, dict[str, Any]] = field(default_factory=dict)
    field_lists: tuple[FieldList, ...] = ()

    def settings(self) -> dict[str, Any]:
        """Return what a result says of its run: `run`, and what that does not hold, for it decides no game."""
        return {"run": self.run, "date": self.date, **self.policies}

    def pile(self) -> DrawPile:
        """Return the deck that is drawn from."""
        return DrawPile(sum(self.copies), self.mode)


def run_info(
    table: PreparedRun, illegal: Sequence[str] = (), db: CardDatabase | None = None, *, date: str | None = None
) -> RunInfo:
    """Return the information on a prepared run; `illegal` are the codes of its issues on the day `date`.

    With the cards of a database, results say of abilities what they are beside where they stand.
    Mulligan policies are data, so what they do with every opening hand is known; it is worked out here, once.
    """
    run = table.run
    copies = Counter(run.list.main)
    numbers = tuple(copies[name] for name in run.kinds)
    unable = _unable(table)
    return RunInfo(
        kinds=run.kinds,
        copies=numbers,
        turns=run.turns,
        victory=MODES[run.mode].victory,
        mode=run.mode,
        run=run.to_json(),
        flags=Flags(tuple(illegal), run.unsupported if unable else "", tuple(unable), provisional=table.provisional),
        opening_odds=_opening_odds(table, numbers) if 0 < len(copies) <= MOST_KINDS else None,
        words={} if db is None else ability_labels(db, run.kinds),
        date=date,
        policies=policy_traits(run),
        field_lists=run.opponent.lists,
    )


def policy_json(name: str) -> dict[str, Any]:
    """Return what is known of a policy as JSON data: its name, the version of its play, and what it never does."""
    return {"name": name, "version": VERSIONS[name], "never": list(never_done(name))}


def policy_traits(run: Run) -> dict[str, dict[str, Any]]:
    """Return `policy_json` of who plays the list as `policy`, and of who plays an opponent's as `opponent_policy`."""
    found = {"policy": policy_json(run.policy)}
    if run.opponent.kind not in ("passive", "scripted"):
        found["opponent_policy"] = policy_json(run.opponent.policy)
    return found


def _unable(table: PreparedRun) -> list[str]:
    """Return the cards of the list, and of the lists of the opponent, that cannot be executed."""
    names = (*table.run.kinds, *(name for one in table.run.opponent.played_lists() for name in one.names()))
    pool = table.pool
    return [name for name in dict.fromkeys(names) if pool.by_name[name] in pool.inert | pool.plain]


def _opening_odds(table: PreparedRun, numbers: Sequence[int]) -> OpeningOdds:
    pool = table.pool
    cards = [pool.defs[pool.by_name[name]] for name in table.run.kinds]
    policy = table.run.mulligan
    return opening_odds(numbers, lambda hand: policy.aside([cards[kind] for kind in hand], min(MULLIGAN, len(hand))))
