"""Extract what people read as Markdown, each line with its line in the source.

A file has up to three kinds of text. `docs` are pages, docstrings and comments, `messages` are literals, command help,
OpenAPI texts and templates, and `names` are the names of tests.
"""

from __future__ import annotations

import ast
import inspect
import io
import itertools
import re
import tokenize
from collections import defaultdict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Lines = list[tuple[int, str]]  # a line of the source, and its text

KINDS: Final = ("docs", "messages", "names")
_FIELD: Final = re.compile(r"^:(?:param|raises|returns?)\b[^:]*:")
_SENTENCE: Final = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}")
_SETTING: Final = re.compile(r"#(?:!| ?(?:noqa|type: |pragma|mypy: |ruff: |fmt: ))")
_ENTRY: Final = frozenset(
    {"command", "group", "get", "post", "put", "patch", "delete"}
)  # decorators of commands and endpoints
_CODE: Final = "`x`"
_BREAK: Final = "\f"  # between paragraphs of a template
_TEMPLATE: Final = (
    (re.compile(r"\{#.*?#\}|\{%.*?%\}|<(script|style|svg)\b.*?</\1>|<!.*?>", re.DOTALL), ""),
    (re.compile(r"\{\{.*?\}\}|<(code|pre|kbd)\b.*?</\1>", re.DOTALL), _CODE),
    (re.compile(r"<[^>]*?\b(?:title|alt|placeholder|aria-label)=\"([^\"]*)\"[^>]*>"), r"\f\1\f"),
    (re.compile(r"</?(?:a|abbr|b|em|i|small|span|strong|sub|sup|time|var)\b[^>]*>"), ""),
    (re.compile(r"<[^>]*>"), _BREAK),
)


def texts_of(path: str, source: str) -> dict[str, Lines]:
    """Return the texts of a file by kind.

    :param path: The path below the root, which decides how the file is read.
    :param source: Its text.
    """
    if path.endswith(".md"):
        return {"docs": list(enumerate(source.splitlines(), 1))}
    if path.endswith(".html"):
        return {"messages": list(_template(source))}
    texts: dict[str, Lines] = defaultdict(list)
    is_test = path.startswith("tests/")
    tree = ast.parse(source)
    docstrings = _docstrings(tree)
    for node, is_message in docstrings.items():
        texts["messages" if is_message and not is_test else "docs"] += _docstring(node)
    texts["docs"] += _comments(source)
    if is_test:
        texts["names"] = [
            line
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
            for line in ((node.lineno, node.name.replace("_", " ")), (node.lineno, ""))
        ]
    else:
        texts["messages"] += _literals(tree, docstrings)
    return {kind: [(number, _closed(line)) for number, line in lines] for kind, lines in texts.items() if lines}


def _closed(line: str) -> str:
    """Return a line without fences and tags, which would hide the lines after it."""
    return line.replace("```", "").replace("<", "&lt;")


def _docstrings(tree: ast.Module) -> dict[ast.Constant, bool]:
    """Return the docstrings, and whether each is printed by a command or in the OpenAPI document."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                found[first.value] = not isinstance(node, ast.Module) and _is_printed(node)
    return found


def _is_printed(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    if isinstance(node, ast.ClassDef):
        return any(ast.unparse(base).endswith("Schema") for base in node.bases)
    called = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
    return any(isinstance(one, ast.Attribute) and one.attr in _ENTRY for one in called)


def _docstring(node: ast.Constant) -> Iterator[tuple[int, str]]:
    text = inspect.cleandoc(str(node.value))
    for number, line in enumerate(text.splitlines(), node.lineno):
        if _FIELD.match(line):
            yield number, ""  # each field is a paragraph
        yield number, _FIELD.sub("", line).replace("\b", "")
    yield node.lineno, ""


def _comments(source: str) -> Iterator[tuple[int, str]]:
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not _SETTING.match(token.string):
            number = token.start[0]
            if number != last + 1 or token.line[: token.start[1]].strip():
                yield number, ""
            yield number, token.string.lstrip("# ")
            last = number


def _literals(tree: ast.Module, docstrings: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    parts = (node.values for node in ast.walk(tree) if isinstance(node, ast.JoinedStr))
    passed: set[ast.AST] = {*docstrings, *itertools.chain.from_iterable(parts)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else _CODE for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in passed:
            text = node.value
        else:
            continue
        if _SENTENCE.search(text):
            yield from ((node.lineno, line.strip()) for line in (*text.splitlines(), ""))


def _template(source: str) -> Iterator[tuple[int, str]]:
    for pattern, text in _TEMPLATE:

        def replace(found: re.Match[str], text: str = text) -> str:
            return found.expand(text) + "\n" * found[0].count("\n")

        source = pattern.sub(replace, source)
    for number, line in enumerate(source.split("\n"), 1):
        pieces = (piece.strip() for piece in line.split(_BREAK))
        for piece in filter(None, pieces) if _BREAK in line else pieces:
            yield number, piece
            if _BREAK in line:
                yield number, ""
