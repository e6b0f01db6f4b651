"""YAML read strictly, with the line of every value.

Card data comes from files that people write by hand, and from overlays that somebody else may have written. Aliases
and merge keys make a small file huge, a key given twice hides a fact, and depth costs stack: all are refused from the
stream of events, before any value is built.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import yaml

from riftcheck.carddb.errors import CardDataError, DataProblem
from riftcheck.carddb.sources import MAX_BYTES

MAX_DEPTH: Final = 20

_SCALAR_TAGS: Final = frozenset(
    f"tag:yaml.org,2002:{kind}" for kind in ("str", "int", "bool", "null", "float", "timestamp")
)

Path = tuple[str | int, ...]


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
        raise CardDataError([DataProblem(file, 1, "", f"not UTF-8 at byte {error.start}")]) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise CardDataError([_at(file, mark, f"not YAML: {error.problem or error.context}")]) from None
    except yaml.YAMLError as error:
        raise CardDataError([DataProblem(file, 1, "", f"not YAML: {error}")]) from None
    builder = _Builder(file)
    value = None if node is None else builder.build(node, ())
    return Document(file, value, builder.lines), builder.problems


def _at(file: str, mark: Any, message: str) -> DataProblem:
    return DataProblem(file, mark.line + 1 if mark else 1, "", message)


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
