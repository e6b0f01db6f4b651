"""The figures on the page of the benchmarks, as tables: the builds beside each other, with what is aimed at."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any, Final

from bench import interpreter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BEGIN: Final = "<!-- The figures: `python -m bench NAME --store` writes them. -->\n"
END: Final = "<!-- The end of the figures. -->\n"
# Where a figure stands in what a build found: benchmark and keys, and its aim if it has one.
FIGURES: Final[tuple[tuple[str, str, str], ...]] = (
    ("goldfish games a second, passive", "goldfish passive games per_cpu_second", "goldfish passive aim"),
    ("counted, as in a run", "goldfish passive run per_cpu_second", ""),
    ("goldfish games a second, two greedy", "goldfish two_greedy games per_cpu_second", "goldfish two_greedy aim"),
    ("counted, as in a run", "goldfish two_greedy run per_cpu_second", ""),
    (
        "decisions a second, units with keywords",
        "engine keyword_units decisions per_cpu_second",
        "engine keyword_units aims decisions_per_cpu_second",
    ),
    (
        "decisions a second, real cards",
        "engine real_cards decisions per_cpu_second",
        "engine real_cards aims decisions_per_cpu_second",
    ),
    ("copy in µs, units with keywords", "engine keyword_units clone_us", "engine keyword_units aims clone_us"),
    ("copy in µs, real cards", "engine real_cards clone_us", "engine real_cards aims clone_us"),
    ("calls of a goldfish game, passive", "goldfish passive calls_a_game", ""),
    ("calls of a goldfish game, two greedy", "goldfish two_greedy calls_a_game", ""),
    ("thousand instructions of a goldfish game, passive", "instructions passive thousands_a_game", ""),
    ("thousand instructions of a goldfish game, two greedy", "instructions two_greedy thousands_a_game", ""),
    ("goldfish games a second of real lists, the median", "real_lists median_per_second", ""),
    ("two processes over one", "endurance processes ratio", "endurance processes aim"),
    ("two workers of Dask over one process", "endurance processes dask_ratio", "endurance processes aim"),
    *(
        (f"processor seconds of `riftcheck {name}`", f"commands {name} cpu_seconds", f"commands {name} aim")
        for name in ("validate", "goldfish", "scenario", "play")
    ),
    ("wall-clock seconds of the first run on a machine", "commands first_run seconds", "commands first_run aim"),
    ("wall-clock seconds of a job of one game", "commands job seconds", "commands job aim"),
    ("memory after all games over that after a tenth", "endurance lasting last_to_first", ""),
)
# The curves: where their points stand, how the point is called, and which figure of it is told.
CURVES: Final[tuple[tuple[str, str, str], ...]] = (
    ("victory_score", "games a second, Victory Score {}", "games_per_cpu_second"),
    ("players", "games a second, players {}", "games_per_cpu_second"),
    ("objects", "µs of a decision, objects on the board {}", "us_a_decision"),
    ("processes", "goldfish games a second by the clock, processes {}", "games_per_second"),
)
NONE: Final = "not measured"


def section(results: Mapping[str, Any]) -> str:
    """Return the tables of what is stored."""
    builds = [build for build in interpreter.BUILDS if any(build in results.get(name, {}) for name in _names())]
    rows = [*_figures(results, builds), *_curves(results, builds)]
    head = [["by processor time", *builds], ["---"] + ["---:"] * len(builds)]
    table = "".join(f"| {' | '.join(row)} |\n" for row in [*head, *rows])
    told = "".join(f"* `{build}`: {_interpreters(results, build)}\n" for build in builds)
    return f"{table}\n{told}"


def written(page: str, results: Mapping[str, Any]) -> str:
    """Return a page with the tables of what is stored between its marks.

    :raises ValueError: if a mark is missing.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(
            f"The page has no lines {BEGIN.strip()!r} and {END.strip()!r}: add them around the measurements."
        )
    return f"{before}{begin}\n{section(results)}\n{end}{after}"


def _names() -> set[str]:
    return {path.split()[0] for _, path, _ in FIGURES} | {"curves"}


def _figures(results: Mapping[str, Any], builds: list[str]) -> Iterator[list[str]]:
    for title, path, aim in FIGURES:
        yield [title, *(_cell(_at(results, build, path), _at(results, build, aim)) for build in builds)]


def _curves(results: Mapping[str, Any], builds: list[str]) -> Iterator[list[str]]:
    for curve, title, figure in CURVES:
        found = {
            build: {point[curve]: point[figure] for point in _at(results, build, f"curves {curve}") or ()}
            for build in builds
        }
        for point in dict.fromkeys(point for points in found.values() for point in points):
            yield [title.format(point), *(_cell(found[build].get(point)) for build in builds)]


def _at(results: Mapping[str, Any], build: str, path: str) -> Any:
    """Return what stands at a path in what a build found, None if there is nothing."""
    if not path:
        return None
    name, *keys = path.split()
    return reduce(lambda found, key: (found or {}).get(key), [build, *keys], results.get(name))


def _cell(value: float | None, aim: float | None = None) -> str:
    if value is None:
        return NONE
    return _number(value) + (f" (aim {_number(aim)})" if aim is not None else "")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:g}"


def _interpreters(results: Mapping[str, Any], build: str) -> str:
    named = [_at(results, build, f"{name} interpreter") for name in sorted(_names())]
    return "; ".join(dict.fromkeys(map(_interpreter, filter(None, named))))


def _interpreter(named: Mapping[str, Any]) -> str:
    optimisations = named["optimisations"]
    if optimisations is None:
        how = "which does not say how it was built"
    elif optimisations:
        how = f"built with {' and '.join(optimisations)}"
    else:
        how = "built without its optimisations"
    return f"{named['implementation']} {named['version']}, {how}; riftcheck {named['riftcheck']}"
