"""Nodes of abilities that note which of their fields are read: a field that is set and never read is a silent word."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any

from riftcheck.carddb.abilities import canonical, heads, instructions, phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = frozenset(canonical.NODES.values()) | frozenset(instructions.VERBS)
# Walks over every field of every node, which carry nothing out.
WALKS = "/abilities/traversal.py"
# Where a node stands, and of which card it is: for errors and saves.
PLACES = frozenset({(kind, "at") for kind in KINDS} | {(heads.CardAbilities, "card")})

_READ: set[tuple[int, str]] = set()


def _noted(node: Any, name: str) -> Any:
    caller = sys._getframe(1).f_code
    if not name.startswith("__") and not caller.co_filename.endswith(WALKS) and caller.co_name != "__hash__":
        _READ.add((id(node), name))
    return object.__getattribute__(node, name)


@contextmanager
def watched() -> Iterator[None]:
    """Let every node note its reads."""
    for kind in KINDS:
        type.__setattr__(kind, "__getattribute__", _noted)
    try:
        yield
    finally:
        for kind in KINDS:
            del kind.__getattribute__


def forget() -> None:
    """Forget what has been read so far."""
    _READ.clear()


def unread(node: Any, path: str = "") -> list[str]:
    """Return the fields in a node that are set and that nothing has read, each with its path."""
    if isinstance(node, tuple):
        return [found for place, part in enumerate(node) for found in unread(part, f"{path}/{place}")]
    if type(node) not in KINDS:
        return []
    found: list[str] = []
    for field in fields(node):
        value = object.__getattribute__(node, field.name)
        plain = field.default is not MISSING and value == field.default
        if plain or (type(node), field.name) in PLACES or _goes_without_saying(node, field.name):
            continue
        at = f"{path}/{type(node).__name__}.{field.name}"
        found += unread(value, at) if (id(node), field.name) in _READ else [at]
    return found


def _goes_without_saying(node: Any, name: str) -> bool:
    """Tell whether a field of a selector says only that one thing, or all that fit, is meant."""
    if not isinstance(node, phrases.Selector) or name not in ("mode", "low", "high"):
        return False
    mode, low, high = (object.__getattribute__(node, field) for field in ("mode", "low", "high"))
    one = phrases.Number(1)
    return (mode == "all" and low == phrases.Number(0)) or (mode == "bare" and low == one and high in (one, None))
