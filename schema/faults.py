"""The faults of a document, each with its path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

Path = tuple[str | int, ...]


def located(messages: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield each message in the tree of a `marshmallow.ValidationError`, with the path of its value."""
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from located(inner, path if key == "_schema" else (*path, key))
    elif isinstance(messages, list):
        for inner in messages:
            yield from located(inner, path)
    else:
        yield path, messages
