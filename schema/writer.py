"""Writing a value out: a function compiled once from a schema's fields.

A report on a list is written out for every list. What its schema says is therefore made into the lines that one would
write by hand, `{"name": value.name, "count": value.count}`, as `dataclasses` makes an `__init__`: going through the
fields anew for every entry of a deck takes several times as long.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from marshmallow import fields, missing

if TYPE_CHECKING:
    from collections.abc import Callable

    from marshmallow import Schema

# Their values are JSON already.
_PLAIN: Final = (fields.String, fields.Integer, fields.Boolean, fields.Raw)
_PLAIN_WAYS: Final = frozenset(kind._serialize for kind in (*_PLAIN, fields.Field))  # noqa: SLF001


def writer(schema: Schema) -> Callable[[Any], dict[str, Any]]:
    """Return the function that writes out the fields of a schema, from an object's attributes or a mapping's keys.

    :raises AttributeError: (the function) if an object lacks an attribute that the schema names.
    :raises KeyError: (the function) if a mapping lacks a key, other than one that may be left out.
    :raises TypeError: (the function) if a list, object or number that may not be null is null.
    """
    code = _Code()
    lines = ["def write(value):", " if isinstance(value, dict):"]
    lines += [f"  {line}" for line in code.body(schema, "value[{!r}]", "{!r} in value and ")]
    lines += [f" {line}" for line in code.body(schema, "value.{}", "")]
    # The lines hold the names that classes of ours give to attributes and keys, and nothing that comes from outside.
    exec(compile("\n".join(lines), f"<writer of {type(schema).__name__}>", "exec"), code.values)  # noqa: S102
    made: Callable[[Any], dict[str, Any]] = code.values["write"]
    return made


class _Code:
    """The lines of a function, with the values that stand behind the names in them."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._names = 0

    def body(self, schema: Schema, access: str, present: str) -> list[str]:
        """Return the lines that write out the fields of `value` in their order.

        `access` is how a field's value is taken by its name, `present` what is asked first where it may be left out.
        """
        shown = [(field.data_key or name, field.attribute or name, field) for name, field in schema.dump_fields.items()]
        head = list(takewhile(lambda entry: _blank(entry[2]) is missing, shown))
        entries = ", ".join(f"{key!r}: {self._written(field, access.format(name))}" for key, name, field in head)
        lines = [f"found = {{{entries}}}"]
        for key, name, field in shown[len(head) :]:
            taken, blank = access.format(name), _blank(field)
            if blank is missing:
                lines.append(f"found[{key!r}] = {self._written(field, taken)}")
                continue
            one = self._name()
            differs = "is not None" if blank is None else f"!= {self._name(blank)}"
            lines.append(f"if {present.format(name)}({one} := {taken}) {differs}:")
            lines.append(f" found[{key!r}] = {self._json(field, one)}")
        return [*lines, "return found"]

    def _written(self, field: fields.Field[Any], taken: str) -> str:
        """Return the expression of a field's value as JSON; `taken` is the expression of the value."""
        if not field.allow_none:
            return self._json(field, taken)
        one = self._name()
        made = self._json(field, one)
        return taken if made == one else f"None if ({one} := {taken}) is None else {made}"

    def _json(self, field: fields.Field[Any], one: str) -> str:
        """Return the expression of a value that is not null as JSON, `one` itself where it is JSON already."""
        way: Any = type(field)._serialize  # noqa: SLF001 - marshmallow's way to be extended
        if isinstance(field, fields.Nested) and way is fields.Nested._serialize:  # noqa: SLF001
            return f"{self._name(writer(field.schema))}({one})"
        if isinstance(field, fields.List):
            return self._list(field, one)
        if isinstance(field, fields.Dict):
            return self._dict(field, one)
        if isinstance(field, fields.Float) and way is fields.Float._serialize:  # noqa: SLF001
            return f"float({one})"
        if isinstance(field, _PLAIN) and way in _PLAIN_WAYS:
            return one
        return f"{self._name(field._serialize)}({one}, {field.name!r}, None)"  # noqa: SLF001

    def _list(self, field: fields.List[Any], one: str) -> str:
        entry = self._name()
        made = self._inner(field.inner, entry)
        return f"list({one})" if made == entry else f"[{made} for {entry} in {one}]"

    def _dict(self, field: fields.Dict, one: str) -> str:
        key, entry = self._name(), self._name()
        made = entry if field.value_field is None else self._inner(field.value_field, entry)
        if field.key_field is None:
            return f"dict({one})" if made == entry else f"{{{key}: {made} for {key}, {entry} in {one}.items()}}"
        return f"{{str({key}): {made} for {key}, {entry} in {one}.items()}}"

    def _inner(self, field: fields.Field[Any], entry: str) -> str:
        """Return the expression of an entry of a list or an object as JSON."""
        made = self._json(field, entry)
        return f"None if {entry} is None else {made}" if field.allow_none and made != entry else made

    def _name(self, value: Any = missing) -> str:
        """Return a name that is not yet in the lines, of a value if there is one."""
        self._names += 1
        name = f"_{self._names}"
        if value is not missing:
            self.values[name] = value
        return name


def _blank(field: fields.Field[Any]) -> Any:
    """Return the value at which a field is left out, `missing` where it never is."""
    return getattr(field, "left_out", missing)
