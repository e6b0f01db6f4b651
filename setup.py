"""Builds the package. RIFTCHECK_COMPILE=1 compiles the rules of the game with mypyc; see docs/engine.md."""

import os
from pathlib import Path

from setuptools import Extension, setup

# The package is linked together from the rooms of the repository; mypyc follows the linked paths, as Python does.
ENGINE = Path("riftcheck/engine")
# What is compiled: the rules of the game. Not saving and views, which a game that nobody looks at never calls and which
# read fields by name; not the classes of a state, whose `clone` makes an object without calling its constructor, which
# a compiled class does not let it do; not `engine.compile`, whose closures are made anew for every card.
COMPILED = ("actions", "board", "costs", "flow", "model", "playing")
LEFT_OUT = frozenset({"__init__", "chain_items", "index", "objects", "state"})


def extensions() -> list[Extension]:
    """Return what is to be compiled: nothing unless it was asked for.

    :raises ModuleNotFoundError: if it was asked for, and mypy is not installed.
    """
    if os.environ.get("RIFTCHECK_COMPILE") != "1":
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - mypy is a tool of developers

    hot = [path for room in COMPILED for path in sorted((ENGINE / room).glob("*.py")) if path.stem not in LEFT_OUT]
    # A group is one shared library: named inside `riftcheck`, or it would be a module at the top of an installation.
    return list(mypycify([str(path) for path in hot], opt_level="2", multi_file=True, group_name="riftcheck"))


setup(ext_modules=extensions())
