"""A schema that is loaded when it first serializes a value."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from riftcheck.schema.base import StrictSchema


class LazySchema:
    """A schema that is given by its module and name, and loaded on first use.

    Loading marshmallow takes longer than validating a deck.
    """

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name

    @cached_property
    def schema(self) -> StrictSchema:
        """The schema itself, loaded on first use."""
        found: StrictSchema = getattr(import_module(self.module), self.name)()
        return found

    def dump(self, value: Any) -> Any:
        """Return a value as JSON data, as `dump` of the schema does."""
        return self.schema.dump(value)
