"""The extensions of a group of modules: Python to C by mypyc, after a look at the C compiler."""

from __future__ import annotations

import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from setuptools.command.build_ext import customize_compiler, new_compiler
from setuptools.errors import BaseError, CCompilerError

from compilation.mode import CompilationError
from compilation.sources import source_record

if TYPE_CHECKING:
    from setuptools import Extension

    from compilation.modules import ModuleGroup

# Another environment than that of developers lacks the packages that ours stand on, and their types with them; `make
# check` is where types are checked.
MYPY_OPTIONS: Final = ("--config-file=", "--follow-imports=silent", "--ignore-missing-imports")
TARGET: Final = Path("build", "mypyc")
# No asserts are stripped: bad input is refused by them, too. No debug information: it is three quarters of a library.
OPTIMISATION: Final = "2"
DEBUG: Final = "0"
# The library is optimised as one, with nothing in it that another library could replace: games are 7 % faster. Nothing
# but `PyInit_...` is called from outside, which Python exports itself.
WHOLE_LIBRARY: Final = ("-flto=auto", "-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt")


def native_extensions(group: ModuleGroup) -> list[Extension]:
    """Return the extensions of a group, whose package is in the current folder; the C code is written below `build/`.

    :raises CompilationError: if there is no mypyc, no C compiler for this Python, or mypyc refuses a module.
    """
    if find_spec("mypyc") is None:
        raise CompilationError("mypy is not installed; it brings mypyc.")
    check_compiler()
    flags = list(WHOLE_LIBRARY) if takes(WHOLE_LIBRARY) else []
    from mypyc.build import mypycify  # noqa: PLC0415 - it is there only where a build needs it

    try:
        with source_record(Path(), group) as record:
            sources = [f"{group.package}/{module}" for module in group.modules]
            made: list[Extension] = mypycify(
                [*MYPY_OPTIONS, *sources, record],
                opt_level=OPTIMISATION,
                debug_level=DEBUG,
                multi_file=True,
                target_dir=str(TARGET),
                group_name=group.name,
            )
    except (SystemExit, Exception) as error:  # mypyc leaves by `sys.exit` where a module is wrong
        raise CompilationError("mypyc rejects a module; its errors are printed above.") from error
    for extension in made:
        # mypyc lays the headers of a group into the folder of its name, and the sources that include them above it.
        extension.include_dirs.append(str(TARGET / group.package))
        extension.extra_compile_args += flags
        extension.extra_link_args += [*flags, f"-O{OPTIMISATION}"] if flags else []
    return made


def check_compiler() -> None:
    """Compile an empty module.

    :raises CompilationError: if there is no C compiler, or no header files of this Python or of C.
    """
    compiler = _c_compiler()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\n", "utf-8")
        try:
            compiler.compile([str(source)], output_dir=folder)
        except (BaseError, CCompilerError, OSError) as error:
            raise CompilationError(
                f"there is no C compiler with the header files of C and of this Python ({error})."
            ) from error


def takes(flags: tuple[str, ...]) -> bool:
    """Return whether the C compiler and its linker take some flags, as GCC and Clang do."""
    compiler = _c_compiler()
    if compiler.compiler_type != "unix":
        return False
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("int probe(void) { return 0; }\n", "utf-8")
        given = ["-Werror", *flags]
        try:
            made = compiler.compile([str(source)], output_dir=folder, extra_postargs=given)
            compiler.link_shared_object(made, str(Path(folder, "probe.so")), extra_postargs=given)
        except (BaseError, CCompilerError, OSError):
            return False
    return True


def _c_compiler() -> Any:
    """Return the C compiler with which this Python builds extensions."""
    compiler = new_compiler()
    customize_compiler(compiler)
    compiler.add_include_dir(sysconfig.get_path("include"))
    return compiler
