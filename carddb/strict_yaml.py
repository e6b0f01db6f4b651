"""YAML read strictly, with the line of every value.

Card data comes from files that people write by hand, and from overlays that somebody else may have written. Aliases
and merge keys make a small file huge, a key given twice hides a fact, and depth costs stack: all are refused from the
stream of events, before any value is built.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import yaml

from riftcheck.carddb.errors import CardDataError, DataProblem
from riftcheck.carddb.sources import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_DEPTH: Final = 20

_SCALAR_TAGS: Final = frozenset(
    f"tag:yaml.org,2002:{kind}" for kind in ("str", "int", "bool", "null", "float", "timestamp")
)

Path = tuple[str | int, ...]


def _always(_before: str, _rest: str) -> bool:
    return True


def _at_tab(_before: str, rest: str) -> bool:
    return rest.startswith("\t")


def _after_key(before: str, _rest: str) -> bool:
    return ": " in before


def _first_of_line(before: str, _rest: str) -> bool:
    return not before.strip()


# How the parser's message begins, what must hold of the text before and after its mark, and the same in plain words.
_PLAIN: Final[tuple[tuple[str | tuple[str, ...], Callable[[str, str], bool], str], ...]] = (
    ("found a tab character", _always, "a tab in the indentation; indent with spaces"),
    ("found character", _at_tab, "a tab in the indentation; indent with spaces"),
    ("found character", _always, "a value cannot begin with {first}; put it in quotes"),
    ("mapping values", _after_key, 'a second ": " in one line; put the value in quotes'),
    (
        "mapping values",
        _always,
        "no key can be here; check the indentation, or end the line above with a colon if the key belongs to it",
    ),
    ("could not find expected ':'", _always, 'a key without a colon and a space after it, such as "name: "'),
    ("found unexpected end", _always, "a quotation mark without its second one"),
    ("did not find expected ','", _always, "a comma or {end} is missing in what begins at line {line}"),
    ("did not find expected node", _always, "a value, ] or }} is missing before this"),
    ("did not find expected", _first_of_line, "the indentation of this line does not fit the lines above it"),
    (
        ("did not find expected key", "did not find expected '-'"),
        _always,
        "{rest!r} follows a value that ends before it; put the whole value in quotes",
    ),
)
# Of these the parser's mark is behind what is to be changed.
_WHERE_IT_BEGINS: Final = ("could not find expected ':'", "found unexpected end")


@dataclass(frozen=True, slots=True)
class Document:
    """The value of one file and the line (1-based) of each path in it."""

    file: str
    value: Any
    lines: dict[Path, int]

    def line(self, path: Path) -> int:
        """Return the line of a path, or of the nearest thing around it."""
        while path:
            if path in self.lines:
                return self.lines[path]
            path = path[:-1]
        return 1

    def problem(self, path: Path, message: str) -> DataProblem:
        """Return a problem that stands at a path of this document."""
        return DataProblem(self.file, self.line(path), "/".join(str(part) for part in path), message)


def read(data: bytes, file: str) -> Document:
    """Return the YAML document that some bytes hold.

    :raises CardDataError: if it is not YAML, or uses what is refused here.
    """
    document, refused = parse(data, file)
    if refused:
        raise CardDataError(refused)
    return document


def parse(data: bytes, file: str) -> tuple[Document, list[DataProblem]]:
    """Return the YAML document that some bytes hold without the keys and values that are refused, and these.

    :raises CardDataError: if it is not YAML at all, or uses anchors, aliases, several documents or too much depth.
    """
    if len(data) > MAX_BYTES:
        raise CardDataError([DataProblem(file, 1, "", f"the file has {len(data)} bytes; at most {MAX_BYTES} are read")])
    try:
        text = data.decode("utf-8-sig")
        _refuse_dangers(text, file)
        node = yaml.compose(text, Loader=yaml.CSafeLoader)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"not UTF-8 at byte {error.start}; save the file as UTF-8"
        raise CardDataError([DataProblem(file, line, "", message)]) from None
    except yaml.MarkedYAMLError as error:
        raise CardDataError([_not_yaml(file, text, error)]) from None
    except yaml.reader.ReaderError as error:
        code, line = ord(text[error.position]), text.count("\n", 0, error.position) + 1
        raise CardDataError([DataProblem(file, line, "", f"not YAML: the control character U+{code:04X}")]) from None
    except yaml.YAMLError as error:
        raise CardDataError([DataProblem(file, 1, "", f"not YAML: {error}")]) from None
    builder = _Builder(file)
    value = None if node is None else builder.build(node, ())
    return Document(file, value, builder.lines), builder.problems


def _at(file: str, mark: Any, message: str) -> DataProblem:
    return DataProblem(file, mark.line + 1 if mark else 1, "", message)


def _not_yaml(file: str, text: str, error: yaml.MarkedYAMLError) -> DataProblem:
    """Return the problem of a file that is not YAML, in plain words and at the line that is to be changed."""
    mark, begins = error.problem_mark or error.context_mark, error.context_mark or error.problem_mark
    problem = error.problem or error.context or ""
    if mark is None or begins is None:
        return _at(file, None, f"not YAML: {problem}")
    line = [*text.splitlines(), *[""] * (mark.line + 1)][mark.line]
    before, rest = line[: mark.column], line[mark.column :]
    for start, holds, message in _PLAIN:
        if problem.startswith(start) and holds(before, rest):
            at = begins if start in _WHERE_IT_BEGINS else mark
            words = message.format(line=begins.line + 1, end=problem[-3:], rest=rest.strip(), first=rest[:1])
            return _at(file, at, f"not YAML: {words}")
    return _at(file, mark, f"not YAML: {problem}")


def _refuse_dangers(text: str, file: str) -> None:
    depth = documents = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        fault = None
        if isinstance(event, yaml.AliasEvent):
            fault = f"alias *{event.anchor}: write the value out"
        elif isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            fault = "a second document: one file holds one" if documents > 1 else None
        elif isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            fault = f"more than {MAX_DEPTH} levels deep" if depth > MAX_DEPTH else None
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if fault is None and isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            fault = f"anchor &{event.anchor}: anchors and aliases are not used here"
        if fault is not None:
            raise CardDataError([_at(file, event.start_mark, fault)])


class _Builder(yaml.constructor.SafeConstructor):
    """Builds plain values from nodes, noting the line of each path and every key that is refused."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.file = file
        self.lines: dict[Path, int] = {}
        self.problems: list[DataProblem] = []

    def build(self, node: yaml.Node, path: Path) -> Any:
        self.lines.setdefault(path, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(child, (*path, index)) for index, child in enumerate(node.value)]
        if node.tag not in _SCALAR_TAGS:
            self._fault(node, path, f"tag {node.tag} is not used here")
            return None
        try:
            return self.construct_object(node)
        except ValueError as error:
            self._fault(node, path, f"{node.value!r}: {error}")
            return None

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = key_node.value if isinstance(key_node, yaml.ScalarNode) else None
            if key is None:
                self._fault(key_node, path, "a key must be a plain word")
            elif key_node.tag == "tag:yaml.org,2002:merge":
                self._fault(key_node, path, "merge key <<: write the values out")
            elif key in found:
                self._fault(key_node, (*path, key), f"the key {key!r} stands here twice")
            else:
                self.lines[(*path, key)] = key_node.start_mark.line + 1
                found[key] = self.build(value_node, (*path, key))
        return found

    def _fault(self, node: yaml.Node, path: Path, message: str) -> None:
        line = node.start_mark.line + 1
        self.problems.append(DataProblem(self.file, line, "/".join(str(part) for part in path), message))
