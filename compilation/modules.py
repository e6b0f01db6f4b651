"""The list of the modules that are compiled: nothing else says which they are, or how many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

# Compiled is what a game touches: its state, the rules, what cards do, who plays it and who counts it, and the dealing
# anew of who plans. Not saving and views, which a game that nobody looks at never calls and which read fields by name;
# not `engine.game`, which tells bad input by its type before a compiled function would. Folders stand for the modules
# in them and below them, but for `__init__`; all paths are below the package.
COMPILED: Final = (
    "engine/actions",
    "engine/board",
    "engine/compile",
    "engine/costs",
    "engine/display/redeal.py",
    "engine/flow",
    "engine/model",
    "engine/playing",
    "goldfish/opponents",
    "goldfish/policies",
    "goldfish/simulation",
    "goldfish/stats/tally.py",
)
# A compiled class cannot be a RuntimeError.
LEFT_OUT: Final = ("goldfish/simulation/errors.py",)


@dataclass(frozen=True)
class ModuleGroup:
    """Modules of a package that are compiled together, into one shared library and an extension for each module.

    `modules` are the paths of their sources below the folder `package`, which lies in the folder of the build.
    """

    package: str
    modules: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the shared library, without what mypyc appends: inside the package, which has the only name."""
        return f"{self.package}.compiled"


def riftcheck_group(root: Path) -> ModuleGroup:
    """Return the modules of riftcheck that are compiled, in the tree at `root`.

    :raises ValueError: if a module or folder of the lists has another name by now.
    """
    package = root / "riftcheck"
    found = {path for name in COMPILED for path in _modules_of(package / name)}
    left_out = {package / name for name in LEFT_OUT}
    if not left_out <= found:
        missing = ", ".join(sorted(str(path.relative_to(root)) for path in left_out - found))
        raise ValueError(f"LEFT_OUT in compilation/modules.py has unknown modules: remove {missing}.")
    return ModuleGroup("riftcheck", tuple(sorted(path.relative_to(package).as_posix() for path in found - left_out)))


def _modules_of(path: Path) -> list[Path]:
    """Return the module at a path, or the modules of the folder there.

    :raises ValueError: if there is neither.
    """
    found = [module for module in path.rglob("*.py") if module.name != "__init__.py"] if path.is_dir() else [path]
    if not found or not all(module.is_file() for module in found):
        raise ValueError(f"compilation/modules.py compiles {path}, but it is no module and no folder of modules.")
    return found
