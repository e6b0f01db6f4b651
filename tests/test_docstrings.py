"""Every public name has a docstring, and what raises says so in it: `:raises SomeError:`, with when."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from tests.paths import ROOMS, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Faults of the program itself, which no caller handles.
OF_THE_PROGRAM: Final = frozenset({"AssertionError", "NotImplementedError"})
Function = ast.FunctionDef | ast.AsyncFunctionDef


def test_every_public_function_that_raises_says_what() -> None:
    silent = []
    for path in modules():
        place = path.relative_to(ROOT)
        for name, function in public_functions(ast.parse(path.read_text("utf-8"))):
            raised = raised_by(function) - said_by(function)
            if raised and not is_for_readers(function):
                silent.append(f"{place}:{function.lineno}: {name} raises {', '.join(sorted(raised))}")
    assert silent == []


def test_every_public_name_has_a_docstring() -> None:
    bare = []
    for path in modules():
        tree = ast.parse(path.read_text("utf-8"))
        bare += [f"{path.relative_to(ROOT)}: {name}" for name, node in public_names(tree) if not has_docstring(node)]
    assert bare == []


def test_the_rooms_are_found() -> None:
    rooms = {"carddb", "decks", "validator", "engine", "scenario", "goldfish", "api", "cli", "facade", "client"}
    assert rooms <= {path.relative_to(ROOT).parts[1] for path in modules()}


def test_a_missing_docstring_is_seen() -> None:
    source = '''
class A:
    """A class."""

    def bare(self):
        pass

    def empty(self):
        """ """

    async def said(self):
        """Do."""

    def _own(self):
        pass

    class Inner:
        pass


class _Own:
    def method(self):
        pass
'''
    assert [name for name, node in public_names(ast.parse(source)) if not has_docstring(node)] == [
        "",
        "A.bare",
        "A.empty",
        "A.Inner",
    ]


def test_what_a_function_raises_is_seen() -> None:
    source = '''
class A:
    def says(self):
        """Do.

        :raises KeyError: if not.
        """
        raise KeyError

    def silent(self):
        """Do."""
        if self:
            raise mod.SomeError("no") from None

    def _own(self):
        raise KeyError


def catches():
    try:
        raise KeyError
    except (KeyError, ValueError):
        return


def catches_another():
    try:
        raise KeyError
    except ValueError as error:
        raise OSError from error


def hands_on():
    def inner():
        raise KeyError

    try:
        inner()
    except KeyError:
        raise


def is_wrong():
    raise AssertionError


class _Own:
    def method(self):
        raise KeyError
'''
    found = {name: raised_by(node) - said_by(node) for name, node in public_functions(ast.parse(source))}
    assert found == {
        "A.says": set(),
        "A.silent": {"SomeError"},
        "catches": set(),
        "catches_another": {"KeyError", "OSError"},
        "hands_on": set(),
        "is_wrong": set(),
    }


def modules() -> Iterator[Path]:
    """Return the modules of each room, of `riftcheck` itself, and of the tools that write coverage, audit and build."""
    for room in ROOMS.values():
        yield from sorted(room.rglob("*.py"))
    yield from sorted((ROOT / "riftcheck").glob("*.py"))
    yield from sorted((ROOT / "ledger").rglob("*.py"))
    yield from sorted((ROOT / "supply").rglob("*.py"))
    yield from sorted((ROOT / "prose").glob("*.py"))
    yield from sorted((ROOT / "compilation").rglob("*.py"))


def public_names(tree: ast.Module) -> Iterator[tuple[str, ast.Module | ast.ClassDef | Function]]:
    """Return a module, as the empty name, and its public classes, functions and methods."""
    yield "", tree
    yield from _named(tree)


def _named(body: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, ast.ClassDef | Function]]:
    for node in body.body:
        if isinstance(node, (Function, ast.ClassDef)) and not node.name.startswith("_"):
            yield f"{prefix}{node.name}", node
            if isinstance(node, ast.ClassDef):
                yield from _named(node, f"{prefix}{node.name}.")


def has_docstring(node: ast.Module | ast.ClassDef | Function) -> bool:
    return bool((ast.get_docstring(node) or "").strip())


def public_functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    return ((name, node) for name, node in _named(tree) if isinstance(node, Function))


def is_for_readers(function: Function) -> bool:
    """Tell whether a docstring is the help of a command or the text of a route, which say their failures elsewhere."""
    named = {ast.unparse(decorator).partition("(")[0] for decorator in function.decorator_list}
    return any(name.endswith(("command", "blueprint.get", "blueprint.post")) for name in named)


def raised_by(function: Function) -> set[str]:
    """Return the names of the classes that a function raises itself and does not catch."""
    return set(_raised(function.body, frozenset())) - OF_THE_PROGRAM


def _raised(nodes: list[ast.stmt], caught: frozenset[str]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Raise) and node.exc is not None:
            name = _class(node.exc)
            if name is not None and name not in caught:
                yield name
        elif isinstance(node, ast.Try):
            own = {_class(each) for handler in node.handlers for each in _classes(handler)}
            yield from _raised(node.body, caught | {name for name in own if name is not None})
            for handler in node.handlers:
                yield from _raised(handler.body, caught)
            yield from _raised([*node.orelse, *node.finalbody], caught)
        elif not isinstance(node, (Function, ast.ClassDef)):
            for field in ("body", "orelse", "cases"):
                for inner in getattr(node, field, []):
                    yield from _raised(inner.body if isinstance(inner, ast.match_case) else [inner], caught)


def _classes(handler: ast.ExceptHandler) -> list[ast.expr]:
    if isinstance(handler.type, ast.Tuple):
        return handler.type.elts
    return [] if handler.type is None else [handler.type]


def _class(raised: ast.expr) -> str | None:
    """Return the class that is named; None for an error that another function made, or that is at hand."""
    target = raised.func if isinstance(raised, ast.Call) else raised
    name = target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else ""
    return name if name[:1].isupper() else None


def said_by(function: Function) -> set[str]:
    return set(re.findall(r":raises (\w+):", ast.get_docstring(function) or ""))
