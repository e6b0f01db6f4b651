"""The knowledge at a line: names, the meaning of `it`, and the conditions that have been answered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from riftcheck.carddb.abilities import instructions as nodes
from riftcheck.carddb.abilities.names.antecedents import NONE, Antecedent
from riftcheck.carddb.abilities.phrases import AllOf, Did, Not, Paid

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.instructions import Instruction
    from riftcheck.carddb.abilities.phrases import Condition


@dataclass(frozen=True, slots=True)
class Fact:
    """A condition that is known to hold, or not to, in the branch at hand; a lasting one cannot change in it."""

    condition: Condition
    holds: bool
    lasting: bool


Way = tuple[tuple[Any, ...], tuple[Fact, ...]]  # the lines of a branch, and the facts known in it


@dataclass(slots=True)
class Scope:
    """The knowledge at a line: names, the meaning of `it`, whether a player is bound, and answered conditions.

    `pending` are the names of what is played in this very effect: on the chain until it is done (CR 354.3). `outside`
    are those that an ability which is granted cannot know, for another object has it.
    """

    names: dict[str, frozenset[str]]
    it: Antecedent = NONE
    player: bool = False
    facts: tuple[Fact, ...] = ()
    pending: frozenset[str] = frozenset()
    outside: frozenset[str] = frozenset()

    def inner(self, *facts: Fact) -> Scope:
        """Return the scope of a nested list, in which more conditions are answered."""
        return Scope(dict(self.names), self.it, self.player, (*self.facts, *facts), self.pending, self.outside)

    def later(self, *facts: Fact) -> Scope:
        """Return the scope of what comes when this effect is done: what it has played is on the board then."""
        return replace(self.inner(*facts), pending=frozenset())

    def granted(self, at: str) -> Scope:
        """Return the scope of the abilities that the line or ability at a path grants: they know their own names."""
        own = {
            name: frozenset(path for path in paths if path.startswith(f"{at}/")) for name, paths in self.names.items()
        }
        names = {name: paths for name, paths in own.items() if name.startswith("this.") and paths}
        return Scope(names, outside=frozenset(self.names) - frozenset(names) | self.outside)

    def learn(self, other: Scope) -> None:
        """Take over the names that a nested list gave."""
        for name, places in other.names.items():
            self.names[name] = self.names.get(name, frozenset()) | places
        self.player = self.player or other.player
        self.pending |= other.pending


def ways_of(line: Instruction) -> tuple[Way, ...]:
    """Return the branches of a line, of which one is run."""
    if isinstance(line, nodes.If):
        return (line.do, facts_of(line.test, holds=True)), (line.otherwise, facts_of(line.test, holds=False))
    if isinstance(line, nodes.ChooseOne):
        return tuple((way, ()) for way in line.modes)
    if isinstance(line, nodes.Either):
        return tuple((way, ()) for way in line.ways)
    if isinstance(line, nodes.Unless):
        return (line.offer, ()), (line.do, ())
    return ((line.do, ()), ((), ())) if isinstance(line, nodes.MayDo | nodes.Gated) else ()


def facts_of(test: Condition, *, holds: bool) -> tuple[Fact, ...]:
    """Return the facts that a condition's holding proves, or its failing."""
    if isinstance(test, Not):
        return facts_of(test.condition, holds=not holds)
    if isinstance(test, AllOf) and holds:
        return tuple(fact for part in test.conditions for fact in facts_of(part, holds=True))
    return (Fact(test, holds, isinstance(test, (Did, Paid))),)


def clash(facts: tuple[Fact, ...], known: tuple[Fact, ...]) -> bool:
    """Tell whether one of some facts is the opposite of a known one."""
    return any(fact.condition == other.condition and fact.holds != other.holds for fact in facts for other in known)


def follows(facts: tuple[Fact, ...], known: tuple[Fact, ...]) -> bool:
    """Tell whether all of some facts are known."""
    return all(any(fact.condition == o.condition and fact.holds == o.holds for o in known) for fact in facts)
