"""A fault that a check of card data finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


@dataclass(frozen=True, slots=True)
class LintFault:
    """A fault in an entry: `kind` and `key` name the entry as its file does.

    `field` is the key in it, with `/` between the steps of a longer path, and "" for all of it. `warning`: the data
    can be right all the same.
    """

    kind: str
    key: Any
    field: str
    message: str
    warning: bool = False
