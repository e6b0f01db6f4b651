"""The record of sources that is compiled into the shared library: a checksum of all that the compiler read of ours."""

from __future__ import annotations

import ast
import hashlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from compilation.modules import ModuleGroup

RECORD: Final = "compiled_sources"  # the module, which riftcheck/build.py reads
_TEXT: Final = '''"""The sources of this build, by their paths below the package: sha256, in hexadecimal digits."""

from typing import Final

COMPILED: Final[dict[str, str]] = {compiled!r}
READ: Final[dict[str, str]] = {read!r}
'''


@contextmanager
def source_record(root: Path, group: ModuleGroup) -> Iterator[str]:
    """Give the path of the record's source below `root`, which is there as long as the context lasts.

    :raises OSError: if a source cannot be read, or the record cannot be written.
    """
    folder = root / group.package
    compiled = {name: checksum(folder / name) for name in group.modules}
    read = {name: checksum(folder / name) for name in modules_read(folder, group)}
    record = folder / f"{RECORD}.py"
    record.write_text(_TEXT.format(compiled=compiled, read=read), "utf-8")
    try:
        yield record.relative_to(root).as_posix()
    finally:
        record.unlink()


def checksum(path: Path) -> str:
    """Return the sha256 of a file, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def modules_read(folder: Path, group: ModuleGroup) -> list[str]:
    """Return the modules of the package at `folder` that the group imports and does not hold, in order.

    The compiler builds their constants into the modules of the group. A package hands on what its `__init__` imports,
    so that is followed, too.
    """
    found: set[str] = set()
    waiting = list(group.modules)
    while waiting:
        for name in _imports(folder, waiting.pop()):
            if name not in found and name not in group.modules:
                found.add(name)
                if name.endswith("__init__.py"):
                    waiting.append(name)
    return sorted(found)


def _imports(folder: Path, module: str) -> Iterator[str]:
    """Yield the modules of the package that a module imports, wherever in it; `folder` is that of the package."""
    for node in ast.walk(ast.parse((folder / module).read_bytes())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            package, _, rest = name.partition(".")
            path = folder.joinpath(*rest.split("."))
            if package == folder.name and rest:
                candidates = (path.with_suffix(".py"), path / "__init__.py")
                yield from (found.relative_to(folder).as_posix() for found in candidates if found.is_file())
