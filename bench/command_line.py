"""The command line of `python -m bench` and `python -m drills`: run modules by name, print and store their results."""

from __future__ import annotations

import importlib
import json
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import interpreter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A program that runs modules by name.

    `kind` is the word for one of its modules, such as "benchmark". `modules` maps names to modules with a function
    `run()`. `results` is the file in which `--store` keeps results.
    """

    program: str
    description: str
    kind: str
    modules: Mapping[str, str]
    results: Path

    def parser(self) -> ArgumentParser:
        """Return a parser of the names and of the options that every such program has."""
        parser = ArgumentParser(f"python -m {self.program}", description=self.description)
        parser.add_argument(
            "names", nargs="*", metavar="NAME", help=f"one of {', '.join(self.modules)}; without a name all are run"
        )
        parser.add_argument("--store", action="store_true", help="store the results")
        parser.add_argument(
            "--results",
            type=Path,
            default=self.results,
            metavar="FILE",
            help=f"where --store keeps the results, instead of {'/'.join(self.results.parts[-2:])} of this tree",
        )
        return parser

    def chosen(self, names: Iterable[str]) -> list[str]:
        """Return the names, or all names if there are none.

        :raises SystemExit: for an unknown name.
        """
        named = list(names) or list(self.modules)
        unknown = sorted(set(named) - set(self.modules))
        if unknown:
            raise SystemExit(f"there is no {self.kind} {', '.join(unknown)}; there are {', '.join(self.modules)}")
        return named

    def run(self, names: Iterable[str], keep: Callable[[str, dict[str, Any]], None] | None) -> None:
        """Run modules and print their results as one JSON object; `keep` receives each name with its result."""
        found: dict[str, Any] = {"build": interpreter.build(), "interpreter": interpreter.described()}
        for name in names:
            found[name] = importlib.import_module(self.modules[name]).run()
            if keep is not None:
                keep(name, found[name])
        print(json.dumps(found, indent=2))
