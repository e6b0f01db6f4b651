"""Draws mutants by seed from those that mutmut's operators make of the mutated files."""

from __future__ import annotations

import ast
import random
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Final

import libcst as cst
import libcst.matchers as m
from libcst.metadata import PositionProvider
from mutmut.mutation.mutators import mutation_operators

from tests.mutation.mutants import MUTATED, Mutant, applied, mutated_files, scopes
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SEED: Final = 34
COUNT: Final = 660


class _Nodes(cst.CSTVisitor):
    """Collects the nodes whose change can alter what a program does: no annotations, docstrings or decorators."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Decorator | cst.ImportFrom | cst.Import | cst.Raise):
            return False
        if isinstance(node, cst.If) and isinstance(node.test, cst.Name) and node.test.value == "TYPE_CHECKING":
            return False
        if isinstance(node, cst.SimpleStatementLine) and m.matches(
            node.body[0], m.Expr(m.SimpleString() | m.ConcatenatedString())
        ):
            return False
        self.found.append(node)
        return True


def mutants_of(file: str) -> Iterator[Mutant]:
    """Yield every mutant of a file that changes one line, also those that mean nothing.

    :param file: The source, from the project's root.
    """
    source = (ROOT / file).read_text(encoding="utf-8")
    wrapper = cst.MetadataWrapper(cst.parse_module(source))
    places = wrapper.resolve(PositionProvider)
    visitor = _Nodes()
    wrapper.module.visit(visitor)
    lines, names = source.splitlines(), scopes(source)
    for node in visitor.found:
        place = places.get(node)
        if place is None or place.start.line != place.end.line:
            continue
        at, line = place.start.line - 1, lines[place.start.line - 1]
        before = Counter(zip(names[:at], (other.strip() for other in lines[:at]), strict=True))
        for kind, operator in mutation_operators:
            for changed in operator(node) if isinstance(node, kind) else ():
                code = wrapper.module.code_for_node(changed).strip()
                becomes = f"{line[: place.start.column]}{code}{line[place.end.column :]}".strip()
                if "\n" not in code and becomes != line.strip():
                    nth = before[names[at], line.strip()]
                    yield Mutant(file=file, function=names[at], line=line.strip(), becomes=becomes, nth=nth)


def _means_something(mutant: Mutant) -> bool:
    source = (ROOT / mutant.file).read_text(encoding="utf-8")
    try:
        return ast.dump(ast.parse(applied(source, mutant))) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False


def draw(places: Sequence[str] = MUTATED, count: int = COUNT, seed: int = SEED) -> list[Mutant]:
    """Return mutants by seed, as many of each file as its share of all that can be made.

    :param places: The files and folders to mutate.
    :param count: How many.
    :param seed: Another seed draws others.
    """
    every = [mutant for path in mutated_files(places) for mutant in mutants_of(path)]
    different = list(dict.fromkeys(every))
    order = random.Random(seed).sample(range(len(different)), len(different))
    chosen = islice((number for number in order if _means_something(different[number])), count)
    return [different[number] for number in sorted(chosen)]
