"""How a value is written out: a function made once of a schema's fields."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from marshmallow import fields, missing

if TYPE_CHECKING:
    from marshmallow import Schema

Convert = Callable[[Any], Any]

# Their values are JSON already.
_PLAIN: Final = (fields.String, fields.Integer, fields.Boolean, fields.Raw)


def writer(schema: Schema) -> Callable[[Any], dict[str, Any]]:
    """Return the function that writes out what a schema describes, from an object's attributes or a mapping's keys.

    :raises AttributeError: (the function) if an object lacks an attribute that the schema names.
    :raises KeyError: (the function) if a mapping lacks a key, other than one that may be left out.
    """
    shown = schema.dump_fields
    names = [field.attribute or name for name, field in shown.items()]
    keys = [field.data_key or name for name, field in shown.items()]
    optional = [
        (key, blank) for key, field in zip(keys, shown.values(), strict=True) if (blank := _blank(field)) is not missing
    ]
    converted = [(key, made) for key, field in zip(keys, shown.values(), strict=True) if (made := _converter(field))]
    lookups = {key: (name, key in dict(optional)) for key, name in zip(keys, names, strict=True)}
    values = attrgetter(*names)
    one = len(names) == 1

    def write(value: Any) -> dict[str, Any]:
        if isinstance(value, dict):
            found = {key: value[name] for key, (name, lacks) in lookups.items() if not lacks or name in value}
        else:
            found = {keys[0]: values(value)} if one else dict(zip(keys, values(value), strict=False))
        for key, blank in optional:
            if key in found and found[key] == blank:
                del found[key]
        for key, convert in converted:
            inner = found.get(key)
            if inner is not None:
                found[key] = convert(inner)
        return found

    return write


def _blank(field: fields.Field[Any]) -> Any:
    """Return the value at which a field is left out, `missing` where it never is."""
    return getattr(field, "left_out", missing)


def _converter(field: fields.Field[Any]) -> Convert | None:
    """Return what makes JSON of a field's value, None where it is JSON already."""
    if isinstance(field, fields.Nested) and type(field)._serialize is fields.Nested._serialize:  # noqa: SLF001
        return writer(field.schema)
    if isinstance(field, fields.List):
        inner = _converter(field.inner)
        return list if inner is None else lambda values: [inner(value) for value in values]
    if isinstance(field, fields.Dict):
        return _of_dict(field)
    if isinstance(field, _PLAIN) and type(field)._serialize in _PLAIN_WAYS:  # noqa: SLF001 - marshmallow's way to be extended
        return None
    return lambda value: field._serialize(value, field.name, None)  # noqa: SLF001


_PLAIN_WAYS: Final = frozenset(kind._serialize for kind in (*_PLAIN, fields.Field))  # noqa: SLF001


def _of_dict(field: fields.Dict) -> Convert:
    inner = None if field.value_field is None else _converter(field.value_field)
    if inner is None:
        return dict
    return lambda values: {key: inner(value) for key, value in values.items()}
