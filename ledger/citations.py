"""The citations of rules in the code: `CR 465.2.c` in a comment, a docstring or a table, with its symbol."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ledger.numbers import ROOT, LedgerError

if TYPE_CHECKING:
    from pathlib import Path

    from ledger.numbers import Numbers

FOLDERS: Final = ("carddb", "decks", "validator", "engine")

RULE: Final = r"\d{3}(?:\.(?:\d+|[a-z])(?![\da-z]))*"
TAIL: Final = r"(?:-(?:\d{3}(?:\.(?:\d+|[a-z])(?![\da-z]))*|\d{1,2}(?!\d)|[a-z](?![a-z])))?"
CITED: Final = re.compile(rf"\bCR ({RULE}{TAIL}(?:, (?:{RULE}{TAIL}|[a-z]\.\d+))*)")
SHORT: Final = re.compile(r"[a-z]\.\d+")


@dataclass(frozen=True, order=True, slots=True)
class Place:
    """A place in the code: a file, and the function, class or name in it ("" for the module as a whole)."""

    file: str
    symbol: str


@dataclass(slots=True)
class Citations:
    """The citations of each number, and the chapters (whole numbers in a span, such as 318-324) of each file."""

    places: dict[str, list[Place]]
    chapters: dict[str, list[str]]


def read_citations(numbers: Numbers, root: Path = ROOT, folders: tuple[str, ...] = FOLDERS) -> Citations:
    """Return every citation in the Python files of some folders.

    :raises LedgerError: if a rule is cited that does not exist.
    """
    found = Citations({}, {})
    wrong: list[str] = []
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            source = path.read_text("utf-8")
            if "CR " in source:
                wrong += _read_file(numbers, found, source, path.relative_to(root).as_posix())
    if wrong:
        raise LedgerError("Cited, but not in the Core Rules 1.5: " + "; ".join(wrong))
    for places in found.places.values():
        places.sort()
    return found


def _read_file(numbers: Numbers, found: Citations, source: str, file: str) -> list[str]:
    wrong: list[str] = []
    try:
        owners = owners_of(source)
    except SyntaxError as error:
        raise LedgerError(f"{file}: {error}") from None
    for match in CITED.finditer(source):
        line = source.count("\n", 0, match.start()) + 1
        try:
            cited, chapters = numbers_in(numbers, match[1])
        except LedgerError as error:
            wrong.append(f"{file}:{line}: {error}")
            continue
        place = Place(file, owners[line - 1])
        for number in cited:
            places = found.places.setdefault(number, [])
            if place not in places:
                places.append(place)
        for chapter in chapters:
            files = found.chapters.setdefault(chapter, [])
            if file not in files:
                files.append(file)
    return wrong


def numbers_in(numbers: Numbers, text: str) -> tuple[list[str], list[str]]:
    """Return the numbers of a citation such as `323.6-323.11, 466.5`, and its spans of whole numbers apart.

    `103.1.b.3-4` and `383.4.c-d` are spans among the numbers of one parent; `383.4.c.2, d.2` takes the second to stand
    in the first one's place. A span of whole numbers (318-324) says of which chapters a file is, not which rules it
    holds.

    :raises LedgerError: if a number does not exist.
    """
    cited: list[str] = []
    chapters: list[str] = []
    before = ""
    for word in text.split(", "):
        if SHORT.fullmatch(word):
            depth = word.count(".") + 1
            whole = ".".join([*before.split(".")[:-depth], word])
            cited += numbers.between(whole, whole)
            continue
        first, dash, last = word.partition("-")
        before = first
        if not dash:
            cited += numbers.between(first, first)
            continue
        end = last if len(last) >= 3 and last[:3].isdigit() else f"{first.rpartition('.')[0]}.{last}"  # noqa: PLR2004
        if "." not in first:
            numbers.between(first, end)
            chapters.append(f"{first}-{end}")
        else:
            parent = first.rpartition(".")[0]
            cited += [one for one in numbers.between(first, end) if one.rpartition(".")[0] == parent]
    return cited, chapters


# --- symbols ---------------------------------------------------------------------------------------------------------


def owners_of(source: str) -> list[str]:
    """Return for each line of a module the symbol that it belongs to: `Class.method`, `TABLE`, "" for the module.

    A comment that stands alone belongs to what follows it.
    """
    lines = source.split("\n")
    owners = [""] * len(lines)
    _name(ast.parse(source), "", owners)
    for number in range(len(lines) - 2, -1, -1):
        if lines[number].lstrip().startswith("#"):
            owners[number] = owners[number + 1]
    return owners


def _name(node: ast.AST, prefix: str, owners: list[str]) -> None:
    for child in ast.iter_child_nodes(node):
        name = _symbol(child)
        if name is None or not isinstance(child, ast.stmt):
            _name(child, prefix, owners)
            continue
        symbol = f"{prefix}.{name}" if prefix else name
        decorators: list[ast.expr] = getattr(child, "decorator_list", [])
        start = min([child.lineno, *(each.lineno for each in decorators)])
        end = child.lineno if child.end_lineno is None else child.end_lineno
        owners[start - 1 : end] = [symbol] * (end - start + 1)
        if isinstance(child, ast.ClassDef):
            _name(child, symbol, owners)


def _symbol(node: ast.AST) -> str | None:
    """Return the name that a statement gives; what is inside a function belongs to the function."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return None
