"""The common part of every instruction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from riftcheck.carddb.abilities.node import keyword_node

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.phrases import Condition, Selection, Who

Until = Literal[
    "end of turn",
    "end of combat",
    "your next beginning phase",
    "your next ending phase",
    "I leave the board",
    "this is detached",
    "it leaves the board",
    "you choose another",
]


@keyword_node
class Instruction:
    """One line of a `do` list. `at` is its path in the card (`do/0`), for errors and for saves.

    `condition`: it is skipped unless that holds. `by`: who does it, None for the controller. `may`: that player may
    decline when it is reached. `into`: the name of its result, given by `as`.
    """

    at: str
    condition: Condition | None = None
    by: Who | None = None
    may: bool = False
    into: str | None = None


@keyword_node
class ActOn(Instruction):
    """An instruction that acts on selected things."""

    what: Selection
