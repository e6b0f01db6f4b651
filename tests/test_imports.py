"""Everything that is installed is imported by the one name that is installed."""

from __future__ import annotations

import ast
import contextlib
import itertools
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.paths import ROOMS, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

_FROM: Final = re.compile(r"\bfrom ([\w.]+) import\b")
_IMPORT: Final = re.compile(r"(?:^[ \t>.$]*|; *)(?P<line>import\s)", re.MULTILINE)
_BY_NAME: Final = frozenset({"import_module", "__import__", "importorskip"})
_RUN: Final = re.compile(r"python3? (?:-\w+ )*-m (\w+)")
_ROOM: Final = rf"(?<![\w.])(?:{'|'.join(ROOMS)})\b"
# What each of these imports has in its text; most files have nothing of it and need not be parsed.
_MAYBE: Final = re.compile(rf"\b(?:from +|import\b.*?){_ROOM}|(?:import_module|__import__|importorskip|-m)\W+{_ROOM}")


def bare_imports(source: str) -> list[str]:
    """Return the imports of rooms by a name that is not installed, those in texts of programs, too."""
    if _MAYBE.search(source) is None:
        return []
    tree = ast.parse(source)
    found = list(_of_statements(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)):
                found += [f"in a text: {one}" for one in _of_text(text)]
                found += [f"in a text: python -m {name}" for name in _RUN.findall(text) if name in ROOMS]
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[ast.Constant(value=str(text)), *_]):
                if name in _BY_NAME and _room(text):
                    found.append(f"{name}({text!r})")
            case ast.List(elts=words) | ast.Tuple(elts=words):
                texts = [word.value if isinstance(word, ast.Constant) else None for word in words]
                pairs = itertools.pairwise(texts)
                found += [
                    f"-m {name}" for flag, name in pairs if flag == "-m" and isinstance(name, str) and _room(name)
                ]
    return found


def _of_statements(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (f"import {one.name}" for one in names if _room(one.name))
            case ast.ImportFrom(module=str(module), level=0) if _room(module):
                yield f"from {module} import"


def _of_text(text: str) -> Iterator[str]:
    """A text may be a program, or a page with lines of one."""
    yield from (f"from {module} import" for module in _FROM.findall(text) if _room(module))
    for match in _IMPORT.finditer(text):
        line = text[match.start("line") :].split("\n", 1)[0]
        with contextlib.suppress(SyntaxError):
            yield from _of_statements(ast.parse(line))


def _room(module: str) -> bool:
    """Tell whether it is a room by a name that is not installed: a link at the root would be imported a second time."""
    return module.split(".", 1)[0] in ROOMS


def _own_files(*endings: str) -> list[str]:
    found = []
    for folder, inner, names in os.walk(ROOT):
        inner[:] = [name for name in inner if not name.startswith(".") and name not in {"build", "mutants"}]
        found += [str(Path(folder, name).relative_to(ROOT)) for name in names if name.endswith(endings)]
    return found


def test_rooms_are_imported_by_the_installed_name() -> None:
    files = _own_files(".py")
    assert len(files) > 300
    here = str(Path(__file__).relative_to(ROOT))
    found = {file: bare_imports((ROOT / file).read_text("utf-8")) for file in files if file != here}
    assert {file: imports for file, imports in found.items() if imports} == {}


def test_the_pages_and_the_makefile_import_the_installed_name() -> None:
    files = [*_own_files(".md", ".sh", "Makefile", "Dockerfile"), ".ci/run"]
    # The change log shows the names of before.
    found = {file: bare_imports(repr((ROOT / file).read_text("utf-8"))) for file in files if file != "CHANGELOG.md"}
    assert {file: imports for file, imports in found.items() if imports} == {}


@pytest.mark.parametrize(
    "source",
    [
        "import validator",
        "import json, engine.game",
        "import riftcheck, api as web",
        "from facade.games import play",
        "def f():\n    from engine import game",
        "from engine.game import Game",
        "importlib.import_module('goldfish.plan')",
        "__import__('carddb')",
        "CODE = 'import sys; import carddb'",
        "CODE = 'from decks.model import Deck\\nprint(Deck)'",
        "CODE = '''\n    import cli\n'''",
        "PAGE = '''\n>>> from scenario import runner\n'''",
        "command = [sys.executable, '-m', 'api.jobs']",
        "command = ('-m', 'cli')",
        "TOLD = 'run `python -m api.jobs` beside it'",
        "code = f'from engine.game import {name}'",
    ],
)
def test_a_bare_import_is_seen(source: str) -> None:
    assert bare_imports(source) != []


@pytest.mark.parametrize(
    "source",
    [
        "import riftcheck.validator",
        "from riftcheck import engine",
        "from tests.engine import own_cards",
        "from . import engine",
        "from .engine import game",
        "TOLD = 'from the decks of others'",
        "TOLD = 'import it from carddb'",
        "command = ['-m', 'riftcheck.api.jobs']",
        "ast.parse('import json')",
    ],
)
def test_what_is_no_bare_import_is_let_be(source: str) -> None:
    assert bare_imports(source) == []
