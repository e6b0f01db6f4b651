"""The commands of setuptools that build the package: a wheel with extensions, or without any if one cannot be made."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.editable_wheel import editable_wheel
from setuptools.errors import BaseError, CCompilerError

from compilation.extensions import native_extensions
from compilation.mode import ALWAYS, NEVER, VARIABLE, CompilationError, compile_mode, give_up

if TYPE_CHECKING:
    from collections.abc import Callable

    from setuptools import Extension

    from compilation.modules import ModuleGroup


def commands(group: Callable[[], ModuleGroup]) -> dict[str, type]:
    """Return the commands that compile a group, by their names; the group is asked for where something is compiled.

    :raises CompilationError: if RIFTCHECK_COMPILE has no value that is known.
    """
    compile_mode()
    return {
        "build": type("GroupBuild", (CleanBuild,), {"group": staticmethod(group)}),
        "build_ext": type("GroupExtensions", (ParallelExtensions,), {"group": staticmethod(group)}),
        "bdist_wheel": FittingWheel,
        "editable_wheel": InterpretedEditable,
    }


def extensions_or_none(group: Callable[[], ModuleGroup]) -> list[Extension]:
    """Return the extensions of a group: none if they cannot be made, which is said.

    :raises CompilationError: if they cannot be made, and RIFTCHECK_COMPILE is 1.
    """
    try:
        return native_extensions(group())
    except CompilationError as error:
        give_up(str(error))
        return []


class CleanBuild(build):
    """Builds into an empty folder below `build/`: what an older build has left there would be installed, too.

    A folder that somebody names is left as it is.
    """

    group: Callable[[], ModuleGroup]

    def run(self) -> None:
        """Build, and compile unless RIFTCHECK_COMPILE is 0."""
        if Path(self.build_lib).resolve().is_relative_to(Path(self.build_base).resolve()):
            shutil.rmtree(self.build_lib, ignore_errors=True)
        if compile_mode() != NEVER:
            self.distribution.ext_modules = extensions_or_none(self.group)
        super().run()


class ParallelExtensions(build_ext):
    """Compiles on every core, and leaves all extensions or none."""

    group: Callable[[], ModuleGroup]
    extensions: list[Extension]
    parallel: int | None

    def finalize_options(self) -> None:
        """Find out what is to be compiled: for a call of this command alone, only if RIFTCHECK_COMPILE is 1."""
        if self.distribution.ext_modules is None and compile_mode() == ALWAYS and not self.editable_mode:
            self.distribution.ext_modules = extensions_or_none(self.group)
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        """Compile."""
        try:
            super().run()
        except (BaseError, CCompilerError, OSError) as error:
            self._withdraw()
            give_up(f"the C compiler fails ({error}).")

    def build_extensions(self) -> None:
        """Compile: the sources of the shared library beside each other, and the other extensions meanwhile."""
        one = self.compiler.compile
        self.compiler.compile = partial(_compile_all, one)
        super().build_extensions()

    def _withdraw(self) -> None:
        """Remove every extension that was made, here or beside the sources, and let nobody ask for them."""
        beside = self.get_finalized_command("build_py")
        for extension in self.extensions:
            for path in self._get_inplace_equivalent(beside, extension):
                Path(path).unlink(missing_ok=True)
        self.extensions = self.distribution.ext_modules = []


def _compile_all(one: Callable[..., list[str]], sources: list[str], **options: Any) -> list[str]:
    """Compile each source by a call of its own, as many at a time as there are cores; return the object files."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [made for found in pool.map(lambda source: one([source], **options), sources) for made in found]


class FittingWheel(bdist_wheel):
    """A wheel for this Python and system if it holds extensions, and else for all of them."""

    @property
    def root_is_pure(self) -> bool:
        """Whether there are no extensions, which is known once they were tried; setuptools asks before."""
        return not self.distribution.has_ext_modules()

    @root_is_pure.setter
    def root_is_pure(self, value: bool | None) -> None:
        """Take what setuptools concludes before the build, which decides nothing."""


class InterpretedEditable(editable_wheel):
    """An editable installation, which is never compiled: its sources are there to be edited."""

    def run(self) -> None:
        """Install.

        :raises CompilationError: if RIFTCHECK_COMPILE is 1.
        """
        if compile_mode() == ALWAYS:
            raise CompilationError(
                f"{VARIABLE} is 1, but an editable installation is never compiled, for an extension would hide every "
                "edit of its source: take 0 or auto, or `make fast` for a compiled installation."
            )
        super().run()
