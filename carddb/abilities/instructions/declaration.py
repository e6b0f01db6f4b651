"""The declaration of a verb, beside its node: its spelling, its effect on its objects, its description."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Flag, auto
from typing import TYPE_CHECKING, Final, TypeVar

from riftcheck.carddb.abilities.instructions.base import ActOn, Instruction

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Node = TypeVar("Node", bound=Instruction)


class Effect(Flag):
    """The use of an instruction, for a policy that decides whether it is done and to what; NONE is a full answer."""

    NONE = 0
    # Its effect on the objects that it is aimed at.
    HARM = auto()
    HELP = auto()
    # Harm where it takes Might, help where it gives Might or anything else.
    BY_MIGHT = auto()
    # Help where its destination is chosen, harm where the text says it.
    BY_DESTINATION = auto()
    # It is worth something by itself: cards, runes, points, permanents, knowledge.
    GAIN = auto()
    # It does nothing that lasts: it only matters while units fight.
    FIGHT = auto()
    # It takes the cards or objects that are picked away from where their owner can use them.
    TAKE = auto()


@dataclass(frozen=True, slots=True)
class Verb:
    """The declaration of a verb.

    `words` are its keys in a card file; an instruction that no card can say has none. `keys` are the keys of fields
    that are not named like them, and `needs` the common keys (`as`) without which the verb is not written. `acts_on`
    are the fields that hold what it acts on (not what it only measures or copies from); where it `makes`, `it` is what
    came of it: a permanent that was not there before, or a card found. Of one that is not `named` nothing comes that a
    name could hold, so that `as` is refused. `says` are the words for it, a format string over its fields (see
    `description.templates`); None where its words are put together by a function.
    """

    words: tuple[str, ...]
    effect: Effect
    acts_on: tuple[str, ...]
    makes: bool = False
    keys: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    says: str | None = None
    named: bool = True


# By class of node, in the order in which the modules declare them.
VERBS: Final[dict[type[Instruction], Verb]] = {}


def verb(
    *words: str,
    effect: Effect,
    acts_on: tuple[str, ...] | None = None,
    makes: bool = False,
    keys: Mapping[str, str] | None = None,
    needs: tuple[str, ...] = (),
    says: str | None = None,
    named: bool = True,
) -> Callable[[type[Node]], type[Node]]:
    """Return a decorator that declares a class as the node of a verb; the arguments are those of `Verb`.

    `acts_on` may be left out: of an `ActOn` it is `what`, of any other instruction nothing.
    """

    def declare(node: type[Node]) -> type[Node]:
        acted = acts_on if acts_on is not None else ("what",) if issubclass(node, ActOn) else ()
        VERBS[node] = Verb(words, effect, acted, makes, dict(keys or {}), needs, says, named)
        return node

    return declare


def language() -> dict[str, type[Instruction]]:
    """Return the node of each verb that a card can say, by its key."""
    return {word: node for node, declared in VERBS.items() for word in declared.words}
