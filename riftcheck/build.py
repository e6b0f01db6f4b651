"""How this riftcheck was built: whether its modules are compiled, and whether from the sources that are beside them.

A compiled module hides its source from Python, an older one, too. So the shared library of the compiled modules has a
checksum of every source that the compiler read, which is compared once in a process, before any of them is loaded: by
the rooms that hold compiled modules.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

COMPILED: Final = "compiled"
INTERPRETED: Final = "interpreted"
_LIBRARY: Final = "compiled__mypyc.py"  # as if it had a source
_RECORD: Final = "compiled_sources"
_NAMED: Final = 3  # modules that a sentence names


class StaleBuildError(ImportError):
    """Compiled modules that are not of the sources beside them; the message says which, and what would be right."""


@cache
def checked_build() -> str:
    """Return `compiled` if this riftcheck has compiled modules, and `interpreted` if it has none.

    :raises StaleBuildError: if it has compiled modules, and they are not those of one build or of other sources.
    """
    found = set(_extensions())
    if not found:
        return INTERPRETED
    if not {_LIBRARY, f"{_RECORD}.py"} <= found:
        raise _stale(found, "compiled without a record of what from")
    record = import_module(f"{__package__}.{_RECORD}")
    built = {_LIBRARY, f"{_RECORD}.py", *record.COMPILED}
    if found - built:
        raise _stale(found - built, "compiled by another build than the rest")
    if built - found:
        raise _stale(built - found, "interpreted, though the rest is compiled with it")
    edited = [name for name, checksum in (record.COMPILED | record.READ).items() if _checksum(name) != checksum]
    if edited:
        raise _stale(edited, "edited since the modules here were compiled")
    return COMPILED


def _stale(names: Iterable[str], what: str) -> StaleBuildError:
    modules = [f"{__package__}.{name.removesuffix('.py').replace('/', '.')}" for name in sorted(names)]
    more = len(modules) - _NAMED
    named = ", ".join(modules[:_NAMED]) + (f" and {more} more" if more > 0 else "")
    return StaleBuildError(
        f"{named}: {what}. Install riftcheck again; in a working copy, delete the extension modules "
        f"(*{EXTENSION_SUFFIXES[0]}) below {_folder()}, or build them again."
    )


def _folder() -> str:
    return str(Path(__file__).parent)


def _extensions() -> Iterator[str]:
    """Yield the modules of the package that Python would load from an extension, by the paths of their sources."""
    top = _folder()
    for folder, inner, names in os.walk(top, followlinks=True):
        inner[:] = [name for name in inner if name != "__pycache__"]
        for name in names:
            module, dot, rest = name.partition(".")
            if dot + rest in EXTENSION_SUFFIXES:
                yield f"{os.path.relpath(folder, top)}/{module}.py".removeprefix("./")


def _checksum(name: str) -> str:
    """Return the sha256 of a source of the package in hexadecimal digits; nothing if it is not there."""
    from hashlib import sha256  # noqa: PLC0415 - an interpreted riftcheck does not need it

    try:
        with open(f"{_folder()}/{name}", "rb") as stream:  # noqa: PTH123 - hundreds of them, in milliseconds
            return sha256(stream.read()).hexdigest()
    except OSError:
        return ""
