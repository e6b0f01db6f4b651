"""The files of scenarios, each read once in a process, and the scenarios that `-k` chooses."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from riftcheck.scenario.format.reader import read_file, scenario_files

if TYPE_CHECKING:
    from riftcheck.scenario.format.reader import Scenario

HERE: Final = Path(__file__).parent
FILES: Final = scenario_files(HERE)
_NAME: Final = re.compile(r"^[ \t]*(?:- )?name: *(.+?) *$", re.MULTILINE)
_WORDS: Final = re.compile(r"[^\s()]+")


@cache
def scenarios_of(file: Path) -> tuple[Scenario, ...]:
    """Return the scenarios of a file."""
    return tuple(read_file(file))


def names_in(file: Path) -> list[str]:
    """Return what stands as a name in a file, without reading the file as YAML."""
    return [name.strip("'\"") for name in _NAME.findall(file.read_text("utf-8"))]


def title(scenario: Scenario) -> str:
    """Return the name of a scenario with the versions of the rules by which it is played."""
    return f"{scenario.name} [{' '.join(scenario.versions)}]"


def chosen(file: Path, keyword: str) -> tuple[Scenario, ...]:
    """Return the scenarios of a file whose names have a word of an expression of `-k`.

    All of them are returned if none has one, or if a word is in the path of the file.
    """
    scenarios = scenarios_of(file)
    words = [word.lower() for word in _WORDS.findall(keyword) if word not in ("and", "or", "not")]
    if any(word in str(file.relative_to(HERE)).lower() for word in words):
        return scenarios
    return tuple(one for one in scenarios if any(word in title(one).lower() for word in words)) or scenarios
