"""The choice whether to compile, as RIFTCHECK_COMPILE tells it, and the faults of a build that compiles."""

from __future__ import annotations

import os
import sys
from typing import Final

from setuptools.errors import BaseError

VARIABLE: Final = "RIFTCHECK_COMPILE"
AUTO: Final = "auto"
NEVER: Final = "0"
ALWAYS: Final = "1"


class CompilationError(BaseError):
    """A package that cannot be compiled; the message is a sentence with the reason."""


def compile_mode() -> str:
    """Return what RIFTCHECK_COMPILE asks for: `auto`, `0` or `1`; `auto` if it is not set or empty.

    :raises CompilationError: if it is something else.
    """
    asked = os.environ.get(VARIABLE, "") or AUTO
    if asked not in (AUTO, NEVER, ALWAYS):
        raise CompilationError(
            f"{VARIABLE} is {asked!r}; it should be 1 to compile or fail, 0 to compile nothing, or auto to compile a "
            "wheel where that works."
        )
    return asked


def give_up(reason: str) -> None:
    """Go on without compiling, and say why, where that is allowed.

    :raises CompilationError: if it is not: RIFTCHECK_COMPILE is 1.
    """
    if compile_mode() == ALWAYS:
        raise CompilationError(f"{VARIABLE} is 1, but riftcheck cannot be compiled: {reason}")
    sys.stderr.write(f"riftcheck is built without compiled modules, and plays the same games, slower: {reason}\n")
