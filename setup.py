"""Builds the package. RIFTCHECK_COMPILE=1 compiles the rules of the game with mypyc; see docs/engine.md."""

import os
from pathlib import Path

from setuptools import Extension, setup

# What is not compiled: words, saving and views, which a game that nobody looks at never calls, and which read fields
# by name; the classes of a state, whose `clone` makes an object without calling its constructor, which a compiled class
# does not let it do. `engine.compile` stays as it is, too: its closures are made anew for every card.
LEFT_OUT = frozenset(
    {
        "__init__",
        "codec",
        "describe",
        "fields",
        "game",
        "invariants",
        "items",
        "marks",
        "match",
        "naming",
        "objects",
        "picture",
        "policies",
        "registered",
        "save",
        "soundness",
        "state",
        "view",
    }
)


def extensions() -> list[Extension]:
    """Return what is to be compiled: nothing unless it was asked for.

    :raises ModuleNotFoundError: if it was asked for, and mypy is not installed.
    """
    if os.environ.get("RIFTCHECK_COMPILE") != "1":
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - mypy is a tool of developers

    root = Path(__file__).parent
    hot = [path for path in sorted((root / "engine").glob("*.py")) if path.stem not in LEFT_OUT]
    return list(mypycify([str(path.relative_to(root)) for path in hot], opt_level="2", multi_file=True))


setup(ext_modules=extensions())
