"""A small project of two modules to compile, which is built by the commands that build riftcheck."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, Final

import pytest

from compilation.extensions import check_compiler
from compilation.mode import CompilationError
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SETUP: Final = """
import sys
sys.path.insert(0, {root!r})
from setuptools import setup
from compilation.commands import commands
from compilation.modules import ModuleGroup

group = ModuleGroup("small", ("rules/adding.py", "rules/turns.py"))
setup(name="small", version="1", packages=["small", "small.rules"], cmdclass=commands(lambda: group))
"""
# A package whose room asks for the build, as those of riftcheck do; `words` is read by the compiler and not compiled.
FILES: Final = {
    "small/__init__.py": "",
    "small/words.py": "from typing import Final\n\nSTEP: Final = 2\n",
    "small/rules/__init__.py": "from small.build import checked_build\n\nchecked_build()\n",
    "small/rules/adding.py": "from small.words import STEP\n\n\ndef add(value: int) -> int:\n    return value + STEP\n",
    "small/rules/turns.py": "from small.rules.adding import add\n\n\ndef turn() -> int:\n    return add(add(0))\n",
}
TURN: Final = "from small.build import checked_build as b; from small.rules.turns import turn; print(b(), turn())"


def need_compiler() -> None:
    """Skip a test where nothing can be compiled."""
    try:
        check_compiler()
    except CompilationError as error:
        pytest.skip(f"{error} (on Debian: apt-get install gcc libc6-dev, and the header files of this Python)")


class SmallProject:
    """A copy of the small project in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name, text in FILES.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        shutil.copy(ROOT / "riftcheck" / "build.py", folder / "small")
        (folder / "setup.py").write_text(SETUP.format(root=str(ROOT)), "utf-8")

    def setup(self, *words: str, mode: str | None, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command of setup.py with a RIFTCHECK_COMPILE, or with none."""
        environment = {name: value for name, value in os.environ.items() if name != "RIFTCHECK_COMPILE"} | variables
        if mode is not None:
            environment["RIFTCHECK_COMPILE"] = mode
        return subprocess.run(
            [sys.executable, "setup.py", "-q", *words],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def wheel(self) -> Path:
        """Return the wheel that was built."""
        (found,) = (self.folder / "dist").glob("*.whl")
        return found

    def wheel_names(self) -> list[str]:
        """Return the names of the files in the wheel that was built."""
        with zipfile.ZipFile(self.wheel()) as archive:
            return archive.namelist()

    def extensions(self) -> list[str]:
        """Return the names of all extensions in the folder, wherever they are."""
        return sorted(path.name.partition(".")[0] for path in self.folder.rglob("*.so"))

    def run(self, program: str = TURN) -> subprocess.CompletedProcess[str]:
        """Run a program in the folder."""
        return subprocess.run(
            [sys.executable, "-B", "-c", program], cwd=self.folder, capture_output=True, text=True, check=False
        )
