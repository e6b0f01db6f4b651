"""The decorator of the nodes of the ability language: immutable value classes that are cheap to define.

There are some 170 kinds of nodes, and every program that plays a game defines them all when it starts. `dataclass`
compiles up to six methods for each class, at half a millisecond; here all classes share their comparison, hash and
representation, and that a node does not change is checked by the type checker alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from typing import Any, TypeVar, dataclass_transform

Class = TypeVar("Class")


@dataclass_transform(frozen_default=True)
def node(cls: type[Class]) -> type[Class]:
    """Return a class as an immutable value class with slots."""
    return _defined(cls, kw_only=False)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def keyword_node(cls: type[Class]) -> type[Class]:
    """Return a class as an immutable value class with slots, all of whose fields are given by keyword."""
    return _defined(cls, kw_only=True)


def _defined(cls: type[Class], *, kw_only: bool) -> type[Class]:
    made: Any = dataclass(slots=True, kw_only=kw_only, eq=False, repr=False)(cls)
    made.__eq__, made.__hash__, made.__repr__ = _Shared.__eq__, _Shared.__hash__, _Shared.__repr__
    return made  # type: ignore[no-any-return]


class _Shared:
    """The methods of every node."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        names = _fields(self)
        return tuple(map(getattr, repeat(self), names)) == tuple(map(getattr, repeat(other), names))

    def __hash__(self) -> int:
        return hash(tuple(map(getattr, repeat(self), _fields(self))))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in _fields(self))
        return f"{self.__class__.__qualname__}({shown})"


def _fields(self: Any) -> dict[str, Any]:
    found: dict[str, Any] = self.__dataclass_fields__
    return found
