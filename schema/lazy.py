"""A schema that is loaded when something is first written by it."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from riftcheck.schema.base import StrictSchema


class LazySchema:
    """A schema by its module and name; loading marshmallow takes longer than validating a deck.

    `dump` writes a value as JSON values, as the schema does.
    """

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name

    @cached_property
    def schema(self) -> StrictSchema:
        """The schema itself, loaded when it is first asked for."""
        found: StrictSchema = getattr(import_module(self.module), self.name)()
        return found

    def dump(self, value: Any) -> Any:
        """Return a value as JSON values."""
        return self.schema.dump(value)
