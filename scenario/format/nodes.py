"""Values of scenario files with their place: the checks of each, with file and line in every fault."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities.problems import near, unknown_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from riftcheck.carddb.errors import DataProblem
    from riftcheck.carddb.strict_yaml import Document

# What YAML takes for text where it stands in quotes.
QUOTED: Final = {"yes": True, "no": False}
PLAYER: Final = re.compile(r"p([1-4])")


class ScenarioFault(Exception):
    """A scenario that cannot be run as it is written; `problem` says where and what would be right."""

    def __init__(self, problem: DataProblem) -> None:
        self.problem = problem
        super().__init__(str(problem))


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a scenario file with its place."""

    doc: Document
    path: tuple[str | int, ...]
    value: Any

    @property
    def line(self) -> int:
        """The line of the value in its file."""
        return self.doc.line(self.path)

    @property
    def short_path(self) -> str:
        """The path of the value within its scenario, such as `steps/0/targets/1`."""
        start = self.path.index("steps") if "steps" in self.path else 0
        return "/".join(str(part) for part in self.path[start:])

    def fault(self, message: str) -> ScenarioFault:
        """Return a fault that stands here."""
        return ScenarioFault(self.doc.problem(self.path, message))

    def at(self, key: str | int) -> Node:
        """Return the node under a key, or at a place of a list."""
        return Node(self.doc, (*self.path, key), self.value[key])

    def has(self, key: str) -> bool:
        """Tell whether the value is a mapping with a key."""
        return isinstance(self.value, dict) and key in self.value

    def keys(self, known: Iterable[str]) -> Iterator[str]:
        """Return the keys of a mapping, which must all be known.

        :raises ScenarioFault: if it is no mapping, or a key is not known.
        """
        known = frozenset(known)
        if not isinstance(self.value, dict):
            raise self.fault(f"must be a mapping with some of {', '.join(sorted(known))}; it is {self.shown()}")
        for key in self.value:
            if key not in known:
                raise self.at(key).fault(unknown_key(key, known))
        return iter(self.value)

    def pairs(self) -> list[tuple[str, Node]]:
        """Return the keys and values of a mapping.

        :raises ScenarioFault: if it is none.
        """
        if not isinstance(self.value, dict):
            raise self.fault(f"must be a mapping; it is {self.shown()}")
        return [(key, self.at(key)) for key in self.value]

    def some(self, known: Iterable[str]) -> list[str]:
        """Return the keys of a mapping, which must all be known and at least one.

        :raises ScenarioFault: if it is no mapping, a key is not known, or there is none.
        """
        known = frozenset(known)
        keys = list(self.keys(known))
        if not keys:
            raise self.fault(f"says nothing; it should have some of {', '.join(sorted(known))}")
        return keys

    def entries(self) -> list[Node]:
        """Return the entries of a list that says something; a single value is a list of one.

        :raises ScenarioFault: if it is empty.
        """
        found = self.each()
        if not found:
            raise self.fault("says nothing: the list is empty")
        return found

    def listed(self) -> list[Node]:
        """Return the entries of a list that may be empty; a single value is a list of one.

        :raises ScenarioFault: if nothing stands here, not even `[]`.
        """
        if self.value is None:
            raise self.fault("says nothing; an empty list is written []")
        return self.each()

    def each(self) -> list[Node]:
        """Return the entries of a list; a single value is a list of one, nothing none."""
        if isinstance(self.value, list):
            return [self.at(place) for place in range(len(self.value))]
        return [] if self.value is None else [self]

    def text(self) -> str:
        """Return a text.

        :raises ScenarioFault: if it is something else.
        """
        if not isinstance(self.value, str) or not self.value:
            raise self.fault(f"must be text; it is {self.shown()}")
        return self.value

    def number(self, least: int = 0) -> int:
        """Return a whole number.

        :raises ScenarioFault: if it is something else, or less than the least.
        """
        if type(self.value) is not int or self.value < least:
            raise self.fault(f"must be a whole number from {least} on; it is {self.shown()}")
        return self.value

    def truth(self) -> bool:
        """Return yes or no.

        :raises ScenarioFault: if it is something else.
        """
        value = self.told()
        if not isinstance(value, bool):
            raise self.fault(f"must be true or false; it is {self.shown()}")
        return value

    def told(self) -> Any:
        """Return the value; a yes or no in quotes is the same without them."""
        return QUOTED.get(self.value, self.value) if isinstance(self.value, str) else self.value

    def player(self) -> int:
        """Return the seat that p1 to p4 mean.

        :raises ScenarioFault: if it is something else.
        """
        found = PLAYER.fullmatch(self.value) if isinstance(self.value, str) else None
        if found is None:
            raise self.fault(f"must be a player, p1 to p4; it is {self.shown()}")
        return int(found[1]) - 1

    def one_of(self, words: Iterable[str]) -> str:
        """Return one of some words.

        :raises ScenarioFault: if it is another.
        """
        if self.value not in (known := list(words)):
            raise self.fault(f"must be one of {', '.join(known)}; it is {self.shown()}{near(self.value, known)}")
        return str(self.value)

    def shown(self) -> str:
        """Return the value as it may stand in a message."""
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        if isinstance(self.value, dict | list):
            return "a mapping" if isinstance(self.value, dict) else "a list"
        return "nothing" if self.value is None else repr(self.value)
