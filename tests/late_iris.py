"""Load rfc3987_syntax at its first use, because its import takes a second.

jsonschema imports it to check IRIs, and no document of the tests has one.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Final

NAME: Final = "rfc3987_syntax"


def is_valid_syntax(term: str, value: str) -> bool:
    """Return whether a text is a term of RFC 3987, as the module itself does."""
    if isinstance(sys.modules.get(NAME), LateModule):
        del sys.modules[NAME]
    valid: bool = importlib.import_module(NAME).is_valid_syntax(term, value)
    return valid


class LateModule(ModuleType):
    """The module until its first use."""

    def __init__(self) -> None:
        super().__init__(NAME)
        self.is_valid_syntax = is_valid_syntax


def load_late() -> None:
    """Put the late module in the place of the module, unless that is loaded."""
    sys.modules.setdefault(NAME, LateModule())
