"""An object with more attributes than it has, for a schema that writes out what goes beyond it."""

from __future__ import annotations

from typing import Any


class Joined:
    """The attributes of an object, with others beside them or in front of them."""

    def __init__(self, base: object, **more: Any) -> None:
        self._base = base
        self.__dict__.update(more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._base, name)
