"""Every node as one canonical mapping, and back.

A node is a mapping of one key, its class; under it stand the fields that differ from their defaults, with `-` for `_`:

    {Selector: {mode: choose, nouns: [unit], low: 1, high: 1, place: {Place: {kind: battlefield}}}}

Two nodes are so common that they are written short: `Number` is the number itself, and `Ref` is `{Ref: me}`. The loader
takes a canonical mapping wherever a phrase may stand, so everything that a node can hold can be written.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from riftcheck.carddb.abilities import heads, instructions, phrases
from riftcheck.carddb.abilities.instructions import Instruction
from riftcheck.carddb.abilities.phrases import Number, Ref

_MODULES: Final = (phrases, instructions, heads)
NODES: Final[dict[str, type[Any]]] = {
    name: kind
    for module in (phrases, heads)
    for name, kind in vars(module).items()
    # A head by itself is no node: it is what every ability has.
    if isinstance(kind, type) and is_dataclass(kind) and kind is not heads.Head
} | {kind.__name__: kind for kind in instructions.language().values()}
_HINTS: Final[dict[type[Any], dict[str, Any]]] = {}
_NAMES: Final[dict[str, Any]] = {name: value for module in _MODULES for name, value in vars(module).items()}


class CanonicalError(ValueError):
    """A canonical mapping that is no node. `path` says where in it, such as `Selector/place`; "" is the whole."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.message = message


def to_mapping(node: Any) -> Any:
    """Return a node as plain values: mappings, lists, text, numbers and truth values; a Number is an integer.

    `from_mapping` makes an equal node of it again.
    """
    if isinstance(node, tuple):
        return [to_mapping(part) for part in node]
    if not is_dataclass(node) or isinstance(node, type):
        return node
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Ref):
        return {"Ref": node.name}
    return {
        type(node).__name__: {
            _key(at): to_mapping(getattr(node, at.name)) for at in fields(node) if _differs_from_default(node, at)
        }
    }


def from_mapping(raw: Any) -> Any:
    """Return the node that a canonical mapping or a whole number stands for.

    :raises CanonicalError: if it is none, with the place in the mapping.
    """
    if type(raw) is int:
        return Number(raw)
    return _node(raw, "")


def is_canonical(raw: object) -> bool:
    """Tell whether a value is meant as a canonical mapping: its one key is written like a class."""
    if not isinstance(raw, Mapping) or len(raw) != 1:
        return False
    key = next(iter(raw))
    return isinstance(key, str) and key[:1].isupper()


def _key(field: Field[Any]) -> str:
    return field.name.replace("_", "-")


def _differs_from_default(node: Any, field: Field[Any]) -> bool:
    return field.default is MISSING or getattr(node, field.name) != field.default


def hints(kind: type[Any]) -> dict[str, Any]:
    """Return the types of a node's fields, with every name in them looked up."""
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind, globalns=_NAMES)
    return _HINTS[kind]


def words(kind: type[Any], name: str) -> tuple[str, ...]:
    """Return the words that a field of a node may hold: those of its Literal."""
    return tuple(word for part in choices(hints(kind)[name]) if get_origin(part) is Literal for word in get_args(part))


def _node(raw: Any, path: str) -> Any:
    if not is_canonical(raw):
        raise CanonicalError(path, f"must be a mapping of one key that names a node, such as Selector, not {raw!r}")
    ((name, inner),) = raw.items()
    kind = NODES.get(name)
    if kind is None:
        raise CanonicalError(path, f"there is no node {name!r}; there are {', '.join(sorted(NODES))}")
    place = f"{path}/{name}" if path else name
    if kind is Ref:
        return Ref(_value(inner, str, place))
    if not isinstance(inner, Mapping):
        raise CanonicalError(place, f"must be a mapping of its fields, not {inner!r}")
    return kind(**_fields(kind, inner, place))


def _fields(kind: type[Any], raw: Mapping[Any, Any], path: str) -> dict[str, Any]:
    known = {_key(field): field for field in fields(kind)}
    for key in raw:
        if key not in known:
            raise CanonicalError(path, f"has no field {key!r}; its fields are {', '.join(known) or 'none'}")
    for key, field in known.items():
        if key not in raw and field.default is MISSING:
            raise CanonicalError(path, f"needs {key}")
    return {known[key].name: _value(value, hints(kind)[known[key].name], f"{path}/{key}") for key, value in raw.items()}


def _value(raw: Any, hint: Any, path: str) -> Any:
    """Return a value of the type that a field is declared with."""
    allowed = choices(hint)
    if raw is None and type(None) in allowed:
        return None
    items = next((choice for choice in allowed if get_origin(choice) is tuple), None)
    if items is not None:
        return _items(raw, get_args(items)[0], path)
    if type(raw) is int and Number in allowed:
        return Number(raw)
    if type(raw) in (str, int, bool):
        return _plain(raw, allowed, path)
    node = _node(raw, path)
    if type(node) not in allowed and not (Instruction in allowed and isinstance(node, Instruction)):
        raise CanonicalError(path, f"cannot be {type(node).__name__} here")
    return node


def choices(hint: Any) -> tuple[Any, ...]:
    """Return the types that a type is a union of, itself if it is none."""
    if get_origin(hint) in (Union, types.UnionType):
        return tuple(choice for part in get_args(hint) for choice in choices(part))
    return (hint,)


def _items(raw: Any, hint: Any, path: str) -> tuple[Any, ...]:
    if not isinstance(raw, list):
        raise CanonicalError(path, f"must be a list, not {raw!r}")
    return tuple(_value(value, hint, f"{path}/{index}") for index, value in enumerate(raw))


def _plain(raw: Any, allowed: tuple[Any, ...], path: str) -> Any:
    words = [word for choice in allowed if get_origin(choice) is Literal for word in get_args(choice)]
    if type(raw) in allowed or raw in words:
        return raw
    wanted = f"one of {', '.join(map(str, words))}" if words else "another kind of value"
    raise CanonicalError(path, f"must be {wanted}, not {raw!r}")
