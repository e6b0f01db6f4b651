"""The meaning of a card for the engine, as a value: its definition with every closure in it, by code and cells."""

from __future__ import annotations

from enum import Enum
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any

from riftcheck.engine.compile.core.context import Context
from riftcheck.engine.model.definitions import CardDef
from tests.engine.compile.watched_nodes import KINDS
from tests.instance_fields import fields_of


def meaning(d: CardDef) -> tuple[Any, ...]:
    """Return a value that is equal for two cards of one name if the engine does the same for both."""
    seen: dict[int, int] = {}
    return tuple((name, _value(getattr(d, name), seen)) for name in sorted(fields_of(CardDef)) if name != "index")


def _value(value: Any, seen: dict[int, int], names: frozenset[str] = frozenset()) -> Any:
    """Return a part of a meaning; `names` are the attributes that the function around it speaks of."""
    if value is None or isinstance(value, (bool, int, str, float)):
        return value
    if isinstance(value, (tuple, list)):
        return tuple(_value(part, seen, names) for part in value)
    if isinstance(value, (set, frozenset, range, Enum)):
        return sorted(map(repr, value)) if isinstance(value, (set, frozenset)) else repr(value)
    if isinstance(value, type):
        return value.__qualname__
    if type(value) in KINDS:
        # A node that a closure holds is read when that runs: the attributes that its code speaks of.
        fields = [name for name in type(value).__dataclass_fields__ if name in names and name != "at"]
        return (type(value).__name__, *((name, _value(getattr(value, name), seen, names)) for name in fields))
    if id(value) in seen:
        return ("seen", seen[id(value)])
    seen[id(value)] = len(seen)
    return _object(value, seen, names)


def _object(value: Any, seen: dict[int, int], names: frozenset[str]) -> Any:
    if isinstance(value, FunctionType):
        spoken = frozenset(_spoken(value.__code__))
        cells = [_cell(cell, seen, spoken) for cell in value.__closure__ or ()]
        code = value.__code__
        return (code.co_filename, code.co_firstlineno, _value(value.__defaults__, seen, spoken), tuple(cells))
    if isinstance(value, MethodType):
        return (_value(value.__func__, seen), _value(value.__self__, seen))
    if isinstance(value, BuiltinFunctionType):
        return value.__qualname__
    if isinstance(value, Context):
        return "context"
    if isinstance(value, dict):
        return tuple((repr(key), _value(part, seen, names)) for key, part in value.items())
    held = {name: getattr(value, name, None) for name in sorted(fields_of(type(value)))} or vars(value)
    return (type(value).__name__, *((name, _value(part, seen, names)) for name, part in held.items()))


def _cell(cell: Any, seen: dict[int, int], spoken: frozenset[str]) -> Any:
    try:
        return _value(cell.cell_contents, seen, spoken)
    except ValueError:
        return "empty"


def _spoken(code: CodeType) -> set[str]:
    inner = [_spoken(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*inner)
