"""The decorators for nodes of the ability language: immutable value classes that are cheap to define.

There are about 170 kinds of nodes, and every program that plays a game defines all of them when it starts. `dataclass`
compiles up to six methods for each class, which takes half a millisecond. With these decorators, all classes share
their comparison, hash and representation. Only the type checker prevents changes to a node.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Iterable

Class = TypeVar("Class")


@dataclass_transform(frozen_default=True)
def node(cls: type[Class]) -> type[Class]:
    """Return a class as an immutable value class with slots."""
    return _defined(cls, kw_only=False)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def keyword_node(cls: type[Class]) -> type[Class]:
    """Return a class as an immutable value class with slots and keyword-only fields."""
    return _defined(cls, kw_only=True)


def _defined(cls: type[Class], *, kw_only: bool) -> type[Class]:
    made: Any = dataclass(slots=True, kw_only=kw_only, eq=False, repr=False)(cls)
    made.__eq__, made.__hash__, made.__repr__ = _Shared.__eq__, _Shared.__hash__, _Shared.__repr__
    return made  # type: ignore[no-any-return]


class _Shared:
    """The methods that all nodes share."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        names = names_of_fields(self)
        return tuple(map(getattr, repeat(self), names)) == tuple(map(getattr, repeat(other), names))

    def __hash__(self) -> int:
        return hash(tuple(map(getattr, repeat(self), names_of_fields(self))))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names_of_fields(self))
        return f"{self.__class__.__qualname__}({shown})"


def names_of_fields(node: Any) -> Iterable[str]:
    """Return the names of the fields of a node, without the cost of `dataclasses.fields`."""
    found: dict[str, Any] = node.__dataclass_fields__
    return found
