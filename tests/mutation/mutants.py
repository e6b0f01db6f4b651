"""What a mutant is, where the list of them is kept, and how one is applied to a source."""

from __future__ import annotations

import ast
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

import yaml

from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FILE: Final = ROOT / "tests" / "mutation" / "mutants.yaml"
# What is mutated, by files and folders.
MUTATED: Final = ("validator", "engine/costs", "decks/text")


class StaleMutantError(Exception):
    """The line of a mutant is no longer in its function."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One line of a function, and what stands there instead.

    :ivar file: The source, from the project's root.
    :ivar function: The qualified name of the function or class; empty for the module itself.
    :ivar line: The line without its indentation.
    :ivar becomes: The mutated line, likewise.
    :ivar nth: Which of several equal lines of the function, from 0.
    :ivar killed_by: The test that fails; empty for a survivor.
    :ivar slow: Whether that test is among the slow ones.
    :ivar survives: Why no test fails; empty for a mutant that is killed.
    """

    file: str
    function: str
    line: str
    becomes: str
    nth: int = 0
    killed_by: str = ""
    slow: bool = False
    survives: str = ""

    @property
    def name(self) -> str:
        """Where the mutant is and what it changes, in one line."""
        return f"{self.file}: {self.function or 'module'}: {self.line!r} becomes {self.becomes!r}"


def scopes(source: str) -> list[str]:
    """Return the qualified name of the innermost function or class of each line, empty outside of all.

    :param source: A Python module.
    """
    names = [""] * len(source.splitlines())

    def visit(node: ast.AST, outer: str) -> None:
        for child in ast.iter_child_nodes(node):
            name = outer
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{outer}.{child.name}" if outer else child.name
                first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
                names[first - 1 : child.end_lineno] = [name] * ((child.end_lineno or first) - first + 1)
            visit(child, name)

    visit(ast.parse(source), "")
    return names


def line_number(source: str, mutant: Mutant) -> int:
    """Return the line of a mutant, from 0.

    :raises StaleMutantError: The function has no such line any more.
    """
    found = [
        number
        for number, (line, scope) in enumerate(zip(source.splitlines(), scopes(source), strict=True))
        if scope == mutant.function and line.strip() == mutant.line
    ]
    if len(found) <= mutant.nth:
        raise StaleMutantError(mutant.name)
    return found[mutant.nth]


def applied(source: str, mutant: Mutant) -> str:
    """Return a source with the mutant in it.

    :raises StaleMutantError: The function has no such line any more.
    """
    lines = source.splitlines(keepends=True)
    number = line_number(source, mutant)
    lines[number] = lines[number].replace(mutant.line, mutant.becomes)
    return "".join(lines)


def mutated_files(places: Sequence[str] = MUTATED) -> Iterator[str]:
    """Yield the sources that are mutated, from the project's root.

    :param places: Files and folders.
    """
    for place in places:
        paths = sorted((ROOT / place).rglob("*.py")) or [ROOT / place]
        yield from (path.relative_to(ROOT).as_posix() for path in paths)


def read() -> list[Mutant]:
    """Return the mutants of the list."""
    return [Mutant(**row) for row in yaml.safe_load(FILE.read_text(encoding="utf-8"))]


def write(mutants: Sequence[Mutant]) -> None:
    """Write the list of mutants; what a mutant does not need is left out."""
    rows: list[dict[str, Any]] = [{key: value for key, value in asdict(mutant).items() if value} for mutant in mutants]
    for row in rows:
        row.setdefault("function", "")
    FILE.write_text(yaml.safe_dump(rows, sort_keys=False, allow_unicode=True, width=120), encoding="utf-8")
