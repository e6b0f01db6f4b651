"""Builds the package. RIFTCHECK_COMPILE=1 compiles the rules of the game with mypyc; see docs/engine.md."""

import os
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build import build

# The package is linked together from the rooms of the repository; mypyc follows the linked paths, as Python does.
ENGINE = Path("riftcheck/engine")
GROUP = "riftcheck.compiled"
# What is compiled: the rules of the game. Not saving and views, which a game that nobody looks at never calls and which
# read fields by name; not the classes of a state, whose `clone` makes an object without calling its constructor, which
# a compiled class does not let it do; not `engine.compile`, whose closures are made anew for every card.
COMPILED = ("actions", "board", "costs", "flow", "model", "playing")
LEFT_OUT = (
    "model/chain_items.py",
    "model/decisions.py",
    "model/frames.py",
    "model/index.py",
    "model/objects.py",
    "model/state.py",
)


def extensions() -> list[Extension]:
    """Return what is to be compiled: nothing unless it was asked for.

    :raises ModuleNotFoundError: if it was asked for, and mypy is not installed.
    :raises ValueError: if it was asked for, and a module that is left out has another name by now.
    """
    if os.environ.get("RIFTCHECK_COMPILE") != "1":
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - mypy is a tool of developers

    left_out = {ENGINE / name for name in LEFT_OUT}
    found = {path for room in COMPILED for path in (ENGINE / room).glob("*.py") if path.name != "__init__.py"}
    if not left_out <= found:
        raise ValueError(f"not there: {', '.join(sorted(map(str, left_out - found)))}")
    # A group is one shared library, and its name that of a module: inside `riftcheck`, or an installation would have
    # a second name at its top.
    made: list[Extension] = mypycify(
        sorted(map(str, found - left_out)), opt_level="2", multi_file=True, group_name=GROUP
    )
    for extension in made:
        # mypyc lays the headers of a group into the folder of its name, and the sources that include them above it.
        extension.include_dirs.append("build/riftcheck")
    return made


class CleanBuild(build):
    """Builds into an empty folder: what an older build has left there would be installed, too."""

    def run(self) -> None:
        """Build."""
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


setup(ext_modules=extensions(), cmdclass={"build": CleanBuild})
