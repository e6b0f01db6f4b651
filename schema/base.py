"""The base of all schemas: an object with the fields that are listed, and no others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from marshmallow import RAISE, Schema

from riftcheck.schema.writer import writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from marshmallow import ValidationError

_SAID: Final = {"type": "must be an object", "unknown": "unknown field"}


class StrictSchema(Schema):
    """An object without unknown fields.

    `dump` returns the same as marshmallow's own. It calls a function that is generated once from the schema's fields,
    because serializing each field of a report by itself takes longer than validating the deck.
    """

    error_messages = _SAID

    class Meta:
        """Unknown fields are refused, and fields keep their order."""

        unknown = RAISE

    def handle_error(self, error: ValidationError, data: Any, **_more: Any) -> None:
        """Put the unknown fields of an error into the order of the document; marshmallow takes them from a set."""
        if not isinstance(error.messages, dict) or not isinstance(data, Mapping):
            return
        known = {field.data_key or name for name, field in self.load_fields.items()}
        unknown = [key for key in data if key in error.messages and key not in known]
        following = iter(unknown)
        error.messages = {
            key: error.messages[key]
            for key in (next(following) if place in unknown else place for place in error.messages)
        }

    @cached_property
    def _write(self) -> Callable[[Any], dict[str, Any]]:
        return writer(self)

    def dump(self, obj: Any, *, many: bool | None = None) -> Any:
        """Return a value, or `many` of them, as JSON values."""
        if self.many if many is None else many:
            return [self._write(one) for one in obj]
        return self._write(obj)
