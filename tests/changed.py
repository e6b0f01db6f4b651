"""The test modules that a change may affect: `python -m tests.changed [REV]`, as `make test CHANGED=REV` calls it.

A module depends on every module that it imports, also inside functions, and on every module that it names in a text
(modules that are loaded by name). A change of data, of a conftest or of a build file affects all tests. Programs that a
test starts are not followed, so this is for the work on a change; CI runs everything.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

ALL: Final = "tests"
# Where a file is data of some tests only, by the beginning of its path.
DATA: Final = (
    ("docs/", ("tests/docs",)),
    ("tests/scenarios/", ("tests/scenarios", "tests/docs")),
)
IGNORED: Final = (".md", ".gitignore")
PACKAGE: Final = "riftcheck"


def module_of(path: Path, root: Path) -> str:
    """Return the name by which a file is imported."""
    parts = list(path.relative_to(root).with_suffix("").parts)
    if parts[-1] == "__init__":
        del parts[-1]
    linked = (root / PACKAGE / parts[0]).exists() if parts else False
    return ".".join([PACKAGE, *parts] if linked else parts)


def sources(root: Path) -> dict[str, Path]:
    """Return the Python files of a tree that git knows or that are new, by module."""
    listed = git(root, "ls-files", "--cached", "--others", "--exclude-standard", "*.py")
    return {module_of(root / file, root): root / file for file in listed if (root / file).is_file()}


def git(root: Path, *words: str) -> list[str]:
    """Return the lines that a command of git prints."""
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()


def named_in(source: str) -> Iterator[str]:
    """Yield every name in a source that may be a module: imported, imported from one, or a text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(f"{PACKAGE}."):
            yield node.value


def importers(modules: Mapping[str, Path]) -> dict[str, set[str]]:
    """Return for each module those that depend on it directly.

    A module depends on the packages around what it imports, but for `riftcheck`, which loads what it names by name.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for module, path in modules.items():
        for name in named_in(path.read_text("utf-8")):
            parts = name.split(".")
            found[name].add(module)
            for size in range(2, len(parts)):
                found[".".join(parts[:size])].add(module)
    return found


def affected(changed: Iterable[str], root: Path = ROOT) -> list[str]:
    """Return the paths of the tests that a change of some files may affect, by their paths below `root`."""
    modules = sources(root)
    known = importers(modules)
    waiting: list[str] = []
    found: set[str] = set()
    for file in changed:
        places = next((tests for start, tests in DATA if file.startswith(start) and not file.endswith(".py")), None)
        if places is not None:
            found.update(places)
        elif file.endswith(".py") and not file.endswith("conftest.py"):
            waiting.append(module_of(root / file, root))
        elif not file.endswith(IGNORED):
            return [ALL]
    seen = set(waiting)
    while waiting:
        for module in known.get(waiting.pop(), ()):
            if module not in seen:
                seen.add(module)
                waiting.append(module)
    tests = (modules[name] for name in seen if name.startswith("tests.") and name in modules)
    found.update(str(path.relative_to(root)) for path in tests if path.name.startswith("test_"))
    return sorted(found)


def changed_files(revision: str, root: Path = ROOT) -> list[str]:
    """Return the files that differ from a revision, new ones included."""
    differing = git(root, "diff", "--name-only", revision)
    return sorted({*differing, *git(root, "ls-files", "--others", "--exclude-standard")})


if __name__ == "__main__":
    given = sys.argv[1] if len(sys.argv) > 1 else "1"
    sys.stdout.write("\n".join(affected(changed_files("HEAD" if given == "1" else given))) + "\n")
